"""Whole grapples of `hug`: a chain beside Storm, best play beside global value iteration, questions from the shell.

Each peer is given the same game written out, which is not counted: Storm's program is parsed, the matrix is made.
Ours is the sweep with the graph in hand and laid out, its certificate included; another row counts laying it out.
Whole answers and whole processes are held against their goals alone.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import stormpy  # type: ignore[import-untyped]  # it says nothing of its types
from scipy.sparse import csr_array  # type: ignore[import-untyped]  # the same

from bench import Row, against, spoken, within
from bench.shell import start as begin
from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import ENDS, Points
from tussle.analysis.objective import parse_objective
from tussle.analysis.solve import Solution
from tussle.analysis.solve_fast import FastSweep
from tussle.analysis.solve_policy import read_policy
from tussle.analysis.solve_sweep import Sweep
from tussle.bestiary.match import match
from tussle.bout.bout import Bout
from tussle.bout.stance import Position
from tussle.bridges.prism import prism_model

TITLE = "chains beside Storm, best play beside global value iteration, and questions from the shell"

PAIR = ("Al: athletics +5 reflex 3 hits {hits}", "Bo: athletics +4 reflex 2 hits {hits}")
MOST = 10**7
CLOSE = 1e-12
GAP = 1e-9


def start(hits: int) -> tuple[Bout, Position]:
    """Two fighters with so many hits each, bare-handed, the first on turn."""
    bout = match("hug", *(text.format(hits=hits) for text in PAIR))
    return bout, bout.opening((0, 1))


def timed(call: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """The least seconds of some calls, and what the last returned."""
    best, found = float("inf"), None
    for _ in range(repeats):
        begun = time.perf_counter()
        found = call()
        best = min(best, time.perf_counter() - begun)
    return best, found


def global_iteration(game: Points) -> Callable[[], float]:
    """Value iteration over the whole game at once, as sparse matrix products, until nothing moves."""
    rows, columns, chances, firsts, mine = [], [], [], [], []
    count = 0
    for number, point in enumerate(game.points):
        firsts.append(count)
        mine.append(point.who != "theirs")
        for option in point.options or ():
            for kid, chance in option.ways:
                rows.append(count)
                columns.append(kid)
                chances.append(float(chance))
            count += 1
        if not point.options:
            rows.append(count)
            columns.append(number)
            chances.append(1.0)
            count += 1
    matrix = csr_array((chances, (rows, columns)), shape=(count, len(game.points)))
    ours = np.array(mine)

    def iterate() -> float:
        values = np.zeros(len(game.points))
        values[ENDS.index("reached")] = 1.0
        while True:
            options = matrix @ values
            after = np.where(ours, np.maximum.reduceat(options, firsts), np.minimum.reduceat(options, firsts))
            if np.abs(after - values).max() < CLOSE:
                return float(after[game.first])
            values = after

    return iterate


def storm(game: Points) -> Callable[[], float]:
    """Storm's build and check of the game as a chain."""
    with tempfile.TemporaryDirectory() as spare:
        path = Path(spare) / "model.prism"
        path.write_text(prism_model(game), encoding="utf-8")
        program = stormpy.parse_prism_program(str(path))
    properties = stormpy.parse_properties('P=? [F "reached"]', program)

    def check() -> float:
        model = stormpy.build_model(program, properties=properties)
        return float(stormpy.model_checking(model, properties[0]).get_value(model.initial_states[0]))

    return check


def swept(graph: Graph, repeats: int) -> tuple[float, float, FastSweep]:
    """Seconds of the compiled sweep, seconds with laying the graph out for it, and the sweep."""
    FastSweep(graph, MOST)  # compiled once for all graphs: numba's start is not counted
    whole, sweep = timed(lambda: FastSweep(graph, MOST), repeats)
    ours, _ = timed(sweep.run, repeats)
    return ours, whole, sweep


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """A chain, best play, a whole answer, two processes."""
    hits = max(3, round(20 * size))
    repeats = max(1, round(5 * size))
    yield from chain(3 * hits, repeats)
    bout, position = start(hits)
    goal = parse_objective("down first", bout)
    graph = Graph(bout, goal, position)
    built, _ = timed(graph.grow_all, 1)
    ours, whole, sweep = swept(graph, repeats)
    plainly, plain = timed(lambda: Sweep(graph, MOST), repeats)
    game = Points(graph, MOST)
    theirs, value = timed(global_iteration(game), 1)
    assert abs(value - sweep.value(graph.root, (0, 0))) < 1e-7  # noqa: S101 - the same question
    assert abs(value - plain.value(graph.root, (0, 0))) < 1e-7  # noqa: S101 - the same question
    yield against(f"best play for both, {len(game.points):,} points, beside global value iteration", ours, theirs, 30)
    yield against("the same, its graph laid out besides", whole, theirs, 30)
    yield against("the same without the fast extra", plainly, theirs, 10)
    gap = max(sweep.gap, plain.gap)
    yield Row("its bounds apart", f"{gap:.2g}", "—", "—", f"≤ {GAP:g}", gap <= GAP)
    yield within("its graph, grown", built, 0.1)
    answer, _ = timed(lambda: Solution(Graph(bout, goal, position), exact=False, engine="plain"), repeats)
    yield within("its whole answer without the fast extra, graph and sweep", answer, 1)
    yield from shell(hits)


def chain(hits: int, repeats: int) -> Iterator[Row]:
    """Both fighters as stated."""
    bout, position = start(hits)
    policies = {
        0: read_policy("do:grapple,squeeze,contest,attack,pass"),
        1: read_policy("do:attack,unarmed,escape,athletics,contest,pass"),
    }
    graph = Graph(bout, parse_objective("down first", bout), position, policies)
    graph.grow_all()
    ours, whole, sweep = swept(graph, repeats)
    game = Points(graph, MOST)
    theirs, value = timed(storm(game), max(1, repeats // 2))
    assert abs(value - sweep.value(graph.root, (0, 0))) < 1e-5  # noqa: S101 - the same question
    name = f"chain under stated policies, {hits} hits each, {len(game.points):,} points, beside Storm"
    yield against(name, ours, theirs, 100)
    yield against("the same, its graph laid out besides", whole, theirs, 10)


def shell(hits: int) -> Iterator[Row]:
    """Whole processes."""
    tussle = Path(sys.executable).with_name("tussle")
    fighters = [text.format(hits=3 * hits) for text in PAIR]
    for words in (
        ["best", "hug", *fighters, "--goal", "hold for 3"],
        ["best", "endure", "Novice", "Guard", "--goal", "pin within 3"],
    ):
        seconds, _ = timed(partial(begin, [tussle, *words]), 3)
        name = f"tussle best {words[1]}, {words[-1]}, whole process"
        yield Row(name, spoken(seconds), "—", "—", "≤ 600 ms", seconds <= 0.6)
