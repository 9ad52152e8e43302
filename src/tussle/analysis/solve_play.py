"""The policy `best:GOAL` for `tussle play --auto NAME=best:GOAL`: it acts and decides as best play does.

The goal is that of the fighter it answers for: `best:` alone is `down first`, `best:hold for 3` counts its rounds
anew from every question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tussle.analysis.graph import Go, Graph, Pick
from tussle.analysis.objective import Objective, parse_objective
from tussle.analysis.odds import Pricer
from tussle.analysis.solve import Solution, check_sides
from tussle.ask.requests import Choose
from tussle.ask.tree import Chance, Decision, Gauged, Harming, Tree
from tussle.bout.bout import Bout
from tussle.bout.notation import token
from tussle.bout.stance import Position
from tussle.play.session import Answerer, Session
from tussle.play.situation import Act

__all__ = ["policy"]


def policy(goal: str, name: str) -> Answerer:
    """The answerer that plays its best.

    Args:
        goal: what it is after; nothing: to have the other side down first.
        name: the fighter it answers for.
    """
    return _Best(goal or "down first", name).answer


class _Best:
    """What has been solved is kept: within one fight the same questions come again."""

    def __init__(self, goal: str, name: str) -> None:
        self._goal = goal
        self._name = name
        self._solved: dict[Any, Solution] = {}

    def answer(self, session: Session) -> str | None:
        """The best action, or the best option of a decision."""
        question = session.pending
        if isinstance(question, Act):
            return self._act(session, question)
        return self._decide(session, question) if isinstance(question, Choose) else None

    def _act(self, session: Session, question: Act) -> str:
        bout, position = session.bout, session.position
        solution = self._solve(bout, position)
        graph = solution.graph
        root = graph.nodes[graph.root]
        mine = [action for action in question.actions if action.by == question.by]
        if not isinstance(root, Go):
            return token(bout, mine[0])  # the goal is decided: anything does
        graph.state(root.state)
        worths = {
            token(bout, a): solution.worth(n).reached for a, n in graph.actions[root.state] if a.by == question.by
        }
        return max(worths, key=lambda each: worths[each])

    def _decide(self, session: Session, question: Choose) -> str:
        """The option whose value is best, from where the procedure in progress stands."""
        bout, position = session.bout, session.position
        actions, told = session.under_way
        graph = Graph(bout, self._objective(bout), position)
        graph.begin_in(follow(Pricer(bout).tree(position.stance, actions), told))
        root = graph.nodes[graph.root]
        if not isinstance(root, Pick):
            return question.options[0]  # all of them come to the same
        solution = Solution(graph)
        worths = {label: solution.worth(kid).reached for label, kid in zip(root.labels, root.kids, strict=True)}
        return max(worths, key=lambda each: worths[each])

    def _solve(self, bout: Bout, position: Position) -> Solution:
        key = (bout, position)
        if key not in self._solved:
            self._solved[key] = Solution(Graph(bout, self._objective(bout), position))
        return self._solved[key]

    def _objective(self, bout: Bout) -> Objective:
        """The goal, of the side of the fighter it answers for."""
        objective = parse_objective(self._goal, bout)
        objective = Objective(objective.kind, objective.rounds, bout.sides[bout.names.index(self._name)])
        check_sides(bout, objective, {})
        return objective


def follow(tree: Tree, told: Sequence[Any]) -> Tree:
    """The part of a tree that is left after these answers."""
    for answer in told:
        if isinstance(tree, Chance):
            tree = next(branch for each, _, branch in tree.branches if each == answer)
        elif isinstance(tree, Gauged | Harming):
            tree = tree.branch(answer)
        elif isinstance(tree, Decision):
            tree = next(branch for each, branch in tree.branches if each == answer)
    return tree
