"""The pin: what it does to both, and how the pinner gets out of it (chapter `pin`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.cphera import round as phase
from tussle.rules.cphera.fighter import Weapon

__all__ = [
    "allows",
    "break_pin",
    "denied",
    "leave",
    "leaves",
    "loosen",
    "nothing",
    "offers",
    "open_to",
    "penalty",
    "pin",
    "pinned_by",
    "pinners",
    "silence",
    "window",
]


# Who pins whom


def pinners(stance: Stance, who: int) -> tuple[int, ...]:
    """Who pins the fighter."""
    return tuple([holder for holder, held, word in stance.holds if held == who and word == "pin"])


def pinned_by(stance: Stance, me: int) -> tuple[int, ...]:
    """Whom `me` pins."""
    return tuple([held for holder, held, word in stance.holds if holder == me and word == "pin"])


def denied(stance: Stance, foe: int, me: int) -> str:
    """The clause by which `foe` is denied Agility against `me`; "" where it is not.

    The pinned is denied it to everyone, the pinner to all others (cphera.pin.pinned, cphera.pin.exposed).
    """
    if pinners(stance, foe):
        return "cphera.pin.pinned"
    return "cphera.pin.exposed" if pinned_by(stance, foe) and me not in pinned_by(stance, foe) else ""


def open_to(stance: Stance, foe: int, me: int) -> str:
    """The pinned is Open to everyone, the pinner to all others (cphera.pin.pinned, cphera.pin.exposed)."""
    return denied(stance, foe, me)


def nothing(me: int, verb: str) -> Refusal:
    """Who is pinned takes no action, on or off turn (cphera.pin.pinned)."""
    return Refusal(me, verb, "pinned", "cphera.pin.pinned")


# How it begins and ends


def pin(stance: Stance, me: int, foe: int) -> Stance:
    """The one pins the other, whose own pins end (cphera.pin.pinned)."""
    for held in pinned_by(stance, foe):
        stance = stance.untie(foe, held, "pin")
    return loosen(stance.tie(me, foe, "pin"))


def break_pin(stance: Stance, who: int) -> Stance:
    """Every pin on the fighter ends; it grapples on."""
    for holder in pinners(stance, who):
        stance = stance.untie(holder, who, "pin")
    return loosen(stance)


def loosen(stance: Stance) -> Stance:
    """Nobody who is not pinned is kept from speaking (cphera.pin.speech)."""
    for who, words in enumerate(stance.marks):
        if "silenced" in words and not pinners(stance, who):
            stance = stance.unmark(who, "silenced")
    return stance


# What the pinner can do


def offers(stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Stop the pinned from speaking, free (cphera.pin.speech)."""
    clause = "cphera.pin.speech"
    for foe in pinned_by(stance, me):
        if stance.marked(foe, "silenced"):
            yield Refusal(me, "silence", "silenced already", clause, foe)
        else:
            yield Action(me, "silence", foe, (), (clause,))
    if not pinned_by(stance, me):
        yield Refusal(me, "silence", "pinning nobody", clause)


def silence(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Stop the pinned from speaking (cphera.pin.speech)."""
    yield Tell("{0} stops {1} from speaking.", (action.by, action.target), ("cphera.pin.speech",), done=True)
    return stance.mark(action.target, "silenced")


def leaves(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Break the pin and leave the grapple in one step, at any time (cphera.pin.exposed)."""
    clause = "cphera.pin.exposed"
    if not pinned_by(stance, me):
        yield Refusal(me, "leave", "pinning nobody", clause)
        return
    ways = phase.exits(bout, stance, me)
    if not ways:
        yield Refusal(me, "leave", "no free adjacent hex", clause)
    for way in ways:
        yield Action(me, "leave", details=(way,) if way else (), clauses=(clause,))


def leave(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Break the pin and leave (cphera.pin.exposed)."""
    yield Tell("{0} breaks the pin and leaves.", (action.by,), ("cphera.pin.exposed",), done=True)
    return phase.out(bout, stance, action.by, "".join(action.details))


def window(bout: Bout, stance: Stance, me: int, by: int) -> Procedure:
    """Before a die of what disturbs it is rolled, the pinner may break the pin and leave (cphera.pin.exposed)."""
    clause = "cphera.pin.exposed"
    ways = phase.exits(bout, stance, me) if bout.fit(stance, me) and bout.fit(stance, by) else {}
    if not pinned_by(stance, me) or by in pinned_by(stance, me) or not ways:
        return stance
    words = {f"leave-{way}" if way else "leave": way for way in ways}
    choice = yield Choose(me, ("stay", *words), (clause,))
    if choice == "stay":
        return stance
    yield Tell("{0} breaks the pin and leaves.", (me,), (clause,))
    return phase.out(bout, stance, me, words[choice])


# The pinner's attacks


def allows(bout: Bout, me: int, foe: int, weapon: Weapon) -> Refusal | None:
    """What the pinner cannot attack the pinned with, where only some weapons will do (cphera.pin.attack)."""
    if weapon.light or bout.ruling("pinned_weapon") != "forbidden":
        return None
    return Refusal(me, "attack", "while pinning, only unarmed or with a light weapon", "cphera.pin.attack", foe)


def penalty(me: int, weapon: Weapon) -> Part:
    """Unarmed or with a light weapon as normal, else −4 (cphera.pin.attack)."""
    return Part(me, "pinning", 0 if weapon.light else -4, "cphera.pin.attack")
