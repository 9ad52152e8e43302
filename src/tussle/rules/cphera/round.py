"""Each round, before any turn: the check of those who grapple, and what it lets them do (chapter `round`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Choose, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Cell, Item, Stance
from tussle.rules.cphera import ap, check, pin, start

__all__ = ["begin", "exits", "hold_pin", "let_go", "lets_go", "next_turn", "out", "pin_try", "take_turn", "want"]


# The phase


def begin(bout: Bout, stance: Stance) -> Procedure:
    """The beginning of a round: every grapple has its check before anybody's turn (cphera.round.check)."""
    yield from ()
    for who in bout.everyone:
        stance = stance.unmark(who, "exploited")
    items: list[Item] = []
    seen: set[int] = set()
    for who in stance.order:
        everyone = start.members(stance, who)
        if who not in seen and len(everyone) > 1:
            items += _items(bout, stance, everyone)
        seen |= set(everyone)
    return stance.due(*items)


def _items(bout: Bout, stance: Stance, everyone: tuple[int, ...]) -> list[Item]:
    """Which check a grapple has: of a group, of two under a pin, of two; none where it holds no foes together."""
    one, other = everyone[:2]
    level = (min(one, other), max(one, other), "level") in stance.holds
    if len(everyone) > 2 or level:
        return [("rank", *everyone)] if len({bout.sides[who] for who in everyone}) > 1 else []
    for who, foe in ((one, other), (other, one)):
        if who in pin.pinners(stance, foe):
            return [("hold", who, foe)]
    return [("want", one, other)]


def want(bout: Bout, stance: Stance, one: int, other: int) -> Procedure:
    """A new check is made if either wants it: asked in the order of turns (cphera.round.check)."""
    clause = "cphera.round.check"
    me, foe = (one, other) if (one, other, "grapple") in stance.holds else (other, one)
    wanted = "no"
    for who in (one, other):
        wanted = wanted if wanted == "check" else (yield Choose(who, ("check", "no"), (clause,)))
    if wanted == "no":
        return stance
    scopes = ("maintain", "escape")
    aim = check.Aim(me, foe, (clause,), scopes, in_phase=True, tie_told=True)
    answer = yield from check.contest(bout, stance, aim)
    if answer == "won":
        return (yield from _attacker_wins(bout, stance, me, foe))
    if answer == "lost":
        return (yield from _defender_wins(bout, stance, me, foe))
    yield Tell("Neither {0} nor {1} gets the better of it.", (me, foe), (clause,))
    return stance


def _attacker_wins(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """The attacker may make a second check at once, to pin (cphera.round.attacker-wins)."""
    clause = "cphera.round.attacker-wins"
    if (yield Choose(me, ("pin", "no"), (clause,))) == "no":
        return stance
    return (yield from pin_try(bout, stance, me, foe, (clause,)))


def pin_try(bout: Bout, stance: Stance, me: int, foe: int, cites: tuple[str, ...]) -> Procedure:
    """A check to pin: won, the other is pinned; lost, nothing changes (cphera.round.attacker-wins)."""
    answer = yield from check.contest(bout, stance, check.Aim(me, foe, cites, in_phase=True))
    if answer == "lost":
        yield Tell("{0} cannot pin {1}.", (me, foe), cites)
        return stance
    yield Tell("{0} pins {1}.", (me, foe), cites)
    return pin.pin(stance, me, foe)


def _defender_wins(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """The defender may leave, or become the attacker, or do neither (cphera.round.defender-wins)."""
    clause = "cphera.round.defender-wins"
    words = {f"leave-{way}" if way else "leave": way for way in exits(bout, stance, foe)}
    choice = yield Choose(foe, (*words, "reverse", "neither"), (clause,))
    if choice == "neither":
        return stance
    if choice == "reverse":
        yield Tell("{0} is the attacker now.", (foe,), (clause,))
        return stance.untie(me, foe, "grapple").tie(foe, me, "grapple")
    yield Tell("{0} leaves the grapple.", (foe,), (clause,))
    return out(bout, stance, foe, words[choice])


def hold_pin(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """Under a pin the check must be made: the pinned has to win it to break the pin (cphera.round.pinned)."""
    clause = "cphera.round.pinned"
    aim = check.Aim(foe, me, (clause,), ("escape", "maintain"), in_phase=True)
    answer = yield from check.contest(bout, stance, aim)
    if answer == "lost":
        yield Tell("{0} keeps {1} pinned.", (me, foe), (clause,))
        return stance
    yield Tell("{0} breaks the pin of {1}.", (foe, me), (clause,))
    return pin.break_pin(stance, foe)


# Ways out


def exits(bout: Bout, stance: Stance, who: int) -> dict[str, Cell | None]:
    """The free adjacent hexes, by direction, that do not take it away from who holds it by a grab.

    Without a map there is one way, of no direction (cphera.round.defender-wins).
    """
    cell = stance.cell(who)
    if cell is None:
        return {"": None}
    ways = {way: bout.space.run(stance, cell, way, 1)[0] for way in bout.space.ways(stance, cell)}
    holders = start.grabbed_by(stance, who)
    return {
        way: there
        for way, there in ways.items()
        if all(bout.space.near(stance.place(who, there), who, holder) for holder in holders)
    }


def out(bout: Bout, stance: Stance, who: int, way: str) -> Stance:
    """The fighter is out of the grapple, one hex that way."""
    there = exits(bout, stance, who)[way]
    for partner in start.partners(stance, who):
        stance = stance.part(who, partner)
    return start.drift(bout, pin.loosen(stance.place(who, there)))


def lets_go(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """An attacker who is not pinning may let go at any time (cphera.round.release)."""
    clause = "cphera.round.release"
    partners = start.partners(stance, me)
    if not partners:
        yield Refusal(me, "release", "holding nobody", clause)
    elif pin.pinned_by(stance, me):
        yield Refusal(me, "release", "pinning somebody: leave instead", clause)
    elif any(bout.sides[foe] != bout.sides[me] and (me, foe, "grapple") not in stance.holds for foe in partners):
        yield Refusal(me, "release", "not the attacker", clause)
    elif not exits(bout, stance, me):
        yield Refusal(me, "release", "no free adjacent hex", clause)
    else:
        for way in exits(bout, stance, me):
            yield Action(me, "release", details=(way,) if way else (), clauses=(clause,))


def let_go(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Let go: of a grab, or of a grapple with a step to a free adjacent hex (cphera.round.release)."""
    if action.target >= 0:
        return (yield from start.let_go(stance, action))
    yield Tell("{0} lets go and steps away.", (action.by,), ("cphera.round.release",), done=True)
    return out(bout, stance, action.by, "".join(action.details))


# Turns


def take_turn(bout: Bout, stance: Stance, who: int) -> Stance:
    """A turn begins: the pool is full again, and what lasted until now ends."""
    return ap.refill(bout, stance.begin(who).unmark(who, "bare"), who)


def next_turn(bout: Bout, stance: Stance) -> Stance:
    """The next in order who is fit has a turn; where the order starts again, the round's checks come first.

    (cphera.round.check)
    """
    before = stance.turn
    order = stance.order if before == NOBODY else stance.after(before)
    who = next(fighter for fighter in order if bout.fit(stance, fighter))
    stance = take_turn(bout, stance.unmark(before, "shifted") if before != NOBODY else stance, who)
    items: list[Item] = []
    if before != NOBODY and stance.order.index(who) <= stance.order.index(before):
        items.append(("round",))
    if stance.marked(who, "reeling"):
        items.append(("fortitude", who))
    if bout.ruling("combat_ability") == "split":
        items.append(("share", who))
    return stance.due(*items)
