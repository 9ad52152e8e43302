"""Action points: the pool, what an action costs, and the openings it presents (chapter `ap`)."""

from __future__ import annotations

from msgspec.structs import replace

from tussle.ask.readings import Against
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Item, Stance
from tussle.rules.cphera import base, check, harm, outside, pin, start
from tussle.rules.cphera.fighter import Fighter

__all__ = [
    "COSTS",
    "costs",
    "exploit",
    "fail",
    "hard_limit",
    "lowered",
    "manner",
    "not_open",
    "open_to",
    "opening",
    "openings",
    "pay",
    "pending",
    "priced",
    "refill",
    "short",
    "spoil",
    "toll",
]

COSTS = {
    "grab": (2, 2),
    "grapple": (4, 4),
    "attack": (4, 2),
    "cast": (4, 4),
    "draw": (1, 1),
    "stand": (2, 2),
    "move": (1, 1),
    "shift": (0, 0),
}
"""What an action costs on the own turn and off it (cphera.ap.costs)."""
WAITING = ("seize", "strike", "step", "rise", "spell")
"""The items of the agenda that are an action waiting for what its opening invites."""


# The pool


def hard_limit(fighter: Fighter) -> int:
    """How many points a fighter can spend from one refill to the next (cphera.ap.pool)."""
    scores = [score for score in (fighter.agility, fighter.endurance) if score is not None]
    return max(fighter.speed, 2 * min(scores, default=fighter.speed))


def refill(bout: Bout, stance: Stance, who: int) -> Stance:
    """The pool is full again (cphera.ap.pool)."""
    return stance.budget(who, ap=hard_limit(bout.fighters[who]))


def _spent(bout: Bout, stance: Stance, who: int) -> int:
    return hard_limit(bout.fighters[who]) - stance.left(who, "ap")


def _beyond(bout: Bout, who: int, spent: int, score: int | None) -> int:
    """How far `spent` points are beyond a score, once they are beyond Speed (cphera.ap.pool)."""
    speed = bout.fighters[who].speed
    if score is None or spent <= speed:
        return 0
    return max(0, spent - (max(speed, score) if bout.ruling("overspend") == "softened" else score))


def lowered(bout: Bout, stance: Stance, who: int) -> tuple[Part, ...]:
    """What overspending has taken off Agility (cphera.ap.pool)."""
    points = _beyond(bout, who, _spent(bout, stance, who), bout.fighters[who].agility)
    return (Part(who, "overspent", -points, "cphera.ap.pool"),) if points else ()


def pay(bout: Bout, stance: Stance, me: int, cost: int, *items: Item) -> Stance:
    """Spend action points on what `items` then do; what overspending costs is due after them (cphera.ap.pool)."""
    price = cost * harm.strain(stance, me)
    before = _spent(bout, stance, me)
    endurance = bout.fighters[me].endurance
    owed = _beyond(bout, me, before + price, endurance) - _beyond(bout, me, before, endurance)
    if price:
        stance = stance.spend(me, "ap", price)
    return stance.due(*items, ("toll", me, str(owed))) if owed else stance.due(*items)


def toll(bout: Bout, stance: Stance, me: int, owed: str) -> Procedure:
    """The sublethal harm of overspending, which Endurance does not resist (cphera.ap.pool)."""
    if not bout.fit(stance, me):
        return stance
    clause = "cphera.ap.pool"
    shares = (Part(me, "overspent", int(owed), clause),)
    damage = harm.Damage(me, "", "overspending", "sublethal", shares, (clause,), resisted=False)
    return (yield from harm.wound(bout, stance, me, damage))


def short(bout: Bout, stance: Stance, action: Action, cost: int) -> Refusal | None:  # noqa: ARG001 - asked like a gate
    """The refusal of what the points left do not pay for (cphera.ap.pool)."""
    me, price = action.by, cost * harm.strain(stance, action.by)
    left = stance.left(me, "ap")
    if price <= left:
        return None
    why = f"it costs {price} AP and {left} are left before the hard limit"
    return Refusal(me, action.verb, why, "cphera.ap.pool", action.target)


# What an action costs


def manner(stance: Stance, action: Action, how: str) -> str:
    """How an action is done: "" on the own turn, `reaction` to an opening, `lasting` against who is Open.

    The last two are paid for at off-turn cost (cphera.ap.open).
    """
    return how or ("" if action.by == stance.turn else "lasting")


def costs(verb: str, how: str) -> int:
    """What it costs on the own turn or off it (cphera.ap.costs)."""
    return COSTS[verb][bool(how)]


def priced() -> tuple[str, ...]:
    """The clause of what this table prices (cphera.ap.costs)."""
    return ("cphera.ap.costs",)


# Openings


def open_to(stance: Stance, foe: int, me: int) -> str:
    """The clause by which `foe` is Open to `me` for as long as it lasts; "" where it is not."""
    return pin.open_to(stance, foe, me) or start.open_to(stance, foe, me)


def not_open(bout: Bout, stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """Who may act off turn, and against whom: once a round against a foe who is Open (cphera.ap.open)."""
    clause = "cphera.ap.open"
    if bout.sides[me] == bout.sides[foe]:
        return Refusal(me, verb, "not its turn, and no foe", clause, foe)
    if not open_to(stance, foe, me):
        return Refusal(me, verb, "not its turn, and the other is not Open to it", clause, foe)
    if stance.marked(me, "exploited"):
        return Refusal(me, verb, "not its turn, and it has used an opening this round", clause, foe)
    return None


def exploit(bout: Bout, stance: Stance, me: int, how: str) -> Stance:
    """Using an opening that lasts is for once a round, unless only the points limit it (cphera.ap.open)."""
    once = how == "lasting" and bout.ruling("open_once") == "yes"
    return stance.mark(me, "exploited") if once else stance


def pending(stance: Stance, who: int) -> Item | None:
    """The action of a fighter that waits for what its opening invites."""
    return next((item for item in stance.agenda if item[0] in WAITING and item[1] == who), None)


def openings(bout: Bout, stance: Stance, me: int, spared: tuple[int, ...] = ()) -> tuple[Item, ...]:
    """An opening: each foe who threatens may act first, in initiative order (cphera.ap.open).

    Args:
        spared: to whom `me` is not Open: whom it exploits itself, whom it joins.
    """
    return tuple(
        ("opening", foe, me)
        for foe in stance.order
        if foe not in spared and bout.sides[foe] != bout.sides[me] and _can_exploit(bout, stance, foe, me)
    )


def _can_exploit(bout: Bout, stance: Stance, who: int, foe: int) -> bool:
    """Whether it is free to act: fit, in no grapple, nothing of its own in progress, and close enough."""
    if not bout.fit(stance, who) or start.partners(stance, who) or pending(stance, who):
        return False
    return base.threatens(bout, stance, who, foe)


def opening(bout: Bout, stance: Stance, who: int, foe: int) -> Procedure:
    """One foe may act against who presents the opening, at off-turn cost (cphera.ap.open)."""
    if not bout.fit(stance, foe) or not _can_exploit(bout, stance, who, foe):
        return stance
    offers = {"-".join((each.verb, *each.details)): each for each in outside.against(bout, stance, who, foe)}
    choice = yield Choose(who, ("no", *offers), ("cphera.ap.open",))
    if choice == "no":
        return stance
    return (yield from outside.react(bout, stance, offers[choice]))


def spoil(bout: Bout, stance: Stance, struck: int, damage: int) -> Procedure:
    """A hit makes the waiting action fail; a spell asks for Concentration instead (cphera.ap.open)."""
    waiting = pending(stance, struck)
    if waiting is None:
        return stance
    clause, fighter = "cphera.ap.open", bout.fighters[struck]
    if waiting[0] == "spell" and bout.fit(stance, struck):
        parts = (
            Part(struck, "Willpower", fighter.willpower, clause),
            Part(struck, "Concentration", fighter.concentration, clause),
            *(yield from harm.burden(bout, stance, struck)),
            *stance.granted(struck, "all"),
        )
        reading = Against(check.total(parts, struck) - 10 - damage, "won")
        answer = yield Roll((check.d20(struck, "Concentration"),), reading, parts, (clause,))
        if answer == "won":
            return stance
    agenda = list(stance.agenda)
    agenda[agenda.index(waiting)] = ("fail", struck)
    return replace(stance, agenda=tuple(agenda))


def fail(bout: Bout, stance: Stance, me: int) -> Procedure:
    """An action that a hit has spoiled; its points are spent (cphera.ap.open)."""
    if bout.fit(stance, me):
        yield Tell("{0} is hit, and what it was doing fails.", (me,), ("cphera.ap.open",))
    return stance
