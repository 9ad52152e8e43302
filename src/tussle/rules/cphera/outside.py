"""Outsiders: what is left to who is in no grapple (chapter `outside`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tussle.ask.requests import Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.cphera import ap, base, grappling, group, start
from tussle.rules.cphera import round as phase

__all__ = [
    "against",
    "draw",
    "move",
    "not_now",
    "not_on_menu",
    "offers",
    "pass_turn",
    "passing",
    "react",
    "rise",
    "stand",
    "step",
]


def not_on_menu(me: int, verb: str) -> Refusal:
    """What only a grappler can do, and what nobody can (cphera.outside.menu)."""
    return Refusal(me, verb, "in no grapple", "cphera.outside.menu")


def not_now(me: int, verb: str) -> Refusal:
    """What is done on the own turn alone (cphera.outside.menu)."""
    return Refusal(me, verb, "not its turn", "cphera.outside.menu")


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Movement, what is in hand, standing up, and passing (cphera.outside.menu)."""
    clause = "cphera.outside.menu"
    if start.partners(stance, me):
        for verb in ("shift", "stand"):
            yield Refusal(me, verb, "in a grapple", clause)
    else:
        yield from _steps(bout, stance, me)
        yield from _draws(bout, stance, me)
        yield _stands(bout, stance, me)
    yield Refusal(me, "disarm", "how to disarm these pages do not say", clause)
    yield passing(me)


def passing(me: int) -> Action:
    """Letting the rest of the turn go (cphera.outside.menu)."""
    return Action(me, "pass", clauses=("cphera.outside.menu",))


def _steps(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """One hex, or the free shift of once a round (cphera.outside.menu)."""
    clause, cell = "cphera.outside.menu", stance.cell(me)
    for verb in ("move", "shift"):
        if start.grabbed_by(stance, me) or start.holds(stance, me):
            yield start.held_off(me, verb)
        elif cell is None:
            yield Refusal(me, verb, "there is no map to move on", clause)
        elif verb == "shift" and stance.marked(me, "shifted"):
            yield Refusal(me, verb, "once a round, and it has", clause)
        elif not bout.space.ways(stance, cell):
            yield Refusal(me, verb, "no free adjacent hex", clause)
        else:
            for way in bout.space.ways(stance, cell):
                action = Action(me, verb, details=(way,), clauses=(clause,))
                yield ap.short(bout, stance, action, ap.costs(verb, "")) or action


def _draws(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A weapon it carries (cphera.outside.menu)."""
    clause, choice = "cphera.outside.menu", base.drawable(bout, stance, me)
    if stance.hands[me] or not choice:
        yield Refusal(me, "draw", "something is in hand" if stance.hands[me] else "nothing to draw", clause)
        return
    for weapon in choice:
        action = Action(me, "draw", NOBODY, (weapon,), (clause,))
        yield ap.short(bout, stance, action, ap.costs("draw", "")) or action


def _stands(bout: Bout, stance: Stance, me: int) -> Action | Refusal:
    """Standing up (cphera.outside.menu)."""
    clause = "cphera.outside.menu"
    if not stance.marked(me, "prone"):
        return Refusal(me, "stand", "not prone", clause)
    action = Action(me, "stand", clauses=(clause,))
    return ap.short(bout, stance, action, ap.costs("stand", "")) or action


# Against who presents an opening


def against(bout: Bout, stance: Stance, me: int, foe: int) -> Iterator[Action]:
    """What `me` can do at off-turn cost to a foe who has presented an opening (cphera.outside.menu)."""
    how = "reaction"
    found = [*base.attacks_on(bout, stance, Action(me, "attack", foe), how)]
    found += [start.offer(bout, stance, Action(me, verb, foe), how) for verb in ("grab", "grapple")]
    found.append(group.offer(bout, stance, Action(me, "join", foe), how))
    found += [offer for offer in grappling.spells(bout, stance, me, how) if offer.target == foe]
    yield from (offer for offer in found if isinstance(offer, Action))


def react(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Do one of these (cphera.outside.menu)."""
    ways: dict[str, Callable[..., Procedure]] = {
        "attack": base.attack,
        "grab": start.grab,
        "grapple": start.grapple,
        "join": group.join,
        "cast": grappling.cast,
    }
    return (yield from ways[action.verb](bout, stance, action, "reaction"))


# How it is done


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """One hex: a move presents an opening, the shift does not (cphera.outside.menu)."""
    me, (way,) = action.by, action.details
    if action.verb == "shift":
        return (yield from step(bout, stance.mark(me, "shifted"), me, way))
    yield Tell("{0} moves.", (me,), ap.priced())
    return ap.pay(bout, stance, me, ap.costs("move", ""), *ap.openings(bout, stance, me), ("step", me, way))


def step(bout: Bout, stance: Stance, me: int, way: str) -> Procedure:
    """The hex itself (cphera.outside.menu)."""
    clause = "cphera.outside.menu"
    free = way in bout.space.ways(stance, stance.cells[me])
    if not bout.fit(stance, me) or not free or start.grabbed_by(stance, me) or start.partners(stance, me):
        yield Tell("{0} cannot move any more.", (me,), (clause,))
        return stance
    yield Tell(f"{{0}} steps {way}.", (me,), (clause,), done=True)
    return start.drift(bout, stance.place(me, bout.space.run(stance, stance.cells[me], way, 1)[0]))


def draw(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Draw a weapon (cphera.outside.menu)."""
    me, (weapon,) = action.by, action.details
    yield Tell(f"{{0}} draws the {weapon.replace('_', ' ')}.", (me,), (*ap.priced(), "cphera.outside.menu"), done=True)
    return ap.pay(bout, stance, me, ap.costs("draw", "")).wield(me, weapon)


def stand(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Pay for standing up, which presents an opening (cphera.outside.menu)."""
    me = action.by
    yield Tell("{0} gets up.", (me,), ap.priced())
    return ap.pay(bout, stance, me, ap.costs("stand", ""), *ap.openings(bout, stance, me), ("rise", me))


def rise(bout: Bout, stance: Stance, me: int) -> Procedure:
    """Up again (cphera.outside.menu)."""
    clause = "cphera.outside.menu"
    if not bout.fit(stance, me) or start.partners(stance, me):
        yield Tell("{0} stays down.", (me,), (clause,))
        return stance
    yield Tell("{0} stands.", (me,), (clause,), done=True)
    return stance.unmark(me, "prone")


def pass_turn(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Let the rest of the turn go (cphera.outside.menu)."""
    yield Tell("{0} passes.", (action.by,), ("cphera.outside.menu",), done=True)
    return phase.next_turn(bout, stance)
