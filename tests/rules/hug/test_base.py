"""Base rules: the clauses of chapter `base`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, law
from tussle.errors import Unreadable


def sums(*dice: int) -> dict[int, Fraction]:
    """The law of the sum of dice with these sides, throw by throw."""
    weights = {0: Fraction(1)}
    for sides in dice:
        found: dict[int, Fraction] = {}
        for total, weight in weights.items():
            for face in range(1, sides + 1):
                found[total + face] = found.get(total + face, Fraction(0)) + weight / sides
        weights = found
    return weights


# hug.base.turn


@clause("hug.base.turn", applies=True)
def test_hug_base_turn_applies_to_a_move_of_five_squares_and_a_standard_turned_into_one() -> None:
    table = Table("hug", squares="12x1 A@0.0 B@11.0", A="", B="")
    first = table.play("move", *["e"] * 4)  # the first step has one way only
    assert first.items("cells") == ("A:5.0", "B:11.0")
    assert first.items("budgets") == ("A:standard:1",)
    second = table.play("move", "e", "w", "stop")
    assert second.items("cells") == ("A:5.0", "B:11.0")
    assert second.items("turn") == ("B",)
    assert second.items("budgets") == ("B:move:1", "B:standard:1")


@clause("hug.base.turn", applies=True)
def test_hug_base_turn_applies_to_a_minor_action() -> None:
    table = Table("hug", A="hand club carries dagger", B="")
    assert table.play("sheathe").items("hands") == ()
    assert table.refused("draw").clause == "hug.base.turn"
    assert table.line == "order=A,B turn=A budgets=A:standard:1"
    drawing = Table("hug", "hands=", A="hand club carries dagger", B="")
    assert drawing.play("draw:dagger").items("hands") == ("A:dagger",)
    dropping = Table("hug", A="hand club carries dagger", B="")
    dropped = dropping.play("drop")
    assert dropped.items("marks") == ("A:dropped-club",)
    assert str(dropping.refused("sheathe")) == "A cannot sheathe now: nothing is in hand [hug.base.turn]"


@clause("hug.base.turn", applies=True)
def test_hug_base_turn_applies_to_what_can_be_drawn() -> None:
    table = Table("hug", "hands= marks=A:dropped-club", A="hand club carries dagger", B="")
    assert [word for word in table.legal if word.startswith("draw")] == ["draw:dagger"]
    assert table.play("pass").items("turn") == ("B",)


@clause("hug.base.turn", applies=True)
def test_hug_base_turn_applies_without_a_map_or_a_way() -> None:
    assert str(Table("hug", A="", B="").refused("move")) == (
        "A cannot move now: there is no map to move on [hug.base.turn]"
    )
    assert Table("hug", squares="2x1 A@0.0 B@1.0", A="", B="").refused("move").clause == "hug.base.turn"
    assert (
        Table("hug", squares="3x1 A@0.0 B@2.0", A="movement 0 hand club", B="").refused("move").clause
        == "hug.base.turn"
    )
    spent = Table("hug", "budgets=A:minor:1", squares="3x1 A@0.0 B@2.0", A="hand club", B="")
    assert spent.refused("move").clause == "hug.base.turn"


@clause("hug.base.turn", applies=False)
def test_hug_base_turn_not_cited_by_a_standard_action_after_which_the_turn_ends_by_itself() -> None:
    table = Table("hug", A="", B="")
    assert table.law("attack:B:unarmed") == law(top=1, hit=9, miss=10)
    ended = table.play("attack:B:unarmed", 2)
    assert ended.items("turn") == ("B",)
    armed = Table("hug", A="hand club", B="").play("attack:B:club", 2)
    assert armed.items("turn") == ("A",)
    assert armed.items("budgets") == ("A:minor:1",)


# hug.base.attack


@clause("hug.base.attack", applies=True)
def test_hug_base_attack_applies_with_what_is_in_hand_or_bare_hands() -> None:
    def table(fighter: str) -> Table:
        return Table("hug", A=f"hand club {fighter}", B="reflex 1")

    assert table("melee 3 unarmed 6").law("attack:B:club") == law(top=1, hit=11, miss=8)
    assert table("melee 3 unarmed 6").law("attack:B:unarmed") == law(top=1, hit=14, miss=5)
    assert table("melee 3").law("attack:B:unarmed") == law(top=1, hit=11, miss=8)
    assert table("melee 3").play("attack:B:club", 9, 1, 1).items("budgets") == ("A:minor:1",)
    assert [word for word in table("carries dagger").legal if word.startswith("attack")] == [
        "attack:B:club",
        "attack:B:unarmed",
    ]


@clause("hug.base.attack", applies=True)
def test_hug_base_attack_applies_to_neighbours_and_shots_to_anybody() -> None:
    squares = "9x1 A@0.0 B@8.0 C@1.0"
    table = Table("hug", squares=squares, A="hand bow", B="", C="")
    assert [word for word in table.legal if word.startswith("attack")] == [
        "attack:B:bow",
        "attack:C:bow",
        "attack:C:unarmed",
    ]
    assert table.law("attack:B:bow") == law(top=1, hit=9, miss=10)
    blade = Table("hug", squares=squares, A="hand club", B="", C="")
    assert str(blade.refused("attack:B")) == "A cannot attack B now: out of reach [hug.base.attack]"


@clause("hug.base.attack", applies=True)
def test_hug_base_attack_applies_to_whom_and_when() -> None:
    table = Table("hug", "standing=C:out tallies=C:harm:20", A="hand club", B="", C="")
    assert table.refused("attack:A").clause == "hug.base.attack"
    assert table.refused("attack:C").clause == "hug.base.attack"
    table.play("attack:B:club", 2)
    assert str(table.refused("attack:B")) == "A cannot attack B now: no standard action left [hug.base.attack]"


@clause("hug.base.attack", applies=False)
def test_hug_base_attack_not_for_a_spell_or_a_squeeze() -> None:
    spells = [{"name": "dread", "bonus": 2, "against": "will", "dice": "d6"}]
    assert Table("hug", A={"spells": spells}, B="").law("cast:B:dread") == law(top=1, hit=11, miss=8)
    held = Table("hug", "holds=A:B:hug", A="", B="")
    assert held.play("squeeze:B:athletics", "let", 1, 1).harms == (("B", 2),)


# hug.base.initiative


@clause("hug.base.initiative", applies=True)
def test_hug_base_initiative_applies_and_ties_go_to_the_higher_bonus_then_as_given() -> None:
    def table(a: int, b: int) -> Table:
        return Table("hug", opened=False, A=f"initiative {a}", B=f"initiative {b}")

    assert table(0, 0).law("") == {(0, 1): Fraction(21, 40), (1, 0): Fraction(19, 40)}
    assert table(0, 3).law("") == {(0, 1): Fraction(136, 400), (1, 0): Fraction(264, 400)}
    for faces, order in (((7, 4), ("B", "A")), ((8, 4), ("A", "B")), ((6, 4), ("B", "A"))):
        assert table(0, 3).due(*faces).items("order") == order
    assert table(0, 0).due(5, 5).items("order") == ("A", "B")
    first = table(0, 0).due(5, 6)
    assert first.facts == ("B goes first.",)
    assert first.items("turn") == ("B",)


@clause("hug.base.initiative", applies=False)
def test_hug_base_initiative_not_where_the_order_is_given() -> None:
    table = Table("hug", "order=B,A", A="initiative 9", B="")
    assert table.line.startswith("order=B,A turn=A")
    assert table.play("pass").items("turn") == ("B",)


# hug.base.prone


@clause("hug.base.prone", applies=True)
def test_hug_base_prone_applies_plus_2_to_melee_and_minus_2_to_ones_own() -> None:
    def table(*prone: str) -> Table:
        spark = [{"name": "spark", "bonus": 0}]
        marks = ",".join(f"{who}:prone" for who in prone)
        budgets = "budgets=A:move:1,A:standard:1" if "A" in prone else ""
        return Table("hug", f"marks={marks} {budgets}", A={"hand": "bow", "spells": spark}, B="")

    assert table("B").law("attack:B:unarmed") == law(top=1, hit=11, miss=8)
    assert table("A").law("attack:B:unarmed") == law(top=1, hit=7, miss=12)
    assert table("A", "B").law("attack:B:unarmed") == law(top=1, hit=9, miss=10)
    assert table("A").law("attack:B:bow") == law(top=1, hit=7, miss=12)
    assert table("A").law("cast:B:spark") == law(top=1, hit=7, miss=12)
    assert table("B").play("attack:B:unarmed", 9, 1).harms == (("B", 1),)


@clause("hug.base.prone", applies=True)
def test_hug_base_prone_applies_a_move_action_to_stand_up() -> None:
    table = Table("hug", "marks=A:prone budgets=A:move:1,A:standard:1", A="", B="")
    stood = table.play("stand")
    assert stood.items("marks") == ()
    assert stood.items("budgets") == ("A:standard:1",)
    late = Table("hug", "marks=A:prone budgets=A:standard:1,A:minor:1", A="hand club", B="").play("stand")
    assert late.items("budgets") == ("A:minor:1",)
    spent = Table("hug", "marks=A:prone budgets=A:minor:1", A="hand club", B="")
    assert str(spent.refused("stand")) == "A cannot stand now: no move and no standard action left [hug.base.prone]"
    assert str(Table("hug", A="", B="").refused("stand")) == "A cannot stand now: not prone [hug.base.prone]"


@clause("hug.base.prone", applies=False)
def test_hug_base_prone_not_to_shots_and_spells_at_who_lies_nor_to_third_parties() -> None:
    spark = {"hand": "bow", "spells": [{"name": "spark", "bonus": 0}]}
    table = Table("hug", "marks=B:prone", A=spark, B="", C="")
    for attack in ("attack:B:bow", "cast:B:spark", "attack:C:unarmed"):
        assert table.law(attack) == law(top=1, hit=9, miss=10)


# hug.base.flanking


def flanked(squares: str = "3x3 A@0.1 B@1.1 C@2.1", a: str = "", position: str = "") -> Table:
    return Table("hug", position, squares=squares, sides=(0, 1, 0), A=a, B="", C="")


@clause("hug.base.flanking", applies=True)
@pytest.mark.parametrize(("mine", "friend"), [("0.1", "2.1"), ("0.0", "2.2"), ("1.0", "1.2"), ("2.0", "0.2")])
def test_hug_base_flanking_applies_from_opposite_sides(mine: str, friend: str) -> None:
    table = flanked(f"3x3 A@{mine} B@1.1 C@{friend}")
    assert table.law("attack:B:unarmed") == law(top=1, hit=11, miss=8)
    assert table.play("attack:B:unarmed", 9, 1).harms == (("B", 1),)


@clause("hug.base.flanking", applies=True)
def test_hug_base_flanking_applies_once_however_many_help() -> None:
    squares, cells = "3x3 A@0.1 B@1.1 C@2.1 D@2.2", "cells=A:0.1,B:1.1,C:2.1,D:2.1"
    table = Table("hug", cells, squares=squares, sides=(0, 1, 0, 0), A="", B="", C="", D="")
    (roll,) = table.play("attack:B:unarmed", 8).rolls
    assert [(part.name, part.value) for part in roll.parts if part.name == "flanking"] == [("flanking", 2)]


@clause("hug.base.flanking", applies=False)
@pytest.mark.parametrize("friend", ["2.0", "2.2", "0.2"])
def test_hug_base_flanking_not_from_another_side(friend: str) -> None:
    assert flanked(f"4x3 A@0.1 B@1.1 C@{friend}").law("attack:B:unarmed") == law(top=1, hit=9, miss=10)


@clause("hug.base.flanking", applies=False)
def test_hug_base_flanking_not_with_a_bow_nor_with_who_is_no_help() -> None:
    even = law(top=1, hit=9, miss=10)
    assert flanked(a="hand bow").law("attack:B:bow") == even
    assert flanked(position="standing=C:out tallies=C:harm:20").law("attack:B:unarmed") == even
    assert Table("hug", sides=(0, 1, 0), A="", B="", C="").law("attack:B:unarmed") == even
    enemy = Table("hug", squares="3x3 A@0.1 B@1.1 C@2.1", A="", B="", C="")
    assert enemy.law("attack:B:unarmed") == even


# hug.base.weapons

TABLE = {
    "unarmed": (4,),
    "dagger": (6,),
    "knife": (4,),
    "club": (4, 4),
    "short_sword": (6, 6),
    "broad_sword": (8, 8),
    "bow": (6, 6),
}


@clause("hug.base.weapons", applies=True)
@pytest.mark.parametrize(("weapon", "dice"), TABLE.items())
def test_hug_base_weapons_applies_its_dice(weapon: str, dice: tuple[int, ...]) -> None:
    table = Table("hug", A="" if weapon == "unarmed" else f"hand {weapon}", B="hits 99")
    attack = f"attack:B:{weapon}"
    assert table.law(attack, "hit") == sums(*dice)
    assert table.law(attack, "top") == {sum(dice): 1}
    assert table.play(attack, 11, *dice).harms == (("B", sum(dice)),)


@clause("hug.base.weapons", applies=True)
def test_hug_base_weapons_applies_as_the_list_of_what_can_be_held() -> None:
    with pytest.raises(Unreadable, match="which is no weapon: dagger, knife, club"):
        Table("hug", A="hand spoon", B="")
    assert Table("hug", A="hand knife", B="").play("attack:B:knife", 11, 4).harms == (("B", 4),)


@clause("hug.base.weapons", applies=False)
def test_hug_base_weapons_not_for_a_weapon_of_ones_own_nor_for_a_spell() -> None:
    own = {"hand": "pike", "weapons": [{"name": "pike", "dice": "3d6"}], "spells": [{"name": "burn", "dice": "d4"}]}
    table = Table("hug", A=own, B="")
    assert table.law("attack:B:pike", "hit") == sums(6, 6, 6)
    assert table.law("cast:B:burn") == sums(4)


# hug.base.spell


def caster(**spell: Any) -> Callable[..., Table]:
    def table(**target: Any) -> Table:
        return Table("hug", A={"spells": [{"name": "hex", **spell}]}, B=target)

    return table


@clause("hug.base.spell", applies=True)
def test_hug_base_spell_applies_against_reflex_and_shield_unless_stated() -> None:
    table = caster(bonus=5, dice="2d6")
    assert table(reflex=3, shield=2).law("cast:B:hex") == law(top=1, hit=9, miss=10)
    assert table(reflex=3, shield=2).law("cast:B:hex", "hit") == sums(6, 6)
    assert table().play("cast:B:hex", 6, 1, 2).harms == (("B", 3),)
    assert table().play("cast:B:hex", 5).harms == ()
    assert table().play("cast:B:hex", 20).harms == (("B", 12),)


@clause("hug.base.spell", applies=True)
def test_hug_base_spell_applies_against_another_defence_without_the_shield() -> None:
    table = caster(bonus=5, against="will")
    assert table(reflex=9, shield=9, defences={"will": 2}).law("cast:B:hex") == law(top=1, hit=12, miss=7)
    assert table(reflex=9, shield=9).law("cast:B:hex") == law(top=1, hit=14, miss=5)


@clause("hug.base.spell", applies=True)
def test_hug_base_spell_applies_without_a_roll_or_without_damage() -> None:
    assert caster(dice="d4")(reflex=60).law("cast:B:hex") == sums(4)
    harmless = caster()(reflex=60).play("cast:B:hex")
    assert harmless.facts == ("A casts hex on B.",)
    assert harmless.harms == ()


@clause("hug.base.spell", applies=True)
def test_hug_base_spell_applies_to_who_knows_one_and_to_whom() -> None:
    assert str(Table("hug", A="", B="").refused("cast")) == "A cannot cast now: knows no spell [hug.base.spell]"
    assert caster()().refused("cast:A").clause == "hug.base.spell"
    spent = Table("hug", "budgets=A:minor:1", A={"hand": "club", "spells": [{"name": "hex"}]}, B="")
    assert str(spent.refused("cast:B")) == "A cannot cast B now: no standard action left [hug.base.spell]"


@clause("hug.base.spell", applies=False)
def test_hug_base_spell_not_for_a_blow() -> None:
    table = Table("hug", A={"hand": "club", "spells": [{"name": "hex", "bonus": 9}]}, B={"defences": {"will": 9}})
    assert table.law("attack:B:club") == law(top=1, hit=9, miss=10)
