"""In a grapple: the clauses of chapter `grappling`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scripted import Table, clause

EQUAL = "holds=A:B:equal"
PINNING = "holds=A:B:pin"
PINNED = "holds=B:A:pin"
ROW = "4x1 A@0.0 B@1.0 C@2.0 D@3.0"
BOXED = f"{EQUAL} cells=A:1.0,B:1.0,C:0.0,D:2.0"
"""A and B in one square of a row, with C and D on both sides."""


def table(position: str = "", rules: str = "endure") -> Table:
    return Table(rules, position, A="unarmed 1 hand club", B="", C="")


# endure.grappling.states


@clause("endure.grappling.states", applies=True)
@pytest.mark.parametrize("verb", ["escape", "move", "pin"])
def test_endure_grappling_states_applies_to_the_one_who_pins(verb: str) -> None:
    assert str(table(PINNING).refused(verb)) == (
        f"A cannot {verb} now: you are pinning: attack, hold the pin or release [endure.grappling.states]"
    )


@clause("endure.grappling.states", applies=True)
@pytest.mark.parametrize("text", ["release", "hold", "break", "attack:B", "attack:C", "grab:C", "walk"])
def test_endure_grappling_states_applies_to_what_equal_does_not_offer(text: str) -> None:
    assert table(EQUAL).refused(text).clause == "endure.grappling.states"


@clause("endure.grappling.states", applies=True)
def test_endure_grappling_states_applies_to_a_new_grapple_which_is_equal() -> None:
    assert table().play("grab:B", 6).items("holds") == ("A:B:equal",)


@pytest.mark.parametrize(
    ("position", "menu"),
    [
        ("", ("grab:B", "grab:C", "attack:B:unarmed", "attack:B:club", "attack:C:unarmed", "attack:C:club", "pass")),
        (EQUAL, ("escape:B:unarmed", "escape:B:dodge", "move:B", "pin:B", "pass")),
        (PINNING, ("attack:B:unarmed", "attack:B:club", "hold:B", "release:B", "pass")),
        (PINNED, ("break:B", "pass")),
    ],
)
def test_the_menus_are_complete(position: str, menu: tuple[str, ...]) -> None:
    assert table(position).legal == menu


@clause("endure.grappling.states", applies=False)
def test_endure_grappling_states_not_where_nobody_grapples() -> None:
    assert table().play("attack:B:unarmed", 6).harms == (("B", 1),)
    assert table().refused("release").clause == "endure.outside.menu"
    assert table(PINNED).refused("escape").clause == "endure.pin.break"


# endure.grappling.escape


@clause("endure.grappling.escape", applies=True)
@pytest.mark.parametrize(("skill", "chance"), [("unarmed", Fraction(1, 2)), ("dodge", Fraction(11, 15))])
def test_endure_grappling_escape_applies_with_either_skill(skill: str, chance: Fraction) -> None:
    held = Table("endure", EQUAL, A="unarmed 1 dodge 2", B="unarmed 1 dodge 9")
    assert held.law(f"escape:B:{skill}", "contest")["won"] == chance


@clause("endure.grappling.escape", applies=True)
def test_endure_grappling_escape_applies_both_ways() -> None:
    won = table(EQUAL).play("escape:B:unarmed", "contest", 6)
    assert (won.items("holds"), won.items("budgets")) == ((), ("A:actions:1",))
    lost = Table("endure", EQUAL, A="unarmed 1 endure 1", B="unarmed 1").play("escape:B:unarmed", "contest", 1, 6, 5)
    assert lost.facts == ("A does not get free of B.", "A endures.")
    assert lost.items("holds") == ("A:B:equal",)


@clause("endure.grappling.escape", applies=True)
def test_endure_grappling_escape_applies_to_a_free_square_of_your_choice() -> None:
    held = f"{EQUAL} cells=A:1.0,B:1.0"
    walled = "3x2 A@0.0 B@1.0 #2.0 #2.1 #0.1"
    played = Table("endure", held, squares=walled, A="unarmed 1", B="").play("escape:B:unarmed", "contest", 6, "w")
    assert played.items("cells") == ("A:0.0", "B:1.0")
    assert played.choices[-1].options == ("s", "w")


@clause("endure.grappling.escape", applies=True)
def test_endure_grappling_escape_applies_with_none_free_and_you_stay() -> None:
    boxed = Table("endure", BOXED, squares=ROW, A="unarmed 1", B="", C="", D="")
    played = boxed.play("escape:B:unarmed", "contest", 6)
    assert (played.items("holds"), played.items("cells")) == ((), ("A:1.0", "B:1.0", "C:0.0", "D:2.0"))


@clause("endure.grappling.escape", applies=False)
def test_endure_grappling_escape_not_for_the_pinned() -> None:
    assert table(PINNED).refused("escape").clause == "endure.pin.break"
    assert table(PINNED).play("break", "contest", 6).items("holds") == ("A:B:equal",)


# endure.grappling.move


@clause("endure.grappling.move", applies=True)
def test_endure_grappling_move_applies_up_to_one_size_above_your_strength() -> None:
    def held(size: int) -> Table:
        return Table("endure", EQUAL, A="strength 2 size 0", B=f"strength 0 size {size}")

    assert held(3).law("move", "contest")["won"] == Fraction(52, 157)  # two dice against three
    assert str(held(4).refused("move")) == (
        "A cannot move now: too heavy for you: larger than 3 [endure.grappling.move]"
    )


@clause("endure.grappling.move", applies=True)
def test_endure_grappling_move_applies_whoever_began_and_moves_both() -> None:
    held = f"{EQUAL} turn=B budgets=B:actions:3 cells=A:1.0,B:1.0"
    moved = Table("endure", held, squares="4x1 A@0.0 B@1.0", A="strength 0 size 1 endure 1", B="strength 0 size 1")
    played = moved.play("move", "contest", 6, 1, "e", 6)
    assert played.items("cells") == ("A:2.0", "B:2.0")
    assert played.items("holds") == ("A:B:equal",)
    assert played.facts == ("B moves A.", "A endures.")


@clause("endure.grappling.move", applies=True)
def test_endure_grappling_move_applies_both_ways() -> None:
    lost = Table(
        "endure", f"{EQUAL} cells=A:1.0,B:1.0", squares="4x1 A@0.0 B@1.0", A="size 0 strength 2", B="size 1 strength 0"
    )
    played = lost.play("move", "contest", 1, 1, 6)
    assert (played.facts[0], played.items("cells")) == ("A cannot move B.", ("A:1.0", "B:1.0"))


@clause("endure.grappling.move", applies=True)
def test_endure_grappling_move_applies_only_where_there_is_room() -> None:
    boxed = Table("endure", BOXED, squares=ROW, A="", B="", C="", D="")
    assert str(boxed.refused("move")) == "A cannot move now: no free square next to you [endure.grappling.move]"


@clause("endure.grappling.move", applies=False)
def test_endure_grappling_move_not_where_somebody_pins() -> None:
    assert table(PINNING).refused("move").clause == "endure.grappling.states"
    assert table(EQUAL).play("pin", "contest", 6).items("holds") == ("A:B:pin",)
