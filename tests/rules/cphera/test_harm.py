"""Harm: the clauses of chapter `harm`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.scripted import Table, clause, ruling

HELD = "holds=A:B:grapple"
CLUB: dict[str, Any] = {"A": "hand club", "B": ""}
SPENT = "budgets=A:ap:8"


# cphera.harm.sublethal


@clause("cphera.harm.sublethal", applies=True)
def test_cphera_harm_sublethal_applies_less_endurance_each_time() -> None:
    table = Table("cphera", SPENT, A="", B="endurance 4")
    assert table.law("attack:B:fists", "hit") == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    assert "B:sublethal:2" in table.play("attack:B:fists", 10, 3).line
    assert "B:sublethal:3" in table.play("attack:B:fists", 10, 2).line
    undead = Table("cphera", SPENT, A="", B={"endurance": None})
    assert undead.play("attack:B:fists", 10, 3).harms == (("B", 6),)


@clause("cphera.harm.sublethal", applies=True)
def test_cphera_harm_sublethal_applies_a_save_above_current_hit_points_at_once() -> None:
    # 4 lethal of 15: 11 left; 11 + 3 + 1 sublethal: an excess of 4. d20 + 1 + 3 has to reach 24.
    table = Table("cphera", f"{HELD} tallies=B:lethal:4,B:sublethal:11", A="", B="")
    assert table.law("crush:B", 1, 4, 4) == {"won": Fraction(1, 20), "lost": Fraction(19, 20)}
    stays = table.play("crush:B", 10, 9, 20)
    assert (stays.items("standing"), stays.items("marks")) == ((), ("B:reeling",))
    falls = Table("cphera", f"{HELD} tallies=B:lethal:4,B:sublethal:11", A="", B="").play("crush:B", 10, 9, 19)
    assert falls.items("standing") == ("B:unconscious",)
    assert (falls.items("holds"), falls.items("marks")) == ((), ("B:prone",))
    hale = Table("cphera", f"{HELD} tallies=B:sublethal:11", A="", B="").play("crush:B", 10, 9)
    assert hale.items("marks") == ()


@clause("cphera.harm.sublethal", applies=True)
def test_cphera_harm_sublethal_applies_a_save_at_the_start_of_each_own_turn() -> None:
    table = Table("cphera", "marks=B:reeling tallies=B:lethal:4,B:sublethal:13", A="", B="fortitude 6", C="")
    # An excess of 2: d20 + 6 + 3 has to reach 22.
    assert table.law("pass", 2) == {"won": Fraction(8, 20), "lost": Fraction(12, 20)}
    assert table.play("pass", 13).items("turn") == ("B",)
    out = Table("cphera", "marks=B:reeling tallies=B:lethal:4,B:sublethal:13", A="", B="fortitude 6", C="")
    assert out.play("pass", 12).items("turn") == ("C",)


@clause("cphera.harm.sublethal", applies=True)
def test_cphera_harm_sublethal_applies_to_the_rolls_of_the_own_turn() -> None:
    hurt = "marks=A:reeling tallies=A:lethal:4,A:sublethal:13"
    table = Table("cphera(criticals=no)", f"{hurt} budgets=A:ap:8", A="hand club", B="")
    assert table.law("attack:B:club", 2)["miss"] == Fraction(11, 20)
    assert table.law("grab:B", 2)["miss"] == Fraction(11, 20)
    table = Table("cphera", f"{hurt} {HELD}", A="carries knife", B="")
    assert table.law("draw:B:knife", 2)["won"] == Fraction(153, 400)
    assert table.law("move", "resist", 2)["won"] == Fraction(153, 400)
    # Not on the phase, nor in another's turn.
    table = Table("cphera", f"{hurt} {HELD} turn=A agenda=round", A="", B="")
    assert table.law("", "check")["won"] == Fraction(19, 40)
    table = Table("cphera", f"{hurt} {HELD} turn=B", A="", B="carries knife")
    assert table.law("draw:A:knife")["won"] == Fraction(19, 40)


@clause("cphera.harm.sublethal", applies=True)
def test_cphera_harm_sublethal_applies_the_rest_above_all_hit_points_is_lethal() -> None:
    table = Table("cphera", f"{HELD} tallies=B:sublethal:13", A="", B="")
    played = table.play("crush:B", 12, 9, 20)
    # 13 + 3 + 3 of 15: 4 are lethal, so 11 are left and the excess is 4.
    assert played.items("tallies") == ("B:lethal:4", "B:sublethal:15")
    assert played.items("marks") == ("B:reeling",)


@clause("cphera.harm.sublethal", applies=False)
def test_cphera_harm_sublethal_not_to_lethal_harm() -> None:
    played = Table("cphera", **CLUB).play("attack:B:club", 10, 6)
    assert played.harms == (("B", 9),)


# cphera.harm.lethal


@clause("cphera.harm.lethal", applies=True)
def test_cphera_harm_lethal_applies_at_0_prone_and_everything_costs_double() -> None:
    table = Table("cphera", "tallies=B:lethal:6", **CLUB)
    played = table.play("attack:B:club", 10, 6)
    assert played.facts[-1] == "B has no hit point left and falls prone."
    assert played.items("marks") == ("B:disabled", "B:prone")
    table.play("pass")
    assert "B:ap:4" in table.play("grab:A", "no", 1).line
    assert str(table.refused("attack:A")) == (
        "B cannot attack A now: it costs 8 AP and 4 are left before the hard limit [cphera.ap.pool]"
    )


@clause("cphera.harm.lethal", applies=True)
def test_cphera_harm_lethal_applies_below_0_unconscious_and_dead_at_minus_endurance() -> None:
    for before, standing in ((6, ("disabled",)), (7, "unconscious"), (8, "unconscious"), (9, "dead"), (14, "dead")):
        table = Table("cphera", f"tallies=B:lethal:{before}", **CLUB)
        played = table.play("attack:B:club", 10, 6)
        if isinstance(standing, str):
            assert played.items("standing") == (f"B:{standing}",)
        else:
            assert played.items("standing") == ()
    undead = Table("cphera", "tallies=B:lethal:7", A="hand club", B={"endurance": None})
    assert undead.play("attack:B:club", 10, 6).items("standing") == ("B:dead",)


@clause("cphera.harm.lethal", applies=True)
def test_cphera_harm_lethal_applies_its_holds_end_on_both_sides() -> None:
    table = Table(
        "cphera",
        "holds=A:B:grapple,A:B:pin,B:C:level,A:C:level,D:B:grab turn=D tallies=B:lethal:10 "
        "cells=A:0.0,B:0.0,C:0.0,D:0.1",
        squares="hex 4x4 A@0.0 B@1.1 C@2.2 D@0.1",
        A="",
        B="",
        C="",
        D="hand club",
    )
    played = table.play("attack:B:club", 10, 6)
    assert played.items("holds") == ("A:C:level",)
    assert played.items("cells") == ("A:0.0", "B:0.0", "C:0.0", "D:0.1")
    assert str(table.refused("attack:B")).endswith("already out [cphera.base.attack]")
    assert table.refused("B> attack:A").clause == "cphera.harm.lethal"


@clause("cphera.harm.lethal", applies=True)
def test_cphera_harm_lethal_applies_prone_is_worse_in_melee_and_better_against_missiles() -> None:
    for hand, miss in (("club", Fraction(3, 20)), ("bow", Fraction(15, 20))):
        table = Table("cphera(criticals=no)", "marks=B:prone", A=f"hand {hand}", B="")
        assert table.law(f"attack:B:{hand}")["miss"] == miss


@clause("cphera.harm.lethal", applies=False)
def test_cphera_harm_lethal_not_while_a_hit_point_is_left() -> None:
    played = Table("cphera", "tallies=B:lethal:5", **CLUB).play("attack:B:club", 10, 6)
    assert (played.items("standing"), played.items("marks")) == ((), ())


# cphera.harm.unarmed


@clause("cphera.harm.unarmed", applies=True)
def test_cphera_harm_unarmed_applies_untrained() -> None:
    table = Table("cphera(criticals=no)", A="", B={"endurance": None})
    assert table.law("attack:B:fists", "no")["miss"] == Fraction(9, 20)
    assert table.law("attack:B:fists", "no", "hit") == dict.fromkeys((4, 5, 6), Fraction(1, 3))
    played = table.play("attack:B:fists", "no", 10, 2)
    assert "B:sublethal:5" in played.line
    assert played.items("marks") == ("A:bare",)


@clause("cphera.harm.unarmed", applies=True)
def test_cphera_harm_unarmed_applies_2_less_without_the_fists() -> None:
    for fists, miss in (("untrained", Fraction(11, 20)), ("trained", Fraction(9, 20))):
        form = {"hand": "sword", "busy": True, "fists": fists}
        table = Table("cphera(criticals=no)", SPENT, A=form, B="")
        assert "attack:B:fists" not in table.legal
        assert table.law("attack:B:kick")["miss"] == miss


@clause("cphera.harm.unarmed", applies=True)
def test_cphera_harm_unarmed_applies_trained() -> None:
    table = Table("cphera(criticals=no)", A="fists trained", B="")
    assert table.law("attack:B:fists", "hit") == dict.fromkeys(range(4, 10), Fraction(1, 6))
    assert "B:lethal:4" in table.play("attack:B:fists", 10, 1).line


@clause("cphera.harm.unarmed", applies=True)
def test_cphera_harm_unarmed_applies_a_worse_guard_until_the_next_own_turn() -> None:
    for fists, miss in (("untrained", Fraction(7, 20)), ("trained", Fraction(8, 20))):
        table = Table("cphera(criticals=no)", "turn=B marks=A:bare", A=f"fists {fists}", B="hand club")
        assert table.law("attack:A:club")["miss"] == miss
    assert table.play("pass").items("marks") == ()


@clause("cphera.harm.unarmed", applies=False)
def test_cphera_harm_unarmed_not_from_a_grab_or_a_check_nor_armed() -> None:
    table = Table("cphera", SPENT, A="", B="")
    assert table.play("grapple:B", 10, 10, 9).items("marks") == ()
    assert Table("cphera", **CLUB).play("attack:B:club", 1).items("marks") == ()


# cphera.harm.overflow


@clause("cphera.harm.overflow", applies=True)
def test_cphera_harm_overflow_applies_a_quarter_of_what_is_above() -> None:
    table = Table("cphera(criticals=no)", f"{HELD} turn=C", A="", B="", C="hand club strength 5")
    # d20 + 6 against 11: 5 to 20 hit, by 0 to 15.
    assert table.law("attack:B:club") == {points: Fraction(1, 5) for points in (0, 1, 2, 3, "miss")}
    assert table.law("attack:B:club", 3) == {amount: Fraction(1, 6) for amount in range(9, 15)}
    assert table.play("attack:B:club", 20, 1).harms == (("B", 9),)
    assert table.play("attack:B:club", 12, 1).harms == (("B", 7),)


@clause("cphera.harm.overflow", applies=True)
def test_cphera_harm_overflow_applies_to_sublethal_harm_and_to_a_natural_20() -> None:
    table = Table("cphera", "holds=A:B:grab budgets=A:ap:8", A="strength 9", B="")
    # 13 + 10 against 11 is 3 more; a natural 20, even if no critical, 4.
    assert table.play("attack:B:fists", 13, 1).harms == (("B", 10),)
    table = Table("cphera", "holds=A:B:grab budgets=A:ap:8 ", A="strength 9", B="defence 20")
    assert table.play("attack:B:fists", 20, 1, 1).harms == (("B", 7),)


@clause("cphera.harm.overflow", applies=False)
def test_cphera_harm_overflow_not_with_agility() -> None:
    assert Table("cphera(criticals=no)", A="hand club strength 9", B="").play("attack:B:club", 20, 1).harms == (
        ("B", 10),
    )


# cphera.harm.criticals


@clause("cphera.harm.criticals", applies=True)
def test_cphera_harm_criticals_applies_on_a_20_with_a_second_roll() -> None:
    table = Table("cphera", **CLUB)
    assert table.law("attack:B:club")["top"] == Fraction(1, 20)
    assert table.law("attack:B:club", "top") == {"hit": Fraction(11, 20), "miss": Fraction(9, 20)}
    assert table.law("attack:B:club", "top", "hit") == {2 * face + 6: Fraction(1, 6) for face in range(1, 7)}
    assert table.play("attack:B:club", 20, 10, 1).harms == (("B", 8),)
    assert Table("cphera", **CLUB).play("attack:B:club", 20, 9, 6).harms == (("B", 9),)


@clause("cphera.harm.criticals", applies=True)
def test_cphera_harm_criticals_applies_twice_overflow_too_and_endurance_once() -> None:
    table = Table("cphera", "holds=A:B:grab budgets=A:ap:8", A="", B="")
    # 20 + 4 against 11: 3 more. Twice 2 + 3 + 3, less 3.
    assert table.play("attack:B:fists", 20, 10, 2).harms == (("B", 13),)


@clause("cphera.harm.criticals", applies=False)
def test_cphera_harm_criticals_not_below_20() -> None:
    assert Table("cphera", **CLUB).play("attack:B:club", 19, 1).harms == (("B", 4),)


@ruling("cphera", "criticals")
def test_cphera_ruling_criticals_on_a_20_or_never() -> None:
    for value, answers in {"yes": {"top", "hit", "miss"}, "no": {"hit", "miss"}}.items():
        assert set(Table(f"cphera(criticals={value})", **CLUB).law("attack:B:club")) == answers
