"""The creatures of the 3.5 SRD as fighters, made from their stat blocks when asked for.

The rows lie in tussle/bestiary/srd35/creatures.csv. A blank there means not printed, never 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

from msgspec import Struct

from tussle.rules.srd35.fighter import Feat, Fighter, Natural, Weapon
from tussle.rules.srd35.gear import ATTACK_SIZE, GEAR, SIZES, data

__all__ = ["CREATURES", "Creature", "creature", "reason"]

RACIAL = 4
_WORM = (10, 11)
"""Base attack bonus and grapple modifier of the one creature of which no line prints either."""

ATTACK_BONUSES = {"Nightcrawler": 2, "Nightwalker": 2, "Nightwing": 2, "Pseudonatural Troll": 15}
"""A bonus on all attack rolls that the block carries into its grapple modifier."""


class Blow(Struct, frozen=True):
    """One attack of a stat block.

    Attributes:
        count: how many of them.
        weapon: the word of the table's weapon it is; "" for a natural one.
    """

    name: str
    count: int
    bonus: int
    ranged: bool
    dice: str
    plus: int
    threat: int
    multiplier: int
    weapon: str


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
    blows = _blows(row)
    natural, weapons, hand, carries = _arms(blows)
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


# Attacks


def _blows(row: Mapping[str, str]) -> list[list[Blow]]:
    """The alternatives of a full attack, each a list of blows."""
    text = row["full_attack"] or row["attack"]
    text = re.sub(r"[\N{MINUS SIGN}\N{EN DASH}]", "-", text)
    found: list[list[Blow]] = [[]]
    for part in _split(text):
        if part == "|":
            found.append([])
        elif blow := _blow(part):
            found[-1].append(blow)
    return [blows for blows in found if blows]


def _split(text: str) -> Iterator[str]:
    """The blows of a line one by one, and `|` where another way to attack begins."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        cut = None if depth else re.match(r"(?:[;,]\s*)?\b(or|and)\b\s+|[;,]\s+", text[place:])
        if cut and place >= start:
            yield text[start:place].strip()
            if cut[1] == "or":
                yield "|"
            start = place + cut.end()
    yield text[start:].strip()


_BLOW = re.compile(
    r"(?:(?P<count>\d+) )?(?P<name>\+?(?:\d+ )?[A-Za-z][A-Za-z0-9' +-]*?)\*? (?P<bonus>[+-]\d+)(?:/[+-]\d+)*"
    r"(?P<rest>\*?\s*(?:$|melee|ranged|touch|\().*)"
)


def _blow(text: str) -> Blow | None:
    found = _BLOW.fullmatch(text)
    if found is None:
        return None
    rest = found["rest"]
    damage = re.search(r"\((\d*d\d+)?(\d+)?([+-]\d+)?([^()]*)", rest)
    threat = re.search(r"/(\d\d)-20", rest)
    times = re.search(r"/x(\d)", rest)
    name = found["name"].lower().strip()
    return Blow(
        _singular(name) if found["count"] else name,
        int(found["count"] or 1),
        int(found["bonus"]),
        "ranged" in rest,
        (damage[1] or "") if damage else "",
        int(damage[3] or 0) if damage else 0,
        int(threat[1]) if threat else 20,
        int(times[1]) if times else 2,
        _table_word(name),
    )


def _singular(name: str) -> str:
    if name == "hooves":
        return "hoof"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _table_word(name: str) -> str:
    """The weapon of the table that a printed name means, or ""."""
    plain = re.sub(r"[+]\d+|\bof\b.*", "", name).replace("-", " ")
    words = ["quarterstaff" if word == "staff" else word for word in plain.split()]
    for start in range(len(words)):
        for last in (words[-1], _singular(words[-1])):
            word = "_".join([*words[start:-1], last])
            if word in GEAR:
                return word
    return ""


def _arms(blows: list[list[Blow]]) -> tuple[tuple[Natural, ...], tuple[Weapon, ...], str, tuple[str, ...]]:
    """Natural weapons of the richest alternative, every weapon once, what is in hand, and what is carried."""
    richest: dict[str, Natural] = {}
    weapons: dict[str, Weapon] = {}
    for alternative in blows:
        natural: dict[str, Natural] = {}
        for blow in alternative:
            word = re.sub(r"[^a-z0-9_-]", "", blow.name.replace(" ", "_").replace("+", ""))
            if blow.weapon:
                weapons.setdefault(blow.weapon, _weapon(blow))
            elif not blow.ranged and word not in natural and word:
                natural[word] = Natural(
                    word, blow.bonus, blow.dice, blow.plus, min(20, blow.count), blow.threat, min(4, blow.multiplier)
                )
        if len(natural) > len(richest):
            richest = natural
    ready = [name for name, weapon in weapons.items() if not weapon.ranged]
    hand = ready[0] if ready and blows[0][0].weapon == ready[0] else ""
    carries = tuple(name for name in weapons if name != hand)
    kept = tuple(natural for natural in richest.values() if natural.name not in weapons)
    return kept, tuple(weapons.values()), hand, carries


def _weapon(blow: Blow) -> Weapon:
    row = GEAR[blow.weapon]
    return Weapon(
        blow.weapon,
        blow.dice,
        light=row["light_for_grapple"] == "1",
        two_handed=row["category"] == "two-handed",
        ranged=blow.ranged or row["category"] == "ranged",
        threat=max(12, blow.threat),
        multiplier=min(4, blow.multiplier),
        bonus=blow.bonus,
        plus=blow.plus,
    )


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
