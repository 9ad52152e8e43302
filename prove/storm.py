"""Chains and one-sided best play, the same fraction as in Storm, by its exact engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from prove import Figure, Journal
from prove._storm import least_asked, matches, model_text, planted, storm_value
from tussle.bout.loading import available

TITLE = "small games have the same fraction in Storm, no tolerance"
CHUNK = 2
WHOLE = 100
"""Chunks a rule set."""


def compare(key: str) -> list[int]:
    """Of the match-ups of one chunk: how many, with three fighters, with somebody deciding, and which differ."""
    rules, _, seed = key.partition("/")
    count = three = decided = different = 0
    for match in islice(matches(rules, int(seed)), CHUNK):
        count += 1
        three += match.fighters == 3
        decided += any(point.who for point in match.game.points)
        different += storm_value(model_text(match), least=least_asked(match)) != match.value
    return [count, three, decided, different]


def run(size: float, work: Path) -> Iterator[Figure]:
    """As many match-ups of every rule set."""
    chunks = max(1, round(WHOLE * size))
    journal = Journal(work / "chunks")
    for rules in available():
        totals = [0, 0, 0, 0]
        for _, found in journal.each([f"{rules}/{seed}" for seed in range(chunks)], compare, workers=2):
            totals = [total + part for total, part in zip(totals, found, strict=True)]
        count, three, decided, different = totals
        yield Figure(f"{rules}: match-ups", count, f">= {chunks * CHUNK}", ok=count >= chunks * CHUNK)
        least = chunks * CHUNK // 10
        yield Figure(f"{rules}: with three fighters", three, f">= {least}", ok=three >= least)
        yield Figure(f"{rules}: with somebody deciding", decided, f">= {least}", ok=decided >= least)
        yield Figure(f"{rules}: other in Storm", different, "= 0", ok=different == 0)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A transition whose chances are the other way round must be found."""
    del size, work
    different = sum(
        storm_value(planted(model_text(match)), least=least_asked(match)) != match.value
        for match in islice(matches("hug", 999), 5)
    )
    yield Figure("hug: other in Storm", different, "= 0", ok=different == 0)
