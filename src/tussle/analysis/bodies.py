"""Bodies: what harm can make of each fighter of a graph, in as few rows as the game can tell apart.

A row is the tallies of one fighter. Rows are lumped where every harm and every gauge of the graph answers alike
in both and leads on to lumped rows, whatever comes: so lethal and nonlethal harm are one number where that is
proved harmless, and two where it is not. Harm only goes forward: a row leads to itself or to later ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from tussle.analysis.graph import Gap, Graph, Hurt, Read
from tussle.analysis.odds import excess, whole
from tussle.ask.requests import Gauge, Harmed
from tussle.bout.stance import Tallies
from tussle.errors import Fault, Uncovered

__all__ = ["SAFE", "Body", "Cell", "bodies"]

MAX_ROWS = 200_000
SAFE = -1
"""The row of a fighter whom no harm that can still come in the horizon brings near an answer of another sort."""

Cell: TypeAlias = tuple[int, ...]
"""For each fighter, its row."""

Row: TypeAlias = tuple[int, ...]
_Found: TypeAlias = Mapping[Row, Mapping[tuple[str, int], tuple[Harmed, Row | None]]]
"""For each row what each amount of each kind does in it: the answer, and the row after it, None where all is over."""


class Move(NamedTuple):
    """What an amount of harm does in a row: the answer, and the row after it; the last one where the game ends."""

    answer: Harmed
    row: int


class Body:
    """The rows of one fighter, earlier ones before those they lead to; it begins in row 0.

    Attributes:
        rows: for each, the tallies of one of those lumped in it.
        margin: for each, the least harm in all after which an answer may be of another sort than it is at first;
            None where that never comes.
        live: for each, whether the game can go on with the fighter in it.
    """

    def __init__(self, graph: Graph, fighter: int) -> None:
        self._graph = graph
        self._fighter = fighter
        harms = [node for node in graph.nodes if isinstance(node, Hurt) and node.fighter == fighter]
        self._amounts = _amounts(graph, harms)
        self._alike = _alike(graph, harms)
        self._gauges = _gauges([node for node in graph.nodes if isinstance(node, Read) and node.fighter == fighter])
        found = self._find()
        number = self._lump(found)
        self.rows: list[Row] = [()] * len(set(number.values()))
        for row in sorted(found, key=lambda row: (-sum(row), row)):
            self.rows[number[row]] = row  # the least harmed of those that are alike
        last = len(self.rows) - 1
        self._moves: dict[tuple[str, int], list[Move]] = {
            key: [
                Move(answer, last if after is None else number[after])
                for answer, after in (found[row][key] for row in self.rows)
            ]
            for key in next(iter(found.values()))
        }
        self.live = self._alive(found, number)
        self._usual = {key: moves[0].answer for key, moves in self._moves.items() if key[1] <= 1}
        self.margin = self._margins()
        self._weighed: dict[tuple[str, int], list[tuple[tuple[Harmed, int, int], ...]]] = {}

    def answers(self, node: Hurt, row: int) -> tuple[tuple[int, int, int], ...]:
        """What a harm does in a row: the node that follows, the row after it, and the weight."""
        kids = dict(node.kids)
        return tuple((kids[answer], after, weight) for answer, after, weight in self.weigh(node, row))

    def weigh(self, node: Hurt, row: int) -> tuple[tuple[Harmed, int, int], ...]:
        """What a harm does in a row: the answer, the row after it, and the weight."""
        if row == SAFE:
            law = self._graph.laws[node.law]
            weights: dict[Harmed, int] = {}
            for amount, weight in law.weights:
                answer = self._usual[node.kind, min(1, whole(amount))]
                weights[answer] = weights.get(answer, 0) + weight
            return tuple((answer, SAFE, weight) for answer, weight in weights.items())
        key = (node.kind, node.law)
        if key not in self._weighed:
            self._weighed[key] = [self._row_law(node, each) for each in range(len(self.rows))]
        return self._weighed[key][row]

    def _row_law(self, node: Hurt, row: int) -> tuple[tuple[Harmed, int, int], ...]:
        merged: dict[tuple[Harmed, int], int] = {}
        for amount, weight in self._graph.laws[node.law].weights:
            move = self._moves[node.kind, whole(amount)][row]
            merged[move.answer, move.row] = merged.get((move.answer, move.row), 0) + weight
        return tuple((answer, after, weight) for (answer, after), weight in merged.items())

    def excess(self, node: Read, row: int) -> int:
        """What a gauge reads in a row."""
        return self._excess(node.tally, node.mark, self.rows[max(row, 0)])

    def _excess(self, tally: str, mark: int, row: Row) -> int:
        return excess(self._graph.bout, Gauge(self._fighter, tally, mark, ()), self._tallies(row))

    def _tallies(self, row: Row) -> Tallies:
        start = self._graph.start.tallies
        return (*start[: self._fighter], row, *start[self._fighter + 1 :])

    def _ends(self, kind: str, answer: Harmed) -> bool:
        """Whether the game is over with that answer."""
        return self._alike[kind].get(answer, (-1, False))[1]

    def _find(self) -> _Found:
        """Every row that harm can lead to from the first, with what each amount does in it.

        Where the game is over with the answer, no row comes after it: most that could be are of that sort.
        """
        bout, fighter = self._graph.bout, self._fighter
        first = self._graph.start.tallies[fighter]
        found: dict[Row, dict[tuple[str, int], tuple[Harmed, Row | None]]] = {}
        waiting = [first]
        while waiting:
            row = waiting.pop()
            if row in found:
                continue
            if len(found) >= MAX_ROWS:
                raise Uncovered(f"{bout.names[fighter]} can be harmed in more than {MAX_ROWS:,} ways: take fewer hits")
            found[row] = {}
            before = self._tallies(row)
            for kind, amounts in self._amounts.items():
                harm = self._graph.harm(fighter, kind)
                for amount in amounts:
                    tallies, answer = bout.rules.absorb(bout, before, harm, amount)
                    after = tallies[fighter]
                    if sum(after) < sum(row):
                        raise Fault(f"harm takes away from the tallies of {bout.names[fighter]}")
                    if self._ends(kind, answer):
                        found[row][kind, amount] = (answer, None)
                    else:
                        found[row][kind, amount] = (answer, after)
                        waiting.append(after)
        return found

    def _lump(self, found: _Found) -> dict[Row, int]:
        """The number of each row: lumped ones share it, and later ones have higher numbers."""
        classes: dict[object, int] = {}
        group: dict[Row, int] = {}
        first = next(iter(found))
        for row in sorted(found, key=lambda row: (-sum(row), row)):
            signature: list[object] = [row == first]  # where it begins stays a row of its own
            for (kind, _), (answer, after) in found[row].items():
                same, _ = self._alike[kind].get(answer, (-1, False))
                signature.append((same, None if after is None else "same" if after == row else group[after]))
            for (tally, mark), alike in self._gauges.items():
                signature.append(alike.get(self._excess(tally, mark, row)))
            group[row] = classes.setdefault(tuple(signature), len(classes))
        return {row: len(classes) - 1 - number for row, number in group.items()}

    def _alive(self, found: _Found, number: dict[Row, int]) -> list[bool]:
        """Which rows are led to by an answer that can be."""
        live = [False] * len(self.rows)
        waiting = [next(iter(found))]
        while waiting:
            row = waiting.pop()
            if live[number[row]]:
                continue
            live[number[row]] = True
            for (kind, _), (answer, after) in found[row].items():
                if after is not None and answer in self._alike[kind]:
                    waiting.append(after)
        return live

    def _margins(self) -> list[int | None]:
        """For each row, the least harm in all that brings an answer of another sort."""
        margins: list[int | None] = [None] * len(self.rows)
        first = {key: alike.get(self._excess(*key, self.rows[0])) for key, alike in self._gauges.items()}
        for row in reversed(range(len(self.rows))):
            if any(alike.get(self._excess(*key, self.rows[row])) != first[key] for key, alike in self._gauges.items()):
                margins[row] = 0
                continue
            found: list[int] = []
            for (kind, amount), moves in self._moves.items():
                usual = self._usual.get((kind, min(1, amount)))
                if usual is None or moves[row].answer != usual:
                    found.append(amount)
                elif self._ends(kind, usual):
                    continue
                elif moves[row].row != row and (beyond := margins[moves[row].row]) is not None:
                    found.append(amount + beyond)
            margins[row] = min(found) if found else None
        return margins


def bodies(graph: Graph) -> tuple[Body, ...]:
    """The body of every fighter. The graph must have been grown as far as it is going to be asked."""
    return tuple(Body(graph, fighter) for fighter in graph.bout.everyone)


def _amounts(graph: Graph, harms: list[Hurt]) -> dict[str, list[int]]:
    """For each kind of harm, every amount there is of it, and 1, to see how an answer usually is."""
    found: dict[str, set[int]] = {}
    for node in harms:
        found.setdefault(node.kind, {0, 1}).update(whole(amount) for amount, _ in graph.laws[node.law].weights)
    return {kind: sorted(amounts) for kind, amounts in found.items()}


def _alike(graph: Graph, harms: list[Hurt]) -> dict[str, dict[Harmed, tuple[int, bool]]]:
    """For each kind, which answers no node tells apart (the same number), and whether all ends there."""
    found: dict[str, dict[Harmed, tuple[int, bool]]] = {}
    for kind in {node.kind for node in harms}:
        nodes = [node for node in harms if node.kind == kind]
        follows: dict[Harmed, tuple[int, ...]] = {}
        for answer in dict.fromkeys(answer for node in nodes for answer, _ in node.kids):
            follows[answer] = tuple(dict(node.kids).get(answer, -1) for node in nodes)
        numbers = {kids: number for number, kids in enumerate(dict.fromkeys(follows.values()))}
        found[kind] = {
            answer: (numbers[kids], all(kid < 0 or isinstance(graph.nodes[kid], Gap) for kid in kids))
            for answer, kids in follows.items()
        }
    return found


def _gauges(nodes: list[Read]) -> dict[tuple[str, int], dict[int, int]]:
    """For each gauge, which values no node tells apart (the same number)."""
    found: dict[tuple[str, int], dict[int, int]] = {}
    for key in dict.fromkeys((node.tally, node.mark) for node in nodes):
        mine = [dict(node.kids) for node in nodes if (node.tally, node.mark) == key]
        numbers: dict[tuple[int, ...], int] = {}
        values = sorted({past for kids in mine for past in kids})
        found[key] = {
            past: numbers.setdefault(tuple(kids.get(past, -1) for kids in mine), len(numbers)) for past in values
        }
    return found
