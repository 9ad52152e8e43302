"""Harm: damage, and who is out (chapter `harm`). The only file that yields `Harm`."""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.readings import Sum
from tussle.ask.requests import Harm, Harmed, Procedure, Tell
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance, Tallies
from tussle.rules.endure import clock, outside, pin

__all__ = ["Damage", "absorb", "outcomes", "restate", "wound"]


class Damage(Struct, frozen=True):
    """What a blow does.

    Attributes:
        amount: how much, at least 1: nobody rolls for damage.
        label: what does it.
        cites: the clauses it rests on.
    """

    amount: int
    label: str
    cites: tuple[str, ...]


def wound(bout: Bout, stance: Stance, struck: int, damage: Damage) -> Procedure:
    """Harm somebody, who is out at 0 health; then its grapple ends, and nobody checks anything (endure.harm.out)."""
    harmed: Harmed = yield Harm(struck, (), Sum(plus=damage.amount), damage.label, (), damage.cites)
    if harmed.standing != "out":
        return stance
    yield Tell("{0} is out.", (struck,), ("endure.harm.out",))
    return _out(bout, stance, struck)


def _out(bout: Bout, stance: Stance, fighter: int) -> Stance:
    """Who is out does nothing more and is in no grapple; it lies where it is (endure.harm.out).

    What that leaves without a use is forgotten at once, for the bout may be over.
    """
    stance = clock.end(bout, stance, fighter).stand(fighter, "out").budget(fighter)
    return outside.tidy(bout, pin.tidy(bout, stance))


def restate(bout: Bout, stance: Stance, tallies: Tallies) -> Stance:
    """Who has no health left is out and in no grapple; who has some again is up (endure.harm.out)."""
    for who, (taken,) in enumerate(tallies):
        out = taken >= bout.fighters[who].health
        if out and stance.standing[who] == "up":
            stance = _out(bout, stance, who)
        elif not out and stance.standing[who] == "out":
            stance = stance.stand(who, "up")
    return stance


def absorb(bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    """Put an amount on the tally; what is beyond the health does not matter (endure.harm.out)."""
    health = bout.fighters[harm.fighter].health
    taken = min(health, tallies[harm.fighter][0] + amount)
    after = (*tallies[: harm.fighter], (taken,), *tallies[harm.fighter + 1 :])
    return after, Harmed(amount > 0, "out" if taken == health else "up")


def outcomes(bout: Bout, stance: Stance, harm: Harm) -> tuple[Harmed, ...]:  # noqa: ARG001 - every rule set is asked so
    """Damage is at least 1, so some always gets through; the fighter stands, or is out."""
    return Harmed(through=True, standing="up"), Harmed(through=True, standing="out")
