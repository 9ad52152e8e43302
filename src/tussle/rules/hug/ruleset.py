"""`hug` put together: its clauses, its verbs, what is due, what follows by itself, what is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tussle.ask.requests import Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.loading import values_for
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.hug import base, grappling, harm, start
from tussle.rules.hug.clauses import CLAUSES
from tussle.rules.hug.fighter import QUICK, Fighter, weigh_in
from tussle.rules.hug.house import HOUSE
from tussle.rules.hug.sound import STANDINGS, sound

__all__ = ["rule_set"]

VERB_NAMES = {
    "grapple": "grapple a fighter within 1 square: grapple:TARGET:SKILL",
    "escape": "get free of your partner: escape:TARGET:SKILL",
    "drag": "move your partner and yourself: drag:TARGET:SKILL",
    "throw": "throw or shove your partner out of the hold: throw:TARGET:SKILL",
    "squeeze": "crush your partner: squeeze:TARGET:athletics",
    "release": "not in these rules: nobody ends a grapple alone",
    "attack": "attack: attack:TARGET:WEAPON, in a grapple :SKILL, into another's grapple [:careful]",
    "cast": "cast a spell: cast:TARGET:SPELL, in a grapple :SKILL, into another's grapple [:careful]",
    "move": "move, one square at a time",
    "stand": "stand up",
    "draw": "draw a weapon you carry: draw:WEAPON",
    "sheathe": "put away what is in hand",
    "drop": "drop what is in hand",
    "pass": "let the rest of the turn go",
}

PROCEDURES = {
    "grapple": start.grapple,
    "escape": grappling.escape,
    "drag": grappling.drag,
    "throw": grappling.throw,
    "squeeze": grappling.squeeze,
    "attack": base.attack,
    "cast": base.cast,
    "move": base.move,
    "stand": base.stand,
    "draw": base.ready,
    "sheathe": base.ready,
    "drop": base.ready,
    "pass": base.pass_turn,
}

DUE: dict[str, Callable[..., Procedure]] = {
    "initiative": base.initiative,
    "opportunity": start.opportunity,
    "contest": start.contest,
    "strike": base.strike,
    "spell": base.spell,
    "haul": grappling.haul,
    "stride": base.stride,
    "end": grappling.end,
}


def rule_set(values: Mapping[str, str]) -> RuleSet:
    """`hug` with these rulings over the defaults."""
    rulings = [ruling for clause in CLAUSES for ruling in clause.rulings]
    return RuleSet(
        name="hug",
        title="the two-person hold: one contest, one action, no dread",
        version=1,
        clauses=CLAUSES,
        values=values_for(rulings, values, "hug"),
        fighter=Fighter,
        quick=QUICK,
        weigh_in=weigh_in,
        house=HOUSE,
        tallies=("harm",),
        limit=lambda fighter, _tally: int(fighter.hits),
        standings=STANDINGS,
        budgets=("standard", "move", "minor"),
        opening=opening,
        verbs=verbs,
        verb_names=VERB_NAMES,
        procedures=PROCEDURES,
        due=DUE,
        upkeep=upkeep,
        absorb=harm.absorb,
        outcomes=harm.outcomes,
        sound=sound,
        over=over,
        take_turn=take_turn,
        restate=harm.restate,
        left_words={"hits": "harm"},
        strands={"hug": "══"},
        state_words={"holds": grappling.hold},
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
        agenda=() if order else (("initiative",),),
    )
    return upkeep(bout, stance) if order else stance


def verbs(bout: Bout, stance: Stance) -> Iterator[Action | Refusal]:
    """Everything the fighter whose turn it is might do."""
    me = stance.turn
    yield from start.offers(bout, stance, me)
    yield from grappling.offers(bout, stance, me)
    yield from base.offers(bout, stance, me)


def upkeep(bout: Bout, stance: Stance) -> Stance:
    """A turn in which nothing but passing is left ends by itself (hug.base.turn).

    Where nobody at all could do anything else, everybody in turn is left with passing.
    """
    going_on = stance.turn != NOBODY and bout.fit(stance, stance.turn)
    if going_on:
        stance = _trim(bout, stance)
    idle = stance if going_on and stance.budgets[stance.turn] else _next_turn(bout, stance)
    if not going_on:
        stance = idle
    for _ in range(len(stance.order) + 1):
        if _can_act(bout, stance):
            return stance
        stance = _next_turn(bout, stance)
    return idle


def _can_act(bout: Bout, stance: Stance) -> bool:
    """Whether the fighter whose turn it is can do anything but pass."""
    return any(isinstance(offer, Action) and offer.verb != "pass" for offer in verbs(bout, stance))


def _next_turn(bout: Bout, stance: Stance) -> Stance:
    """The next in order who is fit to fight begins a turn."""
    if stance.turn != NOBODY:
        stance = stance.budget(stance.turn)
        order = stance.after(stance.turn)
    else:
        order = stance.order
    return take_turn(bout, stance, next(fighter for fighter in order if bout.fit(stance, fighter)))


def take_turn(bout: Bout, stance: Stance, who: int) -> Stance:
    """A fresh turn (hug.base.turn)."""
    return _trim(bout, stance.begin(who).budget(who, standard=1, move=1, minor=1))


def _trim(bout: Bout, stance: Stance) -> Stance:
    """Forget what cannot matter: a minor action with nothing to handle, a move action with nowhere to go."""
    me = stance.turn
    left = dict(stance.budgets[me])
    if not stance.hands[me] and not base.drawable(bout, stance, me):
        left.pop("minor", None)
    if not bout.space.mapped and not stance.marked(me, "prone"):
        left.pop("move", None)
    return stance.budget(me, **left)


def over(bout: Bout, stance: Stance) -> bool:
    """Whether fighters of at most one side are fit to fight."""
    return len({bout.sides[who] for who in bout.everyone if bout.fit(stance, who)}) < 2
