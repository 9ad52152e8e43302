"""Harm: the clauses of chapter `harm`."""

from __future__ import annotations

import pytest

from tests.scripted import Table, clause

PINNING = "holds=A:B:pin"


@clause("endure.harm.out", applies=True)
def test_endure_harm_out_applies_at_0_health() -> None:
    table = Table("endure", "tallies=B:harm:9", A="unarmed 3", B="", C="")
    played = table.play("attack:B:unarmed", 6, 1, 1)
    assert (played.items("standing"), played.facts[-1]) == (("B:out",), "B is out.")
    assert played.items("tallies") == ("B:harm:10",)


@clause("endure.harm.out", applies=True)
@pytest.mark.parametrize("marks", ["", "marks=A:exhausted counters=clock-A:1"])
def test_endure_harm_out_applies_and_ends_the_grapple_without_check_or_push(marks: str) -> None:
    held = f"{PINNING} tallies=B:harm:8 {marks} cells=A:0.0,B:0.0"
    table = Table("endure", held, squares="3x1 A@0.0 B@1.0", A="unarmed 3 endure 1", B="")
    played = table.play("attack:B:unarmed", "concede")
    assert (played.items("holds"), played.items("standing")) == ((), ("B:out",))
    assert (played.items("marks"), played.items("counters")) == ((), ())
    assert played.items("cells") == ("A:0.0", "B:0.0")
    assert played.facts[-1] == "B is out."


@clause("endure.harm.out", applies=True)
def test_endure_harm_out_applies_to_who_is_struck_from_outside() -> None:
    table = Table("endure", "holds=B:C:pin tallies=B:harm:9", A="unarmed 3", B="", C="")
    assert table.play("attack:B:unarmed", 6, 6, 1).items("holds") == ()


@clause("endure.harm.out", applies=False)
def test_endure_harm_out_not_with_health_left() -> None:
    table = Table("endure", "tallies=B:harm:9", A="unarmed 3", B="health 11", C="")
    played = table.play("attack:B:unarmed", 6, 1, 1)
    assert (played.items("standing"), played.items("tallies")) == ((), ("B:harm:10",))


def test_harm_beyond_the_health_does_not_matter() -> None:
    table = Table("endure", A="hand maul armed 1 damage 30", B="health 2")
    assert table.play("attack:B:maul", 6).items("tallies") == ("B:harm:2",)


@clause("endure.harm.out", applies=True)
def test_endure_harm_out_applies_and_what_is_without_use_goes_at_once_though_the_bout_is_over() -> None:
    spared = "budgets=A:actions:3,C:cover:1"
    table = Table("endure(cover=costs-1-action)", spared, sides=(0, 1, 0), A="unarmed 1", B="health 1", C="")
    assert table.play("attack:B:unarmed", 6).items("budgets") == ("A:actions:2",)
    kept = "holds=A:B:pin marks=A:kept"
    table = Table("endure(pin=upkeep)", kept, A="unarmed 1", B="health 1")
    assert table.play("attack:B:unarmed", "concede").items("marks") == ()
