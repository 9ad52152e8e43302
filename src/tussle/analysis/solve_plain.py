"""A second, naive solver for small games: whole positions, one by one, no table of harm shared with the first.

It exists to be compared with. It walks the trees of the procedures with the numbers themselves, puts every amount
on its tally through the rule set, keeps nothing but the value of each position, and is slow.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from tussle.analysis.layers import Number
from tussle.analysis.objective import Objective, round_ends
from tussle.analysis.odds import Pricer, excess, whole
from tussle.ask.tree import Chance, Decision, End, Harming, Tree
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import legal_actions, settle
from tussle.errors import Uncovered

__all__ = ["plain_value", "plain_values"]

MAX_POSITIONS = 100_000
CLOSE = 1e-13

Key: TypeAlias = tuple[Stance, Tallies, int]


class _Plain:
    """The walk. What a position is worth that is not known yet is noted in `missing` and taken as nothing."""

    def __init__(self, bout: Bout, objective: Objective, number: type[Fraction | float]) -> None:
        self.bout = bout
        self.objective = objective
        self.number = number
        self.pricer = Pricer(bout)
        self.known: dict[Key, Number] = {}
        self.missing: list[Key] = []

    def position(self, stance: Stance, tallies: Tallies, left: int) -> Number:
        """What acting in a position is worth: first to who may act out of turn, then to who is on turn."""
        offers: dict[int, list[Action]] = {}
        for action in legal_actions(self.bout, stance):
            offers.setdefault(action.by, []).append(action)
        worth = self._best(stance.turn, [self._act(stance, tallies, left, each) for each in offers[stance.turn]])
        for by in reversed(stance.after(stance.turn)):
            if by in offers and by != stance.turn:
                worth = self._best(by, [worth, *(self._act(stance, tallies, left, each) for each in offers[by])])
        return worth

    def action(self, stance: Stance, tallies: Tallies, left: int, action: Action) -> Number:
        """What one action is worth."""
        return self._act(stance, tallies, left, action)

    def _act(self, stance: Stance, tallies: Tallies, left: int, action: Action) -> Number:
        return self._tree(self.pricer.tree(stance, (action,)), stance, tallies, left)

    def _best(self, by: int, worths: list[Number]) -> Number:
        return max(worths) if self.objective.mine(self.bout, by) else min(worths)

    def _tree(self, tree: Tree, stance: Stance, tallies: Tallies, left: int) -> Number:
        if isinstance(tree, End):
            return self.end(stance, tree.end, tallies, left)
        if isinstance(tree, Decision):
            worths = [self._tree(branch, stance, tallies, left) for _, branch in tree.branches]
            return self._best(tree.request.fighter, worths)
        if isinstance(tree, Chance):
            return sum(
                (
                    self._share(weight, tree.total) * self._tree(branch, stance, tallies, left)
                    for _, weight, branch in tree.branches
                ),
                self.number(0),
            )
        if isinstance(tree, Harming):
            worth = self.number(0)
            for amount, weight in tree.law.weights:
                after, harmed = self.bout.rules.absorb(self.bout, tallies, tree.request, whole(amount))
                share = self._share(weight, tree.law.total)
                worth += share * self._tree(tree.branch(harmed), stance, after, left)
            return worth
        return self._tree(tree.branch(excess(self.bout, tree.request, tallies)), stance, tallies, left)

    def _share(self, weight: int, total: int) -> Number:
        return self.number(weight) / self.number(total)

    def end(self, before: Stance, end: Stance, tallies: Tallies, left: int) -> Number:
        """What follows the end of a procedure; `left` is 0 where there is no horizon."""
        stance = settle(self.bout, end)
        if left:
            for _ in range(round_ends(before, end, stance)):
                if not self.objective.keeps(self.bout, stance):
                    return self.number(0)
                left -= 1
                if not left:
                    return self.number(self.objective.kind == "hold")
        judgement = self.objective.judge(self.bout, stance)
        if judgement is not None:
            return self.number(judgement == "reached")
        if stance.agenda:
            return self._tree(self.pricer.tree(stance, ()), stance, tallies, left)
        key = (stance, tallies, left)
        if key not in self.known:
            self.missing.append(key)
        return self.known.get(key, self.number(0))


def plain_value(
    bout: Bout, objective: Objective, position: Position, number: type[Fraction | float] = Fraction
) -> Number:
    """The value of a position: exact with a horizon; without one approached from below, closely, in floats.

    Raises:
        Uncovered: there are too many positions for this.
    """
    walk = _solved(bout, objective, position, number)
    return walk.end(position.stance, position.stance, position.tallies, objective.rounds or 0)


def plain_values(
    bout: Bout, objective: Objective, position: Position, number: type[Fraction | float] = Fraction
) -> dict[Action, Number]:
    """The value of each action of who is on turn, found as `plain_value` finds that of the position."""
    walk = _solved(bout, objective, position, number)
    stance, tallies, left = position.stance, position.tallies, objective.rounds or 0
    return {action: walk.action(stance, tallies, left, action) for action in legal_actions(bout, stance)}


def _solved(bout: Bout, objective: Objective, position: Position, number: type[Fraction | float]) -> _Plain:
    left = objective.rounds or 0
    walk = _Plain(bout, objective, number if left else float)
    walk.end(position.stance, position.stance, position.tallies, left)
    if left:
        _by_depth(walk)
    else:
        _from_below(walk)
    return walk


def _by_depth(walk: _Plain) -> None:
    """Value every position after those it needs: nothing comes back within a horizon."""
    waiting, walk.missing = walk.missing, []
    while waiting:
        key = waiting[-1]
        worth = walk.known.get(key)
        if worth is None:
            worth = walk.position(*key)
        needed, walk.missing = [each for each in walk.missing if each not in walk.known], []
        if needed:
            waiting.extend(needed)
            continue
        walk.known[key] = worth
        waiting.pop()
        if len(walk.known) > MAX_POSITIONS:
            raise Uncovered(f"more than {MAX_POSITIONS:,} positions are too many for the plain solver")


def _from_below(walk: _Plain) -> None:
    """Value all positions over and over, from nothing up, until none rises any more."""
    waiting, walk.missing = list(dict.fromkeys(walk.missing)), []
    while waiting:
        key = waiting.pop()
        if key in walk.known:
            continue
        walk.known[key] = walk.number(0)
        walk.position(*key)
        waiting.extend(dict.fromkeys(walk.missing))
        walk.missing = []
        if len(walk.known) > MAX_POSITIONS:
            raise Uncovered(f"more than {MAX_POSITIONS:,} positions are too many for the plain solver")
    rise = 1.0
    while rise > CLOSE:
        rise = 0.0
        for key in reversed(walk.known):
            worth = walk.position(*key)
            rise = max(rise, float(worth - walk.known[key]))
            walk.known[key] = worth
