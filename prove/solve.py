"""Best play: layers, sweep and fractions against the plain solver, both sides against each other, odd bonuses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from prove import Figure, Journal
from tussle.analysis.bodies import Body
from tussle.analysis.graph import Graph
from tussle.analysis.objective import Objective, parse_objective
from tussle.analysis.solve import Solution
from tussle.analysis.solve_plain import plain_value
from tussle.bestiary.match import match
from tussle.bout.bout import Bout
from tussle.bout.stance import Position

TITLE = "best play: two solvers, two sides and better bonuses agree"
CHUNK = 5
WHOLE = 40
GOALS = ("hold for 1", "hold for 2", "free within 1", "down within 1", "down within 2")


def start(dice: random.Random, bonus: int = 0) -> tuple[Bout, Position]:
    """Two fighters with a few hits each, free or in a hold."""
    first = f"Al: athletics {dice.randint(0, 8) + bonus} melee {dice.randint(0, 6)} hits {dice.randint(1, 4)}"
    second = f"Bo: athletics {dice.randint(0, 8)} acrobatics {dice.randint(0, 8)} hits {dice.randint(1, 4)}"
    bout = match("hug", first, second)
    position = bout.opening((0, 1))
    if dice.random() < 0.5:
        held = bout.rules.state_words["holds"](bout, position.stance, 0, 1)
        position = Position(bout.rules.take_turn(bout, held, dice.randint(0, 1)), position.tallies)
    return bout, position


def layers_differ(seed: int) -> bool:
    """Whether the layers and the plain solver find other fractions, or the floats leave their bounds."""
    dice = random.Random(f"layers/{seed}")
    bout, position = start(dice)
    objective = parse_objective(dice.choice(GOALS), bout)
    graph = Graph(bout, objective, position)
    exact = Solution(graph, exact=True).worth(graph.root).reached
    direct = Solution(graph, exact=False)
    off = abs(Fraction(direct.worth(graph.root).reached) - exact) > Fraction(direct.error)
    return bool(off or exact != plain_value(bout, objective, position))


def sweeps_differ(seed: int) -> bool:
    """Whether what both sides can force does not sum to one, or the sweep leaves its bounds."""
    bout, position = start(random.Random(f"sweep/{seed}"))
    values = []
    for side in (0, 1):
        graph = Graph(bout, Objective("first", None, side), position)
        exact = Solution(graph, exact=True)
        direct = Solution(graph, exact=False)
        worth = exact.worth(graph.root)
        off = abs(Fraction(direct.worth(graph.root).reached) - worth.reached)
        if off > Fraction(direct.error) or direct.error > 5e-10:
            return True
        values.append(worth)
    one, other = values
    return bool(one.reached + other.reached > 1 or one.lost > other.reached or other.lost > one.reached)


def bonus_hurts(seed: int) -> bool:
    """Whether a point more of athletics lowers one's own chance."""
    dice = random.Random(f"bonus/{seed}")
    goal = dice.choice(GOALS)
    found = []
    for bonus in (0, 1):
        bout, position = start(random.Random(f"bonus/{seed}/same"), bonus)
        graph = Graph(bout, parse_objective(goal, bout), position)
        found.append(Solution(graph, exact=True).worth(graph.root).reached)
    return bool(found[1] < found[0])


def chunk(key: str) -> list[int]:
    """How many of one chunk were tried, and how many came out wrong."""
    kind, _, number = key.partition("/")
    test: Callable[[int], bool] = {"layers": layers_differ, "sweeps": sweeps_differ, "bonus": bonus_hurts}[kind]
    return [CHUNK, sum(test(seed) for seed in range(int(number) * CHUNK, int(number) * CHUNK + CHUNK))]


def run(size: float, work: Path) -> Iterator[Figure]:
    """Random match-ups of small fighters."""
    chunks = max(1, round(WHOLE * size))
    journal = Journal(work / "chunks")
    for kind, what in (
        ("layers", "goals with a horizon that differ"),
        ("sweeps", "goals without one that differ"),
        ("bonus", "bonuses that hurt their bearer"),
    ):
        tried = wrong = 0
        for _, found in journal.each([f"{kind}/{number}" for number in range(chunks)], chunk, workers=2):
            tried, wrong = tried + found[0], wrong + found[1]
        yield Figure(f"{what}, of {tried}", wrong, "= 0", ok=wrong == 0)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A harm number that is stale must be found by the plain solver."""
    del size, work
    fresh = Body._row_law  # noqa: SLF001 - the fault is put in where the table is made

    def stale(self: Body, node: Any, row: int) -> Any:
        return fresh(self, node, min(row + 1, len(self.rows) - 1))

    Body._row_law = stale  # type: ignore[method-assign] # noqa: SLF001 - as above
    try:
        wrong = sum(layers_differ(seed) for seed in range(10))
    finally:
        Body._row_law = fresh  # type: ignore[method-assign] # noqa: SLF001 - as above
    yield Figure("goals with a horizon that differ, of 10", wrong, "= 0", ok=wrong == 0)
