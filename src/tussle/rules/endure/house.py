"""The house fighters of `endure`: the kinds people play. docs/endure.md says what each is for."""

from __future__ import annotations

from tussle.rules.endure.fighter import Fighter

__all__ = ["HOUSE"]

HOUSE = {
    "Novice": Fighter(unarmed=2, dodge=2, block=1, endure=2, health=8),
    "Guard": Fighter(unarmed=3, dodge=2, block=4, endure=4, hand="club", armed=4, damage=2),
    "Wrestler": Fighter(unarmed=6, dodge=3, block=3, endure=5, strength=4, health=12),
    "Pinner": Fighter(unarmed=5, dodge=2, block=3, endure=7, strength=4),
    "Brute": Fighter(
        unarmed=5, dodge=1, block=2, endure=4, size=4, strength=6, health=16, hand="maul", armed=5, damage=4
    ),
    "Acrobat": Fighter(unarmed=3, dodge=7, block=1, endure=4, strength=2),
    "Duellist": Fighter(unarmed=2, dodge=5, block=5, endure=3, hand="rapier", armed=6, damage=3),
    "Boxer": Fighter(unarmed=7, dodge=4, block=5, endure=3, health=12),
    "Runt": Fighter(
        unarmed=3, dodge=6, block=2, endure=3, size=1, strength=1, health=6, hand="knife", armed=4, damage=2
    ),
    "Ogre": Fighter(unarmed=6, dodge=1, block=2, endure=6, size=6, strength=8, health=24),
    "Dray": Fighter(unarmed=4, dodge=1, block=1, endure=10, size=4, strength=5, health=14),
    "Husk": Fighter(unarmed=4, dodge=0, block=2, endure=0, health=14),
    "Scholar": Fighter(unarmed=0, dodge=1, endure=1, strength=1, health=6),
}
