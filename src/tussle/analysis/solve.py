"""Best play: the value of a position for a goal, of each action, and why the best one is best.

A goal with a horizon is solved layer by layer, `down first` by a sweep; see `layers` and `solve_sweep`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import prod

from msgspec import Struct

from tussle.analysis.bodies import Cell, bodies
from tussle.analysis.graph import Go, Graph, Policy
from tussle.analysis.graph_points import Points
from tussle.analysis.layers import ULP, Layers, Number, Worth
from tussle.analysis.objective import Objective, parse_objective
from tussle.analysis.solve_engine import Engine, sweep_of
from tussle.analysis.solve_exact import exact_values, lost_values
from tussle.analysis.solve_lost import lost_of
from tussle.analysis.solve_reason import Choice, reason, turning_points
from tussle.analysis.solve_sweep import Sweep
from tussle.bout.bout import Bout
from tussle.bout.notation import token
from tussle.bout.stance import Position
from tussle.errors import Uncovered

__all__ = ["Answer", "Solution", "Valued", "best"]

MAX_WORK = 6_000_000
"""So many nodes in so many cells are worked through for a goal with a horizon."""
EXACT_WORK = 60_000
"""So many steps are few enough for fractions without being asked."""
EXACT_VALUES = 600
MAX_POINTS = 30_000
MAX_EXACT = 3_000_000


class Valued(Struct, frozen=True):
    """An action and what it is worth to the side whose goal it is.

    Attributes:
        name: its token.
        by: the index of the fighter who takes it.
        reached, lost: the chances; a fraction where the answer is exact.
    """

    name: str
    by: int
    reached: Number
    lost: Number


class Answer(Struct, frozen=True):
    """What a position is worth for a goal, both sides playing their best or as stated.

    Attributes:
        kind: `exact` (fractions), or `direct` (floats with certified bounds).
        reached, lost, neither: the chances of the three ends.
        least, most: between these `reached` truly is.
        actions: each legal action, the best for the fighter who takes it first.
        reason: why the first is best, in one sentence; "" where there is no choice.
        turns: when other advice is right, a sentence each.
        never: why the goal can never be reached, or "".
        states, work: how many stances there are, and how many values were found.
    """

    goal: str
    kind: str
    reached: Number
    lost: Number
    neither: Number
    least: Number
    most: Number
    actions: tuple[Valued, ...]
    reason: str
    turns: tuple[str, ...]
    never: str
    states: int
    work: int


class Solution:
    """A solved position, to ask for the worth of any node.

    Attributes:
        graph: the graph.
        kind: `exact` or `direct`.
        error: how far a value may be from the true one.
    """

    def __init__(
        self, graph: Graph, *, exact: bool | None = None, most: int | None = None, engine: Engine | None = None
    ) -> None:
        self.graph = graph
        self.kind = "direct"
        self.error: Number = 0.0
        self.sweep: Sweep | None = None
        if graph.objective.rounds is None:
            self._first(most, engine, exact=exact)
        else:
            self._horizon(MAX_WORK if most is None else most, exact=exact)

    def _horizon(self, most: int, *, exact: bool | None) -> None:
        layers = Layers(self.graph, MAX_EXACT if exact else most)
        self.work = layers.work
        if exact or (exact is None and (layers.fixed or layers.work <= EXACT_WORK)):
            self.kind, self.error = "exact", Fraction(0)
            self.worth = _layer_worth(layers, Fraction)
        else:
            self.error = 2 * (layers.depth + 2) * ULP
            self.worth = _layer_worth(layers, float)

    def _first(self, most: int | None, engine: Engine | None, *, exact: bool | None) -> None:
        """A fraction where the game is small or it is asked for; else the sweep."""
        self.graph.grow_all()
        found = bodies(self.graph)
        values = len(self.graph.stances) * prod(len(body.rows) for body in found)
        if exact or (exact is None and values <= EXACT_VALUES):
            game = Points(self.graph, MAX_POINTS)
            self.kind, self.error, self.work = "exact", Fraction(0), len(game.points)
            self.worth = game_worth(game)
            return
        self.sweep = sweep = sweep_of(self.graph, most, engine, found)
        self.work = sweep.cells * len(self.graph.stances)
        self.error = sweep.error
        start = (0,) * len(sweep.bodies)

        def worth(node: int) -> Worth:
            reached = sweep.worth(node, start)
            return Worth(reached, 1 - reached if sweep.decides else lost_of(sweep, node))

        self.worth = worth

    worth: Callable[[int], Worth]


def game_worth(game: Points) -> Callable[[int], Worth]:
    """The worth of a node at the beginning, by a game written out and solved as fractions."""
    values, choices = exact_values(game)
    lost = lost_values(game, choices)
    start = (0,) * len(game.bodies)

    def worth(node: int) -> Worth:
        return best_of(game, node, start, values, lost)

    return worth


def best_of(game: Points, node: int, cell: Cell, values: Sequence[Fraction], lost: Sequence[Fraction]) -> Worth:
    """The worth of a node from that of the points that follow it."""
    ways = game.spread(node, cell, 0)
    return Worth(*(sum((chance * each[kid] for kid, chance in ways), Fraction(0)) for each in (values, lost)))


def _layer_worth(layers: Layers, number: type[Fraction | float]) -> Callable[[int], Worth]:
    solved = layers.solve(number)

    def worth(node: int) -> Worth:
        (found,) = solved.worth(node, layers.rounds, [layers.first_cell()]).values()
        return Worth(found.reached, found.lost)

    return worth


def best(
    bout: Bout,
    position: Position,
    goal: str | Objective,
    policies: Mapping[int, Policy] | None = None,
    *,
    exact: bool = False,
    most: int | None = None,
    engine: Engine | None = None,
) -> Answer:
    """The value of a position and of every legal action in it.

    Args:
        goal: of the first side; see `objective.GOALS`.
        policies: for a fighter by index, a stated policy it follows; the others play their best.
        exact: find fractions, however long it takes.
        most: how many values may be found; None: as many as can be in a minute or so.
        engine: who finds them where there is no horizon: `plain` or `fast`; None: what is quicker.

    Raises:
        Missing: the fast engine is asked for, and is not installed.
        Unreadable: no such goal.
        Uncovered: the game is too large, or has more than two sides that play their best.
        Impossible: a policy names an action that is not legal where it is asked.
    """
    objective = parse_objective(goal, bout) if isinstance(goal, str) else goal
    check_sides(bout, objective, policies or {})
    never = objective.never(bout)
    graph = Graph(bout, objective, position, dict(policies or {}))
    solution = Solution(graph, exact=exact or None, most=most, engine=engine)
    whole = solution.worth(graph.root)
    actions = _actions(graph, solution)
    choices = [Choice(each.name, each.reached) for each in actions]
    mine = bool(actions) and objective.mine(bout, actions[0].by)
    kind = solution.kind
    return Answer(
        goal=str(objective),
        kind=kind,
        reached=whole.reached,
        lost=whole.lost,
        neither=max(whole.reached * 0, 1 - whole.reached - whole.lost),
        least=max(0 * whole.reached, whole.reached - solution.error),
        most=min(1 + 0 * whole.reached, whole.reached + solution.error),
        actions=tuple(actions),
        reason=reason(bout, objective, choices, mine=mine),
        turns=turning_points(graph, solution.sweep) if solution.sweep else (),
        never=never,
        states=len(graph.stances),
        work=solution.work,
    )


def check_sides(bout: Bout, objective: Objective, policies: Mapping[int, Policy]) -> None:
    """Best play needs two sides that want the opposite of each other.

    Raises:
        Uncovered: more sides play their best.
    """
    free = {bout.sides[who] for who in bout.everyone if who not in policies} - {objective.side}
    if len(free) > 1:
        others = [bout.names[who] for who in bout.everyone if bout.sides[who] != objective.side]
        raise Uncovered(
            "best play has no meaning among more than two sides, since nobody knows whom the others go for: state how "
            f"all but one of them play (--auto {others[0]}=first), or put vs between two sides"
        )


def _actions(graph: Graph, solution: Solution) -> list[Valued]:
    """The actions of who is on turn, the best for that one first; none where something is due."""
    root = graph.nodes[graph.root]
    if not isinstance(root, Go):
        return []
    stance = graph.stances[root.state]
    found = []
    for action, node in graph.actions[root.state]:
        worth = solution.worth(node)
        found.append(Valued(token(graph.bout, action), action.by, worth.reached, worth.lost))
    mine = graph.objective.mine(graph.bout, stance.turn)
    turn: Sequence[Valued] = [each for each in found if each.by == stance.turn]
    away: Sequence[Valued] = [each for each in found if each.by != stance.turn]
    return [*sorted(turn, key=lambda each: -each.reached if mine else each.reached), *away]
