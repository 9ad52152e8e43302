"""`endure` put together: its clauses, its menus, what is due, what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from tussle.ask.requests import Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.loading import values_for
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.endure import base, check, clock, grappling, harm, outside, pin, start
from tussle.rules.endure.clauses import CLAUSES
from tussle.rules.endure.fighter import QUICK, Fighter, weigh_in
from tussle.rules.endure.house import HOUSE
from tussle.rules.endure.sound import STANDINGS, sound

__all__ = ["rule_set"]

VERB_NAMES = {
    "grab": "grab an adjacent fighter: grab:TARGET",
    "escape": "get free of your partner: escape:TARGET:unarmed or :dodge",
    "move": "move your partner and yourself: move:TARGET",
    "pin": "pin your partner: pin:TARGET",
    "break": "break the pin you are in: break:TARGET",
    "attack": "attack an adjacent fighter, or the one you pin: attack:TARGET:MEANS",
    "hold": "hold the pin: hold:TARGET",
    "release": "release the one you pin: release:TARGET",
    "walk": "walk up to three spaces, one at a time",
    "pass": "let the rest of the turn go",
}


Ways: TypeAlias = "Callable[[Bout, Stance, int], Iterator[Action] | Iterator[Action | Refusal]]"


class Entry(Struct, frozen=True):
    """A verb on a menu.

    Attributes:
        cost: how many actions it costs.
        ways: everything that can be done with it now, or why it cannot.
        rule: carries it out, once it is paid for.
    """

    cost: int
    ways: Ways
    rule: Callable[[Bout, Stance, Action], Procedure]


PASS = Entry(0, base.pass_ways, base.pass_turn)

MENUS: dict[str, dict[str, Entry]] = {
    "free": {
        "grab": Entry(1, start.grab_ways, start.grab),
        "attack": Entry(1, base.attack_ways, base.attack),
        "walk": Entry(1, base.walk_ways, base.walk),
        "pass": PASS,
    },
    "equal": {
        "escape": Entry(2, grappling.escape_ways, grappling.escape),
        "move": Entry(2, grappling.move_ways, grappling.move),
        "pin": Entry(2, pin.way("pin"), pin.pin),
        "pass": PASS,
    },
    "pinning": {
        "attack": Entry(3, pin.attack_ways, pin.attack),
        "hold": Entry(3, pin.way("hold"), pin.hold),
        "release": Entry(0, pin.way("release"), pin.release),
        "pass": PASS,
    },
    "pinned": {
        "break": Entry(2, pin.way("break"), pin.break_pin),
        "pass": PASS,
    },
}
"""What can be done in each state, and for how many actions; nothing else can."""

DUE: dict[str, Callable[..., Procedure]] = {
    "order": base.turn_order,
    "next": base.next_turn,
    "stride": base.stride,
    "endure": clock.endure,
    "push": clock.push,
    "shove": clock.shove,
}


def rule_set(values: Mapping[str, str]) -> RuleSet:
    """`endure` with these rulings over the defaults.

    Raises:
        Unreadable: a ruling or a value that is not there, or dice whose target exceeds their sides.
    """
    rulings = [ruling for clause in CLAUSES for ruling in clause.rulings]
    chosen = values_for(rulings, values, "endure")
    check.read_dice(chosen["dice"])
    return RuleSet(
        name="endure",
        title="dice pools, two states, and a clock that wears both down",
        version=1,
        clauses=CLAUSES,
        values=chosen,
        fighter=Fighter,
        quick=QUICK,
        weigh_in=weigh_in,
        house=HOUSE,
        tallies=("harm",),
        limit=lambda fighter, _tally: int(fighter.health),
        standings=STANDINGS,
        budgets=("actions", "cover"),
        opening=opening,
        verbs=verbs,
        verb_names=VERB_NAMES,
        procedures=dict.fromkeys(VERB_NAMES, carry_out),
        due=DUE,
        upkeep=upkeep,
        absorb=harm.absorb,
        outcomes=harm.outcomes,
        sound=sound,
        over=over,
        take_turn=base.begin_turn,
        restate=harm.restate,
        left_words={"health": "harm"},
        strands={"equal": "══", "pin": "─▶"},
        state_words={"holds": grappling.equal, "pins": pin.pinned},
    )


def opening(bout: Bout, order: tuple[int, ...] | None) -> Stance:
    """Everybody up, with in hand what each begins with; the first of `order` has the turn."""
    stance = Stance(
        order=order or (),
        turn=NOBODY,
        standing=("up",) * len(bout.names),
        holds=(),
        marks=((),) * len(bout.names),
        hands=tuple(fighter.hand for fighter in bout.fighters),
        budgets=((),) * len(bout.names),
        cells=bout.space.at,
        agenda=() if order else (("order",),),
    )
    return upkeep(bout, base.begin_turn(bout, stance, order[0])) if order else stance


def verbs(bout: Bout, stance: Stance) -> Iterator[Action | Refusal]:
    """Everything the fighter whose turn it is might do: what is on its menu, and why the rest is not."""
    me = stance.turn
    menu = MENUS[grappling.state(stance, me)]
    for verb in VERB_NAMES:
        if verb not in menu:
            yield _off_menu(stance, me, verb)
        elif refusal := base.too_few(stance, me, verb, menu[verb].cost):
            yield refusal
        else:
            yield from menu[verb].ways(bout, stance, me)


def _off_menu(stance: Stance, me: int, verb: str) -> Refusal:
    state = grappling.state(stance, me)
    if state == "free":
        return outside.off_menu(me, verb)
    return pin.off_menu(me, verb) if state == "pinned" else grappling.off_menu(stance, me, verb)


def carry_out(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Pay for an action, and do it."""
    entry = MENUS[grappling.state(stance, action.by)][action.verb]
    return entry.rule(bout, stance.spend(action.by, "actions", entry.cost), action)


def upkeep(bout: Bout, stance: Stance) -> Stance:
    """What cannot matter is forgotten, and a turn in which nothing but passing is left ends by itself.

    Where nobody at all could do anything else, the turn is left with passing.
    """
    stance = outside.tidy(bout, pin.tidy(bout, clock.tidy(bout, stance)))
    if not bout.fit(stance, stance.turn):
        return stance.due(("next",))
    if _able(bout, stance):
        return stance
    fit = [who for who in stance.order if bout.fit(stance, who)]
    anybody = any(_able(bout, base.begin_turn(bout, stance, who)) for who in fit)
    return stance.due(("next",)) if anybody else stance


def _able(bout: Bout, stance: Stance) -> bool:
    """Whether the fighter whose turn it is can do anything but pass."""
    return any(isinstance(offer, Action) and offer.verb != "pass" for offer in verbs(bout, stance))


def over(bout: Bout, stance: Stance) -> bool:
    """Whether fighters of at most one side are fit to fight."""
    return len({bout.sides[who] for who in bout.everyone if bout.fit(stance, who)}) < 2
