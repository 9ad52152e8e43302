"""What each ruling would change in an answer, if it were switched."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from msgspec import Struct

from tussle.analysis.graph import Policy
from tussle.analysis.layers import Number
from tussle.analysis.solve import Answer, best
from tussle.analysis.solve_reason import points
from tussle.bout.bout import Bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_position, position_text
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import Position
from tussle.errors import TussleError

__all__ = ["Change", "explain", "under"]

MOST_TIMES = 20
"""How many times as long as the answer itself all rulings together may take."""


class Change(Struct, frozen=True):
    """One ruling switched.

    Attributes:
        ruling: as `tie=reroll`.
        reached: the chance then.
        best: the best action then; "" where there is none.
        note: why it could not be found, or "".
        sentence: all that in a sentence.
    """

    ruling: str
    reached: Number
    best: str
    note: str
    sentence: str


def under(bout: Bout, rules: RuleSet) -> Bout:
    """The same bout under other rulings."""
    return Bout(rules, bout.names, bout.fighters, bout.sides, bout.space)


def explain(
    bout: Bout,
    position: Position,
    answer: Answer,
    policies: Mapping[int, Policy],
    progress: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> list[Change]:
    """What each other value of each ruling would change in this answer, largest change first.

    Args:
        answer: the answer as it is.
        progress: is told which ruling is tried.
        clock: seconds; when all together take more than `MOST_TIMES` times the answer itself, the rest is left out
            and said so.
    """
    begun = clock()
    best(bout, position, answer.goal, policies)
    budget = max(1.0, MOST_TIMES * (clock() - begun))
    begun = clock()
    switches = [
        (name, value)
        for name, (ruling, _) in bout.rules.rulings.items()
        for value in ruling.values
        if value != bout.rules.values[name]
    ]
    found = []
    for place, (name, value) in enumerate(switches, 1):
        if clock() - begun > budget:
            note = f"not tried: more than {MOST_TIMES} times as long as the answer itself"
            found.append(Change(f"{name}={value}", answer.reached, "", note, f"{name}={value}: {note}."))
            continue
        progress(f"{place} of {len(switches)}: {name}={value}")
        found.append(_switched(bout, position, answer, policies, (name, value)))
    return sorted(found, key=lambda change: -abs(change.reached - answer.reached))


def _switched(
    bout: Bout, position: Position, answer: Answer, policies: Mapping[int, Policy], switch: tuple[str, str]
) -> Change:
    name, value = switch
    values = {**bout.rules.values, name: value}
    text = f"{bout.rules.name}({','.join(f'{key}={_quoted(each)}' for key, each in values.items())})"
    label = f"{name}={value}"
    try:
        other = under(bout, load(text))
        there = parse_position(other, position_text(bout, position))
        then = best(other, there, answer.goal, policies)
    except TussleError as error:
        return Change(label, answer.reached, "", str(error), f"{label}: cannot be asked: {error}")
    top = then.actions[0].name if then.actions else ""
    now = answer.actions[0].name if answer.actions else ""
    same = abs(then.reached - answer.reached) <= 1e-9
    chance = "nothing changes" if same else f"{points(then.reached)} instead of {points(answer.reached)}"
    advice = f", and {top} is best" if top != now else ""
    return Change(label, then.reached, top, "", f"{label}: {chance}{advice}.")


def _quoted(value: str) -> str:
    return f'"{value}"'
