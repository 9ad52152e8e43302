"""Who holds whom, as a picture: fighters as discs, holds as ties, pins as knots; on squares where there is a map.

What is worked out here is geometry; the drawing is in the template `_picture.html`.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin

from msgspec import Struct

from tussle.bout.space import Hexes, Squares
from tussle.bout.stance import Cell
from tussle.play.events import OFF_MAP
from tussle.surfaces.web.sight import Sight

__all__ = ["Disc", "Picture", "Tie", "picture"]

WIDTH = 320
MOST_CELLS = 24
"""So many columns and rows of a map are drawn at most."""
SIZES = (
    "microscopic",
    "fine",
    "diminutive",
    "tiny",
    "small",
    "normal",
    "medium",
    "large",
    "huge",
    "gargantuan",
    "colossal",
)
"""Every rule set's words for sizes, smallest first; a word that is not among them is drawn as normal."""


class Disc(Struct, frozen=True):
    """A fighter: its middle, its radius, and what is true of it."""

    who: int
    name: str
    under: str
    x: float
    y: float
    r: float
    turn: bool
    pinned: bool
    down: bool
    label: bool


class Tie(Struct, frozen=True):
    """A hold: where it starts, how it is turned, how long it is."""

    holder: str
    held: str
    word: str
    x: float
    y: float
    turn: float
    length: float
    pin: bool
    arrow: bool


class MapCell(Struct, frozen=True):
    """A square or a hex: its corners, and whether nobody can enter it."""

    points: str
    wall: bool


class Picture(Struct, frozen=True):
    """All of it, with the sentence that says the same."""

    discs: tuple[Disc, ...]
    ties: tuple[Tie, ...]
    label: str
    cells: tuple[MapCell, ...] = ()
    width: float = 0
    height: float = 0


def picture(sight: Sight) -> Picture:
    """The picture a seat is shown."""
    bout, stance = sight.bout, sight.live.session.position.stance
    gone = bout.rules.standings[-1]
    shown = [who for who in bout.everyone if who not in sight.hidden and stance.standing[who] != gone]
    space = bout.space
    if isinstance(space, Squares | Hexes):
        return _on_map(sight, shown, space)
    discs = {who: _disc(sight, who, *place) for who, place in zip(shown, _round(len(shown)), strict=True)}
    return Picture(tuple(discs.values()), _ties(sight, discs), sentence(sight))


def _round(count: int) -> list[tuple[float, float, float]]:
    """Middles and radii for so many discs: two face each other, more stand in a ring."""
    if count == 2:
        return [(80, 108, 50), (240, 108, 50)]
    radius = {1: 52, 3: 34, 4: 36, 5: 27, 6: 30}.get(count, max(14.0, 150 / max(count, 1)))
    found = []
    for place in range(count):
        angle = pi + 2 * pi * place / max(count, 1)
        x = WIDTH / 2 + cos(angle) * (WIDTH / 2 - radius - 8)
        found.append((x, 100 + sin(angle) * (82 - radius), float(radius)))
    return found


def _disc(sight: Sight, who: int, x: float, y: float, radius: float) -> Disc:
    bout, stance = sight.bout, sight.live.session.position.stance
    size = str(getattr(bout.fighters[who], "size", "")) if who not in sight.secret else ""
    step = SIZES.index(size) - SIZES.index("normal") if size in SIZES else 0
    known = {"medium": 0, "large": 1, "huge": 2, "gargantuan": 3, "colossal": 4}.get(size, min(step, 4))
    pinned = any(held == who and is_pin(word) for _, held, word in stance.holds)
    return Disc(
        who,
        bout.names[who],
        size,
        x,
        y,
        radius * (1 + max(-3, min(known, 2)) * 0.07),
        turn=stance.turn == who,
        pinned=pinned,
        down=not bout.fit(stance, who),
        label=radius > 26,
    )


def is_pin(word: str) -> bool:
    """Whether a hold's word means a pin."""
    return "pin" in word


def _ties(sight: Sight, discs: dict[int, Disc]) -> tuple[Tie, ...]:
    bout, found = sight.bout, []
    for holder, held, word in sight.live.session.position.stance.holds:
        if holder not in discs or held not in discs:
            continue
        one, other = discs[holder], discs[held]
        across, down = other.x - one.x, other.y - one.y
        gap = max(hypot(across, down), 1.0)
        x, y = one.x + across / gap * one.r, one.y + down / gap * one.r
        length = max(gap - one.r - other.r, 4.0)
        arrow = "\N{BLACK RIGHT-POINTING TRIANGLE}" in bout.rules.strands.get(word, "") or is_pin(word)
        turn = degrees(atan2(down, across))
        found.append(Tie(one.name, other.name, word, x, y, turn, length, pin=is_pin(word), arrow=arrow))
    return tuple(found)


def sentence(sight: Sight) -> str:
    """The same in words: who holds whom, whose turn it is."""
    bout, stance = sight.bout, sight.live.session.position.stance
    said = [
        f"{bout.names[holder]} {hold_word(bout.rules.strands.get(word, ''), word)} {bout.names[held]}."
        for holder, held, word in stance.holds
        if holder not in sight.hidden and held not in sight.hidden
    ]
    if not said:
        said.append("Nobody holds anybody.")
    if stance.turn >= 0:
        said.append(f"It is {sight.name(stance.turn)}'s turn.")
    return " ".join(said)


def hold_word(strand: str, word: str) -> str:
    """What a hold is called in a sentence: `pins`, `holds`, or `and … hold each other` for one between equals."""
    if is_pin(word):
        return "pins"
    return "holds" if "\N{BLACK RIGHT-POINTING TRIANGLE}" in strand else "grapples with"


def _on_map(sight: Sight, shown: list[int], space: Squares | Hexes) -> Picture:
    """The part of the map where the fighters are, with a few cells around."""
    stance = sight.live.session.position.stance
    shared: dict[Cell, list[int]] = {}
    for who in shown:
        if stance.cells[who] != OFF_MAP:
            shared.setdefault(stance.cells[who], []).append(who)
    left, right = _window([column for column, _ in shared], space.width)
    top, bottom = _window([row for _, row in shared], space.height)
    side = min(WIDTH / (right - left + 1), 320 / (bottom - top + 1), 44.0)
    grid = _Hexes(side, left, top) if isinstance(space, Hexes) else _Grid(side, left, top)
    discs = {}
    for cell, several in shared.items():
        x, y = grid.middle(cell)
        for place, who in enumerate(several):
            shift = (place - (len(several) - 1) / 2) * side * 0.42
            discs[who] = _disc(sight, who, x + shift, y, side * (0.4 if len(several) == 1 else 0.27))
    cells = tuple(
        MapCell(grid.outline((column, row)), (column, row) in space.walls)
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
    )
    width, height = grid.size(right - left + 1, bottom - top + 1)
    return Picture(tuple(discs.values()), _ties(sight, discs), sentence(sight), cells, width, height)


def _window(places: list[int], size: int) -> tuple[int, int]:
    """The first and the last column (or row) that is drawn: all of them, or those around the fighters."""
    if size <= MOST_CELLS or not places:
        return 0, min(size, MOST_CELLS) - 1
    middle = (min(places) + max(places)) // 2
    first = max(0, min(middle - MOST_CELLS // 2, size - MOST_CELLS))
    return first, first + MOST_CELLS - 1


class _Grid:
    """Squares: where each is drawn."""

    def __init__(self, side: float, left: int, top: int) -> None:
        self.side, self.left, self.top = side, left, top

    def middle(self, cell: Cell) -> tuple[float, float]:
        return (cell[0] - self.left + 0.5) * self.side, (cell[1] - self.top + 0.5) * self.side

    def corners(self) -> list[tuple[float, float]]:
        half = self.side / 2
        return [(-half, -half), (half, -half), (half, half), (-half, half)]

    def outline(self, cell: Cell) -> str:
        x, y = self.middle(cell)
        return " ".join(f"{x + across:.1f},{y + down:.1f}" for across, down in self.corners())

    def size(self, columns: int, rows: int) -> tuple[float, float]:
        return columns * self.side, rows * self.side


class _Hexes(_Grid):
    """Hexes with flat tops; every odd column lies half a hex further south."""

    def middle(self, cell: Cell) -> tuple[float, float]:
        radius = self.side / 2
        x = radius * (1.5 * (cell[0] - self.left) + 1)
        return x, radius * 3**0.5 * (cell[1] - self.top + 0.5 + (cell[0] % 2) / 2)

    def corners(self) -> list[tuple[float, float]]:
        return [(cos(pi * place / 3) * self.side / 2, sin(pi * place / 3) * self.side / 2) for place in range(6)]

    def size(self, columns: int, rows: int) -> tuple[float, float]:
        radius = self.side / 2
        return radius * (1.5 * columns + 0.5), radius * 3**0.5 * (rows + 0.5)
