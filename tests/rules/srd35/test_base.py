"""Base rules of srd35: attack rolls, initiative, actions, Escape Artist."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause

PAIR = "holds=A:B:hold"


@clause("srd35.base.attack", applies=True)
def test_srd35_base_attack_applies_a_1_misses_and_a_20_hits() -> None:
    sword = {"bab": 0, "hand": "longsword"}
    assert Table("srd35", A=sword, B="bab 0 ac 60").law("attack:B:longsword")["miss"] == Fraction(19, 20)
    table = Table("srd35", A={"bab": 60, "hand": "longsword"}, B="bab 0 ac 10")
    assert table.law("attack:B:longsword")["miss"] == Fraction(1, 20)


@clause("srd35.base.attack", applies=True)
def test_srd35_base_attack_applies_flat_footed_without_dexterity() -> None:
    nimble = {"bab": 0, "dexterity": 18, "ac": 16, "flat_footed": 13}
    assert Table("srd35", A="bab 4", B=nimble).law("attack:B:unarmed:nonlethal")["miss"] == Fraction(11, 20)
    table = Table("srd35", "marks=B:flat-footed", A="bab 4", B=nimble)
    assert table.law("attack:B:unarmed:nonlethal")["miss"] == Fraction(8, 20)


@clause("srd35.base.attack", applies=False)
def test_srd35_base_attack_not_in_an_opposed_check() -> None:
    assert Table("srd35", PAIR, A="bab 0", B="bab 0").play("pin:B", 12, 3).items("holds") == ("A:B:pin",)


def test_strength_finesse_two_hands_size_and_prone_in_an_attack() -> None:
    def parts(fighter: dict[str, object], token: str, marks: str = "") -> list[tuple[str, int]]:
        table = Table("srd35", marks, A={"bab": 2, **fighter}, B="bab 0 ac 40")
        return [(part.name, part.value) for part in table.play(token, 2).rolls[0].parts if part.owner == 0]

    strong = {"strength": 18, "dexterity": 12}
    assert parts({**strong, "hand": "longsword"}, "attack:B:longsword")[1] == ("Strength", 4)
    assert parts({**strong, "hand": "longbow"}, "attack:B:longbow")[1] == ("Dexterity", 1)
    quick = {"strength": 8, "dexterity": 18, "feats": ["weapon_finesse"]}
    assert parts({**quick, "hand": "dagger"}, "attack:B:dagger")[1] == ("Dexterity", 4)
    assert parts({**quick, "hand": "longsword"}, "attack:B:longsword")[1] == ("Strength", -1)
    assert parts({"size": "large"}, "attack:B:unarmed:nonlethal")[2] == ("size", -1)
    assert ("prone", -4) in parts({}, "attack:B:unarmed:nonlethal", "marks=A:prone")
    assert ("lethal", -4) in parts({}, "attack:B:unarmed:lethal")
    table = Table("srd35", A={"bab": 9, "strength": 16, "hand": "greatsword"}, B="bab 0 hp 60")
    assert table.play("attack:B:greatsword", 12, 3, 4).harms == (("B", 7 + 4),)


@clause("srd35.base.initiative", applies=True)
def test_srd35_base_initiative_applies_ties_by_modifier_then_again_and_all_flat_footed() -> None:
    table = Table("srd35", opened=False, A="bab 0 dex 14", B="bab 0", C="bab 0")
    played = table.due(10, 12, 12, 7, 7, 3, 9)
    assert played.items("order") == ("A", "C", "B")
    assert played.items("marks") == ("B:flat-footed", "C:flat-footed")


@clause("srd35.base.initiative", applies=True)
def test_srd35_base_initiative_applies_with_an_exact_law() -> None:
    table = Table("srd35", opened=False, A="bab 0", B="bab 0", C="bab 0")
    law = table.law("")
    assert len(law) == 6
    assert set(law.values()) == {Fraction(1, 6)}
    two = Table("srd35", opened=False, A="bab 0 dex 14", B="bab 0").law("")
    assert two == {(0, 1): Fraction(247, 400), (1, 0): Fraction(153, 400)}


@clause("srd35.base.initiative", applies=False)
def test_srd35_base_initiative_not_once_the_order_stands() -> None:
    played = Table("srd35", A="bab 0", B="bab 0").play("pass")
    assert (played.items("turn"), played.items("marks")) == (("B",), ())


def test_where_nobody_can_do_anything_the_turn_is_left_with_somebody_fit() -> None:
    down = "standing=B:unconscious tallies=B:nonlethal:9"
    still = "bab 0 hp 8 speed 0"
    table = Table("srd35", down, squares="9x1 A@0.0 B@4.0 C@8.0", A=still, B=still, C=still)
    for name in ("A", "C", "A"):
        assert table.play("pass").items("turn") == (name,)


@clause("srd35.base.actions", applies=True)
def test_srd35_base_actions_applies_a_standard_and_a_move_or_a_full_round() -> None:
    mage = {"bab": 0, "carries": ["dagger", "kukri"], "spells": [{"name": "dust", "material": True}]}
    table = Table("srd35", A=mage, B="bab 0")
    table.play("draw:dagger")
    table.play("drop")
    table.play("draw:kukri")  # the standard action became a move
    assert table.refused("cast").clause == "srd35.base.actions"
    table = Table("srd35", f"{PAIR} hands=A:dagger", A=mage, B="bab 0")
    table.play("escape:escape-artist", "hold", 2, 12)
    assert table.refused("component").clause == "srd35.base.actions"


@clause("srd35.base.actions", applies=False)
def test_srd35_base_actions_not_in_the_way_of_the_first_action() -> None:
    table = Table("srd35", PAIR, A="bab 0", B="bab 0")
    assert table.play("pin:B", 12, 3).items("holds") == ("A:B:pin",)


@clause("srd35.base.escape-artist", applies=True)
def test_srd35_base_escape_artist_applies_with_the_armour_check_penalty() -> None:
    table = Table("srd35", PAIR, A={"bab": 0, "dexterity": 18, "armour_check": 1}, B="bab 0")
    assert table.law("escape:escape-artist", "hold")["won"] == Fraction(33, 50)  # +4 less 1
    parts = table.play("escape:escape-artist", "hold", 12, 3).rolls[0].parts
    assert [(part.name, part.value) for part in parts if part.owner == 0] == [
        ("Escape Artist", 4),
        ("armour check", -1),
    ]


@clause("srd35.base.escape-artist", applies=False)
def test_srd35_base_escape_artist_not_on_a_grapple_check() -> None:
    table = Table("srd35", PAIR, A={"bab": 0, "dexterity": 18, "armour_check": 1}, B="bab 0")
    assert table.law("escape:grapple", "hold")["won"] == Fraction(1, 2)
    assert table.play("escape:grapple", "let").items("holds") == ()


def test_the_orc_and_the_man() -> None:
    man = {"bab": 4, "ac": 15, "touch": 11, "hp": 12, "hand": "longsword", "grapple": 3}
    orc = {"bab": 1, "strength": 17, "ac": 13, "touch": 10, "hp": 5}
    table = Table("srd35(grapple_as_aoo=no)", A=orc, B=man)
    # the least: the man strikes; the most: he does not
    assert table.odds("grapple:B:nonlethal").least == Fraction(1603, 10000)
    assert Table("srd35", A={**orc, "feats": ["improved_grapple"]}, B=man).odds(
        "grapple:B:nonlethal"
    ).least == Fraction(413, 800)


def test_the_barbarian_and_the_remorhaz() -> None:
    table = Table("srd35", PAIR, A="grapple 15", B="grapple 23")
    assert table.law("escape:grapple", "hold")["won"] == Fraction(33, 200)


@clause("srd35.base.attack", applies=True)
def test_srd35_base_attack_applies_stunned_and_a_printed_flat_footed_class() -> None:
    def missed(marks: str, **target: object) -> Fraction:
        table = Table("srd35", f"marks=B:{marks}", A="bab 0", B={"bab": 0, **target})
        return table.law("attack:B:unarmed:nonlethal")["miss"]

    quick: dict[str, object] = {"ac": 15, "dexterity": 16, "dodge": 1}
    assert missed("prone", **quick) == Fraction(10, 20)
    assert missed("stunned", **quick) == Fraction(8, 20)
    assert missed("flat-footed", ac=15, flat_footed=13, dexterity=None) == Fraction(12, 20)


@clause("srd35.base.attack", applies=True)
def test_srd35_base_attack_applies_dexterity_where_there_is_no_strength() -> None:
    ghost = {"bab": 2, "strength": None, "dexterity": 16}
    roll = Table("srd35", A=ghost, B="bab 0 ac 40").play("attack:B:unarmed:nonlethal", 2).rolls[0]
    assert [(part.name, part.value) for part in roll.parts if part.owner == 0][:2] == [
        ("base attack bonus", 2),
        ("Dexterity", 3),
    ]
