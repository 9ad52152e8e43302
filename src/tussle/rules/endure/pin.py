"""The pin: making it, breaking it, and what the one who pins can do (chapter `pin`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tussle.ask.requests import Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.endure import check, clock, grappling, harm
from tussle.rules.endure.clock import Contest

__all__ = [
    "attack",
    "attack_ways",
    "break_pin",
    "hold",
    "lapse",
    "off_menu",
    "passing",
    "pin",
    "pinned",
    "release",
    "tidy",
    "way",
]

KEPT = "kept"
"""The mark of a pinner who has done enough this turn for the pin to last, under `pin=upkeep` (endure.pin.hold)."""
MOST = 3
"""The most damage an attack on the pinned does (endure.pin.attack)."""


def off_menu(me: int, verb: str) -> Refusal:
    """All the pinned can do is break the pin (endure.pin.break)."""
    return Refusal(me, verb, "you are pinned: break the pin first", "endure.pin.break")


def pinned(bout: Bout, stance: Stance, one: int, other: int) -> Stance:  # noqa: ARG001 - every state word is called so
    """The one pins the other, in the other's space (endure.pin.pin)."""
    return stance.part(one, other).tie(one, other, "pin").place(one, stance.cell(other))


def way(verb: str) -> Callable[[Bout, Stance, int], Iterator[Action]]:
    """The one way to do a thing of this chapter.

    endure.pin.pin, endure.pin.break, endure.pin.hold, endure.pin.release
    """

    def ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action]:  # noqa: ARG001 - every menu asks so
        yield Action(me, verb, grappling.partner(stance, me), (), (f"endure.pin.{verb}",))

    return ways


def _unarmed(bout: Bout, stance: Stance, action: Action, most: int = 1) -> Procedure:
    """The opposed Unarmed check of this chapter."""
    mine = check.pool(bout, stance, action.by, "unarmed", "escape" if action.verb == "break" else "maintain")
    theirs = check.pool(bout, stance, action.target, "unarmed", "resist")
    return (yield from clock.contest(bout, stance, Contest(mine, theirs, action.clauses[0], most)))


def pin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Opposed Unarmed; won, the other is pinned (endure.pin.pin)."""
    me, foe, clause = action.by, action.target, "endure.pin.pin"
    margin = yield from _unarmed(bout, stance, action)
    if margin:
        yield Tell("{0} pins {1}.", (me, foe), (clause, *_upkeep(bout)), done=True)
        stance = _keep(bout, pinned(bout, stance, me, foe), me)
    else:
        yield Tell("{0} does not pin {1}.", (me, foe), (clause,))
    return clock.after(stance, me, foe, margin)


def break_pin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Opposed Unarmed; won, the grapple is Equal again (endure.pin.break)."""
    me, foe, clause = action.by, action.target, "endure.pin.break"
    margin = yield from _unarmed(bout, stance, action)
    if margin:
        yield Tell("{0} breaks the pin of {1}.", (me, foe), (clause,), done=True)
        stance = grappling.equal(bout, stance, me, foe)
    else:
        yield Tell("{0} does not break the pin of {1}.", (me, foe), (clause,))
    return clock.after(stance, me, foe, margin)


def attack_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action]:  # noqa: ARG001 - every menu asks so
    """With bare hands, or what is in hand (endure.pin.attack)."""
    held = stance.hands[me]
    for means in ("unarmed", *((held,) if held else ())):
        yield Action(me, "attack", grappling.partner(stance, me), (means,), ("endure.pin.attack",))


def attack(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Opposed Unarmed; won, damage of at most 3, and the pin stays either way (endure.pin.attack)."""
    me, foe, (means,), clause = action.by, action.target, action.details, "endure.pin.attack"
    strike = means == "unarmed"
    margin = yield from _unarmed(bout, stance, action, MOST if strike else 1)
    stance = _keep(bout, stance, me)
    if not margin:
        yield Tell("{0} does not get at {1}.", (me, foe), (clause, *_upkeep(bout)))
        return clock.after(stance, me, foe, margin)
    yield Tell("{0} gets at {1}.", (me, foe), (clause, *_upkeep(bout)), done=True)
    amount = min(MOST, margin if strike else bout.fighters[me].damage)
    stance = yield from harm.wound(bout, stance, foe, harm.Damage(amount, means, (clause,)))
    return clock.after(stance, me, foe, margin)


def hold(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Opposed Endure; lost, the grapple is Equal again (endure.pin.hold)."""
    me, foe, clause = action.by, action.target, "endure.pin.hold"
    mine = check.pool(bout, stance, me, "endure", "maintain")
    theirs = check.pool(bout, stance, foe, "endure", "resist")
    margin = yield from clock.contest(bout, stance, Contest(mine, theirs, clause))
    if margin:
        yield Tell("{0} holds {1} in the pin.", (me, foe), (clause,), done=True)
        stance = _keep(bout, stance, me)
    elif margin is not None:
        yield Tell("{0} loses the pin of {1}.", (me, foe), (clause,))
        stance = grappling.equal(bout, stance, me, foe)
    return clock.after(stance, me, foe, margin)


def release(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """The grapple ends and you step away; nobody checks anything (endure.pin.release)."""
    me, foe, clause = action.by, action.target, "endure.pin.release"
    yield Tell("{0} releases {1}.", (me, foe), (clause,), done=True)
    return (yield from clock.step_aside(bout, clock.end(bout, stance, me), me, (me,), clause))


# Upkeep of a pin


def _upkeep(bout: Bout) -> tuple[str, ...]:
    """The clause of upkeep, where a pin needs any (endure.pin.hold)."""
    return ("endure.pin.hold",) if bout.ruling("pin") == "upkeep" else ()


def _keep(bout: Bout, stance: Stance, me: int) -> Stance:
    """Enough is done this turn for the pin to last (endure.pin.hold)."""
    return stance.mark(me, KEPT) if _upkeep(bout) else stance


def passing(bout: Bout, stance: Stance, me: int) -> tuple[str, ...]:
    """What the end of a pinner's turn rests on: the clause of upkeep, if there is any (endure.pin.hold)."""
    return _upkeep(bout) if grappling.state(stance, me) == "pinning" else ()


def lapse(bout: Bout, stance: Stance, me: int) -> Procedure:
    """What the end of a turn does to a pin that needs upkeep (endure.pin.hold)."""
    clauses = passing(bout, stance, me)
    if not clauses:
        return stance
    if stance.marked(me, KEPT):
        return stance.unmark(me, KEPT)
    foe = grappling.partner(stance, me)
    yield Tell("{0} has let the pin of {1} lapse.", (me, foe), clauses)
    return grappling.equal(bout, stance, me, foe)


def tidy(bout: Bout, stance: Stance) -> Stance:
    """Forget a pin kept up that is no more, or need not be kept (endure.pin.hold)."""
    for who in bout.everyone:
        if stance.marked(who, KEPT) and (grappling.state(stance, who) != "pinning" or not _upkeep(bout)):
            stance = stance.unmark(who, KEPT)
    return stance
