"""The house fighters of `cphera`: a dozen of the kinds people play. The pages give ranges, not people."""

from __future__ import annotations

from tussle.rules.cphera.fighter import Fighter, Spell, Weapon

__all__ = ["HOUSE"]

HOUSE = {
    # A beginner: every score a plain 3.
    "Pell": Fighter(hand="club"),
    # A wrestler: strong, tough, with fists trained.
    "Hild": Fighter(strength=5, endurance=5, attack=3, defence=2, fortitude=3, hp=22, fists="trained"),
    # A brute: all strength, slow, and easy to hit.
    "Grosh": Fighter(strength=7, agility=2, endurance=5, speed=7, attack=3, fortitude=3, hp=28, hand="axe"),
    # An acrobat: quick, hard to hit, and weak in a hold.
    "Ysolt": Fighter(
        strength=3, agility=6, endurance=4, speed=11, attack=2, defence=4, dodge=1, hp=16, carries=("knife",)
    ),
    # Small folk, with a blade that is of use in a hold.
    "Fennick": Fighter(
        strength=2, agility=5, endurance=3, speed=9, attack=3, defence=3, hp=13, size="small", hand="short_sword"
    ),
    # A huge beast: teeth, and nobody moves it.
    "Tolm": Fighter(
        strength=9,
        agility=2,
        endurance=8,
        willpower=1,
        speed=8,
        attack=4,
        fortitude=5,
        armour=2,
        hp=45,
        size="huge",
        weapons=(Weapon("bite", "2d6", natural=True, hands=0),),
    ),
    # One of the undead: no Endurance at all, so Agility alone sets how far it can go.
    "Cinder": Fighter(
        strength=5,
        agility=3,
        endurance=None,
        willpower=2,
        attack=2,
        hp=20,
        weapons=(Weapon("claws", "d6", natural=True, hands=0),),
    ),
    # A golem: neither Agility nor Endurance.
    "Slab": Fighter(strength=8, agility=None, endurance=None, willpower=0, speed=6, attack=3, armour=5, hp=30),
    # Trained fists, and nothing else.
    "Ovan": Fighter(
        strength=4, agility=5, endurance=4, speed=10, attack=3, defence=3, fortitude=2, hp=18, fists="trained"
    ),
    # A soldier: shield and sword, so no hand free to grab with.
    "Hale": Fighter(
        strength=4, endurance=4, attack=3, defence=3, armour=3, hp=20, hand="sword", busy=True, carries=("dagger",)
    ),
    # A caster, whom a hold stops.
    "Imre": Fighter(
        strength=2,
        willpower=6,
        concentration=4,
        hp=12,
        carries=("knife",),
        spells=(Spell("lash", "2d6"), Spell("hush")),
    ),
    # A spear that keeps wrestlers away.
    "Dace": Fighter(strength=4, agility=4, endurance=4, speed=9, attack=3, defence=2, armour=1, hp=18, hand="spear"),
}
