"""Fighters of srd35: the creatures, the samples, stat blocks, the quick form, bad input."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.scripted import Table
from tussle.bestiary import find_in
from tussle.bout.fighter import fighter_json, read_fighter, read_quick
from tussle.bout.loading import load
from tussle.errors import Unreadable
from tussle.rules.srd35 import gear
from tussle.rules.srd35.attacks import read_attacks
from tussle.rules.srd35.base import dexterity_in
from tussle.rules.srd35.blocks import read_block
from tussle.rules.srd35.check import modifier, own_parts
from tussle.rules.srd35.creatures import CREATURES, creature
from tussle.rules.srd35.fighter import Fighter
from tussle.rules.srd35.gear import GEAR
from tussle.rules.srd35.house import samples

SRD = load("srd35")
SHIPPED = files("tussle").joinpath("bestiary", "srd35")
DATA = Path(__file__).parents[4] / "shared" / "data"
ALL = [creature(name) for name in CREATURES]


def test_every_row_is_a_fighter_that_weighs_in_and_reads_back() -> None:
    assert len(ALL) == len({each.name.lower() for each in ALL}) == 678
    for each in ALL:
        assert read_fighter(SRD, fighter_json(each.name, each.fighter)) == (each.name, each.fighter)


def test_625_by_base_attack_bonus_strength_and_size_alone() -> None:
    plain = [each for each in ALL if each.published is not None and each.published == each.computed]
    assert len(plain) == 625
    for each in plain:
        parts = {part.name: part.value for part in own_parts(0, each.fighter)}
        alone = parts["base attack bonus"] + parts["Strength"] + parts.get("size", 0)
        assert alone == each.published, each.name


def test_the_published_modifier_is_used_and_every_difference_has_its_reason() -> None:
    for each in ALL:
        if each.published is not None:
            assert modifier(each.fighter) == each.published, each.name
        if each.published is None or each.published != each.computed:
            assert each.reason, each.name
    assert sum(each.published is None or each.published != each.computed for each in ALL) == 53
    assert sum(bool(each.reason) for each in ALL) == 59
    assert Counter(each.status for each in ALL) == {
        "agree": 625,
        "disagree": 25,
        "dash": 20,
        "absent": 6,
        "str_nonability": 2,
    }


def test_at_most_13_names_are_left_as_misprints() -> None:
    left = {each.name: part.value for each in ALL for part in own_parts(0, each.fighter) if part.name == "as published"}
    explained = {"Bebilith": -4, "Shrieker": -5}  # a feat the block leaves out, and no Strength
    assert {name: left.pop(name) for name in explained} == explained
    assert len(left) == 13
    assert all(creature(name).code in ("erratum", "erratum_bab") for name in left)


@pytest.mark.parametrize(
    ("name", "part", "value"),
    [
        ("Squid", "racial", 4),
        ("Barbed Devil (Hamatula)", "Improved Grapple", 4),
        ("Half-Giant 1st-Level Warrior", "counts as larger", 4),
        ("Tiny Monstrous Scorpion", "Dexterity", 0),
        ("Troll", "size", 4),
    ],
)
def test_differences_are_named_parts(name: str, part: str, value: int) -> None:
    parts = {each.name: each.value for each in own_parts(0, CREATURES[name])}
    assert parts[part] == value
    assert sum(parts.values()) == creature(name).published


def test_a_bonus_on_all_attack_rolls_is_the_rulings_to_count() -> None:
    for rules, chance in (("srd35", 45), ("srd35(attack_bonuses=ignore)", 43)):
        table = Table(rules, "holds=A:B:hold", A=CREATURES["Nightcrawler"], B="bab 0")
        roll = table.play("pin:B", 10, 10).rolls[0]
        assert sum(part.value for part in roll.parts if part.owner == 0) == chance


def test_attack_lines_become_weapons() -> None:
    troll = CREATURES["Troll"]
    assert [(each.name, each.bonus, each.dice, each.plus, each.count) for each in troll.natural] == [
        ("claw", 9, "1d6", 6, 2),
        ("bite", 4, "1d6", 3, 1),
    ]
    xill = CREATURES["Xill"]
    assert (xill.hand, xill.carries, [each.name for each in xill.natural]) == ("short_sword", ("longbow",), ["claw"])
    assert CREATURES["Ghaele"].weapons[0].threat == 19
    wyrm = CREATURES["Wyrmling White Dragon"]
    assert [(each.name, each.bonus) for each in wyrm.natural] == [("bite", 5), ("claw", 0)]


def test_shipped_data_are_the_data_and_the_licence_is_verbatim_with_our_line() -> None:
    licence = SHIPPED.joinpath("OGL-1.0a.txt").read_text(encoding="utf-8")
    ours = "Tussle Copyright 2026, The Tussle authors.\n"
    assert licence.count(ours) == 1
    notice = SHIPPED.joinpath("NOTICE.txt").read_text(encoding="utf-8")
    for shipped in SHIPPED.iterdir():
        if shipped.name not in ("NOTICE.txt", "OGL-1.0a.txt"):
            assert f"tussle/bestiary/srd35/{shipped.name} " in notice
    if not DATA.exists():
        pytest.skip("the data are not beside this checkout")
    assert licence.replace(ours, "") == (DATA / "OGL-1.0a.txt").read_text(encoding="utf-8")
    with (DATA / "srd35_monsters.csv").open(encoding="utf-8", newline="") as file:
        given = {row["name"]: row for row in csv.DictReader(file)}
    with SHIPPED.joinpath("creatures.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == list(given)
    for row in rows:
        assert all(given[row["name"]][column] == row[column] for column in row if column != "fighter")


def test_two_dozen_samples_and_more_lead_the_house() -> None:
    assert len(samples()) >= 24
    assert list(SRD.house)[: len(samples())] == list(samples())
    assert len(SRD.house) == len(samples()) + 678
    for name, fighter in samples().items():
        SRD.weigh_in(fighter)
        assert msgspec.convert(msgspec.to_builtins(fighter), SRD.fighter) == fighter, name


def test_the_parts_and_the_reason_are_shown() -> None:
    assert SRD.remarks is not None
    assert SRD.remarks("Troll", CREATURES["Troll"]) == ("grapple +14 = base attack bonus +4, Strength +6, size +4",)
    assert SRD.remarks("Squid", CREATURES["Squid"]) == (
        "grapple +8 = base attack bonus +2, Strength +2, racial +4",
        "racial +4 on grapple checks (stated)",
    )
    assert SRD.remarks("Allip", CREATURES["Allip"])[0].startswith("no grapple check")


# Stat blocks and the quick form

OGRE = """\
Ogre
Large Giant
Hit Dice: 4d8+11 (29 hp)
Initiative: \N{EN DASH}1
Speed: 30 ft. in hide armor (6 squares); base speed 40 ft.
Armor Class: 16 (\N{EN DASH}1 size, \N{EN DASH}1 Dex, +5 natural, +3 hide armor), touch 8, flat-footed 16
Base Attack/Grapple: +3/+12
Full Attack: Greatclub +8 melee (2d8+7) or javelin +1 ranged (1d8+5)
Space/Reach: 10 ft./10 ft.
Abilities: Str 21, Dex 8, Con 15, Int 6, Wis 10, Cha 7
"""


def test_a_pasted_stat_block_is_the_creature() -> None:
    name, ogre = find_in(SRD, OGRE.encode(), "ogre.txt")
    assert name == "Ogre"
    assert ogre == CREATURES["Ogre"]


def test_a_line_of_a_stat_block_will_do() -> None:
    text = "Bob: Base Atk +6; Grp +15; AC 18, touch 11, flat-footed 17; hp 45; Str 20, Dex 13; Improved Grapple"
    name, bob = read_quick(SRD, text)
    assert (name, bob.bab, bob.grapple, bob.ac, bob.touch, bob.hp) == ("Bob", 6, 15, 18, 11, 45)
    assert [part.name for part in own_parts(0, bob)] == ["base attack bonus", "Strength", "Improved Grapple"]


def test_the_quick_form() -> None:
    name, bob = read_quick(SRD, "Bob: grapple +7 touch 11 ac 15 hp 22")
    assert (name, bob.grapple, bob.touch, bob.ac, bob.hp, bob.bab) == ("Bob", 7, 11, 15, 22, None)
    assert modifier(bob) == 7


# Bad input


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "neither bab nor grapple"),
        ({"bab": 201}, "<= 200"),
        ({"bab": 0, "hp": 0}, ">= 1"),
        ({"bab": 0, "strength": 0}, ">= 1"),
        ({"bab": 0, "hand": "spoon"}, "'spoon', which is no weapon"),
        ({"bab": 0, "carries": ["dagger", "dagger"]}, "'dagger' twice"),
        ({"bab": 0, "size": "vast"}, "size"),
        ({"bab": 0, "natural": [{"name": "unarmed"}]}, "a name that is taken"),
        ({"bab": 0, "flat_footed": 12}, "more than its ac"),
        ({"bab": 0, "spells": [{"name": "x", "level": 10}]}, "<= 9"),
        ({"bab": 0, "unarmed": "9d9999"}, "unarmed"),
        ({"bab": 0, "weapons": [{"name": "axe", "dice": "0d6"}]}, "out of range"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(form: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(said)):
        read_fighter(SRD, {"name": "Bob", **form})


def test_without_strength_or_a_body_nobody_grapples() -> None:
    ghost: dict[str, Any] = {"bab": 3, "strength": None, "body": "incorporeal"}
    table = Table("srd35", A="bab 0", B=ghost, C={"bab": 0, "strength": None})
    assert str(table.refused("grapple:B")) == ("A cannot grapple B now: the target is incorporeal [srd35.check.bonus]")
    assert table.play("grapple:C:nonlethal", 12, 2, "move-in").items("holds") == ("A:C:hold",)
    weak = Table("srd35", A={"bab": 0, "strength": None}, B="bab 0")
    assert str(weak.refused("grapple:B")) == ("A cannot grapple B now: you have no Strength score [srd35.check.bonus]")
    swarm = Table("srd35", A=CREATURES["Rat Swarm"], B="bab 0")
    assert swarm.refused("grapple:B").clause == "srd35.check.bonus"


def test_loading_the_rules_reads_no_creature() -> None:
    code = (
        "from tussle.bout.loading import load; load('srd35')\n"
        "from tussle.rules.srd35 import creatures, gear, house\n"
        "print(creatures._rows.cache_info().currsize, house.samples.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0 0\n"


BLOCK = """Grik the Grey CR 4
Large Monstrous Humanoid (monk 3)
Init +1; Reach 10 ft.
hp 45 (6 HD)
AC 15, touch 9, flat-footed 14
Spd 40 ft.
Melee 2 claws +9 melee (1d6+5) and bite +4 melee (1d8+2)
Base Atk +5; Grp +14
Str 21, Dex 12, Con 14
Skills Escape Artist +3, Concentration +7
Feats Improved Grapple, Weapon Finesse
Special: improved grab"""


def test_of_a_pasted_block_everything_is_read() -> None:
    assert read_block(BLOCK) == {
        "name": "Grik the Grey",
        "bab": 5,
        "grapple": 14,
        "hp": 45,
        "ac": 15,
        "touch": 9,
        "flat_footed": 14,
        "strength": 21,
        "dexterity": 12,
        "size": "large",
        "kind": "monstrous humanoid",
        "speed": 40,
        "reach": 10,
        "initiative": 1,
        "monk": 3,
        "escape_artist": 3,
        "concentration": 7,
        "feats": ["improved_grapple", "weapon_finesse"],
        "improved_grab": True,
        "natural": (
            {"name": "claw", "bonus": 9, "dice": "1d6", "plus": 5, "count": 2},
            {"name": "bite", "bonus": 4, "dice": "1d8", "plus": 2},
        ),
        "weapons": (),
        "hand": "",
        "carries": [],
    }


def test_a_printed_name_finds_its_weapon_in_the_table() -> None:
    for printed, word in (("staff", "quarterstaff"), ("+2 short sword", "short_sword"), ("clubs", "club")):
        _, (weapon,), hand, _ = read_attacks(f"{printed} +3 melee (1d6+1)")
        assert (weapon.name, weapon.bonus, weapon.plus, hand) == (word, 3, 1, word)


@pytest.mark.parametrize("what", ["items", "spells", "natural", "weapons"])
def test_a_thing_named_twice_is_refused_by_its_kind(what: str) -> None:
    kind = {"items": "item", "spells": "spell", "natural": "natural weapon", "weapons": "weapon"}[what]
    plain: dict[str, dict[str, Any]] = {
        "items": {"kind": "potion"},
        "natural": {"bonus": 1, "dice": "1d4"},
        "weapons": {"dice": "1d4"},
    }
    thing = {"name": "thing", **plain.get(what, {})}
    with pytest.raises(Unreadable, match=f"the fighter has the {kind} 'thing' twice: name it once"):
        read_fighter(load("srd35"), {"name": "A", "bab": 0, what: [thing, thing]})


def test_every_weapon_of_the_table_has_its_threat_its_multiplier_and_its_hands() -> None:
    rows = csv.DictReader(
        files("tussle.bestiary.srd35").joinpath("weapons.csv").read_text(encoding="utf-8").splitlines()
    )
    named = {row["name"]: row for row in rows if row["category"] != "unarmed" and row["dmg_m"]}
    assert len(named) == len(GEAR)
    for (name, row), word in zip(named.items(), GEAR, strict=True):
        arm = gear.arm(Fighter(), word)
        assert arm.dice == row["dmg_m"].partition("/")[0], name
        assert arm.threat == (int(row["crit_range_low"]) if row["crit_range_low"] else 20), name
        assert arm.multiplier == (int(row["crit_mult"].partition("/")[0]) if row["crit_mult"] else 2), name
        assert (arm.two_handed, arm.ranged) == (row["category"] == "two-handed", row["category"] == "ranged"), name
        assert (arm.light, arm.nonlethal) == (row["light_for_grapple"] == "1", row["nonlethal"] == "1"), name


def test_a_dash_in_a_stat_block_is_no_strength_at_all() -> None:
    text = "Wisp: Base Atk +2; Grp +2; AC 15, touch 15, flat-footed 12; hp 16; Str -, Dex 17"
    assert read_quick(SRD, text)[1].strength is None
    assert read_quick(SRD, text.replace("Str -,", "Str 10,"))[1].strength == 10


def test_what_dexterity_adds_is_what_the_flat_footed_lack() -> None:
    def adds(**fields: Any) -> int:
        return dexterity_in(Fighter(**fields))

    assert adds(dexterity=16, ac=17, flat_footed=15) == 2
    assert adds(dexterity=16, ac=17, flat_footed=14, dodge=1) == 2
    assert adds(dexterity=16, ac=17) == 3
    # A penalty is not lost with the attention.
    assert adds(dexterity=8, ac=12, flat_footed=12) == -1
