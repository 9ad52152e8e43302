"""Harm: damage, armour, and who is out (chapter `harm`). The only file that yields `Harm`."""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.dice import parse_dice
from tussle.ask.readings import Sum
from tussle.ask.requests import Harm, Harmed, Part, Procedure, Tell
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance, Tallies

__all__ = ["Damage", "absorb", "outcomes", "restate", "wound"]


class Damage(Struct, frozen=True):
    """What a blow does.

    Attributes:
        by: whose player throws the dice.
        dice: the damage dice, as in 2d4.
        label: what does the damage.
        cites: the clauses it rests on.
        full: the highest face of each die, nothing rolled.
        armoured: whether armour counts.
    """

    by: int
    dice: str
    label: str
    cites: tuple[str, ...]
    full: bool = False
    armoured: bool = True


def wound(bout: Bout, stance: Stance, struck: int, damage: Damage) -> Procedure:
    """Harm somebody; out at 0 hits or less (hug.harm.out, hug.harm.armour)."""
    dice = parse_dice(damage.dice)
    armour = bout.fighters[struck].armour * dice.count if damage.armoured else 0
    parts = (Part(struck, "armour", -armour, "hug.harm.armour"),) if armour else ()
    thrown = () if damage.full else dice.dice(damage.by, damage.label)
    reading = Sum(plus=(dice.highest if damage.full else 0) - armour, least=1)
    harmed: Harmed = yield Harm(struck, thrown, reading, damage.label, parts, damage.cites)
    if harmed.standing != "out":
        return stance
    yield Tell("{0} is out.", (struck,), ("hug.harm.out",))
    stance = _out(stance, struck)
    return stance.due(("end", struck)) if stance.partners(struck) else stance


def _out(stance: Stance, fighter: int) -> Stance:
    """Who is out lies where it is and does nothing more (hug.harm.out)."""
    return stance.stand(fighter, "out").mark(fighter, "prone").budget(fighter)


def restate(bout: Bout, stance: Stance, tallies: Tallies) -> Stance:
    """Who has no hits left is out and in no grapple; who has some again is up, still lying (hug.harm.out)."""
    for who, (taken,) in enumerate(tallies):
        out = taken >= bout.fighters[who].hits
        if out and stance.standing[who] == "up":
            stance = _out(stance, who).part_all(who)
        elif not out and stance.standing[who] == "out":
            stance = stance.stand(who, "up")
    return stance


def absorb(bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    """Put an amount on the tally; what is beyond the hits does not matter (hug.harm.out)."""
    hits = bout.fighters[harm.fighter].hits
    taken = min(hits, tallies[harm.fighter][0] + amount)
    after = (*tallies[: harm.fighter], (taken,), *tallies[harm.fighter + 1 :])
    return after, Harmed(amount > 0, "out" if taken == hits else "up")


def outcomes(bout: Bout, stance: Stance, harm: Harm) -> tuple[Harmed, ...]:  # noqa: ARG001 - every rule set is asked so
    """Damage is at least 1, so some always gets through; the fighter stands, or is out."""
    return Harmed(through=True, standing="up"), Harmed(through=True, standing="out")
