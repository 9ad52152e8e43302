"""What can be wrong with a position of `cphera` that comes from outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance, Tallies
from tussle.rules.cphera import ap, harm, pin, start
from tussle.rules.cphera.fighter import weapons_of

__all__ = ["STANDINGS", "sound"]

STANDINGS = ("up", "unconscious", "dead", "gone")
MARKS = ("prone", "disabled", "reeling", "bare", "shifted", "exploited", "silenced")
HOLDS = ("grab", "grapple", "level", "pin")


def sound(bout: Bout, stance: Stance, tallies: Tallies, due: Collection[str]) -> Iterator[str]:
    """What is wrong with a position, a sentence each.

    Args:
        due: the words that can stand in an agenda.
    """
    yield from _turns(bout, stance, due)
    for who in bout.everyone:
        yield from _harm(bout, stance, tallies, who)
        yield from _things(bout, stance, who)
    yield from _holds(bout, stance)
    if stance.counters:
        yield "cphera counts nothing: leave counters out"


def _turns(bout: Bout, stance: Stance, due: Collection[str]) -> Iterator[str]:
    rolled = stance.agenda != (("initiative",),)
    over = bout.rules.over(bout, stance)
    if rolled and sorted(stance.order) != sorted(bout.everyone):
        yield "the order must name every fighter once"
    if rolled and stance.turn == NOBODY and not stance.agenda and not over:
        yield "somebody must have the turn"
    if stance.turn != NOBODY and not bout.fit(stance, stance.turn) and not stance.agenda and not over:
        yield f"{bout.names[stance.turn]} has the turn and is out"
    for who, pairs in enumerate(stance.budgets):
        most = ap.hard_limit(bout.fighters[who])
        for word, amount in pairs:
            if word != "ap" or amount > most:
                yield f"{bout.names[who]} cannot have {amount} of {word!r} left: at most {most} ap, its hard limit"
    for item in stance.agenda:
        if item[0] not in due:
            yield f"nothing called {item[0]!r} can be due: {', '.join(due)}"


def _harm(bout: Bout, stance: Stance, tallies: Tallies, who: int) -> Iterator[str]:
    name, fighter, standing = bout.names[who], bout.fighters[who], stance.standing[who]
    lethal, sublethal = tallies[who]
    for word, taken in (("lethal", lethal), ("sublethal", sublethal)):
        if taken > harm.limit(fighter, word):
            yield f"{name} has taken {taken} {word}: at most {harm.limit(fighter, word)}"
    if standing not in STANDINGS:
        yield f"{name} stands {standing!r}: {', '.join(STANDINGS)}"
    if standing not in STANDINGS or standing == "gone":
        return
    word = harm.state(fighter, lethal, sublethal)
    past = lethal + sublethal > fighter.hp
    down = word in ("unconscious", "dead")
    if standing != (word if down else "up") and not (standing == "unconscious" and past and not down):
        yield f"{name} has taken {lethal} lethal and {sublethal} sublethal of {fighter.hp} hp and is {standing}"
        return
    if standing != "up":
        return
    for mark, true in (("disabled", lethal == fighter.hp), ("reeling", past)):
        if stance.marked(who, mark) != true:
            yield f"{name} has taken {lethal} lethal and {sublethal} sublethal of {fighter.hp} hp: " + (
                f"it is {mark}" if true else f"it is not {mark}"
            )


def _things(bout: Bout, stance: Stance, who: int) -> Iterator[str]:
    """What is in hand, and the marks."""
    name, fighter = bout.names[who], bout.fighters[who]
    if stance.hands[who] and stance.hands[who] not in weapons_of(fighter):
        yield f"{name} has no {stance.hands[who]!r} to hold"
    split = bout.ruling("combat_ability") == "split"
    shared = [f"attack-{points}" for points in range(fighter.attack + fighter.defence + 1) if points != fighter.attack]
    for word in stance.marks[who]:
        if word not in MARKS and word not in shared:
            yield f"{name} cannot be {word!r}: {', '.join(MARKS)}"
        elif word in shared and not split:
            yield f"{name} is {word!r}, and base bonuses are fixed: that needs combat_ability=split"
    if sum(word in shared for word in stance.marks[who]) > 1:
        yield f"{name} shares its base bonuses out in two ways at once"
    if stance.marked(who, "silenced") and not pin.pinners(stance, who):
        yield f"{name} is silenced, and nobody pins it"
    if stance.cells and stance.standing[who] != "gone" and not bout.space.inside(stance.cells[who]):
        cell = stance.cells[who]
        yield f"{name} cannot stand at {cell[0]}.{cell[1]}: a wall, or off the map"


def _holds(bout: Bout, stance: Stance) -> Iterator[str]:
    ties: dict[frozenset[int], list[str]] = {}
    for one, other, word in stance.holds:
        pair = f"{bout.names[one]} and {bout.names[other]}"
        if one == other:
            yield f"{bout.names[one]} cannot hold itself"
        elif word not in HOLDS:
            yield f"{pair}: a hold is {', '.join(HOLDS)}, not {word!r}"
        elif not (bout.fit(stance, one) and bout.fit(stance, other)):
            yield f"{pair} cannot hold each other: one of them is out"
        elif word == "level" and one > other:
            yield f"{pair}: of two who are level, the one named first in the bout stands first"
        ties.setdefault(frozenset((one, other)), []).append(word)
    yield from _pairs(bout, ties)
    for one, other in combinations(bout.everyone, 2):
        together = other in start.partners(stance, one)
        if together and stance.cells and stance.cells[one] != stance.cells[other]:
            yield f"{bout.names[one]} and {bout.names[other]} grapple, so they are in one hex"
    for who in bout.everyone:
        if pin.pinners(stance, who) and pin.pinned_by(stance, who):
            yield f"{bout.names[who]} is pinned, so it pins nobody"
    if start.drift(bout, stance) != stance:
        yield "a grab reaches no further than an adjacent hex"


def _pairs(bout: Bout, ties: dict[frozenset[int], list[str]]) -> Iterator[str]:
    """What cannot be between two at once."""
    for both, words in ties.items():
        pair = " and ".join(bout.names[who] for who in sorted(both))
        between = sum(word in ("grapple", "level") for word in words)
        if between > 1:
            yield f"{pair}: one grapples the other, or both are level, once"
        if "pin" in words and (not between or words.count("pin") > 1):
            yield f"{pair}: a pin is between two who grapple, and one way"
        if "grab" in words and between:
            yield f"{pair} grapple, so the grab between them is part of it"
