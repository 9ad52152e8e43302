"""In a grapple: what it does to both, the contest and the end, of chapter `grappling`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, law

HELD = "holds=A:B:hug"
ESCAPE = "escape:B:athletics"
THROW = "throw:B:athletics"
SQUEEZE = "squeeze:B:athletics"


def hug(squares: str, at: str, others: str = "", **fighters: Any) -> Table:
    """A and B grapple in one square of a map, and A has the turn."""
    return Table("hug", f"{HELD} cells=A:{at},B:{at}{others}", squares=squares, **{"A": "", "B": "", **fighters})


# hug.grappling.reflex


@clause("hug.grappling.reflex", applies=True)
def test_hug_grappling_reflex_applies_to_the_partner() -> None:
    for reflex in (5, -5):
        table = Table("hug", HELD, A="", B=f"reflex {reflex}")
        assert table.law("attack:B:unarmed:athletics", "let") == law(top=1, hit=9, miss=10)


@clause("hug.grappling.reflex", applies=True)
def test_hug_grappling_reflex_applies_to_attacks_shots_and_spells_from_outside() -> None:
    archer = {"hand": "bow", "spells": [{"name": "spark", "dice": "d6", "bonus": 0}]}
    for reflex in (5, -5):
        table = Table("hug", "holds=B:C:hug", A=archer, B=f"reflex {reflex}", C="")
        for attack in ("attack:B:unarmed", "attack:B:bow", "cast:B:spark"):
            assert table.law(attack) == law(stray=3, top=1, hit=9, miss=7)


@clause("hug.grappling.reflex", applies=False)
def test_hug_grappling_reflex_not_outside_a_grapple() -> None:
    assert Table("hug", A="", B="reflex 5").law("attack:B:unarmed") == law(top=1, hit=4, miss=15)
    assert Table("hug", A="", B="reflex -5").law("attack:B:unarmed") == law(top=1, hit=14, miss=5)
    third = Table("hug", HELD, A="reflex 5", B="reflex 5", C="reflex 5")
    assert third.law("attack:C:unarmed:athletics", "let") == law(top=1, hit=1, miss=18)


@clause("hug.grappling.reflex", applies=False)
def test_hug_grappling_reflex_not_another_defence() -> None:
    caster = {"spells": [{"name": "dread", "bonus": 0, "against": "will"}]}
    table = Table("hug", "holds=B:C:hug", A=caster, B={"reflex": 7, "defences": {"will": 5}}, C="")
    assert table.law("cast:B:dread") == law(stray=3, top=1, hit=4, miss=12)


# hug.grappling.shield


@clause("hug.grappling.shield", applies=True)
@pytest.mark.parametrize(("shield", "hits"), [(3, 7), (4, 7), (2, 8), (5, 6)])
def test_hug_grappling_shield_applies_half_rounded_up(shield: int, hits: int) -> None:
    partner = Table("hug", HELD, A="", B=f"shield {shield}")
    assert partner.law("attack:B:unarmed:athletics", "let") == law(top=1, hit=hits, miss=19 - hits)
    outsider = Table("hug", "holds=B:C:hug", A="", B=f"shield {shield}", C="")
    assert outsider.law("attack:B:unarmed") == law(stray=3, top=1, hit=hits, miss=16 - hits)


@clause("hug.grappling.shield", applies=False)
def test_hug_grappling_shield_not_outside_a_grapple() -> None:
    assert Table("hug", A="", B="shield 3").law("attack:B:unarmed") == law(top=1, hit=6, miss=13)


@clause("hug.grappling.shield", applies=False)
def test_hug_grappling_shield_not_where_half_is_as_much() -> None:
    assert Table("hug", HELD, A="", B="shield 1").law("attack:B:unarmed:athletics", "let") == law(top=1, hit=8, miss=11)


# hug.grappling.flank

LINE = "3x2 A@0.0 B@1.0 C@2.0 D@2.1"


@clause("hug.grappling.flank", applies=True)
def test_hug_grappling_flank_applies_to_an_ally_who_grapples() -> None:
    held = "holds=C:D:hug cells=A:0.0,B:1.0,C:2.0,D:2.0"
    table = Table("hug", held, squares=LINE, sides=(0, 1, 0, 1), A="", B="", C="", D="")
    assert table.law("attack:B:unarmed") == law(top=1, hit=9, miss=10)
    (roll,) = table.play("attack:B:unarmed", 2).rolls
    assert [(part.owner, part.name, part.value) for part in roll.parts if part.clause == "hug.grappling.flank"] == [
        (0, "flanking", 0)
    ]


@clause("hug.grappling.flank", applies=True)
def test_hug_grappling_flank_applies_to_the_attacker_who_grapples() -> None:
    held = "holds=A:D:hug cells=A:0.0,B:1.0,C:2.0,D:0.0"
    table = Table("hug", held, squares=LINE, sides=(0, 1, 0, 1), A="", B="", C="", D="")
    assert table.law("attack:B:unarmed:athletics", "let") == law(top=1, hit=6, miss=13)  # at −3, for that is not D


@clause("hug.grappling.flank", applies=False)
def test_hug_grappling_flank_not_where_the_target_grapples() -> None:
    held = "holds=B:D:hug cells=A:0.0,B:1.0,C:2.0,D:1.0"
    table = Table("hug", held, squares=LINE, sides=(0, 1, 0, 1), A="", B="", C="", D="")
    assert table.law("attack:B:unarmed") == law(stray=3, top=1, hit=11, miss=5)


@clause("hug.grappling.flank", applies=False)
def test_hug_grappling_flank_not_where_a_second_ally_stands_free() -> None:
    squares = "3x3 A@0.1 B@1.1 C@2.1 D@2.0"
    table = Table("hug", squares=squares, sides=(0, 1, 0, 1), A="", B="", C="", D="")
    assert table.law("attack:B:unarmed") == law(top=1, hit=11, miss=8)


# hug.grappling.move


@clause("hug.grappling.move", applies=True)
def test_hug_grappling_move_applies_to_a_move_and_to_a_standard_action() -> None:
    table = hug("3x3 A@1.1 B@0.0", "1.1")
    assert "budgets=A:move:1,A:standard:1" in table.line
    assert str(table.refused("move")) == "A cannot move now: in a grapple [hug.grappling.move]"


@clause("hug.grappling.move", applies=False)
def test_hug_grappling_move_not_to_standing_up() -> None:
    table = Table("hug", f"{HELD} marks=A:prone budgets=A:move:1,A:standard:1", A="", B="")
    assert table.odds("stand").least == 1
    stood = table.play("stand")
    assert stood.items("marks") == ()
    assert stood.items("budgets") == ("A:standard:1",)


@clause("hug.grappling.move", applies=False)
def test_hug_grappling_move_not_to_who_is_free() -> None:
    table = Table("hug", squares="3x1 A@0.0 B@2.0", A="", B="")
    assert table.play("move", "stop").items("cells") == ("A:1.0", "B:2.0")


# hug.grappling.contest


@clause("hug.grappling.contest", applies=True)
def test_hug_grappling_contest_applies_against_athletics_alone() -> None:
    table = Table("hug", HELD, A="athletics 3 acrobatics 8", B="acrobatics 20")
    assert table.law(ESCAPE, "contest")["won"] == Fraction(247, 400)
    assert table.law("escape:B:acrobatics", "contest")["won"] == Fraction(161, 200)
    assert table.play(ESCAPE, "contest", 8, 10).items("holds") == ()


@clause("hug.grappling.contest", applies=True)
def test_hug_grappling_contest_applies_when_the_other_lets_you() -> None:
    odds = Table("hug", HELD, A="", B="athletics 20").odds(ESCAPE)
    assert (odds.least, odds.most) == (Fraction(0), Fraction(1))
    let = hug("4x1 A@0.0 B@1.0", "0.0").play(THROW, "let", "e-3")  # as won by 5: thrown
    assert let.items("cells") == ("A:0.0", "B:3.0")
    assert (let.choices[0].fighter, let.choices[0].options) == (1, ("contest", "let"))


@clause("hug.grappling.contest", applies=True)
def test_hug_grappling_contest_applies_without_a_standard_action() -> None:
    table = Table("hug", f"{HELD} budgets=A:minor:1", A="hand club", B="")
    for verb in ("escape", "drag", "throw", "squeeze"):
        assert table.refused(verb).clause == "hug.grappling.contest"
    spent = Table("hug", HELD, A="hand club", B="").play(ESCAPE, "contest", 10, 10)
    assert spent.items("budgets") == ("A:minor:1",)


@clause("hug.grappling.contest", applies=False)
def test_hug_grappling_contest_not_to_start_one() -> None:
    table = Table("hug", A="", B="acrobatics 3")
    assert table.law("grapple:B:athletics", "no", "acrobatics")["lost"] == 1 - Fraction(136, 400)
    assert table.play("grapple:B:athletics", "no", "acrobatics", 13, 10).items("holds") == ()


# hug.grappling.end


@clause("hug.grappling.end", applies=True)
def test_hug_grappling_end_applies_when_one_is_out_on_both_sides() -> None:
    table = hug("4x1 A@0.0 B@1.0 C@3.0", "2.0", ",C:3.0", B="hits 4", C="")
    ends = table.ends(SQUEEZE, "contest", "won")
    assert sum(chance for line, chance in ends.items() if "holds=" not in line) == Fraction(13, 16)
    played = table.play(SQUEEZE, "contest", 11, 10, 2, 2)
    assert played.facts[-2:] == ("B is out.", "A is no longer held by B.")
    assert played.items("holds") == ()
    assert played.items("cells") == ("A:2.0", "B:2.0", "C:3.0")


@clause("hug.grappling.end", applies=True)
def test_hug_grappling_end_applies_when_somebody_outside_strikes_one_out() -> None:
    table = Table("hug", "holds=B:C:hug", A="hand club", B="hits 2", C="")
    assert table.play("attack:B:club", 11, 1, 1).facts == ("A hits B.", "B is out.", "C is no longer held by B.")
    assert "escape" not in " ".join(table.legal)


@clause("hug.grappling.end", applies=True)
def test_hug_grappling_end_applies_to_letting_go_alone() -> None:
    refusal = Table("hug", HELD, A="", B="").refused("release")
    assert refusal.clause == "hug.grappling.end"


@clause("hug.grappling.end", applies=False)
def test_hug_grappling_end_not_while_both_stand() -> None:
    table = Table("hug", HELD, A="", B="hits 9")
    assert {line.count("holds=") for line in table.ends(SQUEEZE, "contest")} == {1}
    assert table.play(SQUEEZE, "contest", 11, 10, 4, 4).items("holds") == ("A:B:hug",)
