"""A bout: all that a question needs besides the position. Rule set, fighters whole, sides, map."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tussle.bout.ruleset import RuleSet
from tussle.bout.space import AnySpace, Hexes, NoMap, Squares
from tussle.bout.stance import Position, Stance
from tussle.errors import Unreadable

__all__ = ["Bout", "make_bout", "name_fault", "token_name"]

_FORBIDDEN = set(':[]="#,')
MAX_FIGHTERS = 16


class Bout(Struct, frozen=True, eq=False):
    """Who fights whom, under which rules, where. A fighter who joins, or a ruling that changes, makes a new one.

    Attributes:
        names: the fighters' names, no two alike.
        fighters: what each is, in the rule set's own struct.
        sides: for each fighter, the number of its side.
    """

    rules: RuleSet
    names: tuple[str, ...]
    fighters: tuple[Any, ...]
    sides: tuple[int, ...]
    space: AnySpace

    def ruling(self, name: str) -> str:
        """The value of a ruling."""
        return self.rules.values[name]

    @property
    def everyone(self) -> range:
        """The index of every fighter."""
        return range(len(self.names))

    def fit(self, stance: Stance, fighter: int) -> bool:
        """Whether the fighter is fit to fight."""
        return stance.standing[fighter] in (self.rules.acting or self.rules.standings[:1])

    def opening(self, order: tuple[int, ...] | None = None) -> Position:
        """The position the bout begins in: with this order of turns, or with initiative still to be rolled."""
        untouched = ((0,) * len(self.rules.tallies),) * len(self.names)
        return Position(self.rules.opening(self, order), untouched)


def token_name(name: str) -> str:
    """A name as it stands in tokens and position lines."""
    return name.replace(" ", "_")


def name_fault(name: str) -> str | None:
    """What is wrong with a fighter's name, or None."""
    if not 1 <= len(name) <= 40 or not name.isprintable() or name != name.strip() or _FORBIDDEN & set(name):
        return (
            f"{name[:50]!r} is no fighter's name: 1 to 40 printable characters "
            'without : [ ] = " # , and without spaces at the ends'
        )
    return None


def make_bout(
    rules: RuleSet,
    fighters: list[tuple[str, Any]],
    sides: tuple[int, ...] | None = None,
    space: AnySpace | None = None,
) -> Bout:
    """A bout between named fighters. Copies of one name are numbered: `ogre 1`, `ogre 2`.

    Args:
        fighters: (name, fighter) in the order of initiative ties.
        sides: the number of each fighter's side; without it each is its own.

    Raises:
        Unreadable: a name that cannot be, fewer than two fighters or more than 16, one side only, or a map that
            does not fit.
    """
    if not 2 <= len(fighters) <= MAX_FIGHTERS:
        raise Unreadable(f"a grapple takes 2 to {MAX_FIGHTERS} fighters, not {len(fighters)}")
    names = _distinct([name for name, _ in fighters])
    for name in names:
        if fault := name_fault(name):
            raise Unreadable(fault)
    if len({token_name(name) for name in names}) < len(names):
        raise Unreadable(f"two fighters would share a name in tokens: {', '.join(names)}")
    sides = tuple(range(len(names))) if sides is None else sides
    if len(sides) != len(names) or len(set(sides)) < 2:
        raise Unreadable("a grapple takes at least two sides, and each fighter is on one")
    space = NoMap() if space is None else space
    if isinstance(space, Squares | Hexes):
        _check_map(space, names)
    return Bout(rules, tuple(names), tuple(fighter for _, fighter in fighters), sides, space)


def _distinct(names: list[str]) -> list[str]:
    """Copies numbered in order; a name that stands once is kept."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        if names.count(name) == 1:
            found.append(name)
            continue
        seen[name] = seen.get(name, 0) + 1
        found.append(f"{name} {seen[name]}")
    return found


def _check_map(space: Squares | Hexes, names: list[str]) -> None:
    one, kind = ("hex", "hexes") if isinstance(space, Hexes) else ("square", "squares")
    if not (1 <= space.width <= 200 and 1 <= space.height <= 200):
        raise Unreadable(f"a map of {space.width}x{space.height} {kind} is out of range: 1 to 200 each way")
    if len(space.at) != len(names):
        raise Unreadable(f"the map places {len(space.at)} fighters of {len(names)}: give each one a {one}")
    for name, cell in zip(names, space.at, strict=True):
        if not space.inside(cell):
            raise Unreadable(f"{name} cannot stand at {cell[0]}.{cell[1]}: a wall, or off the map")
        if space.at.count(cell) > 1:
            raise Unreadable(f"{name} cannot stand at {cell[0]}.{cell[1]}: somebody else stands there")
