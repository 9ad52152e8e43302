"""How long somebody at the table waits: the first prompt of a game, and one step of it."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bench import Row, within
from tussle import match
from tussle.play.record import Recorder
from tussle.play.session import Session, machine_dice
from tussle.surfaces.terminal import Stop, Terminal

TITLE = "a game begins in a blink, and a step is never waited for"
FIGHTERS = ("hug", "Otto", "Carack", "vs", "Arangu", "Tivid")


def _first_prompt(home: Path, number: int) -> float:
    """Seconds from the start of the process to its first prompt."""
    command = [sys.executable, "-m", "tussle", "play", *FIGHTERS, "--first", "Otto", "--seed", "1"]
    begun = time.perf_counter()
    game = subprocess.Popen(
        [*command, "--record", str(home / f"{number}.txt")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    with game:
        if game.stdout is None:
            raise RuntimeError("the game has no output")
        for line in game.stdout:
            if line.endswith(b"what now?\n"):
                break
        taken = time.perf_counter() - begun
        game.kill()
    return taken


def _steps(home: Path, count: int) -> list[float]:
    """Seconds of each step of one long game: the answer taken, written down, and the next question shown."""
    session = Session(match(*FIGHTERS), seed=5, answerers=[machine_dice])
    recorder = Recorder(session, home / "long.txt")
    taken: list[float] = []
    clock = [time.perf_counter()]

    def read(_prompt: str) -> str | None:
        taken.append(time.perf_counter() - clock[0])
        clock[0] = time.perf_counter()
        return "1" if len(taken) < count else None

    terminal = Terminal(session, read, lambda _line: None)
    with suppress(Stop):  # the end of input is how this game stops
        terminal.run()
    recorder.close()
    return taken[1:]


def run(size: float, work: Path) -> Iterator[Row]:
    """The first prompt as a whole process, and the slowest of most steps."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        home = Path(folder)
        starts = [_first_prompt(home, number) for number in range(max(3, round(15 * size)))]
        yield within("tussle play, first prompt, whole process", statistics.median(starts), 0.25)
        steps = sorted(_steps(home, max(20, round(200 * size))))
        yield within("a step, odds of the next question included", steps[len(steps) * 9 // 10], 0.02)
