"""The readings of totals against plain enumeration."""

from fractions import Fraction
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.enumerate import Endless, chances, enumerated
from tussle.ask.readings import Opposed, Sum, Tie
from tussle.ask.requests import Again, Reading
from tussle.ask.totals import MAX_RANKS, Excess, Margin, Ranks, RankTie
from tussle.errors import Uncovered

TIES: tuple[Tie, ...] = ("lost", "won", "tie", "again", "modifier")
RANK_TIES: tuple[RankTie, ...] = get_args(RankTie)

edges = st.integers(-7, 7)
sizes = st.integers(1, 6)


def holds(reading: Reading, *sides: int) -> None:
    try:
        expected = enumerated(reading, sides)
    except Endless:
        with pytest.raises(Uncovered, match="for ever"):
            reading.law(sides)
    else:
        assert chances(reading.law(sides)) == expected


@given(edges, st.sampled_from(TIES), sizes, sizes)
def test_margin_is_its_enumeration(edge: int, tie: Tie, first: int, second: int) -> None:
    holds(Margin(edge, tie), first, second)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("edge", [-20, -3, 0, 2, 20])
def test_a_margin_is_won_as_often_as_the_contest(edge: int, tie: Tie) -> None:
    won = Opposed(edge, tie).law((20, 20)).chance("won")
    law = Margin(edge, tie).law((20, 20))
    assert law.chance(*(answer for answer, _ in law.weights if isinstance(answer, int))) == won


def test_a_tie_won_is_a_margin_of_nothing() -> None:
    assert Margin(3, "modifier").read((4, 7)) == 0
    assert Margin(-3, "modifier").read((7, 4)) == "lost"
    assert Margin(0, "modifier").read((7, 7)) == Again((0, 1), Margin(0, "modifier"))
    assert Margin(2).read((9, 4)) == 7


@given(st.integers(-25, 25), st.integers(0, 5), st.integers(1, 25), st.booleans(), st.integers(1, 24))
def test_excess_is_its_enumeration(edge: int, step: int, sure: int, top: bool, sides: int) -> None:  # noqa: FBT001 - drawn
    holds(Excess(edge, step, sure, top), sides)


def test_excess_counts_whole_steps_from_the_number_on() -> None:
    reading = Excess(-10, step=4)
    assert [reading.read((face,)) for face in (9, 10, 13, 14, 18)] == ["miss", 0, 0, 1, 2]
    assert Excess(-40, step=4).read((20,)) == 0
    assert Excess(-40).read((20,)) == "hit"
    assert Excess(-40, top=True).read((20,)) == "top"
    assert Excess(-40, sure=21).read((20,)) == "miss"
    assert Excess(30).read((1,)) == "hit"


@given(
    st.lists(st.tuples(st.integers(-2, 3), st.integers(1, 4)), min_size=1, max_size=4),
    st.sampled_from(RANK_TIES),
)
def test_ranks_are_their_enumeration(drawn: list[tuple[int, int]], tie: RankTie) -> None:
    holds(Ranks(tuple(bonus for bonus, _ in drawn), tie), *(sides for _, sides in drawn))


@pytest.mark.parametrize("tie", RANK_TIES)
def test_what_is_known_stands_and_only_equals_throw(tie: RankTie) -> None:
    holds(Ranks((0, 1, 0, 2, 1), tie, ((3,), (0, 2), (1, 4))), 3, 4, 3, 3)
    for faces in product(range(1, 4), repeat=4):
        answer = Ranks((0, 1, 0, 2, 1), tie, ((3,), (0, 2), (1, 4))).read(faces)
        if not isinstance(answer, Again):
            assert isinstance(answer, tuple)
            assert answer[0] == (3,)


def test_equal_totals_by_each_rule() -> None:
    faces = (5, 4, 4, 2)  # totals 6, 6, 4, 4
    assert Ranks((1, 2, 0, 2)).read(faces) == ((0, 1), (2, 3))
    assert Ranks((1, 2, 0, 2), "modifier").read(faces) == ((1,), (0,), (3,), (2,))
    assert Ranks((1, 1, 0, 0), "modifier").read((5, 5, 4, 4)) == ((0, 1), (2, 3))
    assert Ranks((1, 2, 0, 2), "again").read(faces) == Again(
        (0, 1, 2, 3), Ranks((1, 2, 0, 2), "again", ((0, 1), (2, 3)))
    )


def test_two_alike_are_ranked_as_a_contest() -> None:
    law = Ranks((2, 0)).law((20, 20))
    assert law.chance(((0,), (1,))) == Fraction(229, 400)
    assert law.chance(((0, 1),)) == Fraction(9, 200)


@pytest.mark.parametrize("tie", RANK_TIES)
def test_more_than_five_are_not_priced_and_still_read(tie: RankTie) -> None:
    assert len(Ranks((0,) * MAX_RANKS, tie).law((20,) * MAX_RANKS).weights) > 0
    reading = Ranks((0,) * 6, tie)
    with pytest.raises(Uncovered, match="at most 5"):
        reading.law((20,) * 6)
    assert reading.read((6, 5, 4, 3, 2, 1)) == tuple((place,) for place in range(6))


def test_five_can_come_in_541_orders_with_equals_and_120_without() -> None:
    assert len(Ranks((4, 3, 5, 6, 7)).law((20,) * 5).weights) == 541
    assert len(Ranks((4, 3, 5, 6, 7), "again").law((20,) * 5).weights) == 120


@given(st.integers(-9, 9), st.integers(0, 2), st.integers(1, 3), st.lists(st.integers(1, 6), max_size=3))
def test_a_multiple_of_the_dice_is_its_enumeration(plus: int, least: int, times: int, sides: list[int]) -> None:
    holds(Sum(plus, least, times), *sides)


def test_the_dice_alone_are_multiplied() -> None:
    assert Sum(plus=3, times=2).read((4, 1)) == 13
