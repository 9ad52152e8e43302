"""Mutation: small faults put into the rules and their ground, one at a time, which the tests must notice.

The mutants are those of `prove._mutants`, in an order that hangs on the commit, so that every commit is held to
others. Only such count as some test reaches; a mutant is tried on the tests that reach its line, quickest first.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from prove import Figure, Journal
from prove._mutants import Mutant, mutants, sample
from prove._trials import LAYERS, Covered, cover, notices, preload
from tools.programs import ROOT

TITLE = "tests notice at least 95 % of the faults put into ask, bout and rules"
MUTANTS = 400
SCORE = 0.95
LEAST = 8  # mutants at the smallest size
FEW = 4  # mutants of the control
MANY = 100  # of fewer the share says little, and half is enough to show that the program works
EQUIVALENT = 5  # at most so many survivors may be argued to change nothing
SECONDS = 5  # of the quickest tests that a mutant is tried on
LONG = ("tests/golden/", "tests/oracle/")  # these hear all that a rule says, and compare all that it leads to
MORE = 30  # seconds of them, after the others
STARTING = 0.003  # seconds that pytest takes for each of them

DATA = ("clauses.py", "house.py")  # texts and fighters, which tests hold against the rule texts
HELPFUL = (  # tests of the rest, of the shell above all, are slow and hold no rule
    "tests/core/",
    "tests/golden/",
    "tests/oracle/",
    "tests/rules/",
    "tests/play/",
    "tests/analysis/test_conforming.py",
    "tests/analysis/test_perft.py",
)
UNHELPFUL = "tests/rules/test_clauses.py"  # tries mutants of its own, in processes of their own
SMALL = 0.1  # below this size these modules of ask, and the tests named for them, stand for all
FIRST = ("advance", "dice", "law")


class Trial(NamedTuple):
    """A mutant, and what it is tried on: tests, their files, and the seconds of computing they take."""

    mutant: Mutant
    files: tuple[str, ...]
    tests: tuple[str, ...]
    seconds: float


def run(size: float, work: Path) -> Iterator[Figure]:
    """Find what the tests reach, draw mutants, try them."""
    journal = Journal(work / f"covered-{_tests_digest()}")
    covered = dict(journal.each(_test_files(size), cover, workers=2))
    failing = [path for path, found in covered.items() if found["code"]]
    yield Figure("test files that fail without a fault", len(failing), "0", ok=not failing)

    wanted = max(LEAST, round(MUTANTS * size))
    trials, drawn = _Reach(list(covered.values())).draw(_mutants(size), wanted)
    yield Figure(f"mutants reached, of {drawn:,} drawn", len(trials), f"≥ {wanted}", ok=len(trials) >= wanted)
    modules = list(dict.fromkeys(name for found in covered.values() for name in found["modules"]))

    yield from _score(trials, _try(trials, modules, work / "mutants"), work)
    # A machine on which tests fail by themselves notices everything: it is seen by sources without a fault.
    whole = [trial._replace(mutant=trial.mutant._replace(new=trial.mutant.old)) for trial in trials[: 1 + wanted // 40]]
    noise = sum(_try(whole, modules, work / "whole"))
    yield Figure(f"noticed of {len(whole)} without a fault", noise, "0", ok=not noise)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A few mutants on a test file emptied of its tests."""
    trials = [Trial(mutant, _test_files(size)[:1], (), 0) for mutant in _mutants(size)[:FEW]]
    return _score(trials, _try(trials, [], work / "mutants"), work)


def _score(trials: list[Trial], noticed: list[bool], work: Path) -> Iterator[Figure]:
    """How many were noticed; the others are named in the file `survivors` of the work directory."""
    alive = [trial.mutant for trial, seen in zip(trials, noticed, strict=True) if not seen]
    argued = [mutant for mutant in alive if (mutant.path, *_lines(mutant)) in _equivalent()]
    report = ""
    for mutant in alive:
        old, new = _lines(mutant)
        report += f"{mutant.path}:{mutant.line}{' (equivalent)' if mutant in argued else ''}\n  - {old}\n  + {new}\n"
    (work / "survivors").write_text(report)
    count = len(trials) - len(argued)
    killed = len(trials) - len(alive)
    bound = count - int(count * (1 - SCORE)) if count >= MANY else count // 2
    share = f"{killed / count:.1%}"
    yield Figure(f"mutants noticed of {count}: {share}", killed, f"≥ {bound}", ok=killed >= bound)
    yield Figure("survivors argued equivalent", len(argued), f"≤ {EQUIVALENT}", ok=len(argued) <= EQUIVALENT)


def _try(trials: list[Trial], modules: list[str], path: Path) -> list[bool]:
    """Whether each mutant is noticed. The work is handed over by a file; finished trials are kept by mutant."""
    plan = {trial.mutant.rank: trial for trial in trials}
    path.with_suffix(".json").write_text(json.dumps({"modules": modules, "trials": plan}))
    journal = Journal(path.with_name(f"{path.name}-{_tests_digest()}"))
    return [noticed for _, noticed in journal.each(plan, partial(_notice, path.with_suffix(".json")), workers=2)]


def _notice(path: Path, rank: str) -> bool:
    """One trial, in a worker."""
    mutant, files, tests, seconds = _plan(path)[rank]
    mutant = Mutant(*mutant)
    return notices(mutant.path, mutant.apply((ROOT / mutant.path).read_bytes()), files, tests, seconds)


@cache
def _plan(path: Path) -> dict[str, Any]:
    """All that is to be tried; read once by each worker, which then loads what the trials need."""
    plan = json.loads(path.read_text())
    preload(plan["modules"])
    trials: dict[str, Any] = plan["trials"]
    return trials


class _Reach:
    """Which tests reach which lines, and how long each takes."""

    def __init__(self, covered: Sequence[Covered]) -> None:
        self.seconds = {test: seconds for found in covered for test, seconds in found["seconds"].items()}
        self.tests: dict[tuple[str, int], set[str]] = defaultdict(set)  # "" is the import
        self.by_file: dict[str, set[str]] = defaultdict(set)
        for found in covered:
            for path, lines in found["lines"].items():
                for line, tests in lines.items():
                    self.tests[path, int(line)].update(tests)
                    self.by_file[path].update(test for test in tests if test)

    def draw(self, drawn: Sequence[Mutant], wanted: int) -> tuple[list[Trial], int]:
        """The first mutants that a test reaches, as many as wanted, and how many were looked at for them."""
        trials: list[Trial] = []
        for place, mutant in enumerate(drawn):
            if len(trials) == wanted:
                return trials, place
            tests = self.tests.get((mutant.path, mutant.line), set())
            if tests == {""}:  # on import: whoever reaches the file, and the tests that are named for it
                tests = (self.by_file[mutant.path] | self._named(mutant.path)) or set(self.seconds)
            if tests - {""}:
                trials.append(self._trial(mutant, tests - {""}))
        return trials, len(drawn)

    def _trial(self, mutant: Mutant, tests: set[str]) -> Trial:
        """The quickest tests, and then of the long ones as many as there is time for; one at least.

        Of the long ones all count that reach the file: what is kept once it is worked out, only one of them reaches.
        """
        long = {test for test in self.by_file[mutant.path] if test.startswith(LONG)}
        first, quick = self._quickest(tests - long, SECONDS)
        then, slow = self._quickest(long, MORE)
        chosen, total = [*first, *then], quick + slow
        files = dict.fromkeys(test.partition("::")[0] for test in chosen)
        return Trial(mutant, tuple(files), tuple(chosen), total)

    def _named(self, path: str) -> set[str]:
        """The tests in files of the module's name, for a module of a rule set those of that rule set."""
        module = Path(path)
        folder = module.parent.name if "/rules/" in path else ""
        file = f"/{folder}/test_{module.stem}.py::" if folder else f"/test_{module.stem}.py::"
        return {test for test in self.seconds if file in test}

    def _quickest(self, tests: set[str], seconds: float) -> tuple[list[str], float]:
        """As many of the quickest as there is time for, one at least where there are any; the time they take."""
        chosen: list[str] = []
        total = 0.0
        for test in sorted(tests, key=lambda name: (self.seconds[name], name)):
            more = self.seconds[test] + STARTING
            if chosen and total + more > seconds:
                break
            chosen.append(test)
            total += more
        return chosen, total


# What there is


def _test_files(size: float) -> tuple[str, ...]:
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))
    if size < SMALL:
        files = [path for path in files if Path(path).stem.removeprefix("test_") in FIRST]
    return tuple(path for path in files if path.startswith(HELPFUL) and path != UNHELPFUL)


def _mutants(size: float) -> list[Mutant]:
    """Every mutant there is, in the order of this commit."""
    paths = [path for layer in LAYERS for path in sorted((ROOT / "src/tussle" / layer).rglob("*.py"))]
    if size < SMALL:
        paths = [path for path in paths if path.parent.name == "ask" and path.stem in FIRST]
    texts = {str(path.relative_to(ROOT)): path.read_bytes() for path in paths if path.name not in DATA}
    return sample((mutant for path, text in texts.items() for mutant in mutants(path, text)), _commit())


def _commit() -> str:
    """The hash of the last commit; a tree without one is always drawn alike."""
    result = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True)
    return result.stdout.strip()


@cache
def _tests_digest() -> str:
    """Another one whenever a test has changed."""
    content = hashlib.sha256()
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            content.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return content.hexdigest()[:12]


def _lines(mutant: Mutant) -> tuple[str, str]:
    return mutant.lines((ROOT / mutant.path).read_bytes())


@cache
def _equivalent() -> set[tuple[str, str, str]]:
    """The mutants that `equivalent.toml` argues to change nothing, as (file, old line, new line)."""
    listed = tomllib.loads((ROOT / "prove/equivalent.toml").read_text()).get("mutant", [])
    return {(each["file"], each["old"], each["new"]) for each in listed}
