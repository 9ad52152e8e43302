"""A contest of pools, 8d6 against 7d6, successes on 5 and 6, beside dyce.

Both are asked for the chance to have more successes, and both build everything anew each time. dyce warns on its
experimental calls; none of them is used here.
"""

from collections.abc import Iterator
from pathlib import Path

from dyce import H

from bench import Row, against, paired
from tussle.ask.readings import Pools

TITLE = "a contest of pools, 8d6 against 7d6, beside dyce"

SIDES = (6,) * 15


def ours() -> object:
    """More successes, or not."""
    return Pools(8, 7, 5, "lost").law(SIDES)


def peer() -> object:
    """The same, in the words of its manual."""
    success = H(6).ge(5)
    return (8 @ success).gt(7 @ success)


def three_ways() -> object:
    """More, as many, or fewer."""
    return Pools(8, 7, 5, "tie").law(SIDES)


def peers_difference() -> object:
    """The same three, as the law of the difference."""
    success = H(6).ge(5)
    return (8 @ success) - (7 @ success)


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """Two questions of the same pools."""
    more = (8 @ H(6).ge(5)).gt(7 @ H(6).ge(5))
    assert Pools(8, 7, 5, "lost").law(SIDES).chance("won") == dict(more.probability_items())[True]  # noqa: S101 - the same question
    repeats = max(3, round(41 * size))
    yield against("8d6 v 7d6, 5+: more successes", *paired(ours, peer, repeats), goal=10)
    yield against("8d6 v 7d6, 5+: more, as many, fewer", *paired(three_ways, peers_difference, repeats), goal=10)
