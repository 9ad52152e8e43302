"""The house fighters of `hug`: those of the text's own examples, and a few to try things with."""

from __future__ import annotations

from tussle.rules.hug.fighter import Ability, Fighter, Spell

__all__ = ["HOUSE"]

HOUSE = {
    "Otto": Fighter(melee=4, athletics=3, acrobatics=1, reflex=3, hits=22, initiative=1, hand="broad_sword"),
    "Carack": Fighter(
        melee=3, athletics=2, acrobatics=4, reflex=4, initiative=3, hand="short_sword", carries=("dagger",)
    ),
    "Arangu": Fighter(melee=2, unarmed=5, athletics=6, acrobatics=2, reflex=2, hits=26, initiative=1),
    "Tivid": Fighter(melee=4, athletics=2, acrobatics=5, reflex=5, shield=3, initiative=4, hand="club"),
    "Berga": Fighter(
        melee=5,
        athletics=4,
        reflex=3,
        shield=2,
        armour=1,
        hits=30,
        hand="club",
        abilities=(Ability("charge", 2),),
    ),
    "Grull": Fighter(melee=4, unarmed=4, athletics=8, reflex=1, hits=40, size="large"),
    "Nib": Fighter(melee=2, athletics=0, acrobatics=7, reflex=7, hits=12, size="tiny", initiative=5, hand="knife"),
    "Mirel": Fighter(
        melee=1,
        athletics=1,
        acrobatics=3,
        reflex=4,
        hits=16,
        initiative=2,
        carries=("dagger",),
        spells=(
            Spell("spark", bonus=5, dice="2d6"),
            Spell("dread", bonus=5, against="will", dice="d6"),
            Spell("burn", dice="d4"),
        ),
    ),
    "Yssa": Fighter(melee=3, athletics=2, acrobatics=2, reflex=5, initiative=3, hand="bow", carries=("short_sword",)),
}
