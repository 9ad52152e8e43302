"""What is wrong with a position of `hug` that comes from outside."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Item, Stance, Tallies
from tussle.rules.hug import base, outside, start

__all__ = ["SHAPES", "STANDINGS", "sound"]

STANDINGS = ("up", "out", "gone")


def sound(bout: Bout, stance: Stance, tallies: Tallies) -> Iterator[str]:
    """What is wrong with a position that comes from outside."""
    names = bout.names
    yield from _sound_turns(bout, stance)
    for who, name in enumerate(names):
        hits = bout.fighters[who].hits
        if stance.standing[who] not in STANDINGS:
            yield f"{name} stands {stance.standing[who]!r}: {', '.join(STANDINGS)}"
        elif stance.standing[who] != "gone" and (stance.standing[who] == "out") != (tallies[who][0] >= hits):
            yield f"{name} has taken {tallies[who][0]} of {hits} hits and is {stance.standing[who]}"
        if tallies[who][0] > hits:
            yield f"{name} has taken {tallies[who][0]} of {hits} hits: at most all of them"
        weapons = base.weapons_of(bout.fighters[who])
        if stance.hands[who] and stance.hands[who] not in weapons:
            yield f"{name} has no {stance.hands[who]!r} to hold"
        for word in stance.marks[who]:
            if word != "prone" and word.removeprefix("dropped-") not in weapons:
                yield f"{name} cannot be {word!r}: prone, or dropped- with a weapon it has"
        if f"dropped-{stance.hands[who]}" in stance.marks[who]:
            yield f"{name} holds the {stance.hands[who]} it dropped"
    yield from _sound_holds(bout, stance)
    if stance.counters:
        yield "hug counts nothing: leave counters out"


def _sound_turns(bout: Bout, stance: Stance) -> Iterator[str]:
    everyone = sorted(bout.everyone)
    rolled = stance.agenda != (("initiative",),)
    if rolled and sorted(stance.order) != everyone:
        yield "the order must name every fighter once"
    if rolled and stance.turn == NOBODY and not bout.rules.over(bout, stance):
        yield "somebody must have the turn"
    for who, pairs in enumerate(stance.budgets):
        for word, amount in pairs:
            if word not in ("standard", "move", "minor") or amount > 1:
                yield f"{bout.names[who]} cannot have {amount} of {word!r} left: one each of standard, move, minor"
        if pairs and who != stance.turn:
            yield f"{bout.names[who]} has actions left, and it is not its turn"
    for item in stance.agenda:
        word = str(item[0])
        if word not in SHAPES:
            yield f"nothing called {word!r} can be due: {', '.join(SHAPES)}"
        elif not _sound_item(bout, stance, item):
            yield f"{word!r} cannot be due so: write {SHAPES[word]}"


SHAPES = {
    "initiative": "initiative",
    "opportunity": "opportunity:TARGET:ATTACKER",
    "contest": "contest:ATTACKER:TARGET:#SKILL",
    "strike": "strike:ATTACKER:TARGET:#WEAPON, with :#careful into somebody's grapple",
    "spell": "spell:CASTER:TARGET:#SPELL, with :#careful into somebody's grapple",
    "haul": "haul:MOVER:PARTNER:#SQUARES:#first-or-next, on a map",
    "stride": "stride:MOVER:#SQUARES:#first-or-next, on a map",
    "end": "end:NAME",
}
"""How each item of an agenda is written."""


def _sound_item(bout: Bout, stance: Stance, item: Item) -> bool:
    """Whether the item is one that the rules could have put there."""
    word, *about = item
    who = [each for each in about if isinstance(each, int)]
    words = [each for each in about if isinstance(each, str)]
    fighters = {"initiative": 0, "stride": 1, "end": 1}.get(str(word), 2)
    if about[:fighters] != who or len(set(who)) != fighters:
        return False
    if word in ("haul", "stride"):
        tied = word == "stride" or stance.tied(who[0], who[1])
        return tied and bout.space.mapped and len(words) == 2 and _sound_steps(bout, who[0], *words)
    if word == "contest":
        return len(words) == 1 and words[0] in start.skills(bout, who[0])
    if word not in ("strike", "spell"):
        return not words
    spells = tuple(spell.name for spell in bout.fighters[who[0]].spells)
    means = base.arms(bout, stance, who[0]) if word == "strike" else spells
    careful = words[1:] == ["careful"] and outside.at_risk(stance, who[0], who[1]) is not None
    return bool(words) and words[0] in means and (len(words) == 1 or careful)


def _sound_steps(bout: Bout, mover: int, squares: str, which: str) -> bool:
    """Whether so many squares may be left of a move or a drag."""
    most = max(1, bout.fighters[mover].movement)
    return which in ("first", "next") and squares in [str(left) for left in range(1, most + 1)]


def _sound_holds(bout: Bout, stance: Stance) -> Iterator[str]:
    held: list[int] = []
    for one, other, word in stance.holds:
        pair = f"{bout.names[one]} and {bout.names[other]}"
        if one == other:
            yield f"{bout.names[one]} cannot hold itself"
        elif word != "hug" or one > other:
            yield f"{pair}: a hold is written with the word hug, the fighter named first in the bout first"
        elif not (bout.fit(stance, one) and bout.fit(stance, other)) and not stance.agenda:
            yield f"{pair} cannot grapple: one of them is out"
        if stance.cells and stance.cells[one] != stance.cells[other]:
            yield f"{pair} grapple, so they are in one square"
        held += [one, other]
    for who in set(held):
        if held.count(who) > 1:
            yield f"{bout.names[who]} cannot be in two grapples"
    if stance.cells:
        for who, cell in enumerate(stance.cells):
            if stance.standing[who] != "gone" and not bout.space.inside(cell):
                yield f"{bout.names[who]} cannot stand at {cell[0]}.{cell[1]}: a wall, or off the map"
