"""Match-ups small enough to be written out, and what Storm makes of them."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import stormpy  # type: ignore[import-untyped]  # it says nothing of its types
from msgspec.structs import replace

from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import Points
from tussle.analysis.objective import parse_objective
from tussle.analysis.solve import Solution
from tussle.analysis.solve_policy import read_policy
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.stance import Position
from tussle.bridges.prism import model_kind, prism_model
from tussle.errors import TussleError
from tussle.play.state import apply_state

MOST_POINTS = 2_000
MOST_STATES = 150
THREE = 0.2
"""The share of match-ups with three fighters."""
GOALS = ("down first", "down within 2", "down within 1", "hold for 1", "hold for 2", "free within 2", "pin within 2")
SHORT = ("hold for 1", "pin within 1", "down within 1")
PLAIN: dict[str, dict[str, Any]] = {
    "cphera": {"speed": 2, "agility": 1, "endurance": 1},
    "srd35": dict.fromkeys(("natural", "carries", "worn", "items", "spells"), ()) | {"hand": "", "hp": 12},
}
"""In these rule sets a turn is many actions: their fighters are made plainer, so that games can be written out."""
LONG = {"cphera": 2, "srd35": 3}
"""From so many fighters on even so: they begin in the last turn of a round, with a goal in that round."""
POLICIES = (
    "first",
    "random",
    "do:grapple,grab,pin,squeeze,damage,attack,pass",
    "do:escape,break,escape-pin,attack,pass",
    "do:grapple,grab,pin,crush,leave,pass",
)


class Match(NamedTuple):
    """A game written out, and the value it has by our own account."""

    game: Points
    value: Fraction
    fighters: int
    name: str


def matches(rules: str, seed: int) -> Iterator[Match]:
    """Match-ups of a rule set, one after another for ever: chains, and best play of one side."""
    dice = random.Random(f"{rules}/{seed}")
    while True:
        count = 3 if dice.random() < THREE else 2
        found = None
        while found is None:
            with suppress(TussleError):  # too large, or nothing to do for a policy: another one
                found = _match(rules, dice, count)
        yield found


def drawn(rules: str, dice: random.Random, count: int, *, short: bool) -> tuple[Bout, Position, str]:
    """Fighters near their end, two of them in a hold more often than not, and a goal.

    Args:
        short: in the last turn of a round, with a goal in that round.

    Raises:
        TussleError: it is over already.
    """
    ruleset = load(rules)
    names = dice.sample(list(ruleset.house), count)
    fighters = [(name, replace(ruleset.house[name], **PLAIN.get(rules, {}))) for name in names]
    bout: Bout = make_bout(ruleset, fighters, tuple(range(2)) + (1,) * (count - 2))
    taken = tuple(_hurt(bout, who, dice) for who in bout.everyone)
    stance = ruleset.restate(bout, bout.opening(tuple(bout.everyone)).stance, taken)
    if ruleset.over(bout, stance):
        raise NoMatch
    told = []
    if short or (count == 2 and dice.random() < 0.6):
        one, other = dice.sample((names[0], dice.choice(names[1:])), 2)
        told.append(f"{one} {dice.choice(list(ruleset.state_words))} {other}")
    if short:
        told.append(f"turn {names[-1]}")
    position = apply_state(bout, Position(stance, taken), "; ".join(told))
    return bout, position, dice.choice(SHORT if short else GOALS)


def _match(rules: str, dice: random.Random, count: int) -> Match:
    bout, position, goal = drawn(rules, dice, count, short=count >= LONG.get(rules, 4))
    free = dice.choice([None, 0, 1])
    policies = {who: read_policy(dice.choice(POLICIES)) for who in bout.everyone if bout.sides[who] != free}
    graph = Graph(bout, parse_objective(goal, bout), position, policies, MOST_STATES)
    game = Points(graph, MOST_POINTS)
    if model_kind(game) == "smg" or len(game.points) < 5:
        raise NoMatch
    solution = Solution(graph, exact=True)
    value = Fraction(solution.worth(graph.root).reached)
    if value in {0, 1}:
        raise NoMatch  # true of many wrong models too
    return Match(game, value, count, f"{rules} {' '.join(bout.names)} {goal} {graph.name(0)}")


class NoMatch(TussleError):
    """A match-up that is none."""


def _hurt(bout: Bout, who: int, dice: random.Random) -> tuple[int, ...]:
    """Tallies that leave a fighter a few points from its end, so that the game is small."""
    rules = bout.rules
    first = rules.limit(bout.fighters[who], rules.tallies[0])
    whole = getattr(rules, "whole", None)
    full = whole(bout.fighters[who], rules.tallies[0]) if whole else first
    return (max(0, full - dice.randint(1, 6)), *(0 for _ in rules.tallies[1:]))


def storm_value(text: str, *, least: bool) -> Fraction:
    """The chance that `reached` is reached in a model, as Storm's exact engine has it."""
    with tempfile.TemporaryDirectory() as spare:
        path = Path(spare) / "model.prism"
        path.write_text(text, encoding="utf-8")
        program = stormpy.parse_prism_program(str(path))
    kind = "" if "\ndtmc\n" in text else "min" if least else "max"
    properties = stormpy.parse_properties(f'P{kind}=? [F "reached"]', program)
    model = stormpy.build_model[stormpy.Rational](program, properties=properties)
    found = stormpy.model_checking(model, properties[0])
    return Fraction(str(found.get_value(model.initial_states[0])))


def least_asked(match: Match) -> bool:
    """Whether the side that decides is the one that wants the goal to fail."""
    return any(point.who == "theirs" for point in match.game.points)


def planted(text: str) -> str:
    """The model with the chances of one transition that matters the other way round."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if "->" in line and " + " in line and "s'=0" in line:
            head, _, tail = line.partition("-> ")
            ways, _, comment = tail.partition(";")
            parts = [part.split(" : ") for part in ways.split(" + ")]
            chances = [part[0] for part in parts]
            if len(set(chances)) > 1:
                turned = chances[1:] + chances[:1]
                body = " + ".join(f"{chance} : {part[1]}" for chance, part in zip(turned, parts, strict=True))
                lines[place] = f"{head}-> {body};{comment}"
                return "\n".join(lines) + "\n"
    return text


def model_text(match: Match) -> str:
    """The model of a match-up."""
    return prism_model(match.game)
