"""Starting a grapple: who can be grabbed, and the grab (chapter `start`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.endure import base, check, grappling

__all__ = ["grab", "grab_ways"]


def grab_ways(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whom `me` can grab, being in no grapple (endure.start.grab)."""
    clause = "endure.start.grab"
    for foe in bout.everyone:
        why = base.out_of_reach(bout, stance, me, foe)
        if not why and stance.partners(foe):
            why = "the target is in a grapple already"
        yield Refusal(me, "grab", why, clause, foe) if why else Action(me, "grab", foe, (), (clause,))


def grab(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """An Unarmed attack; a hit does no damage, but both are in an Equal grapple (endure.start.grab)."""
    me, foe, clause = action.by, action.target, "endure.start.grab"
    mine = check.pool(bout, stance, me, "unarmed", "start")
    stance, net = yield from base.aim(bout, stance, mine, foe, (clause,))
    if not net:
        yield Tell("{0} does not get hold of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} grabs {1} and moves in.", (me, foe), (clause,), done=True)
    yield Tell("The grapple of {0} and {1} is Equal.", (me, foe), grappling.states())
    return grappling.equal(bout, stance, me, foe)
