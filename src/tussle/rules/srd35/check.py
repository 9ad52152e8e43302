"""Numbers: the grapple check, its sizes, its tie, its natural faces (chapter `check`)."""

from __future__ import annotations

from functools import lru_cache

from tussle.ask.automatic import Automatic
from tussle.ask.dice import Die
from tussle.ask.readings import BeatsAll, Opposed, Tie
from tussle.ask.requests import Part, Procedure, Reading, Roll
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, grappling, start
from tussle.rules.srd35.fighter import Fighter, ability_modifier
from tussle.rules.srd35.gear import ATTACK_SIZE, SIZES

__all__ = [
    "attack_bonuses",
    "attack_size",
    "can_grapple",
    "contest",
    "d20",
    "grapple",
    "has_check",
    "modifier",
    "no_check",
    "own_parts",
    "size_gap",
    "spelt_out",
    "total",
    "unknown",
    "without",
]

TIES: dict[str, Tie] = {"modifier": "modifier", "defender": "lost", "attacker": "won", "reroll": "again"}


def d20(owner: int, label: str) -> Die:
    """The die of every roll."""
    return Die(20, owner, label)


def total(parts: tuple[Part, ...], owner: int) -> int:
    """What the parts add up to for one fighter."""
    return sum([part.value for part in parts if part.owner == owner])


def size_gap(bout: Bout, me: int, foe: int) -> int:
    """How many size categories the other is larger; below 0: smaller."""
    return SIZES.index(bout.fighters[foe].size) - SIZES.index(bout.fighters[me].size)


def attack_size(bout: Bout, me: int) -> tuple[Part, ...]:
    """The size modifier of attack rolls, which the special one replaces on grapple checks (srd35.check.size)."""
    value = ATTACK_SIZE[SIZES.index(bout.fighters[me].size)]
    return (Part(me, "size", value, "srd35.check.size"),) if value else ()


def can_grapple(bout: Bout, me: int, verb: str, foe: int) -> Refusal | None:
    """Who has no Strength to grapple with, or no body to take hold of, has no grapple check (srd35.check.bonus)."""
    clause = "srd35.check.bonus"
    for who in (me, foe):
        fighter: Fighter = bout.fighters[who]
        whose = "you are" if who == me else "the target is"
        if fighter.body != "solid":
            return Refusal(me, verb, f"{whose} {'a ' if fighter.body == 'swarm' else ''}{fighter.body}", clause, foe)
    return without(bout, me, verb, foe)


def without(bout: Bout, me: int, verb: str, foe: int = NOBODY) -> Refusal | None:
    """Who has no grapple check makes none, in a grapple either (srd35.check.bonus)."""
    if has_check(bout.fighters[me]):
        return None
    why = "you have no Strength score" if bout.fighters[me].body == "solid" else "you have no solid body"
    return Refusal(me, verb, why, "srd35.check.bonus", foe)


def has_check(fighter: Fighter) -> bool:
    """Whether the fighter has a grapple modifier at all: Strength, or a published number."""
    return fighter.body == "solid" and (fighter.strength is not None or fighter.grapple is not None)


def no_check() -> tuple[str, ...]:
    """The clause that leaves a creature without Strength without a check (srd35.check.bonus)."""
    return ("srd35.check.bonus",)


def unknown(fighter: Fighter) -> tuple[int, str] | None:
    """What is known of the attack bonus where only a grapple modifier is: it less its size (srd35.check.bonus)."""
    if fighter.bab is not None or fighter.grapple is None:
        return None
    rest = [part.value for part in own_parts(0, fighter) if part.name == "as published"]
    return (sum(rest), "srd35.check.bonus") if rest else None


@lru_cache(maxsize=4096)
def own_parts(me: int, fighter: Fighter) -> tuple[Part, ...]:
    """The named parts of a grapple modifier, situation apart (srd35.check.bonus, srd35.check.size).

    They add up to the published modifier where there is one.
    """
    clause = "srd35.check.bonus"
    ability, score = "Strength", ability_modifier(fighter.strength)
    if fighter.better_ability and ability_modifier(fighter.dexterity) > score:
        ability, score = "Dexterity", ability_modifier(fighter.dexterity)
    parts = [Part(me, "base attack bonus", fighter.bab or 0, clause), Part(me, ability, score, clause)]
    if size := 4 * (SIZES.index(fighter.size) - SIZES.index("medium")):
        parts.append(Part(me, "size", size, "srd35.check.size"))
    if larger := 4 * min(fighter.larger, len(SIZES) - 1 - SIZES.index(fighter.size)):  # nothing is beyond Colossal
        parts.append(Part(me, "counts as larger", larger, "srd35.check.size"))
    if fighter.racial_grapple:
        parts.append(Part(me, "racial", fighter.racial_grapple, clause))
    parts += start.improved(me, fighter)
    if fighter.grapple is not None:
        rest = fighter.grapple - sum(part.value for part in parts) - fighter.attack_bonus
        parts += [Part(me, "as published", rest, clause)] if rest else []
    return tuple(parts)


def spelt_out(fighter: Fighter) -> str:
    """The grapple modifier with its parts: `grapple +14 = base attack bonus +4, Strength +6, size +4`."""
    parts = [(part.name, part.value) for part in own_parts(0, fighter)]
    parts += [("attack bonus", fighter.attack_bonus)] if fighter.attack_bonus else []
    return f"grapple {modifier(fighter):+d} = {', '.join(f'{name} {value:+d}' for name, value in parts)}"


def attack_bonuses(bout: Bout, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Bonuses and penalties on attack rolls, where they move the grapple check (srd35.check.attack-bonuses)."""
    if bout.ruling("attack_bonuses") == "ignore":
        return ()
    return tuple(Part(part.owner, part.name, part.value, "srd35.check.attack-bonuses") for part in parts)


def grapple(
    bout: Bout, stance: Stance, me: int, scope: str = "resist", number: int = 1, extra: tuple[Part, ...] = ()
) -> tuple[Part, ...]:
    """Every part of one grapple check.

    Args:
        scope: which of a game master's bonuses count: start, maintain, escape, resist.
        number: the how-many-th attack of the turn it takes the place of; 1 also where the full bonus is used.
        extra: what this check alone adds.
    """
    fighter: Fighter = bout.fighters[me]
    rolls = (*base.lasting(me, fighter), *base.situation(stance, me))
    steady = (*own_parts(me, fighter), *attack_bonuses(bout, rolls))
    return (*steady, *grappling.later(me, number), *stance.granted(me, scope), *extra)


def modifier(fighter: Fighter) -> int:
    """The grapple modifier as a stat block gives it, attack-roll bonuses included."""
    return sum(part.value for part in own_parts(0, fighter)) + fighter.attack_bonus


def contest(
    bout: Bout,
    mine: tuple[Part, ...],
    others: tuple[tuple[Part, ...], ...],
    cites: tuple[str, ...],
    label: str = "grapple",
) -> Procedure:
    """One check that must beat the check of everybody in `others` (srd35.check.tie, srd35.check.natural).

    Args:
        mine: the parts of the one who acts.
        others: the parts of each one to beat; none: won without a roll.
        label: `grapple`, or the skill used in its place, which has no natural faces.

    Returns:
        Whether it is won.
    """
    if not others:
        return True
    me = mine[0].owner
    tie = TIES[bout.ruling("tie")]
    bonus, against = total(mine, me), tuple(sum(part.value for part in parts) for parts in others)
    reading: Reading
    if bout.ruling("natural20") == "auto":
        reading = Automatic(bonus, against, tie, mine=label == "grapple")
        cites = (*cites, "srd35.check.natural")
    elif len(others) == 1:
        reading = Opposed(bonus - against[0], tie)
    else:
        reading = BeatsAll(bonus, against, tie)
    if any(abs(bonus - other) < 20 for other in against):
        cites = (*cites, "srd35.check.tie")
    dice = (d20(me, label), *(d20(parts[0].owner, "grapple") for parts in others))
    parts = (*mine, *(part for other in others for part in other))
    answer = yield Roll(dice, reading, parts, cites)
    return answer == "won"
