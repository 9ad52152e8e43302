"""The pin: the clauses of chapter `pin`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling

EQUAL = "holds=A:B:equal"
PINNING = "holds=A:B:pin"
PINNED = "holds=B:A:pin"
SPARE: dict[str, Any] = {"A": "unarmed 2 endure 2", "B": "unarmed 1 endure 2"}


# endure.pin.pin


@clause("endure.pin.pin", applies=True)
def test_endure_pin_pin_applies_both_ways() -> None:
    table = Table("endure", EQUAL, **SPARE)
    assert table.law("pin", "contest")["won"] == Fraction(11, 15)
    won = table.play("pin", "contest", 6, 1, 1, 6, 1)
    assert (won.items("holds"), won.items("budgets")) == (("A:B:pin",), ("A:actions:1",))
    lost = Table("endure", EQUAL, **SPARE).play("pin", "contest", 1, 1, 6, 6, 1)
    assert (lost.items("holds"), lost.facts[0]) == (("A:B:equal",), "A does not pin B.")


@clause("endure.pin.pin", applies=True)
def test_endure_pin_pin_applies_whoever_began() -> None:
    table = Table("endure", f"{EQUAL} turn=B budgets=B:actions:2", **SPARE)
    assert table.play("pin", "contest", 6, 1, 1, 6, 1).items("holds") == ("B:A:pin",)


@clause("endure.pin.pin", applies=False)
def test_endure_pin_pin_not_outside_equal() -> None:
    assert Table("endure", PINNING, **SPARE).refused("pin").clause == "endure.grappling.states"
    assert Table("endure", **SPARE).refused("pin").clause == "endure.outside.menu"


# endure.pin.break


@clause("endure.pin.break", applies=True)
def test_endure_pin_break_applies_both_ways() -> None:
    table = Table("endure", PINNED, **SPARE)
    assert table.law("break", "contest")["won"] == Fraction(11, 15)
    won = table.play("break", "contest", 6, 1, 1, 6, 1)
    assert (won.items("holds"), won.items("budgets")) == (("A:B:equal",), ("B:actions:3",))
    lost = Table("endure", PINNED, **SPARE).play("break", "contest", 1, 1, 6, 6, 1)
    assert (lost.items("holds"), lost.facts[0]) == (("B:A:pin",), "A does not break the pin of B.")


@clause("endure.pin.break", applies=True)
@pytest.mark.parametrize("verb", ["escape", "move", "pin", "attack", "hold", "release", "grab", "walk"])
def test_endure_pin_break_applies_as_the_only_thing_there_is(verb: str) -> None:
    assert str(Table("endure", PINNED, **SPARE).refused(verb)) == (
        f"A cannot {verb} now: you are pinned: break the pin first [endure.pin.break]"
    )


@clause("endure.pin.break", applies=False)
def test_endure_pin_break_not_for_who_is_not_pinned() -> None:
    assert Table("endure", EQUAL, **SPARE).refused("break").clause == "endure.grappling.states"
    assert Table("endure", PINNING, **SPARE).refused("break").clause == "endure.grappling.states"


# endure.pin.attack


@clause("endure.pin.attack", applies=True)
def test_endure_pin_attack_applies_net_successes_up_to_three() -> None:
    table = Table("endure", PINNING, A="unarmed 4", B="unarmed 1 endure 1")
    assert table.law("attack:B:unarmed", "contest") == {
        0: Fraction(16, 179),
        1: Fraction(88, 179),
        2: Fraction(56, 179),
        3: Fraction(19, 179),
    }
    played = table.play("attack:B:unarmed", "contest", 6, 6, 6, 6, 1, 6)
    assert (played.harms, played.items("holds")) == ((("B", 3),), ("A:B:pin",))


@clause("endure.pin.attack", applies=True)
def test_endure_pin_attack_applies_with_an_item_whatever_the_margin() -> None:
    def table(damage: int) -> Table:
        return Table("endure", PINNING, A=f"unarmed 2 hand club armed 1 damage {damage}", B="unarmed 1 endure 1")

    assert table(2).law("attack:B:club", "contest") == {"won": Fraction(11, 15), "lost": Fraction(4, 15)}
    assert table(2).play("attack:B:club", "contest", 6, 6, 1, 6).harms == (("B", 2),)
    assert table(4).play("attack:B:club", "contest", 6, 1, 1, 6).harms == (("B", 3),)


@clause("endure.pin.attack", applies=True)
def test_endure_pin_attack_applies_three_against_who_loses_without_a_roll() -> None:
    conceded = Table("endure", PINNING, A="unarmed 1", B="unarmed 9 endure 1")
    assert conceded.play("attack:B:unarmed", "concede", 6).harms == (("B", 3),)
    spent = Table("endure", f"{PINNING} marks=B:exhausted", A="unarmed 1 endure 1", B="unarmed 9")
    assert spent.play("attack:B:unarmed", 6).harms == (("B", 3),)


@clause("endure.pin.attack", applies=True)
def test_endure_pin_attack_applies_lost_and_the_pin_stays() -> None:
    table = Table("endure", PINNING, A="unarmed 1 endure 1", B="unarmed 1")
    played = table.play("attack:B:unarmed", "contest", 1, 6, 6)
    assert (played.harms, played.items("holds"), played.facts[0]) == ((), ("A:B:pin",), "A does not get at B.")


@clause("endure.pin.attack", applies=False)
def test_endure_pin_attack_not_from_equal_nor_for_the_pinned() -> None:
    assert Table("endure", EQUAL, **SPARE).refused("attack").clause == "endure.grappling.states"
    assert Table("endure", PINNED, **SPARE).refused("attack").clause == "endure.pin.break"
    assert Table("endure", **SPARE).play("attack:B:unarmed", 6, 6).harms == (("B", 2),)


# endure.pin.hold


@clause("endure.pin.hold", applies=True)
def test_endure_pin_hold_applies_both_ways() -> None:
    def table() -> Table:
        return Table("endure", PINNING, A="unarmed 9 endure 2", B="unarmed 9 endure 1")

    assert table().law("hold", "contest")["won"] == Fraction(11, 15)
    won = table().play("hold", "contest", 6, 1, 1, 6)
    assert (won.items("holds"), won.facts[0]) == (("A:B:pin",), "A holds B in the pin.")
    lost = table().play("hold", "contest", 1, 1, 6, 6, 1)
    assert (lost.items("holds"), lost.facts[0]) == (("A:B:equal",), "A loses the pin of B.")


@clause("endure.pin.hold", applies=False)
def test_endure_pin_hold_not_where_a_pin_needs_no_upkeep() -> None:
    played = Table("endure", PINNING, **SPARE).play("pass")
    assert (played.items("holds"), played.items("turn")) == (("A:B:pin",), ("B",))


@ruling("endure", "pin")
def test_endure_ruling_pin_at_the_end_of_a_turn_without_an_attack_or_a_hold() -> None:
    stays = Table("endure(pin=stays)", PINNING, **SPARE).play("pass")
    upkeep = Table("endure(pin=upkeep)", PINNING, **SPARE).play("pass")
    assert (stays.items("holds"), upkeep.items("holds")) == (("A:B:pin",), ("A:B:equal",))
    assert upkeep.facts == ("A passes.", "A has let the pin of B lapse.")


@clause("endure.pin.hold", applies=True)
def test_endure_pin_hold_applies_as_upkeep_that_an_attack_or_a_won_hold_pays() -> None:
    def table(position: str = PINNING) -> Table:
        return Table("endure(pin=upkeep)", position, A="unarmed 1 endure 2", B="unarmed 1 endure 2")

    lost = table()
    assert lost.play("attack:B:unarmed", "contest", 1, 6, 6, 1).items("marks") == ("A:kept",)
    after = lost.play("pass")
    assert (after.items("holds"), after.items("marks")) == (("A:B:pin",), ())
    held = table()
    held.play("hold", "contest", 6, 1, 1, 1, 6, 1)
    assert held.play("pass").items("holds") == ("A:B:pin",)
    fresh = table(EQUAL)
    assert fresh.play("pin", "contest", 6, 1, 6, 1).items("marks") == ("A:kept",)
    assert fresh.play("pass").items("holds") == ("A:B:pin",)  # only a later turn needs upkeep
    fresh.play("break", "contest", 1, 6, 6, 6)
    assert fresh.play("pass").items("holds") == ("A:B:equal",)


def test_a_tied_hold_keeps_nothing_up() -> None:
    table = Table("endure(pin=upkeep,tie=push-only)", PINNING, A="endure 1", B="endure 1")
    assert table.play("hold", "contest", 6, 6).items("holds") == ("A:B:pin",)
    assert table.play("pass").items("holds") == ("A:B:equal",)


# endure.pin.release


@clause("endure.pin.release", applies=True)
def test_endure_pin_release_applies_free_and_without_a_check() -> None:
    table = Table("endure", f"{PINNING} counters=clock-A:1", **SPARE)
    assert table.odds("release").least == 1
    played = table.play("release")
    assert (played.items("holds"), played.items("budgets"), played.rolls) == ((), ("A:actions:3",), ())
    spent = Table("endure", f"{PINNING} budgets=", **SPARE)
    assert spent.play("release").items("holds") == ()


@clause("endure.pin.release", applies=True)
def test_endure_pin_release_applies_to_a_free_square_of_your_choice() -> None:
    held = f"{PINNING} cells=A:1.0,B:1.0"
    table = Table("endure", held, squares="3x1 A@0.0 B@1.0", **SPARE)
    assert table.play("release", "w").items("cells") == ("A:0.0", "B:1.0")
    between = f"{PINNING} cells=A:1.0,B:1.0,C:0.0,D:2.0"
    boxed = Table("endure", between, squares="4x1 A@0.0 B@1.0 C@2.0 D@3.0", **SPARE, C="", D="")
    assert boxed.play("release").items("cells") == ("A:1.0", "B:1.0", "C:0.0", "D:2.0")


@clause("endure.pin.release", applies=False)
def test_endure_pin_release_not_from_equal() -> None:
    assert Table("endure", EQUAL, **SPARE).refused("release").clause == "endure.grappling.states"
