"""One question from the shell, the whole process, beside a Python that does nothing but import icepool."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench import Row, paired, spoken

TITLE = "tussle odds hug Otto Arangu, the whole process, beside the start of icepool alone"

GOAL = 0.150
QUESTION: list[str | Path] = [Path(sys.executable).with_name("tussle"), "odds", "hug", "Otto", "Arangu"]
PEER: list[str | Path] = [sys.executable, "-c", "import icepool"]

# Bytecode may be written, as it is for a person: else every start compiles all it imports.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def start(command: list[str | Path]) -> None:
    """Run a command to its end; it must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """The median of both, in turn."""
    ours, peer = paired(lambda: start(QUESTION), lambda: start(PEER), max(3, round(21 * size)))
    yield Row(
        "tussle odds hug Otto Arangu",
        spoken(ours),
        spoken(peer),
        f"{peer / ours:.3g} ×",
        f"≤ {spoken(GOAL)}",
        ours <= GOAL,
    )
