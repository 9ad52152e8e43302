"""Ten thousand requests that a fuzzer makes up, single and in sequences along the links: no server error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from prove import Figure
from tests.web.fuzz import ROOT, fuzz
from tests.web.serving import Served

TITLE = "a fuzzer finds no server error in the API, alone or along its links"
CASES = 10_000
OPERATIONS = 19
WHOLE = 0.1
"""From this size on all phases run."""


def _run(size: float, work: Path, module: str, examples: int, phases: str) -> Iterator[Figure]:
    del size
    for old in work.glob("tables.sqlite*"):
        old.unlink()
    served = Served(work / "tables.sqlite", module=module, PYTHONPATH=str(ROOT))
    try:
        result = fuzz(served.address, examples, phases=phases, seconds=560)
    finally:
        served.stop()
    cases = [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) generated", result.stdout)]
    yield Figure("cases", sum(cases), "—", ok=sum(cases) > 0)
    errors = len(re.findall(r"Server error", result.stdout))
    yield Figure("server errors", errors, "= 0", ok=errors == 0)
    yield Figure("other faults", int(result.returncode != 0), "= 0", ok=result.returncode == 0)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Fuzz; every operation and the sequences get their share of the cases."""
    wanted = round(CASES * size)
    # One phase asks every operation in every way that its schema has, hundreds of cases at any size.
    phases = "examples,coverage,fuzzing,stateful" if size >= WHOLE else "examples,fuzzing,stateful"
    for figure in _run(size, work, "tussle", max(5, wanted // OPERATIONS), phases):
        enough = not isinstance(figure.figure, int) or figure.figure >= wanted
        yield figure._replace(bound=f">= {wanted}", ok=enough) if figure.name == "cases" else figure


def control(size: float, work: Path) -> Iterator[Figure]:
    """A server that breaks when a seat is added, two links from the first request, must be caught."""
    yield from _run(size, work, "tests.web.faulty", 30, "stateful")
