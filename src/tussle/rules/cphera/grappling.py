"""Actions in the grapple: cast, attack, crush, draw, move, use the opponent's weapon (chapter `grappling`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.readings import Opposed
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Item, Stance
from tussle.rules.cphera import ap, base, check, group, harm, outside, pin, start
from tussle.rules.cphera.fighter import Spell, Weapon

__all__ = [
    "cast",
    "crush",
    "draw",
    "haul",
    "move",
    "offers",
    "only_partners",
    "penalty",
    "spell",
    "spells",
    "unfit",
    "use_weapon",
]

COSTS = {"crush": 6, "draw": 2, "move": 2, "use-weapon": 6}
"""Action points of what only grapplers do: cphera.grappling.crush and the clauses beside it."""


# What each can try


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """The tries of this chapter, but for attacks and spells."""
    partners = start.partners(stance, me)
    for verb in ("crush", "use-weapon"):
        clause = f"cphera.grappling.{verb}"
        for foe in partners:
            action = Action(me, verb, foe, (), (clause,))
            if verb == "use-weapon" and not _their_weapon(bout, stance, foe):
                yield Refusal(me, verb, "the other holds no light weapon", clause, foe)
            else:
                yield ap.short(bout, stance, action, COSTS[verb]) or action
        if not partners:
            yield outside.not_on_menu(me, verb)
    if partners:
        yield from _draws(bout, stance, me)
        yield _moves(bout, stance, me)


def _their_weapon(bout: Bout, stance: Stance, foe: int) -> str:
    """The light weapon the other holds, or "" (cphera.grappling.use-weapon)."""
    held = stance.hands[foe]
    return held if held and base.arm(bout.fighters[foe], held).light else ""


def _draws(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A light weapon, against the check of one partner who is a foe (cphera.grappling.draw)."""
    clause = "cphera.grappling.draw"
    light = [name for name in base.drawable(bout, stance, me) if base.arm(bout.fighters[me], name).light]
    if stance.hands[me] or not light:
        yield Refusal(me, "draw", "something is in hand" if stance.hands[me] else "no light weapon to draw", clause)
        return
    foes = [foe for foe in start.partners(stance, me) if bout.sides[foe] != bout.sides[me]]
    for foe in foes or [NOBODY]:
        for weapon in light:
            action = Action(me, "draw", foe, (weapon,), (clause,))
            yield ap.short(bout, stance, action, COSTS["draw"]) or action


def _moves(bout: Bout, stance: Stance, me: int) -> Action | Refusal:
    """Half speed, everybody dragged along (cphera.grappling.move)."""
    clause, cell = "cphera.grappling.move", stance.cell(me)
    if start.grabbed_by(stance, me):
        return start.held_off(me, "move")
    if cell is not None and not bout.space.ways(stance, cell):
        return Refusal(me, "move", "no free adjacent hex", clause)
    action = Action(me, "move", clauses=(clause,))
    return ap.short(bout, stance, action, COSTS["move"]) or action


def only_partners(stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """Who grapples attacks nobody else (cphera.grappling.attack)."""
    partners = start.partners(stance, me)
    if not partners or foe in partners:
        return None
    return Refusal(me, verb, "in a grapple, and not with this one", "cphera.grappling.attack", foe)


def unfit(bout: Bout, stance: Stance, me: int, foe: int, weapon: Weapon) -> Refusal | None:
    """A weapon that is of no use in a grapple: not unarmed, natural or light (cphera.grappling.attack)."""
    if not start.partners(stance, me):
        return None
    if foe in pin.pinned_by(stance, me):
        return pin.allows(bout, me, foe, weapon)
    if weapon.light or weapon.natural:
        return None
    why = "in a grapple only unarmed, with a natural or a light weapon"
    return Refusal(me, "attack", why, "cphera.grappling.attack", foe)


def penalty(stance: Stance, me: int, foe: int, weapon: Weapon, how: str) -> tuple[Part, ...]:
    """−4 on an attack on a partner (cphera.grappling.attack), and with its own weapon (cphera.grappling.use-weapon)."""
    if how == "theirs":
        return (Part(me, "their weapon", -4, "cphera.grappling.use-weapon"),)
    if not start.partners(stance, me):
        return ()
    if foe in pin.pinned_by(stance, me):
        return (pin.penalty(me, weapon),)
    return (Part(me, "grappling", -4, "cphera.grappling.attack"),)


# Tries against one partner


def _against(bout: Bout, stance: Stance, me: int, foe: int, clause: str, *, margin: bool = False) -> Procedure:
    """A grapple check against one partner, who may get out of it if it is pinning.

    Returns:
        The stance, and the answer of the check: `lost` too if the other is no longer there.
    """
    stance = yield from pin.window(bout, stance, foe, me)
    if foe not in start.partners(stance, me):
        return stance, "lost"
    answer = yield from check.contest(bout, stance, check.Aim(me, foe, (clause,), margin=margin))
    return stance, answer


def crush(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Won: sublethal harm of Strength + margin, which Endurance does not resist (cphera.grappling.crush)."""
    me, foe, clause = action.by, action.target, "cphera.grappling.crush"
    stance = ap.pay(bout, stance, me, COSTS["crush"])
    stance, margin = yield from _against(bout, stance, me, foe, clause, margin=True)
    if margin == "lost":
        yield Tell("{0} cannot crush {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} crushes {1}.", (me, foe), (clause,), done=True)
    parts = (Part(me, "Strength", bout.fighters[me].strength, clause), Part(me, "margin", margin, clause))
    damage = harm.Damage(me, "", "crush", "sublethal", parts, (clause,), resisted=False)
    return (yield from harm.wound(bout, stance, foe, damage))


def draw(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Draw: in a grapple a light weapon, on a won check; outside any (cphera.grappling.draw)."""
    me, foe, (weapon,), clause = action.by, action.target, action.details, "cphera.grappling.draw"
    if not start.partners(stance, me):
        return (yield from outside.draw(bout, stance, action))
    stance = ap.pay(bout, stance, me, COSTS["draw"])
    if foe != NOBODY:
        stance, answer = yield from _against(bout, stance, me, foe, clause)
        if answer == "lost":
            yield Tell("{0} cannot draw.", (me,), (clause,))
            return stance
    yield Tell(f"{{0}} draws the {weapon.replace('_', ' ')}.", (me,), (clause,), done=True)
    return stance.wield(me, weapon)


def use_weapon(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Won: an attack with the light weapon the other holds, which keeps it (cphera.grappling.use-weapon)."""
    me, foe, clause = action.by, action.target, "cphera.grappling.use-weapon"
    stance = ap.pay(bout, stance, me, COSTS["use-weapon"])
    stance, answer = yield from _against(bout, stance, me, foe, clause)
    if answer == "lost":
        yield Tell("{0} cannot turn the weapon of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} turns the weapon of {1} against it.", (me, foe), (clause,))
    return stance.due(("strike", me, foe, _their_weapon(bout, stance, foe), "theirs"))


# Moving the grapple


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Move everybody: every other's result must be beaten, but anyone may let it happen (cphera.grappling.move)."""
    me, clause = action.by, "cphera.grappling.move"
    if not start.partners(stance, me):
        return (yield from outside.move(bout, stance, action))
    stance = ap.pay(bout, stance, me, COSTS["move"])
    others = [who for who in start.members(stance, me) if who != me]
    resisting = []
    for who in others:
        if (yield Choose(who, ("resist", "let"), (clause,))) == "resist":
            resisting.append(who)  # noqa: PERF401 - a question cannot be asked in a comprehension
    if resisting:
        pinning = (Part(me, "moving the pinned", 4, clause),) if pin.pinned_by(stance, me) else ()
        parts = yield from check.grapple_parts(bout, stance, me, "maintain", *pinning)
        for who in resisting:
            parts += yield from check.grapple_parts(bout, stance, who, "resist")
        if (yield check.beats_all(bout, parts, me, tuple(resisting), (clause,))) == "lost":
            yield Tell("{0} cannot move the grapple.", (me,), (clause,))
            return stance
    yield Tell("{0} moves the grapple.", (me,), (clause,), done=True)
    hexes = max(1, bout.fighters[me].speed // 2)
    return stance.due(("haul", me, str(hexes), "first")) if bout.space.mapped else stance


def haul(bout: Bout, stance: Stance, me: int, hexes: str, which: str) -> Procedure:
    """One hex of it, and the next if any is left (cphera.grappling.move)."""
    ways = bout.space.ways(stance, stance.cells[me])
    if not ways or not bout.fit(stance, me):
        return stance
    way = yield Choose(me, ways if which == "first" else ("stop", *ways), ("cphera.grappling.move",))
    if way == "stop":
        return stance
    (there,) = bout.space.run(stance, stance.cells[me], way, 1)
    for who in start.members(stance, me):
        stance = stance.place(who, there)
    left = int(hexes) - 1
    stance = start.drift(bout, stance)
    return stance.due(("haul", me, str(left), "next")) if left else stance


# Spells


def spells(bout: Bout, stance: Stance, me: int, how: str = "") -> Iterator[Action | Refusal]:
    """What `me` can cast, and at whom (cphera.grappling.cast)."""
    clause = "cphera.grappling.cast"
    known: tuple[Spell, ...] = bout.fighters[me].spells
    if not known:
        yield Refusal(me, "cast", "knows no spell", clause)
        return
    for foe in bout.everyone:
        action = Action(me, "cast", foe, (), (clause,))
        manner = ap.manner(stance, action, how)
        if me == foe or not bout.fit(stance, foe):
            yield Refusal(me, "cast", "not oneself" if me == foe else "already out", clause, foe)
            continue
        refused = ap.not_open(bout, stance, me, "cast", foe) if manner == "lasting" else None
        if manner == "lasting" and not refused and not base.threatens(bout, stance, me, foe):
            refused = Refusal(me, "cast", "off turn only at whom it threatens", clause, foe)
        refused = refused or ap.short(bout, stance, action, ap.costs("cast", manner))
        if refused:
            yield refused
        else:
            yield from (Action(me, "cast", foe, (spell.name,), (clause,)) for spell in known)


def cast(bout: Bout, stance: Stance, action: Action, how: str = "") -> Procedure:
    """Pay for a spell, which presents an opening (cphera.grappling.cast)."""
    me, foe, (name,) = action.by, action.target, action.details
    how = ap.manner(stance, action, how)
    yield Tell(f"{{0}} begins to cast {name} at {{1}}.", (me, foe), ap.priced())
    stance = ap.exploit(bout, stance, me, how)
    item: Item = ("spell", me, foe, name, *((how,) if how else ()))
    return ap.pay(bout, stance, me, ap.costs("cast", how), *ap.openings(bout, stance, me, (foe,) if how else ()), item)


def spell(bout: Bout, stance: Stance, me: int, foe: int, name: str, how: str = "") -> Procedure:
    """The spell itself; in a grapple on Concentration against a foe's grapple check (cphera.grappling.cast)."""
    clause, fighter = "cphera.grappling.cast", bout.fighters[me]
    stance = yield from pin.window(bout, stance, foe, me)
    open_still = how != "lasting" or ap.open_to(stance, foe, me)
    if not (bout.fit(stance, me) and bout.fit(stance, foe) and open_still) or pin.pinners(stance, me):
        yield Tell("{0} cannot finish the spell.", (me,), (clause,))
        return stance
    against = group.highest(bout, stance, me)
    if against is not None:
        parts = (
            Part(me, "Willpower", fighter.willpower, clause),
            Part(me, "Concentration", fighter.concentration, clause),
            *(yield from harm.burden(bout, stance, me)),
            *stance.granted(me, "maintain"),
            *(yield from check.grapple_parts(bout, stance, against, "resist")),
        )
        reading = Opposed(check.total(parts, me) - check.total(parts, against))
        dice = (check.d20(me, "Concentration"), check.d20(against, "grapple check"))
        if (yield Roll(dice, reading, parts, (clause,))) == "lost":
            yield Tell("{0} loses the spell.", (me,), (clause,))
            return stance
    yield Tell(f"{{0}} casts {name} at {{1}}.", (me, foe), (clause,), done=how != "reaction")
    known: Spell = next(spell for spell in fighter.spells if spell.name == name)
    damage = harm.Damage(me, known.dice, name, "lethal", (), (clause,))
    waiting = ap.pending(stance, foe)
    amount = None
    if known.dice and waiting and waiting[0] == "spell":
        amount = yield from harm.measure(bout, foe, damage)
    if known.dice:
        stance = yield from harm.wound(bout, stance, foe, damage, amount)
    return (yield from ap.spoil(bout, stance, foe, amount or 0))
