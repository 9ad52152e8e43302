"""The joint law of an action: every position it can end in, with its chance, for each way the decisions can go.

A decision is one decision a stance: who meets it twice in the same stance, whatever the numbers of harm, takes
the same option. So a handful of decisions give a handful of laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from tussle.analysis.odds import Pricer, excess, whole
from tussle.ask.requests import Choose
from tussle.ask.tree import Chance, Decision, End, Harming, Tree
from tussle.bout.action import Action
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import settle
from tussle.errors import Uncovered

__all__ = ["Line", "Made", "joint"]

MOST_LAWS = 64
MOST_STATES = 50_000
MOST_LINKS = 1_000


class Made(Struct, frozen=True):
    """A decision that was made."""

    request: Choose
    option: str


class Line(Struct, frozen=True):
    """One way the decisions can go.

    Attributes:
        choices: every decision that is met then, in the order met.
        law: each position at the end with its chance; they sum to 1.
    """

    choices: tuple[Made, ...]
    law: tuple[tuple[Position, Fraction], ...]


Plan: TypeAlias = dict[int, Made]
"""What was decided, by the identity of the decision's node; a pricer keeps one node a stance."""


class _Undecided(Exception):
    """A decision that the plan does not cover."""

    def __init__(self, decision: Decision) -> None:
        super().__init__()
        self.decision = decision


def joint(pricer: Pricer, position: Position, actions: Sequence[Action]) -> list[Line]:
    """One joint law for each way the decisions within an action can go.

    Args:
        actions: as for `Pricer.price`.

    Raises:
        Uncovered: there are more than 64 ways, more than 50,000 stances and tallies to carry, or more than 1,000
            procedures one after the other.
    """
    found: list[Line] = []
    waiting: list[Plan] = [{}]
    while waiting:
        plan = waiting.pop()
        try:
            ends = _follow(pricer, position, tuple(actions), plan)
        except _Undecided as met:
            request = met.decision.request
            options = [{**plan, id(met.decision): Made(request, option)} for option, _ in met.decision.branches]
            waiting += reversed(options)
        else:
            found.append(Line(tuple(plan.values()), tuple(ends.items())))
        if len(found) + len(waiting) > MOST_LAWS:
            raise Uncovered(
                f"the decisions within this action can go more than {MOST_LAWS} ways, and each has a law of its own: "
                "ask from a position in which some are behind you"
            )
    return found


_State: TypeAlias = tuple[Stance, Tallies]


def _follow(pricer: Pricer, position: Position, actions: tuple[Action, ...], plan: Plan) -> dict[Position, Fraction]:
    """The law at the end if everything is decided by the plan, link by link; equal states are joined."""
    ends: dict[Position, Fraction] = {}
    tree = pricer.tree(position.stance, actions)
    here: dict[_State, Fraction] = {}
    _merge(here, _ends(pricer, tree, position.tallies, Fraction(1), plan))
    for _ in range(MOST_LINKS):
        ahead: dict[_State, Fraction] = {}
        for (stance, tallies), chance in here.items():
            settled = settle(pricer.bout, stance)
            if not settled.agenda:
                end = Position(settled, tallies)
                ends[end] = ends.get(end, Fraction(0)) + chance
            else:
                _merge(ahead, _ends(pricer, pricer.tree(settled, ()), tallies, chance, plan))
        if len(ahead) + len(ends) > MOST_STATES:
            raise Uncovered(f"more than {MOST_STATES:,} positions are on the way: too many for a joint law")
        here = ahead
        if not here:
            return ends
    raise Uncovered(f"something is still due after {MOST_LINKS:,} procedures: too many for a joint law")


def _merge(states: dict[_State, Fraction], more: Iterator[tuple[_State, Fraction]]) -> None:
    for state, chance in more:
        states[state] = states.get(state, Fraction(0)) + chance


def _ends(
    pricer: Pricer, tree: Tree, tallies: Tallies, chance: Fraction, plan: Plan
) -> Iterator[tuple[_State, Fraction]]:
    """Where one procedure ends."""
    if isinstance(tree, End):
        yield (tree.end, tallies), chance
    elif isinstance(tree, Chance):
        for _, weight, branch in tree.branches:
            yield from _ends(pricer, branch, tallies, chance * Fraction(weight, tree.total), plan)
    elif isinstance(tree, Decision):
        if id(tree) not in plan:
            raise _Undecided(tree)
        yield from _ends(pricer, dict(tree.branches)[plan[id(tree)].option], tallies, chance, plan)
    elif isinstance(tree, Harming):
        for amount, weight in tree.law.weights:
            after, harmed = pricer.bout.rules.absorb(pricer.bout, tallies, tree.request, whole(amount))
            yield from _ends(pricer, tree.branch(harmed), after, chance * Fraction(weight, tree.law.total), plan)
    else:
        past = excess(pricer.bout, tree.request, tallies)
        yield from _ends(pricer, tree.branch(past), tallies, chance, plan)
