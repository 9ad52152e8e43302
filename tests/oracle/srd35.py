"""A second implementation of `srd35`, from the source text and the clauses alone, in the words of docs/exchange.md.

It shares nothing with the first: no import, no table, no way of counting. Every die is counted out face by face
(`srd35_numbers.py`). An action is a generator of (chance, choices, position), one for each way it can go; positions
are the JSON of docs/exchange.md and never changed in place. Where text and clauses left a doubt, README.md beside
this file says which reading was taken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from tests.oracle.srd35_numbers import (
    SURE,
    WAYS,
    Blow,
    Bout,
    Json,
    Law,
    able,
    after,
    blow_law,
    budget,
    by,
    contest,
    dice_law,
    distance,
    drawable,
    fit,
    free,
    free_ways,
    full,
    grapple_of,
    helpless,
    hit_chance,
    in_hand,
    in_reach,
    left,
    mark,
    marked,
    part,
    partners,
    pinners,
    pins,
    put,
    standing,
    stride,
    tie_up,
    unmark,
)

Choices: TypeAlias = tuple[tuple[str, str], ...]
Way: TypeAlias = tuple[Fraction, Choices, Json]


class Hit(NamedTuple):
    """What came of an attack of opportunity: the damage done, and whether a hold was won."""

    damage: int
    held: bool = False


Struck: TypeAlias = tuple[Fraction, Choices, Json, tuple[Hit, ...]]

PLANT = {"IN_A_GRAPPLE": -2}
"""The constants that a control changes in a copy of this module, so that the copy is wrong."""

IN_A_GRAPPLE = -4  # attacks on a partner (srd35.grappling.attack)
LETHAL = -4  # a fist that kills (srd35.grappling.damage, srd35.start.lethal)
PRONE = -4
PINNED = -4  # srd35.pin.ac
CONCENTRATE = 20  # to cast in a grapple (srd35.grappling.cast)
SECURED = 4  # srd35.pin.disarm
KINDS = ("nonlethal", "lethal")
NOT_MENDED = frozenset(
    (
        "a charge after a 5-foot step",  # a step is taken only where there is no other movement
        "a dropped weapon keeps opportunities",  # it cannot be picked up, so they cannot matter (docs/exchange.md)
        "grab-only holds who grapples already",  # nothing is held (ruling grapple_as_aoo)
        "paralysed and pinned",  # −4 against all but the pinner, whatever else (srd35.pin.ac)
    )
)
"""Where the first implementation is not yet what text and clauses say, and is followed here until it is."""
PASSING = ("charging", "natural-used", "stepped")  # marks of who can act


# Harm


def hurt(bout: Bout, position: Json, who: str, amount: int, kind: str) -> Json:
    """The position after harm (srd35.harm.nonlethal, srd35.harm.lethal)."""
    if amount <= 0:
        return position
    hp = bout.fighters[who]["hp"]
    tallies = {"lethal": 0, "nonlethal": 0, **position["tallies"].get(who, {})}
    tallies[kind] = min(tallies[kind] + amount, hp + (10 if kind == "lethal" else 1))
    position = put(position, "tallies", who, tallies)
    was, now = standing(position, who), condition(hp, tallies["lethal"], tallies["nonlethal"])
    if was in ("dead", "gone") or now == was or (was == "stable" and now == "dying" and kind == "nonlethal"):
        return position
    position = put(position, "standing", who, now)
    if not fit(position, who):
        gone = [word for word in position["marks"].get(who, []) if word in PASSING or word.startswith("kept-by-")]
        return unmark(part(bout, put(position, "budgets", who, {}), who), who, gone)
    if who == position["turn"]:
        both = int(left(position, who, "standard") > 0 and left(position, who, "move") > 0)
        position = budget(position, who, standard=both, move=0, attacks=0, natural=0)
    return position


def condition(hp: int, lethal: int, nonlethal: int) -> str:
    current = hp - lethal
    if current <= -10:
        return "dead"
    if current < 0:
        return "dying"
    if nonlethal > current:
        return "unconscious"
    if current == 0:
        return "disabled"
    return "staggered" if nonlethal == current else "up"


def harmed(bout: Bout, who: str, amount: int, kind: str) -> int:
    """What harm is left of it for this one (srd35.harm.nonlethal)."""
    return 0 if kind == "nonlethal" and bout.fighters[who]["kind"] in ("construct", "undead") else amount


# Attacks


def prone(position: Json, who: str) -> int:
    return PRONE if marked(position, who, "prone") else 0


def armour(bout: Bout, position: Json, attacker: str, target: str, *, melee: bool = True, touch: bool = False) -> int:
    """The armour class against this attacker (srd35.base.attack, srd35.grappling.dex, srd35.pin.ac)."""
    one, dexterity = bout.fighters[target], bout.ability(target, "dexterity")
    lost = max(0, dexterity) + one["dodge"] if one["flat_footed"] is None else one["ac"] - one["flat_footed"]
    none = -lost - min(0, dexterity) - 5  # Dexterity 0
    total, change = int(one["touch"] if touch else one["ac"]), 0
    if marked(position, target, "flat-footed") or (
        partners(position, target) and attacker not in partners(position, target)
    ):
        change = -lost
    if marked(position, target, "stunned"):
        change = -lost
        total -= 2
    pinned = pinners(position, target)
    if helpless(position, target) and "paralysed and pinned" in NOT_MENDED:
        pinned = []
    if pinned and attacker not in pinned:
        if bout.rules("pinned_ac", "text"):
            total += PINNED
        else:
            change = none
            total += PINNED if melee else 0
    if helpless(position, target):
        change = none
    if marked(position, target, "prone"):
        total += PRONE if melee else -PRONE
    if marked(position, target, "charging"):
        total -= 2
    return total + change


def spared(bout: Bout, who: str) -> bool:
    """Whether an unarmed strike kills without a penalty (srd35.grappling.monk)."""
    return bout.fighters[who]["monk"] > 0 or (
        bout.feat(who, "improved_unarmed_strike") and bout.rules("ius_lethal", "free")
    )


def fist_penalty(bout: Bout, who: str, kind: str) -> int:
    return LETHAL if kind == "lethal" and not spared(bout, who) else 0


def fist_blow(bout: Bout, who: str, kind: str) -> Blow:
    penalty = LETHAL if kind == "lethal" and not bout.trained(who) else 0
    bonus = bout.touches(who) + penalty
    return Blow(bonus, bout.fists(who), bout.ability(who, "strength"), kind)


def natural_blow(bout: Bout, who: str, natural: Json) -> Blow:
    later, strength = natural["place"] > 0, bout.ability(who, "strength")
    bonus, plus = natural.get("bonus"), natural.get("plus")
    if bonus is None:
        bonus = bout.hits(who, light=True) - (5 if later else 0)
    if plus is None:
        plus = strength // 2 if later and strength > 0 else strength
    return Blow(
        bonus, natural.get("dice", ""), plus, "lethal", natural.get("threat", 20), natural.get("multiplier", 2)
    )


def weapon_blow(bout: Bout, who: str, name: str) -> Blow:
    weapon, strength = bout.weapon(who, name), bout.ability(who, "strength")
    bonus, plus = weapon.bonus, weapon.plus
    if bonus is None:
        bonus = bout.hits(who, ranged=weapon.ranged, light=weapon.light) + weapon.magic
    if plus is None:
        plus = 0 if weapon.ranged else strength
        plus += strength // 2 if weapon.two_handed and not weapon.ranged and strength > 0 else 0
        plus += weapon.magic
    kind = "nonlethal" if weapon.nonlethal else "lethal"
    return Blow(bonus, weapon.dice, plus, kind, weapon.threat, weapon.multiplier)


def blow_with(bout: Bout, position: Json, who: str, words: str) -> Blow:
    """A blow with the weapon in hand, a natural weapon, or `unarmed-KIND`."""
    if words in ("unarmed-nonlethal", "unarmed-lethal"):
        return fist_blow(bout, who, words.removeprefix("unarmed-"))
    if words == in_hand(position, who):
        return weapon_blow(bout, who, words)
    return natural_blow(bout, who, next(natural for natural in bout.naturals(who) if natural["name"] == words))


def land(
    bout: Bout, position: Json, me: str, target: str, blow: Blow, *, ranged: bool = False
) -> Iterator[tuple[Fraction, Json, int]]:
    """Roll the blow against its target: chance, position and damage done."""
    if not ranged:
        blow = blow._replace(bonus=blow.bonus + prone(position, me))
    wanted = armour(bout, position, me, target, melee=not ranged)
    law = blow_law(blow, wanted, criticals=bout.rules("criticals", "yes"))
    yield from suffer(bout, position, target, law, blow.kind)


def suffer(bout: Bout, position: Json, who: str, law: Law, kind: str) -> Iterator[tuple[Fraction, Json, int]]:
    for amount, chance in law.items():
        dealt = harmed(bout, who, amount, kind)
        yield chance, hurt(bout, position, who, dealt, kind), dealt


# Opportunities


def armed(bout: Bout, position: Json, who: str) -> bool:
    hand = in_hand(position, who)
    return (
        bool(hand and not bout.weapon(who, hand).ranged) or bool(bout.fighters[who]["natural"]) or bout.trained(who)
    )


def threatens(bout: Bout, position: Json, who: str, victim: str) -> bool:
    """Whether an attack of opportunity is there to be made (srd35.start.opportunity)."""
    return (
        able(position, who)
        and left(position, who, "opportunity") > 0
        and not partners(position, who)
        and armed(bout, position, who)
        and (not marked(position, who, "flat-footed") or bout.feat(who, "combat_reflexes"))
        and distance(bout, position, who, victim) <= bout.fighters[who]["reach"] // 5
    )


def threateners(bout: Bout, position: Json, victim: str) -> list[str]:
    """The enemies who may strike, in the order of turns after the one who provokes."""
    if bout.map is None and bout.rules("threat_without_map", "none"):
        return []
    return [
        who
        for who in after(position, victim)
        if bout.sides[who] != bout.sides[victim] and threatens(bout, position, who, victim)
    ]


def hold_kinds(bout: Bout, who: str) -> tuple[str, ...]:
    """What the damage of a hold may be (srd35.start.lethal)."""
    if not bout.fists(who):
        return ("",)
    return KINDS if bout.rules("hold_lethal", "allow") else KINDS[:1]


def strikes(bout: Bout, position: Json, who: str, victim: str) -> list[str]:
    """What an attack of opportunity may be made with, `no` last."""
    hand = in_hand(position, who)
    options = [hand] if hand and not bout.weapon(who, hand).ranged else []
    options += [natural["name"] for natural in bout.fighters[who]["natural"]]
    if bout.trained(who) and bout.fists(who):
        options += [f"unarmed-{kind}" for kind in KINDS]
    if not bout.rules("grapple_as_aoo", "no") and can_be_grappled(bout, position, who, victim):
        options += [f"grab-{kind}" if kind else "grab" for kind in hold_kinds(bout, who)]
    return [*dict.fromkeys(options), "no"]


def opportunity(bout: Bout, position: Json, who: str, victim: str) -> Iterator[Struck]:
    """An attack of opportunity, if there is one to be made and it is wanted."""
    if not threatens(bout, position, who, victim) or not fit(position, victim):
        yield SURE, (), position, ()
        return
    options = strikes(bout, position, who, victim)
    for option in options:
        choice = ((who, option),) if len(options) > 1 else ()
        if option == "no":
            yield SURE, choice, position, ()
            continue
        spent = budget(position, who, opportunity=left(position, who, "opportunity") - 1)
        if not option.startswith("grab"):
            for chance, struck, dealt in land(bout, spent, who, victim, blow_with(bout, spent, who, option)):
                yield chance, choice, struck, (Hit(dealt),)
        else:
            kind = option.removeprefix("grab").removeprefix("-")
            for chance, more, end, dealt in start(bout, spent, who, victim, kind, grab=True):
                yield chance, (*choice, *more), end, dealt


def provoke(bout: Bout, position: Json, victim: str, strikers: list[str]) -> Iterator[Struck]:
    """The attacks of opportunity of all these, one after the other."""
    if not strikers or not fit(position, victim):
        yield SURE, (), position, ()
        return
    for chance, choices, struck, dealt in opportunity(bout, position, strikers[0], victim):
        for onward, more, end, later in provoke(bout, struck, victim, strikers[1:]):
            yield chance * onward, (*choices, *more), end, (*dealt, *later)


# Checks


def check(bout: Bout, position: Json, who: str) -> int:
    """The full modifier of a grapple check (srd35.check.bonus, srd35.check.attack-bonuses)."""
    return bout.grapple(who) + (prone(position, who) if bout.rules("attack_bonuses", "apply") else 0)


def opposes(bout: Bout, position: Json, who: str) -> bool:
    """srd35.group.end; and who has no grapple check does not."""
    return able(position, who) and bout.wrestles(who)


def wins(bout: Bout, position: Json, mine: int, others: Iterable[str], *, skill: str = "grapple") -> Fraction:
    """The chance that one check beats all of the others' (srd35.check.tie, srd35.check.natural)."""
    auto = "" if bout.rules("natural20", "plain") else "both" if skill == "grapple" else "other"
    totals = tuple(check(bout, position, who) for who in others if opposes(bout, position, who))
    return contest(mine, totals, bout.rulings["tie"], auto)


def either(chance: Fraction) -> list[tuple[Fraction, bool]]:
    """Won and lost, as far as they can be."""
    return [(share, won) for share, won in ((chance, True), (1 - chance, False)) if share]


# Budgets


def attack_step(bout: Bout, position: Json, me: str) -> int | None:
    """How many attacks of a full attack have been made; None: there is no attack to be made."""
    if left(position, me, "standard"):
        return 0
    remaining = left(position, me, "attacks")
    return bout.attacks(me) - remaining if remaining else None


def spend_attack(bout: Bout, position: Json, me: str) -> Json:
    if left(position, me, "standard"):
        more = bout.attacks(me) - 1 if left(position, me, "move") else 0
        return budget(position, me, standard=0, attacks=more)
    return budget(position, me, attacks=left(position, me, "attacks") - 1, move=0)


def spend_natural(bout: Bout, position: Json, me: str) -> Json:
    if left(position, me, "standard"):
        more = len(bout.naturals(me)) - 1 if left(position, me, "move") else 0
        return budget(position, me, standard=0, natural=more)
    return budget(position, me, natural=left(position, me, "natural") - 1, move=0)


def spend_move(position: Json, me: str) -> Json:
    """The move action, or a standard one that becomes it (srd35.base.actions)."""
    if left(position, me, "move"):
        return budget(position, me, move=0, attacks=0, natural=0)
    return budget(position, me, standard=0)


def has_move(position: Json, me: str) -> bool:
    return bool(left(position, me, "move") or left(position, me, "standard"))


def has_round(position: Json, me: str) -> bool:
    return bool(left(position, me, "move") and left(position, me, "standard"))


# Starting


def weight(bout: Bout, holder: str, target: str) -> Fraction:
    """How much one counts of the four that can grapple a single opponent (srd35.group.capacity)."""
    larger = bout.size(holder) - bout.size(target)
    if larger < 0:
        return Fraction(1, 2)
    return Fraction((1, 2, 4)[min(larger, 2)])


def room(bout: Bout, position: Json, target: str, joiner: str) -> bool:
    holders = set(partners(position, target))
    if bout.rules("capacity", "per-round"):
        holders |= {who for who in bout.names if marked(position, target, by("held", who))}
    return sum(weight(bout, who, target) for who in holders | {joiner}) <= 4


def can_be_grappled(bout: Bout, position: Json, me: str, target: str) -> bool:
    return (
        bout.wrestles(me)
        and fit(position, target)
        and bout.fighters[target]["body"] == "solid"
        and target not in partners(position, me)
        and room(bout, position, target, me)
        and room(bout, position, me, target)
    )


def start(
    bout: Bout, position: Json, me: str, foe: str, kind: str, lower: int = 0, charge: int = 0, *, grab: bool = False
) -> Iterator[Struck]:
    """srd35.start and srd35.group.join, the attack being paid for.

    Args:
        bout, position, me, foe, kind: who on whom, and the kind of damage.
        lower: by how much a later attack is worse.
        charge: what a charge adds.
        grab: as an attack of opportunity.
    """
    joining = bool(partners(position, foe))
    ways: Iterable[Struck] = [(SURE, (), position, ())]
    if not joining and not bout.feat(me, "improved_grapple") and not bout.fighters[me]["improved_grab"]:
        ways = opportunity(bout, position, foe, me)
    for chance, choices, struck, dealt in ways:
        if any(hit.damage or hit.held for hit in dealt) or not can_be_grappled(bout, struck, me, foe) or not able(struck, me):
            yield chance, choices, struck, ()
            continue
        touch = SURE
        if not joining:
            bonus = bout.touches(me) - lower + charge + prone(struck, me)
            touch = hit_chance(bonus, armour(bout, struck, me, foe, touch=True))
        if grab and bout.rules("grapple_as_aoo", "grab-only") and not (
            joining and "grab-only holds who grapples already" in NOT_MENDED
        ):
            yield chance, choices, struck, ()
            continue
        held = touch * hold_chance(bout, struck, me, foe, kind, lower, charge)
        for share, won in either(held):
            if not won:
                yield chance * share, choices, struck, ()
                continue
            here = struck
            if not grab and bout.rules("same_attack", "next-turn"):
                here = budget(struck, me, attacks=0, natural=0)
            for onward, more, end, dealt_now in hold(bout, here, me, foe, kind):
                yield chance * share * onward, (*choices, *more), end, dealt_now


def hold_chance(bout: Bout, position: Json, me: str, foe: str, kind: str, lower: int, charge: int) -> Fraction:
    """srd35.start.hold, srd35.start.size."""
    if bout.size(foe) - bout.size(me) >= 2:
        return Fraction(0)
    mine = check(bout, position, me) - lower + fist_penalty(bout, me, kind)
    mine += charge if bout.rules("attack_bonuses", "apply") else 0
    return wins(bout, position, mine, [foe])


def hold(bout: Bout, position: Json, me: str, foe: str, kind: str) -> Iterator[Struck]:
    """The hold is won: both grapple, the target is hurt, the grappler moves in (srd35.start.maintain)."""
    held = [foe]
    if bout.rules("join_edges", "all"):
        crowd = grapple_of(position, foe)
        held += [who for who in crowd[1:] if who != me and bout.sides[who] != bout.sides[me]]
    for other in held:
        if other not in partners(position, me):
            position = tie_up(bout, position, me, other, "hold")
    law = dice_law(bout.fists(me), bout.ability(me, "strength"))
    for chance, struck, dealt in suffer(bout, position, foe, law, kind or "nonlethal"):
        if not fit(struck, foe):
            yield chance, (), struck, (Hit(dealt, held=True),)
            continue
        for onward, choices, end in move_in(bout, struck, me, foe, held, ()):
            yield chance * onward, choices, end, (Hit(dealt, held=True),)


def move_in(
    bout: Bout, position: Json, me: str, foe: str, held: list[str], spent: tuple[str, ...]
) -> Iterator[Way]:
    """Into the target's space, or let go (srd35.start.maintain)."""
    if bout.map is not None and distance(bout, position, me, foe) == 0:
        yield SURE, (), position
        return
    ways = ["move-in"]
    if bout.map is not None and distance(bout, position, me, foe) > 1:
        ways = [way for way in free_ways(bout, position, me) if nearer(position, me, foe, way)]
    options = [*ways, "let-go"]
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "let-go":
            loose = position
            for other in held:
                loose = tie_up(bout, loose, me, other, "")
            yield SURE, choice, loose
            continue
        strikers = [who for who in threateners(bout, position, me) if who != foe and who not in spent]
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            if not fit(struck, me):
                yield chance, (*choice, *choices), struck
            elif set(partners(struck, me)) - set(partners(position, me)):  # held fast where it is
                for other in held:
                    struck = tie_up(bout, struck, me, other, "")
                yield chance, (*choice, *choices), struck
            elif bout.map is None:
                yield chance, (*choice, *choices), struck
            elif option == "move-in":
                yield chance, (*choice, *choices), put(struck, "cells", me, struck["cells"][foe])
            else:
                moved = put(struck, "cells", me, stride(struck["cells"][me], option))
                for onward, more, end in move_in(bout, moved, me, foe, held, (*spent, *strikers)):
                    yield chance * onward, (*choice, *choices, *more), end


def nearer(position: Json, me: str, foe: str, way: str) -> bool:
    (x, y), (u, v) = stride(position["cells"][me], way), position["cells"][foe]
    (p, q) = position["cells"][me]
    return bool(max(abs(x - u), abs(y - v)) < max(abs(p - u), abs(q - v)))


def grapple(bout: Bout, position: Json, me: str, foe: str, kind: str = "") -> Iterator[Way]:
    """srd35.start.attack."""
    lower = 5 * (attack_step(bout, position, me) or 0)
    for chance, choices, end, _ in start(bout, spend_attack(bout, position, me), me, foe, kind, lower):
        yield chance, choices, end


def charge(bout: Bout, position: Json, me: str, foe: str, kind: str = "") -> Iterator[Way]:
    """srd35.start.attack: a straight run, then the try at +2."""
    path = charge_path(bout, position, me, foe) or []
    position = mark(budget(position, me, standard=0, move=0, step=0), me, "charging")
    runs: list[tuple[Fraction, Choices, Json, tuple[str, ...]]] = [(SURE, (), position, ())]
    ends: list[Way] = []
    for cell in path:
        onward: list[tuple[Fraction, Choices, Json, tuple[str, ...]]] = []
        for chance, choices, here, spent in runs:
            strikers = [who for who in threateners(bout, here, me) if who not in spent]
            for share, more, struck, _ in provoke(bout, here, me, strikers):
                if not fit(struck, me) or partners(struck, me) or not free(bout, struck, cell):
                    ends.append((chance * share, (*choices, *more), struck))
                else:
                    moved = put(struck, "cells", me, cell)
                    onward.append((chance * share, (*choices, *more), moved, (*spent, *strikers)))
        runs = onward
    yield from ends
    for chance, choices, here, _ in runs:
        if not can_be_grappled(bout, here, me, foe):
            yield chance, choices, here
            continue
        for share, more, end, _ in start(bout, here, me, foe, kind, charge=2):
            yield chance * share, (*choices, *more), end


def charge_path(bout: Bout, position: Json, me: str, foe: str) -> list[list[int]] | None:
    """The squares of a charge, the last the first from which the target is in reach; None: there is no such."""
    reach = max(1, bout.fighters[me]["reach"] // 5)
    for way in WAYS:
        cell, path = position["cells"][me], []
        while True:
            (x, y), (u, v) = cell, position["cells"][foe]
            if max(abs(x - u), abs(y - v)) <= reach:
                break
            cell = stride(cell, way)
            if not free(bout, position, cell):
                path = []
                break
            path.append(cell)
        straight = any(stride(position["cells"][me], way, n) == position["cells"][foe] for n in range(1, 50))
        if straight and 2 <= len(path) <= 2 * bout.fighters[me]["speed"] // 5:
            return path
    return None


# While grappling


def damage(bout: Bout, position: Json, me: str, foe: str, kind: str) -> Iterator[Way]:
    """srd35.grappling.damage."""
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0) + fist_penalty(bout, me, kind)
    position = spend_attack(bout, position, me)
    law = dice_law(bout.fists(me), bout.ability(me, "strength"))
    for chance, won in either(wins(bout, position, mine, [foe])):
        if not won:
            yield chance, (), position
            continue
        for share, end, _ in suffer(bout, position, foe, law, kind):
            yield chance * share, (), end


def checked(
    bout: Bout, position: Json, me: str, foe: str, change: Callable[[Json], Json]
) -> Iterator[Way]:
    """A check in the place of an attack, and what changes if it is won."""
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0)
    position = spend_attack(bout, position, me)
    for chance, won in either(wins(bout, position, mine, [foe])):
        yield chance, (), change(position) if won else position


def pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.pin."""

    def pinned(here: Json) -> Json:
        here = tie_up(bout, here, me, foe, "pin")
        for other in pins(here, foe):
            here = tie_up(bout, here, foe, other, "hold")
        return here

    yield from checked(bout, position, me, foe, pinned)


def break_pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.grappling.break-pin."""

    def broken(here: Json) -> Json:
        for other in pins(here, foe):
            here = tie_up(bout, here, foe, other, "hold")
        return here

    yield from checked(bout, position, me, foe, broken)


def use_weapon(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.grappling.opponents-weapon."""
    lower = 5 * (attack_step(bout, position, me) or 0)
    mine = check(bout, position, me) - lower
    position = spend_attack(bout, position, me)
    weapon = bout.weapon(foe, in_hand(position, foe))
    blow = Blow(
        bout.hits(me, light=True) - lower + IN_A_GRAPPLE + weapon.magic,
        weapon.dice,
        bout.ability(me, "strength") + weapon.magic,
        "nonlethal" if weapon.nonlethal else "lethal",
        weapon.threat,
        weapon.multiplier,
    )
    for chance, won in either(wins(bout, position, mine, [foe])):
        if not won:
            yield chance, (), position
            continue
        for share, end, _ in land(bout, position, me, foe, blow):
            yield chance * share, (), end


def take(bout: Bout, position: Json, me: str, foe: str, thing: str) -> Iterator[Way]:
    """srd35.pin.disarm."""
    larger = bout.size(me) - bout.size(foe)
    mine = bout.touches(me) + prone(position, me) - 4 + 4 * max(0, larger)
    mine -= 5 * (attack_step(bout, position, me) or 0)
    theirs = prone(position, foe) - 4 + SECURED + 4 * max(0, -larger)
    if name := in_hand(position, foe):
        hand = bout.weapon(foe, name)
        theirs += weapon_blow(bout, foe, name).bonus + (-4 if hand.light else 4 if hand.two_handed else 0)
    else:
        theirs += bout.touches(foe) - 4
    position = spend_attack(bout, position, me)
    chance = contest(mine, (theirs,), "defender") if able(position, foe) else SURE
    for share, won in either(chance):
        yield share, (), mark(position, foe, f"lost-{thing}") if won else position


def wills(bout: Bout, position: Json, me: str, others: Iterable[str]) -> Iterator[tuple[Choices, list[str]]]:
    """Who of these tries to hold me: each is asked in the order of turns."""
    asked = [who for who in after(position, me) if who in others and opposes(bout, position, who)]
    for answers in product(("hold", "let"), repeat=len(asked)):
        choices = tuple(zip(asked, answers, strict=True))
        yield choices, [who for who, word in choices if word == "hold"]


def escape(bout: Bout, position: Json, me: str, skill: str) -> Iterator[Way]:
    """srd35.grappling.escape."""
    foes = partners(position, me)
    mine, position = effort(bout, position, me, skill)
    for choices, holders in wills(bout, position, me, foes):
        if bout.rules("escape_many", "each"):
            chance = SURE
            for who in holders:
                chance *= wins(bout, position, mine, [who], skill=skill)
        else:
            chance = wins(bout, position, mine, holders, skill=skill)
        for share, won in either(chance):
            if not won:
                yield share, choices, position
                continue
            for onward, more, end in step_out(bout, part(bout, position, me), me, foes):
                yield share * onward, (*choices, *more), end


def effort(bout: Bout, position: Json, me: str, skill: str) -> tuple[int, Json]:
    """The modifier of an escape, and the position when it is paid for."""
    if skill == "escape-artist":
        return bout.escape_artist(me), budget(position, me, standard=0)
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0)
    return mine, spend_attack(bout, position, me)


def escape_pin(bout: Bout, position: Json, me: str, skill: str) -> Iterator[Way]:
    """srd35.pin.escape."""
    mine, position = effort(bout, position, me, skill)
    for chance, won in either(wins(bout, position, mine, pinners(position, me), skill=skill)):
        end = position
        for foe in pinners(position, me) if won else []:
            end = tie_up(bout, end, foe, me, "hold")
        yield chance, (), end


def crowded(position: Json, who: str) -> bool:
    """Whether somebody else is in the same square."""
    return list(position["cells"].values()).count(position["cells"][who]) > 1


def step_out(bout: Bout, position: Json, me: str, spared_from: list[str] | None) -> Iterator[Way]:
    """Out of a shared square, the way chosen; None: without provoking anybody."""
    ways = free_ways(bout, position, me) if bout.map is not None and crowded(position, me) else []
    if not ways:
        yield SURE, (), position
    for way in ways:
        choice = ((me, way),) if len(ways) > 1 else ()
        strikers = [] if spared_from is None else threateners(bout, position, me)
        strikers = [who for who in strikers if who not in (spared_from or [])]
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            goal = stride(struck["cells"][me], way)
            if fit(struck, me) and not partners(struck, me) and free(bout, struck, goal):
                struck = put(struck, "cells", me, goal)
            yield chance, (*choice, *choices), struck


def move_grapple(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """srd35.grappling.move."""
    crowd = grapple_of(position, me)
    mine = check(bout, position, me)
    if len(crowd) == 2 and crowd[1] in pins(position, me):
        mine += 4
    position = budget(position, me, standard=0)
    for choices, holders in wills(bout, position, me, crowd[1:]):
        for share, won in either(wins(bout, position, mine, holders)):
            if not won:
                yield share, choices, position
                continue
            squares = bout.fighters[me]["speed"] // 2 // 5
            for onward, more, end in carry(bout, position, me, squares, (), begun=False):
                yield share * onward, (*choices, *more), end


def carry(
    bout: Bout, position: Json, me: str, squares: int, spent: tuple[tuple[str, str], ...], *, begun: bool
) -> Iterator[Way]:
    """Everybody in the grapple goes along, step by step."""
    if bout.map is None:
        movers = [me, *(who for who in after(position, me) if who in grapple_of(position, me))]
        for chance, choices, struck, _ in harried(bout, position, me, movers, ()):
            yield chance, choices, struck
        return
    ways = free_ways(bout, position, me) if squares else []
    options = [*ways, *(["stop"] if begun and ways else [])]
    if not options:
        yield SURE, (), position
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "stop":
            yield SURE, choice, position
            continue
        movers = [me, *(who for who in after(position, me) if who in grapple_of(position, me))]
        for chance, choices, struck, now in harried(bout, position, me, movers, spent):
            crowd = grapple_of(struck, me)
            if not fit(struck, me) or len(crowd) == 1:
                yield chance, (*choice, *choices), struck
                continue
            moved = struck
            for who in crowd:
                if struck["cells"][who] == struck["cells"][me]:
                    moved = put(moved, "cells", who, stride(struck["cells"][me], option))
            for onward, more, end in carry(bout, moved, me, squares - 1, now, begun=True):
                yield chance * onward, (*choice, *choices, *more), end


def harried(
    bout: Bout, position: Json, me: str, movers: list[str], spent: tuple[tuple[str, str], ...]
) -> Iterator[tuple[Fraction, Choices, Json, tuple[tuple[str, str], ...]]]:
    """Outsiders strike mover and moved, each pair once."""
    crowd = grapple_of(position, me)
    movers = [who for who in movers if who == me or who in crowd] if fit(position, me) else []
    if not movers:
        yield SURE, (), position, spent
        return
    who = movers[0]
    strikers = [striker for striker in threateners(bout, position, who) if (striker, who) not in spent]
    now = (*spent, *((striker, who) for striker in strikers))
    for chance, choices, struck, _ in provoke(bout, position, who, strikers):
        for onward, more, end, later in harried(bout, struck, me, movers[1:], now):
            yield chance * onward, (*choices, *more), end, later


def component(bout: Bout, position: Json, me: str, spell: str) -> Iterator[Way]:
    """srd35.grappling.component."""
    position = budget(position, me, standard=0, move=0)
    for chance, choices, struck, _ in provoke(bout, position, me, threateners(bout, position, me)):
        yield chance, choices, mark(struck, me, f"component-{spell}") if fit(struck, me) else struck


def silence(_bout: Bout, position: Json, _me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.speech."""
    yield SURE, (), mark(position, foe, "silenced")


def release(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.release."""
    asked = foe not in pins(position, me) and able(position, foe) and bout.rules("release_unpinned", "mutual")
    for answer_given in ("hold", "let") if asked else ("let",):
        choice = ((foe, answer_given),) if asked else ()
        if answer_given == "hold":
            yield SURE, choice, mark(position, me, by("kept", foe))
            continue
        loose = tie_up(bout, position, me, foe, "")
        for chance, choices, end in aside(bout, loose, [me, foe]):
            yield chance, (*choice, *choices), end


def aside(bout: Bout, position: Json, who: list[str]) -> Iterator[Way]:
    """Whoever grapples nobody any more and shares a square steps out of it, in this order."""
    if not who:
        yield SURE, (), position
        return
    ways: Iterable[Way] = [(SURE, (), position)]
    if not partners(position, who[0]):
        ways = step_out(bout, position, who[0], None)
    for chance, choices, here in ways:
        for onward, more, end in aside(bout, here, who[1:]):
            yield chance * onward, (*choices, *more), end


# Attacks, spells, things


def attack(bout: Bout, position: Json, me: str, foe: str, weapon: str, kind: str = "") -> Iterator[Way]:
    """srd35.base.attack, srd35.grappling.attack, srd35.outside.missiles."""
    grappling = bool(partners(position, me))
    words = f"{weapon}-{kind}" if kind else weapon
    blow, ranged = blow_with(bout, position, me, words), False
    if is_natural(bout, position, me, weapon):
        if grappling and bout.rules("natural_attacks", "one"):
            blow = blow._replace(bonus=blow.bonus - 5 * (attack_step(bout, position, me) or 0))
            position = mark(spend_attack(bout, position, me), me, "natural-used")
        else:
            position = spend_natural(bout, position, me)
    else:
        ranged = not kind and bout.weapon(me, weapon).ranged
        blow = blow._replace(bonus=blow.bonus - 5 * (attack_step(bout, position, me) or 0))
        position = spend_attack(bout, position, me)
    if grappling:
        blow = blow._replace(bonus=blow.bonus + IN_A_GRAPPLE)
    targets = grapple_of(position, foe) if ranged else [foe]
    for target in targets:
        for chance, end, _ in land(bout, position, me, target, blow, ranged=ranged):
            yield chance / len(targets), (), end


def is_natural(bout: Bout, position: Json, me: str, weapon: str) -> bool:
    return weapon not in ("unarmed", in_hand(position, me)) and any(
        natural["name"] == weapon for natural in bout.fighters[me]["natural"]
    )


def concentrates(bout: Bout, who: str, difficulty: int) -> Fraction:
    """Concentration: nothing automatic about it."""
    bonus = bout.fighters[who]["concentration"]
    return Fraction(sum(face + bonus >= difficulty for face in range(1, 21)), 20)


def named(things: list[Json], name: str) -> Json:
    return next({**thing} for thing in things if thing["name"] == name)


def out_of_hand(spell: Json) -> bool:
    """Whether the spell is impossible in a grapple, components apart (srd35.grappling.cast)."""
    return (
        spell.get("casting", "standard") == "full-round" or spell.get("somatic", False) or spell.get("precise", False)
    )


def cast(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.cast, srd35.outside.provoke."""
    spell = named(bout.fighters[me]["spells"], words[-1])
    casting, level = spell.get("casting", "standard"), spell.get("level", 0)
    ways: Iterable[Struck]
    if casting == "free":
        ways = [(SURE, (), budget(position, me, quickened=0), ())]
    else:
        spent = {"standard": 0, "move": 0} if casting == "full-round" else {"standard": 0}
        position = budget(position, me, **spent)
        ways = provoke(bout, position, me, threateners(bout, position, me))
    for chance, choices, struck, dealt in ways:
        kept = SURE if fit(struck, me) else Fraction(0)
        for hit in dealt:
            kept *= concentrates(bout, me, 10 + hit.damage + level) if hit.damage else SURE
        if partners(struck, me):
            kept *= not out_of_hand(spell)
            kept *= concentrates(bout, me, CONCENTRATE + level)
        for share, cast_it in either(kept):
            here = struck
            if spell.get("material", False):
                here = unmark(struck, me, [f"component-{spell['name']}"])
            if not cast_it or len(words) == 1 or not fit(struck, words[0]):
                yield chance * share, choices, here
                continue
            for onward, end, _ in suffer(bout, here, words[0], dice_law(spell["dice"], 0), "lethal"):
                yield chance * share * onward, choices, end


def activate(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.item."""
    item = named(bout.fighters[me]["items"], words[-1])
    kind = item.get("kind", "command")
    position = budget(position, me, standard=0)
    ways: Iterable[Struck] = [(SURE, (), position, ())]
    if kind == "potion":
        ways = provoke(bout, position, me, threateners(bout, position, me))
    for chance, choices, here, _ in ways:
        if kind == "potion":
            here = mark(here, me, f"used-{item['name']}")
        if len(words) == 1 or not fit(here, me):
            yield chance, choices, here
            continue
        for share, end, _ in suffer(bout, here, words[0], dice_law(item["dice"], 0), "lethal"):
            yield chance * share, choices, end


def draw(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.draw."""
    position = spend_move(position, me)
    chance = SURE if len(words) == 1 else wins(bout, position, check(bout, position, me), [words[0]])
    for share, won in either(chance):
        yield share, (), put(position, "hands", me, words[-1]) if won else position


def drop(_bout: Bout, position: Json, me: str) -> Iterator[Way]:
    yield SURE, (), put(mark(position, me, f"dropped-{in_hand(position, me)}"), "hands", me, "")


# On foot


def move(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """srd35.outside.menu."""
    position = budget(spend_move(position, me), me, step=0)
    yield from walk(bout, position, me, bout.fighters[me]["speed"] // 5, (), begun=False)


def walk(bout: Bout, position: Json, me: str, squares: int, spent: tuple[str, ...], *, begun: bool) -> Iterator[Way]:
    ways = free_ways(bout, position, me) if squares else []
    options = [*ways, *(["stop"] if begun and ways else [])]
    if not options:
        yield SURE, (), position
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "stop":
            yield SURE, choice, position
            continue
        strikers = [who for who in threateners(bout, position, me) if who not in spent]
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            goal = stride(struck["cells"][me], option)
            if not fit(struck, me) or partners(struck, me) or not free(bout, struck, goal):
                yield chance, (*choice, *choices), struck
                continue
            moved = put(struck, "cells", me, goal)
            for onward, more, end in walk(bout, moved, me, squares - 1, (*spent, *strikers), begun=True):
                yield chance * onward, (*choice, *choices, *more), end


def step_aside(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """A 5-foot step provokes nobody."""
    ways = free_ways(bout, position, me)
    position = mark(budget(position, me, step=0), me, "stepped")
    for way in ways:
        choice = ((me, way),) if len(ways) > 1 else ()
        yield SURE, choice, put(position, "cells", me, stride(position["cells"][me], way))


def stand(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    position = spend_move(position, me)
    for chance, choices, struck, _ in provoke(bout, position, me, threateners(bout, position, me)):
        yield chance, choices, unmark(struck, me, ["prone"]) if fit(struck, me) else struck


def pass_turn(bout: Bout, position: Json, _me: str) -> Iterator[Way]:
    for chance, end in next_turn(bout, position):
        yield chance, (), end


PROCEDURES: dict[str, Callable[..., Iterator[Way]]] = {
    "grapple": grapple,
    "charge": charge,
    "damage": damage,
    "break-pin": break_pin,
    "use-weapon": use_weapon,
    "pin": pin,
    "escape": escape,
    "escape-pin": escape_pin,
    "move-grapple": move_grapple,
    "component": component,
    "take": take,
    "silence": silence,
    "release": release,
    "attack": attack,
    "cast": cast,
    "activate": activate,
    "draw": draw,
    "move": move,
    "step": step_aside,
    "stand": stand,
    "drop": drop,
    "pass": pass_turn,
}
FOOTWORK = ("move", "draw", "stand")  # a standard action that became a move is no standard action


def carry_out(bout: Bout, position: Json, action: list[str]) -> Iterator[Way]:
    """`[verb, target or detail, …]`, the target by its name."""
    verb, *rest = action
    me = position["turn"]
    strained = standing(position, me) == "disabled" and verb not in FOOTWORK and left(position, me, "standard")
    for chance, choices, end in PROCEDURES[verb](bout, position, me, *rest):
        done = end["turn"] == me and not left(end, me, "standard")
        if strained and done and verb != "pass" and standing(end, me) == "disabled":
            yield chance, choices, hurt(bout, end, me, 1, "lethal")  # srd35.harm.lethal
        else:
            yield chance, choices, end


# What is legal


def legal(bout: Bout, position: Json) -> Iterator[list[str]]:
    """Every legal action of the fighter whose turn it is, the pass last."""
    me = position["turn"]
    if pinners(position, me):
        for skill in escapes(bout, position, me):
            yield ["escape-pin", skill]
    elif partners(position, me):
        yield from legal_in_grapple(bout, position, me)
    else:
        yield from legal_outside(bout, position, me)
    yield from legal_spells(bout, position, me)
    if in_hand(position, me):
        yield ["drop"]
    yield ["pass"]


def escapes(bout: Bout, position: Json, me: str) -> list[str]:
    skills = ["grapple"] if bout.wrestles(me) and attack_step(bout, position, me) is not None else []
    return [*skills, *(["escape-artist"] if left(position, me, "standard") else [])]


def others(bout: Bout, position: Json, me: str) -> list[str]:
    return [who for who in bout.names if who != me and fit(position, who)]


def legal_in_grapple(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.list, srd35.pin.may, srd35.pin.may-not."""
    foes, pinned = partners(position, me), pins(position, me)
    attacks = attack_step(bout, position, me) is not None
    closed = bool(pinned) and bout.rules("pinning_other", "closed")
    able_to_check = bout.wrestles(me)
    for foe in foes:
        if attacks and able_to_check:
            if not closed or foe in pinned:
                if bout.fists(me):
                    yield from (["damage", foe, kind] for kind in KINDS)
            if not pinned or foe in pinned:
                hand = in_hand(position, foe)
                if hand and bout.weapon(foe, hand).light:
                    yield ["use-weapon", foe]
                yield ["pin", foe]
            if not pinned and pins(position, foe):
                yield ["break-pin", foe]
        if attacks and foe in pinned:
            for thing in bout.fighters[foe]["worn"]:
                if not marked(position, foe, f"lost-{thing}"):
                    yield ["take", foe, thing]
        if foe in pinned and not marked(position, foe, "silenced") and has_words(bout, foe):
            yield ["silence", foe]
        if not marked(position, me, by("kept", foe)) and (not closed or foe in pinned):
            yield ["release", foe]
    if not pinned:
        yield from (["escape", skill] for skill in escapes(bout, position, me))
        if has_move(position, me) and not in_hand(position, me) and able_to_check:
            for foe, thing in product(foes, drawable(bout, position, me)):
                if bout.weapon(me, thing).light:
                    yield ["draw", foe, thing]
        if has_round(position, me):
            for spell in bout.fighters[me]["spells"]:
                needs = spell.get("material", False) or spell.get("focus", False)
                if needs and not marked(position, me, f"component-{spell['name']}"):
                    yield ["component", spell["name"]]
        yield from legal_grapple_attacks(bout, position, me)
    if left(position, me, "standard") and able_to_check and bout.fighters[me]["speed"] // 2 >= 5:
        if bout.map is None or free_ways(bout, position, me):
            yield ["move-grapple"]
    if left(position, me, "standard") and not closed:
        yield from legal_items(bout, position, me)
    if bout.rules("start_while_grappling", "yes") and not closed:
        yield from legal_starts(bout, position, me)


def has_words(bout: Bout, who: str) -> bool:
    return any(spell.get("verbal", True) for spell in bout.fighters[who]["spells"])


def legal_grapple_attacks(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.attack."""
    attacks, hand = attack_step(bout, position, me) is not None, in_hand(position, me)
    for foe in partners(position, me):
        if attacks:
            if hand and bout.weapon(me, hand).light and not bout.weapon(me, hand).ranged:
                yield ["attack", foe, hand]
            if bout.fists(me):
                yield from (["attack", foe, "unarmed", kind] for kind in KINDS)
        if bout.rules("natural_attacks", "one"):
            if attacks and not marked(position, me, "natural-used"):
                for name in dict.fromkeys(natural["name"] for natural in bout.fighters[me]["natural"]):
                    yield ["attack", foe, name]
        elif (natural := next_natural(bout, position, me)) is not None:
            yield ["attack", foe, natural]


def next_natural(bout: Bout, position: Json, me: str) -> str | None:
    """The natural weapon whose attack comes next in a full attack."""
    naturals = bout.naturals(me)
    if naturals and left(position, me, "standard"):
        return str(naturals[0]["name"])
    remaining = left(position, me, "natural")
    return str(naturals[len(naturals) - remaining]["name"]) if remaining else None


def legal_starts(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.start.attack, srd35.group.join."""
    if attack_step(bout, position, me) is None:
        return
    for foe in others(bout, position, me):
        if can_be_grappled(bout, position, me, foe) and in_reach(bout, position, me, foe):
            yield from (["grapple", foe, kind] if kind else ["grapple", foe] for kind in hold_kinds(bout, me))


def legal_outside(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.outside.menu."""
    yield from legal_starts(bout, position, me)
    lying = marked(position, me, "prone")
    hand = in_hand(position, me)
    attacks = attack_step(bout, position, me) is not None
    natural = next_natural(bout, position, me)
    for foe in others(bout, position, me):
        near = in_reach(bout, position, me, foe)
        if attacks and hand and (near or bout.weapon(me, hand).ranged):
            yield ["attack", foe, hand]
        if attacks and near and bout.fists(me):
            yield from (["attack", foe, "unarmed", kind] for kind in KINDS)
        if natural and near:
            yield ["attack", foe, natural]
    if bout.map is not None:
        ways = free_ways(bout, position, me)
        stepped = marked(position, me, "stepped")
        if has_round(position, me) and (
            not stepped or "a charge after a 5-foot step" in NOT_MENDED
        ):
            for foe in others(bout, position, me):
                if can_be_grappled(bout, position, me, foe) and charge_path(bout, position, me, foe):
                    kinds = hold_kinds(bout, me)
                    yield from (["charge", foe, kind] if kind else ["charge", foe] for kind in kinds)
        if ways and has_move(position, me) and not stepped and bout.fighters[me]["speed"] >= 5:
            yield ["move"]
        if ways and left(position, me, "step"):
            yield ["step"]
    if has_move(position, me):
        if lying:
            yield ["stand"]
        if not hand:
            yield from (["draw", thing] for thing in drawable(bout, position, me))
    if left(position, me, "standard"):
        yield from legal_items(bout, position, me)


def legal_spells(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.cast."""
    grappling = bool(partners(position, me))
    if pins(position, me) and bout.rules("pinning_other", "closed"):
        return
    for spell in bout.fighters[me]["spells"]:
        casting = spell.get("casting", "standard")
        needs = spell.get("material", False) or spell.get("focus", False)
        if grappling and (
            out_of_hand(spell)
            or (needs and not marked(position, me, f"component-{spell['name']}"))
            or (spell.get("verbal", True) and marked(position, me, "silenced"))
        ):
            continue
        if casting == "long" or not {
            "free": left(position, me, "quickened"),
            "standard": left(position, me, "standard"),
            "full-round": has_round(position, me),
        }.get(casting):
            continue
        if spell.get("dice", ""):
            yield from (["cast", foe, spell["name"]] for foe in others(bout, position, me))
        else:
            yield ["cast", spell["name"]]


def legal_items(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.item."""
    for item in bout.fighters[me]["items"]:
        if marked(position, me, f"used-{item['name']}"):
            continue
        if partners(position, me) and item.get("kind", "command") == "completion":
            continue
        if item.get("dice", ""):
            yield from (["activate", foe, item["name"]] for foe in others(bout, position, me))
        else:
            yield ["activate", item["name"]]


# Turns


def over(bout: Bout, position: Json) -> bool:
    return len({bout.sides[who] for who in bout.names if fit(position, who)}) <= 1


def next_turn(bout: Bout, position: Json) -> Iterator[tuple[Fraction, Json]]:
    """A fresh turn of the next in order who can act; the dying throw on the way (srd35.harm.lethal)."""
    position = end_turn(bout, position, position["turn"])
    order = position["order"]
    place = order.index(position["turn"])
    ways = [(SURE, position)]
    for step in range(1, len(order) + 1):
        who = order[(place + step) % len(order)]
        onward = []
        for chance, here in ways:
            if (place + step) % len(order) == 0:
                for name in bout.names:
                    old = [word for word in here["marks"].get(name, []) if word.startswith("held-by-")]
                    here = unmark(here, name, old)
            if able(here, who):
                yield chance, begin_turn(bout, here, who)
            else:
                onward += [(chance * share, end) for share, end in passed_over(bout, here, who)]
        ways = onward
        if not ways:
            return
    yield from ways


def passed_over(bout: Bout, position: Json, who: str) -> Iterator[tuple[Fraction, Json]]:
    position = unmark(position, who, ["flat-footed", "charging"])
    if standing(position, who) == "dying":
        yield Fraction(1, 10), put(position, "standing", who, "stable")
        yield Fraction(9, 10), hurt(bout, position, who, 1, "lethal")
        return
    yield SURE, end_turn(bout, lapse(bout, position, who), who) if fit(position, who) else position


def lapse(bout: Bout, position: Json, who: str) -> Json:
    """Pins at the beginning of the pinner's turn (srd35.pin.pin)."""
    word = {"one-round": "hold", "through-turn": "pin-lapsing"}.get(bout.rulings["pin"])
    for foe in pins(position, who) if word else []:
        position = tie_up(bout, position, who, foe, str(word))
    return position


def end_turn(bout: Bout, position: Json, who: str) -> Json:
    for one, foe, word in position["holds"]:
        if one == who and word == "pin-lapsing":
            position = tie_up(bout, position, who, foe, "hold")
    gone = [w for w in position["marks"].get(who, []) if w in ("stepped", "natural-used") or w.startswith("kept-by-")]
    position = unmark(position, who, gone)
    return put(position, "budgets", who, {"opportunity": left(position, who, "opportunity")})


def begin_turn(bout: Bout, position: Json, who: str) -> Json:
    one = bout.fighters[who]
    position = unmark(lapse(bout, position, who), who, ["flat-footed", "charging"])
    budgets = {"standard": 1}
    if standing(position, who) == "up":
        budgets["move"] = 1
    if any(spell.get("casting") == "free" for spell in one["spells"]):
        budgets["quickened"] = 1
    if bout.map is not None and one["speed"] >= 5:
        budgets["step"] = 1
    budgets["opportunity"] = 1 + (
        max(0, bout.ability(who, "dexterity")) if bout.feat(who, "combat_reflexes") else 0
    )
    return put({**position, "turn": who}, "budgets", who, budgets)


def settle(bout: Bout, position: Json, depth: int = 0) -> Iterator[tuple[Fraction, Json]]:
    """A turn in which nothing but passing is left ends by itself; so does that of who cannot act."""
    me = position["turn"]
    if over(bout, position) or depth > 20 * len(bout.names):
        yield SURE, position
        return
    position = tidy(bout, position)
    if able(position, me) and next(iter(legal(bout, position))) != ["pass"]:
        yield SURE, position
        return
    for chance, here in next_turn(bout, position):
        for share, end in settle(bout, here, depth + 1):
            yield chance * share, end


def tidy(bout: Bout, position: Json) -> Json:
    """A position with nothing in it that cannot matter."""
    budgets, marks = {}, {}
    for who in bout.names:
        words = dict(position["budgets"].get(who, {}))
        one = bout.fighters[who]
        owned = drawable(bout, position, who)
        if "a dropped weapon keeps opportunities" in NOT_MENDED:
            owned = [one["hand"], *one["carries"]] if one["hand"] else one["carries"]
        if not (in_hand(position, who) or owned or one["natural"] or bout.trained(who)):
            words["opportunity"] = 0
        budgets[who] = {word: n for word, n in words.items() if n} if fit(position, who) else {}
        marks[who] = [
            word
            for word in position["marks"].get(who, [])
            if not (word == "natural-used" and not budgets[who].get("attacks"))
        ]
    return {**position, "budgets": budgets, "marks": marks}


def slim(bout: Bout, position: Json) -> Json:
    """The one form a position has: nothing empty, no 0, words sorted."""
    slimmed = dict(tidy(bout, position))
    slimmed["hands"] = {who: thing for who, thing in position["hands"].items() if thing}
    slimmed["standing"] = {who: word for who, word in position["standing"].items() if word != "up"}
    slimmed["tallies"] = {
        who: {word: n for word, n in row.items() if n} for who, row in position["tallies"].items() if any(row.values())
    }
    for key in ("budgets", "marks"):
        slimmed[key] = {who: row for who, row in slimmed[key].items() if row}
    return {key: value for key, value in slimmed.items() if value not in ({}, [], None)}


def token(bout: Bout, action: list[str]) -> str:
    """The action as docs/exchange.md writes it."""
    return ":".join(word.replace(" ", "_") if word in bout.names else word for word in action)


def answer(bout: Json, position: Json) -> Json:
    """Every legal action with all that follows, and the verbs that are not legal."""
    read, here = Bout(bout), full(position)
    actions = [] if over(read, here) else list(legal(read, here))
    settled: dict[str, list[tuple[Fraction, str]]] = {}
    rows: list[list[Any]] = []
    for action in actions:
        chances: dict[tuple[Choices, str], Fraction] = {}
        for chance, choices, end in carry_out(read, here, action):
            key = (choices, json.dumps(full(slim(read, end)), sort_keys=True))
            chances[key] = chances.get(key, Fraction(0)) + chance
        ends: dict[tuple[Choices, str], Fraction] = {}
        for (choices, text), chance in chances.items():
            if text not in settled:
                found = settle(read, json.loads(text))
                settled[text] = [(share, json.dumps(slim(read, end), sort_keys=True)) for share, end in found]
            for share, end_text in settled[text]:
                ends[choices, end_text] = ends.get((choices, end_text), Fraction(0)) + chance * share
        for (choices, end_text), chance in ends.items():
            if chance:
                fraction = f"{chance.numerator}/{chance.denominator}"
                rows.append([token(read, action), [list(c) for c in choices], json.loads(end_text), fraction])
    legal_verbs = {action[0] for action in actions}
    return {"rows": rows, "refused": [verb for verb in PROCEDURES if verb not in legal_verbs]}
