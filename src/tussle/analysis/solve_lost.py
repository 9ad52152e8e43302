"""The chance that it is lost, where best play may also go on for ever: both strategies are followed to the end."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.analysis.bodies import Cell
from tussle.analysis.graph import Gap, Go, Hurt, Mix, Pick
from tussle.analysis.layers import moved
from tussle.analysis.solve_sweep import Sweep
from tussle.errors import Uncovered

__all__ = ["lost_of"]

MOST = 400_000
SETTLED = 1e-12
TIE = 1e-11
PASSES = 100_000


def lost_of(sweep: Sweep, node: int) -> float:
    """The chance of being lost from a node at the beginning, each side choosing as the sweep found best.

    Of ways as good for reaching the goal the first that is offered is taken. The chances are found from below: what
    goes on for ever is never lost.

    Raises:
        Uncovered: too many positions may follow.
    """
    start = (0,) * len(sweep.bodies)
    ways: dict[tuple[int, Cell], list[tuple[float, tuple[int, Cell]]]] = {}
    waiting = [(sweep.program.graph.root, start), (node, start)]
    while waiting:
        key = waiting.pop()
        if key not in ways:
            ways[key] = list(_ways(sweep, *key))
            waiting += [after for _, after in ways[key]]
        if len(ways) > MOST:
            raise Uncovered(f"more than {MOST:,} positions may follow: give the fighters fewer hits")
    nodes = sweep.graph.nodes
    lost = {key: float(isinstance(here := nodes[key[0]], Gap) and here.outcome == "lost") for key in ways}
    open_keys = [key for key in reversed(ways) if ways[key]]
    for _ in range(PASSES):
        rise = 0.0
        for key in open_keys:
            worth = sum([chance * lost[after] for chance, after in ways[key]])
            rise = max(rise, worth - lost[key])
            lost[key] = worth
        if rise <= SETTLED:
            break
    return lost[node, start]


def _ways(sweep: Sweep, number: int, cell: Cell) -> Iterator[tuple[float, tuple[int, Cell]]]:
    """What follows a node in a cell, by the strategies found, with the chances."""
    node = sweep.graph.nodes[number]
    if isinstance(node, Go):
        yield 1.0, (sweep.graph.state(node.state).root, cell)
    elif isinstance(node, Mix):
        yield from ((weight / node.total, (kid, cell)) for kid, weight in node.ways)
    elif isinstance(node, Pick):
        values = [sweep.value(kid, cell) for kid in node.kids]
        top = max(values) if node.mine else min(values)
        yield 1.0, next((kid, cell) for kid, value in zip(node.kids, values, strict=True) if abs(value - top) <= TIE)
    elif isinstance(node, Hurt):
        total = sweep.graph.laws[node.law].total
        for kid, row, weight in sweep.bodies[node.fighter].answers(node, cell[node.fighter]):
            yield weight / total, (kid, moved(cell, node.fighter, row))
    elif not isinstance(node, Gap):
        yield 1.0, (dict(node.kids)[sweep.bodies[node.fighter].excess(node, cell[node.fighter])], cell)
