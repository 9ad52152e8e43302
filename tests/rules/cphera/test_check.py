"""Numbers: the clauses of chapter `check`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause, ruling
from tussle.rules.cphera.check import SIZES

HELD = "holds=A:B:grapple"
GRAPPLE = ("grapple:B", "no", "hit")
PHASE = f"{HELD} turn=A agenda=round"


# cphera.check.bonus


@clause("cphera.check.bonus", applies=True)
def test_cphera_check_bonus_applies_to_every_grapple_check() -> None:
    chances = {0: "19/40", 2: "229/400", 4: "33/50", 8: "161/200"}
    for edge, won in chances.items():
        for form in (f"strength {3 + edge}", f"attack {1 + edge}"):
            assert Table("cphera", HELD, A=form, B="").law("crush:B")["lost"] == 1 - Fraction(won)
            assert Table("cphera", A=form, B="").law(*GRAPPLE)["won"] == Fraction(won)


@clause("cphera.check.bonus", applies=True)
def test_cphera_check_bonus_applies_to_size_whatever_the_gap() -> None:
    sizes = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
    for step, size in enumerate(sizes):
        table = Table("cphera", HELD, A=f"size {size}", B="strength 19")
        assert table.law("move", "resist").get("won", 0) == _won(4 * (step - 4) - 16)
    assert "grapple:B" in Table("cphera", A="size fine", B="size colossal").legal


def _won(edge: int) -> Fraction:
    return Fraction(sum(one + edge > other for one in range(1, 21) for other in range(1, 21)), 400)


@clause("cphera.check.bonus", applies=False)
def test_cphera_check_bonus_not_in_an_attack_or_a_grab() -> None:
    for size in ("tiny", "huge"):
        table = Table("cphera", "budgets=A:ap:8", A=f"size {size} hand sword", B=f"size {size}")
        assert table.law("attack:B:sword")["miss"] == Fraction(9, 20)
        assert table.law("grab:B")["hit"] == Fraction(11, 20)


# cphera.check.tie


@clause("cphera.check.tie", applies=True)
def test_cphera_check_tie_applies_to_who_has_to_win_something() -> None:
    for edge, tied in ((0, "1/20"), (2, "9/200"), (4, "1/25"), (8, "3/100")):
        table = Table("cphera", PHASE, A=f"strength {3 + edge}", B="")
        law = table.law("", "check")
        assert law["tie"] == Fraction(tied)
        assert sum(law.values()) == 1
    played = Table("cphera", PHASE, A="", B="").due("check", 9, 9)
    assert played.items("holds") == ("A:B:grapple",)
    assert Table("cphera", A="", B="").play("grapple:B", "no", 15, 9, 9).items("holds") == ("A:B:grab",)


@clause("cphera.check.tie", applies=True)
def test_cphera_check_tie_applies_under_a_pin_which_stays() -> None:
    table = Table("cphera", "holds=A:B:grapple,A:B:pin turn=A agenda=round", A="", B="")
    assert table.law("") == {"won": Fraction(19, 40), "lost": Fraction(21, 40)}
    assert table.due(9, 9).items("holds") == ("A:B:grapple", "A:B:pin")


@clause("cphera.check.tie", applies=False)
def test_cphera_check_tie_not_where_no_tie_is_possible() -> None:
    table = Table("cphera", HELD, A="strength 25", B="")
    assert table.law("move", "resist") == {"won": 1}
    assert table.play("move", "resist", 1, 20).facts[-1] == "A moves the grapple."


@ruling("cphera", "tie")
def test_cphera_ruling_tie_three_ways() -> None:
    tried = {"status-quo": "229/400", "reroll": "229/382", "modifier": "247/400"}
    for tie, chance in tried.items():
        table = Table(f"cphera(tie={tie})", HELD, A="strength 5", B="")
        assert table.law("move", "resist")["won"] == Fraction(chance)


def test_ties_at_equal_modifiers() -> None:
    for tie, chance in {"status-quo": "19/40", "reroll": "1/2", "modifier": "1/2"}.items():
        assert Table(f"cphera(tie={tie})", HELD, A="", B="").law("move", "resist")["won"] == Fraction(chance)


def test_a_tie_in_a_group() -> None:
    expected = {"status-quo": {(0, 1), (0, 2), (1, 2), (0, 1, 2)}, "modifier": {(0, 2)}, "reroll": set()}
    for tie, equals in expected.items():
        holds = "holds=A:B:level,A:C:level,B:C:level turn=A agenda=round"
        law = Table(f"cphera(tie={tie})", holds, A="", B="strength 5", C="").law("")
        assert sum(law.values()) == 1
        # A and B differ in modifier, A and C do not: by modifier only the latter can stay equal.
        orders = [order for order in law if isinstance(order, tuple)]
        assert {some for order in orders for some in order if isinstance(some, tuple) and len(some) > 1} == equals


# cphera.check.natural


@clause("cphera.check.natural", applies=True)
def test_cphera_check_natural_applies_to_an_attack_that_only_a_20_can_hit() -> None:
    table = Table("cphera", A="strength 0 attack 0 hand club", B="agility 9 armour 9 defence 5")
    assert table.law("attack:B:club") == {"miss": Fraction(19, 20), "top": Fraction(1, 20)}
    assert table.law("grab:B", "no") == {"miss": Fraction(19, 20), "hit": Fraction(1, 20)}


@clause("cphera.check.natural", applies=False)
def test_cphera_check_natural_not_to_a_1_nor_to_a_check() -> None:
    table = Table("cphera(criticals=yes)", A="strength 20 hand club", B="")
    assert table.law("attack:B:club") == {"hit": Fraction(19, 20), "top": Fraction(1, 20)}
    table = Table("cphera", HELD, A="", B="strength 25")
    assert table.law("move", "resist") == {"lost": 1}


def test_the_special_size_modifier_of_every_size() -> None:
    assert list(SIZES.values()) == [-16, -12, -8, -4, 0, 4, 8, 12, 16]
