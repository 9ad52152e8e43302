"""Laws: whole numbers over one denominator."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.enumerate import chances
from tussle.ask.law import Answer, Law, answer_text

counts = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 12)).filter(lambda found: any(found.values()))


def test_a_law_is_reduced_and_leaves_out_what_cannot_be() -> None:
    assert Law.of([("won", 6), ("tie", 0), ("lost", 4)]) == Law((("won", 3), ("lost", 2)), 5)
    assert Law.of([("lost", 4), ("won", 6)]) == Law((("lost", 2), ("won", 3)), 5)
    assert Law.of([("won", 400)]) == Law((("won", 1),), 1)


@given(counts)
def test_a_law_keeps_the_chances_of_its_weights(weights: dict[Answer, int]) -> None:
    total = sum(weights.values())
    assert chances(Law.of(weights)) == {answer: Fraction(n, total) for answer, n in weights.items() if n}


def test_the_chance_of_several_answers_is_their_sum() -> None:
    law = Law.of([(2, 1), (5, 2), (0, 3)])
    assert law.chance(2, 5) == Fraction(1, 2)
    assert law.chance("won") == 0
    assert law.chance() == 0


def test_a_mixture_is_weighed() -> None:
    one, other = Law.of([("won", 1), ("lost", 1)]), Law.of([("won", 1), ("tie", 2)])
    assert chances(Law.mix([(Fraction(1, 4), one), (Fraction(3, 4), other)])) == {
        "won": Fraction(3, 8),
        "lost": Fraction(1, 8),
        "tie": Fraction(1, 2),
    }
    assert Law.mix([(1, one), (3, other)]) == Law.mix([(Fraction(1, 4), one), (Fraction(3, 4), other)])


@given(st.lists(st.tuples(st.integers(1, 5), counts), min_size=1, max_size=4))
def test_a_mixture_sums_to_one(parts: list[tuple[int, dict[Answer, int]]]) -> None:
    mixed = Law.mix([(share, Law.of(weights)) for share, weights in parts])
    total = sum(share for share, _ in parts)
    for answer in "abcde":
        chance = sum(share * Law.of(weights).chance(answer) for share, weights in parts) / total
        assert mixed.chance(answer) == chance


@pytest.mark.parametrize(
    ("answer", "text"), [("won", "won"), (5, "5"), ((2, 0, 1), "2>0>1"), (((2,), (0, 1)), "2>0=1"), ((), "")]
)
def test_an_answer_is_one_word(answer: Answer, text: str) -> None:
    assert answer_text(answer) == text
