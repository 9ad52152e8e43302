"""Space: no map, or squares."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toy import Toy, seat, toy_rules
from tussle.bout.space import DIRECTIONS, NoMap, Squares, cell_text, parse_cell
from tussle.bout.stance import Stance
from tussle.errors import Unreadable

# . . . . A        A Ann, B Bob, C Cid; # walls
# . # B . .
# . . C . .
SPACE = Squares(5, 3, ((4, 0), (2, 1), (2, 2)), ((1, 1),))


def stance(space: Squares = SPACE) -> Stance:
    return seat(toy_rules(), Toy(), Toy(), Toy(), space=space).opening().stance


def test_without_a_map_there_is_always_room_and_never_a_direction() -> None:
    space, here = NoMap(), seat(toy_rules(), Toy(), Toy(), Toy()).opening().stance
    assert not space.mapped
    assert space.at == ()
    assert space.near(here, 0, 2)
    assert space.free(here, (0, 0))
    assert not space.inside((0, 0))
    assert space.ways(here, (0, 0)) == ()
    assert space.run(here, (0, 0), "n", 3) == ()
    assert not space.opposite(here, 0, 1, 2)


def test_near_is_one_step_diagonals_included() -> None:
    here = stance()
    assert SPACE.mapped
    assert SPACE.near(here, 1, 2)
    assert not SPACE.near(here, 0, 1)
    assert SPACE.near(here.place(0, (3, 0)), 0, 1)
    assert SPACE.near(here.place(0, (2, 1)), 0, 1)
    assert not SPACE.near(here.place(0, (2, 0)), 0, 2)


@pytest.mark.parametrize(
    ("cell", "inside", "free"),
    [
        ((0, 0), True, True),
        ((4, 2), True, True),
        ((5, 0), False, False),
        ((0, 3), False, False),
        ((-1, 0), False, False),
        ((0, -1), False, False),
        ((1, 1), False, False),
        ((2, 1), True, False),
    ],
)
def test_a_place_is_on_the_map_no_wall_and_nobodys(cell: tuple[int, int], inside: bool, free: bool) -> None:  # noqa: FBT001 - columns of the table
    assert SPACE.inside(cell) is inside
    assert SPACE.free(stance(), cell) is free


def test_ways_are_named_clockwise_from_north() -> None:
    assert tuple(DIRECTIONS) == ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    assert SPACE.ways(stance(), (2, 1)) == ("n", "ne", "e", "se", "sw", "nw")
    assert SPACE.ways(stance(), (0, 0)) == ("e", "s")


@pytest.mark.parametrize(
    ("way", "path"),
    [
        ("n", ((3, 0),)),
        ("ne", ((4, 0),)),
        ("e", ((4, 1),)),
        ("se", ((4, 2),)),
        ("s", ((3, 2),)),
        ("sw", ((2, 2),)),
        ("w", ((2, 1), (1, 1), (0, 1))),
        ("nw", ((2, 0),)),
    ],
)
def test_a_run_goes_straight(way: str, path: tuple[tuple[int, int], ...]) -> None:
    empty = Squares(5, 3, ((0, 0), (0, 2), (0, 0)))
    assert empty.run(stance(SPACE).place(0, (0, 0)).place(1, (0, 2)).place(2, (0, 0)), (3, 1), way, 9) == path


def test_a_run_stops_short_of_wall_edge_and_fighter() -> None:
    here = stance()
    assert SPACE.run(here, (3, 1), "e", 9) == ((4, 1),)
    assert SPACE.run(here, (3, 1), "w", 9) == ()
    assert SPACE.run(here, (0, 1), "e", 9) == ()
    assert SPACE.run(here, (0, 2), "e", 9) == ((1, 2),)
    assert SPACE.run(here, (0, 0), "e", 2) == ((1, 0), (2, 0))
    assert SPACE.run(here, (0, 0), "e", 0) == ()


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ((1, 2), (3, 0), True),
        ((3, 0), (1, 2), True),
        ((2, 0), (2, 2), True),
        ((3, 1), (2, 0), False),
        ((3, 1), (3, 1), False),
        ((4, 1), (0, 1), False),
        ((2, 1), (2, 1), False),
        ((3, 1), (0, 1), False),
    ],
)
def test_opposite_is_next_to_the_third_on_exactly_the_other_side(
    one: tuple[int, int],
    other: tuple[int, int],
    opposite: bool,  # noqa: FBT001 - a column of the table
) -> None:
    here = stance().place(0, one).place(2, other)
    assert SPACE.opposite(here, 0, 1, 2) is opposite


@given(st.tuples(st.integers(0, 9999), st.integers(0, 9999)))
def test_a_place_reads_back(cell: tuple[int, int]) -> None:
    assert parse_cell(cell_text(cell)) == cell


@pytest.mark.parametrize("text", ["", "4", "4.", ".7", "4,7", "-1.2", "1.2.3", "10000.1", "x.y"])
def test_another_place_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match=r"is no place on the map: write column.row, as in 4.7"):
        parse_cell(text)


@given(st.text(max_size=12))
def test_whatever_is_no_place_is_refused(text: Any) -> None:
    try:
        cell = parse_cell(text)
    except Unreadable:
        return
    assert parse_cell(cell_text(cell)) == cell
