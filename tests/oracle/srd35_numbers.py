"""What the second implementation of `srd35` counts with: fighters, dice, positions and squares (docs/exchange.md).

Nothing here knows an action; `srd35.py` beside it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]
Law: TypeAlias = dict[int, Fraction]

SURE = Fraction(1)
SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SPECIAL = (-16, -12, -8, -4, 0, 4, 8, 12, 16)  # srd35.check.size, on grapple checks
ORDINARY = (8, 4, 2, 1, 0, -1, -2, -4, -8)  # on attack rolls and armour class
UNARMED = ("", "", "1", "1d2", "1d3", "1d4", "1d6", "1d8", "2d6")  # srd35.grappling.damage
MONK = {  # srd35.grappling.monk: from which level on; the sizes that the text does not list go as weapons do
    "tiny": ((1, "1d3"), (4, "1d4"), (8, "1d6"), (12, "1d8"), (16, "1d10"), (20, "2d6")),
    "small": ((1, "1d4"), (4, "1d6"), (8, "1d8"), (12, "1d10"), (16, "2d6"), (20, "2d8")),
    "medium": ((1, "1d6"), (4, "1d8"), (8, "1d10"), (12, "2d6"), (16, "2d8"), (20, "2d10")),
    "large": ((1, "1d8"), (4, "2d6"), (8, "2d8"), (12, "3d6"), (16, "3d8"), (20, "4d8")),
    "huge": ((1, "2d6"), (4, "3d6"), (8, "3d8"), (12, "4d6"), (16, "4d8"), (20, "6d8")),
    "gargantuan": ((1, "3d6"), (4, "4d6"), (8, "4d8"), (12, "6d6"), (16, "6d8"), (20, "8d8")),
    "colossal": ((1, "4d6"), (4, "6d6"), (8, "6d8"), (12, "8d6"), (16, "8d8"), (20, "12d8")),
}
WAYS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
RULINGS = {
    "tie": "modifier",
    "natural20": "plain",
    "attack_bonuses": "apply",
    "grapple_as_aoo": "allow",
    "hold_lethal": "allow",
    "threat_without_map": "none",
    "start_while_grappling": "no",
    "same_attack": "allow",
    "natural_attacks": "one",
    "ius_lethal": "free",
    "escape_many": "one-roll",
    "pin": "one-round",
    "pinned_ac": "text",
    "pinning_other": "open",
    "release_unpinned": "mutual",
    "join_edges": "target",
    "capacity": "standing",
    "criticals": "yes",
}
FIGHTER: Json = {
    **{field: [] for field in ("feats", "natural", "carries", "weapons", "spells", "items", "worn")},
    **dict.fromkeys(("racial_grapple", "larger", "attack_bonus", "dodge", "monk", "concentration", "armour_check"), 0),
    **dict.fromkeys(("bab", "grapple", "melee", "flat_footed", "initiative", "escape_artist")),
    **dict.fromkeys(("strength", "dexterity", "ac", "touch", "hp"), 10),
    **dict.fromkeys(("better_ability", "improved_grab"), False),
    "size": "medium",
    "kind": "humanoid",
    "speed": 30,
    "reach": 5,
    "unarmed": "",
    "hand": "",
    "body": "solid",
}
FIT = ("up", "staggered", "disabled")  # these can act


class Weapon(NamedTuple):
    """What an attack is made with, as docs/exchange.md and the schema of a fighter have it."""

    dice: str = ""
    light: bool = False
    two_handed: bool = False
    ranged: bool = False
    nonlethal: bool = False
    threat: int = 20
    multiplier: int = 2
    bonus: int | None = None
    plus: int | None = None
    magic: int = 0


WEAPONS = {  # of the table of weapons, for Medium hands, and the dice in Small ones: those that are drawn
    "dagger": (Weapon("1d4", light=True, threat=19), "1d3"),
    "handaxe": (Weapon("1d6", light=True, multiplier=3), "1d4"),
    "light_mace": (Weapon("1d6", light=True), "1d4"),
    "sap": (Weapon("1d6", light=True, nonlethal=True), "1d4"),
    "short_sword": (Weapon("1d6", light=True, threat=19), "1d4"),
    "club": (Weapon("1d6"), "1d4"),
    "heavy_mace": (Weapon("1d8"), "1d6"),
    "longsword": (Weapon("1d8", threat=19), "1d6"),
    "greataxe": (Weapon("1d12", two_handed=True, multiplier=3), "1d10"),
    "greatclub": (Weapon("1d10", two_handed=True), "1d8"),
    "greatsword": (Weapon("2d6", two_handed=True, threat=19), "1d10"),
    "quarterstaff": (Weapon("1d6", two_handed=True), "1d4"),
    "shortbow": (Weapon("1d6", ranged=True, multiplier=3), "1d4"),
}


def modifier(score: int | None) -> int:
    return 0 if score is None else (score - 10) // 2


class Bout:
    """A bout as docs/exchange.md writes it, with every default filled in."""

    def __init__(self, bout: Json) -> None:
        inside = re.fullmatch(r"srd35(?:\((.*)\))?", bout["rules"])
        if inside is None:
            raise ValueError(f"{bout['rules']!r} is not srd35")
        said = [part.split("=") for part in (inside[1] or "").split(",") if part]
        self.rulings = {**RULINGS, **{name.strip(): value.strip().strip('"') for name, value in said}}
        self.fighters: dict[str, Json] = {fighter["name"]: {**FIGHTER, **fighter} for fighter in bout["fighters"]}
        self.names = list(self.fighters)
        self.sides = dict(zip(self.names, bout["sides"], strict=True))
        self.map: Json | None = bout.get("map")
        self.walls = [list(wall) for wall in self.map.get("walls", [])] if self.map else []

    def rules(self, ruling: str, value: str) -> bool:
        return self.rulings[ruling] == value

    def size(self, who: str) -> int:
        """0 for Fine to 8 for Colossal (srd35.check.size)."""
        return SIZES.index(self.fighters[who]["size"])

    def feat(self, who: str, feat: str) -> bool:
        return feat in self.fighters[who]["feats"]

    def trained(self, who: str) -> bool:
        """Improved Unarmed Strike, a monk's among them."""
        return self.feat(who, "improved_unarmed_strike") or self.fighters[who]["monk"] > 0

    def ability(self, who: str, name: str) -> int:
        return modifier(self.fighters[who][name])

    def force(self, who: str) -> int:
        """What is added to melee attack rolls: Strength, or Dexterity of who has none."""
        return self.ability(who, "dexterity" if self.fighters[who]["strength"] is None else "strength")

    # Checks

    def wrestles(self, who: str) -> bool:
        """Whether there is a grapple check at all."""
        one = self.fighters[who]
        return one["body"] == "solid" and not (one["strength"] is None and one["grapple"] is None)

    def _special(self, who: str) -> int:
        """All that is a bonus on grapple checks alone."""
        one = self.fighters[who]
        size = SPECIAL[min(8, self.size(who) + one["larger"])]
        return int(size + one["racial_grapple"] + 4 * self.feat(who, "improved_grapple"))

    def _wrestling(self, who: str) -> int:
        one = self.fighters[who]
        strength = self.ability(who, "strength")
        return max(strength, self.ability(who, "dexterity")) if one["better_ability"] else strength

    def grapple(self, who: str) -> int:
        """The modifier of a grapple check (srd35.check.bonus, srd35.check.attack-bonuses)."""
        one = self.fighters[who]
        general = int(one["attack_bonus"])
        if one["grapple"] is not None:
            return int(one["grapple"]) - (0 if self.rules("attack_bonuses", "apply") else general)
        total = self.base(who) + self._wrestling(who) + self._special(who)
        return total + (general if self.rules("attack_bonuses", "apply") else 0)

    def base(self, who: str) -> int:
        """The base attack bonus, worked out from the printed grapple where it is left out."""
        one = self.fighters[who]
        if one["bab"] is not None:
            return int(one["bab"])
        return int(one["grapple"]) - self._special(who) - self._wrestling(who) - int(one["attack_bonus"])

    def attacks(self, who: str) -> int:
        """How many attacks a full attack has by base attack bonus (srd35.grappling.attacks)."""
        bab = self.fighters[who]["bab"]
        return 1 if bab is None else min(4, 1 + max(0, bab - 1) // 5)

    def escape_artist(self, who: str) -> int:
        one = self.fighters[who]
        skill = self.ability(who, "dexterity") if one["escape_artist"] is None else one["escape_artist"]
        return int(skill) - int(one["armour_check"])

    # Attacks

    def touches(self, who: str) -> int:
        """The attack bonus of bare hands: what is printed as `melee`, if it is."""
        melee = self.fighters[who]["melee"]
        return self.hits(who, light=True) if melee is None else int(melee)

    def hits(self, who: str, *, ranged: bool = False, light: bool = False) -> int:
        """The attack bonus worked out (srd35.check.size, srd35.base.attack)."""
        one = self.fighters[who]
        ability = self.force(who)
        if ranged:
            ability = self.ability(who, "dexterity")
        elif light and self.feat(who, "weapon_finesse"):
            ability = max(ability, self.ability(who, "dexterity"))
        return self.base(who) + ability + ORDINARY[self.size(who)] + int(one["attack_bonus"])

    def naturals(self, who: str) -> list[Json]:
        """Every natural attack of a full attack, in order, with its `place` among the natural weapons."""
        found: list[Json] = []
        for place, weapon in enumerate(self.fighters[who]["natural"]):
            found += [{"count": 1, **weapon, "place": place}] * int(weapon.get("count", 1))
        return found

    def weapon(self, who: str, name: str) -> Weapon:
        """A weapon of the fighter's own, or one of the table at its size."""
        for own in self.fighters[who]["weapons"]:
            if own["name"] == name:
                return Weapon(**{field: value for field, value in own.items() if field != "name"})
        weapon, small = WEAPONS[name]
        return weapon._replace(dice=small) if self.fighters[who]["size"] == "small" else weapon

    def fists(self, who: str) -> str:
        """The dice of an unarmed strike, "" for none (srd35.grappling.damage, srd35.grappling.monk)."""
        one = self.fighters[who]
        if one["unarmed"]:
            return str(one["unarmed"])
        if one["monk"]:
            return next(dice for level, dice in reversed(MONK[one["size"]]) if one["monk"] >= level)
        return UNARMED[self.size(who)]


# Dice


@cache
def dice_law(dice: str, plus: int, times: int = 1) -> Law:
    """What dice and a bonus come to, all of it thrown so many times, at least 1; "" is nothing."""
    if not dice:
        return {0: SURE}
    count, sides = [*dice.split("d"), "1"][:2] if "d" in dice else (dice, "1")
    law: Law = {0: SURE}
    for _ in range(int(count or 1) * times):
        thrown: Law = {}
        for total, chance in law.items():
            for face in range(1, int(sides) + 1):
                thrown[total + face] = thrown.get(total + face, Fraction(0)) + chance / int(sides)
        law = thrown
    found: Law = {}
    for total, chance in law.items():
        amount = max(1, total + plus * times)
        found[amount] = found.get(amount, Fraction(0)) + chance
    return found


@cache
def hit_chance(bonus: int, armour: int) -> Fraction:
    """Natural 1 misses, 20 hits (srd35.base.attack)."""
    return Fraction(sum(face == 20 or (face > 1 and face + bonus >= armour) for face in range(1, 21)), 20)


class Blow(NamedTuple):
    """An attack roll about to be made, and the damage it would do."""

    bonus: int
    dice: str
    plus: int
    kind: str = "lethal"
    threat: int = 20
    multiplier: int = 2


@cache
def blow_law(blow: Blow, armour: int, *, criticals: bool) -> Law:
    """How much damage comes of an attack, 0 for none (srd35.base.attack, srd35.harm.criticals)."""
    confirmed = hit_chance(blow.bonus, armour)
    law: Law = {}
    plain, critical = Fraction(0), Fraction(0)
    for face in range(1, 21):
        if face == 20 or (face > 1 and face + blow.bonus >= armour):
            doubled = confirmed if criticals and face >= blow.threat else Fraction(0)
            plain += (1 - doubled) / 20
            critical += doubled / 20
    for chance, times in ((plain, 1), (critical, blow.multiplier)):
        for amount, share in dice_law(blow.dice, blow.plus, times).items():
            law[amount] = law.get(amount, Fraction(0)) + chance * share
    law[0] = law.get(0, Fraction(0)) + 1 - plain - critical
    return {amount: chance for amount, chance in law.items() if chance}


def _pair(mine: int, face: int, other: int, reply: int, auto: str) -> int:
    """1: won; −1: lost; 0: a tie, two dice having come up.

    `auto` says whose checks have an automatic 20 and 1 (srd35.check.natural): both, other, or nobody's.
    """
    luck = {20: 1, 1: -1}
    better = luck.get(face, 0) if auto == "both" else 0
    worse = luck.get(reply, 0) if auto in ("both", "other") else 0
    if better != worse:
        return 1 if better > worse else -1
    total = face + mine - reply - other
    return (total > 0) - (total < 0)


@cache
def contest(mine: int, others: tuple[int, ...], tie: str, auto: str = "") -> Fraction:
    """The chance that one roll beats every one of the others' (srd35.check.tie)."""
    total = Fraction(0)
    for face in range(1, 21):
        beaten = SURE
        for other in others:
            replies = [_pair(mine, face, other, reply, auto) for reply in range(1, 21)]
            beaten *= Fraction(replies.count(1), 20) + Fraction(replies.count(0), 20) * _tied(mine, other, tie, auto)
        total += beaten / 20
    return total


@cache
def _tied(mine: int, other: int, tie: str, auto: str) -> Fraction:
    """The chance to win after a tie."""
    if tie == "defender":
        return Fraction(0)
    if tie == "attacker":
        return SURE
    if tie == "modifier" and mine != other:
        return Fraction(int(mine > other))
    pairs = [_pair(mine, face, other, reply, auto) for face in range(1, 21) for reply in range(1, 21)]
    return Fraction(pairs.count(1), pairs.count(1) + pairs.count(-1))


# Positions


def full(position: Json) -> Json:
    """The position with every key there, for reading and changing."""
    parts = ("standing", "marks", "hands", "budgets", "cells", "counters", "tallies")
    return {"order": [], "turn": None, "holds": [], "agenda": [], **{part: {} for part in parts}, **position}


def put(position: Json, key: str, who: str, value: object) -> Json:
    """The position with one entry of one fighter changed."""
    return {**position, key: {**position[key], who: value}}


def standing(position: Json, who: str) -> str:
    return str(position["standing"].get(who, "up"))


def fit(position: Json, who: str) -> bool:
    """Conscious (srd35.group.end)."""
    return standing(position, who) in FIT


def marked(position: Json, who: str, word: str) -> bool:
    return word in position["marks"].get(who, [])


def mark(position: Json, who: str, *words: str) -> Json:
    return put(position, "marks", who, sorted({*position["marks"].get(who, []), *words}))


def unmark(position: Json, who: str, words: Iterable[str]) -> Json:
    gone = set(words)
    return put(position, "marks", who, [word for word in position["marks"].get(who, []) if word not in gone])


def by(word: str, who: str) -> str:
    """The mark kept-by-NAME, held-by-NAME or silenced-by-NAME."""
    return f"{word}-by-{who.replace(' ', '_')}"


def silenced(position: Json, who: str) -> bool:
    """srd35.pin.speech."""
    return any(word.startswith("silenced-by-") for word in position["marks"].get(who, []))


def helpless(position: Json, who: str) -> bool:
    return marked(position, who, "paralysed")


def able(position: Json, who: str) -> bool:
    """Whether the fighter can act."""
    return fit(position, who) and not marked(position, who, "stunned") and not helpless(position, who)


def left(position: Json, who: str, word: str) -> int:
    return int(position["budgets"].get(who, {}).get(word, 0))


def budget(position: Json, who: str, **words: int) -> Json:
    return put(position, "budgets", who, {**position["budgets"].get(who, {}), **words})


def in_hand(position: Json, who: str) -> str:
    return str(position["hands"].get(who, ""))


def after(position: Json, who: str) -> list[str]:
    """Everybody else in the order of turns from one fighter on."""
    order = position["order"]
    place = order.index(who)
    return [*order[place + 1 :], *order[:place]]


def drawable(bout: Bout, position: Json, who: str) -> list[str]:
    """What the fighter has about it and not in hand, and has not dropped."""
    fighter = bout.fighters[who]
    owned = dict.fromkeys([*fighter["carries"], fighter["hand"]])
    return [
        thing
        for thing in owned
        if thing and thing != in_hand(position, who) and not marked(position, who, f"dropped-{thing}")
    ]


# Holds


def partners(position: Json, who: str) -> list[str]:
    """Whom the fighter grapples with."""
    return [str(b if who == a else a) for a, b, _ in position["holds"] if who in (a, b)]


def pinners(position: Json, who: str) -> list[str]:
    return [str(a) for a, b, word in position["holds"] if b == who and word != "hold"]


def pins(position: Json, who: str) -> list[str]:
    """Whom the fighter is pinning."""
    return [str(b) for a, b, word in position["holds"] if a == who and word != "hold"]


def grapple_of(position: Json, who: str) -> list[str]:
    """Everybody in one grapple with the fighter, itself first."""
    found = [who]
    for one in found:
        found += [other for other in partners(position, one) if other not in found]
    return found


def tie_up(bout: Bout, position: Json, one: str, other: str, word: str) -> Json:
    """The hold between two becomes this: hold, pin, pin-lapsing, or "" for none."""
    pair = sorted((one, other), key=bout.names.index) if word == "hold" else [one, other]
    holds = [hold for hold in position["holds"] if {one, other} != set(hold[:2])]
    if word:
        holds = sorted([*holds, [*pair, word]], key=lambda hold: [bout.names.index(name) for name in hold[:2]])
    changed = {**position, "holds": holds}
    for who in (one, other):
        holders = {by("silenced", pinner) for pinner in pinners(changed, who)}
        voiced = [word for word in changed["marks"].get(who, []) if word.startswith("silenced-by-")]
        changed = unmark(changed, who, set(voiced) - holders)
    if not word and bout.rules("capacity", "per-round"):
        changed = mark(mark(changed, one, by("held", other)), other, by("held", one))
    return changed


def part(bout: Bout, position: Json, who: str) -> Json:
    """All holds of the fighter end."""
    for other in partners(position, who):
        position = tie_up(bout, position, who, other, "")
    return position


# Squares


def distance(bout: Bout, position: Json, one: str, other: str) -> int:
    """In squares, 1 without a map (docs/exchange.md)."""
    if bout.map is None:
        return 1
    (x, y), (u, v) = position["cells"][one], position["cells"][other]
    return int(max(abs(x - u), abs(y - v)))


def in_reach(bout: Bout, position: Json, one: str, other: str) -> bool:
    return bool(distance(bout, position, one, other) <= max(1, bout.fighters[one]["reach"] // 5))


def stride(cell: list[int], way: str, squares: int = 1) -> list[int]:
    across, down = WAYS[way]
    return [cell[0] + across * squares, cell[1] + down * squares]


def free(bout: Bout, position: Json, cell: list[int]) -> bool:
    """On the map, no wall, and nobody in it, fit or not."""
    ground = bout.map
    if ground is None or not (0 <= cell[0] < ground["width"] and 0 <= cell[1] < ground["height"]):
        return False
    return cell not in bout.walls and cell not in position["cells"].values()


def free_ways(bout: Bout, position: Json, who: str) -> list[str]:
    return [way for way in WAYS if free(bout, position, stride(position["cells"][who], way))]
