"""The program of a graph laid out in flat arrays, for compiled code to walk over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tussle.analysis.bodies import Body
from tussle.analysis.graph import Hurt, Mix, Node, Pick, Read, kids_of
from tussle.analysis.solve_arrays import GAUGE, LEAST, MEAN, MOST, STAY, Code, Floats, Harms, Wholes
from tussle.analysis.solve_code import ROUNDING, Knot, Program

__all__ = ["Harmed", "Layout", "wholes"]

FEW = 8
"""Knots are put together while their cuts are so many at most."""
END, REACHED, ABSENT = -1, -2, -3
"""What stands for a column where harm leads to an end, or where an answer cannot be."""


class Layout:
    """The nodes of a program in slots.

    Attributes:
        slots: for each node of the program, its slot.
        size: how many slots there are.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        hidden = {number for number in program.harms if number not in program.staying}
        self._knots = _together(program.knots, hidden)
        self.nodes = [number for knot in self._knots for number in knot.nodes]
        leaves = [number for number in program.harms if number in hidden]
        self.slots = {number: 3 * place for place, number in enumerate([*self.nodes, *leaves])}
        self.given = 3 * len(self.slots)
        self.zero = self.given + 3 * sum(len(knot.cut) for knot in self._knots)
        self.one = self.zero + 3
        self.size = self.one + 3

    def code(self, columns: Sequence[int]) -> Code:
        """The arrays of the nodes; the columns are nodes too."""
        sort, first, kids, weights = [], [0], [], []
        down, up = [], []
        given = self.given
        for knot in self._knots:
            names = {**self.slots, **{number: given + 3 * j for j, number in enumerate(knot.cut)}}
            names.update({END: self.zero, REACHED: self.one})
            given += 3 * len(knot.cut)
            for number in knot.nodes:
                node = self.program.graph.nodes[number]
                named = [self.program.named(kid) for kid in kids_of(node)]
                kids += [names[kid] for kid in named]
                weights += [each / node.total for _, each in node.ways] if isinstance(node, Mix) else [1.0] * len(named)
                first.append(len(kids))
                sort.append(_sort(node))
                rounding = ROUNDING * (sum(kid != END for kid in named) + 3)
                down.append(1 - rounding)
                up.append(1 + rounding)
        cuts = [len(knot.cut) for knot in self._knots]
        graph_nodes = self.program.graph.nodes
        watched = {*self.program.kept, *(number for outside in self.program.outside for number in outside)}
        return Code(
            sort=wholes(sort),
            first=wholes(first),
            kids=np.array(kids, np.uint32),
            weights=_floats(weights),
            place=wholes(self.program.places.get(number, 0) for number in self.nodes),
            down=_floats(down),
            up=_floats(up),
            knots=_starts(len(knot.nodes) for knot in self._knots),
            cuts=_starts(cuts),
            cut=wholes(self.slots[number] for knot in self._knots for number in knot.cut),
            given=wholes(range(self.given, self.zero, 3)),
            squares=_starts(size * size for size in cuts),
            shaky=wholes(any(isinstance(graph_nodes[n], Hurt | Read) for n in knot.nodes) for knot in self._knots),
            watched=wholes(self.slots[number] for number in sorted(watched)),
            columns=wholes(self.slots[number] for number in columns),
        )


class Harmed:
    """What each harm does in each row, laid out; the columns are where other cells keep what is asked of them.

    Rows of one law and kind are read once, however many harms they follow.
    """

    def __init__(
        self, program: Program, bodies: Sequence[Body], strides: Sequence[int], columns: Mapping[int, int]
    ) -> None:
        self._program = program
        self._bodies = bodies
        self._strides = strides
        self._columns = columns
        self._known: dict[tuple[int, str, int], tuple[Any, ...]] = {}

    def arrays(
        self, slots: Mapping[int, int], reads: Sequence[tuple[int, Sequence[int]]]
    ) -> tuple[Harms, list[list[int]]]:
        """The arrays, and for each fighter the numbers of its rows, alike ones having the same.

        Args:
            slots: the slot of every node.
            reads: for each gauge whose it is, and the place of what follows in each row.
        """
        program = self._program
        parts: dict[str, list[Any]] = {
            name: [] for name in ("sure", "leaves", "rounding", "counts", "steps", "weights", "stays", "stay")
        }
        signs: list[list[Any]] = [[np.zeros((len(body.rows), 1))] for body in self._bodies]
        hurts = [(number, node) for number in program.harms if isinstance(node := program.graph.nodes[number], Hurt)]
        stays = 0
        for number, node in hurts:
            found, stay = self._harm(node)
            staying = number in program.staying
            for name, each in found.items():
                parts[name].append(each)
            parts["stays"].append(stays + np.arange(len(stay)) * stay.shape[1] * staying)
            if staying:
                parts["stay"].append(stay.ravel())
                signs[node.fighter].append(stay)
                stays += stay.size
        for fighter, rows in reads:
            signs[fighter].append(np.array(rows, float)[:, None])
        arrays = Harms(
            fighter=wholes(node.fighter for _, node in hurts),
            slot=wholes(-1 if number in program.staying else slots[number] for number, _ in hurts),
            row=_starts(len(each) for each in parts["sure"]),
            sure=_joined(parts["sure"]),
            leaves=_joined(parts["leaves"]),
            rounding=_joined(parts["rounding"]),
            first=_starts(_joined(parts["counts"]).astype(np.int64)),
            steps=_joined(parts["steps"]).astype(np.int64),
            weights=_joined(parts["weights"]),
            stays=_joined(parts["stays"]).astype(np.int64),
            stay=_joined(parts["stay"]),
            gauged=wholes(fighter for fighter, _ in reads),
            gauge_row=_starts(len(rows) for _, rows in reads),
            reads=wholes(place for _, rows in reads for place in rows),
        )
        return arrays, [np.unique(np.hstack(each), axis=0, return_inverse=True)[1].ravel().tolist() for each in signs]

    def _harm(self, node: Hurt) -> tuple[dict[str, Any], Floats]:
        """Of a harm: for each row what `Harms` wants to know, and the chances of staying, by answer."""
        answers, row, answer, after, weight = self._rows(node)
        size, width = len(self._bodies[node.fighter].rows), len(self._columns)
        kids = {answered: self._program.named(kid) for answered, kid in node.kids}
        places = {answered: place for place, answered in enumerate(kids)}
        column = wholes(self._columns.get(kid, kid) for kid in (kids.get(each, ABSENT) for each in answers))[answer]
        place = wholes(places.get(each, 0) for each in answers)[answer]
        reached, stays, leaves = column == REACHED, (column >= 0) & (after == row), (column >= 0) & (after != row)
        stay = np.zeros((size, len(kids)))
        np.add.at(stay, (row[stays], place[stays]), weight[stays])
        found = {
            "sure": np.bincount(row[reached], weight[reached], size),
            "leaves": np.bincount(row[leaves], weight[leaves], size),
            "rounding": ROUNDING * (np.bincount(row, minlength=size) + 4),
            "counts": np.bincount(row[leaves], minlength=size),
            "steps": (after - row)[leaves] * self._strides[node.fighter] * width + column[leaves],
            "weights": weight[leaves],
        }
        return found, stay

    def _rows(self, node: Hurt) -> tuple[Any, ...]:
        """The answers there are, and row by row: the row, the number of the answer, the row after, the chance."""
        key = (node.fighter, node.kind, node.law)
        if key not in self._known:
            body, total = self._bodies[node.fighter], self._program.graph.laws[node.law].total
            numbers: dict[Any, int] = {}
            found = [
                (row, numbers.setdefault(answer, len(numbers)), after, weight / total)
                for row in range(len(body.rows))
                if body.live[row]
                for answer, after, weight in body.weigh(node, row)
            ]
            row, answer, after, weight = zip(*found, strict=True)
            self._known[key] = (list(numbers), wholes(row), wholes(answer), wholes(after), _floats(weight))
        return self._known[key]


def _together(knots: Sequence[Knot], hidden: set[int]) -> list[Knot]:
    """The knots without what is hidden, small ones put together: each pass under way costs something."""
    found: list[Knot] = []
    for knot in knots:
        nodes = tuple(number for number in knot.nodes if number not in hidden)
        if found and len(found[-1].cut) + len(knot.cut) <= FEW:
            found[-1] = Knot((*found[-1].cut, *knot.cut), (*found[-1].nodes, *nodes))
        elif nodes:
            found.append(Knot(knot.cut, nodes))
    return found


def _sort(node: Node) -> int:
    if isinstance(node, Mix):
        return MEAN
    if isinstance(node, Pick):
        return MOST if node.mine else LEAST
    return STAY if isinstance(node, Hurt) else GAUGE


def wholes(numbers: Iterable[Any]) -> Wholes:
    """Whole numbers in an array."""
    return np.array(list(numbers), np.int64)


def _floats(numbers: Iterable[float]) -> Floats:
    return np.array(list(numbers), np.float64)


def _starts(lengths: Iterable[int]) -> Wholes:
    """Where each of these begins that lie one after the other, and the end."""
    return np.concatenate(([0], np.cumsum(wholes(lengths)))).astype(np.int64)


def _joined(parts: Sequence[Any]) -> Floats:
    return np.concatenate(parts) if parts else np.zeros(0)
