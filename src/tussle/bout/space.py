"""Space: no map, squares, or hexes. One small interface, so that a rule need not know which.

Without a map everybody outside a hold is next to everybody, a free place always exists, and no direction or
distance is ever asked.
"""

from __future__ import annotations

import re
from typing import Protocol, TypeAlias

from msgspec import Struct

from tussle.bout.stance import Cell, Stance
from tussle.errors import Unreadable

__all__ = ["DIRECTIONS", "HEX_DIRECTIONS", "AnySpace", "Hexes", "NoMap", "Space", "Squares", "cell_text", "parse_cell"]

DIRECTIONS: dict[str, Cell] = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""The eight ways on squares, with the step each makes; rows grow southwards."""

HEX_DIRECTIONS: dict[str, tuple[Cell, Cell]] = {
    "n": ((0, -1), (0, -1)),
    "ne": ((1, -1), (1, 0)),
    "se": ((1, 0), (1, 1)),
    "s": ((0, 1), (0, 1)),
    "sw": ((-1, 0), (-1, 1)),
    "nw": ((-1, -1), (-1, 0)),
}
"""The six ways on hexes, with the step each makes from an even column and from an odd one."""


def cell_text(cell: Cell) -> str:
    """A place as one word: column and row, `4.7`."""
    return f"{cell[0]}.{cell[1]}"


def parse_cell(text: str) -> Cell:
    """Read `4.7`.

    Raises:
        Unreadable: it is something else.
    """
    found = re.fullmatch(r"(\d{1,4})\.(\d{1,4})", text)
    if found is None:
        raise Unreadable(f"{text[:20]!r} is no place on the map: write column.row, as in 4.7")
    return int(found[1]), int(found[2])


class Space(Protocol):
    """Where fighters are, and where they can go.

    Attributes:
        at: where each fighter begins, in the order of the bout; empty without a map.
    """

    @property
    def at(self) -> tuple[Cell, ...]:
        """Where each fighter begins."""

    @property
    def mapped(self) -> bool:
        """Whether there is a map at all."""

    def near(self, stance: Stance, one: int, other: int, reach: int = 1) -> bool:
        """Whether the two are at most `reach` steps apart."""

    def inside(self, cell: Cell) -> bool:
        """Whether it is a place at all: on the map and no wall."""

    def free(self, stance: Stance, cell: Cell) -> bool:
        """Whether somebody can step there: on the map, no wall, nobody in it."""

    def ways(self, stance: Stance, cell: Cell) -> tuple[str, ...]:
        """The directions whose first cell is free."""

    def run(self, stance: Stance, cell: Cell, way: str, most: int) -> tuple[Cell, ...]:
        """The free cells in a straight line, up to `most`, until something is in the way."""

    def opposite(self, stance: Stance, one: int, middle: int, other: int) -> bool:
        """Whether two fighters stand next to a third on opposite sides of it."""


class NoMap(Struct, frozen=True, tag="none"):
    """No map."""

    at: tuple[Cell, ...] = ()

    @property
    def mapped(self) -> bool:
        """False."""
        return False

    def near(self, stance: Stance, one: int, other: int, reach: int = 1) -> bool:  # noqa: ARG002 - the interface
        """Everybody is near."""
        return True

    def inside(self, cell: Cell) -> bool:  # noqa: ARG002 - the interface
        """No place has a name."""
        return False

    def free(self, stance: Stance, cell: Cell) -> bool:  # noqa: ARG002 - the interface
        """There is always room."""
        return True

    def ways(self, stance: Stance, cell: Cell) -> tuple[str, ...]:  # noqa: ARG002 - the interface
        """No direction is ever asked."""
        return ()

    def run(self, stance: Stance, cell: Cell, way: str, most: int) -> tuple[Cell, ...]:  # noqa: ARG002 - the interface
        """No line is ever drawn."""
        return ()

    def opposite(self, stance: Stance, one: int, middle: int, other: int) -> bool:  # noqa: ARG002 - the interface
        """Nobody is on any side of anybody."""
        return False


class Squares(Struct, frozen=True, tag="squares", forbid_unknown_fields=True):
    """A map of squares; a diagonal step is one step.

    Attributes:
        width, height: 1 to 200 squares.
        walls: squares nobody can enter.
        at: where each fighter begins, in the order of the bout.
    """

    width: int
    height: int
    at: tuple[Cell, ...]
    walls: tuple[Cell, ...] = ()

    @property
    def mapped(self) -> bool:
        """True."""
        return True

    def near(self, stance: Stance, one: int, other: int, reach: int = 1) -> bool:
        """At most so many squares apart, diagonals included."""
        (x, y), (u, v) = stance.cells[one], stance.cells[other]
        return max(abs(x - u), abs(y - v)) <= reach

    def inside(self, cell: Cell) -> bool:
        """On the map and no wall."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height and cell not in self.walls

    def free(self, stance: Stance, cell: Cell) -> bool:
        """On the map, no wall, nobody in it."""
        return self.inside(cell) and cell not in stance.cells

    def ways(self, stance: Stance, cell: Cell) -> tuple[str, ...]:
        """The directions whose first square is free, clockwise from north."""
        return tuple(way for way in DIRECTIONS if self.free(stance, _step(cell, way)))

    def run(self, stance: Stance, cell: Cell, way: str, most: int) -> tuple[Cell, ...]:
        """The free squares in a straight line, up to `most`."""
        found: list[Cell] = []
        while len(found) < most and self.free(stance, cell := _step(cell, way)):
            found.append(cell)
        return tuple(found)

    def opposite(self, stance: Stance, one: int, middle: int, other: int) -> bool:
        """Both next to the third, exactly opposite."""
        (x, y), (u, v), (p, q) = (stance.cells[who] for who in (one, middle, other))
        gap = (x - u, y - v)
        return max(map(abs, gap)) == 1 and (p - u, q - v) == (-gap[0], -gap[1])


def _step(cell: Cell, way: str) -> Cell:
    across, down = DIRECTIONS[way]
    return cell[0] + across, cell[1] + down


class Hexes(Struct, frozen=True, tag="hexes", forbid_unknown_fields=True):
    """A map of hexes with flat tops, in columns; every odd column lies half a hex further south.

    A place is written column.row like a square ("odd-q" offset coordinates).

    Attributes:
        width, height: 1 to 200 columns and hexes a column.
        walls: hexes nobody can enter.
        at: where each fighter begins, in the order of the bout.
    """

    width: int
    height: int
    at: tuple[Cell, ...]
    walls: tuple[Cell, ...] = ()

    @property
    def mapped(self) -> bool:
        """True."""
        return True

    def near(self, stance: Stance, one: int, other: int, reach: int = 1) -> bool:
        """At most so many hexes apart."""
        (q, r), (p, s) = _axial(stance.cells[one]), _axial(stance.cells[other])
        return max(abs(q - p), abs(r - s), abs(q - p + r - s)) <= reach

    def inside(self, cell: Cell) -> bool:
        """On the map and no wall."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height and cell not in self.walls

    def free(self, stance: Stance, cell: Cell) -> bool:
        """On the map, no wall, nobody in it."""
        return self.inside(cell) and cell not in stance.cells

    def ways(self, stance: Stance, cell: Cell) -> tuple[str, ...]:
        """The directions whose first hex is free, clockwise from north."""
        return tuple(way for way in HEX_DIRECTIONS if self.free(stance, _hex_step(cell, way)))

    def run(self, stance: Stance, cell: Cell, way: str, most: int) -> tuple[Cell, ...]:
        """The free hexes in a straight line, up to `most`."""
        found: list[Cell] = []
        while len(found) < most and self.free(stance, cell := _hex_step(cell, way)):
            found.append(cell)
        return tuple(found)

    def opposite(self, stance: Stance, one: int, middle: int, other: int) -> bool:
        """Both next to the third, exactly opposite."""
        (q, r), (p, s), (u, v) = (_axial(stance.cells[who]) for who in (one, middle, other))
        return one != middle and self.near(stance, one, middle) and (u - p, v - s) == (p - q, s - r) != (0, 0)


def _hex_step(cell: Cell, way: str) -> Cell:
    across, down = HEX_DIRECTIONS[way][cell[0] % 2]
    return cell[0] + across, cell[1] + down


def _axial(cell: Cell) -> Cell:
    """The place in two axes that meet at 60 degrees, in which distances are plain."""
    return cell[0], cell[1] - (cell[0] - cell[0] % 2) // 2


AnySpace: TypeAlias = NoMap | Squares | Hexes
"""Every kind of space."""
