"""Spells, magic items and components, in a grapple and out of it.

The clauses are those of the chapters `grappling` and `outside`, and are cited through their functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.readings import Against
from tussle.ask.requests import Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, check, grappling, group, harm, outside, pin
from tussle.rules.srd35.fighter import Fighter, Item, Spell

__all__ = ["activate", "cast", "component", "concentrate", "fetch", "offers", "spell", "work"]

COSTS = {"free": "free", "standard": "standard", "full-round": "full"}


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Spells, items and components."""
    yield from _casts(bout, stance, me)
    yield from _activates(bout, stance, me)
    if stance.partners(me):
        yield from grappling.component_offers(bout, stance, me)


def _targets(bout: Bout, stance: Stance, me: int, dice: str) -> tuple[int, ...]:
    """Whom something with damage is meant for; nobody where it does none."""
    if not dice:
        return (NOBODY,)
    return tuple(foe for foe in bout.everyone if foe != me and group.conscious(stance, foe))


def _casts(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    fighter: Fighter = bout.fighters[me]
    if not fighter.spells:
        yield Refusal(me, "cast", "you know no spell", base.acting()[0])
    for known in fighter.spells:
        refused = pin.bars(bout, stance, me, "cast") or grappling.hinders(stance, me, known)
        if not refused and known.verbal:
            refused = pin.mute(bout, stance, me, "cast")
        if not refused and known.casting == "long":
            refused = Refusal(me, "cast", f"{known.name} takes longer than a round", base.acting()[0])
        refused = refused or base.affordable(stance, me, "cast", COSTS.get(known.casting, "full"))
        if refused:
            yield refused
            continue
        for foe in _targets(bout, stance, me, known.dice):
            clauses = grappling.casting() if stance.partners(me) else base.acting()
            yield Action(me, "cast", foe, (known.name,), clauses)


def _known(bout: Bout, me: int, name: str) -> Spell:
    fighter: Fighter = bout.fighters[me]
    return next(spell for spell in fighter.spells if spell.name == name)


def cast(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Begin to cast; but for a spell cast as a free action it provokes from outsiders."""
    me, (name,) = action.by, action.details
    known = _known(bout, me, name)
    foe = me if action.target == NOBODY else action.target
    if known.material and stance.marked(me, f"component-{name}"):  # used up, whatever becomes of the spell
        stance = stance.unmark(me, f"component-{name}")
    stance = base.pay(stance, me, COSTS[known.casting]).due(("spell", me, foe, name))
    if known.casting == "free":
        return stance
    return (yield from outside.wary(bout, stance, me, "cast"))


def concentrate(bout: Bout, stance: Stance, me: int, amount: str) -> Procedure:
    """Damage while casting: concentrate on it, or lose the spell."""
    item = next((item for item in stance.agenda if item[:2] == ("spell", me)), None)
    if item is None or not group.able(stance, me):
        return stance
    level = _known(bout, me, str(item[3])).level
    if (yield from _keeps(bout, stance, me, outside.distraction(me, int(amount), level))):
        return stance
    yield Tell("{0} loses the spell.", (me,), outside.provokes())
    return stance.dropped(item)


def _keeps(bout: Bout, stance: Stance, me: int, difficulty: tuple[Part, ...]) -> Procedure:
    """A Concentration check: whether the total reaches the difficulty. No natural face settles it."""
    clauses = tuple(part.clause for part in difficulty)
    skill = Part(me, "Concentration", bout.fighters[me].concentration, clauses[0])
    parts = (skill, *stance.granted(me, "maintain"), *difficulty)
    answer = yield Roll((check.d20(me, "Concentration"),), Against(check.total(parts, me), "won"), parts, clauses)
    return answer == "won"


def spell(bout: Bout, stance: Stance, me: int, foe: int, name: str) -> Procedure:
    """The spell takes effect, if it is not lost: in a grapple on a Concentration check."""
    known = _known(bout, me, name)
    if not group.able(stance, me):
        return stance
    what, cites = name.replace("_", " "), base.acting()
    if stance.partners(me):
        cites = grappling.casting()
        if grappling.hinders(stance, me, _with_component(known)) or not (
            yield from _keeps(bout, stance, me, grappling.concentration(me, known.level))
        ):
            yield Tell(f"{{0}} loses the {what}.", (me,), cites)
            return stance
    yield Tell(f"{{0}} casts the {what}.", (me,), cites, done=True)
    return (yield from _effect(bout, stance, me, foe, name, known.dice, cites))


def _with_component(known: Spell) -> Spell:
    """The spell as it is cast once begun: its component is in hand."""
    return Spell(known.name, known.level, known.casting, known.verbal, known.somatic, precise=known.precise)


def _effect(bout: Bout, stance: Stance, me: int, foe: int, name: str, dice: str, cites: tuple[str, ...]) -> Procedure:
    if not dice or not group.conscious(stance, foe):
        return stance
    stance, _ = yield from harm.wound(bout, stance, foe, harm.Damage(me, dice, name, "lethal", (), cites))
    return stance


def _activates(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    fighter: Fighter = bout.fighters[me]
    if not fighter.items:
        yield Refusal(me, "activate", "you have no magic item", base.acting()[0])
    for thing in fighter.items:
        refused = pin.bars(bout, stance, me, "activate")
        if not refused and thing.kind == "completion" and stance.partners(me):
            refused = grappling.completion(me)
        if not refused and stance.marked(me, f"used-{thing.name}"):
            refused = Refusal(me, "activate", f"the {thing.name} is used up", base.acting()[0])
        refused = refused or base.affordable(stance, me, "activate", "standard")
        if refused:
            yield refused
            continue
        clauses = grappling.activating() if stance.partners(me) else base.acting()
        yield from (
            Action(me, "activate", foe, (thing.name,), clauses) for foe in _targets(bout, stance, me, thing.dice)
        )


def activate(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Activate an item, a standard action; drinking a potion provokes from outsiders."""
    me, (name,) = action.by, action.details
    foe = me if action.target == NOBODY else action.target
    thing = _item(bout, me, name)
    stance = base.pay(stance, me, "standard").due(("work", me, foe, name))
    if thing.kind == "potion":
        return (yield from outside.wary(bout, stance.mark(me, f"used-{name}"), me, "potion"))
    return stance


def _item(bout: Bout, me: int, name: str) -> Item:
    fighter: Fighter = bout.fighters[me]
    return next(item for item in fighter.items if item.name == name)


def work(bout: Bout, stance: Stance, me: int, foe: int, name: str) -> Procedure:
    """The item does what it does."""
    if not group.able(stance, me):
        return stance
    cites = grappling.activating() if stance.partners(me) else base.acting()
    yield Tell(f"{{0}} activates the {name.replace('_', ' ')}.", (me,), cites, done=True)
    return (yield from _effect(bout, stance, me, foe, name, _item(bout, me, name).dice, cites))


def component(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Retrieve a spell component, a full-round action that provokes from outsiders."""
    me, (name,) = action.by, action.details
    stance = base.pay(stance, me, "full").due(("fetch", me, name))
    return (yield from outside.wary(bout, stance, me, "component"))


def fetch(bout: Bout, stance: Stance, me: int, name: str) -> Procedure:  # noqa: ARG001 - every rule is called so
    """The component is in hand, if nothing has stopped it."""
    if not group.able(stance, me):
        return stance
    yield Tell(
        f"{{0}} has the component of {name.replace('_', ' ')} in hand.", (me,), grappling.retrieving(), done=True
    )
    return stance.mark(me, f"component-{name}")
