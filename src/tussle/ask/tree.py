"""The exact tree of a procedure: every answer it can be sent, and how likely each is.

A tree depends on the stance alone. Harm and gauges stay open in it, one branch an answer, and are weighed
later against the tallies of a position; so one tree serves every position with that stance, and grows the answers
that one of them gives.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from tussle.ask.advance import Ended, Step, advance, proceed
from tussle.ask.law import Answer, Law
from tussle.ask.requests import Choose, Gauge, Harm, Harmed, Procedure, Reading, Roll

__all__ = ["Chance", "Decision", "End", "Gauged", "Harming", "Tree", "unroll"]


class End(Struct, frozen=True, gc=False):
    """Where a procedure ends.

    Attributes:
        end: what it returned.
        done: whether the action has done what it is for on the way here.
    """

    end: Any
    done: bool


class Chance(Struct, frozen=True, gc=False):
    """A throw: each answer with its weight, in the law of `request.reading`."""

    request: Roll
    total: int
    branches: tuple[tuple[Answer, int, Tree], ...]


class Decision(Struct, frozen=True, gc=False):
    """A choice: each option and what follows."""

    request: Choose
    branches: tuple[tuple[str, Tree], ...]


class Harming(Struct, frozen=True):
    """A harm: the law of its amount, the answers the tallies may give, and what follows each, grown on demand."""

    request: Harm
    law: Law
    answers: tuple[Harmed, ...]
    branch: Callable[[Harmed], Tree]

    @property
    def branches(self) -> tuple[tuple[Harmed, Tree], ...]:
        """Each answer and what follows it, all of them grown."""
        return tuple((answer, self.branch(answer)) for answer in self.answers)


class Gauged(Struct, frozen=True):
    """A reading of a tally, grown on demand: `branch(excess)` is what follows."""

    request: Gauge
    branch: Callable[[int], Tree]


Tree: TypeAlias = "End | Chance | Decision | Harming | Gauged"


@lru_cache(maxsize=1024)
def _law(reading: Reading, sides: tuple[int, ...]) -> Law:
    """The law of a throw. One position asks the same throw at many ends of what came before."""
    return reading.law(sides)


def _on_demand(follow: Callable[[Any], Tree]) -> Callable[[Any], Tree]:
    """What follows an answer, grown when it is first asked for."""
    grown: dict[Any, Tree] = {}

    def branch(answer: Any) -> Tree:
        if answer not in grown:
            grown[answer] = follow(answer)
        return grown[answer]

    return branch


def unroll(start: Callable[[], Procedure], outcomes: Callable[[Harm], tuple[Harmed, ...]]) -> Tree:
    """Every way the procedure can go.

    Args:
        start: makes the procedure afresh; it is replayed once a branch, since a generator cannot be copied.
        outcomes: the answers that a harm may have in this stance, whatever the tallies.
    """

    def grow(procedure: Procedure, step: Step, path: tuple[Any, ...], *, done: bool) -> Tree:
        for tell in step.tells:
            done = done or tell.done
        if isinstance(step, Ended):
            return End(step.end, done)
        request = step.request
        fresh = [procedure]

        def follow(answer: Any) -> Tree:
            """The live procedure serves the first branch; the others replay."""
            if fresh:
                live = fresh.pop()
                return grow(live, proceed(live, answer), (*path, answer), done=done)
            again = start()
            way = (*path, answer)
            return grow(again, advance(again, way), way, done=done)

        if isinstance(request, Roll):
            law = _law(request.reading, tuple([die.sides for die in request.dice]))
            return Chance(request, law.total, tuple((a, w, follow(a)) for a, w in law.weights))
        if isinstance(request, Choose):
            return Decision(request, tuple((option, follow(option)) for option in request.options))
        if isinstance(request, Harm):
            law = _law(request.reading, tuple([die.sides for die in request.dice]))
            return Harming(request, law, outcomes(request), _on_demand(follow))
        return Gauged(request, _on_demand(follow))

    procedure = start()
    return grow(procedure, proceed(procedure), (), done=False)
