"""Base rules: actions and turns, attacks, walking (chapter `base`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.readings import Pools
from tussle.ask.requests import Choose, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.endure import check, grappling, harm, outside, pin
from tussle.rules.endure.check import Pool

__all__ = [
    "aim",
    "attack",
    "attack_ways",
    "begin_turn",
    "next_turn",
    "out_of_reach",
    "pass_turn",
    "pass_ways",
    "stride",
    "too_few",
    "turn_order",
    "walk",
    "walk_ways",
]

FARTHEST = 3
"""How many spaces one walk covers (endure.base.walk)."""


# Turns


def turn_order(bout: Bout, stance: Stance) -> Procedure:
    """Turns go in the order in which the fighters were given (endure.base.order)."""
    order = tuple(bout.everyone)
    yield Tell("{0} goes first.", (order[0],), ("endure.base.order",))
    return begin_turn(bout, stance.ordered(order), order[0])


def begin_turn(bout: Bout, stance: Stance, who: int) -> Stance:
    """A turn begins with all its actions, whatever was left of the last (endure.base.actions)."""
    return stance.begin(who).budget(who, actions=int(bout.ruling("actions")))


def too_few(stance: Stance, me: int, verb: str, cost: int) -> Refusal | None:
    """Why an action cannot be paid for (endure.base.actions)."""
    left = stance.left(me, "actions")
    why = f"it costs {cost} actions, and {left} {'is' if left == 1 else 'are'} left"
    return Refusal(me, verb, why, "endure.base.actions") if left < cost else None


def pass_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action]:
    """Passing is always possible (endure.grappling.states, endure.outside.menu)."""
    clauses = grappling.states() if stance.partners(me) else outside.menu()
    yield Action(me, "pass", NOBODY, (), (*clauses, *pin.passing(bout, stance, me)))


def pass_turn(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Let the rest of the turn go."""
    yield Tell("{0} passes.", (action.by,), action.clauses, done=True)
    return stance.due(("next",))


def next_turn(bout: Bout, stance: Stance) -> Procedure:
    """A turn ends and the next one begins (endure.base.order, endure.base.actions).

    What was not spent can still pay for cover, until the fighter's own next turn.
    """
    me = stance.turn
    stance = yield from pin.lapse(bout, stance, me)
    stance = stance.budget(me, cover=stance.left(me, "actions"))
    return begin_turn(bout, stance, next(who for who in stance.after(me) if bout.fit(stance, who)))


# Attacks


def out_of_reach(bout: Bout, stance: Stance, me: int, foe: int) -> str:
    """Why `me` cannot attack or grab somebody; "" where it can (endure.base.attack)."""
    if foe == me:
        return "not oneself"
    if not bout.fit(stance, foe):
        return "already out"
    return "" if bout.space.near(stance, me, foe) else "more than 1 space away"


def attack_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whom `me` can attack, being in no grapple, and with what (endure.base.attack)."""
    clause, held = "endure.base.attack", stance.hands[me]
    for foe in bout.everyone:
        if why := out_of_reach(bout, stance, me, foe):
            yield Refusal(me, "attack", why, clause, foe)
            continue
        for means in ("unarmed", *((held,) if held else ())):
            yield Action(me, "attack", foe, (means,), (clause,))


def attack(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Unarmed, or a held item with its own rating; net successes are the damage, or the item's (endure.base.attack)."""
    me, foe, (means,), clause = action.by, action.target, action.details, "endure.base.attack"
    strike = means == "unarmed"
    mine = check.pool(bout, stance, me, "unarmed" if strike else "armed", "attack")
    stance, net = yield from aim(bout, stance, mine, foe, (), most=mine.size if strike else 1)
    if not net:
        yield Tell("{0} misses {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} hits {1}.", (me, foe), (clause,), done=True)
    damage = harm.Damage(net if strike else bout.fighters[me].damage, means, (clause,))
    return (yield from harm.wound(bout, stance, foe, damage))


def aim(bout: Bout, stance: Stance, mine: Pool, foe: int, cites: tuple[str, ...], most: int = 1) -> Procedure:
    """Roll an attack against the defence and the cover of `foe`; ties miss (endure.base.attack).

    Args:
        most: how many net successes matter.

    Returns:
        The stance, and the net successes: 0 for a miss.
    """
    cites = ("endure.base.attack", *cites)
    guard = yield from _guard(bout, stance, foe)
    stance, shelter, why = yield from outside.cover(bout, stance, foe)
    bar = sum(part.value for part in shelter)
    parts = (*mine.parts, *guard.parts, *shelter)
    if mine.size <= bar:
        fact = f"{{0}} has {mine.size} dice against {{1}} and would need {bar + 1} successes."
        shown = dict.fromkeys((*cites, *(part.clause for part in parts), *why))
        yield Tell(fact, (mine.owner, foe), tuple(shown))
        return stance, 0
    _, target = check.read_dice(bout.ruling("dice"))
    steps = tuple(range(bar + 1, bar + most + 1)) if bar + most > 1 else ()
    reading = Pools(mine.size, guard.size, target, "lost", tuple(step for step in steps if step <= mine.size))
    answer = yield Roll(check.dice(bout, mine, guard), reading, parts, (*cites, *why))
    return stance, max(0, {"won": 1, "lost": 0}.get(answer, answer) - bar)


def _guard(bout: Bout, stance: Stance, foe: int) -> Procedure:
    """The better of Dodge and Block, which the target may decline to use (endure.base.attack).

    Returns:
        The pool; an empty one in a grapple.
    """
    fighter = bout.fighters[foe]
    better = "dodge" if fighter.dodge >= fighter.block else "block"
    if stance.partners(foe):
        return Pool(foe, better, (outside.no_dodge(foe, better),) if getattr(fighter, better) else ())
    guard = check.pool(bout, stance, foe, better, "resist")
    if guard.size and (yield Choose(foe, ("defend", "decline"), ("endure.base.attack",))) == "decline":
        return Pool(foe, better, ())
    return guard


# Walking


def walk_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Where there is a map, and a free space to go to (endure.base.walk)."""
    clause, cell = "endure.base.walk", stance.cell(me)
    if cell is None:
        yield Refusal(me, "walk", "there is no map to walk on", clause)
    elif not bout.space.ways(stance, cell):
        yield Refusal(me, "walk", "no free square next to you", clause)
    else:
        yield Action(me, "walk", NOBODY, (), (clause,))


def walk(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Up to three free spaces, one an answer (endure.base.walk)."""
    yield Tell("{0} walks.", (action.by,), ("endure.base.walk",), done=True)
    return stance.due(("stride", action.by, str(FARTHEST), "first"))


def stride(bout: Bout, stance: Stance, me: int, squares: str, which: str) -> Procedure:
    """One space of a walk, and the next if you like (endure.base.walk)."""
    cell = stance.cells[me]
    ways = bout.space.ways(stance, cell)
    if not ways or not bout.fit(stance, me):
        return stance
    way = yield Choose(me, ways if which == "first" else ("stop", *ways), ("endure.base.walk",))
    if way == "stop":
        return stance
    stance = stance.place(me, *bout.space.run(stance, cell, way, 1))
    left = int(squares) - 1
    return stance.due(("stride", me, str(left), "next")) if left else stance
