"""Small games without a horizon as fractions: strategies improved until no point can be, on the game written out.

It ends only when every point is worth just what its best way on is worth, and the other side cannot keep anybody
going round for ever where something is still to be had: then the values are the least there are, and true.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tussle.analysis.graph_points import ENDS, Points
from tussle.analysis.solve_code import components
from tussle.errors import Fault

__all__ = ["exact_values", "lost_values"]

TRIES = 200


def exact_values(game: Points) -> tuple[list[Fraction], list[int]]:
    """The value of every point, and the option taken in each.

    The side whose goal it is begins with what looks best from below, so that it never waits for what does not come.
    """
    choices = _start(game)
    for _ in range(TRIES):
        values = _values(game, choices, ENDS.index("reached"))
        trapped = _trapped(game, choices, values)
        if trapped:
            for number, option in trapped.items():
                choices[number] = option
            continue
        better = _better(game, values, choices)
        if better == choices:
            return values, choices
        choices = better
    raise Fault("the strategies of a small game do not settle")


def lost_values(game: Points, choices: Sequence[int]) -> list[Fraction]:
    """The chance from every point that it is lost, these options being taken."""
    return _values(game, choices, ENDS.index("lost"))


def _worth(game: Points, values: Sequence[Fraction], number: int, option: int) -> Fraction:
    return sum((chance * values[kid] for kid, chance in game.points[number].options[option].ways), Fraction(0))


def _start(game: Points) -> list[int]:
    """Options that are best after so many rounds from nothing, in floats."""
    values = [0.0] * len(game.points)
    values[ENDS.index("reached")] = 1.0
    choices = [0] * len(game.points)
    ways = [
        [[(kid, float(chance)) for kid, chance in option.ways] for option in point.options] for point in game.points
    ]
    for _ in range(60):
        for number in reversed(range(len(ENDS), len(values))):
            worths = [sum([chance * values[kid] for kid, chance in each]) for each in ways[number]]
            top = min(worths) if game.points[number].who == "theirs" else max(worths)
            if top != values[number]:
                choices[number] = worths.index(top)
                values[number] = top
    return choices


def _better(game: Points, values: Sequence[Fraction], choices: Sequence[int]) -> list[int]:
    """The options changed where another is better than the value itself."""
    found = list(choices)
    for number, point in enumerate(game.points):
        for option in range(len(point.options)):
            worth = _worth(game, values, number, option)
            now = _worth(game, values, number, found[number])
            if (worth < now) if point.who == "theirs" else (worth > now):
                found[number] = option
    return found


def _values(game: Points, choices: Sequence[int], end: int) -> list[Fraction]:
    """The chance of coming to an end from every point; what goes round for ever comes to none."""
    ways = [
        dict(point.options[choices[number]].ways) if point.options else {} for number, point in enumerate(game.points)
    ]
    values = [Fraction(0)] * len(ways)
    values[end] = Fraction(1)
    for knot in components(range(len(ways)), lambda number: tuple(ways[number])):
        if len(knot) == 1 and knot[0] not in ways[knot[0]]:
            if ways[knot[0]]:
                values[knot[0]] = sum((chance * values[kid] for kid, chance in ways[knot[0]].items()), Fraction(0))
            continue
        _solve(knot, ways, values)
    return values


def _solve(knot: Sequence[int], ways: Sequence[dict[int, Fraction]], values: list[Fraction]) -> None:
    """The values of points that lead back to each other: one after the other put in place of what it stands for."""
    inside = set(knot)
    rows = {
        number: (
            {kid: chance for kid, chance in ways[number].items() if kid in inside},
            sum((chance * values[kid] for kid, chance in ways[number].items() if kid not in inside), Fraction(0)),
        )
        for number in knot
    }
    if not any(sum(row.values()) < 1 for row, _ in rows.values()):
        return  # nothing comes out: worth nothing
    for number in knot:
        row, rest = rows[number]
        own = 1 - row.pop(number, Fraction(0))
        rows[number] = row, rest = {kid: chance / own for kid, chance in row.items()}, rest / own
        for other, (line, more) in rows.items():
            share = line.pop(number, Fraction(0)) if other != number else Fraction(0)
            if share:
                for kid, chance in row.items():
                    line[kid] = line.get(kid, Fraction(0)) + share * chance
                rows[other] = line, more + share * rest
    for number, (_, rest) in rows.items():
        values[number] = rest


def _trapped(game: Points, choices: Sequence[int], values: Sequence[Fraction]) -> dict[int, int]:
    """For each point of the other side from which it can go on for ever where there is still something: how."""
    inside = {number for number, point in enumerate(game.points) if point.options}
    while True:
        out = set()
        for number in inside:
            point = game.points[number]
            options = range(len(point.options)) if point.who == "theirs" else [choices[number]]
            if not any(all(kid in inside for kid, _ in point.options[option].ways) for option in options):
                out.add(number)
        if not out:
            break
        inside -= out
    found = {}
    for number in inside:
        if game.points[number].who == "theirs" and values[number] > 0:
            found[number] = next(
                place
                for place, option in enumerate(game.points[number].options)
                if all(kid in inside for kid, _ in option.ways)
            )
    return found
