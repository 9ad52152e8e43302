"""What is wrong with a position that comes from outside."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import NOBODY, Stance, Tallies
from tussle.rules.srd35 import base, grappling, group, harm, pin, start
from tussle.rules.srd35.fighter import Fighter, things_of

__all__ = ["faults"]

MARKS = ("charging", "flat-footed", "natural-used", "paralysed", "prone", "stepped", "stunned")


def faults(bout: Bout, stance: Stance, tallies: Tallies, due: frozenset[str]) -> Iterator[str]:
    """Every fault, a sentence each.

    Args:
        due: the words that can stand in the agenda.
    """
    yield from _turns(bout, stance, due)
    for who in bout.everyone:
        yield from _standing(bout, stance, tallies, who)
        yield from _marks(bout, stance, who)
        yield from _budgets(bout, stance, who)
    yield from _holds(bout, stance)
    if stance.counters:
        yield "srd35 counts nothing: leave counters out"


def _turns(bout: Bout, stance: Stance, due: frozenset[str]) -> Iterator[str]:
    rolled = stance.agenda != (("initiative",),)
    if rolled and sorted(stance.order) != sorted(bout.everyone):
        yield "the order must name every fighter once"
    if rolled and stance.turn == NOBODY and not bout.rules.over(bout, stance):
        yield "somebody must have the turn"
    for item in stance.agenda:
        if item[0] not in due:
            yield f"nothing called {item[0]!r} can be due: {', '.join(sorted(due))}"


def _standing(bout: Bout, stance: Stance, tallies: Tallies, who: int) -> Iterator[str]:
    fighter: Fighter = bout.fighters[who]
    name, stands, (lethal, nonlethal) = bout.names[who], stance.standing[who], tallies[who]
    if stands not in harm.STANDINGS:
        yield f"{name} stands {stands!r}: one of {', '.join(harm.STANDINGS)}"
        return
    for tally, amount in (("lethal", lethal), ("nonlethal", nonlethal)):
        if amount > harm.limit(fighter, tally):
            yield f"{name} has taken {amount} {tally}: at most {harm.limit(fighter, tally)} of {fighter.hp} hp matter"
    if nonlethal and harm.immune(bout, who, "nonlethal"):
        yield f"{name} takes no nonlethal damage"
    if stands == "gone":
        return
    wanted = harm.standing_of(fighter.hp, lethal, nonlethal)
    if stands != wanted and not (wanted == "dying" and stands == "stable"):
        yield f"{name} has taken {lethal} lethal, {nonlethal} nonlethal of {fighter.hp} hp: {wanted}, not {stands}"


def _marks(bout: Bout, stance: Stance, who: int) -> Iterator[str]:
    fighter: Fighter = bout.fighters[who]
    name, held = bout.names[who], stance.hands[who]
    things = things_of(fighter)
    if held and held not in things:
        yield f"{name} has no {held!r} to hold"
    if held and stance.marked(who, f"dropped-{held}"):
        yield f"{name} holds the {held} it dropped"
    others = [token_name(bout.names[other]) for other in bout.everyone if other != who]
    known = {
        *MARKS,
        *(f"dropped-{thing}" for thing in things),
        *(f"component-{spell.name}" for spell in fighter.spells if spell.material or spell.focus),
        *(f"used-{item.name}" for item in fighter.items if item.kind == "potion"),
        *(f"lost-{thing}" for thing in fighter.worn),
        *(f"{what}-by-{other}" for what in ("kept", "silenced") for other in others),
        *(f"held-by-{other}" for other in others if bout.ruling("capacity") == "per-round"),
    }
    for word in stance.marks[who]:
        if word not in known:
            yield f"{name} cannot be {word!r}"


def _budgets(bout: Bout, stance: Stance, who: int) -> Iterator[str]:
    fighter: Fighter = bout.fighters[who]
    name = bout.names[who]
    most = {
        "standard": 1,
        "move": 1,
        "attacks": grappling.attacks(fighter) - 1,
        "natural": sum(natural.count for natural in fighter.natural) - 1,
        "quickened": int(any(spell.casting == "free" for spell in fighter.spells)),
        "step": int(bout.space.mapped),
        "opportunity": start.opportunities(fighter, stance.marks[who]),
    }
    for word, amount in stance.budgets[who]:
        if word not in most:
            yield f"{name} cannot have {word!r} left: one of {', '.join(base.BUDGETS)}"
        elif amount > most[word]:
            yield f"{name} cannot have {amount} of {word} left: {most[word]} at most"
        elif word != "opportunity" and who != stance.turn:
            yield f"{name} has {word} left, and it is not its turn"
    left = dict(stance.budgets[who])
    if left.get("standard") and (left.get("attacks") or left.get("natural")):
        yield f"{name} has a full attack begun and its standard action left"
    if left and not group.conscious(stance, who):
        yield f"{name} has something left to spend, and is {stance.standing[who]}"


def _holds(bout: Bout, stance: Stance) -> Iterator[str]:
    ties: list[frozenset[int]] = []
    for one, other, word in stance.holds:
        pair = f"{bout.names[one]} and {bout.names[other]}"
        ties.append(frozenset((one, other)))
        if one == other:
            yield f"{bout.names[one]} cannot grapple itself"
            continue
        if word not in ("hold", *pin.PINS):
            yield f"{pair}: a hold is written hold, pin or pin-lapsing, not {word!r}"
        elif word == "hold" and one > other:
            yield f"{pair}: of two who hold each other the one named first in the bout comes first"
        if not stance.agenda and not (group.conscious(stance, one) and group.conscious(stance, other)):
            yield f"{pair} cannot grapple: one of them is not conscious"
        if stance.cells and not stance.agenda and stance.cells[one] != stance.cells[other]:
            yield f"{pair} grapple, so they are in one square"
        if any(bout.fighters[who].body != "solid" for who in (one, other)):
            yield f"{pair} cannot grapple: one of them has no solid body"
    for tie in ties:
        if ties.count(tie) > 1:
            yield "two fighters have two holds on each other: one edge says it"
            break
    yield from _pins(bout, stance)
    for who, cell in enumerate(stance.cells):
        if stance.standing[who] != "gone" and not bout.space.inside(cell):
            yield f"{bout.names[who]} cannot stand at {cell[0]}.{cell[1]}: a wall, or off the map"


def _pins(bout: Bout, stance: Stance) -> Iterator[str]:
    ruling = bout.ruling("pin")
    for who in bout.everyone:
        pins = [hold for hold in stance.holds if hold[0] == who and hold[2] in pin.PINS]
        name = bout.names[who]
        if len(pins) > 1:
            yield f"{name} pins more than one"
        if pins and pin.pinners(stance, who):
            yield f"{name} pins somebody and is pinned"
        if any(hold[2] == "pin-lapsing" for hold in pins) and (ruling != "through-turn" or who != stance.turn):
            yield f"the pin of {name} lapses at the end of its turn under pin=through-turn alone"
        fresh = stance.left(who, "standard") and not stance.agenda
        if pins and ruling == "one-round" and who == stance.turn and fresh:
            yield f"the pin of {name} has lapsed with the beginning of its turn, under pin=one-round"
