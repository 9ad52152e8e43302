"""The bout: who, on which side, where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import NAMES, names
from tests.core.toy import Toy, seat, toy_rules
from tussle.bout.bout import Bout, make_bout, name_fault, token_name
from tussle.bout.space import Hexes, NoMap, Squares
from tussle.errors import Unreadable

RULES = toy_rules(tallies=("harm", "fear"))


def bout(*who: str, sides: tuple[int, ...] | None = None, space: Squares | None = None) -> Bout:
    return make_bout(RULES, [(name, Toy()) for name in who], sides, space)


def test_a_bout_holds_what_a_question_needs() -> None:
    found = bout("Ann", "Big Bob", "Cid", sides=(0, 1, 1))
    assert found.names == ("Ann", "Big Bob", "Cid")
    assert found.fighters == (Toy(), Toy(), Toy())
    assert found.sides == (0, 1, 1)
    assert found.space == NoMap()
    assert list(found.everyone) == [0, 1, 2]
    assert found.ruling("tie") == "lost"


def test_without_sides_each_is_its_own() -> None:
    assert bout("Ann", "Bob", "Cid").sides == (0, 1, 2)


def test_the_opening_begins_without_harm() -> None:
    position = bout("Ann", "Bob", "Cid").opening((2, 0, 1))
    assert position.tallies == ((0, 0), (0, 0), (0, 0))
    assert position.stance.order == (2, 0, 1)
    assert position.stance.turn == 2


def test_who_is_fit_stands_as_the_first_word_says() -> None:
    found = seat(RULES, Toy(), Toy())
    stance = found.opening().stance.stand(1, "down")
    assert found.fit(stance, 0)
    assert not found.fit(stance, 1)


# Names


@pytest.mark.parametrize("name", [*NAMES, "a", "x" * 40, "(}%;", "a.b"])
def test_a_name_can_be(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "x" * 41, " a", "a ", "a\tb", "a\nb", "a\N{NO-BREAK SPACE}b", "\ud800", *(f"a{sign}b" for sign in ':[]="#,')],
)
def test_a_name_cannot_be(name: str) -> None:
    assert "is no fighter's name: 1 to 40 printable characters without" in str(name_fault(name))
    with pytest.raises(Unreadable, match="is no fighter's name"):
        bout(name, "Bob")


@given(names)
def test_a_name_is_one_word_in_a_token(name: str) -> None:
    assert len(token_name(name).split()) == 1
    assert len(token_name(name)) == len(name)


@pytest.mark.parametrize(
    ("given_names", "numbered"),
    [
        (["ogre", "Bob", "ogre"], ("ogre 1", "Bob", "ogre 2")),
        (["ogre", "ogre", "ogre"], ("ogre 1", "ogre 2", "ogre 3")),
        (["ogre 1", "ogre 2"], ("ogre 1", "ogre 2")),
        (["ogre", "Ogre"], ("ogre", "Ogre")),
    ],
)
def test_copies_are_numbered(given_names: list[str], numbered: tuple[str, ...]) -> None:
    assert bout(*given_names).names == numbered


@pytest.mark.parametrize("given_names", [["ogre", "ogre", "ogre 1"], ["a b", "a_b"]])
def test_two_fighters_must_differ_in_tokens(given_names: list[str]) -> None:
    with pytest.raises(Unreadable, match="two fighters would share a name in tokens: "):
        bout(*given_names)


# How many, on how many sides


@pytest.mark.parametrize("count", [0, 1, 17, 1000])
def test_a_grapple_takes_two_to_sixteen(count: int) -> None:
    with pytest.raises(Unreadable, match=f"a grapple takes 2 to 16 fighters, not {count}"):
        bout(*["ogre"] * count)


def test_sixteen_are_not_too_many() -> None:
    assert len(bout(*["ogre"] * 16).names) == 16


@pytest.mark.parametrize("sides", [(0, 0), (0,), (0, 1, 2), ()])
def test_a_grapple_takes_two_sides_and_each_fighter_is_on_one(sides: tuple[int, ...]) -> None:
    with pytest.raises(Unreadable, match="at least two sides, and each fighter is on one"):
        bout("Ann", "Bob", sides=sides)


# The map


@pytest.mark.parametrize(
    ("space", "sentence"),
    [
        (Squares(0, 5, ((0, 0), (1, 1))), "a map of 0x5 squares is out of range: 1 to 200 each way"),
        (Squares(5, 201, ((0, 0), (1, 1))), "a map of 5x201 squares is out of range"),
        (Squares(5, 5, ((0, 0),)), "the map places 1 fighters of 2: give each one a square"),
        (Squares(5, 5, ((0, 0), (5, 1))), "Bob cannot stand at 5.1: a wall, or off the map"),
        (Squares(5, 5, ((0, 0), (1, 1)), ((1, 1),)), "Bob cannot stand at 1.1: a wall, or off the map"),
        (Squares(5, 5, ((-1, 0), (1, 1))), "Ann cannot stand at -1.0: a wall, or off the map"),
        (Squares(5, 5, ((1, 1), (1, 1))), "Ann cannot stand at 1.1: somebody else stands there"),
    ],
)
def test_a_map_must_have_room_for_everybody(space: Squares, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        bout("Ann", "Bob", space=space)
    assert sentence in str(refusal.value)


@given(st.integers(1, 200), st.integers(1, 200))
def test_a_map_may_be_any_size_in_range(width: int, height: int) -> None:
    if width > 1:
        space = Squares(width, height, ((0, 0), (width - 1, height - 1)))
        assert bout("Ann", "Bob", space=space).opening().stance.cells == space.at


def test_a_map_is_of_a_kind_the_rules_are_written_for() -> None:
    rules = toy_rules(grids=("squares",))
    fighters = [(name, Toy()) for name in ("Ann", "Bob")]
    with pytest.raises(Unreadable, match="toy is not played on hexes: give a map of squares"):
        make_bout(rules, fighters, None, Hexes(3, 3, ((0, 0), (1, 1))))
    assert make_bout(rules, fighters, None, Squares(3, 3, ((0, 0), (1, 1)))).space.mapped
