"""In a grapple: what it does to all in it, and what each can try (chapter `grappling`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import base, check, gear, group, harm, outside, pin
from tussle.rules.srd35.fighter import Fighter, Spell, ability_modifier

__all__ = [
    "attacks",
    "break_pin",
    "cost_of_escape",
    "damage",
    "draw",
    "escape",
    "escape_check",
    "haul",
    "inside",
    "kinds",
    "later",
    "move",
    "no_attack",
    "no_check_left",
    "no_dexterity",
    "no_move",
    "no_partner",
    "no_start",
    "no_threat",
    "offers",
    "price",
    "shift",
    "spend_attack",
    "unarmed",
    "use_weapon",
    "wait",
]

VERBS = ("damage", "break-pin", "use-weapon", "escape", "move-grapple", "component")


# What a grapple does to all in it


def no_threat(who: int) -> Tell:
    """Who grapples threatens no square (srd35.grappling.no-threat)."""
    return Tell("{0} is grappling, and threatens nobody.", (who,), ("srd35.grappling.no-threat",))


def no_dexterity(stance: Stance, me: int, foe: int, value: int) -> Part | None:
    """No Dexterity bonus against anyone who is not in the grapple with you (srd35.grappling.dex)."""
    if not stance.partners(foe) or stance.tied(me, foe):
        return None
    return Part(foe, "Dexterity", value, "srd35.grappling.dex")


def no_move(me: int, verb: str) -> Refusal:
    """No normal movement (srd35.grappling.no-move)."""
    return Refusal(me, verb, "you are grappling", "srd35.grappling.no-move")


def no_start(bout: Bout, stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """Starting another grapple is not on the list of a grappler (srd35.grappling.list)."""
    if not stance.partners(me) or (bout.ruling("start_while_grappling") == "yes" and verb == "grapple"):
        return None
    return Refusal(me, verb, "you are grappling already", "srd35.grappling.list", foe)


def off_list(me: int, verb: str, foe: int = NOBODY) -> Refusal:
    """What else is not on that list (srd35.grappling.list)."""
    return Refusal(me, verb, "not on the list of who is grappling", "srd35.grappling.list", foe)


def no_partner(me: int, verb: str) -> Refusal:
    """What only a grappler can do."""
    return outside.in_no_grapple(me, verb)


# Attacks


def attacks(fighter: Fighter) -> int:
    """How many attacks the base attack bonus gives with a full attack: 2 at +6, 3 at +11, 4 at +16."""
    return min(4, 1 + max(0, ((fighter.bab or 0) - 1) // 5))


def no_attack(stance: Stance, me: int, verb: str, foe: int = NOBODY) -> Refusal | None:
    """Why nothing can be done in place of an attack (srd35.grappling.attacks)."""
    if stance.left(me, "standard") or stance.left(me, "attacks"):
        return None
    return Refusal(me, verb, "no attack left this turn", "srd35.grappling.attacks", foe)


def no_check_left(bout: Bout, stance: Stance, me: int, verb: str, foe: int = NOBODY) -> Refusal | None:
    """Why no grapple check can be made in place of an attack: none at all, or no attack left."""
    return check.without(bout, me, verb, foe) or no_attack(stance, me, verb, foe)


def spend_attack(bout: Bout, stance: Stance, me: int) -> tuple[Stance, int]:
    """One attack less, and the how-many-th of the turn it was.

    The first takes the standard action and leaves the choice between the rest of a full attack and the move
    action; the second decides it (srd35.grappling.attacks).
    """
    total, left = attacks(bout.fighters[me]), stance.left(me, "attacks")
    if left:
        budget = {**dict(stance.budgets[me]), "attacks": left - 1, "move": 0}
        return stance.budget(me, **budget), total - left + 1
    rest = total - 1 if stance.left(me, "move") else 0
    stance = base.pay(stance, me, "standard")
    return stance.budget(me, **{**dict(stance.budgets[me]), "attacks": rest}), 1


def wait(bout: Bout, stance: Stance, me: int) -> Stance:
    """After a hold the rest of the full attack is lost, if it may not be used on it (srd35.grappling.attacks)."""
    if bout.ruling("same_attack") == "allow":
        return stance
    return stance.budget(me, **{**dict(stance.budgets[me]), "attacks": 0})


def later(me: int, number: int) -> tuple[Part, ...]:
    """A later attack of the turn is made at −5, −10, −15 (srd35.grappling.attacks)."""
    return (Part(me, f"attack {number}", 5 - 5 * number, "srd35.grappling.attacks"),) if number > 1 else ()


def inside(stance: Stance, me: int) -> tuple[Part, ...]:
    """−4 on the attacks of who is grappling (srd35.grappling.attack)."""
    return (Part(me, "grappling", -4, "srd35.grappling.attack"),) if stance.partners(me) else ()


# Unarmed damage


def kinds(fighter: Fighter) -> tuple[str, ...]:
    """The sorts of damage an unarmed strike can be declared to do; none where it does none."""
    return ("nonlethal", "lethal") if gear.unarmed_dice(fighter) else ()


def price(bout: Bout, me: int, kind: str, clause: str) -> tuple[Part, ...]:
    """−4 for lethal damage, but for a monk and for Improved Unarmed Strike (srd35.grappling.monk).

    Args:
        clause: the clause that takes the −4.
    """
    fighter: Fighter = bout.fighters[me]
    if fighter.monk:
        return (Part(me, kind, 0, "srd35.grappling.monk"),)
    if kind != "lethal":
        return ()
    if "improved_unarmed_strike" in fighter.feats and bout.ruling("ius_lethal") == "free":
        return (Part(me, kind, 0, "srd35.grappling.monk"),)
    return (Part(me, kind, -4, clause),)


def unarmed(bout: Bout, me: int, kind: str, cites: tuple[str, ...], *, counted: bool = False) -> harm.Damage:
    """The damage of an unarmed strike: by size, a monk's by level (srd35.grappling.damage, srd35.grappling.monk)."""
    fighter: Fighter = bout.fighters[me]
    clause = "srd35.grappling.monk" if fighter.monk else "srd35.grappling.damage"
    strength = Part(me, "Strength", ability_modifier(fighter.strength), clause)
    dice = gear.unarmed_dice(fighter)
    return harm.Damage(me, dice, "unarmed strike", kind, (strength,), (*cites, clause), counted=counted)


# What each can try


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """The list of this chapter, but for attacks, spells and items, which are not its own."""
    if not stance.partners(me):
        yield from (no_partner(me, verb) for verb in VERBS)
        return
    yield from _against(bout, stance, me)
    yield from _escapes(bout, stance, me)
    yield _moves(bout, stance, me)


def _against(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """In place of an attack, against one partner (srd35.grappling.damage, break-pin, opponents-weapon)."""
    for foe in stance.partners(me):
        chosen = group.chosen(stance, me)
        for verb in ("damage", "break-pin", "use-weapon"):
            refused = pin.bars(bout, stance, me, verb, foe) or no_check_left(bout, stance, me, verb, foe)
            refused = refused or _nothing_to(bout, stance, me, verb, foe)
            if refused:
                yield refused
            elif verb == "damage":
                clauses = ("srd35.grappling.damage", *chosen)
                yield from (Action(me, verb, foe, (kind,), clauses) for kind in kinds(bout.fighters[me]))
            else:
                clause = "srd35.grappling.break-pin" if verb == "break-pin" else "srd35.grappling.opponents-weapon"
                yield Action(me, verb, foe, (), (clause, *chosen))


def _nothing_to(bout: Bout, stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """Why there is nothing to damage with, no pin to break, no weapon to use."""
    if verb == "damage" and not kinds(bout.fighters[me]):
        return Refusal(me, verb, "too small to do unarmed damage", "srd35.grappling.damage", foe)
    if verb == "break-pin" and pin.pinned_by(stance, foe) in (NOBODY, me):
        return Refusal(me, verb, "that one pins no third", "srd35.grappling.break-pin", foe)
    if verb == "use-weapon":
        held = stance.hands[foe]
        if not held or not gear.arm(bout.fighters[foe], held).light:
            why = "the weapon is not light" if held else "no weapon is in that hand"
            return Refusal(me, verb, why, "srd35.grappling.opponents-weapon", foe)
    return None


def _against_one(bout: Bout, stance: Stance, action: Action, clause: str, *extra: Part) -> Procedure:
    """One check in place of an attack, against one partner: the stance, whether it is won, and the attack's number."""
    me, foe = action.by, action.target
    stance, number = spend_attack(bout, stance, me)
    others = yield from group.resisting(bout, stance, (foe,))
    cites = (clause, *group.chosen(stance, me), *pin.may(stance, me))
    won = yield from check.contest(bout, check.grapple(bout, stance, me, "maintain", number, extra), others, cites)
    return stance, won, number


def damage(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Deal damage as with an unarmed strike; lethal at −4 (srd35.grappling.damage)."""
    me, foe, (kind,), clause = action.by, action.target, action.details, "srd35.grappling.damage"
    stance, won, _ = yield from _against_one(bout, stance, action, clause, *price(bout, me, kind, clause))
    if not won:
        yield Tell("{0} does not get to damage {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} damages {1}.", (me, foe), (clause,), done=True)
    stance, _ = yield from harm.wound(bout, stance, foe, unarmed(bout, me, kind, (clause,)))
    return stance


def break_pin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Break the hold a partner has over a third, who is still grappling (srd35.grappling.break-pin)."""
    me, foe, clause = action.by, action.target, "srd35.grappling.break-pin"
    third = pin.pinned_by(stance, foe)
    stance, won, _ = yield from _against_one(bout, stance, action, clause)
    if not won:
        yield Tell("{0} does not break the pin of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} breaks the pin of {1} on {2}.", (me, foe, third), (clause,), done=True)
    return pin.unpin(bout, stance, foe, third)


def use_weapon(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Turn a light weapon on the one who holds it; won, an attack at −4 follows (srd35.grappling.opponents-weapon)."""
    me, foe, clause = action.by, action.target, "srd35.grappling.opponents-weapon"
    stance, won, number = yield from _against_one(bout, stance, action, clause)
    weapon = stance.hands[foe]
    if not won:
        yield Tell(f"{{0}} does not get at the {weapon.replace('_', ' ')} of {{1}}.", (me, foe), (clause,))
        return stance
    kind = "nonlethal" if gear.arm(bout.fighters[foe], weapon).nonlethal else "lethal"
    return stance.due(("strike", me, foe, weapon, kind, str(number), "his-weapon"))


def turned(me: int) -> tuple[Part, ...]:
    """−4 with the opponent's weapon (srd35.grappling.opponents-weapon)."""
    return (Part(me, "his weapon", -4, "srd35.grappling.opponents-weapon"),)


# Getting free


def cost_of_escape(bout: Bout, stance: Stance, me: int, verb: str, skill: str) -> Refusal | None:
    """A check, for who has one, takes the place of an attack, Escape Artist a standard action."""
    if skill == "escape-artist":
        return base.affordable(stance, me, verb, "standard")
    return no_check_left(bout, stance, me, verb)


def escape_check(bout: Bout, stance: Stance, me: int, skill: str) -> tuple[Stance, tuple[Part, ...], str]:
    """What is spent, the parts of the check, and its label."""
    if skill == "escape-artist":
        parts = (*base.escape_artist(bout, me), *stance.granted(me, "escape"))
        return base.pay(stance, me, "standard"), parts, "Escape Artist"
    stance, number = spend_attack(bout, stance, me)
    return stance, check.grapple(bout, stance, me, "escape", number), "grapple"


def _escapes(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """From all who grapple you at once (srd35.grappling.escape)."""
    barred = pin.bars(bout, stance, me, "escape")
    for skill in pin.SKILLS:
        refused = barred or cost_of_escape(bout, stance, me, "escape", skill)
        yield refused or Action(me, "escape", NOBODY, (skill,), ("srd35.grappling.escape",))


def escape(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """One check that must beat every opponent's own, of those who want to hold you (srd35.grappling.escape)."""
    me, (skill,), clause = action.by, action.details, "srd35.grappling.escape"
    partners = stance.partners(me)
    stance, mine, label = escape_check(bout, stance, me, skill)
    holding = yield from _who_holds(bout, stance, me, partners, clause)
    others = tuple(check.grapple(bout, stance, foe) for foe in holding)
    throws = [(other,) for other in others] if bout.ruling("escape_many") == "each" else [others]
    for throw in throws:
        if not (yield from check.contest(bout, mine, throw, (clause,), label)):
            yield Tell("{0} does not get free.", (me,), (clause,))
            return stance
    yield Tell("{0} gets free.", (me,), (clause,), done=True)
    for foe in partners:
        stance = group.part(bout, stance, me, foe)
    cell = stance.cell(me)
    ways = () if cell is None else bout.space.ways(stance, cell)
    if not ways:
        return stance
    way = yield Choose(me, ways, (clause,))
    return outside.leaving(bout, stance.due(("go", me, way)), me, "escape", partners)


def _who_holds(bout: Bout, stance: Stance, me: int, foes: tuple[int, ...], clause: str) -> Procedure:
    """Who opposes, in the order of turns; each may decline."""
    able = yield from group.opposing(bout, stance, tuple(who for who in stance.after(me) if who in foes))
    holding: tuple[int, ...] = ()
    for foe in able:
        if (yield Choose(foe, ("hold", "let"), (clause,))) == "hold":
            holding = (*holding, foe)
    return holding


# Moving the grapple


def _squares(fighter: Fighter) -> int:
    """Half the speed, rounded down to whole squares of 5 ft."""
    return fighter.speed // 10


def _moves(bout: Bout, stance: Stance, me: int) -> Action | Refusal:
    """A standard action (srd35.grappling.move)."""
    clause, verb = "srd35.grappling.move", "move-grapple"
    refused = pin.bars(bout, stance, me, verb) or check.without(bout, me, verb)
    if refused := refused or base.affordable(stance, me, verb, "standard"):
        return refused
    if not _squares(bout.fighters[me]):
        return Refusal(me, verb, "half your speed is less than 5 ft", clause)
    cell = stance.cell(me)
    if cell is not None and not bout.space.ways(stance, cell):
        return Refusal(me, verb, "no free square next to you", clause)
    return Action(me, verb, NOBODY, (), (clause,))


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Beat the check of everybody else in it, allies too, and take all along (srd35.grappling.move)."""
    me, clause = action.by, "srd35.grappling.move"
    everybody = group.together(stance, me)
    others = tuple(who for who in everybody if who != me)
    pinned = pin.pinned_by(stance, me)
    bonus = (Part(me, "moving the pinned", 4, clause),) if others == (pinned,) else ()
    stance = base.pay(stance, me, "standard")
    holding = yield from _who_holds(bout, stance, me, others, clause)
    mine = check.grapple(bout, stance, me, "maintain", 1, bonus)
    against = tuple(check.grapple(bout, stance, foe) for foe in holding)
    if not (yield from check.contest(bout, mine, against, (clause, *pin.may(stance, me)))):
        yield Tell("{0} does not move the grapple.", (me,), (clause,))
        return stance
    yield Tell("{0} moves the grapple.", (me,), (clause,), done=True)
    if not bout.space.mapped:
        for who in reversed(everybody):
            stance = outside.leaving(bout, stance, who, "haul")
        return stance
    return stance.due(("haul", me, str(_squares(bout.fighters[me])), "first"))


def haul(bout: Bout, stance: Stance, me: int, squares: str, which: str, *offered: int) -> Procedure:
    """One square of it, and the next if you like (srd35.grappling.move).

    Args:
        offered: striker and moved, pair by pair, who have had their one chance.
    """
    clause = "srd35.grappling.move"
    cell = stance.cell(me)
    if cell is None or not group.able(stance, me) or not stance.partners(me):
        return stance
    ways = bout.space.ways(stance, cell)
    if not ways:
        return stance
    way = yield Choose(me, ways if which == "first" else (*ways, "stop"), (clause,))
    if way == "stop":
        return stance
    left = int(squares) - 1
    everybody = group.together(stance, me)
    pairs = list(zip(offered[::2], offered[1::2], strict=True))
    strikes = [pair for pair in outside.pairs(bout, stance, everybody) if pair not in pairs]
    had = tuple(who for pair in sorted({*pairs, *strikes}) for who in pair)
    if left:
        stance = stance.due(("haul", me, str(left), "next", *had))
    return stance.due(*(("opportunity", striker, at, "haul") for striker, at in strikes), ("shift", me, way))


def shift(bout: Bout, stance: Stance, me: int, way: str) -> Procedure:
    """All in the grapple are now one square further (srd35.grappling.move)."""
    yield from ()
    cell = stance.cell(me)
    if cell is None or not group.able(stance, me) or not stance.partners(me):
        return stance
    there = bout.space.run(stance, cell, way, 1)
    for who in group.together(stance, me) if there else ():
        stance = stance.place(who, there[0])
    return stance


# Weapons


def attack_offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """On a partner, unarmed, with a natural or a light weapon; no attack is with two (srd35.grappling.attack)."""
    clause = "srd35.grappling.attack"
    fighter: Fighter = bout.fighters[me]
    for foe in bout.everyone:
        refused = pin.bars(bout, stance, me, "attack", foe)
        if not refused and not stance.tied(me, foe):
            refused = off_list(me, "attack", foe)
        if refused:
            yield refused
            continue
        for way in outside.ways(stance, me, fighter):
            arm = gear.arm(fighter, way[0])
            if not (arm.natural or arm.light) or arm.ranged:
                yield Refusal(
                    me, "attack", f"with a light weapon, not with the {arm.name.replace('_', ' ')}", clause, foe
                )
            else:
                yield _no_blow(bout, stance, me, arm, foe) or Action(me, "attack", foe, way, (clause,))


def _no_blow(bout: Bout, stance: Stance, me: int, arm: gear.Arm, foe: int) -> Refusal | None:
    """Why there is no attack left; of natural weapons one a turn, or all (srd35.grappling.attack)."""
    if not arm.natural or bout.ruling("natural_attacks") == "all":
        return outside.no_blow(stance, me, bout.fighters[me], arm.name, foe)
    if stance.marked(me, "natural-used"):
        return Refusal(me, "attack", "one natural attack a turn", "srd35.grappling.attack", foe)
    return no_attack(stance, me, "attack", foe)


def spend_natural(bout: Bout, stance: Stance, me: int) -> tuple[Stance, int]:
    """The one natural attack of a turn, in place of an attack (srd35.grappling.attack)."""
    stance, number = spend_attack(bout, stance, me)
    return (stance.mark(me, "natural-used") if stance.left(me, "attacks") else stance), number


def blow_price(bout: Bout, me: int, kind: str) -> tuple[Part, ...]:
    """−4 to strike a lethal blow with bare hands, but for a monk and Improved Unarmed Strike."""
    fighter: Fighter = bout.fighters[me]
    if fighter.monk or "improved_unarmed_strike" in fighter.feats:
        return ()
    return base.lethal_blow(me) if kind == "lethal" else ()


def draw_offers(bout: Bout, stance: Stance, me: int, names: tuple[str, ...]) -> Iterator[Action | Refusal]:
    """A light weapon, against one partner of your choice (srd35.grappling.draw)."""
    clause = "srd35.grappling.draw"
    if refused := check.without(bout, me, "draw"):
        yield refused
        return
    light = [name for name in names if gear.arm(bout.fighters[me], name).light]
    if not light:
        yield Refusal(me, "draw", "no light weapon to draw", clause)
    for foe in stance.partners(me):
        yield from (Action(me, "draw", foe, (name,), (clause, *group.chosen(stance, me))) for name in light)


def draw(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Draw as a move action: light and on a check in a grapple (srd35.grappling.draw)."""
    me, foe, (name,) = action.by, action.target, action.details
    stance = base.pay(stance, me, "move")
    what, clause = name.replace("_", " "), "srd35.grappling.draw"
    cites: tuple[str, ...] = base.acting()
    if foe != NOBODY:
        cites = (clause,)
        others = yield from group.resisting(bout, stance, (foe,))
        won = yield from check.contest(
            bout, check.grapple(bout, stance, me, "maintain"), others, (clause, *group.chosen(stance, me))
        )
        if not won:
            yield Tell(f"{{0}} does not draw the {what}.", (me,), cites)
            return stance
    yield Tell(f"{{0}} draws the {what}.", (me,), cites, done=True)
    return stance.wield(me, name)


# Spells, items, components


def hinders(stance: Stance, me: int, spell: Spell) -> Refusal | None:
    """What keeps a spell from being cast in a grapple, pinned or not (srd35.grappling.cast)."""
    why = ""
    if spell.casting in ("full-round", "long"):
        why = "takes longer than a standard action"
    elif spell.somatic:
        why = "has a somatic component"
    elif spell.precise:
        why = "takes precise and careful action"
    elif (spell.material or spell.focus) and not stance.marked(me, f"component-{spell.name}"):
        why = "needs its component in hand"
    if not why or not stance.partners(me):
        return None
    return Refusal(me, "cast", f"{spell.name.replace('_', ' ')} {why}", "srd35.grappling.cast")


def casting() -> tuple[str, ...]:
    """The clause by which a spell is cast in a grapple (srd35.grappling.cast)."""
    return ("srd35.grappling.cast",)


def concentration(me: int, level: int) -> tuple[Part, ...]:
    """The difficulty of casting in a grapple: 20 + the spell's level (srd35.grappling.cast)."""
    clause = "srd35.grappling.cast"
    return (Part(me, "grappling", -20, clause), Part(me, "spell level", -level, clause))


def completion(me: int) -> Refusal:
    """No spell completion in a grapple (srd35.grappling.item)."""
    return Refusal(me, "activate", "spell completion is not possible in a grapple", "srd35.grappling.item")


def activating() -> tuple[str, ...]:
    """The clause by which an item is activated in a grapple, without a check (srd35.grappling.item)."""
    return ("srd35.grappling.item",)


def component_offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A component from the pouch, a full-round action without a check (srd35.grappling.component)."""
    clause, verb = "srd35.grappling.component", "component"
    fighter: Fighter = bout.fighters[me]
    needs = [spell.name for spell in fighter.spells if spell.material or spell.focus]
    names = [name for name in needs if not stance.marked(me, f"component-{name}")]
    refused = pin.bars(bout, stance, me, verb)
    if not refused and not names:
        refused = Refusal(me, verb, "no spell needs one that is not in hand", clause)
    refused = refused or base.affordable(stance, me, verb, "full")
    if refused:
        yield refused
        return
    yield from (Action(me, verb, NOBODY, (name,), (clause,)) for name in names)


def retrieving() -> tuple[str, ...]:
    """The clause by which a component is retrieved (srd35.grappling.component)."""
    return ("srd35.grappling.component",)


def moving() -> tuple[str, ...]:
    """The clause by which moving the grapple provokes (srd35.grappling.move)."""
    return ("srd35.grappling.move",)


def escaping() -> tuple[str, ...]:
    """The clause by which getting free provokes from others (srd35.grappling.escape)."""
    return ("srd35.grappling.escape",)
