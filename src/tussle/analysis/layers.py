"""Goals with a horizon: layer upon layer of rounds left. Nothing comes back, so each value is found once.

A layer is a state with so many rounds left. Within a round a budget only falls, so layers have an order; a fighter
whom the harm that can still come does not bring near a change is in the row `SAFE`, and where that is so of all,
tallies do not matter and the answer is a fraction at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from tussle.analysis.bodies import SAFE, Body, Cell, bodies
from tussle.analysis.graph import Gap, Go, Graph, Hurt, Mix, Node, Pick, Read, kids_of
from tussle.analysis.odds import whole
from tussle.errors import Fault, Uncovered

__all__ = ["Layer", "Layers", "Number", "Solved", "Worth", "moved"]

MAX_LAYERS = 400_000
REMEMBERED = 200_000
"""So many nodes in so many cells are remembered from finding out which are needed to solving them."""
ULP = 2.0**-53
TIE = 1e-12
"""Floats so close are a tie, when of two ways with one value the one that loses less is sought."""

Layer: TypeAlias = tuple[int, int]
"""A state, and how many rounds are left."""

Number: TypeAlias = Any
"""A Fraction where the answer is exact, a float where it is direct: a type checker finds no arithmetic for both."""


class Worth(NamedTuple):
    """The chance that the goal is reached, and that it is lost, when both play their best."""

    reached: Number
    lost: Number


class Layers:
    """Every layer that can follow the beginning of a graph within its goal's rounds, in an order to solve in.

    Attributes:
        order: the layers, each after all that follow it.
        needed: for each layer, the cells it can be in.
        work: how many nodes there are, each counted once a cell.
        depth: how many roundings stand between the beginning and the furthest end.

    Raises:
        Uncovered: there are too many; `most` is how much work is allowed.
    """

    def __init__(self, graph: Graph, most: int) -> None:
        if graph.objective.rounds is None:
            raise Fault("a goal without a horizon has no layers")
        self.graph = graph
        self.rounds = graph.objective.rounds
        self._below: dict[int, list[tuple[int, Node]]] = {}
        self.order = self._sort()
        self.bodies: tuple[Body, ...] = bodies(graph)
        self._harm: dict[Layer, tuple[int, ...]] = {}
        self._find_most_harm()
        self.needed: dict[Layer, set[Cell]] = {layer: set() for layer in self.order}
        self._at: dict[Layer, dict[int, set[Cell]]] = {}
        self.work = 0
        self._reach(most)
        self.depth = self._depth()

    @property
    def fixed(self) -> bool:
        """Whether tallies cannot matter: every fighter is safe from the beginning."""
        return all(len(cells) <= 1 for cells in self.needed.values())

    def first_cell(self) -> Cell:
        """The cell of the beginning, safe fighters in `SAFE`."""
        return self._canon((0,) * len(self.bodies), self._harm_of(self.graph.root, self.rounds))

    # The order, and what is needed

    def below(self, node: int) -> list[tuple[int, Node]]:
        """The nodes under a node up to the next states, each after all that follow it."""
        if node not in self._below:
            self._below[node] = self.graph.below(node)
        return self._below[node]

    def _next(self, node: int, left: int) -> list[Layer]:
        """The layers a node leads to with so many rounds left."""
        gos = {each for _, each in self.below(node) if isinstance(each, Go)}
        return sorted((go.state, left - go.rounds) for go in gos if go.rounds < left)

    def _sort(self) -> list[Layer]:
        """Every layer after all that follow it."""
        order: list[Layer] = []
        under_way: set[Layer] = set()
        done: set[Layer] = set()
        waiting: list[tuple[Layer, bool]] = [(layer, False) for layer in self._next(self.graph.root, self.rounds)]
        while waiting:
            layer, left = waiting.pop()
            if left:
                under_way.discard(layer)
                done.add(layer)
                order.append(layer)
                continue
            if layer in done:
                continue
            if layer in under_way:
                raise Fault(f"a round can go on for ever: {self.graph.name(layer[0])}")
            if len(done) + len(under_way) > MAX_LAYERS:
                raise Uncovered(f"more than {MAX_LAYERS:,} stances and rounds: ask for fewer rounds")
            under_way.add(layer)
            waiting.append((layer, True))
            for after in self._next(self.graph.state(layer[0]).root, layer[1]):
                if after in under_way:
                    raise Fault(f"a round can go on for ever: {self.graph.name(after[0])}")
                if after not in done:
                    waiting.append((after, False))
        return order

    def _find_most_harm(self) -> None:
        """The most harm that each fighter can still take in each layer."""
        for layer in self.order:
            self._harm[layer] = self._harm_of(self.graph.state(layer[0]).root, layer[1])

    def _harm_of(self, root: int, left: int) -> tuple[int, ...]:
        nobody = (0,) * len(self.graph.bout.names)
        most: dict[int, tuple[int, ...]] = {}
        for number, node in self.below(root):
            if isinstance(node, Go):
                most[number] = self._harm.get((node.state, left - node.rounds), nobody)
                continue
            kids = [most[kid] for kid in kids_of(node)]
            here = tuple(map(max, zip(*kids, strict=True))) if kids else nobody
            if isinstance(node, Hurt):
                worst = max(whole(amount) for amount, _ in self.graph.laws[node.law].weights)
                here = (*here[: node.fighter], here[node.fighter] + max(0, worst), *here[node.fighter + 1 :])
            most[number] = here
        return most[root]

    def _canon(self, cell: Cell, harm: tuple[int, ...]) -> Cell:
        """The cell with every fighter whom so much harm leaves as it is in the row `SAFE`."""
        found = []
        for body, row, most in zip(self.bodies, cell, harm, strict=True):
            margin = None if row == SAFE else body.margin[row]
            found.append(SAFE if row == SAFE or margin is None or most < margin else row)
        return tuple(found)

    def canon(self, layer: Layer, cell: Cell) -> Cell:
        """The cell as a layer tells cells apart."""
        return self._canon(cell, self._harm[layer])

    def _reach(self, most: int) -> None:
        """Which cells each layer can be in, from the beginning on."""
        self._spread(self.graph.root, self.rounds, {self.first_cell()}, most)
        for layer in reversed(self.order):
            at = self._spread(self.graph.state(layer[0]).root, layer[1], self.needed[layer], most)
            if self.work <= REMEMBERED:
                self._at[layer] = at

    def cells_in(self, layer: Layer) -> dict[int, set[Cell]]:
        """For each node under the root of a layer, the cells it can be in."""
        at = self._at.get(layer)
        return self.cells_at(self.graph.state(layer[0]).root, self.needed[layer]) if at is None else at

    def _spread(self, root: int, left: int, cells: set[Cell], most: int) -> dict[int, set[Cell]]:
        at = self.cells_at(root, cells)
        for number, node in self.below(root):
            self.work += len(at[number])
            if isinstance(node, Go) and node.rounds < left:
                layer = (node.state, left - node.rounds)
                self.needed[layer].update(self.canon(layer, cell) for cell in at[number])
        if self.work > most:
            raise Uncovered(
                f"this is more than {most:,} steps of work ({len(self.order):,} stances and rounds, many numbers of "
                "harm in each): ask for fewer rounds, or give the fighters fewer hits"
            )
        return at

    def cells_at(self, root: int, cells: Iterable[Cell]) -> dict[int, set[Cell]]:
        """For each node under a root, the cells it can be in when the root is in these."""
        nodes = self.below(root)
        at: dict[int, set[Cell]] = {number: set() for number, _ in nodes}
        at[root].update(cells)
        for number, node in reversed(nodes):
            for cell in at[number]:
                for kid, after in self.moves(node, cell):
                    at[kid].add(after)
        return at

    def moves(self, node: Node, cell: Cell) -> Iterator[tuple[int, Cell]]:
        """The nodes that may follow a node in a cell, each with the cell it is then in."""
        if isinstance(node, Hurt):
            for kid, row, _ in self.bodies[node.fighter].answers(node, cell[node.fighter]):
                yield kid, moved(cell, node.fighter, row)
        elif isinstance(node, Read):
            yield dict(node.kids)[self.bodies[node.fighter].excess(node, cell[node.fighter])], cell
        else:
            for kid in kids_of(node):
                yield kid, cell

    def _depth(self) -> int:
        """How many roundings there are on the longest way, a sum of n terms being n of them."""
        deep: dict[Layer, int] = {}

        def depth(root: int, left: int) -> int:
            found: dict[int, int] = {}
            for number, node in self.below(root):
                if isinstance(node, Go):
                    found[number] = deep.get((node.state, left - node.rounds), 0)
                    continue
                own = len(node.ways) + 2 if isinstance(node, Mix) else 0
                own = 2 * len(self.graph.laws[node.law].weights) + 2 if isinstance(node, Hurt) else own
                found[number] = own + max((found[kid] for kid in kids_of(node)), default=0)
            return found[root]

        for layer in self.order:
            deep[layer] = depth(self.graph.state(layer[0]).root, layer[1])
        return depth(self.graph.root, self.rounds)

    # Solving

    def solve(self, number: type[Fraction | float]) -> Solved:
        """The worth of every layer in every cell it can be in.

        Args:
            number: Fraction for exact ones, float for fast ones.
        """
        solved = Solved(self) if number is float else Exact(self)
        for layer in self.order:
            solved.keep(layer)
        return solved


class Solved:
    """Layers with their worth, in floats.

    Attributes:
        table: the worth by layer and cell.
    """

    one: Number = 1.0
    nothing: Number = 0.0

    def __init__(self, layers: Layers) -> None:
        self.layers = layers
        self.table: dict[tuple[Layer, Cell], Worth] = {}

    def keep(self, layer: Layer) -> None:
        """Find what a layer is worth in the cells it can be in, those that follow it being found."""
        root = self.layers.graph.state(layer[0]).root
        for cell, worth in self._all(root, layer[1], self.layers.cells_in(layer)).items():
            self.table[layer, cell] = worth

    def worth(self, root: int, left: int, cells: Iterable[Cell]) -> dict[Cell, Worth]:
        """The worth of a node, so many rounds being left, in these cells."""
        return self._all(root, left, self.layers.cells_at(root, cells))

    def _all(self, root: int, left: int, at: dict[int, set[Cell]]) -> dict[Cell, Worth]:
        known: dict[tuple[int, Cell], Worth] = {}

        def know(kid: int, after: Cell) -> Worth:
            return known[kid, after]

        for number, node in self.layers.below(root):
            for cell in at[number]:
                known[number, cell] = self._one(node, left, cell, know)
        return {cell: known[root, cell] for cell in at[root]}

    def _one(self, node: Node, left: int, cell: Cell, know: Callable[[int, Cell], Worth]) -> Worth:
        layers = self.layers
        if isinstance(node, Gap):
            return self._end(node, left)
        if isinstance(node, Go):
            if node.rounds >= left:
                return self._time_up()
            layer = (node.state, left - node.rounds)
            return self.table[layer, layers.canon(layer, cell)]
        if isinstance(node, Mix):
            return self._mean([(weight, know(kid, cell)) for kid, weight in node.ways], node.total)
        if isinstance(node, Pick):
            return self._best([know(kid, cell) for kid in node.kids], mine=node.mine)
        if isinstance(node, Hurt):
            ways = [
                (weight, know(kid, moved(cell, node.fighter, row)))
                for kid, row, weight in layers.bodies[node.fighter].answers(node, cell[node.fighter])
            ]
            return self._mean(ways, layers.graph.laws[node.law].total)
        ((kid, after),) = layers.moves(node, cell)
        return know(kid, after)

    def _mean(self, ways: list[tuple[int, Worth]], total: int) -> Worth:
        if len(ways) == 1:
            return ways[0][1]
        return Worth(*(sum([w * worth[part] for w, worth in ways]) / total for part in (0, 1)))

    def _best(self, worths: list[Worth], *, mine: bool) -> Worth:
        """The best worth for the side that chooses; among equals, the one that loses less, or more."""
        top = max(worth.reached for worth in worths) if mine else min(worth.reached for worth in worths)
        lost = [worth.lost for worth in worths if abs(worth.reached - top) <= TIE]
        return Worth(top, min(lost) if mine else max(lost))

    def _end(self, node: Gap, left: int) -> Worth:
        """What an end is worth: one that comes after the time is up does not count."""
        if node.rounds >= left:
            return self._time_up()
        return Worth(
            self.one if node.outcome == "reached" else self.nothing,
            self.one if node.outcome == "lost" else self.nothing,
        )

    def _time_up(self) -> Worth:
        """What it is worth that the rounds are over: a hold has been held, everything else was not reached."""
        return Worth(self.one if self.layers.graph.objective.kind == "hold" else self.nothing, self.nothing)


class Exact(Solved):
    """Layers with their worth, in fractions.

    Within a layer these are numerators and denominators in no terms: lowest terms at every step are most of the work.
    """

    one = (1, 1)
    nothing = (0, 1)

    def keep(self, layer: Layer) -> None:
        """Find what a layer is worth in the cells it can be in, and keep it in lowest terms."""
        super().keep(layer)
        for cell in self.layers.needed[layer]:
            self.table[layer, cell] = Worth(*map(_lowest, self.table[layer, cell]))

    def worth(self, root: int, left: int, cells: Iterable[Cell]) -> dict[Cell, Worth]:
        """The worth of a node, so many rounds being left, in these cells."""
        found = super().worth(root, left, cells)
        return {cell: Worth(*(Fraction(*each) for each in worth)) for cell, worth in found.items()}

    def _mean(self, ways: list[tuple[int, Worth]], total: int) -> Worth:
        if len(ways) == 1:
            return ways[0][1]
        return Worth(*(_mean_of([(w, worth[part]) for w, worth in ways], total) for part in (0, 1)))

    def _best(self, worths: list[Worth], *, mine: bool) -> Worth:
        top = worths[0]
        for worth in worths[1:]:
            gain = _apart(worth.reached, top.reached) or -_apart(worth.lost, top.lost)
            if gain > 0 if mine else gain < 0:
                top = worth
        return top


Ratio: TypeAlias = tuple[int, int]
"""A numerator and a denominator."""


def _mean_of(ways: list[tuple[int, Ratio]], total: int) -> Ratio:
    bottom = lcm(*{each[1] for _, each in ways})
    return sum([weight * top * (bottom // under) for weight, (top, under) in ways]), bottom * total


def _apart(one: Ratio, other: Ratio) -> int:
    """By how much one is more than the other, on a denominator of both."""
    return one[0] * other[1] - other[0] * one[1]


def _lowest(ratio: Ratio) -> Ratio:
    shared = gcd(*ratio)
    return ratio[0] // shared, ratio[1] // shared


def moved(cell: Cell, fighter: int, row: int) -> Cell:
    """The cell with that fighter in that row."""
    return (*cell[:fighter], row, *cell[fighter + 1 :])
