"""Have the program of the large sweeps compiled, which is kept beside its source: `python -m tools.compiled`."""

from __future__ import annotations

from tussle.analysis.graph import Graph
from tussle.analysis.objective import Objective
from tussle.analysis.solve_engine import sweep_of
from tussle.bestiary.match import match


def main() -> None:
    """Sweep a small graph."""
    bout = match("hug", "Al: hits 2", "Bo: hits 2")
    graph = Graph(bout, Objective("first", None, 0), bout.opening(tuple(bout.everyone)))
    graph.grow_all()
    sweep_of(graph, engine="fast")


if __name__ == "__main__":
    main()
