"""Hexes: six neighbours, distances, lines, and their text."""

from itertools import product

import pytest

from tussle.bout.notation import bout_json, parse_map, parse_position, position_text, read_bout
from tussle.bout.space import HEX_DIRECTIONS, Hexes, Squares
from tussle.bout.stance import Cell, Stance
from tussle.errors import Unreadable

SPACE = Hexes(7, 7, ())


def stance(*cells: Cell) -> Stance:
    nobody = ("",) * len(cells)
    return Stance((), -1, nobody, (), ((),) * len(cells), nobody, ((),) * len(cells), cells)


@pytest.mark.parametrize("cell", [(2, 3), (3, 3)])
def test_six_neighbours_all_next_to_it_and_to_two_of_each_other(cell: Cell) -> None:
    around = [SPACE.run(stance((9, 9)), cell, way, 1)[0] for way in HEX_DIRECTIONS]
    assert len(set(around)) == 6
    for place, one in enumerate(around):
        assert SPACE.near(stance(cell, one), 0, 1)
        beside = [other for other in around if other != one and SPACE.near(stance(one, other), 0, 1)]
        assert sorted(beside) == sorted([around[place - 1], around[(place + 1) % 6]])
        assert SPACE.opposite(stance(one, cell, around[(place + 3) % 6]), 0, 1, 2)
        assert not SPACE.opposite(stance(one, cell, around[(place + 2) % 6]), 0, 1, 2)
    assert not SPACE.opposite(stance(cell, cell, cell), 0, 1, 2)


def test_a_line_and_back_ends_where_it_began() -> None:
    back = dict(zip(HEX_DIRECTIONS, ("s", "sw", "nw", "n", "ne", "se"), strict=True))
    for way, other in back.items():
        path = SPACE.run(stance((9, 9)), (3, 3), way, 3)
        assert SPACE.run(stance((9, 9)), path[-1], other, 3)[-1] == (3, 3)


def test_distance_is_the_fewest_steps() -> None:
    away = {(3, 3): 0}
    for far in range(1, 7):
        reached = [cell for cell, steps in away.items() if steps == far - 1]
        for cell, way in product(reached, HEX_DIRECTIONS):
            for there in SPACE.run(stance((9, 9)), cell, way, 1):
                away.setdefault(there, far)
    assert len(away) == 49
    for cell, steps in away.items():
        for reach in range(1, 7):
            assert SPACE.near(stance((3, 3), cell), 0, 1, reach) == (steps <= reach)


def test_edges_walls_and_fighters_are_in_the_way() -> None:
    space = Hexes(3, 3, (), ((1, 0),))
    assert space.ways(stance((0, 0)), (0, 0)) == ("s",)
    assert space.ways(stance((0, 0), (0, 1)), (0, 0)) == ()
    assert not space.inside((3, 0))


def test_the_map_is_read_and_written() -> None:
    space = parse_map("hex 8x6 Bob@1.2 Big_Ogre@2.2 #4.4", ["Bob", "Big Ogre"])
    assert space == Hexes(8, 6, ((1, 2), (2, 2)), ((4, 4),))
    assert isinstance(parse_map("8x6 Bob@1.2", ["Bob"]), Squares)
    with pytest.raises(Unreadable, match="hex 8x6"):
        parse_map("hexes 8x6", [])


def test_a_bout_on_hexes_round_trips() -> None:
    fighters = [{"name": "A"}, {"name": "B"}]
    bout = read_bout(
        {
            "rules": "hug",
            "fighters": fighters,
            "map": {"type": "hexes", "width": 4, "height": 3, "at": [[0, 0], [1, 0]]},
        }
    )
    assert isinstance(bout.space, Hexes)
    again = read_bout(bout_json(bout))
    assert again.space == bout.space
    opening = bout.opening((0, 1))
    assert parse_position(bout, position_text(bout, opening)) == opening
