"""Outsiders: the clauses of chapter `outside`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling

HELD = "holds=B:C:equal"


def table(position: str = HELD, rules: str = "endure", **sizes: int) -> Table:
    """A, in no grapple, beside B and C, who are."""
    sizes = {"B": 3, "C": 3, **sizes}
    others: dict[str, Any] = {who: f"dodge 2 block 1 size {size} unarmed 1 endure 1" for who, size in sizes.items()}
    return Table(rules, position, A="unarmed 3 hand club armed 2 damage 4", **others)


# endure.outside.no-dodge


@clause("endure.outside.no-dodge", applies=True)
def test_endure_outside_no_dodge_applies_to_both_grapplers() -> None:
    for foe in "BC":
        assert table().law(f"attack:{foe}:unarmed") == {
            0: Fraction(20, 27),
            2: Fraction(6, 27),
            3: Fraction(1, 27),
        }


@clause("endure.outside.no-dodge", applies=False)
def test_endure_outside_no_dodge_not_outside_a_grapple() -> None:
    law = table("").law("attack:B:unarmed", "defend")
    assert law[0] == 1 - Fraction(1, 243) * (12 * 4 + 6 * 8 + 1 * 9)
    assert table("").play("attack:B:unarmed", "decline", 6, 6, 1).harms == (("B", 2),)


@clause("endure.outside.no-dodge", applies=False)
def test_endure_outside_no_dodge_not_at_the_check_to_escape() -> None:
    escaping = Table("endure", "holds=A:B:equal", A="dodge 2", B="unarmed 1")
    assert escaping.law("escape:B:dodge", "contest")["won"] == Fraction(11, 15)


# endure.outside.cover


@clause("endure.outside.cover", applies=True)
@pytest.mark.parametrize(("other", "hits"), [(2, 2), (3, 2), (4, 3)])
def test_endure_outside_cover_applies_by_the_size_of_the_other(other: int, hits: int) -> None:
    chances = {2: Fraction(7, 27), 3: Fraction(1, 27)}
    law = table(C=other).law("attack:B:unarmed")
    assert 1 - law[0] == chances[hits]
    assert table(C=other).play("attack:B:unarmed", 6, 6, 6).harms == (("B", 4 - hits),)
    two = table(C=other).play("attack:B:unarmed", 6, 6, 1).harms
    assert two == ((("B", 1),) if hits == 2 else ())


@clause("endure.outside.cover", applies=True)
def test_endure_outside_cover_applies_to_an_item_and_its_own_damage() -> None:
    assert table().law("attack:B:club") == {0: Fraction(8, 9), 2: Fraction(1, 9)}
    assert table().play("attack:B:club", 6, 6).harms == (("B", 4),)


@clause("endure.outside.cover", applies=True)
def test_endure_outside_cover_applies_where_no_throw_can_beat_it() -> None:
    played = table(C=4).play("attack:B:club")
    assert (played.rolls, played.harms) == ((), ())
    assert played.facts == ("A has 2 dice against B and would need 3 successes.", "A misses B.")


@clause("endure.outside.cover", applies=False)
def test_endure_outside_cover_not_for_who_is_in_no_grapple() -> None:
    assert table("holds=B:C:equal", D=3).play("attack:D:unarmed", "decline", 6, 1, 1).harms == (("D", 1),)


@ruling("endure", "cover")
def test_endure_ruling_cover_by_itself_or_for_an_action_not_spent() -> None:
    costs = "endure(cover=costs-1-action)"
    assert 1 - table().law("attack:B:unarmed")[0] == Fraction(7, 27)
    assert 1 - table(rules=costs).law("attack:B:unarmed")[0] == Fraction(19, 27)
    saved = table(f"{HELD} budgets=A:actions:3,B:cover:2", costs)
    assert 1 - saved.law("attack:B:unarmed", "cover")[0] == Fraction(7, 27)
    assert 1 - saved.law("attack:B:unarmed", "no")[0] == Fraction(19, 27)
    assert saved.play("attack:B:unarmed", "cover", 6, 6, 1).items("budgets") == ("A:actions:2", "B:cover:1")


def test_only_actions_not_spent_in_ones_own_turn_pay_for_cover_and_not_for_ever() -> None:
    costs = "endure(cover=costs-1-action)"
    turn = table(f"{HELD} turn=B budgets=B:actions:3", costs)
    assert turn.play("pin", "contest", 6, 1, 6).items("budgets") == ("B:actions:1",)
    assert turn.play("pass").items("budgets") == ("B:cover:1", "C:actions:3")
    assert turn.play("break", "contest", 1, 6).items("budgets") == ("A:actions:3", "B:cover:1", "C:cover:1")
    turn.play("attack:B:unarmed", "no", 1, 1, 1)
    assert turn.play("pass").items("budgets") == ("A:cover:2", "B:actions:3", "C:cover:1")
    duel = Table(costs, "holds=A:B:pin", A="unarmed 1", B="")
    assert duel.play("pass").items("budgets") == ("B:actions:3",)  # nobody is there to be covered from


# endure.outside.menu


@clause("endure.outside.menu", applies=True)
@pytest.mark.parametrize("verb", ["escape", "move", "pin", "break", "hold", "release"])
def test_endure_outside_menu_applies_to_who_is_in_no_grapple(verb: str) -> None:
    assert str(table().refused(verb)) == f"A cannot {verb} now: you are in no grapple [endure.outside.menu]"


@clause("endure.outside.menu", applies=False)
def test_endure_outside_menu_not_for_a_grappler() -> None:
    assert table(f"{HELD} turn=B budgets=B:actions:3").refused("break").clause == "endure.grappling.states"


def test_an_outsider_may_attack_walk_grab_or_pass() -> None:
    free = Table("endure", squares="4x1 A@0.0 B@1.0", A="", B="")
    assert {token.split(":")[0] for token in free.legal} == {"attack", "grab", "pass"}
    wide = Table("endure", squares="4x2 A@0.0 B@1.0", A="", B="")
    assert {token.split(":")[0] for token in wide.legal} == {"attack", "grab", "walk", "pass"}
