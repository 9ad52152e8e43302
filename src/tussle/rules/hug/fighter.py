"""A fighter of `hug`: a few numbers, what is in hand, and the spells it knows."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tussle.ask.dice import parse_dice
from tussle.errors import Unreadable
from tussle.rules.hug.base import WEAPONS, weapons_of

__all__ = ["QUICK", "Ability", "Fighter", "Spell", "Weapon", "weigh_in"]

Skill: TypeAlias = Annotated[int, Meta(ge=-20, le=60)]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Word: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,29}$(?!\n)")]  # $ alone lets a line break through
DiceWord: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{0,2}d[0-9]{1,3}$(?!\n)")]
NO_WEAPON = ("unarmed", "no")
"""What stands beside the weapons where one is chosen: bare hands, and no blow at all."""
Size: TypeAlias = Literal["microscopic", "tiny", "small", "normal", "large", "huge"]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon the table of hug.base.weapons does not have.

    Attributes:
        name: a word, as it stands in actions.
        dice: its damage, as in 2d6.
        ranged: used from afar.
        knife: as handy in a grapple as a dagger or knife.
    """

    name: Word
    dice: DiceWord
    ranged: bool = False
    knife: bool = False


class Spell(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A spell (hug.base.spell).

    Attributes:
        name: a word, as it stands in actions.
        bonus: what is added to the spell roll, −20 to 60; none where it needs no roll.
        against: the defence it is rolled against.
        dice: its damage; "" for none.
    """

    name: Word
    bonus: Skill | None = None
    against: Word = "reflex"
    dice: Annotated[str, Meta(pattern=r"^([0-9]{0,2}d[0-9]{1,3})?$(?!\n)")] = ""


class Ability(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A special ability that helps melee attacks.

    Attributes:
        name: what it is called.
        bonus: what it adds to a melee attack, −20 to 60.
        grapple: its own description says that it serves to start a grapple too (hug.start.specials).
    """

    name: Word
    bonus: Skill
    grapple: bool = False


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fighter of `hug`.

    Attributes:
        melee: the skill with whatever is in hand, thrown or shot too; −20 to 60, like every skill.
        unarmed: the skill with bare hands; none: the fighter has no such skill.
        athletics, acrobatics: the skills of the grapple.
        reflex: the defence, before 10 is added.
        shield: the shield's bonus, 0 to 60.
        armour: what it takes off each die of damage, 0 to 60.
        hits: how much harm it takes to be out, 1 to 1000.
        size: microscopic, tiny, small, normal, large or huge.
        movement: squares a move action covers, 0 to 60.
        initiative: the bonus to the roll for initiative.
        hand: what is in hand when the bout begins; "" is nothing.
        carries: what can be drawn.
        weapons: weapons the table does not have, to be held or carried.
        spells: the spells it can cast.
        abilities: special abilities that help melee attacks.
        defences: defences other than reflex that spells are rolled against; 0 where not named.
    """

    melee: Skill = 0
    unarmed: Skill | None = None
    athletics: Skill = 0
    acrobatics: Skill = 0
    reflex: Skill = 0
    shield: Small = 0
    armour: Small = 0
    hits: Annotated[int, Meta(ge=1, le=1000)] = 20
    size: Size = "normal"
    movement: Small = 5
    initiative: Skill = 0
    hand: Annotated[str, Meta(max_length=30)] = ""
    carries: tuple[Word, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    abilities: tuple[Ability, ...] = ()
    defences: dict[str, Skill] = {}


QUICK = {
    **{
        word: word
        for word in (
            "melee",
            "unarmed",
            "athletics",
            "acrobatics",
            "reflex",
            "shield",
            "armour",
            "hits",
            "size",
        )
    },
    "armor": "armour",
    "movement": "movement",
    "initiative": "initiative",
    "hand": "hand",
    "carries": "carries",
}
"""The words of the quick form."""


def weigh_in(fighter: Fighter) -> None:
    """Check what the ranges of single fields cannot.

    Raises:
        Unreadable: a weapon nobody knows, one held twice, two things of one name, dice out of range.
    """
    own = [weapon.name for weapon in fighter.weapons]
    for name in own:
        if name in (*WEAPONS, *NO_WEAPON) or own.count(name) > 1:
            raise Unreadable(f"the fighter's weapon {name!r} has a name that is taken: choose another")
    held = weapons_of(fighter)
    for name in held:
        if name not in WEAPONS and name not in own:
            known = ", ".join((*WEAPONS, *own))
            raise Unreadable(f"the fighter holds or carries {name[:30]!r}, which is no weapon: {known}")
        if held.count(name) > 1:
            raise Unreadable(f"the fighter holds or carries {name!r} twice: name it once")
    spells = [spell.name for spell in fighter.spells]
    for name in spells:
        if spells.count(name) > 1:
            raise Unreadable(f"the fighter knows the spell {name!r} twice: name it once")
    for dice in (*(weapon.dice for weapon in fighter.weapons), *(spell.dice for spell in fighter.spells)):
        if dice:
            parse_dice(dice)
    if "reflex" in fighter.defences:
        raise Unreadable("the fighter's defences name reflex, which has a field of its own")
