"""Chances as a person reads them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tussle.surfaces.words import about, listed, minus, percent, spread

CHANCES = st.fractions(0, 1, max_denominator=10_000)


@given(CHANCES)
def test_nothing_and_everything_are_shown_only_where_they_are_so(chance: Fraction) -> None:
    assert (percent(chance) == "0 %") == (chance == 0)
    assert (percent(chance) == "100 %") == (chance == 1)
    assert (about(chance) == "never") == (chance == 0)
    assert (about(chance) == "always") == (chance == 1)


@given(CHANCES)
def test_the_words_are_near_the_chance_and_say_so_where_they_are_not_the_chance(chance: Fraction) -> None:
    if 0 < chance < 1:
        few, _, many = about(chance).removeprefix("about ").partition(" in ")
        near = Fraction(int(few.replace(",", "")), int(many.replace(",", "")))
        assert abs(near - chance) < Fraction(3, 100)
        assert about(chance).startswith("about ") == (near != chance)


@pytest.mark.parametrize(
    ("chance", "rounded", "words"),
    [
        (Fraction(33, 50), "66 %", "about 2 in 3"),
        (Fraction(1, 2), "50 %", "1 in 2"),
        (Fraction(7, 10), "70 %", "7 in 10"),
        (Fraction(1, 200), "under 1 %", "about 1 in 200"),
        (Fraction(1, 1000), "under 1 %", "about 1 in 1,000"),
        (Fraction(999, 1000), "over 99 %", "about 999 in 1,000"),
    ],
)
def test_chances_in_words(chance: Fraction, rounded: str, words: str) -> None:
    assert percent(chance) == rounded
    assert about(chance).removeprefix("about ") == words.removeprefix("about ")


def test_two_chances_are_shown_as_one_where_they_are_the_same() -> None:
    assert spread(Fraction(1, 4), Fraction(1, 2)) == "25 % to 50 %  1/4 to 1/2"
    assert spread(Fraction(1, 4), Fraction(1, 4)) == "25 %  1/4"
    assert spread(Fraction(1), Fraction(1)) == "100 %"


def test_numbers_and_lists() -> None:
    assert (minus(3), minus(-2), minus(0)) == ("+3", "\N{MINUS SIGN}2", "+0")
    assert (listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")) == ("a", "a and b", "a, b or c")
