"""Every reading's law against plain enumeration, and the exact numbers of the rule texts."""

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.enumerate import Endless, chances, enumerated
from tussle.ask.readings import (
    MAX_RANKED,
    Against,
    BeatsAll,
    Count,
    Hits,
    Opposed,
    Pairs,
    PlainTie,
    Pools,
    Ranking,
    Stray,
    Sum,
    Tie,
)
from tussle.ask.requests import Again, Reading
from tussle.errors import Uncovered

PLAIN_TIES: tuple[PlainTie, ...] = get_args(PlainTie)
TIES: tuple[Tie, ...] = (*PLAIN_TIES, "modifier")

edges = st.integers(-7, 7)
sizes = st.integers(1, 6)
steps = st.lists(st.integers(1, 6), unique=True, max_size=3).map(lambda found: tuple(sorted(found)))
plain_ties = st.sampled_from(PLAIN_TIES)
ties = st.sampled_from(TIES)


def holds(reading: Reading, *sides: int) -> None:
    """The law is what enumeration finds, and is refused where enumeration never ends."""
    try:
        expected = enumerated(reading, sides)
    except Endless:
        with pytest.raises(Uncovered, match="for ever"):
            reading.law(sides)
    else:
        assert chances(reading.law(sides)) == expected


# One die against one, one die against a number


@given(edges, ties, steps, sizes, sizes)
def test_opposed_is_its_enumeration(edge: int, tie: Tie, steps: tuple[int, ...], first: int, second: int) -> None:
    holds(Opposed(edge, tie, steps), first, second)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("edge", range(-21, 22))
def test_opposed_on_two_d20_is_its_enumeration(edge: int, tie: Tie) -> None:
    reading = Opposed(edge, tie)
    holds(reading, 20, 20)
    won, total = reading.price()
    assert Fraction(won, total) == reading.law((20, 20)).chance("won")
    higher, equal, lower = reading.wins()
    margins = [first + edge - second for first, second in product(range(1, 21), repeat=2)]
    assert higher == sum(margin > 0 for margin in margins)
    assert equal == margins.count(0)
    assert lower == sum(margin < 0 for margin in margins)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("edge", [-20, -3, 0, 1, 4, 20])
def test_opposed_on_two_d20_with_steps_is_its_enumeration(edge: int, tie: Tie) -> None:
    holds(Opposed(edge, tie, (2, 5)), 20, 20)


@pytest.mark.parametrize(
    ("edge", "won"),
    [(0, "1/2"), (1, "229/400"), (2, "247/400"), (3, "33/50"), (4, "7/10"), (5, "59/80"), (8, "167/200"), (19, "1")],
)
def test_opposed_has_the_known_numbers_where_the_higher_modifier_wins_a_tie(edge: int, won: str) -> None:
    assert Opposed(edge, "modifier").law((20, 20)).chance("won") == Fraction(won)
    assert Opposed(-edge, "modifier").law((20, 20)).chance("lost") == Fraction(won)


@pytest.mark.parametrize(("edge", "won"), [(0, "19/40"), (3, "247/400"), (8, "161/200")])
def test_opposed_has_the_known_numbers_where_a_tie_is_lost(edge: int, won: str) -> None:
    assert Opposed(edge).law((20, 20)).chance("won") == Fraction(won)


@pytest.mark.parametrize(
    ("edge", "won", "tied"),
    [(0, "19/40", "1/20"), (2, "229/400", "9/200"), (4, "33/50", "1/25"), (8, "161/200", "3/100")],
)
def test_opposed_tells_a_tie_apart(edge: int, won: str, tied: str) -> None:
    law = Opposed(edge, "tie").law((20, 20))
    assert law.chance("won") == Fraction(won)
    assert law.chance("tie") == Fraction(tied)


@pytest.mark.parametrize(("edge", "by_two", "by_five"), [(0, "171/400", "3/10"), (-10, "9/100", "3/80")])
def test_opposed_counts_margins(edge: int, by_two: str, by_five: str) -> None:
    law = Opposed(edge, steps=(2, 5)).law((20, 20))
    assert law.chance(2, 5) == Fraction(by_two)
    assert law.chance(5) == Fraction(by_five)


@pytest.mark.parametrize(("edge", "certain"), [(20, "won"), (-20, "lost"), (1000, "won"), (-1000, "lost")])
def test_opposed_can_be_certain(edge: int, certain: str) -> None:
    for tie in TIES:
        assert Opposed(edge, tie).law((20, 20)).weights == ((certain, 1),)


def test_a_tie_of_one_sided_dice_is_refused_where_it_is_rolled_again() -> None:
    for tie in ("again", "modifier"):
        with pytest.raises(Uncovered, match="dice of more than one side"):
            Opposed(0, tie).law((1, 1))
    assert Opposed(1, "modifier").law((1, 1)).chance("won") == 1
    assert Opposed(0, "tie").law((1, 1)).chance("tie") == 1


@given(edges, plain_ties, steps, sizes)
def test_against_is_its_enumeration(edge: int, tie: PlainTie, steps: tuple[int, ...], size: int) -> None:
    holds(Against(edge, tie, steps), size)


@pytest.mark.parametrize(("edge", "won"), [(0, "1/2"), (3, "13/20"), (8, "9/10")])
def test_against_has_the_known_numbers_where_only_the_actor_rolls(edge: int, won: str) -> None:
    assert Against(edge - 10).law((20,)).chance("won") == Fraction(won)


def test_against_counts_margins() -> None:
    law = Against(-10, steps=(2, 5)).law((20,))
    assert law.chance(2, 5) == Fraction(9, 20)
    assert law.chance(5) == Fraction(3, 10)


# An attack


@given(edges, st.integers(-3, 9), st.booleans(), st.integers(1, 8), st.integers(1, 8), sizes)
def test_hits_is_its_enumeration(bonus: int, ac: int, meet: bool, top: int, sure: int, size: int) -> None:  # noqa: FBT001 - hypothesis passes by position
    holds(Hits(bonus, ac, meet, top, sure), size)


@pytest.mark.parametrize(
    ("face", "bonus", "ac", "meet", "answer"),
    [
        (1, 50, 11, True, "miss"),
        (2, 50, 11, True, "hit"),
        (20, -50, 11, True, "top"),
        (19, -50, 11, True, "miss"),
        (7, 4, 11, True, "hit"),
        (6, 4, 11, True, "miss"),
        (7, 4, 11, False, "miss"),
        (8, 4, 11, False, "hit"),
    ],
)
def test_hits_reads_a_face(face: int, bonus: int, ac: int, meet: bool, answer: str) -> None:  # noqa: FBT001 - a column of the table
    assert Hits(bonus, ac, meet).read((face,)) == answer


def test_a_top_is_a_hit_from_some_face_on() -> None:
    law = Hits(10, 11, top=19).law((20,))
    assert law.weights == (("top", 2), ("hit", 17), ("miss", 1))
    assert Hits(4, 11).law((20,)).weights == (("top", 1), ("hit", 13), ("miss", 6))
    assert Hits(10, 11, top=21).law((20,)).chance("top") == 0
    assert Hits(-8, 11, top=19).read((19,)) == "top"
    assert Hits(-9, 11, top=19).read((19,)) == "miss"


@given(st.integers(0, 8), edges, st.integers(-3, 9), sizes)
def test_stray_is_its_enumeration(upto: int, bonus: int, ac: int, size: int) -> None:
    holds(Stray(upto, Hits(bonus, ac, sure=size)), size)


@pytest.mark.parametrize(("upto", "bonus", "stray", "miss"), [(3, 3, "3/20", "4/20"), (1, 1, "1/20", "8/20")])
def test_stray_goes_before_hit_and_miss(upto: int, bonus: int, stray: str, miss: str) -> None:
    law = Stray(upto, Hits(bonus, 10, meet=False)).law((20,))
    assert law.chance("stray") == Fraction(stray)
    assert law.chance("miss") == Fraction(miss)
    assert law.chance("stray", "miss", "hit", "top") == 1


# One throw against several


@settings(max_examples=60)
@given(
    st.integers(-4, 4), st.lists(st.tuples(st.integers(-4, 4), st.integers(1, 4)), max_size=3), ties, st.integers(2, 4)
)
def test_beats_all_is_its_enumeration(bonus: int, others: list[tuple[int, int]], tie: Tie, own: int) -> None:
    reading = BeatsAll(bonus, tuple(other for other, _ in others), tie)
    holds(reading, own, *(size for _, size in others))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(2, 3), st.integers(1, 3)), min_size=1, max_size=3))
def test_pairs_is_its_enumeration(pairs: list[tuple[int, int, int]]) -> None:
    holds(Pairs(tuple(edge for edge, _, _ in pairs)), *(size for _, own, other in pairs for size in (own, other)))


@pytest.mark.parametrize(("foes", "won"), [(0, "1"), (1, "1/2"), (2, "533/1600"), (3, "799/3200")])
def test_one_throw_beats_equal_foes(foes: int, won: str) -> None:
    assert BeatsAll(0, (0,) * foes).law((20,) * (foes + 1)).chance("won") == Fraction(won)


def test_one_throw_beats_eight_lesser_foes() -> None:
    law = BeatsAll(4, (-3,) * 8).law((20,) * 9)
    assert law.chance("won") == Fraction(24973282327, 51200000000)
    assert law.chance("won", "lost") == 1


def test_a_tie_of_two_among_nine_is_rolled_again_by_those_two_pairs_alone() -> None:
    foes = (-3, -3, 2, -3, -3, 2, -3, -3)
    faces = (5, 1, 1, 5, 1, 1, 5, 1, 1)
    again = BeatsAll(2, foes).read(faces)
    assert again == Again((0, 3, 0, 6), Pairs((0, 0)))
    assert isinstance(again, Again)
    assert again.reading.law((20,) * 4).chance("won") == Fraction(1, 4)
    # One of the two pairs ties once more: it alone is thrown a third time.
    assert again.reading.read((9, 4, 7, 7)) == Again((2, 3), Pairs((0,)))
    assert again.reading.read((9, 4, 7, 8)) == "lost"
    assert again.reading.read((9, 4, 7, 6)) == "won"


def test_a_tie_matters_to_no_one_where_another_foe_is_not_beaten() -> None:
    assert BeatsAll(0, (0, 0)).read((5, 5, 6)) == "lost"
    assert BeatsAll(0, (0, 0)).read((5, 6, 5)) == "lost"


def test_a_tie_goes_to_the_higher_modifier_of_the_pair() -> None:
    assert BeatsAll(3, (1,)).read((4, 6)) == "won"
    assert BeatsAll(1, (3,)).read((6, 4)) == "lost"
    assert BeatsAll(3, (1,), "lost").read((4, 6)) == "lost"
    assert BeatsAll(1, (3,), "won").read((6, 4)) == "won"
    assert BeatsAll(3, (1,), "tie").read((4, 6)) == "lost"
    assert BeatsAll(3, (1,), "again").read((4, 6)) == Again((0, 1), Pairs((2,)))


def test_a_pair_of_one_sided_dice_is_refused() -> None:
    with pytest.raises(Uncovered, match="for ever"):
        BeatsAll(0, (0,)).law((1, 1))
    with pytest.raises(Uncovered, match="for ever"):
        Pairs((0,)).law((1, 1))


# Pools


sides_of_a_contest = st.tuples(st.integers(0, 4), st.integers(1, 4)), st.tuples(st.integers(0, 3), st.integers(1, 4))


@given(*sides_of_a_contest, st.integers(1, 6), plain_ties, steps, st.integers(0, 6))
def test_pools_is_its_enumeration(
    mine: tuple[int, int], theirs: tuple[int, int], target: int, tie: PlainTie, steps: tuple[int, ...], other: int
) -> None:
    dice = (mine[1],) * mine[0] + (theirs[1],) * theirs[0]
    holds(Pools(mine[0], theirs[0], target, tie, steps, other), *dice)


def test_equal_pools_tie_often() -> None:
    assert Pools(5, 5, 5, "tie").law((6,) * 10).chance("tie") == Fraction(575, 2187)


def test_a_pool_throws_all_its_dice_again() -> None:
    reading = Pools(1, 2, 5)
    assert reading.read((5, 6, 1)) == Again((0, 1, 2), reading)
    assert reading.read((5, 4, 1)) == "won"
    assert reading.read((4, 4, 5)) == "lost"


def test_an_empty_pool_has_no_success() -> None:
    assert Pools(0, 1, 5).law((6,)).weights == (("lost", 1),)
    assert Pools(1, 0, 5).law((6,)).weights == (("won", 1),)
    assert Pools(0, 1, 5, "tie").law((6,)).chance("tie") == Fraction(2, 3)
    for steps in ((), (1,)):
        with pytest.raises(Uncovered, match="for ever"):
            Pools(0, 0, 5, steps=steps).law(())
        with pytest.raises(Uncovered, match="for ever"):
            Pools(2, 2, 7, steps=steps).law((6,) * 4)


def test_each_side_may_have_its_own_target() -> None:
    law = Pools(1, 1, 4, "tie", theirs_target=6).law((6, 6))
    assert law.chance("won") == Fraction(1, 2) * Fraction(5, 6)
    assert law.chance("lost") == Fraction(1, 2) * Fraction(1, 6)


@given(st.integers(-1, 5), st.integers(0, 4), st.integers(1, 5), st.integers(1, 4))
def test_count_is_its_enumeration(needed: int, count: int, target: int, size: int) -> None:
    holds(Count(target, needed), *(size,) * count)


def test_a_pool_of_five_passes_the_first_difficulty() -> None:
    assert Count(5, 1).law((6,) * 5).chance("passed") == Fraction(211, 243)
    assert Count(5, 6).law((6,) * 5).chance("passed") == 0
    assert Count(5, 0).law(()).chance("passed") == 1
    assert Count(5, 1).law(()).chance("failed") == 1


# Amounts


@given(st.integers(-9, 9), st.integers(0, 5), st.lists(sizes, max_size=4))
def test_sum_is_its_enumeration(plus: int, least: int, sides: list[int]) -> None:
    holds(Sum(plus, least), *sides)


def test_sum_is_not_below_its_least() -> None:
    assert Sum(-3, 1).law((4, 4)).weights == ((1, 6), (2, 4), (3, 3), (4, 2), (5, 1))
    assert Sum(7).law(()).weights == ((7, 1),)
    assert Sum(-7).law(()).weights == ((0, 1),)


# Everybody by one throw

rankings = st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 4)), min_size=1, max_size=4)


@settings(max_examples=60)
@given(rankings, st.sampled_from(["tie", "modifier"]))
def test_ranking_is_its_enumeration(fighters: list[tuple[int, int]], tie: Any) -> None:
    holds(Ranking(tuple(bonus for bonus, _ in fighters), tie), *(size for _, size in fighters))


def test_a_ranking_keeps_the_tied_together_or_puts_the_higher_bonus_first() -> None:
    assert Ranking((0, 2, 5, 5)).read((9, 7, 1, 1)) == ((0, 1), (2, 3))
    assert Ranking((0, 2, 5, 5), "modifier").read((9, 7, 1, 1)) == (1, 0, 2, 3)


def test_two_of_equal_bonus_rank_alike() -> None:
    law = Ranking((1, 1)).law((20, 20))
    assert law.chance(((0,), (1,))) == law.chance(((1,), (0,))) == Fraction(19, 40)
    assert law.chance(((0, 1),)) == Fraction(1, 20)
    assert Ranking((1, 1), "modifier").law((20, 20)).chance((0, 1)) == Fraction(21, 40)


def test_more_than_seven_are_not_ranked_exactly() -> None:
    assert Ranking((0,) * MAX_RANKED, "modifier").law((2,) * MAX_RANKED).total == 2**MAX_RANKED
    with pytest.raises(Uncovered, match="at most 7 are ranked exactly"):
        Ranking((0,) * 8).law((2,) * 8)
    assert Ranking((0,) * 8, "modifier").read((1,) * 8) == tuple(range(8))


@pytest.mark.parametrize(
    "reading",
    [
        Opposed(3, "modifier", (2, 5)),
        Against(-3, "again"),
        Hits(4, 11),
        Stray(3, Hits(4, 11)),
        BeatsAll(4, (1, 2)),
        Pairs((0, 1)),
        Pools(3, 2, 5),
        Count(5, 1),
        Sum(2, 1),
        Ranking((1, 2)),
    ],
)
def test_a_reading_is_a_value(reading: Any) -> None:
    fields = {name: getattr(reading, name) for name in reading.__struct_fields__}
    twin = type(reading)(**fields)
    assert twin == reading
    assert hash(twin) == hash(reading)
    with pytest.raises(AttributeError):
        setattr(reading, reading.__struct_fields__[0], 0)


def test_what_a_reading_is_where_it_is_not_told() -> None:
    assert Against(-5) == Against(-5, "lost", ())
    assert Opposed(3) == Opposed(3, "lost", ())
    assert Hits(3, 14) == Hits(3, 14, True, 20, 20)  # noqa: FBT003 - every field in its place


def test_one_throw_has_a_die_for_every_foe() -> None:
    reading = BeatsAll(0, (0, 0))
    for ask in (lambda: reading.law((20, 20)), lambda: reading.read((10, 10))):
        with pytest.raises(ValueError, match="zip"):
            ask()
