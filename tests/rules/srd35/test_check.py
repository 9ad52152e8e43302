"""Numbers of srd35: the check, sizes, ties, natural faces, bonuses on attack rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scripted import Table, clause, ruling

HELD = "holds=A:B:hold"


@clause("srd35.check.bonus", applies=True)
def test_srd35_check_bonus_applies_attack_bonus_and_strength_make_the_check() -> None:
    table = Table("srd35", HELD, A="bab 4 str 16", B="bab 2 str 14")
    assert table.law("pin:B") == {"won": Fraction(33, 50), "lost": Fraction(17, 50)}  # +7 against +4
    played = table.play("pin:B", 8, 10)
    assert [(part.name, part.value) for part in played.rolls[0].parts] == [
        ("base attack bonus", 4),
        ("Strength", 3),
        ("base attack bonus", 2),
        ("Strength", 2),
    ]
    assert played.items("holds") == ("A:B:pin",)


@clause("srd35.check.bonus", applies=False)
def test_srd35_check_bonus_not_where_an_attack_is_rolled() -> None:
    table = Table("srd35", HELD, A="bab 4 str 16", B="bab 2 ac 12")
    assert table.play("attack:B:unarmed:nonlethal", 9, 2).harms == (("B", 5),)


def test_dexterity_and_finesse_do_not_help_a_check() -> None:
    table = Table("srd35", HELD, A="bab 0 str 8 dex 20 feat weapon_finesse", B="bab 0")
    assert table.law("pin:B")["won"] == 1 - Fraction(229, 400)


@clause("srd35.check.size", applies=True)
def test_srd35_check_size_applies_four_a_category_and_the_attack_size_is_another() -> None:
    table = Table("srd35", HELD, A="bab 0 size small", B="bab 0 size large ac 10")
    assert table.law("pin:B")["won"] == 1 - Fraction(167, 200)  # -4 against +4
    parts = table.play("attack:B:unarmed:nonlethal", 10).rolls[0].parts
    assert ("size", 1) in [(part.name, part.value) for part in parts if part.owner == 0]


@clause("srd35.check.size", applies=True)
@pytest.mark.parametrize(("size", "larger", "counted"), [("large", 2, 8), ("gargantuan", 2, 4), ("colossal", 1, 0)])
def test_srd35_check_size_applies_to_who_counts_as_larger_and_nothing_is_beyond_colossal(
    size: str, larger: int, counted: int
) -> None:
    table = Table("srd35", HELD, A={"bab": 0, "size": size, "larger": larger}, B=f"bab 0 size {size}")
    higher = sum(1 for first in range(1, 21) for second in range(1, 21) if first + counted > second)
    even = 10 if not counted else sum(1 for face in range(1, 21) if 1 <= face + counted <= 20)
    assert table.law("pin:B")["won"] == Fraction(higher + even, 400)


@clause("srd35.check.size", applies=False)
def test_srd35_check_size_not_between_two_of_medium_size() -> None:
    assert Table("srd35", HELD, A="bab 0", B="bab 0").law("pin:B")["won"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("size", "special", "attack"),
    [
        ("fine", -16, 8),
        ("diminutive", -12, 4),
        ("tiny", -8, 2),
        ("small", -4, 1),
        ("large", 4, -1),
        ("huge", 8, -2),
        ("gargantuan", 12, -4),
        ("colossal", 16, -8),
    ],
)
def test_every_size_has_its_two_modifiers(size: str, special: int, attack: int) -> None:
    table = Table("srd35", HELD, A=f"bab 0 size {size}", B="bab 0")
    roll = table.play("pin:B", 10, 10, *((10, 10) if not special else ())).rolls[0]
    assert [part.value for part in roll.parts if part.name == "size"] == [special]
    table = Table("srd35", A=f"bab 0 size {size}", B="bab 0 touch 30")
    roll = table.play("grapple:B", *(() if size in ("fine", "diminutive") else ("nonlethal",)), 10).rolls[0]
    assert [part.value for part in roll.parts if part.name == "size"] == [attack]


@clause("srd35.check.tie", applies=True)
def test_srd35_check_tie_applies_the_higher_modifier_wins_and_equal_ones_roll_again() -> None:
    table = Table("srd35", HELD, A="bab 1", B="bab 0")
    assert table.law("pin:B")["won"] == Fraction(229, 400)
    assert table.play("pin:B", 10, 11).items("holds") == ("A:B:pin",)
    table = Table("srd35", HELD, A="bab 0", B="bab 1")
    assert table.play("pin:B", 11, 10).items("holds") == ("A:B:hold",)
    table = Table("srd35", HELD, A="bab 0", B="bab 0")
    assert table.play("pin:B", 7, 7, 12, 12, 4, 3).items("holds") == ("A:B:pin",)


@clause("srd35.check.tie", applies=False)
def test_srd35_check_tie_not_where_no_two_totals_can_be_equal() -> None:
    table = Table("srd35", HELD, A="grapple 30", B="bab 0")
    assert table.law("pin:B") == {"won": 1}


@ruling("srd35", "tie")
def test_srd35_ruling_tie_decides_at_every_difference() -> None:
    chances = {
        value: tuple(
            Table(f"srd35(tie={value})", HELD, A=f"bab {mine}", B=f"bab {theirs}").law("pin:B")["won"]
            for mine, theirs in ((1, 0), (0, 1), (0, 0))
        )
        for value in ("modifier", "defender", "attacker", "reroll")
    }
    assert chances == {
        "modifier": (Fraction(229, 400), Fraction(171, 400), Fraction(1, 2)),
        "defender": (Fraction(210, 400), Fraction(171, 400), Fraction(190, 400)),
        "attacker": (Fraction(229, 400), Fraction(190, 400), Fraction(210, 400)),
        "reroll": (Fraction(210, 381), Fraction(171, 381), Fraction(1, 2)),
    }


@clause("srd35.check.natural", applies=True)
def test_srd35_check_natural_applies_a_20_wins_and_a_1_loses_both_alike_compare() -> None:
    def outcome(mine: int, theirs: int) -> str:
        table = Table("srd35(natural20=auto)", HELD, A="bab 0", B="grapple 10")
        return table.play("pin:B", mine, theirs).items("holds")[0]

    assert outcome(20, 19) == "A:B:pin"
    assert outcome(20, 20) == "A:B:hold"
    assert outcome(15, 1) == "A:B:pin"
    assert outcome(1, 1) == "A:B:hold"
    table = Table("srd35(natural20=auto)", HELD, A="grapple 30", B="bab 0")
    assert table.law("pin:B")["won"] == 1 - Fraction(37, 400)


@clause("srd35.check.natural", applies=False)
def test_srd35_check_natural_not_when_faces_are_plain() -> None:
    table = Table("srd35", HELD, A="bab 0", B="grapple 10")
    assert table.play("pin:B", 20, 19).items("holds") == ("A:B:hold",)


@ruling("srd35", "natural20")
def test_srd35_ruling_natural20_spares_who_uses_escape_artist_but_not_who_holds() -> None:
    for value, chance in (("plain", Fraction(0)), ("auto", Fraction(1, 20))):
        table = Table(f"srd35(natural20={value})", HELD, A="bab 0 escape 0", B="grapple 40")
        assert table.law("escape:escape-artist", "hold").get("won", 0) == chance


@clause("srd35.check.attack-bonuses", applies=True)
def test_srd35_check_attack_bonuses_applies_to_the_check_too() -> None:
    table = Table("srd35", HELD, A={"bab": 0, "attack_bonus": 2}, B="bab 0")
    assert table.law("pin:B")["won"] == Fraction(247, 400)


@clause("srd35.check.attack-bonuses", applies=False)
def test_srd35_check_attack_bonuses_not_where_there_is_none() -> None:
    assert Table("srd35", HELD, A="bab 0", B="bab 0").law("pin:B")["won"] == Fraction(1, 2)


@ruling("srd35", "attack_bonuses")
def test_srd35_ruling_attack_bonuses_moves_the_check_or_leaves_it() -> None:
    for value, chance in (("apply", Fraction(247, 400)), ("ignore", Fraction(1, 2))):
        table = Table(f"srd35(attack_bonuses={value})", HELD, A={"bab": 0, "attack_bonus": 2}, B="bab 0")
        assert table.law("pin:B")["won"] == chance


def test_what_a_game_master_grants_reaches_the_rolls_of_its_scope() -> None:
    table = Table("srd35", f"{HELD} bonuses=A:bless:2:maintain:0,B:aid:2:resist:0", A="bab 0", B="bab 0")
    assert table.law("pin:B")["won"] == Fraction(1, 2)
    assert table.law("escape:grapple", "hold")["won"] == 1 - Fraction(247, 400)


@pytest.mark.parametrize(
    "difference",
    [(0, Fraction(1, 2)), (3, Fraction(33, 50)), (4, Fraction(7, 10)), (5, Fraction(59, 80)), (8, Fraction(167, 200))],
)
def test_chances_by_the_difference_of_the_modifiers(difference: tuple[int, Fraction]) -> None:
    edge, chance = difference
    assert Table("srd35", HELD, A=f"grapple {edge}", B="grapple 0").law("pin:B")["won"] == chance


def test_a_published_modifier_is_used_and_shown_beside_its_parts() -> None:
    table = Table("srd35", HELD, A="bab 6 str 20 grapple 15", B="bab 0")
    parts = table.play("pin:B", 10, 9).rolls[0].parts
    assert [(part.name, part.value) for part in parts if part.owner == 0] == [
        ("base attack bonus", 6),
        ("Strength", 5),
        ("as published", 4),
    ]


def test_of_a_quick_fighter_the_attack_bonus_is_read_off_its_grapple_modifier() -> None:
    table = Table("srd35", A="grapple 3 size small", B="bab 0 touch 12")
    assert table.law("grapple:B:nonlethal")["hit"] == Fraction(17, 20)  # +7 without its size, +1 for it


@clause("srd35.check.bonus", applies=True)
def test_srd35_check_bonus_applies_and_refuses_who_has_none_once_it_is_held() -> None:
    weak = {"bab": 0, "strength": None}
    table = Table("srd35", "holds=A:B:hold", A=weak, B="bab 0")
    for token in ("escape:grapple", "pin:B", "damage:B:nonlethal", "move-grapple"):
        assert table.refused(token).clause == "srd35.check.bonus"
    assert "escape:escape-artist" in table.legal
    pinned = Table("srd35", "holds=B:A:pin", A=weak, B="bab 0")
    assert pinned.refused("escape-pin:grapple").clause == "srd35.check.bonus"
    assert "escape-pin:escape-artist" in pinned.legal
