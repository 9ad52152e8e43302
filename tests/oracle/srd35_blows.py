"""Harm, attacks and checks of the second implementation of `srd35`: nothing is chosen here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tests.oracle.srd35_numbers import (
    Blow,
    Bout,
    Json,
    Law,
    able,
    after,
    blow_law,
    budget,
    contest,
    distance,
    fit,
    helpless,
    in_hand,
    left,
    marked,
    part,
    partners,
    pinners,
    put,
    standing,
    unmark,
)

LETHAL = -4  # a fist that kills (srd35.grappling.damage, srd35.start.lethal)
PRONE = -4
PINNED = -4  # srd35.pin.ac
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
    lost = max(0, dexterity) + one["dodge"]
    if one["flat_footed"] is not None and dexterity >= 0:
        lost = one["ac"] - one["flat_footed"]
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
    return Blow(bonus, natural.get("dice", ""), plus, "lethal", natural.get("threat", 20), natural.get("multiplier", 2))


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
    return bool(hand and not bout.weapon(who, hand).ranged) or bool(bout.fighters[who]["natural"]) or bout.trained(who)


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
