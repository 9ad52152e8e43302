"""What is wrong with a position of `endure` that comes from outside."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import NOBODY, Item, Stance, Tallies
from tussle.rules.endure import base, clock, pin

__all__ = ["SHAPES", "STANDINGS", "sound"]

STANDINGS = ("up", "out", "gone")

SHAPES = {
    "order": "order",
    "next": "next",
    "stride": "stride:NAME:#1-to-3:#first-or-next",
    "endure": "endure:NAME",
    "push": "push:NAME:OTHER",
    "shove": "shove:NAME:OTHER",
}
"""How each item of an agenda is written."""


def sound(bout: Bout, stance: Stance, tallies: Tallies) -> Iterator[str]:
    """What is wrong with a position that comes from outside."""
    yield from _sound_turns(bout, stance)
    for who, name in enumerate(bout.names):
        health = bout.fighters[who].health
        if stance.standing[who] not in STANDINGS:
            yield f"{name} stands {stance.standing[who]!r}: {', '.join(STANDINGS)}"
        elif stance.standing[who] != "gone" and (stance.standing[who] == "out") != (tallies[who][0] >= health):
            yield f"{name} has taken {tallies[who][0]} of {health} health and is {stance.standing[who]}"
        if tallies[who][0] > health:
            yield f"{name} has taken {tallies[who][0]} of {health} health: at most all of it"
        if stance.hands[who] and stance.hands[who] != bout.fighters[who].hand:
            yield f"{name} has no {stance.hands[who]!r} to hold"
        for word in stance.marks[who]:
            if word not in (clock.EXHAUSTED, pin.KEPT):
                yield f"{name} cannot be {word!r}: {clock.EXHAUSTED}, or {pin.KEPT} of a pin kept up this turn"
    yield from _sound_holds(bout, stance)
    clocks = [f"clock-{token_name(name)}" for name in bout.names]
    for word, _ in stance.counters:
        if word not in clocks:
            yield f"nothing called {word!r} is counted: {', '.join(clocks)}"


def _sound_turns(bout: Bout, stance: Stance) -> Iterator[str]:
    ordered = stance.agenda != (("order",),)
    if ordered and sorted(stance.order) != sorted(bout.everyone):
        yield "the order must name every fighter once"
    if ordered and stance.turn == NOBODY:
        yield "somebody must have the turn"
    most = int(bout.ruling("actions"))
    for who, pairs in enumerate(stance.budgets):
        for word, amount in pairs:
            if word not in ("actions", "cover") or amount > most:
                yield f"{bout.names[who]} cannot have {amount} of {word!r} left: at most {most} of actions or cover"
            elif (word == "actions") != (who == stance.turn):
                yield f"{bout.names[who]} cannot have {word} left: actions in its own turn, cover out of it"
    for item in stance.agenda:
        if item[0] not in SHAPES:
            yield f"nothing called {item[0]!r} can be due: {', '.join(SHAPES)}"
        elif not _sound_item(bout, item):
            only = " on a map" if item[0] in ("stride", "shove") else ""
            yield f"{item[0]!r} cannot be due so: write {SHAPES[str(item[0])]}{only}"


def _sound_item(bout: Bout, item: Item) -> bool:
    word, *about = item
    who = [each for each in about if isinstance(each, int)]
    if word == "stride":
        steps = [str(left) for left in range(1, base.FARTHEST + 1)]
        plain = len(who) == 1 and len(about) == 3 and isinstance(about[0], int)
        return plain and bout.space.mapped and about[1] in steps and about[2] in ("first", "next")
    if word == "shove" and not bout.space.mapped:
        return False
    return len(about) == len(set(who)) == SHAPES[str(word)].count(":")


def _sound_holds(bout: Bout, stance: Stance) -> Iterator[str]:
    held: list[int] = []
    for one, other, word in stance.holds:
        pair = f"{bout.names[one]} and {bout.names[other]}"
        if one == other:
            yield f"{bout.names[one]} cannot hold itself"
        elif word not in ("equal", "pin"):
            yield f"{pair}: a hold is equal or pin"
        elif word == "equal" and one > other:
            yield f"{pair}: an equal hold names the fighter first who is first in the bout"
        elif not (bout.fit(stance, one) and bout.fit(stance, other)):
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
