"""Starting a grapple: the clauses of chapter `start`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause


@clause("endure.start.grab", applies=True)
def test_endure_start_grab_applies_and_does_no_damage() -> None:
    table = Table("endure", A="unarmed 3", B="dodge 1 endure 1")
    played = table.play("grab:B", "defend", 6, 6, 1, 5)
    assert played.items("holds") == ("A:B:equal",)
    assert played.items("budgets") == ("A:actions:2",)
    assert (played.harms, played.items("counters"), played.items("marks")) == ((), (), ())
    assert played.facts == ("A grabs B and moves in.", "The grapple of A and B is Equal.")


@clause("endure.start.grab", applies=True)
def test_endure_start_grab_applies_as_an_unarmed_attack_that_ties_miss() -> None:
    table = Table("endure", A="unarmed 2 hand club armed 9", B="dodge 1 block 2")
    assert table.law("grab:B", "defend")["won"] == Fraction(24, 81)  # two dice against the better, two too
    assert table.law("grab:B", "decline")["won"] == Fraction(5, 9)
    played = table.play("grab:B", "defend", 6, 1, 6, 1)
    assert (played.items("holds"), played.items("budgets")) == ((), ("A:actions:2",))


@clause("endure.start.grab", applies=True)
def test_endure_start_grab_applies_whatever_the_size() -> None:
    table = Table("endure", A="unarmed 1 size 0 strength 0", B="size 20")
    assert table.law("grab:B") == {"won": Fraction(1, 3), "lost": Fraction(2, 3)}


@clause("endure.start.grab", applies=True)
def test_endure_start_grab_applies_to_the_space_of_the_target_and_no_farther() -> None:
    table = Table("endure", squares="5x1 A@0.0 B@1.0 C@3.0", A="unarmed 1", B="", C="")
    assert "not now" not in str(table.refused("grab:C"))
    assert table.play("grab:B", 6).items("cells") == ("A:1.0", "B:1.0", "C:3.0")


@clause("endure.start.grab", applies=True)
def test_endure_start_grab_applies_to_nobody_in_a_grapple_already() -> None:
    table = Table("endure", "holds=B:C:equal", A="unarmed 1", B="", C="")
    assert str(table.refused("grab:B")) == (
        "A cannot grab B now: the target is in a grapple already [endure.start.grab]"
    )


@clause("endure.start.grab", applies=False)
def test_endure_start_grab_not_at_an_attack() -> None:
    played = Table("endure", A="unarmed 1", B="").play("attack:B:unarmed", 6)
    assert (played.items("holds"), played.harms) == ((), (("B", 1),))


@clause("endure.start.grab", applies=False)
def test_endure_start_grab_not_offered_from_inside_a_grapple() -> None:
    refusal = Table("endure", "holds=A:B:equal", A="unarmed 1", B="", C="").refused("grab:C")
    assert refusal.clause == "endure.grappling.states"
