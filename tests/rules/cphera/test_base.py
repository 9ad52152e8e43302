"""Base rules: the clauses of chapter `base`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.scripted import Table, clause, ruling

CLUB: dict[str, Any] = {"A": "hand club", "B": ""}


# cphera.base.attack


@clause("cphera.base.attack", applies=True)
def test_cphera_base_attack_applies_strength_and_base_bonus_against_armour_class() -> None:
    for mine, theirs, miss in (
        ("", "", 9),
        ("strength 5", "", 7),
        ("attack 3", "", 7),
        ("", "agility 5", 11),
        ("", "defence 3", 11),
        ("", "armour 2", 11),
        ("", "dodge 2", 11),
    ):
        table = Table("cphera(criticals=no)", A=f"{mine} hand club", B=theirs)
        assert table.law("attack:B:club") == {"hit": 1 - Fraction(miss, 20), "miss": Fraction(miss, 20)}
    assert table.law("attack:B:club", "hit") == {amount: Fraction(1, 6) for amount in range(4, 10)}
    body = Table("cphera(criticals=no)", A="hand club", B={"agility": None})
    assert body.law("attack:B:club")["miss"] == Fraction(6, 20)


@clause("cphera.base.attack", applies=True)
def test_cphera_base_attack_applies_within_reach_alone() -> None:
    for hand, legal in (("club", False), ("spear", True), ("bow", True)):
        table = Table("cphera", squares="hex 5x5 A@1.1 B@1.3", A=f"hand {hand}", B="")
        assert (f"attack:B:{hand}" in table.legal) == legal
        assert "attack:B:fists" not in table.legal
    near = Table("cphera", squares="hex 5x5 A@1.1 B@1.3", **CLUB)
    assert str(near.refused("attack:B")) == "A cannot attack B now: out of reach [cphera.base.attack]"
    assert Table("cphera", A="", B="").refused("attack:A").clause == "cphera.base.attack"


@clause("cphera.base.attack", applies=False)
def test_cphera_base_attack_not_in_a_grab_or_a_check() -> None:
    assert Table("cphera", "budgets=A:ap:8", A="", B="").play("grapple:B", 10, 10, 9).harms == ()


# cphera.base.bonus


@clause("cphera.base.bonus", applies=True)
def test_cphera_base_bonus_applies_to_attack_and_defence() -> None:
    table = Table("cphera(criticals=no)", A="attack 6 hand club", B="defence 4")
    assert table.law("attack:B:club")["miss"] == Fraction(7, 20)


@clause("cphera.base.bonus", applies=True)
def test_cphera_base_bonus_applies_shared_out_at_the_start_of_each_own_turn() -> None:
    table = Table("cphera(combat_ability=split,criticals=no)", "agenda=", A="attack 2 defence 1 hand club", B="")
    assert table.play("pass", "attack-2").items("marks") == ("B:attack-2",)
    played = table.play("pass", "attack-0")
    assert played.items("marks") == ("A:attack-0", "B:attack-2")
    # A: d20 + 3 against B's 10 + 3 + 0; B: d20 + 5 against A's 10 + 3 + 3.
    assert table.law("attack:B:club")["miss"] == Fraction(9, 20)
    table = Table(
        "cphera(combat_ability=split,criticals=no)",
        "agenda= turn=B marks=A:attack-0,B:attack-2",
        A="attack 2 defence 1",
        B="hand club",
    )
    assert table.law("attack:A:club")["miss"] == Fraction(10, 20)
    assert table.play("pass", "attack-2").items("marks") == ("B:attack-2",)


@clause("cphera.base.bonus", applies=False)
def test_cphera_base_bonus_not_in_a_check_of_strength() -> None:
    table = Table("cphera", "holds=B:A:grab", A="attack 9", B="")
    assert table.law("break:B")["won"] == Fraction(19, 40)


@ruling("cphera", "combat_ability")
def test_cphera_ruling_combat_ability_given_or_shared_out() -> None:
    fixed = Table("cphera(combat_ability=fixed)", **CLUB).play("pass")
    assert fixed.items("marks") == ()
    split = Table("cphera(combat_ability=split)", "agenda=", **CLUB).play("pass", "attack-0")
    assert split.items("marks") == ("B:attack-0",)


def test_the_first_turn_begins_with_the_choice_too() -> None:
    table = Table("cphera(combat_ability=split)", **CLUB)
    assert table.due("attack-2").items("marks") == ("A:attack-2",)


# cphera.base.initiative


@clause("cphera.base.initiative", applies=True)
def test_cphera_base_initiative_applies_speed_and_equals_again() -> None:
    table = Table("cphera", opened=False, A="", B="speed 10", C="")
    law = table.law("")
    assert len(law) == 6
    assert sum(law.values()) == 1
    assert Table("cphera", opened=False, A="", B="speed 10").law("")[(0,), (1,)] == Fraction(153, 382)
    # A and B come to 18, and roll again: B is ahead then.
    played = table.due(10, 8, 1, 5, 7)
    assert played.facts == ("B goes first.",)
    assert (played.items("order"), played.items("turn")) == (("B", "A", "C"), ("B",))


@clause("cphera.base.initiative", applies=False)
def test_cphera_base_initiative_not_once_the_order_is_known() -> None:
    assert Table("cphera", **CLUB).play("pass").items("turn") == ("B",)
