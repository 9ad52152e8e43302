"""Starting: the grab, the check, the move in, and what a grapple lays open (chapter `start`).

A hold is `grab` (grabber, grabbed), `grapple` (attacker, defender), `level` (two grapple, neither the attacker) or,
beside one of the latter two, `pin` (pinner, pinned). All who grapple together are in one hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tussle.ask.readings import Opposed
from tussle.ask.requests import Part, Procedure, Roll, Tell
from tussle.ask.totals import Excess
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Hold, Item, Stance
from tussle.rules.cphera import ap, base, check, group, harm, pin

__all__ = [
    "check_in",
    "denied",
    "drift",
    "escape",
    "grab",
    "grabbed_by",
    "grapple",
    "grip",
    "held_off",
    "holds",
    "let_go",
    "lets_go",
    "members",
    "offers",
    "open_to",
    "partners",
    "pin_down",
    "seize",
    "take_hold",
    "tie",
]

GRAPPLES = ("grapple", "level")
"""The words of the holds between those who grapple."""


# Who holds whom


def partners(stance: Stance, who: int) -> tuple[int, ...]:
    """Everybody the fighter grapples with, lowest index first."""
    return _partners(stance.holds, who)


@lru_cache(maxsize=4096)  # asked of everybody about everybody, at every end of a round's phase
def _partners(holds: tuple[Hold, ...], who: int) -> tuple[int, ...]:
    ties = (hold for hold in holds if who in hold[:2] and hold[2] in GRAPPLES)
    return tuple(sorted(held if holder == who else holder for holder, held, _ in ties))


def members(stance: Stance, who: int) -> tuple[int, ...]:
    """Everybody in the fighter's grapple, itself too, in the order of turns."""
    found, waiting = {who}, [who]
    while waiting:
        fresh = set(partners(stance, waiting.pop())) - found
        found |= fresh
        waiting += sorted(fresh)
    return tuple(sorted(found, key=stance.order.index))


def grabbed_by(stance: Stance, who: int) -> tuple[int, ...]:
    """Who holds the fighter by a grab."""
    return tuple(holder for holder, held, word in stance.holds if held == who and word == "grab")


def holds(stance: Stance, me: int) -> tuple[int, ...]:
    """Whom `me` holds by a grab."""
    return tuple(held for holder, held, word in stance.holds if holder == me and word == "grab")


def drift(bout: Bout, stance: Stance) -> Stance:
    """A grab ends where its two are no longer next to each other (cphera.start.grab)."""
    for holder, held, word in stance.holds:
        if word == "grab" and not bout.space.near(stance, holder, held):
            stance = stance.untie(holder, held, word)
    return stance


def denied(stance: Stance, foe: int, me: int) -> str:
    """The clause by which `foe` is denied Agility against `me` (cphera.start.grab, cphera.start.open)."""
    if partners(stance, foe) and me not in partners(stance, foe):
        return "cphera.start.open"
    return "cphera.start.grab" if foe in holds(stance, me) or me in holds(stance, foe) else ""


def open_to(stance: Stance, foe: int, me: int) -> str:
    """Who grapples is Open to all but its partners (cphera.start.open)."""
    return "cphera.start.open" if partners(stance, foe) and me not in partners(stance, foe) else ""


def held_off(me: int, verb: str) -> Refusal:
    """Who is held by a grab cannot move away, nor who holds somebody (cphera.start.grab)."""
    return Refusal(me, verb, "held by a grab, or holding somebody by one", "cphera.start.grab")


# What can be started


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whom `me` can grab or grapple, and whose grab it can try to break."""
    for verb in ("grab", "grapple"):
        for foe in bout.everyone:
            yield offer(bout, stance, Action(me, verb, foe, (), ("cphera.start.grab",)), "")
    yield from _breaks(bout, stance, me)


def offer(bout: Bout, stance: Stance, action: Action, how: str) -> Action | Refusal:
    """The gate of every grab and grapple (cphera.start.grab, cphera.start.cost)."""
    me, verb, foe, clause = action.by, action.verb, action.target, "cphera.start.grab"
    if me == foe or not bout.fit(stance, foe):
        return Refusal(me, verb, "not oneself" if me == foe else "already out", clause, foe)
    if partners(stance, me):
        return Refusal(me, verb, "in a grapple already", clause, foe)
    if partners(stance, foe):
        return group.must_join(me, verb, foe)
    if verb == "grab" and foe in holds(stance, me):
        return Refusal(me, verb, "held by a grab already", clause, foe)
    if not bout.space.near(stance, me, foe):
        return Refusal(me, verb, "not in an adjacent hex", clause, foe)
    return ap.short(bout, stance, action, _cost(bout, stance, action, how)) or action


def _cost(bout: Bout, stance: Stance, action: Action, how: str) -> int:
    """What it costs; the grab may come on top, where none is held (cphera.start.cost)."""
    extra = action.verb == "grapple" and bout.ruling("grab_cost") == "separate"
    if extra and action.target not in holds(stance, action.by):
        return ap.costs("grapple", how) + ap.costs("grab", how)
    return ap.costs(action.verb, how)


def _breaks(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whose grab `me` can try to break (cphera.start.grab)."""
    clause = "cphera.start.grab"
    for foe in grabbed_by(stance, me):
        action = Action(me, "break", foe, (), (clause,))
        yield ap.short(bout, stance, action, 1) or action
    if not grabbed_by(stance, me):
        yield Refusal(me, "break", "held by no grab", clause)


def lets_go(stance: Stance, me: int) -> Iterator[Action]:
    """Whom `me` holds by a grab it can let go at any time (cphera.start.grab)."""
    for foe in holds(stance, me):
        yield Action(me, "release", foe, (), ("cphera.start.grab",))


# How it is done


def grab(bout: Bout, stance: Stance, action: Action, how: str = "") -> Procedure:
    """Pay for a grab, which presents an opening (cphera.start.grab)."""
    me, foe, how = action.by, action.target, ap.manner(stance, action, how)
    yield Tell("{0} reaches for {1}.", (me, foe), (*ap.priced(), "cphera.start.grab"))
    inviting = ap.openings(bout, stance, me, (foe,) if how else ())
    return ap.pay(bout, stance, me, _cost(bout, stance, action, how), *inviting, _item("seize", me, foe, "grab", how))


def grapple(bout: Bout, stance: Stance, action: Action, how: str = "") -> Procedure:
    """Pay for a grapple: a grab, which presents an opening, unless one is held, then the check (cphera.start.cost)."""
    me, foe, how = action.by, action.target, ap.manner(stance, action, how)
    yield Tell("{0} tries to grapple {1}.", (me, foe), ("cphera.start.cost",))
    cost = _cost(bout, stance, action, how)
    if foe in holds(stance, me):
        return ap.pay(bout, stance, me, cost, _item("check", me, foe, how))
    inviting = ap.openings(bout, stance, me, (foe,) if how else ())
    return ap.pay(bout, stance, me, cost, *inviting, _item("seize", me, foe, "grapple", how))


def _item(*words: str | int) -> Item:
    return tuple(word for word in words if word != "")


def seize(bout: Bout, stance: Stance, me: int, foe: int, aim: str, how: str = "") -> Procedure:
    """The grab itself: an unarmed touch attack (cphera.start.grab).

    Args:
        aim: what it is for: `grab`, `grapple` or `join`.
        how: as in `ap.manner`.
    """
    clause = "cphera.start.grab"
    stance = yield from pin.window(bout, stance, foe, me)
    if not _can_seize(bout, stance, me, foe, aim, how):
        yield Tell("{0} cannot get hold of {1} any more.", (me, foe), (clause,))
        return stance
    parts = (
        base.attack_bonus(bout, stance, me),
        Part(me, "Strength", bout.fighters[me].strength, clause),
        *(() if base.free_hand(bout, stance, me) else (Part(me, "no free hand", -4, clause),)),
        *(yield from harm.burden(bout, stance, me)),
        *stance.granted(me, "start"),
        *base.guard(bout, stance, me, foe, clause),
    )
    edge = check.total(parts, me) - check.total(parts, foe)
    cites = (*group.joining(aim), clause, *check.natural(edge))
    if (yield Roll((check.d20(me, "grab"),), Excess(edge), parts, cites)) == "miss":
        yield Tell("{0} does not get hold of {1}.", (me, foe), (clause,))
        return stance
    stance = yield from ap.spoil(bout, stance, foe, 0)
    if aim == "join":
        return (yield from group.enter(bout, stance, me, foe))
    yield Tell("{0} holds {1} by a grab.", (me, foe), (clause,), done=aim == "grab" and how != "reaction")
    stance = stance.tie(me, foe, "grab")
    return stance.due(_item("check", me, foe, how)) if aim == "grapple" else stance


def _can_seize(bout: Bout, stance: Stance, me: int, foe: int, aim: str, how: str) -> bool:
    """Whether it can still be tried when it comes to it."""
    if not (bout.fit(stance, me) and bout.fit(stance, foe) and bout.space.near(stance, me, foe)):
        return False
    if how == "lasting" and not ap.open_to(stance, foe, me):
        return False
    if aim == "grab" and foe in holds(stance, me):
        return False
    return not partners(stance, me) and bool(partners(stance, foe)) == (aim == "join")


def check_in(bout: Bout, stance: Stance, me: int, foe: int, how: str = "") -> Procedure:
    """Opposed grapple checks; won, the attacker moves in and both grapple (cphera.start.check, cphera.start.open)."""
    clause = "cphera.start.check"
    answer = yield from check.contest(bout, stance, check.Aim(me, foe, (clause,), ("start", "resist")))
    if answer == "lost":
        yield Tell("{0} keeps its grab on {1}, and no more.", (me, foe), (clause,))
        return stance
    yield Tell("{0} grapples {1} and moves in.", (me, foe), (clause,), done=how != "reaction")
    return take_hold(bout, stance, me, foe)


def take_hold(bout: Bout, stance: Stance, me: int, foe: int) -> Stance:
    """Both grapple, in the hex of the other; a grab between them is part of it (cphera.start.check)."""
    return drift(bout, stance.part(me, foe).tie(me, foe, "grapple").place(me, stance.cell(foe)))


def escape(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to break a grab by an opposed Strength check; a tie leaves it (cphera.start.grab)."""
    me, foe, clause = action.by, action.target, "cphera.start.grab"
    stance = ap.pay(bout, stance, me, 1)
    parts = (
        Part(me, "Strength", bout.fighters[me].strength, clause),
        *(yield from harm.burden(bout, stance, me)),
        *stance.granted(me, "escape"),
        Part(foe, "Strength", bout.fighters[foe].strength, clause),
        *stance.granted(foe, "maintain"),
    )
    reading = Opposed(check.total(parts, me) - check.total(parts, foe))
    dice = (check.d20(me, "Strength"), check.d20(foe, "Strength"))
    if (yield Roll(dice, reading, parts, (clause,))) == "lost":
        yield Tell("{0} stays in the grip of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} breaks the grab of {1}.", (me, foe), (clause,), done=True)
    return stance.untie(foe, me, "grab")


def let_go(stance: Stance, action: Action) -> Procedure:
    """Let go of a grab (cphera.start.grab)."""
    me, foe = action.by, action.target
    yield Tell("{0} lets go of {1}.", (me, foe), ("cphera.start.grab",), done=True)
    return stance.untie(me, foe, "grab")


# Holds that somebody says there are


def grip(bout: Bout, stance: Stance, me: int, foe: int) -> Stance:  # noqa: ARG001 - every state word is called so
    """The one holds the other by a grab (cphera.start.grab)."""
    return stance.tie(me, foe, "grab")


def tie(bout: Bout, stance: Stance, me: int, foe: int) -> Stance:
    """The one grapples the other, and whom it grapples already: attacker of it, level with the rest."""
    others = [who for who in members(stance, foe) if who != foe and who not in partners(stance, me)]
    stance = take_hold(bout, stance, me, foe)
    for other in others if me not in others else ():
        stance = stance.part(me, other).tie(min(me, other), max(me, other), "level")
    return stance


def pin_down(bout: Bout, stance: Stance, me: int, foe: int) -> Stance:
    """The one pins the other; they grapple."""
    return pin.pin(stance if foe in partners(stance, me) else tie(bout, stance, me, foe), me, foe)
