"""Perft: how many sequences of actions there are from a position, and a digest of every law on the way.

Two builds of one rule set agree on the count where they offer the same things, and on the digest only where every
chance is the same too: the count alone is blind to a wrong probability.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from tussle.analysis.odds import Node, Outcome, Pricer
from tussle.ask.requests import Choose
from tussle.bout.action import Action
from tussle.bout.bout import Bout, token_name
from tussle.bout.notation import position_text, token
from tussle.bout.stance import Position
from tussle.bout.walk import legal_actions

__all__ = ["Perft", "perft"]


class Perft(Struct, frozen=True):
    """What perft found.

    Attributes:
        count: how many sequences of actions there are.
        rows: how many rows the digest is taken over.
        digest: the SHA-256, in hexadecimal, over those rows, sorted.
    """

    count: int
    rows: int
    digest: str


def perft(bout: Bout, position: Position, depth: int) -> Perft:
    """Count the sequences of `depth` actions from a position, and take the digest of all the laws met on the way.

    An action is a legal action with all that follows up to the next choice of action. Two sequences differ if an
    action, an answer to a `Choose`, or the position after an action does; chance is merged. So the count does not
    depend on where the rule set cuts its procedures. A bout that is over has no action, and ends no longer
    sequence. What is already due in `position` comes first, told apart like an action.

    The digest is over one row for every way that one link of the walk can go, a link being a procedure: an action's,
    or that of one thing due after it. Tabs part the columns of a row:

        position line · fighter and action token ("" for what is due) · choices · position line at its end · fraction

    The choices are `fighter:option`, comma by comma; the fraction, in lowest terms, is the chance of that end if
    exactly these choices are made. A row a link and not a row an action, because choices multiply: a move of five
    squares has up to 8^5 ways and no more than a few hundred links. The links say the same, for what a chain of
    procedures does is the product of what they do.

    Args:
        depth: how many actions, 0 or more.
    """
    walk = _Walk(bout)
    if position.stance.agenda:
        count = walk.choices(frozenset([walk.link(position, None)]), depth)
    else:
        count = walk.sequences(position, depth)
    rows = "".join(f"{row}\n" for row in sorted(walk.rows))
    return Perft(count, len(walk.rows), hashlib.sha256(rows.encode()).hexdigest())


class _Fan(Struct, eq=False):
    """Where a link can be once the same choices have been made: chance is merged, so it can be at many ends at once.

    Attributes:
        ends: the ends that need no further choice, each with its chance.
        ways: the next choices, each with the fan it leads to.
    """

    ends: dict[Position, Fraction]
    ways: dict[_Way, _Fan]


_Way: TypeAlias = tuple[int, str]
"""A choice: whose, and the option taken."""


class _Walk:
    """All that perft has met: every link once, and every count."""

    def __init__(self, bout: Bout) -> None:
        self.bout = bout
        self.rows: list[str] = []
        self._pricer = Pricer(bout)
        self._links: dict[tuple[Position, Action | None], _Fan] = {}
        self._sequences: dict[tuple[Position, int], int] = {}
        self._choices: dict[tuple[frozenset[_Fan], int], int] = {}
        self._lines: dict[Position, str] = {}

    def sequences(self, position: Position, left: int) -> int:
        """How many sequences of `left` actions begin in a position in which nothing is due."""
        if not left:
            return 1
        key = (position, left)
        if key not in self._sequences:
            self._sequences[key] = sum(
                self.choices(frozenset([self.link(position, action)]), left - 1)
                for action in legal_actions(self.bout, position.stance)
            )
        return self._sequences[key]

    def choices(self, fans: frozenset[_Fan], left: int) -> int:
        """How many ways there are from here to the end of an action and `left` actions more.

        Args:
            fans: every place where chance can have led, the choices having been the same.
        """
        key = (fans, left)
        if key not in self._choices:
            ends, ways = self._reach(fans)
            self._choices[key] = sum(self.sequences(end, left) for end in ends)
            self._choices[key] += sum(self.choices(frozenset(onward), left) for onward in ways.values())
        return self._choices[key]

    def _reach(self, fans: frozenset[_Fan]) -> tuple[set[Position], dict[_Way, set[_Fan]]]:
        """All that can come before the next choice: where the action ends, and the next choices."""
        ends: set[Position] = set()
        ways: dict[_Way, set[_Fan]] = {}
        seen, waiting = set(fans), list(fans)
        while waiting:
            fan = waiting.pop()
            for way, onward in fan.ways.items():
                ways.setdefault(way, set()).add(onward)
            for end in fan.ends:
                if not end.stance.agenda:
                    ends.add(end)
                elif (following := self.link(end, None)) not in seen:
                    seen.add(following)
                    waiting.append(following)
        return ends, ways

    def link(self, position: Position, action: Action | None) -> _Fan:
        """One procedure from a position: an action's, or (None) that of what is due. Its rows are kept."""
        key = (position, action)
        if key not in self._links:
            fan = _Fan({}, {})
            actions = () if action is None else (action,)
            _spread(self._pricer.grow(position, actions, 1), Fraction(1), fan)
            who = "" if action is None else f"{token_name(self.bout.names[action.by])} {token(self.bout, action)}"
            self._write(fan, f"{self._line(position)}\t{who}\t", ())
            self._links[key] = fan
        return self._links[key]

    def _write(self, fan: _Fan, head: str, choices: tuple[str, ...]) -> None:
        """The rows of a link."""
        made = ",".join(choices)
        self.rows += [f"{head}{made}\t{self._line(end)}\t{chance}" for end, chance in fan.ends.items()]
        for (who, option), onward in fan.ways.items():
            self._write(onward, head, (*choices, f"{token_name(self.bout.names[who])}:{option}"))

    def _line(self, position: Position) -> str:
        if position not in self._lines:
            self._lines[position] = position_text(self.bout, position)
        return self._lines[position]


def _spread(node: Node, share: Fraction, fan: _Fan) -> None:
    """Enter into a fan all that a weighed tree can lead to, `share` being the chance of having come there."""
    if isinstance(node, Outcome):
        fan.ends[node.position] = fan.ends.get(node.position, Fraction(0)) + share
    elif isinstance(node.request, Choose):
        for option, _, onward in node.ways:
            _spread(onward, share, fan.ways.setdefault((node.request.fighter, str(option)), _Fan({}, {})))
    else:
        for _, weight, onward in node.ways:
            _spread(onward, share * Fraction(weight, node.total), fan)
