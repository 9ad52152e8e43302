"""Base rules: attacks, armour class, the base bonuses, initiative (chapter `base`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.ask.totals import Excess, Ranks
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.cphera import ap, check, grappling, harm, pin, start
from tussle.rules.cphera.fighter import WEAPONS, Fighter, Weapon, weapons_of

__all__ = [
    "arm",
    "arms",
    "attack",
    "attack_bonus",
    "attacks",
    "defence_bonus",
    "denied",
    "drawable",
    "free_hand",
    "guard",
    "initiative",
    "share",
    "shares",
    "strike",
    "threatens",
]

FISTS = Weapon("fists", "d3", light=True, hands=0)


# What somebody has


def arm(fighter: Fighter, name: str) -> Weapon:
    """A weapon by name; unarmed is as good as light."""
    if name in harm.UNARMED:
        return FISTS
    own = {weapon.name: weapon for weapon in fighter.weapons}
    return own.get(name) or WEAPONS[name]


def free_hand(bout: Bout, stance: Stance, me: int) -> bool:
    """Whether a hand is free: neither what is in hand nor what keeps the other busy takes both."""
    fighter: Fighter = bout.fighters[me]
    held = stance.hands[me]
    return (arm(fighter, held).hands if held else 0) + int(fighter.busy) < 2


def arms(bout: Bout, stance: Stance, me: int) -> tuple[str, ...]:
    """All that `me` can attack with: what is in hand, its body's weapons, fists, or without a free hand a kick."""
    held = stance.hands[me]
    natural = (weapon.name for weapon in bout.fighters[me].weapons if weapon.natural)
    unarmed = "fists" if free_hand(bout, stance, me) else "kick"
    return (*((held,) if held else ()), *natural, unarmed)


def drawable(bout: Bout, stance: Stance, me: int) -> tuple[str, ...]:
    """What `me` has and could draw."""
    return tuple(weapon for weapon in weapons_of(bout.fighters[me]) if weapon != stance.hands[me])


def threatens(bout: Bout, stance: Stance, me: int, foe: int) -> bool:
    """Whether `me` can strike there: the next hex, or as far as a weapon in its hands or of its body reaches."""
    weapons = [arm(bout.fighters[me], name) for name in arms(bout, stance, me)]
    return bout.space.near(stance, me, foe, max(weapon.reach for weapon in weapons if not weapon.ranged))


# The base bonuses


def shares(bout: Bout, stance: Stance, who: int) -> tuple[int, int]:
    """Base attack and base defence bonus now (cphera.base.bonus)."""
    fighter: Fighter = bout.fighters[who]
    for word in stance.marks[who]:
        if word.startswith("attack-"):
            attack = int(word.removeprefix("attack-"))
            return attack, fighter.attack + fighter.defence - attack
    return fighter.attack, fighter.defence


def attack_bonus(bout: Bout, stance: Stance, who: int) -> Part:
    """The base attack bonus as a share of a total (cphera.base.bonus)."""
    return Part(who, "base attack", shares(bout, stance, who)[0], "cphera.base.bonus")


def defence_bonus(bout: Bout, stance: Stance, who: int) -> Part:
    """The base defence bonus as a share of a total (cphera.base.bonus)."""
    return Part(who, "base defence", shares(bout, stance, who)[1], "cphera.base.bonus")


def share(bout: Bout, stance: Stance, me: int) -> Procedure:
    """At the start of the own turn both are shared out anew, where the ruling says so (cphera.base.bonus)."""
    fighter: Fighter = bout.fighters[me]
    whole = fighter.attack + fighter.defence
    if not bout.fit(stance, me):
        return stance
    choice = yield Choose(me, tuple(f"attack-{points}" for points in range(whole + 1)), ("cphera.base.bonus",))
    stance = stance.unmark(me, *(word for word in stance.marks[me] if word.startswith("attack-")))
    return stance if choice == f"attack-{fighter.attack}" else stance.mark(me, choice)


# Armour class


def denied(stance: Stance, foe: int, me: int) -> str:
    """The clause by which `foe` is denied Agility against `me`; "" where it is not."""
    return pin.denied(stance, foe, me) or start.denied(stance, foe, me)


def guard(bout: Bout, stance: Stance, me: int, foe: int, clause: str, *, melee: bool = True) -> tuple[Part, ...]:
    """What an attack of `me` on `foe` has to reach, without armour.

    Args:
        clause: whose attack it is: the base of armour class and what Agility adds rest on it.
    """
    fighter: Fighter = bout.fighters[foe]
    why = denied(stance, foe, me)
    if why:
        agility: tuple[Part, ...] = (Part(foe, "Agility", 0, why),)
    elif fighter.agility:
        agility = (Part(foe, "Agility", fighter.agility, clause), *ap.lowered(bout, stance, foe))
    else:
        agility = ()
    return (
        Part(foe, "base", 10, clause),
        *agility,
        defence_bonus(bout, stance, foe),
        *((Part(foe, "dodge", fighter.dodge, clause),) if fighter.dodge else ()),
        *harm.prone(stance, foe, melee=melee),
        *harm.bare(bout, stance, foe),
    )


# Attacks


def attacks(bout: Bout, stance: Stance, me: int, how: str = "") -> Iterator[Action | Refusal]:
    """Whom `me` can attack, and with what (cphera.base.attack)."""
    for foe in bout.everyone:
        action = Action(me, "attack", foe, (), ("cphera.base.attack",))
        yield from attacks_on(bout, stance, action, ap.manner(stance, action, how))


def attacks_on(bout: Bout, stance: Stance, action: Action, how: str) -> Iterator[Action | Refusal]:
    """The ways to attack one other (cphera.base.attack)."""
    me, foe, clause = action.by, action.target, "cphera.base.attack"
    if me == foe or not bout.fit(stance, foe):
        yield Refusal(me, "attack", "not oneself" if me == foe else "already out", clause, foe)
        return
    refused = ap.not_open(bout, stance, me, "attack", foe) if how == "lasting" else None
    refused = refused or grappling.only_partners(stance, me, "attack", foe)
    refused = refused or ap.short(bout, stance, action, ap.costs("attack", how))
    if refused:
        yield refused
        return
    for name in arms(bout, stance, me):
        weapon = arm(bout.fighters[me], name)
        unfit = grappling.unfit(bout, stance, me, foe, weapon)
        if unfit:
            yield unfit
        elif weapon.ranged and how:
            yield Refusal(me, "attack", "off turn only what it threatens", clause, foe)
        elif weapon.ranged or bout.space.near(stance, me, foe, weapon.reach):
            yield Action(me, "attack", foe, (name,), action.clauses)
        else:
            yield Refusal(me, "attack", "out of reach", clause, foe)


def attack(bout: Bout, stance: Stance, action: Action, how: str = "") -> Procedure:
    """Pay for one attack; untrained fists present an opening first (cphera.base.attack)."""
    me, foe, (means,) = action.by, action.target, action.details
    how = ap.manner(stance, action, how)
    yield Tell("{0} attacks {1}.", (me, foe), ap.priced())
    stance = ap.exploit(bout, stance, me, how)
    inviting: tuple[tuple[str | int, ...], ...] = ()
    if means in harm.UNARMED and bout.fighters[me].fists == "untrained":
        inviting = ap.openings(bout, stance, me, (foe,) if how else ())
    item = ("strike", me, foe, means, *((how,) if how else ()))
    return ap.pay(bout, stance, me, ap.costs("attack", how), *inviting, item)


class Blow(Struct, frozen=True):
    """One attack, all its numbers known.

    Attributes:
        me, foe: whose it is, at whom.
        weapon: what it is made with.
        parts: of both: the attacker's make the bonus, the target's the armour class.
        damage: what a plain hit does.
        denied: whether the target is denied Agility.
        main: whether it is what the action is for.
    """

    me: int
    foe: int
    weapon: Weapon
    parts: tuple[Part, ...]
    damage: harm.Damage
    denied: bool
    main: bool


def strike(bout: Bout, stance: Stance, me: int, foe: int, means: str, how: str = "") -> Procedure:
    """One attack: d20 + Strength + base attack bonus against armour class (cphera.base.attack).

    Args:
        how: `reaction` and `lasting` as in `ap.manner`; `theirs`: with the weapon the target holds.
    """
    clause, fighter = "cphera.base.attack", bout.fighters[me]
    stance = yield from pin.window(bout, stance, foe, me)
    weapon = arm(bout.fighters[foe if how == "theirs" else me], means)
    if not _can_strike(bout, stance, me, foe, weapon, how):
        yield Tell("{0} cannot strike {1} any more.", (me, foe), (clause,))
        return stance
    if means in harm.UNARMED:
        stance = stance.mark(me, "bare")
    target = guard(bout, stance, me, foe, clause, melee=not weapon.ranged)
    parts = (
        attack_bonus(bout, stance, me),
        Part(me, "Strength", fighter.strength, clause),
        *harm.kick(me, fighter, means),
        *grappling.penalty(stance, me, foe, weapon, how),
        *(yield from harm.burden(bout, stance, me)),
        *stance.granted(me, "attack"),
        *target,
        *((Part(foe, "armour", bout.fighters[foe].armour, clause),) if bout.fighters[foe].armour else ()),
    )
    dice, kind = harm.fists(fighter) if means in harm.UNARMED else (weapon.dice, "lethal")
    strength = Part(me, "Strength", fighter.strength, harm.unarmed() if means in harm.UNARMED else clause)
    damage = harm.Damage(me, dice, means, kind, (strength,), (clause,))
    blow = Blow(me, foe, weapon, parts, damage, bool(denied(stance, foe, me)), how != "reaction")
    return (yield from _hit(bout, stance, blow))


def _can_strike(bout: Bout, stance: Stance, me: int, foe: int, weapon: Weapon, how: str) -> bool:
    """Whether the blow can still be struck when it comes to it."""
    if not (bout.fit(stance, me) and bout.fit(stance, foe)) or pin.pinners(stance, me):
        return False
    if start.partners(stance, me) and foe not in start.partners(stance, me):
        return False
    if how == "lasting" and not ap.open_to(stance, foe, me):
        return False
    return weapon.ranged or bout.space.near(stance, me, foe, weapon.reach)


def _hit(bout: Bout, stance: Stance, blow: Blow) -> Procedure:
    """Roll to hit, and harm whoever is hit; a hit also spoils what the target was doing (cphera.base.attack)."""
    me, foe, clause = blow.me, blow.foe, "cphera.base.attack"
    edge = check.total(blow.parts, me) - check.total(blow.parts, foe)
    reading = Excess(edge, step=harm.STEP if blow.denied else 0, top=harm.is_critical(bout))
    dice = (check.d20(me, blow.damage.label),)
    answer = yield Roll(dice, reading, blow.parts, (clause, *check.natural(edge)))
    if answer == "miss":
        yield Tell("{0} misses {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} hits {1}.", (me, foe), (clause,), done=blow.main)
    doubled = False
    if answer == "top":
        again = yield Roll(dice, Excess(edge), blow.parts, (harm.critical(),))
        doubled = again == "hit"
        answer = max(0, check.NUMBER + edge) // harm.STEP if blow.denied else "hit"
    damage = harm.Damage(
        me,
        blow.damage.dice,
        blow.damage.label,
        blow.damage.kind,
        (*blow.damage.parts, *(harm.overflow(me, answer) if isinstance(answer, int) else ())),
        blow.damage.cites,
        doubled=doubled,
    )
    waiting = ap.pending(stance, foe)
    if waiting is None:
        return (yield from harm.wound(bout, stance, foe, damage))
    amount = None
    if waiting[0] == "spell":
        amount = yield from harm.measure(bout, foe, damage)
    stance = yield from harm.wound(bout, stance, foe, damage, amount)
    return (yield from ap.spoil(bout, stance, foe, amount or 0))


# Initiative


def initiative(bout: Bout, stance: Stance) -> Procedure:
    """Everybody rolls d20 + Speed; equals roll again among themselves (cphera.base.initiative)."""
    clause = "cphera.base.initiative"
    parts = tuple(Part(who, "Speed", bout.fighters[who].speed, clause) for who in bout.everyone)
    reading = Ranks(tuple(part.value for part in parts), "again")
    dice = tuple(check.d20(who, "initiative") for who in bout.everyone)
    order = yield Roll(dice, reading, parts, (clause,))
    yield Tell("{0} goes first.", (order[0][0],), (clause,))
    return stance.ordered(tuple(who for (who,) in order))
