"""A position as an OpenSpiel game: `tussle`, loaded by rule set, fighters, goal and position.

    import pyspiel, tussle.adapters.openspiel
    game = pyspiel.load_game("tussle", {"rules": "hug", "fighters": "Otto | Arangu", "goal": "hold for 2"})

Player 0 is the side whose goal it is, player 1 the other. Reached is +1 and −1, anything else −1 and +1, so a value
v is the chance (v + 1) / 2. A game that goes on beyond `MOST_MOVES` has not reached its goal.
"""

from __future__ import annotations

from typing import Any

import pyspiel  # type: ignore[import-not-found]  # a compiled module without types
from open_spiel.python.observation import (  # type: ignore[import-untyped]  # the same
    IIGObserverForPublicInfoGame,
)

from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import ENDS, Points
from tussle.analysis.objective import parse_objective
from tussle.bestiary.match import match
from tussle.bout.notation import parse_position

__all__ = ["MOST_MOVES", "Game", "State", "chance_of"]

MOST_POINTS = 50_000
MOST_MOVES = 2_000
DEFAULTS = {"rules": "hug", "fighters": "Otto | Arangu", "goal": "hold for 1", "at": ""}

_TYPE = pyspiel.GameType(
    short_name="tussle",
    long_name="Tussle grapple",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=DEFAULTS,
)


def chance_of(value: float) -> float:
    """The chance that the goal is reached, from a value of player 0."""
    return (value + 1) / 2


class Game(pyspiel.Game):  # type: ignore[misc]  # a class without types
    """A position, a goal, and every point of the game between them.

    Attributes:
        points: the game written out.
        shared: what its states look at.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        bout = match(given["rules"], *(text.strip() for text in given["fighters"].split("|")))
        position = parse_position(bout, given["at"]) if given["at"] else bout.opening(tuple(bout.everyone))
        self.points = Points(Graph(bout, parse_objective(given["goal"], bout), position), MOST_POINTS)
        self.shared = _Shared(self.points)
        options = [point.options for point in self.points.points]
        info = pyspiel.GameInfo(
            num_distinct_actions=max(2, *map(len, options)),
            max_chance_outcomes=max(2, *(len(option.ways) for each in options for option in each)),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_TYPE, info, params or {})

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What each player sees: all that has happened."""
        return IIGObserverForPublicInfoGame(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def new_initial_state(self) -> State:
        """The beginning."""
        return State(self)


class _Shared:
    """What all states of a game look at. A framework that copies a state copies all that it holds, save this."""

    def __init__(self, points: Points) -> None:
        self.points = points.points

    def __deepcopy__(self, memo: dict[int, Any]) -> _Shared:
        return self


class State(pyspiel.State):  # type: ignore[misc]  # a class without types
    """Where the game is: a point, and the option taken in it while chance has still to speak."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._point = game.points.first
        self._option: int | None = None
        self._moves = 0
        self._go_on()

    def _go_on(self) -> None:
        """What has one way to go goes it: a point without a decision, an option without chance."""
        while True:
            options = self._shared.points[self._point].options
            if self._option is None and len(options) == 1:
                self._option = 0
            if self._option is None or len(options[self._option].ways) > 1:
                return
            self._point, self._option = options[self._option].ways[0][0], None

    def current_player(self) -> Any:
        """Whose move it is."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        if self._option is not None:
            return pyspiel.PlayerId.CHANCE
        return 0 if self._shared.points[self._point].who == "mine" else 1

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - the framework's interface
        return list(range(len(self._shared.points[self._point].options)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do."""
        ways = self._shared.points[self._point].options[self._option or 0].ways
        return [(place, float(chance)) for place, (_, chance) in enumerate(ways)]

    def _apply_action(self, action: int) -> None:
        self._moves += 1
        if self._option is None:
            self._option = action
        else:
            self._point = self._shared.points[self._point].options[self._option].ways[action][0]
            self._option = None
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        point = self._shared.points[self._point]
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return point.options[action].label

    def is_terminal(self) -> bool:
        """Whether it is decided, or has gone on for too long."""
        return self._point < len(ENDS) or self._moves >= MOST_MOVES

    def returns(self) -> list[float]:
        """+1 for who has what it wants."""
        if not self.is_terminal():
            return [0.0, 0.0]
        won = self._point == ENDS.index("reached")
        return [1.0, -1.0] if won else [-1.0, 1.0]

    def information_state_string(self, player: int | None = None) -> str:  # noqa: ARG002 - both see all
        """All there is to know: the point."""
        return str(self)

    def observation_string(self, player: int | None = None) -> str:  # noqa: ARG002 - both see all
        """All there is to see: the point."""
        return str(self)

    def __str__(self) -> str:
        return f"{self._point}" if self._option is None else f"{self._point}/{self._option}"


pyspiel.register_game(_TYPE, Game)
