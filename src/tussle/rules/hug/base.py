"""Base rules: turns, attacks, weapons, spells, prone, flanking, initiative (chapter `base`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from tussle.ask.readings import Ranking
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.hug import check, grappling, harm, outside

if TYPE_CHECKING:
    from tussle.rules.hug.fighter import Fighter, Spell, Weapon

__all__ = [
    "WEAPONS",
    "arms",
    "attack",
    "cast",
    "drawable",
    "initiative",
    "move",
    "offers",
    "pass_turn",
    "ready",
    "spell",
    "stand",
    "stride",
    "strike",
    "weapons_of",
]


class Arm(Struct, frozen=True):
    """What an attack is made with.

    Attributes:
        dice: its damage.
        ranged: used from afar.
        handy: unarmed or a knife, and so no worse in a grapple.
    """

    dice: str
    ranged: bool = False
    handy: bool = False


WEAPONS = {
    "dagger": Arm("d6", handy=True),
    "knife": Arm("d4", handy=True),
    "club": Arm("2d4"),
    "short_sword": Arm("2d6"),
    "broad_sword": Arm("2d8"),
    "bow": Arm("2d6", ranged=True),
}
"""The table of weapons (hug.base.weapons)."""
UNARMED = Arm("d4", handy=True)


def _arm(fighter: Fighter, name: str) -> tuple[Arm, tuple[str, ...]]:
    """A weapon by name, and the clause where it is one of the table (hug.base.weapons)."""
    own: dict[str, Weapon] = {weapon.name: weapon for weapon in fighter.weapons}
    if name in own:
        return Arm(own[name].dice, own[name].ranged, own[name].knife), ()
    return (UNARMED if name == "unarmed" else WEAPONS[name]), ("hug.base.weapons",)


def weapons_of(fighter: Fighter) -> tuple[str, ...]:
    """All that the fighter has, in hand first."""
    return (*((fighter.hand,) if fighter.hand else ()), *fighter.carries)


def arms(bout: Bout, stance: Stance, me: int, *, melee: bool = False) -> tuple[str, ...]:
    """What `me` can attack with: what is in hand, and bare hands (hug.base.attack)."""
    held = stance.hands[me]
    usable = held and not (melee and _arm(bout.fighters[me], held)[0].ranged)
    return (held, "unarmed") if usable else ("unarmed",)


def drawable(bout: Bout, stance: Stance, me: int) -> tuple[str, ...]:
    """What `me` carries, neither in hand nor dropped."""
    return tuple(
        weapon
        for weapon in weapons_of(bout.fighters[me])
        if weapon != stance.hands[me] and not stance.marked(me, f"dropped-{weapon}")
    )


# What can be done in a turn


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Attacks, spells, movement, what is in hand, and passing (hug.base.turn)."""
    yield from _attacks(bout, stance, me)
    yield from _spells(bout, stance, me)
    yield _move(bout, stance, me)
    yield _stand(stance, me)
    yield from _hands(bout, stance, me)
    yield Action(me, "pass", clauses=("hug.base.turn",))


def _details(stance: Stance, me: int, foe: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """How an attack or spell may be declared besides what it is made with, and the clause behind it."""
    skills: tuple[tuple[str, ...], ...] = ((),)
    clauses: tuple[str, ...] = ()
    if stance.partners(me):
        skills = tuple((skill,) for skill in grappling.SKILLS)
        clauses = grappling.contest_clauses()
    cares: tuple[tuple[str, ...], ...] = ((),)
    if outside.at_risk(stance, me, foe) is not None:
        cares = ((), ("careful",))
    return tuple((*skill, *care) for skill in skills for care in cares), clauses


def _attacks(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A standard action: melee on an adjacent fighter, or a ranged weapon on any other (hug.base.attack)."""
    clause = "hug.base.attack"
    if not stance.left(me, "standard"):
        yield Refusal(me, "attack", "no standard action left", clause)
        return
    for foe in bout.everyone:
        if foe == me or not bout.fit(stance, foe):
            why = "not oneself" if foe == me else "already out"
            yield Refusal(me, "attack", why, clause, foe)
            continue
        ways, clauses = _details(stance, me, foe)
        near = bout.space.near(stance, me, foe)
        for name in arms(bout, stance, me):
            if near or _arm(bout.fighters[me], name)[0].ranged:
                yield from (Action(me, "attack", foe, (name, *way), (clause, *clauses)) for way in ways)
            else:
                yield Refusal(me, "attack", "out of reach", clause, foe)


def _spells(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A spell the fighter knows, as a standard action (hug.base.spell)."""
    clause = "hug.base.spell"
    spells: tuple[Spell, ...] = bout.fighters[me].spells
    if not spells or not stance.left(me, "standard"):
        yield Refusal(me, "cast", "no standard action left" if spells else "knows no spell", clause)
        return
    for foe in bout.everyone:
        if foe == me or not bout.fit(stance, foe):
            yield Refusal(me, "cast", "not oneself" if foe == me else "already out", clause, foe)
            continue
        for known in spells:
            ways, clauses = _details(stance, me, foe)
            if known.bonus is None:  # nothing is rolled that care could help
                ways = tuple(dict.fromkeys(tuple(word for word in way if word != "careful") for way in ways))
            yield from (Action(me, "cast", foe, (known.name, *way), (clause, *clauses)) for way in ways)


def _move(bout: Bout, stance: Stance, me: int) -> Action | Refusal:
    """A move action, or a standard one turned into it, where there is a map (hug.base.turn)."""
    clause = "hug.base.turn"
    if stance.partners(me):
        return grappling.no_move(me)
    if not bout.space.mapped:
        return Refusal(me, "move", "there is no map to move on", clause)
    if not _moves_left(stance, me):
        return Refusal(me, "move", "no move and no standard action left", clause)
    if not bout.fighters[me].movement or not bout.space.ways(stance, stance.cells[me]):
        return Refusal(me, "move", "no free square to move to", clause)
    return Action(me, "move", clauses=(clause,))


def _moves_left(stance: Stance, me: int) -> bool:
    return bool(stance.left(me, "move") or stance.left(me, "standard"))


def _pay_move(stance: Stance, me: int) -> Stance:
    """A move action; when it is gone a standard one becomes one (hug.base.turn)."""
    return stance.spend(me, "move" if stance.left(me, "move") else "standard")


def _stand(stance: Stance, me: int) -> Action | Refusal:
    """Standing up costs the move action (hug.base.prone)."""
    clause = "hug.base.prone"
    if not stance.marked(me, "prone"):
        return Refusal(me, "stand", "not prone", clause)
    if not _moves_left(stance, me):
        return Refusal(me, "stand", "no move and no standard action left", clause)
    return Action(me, "stand", clauses=(clause,))


def _hands(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """A minor action: draw, or sheathe or drop what is in hand (hug.base.turn)."""
    clause = "hug.base.turn"
    held, choice = stance.hands[me], drawable(bout, stance, me)
    spent = "" if stance.left(me, "minor") else "no minor action left"
    if spent or held or not choice:
        why = spent or ("something is in hand" if held else "nothing to draw")
        yield Refusal(me, "draw", why, clause)
    else:
        yield from (Action(me, "draw", NOBODY, (weapon,), (clause,)) for weapon in choice)
    for verb in ("sheathe", "drop"):
        if spent or not held:
            yield Refusal(me, verb, "nothing is in hand" if not held else spent, clause)
        else:
            yield Action(me, verb, clauses=(clause,))


# How it is done


def attack(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Spend the standard action on one attack; from inside a grapple a contest comes first (hug.base.attack)."""
    yield from ()
    return (yield from _aim(bout, stance, action, "strike"))


def cast(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Spend the standard action on a spell; from inside a grapple a contest comes first (hug.base.spell)."""
    yield from ()
    return (yield from _aim(bout, stance, action, "spell"))


def _aim(bout: Bout, stance: Stance, action: Action, word: str) -> Procedure:
    """Spend the action, then the contest if there must be one, then the roll."""
    me, (means, *how) = action.by, action.details
    stance = stance.spend(me, "standard")
    care = ("careful",) if "careful" in how else ()
    item = (word, me, action.target, means, *care)
    if not stance.partners(me):
        return stance.due(item)
    return (yield from grappling.attack(bout, stance, action, how[0], item))


class Blow(Struct, frozen=True):
    """One attack or spell, all its numbers known.

    Attributes:
        by, foe: whose it is, and at whom.
        label: what it is made with.
        parts: the attacker's, the skill first.
        guard: what the target's defence adds to 10.
        dice: the damage; "" for none.
        care: declared careful.
        cites: the clause of the roll.
        table: the clause of the damage dice, where they are the table's.
    """

    by: int
    foe: int
    label: str
    parts: tuple[Part, ...]
    guard: tuple[Part, ...]
    dice: str
    care: bool
    cites: tuple[str, ...]
    table: tuple[str, ...] = ()


def strike(bout: Bout, stance: Stance, me: int, foe: int, means: str, care: str = "") -> Procedure:
    """One attack with a weapon or bare hands (hug.base.attack)."""
    clause = "hug.base.attack"
    fighter: Fighter = bout.fighters[me]
    arm, table = _arm(fighter, means)
    if means == "unarmed" and fighter.unarmed is not None:
        skill = Part(me, "unarmed", fighter.unarmed, clause)
    else:
        skill = Part(me, "melee", fighter.melee, clause)
    abilities = () if arm.ranged else fighter.abilities
    parts = (
        skill,
        *(Part(me, ability.name, ability.bonus, clause) for ability in abilities),
        *_footing(bout, stance, me, foe, melee=not arm.ranged),
        *grappling.penalty(bout, stance, me, foe, handy=arm.handy, spell=False),
    )
    guard = _guard(bout, stance, foe, "reflex")
    return (yield from _hit(bout, stance, Blow(me, foe, means, parts, guard, arm.dice, bool(care), (clause,), table)))


def spell(bout: Bout, stance: Stance, me: int, foe: int, name: str, care: str = "") -> Procedure:
    """One spell: rolled like an attack, or without a roll at all (hug.base.spell)."""
    clause = "hug.base.spell"
    known: Spell = next(spell for spell in bout.fighters[me].spells if spell.name == name)
    if known.bonus is None:
        yield Tell(f"{{0}} casts {name} on {{1}}.", (me, foe), (clause,), done=True)
        damage = harm.Damage(me, known.dice, name, (clause,))
        return (yield from harm.wound(bout, stance, foe, damage)) if known.dice else stance
    parts = (
        Part(me, name, known.bonus, clause),
        *_footing(bout, stance, me, foe, melee=False),
        *grappling.penalty(bout, stance, me, foe, handy=False, spell=True),
    )
    guard = _guard(bout, stance, foe, known.against)
    return (yield from _hit(bout, stance, Blow(me, foe, name, parts, guard, known.dice, bool(care), (clause,))))


def _hit(bout: Bout, stance: Stance, blow: Blow) -> Procedure:
    """Roll to hit, and harm whoever is hit."""
    me, foe = blow.by, blow.foe
    other = outside.at_risk(stance, me, foe)
    upto, why = outside.stray(warily=blow.care) if other is not None else (0, ())
    care = (outside.careful(me),) if blow.care else ()
    parts = (*blow.parts, *stance.granted(me, "attack"), *care, check.defence(foe), *blow.guard)
    answer = yield check.attack_roll(bout, me, foe, parts, upto, (*blow.cites, *why))
    struck = foe
    if answer == "miss":
        yield Tell("{0} misses {1}.", (me, foe), blow.cites)
        return stance
    if answer == "stray" and other is not None:
        struck = other
        yield Tell("{0} hits {1} by mistake.", (me, struck), why)
    else:
        # An opportunity attack is not what the action it interrupts is for.
        yield Tell("{0} hits {1}.", (me, foe), blow.cites, done=me == stance.turn)
    if not blow.dice:
        return stance
    full = check.full_damage(answer)
    damage = harm.Damage(me, blow.dice, blow.label, (*blow.cites, *blow.table, *full), full=bool(full))
    return (yield from harm.wound(bout, stance, struck, damage))


def _guard(bout: Bout, stance: Stance, foe: int, against: str) -> tuple[Part, ...]:
    """The defence of `foe`; the shield helps reflex alone (hug.base.spell)."""
    fighter: Fighter = bout.fighters[foe]
    if against != "reflex":
        return (Part(foe, against, fighter.defences.get(against, 0), "hug.base.spell"),)
    clause = "hug.base.attack"
    parts = (grappling.reflex(stance, foe, fighter.reflex, clause),)
    return (*parts, grappling.shield(stance, foe, fighter.shield, clause)) if fighter.shield else parts


def _footing(bout: Bout, stance: Stance, me: int, foe: int, *, melee: bool) -> list[Part]:
    """Prone and flanking (hug.base.prone, hug.base.flanking)."""
    parts = []
    if stance.marked(me, "prone"):
        parts.append(Part(me, "prone", -2, "hug.base.prone"))
    if melee and stance.marked(foe, "prone"):
        parts.append(Part(me, "prone target", 2, "hug.base.prone"))
    if not (melee and bout.space.mapped):
        return parts
    helpers = [
        who
        for who in bout.everyone
        if who not in (me, foe) and bout.sides[who] == bout.sides[me] and bout.fit(stance, who)
        if bout.space.opposite(stance, me, foe, who)
    ]
    bonuses = [grappling.flank(stance, me, who, Part(me, "flanking", 2, "hug.base.flanking")) for who in helpers]
    return parts + sorted(bonuses, key=lambda part: -part.value)[:1]


def move(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A move action, one square an answer (hug.base.turn)."""
    me = action.by
    yield Tell("{0} moves.", (me,), ("hug.base.turn",), done=True)
    return _pay_move(stance, me).due(("stride", me, str(bout.fighters[me].movement), "first"))


def stride(bout: Bout, stance: Stance, me: int, squares: str, which: str) -> Procedure:
    """One square of a move, and the next if you like (hug.base.turn)."""
    cell = stance.cells[me]
    ways = bout.space.ways(stance, cell)
    if not ways:
        return stance
    way = yield Choose(me, ways if which == "first" else ("stop", *ways), ("hug.base.turn",))
    if way == "stop":
        return stance
    (there,) = bout.space.run(stance, cell, way, 1)
    left = int(squares) - 1
    stance = stance.place(me, there)
    return stance.due(("stride", me, str(left), "next")) if left else stance


def stand(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Stand up (hug.base.prone)."""
    yield Tell("{0} stands up.", (action.by,), ("hug.base.prone",), done=True)
    return _pay_move(stance, action.by).unmark(action.by, "prone")


def ready(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Draw, sheathe or drop what is in hand, a minor action (hug.base.turn)."""
    me, held = action.by, stance.hands[action.by]
    thing = action.details[0] if action.verb == "draw" else held
    verbs = {"draw": "draws", "sheathe": "sheathes", "drop": "drops"}
    yield Tell(f"{{0}} {verbs[action.verb]} the {thing.replace('_', ' ')}.", (me,), ("hug.base.turn",), done=True)
    stance = stance.spend(me, "minor").wield(me, thing if action.verb == "draw" else "")
    return stance.mark(me, f"dropped-{thing}") if action.verb == "drop" else stance


def pass_turn(bout: Bout, stance: Stance, action: Action) -> Procedure:  # noqa: ARG001 - every rule is called so
    """Let the rest of the turn go (hug.base.turn)."""
    yield Tell("{0} passes.", (action.by,), ("hug.base.turn",), done=True)
    return stance.budget(action.by)


def initiative(bout: Bout, stance: Stance) -> Procedure:
    """Everybody rolls; ties go to the higher bonus, then to who was named first (hug.base.initiative)."""
    clause = "hug.base.initiative"
    parts = tuple(Part(who, "initiative", bout.fighters[who].initiative, clause) for who in bout.everyone)
    reading = Ranking(tuple(part.value for part in parts), "modifier")
    dice = tuple(check.d20(who, "initiative") for who in bout.everyone)
    order = yield Roll(dice, reading, parts, (clause,))
    yield Tell("{0} goes first.", (order[0],), (clause,))
    return stance.ordered(order)
