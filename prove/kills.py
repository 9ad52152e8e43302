"""A kill at any moment loses no acknowledged answer, and a record cut anywhere resumes or is refused."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from prove import Figure, Journal, clock
from prove._sessions import busy_session
from tussle.errors import Unreadable
from tussle.play.record import HEAD, read_record, record_text, resume

TITLE = "a killed game loses no acknowledged answer, and a cut record resumes or is refused"
FIGHT = ("play", "hug", "Arangu", "Tivid", "--first", "Arangu", "--seed", "1", "--dice", "enter")
LINES = 200
RECORDED = 5  # the session of the record that is cut, under hug: other rule sets are slower to play back
CUTS = 100  # in a chunk


def _killed(seed: int, path: Path) -> tuple[int, int]:
    """Play through a pipe and kill the game within 5 ms after an answer was sent; (acknowledged, kept) answers.

    An answer is acknowledged when the next prompt was printed.
    """
    rng = random.Random(seed)
    command = [sys.executable, "-m", "tussle", *FIGHT, "--record", str(path)]
    game = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    if game.stdin is None or game.stdout is None:
        raise RuntimeError("the game has no pipes")
    wanted = rng.randrange(1, 12)
    acknowledged = sent = 0
    for raw in game.stdout:
        prompt = raw.decode().rstrip()
        if not prompt.endswith(("what now?", ":")):
            continue
        acknowledged = sent
        faces = [str(rng.randint(1, 4)) for _ in range(prompt.count("d20") + prompt.count("d4"))]
        game.stdin.write(f"{' '.join(faces) or '1'}\n".encode())
        game.stdin.flush()
        sent += 1
        if sent == wanted:
            time.sleep(rng.random() * 0.005)
            break
    game.kill()
    game.wait()
    game.stdin.close()
    game.stdout.close()
    session, recorder, _ = resume(path)
    recorder.close()
    return acknowledged, len(session.entries)


def _kills(size: float, work: Path, *, lose: int = 0) -> Iterator[Figure]:
    count = max(4, round(300 * size))
    journal = Journal(work / "kills")
    played = lost = 0
    for number in range(count):
        if number not in journal:
            clock.check(f"{number} of {count} kills")
            path = work / f"kill-{number}.txt"
            path.unlink(missing_ok=True)
            journal.add(number, _killed(number, path))
        acknowledged, kept = journal[number]
        played += acknowledged
        lost += kept - lose < acknowledged
    yield Figure("kills", count, f">= {count}", ok=played > count)
    yield Figure("games that lost an acknowledged answer", lost, "= 0", ok=lost == 0)


def _cuts(size: float, work: Path) -> Iterator[Figure]:
    """The record cut at every byte: what is whole is kept, and a cut in the head is refused."""
    count = len(_record(_lines(size))) + 1
    chunks = range(0, count, CUTS)
    journal = Journal(work / "cuts")
    wrong = sum(result for _, result in journal.each(chunks, partial(_cut, _lines(size)), workers=2))
    yield Figure("cuts at a byte", count, f">= {count}", ok=True)
    yield Figure("cuts neither resumed nor refused as they should", wrong, "= 0", ok=wrong == 0)


def _lines(size: float) -> int:
    return round(LINES * max(size, 0.05))


@cache
def _record(lines: int) -> bytes:
    """A record of so many steps, in which everything happens."""
    return record_text(busy_session(RECORDED, steps=lines)).encode()


def _cut(lines: int, first: int) -> int:
    """How many of a chunk's cuts are neither resumed nor refused as they should."""
    data = _record(lines)
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    wrong = 0
    for cut in range(first, min(first + CUTS, len(data) + 1)):
        whole = sum(end <= cut for end in ends)
        try:
            reading = read_record(data[:cut])
        except Unreadable:
            wrong += whole >= HEAD
            continue
        wrong += whole < HEAD or reading.lines != whole or (not reading.torn) != (cut in ends)
    return wrong


def run(size: float, work: Path) -> Iterator[Figure]:
    """Kill games, and cut a record at every byte."""
    yield from _kills(size, work)
    yield from _cuts(size, work)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A game that keeps two answers less than it does must be caught."""
    del size
    yield from _kills(0.02, work, lose=2)
