"""Harm: the clauses of chapter `harm`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause

ATTACK = "attack:B:club"


def chances(amounts: dict[int, int]) -> dict[int, Fraction]:
    """The law of 2d4 damage: each amount with how many of the 16 throws give it."""
    return {amount: Fraction(weight, 16) for amount, weight in amounts.items()}


# hug.harm.out


@clause("hug.harm.out", applies=True)
def test_hug_harm_out_applies_at_no_hits_left() -> None:
    def table() -> Table:
        return Table("hug", "tallies=B:harm:13", A="hand club", B="", C="")  # 20 hits, as nobody says otherwise

    out = sum(chance for line, chance in table().ends(ATTACK, "hit").items() if "B:out" in line)
    assert out == Fraction(3, 16)
    down = table().play(ATTACK, 11, 3, 4)
    assert down.facts == ("A hits B.", "B is out.")
    assert down.items("standing") == ("B:out",)
    assert down.items("tallies") == ("B:harm:20",)
    assert table().play(ATTACK, 11, 4, 4).items("tallies") == ("B:harm:20",)


@clause("hug.harm.out", applies=True)
def test_hug_harm_out_applies_and_it_lies_where_it_is_in_no_grapple_and_does_nothing() -> None:
    squares = "4x1 A@0.0 B@1.0 C@2.0"
    table = Table("hug", "holds=B:C:hug cells=A:0.0,B:1.0,C:1.0", squares=squares, A="hand club", B="hits 2", C="")
    down = table.play(ATTACK, 11, 1, 1)
    assert down.items("cells") == ("A:0.0", "B:1.0", "C:1.0")
    assert down.items("marks") == ("B:prone",)
    assert down.items("holds") == ()
    table.play("pass")
    assert table.line.split()[1] == "turn=C"
    assert "attack:B:unarmed" not in table.legal


@clause("hug.harm.out", applies=True)
def test_hug_harm_out_applies_to_the_end_of_the_bout() -> None:
    table = Table("hug", A="hand club", B="hits 2")
    assert set(table.ends(ATTACK, "hit")) == {table.play(ATTACK, 11, 1, 1).line}
    assert table.legal == ()


@clause("hug.harm.out", applies=False)
def test_hug_harm_out_not_with_one_hit_left() -> None:
    table = Table("hug", "tallies=B:harm:11", A="hand club", B="", C="")
    assert all("B:out" not in line for line in table.ends(ATTACK, "hit"))
    hurt = table.play(ATTACK, 11, 4, 4)
    assert hurt.items("tallies") == ("B:harm:19",)
    assert hurt.items("standing") == ()


# hug.harm.armour


@clause("hug.harm.armour", applies=True)
def test_hug_harm_armour_applies_once_a_die_and_leaves_one_at_least() -> None:
    one = Table("hug", A="hand club", B="armour 1")
    assert one.law(ATTACK, "hit") == chances({1: 3, 2: 3, 3: 4, 4: 3, 5: 2, 6: 1})
    assert one.play(ATTACK, 11, 4, 3).harms == (("B", 5),)
    thick = Table("hug", A="hand club", B="armour 60")
    assert thick.law(ATTACK, "hit") == {1: 1}
    assert thick.play(ATTACK, 11, 4, 4).harms == (("B", 1),)
    single = Table("hug", A="hand dagger", B="armour 2")
    assert single.play("attack:B:dagger", 11, 6).harms == (("B", 4),)


@clause("hug.harm.armour", applies=True)
def test_hug_harm_armour_applies_to_a_natural_20_and_to_spells() -> None:
    burn = {"hand": "club", "spells": [{"name": "burn", "dice": "3d6"}]}
    assert Table("hug", A=burn, B="armour 1").law(ATTACK, "top") == {6: 1}
    assert Table("hug", A=burn, B="armour 1").play(ATTACK, 20).harms == (("B", 6),)
    assert Table("hug", A=burn, B="armour 1").play("cast:B:burn", 1, 2, 3).harms == (("B", 3),)


@clause("hug.harm.armour", applies=False)
def test_hug_harm_armour_not_without_any() -> None:
    table = Table("hug", A="hand club armour 9", B="")
    assert table.law(ATTACK, "hit") == chances({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1})
    assert table.play(ATTACK, 11, 1, 1).harms == (("B", 2),)


@clause("hug.harm.armour", applies=False)
def test_hug_harm_armour_not_against_a_squeeze() -> None:
    table = Table("hug", "holds=A:B:hug", A="", B="armour 9")
    assert table.play("squeeze:B:athletics", "let", 4, 4).harms == (("B", 8),)
