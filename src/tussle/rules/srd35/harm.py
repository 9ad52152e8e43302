"""Harm: lethal and nonlethal damage, critical hits, and how a fighter then stands (chapter `harm`).

The only file that yields `Harm`.
"""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.dice import Die, parse_dice
from tussle.ask.readings import Against, Hits, Sum
from tussle.ask.requests import Harm, Harmed, Part, Procedure, Roll, Tell
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance, Tallies
from tussle.rules.srd35 import base, group
from tussle.rules.srd35.fighter import Fighter

__all__ = [
    "ABLE",
    "STANDINGS",
    "Damage",
    "absorb",
    "confirm",
    "critical",
    "dying",
    "immune",
    "limit",
    "outcomes",
    "strain",
    "wound",
]

STANDINGS = ("up", "staggered", "disabled", "dying", "stable", "unconscious", "dead", "gone")
ABLE = ("up", "staggered", "disabled")
"""Who stands so is conscious and can act."""

_LATER = {
    ("up", "nonlethal"): ("up", "staggered", "unconscious"),
    ("up", "lethal"): ("up", "staggered", "disabled", "unconscious", "dying", "dead"),
    ("staggered", "nonlethal"): ("unconscious",),
    ("staggered", "lethal"): ("unconscious", "dying", "dead"),
    ("disabled", "nonlethal"): ("unconscious",),
    ("disabled", "lethal"): ("dying", "dead"),
    ("unconscious", "nonlethal"): ("unconscious",),
    ("unconscious", "lethal"): ("unconscious", "dying", "dead"),
    ("dying", "nonlethal"): ("dying",),
    ("dying", "lethal"): ("dying", "dead"),
    ("stable", "nonlethal"): ("dying",),
    ("stable", "lethal"): ("dying", "dead"),
}
"""How a fighter who stands so may stand after at least 1 point more of that kind."""


class Damage(Struct, frozen=True):
    """What a blow does: at least 1 point.

    Attributes:
        by: whose player throws the dice.
        dice: the damage dice, as in 2d4, or a plain number.
        label: what does the damage.
        kind: lethal or nonlethal.
        parts: what is added, by name.
        cites: the clauses it rests on.
        times: what a critical hit multiplies it by.
        counted: whether somebody has to know how much it is.
    """

    by: int
    dice: str
    label: str
    kind: str
    parts: tuple[Part, ...]
    cites: tuple[str, ...]
    times: int = 1
    counted: bool = False


def immune(bout: Bout, struck: int, kind: str) -> tuple[str, ...]:
    """The clause that spares a construct or an undead nonlethal damage, or none (srd35.harm.nonlethal)."""
    spared = kind == "nonlethal" and bout.fighters[struck].kind in ("construct", "undead")
    return ("srd35.harm.nonlethal",) if spared else ()


def wound(bout: Bout, stance: Stance, struck: int, damage: Damage) -> Procedure:
    """Harm somebody (srd35.harm.lethal, srd35.harm.nonlethal).

    Returns:
        The stance, and how much got through: 0 for none, and 1 for some unless it had to be counted.
    """
    if spared := immune(bout, struck, damage.kind):
        yield Tell("Nonlethal damage does nothing to {0}.", (struck,), spared)
        return stance, 0
    if not damage.dice:
        return stance, 0
    plain = damage.dice.isdigit()
    dice = () if plain else parse_dice(damage.dice).dice(damage.by, damage.label) * damage.times
    fixed = int(damage.dice) if plain else 0
    reading = Sum((fixed + sum(part.value for part in damage.parts)) * damage.times, least=1)
    amount = 1
    parts, cites = damage.parts, (*damage.cites, f"srd35.harm.{damage.kind}")
    if damage.counted:
        amount = yield Roll(dice, reading, parts, damage.cites)
        dice, reading, parts = (), Sum(amount, least=1), ()
    harmed: Harmed = yield Harm(struck, dice, reading, damage.kind, parts, cites)
    return (yield from _stand(stance, struck, harmed.standing, damage.kind)), amount


def _stand(stance: Stance, struck: int, standing: str, kind: str) -> Procedure:
    """How the harmed fighter now stands, and what follows from that (srd35.harm.lethal, srd35.harm.nonlethal)."""
    before = stance.standing[struck]
    if standing == before or (before == "stable" and kind == "nonlethal"):
        return stance
    words = {"staggered": "is staggered", "disabled": "is disabled", "dying": "is dying", "dead": "is dead"}
    fact = f"{{0}} {words.get(standing, 'falls unconscious')}."
    yield Tell(fact, (struck,), (f"srd35.harm.{kind}",))
    stance = stance.stand(struck, standing)
    if standing in ABLE:
        return base.slow_down(stance, struck)
    stance = base.drop_out(stance, struck)
    return group.fallen(stance, struck)


def strain(bout: Bout, stance: Stance, me: int) -> Procedure:  # noqa: ARG001 - every rule is called so
    """A standard action costs who is disabled 1 hp after it (srd35.harm.lethal)."""
    if stance.standing[me] != "disabled":
        return stance
    clause = "srd35.harm.lethal"
    harmed: Harmed = yield Harm(me, (), Sum(1), "lethal", (), (clause,))
    return (yield from _stand(stance, me, harmed.standing, "lethal"))


def dying(bout: Bout, stance: Stance, me: int) -> Procedure:  # noqa: ARG001 - every rule is called so
    """A turn of who is dying: 10 % to be stable, else 1 hp less (srd35.harm.lethal)."""
    clause = "srd35.harm.lethal"
    answer = yield Roll((Die(100, me, "10 or less: stable"),), Against(-10, "lost"), (), (clause,))
    if answer == "lost":
        yield Tell("{0} is stable.", (me,), (clause,))
        return stance.stand(me, "stable")
    harmed: Harmed = yield Harm(me, (), Sum(1), "lethal", (), (clause,))
    return (yield from _stand(stance, me, harmed.standing, "lethal"))


def critical(bout: Bout, threat: int) -> tuple[int, tuple[str, ...]]:
    """From which natural face on a hit threatens, 21 for never, and the clause (srd35.harm.criticals)."""
    return (threat, ("srd35.harm.criticals",)) if bout.ruling("criticals") == "yes" else (21, ())


def confirm(me: int, hits: Hits, parts: tuple[Part, ...]) -> Procedure:
    """The second roll after a threat: a hit makes it critical (srd35.harm.criticals)."""
    plain = Hits(hits.bonus, hits.ac, top=21)
    answer = yield Roll((Die(20, me, "critical"),), plain, parts, ("srd35.harm.criticals",))
    return answer == "hit"


def limit(fighter: Fighter, tally: str) -> int:
    """How much of a tally can matter: lethal to death at −10, nonlethal to one above the hit points."""
    return fighter.hp + (10 if tally == "lethal" else 1)


def whole(fighter: Fighter, tally: str) -> int:  # noqa: ARG001 - every rule set is asked so
    """What is left of the hit points is counted from here."""
    return fighter.hp


def restate(bout: Bout, stance: Stance, tallies: Tallies) -> Stance:
    """How everybody stands with these numbers, and what ends with it (srd35.harm.lethal, srd35.harm.nonlethal)."""
    for who, (lethal, nonlethal) in enumerate(tallies):
        before = stance.standing[who]
        now = standing_of(bout.fighters[who].hp, lethal, nonlethal)
        if before in ("gone", now) or (before == "stable" and now == "dying"):
            continue
        stance = stance.stand(who, now)
        if now not in ABLE:
            stance = base.drop_out(stance, who)
            for partner in stance.partners(who):
                stance = group.part(bout, stance, partner, who)
        elif before in ABLE:
            stance = base.slow_down(stance, who)
    return stance


def standing_of(hp: int, lethal: int, nonlethal: int) -> str:
    """How a fighter with these numbers stands (srd35.harm.lethal, srd35.harm.nonlethal)."""
    left = hp - lethal
    if left <= -10:
        return "dead"
    if left < 0:
        return "dying"
    if nonlethal > left:
        return "unconscious"
    if left == 0:
        return "disabled"
    return "staggered" if nonlethal == left else "up"


def absorb(bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    """Put an amount on its tally; what is beyond its limit does not matter."""
    fighter = bout.fighters[harm.fighter]
    lethal, nonlethal = tallies[harm.fighter]
    if harm.kind == "lethal":
        lethal = min(limit(fighter, "lethal"), lethal + amount)
    else:
        nonlethal = min(limit(fighter, "nonlethal"), nonlethal + amount)
    after = (*tallies[: harm.fighter], (lethal, nonlethal), *tallies[harm.fighter + 1 :])
    return after, Harmed(amount > 0, standing_of(fighter.hp, lethal, nonlethal))


def outcomes(bout: Bout, stance: Stance, harm: Harm) -> tuple[Harmed, ...]:  # noqa: ARG001 - every rule set is asked so
    """Damage is at least 1, so some always gets through; how the fighter then stands is open."""
    later = _LATER.get((stance.standing[harm.fighter], harm.kind), (stance.standing[harm.fighter],))
    return tuple(Harmed(through=True, standing=word) for word in later)
