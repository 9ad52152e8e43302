"""The start of a round of `cphera`: everybody in one hold is ranked by one throw, and acts from the highest down."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench import Row, within
from tussle.analysis.odds import Pricer
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_position
from tussle.bout.stance import Position

TITLE = "the start of a round with four in one hold is priced exactly while nobody notices"
NAMES = ("Hild", "Grosh", "Pell", "Ovan", "Ysolt")


def _phase(count: int) -> tuple[Bout, Position]:
    """So many in one hold, in two sides, none of them pinned, as a round begins."""
    rules, names = load("cphera"), NAMES[:count]
    bout = make_bout(rules, [(name, rules.house[name]) for name in names], tuple(n % 2 for n in range(count)))
    pairs = [f"{one}:{other}:level" for place, one in enumerate(names) for other in names[place + 1 :]]
    return bout, parse_position(bout, f"order={','.join(names)} turn={names[0]} holds={','.join(pairs)} agenda=round")


def _seconds(count: int, repeats: int) -> float:
    """The best of several, each with nothing remembered of the one before but the law of the throw."""
    bout, position = _phase(count)
    taken = []
    for _ in range(repeats):
        begun = time.perf_counter()
        Pricer(bout, most=100_000).price(position, ())
        taken.append(time.perf_counter() - begun)
    return min(taken)


def run(share: float) -> Iterator[Row]:
    """Four in one hold within 50 ms, and five, which is as many as are priced exactly."""
    repeats = max(2, round(10 * share))
    yield within("four in one hold", _seconds(4, repeats), 0.05)
    if share >= 1:
        yield within("five in one hold", _seconds(5, 1), 10.0)
