"""Numbers: the clauses of chapter `check`, and the fractions that follow from them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scripted import Table, clause, ruling
from tussle.bout.loading import load
from tussle.errors import Unreadable

EQUAL = "holds=A:B:equal"
PIN = "holds=A:B:pin"
DIFFICULTY = "counters=clock-A:"
"""One clock for both, under the name of A."""


# endure.check.pool


@clause("endure.check.pool", applies=True)
def test_endure_check_pool_applies_to_an_attack() -> None:
    table = Table("endure", A="unarmed 3", B="")
    assert table.law("attack:B:unarmed") == {
        0: Fraction(8, 27),
        1: Fraction(12, 27),
        2: Fraction(6, 27),
        3: Fraction(1, 27),
    }
    assert table.play("attack:B:unarmed", 5, 6, 4).harms == (("B", 2),)


@clause("endure.check.pool", applies=True)
def test_endure_check_pool_applies_to_both_sides_of_a_contest() -> None:
    table = Table("endure", EQUAL, A="unarmed 2", B="unarmed 1")
    # 2 dice against 1: won 20/27 of what is no tie, (1/9)(1) + (4/9)(2/3) = 11/27 against (4/9)(1/3) = 4/27.
    assert table.law("pin", "contest") == {"won": Fraction(11, 15), "lost": Fraction(4, 15)}
    (roll,) = table.play("pin", "contest", 5, 1, 4).rolls
    assert [(die.sides, die.owner, die.label) for die in roll.dice] == [
        (6, 0, "unarmed"),
        (6, 0, "unarmed"),
        (6, 1, "unarmed"),
    ]


@clause("endure.check.pool", applies=True)
def test_endure_check_pool_applies_as_no_success_where_it_is_0() -> None:
    table = Table("endure", EQUAL, A="unarmed 2 endure 1", B="")
    assert table.law("pin", "contest") == {"won": 1}
    assert Table("endure", EQUAL, A="", B="unarmed 2").law("pin", "contest") == {"lost": 1}


@clause("endure.check.pool", applies=False)
def test_endure_check_pool_not_where_nobody_rolls() -> None:
    played = Table("endure", EQUAL, A="unarmed 3", B="endure 0").play("pin", "concede")
    assert played.items("holds") == ("A:B:pin",)
    assert played.items("marks") == ("B:exhausted",)


@ruling("endure", "dice")
def test_endure_ruling_dice_one_die_against_nothing() -> None:
    chances = {
        "d6/5+": Fraction(1, 3),
        "d6/4+": Fraction(1, 2),
        "d10/8+": Fraction(3, 10),
        "d100/2+": Fraction(99, 100),
    }
    for dice, chance in chances.items():
        table = Table(f"endure(dice={dice})", A="unarmed 1", B="")
        assert table.law("attack:B:unarmed") == {"won": chance, "lost": 1 - chance}
    assert Table("endure(dice=d10/8+)", A="unarmed 1", B="").play("attack:B:unarmed", 8).harms == (("B", 1),)
    assert Table("endure(dice=d10/8+)", A="unarmed 1", B="").play("attack:B:unarmed", 7).harms == ()


@pytest.mark.parametrize("dice", ["d6/7+", "d6/1+", "d1/1+", "d1001/5+"])
def test_dice_whose_target_cannot_be_are_refused_with_a_sentence(dice: str) -> None:
    with pytest.raises(Unreadable, match=r"the target must be 2 or more and not above the sides"):
        load(f"endure(dice={dice})")


@pytest.mark.parametrize(
    "value", ["dice=6/5", "dice=d6/5", "very_easy=-1", "very_easy=01", "actions=2", "actions=many"]
)
def test_values_that_are_none_are_refused_with_those_there_are(value: str) -> None:
    with pytest.raises(Unreadable, match=r"the ruling \w+ of endure cannot be '.*': .*, or .*"):
        load(f"endure({value})")


def test_the_load_string_of_other_dice_and_actions_comes_back() -> None:
    text = "endure(actions=4,dice=d10/8+)"
    assert load("endure(dice=d10/8+, actions=4)").load_string == text
    assert load(text).load_string == text


# endure.check.ladder


@clause("endure.check.ladder", applies=True)
def test_endure_check_ladder_applies_to_a_pool_of_five_against_very_easy() -> None:
    table = Table("endure", EQUAL, A="unarmed 1", B="endure 5")
    assert table.law("pin", "concede")["passed"] == Fraction(211, 243)
    assert table.play("pin", "concede", 1, 1, 1, 1, 5).facts[-1] == "B endures."


@clause("endure.check.ladder", applies=True)
@pytest.mark.parametrize(
    ("climbed", "chance"),
    [(1, Fraction(131, 243)), (2, Fraction(51, 243)), (3, Fraction(11, 243)), (4, Fraction(1, 243))],
)
def test_endure_check_ladder_applies_one_success_more_a_step(climbed: int, chance: Fraction) -> None:
    table = Table("endure", f"{EQUAL} {DIFFICULTY}{climbed}", A="unarmed 1", B="endure 5")
    assert table.law("pin", "concede")["passed"] == chance


@clause("endure.check.ladder", applies=True)
def test_endure_check_ladder_applies_without_a_roll_above_the_pool() -> None:
    table = Table("endure", f"{EQUAL} {DIFFICULTY}2", A="unarmed 1 endure 5", B="endure 2")
    played = table.play("pin", "concede")
    assert played.facts[1:] == ("B has 2 dice and needs 3 successes: failed without a roll.", "B is exhausted.")
    enough = Table("endure", f"{EQUAL} {DIFFICULTY}1", A="unarmed 1 endure 5", B="endure 2")
    assert enough.law("pin", "concede")["passed"] == Fraction(1, 9)


@clause("endure.check.ladder", applies=False)
def test_endure_check_ladder_not_where_successes_meet_successes() -> None:
    table = Table("endure", EQUAL, A="unarmed 2 dodge 2", B="unarmed 1 endure 3")
    assert table.play("escape:B:dodge", "contest", 6, 1, 1).items("holds") == ()


@ruling("endure", "very_easy")
def test_endure_ruling_very_easy_how_many_successes_it_asks_for() -> None:
    def table(value: int) -> Table:
        return Table(f"endure(very_easy={value})", EQUAL, A="unarmed 1", B="endure 2")

    assert table(1).law("pin", "concede")["passed"] == Fraction(5, 9)
    assert table(2).law("pin", "concede")["passed"] == Fraction(1, 9)
    assert table(0).play("pin", "concede").facts[1] == "B needs no success: passed without a roll."
    assert table(3).play("pin", "concede").items("marks") == ("B:exhausted",)


# endure.check.tie


@clause("endure.check.tie", applies=True)
def test_endure_check_tie_applies_as_the_same_dice_again() -> None:
    table = Table("endure", EQUAL, A="unarmed 2", B="unarmed 2 endure 1")
    assert table.law("pin", "contest") == {"won": Fraction(1, 2), "lost": Fraction(1, 2)}
    played = table.play("pin", "contest", 1, 1, 1, 1, 6, 6, 5, 5, 6, 1, 2, 2, 6)
    assert played.items("holds") == ("A:B:pin",)
    assert played.items("counters") == ("clock-A:1",)
    assert played.items("budgets") == ("A:actions:1",)


@clause("endure.check.tie", applies=True)
def test_endure_check_tie_applies_to_two_empty_pools_without_a_roll() -> None:
    played = Table("endure", EQUAL, A="", B="").play("pin", "contest")
    assert played.facts == ("A and B have no dice, and so they tie.", "A does not pin B.")
    assert played.items("holds") == ("A:B:equal",)
    assert played.items("marks") == ()


@clause("endure.check.tie", applies=False)
def test_endure_check_tie_not_at_an_attack_where_ties_miss() -> None:
    table = Table("endure", A="unarmed 1", B="dodge 1")
    assert table.law("grab:B", "defend") == {"won": Fraction(2, 9), "lost": Fraction(7, 9)}
    assert table.play("grab:B", "defend", 5, 5).items("holds") == ()


@ruling("endure", "tie")
def test_endure_ruling_tie_five_dice_against_five() -> None:
    def table(value: str) -> Table:
        return Table(f"endure(tie={value})", EQUAL, A="unarmed 5", B="unarmed 5 endure 1")

    assert table("reroll").law("pin", "contest") == {"won": Fraction(1, 2), "lost": Fraction(1, 2)}
    assert table("push-only").law("pin", "contest")["tie"] == Fraction(575, 2187)
    stands = table("push-only").play("pin", "contest", 6, 6, 1, 1, 1, 5, 5, 2, 2, 2)
    assert stands.facts == ("A and B tie: nothing changes.", "A does not pin B.")
    assert (stands.items("holds"), stands.items("marks"), stands.items("counters")) == (("A:B:equal",), (), ())
    assert stands.items("budgets") == ("B:actions:3",)


def test_a_tie_that_stands_keeps_a_pin_that_is_held_and_one_that_is_broken() -> None:
    held = Table("endure(tie=push-only)", PIN, A="endure 1", B="endure 1")
    assert held.play("hold", "contest", 6, 6).items("holds") == ("A:B:pin",)
    broken = Table("endure(tie=push-only)", "holds=B:A:pin", A="unarmed 1", B="unarmed 1")
    assert broken.play("break", "contest", 1, 1).items("holds") == ("B:A:pin",)


# endure.check.concede


@clause("endure.check.concede", applies=True)
def test_endure_check_concede_applies_once_action_and_skill_are_named() -> None:
    table = Table("endure", EQUAL, A="", B="unarmed 9 endure 2")
    played = table.play("escape", "dodge", "concede")
    assert played.items("holds") == ()
    assert [choice.options for choice in played.choices] == [("unarmed", "dodge"), ("contest", "concede")]


@clause("endure.check.concede", applies=True)
def test_endure_check_concede_applies_and_the_clock_runs() -> None:
    played = Table("endure", EQUAL, A="", B="unarmed 9 endure 2").play("pin", "concede", 6, 1)
    assert played.items("holds") == ("A:B:pin",)
    assert played.items("counters") == ("clock-A:1",)
    assert played.facts == ("A pins B.", "B endures.")


@clause("endure.check.concede", applies=True)
def test_endure_check_concede_applies_to_an_exhausted_side_which_then_wins() -> None:
    spent = f"{EQUAL} marks=A:exhausted"
    assert Table("endure", spent, A="", B="endure 1").play("pin", "concede", 6).items("holds") == ("A:B:pin",)
    assert Table("endure", spent, A="unarmed 9", B="endure 1").play("pin", "contest", 6).items("holds") == (
        "A:B:equal",
    )


@clause("endure.check.concede", applies=False)
def test_endure_check_concede_not_asked_of_an_exhausted_side() -> None:
    table = Table("endure", f"{EQUAL} marks=B:exhausted", A="endure 1", B="unarmed 9")
    assert table.play("pin", 6).items("holds") == ("A:B:pin",)


@clause("endure.check.concede", applies=False)
def test_endure_check_concede_not_at_the_starting_attack() -> None:
    assert Table("endure", A="unarmed 1", B="").play("grab:B", 6).items("holds") == ("A:B:equal",)


# endure.check.size


@clause("endure.check.size", applies=True)
def test_endure_check_size_applies_to_a_knockback_check() -> None:
    table = Table("endure", EQUAL, A="size 1 strength 1", B="size 1 strength 0")
    assert table.law("move", "contest")["won"] == Fraction(11, 15)  # two dice against one
    even = Table("endure", EQUAL, A="size 1 strength 0", B="size 0 strength 1")
    assert even.law("move", "contest")["won"] == Fraction(1, 2)


@clause("endure.check.size", applies=True)
def test_endure_check_size_applies_where_one_body_covers_another() -> None:
    held = "holds=B:C:equal"
    larger = Table("endure", held, A="unarmed 3", B="size 2", C="size 3")
    assert larger.law("attack:B:unarmed") == {0: Fraction(26, 27), 3: Fraction(1, 27)}
    assert larger.law("attack:C:unarmed") == {0: Fraction(20, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}


@clause("endure.check.size", applies=False)
def test_endure_check_size_not_where_ratings_meet() -> None:
    table = Table("endure", EQUAL, A="size 0 strength 0 unarmed 1", B="size 20 unarmed 1")
    assert table.law("pin", "contest")["won"] == Fraction(1, 2)


@pytest.mark.parametrize("text", ["size -1", "strength -1", "size 21", "strength 21"])
def test_size_and_strength_are_whole_numbers_on_a_small_scale(text: str) -> None:
    with pytest.raises(Unreadable, match=rf"Expected int [<>]= \d+, at {text.split(maxsplit=1)[0]}"):
        Table("endure", A=text, B="")
