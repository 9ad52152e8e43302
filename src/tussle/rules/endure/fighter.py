"""A fighter of `endure`: its ratings, how large, strong and healthy it is, and what it holds."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tussle.errors import Unreadable

__all__ = ["QUICK", "Fighter", "weigh_in"]

Rating: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Scale: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fighter of `endure`.

    Attributes:
        unarmed: the rating with bare hands, 0 to 60 like every rating: so many dice a check rolls.
        dodge, block: the ratings of defence; dodge also wriggles out of a grapple.
        endure: the rating that the endurance clock tries.
        size, strength: on one small scale, 0 to 20; 3 is a grown human's size.
        health: how much harm it takes to be out, 1 to 1000.
        hand: what is in hand; "" is nothing.
        armed: the rating with what is in hand.
        damage: what that does on a hit, 1 to 100.
    """

    unarmed: Rating = 0
    dodge: Rating = 0
    block: Rating = 0
    endure: Rating = 0
    size: Scale = 3
    strength: Scale = 3
    health: Annotated[int, Meta(ge=1, le=1000)] = 10
    hand: Annotated[str, Meta(pattern="^([a-z][a-z0-9_-]{0,29})?$")] = ""
    armed: Rating = 0
    damage: Annotated[int, Meta(ge=1, le=100)] = 1


QUICK = {
    word: word
    for word in (
        "unarmed",
        "dodge",
        "block",
        "endure",
        "size",
        "strength",
        "health",
        "hand",
        "armed",
        "damage",
    )
}
"""The words of the quick form."""


def weigh_in(fighter: Fighter) -> None:
    """Check what the ranges of single fields cannot.

    Raises:
        Unreadable: an item called unarmed, or the numbers of an item without one.
    """
    if fighter.hand == "unarmed":
        raise Unreadable("the fighter holds something called unarmed, which is a rating: give it another name")
    if not fighter.hand and (fighter.armed or fighter.damage != 1):
        raise Unreadable(
            "the fighter has armed or damage and nothing in hand: name it, as in hand club armed 3 damage 2"
        )
