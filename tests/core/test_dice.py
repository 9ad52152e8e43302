"""Dice text, and the counts of sums."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tussle.ask.dice import MAX_COUNT, MAX_SIDES, DiceText, Die, parse_dice, sum_counts
from tussle.bout.stance import NOBODY
from tussle.errors import Unreadable

dice_texts = st.builds(DiceText, st.integers(1, MAX_COUNT), st.integers(1, MAX_SIDES), st.integers(-1000, 1000))


@pytest.mark.parametrize(
    ("text", "dice", "plain"),
    [
        ("2d4", DiceText(2, 4), "2d4"),
        ("d20", DiceText(1, 20), "d20"),
        ("1d20", DiceText(1, 20), "d20"),
        ("D20 + 3", DiceText(1, 20, 3), "d20+3"),
        ("d6\N{MINUS SIGN}1", DiceText(1, 6, -1), "d6-1"),
        (" 3 d 6 - 2 ", DiceText(3, 6, -2), "3d6-2"),
        ("2d4+0", DiceText(2, 4), "2d4"),
        ("100d1000+1000", DiceText(100, 1000, 1000), "100d1000+1000"),
        ("d1-1000", DiceText(1, 1, -1000), "d1-1000"),
    ],
)
def test_dice_are_written_as_people_write_them(text: str, dice: DiceText, plain: str) -> None:
    assert parse_dice(text) == dice
    assert str(dice) == plain


@pytest.mark.parametrize(
    "text", ["", "d", "2d", "20", "d20+", "d20+x", "2x6", "-2d6", "2d-6", "8d6>4", "d20+3+3", "dd6"]
)
def test_other_text_is_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(Unreadable, match="is no dice text: write a count, d and the sides, as in 2d4 or d20"):
        parse_dice(text)


@pytest.mark.parametrize("text", ["0d6", "101d6", "d0", "d1001", "d6+1001", "d6-1001", "1000000d6", "d" + "9" * 39])
def test_dice_are_bounded(text: str) -> None:
    with pytest.raises(Unreadable, match="is out of range: 1 to 100 dice of 1 to 1000 sides, a bonus of at most 1000"):
        parse_dice(text)


def test_a_long_text_is_refused_and_not_repeated_whole() -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_dice("d6" + "+1" * 5000)
    assert len(str(refusal.value)) < 150


@given(dice_texts)
def test_dice_text_reads_back(dice: DiceText) -> None:
    assert parse_dice(str(dice)) == dice


@given(st.text(max_size=60) | st.from_regex(r"\s*\d{0,5}\s*[dD]\d{0,6}\s*([+-]\d{0,6})?"))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        dice = parse_dice(text)
    except Unreadable:
        return
    assert parse_dice(str(dice)) == dice


def test_dice_know_their_highest_total_and_their_thrower() -> None:
    assert DiceText(2, 4, 3).highest == 11
    assert DiceText(2, 4, 3).dice(1, "club") == (Die(4, 1, "club"), Die(4, 1, "club"))
    assert Die(20).owner == NOBODY


@given(st.lists(st.integers(1, 6), max_size=4))
def test_sums_are_counted(sides: list[int]) -> None:
    counts = Counter(sum(faces) for faces in product(*(range(1, size + 1) for size in sides)))
    assert sum_counts(tuple(sides)) == tuple(counts[total] for total in range(len(sides), sum(sides) + 1))
