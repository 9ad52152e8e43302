"""`cphera` put together: its clauses, its verbs, what is due, what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from tussle.ask.requests import Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.loading import values_for
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.cphera import ap, base, grappling, group, harm, outside, pin, start
from tussle.rules.cphera import round as phase
from tussle.rules.cphera.clauses import CLAUSES
from tussle.rules.cphera.fighter import QUICK, Fighter, weigh_in
from tussle.rules.cphera.house import HOUSE
from tussle.rules.cphera.sound import STANDINGS, sound

__all__ = ["rule_set"]

VERB_NAMES = {
    "attack": "attack, also off turn who is Open to you: attack:TARGET:MEANS",
    "cast": "cast a spell: cast:TARGET:SPELL",
    "join": "join the grapple that a fighter is in, also off turn: join:TARGET",
    "release": "let go at any time, of a grab or as the attacker of a grapple: release:TARGET, release[:WAY]",
    "leave": "break your pin and leave the grapple, at any time: leave[:WAY]",
    "grab": "grab a fighter in an adjacent hex: grab:TARGET",
    "grapple": "grab a fighter, and grapple it: grapple:TARGET",
    "break": "break a grab by Strength: break:TARGET",
    "crush": "crush a partner: crush:TARGET",
    "use-weapon": "attack a partner with the light weapon it holds: use-weapon:TARGET",
    "draw": "draw a weapon: draw:WEAPON, in a grapple draw:PARTNER:WEAPON",
    "move": "move one hex: move:WAY; in a grapple, all of it",
    "silence": "stop whom you pin from speaking: silence:TARGET",
    "shift": "step one hex, free, once a round: shift:WAY",
    "stand": "stand up",
    "disarm": "not in these rules: how to, the pages do not say",
    "pass": "let the rest of the turn go",
}
ANY_TIME = ("attack", "cast", "join", "release", "leave")
"""The verbs of who is not on turn, where the rules let it act."""

PROCEDURES: dict[str, Callable[[Bout, Stance, Action], Procedure]] = {
    "attack": base.attack,
    "cast": grappling.cast,
    "join": group.join,
    "release": phase.let_go,
    "leave": pin.leave,
    "grab": start.grab,
    "grapple": start.grapple,
    "break": start.escape,
    "crush": grappling.crush,
    "use-weapon": grappling.use_weapon,
    "draw": grappling.draw,
    "move": grappling.move,
    "silence": pin.silence,
    "shift": outside.move,
    "stand": outside.stand,
    "pass": outside.pass_turn,
}

DUE: dict[str, Callable[..., Procedure]] = {
    "initiative": base.initiative,
    "round": phase.begin,
    "want": phase.want,
    "hold": phase.hold_pin,
    "rank": group.rank,
    "act": group.act,
    "fortitude": harm.fortitude,
    "share": base.share,
    "opening": ap.opening,
    "fail": ap.fail,
    "toll": ap.toll,
    "seize": start.seize,
    "check": start.check_in,
    "strike": base.strike,
    "spell": grappling.spell,
    "haul": grappling.haul,
    "step": outside.step,
    "rise": outside.rise,
}


def rule_set(values: Mapping[str, str]) -> RuleSet:
    """`cphera` with these rulings over the defaults."""
    rulings = [ruling for clause in CLAUSES for ruling in clause.rulings]
    return RuleSet(
        name="cphera",
        title="action points and hexes: every grapple has its check before the round",
        version=1,
        clauses=CLAUSES,
        values=values_for(rulings, values, "cphera"),
        fighter=Fighter,
        quick=QUICK,
        weigh_in=weigh_in,
        house=HOUSE,
        tallies=("lethal", "sublethal"),
        limit=harm.limit,
        grids=("hexes", "squares"),
        standings=STANDINGS,
        budgets=("ap",),
        opening=opening,
        verbs=verbs,
        verb_names=VERB_NAMES,
        procedures=PROCEDURES,
        due=DUE,
        upkeep=upkeep,
        absorb=harm.absorb,
        outcomes=harm.outcomes,
        sound=lambda bout, stance, tallies: sound(bout, stance, tallies, DUE),
        over=over,
        restate=harm.restate,
        left_words={"hp": "lethal"},
        whole=lambda fighter, _tally: int(fighter.hp),
        take_turn=phase.take_turn,
        strands={"grab": "╌▶", "grapple": "─▶", "level": "──", "pin": "━▶"},
        state_words={"grabs": start.grip, "grapples": start.tie, "pins": start.pin_down},
    )


def opening(bout: Bout, order: tuple[int, ...] | None) -> Stance:
    """Everybody up, with a full pool and in hand what each begins with; the first of `order` has the turn."""
    stance = Stance(
        order=order or (),
        turn=NOBODY,
        standing=("up",) * len(bout.names),
        holds=(),
        marks=((),) * len(bout.names),
        hands=tuple(fighter.hand for fighter in bout.fighters),
        budgets=((),) * len(bout.names),
        cells=bout.space.at,
        agenda=() if order else (("initiative",),),
    )
    for who in bout.everyone:
        stance = ap.refill(bout, stance, who)
    if not order:
        return stance
    split = bout.ruling("combat_ability") == "split"
    return phase.take_turn(bout, stance, order[0]).due(*((("share", order[0]),) if split else ()))


def verbs(bout: Bout, stance: Stance) -> Iterator[Action | Refusal]:
    """Everything the fighter whose turn it is might do, then what the others might at any time."""
    for me in (stance.turn, *(who for who in stance.order if who != stance.turn)):
        yield from _verbs_of(bout, stance, me)


def _verbs_of(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    own_turn = me == stance.turn
    if not bout.fit(stance, me):
        yield from (harm.out_of_it(me, verb) for verb in VERB_NAMES)
        return
    if pin.pinners(stance, me):
        yield from (pin.nothing(me, verb) for verb in VERB_NAMES if verb != "pass" or not own_turn)
        if own_turn:
            yield outside.passing(me)
        return
    yield from _free_to(bout, stance, me)
    if not own_turn:
        yield from (outside.not_now(me, verb) for verb in VERB_NAMES if verb not in ANY_TIME)


def _free_to(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """What is open to one who is fit and not pinned: at any time, and then on its own turn."""
    yield from base.attacks(bout, stance, me)
    yield from grappling.spells(bout, stance, me)
    yield from group.joins(bout, stance, me)
    yield from _letting_go(bout, stance, me)
    if me == stance.turn:
        yield from start.offers(bout, stance, me)
        yield from grappling.offers(bout, stance, me)
        yield from pin.offers(stance, me)
        yield from outside.offers(bout, stance, me)


def _letting_go(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """To end a grab, a hold or a pin of one's own, at any time."""
    yield from start.lets_go(stance, me)
    yield from phase.lets_go(bout, stance, me)
    yield from pin.leaves(bout, stance, me)


def upkeep(bout: Bout, stance: Stance) -> Stance:
    """A turn whose points are spent as far as anything can be done with them ends by itself.

    Not while anybody else could still do something in it, and not a turn that has only begun.
    """
    if stance.turn == NOBODY or not bout.fit(stance, stance.turn):
        return phase.next_turn(bout, stance)
    if stance.left(stance.turn, "ap") == ap.hard_limit(bout.fighters[stance.turn]):
        return stance
    return stance if _something_left(bout, stance) else phase.next_turn(bout, stance)


def _something_left(bout: Bout, stance: Stance) -> bool:
    """Whether anybody could still do anything in this turn but let it go."""
    free = [who for who in stance.order if bout.fit(stance, who) and not pin.pinners(stance, who)]
    # What costs nothing is looked at first: where there is any of it, no price has to be worked out.
    offers = chain(
        (offer for who in free for offer in _letting_go(bout, stance, who)),
        (offer for who in free for offer in _free_to(bout, stance, who)),
    )
    return any(isinstance(offer, Action) and offer.verb != "pass" for offer in offers)


def over(bout: Bout, stance: Stance) -> bool:
    """Whether fighters of at most one side are fit to fight."""
    return len({bout.sides[who] for who in bout.everyone if bout.fit(stance, who)}) < 2
