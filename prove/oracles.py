"""Two implementations of each rule set, written apart from the same text, answer the same questions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from prove import Figure, Journal
from tests.oracle.exchange import HERE, compare, draw, oracle, oracles, planted

TITLE = "a second implementation agrees on every action, choice, end and exact chance"
POSITIONS = 1_000  # a rule set
CHUNK = 25


def agreed(name: str, chunk: int, *, wrong: bool = False) -> list[int]:
    """Of one chunk: the questions answered alike, and the seeds of the others."""
    second = planted(name) if wrong else oracle(name)
    seeds = range(chunk * CHUNK, chunk * CHUNK + CHUNK)
    differing = [seed for seed in seeds if compare(draw(name, seed), second)]
    return [CHUNK - len(differing), *differing]


def run(size: float, work: Path) -> Iterator[Figure]:
    """Ask both the same questions, of every rule set that has two."""
    for name in oracles():
        yield from _figures(name, max(1, round(POSITIONS * size / CHUNK)), work, partial(agreed, name))


def control(size: float, work: Path) -> Iterator[Figure]:
    """A second implementation with one constant wrong."""
    del size  # two chunks are enough at any size
    for name in oracles():
        yield from _figures(name, 2, work, partial(agreed, name, wrong=True))


def _figures(name: str, chunks: int, work: Path, compute: Callable[[int], list[int]]) -> Iterator[Figure]:
    journal = Journal(work / f"{name}-{_digest()}")
    results = [result for _, result in journal.each(range(chunks), compute, workers=2)]
    alike, asked = sum(result[0] for result in results), chunks * CHUNK
    differing = [seed for result in results for seed in result[1:]]
    yield Figure(f"{name} positions agreed", alike, f">= {asked:,}", ok=alike >= asked)
    yield Figure(f"{name} positions that differ", len(differing), "= 0", ok=not differing)
    (work / f"{name}-differing.txt").write_text("".join(f"seed {seed}\n" for seed in differing))


def _digest() -> str:
    """Of the second implementations, so that a journal is of these and no earlier ones."""
    content = b"".join(path.read_bytes() for path in sorted(HERE.rglob("*.py")))
    return hashlib.sha256(content).hexdigest()[:12]
