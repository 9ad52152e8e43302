"""`srd35` put together: its clauses, its verbs, what is due, what follows by itself, what is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tussle.ask.requests import Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.loading import values_for
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, grappling, group, harm, magic, outside, pin, sound, start
from tussle.rules.srd35.blocks import read_block
from tussle.rules.srd35.clauses import CLAUSES
from tussle.rules.srd35.fighter import QUICK, Fighter, weigh_in
from tussle.rules.srd35.house import HOUSE, remarks

__all__ = ["rule_set"]

VERB_NAMES = {
    "grapple": "start a grapple, or join one, in place of an attack: grapple:TARGET[:nonlethal|lethal]",
    "charge": "charge and start a grapple: charge:TARGET[:nonlethal|lethal]",
    "damage": "damage a partner, in place of an attack: damage:TARGET:nonlethal|lethal",
    "break-pin": "break the pin a partner has on a third, in place of an attack: break-pin:TARGET",
    "use-weapon": "turn a partner's light weapon on him, in place of an attack: use-weapon:TARGET",
    "escape": "get free of all who grapple you: escape:grapple, in place of an attack, or escape:escape-artist",
    "move-grapple": "move half your speed, all in the grapple with you",
    "component": "retrieve a spell component: component:SPELL",
    "pin": "pin a partner, in place of an attack: pin:TARGET",
    "escape-pin": "break a pin on you: escape-pin:grapple, in place of an attack, or escape-pin:escape-artist",
    "take": "take a worn thing from who you pin, in place of an attack: take:TARGET:THING",
    "silence": "keep who you pin from speaking: silence:TARGET",
    "release": "let go of a partner: release:TARGET",
    "attack": "attack, alone or as part of a full attack: attack:TARGET:WEAPON, attack:TARGET:unarmed:nonlethal|lethal",
    "cast": "cast a spell: cast[:TARGET]:SPELL",
    "activate": "activate a magic item: activate[:TARGET]:ITEM",
    "move": "move, one square at a time",
    "step": "take a 5-foot step",
    "stand": "stand up",
    "draw": "draw a weapon: draw:WEAPON; in a grapple a light one, against a partner: draw:TARGET:WEAPON",
    "drop": "drop what is in hand",
    "pass": "end the turn",
}

PROCEDURES = {
    "grapple": start.grapple,
    "charge": start.charge,
    "damage": grappling.damage,
    "break-pin": grappling.break_pin,
    "use-weapon": grappling.use_weapon,
    "escape": grappling.escape,
    "move-grapple": grappling.move,
    "component": magic.component,
    "pin": pin.pin,
    "escape-pin": pin.escape_pin,
    "take": pin.take,
    "silence": pin.silence,
    "release": pin.release,
    "attack": outside.attack,
    "cast": magic.cast,
    "activate": magic.activate,
    "move": outside.move,
    "step": outside.step,
    "stand": outside.stand,
    "draw": grappling.draw,
    "drop": base.drop,
    "pass": base.pass_turn,
}

DUE: dict[str, Callable[..., Procedure]] = {
    "initiative": base.initiative,
    "opportunity": start.opportunity,
    "grab": start.grab,
    "hold": start.hold,
    "squeeze": start.squeeze,
    "move-in": start.move_in,
    "enter": start.enter,
    "rush": start.rush,
    "haul": grappling.haul,
    "shift": grappling.shift,
    "lapse": pin.lapse,
    "step-aside": pin.step_aside,
    "end": group.end,
    "strike": outside.strike,
    "hurt": outside.hurt,
    "stride": outside.stride,
    "go": outside.go,
    "rise": outside.rise,
    "spell": magic.spell,
    "concentrate": magic.concentrate,
    "work": magic.work,
    "fetch": magic.fetch,
    "strain": harm.strain,
    "dying": harm.dying,
    "next": base.next_turn,
}


def rule_set(values: Mapping[str, str]) -> RuleSet:
    """`srd35` with these rulings over the defaults."""
    rulings = [ruling for clause in CLAUSES for ruling in clause.rulings]
    return RuleSet(
        name="srd35",
        title="the 3.5 SRD: grab, hold, pin, and all that can be done in between",
        version=1,
        clauses=CLAUSES,
        values=values_for(rulings, values, "srd35"),
        fighter=Fighter,
        quick=QUICK,
        weigh_in=weigh_in,
        house=HOUSE,
        tallies=("lethal", "nonlethal"),
        limit=harm.limit,
        standings=harm.STANDINGS,
        budgets=base.BUDGETS,
        opening=opening,
        verbs=verbs,
        verb_names=VERB_NAMES,
        procedures=PROCEDURES,
        due=DUE,
        upkeep=upkeep,
        absorb=harm.absorb,
        outcomes=harm.outcomes,
        sound=lambda bout, stance, tallies: sound.faults(bout, stance, tallies, frozenset(DUE)),
        over=over,
        take_turn=take_turn,
        restate=harm.restate,
        left_words={"hp": "lethal"},
        strands={"hold": "══", "pin": "─▶", "pin-lapsing": "─▶"},
        state_words={"holds": group.holds, "pins": pin.pins},
        remarks=remarks,
        paste=read_block,
        acting=harm.ABLE,
        whole=harm.whole,
    )


def opening(bout: Bout, order: tuple[int, ...] | None) -> Stance:
    """Everybody up, with in hand what each begins with; the first of `order` has the turn.

    With an order given the fight is under way and nobody is flat-footed; an initiative rolled makes all so.
    """
    stance = Stance(
        order=order or (),
        turn=NOBODY,
        standing=("up",) * len(bout.names),
        holds=(),
        marks=((),) * len(bout.names),
        hands=tuple(fighter.hand for fighter in bout.fighters),
        budgets=tuple(base.fresh_opportunities(fighter) for fighter in bout.fighters),
        cells=bout.space.at,
        agenda=() if order else (("initiative",),),
    )
    return upkeep(bout, stance) if order else stance


def verbs(bout: Bout, stance: Stance) -> Iterator[Action | Refusal]:
    """Everything the fighter whose turn it is might do."""
    me = stance.turn
    yield from start.offers(bout, stance, me)
    yield from grappling.offers(bout, stance, me)
    yield from pin.offers(bout, stance, me)
    yield from outside.offers(bout, stance, me)
    yield from magic.offers(bout, stance, me)
    yield base.drops(stance, me)
    yield Action(me, "pass", clauses=base.acting())


def upkeep(bout: Bout, stance: Stance) -> Stance:
    """A turn in which nothing but passing is left ends by itself.

    Where nobody at all could do anything else, the next one who is fit is left with passing.
    """
    stance = base.tidy(pin.forget(bout, stance, *bout.everyone))
    everybody = len(stance.order)
    for asked in range(2 * everybody):
        me = stance.turn
        idle = asked >= everybody and bout.fit(stance, me)
        if idle or (me != NOBODY and group.able(stance, me) and _something_left(bout, stance)):
            return stance
        if me != NOBODY and (lapsing := pin.turn_ends(bout, stance, me)):
            return lapsing
        stance = base.end_turn(bout, stance)
        if stance.agenda:
            return stance
    return stance


def _something_left(bout: Bout, stance: Stance) -> bool:
    """Whether anything but passing is left; of what is in hand it is known at once, for it can be dropped."""
    in_hand = isinstance(base.drops(stance, stance.turn), Action)
    return in_hand or any(isinstance(offer, Action) and offer.verb != "pass" for offer in verbs(bout, stance))


def take_turn(bout: Bout, stance: Stance, who: int) -> Stance:
    """A fresh turn of that fighter; who has nothing left to spend has its attacks of opportunity again."""
    for other in bout.everyone:
        if group.conscious(stance, other) and not stance.budgets[other]:
            stance = stance.budget(other, **dict(base.fresh_opportunities(bout.fighters[other], stance.marks[other])))
    return base.begin_turn(bout, stance, who)


def over(bout: Bout, stance: Stance) -> bool:
    """Whether fighters of at most one side are conscious and can act."""
    return len({bout.sides[who] for who in bout.everyone if group.conscious(stance, who)}) < 2
