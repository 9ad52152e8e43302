"""In a grapple: its states, and what can be tried while it is Equal (chapter `grappling`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.endure import check, clock
from tussle.rules.endure.check import Pool
from tussle.rules.endure.clock import Contest

__all__ = ["equal", "escape", "escape_ways", "move", "move_ways", "off_menu", "partner", "state", "states"]

STATES = {
    "equal": "the grapple is Equal: escape, move or pin",
    "pinning": "you are pinning: attack, hold the pin or release",
}
"""What is left to a grappler who is not pinned (endure.grappling.states)."""


def state(stance: Stance, who: int) -> str:
    """`free`, `equal`, `pinning` or `pinned` (endure.grappling.states)."""
    for holder, held, word in stance.holds:
        if who in (holder, held):
            return "equal" if word == "equal" else "pinning" if who == holder else "pinned"
    return "free"


def states() -> tuple[str, ...]:
    """What a line rests on that says in which state a grapple is (endure.grappling.states)."""
    return ("endure.grappling.states",)


def off_menu(stance: Stance, me: int, verb: str) -> Refusal:
    """What is not on the menu of Equal, or of the one who pins (endure.grappling.states)."""
    return Refusal(me, verb, STATES[state(stance, me)], "endure.grappling.states")


def partner(stance: Stance, who: int) -> int:
    """The other grappler: a grapple knows two."""
    (other,) = stance.partners(who)
    return other


def equal(bout: Bout, stance: Stance, one: int, other: int) -> Stance:  # noqa: ARG001 - every state word is called so
    """The two are in an Equal grapple, in the space of the other (endure.grappling.states)."""
    pair = min(one, other), max(one, other)
    return stance.part(*pair).tie(*pair, "equal").place(one, stance.cell(other))


def escape_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action]:  # noqa: ARG001 - every menu asks so
    """By strength or by wriggling, your choice (endure.grappling.escape)."""
    for skill in ("unarmed", "dodge"):
        yield Action(me, "escape", partner(stance, me), (skill,), ("endure.grappling.escape",))


def escape(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Unarmed or Dodge against Unarmed; won, the grapple ends and you step away (endure.grappling.escape)."""
    me, foe, (skill,), clause = action.by, action.target, action.details, "endure.grappling.escape"
    mine = check.pool(bout, stance, me, skill, "escape")
    theirs = check.pool(bout, stance, foe, "unarmed", "resist")
    margin = yield from clock.contest(bout, stance, Contest(mine, theirs, clause))
    if not margin:
        yield Tell("{0} does not get free of {1}.", (me, foe), (clause,))
        return clock.after(stance, me, foe, margin)
    yield Tell("{0} gets free of {1}.", (me, foe), (clause,), done=True)
    return (yield from clock.step_aside(bout, clock.end(bout, stance, me), me, (me,), clause))


def move_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whether the other is light enough, and there is room (endure.grappling.move)."""
    foe, clause = partner(stance, me), "endure.grappling.move"
    most = 1 + check.strength(bout, me).value
    cell = stance.cell(me)
    if check.size(bout, foe).value > most:
        yield Refusal(me, "move", f"too heavy for you: larger than {most}", clause, foe)
    elif cell is not None and not bout.space.ways(stance, cell):
        yield Refusal(me, "move", "no free square next to you", clause, foe)
    else:
        yield Action(me, "move", foe, (), (clause,))


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Opposed knockback; won, both move one square of the mover's choice (endure.grappling.move)."""
    me, foe, clause = action.by, action.target, "endure.grappling.move"
    mine, theirs = _knockback(bout, stance, me, "maintain"), _knockback(bout, stance, foe, "resist")
    margin = yield from clock.contest(bout, stance, Contest(mine, theirs, clause))
    if margin:
        yield Tell("{0} moves {1}.", (me, foe), (clause,), done=True)
        stance = yield from clock.step_aside(bout, stance, me, (me, foe), clause)
    else:
        yield Tell("{0} cannot move {1}.", (me, foe), (clause,))
    return clock.after(stance, me, foe, margin)


def _knockback(bout: Bout, stance: Stance, who: int, scope: str) -> Pool:
    """The knockback pool: strength and size (endure.grappling.move)."""
    parts: tuple[Part, ...] = (check.strength(bout, who), check.size(bout, who))
    return Pool(who, "knockback", (*parts, *stance.granted(who, scope)))
