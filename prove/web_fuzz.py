"""Ten thousand requests that a fuzzer makes up, single and in sequences along the links: no server error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from prove import Figure, Journal, clock
from tests.web.fuzz import ROOT, fuzz
from tests.web.serving import Served

TITLE = "a fuzzer finds no server error in the API, alone or along its links"
CASES = 10_000
OPERATIONS = 19
WHOLE = 0.1
"""From this size on all phases run."""
RUN = 1_000  # cases of one run, whose figures are kept
PATIENCE = 400  # seconds that one run may take


def _fuzz(work: Path, module: str, examples: int, phases: str, seed: int, *, one: bool = False) -> tuple[int, int, int]:
    """One run at a fresh server: the cases, the server errors, and whether anything at all was amiss."""
    for old in work.glob("tables.sqlite*"):
        old.unlink()
    served = Served(work / "tables.sqlite", module=module, PYTHONPATH=str(ROOT))
    try:
        result = fuzz(served.address, examples, phases=phases, seconds=PATIENCE, seed=seed, one=one)
    finally:
        served.stop()
    cases = [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) generated", result.stdout)]
    return sum(cases), len(re.findall(r"Server error", result.stdout)), int(result.returncode != 0)


def _figures(found: Iterable[Sequence[int]], wanted: int) -> Iterator[Figure]:
    cases, errors, faults = (sum(each) for each in zip(*found, strict=True))
    yield Figure("cases", cases, f">= {wanted}", ok=cases >= wanted)
    yield Figure("server errors", errors, "= 0", ok=errors == 0)
    yield Figure("other faults", faults, "= 0", ok=faults == 0)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Fuzz in runs of other seeds; every operation and the sequences get their share of the cases."""
    wanted, journal = round(CASES * size), Journal(work / "runs")
    examples = max(5, min(wanted, RUN) // OPERATIONS)
    seed = 0
    while sum(journal[number][0] for number in range(1, seed + 1)) < wanted:
        seed += 1
        if seed not in journal:
            clock.check(f"{seed - 1} runs")
            # One phase asks every operation in every way that its schema has: once is enough, and only of the whole.
            phases = (
                "examples,coverage,fuzzing,stateful" if size >= WHOLE and seed == 1 else "examples,fuzzing,stateful"
            )
            journal.add(seed, _fuzz(work, "tussle", examples, phases, seed))
    yield from _figures([journal[number] for number in range(1, seed + 1)], wanted)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A server that breaks when a seat is added, two links from the first request, must be caught."""
    del size
    yield from _figures([_fuzz(work, "tests.web.faulty", 30, "stateful", 1, one=True)], 1)
