"""A position as a PettingZoo environment: two agents, who are asked together; what who does not decide says is nothing.

    from tussle.adapters.pettingzoo import env
    grapple = env(rules="hug", fighters=("Otto", "Arangu"), goal="hold for 2")

An observation is the number of the point and a mask of the options the agent has there; an action beyond them is the
first. Reached is +1 for `mine` and −1 for
`theirs`, anything else the other way round; after `max_cycles` decisions it is cut off with nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]  # it says nothing of its types
from pettingzoo.utils import parallel_to_aec  # type: ignore[import-untyped]  # the same

from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import ENDS, Points
from tussle.analysis.objective import parse_objective
from tussle.bestiary.match import match
from tussle.bout.notation import parse_position

__all__ = ["Grapple", "env", "parallel_env", "raw_env"]

MOST_POINTS = 50_000
AGENTS = ("mine", "theirs")


FIGHTERS = ("Al: athletics +5 reflex 3 hits 9", "Bo: athletics +4 reflex 2 hits 9")


def parallel_env(**options: Any) -> Grapple:
    """The environment in which both are asked together; see `Grapple`."""
    return Grapple(**options)


def env(**options: Any) -> Any:
    """The environment in which they are asked one after the other; see `Grapple`."""
    return parallel_to_aec(Grapple(**options))


raw_env = env


class Grapple(ParallelEnv):  # type: ignore[misc]  # a class without types
    """A grapple for two agents.

    Args:
        rules: a load string.
        fighters: names, files or quick forms; `vs` between two sides.
        goal: of the first side.
        at: a position line; nothing: the opening.
        max_cycles: after so many decisions it is cut off.
    """

    metadata = {"name": "tussle_v1", "render_modes": ["ansi"]}  # noqa: RUF012 - the framework's interface

    def __init__(
        self,
        rules: str = "hug",
        fighters: tuple[str, ...] = FIGHTERS,
        goal: str = "down first",
        at: str = "",
        max_cycles: int = 500,
        render_mode: str | None = None,
    ) -> None:
        bout = match(rules, *fighters)
        position = parse_position(bout, at) if at else bout.opening(tuple(bout.everyone))
        self._game = Points(Graph(bout, parse_objective(goal, bout), position), MOST_POINTS)
        self._max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        widest = max(2, *(len(point.options) for point in self._game.points))
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, len(self._game.points), (1,), np.int64),
                    "action_mask": spaces.Box(0, 1, (widest,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(widest) for agent in AGENTS}
        self._random = np.random.default_rng()
        self._point = self._game.first
        self._cycles = 0

    def observation_space(self, agent: str) -> Any:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - the framework's interface
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin again; the same seed gives the same dice."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(AGENTS)
        self._point = self._game.first
        self._cycles = 0
        self._go_on()
        return self._seen(), {agent: {} for agent in AGENTS}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Take the option of who decides, and let chance speak."""
        point = self._game.points[self._point]
        action = int(actions.get(self._decider(), 0))
        self._throw(action if action < len(point.options) else 0)
        self._go_on()
        self._cycles += 1
        over = self._point < len(ENDS)
        cut = not over and self._cycles >= self._max_cycles
        won = 1 if self._point == ENDS.index("reached") else -1
        rewards = {AGENTS[0]: won * over, AGENTS[1]: -won * over}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if over or cut:
            self.agents = []
        return self._seen(), rewards, dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, cut), infos

    def _decider(self) -> str:
        return AGENTS[self._game.points[self._point].who == "theirs"]

    def _go_on(self) -> None:
        """Chance speaks until somebody decides, or it is over."""
        while self._point >= len(ENDS) and len(self._game.points[self._point].options) == 1:
            self._throw(0)

    def _throw(self, option: int) -> None:
        ways = self._game.points[self._point].options[option].ways
        place = self._random.choice(len(ways), p=[float(chance) for _, chance in ways])
        self._point = ways[int(place)][0]

    def _seen(self) -> dict[str, Any]:
        """For each agent the number of the point, and which options it has there."""
        found = {}
        for agent in AGENTS:
            mask = np.zeros(self.action_spaces[agent].n, np.int8)
            if self._point >= len(ENDS) and agent == self._decider():
                mask[: len(self._game.points[self._point].options)] = 1
            else:
                mask[0] = 1
            found[agent] = {"observation": np.array([self._point], np.int64), "action_mask": mask}
        return found

    def render(self) -> str:
        """The point, and what can be chosen in it."""
        labels = ", ".join(option.label for option in self._game.points[self._point].options)
        return f"{self._point}: {labels or ENDS[min(self._point, len(ENDS) - 1)]}"

    def close(self) -> None:
        """Nothing is held open."""
