"""Random sessions with undo, amend, cancel and events: what is played back is what was live."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from prove import Figure, Journal
from prove._sessions import busy_session
from tussle.bout.notation import position_text
from tussle.play.record import read_record, record_text

TITLE = "a record played back gives the position, the transcript and the entries of the live session"
CHUNK = 50
STEPS = 40


def compare(chunk: int) -> list[int]:
    """Sessions of one chunk, the steps in them, and those whose replay differs."""
    different = steps = 0
    for seed in range(chunk * CHUNK, chunk * CHUNK + CHUNK):
        session = busy_session(seed, STEPS)
        steps += len(session.history)
        again = read_record(record_text(session).encode()).session
        live = (position_text(session.bout, session.position), session.entries, session.transcript, session.round)
        told = (position_text(again.bout, again.position), again.entries, again.transcript, again.round)
        different += live != told
    return [CHUNK, steps, different]


def run(size: float, work: Path) -> Iterator[Figure]:
    """Play, write down, play back, compare."""
    chunks = max(1, round(10_000 * size / CHUNK))
    totals = [0, 0, 0]
    for _, found in Journal(work / "chunks").each(range(chunks), compare, workers=2):
        totals = [total + part for total, part in zip(totals, found, strict=True)]
    sessions, steps, different = totals
    yield Figure("sessions", sessions, f">= {chunks * CHUNK}", ok=sessions >= chunks * CHUNK)
    yield Figure("steps in them", steps, f">= {chunks * CHUNK * STEPS}", ok=steps >= chunks * CHUNK * STEPS)
    yield Figure("replays that differ", different, "= 0", ok=different == 0)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A session that goes on after it was written down must be told apart."""
    del size, work
    different = 0
    for seed in range(20):
        session = busy_session(seed, STEPS)
        text = record_text(session)
        session.play(3)
        different += read_record(text.encode()).session.position != session.position
    yield Figure("replays that differ", different, "= 0", ok=different == 0)
