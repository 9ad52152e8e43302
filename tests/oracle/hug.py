"""A second implementation of `hug`, from the source text and the clauses alone, in the words of docs/exchange.md.

It shares nothing with the first: no import, no table, no way of counting. Every die is counted out face by face.
An action is a generator of (chance, choices, position), one for each way it can go; positions are the JSON of
docs/exchange.md and never changed in place. Where text and clauses left a doubt, README.md beside this file says
which reading was taken.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]
Choices: TypeAlias = tuple[tuple[str, str], ...]
Way: TypeAlias = tuple[Fraction, Choices, Json]

PLANT = {"IN_A_GRAPPLE": -2}
"""The constants that a control changes in a copy of this module, so that the copy is wrong."""

SURE = Fraction(1)
IN_A_GRAPPLE = -3  # an attack made from inside a grapple (hug.grappling.attack)
LET = 5  # who is simply let has won by this much (hug.grappling.contest)
STRAYS, CAREFUL_STRAYS, CAREFUL = 3, 1, -2  # hug.outside.stray, hug.outside.careful
SIZES = ("microscopic", "tiny", "small", "normal", "large", "huge")
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
    "hit": "over",
    "contest": "opposed",
    "tie": "actor-fails",
    "unarmed_melee": "melee",
    "squeeze_armour": "ignored",
    "spell_penalty": "yes",
}
FIGHTER: Json = {
    **dict.fromkeys(("melee", "athletics", "acrobatics", "reflex", "shield", "armour"), 0),
    **{field: [] for field in ("carries", "weapons", "spells", "abilities")},
    "unarmed": None,
    "hits": 20,
    "size": "normal",
    "movement": 5,
    "hand": "",
    "defences": {},
}


class Weapon(NamedTuple):
    """What an attack is made with."""

    dice: str
    ranged: bool = False
    knife: bool = False


WEAPONS = {
    "unarmed": Weapon("d4"),
    "dagger": Weapon("d6", knife=True),
    "knife": Weapon("d4", knife=True),
    "club": Weapon("2d4"),
    "short_sword": Weapon("2d6"),
    "broad_sword": Weapon("2d8"),
    "bow": Weapon("2d6", ranged=True),
}


class Bout:
    """A bout as docs/exchange.md writes it, with every default filled in."""

    def __init__(self, bout: Json) -> None:
        inside = re.fullmatch(r"hug(?:\((.*)\))?", bout["rules"])
        if inside is None:
            raise ValueError(f"{bout['rules']!r} is not hug")
        said = [part.split("=") for part in (inside[1] or "").split(",") if part]
        self.rulings = {**RULINGS, **{name.strip(): value.strip().strip('"') for name, value in said}}
        self.fighters: dict[str, Json] = {fighter["name"]: {**FIGHTER, **fighter} for fighter in bout["fighters"]}
        self.names = list(self.fighters)
        self.sides = dict(zip(self.names, bout["sides"], strict=True))
        self.map: Json | None = bout.get("map")

    def size(self, who: str) -> int:
        """0 for microscopic to 5 for huge (hug.check.size)."""
        return SIZES.index(self.fighters[who]["size"])

    def weapon(self, who: str, name: str) -> Weapon:
        """A weapon of the table or one of the fighter's own (hug.base.weapons)."""
        for own in self.fighters[who]["weapons"]:
            if own["name"] == name:
                return Weapon(own["dice"], own.get("ranged", False), own.get("knife", False))
        return WEAPONS[name]


# Positions


def full(position: Json) -> Json:
    """The position with every key there, for reading and changing."""
    parts = ("standing", "marks", "hands", "budgets", "cells", "counters", "tallies")
    return {"order": [], "turn": None, "holds": [], "agenda": [], **{part: {} for part in parts}, **position}


def tidy(position: Json) -> Json:
    """The one form a position has: nothing empty, no 0, words sorted."""
    tidied = dict(position)
    tidied["marks"] = {who: sorted(words) for who, words in position["marks"].items() if words}
    tidied["hands"] = {who: thing for who, thing in position["hands"].items() if thing}
    for key in ("budgets", "tallies"):
        counts = {who: {word: n for word, n in row.items() if n} for who, row in position[key].items()}
        tidied[key] = {who: row for who, row in counts.items() if row}
    tidied["standing"] = {who: word for who, word in position["standing"].items() if word != "up"}
    return {key: value for key, value in tidied.items() if value not in ({}, [], None)}


def put(position: Json, key: str, who: str, value: object) -> Json:
    """The position with one entry of one fighter changed."""
    return {**position, key: {**position[key], who: value}}


def fit(position: Json, who: str) -> bool:
    return bool(position["standing"].get(who, "up") == "up")


def prone(position: Json, who: str) -> bool:
    return "prone" in position["marks"].get(who, [])


def left(position: Json, who: str, word: str) -> int:
    return int(position["budgets"].get(who, {}).get(word, 0))


def in_hand(position: Json, who: str) -> str:
    return str(position["hands"].get(who, ""))


def partner(position: Json, who: str) -> str | None:
    """Whom the fighter grapples with."""
    for one, other, _ in position["holds"]:
        if who in (one, other):
            return str(other if who == one else one)
    return None


def spend(position: Json, who: str, word: str) -> Json:
    budgets = {**position["budgets"].get(who, {}), word: left(position, who, word) - 1}
    return put(position, "budgets", who, budgets)


def spend_move(position: Json, who: str) -> Json:
    """The move action, or a standard one that becomes it (hug.base.turn)."""
    return spend(position, who, "move" if left(position, who, "move") else "standard")


def part(position: Json, who: str) -> Json:
    """The grapple of the fighter ends."""
    return {**position, "holds": [hold for hold in position["holds"] if who not in hold[:2]]}


def fall(position: Json, who: str) -> Json:
    return put(position, "marks", who, sorted({*position["marks"].get(who, []), "prone"}))


def drawable(bout: Bout, position: Json, who: str) -> list[str]:
    """What the fighter has about it and not in hand, and has not dropped."""
    fighter, marks = bout.fighters[who], position["marks"].get(who, [])
    owned = dict.fromkeys([*fighter["carries"], fighter["hand"]])
    return [thing for thing in owned if thing and thing != in_hand(position, who) and f"dropped-{thing}" not in marks]


# Squares


def near(bout: Bout, position: Json, one: str, other: str) -> bool:
    """Within one square, the own one among them."""
    if bout.map is None:
        return True
    (x, y), (u, v) = position["cells"][one], position["cells"][other]
    return bool(max(abs(x - u), abs(y - v)) <= 1)


def stride(cell: list[int], way: str, squares: int = 1) -> list[int]:
    across, down = WAYS[way]
    return [cell[0] + across * squares, cell[1] + down * squares]


def free(bout: Bout, position: Json, cell: list[int]) -> bool:
    """On the map, no wall, and nobody in it, fit or not."""
    ground = bout.map
    if ground is None or not (0 <= cell[0] < ground["width"] and 0 <= cell[1] < ground["height"]):
        return False
    return cell not in [list(wall) for wall in ground.get("walls", [])] and cell not in list(position["cells"].values())


def free_ways(bout: Bout, position: Json, who: str) -> list[str]:
    return [way for way in WAYS if free(bout, position, stride(position["cells"][who], way))]


def run(bout: Bout, position: Json, who: str, way: str, most: int) -> int:
    """How many squares in a line are free, up to `most`."""
    cell = position["cells"][who]
    squares = 0
    while squares < most and free(bout, position, stride(cell, way, squares + 1)):
        squares += 1
    return squares


def flanked(bout: Bout, position: Json, attacker: str, target: str) -> bool:
    """Whether an ally stands on the other side; nobody in a grapple flanks (hug.base.flanking, hug.grappling.flank)."""
    if bout.map is None or partner(position, attacker):
        return False
    (x, y), (u, v) = position["cells"][attacker], position["cells"][target]
    return max(abs(x - u), abs(y - v)) == 1 and any(
        position["cells"].get(ally) == [2 * u - x, 2 * v - y]
        for ally in bout.names
        if ally not in (attacker, target)
        and bout.sides[ally] == bout.sides[attacker]
        and fit(position, ally)
        and not partner(position, ally)
    )


# Dice


@cache
def margins(difference: int, contest: str, tie: str) -> dict[int | None, Fraction]:
    """By how much the actor wins a contest, None where it loses: every face counted (hug.check.contest, .tie).

    Margins are 0, 2 and 5 and all above each: no rule asks for more (hug.grappling.throw).

    Args:
        difference: the actor's skill less the other's.
        contest, tie: the rulings.
    """
    others = range(1, 21) if contest == "opposed" else [10]
    found: Counter[int | None] = Counter()
    for mine, other in product(range(1, 21), others):
        margin = mine + difference - other
        if margin == 0 and tie == "reroll":
            continue
        won = margin > 0 or (margin == 0 and tie == "actor-wins")
        found[max(least for least in (0, 2, 5) if margin >= least) if won else None] += 1
    return {margin: Fraction(count, found.total()) for margin, count in found.items()}


@cache
def damage(dice: str, armour: int, *, highest: bool = False) -> dict[int, Fraction]:
    """How much gets through armour (hug.harm.armour); `highest` is the full damage of a natural 20."""
    count, sides = (int(number or 1) for number in dice.split("d"))
    faces = [(sides,) * count] if highest else product(range(1, sides + 1), repeat=count)
    found = Counter(max(1, sum(throw) - armour * count) for throw in faces)
    return {amount: Fraction(number, found.total()) for amount, number in found.items()}


def contest(bout: Bout, mine: int, other: int) -> dict[int | None, Fraction]:
    return margins(mine - other, bout.rulings["contest"], bout.rulings["tie"])


def chance_to_win(bout: Bout, mine: int, other: int) -> Fraction:
    return SURE - contest(bout, mine, other).get(None, Fraction(0))


# Harm


def hurt(bout: Bout, position: Json, who: str, amounts: dict[int, Fraction]) -> Iterator[tuple[Fraction, Json]]:
    """The position after each amount of harm; who has no hits left is out (hug.harm.out)."""
    hits, before = bout.fighters[who]["hits"], position["tallies"].get(who, {}).get("harm", 0)
    harms: dict[int, Fraction] = {}
    for amount, chance in amounts.items():
        harm = min(hits, before + amount)
        harms[harm] = harms.get(harm, Fraction(0)) + chance
    for harm, chance in harms.items():
        after = put(position, "tallies", who, {"harm": harm})
        if harm == hits:
            after = put(put(after, "standing", who, "out"), "budgets", who, {})
            after = part(fall(after, who), who)
        yield chance, after


# Attacks


class Blow(NamedTuple):
    """An attack or spell roll about to be made.

    Attributes:
        bonus: all that is added to the die.
        defence: what the total is held against.
        dice: the damage, "" for none.
        strays: up to which natural number it hits the target's partner instead; 0: it does not stray.
    """

    bonus: int
    defence: int
    dice: str
    strays: int = 0


def defence(bout: Bout, position: Json, target: str, against: str = "reflex") -> int:
    """10, the defence and, on reflex, the shield (hug.check.attack, hug.base.spell, hug.grappling.reflex, .shield)."""
    fighter = bout.fighters[target]
    if against != "reflex":
        return 10 + int(fighter["defences"].get(against, 0))
    if partner(position, target):
        return 10 + (int(fighter["shield"]) + 1) // 2
    return 10 + int(fighter["reflex"]) + int(fighter["shield"])


def weapon_blow(bout: Bout, position: Json, attacker: str, target: str, name: str, *, careful: bool = False) -> Blow:
    """An attack with a weapon or bare hands (hug.base.attack)."""
    fighter, weapon = bout.fighters[attacker], bout.weapon(attacker, name)
    bonus = int(fighter["melee"])
    if name == "unarmed" and fighter["unarmed"] is not None:
        bonus = int(fighter["unarmed"])
    if not weapon.ranged:
        bonus += sum(ability["bonus"] for ability in fighter["abilities"])
        bonus += 2 * prone(position, target) + 2 * flanked(bout, position, attacker, target)
    bonus -= 2 * prone(position, attacker)
    held = partner(position, attacker)
    if held and not (target == held and (name == "unarmed" or weapon.knife)):
        bonus += IN_A_GRAPPLE
    bonus += CAREFUL * careful
    return Blow(
        bonus, defence(bout, position, target), weapon.dice, strays(position, attacker, target, careful=careful)
    )


def spell_blow(bout: Bout, position: Json, attacker: str, target: str, spell: Json, *, careful: bool) -> Blow:
    """A spell that needs a roll (hug.base.spell)."""
    bonus = int(spell["bonus"]) + CAREFUL * careful - 2 * prone(position, attacker)
    if partner(position, attacker) and bout.rulings["spell_penalty"] == "yes":
        bonus += IN_A_GRAPPLE
    against = defence(bout, position, target, spell.get("against", "reflex"))
    return Blow(bonus, against, spell.get("dice", ""), strays(position, attacker, target, careful=careful))


def strays(position: Json, attacker: str, target: str, *, careful: bool) -> int:
    """Up to which natural number a third party hits the wrong one (hug.outside.stray, hug.outside.careful)."""
    if partner(position, target) in (None, attacker):
        return 0
    return CAREFUL_STRAYS if careful else STRAYS


def resolve(bout: Bout, position: Json, target: str, blow: Blow) -> Iterator[tuple[Fraction, Json]]:
    """Roll it, face by face: stray before a natural 1, a natural 20 with full damage (hug.check.attack)."""
    faces: Counter[tuple[str | None, bool]] = Counter()  # who is struck, and whether with full damage
    for face in range(1, 21):
        struck = None
        if face <= blow.strays:
            struck = partner(position, target)
        elif face == 20 or (face > 1 and reaches(bout, face + blow.bonus, blow.defence)):
            struck = target
        faces[struck if blow.dice else None, face == 20] += 1
    for (struck, highest), count in faces.items():
        if struck is None:
            yield Fraction(count, 20), position
            continue
        amounts = damage(blow.dice, bout.fighters[struck]["armour"], highest=highest)
        for chance, after in hurt(bout, position, struck, amounts):
            yield chance * Fraction(count, 20), after


def reaches(bout: Bout, total: int, wanted: int) -> bool:
    return total > wanted if bout.rulings["hit"] == "over" else total >= wanted


# What can be done, each verb a generator


def contested(bout: Bout, me: str, foe: str, skill: str) -> Iterator[tuple[Fraction, Choices, int | None]]:
    """A grapple contest, unless the other lets me (hug.grappling.contest): chance, choice, and margin if won."""
    for margin, chance in contest(bout, bout.fighters[me][skill], bout.fighters[foe]["athletics"]).items():
        yield chance, ((foe, "contest"),), margin
    yield SURE, ((foe, "let"),), LET


def grapple(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """hug.start: an opportunity attack, then the contest."""
    position = spend(position, me, "standard")
    mine = bout.fighters[me][skill] + sum(a["bonus"] for a in bout.fighters[me]["abilities"] if a.get("grapple", False))
    weapon = in_hand(position, foe)
    strikes = ["unarmed"] if not weapon or bout.weapon(foe, weapon).ranged else [weapon, "unarmed"]
    for strike in [*strikes, "no"]:
        struck: Any = [(SURE, position)]
        if strike != "no":
            struck = resolve(bout, position, me, weapon_blow(bout, position, foe, me, strike))
        for chance, after in struck:
            if not fit(after, me):
                yield chance, ((foe, strike),), after
                continue
            for resist in ("athletics", "acrobatics"):
                wins = chance_to_win(bout, mine, bout.fighters[foe][resist])
                choices = ((foe, strike), (foe, resist))
                yield chance * wins, choices, hold(bout, after, me, foe)
                yield chance * (1 - wins), choices, after


def hold(bout: Bout, position: Json, me: str, foe: str) -> Json:
    """hug.start.move-in: I come into the other's square and hold."""
    pair = sorted((me, foe), key=bout.names.index)
    holds = [*position["holds"], [*pair, "hug"]]
    position = {**position, "holds": sorted(holds, key=lambda hold: bout.names.index(hold[0]))}
    return position if bout.map is None else put(position, "cells", me, position["cells"][foe])


def escape(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """hug.grappling.escape."""
    position = spend(position, me, "standard")
    for chance, choices, margin in contested(bout, me, foe, skill):
        if margin is None:
            yield chance, choices, position
            continue
        loose = part(position, me)
        ways = [] if bout.map is None else free_ways(bout, loose, me)
        if not ways:
            yield chance, choices, loose
            continue
        yield chance, (*choices, (me, "stay")), loose
        for way in ways:
            yield chance, (*choices, (me, way)), put(loose, "cells", me, stride(loose["cells"][me], way))


def walk(bout: Bout, position: Json, movers: list[str], squares: int, *, begun: bool = False) -> Iterator[Way]:
    """Step by step, stopping at will once begun; the first of the movers chooses."""
    ways = free_ways(bout, position, movers[0]) if squares else []
    options = [*(["stop"] if begun and ways else []), *ways]
    if not options:
        yield SURE, (), position
    for option in options:
        choice: Choices = ((movers[0], option),) if len(options) > 1 else ()
        if option == "stop":
            yield SURE, choice, position
            continue
        after = position
        for mover in movers:
            after = put(after, "cells", mover, stride(position["cells"][mover], option))
        for chance, choices, end in walk(bout, after, movers, squares - 1, begun=True):
            yield chance, (*choice, *choices), end


def drag(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """hug.grappling.drag."""
    position = spend(position, me, "standard")
    squares = 1
    if bout.size(me) - bout.size(foe) >= 2:
        squares = max(1, bout.fighters[me]["movement"] // 2)
    for chance, choices, margin in contested(bout, me, foe, skill):
        if margin is None or bout.map is None:
            yield chance, choices, position
            continue
        for _, steps, after in walk(bout, position, [me, foe], squares):
            yield chance, (*choices, *steps), after


def throw(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """hug.grappling.throw."""
    position = spend(position, me, "standard")
    double = 2 if bout.size(me) - bout.size(foe) >= 2 else 1
    for chance, choices, margin in contested(bout, me, foe, skill):
        if margin is None or margin < 2:
            yield chance, choices, position
            continue
        lying = fall(part(position, me), foe)
        if bout.map is None:
            yield chance, choices, lying
            continue
        options: list[tuple[str, int]] = []
        for way in free_ways(bout, lying, foe):
            farthest = run(bout, lying, foe, way, (3 if margin >= 5 else 1) * double)
            options += [(way, squares) for squares in range(1 if margin >= 5 else farthest, farthest + 1)]
        for way, squares in options:
            choice: Choices = ((me, f"{way}-{squares}"),) if len(options) > 1 else ()
            yield chance, (*choices, *choice), put(lying, "cells", foe, stride(lying["cells"][foe], way, squares))


def squeeze(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """hug.grappling.squeeze."""
    position = spend(position, me, "standard")
    armour = bout.fighters[foe]["armour"] if bout.rulings["squeeze_armour"] == "reduces" else 0
    for chance, choices, margin in contested(bout, me, foe, skill):
        if margin is None:
            yield chance, choices, position
            continue
        for harm, after in hurt(bout, position, foe, damage("2d4", armour)):
            yield chance * harm, choices, after


def with_contest(bout: Bout, position: Json, me: str, details: list[str]) -> Iterator[tuple[Fraction, Choices, bool]]:
    """The contest that an attack or spell from inside a grapple must win first (hug.grappling.attack)."""
    foe = partner(position, me)
    if foe is None:
        yield SURE, (), True
        return
    for chance, choices, margin in contested(bout, me, foe, details[0]):
        yield chance, choices, margin is not None


def attack(bout: Bout, position: Json, me: str, target: str, weapon: str, *details: str) -> Iterator[Way]:
    """hug.base.attack, hug.grappling.attack."""
    position = spend(position, me, "standard")
    blow = weapon_blow(bout, position, me, target, weapon, careful="careful" in details)
    for chance, choices, won in with_contest(bout, position, me, list(details)):
        for roll, after in resolve(bout, position, target, blow) if won else [(SURE, position)]:
            yield chance * roll, choices, after


def cast(bout: Bout, position: Json, me: str, target: str, name: str, *details: str) -> Iterator[Way]:
    """hug.base.spell, hug.grappling.attack."""
    position = spend(position, me, "standard")
    spell = spell_named(bout, me, name)
    for chance, choices, won in with_contest(bout, position, me, list(details)):
        effect: Any = [(SURE, position)]
        if won and spell.get("bonus") is not None:
            blow = spell_blow(bout, position, me, target, spell, careful="careful" in details)
            effect = resolve(bout, position, target, blow)
        elif won and spell.get("dice"):
            effect = hurt(bout, position, target, damage(spell["dice"], bout.fighters[target]["armour"]))
        for roll, after in effect:
            yield chance * roll, choices, after


def spell_named(bout: Bout, who: str, name: str) -> Json:
    return next(dict(spell) for spell in bout.fighters[who]["spells"] if spell["name"] == name)


def move(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """hug.base.turn."""
    yield from walk(bout, spend_move(position, me), [me], bout.fighters[me]["movement"])


def stand(_bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """hug.base.prone."""
    after = spend_move(position, me)
    yield SURE, (), put(after, "marks", me, [word for word in after["marks"][me] if word != "prone"])


def draw(_bout: Bout, position: Json, me: str, weapon: str) -> Iterator[Way]:
    yield SURE, (), put(spend(position, me, "minor"), "hands", me, weapon)


def sheathe(_bout: Bout, position: Json, me: str) -> Iterator[Way]:
    yield SURE, (), put(spend(position, me, "minor"), "hands", me, "")


def drop(_bout: Bout, position: Json, me: str) -> Iterator[Way]:
    after = put(spend(position, me, "minor"), "hands", me, "")
    yield SURE, (), put(after, "marks", me, sorted({*after["marks"].get(me, []), f"dropped-{in_hand(position, me)}"}))


def pass_turn(bout: Bout, position: Json, _me: str) -> Iterator[Way]:
    yield SURE, (), next_turn(bout, position)


PROCEDURES: dict[str, Callable[..., Iterator[Way]]] = {
    "grapple": grapple,
    "escape": escape,
    "drag": drag,
    "throw": throw,
    "squeeze": squeeze,
    "attack": attack,
    "cast": cast,
    "move": move,
    "stand": stand,
    "draw": draw,
    "sheathe": sheathe,
    "drop": drop,
    "pass": pass_turn,
}


def step(bout: Bout, position: Json, action: list[str]) -> Iterator[Way]:
    """Carry out an action: `[verb, target or detail, …]`, the target by its name."""
    verb, *rest = action
    return PROCEDURES[verb](bout, position, position["turn"], *rest)


# What is legal


def legal(bout: Bout, position: Json) -> Iterator[list[str]]:
    """Every legal action of the fighter whose turn it is, the pass last."""
    me = position["turn"]
    foe = partner(position, me)
    if left(position, me, "standard"):
        if foe is None:
            yield from legal_grapples(bout, position, me)
        else:
            yield from legal_in_grapple(bout, position, me, foe)
        yield from legal_attacks(bout, position, me)
    if left(position, me, "standard") or left(position, me, "move"):
        ground = bout.map is not None and foe is None and bout.fighters[me]["movement"] > 0
        if ground and free_ways(bout, position, me):
            yield ["move"]
        if prone(position, me):
            yield ["stand"]
    if left(position, me, "minor"):
        if in_hand(position, me):
            yield from (["sheathe"], ["drop"])
        else:
            yield from (["draw", thing] for thing in drawable(bout, position, me))
    yield ["pass"]


def others(bout: Bout, position: Json, me: str) -> list[str]:
    return [who for who in bout.names if who != me and fit(position, who)]


def legal_grapples(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """hug.start.reach, hug.start.free, hug.start.contest."""
    skills = [bout.rulings["unarmed_melee"], "athletics"]
    if skills[0] == "unarmed" and bout.fighters[me]["unarmed"] is None:
        skills = ["athletics"]
    for foe in others(bout, position, me):
        smaller = bout.size(foe) <= bout.size(me) + 1
        if smaller and near(bout, position, me, foe) and partner(position, foe) is None:
            yield from (["grapple", foe, skill] for skill in skills)


def legal_in_grapple(bout: Bout, position: Json, me: str, foe: str) -> Iterator[list[str]]:
    """What a grapple contest can be used for, the attack apart."""
    room = bout.map is None or free_ways(bout, position, me)
    for skill in ("athletics", "acrobatics"):
        yield ["escape", foe, skill]
        if room:
            yield from (["drag", foe, skill], ["throw", foe, skill])
    yield ["squeeze", foe, "athletics"]


def legal_attacks(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """Attacks and spells, from outside and inside a grapple."""
    held, hand = partner(position, me), in_hand(position, me)
    skills = [["athletics"], ["acrobatics"]] if held else [[]]
    for target in others(bout, position, me):
        cares = [[], ["careful"]] if partner(position, target) not in (None, me) else [[]]
        for weapon in dict.fromkeys([hand, "unarmed"]):
            if weapon and (bout.weapon(me, weapon).ranged or near(bout, position, me, target)):
                for skill, care in product(skills, cares):
                    yield ["attack", target, weapon, *skill, *care]
        for spell in bout.fighters[me]["spells"]:
            for skill, care in product(skills, cares if spell.get("bonus") is not None else [[]]):
                yield ["cast", target, spell["name"], *skill, *care]


# Turns


def over(bout: Bout, position: Json) -> bool:
    return len({bout.sides[who] for who in bout.names if fit(position, who)}) <= 1


def next_turn(bout: Bout, position: Json) -> Json:
    """A fresh turn of the next in order who is fit (hug.base.turn)."""
    order = position["order"]
    place = order.index(position["turn"])
    who = next(name for name in [*order[place + 1 :], *order[: place + 1]] if fit(position, name))
    budgets = {"standard": 1}
    if bout.map is not None or prone(position, who):
        budgets["move"] = 1
    if in_hand(position, who) or drawable(bout, position, who):
        budgets["minor"] = 1
    return {**position, "turn": who, "budgets": {who: budgets}}


def settle(bout: Bout, position: Json) -> Json:
    """A turn in which nothing but passing is left ends by itself; so does that of who is out."""
    for _ in range(2 * len(bout.names)):
        if over(bout, position):
            break
        if fit(position, position["turn"]) and next(iter(legal(bout, position))) != ["pass"]:
            break
        position = next_turn(bout, position)
    return position


def token(bout: Bout, action: list[str]) -> str:
    """The action as docs/exchange.md writes it."""
    return ":".join(word.replace(" ", "_") if word in bout.names else word for word in action)


def answer(bout: Json, position: Json) -> Json:
    """Every legal action with all that follows, and the verbs that are not legal."""
    read, here = Bout(bout), full(position)
    actions = [] if over(read, here) else list(legal(read, here))
    rows = []
    for action in actions:
        chances: dict[tuple[Choices, str], Fraction] = {}
        for chance, choices, end in step(read, here, action):
            key = (choices, json.dumps(tidy(settle(read, end)), sort_keys=True))
            chances[key] = chances.get(key, Fraction(0)) + chance
        for (choices, end_text), chance in chances.items():
            if chance:
                fraction = f"{chance.numerator}/{chance.denominator}"
                rows.append([token(read, action), [list(c) for c in choices], json.loads(end_text), fraction])
    legal_verbs = {action[0] for action in actions}
    return {"rows": rows, "refused": [verb for verb in (*PROCEDURES, "release") if verb not in legal_verbs]}
