"""The creatures of the 3.5 SRD as fighters, made from their stat blocks when asked for.

The rows lie in tussle/bestiary/srd35/creatures.csv. A blank there means not printed, never 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

from msgspec import Struct

from tussle.rules.srd35.attacks import read_attacks
from tussle.rules.srd35.fighter import Feat, Fighter, Natural
from tussle.rules.srd35.gear import ATTACK_SIZE, SIZES, data

__all__ = ["CREATURES", "Creature", "creature", "reason"]

RACIAL = 4
_WORM = (10, 11)
"""Base attack bonus and grapple modifier of the one creature of which no line prints either."""

ATTACK_BONUSES = {"Nightcrawler": 2, "Nightwalker": 2, "Nightwing": 2, "Pseudonatural Troll": 15, "Worm That Walks": 1}
"""A bonus on all attack rolls that the block carries into its grapple modifier."""


class Creature(Struct, frozen=True):
    """A creature: its fighter, and how its grapple modifier came to be.

    Attributes:
        name: the name it fights under.
        printed: the name of its stat block.
        published: the grapple modifier its block prints; none: a dash, or no line at all.
        computed: base attack bonus, Strength and special size alone; none where one of them is not printed.
        status: whether the two agree.
        code, reason: why they do not, or what there is to say.
    """

    name: str
    printed: str
    fighter: Fighter
    published: int | None
    computed: int | None
    status: str
    code: str
    reason: str


class _Creatures(Mapping[str, Fighter]):
    """Every creature by the name it fights under."""

    def __getitem__(self, name: str) -> Fighter:
        return creature(name).fighter

    def __contains__(self, name: object) -> bool:
        return name in _rows()

    def __iter__(self) -> Iterator[str]:
        return iter(_rows())

    def __len__(self) -> int:
        return len(_rows())


CREATURES: Mapping[str, Fighter] = _Creatures()


@lru_cache(maxsize=1)
def _rows() -> dict[str, dict[str, str]]:
    return {row["fighter"]: row for row in data("creatures.csv")}


def reason(name: str) -> str:
    """Why a creature's published grapple modifier is not the sum of the usual parts; "" where it is."""
    return creature(name).reason


@lru_cache(maxsize=1024)
def creature(name: str) -> Creature:
    """One creature.

    Raises:
        KeyError: there is none of that name.
    """
    row = _rows()[name]
    published, bab = _number(row["grapple_published"]), _number(row["bab"])
    why = row["reason"]
    if found := re.search(r"mirror prints ([+-]\d+)/([+-]\d+)", why) if row["status"] == "absent" else None:
        bab, published = int(found[1]), int(found[2])
    elif row["status"] == "absent":
        bab, published, why = *_WORM, f"{why}; worked out from its attack, +15/+10 with a +4 staff at Str 10"
    return Creature(
        name,
        row["name"],
        _fighter(row, bab, published),
        _number(row["grapple_published"]),
        _number(row["grapple_computed"]),
        row["status"],
        row["reason_code"],
        why,
    )


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else None


def _fighter(row: Mapping[str, str], bab: int | None, published: int | None) -> Fighter:
    code = row["reason_code"]
    natural, weapons, hand, carries = read_attacks(row["full_attack"] or row["attack"])
    ac = _number(row["ac"]) or 0
    return Fighter(
        size=row["size"].lower(),  # type: ignore[arg-type] # a size of the table
        kind=row["type"].lower(),
        bab=bab,
        strength=_number(row["str_score"]),
        dexterity=_number(row["dex_score"]),
        grapple=published,
        racial_grapple=RACIAL if code in ("racial", "unstated_racial") else 0,
        larger=int(code == "powerful_build"),
        better_ability=code == "dex_for_str",
        attack_bonus=ATTACK_BONUSES.get(row["fighter"], 0),
        ac=ac,
        touch=_touch(row, ac),
        flat_footed=min(ac, flat) if (flat := _number(row["flatfooted_ac"])) is not None else None,
        hp=_number(row["avg_hp"]) or 1,
        speed=_number(row["land_speed_ft"]) or 0,
        reach=_number(row["reach_ft"]) or 0,
        initiative=_initiative(row),
        feats=_feats(row),
        improved_grab=row["improved_grab"] == "1",
        natural=natural or _dragon(row),
        hand=hand,
        carries=carries,
        weapons=weapons,
        concentration=_number(row["concentration"]) or 0,
        escape_artist=_number(row["escape_artist"]),
        body="swarm" if code == "dash_swarm" else "incorporeal" if code == "dash_incorporeal" else "solid",
    )


def _touch(row: Mapping[str, str], ac: int) -> int:
    """The touch armour class; where it is not printed, size and Dexterity alone."""
    printed = _number(row["touch_ac"])
    if printed is not None:
        return printed
    return min(ac, 10 + ATTACK_SIZE[SIZES.index(row["size"].lower())] + _modifier(row["dex_score"]))


def _modifier(score: str) -> int:
    return ((_number(score) or 10) - 10) // 2


def _initiative(row: Mapping[str, str]) -> int:
    return _modifier(row["dex_score"]) + 4 * ("Improved Initiative" in row["feats"])


def _feats(row: Mapping[str, str]) -> tuple[Feat, ...]:
    listed = {feat.strip().rstrip("B").lower().replace(" ", "_") for feat in row["feats"].split(",")}
    known: tuple[Feat, ...] = get_args(Feat)
    marked = {"improved_grapple"} if row["improved_grapple_feat"] == "1" else set()
    return tuple(feat for feat in known if feat in listed | marked)


_DRAGON = {
    "tiny": (("bite", 1, "1d4"), ("claw", 2, "1d3")),
    "small": (("bite", 1, "1d6"), ("claw", 2, "1d4")),
    "medium": (("bite", 1, "1d8"), ("claw", 2, "1d6"), ("wing", 2, "1d4")),
    "large": (("bite", 1, "2d6"), ("claw", 2, "1d8"), ("wing", 2, "1d6"), ("tail_slap", 1, "1d8")),
    "huge": (("bite", 1, "2d8"), ("claw", 2, "2d6"), ("wing", 2, "1d8"), ("tail_slap", 1, "2d6")),
    "gargantuan": (("bite", 1, "4d6"), ("claw", 2, "2d8"), ("wing", 2, "2d6"), ("tail_slap", 1, "2d8")),
    "colossal": (("bite", 1, "4d8"), ("claw", 2, "4d6"), ("wing", 2, "2d8"), ("tail_slap", 1, "4d6")),
}
"""The natural weapons of a true dragon by size, whose rows print one attack bonus and no more."""


def _dragon(row: Mapping[str, str]) -> tuple[Natural, ...]:
    """A true dragon's bite at its printed bonus, the others at −5; claws and wings with half its Strength."""
    bonus = _number(row["attack"])
    if row["kind"] != "dragon_by_age" or bonus is None:
        return ()
    strength = _modifier(row["str_score"])
    shares = {"bite": strength, "tail_slap": strength * 3 // 2 if strength > 0 else strength}
    return tuple(
        Natural(name, bonus if name == "bite" else bonus - 5, dice, shares.get(name, strength // 2), count)
        for name, count, dice in _DRAGON[row["size"].lower()]
    )
