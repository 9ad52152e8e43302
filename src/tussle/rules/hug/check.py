"""Numbers: the die, the attack roll, the contest, its tie, sizes (chapter `check`)."""

from __future__ import annotations

from typing import Literal

from tussle.ask.dice import Die
from tussle.ask.law import Answer
from tussle.ask.readings import Against, Hits, Opposed, Stray
from tussle.ask.requests import Part, Procedure, Roll
from tussle.bout.bout import Bout

__all__ = ["SIZES", "attack_roll", "contest", "d20", "defence", "full_damage", "size_gap", "total", "twice_as_far"]

SIZES = ("microscopic", "tiny", "small", "normal", "large", "huge")
TIES: dict[str, Literal["lost", "won", "again"]] = {"actor-fails": "lost", "actor-wins": "won", "reroll": "again"}


def d20(owner: int, label: str) -> Die:
    """The die of every roll (hug.check.die)."""
    return Die(20, owner, label)


def total(parts: tuple[Part, ...], owner: int) -> int:
    """What the parts add up to for one fighter."""
    return sum(part.value for part in parts if part.owner == owner)


def defence(foe: int) -> Part:
    """What an attack on `foe` has to overcome is 10 and the defence (hug.check.attack)."""
    return Part(foe, "base", 10, "hug.check.attack")


def attack_roll(bout: Bout, me: int, foe: int, parts: tuple[Part, ...], upto: int, cites: tuple[str, ...]) -> Roll:
    """The roll to hit (hug.check.die, hug.check.attack).

    Args:
        parts: of both: the attacker's, the first of which names the roll, make the bonus; the target's the
            number to overcome.
        upto: the natural faces from 1 that hit somebody else; 0 where nobody else can be hit.
    """
    hits = Hits(total(parts, me), total(parts, foe), meet=bout.ruling("hit") == "meet")
    reading = Stray(upto, hits) if upto else hits
    return Roll((d20(me, parts[0].name),), reading, parts, ("hug.check.die", *cites))


def full_damage(answer: Answer) -> tuple[str, ...]:
    """The clause by which a natural 20 does full damage, where it was one; else nothing (hug.check.attack)."""
    return ("hug.check.attack",) if answer == "top" else ()


def contest(
    bout: Bout,
    mine: tuple[Part, ...],
    theirs: tuple[Part, ...],
    cites: tuple[str, ...],
    steps: tuple[int, ...] = (),
) -> Procedure:
    """Skill against skill (hug.check.die, hug.check.contest, hug.check.tie).

    Args:
        mine: the actor's parts, the first being the skill.
        theirs: the other's.
        steps: the margins that matter; none: only who wins.

    Returns:
        `won` or `lost`, or the margin reached of `steps`, 0 for less.
    """
    me, foe = mine[0].owner, theirs[0].owner
    edge = sum(part.value for part in mine) - sum(part.value for part in theirs)
    tie = TIES[bout.ruling("tie")]
    dice = [d20(me, mine[0].name)]
    if bout.ruling("contest") == "static":
        edge -= 10
        theirs = (*theirs, Part(foe, "base", 10, "hug.check.contest"))
        tied = 1 <= -edge <= 20
        reading: Against | Opposed = Against(edge, tie, steps)
    else:
        dice.append(d20(foe, theirs[0].name))
        tied = abs(edge) < 20
        reading = Opposed(edge, tie, steps)
    # A margin of 0 counts for nothing where only larger ones matter, unless it is rolled again.
    cites = (
        "hug.check.die",
        "hug.check.contest",
        *(("hug.check.tie",) if tied and (not steps or tie == "again") else ()),
        *cites,
    )
    answer: Answer = yield Roll(tuple(dice), reading, (*mine, *theirs), cites)
    return answer


def size_gap(bout: Bout, me: int, foe: int) -> int:
    """How many sizes the other is larger; below 0: smaller."""
    return SIZES.index(bout.fighters[foe].size) - SIZES.index(bout.fighters[me].size)


def twice_as_far(bout: Bout, me: int, foe: int) -> tuple[str, ...]:
    """The clause that measures sizes, where the other is two or more sizes smaller; else nothing (hug.check.size)."""
    return ("hug.check.size",) if size_gap(bout, me, foe) <= -2 else ()
