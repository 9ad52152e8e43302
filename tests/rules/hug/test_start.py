"""Starting a grapple: the clauses of chapter `start`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause

GRAB = "grapple:B:athletics"


def duel(position: str = "", rules: str = "hug", *, a: str = "", b: str = "", squares: str = "") -> Table:
    return Table(rules, position, squares=squares, A=a, B=b)


# hug.start.reach


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_two_squares_away() -> None:
    refusal = duel(squares="5x5 A@0.0 B@2.0").refused(GRAB)
    assert refusal.clause == "hug.start.reach"
    assert str(refusal) == "A cannot grapple B now: more than 1 square away [hug.start.reach]"


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_two_sizes_bigger() -> None:
    assert duel(b="size large", a="size small").refused(GRAB).clause == "hug.start.reach"


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_to_oneself_and_to_who_is_out() -> None:
    table = Table("hug", "standing=C:out tallies=C:harm:20", A="", B="", C="")
    assert table.refused("grapple:A").clause == "hug.start.reach"
    assert table.refused("grapple:C").clause == "hug.start.reach"


@clause("hug.start.reach", applies=False)
def test_hug_start_reach_not_in_the_way_of_any_neighbour() -> None:
    for x, y in ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)):
        table = duel(squares=f"3x3 A@1.1 B@{x}.{y}")
        assert table.odds(GRAB).most == Fraction(19, 40)


@clause("hug.start.reach", applies=False)
def test_hug_start_reach_not_in_the_way_of_one_size_bigger_or_any_smaller() -> None:
    for size in ("large", "normal", "small", "tiny", "microscopic"):
        assert duel(b=f"size {size}").odds(GRAB).most == Fraction(19, 40)
