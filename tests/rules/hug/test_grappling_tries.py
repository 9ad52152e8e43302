"""In a grapple: what each can try, the rest of chapter `grappling`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, law, ruling

HELD = "holds=A:B:hug"
ESCAPE = "escape:B:athletics"
DRAG = "drag:B:athletics"
THROW = "throw:B:athletics"
SQUEEZE = "squeeze:B:athletics"
EVEN = Fraction(19, 40)
"""The chance of a contest between equals."""


def hug(squares: str, at: str, others: str = "", **fighters: Any) -> Table:
    """A and B grapple in one square of a map, and A has the turn."""
    return Table("hug", f"{HELD} cells=A:{at},B:{at}{others}", squares=squares, **{"A": "", "B": "", **fighters})


# hug.grappling.escape


@clause("hug.grappling.escape", applies=True)
def test_hug_grappling_escape_applies_with_a_step_of_your_choice() -> None:
    def table() -> Table:
        return hug("3x2 A@1.0 B@0.1 C@2.0 #0.0", "1.0", ",C:2.0", C="")

    assert table().law(ESCAPE, "contest")["won"] == EVEN
    for way, cell in (("se", "2.1"), ("s", "1.1"), ("sw", "0.1"), ("stay", "1.0")):
        free = table().play(ESCAPE, "contest", 11, 10, way)
        assert free.items("cells") == (f"A:{cell}", "B:1.0", "C:2.0")
        assert free.items("holds") == ()
        assert free.choices[-1].options == ("stay", "se", "s", "sw")


@clause("hug.grappling.escape", applies=True)
def test_hug_grappling_escape_applies_where_no_square_is_free() -> None:
    free = hug("3x1 A@0.0 B@1.0 C@2.0", "0.0", ",C:1.0", C="").play(ESCAPE, "contest", 11, 10)
    assert free.items("cells") == ("A:0.0", "B:0.0", "C:1.0")
    assert free.items("holds") == ()


@clause("hug.grappling.escape", applies=True)
def test_hug_grappling_escape_applies_without_a_map() -> None:
    odds = Table("hug", HELD, A="athletics 3", B="").odds(ESCAPE)
    assert (odds.least, odds.most) == (Fraction(247, 400), Fraction(1))
    assert Table("hug", HELD, A="", B="").play(ESCAPE, "contest", 11, 10).facts == ("A gets free of B.",)
    lost = Table("hug", HELD, A="", B="").play(ESCAPE, "contest", 10, 10)
    assert lost.facts == ("A does not get free of B.",)
    assert lost.items("holds") == ("A:B:hug",)


@clause("hug.grappling.escape", applies=False)
def test_hug_grappling_escape_not_by_winning_another_contest() -> None:
    table = Table("hug", HELD, A="", B="")
    assert table.odds(DRAG).least == EVEN
    assert table.play(DRAG, "contest", 20, 1).items("holds") == ("A:B:hug",)


# hug.grappling.drag


@clause("hug.grappling.drag", applies=True)
def test_hug_grappling_drag_applies_one_square_for_both() -> None:
    def table() -> Table:
        return hug("3x3 A@1.1 B@0.0", "1.1")

    assert table().law(DRAG, "contest")["won"] == EVEN
    won = table().play(DRAG, "contest", 11, 10, "nw")
    assert won.items("cells") == ("A:0.0", "B:0.0")
    assert won.items("holds") == ("A:B:hug",)
    lost = table().play(DRAG, "contest", 10, 10)
    assert lost.items("cells") == ("A:1.1", "B:1.1")
    assert lost.facts == ("A cannot move B.",)


@clause("hug.grappling.drag", applies=True)
@pytest.mark.parametrize(("movement", "squares"), [(5, 2), (4, 2), (6, 3), (7, 3), (3, 1), (1, 1)])
def test_hug_grappling_drag_applies_half_the_movement_of_who_is_far_larger(movement: int, squares: int) -> None:
    tiny = hug("9x1 A@0.0 B@1.0", "0.0", A=f"movement {movement}", B="size tiny")
    far = tiny.play(DRAG, "let", *["e"] * (squares - 1))  # the first step has one way only
    assert far.items("cells") == (f"A:{squares}.0", f"B:{squares}.0")
    small = hug("9x1 A@0.0 B@1.0", "0.0", A=f"movement {movement}", B="size small")
    assert small.play(DRAG, "let").items("cells") == ("A:1.0", "B:1.0")


@clause("hug.grappling.drag", applies=True)
def test_hug_grappling_drag_applies_stopping_at_will() -> None:
    table = hug("9x1 A@0.0 B@1.0", "0.0", B="size tiny")
    assert table.play(DRAG, "let", "stop").items("cells") == ("A:1.0", "B:1.0")


@clause("hug.grappling.drag", applies=True)
def test_hug_grappling_drag_applies_nowhere_when_no_square_is_free() -> None:
    boxed = hug("3x1 A@0.0 B@1.0 C@2.0", "0.0", ",C:1.0", C="")
    assert str(boxed.refused(DRAG)) == "A cannot drag B now: no free square next to you [hug.grappling.drag]"


@clause("hug.grappling.drag", applies=True)
def test_hug_grappling_drag_applies_without_a_map() -> None:
    played = Table("hug", HELD, A="", B="").play(DRAG, "contest", 11, 10)
    assert played.facts == ("A moves B: there is no map to say where.",)
    assert played.items("holds") == ("A:B:hug",)


@clause("hug.grappling.drag", applies=False)
def test_hug_grappling_drag_not_by_a_squeeze() -> None:
    table = hug("3x3 A@1.1 B@0.0", "1.1")
    assert table.odds(SQUEEZE).least == EVEN
    assert table.play(SQUEEZE, "let", 1, 1).items("cells") == ("A:1.1", "B:1.1")


# hug.grappling.throw


@clause("hug.grappling.throw", applies=True)
def test_hug_grappling_throw_applies_by_margin() -> None:
    def table() -> Table:
        return hug("9x1 A@0.0 B@1.0", "0.0", A="athletics 1", B="athletics 1")

    assert table().law(THROW, "contest") == {0: Fraction(229, 400), 2: Fraction(51, 400), 5: Fraction(3, 10)}
    for mine in (10, 11):
        nothing = table().play(THROW, "contest", mine, 10)
        assert nothing.items("holds") == ("A:B:hug",)
        assert nothing.items("marks") == ()
        assert nothing.facts == ("A neither throws nor shoves B.",)
    for mine in (12, 14):
        shoved = table().play(THROW, "contest", mine, 10)
        assert shoved.items("cells") == ("A:0.0", "B:1.0")
        assert shoved.items("holds") == ()
        assert shoved.items("marks") == ("B:prone",)
        assert shoved.facts == ("A shoves B, who falls.",)
    for squares in (1, 2, 3):
        thrown = table().play(THROW, "contest", 15, 10, f"e-{squares}")
        assert thrown.items("cells") == ("A:0.0", f"B:{squares}.0")
        assert thrown.items("holds") == ()
        assert thrown.items("marks") == ("B:prone",)
        assert thrown.facts == ("A throws B, who falls.",)
    where = table().play(THROW, "let", "e-1").choices[-1]
    assert where.options == ("e-1", "e-2", "e-3")


@clause("hug.grappling.throw", applies=True)
@pytest.mark.parametrize(
    ("size", "shoved", "thrown"), [("tiny", 2, 6), ("small", 1, 3), ("large", 1, 3), ("huge", 1, 3)]
)
def test_hug_grappling_throw_applies_twice_as_far_to_the_far_smaller(size: str, shoved: int, thrown: int) -> None:
    table = hug("9x1 A@0.0 B@1.0", "0.0", B=f"size {size}")
    assert table.play(THROW, "contest", 12, 10).items("cells") == ("A:0.0", f"B:{shoved}.0")
    table = hug("9x1 A@0.0 B@1.0", "0.0", B=f"size {size}")
    where = table.play(THROW, "contest", 15, 10, f"e-{thrown}").choices[-1]
    assert where.options == tuple(f"e-{length}" for length in range(1, thrown + 1))


@clause("hug.grappling.throw", applies=True)
def test_hug_grappling_throw_applies_as_far_as_wall_edge_and_fighter_allow() -> None:
    squares = "7x3 A@0.2 B@2.2 C@5.2 #4.1 #3.1 #2.1 #1.1 #1.0"
    where = hug(squares, "2.2", ",C:5.2", C="").play(THROW, "let", "e-1").choices[-1]
    assert where.options == ("e-1", "e-2", "w-1", "w-2")
    short = hug("2x1 A@0.0 B@1.0", "0.0", B="size tiny")
    assert short.play(THROW, "contest", 12, 10).items("cells") == ("A:0.0", "B:1.0")


@clause("hug.grappling.throw", applies=True)
def test_hug_grappling_throw_applies_in_eight_directions() -> None:
    where = hug("3x3 A@1.1 B@0.0", "1.1").play(THROW, "contest", 12, 10, "nw-1").choices[-1]
    assert where.fighter == 0
    ways = ("n-1", "ne-1", "e-1", "se-1", "s-1", "sw-1", "w-1", "nw-1")
    assert where.options == ways


@clause("hug.grappling.throw", applies=True)
def test_hug_grappling_throw_applies_nowhere_when_no_square_is_free() -> None:
    boxed = hug("3x1 A@0.0 B@1.0 C@2.0", "0.0", ",C:1.0", C="")
    assert str(boxed.refused(THROW)) == "A cannot throw B now: no free square next to you [hug.grappling.throw]"


@clause("hug.grappling.throw", applies=True)
def test_hug_grappling_throw_applies_without_a_map() -> None:
    odds = Table("hug", HELD, A="", B="").odds(THROW)
    assert (odds.least, odds.most) == (Fraction(171, 400), Fraction(1))
    shoved = Table("hug", HELD, A="", B="").play(THROW, "contest", 12, 10)
    assert shoved.items("marks") == ("B:prone",)
    assert shoved.items("holds") == ()


@clause("hug.grappling.throw", applies=False)
def test_hug_grappling_throw_not_by_winning_another_contest() -> None:
    table = hug("5x5 A@2.2 B@0.0", "2.2")
    assert table.odds(DRAG).least == EVEN
    moved = table.play(DRAG, "contest", 20, 1, "e")
    assert moved.items("marks") == ()
    assert moved.items("holds") == ("A:B:hug",)


# hug.grappling.squeeze


@clause("hug.grappling.squeeze", applies=True)
def test_hug_grappling_squeeze_applies_by_athletics_for_2d4() -> None:
    def table() -> Table:
        return Table("hug", HELD, A="acrobatics 9", B="armour 3")

    assert [word for word in table().legal if word.startswith("squeeze")] == [SQUEEZE]
    assert table().law(SQUEEZE, "contest")["won"] == EVEN
    weights = {2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}
    assert table().law(SQUEEZE, "contest", "won") == {amount: Fraction(n, 16) for amount, n in weights.items()}
    won = table().play(SQUEEZE, "contest", 11, 10, 3, 4)
    assert won.harms == (("B", 7),)
    assert won.items("holds") == ("A:B:hug",)
    lost = table().play(SQUEEZE, "contest", 10, 10)
    assert lost.harms == ()
    assert lost.facts == ("A cannot squeeze B.",)


@clause("hug.grappling.squeeze", applies=False)
def test_hug_grappling_squeeze_not_by_a_blow() -> None:
    table = Table("hug", HELD, A="", B="")
    attack = "attack:B:unarmed:athletics"
    assert table.law(attack, "contest", "won", "hit") == dict.fromkeys((1, 2, 3, 4), Fraction(1, 4))
    assert table.play(attack, "contest", 11, 10, 11, 3).harms == (("B", 3),)


@ruling("hug", "squeeze_armour")
def test_hug_ruling_squeeze_armour_ignored_or_reduced() -> None:
    ignored, reduces = (
        Table(f"hug(squeeze_armour={side})", HELD, A="", B="armour 1") for side in ("ignored", "reduces")
    )
    assert ignored.law(SQUEEZE, "let")[2] == Fraction(1, 16)
    weights = {1: 3, 2: 3, 3: 4, 4: 3, 5: 2, 6: 1}
    assert reduces.law(SQUEEZE, "let") == {amount: Fraction(n, 16) for amount, n in weights.items()}
    assert ignored.play(SQUEEZE, "let", 4, 4).harms == (("B", 8),)
    assert reduces.play(SQUEEZE, "let", 4, 4).harms == (("B", 6),)


# hug.grappling.attack

BLADES = {"dagger": 0, "knife": 0, "unarmed": 0, "club": -3, "short_sword": -3, "bow": -3}


@clause("hug.grappling.attack", applies=True)
@pytest.mark.parametrize(("weapon", "penalty"), BLADES.items())
def test_hug_grappling_attack_applies_a_penalty_by_weapon(weapon: str, penalty: int) -> None:
    hand = "" if weapon == "unarmed" else f"hand {weapon}"
    partner = Table("hug", HELD, A=hand, B="").law(f"attack:B:{weapon}:athletics", "contest", "won")
    assert partner == law(top=1, hit=9 + penalty, miss=10 - penalty)
    third = Table("hug", HELD, A=hand, B="", C="").law(f"attack:C:{weapon}:athletics", "contest", "won")
    assert third == law(top=1, hit=6, miss=13)


@clause("hug.grappling.attack", applies=True)
def test_hug_grappling_attack_applies_a_contest_first_which_spends_the_action() -> None:
    def table() -> Table:
        return Table("hug", HELD, A="athletics 3 hand club", B="reflex 9", C="")

    attack = "attack:B:club:athletics"
    odds = table().odds(attack)
    assert (odds.least, odds.most) == (Fraction(247, 400) * Fraction(7, 20), Fraction(7, 20))
    lost = table().play(attack, "contest", 7, 10)
    assert lost.facts == ("A does not get to it.",)
    assert lost.items("budgets") == ("A:minor:1",)
    won = table().play(attack, "contest", 8, 10, 14, 1, 2)
    assert won.harms == (("B", 3),)
    assert won.items("budgets") == ("A:minor:1",)


@clause("hug.grappling.attack", applies=True)
def test_hug_grappling_attack_applies_against_a_third_party_with_its_own_reflex_and_shield() -> None:
    table = Table("hug", HELD, A="melee 9", B="", C="reflex 2 shield 3")
    attack = "attack:C:unarmed:acrobatics"
    assert table.law(attack, "contest")["won"] == EVEN
    assert table.law(attack, "contest", "won") == law(top=1, hit=10, miss=9)
    assert table.play(attack, "contest", 11, 10, 10, 2).harms == (("C", 2),)


@clause("hug.grappling.attack", applies=True)
def test_hug_grappling_attack_applies_strays_only_into_another_grapple() -> None:
    table = Table("hug", f"{HELD},C:D:hug", A="melee 3", B="", C="reflex 9", D="")
    attack = "attack:C:unarmed:athletics"
    assert table.law(attack, "let") == law(stray=3, top=1, hit=9, miss=7)
    assert table.law(f"{attack}:careful", "let") == law(stray=1, top=1, hit=7, miss=11)
    assert table.play(attack, "let", 3, 2).harms == (("D", 2),)


@clause("hug.grappling.attack", applies=True)
def test_hug_grappling_attack_applies_to_spells() -> None:
    spells = [{"name": "spark", "bonus": 5, "dice": "2d6"}, {"name": "burn", "dice": "d4"}]
    table = Table("hug", HELD, A={"spells": spells}, B="reflex 9")
    assert table.law("cast:B:spark:athletics", "contest", "won") == law(top=1, hit=11, miss=8)
    burn = table.odds("cast:B:burn:acrobatics")
    assert (burn.least, burn.most) == (EVEN, Fraction(1))
    assert table.play("cast:B:burn:acrobatics", "contest", 11, 10, 4).harms == (("B", 4),)
    again = Table("hug", f"turn=A {HELD}", A={"spells": spells}, B="")
    assert again.play("cast:B:burn:athletics", "contest", 10, 10).harms == ()
    again.play("pass")
    assert "cast:B:burn:athletics" in again.legal  # a spell is not lost with its contest


@clause("hug.grappling.attack", applies=False)
def test_hug_grappling_attack_not_from_outside() -> None:
    table = Table("hug", "holds=B:C:hug", A="hand club", B="", C="")
    assert table.law("attack:B:club") == law(stray=3, top=1, hit=9, miss=7)
    assert table.play("attack:B:club", 11, 1, 1).harms == (("B", 2),)


@ruling("hug", "spell_penalty")
def test_hug_ruling_spell_penalty_on_a_spell_roll_or_not() -> None:
    spells = {"spells": [{"name": "spark", "bonus": 5, "dice": "2d6"}]}
    yes, no = (Table(f"hug(spell_penalty={side})", HELD, A=spells, B="") for side in ("yes", "no"))
    assert yes.law("cast:B:spark:athletics", "let") == law(top=1, hit=11, miss=8)
    assert no.law("cast:B:spark:athletics", "let") == law(top=1, hit=14, miss=5)
    assert yes.play("cast:B:spark:athletics", "let", 8).harms == ()
    assert no.play("cast:B:spark:athletics", "let", 8, 1, 1).harms == (("B", 2),)
