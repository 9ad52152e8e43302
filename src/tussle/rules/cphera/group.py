"""Group grapples: joining, ranks, several pinners, leaving (chapter `group`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import Hold, Stance
from tussle.rules.cphera import ap, check, pin, start
from tussle.rules.cphera import round as phase

__all__ = ["act", "enter", "highest", "join", "joining", "joins", "must_join", "offer", "rank"]

JOIN = 2
"""What joining costs, on the own turn or off it (cphera.group.join)."""


# Joining


def must_join(me: int, verb: str, foe: int) -> Refusal:
    """Who grapples already can only be joined (cphera.group.join)."""
    return Refusal(me, verb, "in a grapple already: join it", "cphera.group.join", foe)


def joins(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whose grapple `me` can join, by a grab on whom (cphera.group.join)."""
    for foe in bout.everyone:
        action = Action(me, "join", foe, (), ("cphera.group.join",))
        yield offer(bout, stance, action, ap.manner(stance, action, ""))


def offer(bout: Bout, stance: Stance, action: Action, how: str) -> Action | Refusal:
    """The gate of joining (cphera.group.join)."""
    me, foe, clause = action.by, action.target, "cphera.group.join"
    if me == foe or not bout.fit(stance, foe):
        return Refusal(me, "join", "not oneself" if me == foe else "already out", clause, foe)
    if start.partners(stance, me):
        return Refusal(me, "join", "in a grapple already", clause, foe)
    if not start.partners(stance, foe):
        return Refusal(me, "join", "in no grapple", clause, foe)
    if not bout.space.near(stance, me, foe):
        return Refusal(me, "join", "not in an adjacent hex", clause, foe)
    refused = ap.not_open(bout, stance, me, "join", foe) if how == "lasting" else None
    return refused or ap.short(bout, stance, action, JOIN) or action


def join(bout: Bout, stance: Stance, action: Action, how: str = "") -> Procedure:
    """Pay for a grab on one of them, which leaves the joiner Open, but not to them (cphera.group.join)."""
    me, foe, how = action.by, action.target, ap.manner(stance, action, how)
    yield Tell("{0} reaches into the grapple, for {1}.", (me, foe), ("cphera.group.join",))
    stance = ap.exploit(bout, stance, me, how)
    inviting = ap.openings(bout, stance, me, start.members(stance, foe))
    return ap.pay(bout, stance, me, JOIN, *inviting, ("seize", me, foe, "join", *((how,) if how else ())))


def joining(aim: str) -> tuple[str, ...]:
    """The clause of a grab that joins (cphera.group.join)."""
    return ("cphera.group.join",) if aim == "join" else ()


def enter(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """The joiner moves in and is neither attacker nor defender until the next phase (cphera.group.join)."""
    yield Tell("{0} joins the grapple of {1}.", (me, foe), ("cphera.group.join",), done=True)
    for other in start.members(stance, foe):
        stance = stance.part(me, other).tie(min(me, other), max(me, other), "level")
    return start.drift(bout, stance.place(me, stance.cell(foe)))


# The phase


def rank(bout: Bout, stance: Stance, *everyone: int) -> Procedure:
    """Each rolls one check; then pins, then each in turn from the highest down (cphera.group.rank)."""
    clause = "cphera.group.rank"
    parts: tuple[Part, ...] = ()
    for who in everyone:
        scope = "escape" if pin.pinners(stance, who) else "maintain"
        parts += yield from check.grapple_parts(bout, stance, who, scope, in_phase=True)
    held = [who for who in everyone if pin.pinners(stance, who)]
    answer = yield check.ranks(bout, parts, everyone, (clause, *_pins(stance, held)))
    place = {everyone[index]: number for number, some in enumerate(answer) for index in some}
    stance = _relate(bout, stance, place)
    freed = [who for who in held if all(place[who] < place[by] for by in pin.pinners(stance, who))]
    for who in freed:
        yield Tell("{0} breaks free of the pin.", (who,), (clause,))
        stance = pin.break_pin(stance, who)
    order = sorted(everyone, key=lambda who: (place[who], stance.order.index(who)))
    acting = [who for who in order if who not in freed and _compare(bout, stance, who)[1]]
    return stance.due(*(("act", who) for who in acting))


def _pins(stance: Stance, held: list[int]) -> tuple[str, ...]:
    """The clause of one who must beat several pinners in one round (cphera.group.pin)."""
    return ("cphera.group.pin",) if any(len(pin.pinners(stance, who)) > 1 for who in held) else ()


def _relate(bout: Bout, stance: Stance, place: dict[int, int]) -> Stance:
    """Each is attacker to all lower and defender to all higher; equals are neither (cphera.group.rank).

    Between friends it is kept only where somebody casts, who would have to know the highest of several: nothing
    else asks for it.
    """
    casts = any(bout.fighters[who].spells for who in place)

    def related(hold: Hold) -> Hold:
        one, other, word = hold
        if word not in start.GRAPPLES or one not in place:
            return hold
        if place[one] == place[other] or (bout.sides[one] == bout.sides[other] and not casts):
            return min(one, other), max(one, other), "level"
        return (one, other, "grapple") if place[one] < place[other] else (other, one, "grapple")

    return replace(stance, holds=tuple(sorted(map(related, stance.holds))))


def _compare(bout: Bout, stance: Stance, me: int) -> tuple[list[int], list[int]]:
    """The foes `me` grapples with, and those of them it is attacker to."""
    foes, beaten, side = [], [], bout.sides[me]
    for one, other, word in stance.holds:
        if word in start.GRAPPLES and me in (one, other):
            foe = other if one == me else one
            if bout.sides[foe] != side:
                foes.append(foe)
                if one == me and word == "grapple":
                    beaten.append(foe)
    return foes, beaten


def act(bout: Bout, stance: Stance, me: int) -> Procedure:
    """One thing of who is not pinned: leave, or one try to pin a lower foe (cphera.group.rank, cphera.group.leave)."""
    clause = "cphera.group.rank"
    foes, beaten = _compare(bout, stance, me)
    if not beaten or pin.pinners(stance, me):
        return stance
    ways = _ways(bout, stance, me, len(beaten) == len(foes))
    names = {} if pin.pinned_by(stance, me) else {f"pin-{token_name(bout.names[foe])}": foe for foe in beaten}
    choice = yield Choose(me, ("no", *ways, *names), (clause, *(("cphera.group.leave",) if ways else ())))
    if choice == "no":
        return stance
    if choice in names:
        return (yield from phase.pin_try(bout, stance, me, names[choice], (clause,)))
    yield Tell("{0} gets out of the hold.", (me,), ("cphera.group.leave",))
    if choice != "shake":
        return phase.out(bout, stance, me, ways[choice])
    for foe in beaten:
        stance = stance.part(me, foe)
    return pin.loosen(stance)


def _ways(bout: Bout, stance: Stance, me: int, all_beaten: bool) -> dict[str, str]:  # noqa: FBT001 - what decides
    """How `me` can leave; `shake` is to end the holds of those it beat and stay with the rest (cphera.group.leave)."""
    if all_beaten:
        return {f"leave-{way}" if way else "leave": way for way in phase.exits(bout, stance, me)}
    return {"shake": ""} if bout.ruling("group_leave") == "pairwise" else {}


def highest(bout: Bout, stance: Stance, me: int) -> int | None:
    """The foe with the highest result this round: attacker to the others; equals go by the order of turns.

    None where `me` grapples with no foe.
    """
    foes = sorted(_compare(bout, stance, me)[0], key=stance.order.index)
    above = {foe: sum((foe, other, "grapple") in stance.holds for other in foes) for foe in foes}
    return max(foes, key=lambda foe: above[foe], default=None)
