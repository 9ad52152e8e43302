"""Which sweep does the work: the plain one, or compiled code where the `fast` extra is there and it pays."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Literal, TypeAlias

from tussle.analysis.bodies import Body, bodies
from tussle.analysis.graph import Graph
from tussle.analysis.solve_sweep import Sweep
from tussle.errors import Missing

__all__ = ["MAX_FAST", "MAX_PLAIN", "Engine", "sweep_of"]

Engine: TypeAlias = Literal["plain", "fast"]

MAX_PLAIN = 6_000_000
MAX_FAST = 100_000_000
"""So many values may be found, by either."""

PAYS = 1_000_000
"""From so many nodes, each counted once a cell, compiled code is used without being asked for.

The plain sweep takes some two or three seconds for these, the start of numba half a second.
"""


def sweep_of(
    graph: Graph, most: int | None = None, engine: Engine | None = None, known: Sequence[Body] | None = None
) -> Sweep:
    """The values of a graph without a horizon, which must have been grown.

    Args:
        most: how many values may be found; None: as many as the engine can find in a minute or so.
        engine: `plain` or `fast`; None: what is quicker, of what is installed.
        known: the bodies of the graph, where they have been found already.

    Raises:
        Missing: the fast engine is asked for, and is not installed.
        Uncovered: there are too many values.
    """
    found = bodies(graph) if known is None else tuple(known)
    pays = prod(len(body.rows) for body in found) * len(graph.nodes) >= PAYS
    fast = _fast() if engine == "fast" or (engine is None and pays) else None
    if fast is not None:
        return fast(graph, MAX_FAST if most is None else most, found)
    if engine == "fast":
        raise Missing('the fast engine needs numba and numpy, which pip install "tussle[fast]" brings')
    return Sweep(graph, MAX_PLAIN if most is None else most, found)


def _fast() -> type[Sweep] | None:
    """The sweep in compiled code; None without the extra."""
    try:
        # Numba takes half a second to start: nobody is to wait for it who does not need it.
        from tussle.analysis.solve_fast import FastSweep  # noqa: PLC0415 - see above
    except ImportError:
        return None
    return FastSweep
