"""Forecasts: how a grapple stands at the end of each round ahead, when both play for `down first`, or as stated.

What can happen is followed forward from the beginning, chance by chance, each side choosing as the sweep found best.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tussle.analysis.bodies import Body, Cell, bodies
from tussle.analysis.graph import Gap, Go, Graph, Hurt, Mix, Pick, Policy
from tussle.analysis.objective import Objective
from tussle.analysis.solve import check_sides
from tussle.analysis.solve_engine import Engine, sweep_of
from tussle.analysis.solve_sweep import Sweep
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance
from tussle.errors import Uncovered

__all__ = ["STANDS", "Forecast", "Row", "forecast"]

STANDS = {
    "free": "in no hold with a foe",
    "held": "in a hold with a foe, nobody pinned",
    "pinning": "pinning a foe",
    "pinned": "pinned by a foe",
    "down": "the whole side is down",
    "won": "every foe is down",
}
"""How the first side may stand; of several that are true, the last of these counts."""

MAX_STEPS = 3_000_000
NEGLIGIBLE = 1e-15
TIE = 1e-11


class Row(Struct, frozen=True):
    """The end of a round: how likely the first side stands in each of `STANDS`."""

    round: int
    chances: dict[str, float]


class Forecast(Struct, frozen=True):
    """The rounds ahead.

    Attributes:
        rows: the beginning, as round 0, and the end of each round.
        error: how much chance has been left out in all because it was negligible.
    """

    rows: tuple[Row, ...]
    error: float


def forecast(
    bout: Bout,
    position: Position,
    rounds: int,
    policies: Mapping[int, Policy] | None = None,
    most: int | None = None,
    engine: Engine | None = None,
) -> Forecast:
    """How the first side stands at the end of each round.

    Args:
        policies: for a fighter by index, a stated policy; the others play their best for `down first`.
        most: how many values may be found; None: as many as can be in a minute or so.
        engine: who finds best play: `plain` or `fast`; None: what is quicker.

    Raises:
        Missing: the fast engine is asked for, and is not installed.
        Uncovered: the game is too large, or more than two sides play their best.
    """
    stated = dict(policies or {})
    objective = Objective("first", None, bout.sides[0])
    check_sides(bout, objective, stated)
    graph = Graph(bout, objective, position, stated, count=True)
    graph.grow_all()
    walk = _Walk(graph, None if len(stated) == len(bout.names) else sweep_of(graph, most, engine))
    return walk.run(rounds)


class _Walk:
    """The chances of every state and cell, moved on round by round."""

    def __init__(self, graph: Graph, sweep: Sweep | None) -> None:
        self.graph = graph
        self.sweep = sweep
        self.bodies: tuple[Body, ...] = self.sweep.bodies if self.sweep else bodies(graph)
        self.left_out = 0.0
        self.steps = 0
        self.ended = {"down": 0.0, "won": 0.0, "free": 0.0}
        self._stands = [_stand(graph, stance) for stance in graph.stances]

    def run(self, rounds: int) -> Forecast:
        now: dict[tuple[int, Cell], float] = {}
        later: list[dict[tuple[int, Cell], float]] = [now, {}, {}]
        self._move(self.graph.root, (0,) * len(self.bodies), 1.0, later)
        rows = [Row(0, self._count(now))]
        for number in range(1, rounds + 1):
            while later[0]:
                here, later[0] = later[0], {}
                for (state, cell), chance in here.items():
                    if chance < NEGLIGIBLE:
                        self.left_out += chance
                        continue
                    self._move(self.graph.state(state).root, cell, chance, later)
            later = [*later[1:], {}]
            rows.append(Row(number, self._count(later[0])))
        return Forecast(tuple(rows), self.left_out)

    def _move(self, root: int, cell: Cell, chance: float, later: list[dict[tuple[int, Cell], float]]) -> None:
        """Spread the chance of a node over the states that follow, this round and later."""
        waiting = [(root, cell, chance)]
        while waiting:
            number, cell, chance = waiting.pop()
            self.steps += 1
            node = self.graph.nodes[number]
            if isinstance(node, Go):
                key = (node.state, cell)
                later[node.rounds][key] = later[node.rounds].get(key, 0.0) + chance
            elif isinstance(node, Gap):
                self.ended[{"reached": "won", "lost": "down", "neither": "free"}[node.outcome]] += chance
            elif isinstance(node, Mix):
                waiting += [(kid, cell, chance * weight / node.total) for kid, weight in node.ways]
            elif isinstance(node, Pick):
                waiting.append((self._choice(node, cell), cell, chance))
            elif isinstance(node, Hurt):
                total = self.graph.laws[node.law].total
                waiting += [
                    (kid, (*cell[: node.fighter], row, *cell[node.fighter + 1 :]), chance * weight / total)
                    for kid, row, weight in self.bodies[node.fighter].answers(node, cell[node.fighter])
                ]
            else:
                past = self.bodies[node.fighter].excess(node, cell[node.fighter])
                waiting.append((dict(node.kids)[past], cell, chance))
        if self.steps > MAX_STEPS:
            raise Uncovered(
                f"this is more than {MAX_STEPS:,} steps: ask for fewer rounds, or give the fighters fewer hits"
            )

    def _choice(self, node: Pick, cell: Cell) -> int:
        """The best way on; of those as good, the first that is offered."""
        if self.sweep is None:
            raise Uncovered("somebody decides who has no policy")
        values = [self.sweep.value(kid, cell) for kid in node.kids]
        top = max(values) if node.mine else min(values)
        return next(kid for kid, value in zip(node.kids, values, strict=True) if abs(value - top) <= TIE)

    def _count(self, now: dict[tuple[int, Cell], float]) -> dict[str, float]:
        found = dict.fromkeys(STANDS, 0.0)
        for (state, _), chance in now.items():
            found[self._stands[state]] += chance
        for word, chance in self.ended.items():
            found[word] += chance
        return found


def _stand(graph: Graph, stance: Stance) -> str:
    """How the first side stands in a state."""
    bout, objective = graph.bout, graph.objective
    found = "free"
    for one, other, word in stance.holds:
        mine = objective.mine(bout, one)
        if mine == objective.mine(bout, other):
            continue
        if word.partition("-")[0] != "pin":
            found = "held" if found == "free" else found
        elif not mine:
            return "pinned"
        else:
            found = "pinning"
    return found
