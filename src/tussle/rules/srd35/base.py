"""Base rules: turns and actions, attack rolls and armour class, initiative (chapter `base`)."""

from __future__ import annotations

from tussle.ask.order import Order
from tussle.ask.readings import Hits
from tussle.ask.requests import Part, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.rules.srd35 import check, gear, grappling, group, harm, pin, start
from tussle.rules.srd35.fighter import Fighter, ability_modifier, things_of

__all__ = [
    "BUDGETS",
    "acting",
    "affordable",
    "armour_class",
    "attack_parts",
    "begin_turn",
    "damage",
    "drawable",
    "drop",
    "drop_out",
    "drops",
    "end_turn",
    "escape_artist",
    "fresh_opportunities",
    "initiative",
    "lasting",
    "lethal_blow",
    "moved",
    "next_turn",
    "pass_turn",
    "pay",
    "roll_to_hit",
    "secondary",
    "situation",
    "slow_down",
    "tidy",
    "without_dexterity",
]

BUDGETS = ("standard", "move", "attacks", "natural", "quickened", "step", "opportunity")
"""What a turn spends: the two actions, the attacks left of a full attack (by base attack bonus, or natural), a spell
cast as a free action, a 5-foot step; and the attacks of opportunity left until the next turn."""


# Actions


def affordable(stance: Stance, me: int, verb: str, cost: str, foe: int = NOBODY) -> Refusal | None:
    """Why an action cannot be paid for: a standard, a move or a full-round action, or a free spell.

    One of each of standard and move, or a full-round action; a standard may become a move (srd35.base.actions).
    """
    left = {word: stance.left(me, word) for word in ("standard", "move", "quickened")}
    clause = "srd35.base.actions"
    if cost == "standard" and not left["standard"]:
        return Refusal(me, verb, "no standard action left", clause, foe)
    if cost == "move" and not (left["standard"] or left["move"]):
        return Refusal(me, verb, "no move and no standard action left", clause, foe)
    if cost == "full" and not (left["standard"] and left["move"]):
        return Refusal(me, verb, "a full-round action takes the whole turn", clause, foe)
    if cost == "free" and not left["quickened"]:
        return Refusal(me, verb, "one spell a round is cast as a free action", clause, foe)
    return None


def pay(stance: Stance, me: int, cost: str) -> Stance:
    """The actions left after one of that cost (srd35.base.actions).

    A move after the first attack gives up the rest of a full attack; who is disabled is strained by a standard one.
    """
    if cost == "free":
        return stance.spend(me, "quickened")
    if cost == "move":
        left = dict(stance.budgets[me])
        word = "move" if left.get("move") else "standard"
        left[word] = 0
        return stance.budget(me, **{**left, "attacks": 0, "natural": 0})
    if stance.standing[me] == "disabled":
        stance = stance.due(("strain", me))
    stance = stance.spend(me, "standard")
    return stance.spend(me, "move") if cost == "full" else stance


def moved(stance: Stance, me: int) -> Stance:
    """Who has moved takes no 5-foot step."""
    return stance.budget(me, **{**dict(stance.budgets[me]), "step": 0})


def tidy(stance: Stance) -> Stance:
    """What no longer matters is forgotten: which attack was a natural one, when none is left."""
    me = stance.turn
    if me == NOBODY or stance.left(me, "attacks") or not stance.marked(me, "natural-used"):
        return stance
    return stance.unmark(me, "natural-used")


def slow_down(stance: Stance, me: int) -> Stance:
    """Staggered or disabled in the middle of a turn: one action a turn, so none after the first."""
    if stance.turn != me:
        return stance
    left = dict(stance.budgets[me])
    fresh = bool(left.get("standard") and left.get("move"))
    return stance.budget(me, **{**left, "standard": int(fresh), "move": 0, "attacks": 0, "natural": 0})


def drop_out(stance: Stance, me: int) -> Stance:
    """Who falls has nothing left to spend, and no mark of the turn."""
    return _end_marks(stance, me).budget(me).unmark(me, "charging")


def _end_marks(stance: Stance, me: int) -> Stance:
    """What is true of a fighter for its own turn alone."""
    kept = (word for word in stance.marks[me] if word.startswith("kept-by-"))
    return stance.unmark(me, "stepped", "natural-used", *kept)


# Turns


def begin_turn(bout: Bout, stance: Stance, me: int) -> Stance:
    """The turn of `me` begins: actions and attacks of opportunity are refilled, a charge is over.

    What lapses just before it, and the turn of who is dying, come on the agenda.
    """
    fighter: Fighter = bout.fighters[me]
    stance = stance.begin(me).unmark(me, "flat-footed", "charging")
    if stance.standing[me] == "dying":
        return stance.due(("dying", me))
    if not group.conscious(stance, me):
        return stance
    if group.able(stance, me):
        whole = stance.standing[me] == "up"
        quickened = any(spell.casting == "free" for spell in fighter.spells)
        stance = stance.budget(
            me,
            standard=1,
            move=int(whole),
            quickened=int(quickened),
            step=int(bout.space.mapped and fighter.speed >= 5),
            opportunity=start.opportunities(fighter, stance.marks[me]),
        )
    return pin.turn_begins(bout, stance, me)


def fresh_opportunities(fighter: Fighter, marks: tuple[str, ...] = ()) -> tuple[tuple[str, int], ...]:
    """The budgets of who waits for a turn."""
    left = start.opportunities(fighter, marks)
    return (("opportunity", left),) if left else ()


def end_turn(bout: Bout, stance: Stance) -> Stance:
    """The turn ends, and the next fighter in order begins one."""
    me = stance.turn
    if me != NOBODY:
        kept = stance.left(me, "opportunity")
        stance = _end_marks(stance, me).budget(me, opportunity=kept)
    order = stance.after(me) if me != NOBODY else stance.order
    who = order[0]
    if me != NOBODY and stance.order.index(who) <= stance.order.index(me):
        stance = group.new_round(bout, stance)
    return begin_turn(bout, stance, who)


def pass_turn(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Let the rest of the turn go (srd35.base.actions)."""
    yield Tell("{0} ends the turn.", (action.by,), ("srd35.base.actions",), done=True)
    return pin.turn_ends(bout, stance, action.by) or end_turn(bout, stance)


def acting() -> tuple[str, ...]:
    """The clause by which anything is done that takes an action (srd35.base.actions)."""
    return ("srd35.base.actions",)


def drops(stance: Stance, me: int) -> Action | Refusal:
    """Dropping what is in hand is free (srd35.base.actions)."""
    clause = "srd35.base.actions"
    return (
        Action(me, "drop", NOBODY, (), (clause,))
        if stance.hands[me]
        else Refusal(me, "drop", "nothing in hand", clause)
    )


def drop(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Drop what is in hand (srd35.base.actions)."""
    me, held = action.by, stance.hands[action.by]
    yield Tell(f"{{0}} drops the {held.replace('_', ' ')}.", (me,), ("srd35.base.actions",), done=True)
    stance = stance.wield(me, "").mark(me, f"dropped-{held}")
    if start.opportunities(bout.fighters[me], stance.marks[me]):
        return stance
    return stance.budget(me, **{**dict(stance.budgets[me]), "opportunity": 0})


def drawable(bout: Bout, stance: Stance, me: int, verb: str) -> tuple[tuple[str, ...], Refusal | None]:
    """What can be drawn into an empty hand with a move action, or why nothing can (srd35.base.actions)."""
    clause = "srd35.base.actions"
    if stance.hands[me]:
        return (), Refusal(me, verb, "something is in hand: drop it first", clause)
    names = tuple(name for name in things_of(bout.fighters[me]) if not stance.marked(me, f"dropped-{name}"))
    if not names:
        return (), Refusal(me, verb, "nothing to draw", clause)
    return names, affordable(stance, me, verb, "move")


def next_turn(bout: Bout, stance: Stance) -> Procedure:
    """The turn goes on to the next fighter."""
    yield from ()
    return end_turn(bout, stance)


def initiative(bout: Bout, stance: Stance) -> Procedure:
    """Everybody rolls; ties go to the higher modifier, then are rolled again (srd35.base.initiative).

    Until the first turn of each, all are flat-footed.
    """
    clause = "srd35.base.initiative"
    fighters: tuple[Fighter, ...] = bout.fighters
    bonuses = [
        ability_modifier(fighter.dexterity) if fighter.initiative is None else fighter.initiative
        for fighter in fighters
    ]
    parts = tuple(Part(who, "initiative", bonus, clause) for who, bonus in enumerate(bonuses))
    dice = tuple(check.d20(who, "initiative") for who in bout.everyone)
    order = yield Roll(dice, Order(tuple(bonuses)), parts, (clause,))
    yield Tell("{0} goes first.", (order[0],), (clause,))
    for who in bout.everyone:
        stance = stance.mark(who, "flat-footed")
    return stance.ordered(order)


def escape_artist(bout: Bout, me: int) -> tuple[Part, ...]:
    """An Escape Artist check: the skill, and what armour takes off it (srd35.base.escape-artist)."""
    clause = "srd35.base.escape-artist"
    fighter: Fighter = bout.fighters[me]
    skill = ability_modifier(fighter.dexterity) if fighter.escape_artist is None else fighter.escape_artist
    parts = (Part(me, "Escape Artist", skill, clause),)
    return (*parts, Part(me, "armour check", -fighter.armour_check, clause)) if fighter.armour_check else parts


# Attack rolls


def lasting(me: int, fighter: Fighter) -> tuple[Part, ...]:
    """A bonus on all attack rolls that is no weapon's (srd35.base.attack)."""
    return (Part(me, "attack bonus", fighter.attack_bonus, "srd35.base.attack"),) if fighter.attack_bonus else ()


def situation(stance: Stance, me: int) -> tuple[Part, ...]:
    """What lying prone costs on melee attack rolls (srd35.base.attack)."""
    return (Part(me, "prone", -4, "srd35.base.attack"),) if stance.marked(me, "prone") else ()


def lethal_blow(me: int) -> tuple[Part, ...]:
    """−4 on an attack roll to do lethal damage with bare hands (srd35.base.attack)."""
    return (Part(me, "lethal", -4, "srd35.base.attack"),)


def attack_parts(bout: Bout, stance: Stance, me: int, arm: gear.Arm, number: int) -> tuple[Part, ...]:
    """The parts of an attack roll, but for what a chapter of its own adds (srd35.base.attack)."""
    clause = "srd35.base.attack"
    fighter: Fighter = bout.fighters[me]
    if arm.bonus is not None:
        parts: tuple[Part, ...] = (Part(me, arm.name, arm.bonus, clause),)
    elif arm.unarmed and fighter.melee is not None:
        parts = (Part(me, "melee", fighter.melee, clause),)
    else:
        ability, score = "Strength", ability_modifier(fighter.strength)
        nimble = ability_modifier(fighter.dexterity)
        finesse = "weapon_finesse" in fighter.feats and (arm.light or arm.natural) and nimble > score
        if arm.ranged or finesse or fighter.strength is None:
            ability, score = "Dexterity", nimble
        known = check.unknown(fighter)
        parts = (
            Part(me, "base attack bonus", fighter.bab or 0, clause),
            Part(me, ability, score, clause),
            *((Part(me, "from the grapple modifier", *known),) if known else ()),
            *check.attack_size(bout, me),
            *((Part(me, "magic", arm.magic, clause),) if arm.magic else ()),
            *((Part(me, "secondary", -5, clause),) if secondary(fighter, arm) else ()),
            *lasting(me, fighter),
        )
    melee = () if arm.ranged else situation(stance, me)
    return (*parts, *melee, *grappling.later(me, number), *stance.granted(me, "attack"))


def secondary(fighter: Fighter, arm: gear.Arm) -> bool:
    """Whether it is a natural weapon after the first; printed numbers have what that costs in them already."""
    return arm.natural and arm.name != fighter.natural[0].name


def damage(bout: Bout, me: int, arm: gear.Arm, kind: str, times: int, *, counted: bool) -> harm.Damage:
    """The damage of a weapon: its dice and Strength, with two hands half as much again (srd35.base.attack)."""
    clause = "srd35.base.attack"
    fighter: Fighter = bout.fighters[me]
    strength = ability_modifier(fighter.strength)
    if arm.plus is not None:
        parts: tuple[Part, ...] = (Part(me, arm.name, arm.plus, clause),)
    elif arm.ranged:
        parts = ()
    elif secondary(fighter, arm) and strength > 0:
        parts = (Part(me, "half Strength", strength // 2, clause),)
    else:
        parts = (Part(me, "Strength", strength * 3 // 2 if arm.two_handed and strength > 0 else strength, clause),)
    if arm.magic:
        parts = (*parts, Part(me, "magic", arm.magic, clause))
    return harm.Damage(me, arm.dice, arm.name, kind, parts, (clause,), times, counted)


def roll_to_hit(me: int, parts: tuple[Part, ...], label: str, cites: tuple[str, ...], top: int = 21) -> Roll:
    """The attack roll: a natural 1 misses, a natural 20 hits (srd35.base.attack).

    Args:
        parts: the attacker's make the bonus, the target's the armour class.
        top: from which natural face on a hit is a threat.
    """
    bonus = check.total(parts, me)
    hits = Hits(bonus, sum(part.value for part in parts) - bonus, top=top)
    return Roll((check.d20(me, label),), hits, parts, ("srd35.base.attack", *cites))


def dexterity_in(fighter: Fighter) -> int:
    """What Dexterity adds to the armour class: where it does not lower it, what the flat-footed class says."""
    full = ability_modifier(fighter.dexterity)
    if fighter.flat_footed is None or full < 0:
        return full
    return max(0, fighter.ac - fighter.flat_footed - fighter.dodge)


def without_dexterity(fighter: Fighter) -> int:
    """What a Dexterity of 0 does to the armour class: −5 in place of the bonus, and no dodge."""
    return -5 - dexterity_in(fighter) - fighter.dodge


def armour_class(
    bout: Bout, stance: Stance, me: int, foe: int, *, ranged: bool = False, touch: bool = False
) -> tuple[Part, ...]:
    """The armour class of `foe` as `me` meets it (srd35.base.attack).

    With what grappling, a pin, helplessness and a charge make of it.
    """
    clause = "srd35.base.attack"
    fighter: Fighter = bout.fighters[foe]
    armour = Part(foe, "touch AC" if touch else "AC", fighter.touch if touch else fighter.ac, clause)
    parts = [armour, *_dexterity(bout, stance, me, foe, ranged=ranged), *start.reckless(stance, foe)]
    if stance.marked(foe, "prone"):
        parts.append(Part(foe, "prone", 4 if ranged else -4, clause))
    if stance.marked(foe, "stunned"):
        parts.append(Part(foe, "stunned", -2, clause))
    return tuple(parts)


def _dexterity(bout: Bout, stance: Stance, me: int, foe: int, *, ranged: bool) -> tuple[Part, ...]:
    """What is lost of Dexterity and dodge, and what a pin takes besides (srd35.base.attack)."""
    fighter: Fighter = bout.fighters[foe]
    bonus = max(0, dexterity_in(fighter)) + fighter.dodge
    pinned = pin.exposed(bout, stance, me, foe, ranged=ranged)
    if helpless := group.passive(bout, stance, foe):
        return (helpless, *(part for part in pinned if part.name != helpless.name))
    if any(part.name == "Dexterity 0" for part in pinned):
        return pinned
    lost = grappling.no_dexterity(stance, me, foe, -bonus) if bonus else None
    for word in ("flat-footed", "stunned"):
        if lost is None and bonus and stance.marked(foe, word):
            lost = Part(foe, word, -bonus, "srd35.base.attack")
    return (lost, *pinned) if lost else pinned
