"""A fighter of `cphera`: ability scores, two base bonuses, what is in hand, and the spells it knows."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tussle.ask.dice import parse_dice
from tussle.errors import Unreadable

__all__ = ["QUICK", "WEAPONS", "Fighter", "Spell", "Weapon", "weapons_of", "weigh_in"]

Score: TypeAlias = Annotated[int, Meta(ge=0, le=40)]
Mortal: TypeAlias = Annotated[int, Meta(ge=1, le=40)]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=40)]
Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,29}$")]
DiceWord: TypeAlias = Annotated[str, Meta(pattern="^[0-9]{0,2}d[0-9]{1,3}$")]
Size: TypeAlias = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon.

    Attributes:
        name: a word, as it stands in actions.
        dice: its damage, as in d8.
        light: of use in a grapple.
        natural: part of the body: always at hand, and of use in a grapple.
        ranged: used from afar.
        reach: how many hexes away it strikes, 1 to 5.
        hands: how many it takes, 0 to 2; a natural weapon takes none.
    """

    name: Word
    dice: DiceWord
    light: bool = False
    natural: bool = False
    ranged: bool = False
    reach: Annotated[int, Meta(ge=1, le=5)] = 1
    hands: Annotated[int, Meta(ge=0, le=2)] = 1


class Spell(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A spell. Once it is cast it takes effect without a roll to strike; nothing resists it.

    Attributes:
        name: a word, as it stands in actions.
        dice: its damage, lethal; "" for none.
    """

    name: Word
    dice: Annotated[str, Meta(pattern="^([0-9]{0,2}d[0-9]{1,3})?$")] = ""


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fighter of `cphera`. Scores are about 3 for a novice, 4 or 5 for a strong suit, above 10 beyond human.

    Attributes:
        strength: added to grapple checks, melee attacks and their damage; 0 to 40, like every score.
        agility: what makes one hard to hit; none: a body that cannot dodge at all.
        endurance: takes so much off sublethal harm, and keeps alive below 0; 1 to 40; none: the undead, golems.
        willpower: added to Concentration.
        speed: action points free of penalty, hexes of movement, and the bonus to initiative.
        attack, defence: base attack and defence bonus, 0 to 40.
        fortitude: the base of the Fortitude save, 0 to 40.
        armour: added to armour class against all but touch, 0 to 40.
        dodge: added to armour class against touch too, 0 to 40.
        concentration: the skill, 0 to 40.
        hp: hit points, 1 to 1000.
        size: fine, diminutive, tiny, small, medium, large, huge, gargantuan or colossal.
        fists: untrained or trained: how it fights unarmed.
        hand: what is in hand when the bout begins; "" is nothing.
        busy: the other hand is never free (a shield, a torch).
        carries: what can be drawn.
        weapons: weapons the house table does not have: natural ones, and such to be held or carried.
        spells: the spells it can cast.
    """

    strength: Score = 3
    agility: Score | None = 3
    endurance: Mortal | None = 3
    willpower: Score = 3
    speed: Annotated[int, Meta(ge=1, le=40)] = 8
    attack: Small = 1
    defence: Small = 1
    fortitude: Small = 1
    armour: Small = 0
    dodge: Small = 0
    concentration: Small = 0
    hp: Annotated[int, Meta(ge=1, le=1000)] = 15
    size: Size = "medium"
    fists: Literal["untrained", "trained"] = "untrained"
    hand: Annotated[str, Meta(max_length=30)] = ""
    busy: bool = False
    carries: tuple[Word, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()


WEAPONS = {
    weapon.name: weapon
    for weapon in (
        Weapon("knife", "d4", light=True),
        Weapon("dagger", "d4", light=True),
        Weapon("short_sword", "d6", light=True),
        Weapon("club", "d6"),
        Weapon("sword", "d8"),
        Weapon("axe", "d10", hands=2),
        Weapon("spear", "d8", reach=2, hands=2),
        Weapon("bow", "d6", ranged=True, hands=2),
    )
}
"""The house's weapons: the pages name kinds of weapons, and no numbers of them."""

QUICK = {
    **{
        word: word
        for word in (
            "strength",
            "agility",
            "endurance",
            "willpower",
            "speed",
            "attack",
            "defence",
            "fortitude",
            "armour",
            "dodge",
            "concentration",
            "hp",
            "size",
            "fists",
            "hand",
            "carries",
        )
    },
    "armor": "armour",
    "defense": "defence",
}
"""The words of the quick form."""


def weapons_of(fighter: Fighter) -> tuple[str, ...]:
    """All that the fighter has besides its body, in hand first."""
    return (*((fighter.hand,) if fighter.hand else ()), *fighter.carries)


def weigh_in(fighter: Fighter) -> None:
    """Check what the ranges of single fields cannot.

    Raises:
        Unreadable: a weapon nobody knows, one held twice, a natural one held or light, two things of one name, dice
            out of range.
    """
    own = [weapon.name for weapon in fighter.weapons]
    for name in own:
        if name in (*WEAPONS, "fists", "kick") or own.count(name) > 1:
            raise Unreadable(f"the fighter's weapon {name!r} has a name that is taken: choose another")
    natural = [weapon.name for weapon in fighter.weapons if weapon.natural]
    for weapon in fighter.weapons:
        if weapon.natural and weapon.light:
            raise Unreadable(
                f"the fighter's weapon {weapon.name!r} is natural and light: a natural one is of use in a grapple "
                "anyway, so leave out light"
            )
    held = weapons_of(fighter)
    for name in held:
        if name not in WEAPONS and (name not in own or name in natural):
            known = ", ".join((*WEAPONS, *(name for name in own if name not in natural)))
            raise Unreadable(f"the fighter holds or carries {name[:30]!r}, which is no weapon to hold: {known}")
        if held.count(name) > 1:
            raise Unreadable(f"the fighter holds or carries {name!r} twice: name it once")
    spells = [spell.name for spell in fighter.spells]
    for name in spells:
        if spells.count(name) > 1:
            raise Unreadable(f"the fighter knows the spell {name!r} twice: name it once")
    for dice in (*(weapon.dice for weapon in fighter.weapons), *(spell.dice for spell in fighter.spells)):
        if dice:
            parse_dice(dice)
