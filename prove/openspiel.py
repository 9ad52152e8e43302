"""Small games of every rule set have the same value in OpenSpiel's own search, both sides playing their best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pyspiel  # type: ignore[import-not-found]  # a compiled module without types
from open_spiel.python.algorithms import minimax  # type: ignore[import-untyped]  # it says nothing of its types

from prove import Figure, Journal
from prove._storm import MOST_POINTS, MOST_STATES, NoMatch, drawn
from tussle.adapters.openspiel import chance_of
from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import ENDS, Points
from tussle.analysis.objective import parse_objective
from tussle.analysis.solve import best
from tussle.bout.bout import Bout
from tussle.bout.loading import available
from tussle.bout.notation import position_text
from tussle.errors import TussleError

TITLE = "20 games a rule set have the same value in OpenSpiel's search"
GAMES = 20
CLOSE = 1e-9
DEEPEST = 200
LEAVES = 150
"""Its search writes a game out as a tree: so many leaves at most."""


def fighters(bout: Bout) -> str:
    """Both fighters as the adapter takes them."""
    return " | ".join(
        msgspec.json.encode({"name": name, **msgspec.to_builtins(fighter)}).decode()
        for name, fighter in zip(bout.names, bout.fighters, strict=True)
    )


def leaves(game: Points) -> int:
    """How many leaves the tree of a game has; more than enough where it goes round in circles."""

    @cache
    def below(point: int) -> int:
        if point < len(ENDS):
            return 1
        return sum(below(kid) for option in game.points[point].options for kid, _ in option.ways)

    try:
        return below(game.first)
    except RecursionError:
        return LEAVES + 1


def values(key: str) -> tuple[float, float]:
    """The chance that the goal of one drawn game is reached, by our account and by OpenSpiel's."""
    rules = key.partition("/")[0]
    dice = random.Random(key)
    while True:
        try:
            bout, position, goal = drawn(rules, dice, 2, short=True)
            game = Points(Graph(bout, parse_objective(goal, bout), position, most=MOST_STATES), MOST_POINTS)
            if leaves(game) > LEAVES:
                raise NoMatch
            ours = best(bout, position, goal, exact=True).reached
            if ours in {0, 1}:
                raise NoMatch
        except TussleError:
            continue  # too large, or decided already: another one
        asked = {"rules": rules, "fighters": fighters(bout), "goal": goal, "at": position_text(bout, position)}
        theirs, _ = minimax.expectiminimax(_begin(asked), DEEPEST, lambda _: -1.0, 0)
        return float(ours), chance_of(theirs)


def _begin(asked: dict[str, str]) -> Any:
    return pyspiel.load_game("tussle", asked).new_initial_state()


def run(size: float, work: Path) -> Iterator[Figure]:
    """So many games of every rule set."""
    count = max(1, round(GAMES * size))
    journal = Journal(work / "games")
    for rules in available():
        keys = [f"{rules}/{seed}" for seed in range(count)]
        found = [pair for _, pair in journal.each(keys, values, workers=2)]
        apart = max(abs(ours - theirs) for ours, theirs in found)
        yield Figure(f"{rules}: games", len(found), f">= {count}", ok=len(found) >= count)
        yield Figure(f"{rules}: furthest apart", f"{apart:.2g}", f"<= {CLOSE:g}", ok=apart <= CLOSE)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A value of another game must be found different."""
    del size, work
    (ours, _), (_, theirs) = values("hug/1"), values("hug/2")
    yield Figure("hug: furthest apart", f"{abs(ours - theirs):.2g}", f"<= {CLOSE:g}", ok=abs(ours - theirs) <= CLOSE)
