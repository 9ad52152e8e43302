"""Harm: sublethal and lethal, fists, overflow, criticals (chapter `harm`). The only file that yields `Harm`."""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.dice import parse_dice
from tussle.ask.readings import Against, Sum
from tussle.ask.requests import Gauge, Harm, Harmed, Part, Procedure, Roll, Tell
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance, Tallies
from tussle.rules.cphera import ap, check, pin
from tussle.rules.cphera.fighter import Fighter

__all__ = [
    "STEP",
    "UNARMED",
    "Damage",
    "absorb",
    "bare",
    "burden",
    "critical",
    "fists",
    "fortitude",
    "is_critical",
    "kick",
    "limit",
    "measure",
    "out_of_it",
    "outcomes",
    "overflow",
    "prone",
    "restate",
    "state",
    "strain",
    "unarmed",
    "wound",
]

UNARMED = ("fists", "kick")
"""The words for an attack without a weapon: with a free hand, and without."""
STEP = 4
"""Of what an attack is above armour class, each so many are a point of harm (cphera.harm.overflow)."""


class Damage(Struct, frozen=True):
    """What a blow does.

    Attributes:
        by: whose player throws the dice.
        dice: the damage dice, as in 2d4; "" for none.
        label: what does the damage.
        kind: lethal or sublethal.
        parts: what is added to the dice.
        cites: the clauses it rests on.
        resisted: whether Endurance counts, if it is sublethal.
        doubled: a critical.
    """

    by: int
    dice: str
    label: str
    kind: str
    parts: tuple[Part, ...]
    cites: tuple[str, ...]
    resisted: bool = True
    doubled: bool = False


# What a blow is


def fists(fighter: Fighter) -> tuple[str, str]:
    """Dice and kind of an unarmed strike (cphera.harm.unarmed)."""
    return ("d6", "lethal") if fighter.fists == "trained" else ("d3", "sublethal")


def unarmed() -> str:
    """The clause of what an unarmed strike does (cphera.harm.unarmed)."""
    return "cphera.harm.unarmed"


def kick(me: int, fighter: Fighter, means: str) -> tuple[Part, ...]:
    """−2 on an untrained unarmed attack without the fists (cphera.harm.unarmed)."""
    clumsy = means == "kick" and fighter.fists == "untrained"
    return (Part(me, "no fists", -2, "cphera.harm.unarmed"),) if clumsy else ()


def bare(bout: Bout, stance: Stance, foe: int) -> tuple[Part, ...]:
    """Who has struck unarmed guards itself worse until its next turn (cphera.harm.unarmed)."""
    if not stance.marked(foe, "bare"):
        return ()
    worse = 1 if bout.fighters[foe].fists == "trained" else 2
    return (Part(foe, "unarmed", -worse, "cphera.harm.unarmed"),)


def prone(stance: Stance, foe: int, *, melee: bool) -> tuple[Part, ...]:
    """Armour class is worse by 6 against melee, better by 6 against missiles (cphera.harm.lethal)."""
    return (Part(foe, "prone", -6 if melee else 6, "cphera.harm.lethal"),) if stance.marked(foe, "prone") else ()


def overflow(me: int, points: int) -> tuple[Part, ...]:
    """What an attack well above armour class adds against one denied Agility (cphera.harm.overflow)."""
    return (Part(me, "overflow", points, "cphera.harm.overflow"),) if points else ()


def is_critical(bout: Bout) -> bool:
    """Whether a natural 20 may be a critical (cphera.harm.criticals)."""
    return bout.ruling("criticals") == "yes"


def critical() -> str:
    """The clause of the second roll (cphera.harm.criticals)."""
    return "cphera.harm.criticals"


# What it does


def _sum(bout: Bout, struck: int, damage: Damage) -> tuple[Sum, tuple[Part, ...]]:
    """How much gets through, and its shares; Endurance comes off last (cphera.harm.sublethal)."""
    parts = damage.parts
    plus = sum(part.value for part in parts)
    if damage.doubled:
        parts, plus = (*parts, Part(damage.by, "critical", plus, "cphera.harm.criticals")), 2 * plus
    endurance = bout.fighters[struck].endurance or 0
    if damage.kind == "sublethal" and damage.resisted and endurance:
        parts = (*parts, Part(struck, "Endurance", -endurance, "cphera.harm.sublethal"))
        plus -= endurance
    return Sum(plus, times=2 if damage.doubled else 1), parts


def measure(bout: Bout, struck: int, damage: Damage) -> Procedure:
    """How much gets through, where a later law depends on it."""
    reading, parts = _sum(bout, struck, damage)
    amount: int = yield Roll(
        parse_dice(damage.dice).dice(damage.by, damage.label) if damage.dice else (), reading, parts, damage.cites
    )
    return amount


def wound(bout: Bout, stance: Stance, struck: int, damage: Damage, amount: int | None = None) -> Procedure:
    """Harm somebody, and what follows at once (cphera.harm.sublethal, cphera.harm.lethal).

    Args:
        amount: what gets through, if that is known already.
    """
    reading, parts = _sum(bout, struck, damage) if amount is None else (Sum(amount), ())
    dice = parse_dice(damage.dice).dice(damage.by, damage.label) if damage.dice and amount is None else ()
    harmed: Harmed = yield Harm(struck, dice, reading, damage.kind, parts, damage.cites)
    if not harmed.through or harmed.standing == "up":
        return stance
    if harmed.standing in ("unconscious", "dead"):
        fact = "{0} is dead." if harmed.standing == "dead" else "{0} falls unconscious."
        yield Tell(fact, (struck,), ("cphera.harm.lethal",))
        return _down(stance, struck, harmed.standing)
    if harmed.standing == "disabled" and not stance.marked(struck, "disabled"):
        yield Tell("{0} has no hit point left and falls prone.", (struck,), ("cphera.harm.lethal",))
        stance = stance.mark(struck, "disabled", "prone")
    return (yield from fortitude(bout, stance, struck))


def fortitude(bout: Bout, stance: Stance, who: int) -> Procedure:
    """Sublethal harm above current hit points: a save, or unconscious (cphera.harm.sublethal)."""
    clause, fighter = "cphera.harm.sublethal", bout.fighters[who]
    if not bout.fit(stance, who):
        return stance
    excess = yield Gauge(who, "lethal+sublethal", fighter.hp, (clause,))
    if excess <= 0:
        return stance
    parts = (
        Part(who, "Fortitude", fighter.fortitude, clause),
        *((Part(who, "Endurance", fighter.endurance, clause),) if fighter.endurance else ()),
        *stance.granted(who, "all"),
    )
    reading = Against(check.total(parts, who) - 20 - excess, "won")
    answer = yield Roll((check.d20(who, "Fortitude"),), reading, parts, (clause,))
    if answer == "won":
        return stance.mark(who, "reeling")
    yield Tell("{0} falls unconscious.", (who,), (clause,))
    return _down(stance, who, "unconscious")


def burden(bout: Bout, stance: Stance, who: int) -> Procedure:
    """What sublethal harm above current hit points takes off the rolls of the own turn (cphera.harm.sublethal)."""
    if stance.turn != who or not stance.marked(who, "reeling"):
        return ()
    clause = "cphera.harm.sublethal"
    excess = yield Gauge(who, "lethal+sublethal", bout.fighters[who].hp, (clause,))
    return (Part(who, "reeling", -excess, clause),)


def strain(stance: Stance, who: int) -> int:
    """How many times over it pays action points: twice at 0 hit points (cphera.harm.lethal)."""
    return 2 if stance.marked(who, "disabled") else 1


def _down(stance: Stance, who: int, standing: str) -> Stance:
    """Its grabs, pins and grapples end on both sides; nobody is moved (cphera.harm.lethal)."""
    stance = stance.stand(who, standing).unmark(who, *stance.marks[who]).mark(who, "prone").budget(who)
    return pin.loosen(stance.part_all(who))


def out_of_it(me: int, verb: str) -> Refusal:
    """Who is unconscious or dead does nothing (cphera.harm.lethal)."""
    return Refusal(me, verb, "out of the fight", "cphera.harm.lethal")


# The tallies


def limit(fighter: Fighter, tally: str) -> int:
    """How much of a tally a fighter can take: lethal until it is dead, sublethal until the rest is lethal."""
    return fighter.hp + (fighter.endurance or 1) if tally == "lethal" else fighter.hp


def state(fighter: Fighter, lethal: int, sublethal: int) -> str:
    """How a fighter with these tallies stands, if it passes its saves (cphera.harm.lethal, cphera.harm.sublethal)."""
    left = fighter.hp - lethal
    if lethal >= limit(fighter, "lethal"):
        return "dead"
    if left < 0:
        return "unconscious"
    if left == 0:
        return "disabled"
    return "reeling" if sublethal > left else "up"


def absorb(bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    """Put an amount on its tally; sublethal harm above all the hit points is lethal (cphera.harm.sublethal)."""
    fighter: Fighter = bout.fighters[harm.fighter]
    lethal, sublethal = tallies[harm.fighter]
    if harm.kind == "lethal":
        lethal += amount
    else:
        sublethal += amount
        lethal += max(0, sublethal - fighter.hp)
        sublethal = min(sublethal, fighter.hp)
    lethal = min(lethal, limit(fighter, "lethal"))
    after = (*tallies[: harm.fighter], (lethal, sublethal), *tallies[harm.fighter + 1 :])
    return after, Harmed(amount > 0, state(fighter, lethal, sublethal) if amount > 0 else "up")


def outcomes(bout: Bout, stance: Stance, harm: Harm) -> tuple[Harmed, ...]:  # noqa: ARG001 - every rule set is asked so
    """Nothing gets through, or some does and leaves the fighter in any state."""
    states = ("up", "reeling", "disabled", "unconscious", "dead")
    return (Harmed(through=False, standing="up"), *(Harmed(through=True, standing=word) for word in states))


def restate(bout: Bout, stance: Stance, tallies: Tallies) -> Stance:
    """Everybody as the tallies say: down, at 0 hit points, reeling, or none of these (cphera.harm.lethal)."""
    for who, (lethal, sublethal) in enumerate(tallies):
        if stance.standing[who] == "gone":
            continue
        word = state(bout.fighters[who], lethal, sublethal)
        reeling = lethal + sublethal > bout.fighters[who].hp
        if word in ("unconscious", "dead"):
            stance = _down(stance, who, word) if stance.standing[who] != word else stance
            continue
        if stance.standing[who] != "up":
            if reeling:
                stance = stance.stand(who, "unconscious")
                continue
            stance = ap.refill(bout, stance.stand(who, "up"), who)
        stance = stance.mark(who, "disabled") if word == "disabled" else stance.unmark(who, "disabled")
        stance = stance.mark(who, "reeling") if reeling else stance.unmark(who, "reeling")
    return stance
