"""The sweep in compiled code against the plain one: the same values, bounds that hold, faults that show."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from tests.analysis.test_solve import CHANCE, MINE, THEIRS, HandMade
from tussle.analysis import solve_engine, solve_fast
from tussle.analysis.graph import Go, Graph, Mix, Node, Pick
from tussle.analysis.objective import Objective, parse_objective
from tussle.analysis.solve import best
from tussle.analysis.solve_engine import sweep_of
from tussle.analysis.solve_fast import FastSweep
from tussle.analysis.solve_policy import read_policy
from tussle.analysis.solve_sweep import Sweep
from tussle.bestiary.match import match
from tussle.bout.bout import Bout
from tussle.errors import Missing, Uncovered

GAMES = {
    "hug": ("hug", "Al: athletics +5 reflex 3 hits 7", "Bo: athletics +4 reflex 2 hits 5"),
    "hug, two against one": ("hug", "Al: hits 3", "Cy: athletics +2 hits 2", "vs", "Bo: athletics +4 hits 3"),
    "endure": ("endure", "Novice", "Guard"),
    "srd35": ("srd35", "Al: bab 5 strength 16 hp 4 ac 12", "Bo: bab 4 strength 14 hp 3 ac 13"),
}


def graph_of(name: str, side: int = 0, **policies: str) -> Graph:
    rules, *fighters = GAMES[name]
    bout = match(rules, *fighters)
    stated = {bout.names.index(who): read_policy(text) for who, text in policies.items()}
    graph = Graph(bout, Objective("first", None, side), bout.opening(tuple(bout.everyone)), stated)
    graph.grow_all()
    return graph


def both(graph: Graph) -> tuple[FastSweep, Sweep]:
    return FastSweep(graph, 10**7), Sweep(graph, 10**7)


def apart(fast: Sweep, plain: Sweep) -> float:
    """How far apart any two values are, in every seventh cell."""
    return max(
        abs(fast.value(node, plain.cell_at(index)) - plain.value(node, plain.cell_at(index)))
        for index in range(0, plain.cells, 7)
        for node in plain.program.kept
    )


@pytest.mark.parametrize("name", GAMES)
def test_both_sweeps_agree_within_their_bounds(name: str) -> None:
    fast, plain = both(graph_of(name))
    assert apart(fast, plain) <= fast.error + plain.error
    assert 0 < fast.gap <= 1e-9
    assert (fast.endless, fast.decides) == (plain.endless, plain.decides)
    assert fast.program.staying or name == "srd35"  # in the others a blow may do nothing, and stays in the cell


def test_bounds_do_not_part_from_cell_to_cell_where_blows_mostly_do_nothing() -> None:
    bout = match("hug", "Al: athletics +5 reflex 3 hits 7", "Cy: athletics +3 hits 7", "vs", "Bo: reflex 2 hits 7")
    graph = Graph(bout, parse_objective("down first", bout), bout.opening((0, 1, 2)))
    graph.grow_all()
    assert sweep_of(graph, engine="fast").gap < 1e-10


def test_both_agree_under_stated_policies() -> None:
    fast, plain = both(graph_of("hug", Al="do:grapple,squeeze,contest,attack,pass", Bo="random"))
    assert apart(fast, plain) <= fast.error + plain.error


@pytest.mark.parametrize("name", ["hug", "srd35"])
def test_both_give_the_same_advice(name: str) -> None:
    bout = bout_of(name)
    position = bout.opening(tuple(bout.everyone))
    fast, plain = (best(bout, position, "down first", engine=engine) for engine in ("fast", "plain"))
    assert [each.name for each in fast.actions] == [each.name for each in plain.actions]
    assert fast.turns == plain.turns
    assert fast.lost == pytest.approx(plain.lost, abs=1e-9)


def bout_of(name: str) -> Bout:
    rules, *fighters = GAMES[name]
    return match(rules, *fighters)


def test_a_cell_asked_for_again_has_the_values_it_had() -> None:
    fast = FastSweep(graph_of("endure"), 10**7)
    table = fast._table.copy()  # noqa: SLF001 - what is kept is the point
    for index in range(fast.cells):
        fast.value(fast.program.nodes[0], fast.cell_at(index))
    assert np.array_equal(table, fast._table)  # noqa: SLF001 - the same


# Circles


def hand_made(*nodes: Node, roots: list[int]) -> tuple[FastSweep, Sweep]:
    return both(HandMade(CHANCE + list(nodes), roots))


def test_waiting_for_ever_is_nothing_to_who_needs_an_end() -> None:
    fast, _ = hand_made(
        Go(1, 0),
        Pick(MINE, ("wait", "strike"), (4, 2)),
        Go(0, 0),
        Pick(THEIRS, ("wait", "strike"), (6, 3)),
        roots=[5, 7],
    )
    assert fast.value(5, ()) == pytest.approx(0.4, abs=1e-12)


def test_who_can_go_on_for_ever_does_so() -> None:
    fast, plain = hand_made(
        Go(1, 0),
        Pick(MINE, ("wait", "dance"), (4, 4)),
        Go(0, 0),
        Pick(THEIRS, ("strike", "wait"), (3, 6)),
        roots=[5, 7],
    )
    assert fast.value(5, ()) == plain.value(5, ()) == 0
    assert fast.endless
    assert plain.endless


def test_a_way_round_that_lets_something_out_comes_to_its_end() -> None:
    fast, _ = hand_made(Go(0, 0), Mix(((0, 1), (1, 1), (4, 8)), 10), Pick(MINE, ("a", "b"), (5, 1)), roots=[6])
    assert fast.value(6, ()) == pytest.approx(0.5, abs=1e-11)
    assert 0 < fast.gap < 1e-9


# Faults put in


def test_what_both_sides_can_force_sums_to_one_unless_a_harm_is_wrong() -> None:
    one, other = (FastSweep(graph_of("hug", side), 10**7) for side in (0, 1))
    start = (0, 0)
    assert one.value(one.graph.root, start) + other.value(other.graph.root, start) == pytest.approx(1, abs=1e-9)
    plain = one.value(one.graph.root, start)
    weights = one._harms_laid.weights  # noqa: SLF001 - the fault is put in where the harm is laid out
    weights[:] = weights[::-1].copy()
    one.run()
    assert abs(one.value(one.graph.root, start) - plain) > 1e-4
    assert abs(one.value(one.graph.root, start) + other.value(other.graph.root, start) - 1) > 1e-4


def test_a_cell_that_does_not_settle_is_left_to_the_plain_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_fast, "PASSES", 0)
    fast, plain = both(graph_of("hug"))
    assert apart(fast, plain) == 0
    assert fast.gap == plain.gap


# Which is taken


def test_a_long_question_is_for_compiled_code_and_a_short_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of("hug")
    assert type(sweep_of(graph)) is Sweep
    monkeypatch.setattr(solve_engine, "PAYS", 10)
    assert type(sweep_of(graph)) is FastSweep
    assert type(sweep_of(graph, engine="plain")) is Sweep


def test_without_the_extra_the_plain_sweep_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tussle.analysis.solve_fast", None)
    monkeypatch.setattr(solve_engine, "PAYS", 10)
    graph = graph_of("hug")
    assert type(sweep_of(graph)) is Sweep
    with pytest.raises(Missing, match=r"needs numba and numpy.*tussle\[fast\]"):
        sweep_of(graph, engine="fast")


def test_a_table_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_fast, "ROOM", 100)
    with pytest.raises(Uncovered, match=r"combinations of harm each need .* GiB"):
        sweep_of(graph_of("hug"), engine="fast")


def test_nothing_of_it_is_loaded_for_a_short_question() -> None:
    code = (
        "import sys; from tussle.surfaces.cli import main\n"
        "try: main(['best', 'hug', 'A: hits 4', 'B: hits 4', '--goal', 'down first'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'too much was loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "down first" in done.stdout
