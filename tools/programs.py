"""What proofs and benchmarks share: finding programs, a budget of time, and journals that survive a kill.

A program is a module of `prove` or `bench` without a leading underscore in its name. It has a `TITLE`, one
sentence, and a generator function `run(size, work)`: `size` is the fraction of the full work to do (1.0 is
all of it), `work` a directory for its journals, a new one whenever the program or the package has changed.
"""

import hashlib
import importlib
import json
import math
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from difflib import get_close_matches
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[1]
GRACE = 30  # seconds after its budget in which a program should have looked at the clock
NOT_FOUND = 5  # the exit code for a name that is not there

Key = TypeVar("Key", int, str)


class OutOfTime(Exception):
    """The budget ended before the program did; it says how far that came, and the journals keep it."""


class Clock:
    """The budget of the running program, endless until it is wound."""

    def __init__(self) -> None:
        self.end = math.inf

    def wind(self, minutes: float) -> None:
        """Start a budget; a program that never looks at the clock is cut off a little after it."""
        self.end = time.monotonic() + 60 * minutes
        signal.signal(signal.SIGALRM, self._cut_off)
        signal.setitimer(signal.ITIMER_REAL, 60 * minutes + GRACE)

    def check(self, progress: str) -> None:
        """Raise `OutOfTime`, saying how far the program came, once the budget is used up."""
        if time.monotonic() > self.end:
            raise OutOfTime(progress)

    def _cut_off(self, _signal: int, _frame: FrameType | None) -> None:
        message = "cut off"
        raise OutOfTime(message)


clock = Clock()


class Journal:
    """Finished chunks of a long program and their results, one JSON line each, kept in a file.

    A result is whatever JSON can hold, and comes back as JSON gives it (a tuple as a list), whether it was
    made in this run or an earlier one.
    """

    def __init__(self, path: Path) -> None:
        """Open the journal, without the torn line that a killed run may have left at its end."""
        path.touch()
        whole, newline, torn = path.read_bytes().rpartition(b"\n")
        if torn:
            path.write_bytes(whole + newline)
        self._path = path
        self._results: dict[str, Any] = dict(json.loads(line) for line in whole.splitlines())

    def __contains__(self, key: int | str) -> bool:
        return str(key) in self._results

    def __getitem__(self, key: int | str) -> Any:
        return self._results[str(key)]

    def __len__(self) -> int:
        return len(self._results)

    def add(self, key: int | str, result: object) -> None:
        """Write down that a chunk is finished."""
        line = json.dumps([str(key), result])
        with self._path.open("a") as file:
            file.write(line + "\n")
        self._results.update([json.loads(line)])

    def each(
        self, keys: Iterable[Key], compute: Callable[[Key], object], workers: int = 1
    ) -> Iterator[tuple[Key, Any]]:
        """Every chunk's key and result, in order, computing only what is not yet written down.

        With several workers `compute` runs in other processes, so it is a function of a module. Raises
        `OutOfTime` before a chunk for which no time is left.
        """
        keys = list(keys)
        missing = [key for key in keys if key not in self]
        pool = ProcessPoolExecutor(workers) if workers > 1 else None
        results = pool.map(compute, missing) if pool else map(compute, missing)
        try:
            for key in keys:
                if key not in self:
                    clock.check(f"{len(self)} of {len(keys)} chunks")
                    self.add(key, next(results))
                yield key, self[key]
        finally:
            if pool:
                pool.shutdown(cancel_futures=True)


def find(package: str) -> list[str]:
    """The names of the programs in `prove` or `bench`."""
    return sorted(path.stem for path in (ROOT / package).glob("[!_]*.py"))


def load(package: str, name: str) -> ModuleType:
    """One program's module."""
    return importlib.import_module(f"{package}.{name}")


def choose(parser: ArgumentParser, package: str) -> tuple[list[str], Namespace]:
    """Read the command line: the programs to run, none if they were only to be listed, and the options."""
    parser.add_argument("name", nargs="?", help="the program to run")
    parser.add_argument("--all", action="store_true", help="run every program")
    parser.add_argument("--list", action="store_true", help="name the programs and what they show")
    parser.add_argument("--size", type=float, default=100, metavar="PERCENT", help="of the full work to do")
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="DIR", help="where journals go")
    options = parser.parse_args()
    names = find(package)
    if options.list:
        for name in names:
            print(f"{name:<20}  {load(package, name).TITLE}")
        return [], options
    if options.all:
        return names, options
    if options.name is None:
        parser.error("name a program, or say --all or --list")
    if options.name not in names:
        near = get_close_matches(options.name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else "see --list."
        print(f"There is no program {options.name} in {package}: {hint}", file=sys.stderr)
        sys.exit(NOT_FOUND)
    return [options.name], options


def workplace(package: str, name: str, options: Namespace, part: str = "run") -> Path:
    """The directory of a program's journals, another one for other code or another size."""
    content = hashlib.sha256()
    for path in [*sorted((ROOT / "src").rglob("*")), *sorted((ROOT / package).glob("_*.py"))]:
        if path.is_file() and path.suffix != ".pyc":
            content.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    content.update((ROOT / package / f"{name}.py").read_bytes())
    work: Path = options.work / package / name / f"{content.hexdigest()[:12]}-{options.size:g}-{part}"
    work.mkdir(parents=True, exist_ok=True)
    return work


def line(name: str, columns: Iterable[str], *, ok: bool) -> str:
    """One line of a program's output: columns at least two spaces apart, and the verdict."""
    return f"{name:<44}  {'  '.join(f'{column:>16}' for column in columns)}  {'ok' if ok else 'SHORT'}"
