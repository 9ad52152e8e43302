"""Large grapples in compiled code: best play with 60 hits, two against one, and OpenSpiel on equal rules.

The sweep is counted with the graph in hand and laid out, its certificate included. OpenSpiel is given our game by
the adapter, its points written out beforehand; its value iteration visits the states and finds their values.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

from bench import Row, against, within
from bench.solve import GAP, PAIR, start, swept, timed
from tussle.adapters.openspiel import Game, chance_of
from tussle.analysis.graph import Graph
from tussle.analysis.objective import parse_objective
from tussle.analysis.solve_fast import FastSweep
from tussle.bestiary.match import match
from tussle.bout.bout import Bout

# Games in which both move at once ask for this, and it for a package that nothing here needs.
sys.modules.setdefault("open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))

from open_spiel.python.algorithms import value_iteration  # type: ignore[import-untyped]  # noqa: E402 - it says nothing of its types; see above

TITLE = "best play with 60 hits, two against one, and beside OpenSpiel's value iteration"

THREE = ("Al: athletics +5 reflex 3 hits {hits}", "Cy: athletics +3 hits {hits}", "vs", PAIR[1])
SRD35 = ("Al: bab 5 strength 16 hp {hits} ac 12", "Bo: bab 4 strength 14 hp {hits} ac 13")
ENOUGH = 10**9
DEEP = 100_000
"""OpenSpiel visits states by recursion, one within the other."""


def grown(bout: Bout) -> Graph:
    """The graph of a bout, who is named first being on turn."""
    graph = Graph(bout, parse_objective("down first", bout), bout.opening(tuple(bout.everyone)))
    graph.grow_all()
    return graph


def three(bout: Bout) -> FastSweep:
    """A graph and its sweep."""
    return FastSweep(grown(bout), ENOUGH)


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """Two duels, two against one, a small duel beside a peer."""
    hits = max(3, round(60 * size))
    repeats = max(1, round(5 * size))
    gaps = []
    for rules, fighters in (("hug", PAIR), ("srd35", SRD35)):
        graph = grown(match(rules, *(text.format(hits=hits) for text in fighters)))
        ours, _, sweep = swept(graph, repeats)
        gaps.append(sweep.gap)
        values = f"{sweep.cells * len(sweep.program.nodes):,} values"
        yield within(f"best play for both, {rules}, {hits} each, {values}, sweep", ours, 0.1)
    for whole, goal in ((30, 5), (60, 40)):
        hits = max(2, round(whole * size))
        bout = match("hug", *(text.format(hits=hits) for text in THREE))
        seconds, sweep = timed(partial(three, bout), 1)
        gaps.append(sweep.gap)
        yield within(f"two against one, hug, {hits} each, {sweep.cells:,} cells, graph and sweep", seconds, goal)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    yield Row("memory of the whole process, at most", f"{most:.2g} GiB", "—", "—", "≤ 1 GiB", most <= 1)
    yield Row("the bounds of all four apart, at most", f"{max(gaps):.2g}", "—", "—", f"≤ {GAP:g}", max(gaps) <= GAP)
    yield beside_openspiel(max(2, round(6 * size)), max(3, repeats))


def beside_openspiel(hits: int, repeats: int) -> Row:
    """A duel small enough for the peer."""
    bout, position = start(hits)
    graph = Graph(bout, parse_objective("down first", bout), position)
    graph.grow_all()
    ours, _, sweep = swept(graph, repeats)
    fighters = " | ".join(text.format(hits=hits) for text in PAIR)
    game = Game({"rules": "hug", "fighters": fighters, "goal": "down first"})
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    theirs, values = timed(lambda: value_iteration.value_iteration(game, -1, GAP, cyclic_game=True), 1)
    sys.setrecursionlimit(usual)
    value = chance_of(values[str(game.new_initial_state())])
    assert abs(value - sweep.value(graph.root, (0, 0))) < 1e-6  # noqa: S101 - the same question
    name = f"best play for both, {hits} hits each, {len(values):,} states, beside OpenSpiel's value iteration"
    return against(name, ours, theirs, 1000)
