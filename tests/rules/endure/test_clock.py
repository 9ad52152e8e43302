"""The endurance clock: the clauses of chapter `clock`, and the numbers that follow from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import OffScript, Table, clause, ruling

EQUAL = "holds=A:B:equal"
PINNING = "holds=A:B:pin"
ROW = "4x1 A@0.0 B@1.0 C@2.0 D@3.0"
SPARE: dict[str, Any] = {"A": "unarmed 1 endure 2", "B": "unarmed 1 endure 2"}
LAST: dict[str, Any] = {"A": "unarmed 1 endure 1", "B": "unarmed 1 endure 1"}
"""Two whose every Endure check is one die."""


def spent(who: str, hold: str = EQUAL, more: str = "") -> str:
    """A grapple in which one is exhausted already."""
    return f"{hold} marks={who}:exhausted {more}"


# endure.clock.who


@clause("endure.clock.who", applies=True)
@pytest.mark.parametrize(("faces", "whose"), [((6, 1), "B"), ((1, 6), "A")])
def test_endure_clock_who_applies_to_whoever_netted_fewer(faces: tuple[int, int], whose: str) -> None:
    played = Table("endure", EQUAL, **SPARE).play("pin", "contest", *faces, 6, 1)
    assert played.facts[-1] == f"{whose} endures."
    assert [(die.owner, die.label) for die in played.rolls[-1].dice] == [("AB".index(whose), "endure")] * 2


@clause("endure.clock.who", applies=True)
@pytest.mark.parametrize(
    ("position", "text"),
    [
        (EQUAL, "escape:B:unarmed"),
        (EQUAL, "move"),
        (EQUAL, "pin"),
        (PINNING, "attack"),
        (PINNING, "hold"),
        ("holds=B:A:pin", "break"),
    ],
)
def test_endure_clock_who_applies_after_every_check_of_the_menus(position: str, text: str) -> None:
    # A loses without a roll, and B, who won it, is the one left to check.
    table = Table("endure", f"{position} marks=A:exhausted", A="unarmed 1", B="endure 1")
    assert table.play(text, "contest", 6).facts[-1] == "B endures."


@clause("endure.clock.who", applies=True)
def test_endure_clock_who_applies_once_the_action_has_done_what_it_does() -> None:
    table = Table("endure", PINNING, A="unarmed 1", B="endure 1")
    played = table.play("attack:B:unarmed", "contest", 6, 1)
    assert (played.facts, played.harms) == (("A gets at B.", "B is exhausted."), (("B", 1),))


@clause("endure.clock.who", applies=False)
@pytest.mark.parametrize(
    ("position", "text", "script"),
    [
        ("", "grab:B", (6,)),
        ("", "attack:B:unarmed", (6,)),
        (EQUAL, "escape:B:unarmed", ("contest", 6, 1)),
        (PINNING, "release", ()),
        ("holds=B:C:equal", "attack:B:unarmed", ()),
    ],
)
def test_endure_clock_who_not_after_anything_else(position: str, text: str, script: tuple[int | str, ...]) -> None:
    table = Table("endure", position, A="unarmed 1 endure 1", B="unarmed 1 endure 1", C="endure 1")
    assert table.play(text, *script).items("counters") == ()


@clause("endure.clock.who", applies=False)
def test_endure_clock_who_not_once_somebody_is_out() -> None:
    table = Table("endure", f"{PINNING} tallies=B:harm:9", **SPARE)
    assert table.play("attack:B:unarmed", "contest", 6, 1).facts[-1] == "B is out."


# endure.clock.rise


@clause("endure.clock.rise", applies=True)
def test_endure_clock_rise_applies_to_every_check_passed_by_whomever() -> None:
    table = Table("endure(actions=4)", EQUAL, **SPARE)
    assert table.law("pin", "contest", "won")["passed"] == Fraction(5, 9)
    assert table.play("pin", "contest", 1, 6, 6, 1).items("counters") == ("clock-A:1",)
    assert table.law("pin", "contest", "won")["passed"] == Fraction(1, 9)
    assert table.play("pin", "contest", 6, 1, 6, 6).items("counters") == ("clock-A:2",)


@clause("endure.clock.rise", applies=True)
def test_endure_clock_rise_applies_not_to_the_opposed_endure_of_a_hold() -> None:
    table = Table("endure", PINNING, **SPARE)
    assert table.play("hold", "contest", 6, 1, 1, 1, 6, 1).items("counters") == ("clock-A:1",)


def test_a_clock_climbs_no_higher_than_the_larger_pool_can_reach() -> None:
    table = Table("endure", f"{EQUAL} counters=clock-A:50", **SPARE)
    assert "counters=clock-A:2" in table.line
    assert "counters=clock-A:8" in Table("endure", f"{EQUAL} counters=clock-A:50", A="endure 8", B="endure 1").line
    harder = Table("endure(very_easy=5)", f"{EQUAL} counters=clock-A:50", A="endure 8", B="endure 1")
    assert "counters=clock-A:4" in harder.line
    hopeless = Table("endure(very_easy=5)", f"{EQUAL} counters=clock-A:50", A="endure 3", B="endure 1")
    assert "counters" not in hopeless.line


@clause("endure.clock.rise", applies=False)
def test_endure_clock_rise_not_where_nobody_checks() -> None:
    assert Table("endure", **SPARE).play("grab:B", 6).items("counters") == ()


@ruling("endure", "clock")
def test_endure_ruling_clock_one_for_both_or_one_each() -> None:
    def table(value: str) -> Table:
        return Table(f"endure(clock={value},actions=4)", EQUAL, **SPARE)

    shared, each = table("shared"), table("each")
    assert shared.play("pin", "contest", 1, 6, 6, 1).items("counters") == ("clock-A:1",)
    assert each.play("pin", "contest", 1, 6, 6, 1).items("counters") == ("clock-A:1",)
    assert shared.law("pin", "contest", "won")["passed"] == Fraction(1, 9)
    assert each.law("pin", "contest", "won")["passed"] == Fraction(5, 9)
    assert each.play("pin", "contest", 6, 1, 6, 1).items("counters") == ("clock-A:1", "clock-B:1")


@pytest.mark.parametrize(
    ("pool", "mean"),
    [(3, Fraction(17575, 19683)), (5, Fraction(1439, 1000)), (8, Fraction(2262, 1000))],
)
def test_the_mean_number_of_checks_passed_on_ones_own_ladder(pool: int, mean: Fraction) -> None:
    reached, expected = Fraction(1), Fraction(0)
    for climbed in range(pool):
        position = f"{EQUAL} counters=clock-B:{climbed}"
        table = Table("endure(clock=each)", position, A="unarmed 1", B=f"endure {pool}")
        reached *= table.law("pin", "concede")["passed"]
        expected += reached
    assert expected == mean if pool == 3 else abs(expected - mean) < Fraction(1, 2000)
    beyond = Table("endure(clock=each)", f"{EQUAL} counters=clock-B:{pool}", A="unarmed 1", B=f"endure {pool}")
    with pytest.raises(OffScript):  # one step more is failed without a roll
        beyond.law("pin", "concede")


# endure.clock.exhausted


@clause("endure.clock.exhausted", applies=True)
def test_endure_clock_exhausted_applies_to_who_fails_first() -> None:
    table = Table("endure", f"{EQUAL} counters=clock-A:1", **SPARE)
    played = table.play("pin", "contest", 6, 1, 6, 1)
    assert (played.items("marks"), played.facts[-1]) == (("B:exhausted",), "B is exhausted.")
    assert (played.items("holds"), played.items("counters")) == (("A:B:pin",), ())


@clause("endure.clock.exhausted", applies=True)
def test_endure_clock_exhausted_applies_to_every_further_check_at_full_cost() -> None:
    table = Table("endure", spent("A"), A="unarmed 9 endure 9", B="endure 1")
    played = table.play("pin", "contest", 6)
    assert played.facts == ("A is exhausted and loses without a roll.", "A does not pin B.", "B endures.")
    assert (played.items("turn"), played.items("holds")) == (("B",), ("A:B:equal",))  # two of three actions are gone
    other = Table("endure", spent("B"), A="endure 1", B="unarmed 9")
    assert other.odds("pin").least == 1
    assert other.play("pin", 5).items("holds") == ("A:B:pin",)


@clause("endure.clock.exhausted", applies=True)
def test_endure_clock_exhausted_applies_and_the_other_starts_from_very_easy() -> None:
    each = Table("endure(clock=each)", f"{EQUAL} counters=clock-A:1,clock-B:1", **SPARE)
    assert each.play("pin", "contest", 6, 1, 6, 1).items("counters") == ()
    # From the next grapple check on A checks, though it wins it.
    table = Table("endure", spent("B"), **SPARE)
    assert table.law("pin")["passed"] == Fraction(5, 9)
    assert table.play("pin", 6, 1).items("counters") == ("clock-A:1",)
    second = Table("endure", spent("B", EQUAL, "counters=clock-A:1"), **SPARE)
    assert second.law("pin")["passed"] == Fraction(1, 9)


@clause("endure.clock.exhausted", applies=False)
def test_endure_clock_exhausted_not_while_everybody_passes() -> None:
    assert Table("endure", EQUAL, **SPARE).play("pin", "contest", 6, 1, 6, 1).items("marks") == ()


# endure.clock.push


@clause("endure.clock.push", applies=True)
def test_endure_clock_push_applies_when_the_other_fails_too() -> None:
    table = Table("endure", spent("B", PINNING, "counters=clock-A:1"), **SPARE)
    played = table.play("hold", 6, 1, 6, 1)
    assert played.facts == (
        "B is exhausted and loses without a roll.",
        "A holds B in the pin.",
        "A has no breath left either: the grapple ends.",
        "B pushes A out of the square.",
    )
    assert (played.items("holds"), played.items("marks"), played.items("counters")) == ((), (), ())


@clause("endure.clock.push", applies=True)
@pytest.mark.parametrize(("theirs", "mine", "loser"), [(6, 1, "A"), (1, 6, "B")])
def test_endure_clock_push_applies_rolled_for_real_and_the_winner_picks(theirs: int, mine: int, loser: str) -> None:
    held = spent("B", EQUAL, "cells=A:1.0,B:1.0")
    table = Table("endure", held, squares="3x1 A@0.0 B@1.0", **LAST)
    played = table.play("pin", 1, theirs, mine, "e")  # the exhausted side's dice come first
    assert played.items("cells") == (("A:2.0", "B:1.0") if loser == "A" else ("A:1.0", "B:2.0"))
    winner = "B" if loser == "A" else "A"
    assert played.facts[-1] == f"{winner} pushes {loser} out of the square."
    assert [die.owner for die in played.rolls[-1].dice] == [1, 0]
    assert (played.choices[-1].fighter, played.choices[-1].options) == ("AB".index(winner), ("e", "w"))


@clause("endure.clock.push", applies=True)
@pytest.mark.parametrize("tie", ["reroll", "push-only"])
def test_endure_clock_push_applies_and_a_tie_is_thrown_again(tie: str) -> None:
    table = Table(f"endure(tie={tie})", spent("B"), **LAST)
    assert table.law("pin", "failed") == {"won": Fraction(1, 2), "lost": Fraction(1, 2)}
    assert table.play("pin", 1, 1, 1, 6, 5, 6, 2).facts[-1] == "B pushes A out of the square."


@clause("endure.clock.push", applies=True)
def test_endure_clock_push_applies_with_empty_pools_and_nobody_moves() -> None:
    held = spent("B", EQUAL, "cells=A:1.0,B:1.0")
    table = Table("endure", held, squares="3x1 A@0.0 B@1.0", A="endure 1", B="")
    played = table.play("pin", 1)
    assert played.facts[-2:] == ("B and A have no dice, and so they tie.", "Nobody is pushed out.")
    assert (played.items("cells"), played.items("holds")) == (("A:1.0", "B:1.0"), ())


@clause("endure.clock.push", applies=True)
def test_endure_clock_push_applies_with_no_square_free_and_nobody_moves() -> None:
    held = spent("B", EQUAL, "cells=A:1.0,B:1.0,C:0.0,D:2.0")
    played = Table("endure", held, squares=ROW, **LAST, C="", D="").play("pin", 1, 1, 6)
    assert (played.items("cells"), played.items("holds")) == (("A:1.0", "B:1.0", "C:0.0", "D:2.0"), ())


@clause("endure.clock.push", applies=True)
def test_endure_clock_push_applies_and_the_acting_fighter_goes_on_afresh() -> None:
    table = Table("endure(actions=4)", spent("B"), **LAST)
    played = table.play("pin", 1, 1, 6)
    assert played.items("budgets") == ("A:actions:2",)
    assert table.play("grab:B", 6).items("marks") == ()
    assert table.play("pass").items("counters") == ()
    assert table.law("pin", "contest", "won")["passed"] == Fraction(1, 3)


@clause("endure.clock.push", applies=False)
def test_endure_clock_push_not_at_the_first_failure() -> None:
    played = Table("endure", EQUAL, **LAST).play("pin", "contest", 6, 1, 1)
    assert (played.items("holds"), played.items("marks")) == (("A:B:pin",), ("B:exhausted",))


def test_an_escape_ends_the_clock_too() -> None:
    held = spent("B", EQUAL, "counters=clock-A:1")
    played = Table("endure", held, **SPARE).play("escape:B:unarmed")
    assert (played.items("marks"), played.items("counters")) == ((), ())


def test_two_grapples_have_two_clocks() -> None:
    held = "holds=A:B:equal,C:D:equal counters=clock-A:1,clock-C:2 marks=D:exhausted"
    table = Table("endure", held, **SPARE, C="endure 3 unarmed 1", D="")
    assert table.play("escape:B:unarmed", "contest", 6, 1).items("counters") == ("clock-C:2",)
    assert "marks=D:exhausted" in table.line
