"""The attack lines of stat blocks: which natural weapons and which weapons they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from tussle.rules.srd35.fighter import Natural, Weapon
from tussle.rules.srd35.gear import GEAR

__all__ = ["read_attacks"]


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


def read_attacks(text: str) -> tuple[tuple[Natural, ...], tuple[Weapon, ...], str, tuple[str, ...]]:
    """The natural weapons, the weapons, what is in hand and what is carried, of the attack line of a stat block.

    `2 claws +7 melee (1d6+5) and bite +2 melee (1d6+2); or javelin +1 ranged (1d6+1)`; what cannot be read is left out.
    """
    found: list[list[Blow]] = [[]]
    for part in _split(re.sub(r"[\N{MINUS SIGN}\N{EN DASH}]", "-", text)):
        if part == "|":
            found.append([])
        elif blow := _blow(part):
            found[-1].append(blow)
    alternatives = [blows for blows in found if blows]
    return _arms(alternatives) if alternatives else ((), (), "", ())


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
