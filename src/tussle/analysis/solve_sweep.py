"""`down first`: a sweep over the tallies from the losing end.

Harm only goes forward, so a cell asks only for later ones. In a cell each knot of stances is solved by Newton's
method on its cut: the value of a pass is a broken line in each cut, so a few passes end on the very line. Endless
play fails the goal: the least solution is sought. Every cell is certified before the next: with so much less a
pass gives no less, shrunk a little, so no circle holds it up; with so much more it gives no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tussle.analysis.bodies import Body, Cell, bodies
from tussle.analysis.graph import Gap, Graph, Hurt, Mix, Pick, Read, kids_of
from tussle.analysis.solve_chain import SHADE, Chain, Chains
from tussle.analysis.solve_code import ROUNDING, Program, Writer
from tussle.errors import Fault, Uncovered

__all__ = ["Sweep"]

PASSES = 30
SLOW_PASSES = 100_000
CLOSE = 2e-15
SLACK = 2e-14
WORST = 1e-7
SHRINK = 1 - 4.5e-16


class Sweep:
    """The values of a graph without a horizon, in every cell.

    Attributes:
        endless: whether best play goes on for ever somewhere.
        passes: how many passes it took.

    Raises:
        Uncovered: there are too many values; the error says how many, and what would make it smaller.
    """

    def __init__(self, graph: Graph, most: int, known: tuple[Body, ...] | None = None) -> None:
        self.graph = graph
        self.bodies: tuple[Body, ...] = bodies(graph) if known is None else known
        self.cells = 1
        strides = []
        for body in reversed(self.bodies):
            strides.append(self.cells)
            self.cells *= len(body.rows)
        self.strides = strides[::-1]
        if self.cells * len(graph.stances) > most:
            raise Uncovered(
                f"{len(graph.stances):,} stances with {self.cells:,} combinations of harm each are "
                f"{self.cells * len(graph.stances):,} values, more than {most:,}: give the fighters fewer hits, ask "
                "for a goal within some rounds, or simulate"
            )
        staying = frozenset(
            number for number, node in enumerate(graph.nodes) if isinstance(node, Hurt) and self._may_stay(node)
        )
        self.program = Program(graph, staying)
        self._errors = [0.0] * self.cells
        self._error = 0.0
        self.endless = False
        self.passes = 0
        self._tables: dict[int, Any] = {}
        self._kept: list[list[int]] = []
        self._runs: list[dict[str, Callable[..., Any]]] = []
        self._chains: dict[int, tuple[Chain, tuple[Any, Any]]] = {}
        self._make_ready()
        self.run()

    def _make_ready(self) -> None:
        self._tables = {number: [0.0] * self.cells for number in self.program.kept}
        self._prepare()

    def run(self) -> None:
        """Solve every cell, those that harm leads to first. It is done once already; again gives the same."""
        for index in reversed(range(self.cells)):
            self._solve_at(index)

    def _solve_at(self, index: int) -> None:
        """Solve one cell, the later ones being solved."""
        cell = self.cell_at(index)
        self._error = self._error_after(index, cell)
        if all(body.live[row] for body, row in zip(self.bodies, cell, strict=True)):
            self._solve(index, cell)
        self._errors[index] = self._error

    @property
    def error(self) -> float:
        """How far a value may be from the true one at the beginning, where it may be furthest."""
        return float(self._errors[0])

    @property
    def gap(self) -> float:
        """How far apart the bounds are at most."""
        return 2 * self.error

    def _error_after(self, index: int, cell: Cell) -> float:
        """The largest error of the cells that harm leads to from this one."""
        later = [
            self._errors[index + stride]
            for row, stride, body in zip(cell, self.strides, self.bodies, strict=True)
            if row + 1 < len(body.rows)
        ]
        return max(later, default=0.0)

    def cell_at(self, index: int) -> Cell:
        """The cell of an index."""
        return tuple(index // stride % len(body.rows) for stride, body in zip(self.strides, self.bodies, strict=True))

    def index_of(self, cell: Cell) -> int:
        """The index of a cell."""
        return sum(row * stride for row, stride in zip(cell, self.strides, strict=True))

    def value(self, node: int, cell: Cell) -> float:
        """The value of any node in a cell, found from those that are kept."""
        number = self.program.named(node)
        if number < 0:
            return float(number == -2)
        if number in self._tables:
            return float(self._tables[number][self.index_of(cell)])
        return self.worth(node, cell)

    def worth(self, node: int, cell: Cell) -> float:
        """The value of a node, from the values of what follows it."""
        here = self.graph.nodes[node]
        if isinstance(here, Hurt):
            total = self.graph.laws[here.law].total
            return (
                sum(
                    weight * self.value(kid, (*cell[: here.fighter], row, *cell[here.fighter + 1 :]))
                    for kid, row, weight in self.bodies[here.fighter].answers(here, cell[here.fighter])
                )
                / total
            )
        if isinstance(here, Read):
            return self.value(dict(here.kids)[self.bodies[here.fighter].excess(here, cell[here.fighter])], cell)
        kids = [self.value(kid, cell) for kid in kids_of(here)]
        if isinstance(here, Mix):
            return sum(weight * kid for (_, weight), kid in zip(here.ways, kids, strict=True)) / here.total
        if isinstance(here, Pick):
            return max(kids) if here.mine else min(kids)
        return self.value(node, cell)

    @property
    def decides(self) -> bool:
        """Whether best play always comes to an end, and never to one with both sides down."""
        both = any(isinstance(node, Gap) and node.outcome == "neither" for node in self.graph.nodes)
        return not self.endless and not both

    # Making ready

    def _may_stay(self, node: Hurt) -> bool:
        body = self.bodies[node.fighter]
        answered = {answer for answer, _ in node.kids}
        return any(
            after == row and answer in answered
            for row in range(len(body.rows))
            if body.live[row]
            for answer, after, _ in body.weigh(node, row)
        )

    def _prepare(self) -> None:
        program = self.program
        kept = set(program.kept)
        asked = {number for outside in program.outside for number in outside}
        self._slots: dict[int, int] = {}
        for which, knot in enumerate(program.knots):
            mine = [number for number in knot.nodes if number in kept or number in asked]
            self._kept.append(mine)
            self._slots.update({number: len(self._slots) + place for place, number in enumerate(mine)})
            modes = ("plain", "choose", "down", "up") if knot.cut else ("plain", "down", "up")
            self._runs.append({mode: Writer(program, which, mode, mine).function() for mode in modes})
        self._shaky = bool(program.staying or program.reads)
        self._finders = [Chains(program, which) for which in range(len(program.knots))]
        self._asks = [[self._slots[number] for number in outside] for outside in program.outside]
        self._harms = [self._harm_rows(number) for number in program.harms]
        self._reads = [self._read_rows(number) for number in program.reads]

    def _read_rows(self, number: int) -> tuple[int, list[int]]:
        """For a gauge, whose it is, and the place of what follows in each row."""
        node = self.graph.nodes[number]
        if not isinstance(node, Read):
            raise Fault("a gauge is expected")
        places = {past: place for place, (past, _) in enumerate(node.kids)}
        body = self.bodies[node.fighter]
        return node.fighter, [places.get(body.excess(node, row), 0) for row in range(len(body.rows))]

    def _harm_rows(self, number: int) -> tuple[int, list[Any]]:
        """For a harm, whose it is, and what it does in each row.

        That is the sure part, the terms in other cells, the chances of staying, and by how much its value may be off:
        in parts of what other cells are off, and in parts of itself. What stays brings nothing of either with it, or
        what goes round in circles would creep up from cell to cell.
        """
        node = self.graph.nodes[number]
        if not isinstance(node, Hurt):
            raise Fault("a harm is expected")
        body, total, stride = self.bodies[node.fighter], self.graph.laws[node.law].total, self.strides[node.fighter]
        places = {answer: place for place, (answer, _) in enumerate(node.kids)}
        rows: list[Any] = []
        for row in range(len(body.rows)):
            sure, leaves, stay, count = 0.0, 0.0, [0.0] * len(node.kids), 4
            terms: dict[int, list[tuple[int, float]]] = {}
            for answer, after, weight in body.weigh(node, row) if body.live[row] else ():
                if answer not in places:
                    continue  # an answer that no fighter who stands so can get: this stance is never in this row
                kid = self.program.named(node.kids[places[answer]][1])
                count += 1
                if kid < 0:
                    sure += weight / total * (kid == -2)
                elif after == row:
                    stay[places[answer]] += weight / total
                else:
                    terms.setdefault(kid, []).append(((after - row) * stride, weight / total))
                    leaves += weight / total
            asked = [(self._tables[kid], tuple(each)) for kid, each in terms.items()]
            rows.append((sure, asked, tuple(stay), leaves, ROUNDING * count))
        return node.fighter, rows

    # Solving a cell

    def _solve(self, index: int, cell: Cell) -> None:
        c: list[float] = []
        low: list[float] = []
        high: list[float] = []
        s: list[tuple[float, ...]] = []
        error = self._error
        for fighter, rows in self._harms:
            value, terms, stay, leaves, rounding = rows[cell[fighter]]
            for table, each in terms:
                for offset, weight in each:
                    value += weight * table[index + offset]
            c.append(value)
            low.append(max(0.0, value - leaves * error) * (1 - rounding))
            high.append(min(1.0, (value + leaves * error) * (1 + rounding)))
            s.append(stay)
        r = [rows[cell[fighter]] for fighter, rows in self._reads]
        values = [0.0] * len(self._slots)
        lows, highs = values[:], values[:]
        for number, (knot, kept, runs, asks) in enumerate(
            zip(self.program.knots, self._kept, self._runs, self._asks, strict=True)
        ):
            others = [[row[slot] for slot in asks] for row in (values, lows, highs)]
            if knot.cut:
                start = [self._guess(each, index) for each in knot.cut]
                cut, found = self._settle(number, start, (c, s, r, others[0]))
                under = self._under(runs["down"], cut, (low, s, r, others[1]))
                if under is None and number in self._chains:
                    # The strategies of the cell before may have led astray: once more without them.
                    del self._chains[number]
                    cut, found = self._settle(number, start, (c, s, r, others[0]))
                    under = self._under(runs["down"], cut, (low, s, r, others[1]))
                if under is None:
                    cut, found = self._settle_slowly(number, (c, s, r, others[0]))
                    under = self._under(runs["down"], cut, (low, s, r, others[1]))
                if under is None:
                    raise Fault("the values found are not the least: they cannot be certified from below")
                over = self._over(runs["up"], cut, (high, s, r, others[2]))
            else:
                found = runs["plain"](c, s, r, others[0])[1]
                under = runs["down"](low, s, r, others[1])[1]
                over = runs["up"](high, s, r, others[2])[1]
            for node, value, below, above in zip(kept, found, under, over, strict=True):
                slot = self._slots[node]
                values[slot], lows[slot], highs[slot] = value, below, above
                self._error = max(self._error, value - below, above - value)
                if node in self._tables:
                    self._tables[node][index] = value

    def _guess(self, number: int, index: int) -> float:
        """Where to begin: at the value of the neighbour with one row more of harm."""
        table = self._tables.get(number)
        later = index + min(self.strides, default=1)
        return table[later] if table is not None and later < self.cells else 0.0

    def _settle(self, number: int, start: Sequence[float], known: tuple[Any, ...]) -> tuple[Sequence[float], Any]:
        """The least values of the cut of a knot that a pass gives back, and the values that are kept.

        Strategies are tried as they were in the cell before, and improved until a pass changes nothing. What leads
        back into the knot counts a shade less than what leaves it: so the one who gains by playing on for ever does
        so where it costs nothing, and the other does not let it come to that.
        """
        runs = self._runs[number]
        c, s, r, o = known
        chain, before = self._chains.get(number, (None, None))
        if chain is None or (self._shaky and before != (s, r)):
            chain = self._finders[number].find(runs["choose"](*[value * SHADE for value in start], *known)[2], s, r)
        for _ in range(PASSES):
            x = chain.solve(c, o)
            got, kept, choices = runs["choose"](*[value * SHADE for value in x], *known)
            self.passes += 1
            if chain.agrees(choices) or max(abs(g - v) for g, v in zip(got, x, strict=True)) <= CLOSE:
                self._chains[number] = (chain, (s, r))
                self.endless = self.endless or chain.singular
                return x, kept
            chain = self._finders[number].find(choices, s, r)
        return self._settle_slowly(number, known)

    def _settle_slowly(self, number: int, known: tuple[Any, ...]) -> tuple[Sequence[float], Any]:
        """The same where strategies go round in a circle: from nothing up, pass by pass."""
        x = [0.0] * len(self.program.knots[number].cut)
        for _ in range(SLOW_PASSES):
            got, kept, _ = self._runs[number]["plain"](*x, *known)
            self.passes += 1
            if max(abs(g - v) for g, v in zip(got, x, strict=True)) <= CLOSE:
                return x, kept
            x = list(got)
        raise Fault("the values of a cell do not settle")

    def _under(self, run: Callable[..., Any], cut: Sequence[float], known: tuple[Any, ...]) -> Any:
        """Values that are no more than the true ones: a pass from them, shrunk, gives no less. None: these are not."""
        slack = SLACK
        while self._error + slack < WORST:
            below = [max(0.0, value - self._error - slack) for value in cut]
            for _ in range(20):
                got, kept, _ = run(*below, *known)
                if all(value <= back * SHRINK or not value for value, back in zip(below, got, strict=True)):
                    self._error = max(self._error, *(v - b for v, b in zip(cut, below, strict=True)))
                    return kept
                below = [min(value, max(0.0, back * SHRINK)) for value, back in zip(below, got, strict=True)]
            slack *= 4
        return None

    def _over(self, run: Callable[..., Any], cut: Sequence[float], known: tuple[Any, ...]) -> Any:
        """Values that are no less than the true ones: a pass from them gives no more."""
        slack = SLACK
        while self._error + slack < WORST:
            above = [min(1.0, value + self._error + slack) for value in cut]
            for _ in range(20):
                got, kept, _ = run(*above, *known)
                if all(value >= back for value, back in zip(above, got, strict=True)):
                    self._error = max(self._error, *(a - v for a, v in zip(above, cut, strict=True)))
                    return kept
                above = [max(value, back) for value, back in zip(above, got, strict=True)]
            slack *= 4
        raise Fault("the values found cannot be certified from above")
