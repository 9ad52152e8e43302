"""The readings that srd35 brought: automatic faces, and an order without ties; held against plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.core.enumerate import chances, enumerated
from tussle.ask.automatic import Automatic, AutomaticPairs
from tussle.ask.order import Order, Placing
from tussle.ask.readings import BeatsAll, Tie
from tussle.ask.requests import Again

TIES: tuple[Tie, ...] = ("lost", "won", "again", "modifier")


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("mine", [True, False])
def test_automatic_faces_as_enumerated(tie: Tie, mine: bool) -> None:  # noqa: FBT001 - a case of the test
    for edge in range(-6, 7):
        reading = Automatic(edge, (0,), tie, mine, top=5)
        assert chances(reading.law((5, 5))) == enumerated(reading, (5, 5))
    for bonus, others in ((0, (0, 0)), (1, (0, 2)), (0, (3, 0, -1))):
        reading = Automatic(bonus, others, tie, mine, top=4)
        sides = (4,) * (1 + len(others))
        assert chances(reading.law(sides)) == enumerated(reading, sides)


def test_automatic_pairs_as_enumerated() -> None:
    for edges in ((0,), (2, 0), (-1, 0)):
        reading = AutomaticPairs(edges, "modifier", top=4)
        sides = (4, 4) * len(edges)
        assert chances(reading.law(sides)) == enumerated(reading, sides)


def test_automatic_faces_on_two_d20() -> None:
    law = Automatic(40, (0,)).law((20, 20))
    assert law.chance("won") == 1 - Fraction(37, 400)  # his 20, or my 1, not both alike
    assert Automatic(0, (0,)).law((20, 20)).chance("won") == Fraction(1, 2)
    assert Automatic(0, (40,), mine=False).law((20, 20)).chance("won") == Fraction(1, 20)
    assert isinstance(Automatic(0, (0,)).read((7, 7)), Again)
    assert Automatic(-30, (0,)).read((20, 19)) == "won"
    assert Automatic(-30, (0,)).read((20, 20)) == "lost"
    assert Automatic(30, (0,)).read((1, 2)) == "lost"


def test_without_such_faces_it_would_be_beats_all() -> None:
    plain, automatic = BeatsAll(3, (0, 1)), Automatic(3, (0, 1), top=99)
    for faces in product(range(2, 7), repeat=3):
        assert isinstance(plain.read(faces), Again) == isinstance(automatic.read(faces), Again)
        assert isinstance(plain.read(faces), Again) or plain.read(faces) == automatic.read(faces)


@pytest.mark.parametrize(
    ("bonuses", "sides"),
    [((0, 0), (4, 4)), ((1, 0), (4, 4)), ((0, 0, 0), (3, 3, 3)), ((2, 0, 2), (4, 4, 4)), ((0, 1, 0, 1), (3, 3, 3, 3))],
)
def test_an_order_as_enumerated(bonuses: tuple[int, ...], sides: tuple[int, ...]) -> None:
    law = chances(Order(bonuses).law(sides))
    assert sum(law.values()) == 1
    if len(bonuses) == 2:
        assert law == enumerated(Order(bonuses), sides)
        return
    # Who ties among three or more throws again and again: the placings among themselves are any, by symmetry.
    found: dict[object, Fraction] = {}
    for faces in product(*(range(1, size + 1) for size in sides)):
        answer = Order(bonuses).read(faces)
        share = Fraction(1, len(list(product(*(range(size) for size in sides)))))
        if isinstance(answer, Again):
            for inner, chance in chances(answer.reading.law(tuple(sides[which] for which in answer.which))).items():
                found[inner] = found.get(inner, Fraction(0)) + share * chance
        else:
            found[answer] = found.get(answer, Fraction(0)) + share
    assert law == found


def test_placing_throws_again_who_ties_still() -> None:
    placing = Placing(((2,), (0, 1, 3)))
    assert placing.read((5, 7, 6)) == (2, 1, 3, 0)
    again = placing.read((5, 7, 5))
    assert isinstance(again, Again)
    assert again.which == (0, 2)
    assert again.reading == Placing(((2,), (1,), (0, 3)))
    assert again.reading.read((1, 2)) == (2, 1, 3, 0)
    assert len(chances(placing.law((20, 20, 20)))) == 6
