"""Outsiders: what is left to who is in no grapple, missiles into one, and what provokes (chapter `outside`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tussle.ask.dice import Die
from tussle.ask.readings import Hits, Sum
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, gear, grappling, group, harm, pin, start
from tussle.rules.srd35.fighter import Fighter

__all__ = [
    "attack",
    "cause",
    "distraction",
    "disturbed",
    "go",
    "hurt",
    "in_no_grapple",
    "leaving",
    "move",
    "no_blow",
    "offers",
    "pairs",
    "provoked",
    "provokes",
    "rise",
    "stand",
    "step",
    "stride",
    "strike",
    "strikers",
    "wary",
    "ways",
]


def in_no_grapple(me: int, verb: str) -> Refusal:
    """What only a grappler can do (srd35.outside.menu)."""
    return Refusal(me, verb, "you are in no grapple", "srd35.outside.menu")


# What provokes


def provokes() -> tuple[str, ...]:
    """The clause by which casting, a potion, a component provoke (srd35.outside.provoke)."""
    return ("srd35.outside.provoke",)


def cause(word: str) -> tuple[str, ...]:
    """The clause by which something provokes, besides the one of the strike itself."""
    clauses = {
        "cast": provokes(),
        "potion": provokes(),
        "component": provokes(),
        "move": ("srd35.outside.menu",),
        "stand": ("srd35.outside.menu",),
        "move-in": start.maintaining(),
        "haul": grappling.moving(),
        "escape": grappling.escaping(),
    }
    return clauses.get(word, ())


def _looking_on(bout: Bout, stance: Stance, at: int, spared: tuple[int, ...]) -> Iterator[int]:
    """Every enemy near enough to threaten, those who grapple too; without a map as `threat_without_map` has it."""
    if not bout.space.mapped and bout.ruling("threat_without_map") == "none":
        return
    for who in stance.after(at):
        if bout.sides[who] != bout.sides[at] and who not in spared and start.threatens(bout, stance, who, at):
            yield who


def strikers(bout: Bout, stance: Stance, at: int, *spared: int) -> tuple[int, ...]:
    """Every outsider who may strike at `at` where it stands, in the order of turns."""
    looking = _looking_on(bout, stance, at, spared)
    return tuple(who for who in looking if start.may_strike(bout, stance, who, at))


def provoked(bout: Bout, stance: Stance, at: int, *spared: int) -> Procedure:
    """The same, saying who threatens nobody because it is grappling."""
    for who in _looking_on(bout, stance, at, spared):
        if stance.partners(who):
            yield grappling.no_threat(who)
    return strikers(bout, stance, at, *spared)


def pairs(bout: Bout, stance: Stance, moved: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Striker and moved, for everybody who is moved."""
    return tuple((striker, at) for at in moved for striker in strikers(bout, stance, at))


def leaving(bout: Bout, stance: Stance, at: int, why: str, spared: tuple[int, ...] = ()) -> Stance:
    """The strikes that `at` provokes where it stands come first on the agenda."""
    return stance.due(*(("opportunity", striker, at, why) for striker in strikers(bout, stance, at, *spared)))


def wary(bout: Bout, stance: Stance, me: int, why: str) -> Procedure:
    """Who does what provokes in a threatened place is struck at first, by outsiders alone."""
    found = yield from provoked(bout, stance, me)
    return stance.due(*(("opportunity", striker, me, why) for striker in found))


def distraction(me: int, amount: int, level: int) -> tuple[Part, ...]:
    """The difficulty of going on with a spell: 10 + the damage + the spell's level (srd35.outside.provoke)."""
    clause = "srd35.outside.provoke"
    return (
        Part(me, "casting", -10, clause),
        Part(me, "damage", -amount, clause),
        Part(me, "spell level", -level, clause),
    )


def disturbed(stance: Stance, me: int, amount: int) -> Stance:
    """Damage while casting: concentrate, or the spell is lost (srd35.outside.provoke)."""
    casting = any(item[:2] == ("spell", me) for item in stance.agenda)
    return stance.due(("concentrate", me, str(amount))) if casting else stance


# What an outsider can do


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Attack, move, take a 5-foot step, draw, stand up (srd35.outside.menu)."""
    yield from _attacks(bout, stance, me)
    for verb in ("move", "step"):
        yield _moves(bout, stance, me, verb)
    yield pin.bars(bout, stance, me, "stand") or _stands(stance, me)
    yield from _draws(bout, stance, me)


def _attacks(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """On anybody in reach or, with a missile weapon, anywhere; on a partner as the grapple allows."""
    clause = "srd35.outside.menu"
    if stance.partners(me):
        yield from grappling.attack_offers(bout, stance, me)
        return
    fighter: Fighter = bout.fighters[me]
    for foe in bout.everyone:
        if foe == me or not group.conscious(stance, foe):
            yield Refusal(me, "attack", "not oneself" if foe == me else "down already", clause, foe)
            continue
        near = start.within(bout, stance, me, foe)
        for way in ways(stance, me, fighter):
            if not near and not gear.arm(fighter, way[0]).ranged:
                yield Refusal(me, "attack", "out of reach", clause, foe)
            else:
                yield no_blow(stance, me, fighter, way[0], foe) or Action(me, "attack", foe, way, (clause,))


def ways(stance: Stance, me: int, fighter: Fighter) -> Iterator[tuple[str, ...]]:
    """What an attack can be made with: what is in hand, bare hands and what they do, natural weapons."""
    if stance.hands[me]:
        yield (stance.hands[me],)
    yield from (("unarmed", kind) for kind in grappling.kinds(fighter))
    yield from ((natural.name,) for natural in fighter.natural)


def no_blow(stance: Stance, me: int, fighter: Fighter, name: str, foe: int) -> Refusal | None:
    """Why there is no attack left: natural weapons come one after the other, primary first (srd35.outside.menu)."""
    if not gear.arm(fighter, name).natural:
        return grappling.no_attack(stance, me, "attack", foe)
    routine = _routine(fighter)
    left = stance.left(me, "natural")
    turn = routine[len(routine) - left] if left else routine[0] if stance.left(me, "standard") else ""
    if turn == name:
        return None
    why = (
        f"the attack with the {turn.replace('_', ' ')} comes first"
        if turn
        else "no attack with natural weapons left this turn"
    )
    return Refusal(me, "attack", why, "srd35.outside.menu", foe)


def _routine(fighter: Fighter) -> tuple[str, ...]:
    """Every natural weapon as often as a full attack has it."""
    return tuple(natural.name for natural in fighter.natural for _ in range(natural.count))


def attack(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """One attack, alone or as part of a full attack (srd35.outside.menu)."""
    yield from ()
    me, foe, (name, *kind) = action.by, action.target, action.details
    fighter: Fighter = bout.fighters[me]
    arm = gear.arm(fighter, name)
    number = 1
    if not arm.natural:
        stance, number = grappling.spend_attack(bout, stance, me)
    elif stance.partners(me) and bout.ruling("natural_attacks") == "one":
        stance, number = grappling.spend_natural(bout, stance, me)
    elif left := stance.left(me, "natural"):
        stance = stance.budget(me, **{**dict(stance.budgets[me]), "natural": left - 1, "move": 0})
    else:
        rest = len(_routine(fighter)) - 1 if stance.left(me, "move") else 0
        stance = base.pay(stance, me, "standard")
        stance = stance.budget(me, **{**dict(stance.budgets[me]), "natural": rest})
    sort = kind[0] if kind else "nonlethal" if arm.nonlethal else "lethal"
    return stance.due(("strike", me, foe, name, sort, str(number), "attack"))


# A blow


def strike(  # noqa: PLR0917 - as an agenda item says it
    bout: Bout, stance: Stance, me: int, foe: int, name: str, kind: str, number: str, manner: str
) -> Procedure:
    """One attack: the roll, and whether a hit is a critical one (srd35.outside.missiles).

    Args:
        manner: `attack`, `his-weapon` (the opponent's own), or what gave the opportunity.
    """
    if not (group.able(stance, me) and group.conscious(stance, foe)):
        return stance
    arm = _arm(bout, me, foe, name, manner)
    cites: tuple[str, ...] = ()
    if arm.ranged and stance.partners(foe):
        foe, cites = yield from _missile(stance, me, foe)
    top, critical = harm.critical(bout, arm.threat)
    parts = (
        *base.attack_parts(bout, stance, me, arm, int(number)),
        *(grappling.turned(me) if manner == "his-weapon" else grappling.inside(stance, me)),
        *(grappling.blow_price(bout, me, kind) if arm.unarmed else ()),
        *base.armour_class(bout, stance, me, foe, ranged=arm.ranged),
    )
    roll = base.roll_to_hit(me, parts, name, (*cites, *critical), top)
    answer = yield roll
    if answer == "miss":
        yield Tell("{0} misses {1}.", (me, foe), roll.cites)
        return stance
    times = 1
    if answer == "top" and isinstance(roll.reading, Hits) and (yield from harm.confirm(me, roll.reading, parts)):
        times = arm.multiplier
    yield Tell("{0} hits {1}.", (me, foe), roll.cites, done=manner in ("attack", "his-weapon"))
    return stance.due(("hurt", me, foe, name, kind, str(times), manner))


def _arm(bout: Bout, me: int, foe: int, name: str, manner: str) -> gear.Arm:
    """What `me` strikes with; a weapon turned on its owner is not thrown, and keeps no number printed for him."""
    if manner == "his-weapon":
        return replace(gear.arm(bout.fighters[foe], name), bonus=None, plus=None, ranged=False)
    return gear.arm(bout.fighters[me], name)


def hurt(  # noqa: PLR0917 - as an agenda item says it
    bout: Bout, stance: Stance, me: int, foe: int, name: str, kind: str, times: str, manner: str
) -> Procedure:
    """The damage of a hit, and what the damage spoils.

    Args:
        times: what a critical hit multiplies it by, or 1.
        manner: as of the strike.
    """
    arm = _arm(bout, me, foe, name, manner)
    counted = manner == "cast"
    if arm.unarmed:
        blow = replace(grappling.unarmed(bout, me, kind, (), counted=counted), times=int(times))
    else:
        blow = base.damage(bout, me, arm, kind, int(times), counted=counted)
    stance, amount = yield from harm.wound(bout, stance, foe, blow)
    if amount and manner == "start":
        return (yield from start.spoil(stance, foe, me))
    return disturbed(stance, foe, amount) if amount and counted else stance


def _missile(stance: Stance, me: int, foe: int) -> Procedure:
    """A missile into a grapple hits a random grappler (srd35.outside.missiles)."""
    clauses = ("srd35.outside.missiles",)
    everybody = group.together(stance, foe)
    answer = yield Roll((Die(len(everybody), me, "which grappler"),), Sum(), (), clauses)
    struck = everybody[answer - 1]
    yield Tell("The missile flies at {0}.", (struck,), clauses)
    return struck, clauses


# Movement


def _moves(bout: Bout, stance: Stance, me: int, verb: str) -> Action | Refusal:
    """A move action or a 5-foot step, not both (srd35.outside.menu)."""
    clause = "srd35.outside.menu"
    if refused := pin.bars(bout, stance, me, verb):
        return refused
    if stance.partners(me):
        return grappling.no_move(me, verb)
    cell = stance.cell(me)
    if cell is None:
        return Refusal(me, verb, "there is no map to move on", clause)
    if verb == "step" and not stance.left(me, "step"):
        return Refusal(me, verb, "you have moved already", clause)
    if verb == "move" and stance.marked(me, "stepped"):
        return Refusal(me, verb, "you have taken a 5-foot step", clause)
    if bout.fighters[me].speed < 5 or not bout.space.ways(stance, cell):
        return Refusal(me, verb, "nowhere to move to", clause)
    refused = base.affordable(stance, me, verb, "move") if verb == "move" else None
    return refused or Action(me, verb, NOBODY, (), (clause,))


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A move action; leaving a threatened square provokes (srd35.outside.menu)."""
    me = action.by
    yield Tell("{0} moves.", (me,), ("srd35.outside.menu",), done=True)
    stance = base.moved(base.pay(stance, me, "move"), me)
    return stance.due(("stride", me, str(bout.fighters[me].speed // 5), "first"))


def stride(bout: Bout, stance: Stance, me: int, squares: str, which: str, *offered: int) -> Procedure:
    """One square of a move, and the next if you like (srd35.outside.menu).

    Args:
        offered: who has had a strike at the one who moves.
    """
    cell = stance.cell(me)
    if cell is None or stance.partners(me) or not group.able(stance, me):
        return stance
    choices = bout.space.ways(stance, cell)
    if not choices:
        return stance
    way = yield Choose(me, choices if which == "first" else (*choices, "stop"), ("srd35.outside.menu",))
    if way == "stop":
        return stance
    found = yield from provoked(bout, stance, me)
    fresh = tuple(who for who in found if who not in offered)
    left = int(squares) - 1
    if left:
        stance = stance.due(("stride", me, str(left), "next", *sorted({*offered, *fresh})))
    return stance.due(*(("opportunity", striker, me, "move") for striker in fresh), ("go", me, way))


def go(bout: Bout, stance: Stance, me: int, way: str) -> Procedure:
    """One square further, if nothing has stopped it."""
    yield from ()
    cell = stance.cell(me)
    if cell is None or stance.partners(me) or not group.able(stance, me):
        return stance
    there = bout.space.run(stance, cell, way, 1)
    return stance.place(me, there[0]) if there else stance


def step(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A 5-foot step, which provokes nothing (srd35.outside.menu)."""
    me = action.by
    stance = base.moved(stance, me).mark(me, "stepped")
    way = yield Choose(me, bout.space.ways(stance, stance.cells[me]), ("srd35.outside.menu",))
    yield Tell("{0} takes a 5-foot step.", (me,), ("srd35.outside.menu",), done=True)
    return stance.due(("go", me, way))


def _stands(stance: Stance, me: int) -> Action | Refusal:
    """Standing up is a move action (srd35.outside.menu)."""
    if not stance.marked(me, "prone"):
        return Refusal(me, "stand", "you are not prone", "srd35.outside.menu")
    if stance.partners(me):
        return grappling.off_list(me, "stand")
    return base.affordable(stance, me, "stand", "move") or Action(me, "stand", NOBODY, (), ("srd35.outside.menu",))


def stand(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Stand up, which provokes (srd35.outside.menu)."""
    me = action.by
    stance = base.pay(stance, me, "move").due(("rise", me))
    return (yield from wary(bout, stance, me, "stand"))


def rise(bout: Bout, stance: Stance, me: int) -> Procedure:  # noqa: ARG001 - every rule is called so
    """On one's feet, if nothing has stopped it (srd35.outside.menu)."""
    if stance.partners(me) or not group.able(stance, me):
        return stance
    yield Tell("{0} stands up.", (me,), ("srd35.outside.menu",), done=True)
    return stance.unmark(me, "prone")


def _draws(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A weapon as a move action (srd35.outside.menu); in a grapple a light one, on a check."""
    refused = pin.bars(bout, stance, me, "draw")
    names, why_not = base.drawable(bout, stance, me, "draw")
    refused = refused or why_not
    if refused:
        yield refused
    elif stance.partners(me):
        yield from grappling.draw_offers(bout, stance, me, names)
    else:
        yield from (Action(me, "draw", NOBODY, (name,), ("srd35.outside.menu",)) for name in names)
