"""Pinned and pinning: how long, what either may do, the hold on it broken, taken from, let go (chapter `pin`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.readings import Opposed
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, check, gear, grappling, group
from tussle.rules.srd35.fighter import Fighter

__all__ = [
    "PINS",
    "bars",
    "escape_pin",
    "exposed",
    "forget",
    "lapse",
    "may",
    "mute",
    "offers",
    "pin",
    "pinned_by",
    "pinners",
    "pins",
    "release",
    "silence",
    "step_aside",
    "take",
    "turn_begins",
    "turn_ends",
    "unpin",
]

PINS = ("pin", "pin-lapsing")
"""A pin, and one that lapses at the end of this turn (`pin=through-turn`)."""

SKILLS = ("grapple", "escape-artist")


def pinners(stance: Stance, who: int) -> tuple[int, ...]:
    """Who pins `who`."""
    return tuple([holder for holder, held, word in stance.holds if held == who and word in PINS])


def pinned_by(stance: Stance, me: int) -> int:
    """Whom `me` pins, or `NOBODY`; it is one at most."""
    return next((held for holder, held, word in stance.holds if holder == me and word in PINS), NOBODY)


# How long a pin lasts


def _fasten(bout: Bout, stance: Stance, me: int, foe: int) -> Stance:
    """The pin is on, and whoever becomes pinned loses the pins he holds (srd35.pin.pin)."""
    other = pinned_by(stance, foe)
    if other != NOBODY:
        stance = unpin(bout, stance, foe, other)
    return stance.part(me, foe).tie(me, foe, "pin")


def pins(bout: Bout, stance: Stance, one: int, other: int) -> Stance:
    """The one pins the other, in its square (srd35.pin.pin)."""
    return _fasten(bout, stance, one, other).place(one, stance.cell(other))


def unpin(bout: Bout, stance: Stance, pinner: int, pinned: int) -> Stance:
    """No longer pinned by that one, still grappling."""
    low, high = sorted((pinner, pinned))
    return forget(bout, stance.part(pinner, pinned).tie(low, high, "hold"), pinner, pinned)


def forget(bout: Bout, stance: Stance, *fighters: int) -> Stance:
    """Who is no longer pinned by the one who silences it can speak again (srd35.pin.speech)."""
    for who in fighters:
        if stance.marks[who]:
            gone = [_silenced(bout, other) for other in bout.everyone if pinned_by(stance, other) != who]
            stance = stance.unmark(who, *gone) if any(stance.marked(who, word) for word in gone) else stance
    return stance


def _silenced(bout: Bout, pinner: int) -> str:
    """The mark of whom that pinner keeps from speaking."""
    return f"silenced-by-{token_name(bout.names[pinner])}"


def turn_begins(bout: Bout, stance: Stance, me: int) -> Stance:
    """A pin for one round lapses just before the pinner's next turn; for a turn more, it begins to (srd35.pin.pin)."""
    pinned = pinned_by(stance, me)
    if pinned == NOBODY or bout.ruling("pin") == "until-broken":
        return stance
    if bout.ruling("pin") == "one-round":
        return stance.due(("lapse", me))
    return stance.part(me, pinned).tie(me, pinned, "pin-lapsing")


def turn_ends(bout: Bout, stance: Stance, me: int) -> Stance | None:
    """What is due where a pin lasts to the end of the pinner's next turn, and this is it; else None (srd35.pin.pin)."""
    if bout.ruling("pin") == "through-turn" and any(
        hold[0] == me and hold[2] == "pin-lapsing" for hold in stance.holds
    ):
        return stance.due(("lapse", me), ("next",))
    return None


def lapse(bout: Bout, stance: Stance, me: int) -> Procedure:
    """The pin of `me` has lasted its time (srd35.pin.pin)."""
    pinned = pinned_by(stance, me)
    yield Tell("The pin of {0} on {1} lapses.", (me, pinned), ("srd35.pin.pin",))
    return unpin(bout, stance, me, pinned)


# What it does to both


def exposed(bout: Bout, stance: Stance, me: int, foe: int, *, ranged: bool) -> tuple[Part, ...]:
    """The armour class of who is pinned, against all but the pinner (srd35.pin.ac)."""
    holders = pinners(stance, foe)
    if not holders or me in holders:
        return ()
    clause = "srd35.pin.ac"
    if bout.ruling("pinned_ac") == "text":
        return (Part(foe, "pinned", -4, clause),)
    parts = (Part(foe, "Dexterity 0", base.without_dexterity(bout.fighters[foe]), clause),)
    return parts if ranged else (*parts, Part(foe, "pinned", -4, clause))


def mute(bout: Bout, stance: Stance, me: int, verb: str) -> Refusal | None:
    """Who has been kept from speaking casts nothing that needs words (srd35.pin.speech)."""
    if any(stance.marked(me, _silenced(bout, pinner)) for pinner in pinners(stance, me)):
        return Refusal(me, verb, "the pinner keeps you from speaking", "srd35.pin.speech")
    return None


_PINNED_MAY = ("escape-pin", "cast", "drop", "pass")
_NEVER = ("draw", "attack", "escape", "component", "break-pin")
_NO_OTHER = ("pin", "use-weapon")
_OPEN = ("damage", "cast", "activate", "release", "grapple", "charge")


def bars(bout: Bout, stance: Stance, me: int, verb: str, foe: int = NOBODY) -> Refusal | None:
    """What pinned and pinner may not do (srd35.pin.held, srd35.pin.may-not, srd35.pin.may)."""
    if pinners(stance, me) and verb not in _PINNED_MAY:
        return Refusal(me, verb, "you are pinned", "srd35.pin.held", foe)
    pinned = pinned_by(stance, me)
    if pinned == NOBODY:
        return None
    if verb in _NEVER or (verb in _NO_OTHER and foe != pinned):
        return Refusal(me, verb, "not while you pin somebody", "srd35.pin.may-not", foe)
    if verb in _OPEN and foe != pinned and bout.ruling("pinning_other") == "closed":
        return Refusal(me, verb, "not on the list of who pins somebody", "srd35.pin.may", foe)
    return None


def may(stance: Stance, me: int) -> tuple[str, ...]:
    """The clause a pinner acts by, where `me` is one (srd35.pin.may)."""
    return ("srd35.pin.may",) if pinned_by(stance, me) != NOBODY else ()


# What each can try


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Pin, escape a pin, and what the pinner does to the pinned."""
    yield from _pins(bout, stance, me)
    yield from _escapes(bout, stance, me)
    pinned = pinned_by(stance, me)
    if pinned == NOBODY:
        yield bars(bout, stance, me, "take") or Refusal(me, "take", _nobody(bout, me), "srd35.pin.disarm")
        yield bars(bout, stance, me, "silence") or Refusal(me, "silence", "you pin nobody", "srd35.pin.speech")
    else:
        yield from _takes(bout, stance, me, pinned)
        yield _silences(bout, stance, me, pinned)
    yield from _releases(bout, stance, me)


def _nobody(bout: Bout, me: int) -> str:
    """Why nothing can be done to a pinned foe, and whether it ever can under this reading of a pin (srd35.pin.pin)."""
    if bout.ruling("pin") != "one-round":
        return "you pin nobody"
    if grappling.attacks(bout.fighters[me]) > 1:
        return "you pin nobody; under pin=one-round that takes a second attack in the turn of the pin"
    return "you pin nobody; under pin=one-round it lapses before your next turn, and you have one attack a turn"


def _pins(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """In place of an attack, on a partner; renewing a pin is not pinning another (srd35.pin.pin)."""
    if not stance.partners(me):
        yield grappling.no_partner(me, "pin")
    for foe in stance.partners(me):
        refused = bars(bout, stance, me, "pin", foe) or grappling.no_check_left(bout, stance, me, "pin", foe)
        yield refused or Action(me, "pin", foe, (), ("srd35.pin.pin", *group.chosen(stance, me)))


def pin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to hold a partner immobile (srd35.pin.pin)."""
    me, foe, clause = action.by, action.target, "srd35.pin.pin"
    cites = (clause, *group.chosen(stance, me), *may(stance, me))
    stance, number = grappling.spend_attack(bout, stance, me)
    others = yield from group.resisting(bout, stance, (foe,))
    if not (yield from check.contest(bout, check.grapple(bout, stance, me, "maintain", number), others, cites)):
        yield Tell("{0} does not pin {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} pins {1}.", (me, foe), (clause,), done=True)
    return _fasten(bout, stance, me, foe)


def _escapes(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """By a check in place of an attack, or by Escape Artist as a standard action (srd35.pin.escape)."""
    clause = "srd35.pin.escape"
    if not pinners(stance, me):
        yield Refusal(me, "escape-pin", "you are not pinned", clause)
        return
    for skill in SKILLS:
        yield grappling.cost_of_escape(bout, stance, me, "escape-pin", skill) or Action(
            me, "escape-pin", NOBODY, (skill,), (clause,)
        )


def escape_pin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to break a pin, against the pinner only; one check must beat two pinners (srd35.pin.escape)."""
    me, (skill,), clause = action.by, action.details, "srd35.pin.escape"
    holders = pinners(stance, me)
    stance, mine, label = grappling.escape_check(bout, stance, me, skill)
    others = yield from group.resisting(bout, stance, holders)
    if not (yield from check.contest(bout, mine, others, (clause,), label)):
        yield Tell("{0} remains pinned.", (me,), (clause,))
        return stance
    yield Tell("{0} breaks the pin, and is still grappling.", (me,), (clause,), done=True)
    for holder in holders:
        stance = unpin(bout, stance, holder, me)
    return stance


def _takes(bout: Bout, stance: Stance, me: int, foe: int) -> Iterator[Action | Refusal]:
    """A worn thing from who is pinned, in place of an attack (srd35.pin.disarm)."""
    clause = "srd35.pin.disarm"
    fighter: Fighter = bout.fighters[foe]
    left = [thing for thing in fighter.worn if not stance.marked(foe, f"lost-{thing}")]
    if not left:
        yield Refusal(me, "take", "the pinned wears nothing to take", clause, foe)
    for thing in left:
        yield grappling.no_attack(stance, me, "take", foe) or Action(me, "take", foe, (thing,), (clause,))


def take(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Grab away a well-secured thing the pinned wears: opposed attack rolls, a tie fails (srd35.pin.disarm)."""
    me, foe, (thing,), clause = action.by, action.target, action.details, "srd35.pin.disarm"
    stance, number = grappling.spend_attack(bout, stance, me)
    hand = stance.hands[foe]
    theirs = "unarmed" if not hand or gear.arm(bout.fighters[foe], hand).ranged else hand  # nobody parries with a bow
    parts = (
        *base.attack_parts(bout, stance, me, gear.arm(bout.fighters[me], "unarmed"), number),
        *_grip(bout, me, foe, "unarmed"),
        *base.attack_parts(bout, stance, foe, gear.arm(bout.fighters[foe], theirs), 1),
        *_grip(bout, foe, me, theirs),
        Part(foe, "not a weapon", -4, clause),
        Part(foe, "well secured", 4, clause),
    )
    edge = check.total(parts, me) - check.total(parts, foe)
    dice = (check.d20(me, "disarm"), check.d20(foe, "disarm"))
    what = thing.replace("_", " ")
    if not group.able(stance, foe):
        yield group.inert(foe)
    elif (yield Roll(dice, Opposed(edge, "lost"), parts, (clause, *may(stance, me)))) == "lost":
        yield Tell(f"{{0}} does not get the {what} of {{1}}.", (me, foe), (clause,))
        return stance
    yield Tell(f"{{0}} takes the {what} of {{1}}.", (me, foe), (clause,), done=True)
    return stance.mark(foe, f"lost-{thing}")


def _grip(bout: Bout, me: int, foe: int, name: str) -> tuple[Part, ...]:
    """What the size and the thing in hand do to a roll to disarm or against it (srd35.pin.disarm)."""
    clause = "srd35.pin.disarm"
    arm = gear.arm(bout.fighters[me], name)
    parts = []
    if arm.light:
        parts.append(Part(me, "unarmed" if arm.unarmed else "light weapon", -4, clause))
    if arm.two_handed:
        parts.append(Part(me, "two-handed weapon", 4, clause))
    larger = -check.size_gap(bout, me, foe)
    if larger > 0:
        parts.append(Part(me, "larger", 4 * larger, clause))
    return tuple(parts)


def _silences(bout: Bout, stance: Stance, me: int, foe: int) -> Action | Refusal:
    """At the pinner's option the pinned cannot speak; free, on the pinner's turn (srd35.pin.speech)."""
    clause = "srd35.pin.speech"
    if stance.marked(foe, _silenced(bout, me)):
        return Refusal(me, "silence", "you keep the pinned from speaking already", clause, foe)
    if not any(spell.verbal for spell in bout.fighters[foe].spells):
        return Refusal(me, "silence", "the pinned has no spell that needs words", clause, foe)
    return Action(me, "silence", foe, (), (clause,))


def silence(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Keep the pinned from speaking for as long as this pin lasts (srd35.pin.speech)."""
    cites = ("srd35.pin.speech", *may(stance, action.by))
    yield Tell("{0} keeps {1} from speaking.", (action.by, action.target), cites, done=True)
    return stance.mark(action.target, _silenced(bout, action.by))


# Letting go


def _releases(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Let go of a partner, a free action (srd35.pin.release)."""
    clause = "srd35.pin.release"
    if not stance.partners(me):
        yield grappling.no_partner(me, "release")
    for foe in stance.partners(me):
        refused = bars(bout, stance, me, "release", foe)
        if not refused and stance.marked(me, _kept(bout, foe)) and pinned_by(stance, me) != foe:
            refused = Refusal(me, "release", "that one has kept hold of you this turn", clause, foe)
        yield refused or Action(me, "release", foe, (), (clause,))


def _kept(bout: Bout, foe: int) -> str:
    """The mark of who let go this turn of somebody who holds on."""
    return f"kept-by-{token_name(bout.names[foe])}"


def release(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Let go of the pinned outright; of another as far as that one lets you (srd35.pin.release)."""
    me, foe, clause = action.by, action.target, "srd35.pin.release"
    pinned = pinned_by(stance, me) == foe
    if not pinned and bout.ruling("release_unpinned") == "mutual" and group.able(stance, foe):
        answer = yield Choose(foe, ("hold", "let"), (clause,))
        if answer == "hold":
            yield Tell("{0} lets go, and {1} holds on.", (me, foe), (clause,))
            return stance.mark(me, _kept(bout, foe))
    yield Tell("{0} lets go of {1}.", (me, foe), (clause, *may(stance, me)), done=True)
    return group.part(bout, stance, me, foe).due(("step-aside", me), ("step-aside", foe))


def step_aside(bout: Bout, stance: Stance, me: int) -> Procedure:
    """Who shares a square and grapples nobody steps to a free adjacent one (srd35.pin.release)."""
    cell = stance.cell(me)
    if cell is None or stance.partners(me) or stance.cells.count(cell) < 2 or not group.able(stance, me):
        return stance
    ways = bout.space.ways(stance, cell)
    if not ways:
        return stance
    way = yield Choose(me, ways, ("srd35.pin.release",))
    return stance.place(me, bout.space.run(stance, cell, way, 1)[0])
