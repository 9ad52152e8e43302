"""The arrays that compiled code walks over: what a graph looks like inside a cell, and room to work in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["GAUGE", "LEAST", "MEAN", "MOST", "STAY", "Cells", "Code", "Floats", "Harms", "Wholes", "Work", "room"]

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]
Places = NDArray[np.uint32]

MEAN, MOST, LEAST, STAY, GAUGE = range(5)
"""What a node is: chance, a decision of either side, harm that may leave the cell as it is, a gauge."""


class Code(NamedTuple):
    """The nodes inside a cell. Slots 0, 3 … are the nodes in an order to evaluate in, knot after knot.

    A slot is the place of the first of three values. After the nodes come the harms that always leave the cell, what
    the cuts are taken to be, 0 and 1.

    Attributes:
        sort: for each node, what it is.
        first: where its kids begin; one more at the end.
        kids: their slots.
        weights: their chances.
        place: for harm and gauges, where it is among them.
        down, up: by what a sum is multiplied so that a bound stays one.
        knots: where each knot begins among the nodes; one more at the end.
        cuts: where each knot begins among the cuts; one more at the end.
        cut: the slot of each of the cut.
        given: the slot of what it is taken to be.
        squares: where the matrix of each knot begins.
        shaky: for each knot, whether it holds harm that may stay, or a gauge.
        watched: the slots whose bounds count for the error.
        columns: the slots that other cells ask for.
    """

    sort: Wholes
    first: Wholes
    kids: Places
    weights: Floats
    place: Wholes
    down: Floats
    up: Floats
    knots: Wholes
    cuts: Wholes
    cut: Wholes
    given: Wholes
    squares: Wholes
    shaky: Wholes
    watched: Wholes
    columns: Wholes


class Harms(NamedTuple):
    """What each harm does in each row of its fighter, and what each gauge reads.

    Attributes:
        fighter: whose it is.
        slot: where its value goes where it always leaves the cell; −1 where it may stay.
        row: where its rows begin.
        sure: for each row, the chance of ends that reach the goal.
        leaves: the chance that it comes to another cell.
        rounding: how far a sum may be off, in parts of itself.
        first: where the terms of a row begin; one more at the end.
        steps: how far away in the table a term is.
        weights: its chance.
        stays: where the chances begin of staying in the cell, an answer each.
        stay: those chances.
        gauged, gauge_row, reads: for gauges the same: whose, where its rows begin, the place of the kid in each.
    """

    fighter: Wholes
    slot: Wholes
    row: Wholes
    sure: Floats
    leaves: Floats
    rounding: Floats
    first: Wholes
    steps: Wholes
    weights: Floats
    stays: Wholes
    stay: Floats
    gauged: Wholes
    gauge_row: Wholes
    reads: Wholes


class Cells(NamedTuple):
    """The cells: for each fighter how many rows it has, how far apart they are, and where its rows begin.

    Attributes:
        live: for each row, whether the game can go on in it.
        alike: for each row, a number; rows of one number have the same chances of staying and the same gauges.
    """

    sizes: Wholes
    strides: Wholes
    first: Wholes
    live: Wholes
    alike: Wholes


class Work(NamedTuple):
    """What is kept from cell to cell.

    Attributes:
        values: three values for each slot.
        choice: the place taken in each decision by the last pass.
        taken: the place under which the matrix of its knot was found.
        only: the one kid that a node then has, or −1; met: room to mark nodes.
        used: the nodes that are met under these, knot by knot, as many as `many` says.
        inverse: for each knot the matrix that makes the values of its cut of what comes in.
        spread: for each of the cut, how often it and others are met on the way: so much do slips in a pass add up.
        ready: for each knot, whether it is there.
        slopes, square: room to find it in.
        harm: what each harm is worth beyond the cell.
        stay_at: where the chances of staying begin of each harm; gauge: the place each gauge reads.
        cell, alike: the cell, and its numbers of alike rows.
        came, below, above: for each of the cut, its value and bounds.
        counts: passes; whether strategies went on for ever somewhere.
    """

    values: Floats
    choice: Wholes
    taken: Wholes
    only: Wholes
    met: Wholes
    used: Wholes
    many: Wholes
    inverse: Floats
    spread: Floats
    ready: Wholes
    slopes: Floats
    square: Floats
    harm: Floats
    stay_at: Wholes
    gauge: Wholes
    cell: Wholes
    alike: Wholes
    came: Floats
    below: Floats
    above: Floats
    counts: Wholes


def room(code: Code, harms: Harms, slots: int, fighters: int) -> Work:
    """Room to work in, for so many slots, the last of them worth 1."""
    nodes, cuts = len(code.sort), len(code.cut)
    widest = int(np.diff(code.cuts).max(initial=0))
    longest = int(np.diff(code.knots)[np.diff(code.cuts) > 0].max(initial=0))
    values = np.zeros(slots)
    values[-3:] = 1.0
    return Work(
        values=values,
        choice=np.zeros(nodes, np.int64),
        taken=np.zeros(nodes, np.int64),
        only=np.full(nodes, -1, np.int64),
        met=np.zeros(nodes, np.int64),
        used=np.zeros(nodes, np.int64),
        many=np.zeros(len(code.shaky), np.int64),
        inverse=np.zeros(int(code.squares[-1])),
        spread=np.ones(cuts),
        ready=np.zeros(len(code.shaky), np.int64),
        slopes=np.zeros((longest, widest)),
        square=np.zeros((widest, widest)),
        harm=np.zeros((len(harms.fighter), 3)),
        stay_at=np.zeros(len(harms.fighter), np.int64),
        gauge=np.zeros(len(harms.gauged), np.int64),
        cell=np.zeros(fighters, np.int64),
        alike=np.full(fighters, -1, np.int64),
        came=np.zeros(cuts),
        below=np.zeros(cuts),
        above=np.zeros(cuts),
        counts=np.zeros(2, np.int64),
    )
