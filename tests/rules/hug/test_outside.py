"""Outsiders: the clauses of chapter `outside`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, law

ATTACK = "attack:B:club"
CAREFUL = "attack:B:club:careful"


def table(**fighters: Any) -> Table:
    """A, with skill 3 and a club, beside B and C who grapple."""
    return Table("hug", "holds=B:C:hug", **{"A": "melee 3 hand club", "B": "", "C": "", **fighters})


# hug.outside.stray


@clause("hug.outside.stray", applies=True)
def test_hug_outside_stray_applies_in_3_13_and_4_of_20() -> None:
    assert table().law(ATTACK) == law(stray=3, top=1, hit=12, miss=4)
    assert table().law("attack:C:club") == law(stray=3, top=1, hit=12, miss=4)


@clause("hug.outside.stray", applies=True)
@pytest.mark.parametrize("face", [1, 2, 3])
def test_hug_outside_stray_applies_on_low_faces_with_damage_at_once(face: int) -> None:
    played = table(A="melee 60 hand club").play(ATTACK, face, 2, 3)
    assert played.facts == ("A hits C by mistake.",)
    assert played.harms == (("C", 5),)
    (odds, of_c) = (table().odds(ATTACK), table().odds("attack:C:club"))
    assert (odds.least, of_c.most) == (Fraction(13, 20), Fraction(13, 20))  # a stray is not what it was for


@clause("hug.outside.stray", applies=True)
def test_hug_outside_stray_applies_up_to_3_and_no_further() -> None:
    assert table(A="melee 7 hand club").play(ATTACK, 4, 2, 3).harms == (("B", 5),)
    assert table(A="melee 6 hand club").play(ATTACK, 4).facts == ("A misses B.",)


@clause("hug.outside.stray", applies=True)
def test_hug_outside_stray_applies_to_shots_and_spell_rolls() -> None:
    spells = [{"name": "spark", "bonus": 3, "dice": "d6"}, {"name": "dread", "bonus": 3, "against": "will"}]
    caster = {"melee": 3, "hand": "bow", "spells": spells}
    for attack in ("attack:B:bow", "attack:B:unarmed", "cast:B:spark", "cast:B:dread"):
        assert table(A=caster).law(attack) == law(stray=3, top=1, hit=12, miss=4)
    assert table(A=caster).play("cast:B:spark", 3, 6).harms == (("C", 6),)
    assert table(A=caster).play("cast:B:dread", 3).facts == ("A hits C by mistake.",)


@clause("hug.outside.stray", applies=True)
def test_hug_outside_stray_applies_with_the_armour_of_who_is_struck() -> None:
    assert table(B="armour 3", C="armour 1").play(ATTACK, 1, 2, 3).harms == (("C", 3),)
    assert table(B="armour 1").play(ATTACK, 1, 2, 3).harms == (("C", 5),)


@clause("hug.outside.stray", applies=False)
def test_hug_outside_stray_not_between_partners() -> None:
    held = Table("hug", "holds=A:B:hug", A="melee 3", B="")
    assert held.law("attack:B:unarmed:athletics", "let") == law(top=1, hit=12, miss=7)
    assert held.play("attack:B:unarmed:athletics", "let", 3).facts == ("A misses B.",)


@clause("hug.outside.stray", applies=False)
def test_hug_outside_stray_not_at_who_is_in_no_grapple() -> None:
    assert table(D="").law("attack:D:club") == law(top=1, hit=12, miss=7)
    assert table(D="").play("attack:D:club", 3).harms == ()


@clause("hug.outside.stray", applies=False)
def test_hug_outside_stray_not_where_nothing_is_rolled() -> None:
    burn = {"spells": [{"name": "burn", "dice": "d4"}]}
    assert table(A=burn).play("cast:B:burn", 1).harms == (("B", 1),)


# hug.outside.careful


@clause("hug.outside.careful", applies=True)
def test_hug_outside_careful_applies_in_1_11_and_8_of_20() -> None:
    assert table().law(CAREFUL) == law(stray=1, top=1, hit=10, miss=8)


@clause("hug.outside.careful", applies=True)
def test_hug_outside_careful_applies_two_less_and_strays_on_1_alone() -> None:
    assert table().play(CAREFUL, 1, 2, 3).harms == (("C", 5),)
    for face in (2, 3, 9):
        assert table().play(CAREFUL, face).facts == ("A misses B.",)
    assert table(A="melee 20 hand club").play(CAREFUL, 2, 2, 3).harms == (("B", 5),)
    assert table().play(CAREFUL, 10, 2, 3).harms == (("B", 5),)


@clause("hug.outside.careful", applies=True)
def test_hug_outside_careful_applies_to_spell_rolls() -> None:
    spark = {"spells": [{"name": "spark", "bonus": 3, "dice": "d6"}]}
    assert table(A=spark).law("cast:B:spark:careful") == law(stray=1, top=1, hit=10, miss=8)


@clause("hug.outside.careful", applies=False)
def test_hug_outside_careful_not_unless_it_is_declared() -> None:
    assert table().law(ATTACK) == law(stray=3, top=1, hit=12, miss=4)
    assert table().play(ATTACK, 8, 2, 3).harms == (("B", 5),)


@clause("hug.outside.careful", applies=False)
def test_hug_outside_careful_not_offered_where_nobody_else_is_at_risk() -> None:
    burn = {"hand": "club", "spells": [{"name": "burn", "dice": "d4"}]}
    here = table(A=burn, D="")
    assert [word for word in here.legal if "careful" in word] == [
        "attack:B:club:careful",
        "attack:B:unarmed:careful",
        "attack:C:club:careful",
        "attack:C:unarmed:careful",
    ]
    assert here.law("attack:D:club") == law(top=1, hit=9, miss=10)


# hug.outside.menu


@clause("hug.outside.menu", applies=True)
def test_hug_outside_menu_applies_to_who_is_in_no_grapple() -> None:
    here = table()
    for verb in ("escape", "drag", "throw", "squeeze", "release"):
        refusal = here.refused(verb)
        assert str(refusal) == f"A cannot {verb} now: in no grapple [hug.outside.menu]"


@clause("hug.outside.menu", applies=True)
def test_hug_outside_menu_applies_with_all_that_is_left() -> None:
    fighter = {"hand": "club", "spells": [{"name": "burn", "dice": "d4"}]}
    lying = "marks=A:prone budgets=A:minor:1,A:move:1,A:standard:1"
    here = Table("hug", lying, squares="2x2 A@0.0 B@1.0", A=fighter, B="")
    verbs = dict.fromkeys(word.split(":")[0] for word in here.legal)
    assert list(verbs) == ["grapple", "attack", "cast", "move", "stand", "sheathe", "drop", "pass"]
    assert here.refused("escape").clause == "hug.outside.menu"


@clause("hug.outside.menu", applies=False)
def test_hug_outside_menu_not_to_a_grappler() -> None:
    held = Table("hug", "holds=A:B:hug", A="", B="")
    for verb in ("escape", "drag", "throw", "squeeze"):
        assert held.odds(f"{verb}:B:athletics").most == 1
    assert held.play("escape:B:acrobatics", "let").items("holds") == ()
