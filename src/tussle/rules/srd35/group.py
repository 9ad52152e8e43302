"""Several in a grapple: joining, how many can hold one, whom to roll against, how holds end (chapter `group`).

A hold is one edge between two who grapple each other, lower index first; a pin is an edge from pinner to pinned
and stands in the place of the hold.
"""

from __future__ import annotations

from tussle.ask.requests import Part, Procedure, Tell
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, check, harm, pin

__all__ = [
    "able",
    "chosen",
    "conscious",
    "crowded",
    "end",
    "fallen",
    "hold",
    "holds",
    "inert",
    "join",
    "joins",
    "new_round",
    "no_start",
    "opposing",
    "part",
    "passive",
    "resisting",
    "together",
]

HELPLESS = "paralysed"
UNABLE = frozenset((HELPLESS, "stunned"))
"""Marks of who is conscious and unable to act; they come from outside the rules."""


def conscious(stance: Stance, who: int) -> bool:
    """Neither unconscious nor dead."""
    return stance.standing[who] in harm.ABLE


def able(stance: Stance, who: int) -> bool:
    """Conscious, and neither paralysed nor stunned (srd35.group.end)."""
    return conscious(stance, who) and UNABLE.isdisjoint(stance.marks[who])


def together(stance: Stance, who: int, without: int = NOBODY) -> tuple[int, ...]:
    """Everybody in one grapple with `who`, itself included; holds of `without` left aside."""
    found, waiting = {who}, [who]
    while waiting:
        for partner in stance.partners(waiting.pop()):
            if partner not in found and partner != without:
                found.add(partner)
                waiting.append(partner)
    return tuple(sorted(found))


def chosen(stance: Stance, me: int) -> tuple[str, ...]:
    """The clause by which one of several opponents is picked to roll against (srd35.group.choose)."""
    return ("srd35.group.choose",) if len(stance.partners(me)) > 1 else ()


# Joining


def joins(stance: Stance, me: int, foe: int) -> bool:
    """Whether the target is already grappling somebody else, so that this is joining (srd35.group.join)."""
    return any(partner != me for partner in stance.partners(foe))


def join(me: int, foe: int) -> Tell:
    """What joining spares (srd35.group.join)."""
    return Tell("{0} joins the grapple with {1}: no strike, and the grab succeeds.", (me, foe), ("srd35.group.join",))


def hold(bout: Bout, stance: Stance, me: int, foe: int, *, joined: bool) -> Stance:
    """The two are now grappling; under `join_edges=all` every other enemy in it too (srd35.group.join)."""
    others = together(stance, foe, without=me) if joined and bout.ruling("join_edges") == "all" else ()
    stance = _tie(stance, me, foe)
    for other in others:
        enemy = bout.sides[other] != bout.sides[me] and other not in (me, foe)
        if enemy and not stance.tied(me, other) and not _too_many(bout, stance, me, other):
            stance = _tie(stance, me, other)
    return stance


def holds(bout: Bout, stance: Stance, one: int, other: int) -> Stance:  # noqa: ARG001 - every state word is called so
    """The two are grappling, in the square of the other."""
    return _tie(stance.part(one, other), one, other).place(one, stance.cell(other))


def _tie(stance: Stance, me: int, foe: int) -> Stance:
    return stance.tie(min(me, foe), max(me, foe), "hold")


# How many


def _units(bout: Bout, holder: int, held: int) -> int:
    """What a grappler counts for on one it grapples, in halves (srd35.group.capacity)."""
    gap = -check.size_gap(bout, holder, held)
    return 1 if gap < 0 else 2 if gap == 0 else 4 if gap == 1 else 8


def _load(bout: Bout, stance: Stance, held: int) -> int:
    """How many halves grapple `held` now or, under `capacity=per-round`, have this round (srd35.group.capacity)."""
    holders = set(stance.partners(held))
    if bout.ruling("capacity") == "per-round":
        holders |= {who for who in bout.everyone if stance.marked(held, _had(bout, who))}
    return sum(_units(bout, who, held) for who in holders)


def _too_many(bout: Bout, stance: Stance, me: int, foe: int) -> bool:
    """Whether one more hold is too much for either end of it."""
    return _added(bout, stance, me, foe) > 8 or _added(bout, stance, foe, me) > 8


def _added(bout: Bout, stance: Stance, holder: int, held: int) -> int:
    already = holder in stance.partners(held) or (
        bout.ruling("capacity") == "per-round" and stance.marked(held, _had(bout, holder))
    )
    return _load(bout, stance, held) + (0 if already else _units(bout, holder, held))


def crowded(bout: Bout, stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """At most four on one target, smaller ones half, larger ones double or fourfold (srd35.group.capacity)."""
    if not _too_many(bout, stance, me, foe):
        return None
    who = foe if _added(bout, stance, me, foe) > 8 else me
    have = _load(bout, stance, who) / 2
    whose = "the target" if who == foe else "you"
    return Refusal(me, verb, f"no room: {have:g} of 4 hold {whose} already", "srd35.group.capacity", foe)


def _had(bout: Bout, holder: int) -> str:
    """The mark of who has been held this round by somebody who let go."""
    return f"held-by-{token_name(bout.names[holder])}"


def new_round(bout: Bout, stance: Stance) -> Stance:
    """Who has held whom in the round before no longer counts (srd35.group.capacity)."""
    if bout.ruling("capacity") != "per-round":
        return stance
    for who in bout.everyone:
        stance = stance.unmark(who, *(word for word in stance.marks[who] if word.startswith("held-by-")))
    return stance


# How it ends


def part(bout: Bout, stance: Stance, one: int, other: int) -> Stance:
    """The two are no longer grappling each other: hold and pin end on both sides."""
    if not stance.tied(one, other):
        return stance
    if bout.ruling("capacity") == "per-round":
        stance = stance.mark(one, _had(bout, other)).mark(other, _had(bout, one))
    return pin.forget(bout, stance.part(one, other), one, other)


def fallen(stance: Stance, who: int) -> Stance:
    """What is due when somebody is dead, unconscious, or removed from the space (srd35.group.end)."""
    return stance.due(("end", who)) if stance.partners(who) else stance


def end(bout: Bout, stance: Stance, gone: int) -> Procedure:
    """The holds of who is dead, unconscious or gone end on both sides (srd35.group.end)."""
    for partner in stance.partners(gone):
        yield Tell("{0} and {1} no longer grapple.", (partner, gone), ("srd35.group.end",))
        stance = part(bout, stance, partner, gone)
    return stance


def opposing(bout: Bout, stance: Stance, foes: tuple[int, ...]) -> Procedure:
    """Which of these roll against a check: who cannot act, or has no grapple check, does not (srd35.group.end)."""
    rolling = []
    for foe in foes:
        if not able(stance, foe):
            yield inert(foe)
        elif not check.has_check(bout.fighters[foe]):
            yield Tell("{0} has no Strength, and does not oppose.", (foe,), check.no_check())
        else:
            rolling.append(foe)
    return tuple(rolling)


def inert(foe: int) -> Tell:
    """Who cannot act opposes nothing (srd35.group.end)."""
    return Tell("{0} cannot act, and does not oppose.", (foe,), ("srd35.group.end",))


def resisting(bout: Bout, stance: Stance, foes: tuple[int, ...]) -> Procedure:
    """The parts of the check of each of these who rolls."""
    rolling = yield from opposing(bout, stance, foes)
    return tuple(check.grapple(bout, stance, foe) for foe in rolling)


def passive(bout: Bout, stance: Stance, foe: int) -> Part | None:
    """A conscious helpless target has a Dexterity of 0, so −5 in place of its bonus (srd35.group.end)."""
    if not stance.marked(foe, HELPLESS):
        return None
    return Part(foe, "Dexterity 0", base.without_dexterity(bout.fighters[foe]), "srd35.group.end")


def no_start(me: int, verb: str, foe: int) -> Refusal:
    """Nobody starts on the unconscious or the dead (srd35.group.end)."""
    return Refusal(me, verb, "the target is not conscious", "srd35.group.end", foe)
