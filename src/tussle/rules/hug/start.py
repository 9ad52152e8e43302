"""Starting a grapple: who can, the blow it invites, the contest, the move in (chapter `start`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.hug import base, check, grappling

__all__ = ["contest", "grapple", "offers", "opportunity", "skills"]


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whom `me` can try to grapple, and with which skill."""
    for foe in bout.everyone:
        refused = _refused(bout, stance, me, foe)
        if refused:
            yield refused
            continue
        for skill in skills(bout, me):
            yield Action(me, "grapple", foe, (skill,), ("hug.start.action", "hug.start.reach", "hug.start.contest"))


def _refused(bout: Bout, stance: Stance, me: int, foe: int) -> Refusal | None:
    """The gate of every grapple (hug.start.reach, hug.start.free, hug.start.action)."""

    def refuse(why: str, clause: str) -> Refusal:
        return Refusal(me, "grapple", why, clause, foe)

    if stance.partners(me):
        return refuse("you are in a grapple already", "hug.start.free")
    if not stance.left(me, "standard"):
        return refuse("no standard action left", "hug.start.action")
    if foe == me:
        return refuse("not oneself", "hug.start.reach")
    if not bout.fit(stance, foe):
        return refuse("already out", "hug.start.reach")
    if stance.partners(foe):
        return refuse("the target is in a grapple already", "hug.start.free")
    if not bout.space.near(stance, me, foe):
        return refuse("more than 1 square away", "hug.start.reach")
    if check.size_gap(bout, me, foe) > 1:
        return refuse("more than one size bigger", "hug.start.reach")
    return None


def skills(bout: Bout, me: int) -> tuple[str, ...]:
    """The attacker's choice: unarmed melee or athletics (hug.start.contest)."""
    if bout.ruling("unarmed_melee") == "melee":
        return ("melee", "athletics")
    return ("unarmed", "athletics") if bout.fighters[me].unarmed is not None else ("athletics",)


def grapple(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Spend the standard action; the target's blow comes first, then the contest (hug.start.action)."""
    me, foe, (skill,) = action.by, action.target, action.details
    yield Tell("{0} tries to grapple {1}.", (me, foe), ("hug.start.action",))
    return stance.spend(me, "standard").due(("opportunity", foe, me), ("contest", me, foe, skill))


def opportunity(bout: Bout, stance: Stance, foe: int, me: int) -> Procedure:
    """The target may strike once, with what it holds or bare hands (hug.start.opportunity)."""
    choices = (*base.arms(bout, stance, foe, melee=True), "no")
    choice = yield Choose(foe, choices, ("hug.start.opportunity",))
    return stance if choice == "no" else stance.due(("strike", foe, me, choice))


def contest(bout: Bout, stance: Stance, me: int, foe: int, skill: str) -> Procedure:
    """The grab itself: won, the attacker moves in and both are grappling.

    hug.start.contest, hug.start.specials, hug.start.move-in; and hug.start.opportunity where the attacker did
    not live to see it.
    """
    if not (bout.fit(stance, me) and bout.fit(stance, foe) and bout.space.near(stance, me, foe)):
        yield Tell("{0} is in no state to grapple {1}.", (me, foe), ("hug.start.opportunity",))
        return stance
    clause = "hug.start.contest"
    answer = yield Choose(foe, ("athletics", "acrobatics"), (clause,))
    mine = (
        Part(me, skill, getattr(bout.fighters[me], skill), clause),
        *_specials(bout, me),
        *stance.granted(me, "start"),
    )
    theirs = Part(foe, answer, getattr(bout.fighters[foe], answer), clause)
    if (yield from check.contest(bout, mine, (theirs, *stance.granted(foe, "resist")), (clause,))) == "lost":
        yield Tell("{0} does not get hold of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} grapples {1} and moves in.", (me, foe), ("hug.start.move-in",), done=True)
    return grappling.hold(bout, stance, me, foe)


def _specials(bout: Bout, me: int) -> tuple[Part, ...]:
    """What helps melee attacks helps here only if it says so (hug.start.specials)."""
    clause = "hug.start.specials"
    return tuple(
        Part(me, ability.name, ability.bonus if ability.grapple else 0, clause)
        for ability in bout.fighters[me].abilities
    )
