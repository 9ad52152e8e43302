"""A knot under given strategies: each of its cut as one sum of what comes in from elsewhere, made once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tussle.analysis.graph import Hurt, Mix, kids_of
from tussle.analysis.solve_code import Program, picks_of

__all__ = ["SHADE", "SINGULAR", "Chain", "Chains"]

SINGULAR = 1e-11
SHADE = 1 - 3e-14
"""What leads back into a knot counts so much: who keeps it up for nothing gains, and who needs an end seeks one."""


class Line(NamedTuple):
    """A sum: what is added, and the weights of the cut, of harms beyond the cell, and of other knots."""

    sure: float
    cut: dict[int, float]
    harms: dict[int, float]
    others: dict[int, float]


class Chain(NamedTuple):
    """A knot under given choices: each of the cut as a sum of what comes in from elsewhere.

    Attributes:
        lines: for each of the cut, what is added, the harms beyond the cell and the other knots with their weights.
        choices: the place and the choice of each decision that is met.
        singular: whether some of the cut only keeps itself up: that is worth nothing.
    """

    lines: tuple[tuple[float, tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]], ...]
    choices: tuple[tuple[int, int], ...]
    singular: bool

    def agrees(self, choices: Sequence[int]) -> bool:
        """Whether these choices are the chain's own, wherever it goes."""
        return all(choices[place] == choice for place, choice in self.choices)

    def solve(self, c: Sequence[float], o: Sequence[float]) -> list[float]:
        """The values of the cut."""
        found = []
        for sure, harms, others in self.lines:
            value = sure
            for place, weight in harms:
                value += weight * c[place]
            for place, weight in others:
                value += weight * o[place]
            found.append(value)
        return found


class Chains:
    """The chains of a knot, each made once."""

    def __init__(self, program: Program, which: int) -> None:
        self._program = program
        self._knot = knot = program.knots[which]
        self._order = {number: place for place, number in enumerate(knot.nodes)}
        self._picks = {number: place for place, number in enumerate(picks_of(program, knot))}
        self._leaves = {-1: Line(0.0, {}, {}, {}), -2: Line(1.0, {}, {}, {})}
        self._leaves.update({n: Line(0.0, {}, {}, {place: 1.0}) for place, n in enumerate(program.outside[which])})
        self._leaves.update({number: Line(0.0, {j: SHADE}, {}, {}) for j, number in enumerate(knot.cut)})
        self._known: dict[Any, Chain] = {}
        self._fixed = {number: ways for number in knot.nodes if (ways := self._ways(number)) is not None}
        self._kids = {n: tuple(map(program.named, kids_of(program.graph.nodes[n]))) for n in knot.nodes}

    def _ways(self, number: int) -> list[tuple[int, float]] | None:
        """What follows a node in this cell, where neither choices nor the cell matter."""
        node, program = self._program.graph.nodes[number], self._program
        if isinstance(node, Mix):
            return [(program.named(kid), weight / node.total) for kid, weight in node.ways]
        return [] if isinstance(node, Hurt) and number not in program.staying else None

    def find(self, choices: Sequence[int], s: Sequence[Any], r: Sequence[int]) -> Chain:
        """The chain of these choices, with these chances of staying and places of gauges."""
        ways: dict[int, list[tuple[int, float]]] = {}
        taken: list[tuple[int, Any]] = []
        waiting = list(self._knot.cut)
        while waiting:
            number = waiting.pop()
            if number in ways:
                continue
            ways[number] = found = self._fixed.get(number) or self._now(number, choices, s, r, taken)
            waiting += [kid for kid, _ in found if kid not in self._leaves]
        key = tuple(taken)
        if key not in self._known:
            self._known[key] = self._chain(ways, choices)
        return self._known[key]

    def _now(
        self, number: int, choices: Sequence[int], s: Sequence[Any], r: Sequence[int], taken: list[tuple[int, Any]]
    ) -> list[tuple[int, float]]:
        """What follows a node in this cell under these choices; what that depends on is noted in `taken`."""
        kids, place = self._kids[number], self._program.places.get(number, -1)
        if number in self._picks:
            choice = choices[self._picks[number]]
            taken.append((number, choice))
            return [(kids[choice], 1.0)]
        if number not in self._program.staying:
            if place < 0 or number not in self._program.reads:
                return []
            taken.append((number, r[place]))
            return [(kids[r[place]], 1.0)]
        taken.append((number, s[place]))
        return [(kid, weight) for kid, weight in zip(kids, s[place], strict=True) if weight]

    def _chain(self, ways: dict[int, list[tuple[int, float]]], choices: Sequence[int]) -> Chain:
        lines = dict(self._leaves)
        own: dict[int, Line] = {}
        for number in sorted(ways, key=self._order.__getitem__):
            parts = [(lines[kid], weight) for kid, weight in ways[number]]
            if number in self._program.places and number not in self._program.reads:
                parts.append((Line(0.0, {}, {self._program.places[number]: 1.0}, {}), 1.0))
            own[number] = parts[0][0] if len(parts) == 1 and parts[0][1] == 1.0 else _sum(parts)
            lines.setdefault(number, own[number])
        mine = [_sum([(own[number], 1.0)]) for number in self._knot.cut]
        singular = _eliminate(mine)
        return Chain(
            tuple((line.sure, tuple(line.harms.items()), tuple(line.others.items())) for line in mine),
            tuple((place, choices[place]) for number, place in self._picks.items() if number in ways),
            singular,
        )


def _sum(parts: Sequence[tuple[Line, float]]) -> Line:
    total = Line(sum(weight * line.sure for line, weight in parts), {}, {}, {})
    for line, weight in parts:
        _add(total, line, weight)
    return total


def _add(total: Line, line: Line, weight: float) -> None:
    """Add so much of a line to another, save for what is sure in it."""
    for into, one in ((total.cut, line.cut), (total.harms, line.harms), (total.others, line.others)):
        for key, value in one.items():
            into[key] = into.get(key, 0.0) + weight * value


def _eliminate(lines: list[Line]) -> bool:
    """Put each line in place of what it stands for: in the later ones, then back, so that none asks for the cut.

    Returns:
        Whether some only kept themselves up: that is nothing.
    """
    singular = False
    for j, line in enumerate(lines):
        own = 1 - line.cut.pop(j, 0.0)
        if own < SINGULAR:
            singular = True
            lines[j] = Line(0.0, {}, {}, {})
        elif own != 1.0:
            lines[j] = _sum([(line, 1 / own)])
        for i in range(j + 1, len(lines)):
            _put(lines, i, j)
    for j in reversed(range(len(lines))):
        for i in tuple(lines[j].cut):
            _put(lines, j, i)
    return singular


def _put(lines: list[Line], into: int, what: int) -> None:
    """Put a line in place of what it stands for in another."""
    weight = lines[into].cut.pop(what, 0.0)
    if weight:
        _add(lines[into], lines[what], weight)
        lines[into] = lines[into]._replace(sure=lines[into].sure + weight * lines[what].sure)
