"""A fighter of `srd35`: what a stat block says, as far as a grapple asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tussle.ask.dice import parse_dice
from tussle.errors import Unreadable
from tussle.rules.srd35.gear import GEAR

__all__ = [
    "QUICK",
    "Feat",
    "Fighter",
    "Item",
    "Natural",
    "Spell",
    "Weapon",
    "ability_modifier",
    "things_of",
    "weigh_in",
]

Bonus: TypeAlias = Annotated[int, Meta(ge=-40, le=200)]
Score: TypeAlias = Annotated[int, Meta(ge=1, le=120)]
Defence: TypeAlias = Annotated[int, Meta(ge=-20, le=150)]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Feet: TypeAlias = Annotated[int, Meta(ge=0, le=600)]
Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_'-]{0,39}$")]
DiceWord: TypeAlias = Annotated[str, Meta(pattern="^([0-9]{0,2}d[0-9]{1,3})?$")]
Size: TypeAlias = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]
Feat: TypeAlias = Literal["combat_reflexes", "improved_grapple", "improved_unarmed_strike", "weapon_finesse"]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as this fighter wields it; those of the table need none.

    Attributes:
        name: a word, as it stands in actions.
        dice: its damage, as in 1d8; "": none.
        light, two_handed, ranged: how it is held.
        nonlethal: its damage is nonlethal.
        threat: the lowest natural face that threatens a critical hit, 12 to 20.
        multiplier: what a critical hit multiplies damage by, 2 to 4.
        bonus: the printed attack bonus; none: from base attack bonus, Strength and size.
        plus: the printed bonus to damage; none: from Strength.
        magic: an enhancement bonus to attack and damage, where none is printed.
    """

    name: Word
    dice: DiceWord = ""
    light: bool = False
    two_handed: bool = False
    ranged: bool = False
    nonlethal: bool = False
    threat: Annotated[int, Meta(ge=12, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=2, le=4)] = 2
    bonus: Bonus | None = None
    plus: Bonus | None = None
    magic: Annotated[int, Meta(ge=0, le=10)] = 0


class Natural(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A natural weapon.

    Attributes:
        name: a word, as it stands in actions: claw, bite.
        bonus: its attack bonus as printed for a full attack, a secondary one's −5 included; none: worked out.
        dice: its damage; "": none.
        plus: the bonus to damage; none: from Strength.
        count: how many of them a full attack has, 1 to 20.
        threat, multiplier: as for a weapon.
    """

    name: Word
    bonus: Bonus | None = None
    dice: DiceWord = ""
    plus: Bonus | None = None
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    threat: Annotated[int, Meta(ge=12, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=2, le=4)] = 2


class Spell(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A spell (srd35.grappling.cast).

    Attributes:
        name: a word, as it stands in actions.
        level: 0 to 9.
        casting: its casting time: a free action, a standard action, a full round, or longer.
        verbal, somatic: whether it has these components.
        material, focus: whether it needs one in hand.
        precise: of the sort that takes precise and careful action.
        dice: its damage to a target, lethal, without a roll to hit; "": none.
    """

    name: Word
    level: Annotated[int, Meta(ge=0, le=9)] = 0
    casting: Literal["free", "standard", "full-round", "long"] = "standard"
    verbal: bool = True
    somatic: bool = False
    material: bool = False
    focus: bool = False
    precise: bool = False
    dice: DiceWord = ""


class Item(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A magic item (srd35.grappling.item).

    Attributes:
        name: a word, as it stands in actions.
        kind: how it is activated.
        dice: its damage to a target, lethal, without a roll to hit; "": none.
    """

    name: Word
    kind: Literal["command", "trigger", "completion", "potion"] = "command"
    dice: DiceWord = ""


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """A fighter of `srd35`.

    Attributes:
        size: fine to colossal.
        kind: the creature type, a word; constructs and undead take no nonlethal damage.
        bab: the base attack bonus, −40 to 200; none: not known, so one attack, its bonus worked out from `grapple`.
        strength, dexterity: scores, 1 to 120; none: a creature without one.
        grapple: the grapple modifier as published; it is used in place of the sum of its parts.
        racial_grapple: a racial bonus on grapple checks.
        larger: how many sizes larger it counts on grapple checks, 0 to 2.
        better_ability: grapples by the better of Strength and Dexterity.
        attack_bonus: a bonus on all attack rolls that is no weapon's.
        melee: the melee attack bonus with bare hands; none: worked out.
        ac, touch: the armour class against attacks and touch attacks, −20 to 150.
        flat_footed: the armour class without Dexterity and dodge; none: worked out from Dexterity.
        dodge: how much of the armour class is dodge, 0 to 60.
        hp: hit points, 1 to 5000.
        speed: feet a move action covers, 0 to 600.
        reach: feet, 0 to 600.
        initiative: the bonus to the roll; none: the Dexterity modifier.
        feats: combat_reflexes, improved_grapple, improved_unarmed_strike, weapon_finesse.
        improved_grab: its tries to grapple provoke nothing.
        monk: the monk level, 0 to 20.
        unarmed: the dice of its unarmed strike; "": those of its size and monk level.
        natural: its natural weapons, primary first.
        hand: what is in hand when the bout begins; "" is nothing.
        carries: what can be drawn.
        weapons: weapons the table does not have, or that differ from it.
        spells, items: what it can cast and activate.
        worn: well-secured things it wears.
        concentration: the total bonus.
        escape_artist: the bonus before armour; none: the Dexterity modifier.
        armour_check: the armour check penalty, 0 to 60, taken off.
        body: solid, incorporeal, or a swarm.
    """

    size: Size = "medium"
    kind: Annotated[str, Meta(pattern="^[a-z][a-z_ -]{0,29}$")] = "humanoid"
    bab: Bonus | None = None
    strength: Score | None = 10
    dexterity: Score | None = 10
    grapple: Bonus | None = None
    racial_grapple: Bonus = 0
    larger: Annotated[int, Meta(ge=0, le=2)] = 0
    better_ability: bool = False
    attack_bonus: Bonus = 0
    melee: Bonus | None = None
    ac: Defence = 10
    touch: Defence = 10
    flat_footed: Defence | None = None
    dodge: Small = 0
    hp: Annotated[int, Meta(ge=1, le=5000)] = 10
    speed: Feet = 30
    reach: Feet = 5
    initiative: Bonus | None = None
    feats: tuple[Feat, ...] = ()
    improved_grab: bool = False
    monk: Annotated[int, Meta(ge=0, le=20)] = 0
    unarmed: DiceWord = ""
    natural: tuple[Natural, ...] = ()
    hand: Annotated[str, Meta(max_length=40)] = ""
    carries: tuple[Word, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    items: tuple[Item, ...] = ()
    worn: tuple[Word, ...] = ()
    concentration: Bonus = 0
    escape_artist: Bonus | None = None
    armour_check: Small = 0
    body: Literal["solid", "incorporeal", "swarm"] = "solid"


QUICK = {
    **{
        word: word
        for word in (
            "grapple",
            "touch",
            "ac",
            "hp",
            "bab",
            "size",
            "kind",
            "strength",
            "dexterity",
            "melee",
            "speed",
            "reach",
            "initiative",
            "hand",
            "carries",
            "worn",
            "monk",
            "concentration",
        )
    },
    "str": "strength",
    "dex": "dexterity",
    "flat": "flat_footed",
    "feat": "feats",
    "escape": "escape_artist",
}
"""The words of the quick form."""


def ability_modifier(score: int | None) -> int:
    """What a score adds; no score adds nothing."""
    return 0 if score is None else (score - 10) // 2


def things_of(fighter: Fighter) -> tuple[str, ...]:
    """All the weapons the fighter has, in hand first."""
    return (*((fighter.hand,) if fighter.hand else ()), *fighter.carries)


def weigh_in(fighter: Fighter) -> None:
    """Check what the ranges of single fields cannot.

    Raises:
        Unreadable: a weapon nobody knows, two things of one name, dice out of range.
    """
    own = [weapon.name for weapon in fighter.weapons]
    held = things_of(fighter)
    for name in held:
        if name not in own and name not in GEAR:
            raise Unreadable(
                f"the fighter holds or carries {name[:40]!r}, which is no weapon of the table or of its own"
            )
    _once("weapon", own)
    _once("held or carried weapon", held)
    _once("natural weapon", [natural.name for natural in fighter.natural])
    _once("spell", [spell.name for spell in fighter.spells])
    _once("item", [item.name for item in fighter.items])
    _once("worn thing", fighter.worn)
    _once("feat", fighter.feats)
    taken = {"unarmed", "grab", "no"} & {*own, *(natural.name for natural in fighter.natural)}
    if taken or set(own) & {natural.name for natural in fighter.natural}:
        raise Unreadable(f"the fighter's weapon {min(taken or own)!r} has a name that is taken: choose another")
    for dice in (
        *(weapon.dice for weapon in fighter.weapons),
        *(natural.dice for natural in fighter.natural),
        *(spell.dice for spell in fighter.spells),
        *(item.dice for item in fighter.items),
        fighter.unarmed,
    ):
        if dice:
            parse_dice(dice)
    if fighter.bab is None and fighter.grapple is None:
        raise Unreadable("the fighter has neither bab nor grapple: give its base attack bonus or its grapple modifier")
    if fighter.flat_footed is not None and fighter.flat_footed > fighter.ac:
        raise Unreadable(f"the fighter's flat_footed {fighter.flat_footed} is more than its ac {fighter.ac}")


def _once(what: str, names: Iterable[str]) -> None:
    listed = list(names)
    for name in listed:
        if listed.count(name) > 1:
            raise Unreadable(f"the fighter has the {what} {name!r} twice: name it once")
