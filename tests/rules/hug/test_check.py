"""Numbers: the clauses of chapter `check`, and the fractions that follow from them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scripted import Table, clause, law, ruling

HELD = "holds=A:B:hug"
ESCAPE = "escape:B:athletics"
THROW = "throw:B:athletics"


# hug.check.die


@clause("hug.check.die", applies=True)
def test_hug_check_die_applies_to_an_attack() -> None:
    def table() -> Table:
        return Table("hug", A="melee 3 hand club", B="reflex 2")

    assert table().law("attack:B:club") == law(top=1, hit=10, miss=9)
    assert table().play("attack:B:club", 9).facts == ("A misses B.",)
    assert table().play("attack:B:club", 10, 1, 1).facts == ("A hits B.",)


@clause("hug.check.die", applies=True)
def test_hug_check_die_applies_to_both_sides_of_a_contest() -> None:
    table = Table("hug", HELD, A="athletics 3", B="")
    assert table.law(ESCAPE, "contest") == {"won": Fraction(247, 400), "lost": Fraction(153, 400)}
    (roll,) = table.play(ESCAPE, "contest", 20, 20).rolls
    assert [(die.sides, die.owner) for die in roll.dice] == [(20, 0), (20, 1)]


@clause("hug.check.die", applies=False)
def test_hug_check_die_not_where_nothing_is_rolled_but_damage() -> None:
    table = Table("hug", A={"spells": [{"name": "burn", "dice": "d4"}]}, B="reflex 60")
    assert table.law("cast:B:burn") == dict.fromkeys((1, 2, 3, 4), Fraction(1, 4))
    assert table.play("cast:B:burn", 3).harms == (("B", 3),)


# hug.check.attack


@clause("hug.check.attack", applies=True)
def test_hug_check_attack_applies_at_a_total_of_ten() -> None:
    def table() -> Table:
        return Table("hug", A="hand club", B="")

    assert table().law("attack:B:club") == law(top=1, hit=9, miss=10)
    assert table().play("attack:B:club", 10).facts == ("A misses B.",)
    assert table().play("attack:B:club", 11, 1, 1).facts == ("A hits B.",)


@clause("hug.check.attack", applies=True)
def test_hug_check_attack_applies_reflex_and_shield() -> None:
    table = Table("hug", A="melee 5 hand club", B="reflex 3 shield 2")
    assert table.law("attack:B:club") == law(top=1, hit=9, miss=10)


@clause("hug.check.attack", applies=True)
def test_hug_check_attack_applies_a_natural_20_with_full_damage() -> None:
    table = Table("hug", A="hand club", B="reflex 60")
    assert table.law("attack:B:club") == law(top=1, miss=19)
    played = table.play("attack:B:club", 20)
    assert played.harms == (("B", 8),)
    assert played.wounds[0].clauses == ("hug.base.attack", "hug.base.weapons", "hug.check.attack")


@clause("hug.check.attack", applies=True)
def test_hug_check_attack_applies_a_natural_1() -> None:
    table = Table("hug", A="melee 60 hand club", B="")
    assert table.law("attack:B:club") == law(top=1, hit=18, miss=1)
    assert table.play("attack:B:club", 1).facts == ("A misses B.",)


@clause("hug.check.attack", applies=False)
def test_hug_check_attack_not_in_a_contest_where_1_may_win_and_20_may_lose() -> None:
    better = Table("hug", HELD, A="athletics 20", B="")
    assert better.law(ESCAPE, "contest") == {"won": 1}
    assert better.play(ESCAPE, "contest", 1, 20).items("holds") == ()
    worse = Table("hug", HELD, A="", B="athletics 20")
    assert worse.law(ESCAPE, "contest") == {"lost": 1}
    assert worse.play(ESCAPE, "contest", 20, 1).items("holds") == ("A:B:hug",)


@ruling("hug", "hit")
def test_hug_ruling_hit_at_a_total_that_reaches_the_defence() -> None:
    over, meet = (Table(f"hug(hit={side})", A="melee 3 hand club", B="reflex 2") for side in ("over", "meet"))
    assert over.law("attack:B:club") == law(top=1, hit=10, miss=9)
    assert meet.law("attack:B:club") == law(top=1, hit=11, miss=8)
    assert over.play("attack:B:club", 9).harms == ()
    assert meet.play("attack:B:club", 9, 2, 1).harms == (("B", 3),)


# hug.check.contest

CONTESTS = [
    ("opposed", 0, Fraction(19, 40)),
    ("opposed", 3, Fraction(247, 400)),
    ("opposed", 8, Fraction(161, 200)),
    ("static", 0, Fraction(1, 2)),
    ("static", 3, Fraction(13, 20)),
    ("static", 8, Fraction(9, 10)),
]


@clause("hug.check.contest", applies=True)
@pytest.mark.parametrize(("kind", "edge", "chance"), CONTESTS)
def test_hug_check_contest_applies_at_every_difference_of_skill(kind: str, edge: int, chance: Fraction) -> None:
    for theirs in (0, 4, -2):
        table = Table(f"hug(contest={kind})", HELD, A=f"athletics {theirs + edge}", B=f"athletics {theirs}")
        assert table.law(ESCAPE, "contest")["won"] == chance


@clause("hug.check.contest", applies=True)
@pytest.mark.parametrize(
    ("kind", "shoved", "thrown"),
    [("opposed", Fraction(171, 400), Fraction(3, 10)), ("static", Fraction(9, 20), Fraction(3, 10))],
)
def test_hug_check_contest_applies_to_margins(kind: str, shoved: Fraction, thrown: Fraction) -> None:
    margins = Table(f"hug(contest={kind})", HELD, A="", B="").law(THROW, "contest")
    assert margins == {0: 1 - shoved, 2: shoved - thrown, 5: thrown}


@clause("hug.check.contest", applies=True)
def test_hug_check_contest_applies_without_the_modifiers_of_attack_rolls() -> None:
    lying = f"{HELD} marks=A:prone,B:prone budgets=A:standard:1,A:move:1"
    assert Table("hug", lying, A="athletics 3", B="").law(ESCAPE, "contest")["won"] == Fraction(247, 400)
    flanked = Table("hug", squares="3x1 A@0.0 B@1.0 C@2.0", sides=(0, 1, 0), A="athletics 3", B="", C="")
    assert flanked.law("grapple:B:athletics", "no", "athletics")["won"] == Fraction(247, 400)


@clause("hug.check.contest", applies=False)
def test_hug_check_contest_not_where_the_other_lets_you() -> None:
    assert Table("hug", HELD, A="athletics -20", B="").play(ESCAPE, "let").items("holds") == ()


@ruling("hug", "contest")
def test_hug_ruling_contest_one_die_or_two() -> None:
    opposed, static = (
        Table(f"hug(contest={kind})", HELD, A="athletics 5", B="athletics 2") for kind in ("opposed", "static")
    )
    assert opposed.law(ESCAPE, "contest")["won"] == Fraction(247, 400)
    assert static.law(ESCAPE, "contest")["won"] == Fraction(13, 20)
    assert opposed.play(ESCAPE, "contest", 8, 10).items("holds") == ()
    assert static.play(ESCAPE, "contest", 8).items("holds") == ()


# hug.check.tie


@clause("hug.check.tie", applies=True)
def test_hug_check_tie_applies_at_equal_totals() -> None:
    def holds(tie: str, *faces: int) -> tuple[str, ...]:
        table = Table(f"hug(tie={tie})", HELD, A="athletics 3", B="athletics 5")
        return table.play(ESCAPE, "contest", *faces).items("holds")

    assert holds("actor-fails", 12, 10) == ("A:B:hug",)
    assert holds("actor-fails", 13, 10) == ()
    assert holds("actor-wins", 12, 10) == ()
    assert holds("actor-wins", 11, 10) == ("A:B:hug",)
    assert holds("reroll", 12, 10, 3, 1, 13, 10) == ()
    assert holds("reroll", 12, 10, 11, 10) == ("A:B:hug",)


@clause("hug.check.tie", applies=True)
def test_hug_check_tie_applies_at_ten_and_the_skill_where_one_side_rolls() -> None:
    def holds(tie: str, *faces: int) -> tuple[str, ...]:
        table = Table(f"hug(contest=static,tie={tie})", HELD, A="athletics 3", B="athletics 5")
        return table.play(ESCAPE, "contest", *faces).items("holds")

    assert holds("actor-fails", 12) == ("A:B:hug",)
    assert holds("actor-wins", 12) == ()
    assert holds("reroll", 12, 12, 13) == ()


@clause("hug.check.tie", applies=True)
def test_hug_check_tie_applies_to_margins_where_ties_are_rolled_again() -> None:
    margins = Table("hug(tie=reroll)", HELD, A="", B="").law(THROW, "contest")
    assert margins == {0: Fraction(209, 380), 2: Fraction(51, 380), 5: Fraction(120, 380)}


@clause("hug.check.tie", applies=False)
def test_hug_check_tie_not_where_totals_cannot_be_equal() -> None:
    for tie in ("actor-fails", "actor-wins", "reroll"):
        for kind, edge in (("opposed", 20), ("opposed", -20), ("static", 10), ("static", -11)):
            table = Table(f"hug(contest={kind},tie={tie})", HELD, A=f"athletics {edge}", B="")
            assert table.law(ESCAPE, "contest") == {"won" if edge > 0 else "lost": 1}


@clause("hug.check.tie", applies=False)
def test_hug_check_tie_not_in_a_throw_since_won_by_0_throws_nobody() -> None:
    for tie in ("actor-fails", "actor-wins"):
        table = Table(f"hug(tie={tie})", HELD, A="", B="")
        assert table.law(THROW, "contest")[0] == Fraction(229, 400)
        assert table.play(THROW, "contest", 10, 10).items("holds") == ("A:B:hug",)


@ruling("hug", "tie")
def test_hug_ruling_tie_three_ways() -> None:
    chances = {"actor-fails": Fraction(247, 400), "actor-wins": Fraction(264, 400), "reroll": Fraction(247, 383)}
    for tie, chance in chances.items():
        assert Table(f"hug(tie={tie})", HELD, A="athletics 3", B="").law(ESCAPE, "contest")["won"] == chance


# hug.check.size


@clause("hug.check.size", applies=True)
def test_hug_check_size_applies_at_two_steps_down() -> None:
    for mine, theirs in (("normal", "tiny"), ("huge", "normal"), ("small", "microscopic"), ("huge", "microscopic")):
        table = Table(
            "hug", f"{HELD} cells=A:0.0,B:0.0", squares="3x1 A@0.0 B@1.0", A=f"size {mine}", B=f"size {theirs}"
        )
        assert table.law("drag:B:athletics", "contest")["won"] == Fraction(19, 40)
        assert table.play("drag:B:athletics", "let", "e").items("cells") == ("A:2.0", "B:2.0")


@clause("hug.check.size", applies=False)
def test_hug_check_size_not_at_one_step_down_nor_upwards() -> None:
    for mine, theirs in (("normal", "small"), ("normal", "normal"), ("normal", "large"), ("microscopic", "huge")):
        table = Table(
            "hug", f"{HELD} cells=A:0.0,B:0.0", squares="3x1 A@0.0 B@1.0", A=f"size {mine}", B=f"size {theirs}"
        )
        assert table.law("drag:B:athletics", "contest")["won"] == Fraction(19, 40)
        assert table.play("drag:B:athletics", "let").items("cells") == ("A:1.0", "B:1.0")
