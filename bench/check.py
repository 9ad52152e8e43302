"""One opposed d20 check, from its two modifiers to its exact chance, beside icepool.

Both are asked the same question, and both build everything anew each time: the edge runs through 39 values, and
neither keeps a law. The peer's call is the one its documentation shows, `d20 + edge > d20`, priced by its mean.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path

from icepool import d20  # type: ignore[import-untyped]  # it says nothing of its types

from bench import Row, against, paired
from tussle.ask.readings import Opposed

TITLE = "an opposed d20 check, built and priced, beside icepool"

EDGES = range(-19, 20)


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """The chance as two whole numbers, which is all a price needs; then the whole law, in lowest terms."""
    for edge in EDGES:
        assert Fraction(*Opposed(edge).price()) == (d20 + edge > d20).mean()  # noqa: S101 - the same question
    repeats = max(3, round(41 * size))
    edges, same_edges = cycle(EDGES), cycle(EDGES)

    def peer() -> object:
        return (d20 + next(same_edges) > d20).mean()

    yield against("opposed d20 check, priced", *paired(lambda: Opposed(next(edges)).price(), peer, repeats), goal=300)
    ours, theirs = paired(lambda: Opposed(next(edges)).law((20, 20)), peer, repeats)
    yield against("its whole law, in lowest terms", ours, theirs, goal=1)
