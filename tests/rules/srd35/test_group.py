"""Several in a grapple of srd35."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling

JOIN = "grapple:B:nonlethal"


@clause("srd35.group.join", applies=True)
def test_srd35_group_join_applies_no_strike_no_touch_but_the_hold_is_needed() -> None:
    armed = {"bab": 0, "hand": "dagger", "hp": 20}
    table = Table("srd35", "holds=B:C:hold", A="bab 0", B=armed, C="bab 0")
    assert table.odds(JOIN).most == Fraction(1, 2)
    played = table.play(JOIN, 12, 3, 2, "move-in")
    assert played.items("holds") == ("A:B:hold", "B:C:hold")
    assert played.harms == (("B", 2),)
    assert [choice.options for choice in played.choices] == [("move-in", "let-go")]


@clause("srd35.group.join", applies=False)
def test_srd35_group_join_not_on_who_grapples_nobody() -> None:
    table = Table("srd35", "holds=B:C:hold", A="bab 0", B="bab 0", C="bab 0", D="bab 0")
    assert len(table.play("grapple:D:nonlethal", 12, 3, 15).rolls) == 2


@ruling("srd35", "join_edges")
def test_srd35_ruling_join_edges_ties_to_the_target_or_to_every_enemy_in_it() -> None:
    def joined(value: str) -> tuple[str, ...]:
        table = Table(
            f"srd35(join_edges={value})",
            "holds=B:C:hold,B:D:hold",
            sides=(0, 1, 0, 1),
            A="bab 0",
            B="bab 0",
            C="bab 0",
            D="bab 0",
        )
        return table.play(JOIN, 12, 3, 2, "move-in").items("holds")

    assert joined("target") == ("A:B:hold", "B:C:hold", "B:D:hold")
    assert joined("all") == ("A:B:hold", "A:D:hold", "B:C:hold", "B:D:hold")


def crowd(target: str, newcomer: str, *holders: str) -> Table:
    """A newcomer A beside a target B whom everybody else is grappling."""
    others: dict[str, Any] = {letter: f"bab 0 size {size}" for letter, size in zip("CDEFGHIJK", holders, strict=False)}
    holds = ",".join(f"B:{letter}:hold" for letter in others)
    return Table(
        "srd35", f"holds={holds}" if holds else "", A=f"bab 0 size {newcomer}", B=f"bab 0 size {target}", **others
    )


@clause("srd35.group.capacity", applies=True)
@pytest.mark.parametrize(
    ("newcomer", "holders"),
    [
        ("medium", ("medium",) * 4),
        ("small", ("small",) * 8),
        ("medium", ("large", "medium", "medium")),
        ("large", ("medium",) * 3),
        ("huge", ("small",)),
        ("small", ("large", "medium", "small", "small")),
    ],
)
def test_srd35_group_capacity_applies_a_fifth_unit_is_refused(newcomer: str, holders: tuple[str, ...]) -> None:
    assert crowd("medium", newcomer, *holders).refused("grapple:B").clause == "srd35.group.capacity"


@clause("srd35.group.capacity", applies=False)
@pytest.mark.parametrize(
    ("newcomer", "holders"),
    [
        ("medium", ("medium",) * 3),
        ("small", ("small",) * 7),
        ("small", ("large", "medium", "small")),
        ("large", ("medium",) * 2),
        ("small", ("medium", "medium", "medium", "small")),
    ],
)
def test_srd35_group_capacity_not_up_to_4_units(newcomer: str, holders: tuple[str, ...]) -> None:
    assert crowd("medium", newcomer, *holders).odds("grapple:B:nonlethal").most > 0


@ruling("srd35", "capacity")
def test_srd35_ruling_capacity_counts_who_holds_or_who_held_this_round() -> None:
    others: dict[str, Any] = dict.fromkeys("CDEF", "bab 0")
    holds = "holds=A:F:hold,B:C:hold,B:D:hold,B:E:hold,B:F:hold turn=F order=F,A,B,C,D,E budgets=F:standard:1"
    table = Table("srd35", holds, A="bab 0", B="bab 0", **others)
    table.play("release:B", "let")
    table.play("pass")
    assert table.line.count("held-by") == 0
    strict = Table("srd35(capacity=per-round)", holds, A="bab 0", B="bab 0", **others)
    strict.play("release:B", "let")
    assert "B:held-by-F" in strict.line
    strict.play("release:A", "let")
    strict.play("pass")
    assert strict.refused("grapple:B").clause == "srd35.group.capacity"
    for _ in range(5):
        strict.play("pass")
    assert "held-by" not in strict.line  # a new round


@clause("srd35.group.choose", applies=True)
def test_srd35_group_choose_applies_to_one_of_several() -> None:
    table = Table("srd35", "holds=A:B:hold,A:C:hold", A="bab 4", B="bab 4", C="bab 0")
    assert table.law("pin:B")["won"] == Fraction(1, 2)
    assert table.law("pin:C")["won"] == Fraction(7, 10)
    assert table.play("pin:C", 12, 3).items("holds") == ("A:B:hold", "A:C:pin")


@clause("srd35.group.choose", applies=False)
def test_srd35_group_choose_not_to_escape_nor_with_one_partner() -> None:
    table = Table("srd35", "holds=A:B:hold,A:C:hold", A="bab 4", B="bab 4", C="bab 0")
    assert table.play("escape:grapple", "let", "let").items("holds") == ()
    assert Table("srd35", "holds=A:B:hold", A="bab 4", B="bab 0").play("pin:B", 12, 3).items("holds") == ("A:B:pin",)


@clause("srd35.group.end", applies=True)
def test_srd35_group_end_applies_holds_of_the_fallen_end_on_both_sides() -> None:
    table = Table("srd35", "holds=A:B:hold,B:C:pin", A="bab 8", B="bab 0 hp 2", C="bab 0")
    played = table.play("damage:B:lethal", 15, 3, 3)
    assert (played.items("holds"), played.items("standing")) == ((), ("B:dying",))
    assert "C and B no longer grapple." in played.facts


@clause("srd35.group.end", applies=True)
def test_srd35_group_end_applies_who_cannot_act_does_not_oppose() -> None:
    table = Table("srd35", "holds=A:B:hold marks=B:stunned", A="bab 0", B="grapple 40")
    assert table.play("pin:B").items("holds") == ("A:B:pin",)
    table = Table("srd35", "marks=B:paralysed", A="bab 4", B={"bab": 20, "dexterity": 14, "touch": 12, "hp": 9})
    assert table.law("grapple:B:nonlethal")["miss"] == Fraction(1, 20)  # +4 against 5
    assert table.play("grapple:B:nonlethal", 2, 2, "move-in").items("holds") == ("A:B:hold",)
    huge = Table("srd35", "marks=B:paralysed", A="bab 4", B="bab 0 size huge")
    assert huge.play("grapple:B:nonlethal", 12).items("holds") == ()


@clause("srd35.group.end", applies=True)
def test_srd35_group_end_applies_nobody_starts_on_the_unconscious() -> None:
    table = Table("srd35", "standing=B:unconscious tallies=B:nonlethal:11", A="bab 0", B="bab 0", C="bab 0")
    assert table.refused("grapple:B").clause == "srd35.group.end"


@clause("srd35.group.end", applies=False)
def test_srd35_group_end_not_while_the_hurt_can_still_act() -> None:
    table = Table("srd35", "holds=A:B:hold", A="bab 8", B="bab 0 hp 3")
    played = table.play("damage:B:lethal", 15, 3, 3)
    assert (played.items("holds"), played.items("standing")) == (("A:B:hold",), ("B:disabled",))


def test_eight_halflings_and_one_roll() -> None:
    small: dict[str, Any] = dict.fromkeys("BCDEFGHI", "grapple -3")
    holds = ",".join(f"A:{letter}:hold" for letter in small)
    table = Table("srd35", f"holds={holds}", A="grapple 4", **small)
    assert table.law("escape:grapple", *("hold",) * 8)["won"] == Fraction(24973282327, 51200000000)


@pytest.mark.parametrize(("many", "chance"), [(1, Fraction(1, 2)), (2, Fraction(533, 1600)), (3, Fraction(799, 3200))])
def test_one_roll_against_equal_foes(many: int, chance: Fraction) -> None:
    foes: dict[str, Any] = dict.fromkeys("BCD"[:many], "bab 0")
    table = Table("srd35", "holds=" + ",".join(f"A:{foe}:hold" for foe in foes), A="bab 0", **foes)
    assert table.law("escape:grapple", *("hold",) * many)["won"] == chance


def test_an_ally_must_be_beaten_too_to_move_the_grapple() -> None:
    table = Table("srd35", "holds=A:B:hold,B:C:hold", sides=(0, 1, 0), A="bab 0", B="bab 0", C="bab 0")
    assert table.law("move-grapple", "hold", "hold")["won"] == Fraction(533, 1600)
    assert table.law("move-grapple", "hold", "let")["won"] == Fraction(1, 2)
