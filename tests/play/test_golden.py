"""Golden records, and that nothing depends on the hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tussle.bout.loading import available
from tussle.bout.notation import position_text
from tussle.play.record import read_file, record_text

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
ENDS: dict[str, str] = json.loads((GOLDEN / "ends.json").read_text())
ROOT = Path(__file__).parents[2]

PROGRAM = """
from prove._sessions import busy_session
from tussle.play.record import read_record, record_text
for seed in range(12):
    session = busy_session(seed, 40)
    text = record_text(session)
    again = read_record(text.encode()).session
    assert again.position == session.position
    while session.entries:
        session.pop()
    print(text, session.position, [str(line) for line in again.transcript])
"""


def test_push_pop_save_load_and_replay_are_the_same_under_three_hash_seeds() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert len(told[0]) > 10_000
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("name", sorted(ENDS))
def test_every_released_versions_golden_record_still_replays(name: str) -> None:
    path = GOLDEN / name
    reading = read_file(path, strict=True)
    assert position_text(reading.session.bout, reading.session.position) == ENDS[name]
    assert record_text(reading.session) == path.read_text()


def test_every_rule_set_has_a_golden_record_of_its_version() -> None:
    assert sorted(path.name for path in GOLDEN.glob("*.txt")) == sorted(ENDS)
    for name in available():
        assert [known for known in ENDS if known.startswith(f"{name}-")], f"{name} has no golden record"
