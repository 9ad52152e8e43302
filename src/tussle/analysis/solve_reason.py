"""Why an action is best, and when another would be: sentences that a person understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tussle.analysis.graph import Go, Graph
from tussle.analysis.layers import Number
from tussle.analysis.objective import Objective
from tussle.analysis.solve_sweep import Sweep
from tussle.bout.bout import Bout
from tussle.bout.notation import token

__all__ = ["Choice", "points", "reason", "turning_points"]

CLOSE = 1e-9
AIMS = {
    "pin": ("pins", "a pin"),
    "free": ("gets free", "getting free"),
    "down": ("wins", "winning"),
    "hold": ("holds on", "holding on"),
    "first": ("wins", "winning"),
}


class Choice(NamedTuple):
    """An action and the chance that the goal is reached after it."""

    name: str
    reached: Number


def points(chance: Number) -> str:
    """A chance in percent to a tenth; it is never 0 % or 100 % unless it is just that."""
    number = float(chance) * 100
    text = f"{number:.1f}"
    if text == "0.0" and chance > 0:
        return "under 0.1 %"
    if text == "100.0" and chance < 1:
        return "over 99.9 %"
    return f"{text.removesuffix('.0')} %"


def reason(bout: Bout, objective: Objective, choices: Sequence[Choice], *, mine: bool) -> str:
    """What the first choice gains over the runner-up; "" where there is nothing to choose.

    Args:
        mine: whether the side whose goal it is chooses.
    """
    if len(choices) < 2:
        return ""
    top, other = choices[0], choices[1]
    who = " and ".join(name for place, name in enumerate(bout.names) if bout.sides[place] == objective.side)
    does, _ = AIMS[objective.kind]
    gain = abs(top.reached - other.reached)
    if gain <= (CLOSE if isinstance(gain, float) else 0):
        tied = [choice.name for choice in choices if abs(choice.reached - top.reached) <= CLOSE]
        which = " and ".join(tied) if len(tied) < 4 else f"{len(tied)} actions"
        return f"{which} are worth the same: {points(top.reached)}."
    if mine:
        return (
            f"{top.name}: {who} {does} with {points(top.reached)}, {points(gain).replace(' %', ' points')} more than "
            f"after {other.name}, the next best ({points(other.reached)})."
        )
    return (
        f"{top.name}: it leaves {who} {points(top.reached)}, {points(gain).replace(' %', ' points')} less than after "
        f"{other.name}, the next best ({points(other.reached)})."
    )


def turning_points(graph: Graph, sweep: Sweep) -> tuple[str, ...]:
    """For each fighter, from how few hits left on another action is best, everything else staying as it is."""
    root = graph.nodes[graph.root]
    if not isinstance(root, Go):
        return ()
    stance = graph.stances[root.state]
    mine = graph.objective.mine(graph.bout, stance.turn)
    options = [
        (token(graph.bout, action), node) for action, node in graph.actions[root.state] if action.by == stance.turn
    ]
    start = (0,) * len(sweep.bodies)

    def top(cell: tuple[int, ...]) -> tuple[str, float, dict[str, float]]:
        worths = {name: sweep.worth(node, cell) for name, node in options}
        name = max(worths, key=lambda each: worths[each] if mine else -worths[each])
        return name, worths[name], worths

    now = top(start)[0]
    found = []
    for who, body in enumerate(sweep.bodies):
        for row in range(1, len(body.rows)):
            if not body.live[row]:
                continue
            name, value, worths = top((*start[:who], row, *start[who + 1 :]))
            if name != now and abs(value - worths[now]) > CLOSE:
                found.append(
                    f"{name} would be best with {graph.bout.names[who]} at {_left(graph.bout, who, body.rows[row])}."
                )
                break
    return tuple(found)


def _left(bout: Bout, who: int, row: tuple[int, ...]) -> str:
    """What is left of a fighter, in the rule set's word for it."""
    rules = bout.rules
    for word, tally in rules.left_words.items():
        place = rules.tallies.index(tally)
        whole = getattr(rules, "whole", None) or rules.limit
        others = [f"{tally} {row[each]}" for each, tally in enumerate(rules.tallies) if each != place and row[each]]
        return ", ".join([f"{word} {whole(bout.fighters[who], tally) - row[place]}", *others])
    return ", ".join(f"{tally} {taken}" for tally, taken in zip(rules.tallies, row, strict=True))
