"""Numbers: the die, the grapple check, its tie, sizes (chapter `check`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from tussle.ask.dice import Die
from tussle.ask.law import Answer
from tussle.ask.readings import BeatsAll, Opposed, Tie
from tussle.ask.requests import Part, Procedure, Reading, Roll
from tussle.ask.totals import Margin, Ranks, RankTie
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.cphera import base, harm

__all__ = ["NUMBER", "SIZES", "Aim", "beats_all", "contest", "d20", "grapple_parts", "natural", "ranks", "total"]

SIZES = {
    "fine": -16,
    "diminutive": -12,
    "tiny": -8,
    "small": -4,
    "medium": 0,
    "large": 4,
    "huge": 8,
    "gargantuan": 12,
    "colossal": 16,
}
"""The special size modifier (cphera.check.bonus)."""

TIES: dict[str, Tie] = {"status-quo": "lost", "reroll": "again", "modifier": "modifier"}
"""What a tie is to one who has to win something (cphera.check.tie)."""

RANK_TIES: dict[str, RankTie] = {"status-quo": "tie", "reroll": "again", "modifier": "modifier"}
"""What a tie is in a group (cphera.check.tie)."""

NUMBER = 20
"""The sides of the die of every check and attack."""


def d20(owner: int, label: str) -> Die:
    """The die of every check and attack (cphera.check.bonus)."""
    return Die(NUMBER, owner, label)


def total(parts: Sequence[Part], owner: int) -> int:
    """What the parts add up to for one fighter."""
    return sum(part.value for part in parts if part.owner == owner)


def natural(edge: int) -> tuple[str, ...]:
    """The clause by which an attack hits on a natural 20, where its total would not (cphera.check.natural)."""
    return ("cphera.check.natural",) if NUMBER + edge < 0 else ()


def grapple_parts(bout: Bout, stance: Stance, who: int, scope: str, *extra: Part, in_phase: bool = False) -> Procedure:
    """The shares of one fighter's grapple check (cphera.check.bonus).

    Args:
        scope: what kind of try it is, for bonuses a game master granted.
        extra: what the try itself adds.
        in_phase: whether it is rolled before any turn, so that nobody is hindered in its own.
    """
    clause, fighter = "cphera.check.bonus", bout.fighters[who]
    burden = () if in_phase else (yield from harm.burden(bout, stance, who))
    return (
        base.attack_bonus(bout, stance, who),
        Part(who, "Strength", fighter.strength, clause),
        *((Part(who, "size", SIZES[fighter.size], clause),) if SIZES[fighter.size] else ()),
        *extra,
        *burden,
        *stance.granted(who, scope),
    )


class Aim(Struct, frozen=True):
    """A grapple check against a grapple check, the first having to win something.

    Attributes:
        me, foe: whose checks they are.
        cites: the clauses that ask for it.
        scopes: what kind of try it is to either, for bonuses a game master granted.
        in_phase: whether it is rolled before any turn.
        margin: whether it matters by how much it is won.
        tie_told: whether a tie is told apart from a loss, as `tie`.
    """

    me: int
    foe: int
    cites: tuple[str, ...]
    scopes: tuple[str, str] = ("maintain", "resist")
    in_phase: bool = False
    margin: bool = False
    tie_told: bool = False


def contest(bout: Bout, stance: Stance, aim: Aim) -> Procedure:
    """The two dice of opposed grapple checks (cphera.check.bonus, cphera.check.tie).

    Returns:
        `won`, `lost` or `tie`, or the margin in place of `won`.
    """
    me, foe = aim.me, aim.foe
    mine = yield from grapple_parts(bout, stance, me, aim.scopes[0], in_phase=aim.in_phase)
    theirs = yield from grapple_parts(bout, stance, foe, aim.scopes[1], in_phase=aim.in_phase)
    edge = total(mine, me) - total(theirs, foe)
    tie = TIES[bout.ruling("tie")]
    if aim.tie_told and tie == "lost":
        tie = "tie"
    tied = ("cphera.check.tie",) if abs(edge) < NUMBER else ()
    reading: Reading = Margin(edge, tie) if aim.margin else Opposed(edge, tie)
    dice = (d20(me, "grapple check"), d20(foe, "grapple check"))
    answer: Answer = yield Roll(dice, reading, (*mine, *theirs), (*aim.cites, *tied))
    return answer


def beats_all(bout: Bout, parts: tuple[Part, ...], me: int, others: tuple[int, ...], cites: tuple[str, ...]) -> Roll:
    """One check that must beat every other's (cphera.check.tie)."""
    mine, theirs = total(parts, me), tuple(total(parts, who) for who in others)
    tied = ("cphera.check.tie",) if any(abs(mine - other) < NUMBER for other in theirs) else ()
    dice = tuple(d20(who, "grapple check") for who in (me, *others))
    return Roll(dice, BeatsAll(mine, theirs, TIES[bout.ruling("tie")]), parts, (*cites, *tied))


def ranks(bout: Bout, parts: tuple[Part, ...], everyone: tuple[int, ...], cites: tuple[str, ...]) -> Roll:
    """One check of each, ranked (cphera.check.tie)."""
    bonuses = tuple(total(parts, who) for who in everyone)
    tied = ("cphera.check.tie",) if any(abs(one - other) < NUMBER for one, other in combinations(bonuses, 2)) else ()
    dice = tuple(d20(who, "grapple check") for who in everyone)
    return Roll(dice, Ranks(bonuses, RANK_TIES[bout.ruling("tie")]), parts, (*cites, *tied))
