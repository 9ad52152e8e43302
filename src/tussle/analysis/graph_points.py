"""A game written out whole: every point where somebody decides or a state begins, with exact chances.

It is what other programs are handed, and what small games are solved on as fractions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tussle.analysis.bodies import Body, Cell, bodies
from tussle.analysis.graph import Gap, Go, Graph, Hurt, Mix, Pick
from tussle.analysis.layers import Layers, moved
from tussle.errors import Uncovered

__all__ = ["ENDS", "Option", "Point", "Points"]

ENDS = ("reached", "lost", "neither")
"""The first three points of every game."""

LONGEST = 2**62
"""Whole numbers beyond this are more than Storm reads."""

Key: TypeAlias = tuple[int, Cell, int]


class Option(NamedTuple):
    """One way on: its label, and the points that may follow with their chances."""

    label: str
    ways: tuple[tuple[int, Fraction], ...]


class Point(NamedTuple):
    """A point: who decides (`mine`, `theirs`, or "" for nobody), and the ways on; an end has none."""

    who: str
    options: tuple[Option, ...]


class Points:
    """A game, point by point; `first` is where it begins.

    Attributes:
        points: the points; the first three are `ENDS`.
        names: for each, the node, the cell and the rounds left; empty for ends.

    Raises:
        Uncovered: there are more than `most`.
    """

    def __init__(self, graph: Graph, most: int) -> None:
        self.graph = graph
        self._most = most
        self._layers = Layers(graph, 50 * most + 100_000) if graph.objective.rounds is not None else None
        if self._layers is None:
            graph.grow_all()
        self.bodies: tuple[Body, ...] = self._layers.bodies if self._layers else bodies(graph)
        self.points: list[Point] = [Point("", ())] * len(ENDS)
        self.names: list[Key | None] = [None] * len(ENDS)
        self._numbers: dict[Key, int] = {}
        cell = self._layers.first_cell() if self._layers else (0,) * len(self.bodies)
        left = self._layers.rounds if self._layers else 0
        start = self.spread(graph.root, cell, left)
        self.first = start[0][0] if len(start) == 1 else self._start(start)
        number = len(ENDS)
        while number < len(self.points):
            key = self.names[number]
            if key is not None and not self.points[number].options:
                self.points[number] = self._point(*key)
            number += 1

    def _start(self, ways: tuple[tuple[int, Fraction], ...]) -> int:
        """A point of its own for a beginning that is chance."""
        self.points.append(Point("", (Option("", ways),)))
        self.names.append(None)
        return len(self.points) - 1

    def _point(self, node: int, cell: Cell, left: int) -> Point:
        here = self.graph.nodes[node]
        if isinstance(here, Pick):
            options = [
                Option(label, self.spread(kid, cell, left)) for label, kid in zip(here.labels, here.kids, strict=True)
            ]
            return Point("mine" if here.mine else "theirs", tuple(options))
        ways = self._ways(node, cell, left, deep=True)
        return Point("", (Option("", ways if _short(ways) else self._ways(node, cell, left, deep=False)),))

    def spread(self, node: int, cell: Cell, left: int) -> tuple[tuple[int, Fraction], ...]:
        """The points that follow a node, with their chances; a node of chance is one of them where these get long."""
        found = self._ways(node, cell, left, deep=True)
        return found if _short(found) else ((self._target(node, cell, left), Fraction(1)),)

    def _ways(self, node: int, cell: Cell, left: int, *, deep: bool) -> tuple[tuple[int, Fraction], ...]:
        """The points that follow a node, chance after chance, or (not `deep`) after one."""
        found: dict[int, Fraction] = {}
        waiting = [(node, cell, Fraction(1), True)]
        while waiting:
            number, cell, chance, further = waiting.pop()
            here = self.graph.nodes[number]
            if isinstance(here, Gap | Go | Pick) or not further:
                point = self._target(number, cell, left)
                found[point] = found.get(point, Fraction(0)) + chance
            elif isinstance(here, Mix):
                waiting += [(kid, cell, chance * Fraction(weight, here.total), deep) for kid, weight in here.ways]
            elif isinstance(here, Hurt):
                total = self.graph.laws[here.law].total
                waiting += [
                    (kid, moved(cell, here.fighter, row), chance * Fraction(weight, total), deep)
                    for kid, row, weight in self.bodies[here.fighter].answers(here, cell[here.fighter])
                ]
            else:
                past = self.bodies[here.fighter].excess(here, cell[here.fighter])
                waiting.append((dict(here.kids)[past], cell, chance, True))
        return tuple(sorted(found.items()))

    def _target(self, number: int, cell: Cell, left: int) -> int:
        here = self.graph.nodes[number]
        if isinstance(here, Gap | Go) and self._layers and here.rounds >= left:
            return ENDS.index("reached" if self.graph.objective.kind == "hold" else "neither")
        if isinstance(here, Gap):
            return ENDS.index(here.outcome)
        if isinstance(here, Go):
            if self._layers:
                left -= here.rounds
                cell = self._layers.canon((here.state, left), cell)
            number = self.graph.state(here.state).root
        key = (number, cell, left)
        if key not in self._numbers:
            if len(self.points) >= self._most:
                raise Uncovered(f"written out whole this game has more than {self._most:,} points: give fewer hits")
            self._numbers[key] = len(self.points)
            self.points.append(Point("", ()))
            self.names.append(key)
        return self._numbers[key]


def _short(ways: tuple[tuple[int, Fraction], ...]) -> bool:
    """Whether every number is one that other programs read."""
    return all(chance.denominator < LONGEST for _, chance in ways)
