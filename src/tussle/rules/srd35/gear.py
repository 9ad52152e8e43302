"""Weapons: the tables of the 3.5 SRD, by size, and what a fighter can attack with.

The tables are Open Game Content, shipped as data in tussle/bestiary/srd35 and read when first asked for.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from tussle.rules.srd35.fighter import Fighter

__all__ = ["ATTACK_SIZE", "GEAR", "SIZES", "Arm", "arm", "data", "unarmed_dice"]

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")

ATTACK_SIZE = (8, 4, 2, 1, 0, -1, -2, -4, -8)
"""The size modifier of attack rolls and armour class, fine to colossal."""

UNARMED = {"tiny": "1", "small": "1d2", "medium": "1d3", "large": "1d4", "huge": "1d6", "gargantuan": "1d8"}
UNARMED["colossal"] = "2d6"


class Arm(Struct, frozen=True):
    """What an attack is made with, all said.

    Attributes:
        name: a word.
        dice: its damage for this wielder: dice, a plain number, or "" for none.
        bonus, plus: attack and damage bonus as printed; none: to be worked out.
        natural, unarmed: a natural weapon; bare hands.
    """

    name: str
    dice: str
    light: bool = False
    two_handed: bool = False
    ranged: bool = False
    nonlethal: bool = False
    threat: int = 20
    multiplier: int = 2
    bonus: int | None = None
    plus: int | None = None
    magic: int = 0
    natural: bool = False
    unarmed: bool = False


def data(name: str) -> list[dict[str, str]]:
    """The rows of a shipped table."""
    text = files("tussle").joinpath("bestiary", "srd35", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


class _Gear(Mapping[str, Mapping[str, str]]):
    """The weapons of the table by word (`short_sword`), read when first asked for."""

    @property
    def _rows(self) -> dict[str, dict[str, str]]:
        return _weapons()

    def __getitem__(self, name: str) -> Mapping[str, str]:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


GEAR: Mapping[str, Mapping[str, str]] = _Gear()


@lru_cache(maxsize=1)
def _weapons() -> dict[str, dict[str, str]]:
    return {_word(row["name"]): row for row in data("weapons.csv") if row["category"] != "unarmed" and row["dmg_m"]}


def _word(name: str) -> str:
    """`Sword, short` as `short_sword`."""
    head, _, tail = name.partition("(")[0].strip().partition(", ")
    return f"{tail} {head}".strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=1)
def _steps() -> dict[str, dict[str, str]]:
    return {row["medium"]: row for row in data("weapon_sizes.csv")}


def _sized(row: Mapping[str, str], size: str) -> str:
    """The damage of a weapon made for a wielder of this size; of a double weapon, its first end."""
    small, medium = row["dmg_s"].partition("/")[0], row["dmg_m"].partition("/")[0]
    place = SIZES.index(size)
    if place <= SIZES.index("tiny"):
        return _steps().get(medium, {}).get("tiny", "") or "1"
    if size == "small":
        return small
    return _grown(medium, place - SIZES.index("medium"))


def _grown(dice: str, sizes: int) -> str:
    """Dice for so many sizes larger: by the table, and beyond it three dice become four, then six, eight, twelve."""
    for _ in range(sizes):
        count, _, sides = dice.partition("d")
        more = f"{_MORE.get(count, count)}d{sides}" if sides else dice
        dice = _steps().get(dice, {}).get("large", "") or more
    return dice


_MORE = {"3": "4", "4": "6", "6": "8", "8": "12"}


@lru_cache(maxsize=1)
def _monk() -> dict[tuple[int, str], str]:
    return {(int(row["level"]), row["size"].lower()): row["damage"] for row in data("unarmed.csv") if row["level"]}


def unarmed_dice(fighter: Fighter) -> str:
    """The dice of an unarmed strike: its own, a monk's, or those of the size; "" where it does none."""
    if fighter.unarmed:
        return fighter.unarmed
    plain = UNARMED.get(fighter.size, "")
    if not (fighter.monk and plain):
        return plain
    if fighter.size == "tiny":
        return _steps()[_monk()[fighter.monk, "medium"]]["tiny"]
    listed = fighter.size if (fighter.monk, fighter.size) in _monk() else "large"  # beyond, as weapons grow
    return _grown(_monk()[fighter.monk, listed], SIZES.index(fighter.size) - SIZES.index(listed))


@lru_cache(maxsize=4096)
def arm(fighter: Fighter, name: str) -> Arm:
    """What the fighter attacks with, by its word."""
    if name == "unarmed":
        return Arm(name, unarmed_dice(fighter), light=True, unarmed=True)
    for natural in fighter.natural:
        if natural.name == name:
            return Arm(
                name,
                natural.dice,
                threat=natural.threat,
                multiplier=natural.multiplier,
                bonus=natural.bonus,
                plus=natural.plus,
                natural=True,
            )
    for own in fighter.weapons:
        if own.name == name:
            return Arm(
                name,
                own.dice,
                own.light,
                own.two_handed,
                own.ranged,
                own.nonlethal,
                own.threat,
                own.multiplier,
                own.bonus,
                own.plus,
                own.magic,
            )
    row = GEAR[name]
    return Arm(
        name,
        _sized(row, fighter.size),
        light=row["light_for_grapple"] == "1",
        two_handed=row["category"] == "two-handed",
        ranged=row["category"] == "ranged",
        nonlethal=row["nonlethal"] == "1",
        threat=int(row["crit_range_low"] or 20),
        multiplier=int(row["crit_mult"].partition("/")[0]),
    )
