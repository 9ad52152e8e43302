"""Odds: the exact tree of an action from a position, with all that follows up to the next choice of action.

Trees are by stance and kept; what a position adds is the weighing of harm against its tallies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any, TypeAlias

from msgspec import Struct

from tussle.ask.law import Answer
from tussle.ask.requests import Choose, Gauge, Harm, Procedure, Roll
from tussle.ask.tree import Chance, Decision, End, Harming, Tree, unroll
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import begin, complete, settle, starting
from tussle.errors import Fault, Uncovered

__all__ = ["Branch", "Node", "Odds", "Outcome", "Pricer", "excess", "leaves", "sum_up", "walk_nodes", "whole"]


class Outcome(Struct, frozen=True, gc=False):
    """Where an action ends.

    Attributes:
        position: the position then. Its agenda is empty but where the tree was cut short.
        done: whether the action has done what it is for.
    """

    position: Position
    done: bool


class Branch(Struct, frozen=True, gc=False):
    """One request of an action, weighed against the tallies.

    Attributes:
        total: what the weights sum to; 0 for a decision.
        ways: each answer with its weight (0 for an option) and what follows. The answer of a harm is the
            amount, of a gauge the excess.
    """

    request: Roll | Choose | Harm | Gauge
    total: int
    ways: tuple[tuple[Answer, int, Node], ...]


Node: TypeAlias = "Branch | Outcome"


class Odds(Struct, frozen=True):
    """What an action may lead to.

    Attributes:
        tree: all that can happen, weighed. Equal subtrees are one object.
        least, most: the chance that it does what it is for, over the decisions of everybody but its actor, who
            decides for the best in both.
        cites: every clause on the way, in the order met.
    """

    tree: Node
    least: Fraction
    most: Fraction
    cites: tuple[str, ...]


MOST_ENDS = 3_000
"""How many ends of procedures one tree has at most where nobody asks for more."""


class Pricer:
    """Prices the actions of a bout. What it has grown it keeps, so ask one pricer many questions.

    Args:
        bout: who fights whom, under which rules.
        most: how many ends of procedures one tree may have, before shared parts are written out.
    """

    def __init__(self, bout: Bout, most: int = MOST_ENDS) -> None:
        self.bout = bout
        self.most = most
        self._trees: dict[tuple[Stance, tuple[Action, ...]], Tree] = {}
        self._ends: dict[Stance, Stance] = {}

    def price(self, position: Position, actions: Sequence[Action], links: int | None = None) -> Odds:
        """The odds of an action; of several that share a beginning, with what was left out asked first.

        Args:
            actions: none: of what is due in this position.
            links: after how many procedures in a row the tree is cut short; None: never.

        Raises:
            Uncovered: the tree is too large, or has no end; with `links` it can be had in part.
        """
        by = actions[0].by if actions else position.stance.turn
        tree = self.grow(position, tuple(actions), links)
        return Odds(tree, *sum_up(tree, by, lambda end: end.done))

    def tree(self, stance: Stance, actions: tuple[Action, ...]) -> Tree:
        """The tree, by stance, of an action, of the choice between several, or (none) of what is due."""
        key = (stance, actions)
        if key not in self._trees:
            bout = self.bout
            start: Callable[[], Procedure]
            if not actions:
                start = starting(bout, stance)
            elif len(actions) == 1:
                start = partial(begin, bout, stance, actions[0])
            else:
                start = partial(complete, bout, stance, actions)
            self._trees[key] = unroll(start, partial(bout.rules.outcomes, bout, stance))
        return self._trees[key]

    def grow(self, position: Position, actions: tuple[Action, ...], links: int | None) -> Node:
        """The weighed tree of an action and of all that is due after it; see `price`."""
        memo: dict[tuple[Any, ...], Node] = {}
        bout, absorb = self.bout, self.bout.rules.absorb

        def link(stance: Stance, tallies: Tallies, left: int | None, *, done: bool) -> Node:
            """What follows the end of a procedure."""
            key = (stance, tallies, left, done)
            found = memo.get(key)
            if found is None:
                if len(memo) >= self.most:
                    raise Uncovered(f"more than {self.most:,} positions may follow here, one after the other")
                settled = stance if stance.agenda else self._settle(stance)
                if settled.agenda and left != 0:
                    fewer = None if left is None else left - 1
                    found = weigh(self.tree(settled, ()), tallies, fewer, done=done)
                else:
                    found = Outcome(Position(settled, tallies), done)
                memo[key] = found
            return found

        def weigh(tree: Tree, tallies: Tallies, left: int | None, *, done: bool) -> Node:
            if isinstance(tree, End):
                return link(tree.end, tallies, left, done=done or tree.done)
            request = tree.request
            if isinstance(tree, Chance):
                ways: list[tuple[Answer, int, Node]] = [
                    (answer, weight, weigh(branch, tallies, left, done=done))
                    for answer, weight, branch in tree.branches
                ]
                return Branch(request, tree.total, tuple(ways))
            if isinstance(tree, Decision):
                ways = [(option, 0, weigh(branch, tallies, left, done=done)) for option, branch in tree.branches]
                return Branch(request, 0, tuple(ways))
            if isinstance(tree, Harming):
                ways = []  # by amount: those that leave the same tallies behind are told apart, their rest is shared
                for amount, weight in tree.law.weights:
                    after, harmed = absorb(bout, tallies, tree.request, whole(amount))
                    ways.append((amount, weight, weigh(tree.branch(harmed), after, left, done=done)))
                return Branch(request, tree.law.total, tuple(ways))
            past = excess(bout, tree.request, tallies)
            return Branch(request, 1, ((past, 1, weigh(tree.branch(past), tallies, left, done=done)),))

        try:
            left = None if links is None else links - 1
            return weigh(self.tree(position.stance, actions), position.tallies, left, done=False)
        except RecursionError:
            raise Uncovered("what is due here follows itself, and no end of it is in sight") from None

    def _settle(self, stance: Stance) -> Stance:
        if stance not in self._ends:
            self._ends[stance] = settle(self.bout, stance)
        return self._ends[stance]


def excess(bout: Bout, gauge: Gauge, tallies: Tallies) -> int:
    """How far the tally stands past the mark."""
    return gauge.excess(bout.rules.tallies, tallies[gauge.fighter])


def whole(answer: Answer) -> int:
    """An amount of harm: its law is over whole numbers."""
    if not isinstance(answer, int):
        raise Fault(f"a harm of {answer!r} is no amount")
    return answer


_Share: TypeAlias = tuple[int, int]
"""A fraction in lowest terms, numerator and denominator: as exact as a `Fraction`, and far cheaper to add up."""

_NEVER, _SURELY = (0, 1), (1, 1)


def sum_up(tree: Node, by: int, wanted: Callable[[Outcome], bool]) -> tuple[Fraction, Fraction, tuple[str, ...]]:
    """The least and the most chance of an end that is wanted, and every clause, all in one walk.

    Args:
        by: who decides for the best in both; the others decide for the worst, and for the best.
    """
    memo: dict[int, tuple[_Share, _Share]] = {}
    asked: dict[int, Roll | Choose | Harm | Gauge] = {}

    def bounds(node: Node) -> tuple[_Share, _Share]:
        if isinstance(node, Outcome):
            return (_SURELY, _SURELY) if wanted(node) else (_NEVER, _NEVER)
        key = id(node)
        if key in memo:
            return memo[key]
        request = node.request
        asked[id(request)] = request
        low, high = zip(*[bounds(branch) for _, _, branch in node.ways], strict=True)
        if isinstance(request, Choose):
            found = _best(low, max if request.fighter == by else min), _best(high, max)
        else:
            mean = _mean(node, low)
            found = mean, mean if low == high else _mean(node, high)
        memo[key] = found
        return found

    least, most = bounds(tree)
    cites = dict.fromkeys([clause for request in asked.values() for clause in request.clauses])
    return Fraction(*least), Fraction(*most), tuple(cites)


def _best(shares: tuple[_Share, ...], pick: Any) -> _Share:
    """The largest or the smallest of the options."""
    if shares.count(shares[0]) == len(shares):
        return shares[0]
    common = lcm(*[under for _, under in shares])
    found: _Share = pick(shares, key=lambda share: share[0] * (common // share[1]))
    return found


def _mean(node: Branch, shares: tuple[_Share, ...]) -> _Share:
    """The mean over the ways of a throw, by weight."""
    if shares.count(shares[0]) == len(shares):
        return shares[0]
    common = lcm(*[under for _, under in shares])
    over = sum([way[1] * over * (common // under) for way, (over, under) in zip(node.ways, shares, strict=True)])
    under = common * node.total
    factor = gcd(over, under)
    return over // factor, under // factor


def walk_nodes(node: Node) -> Iterator[Node]:
    """Every node of a tree, shared ones once, parents first."""
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        yield here
        if isinstance(here, Branch):
            waiting.extend(branch for _, _, branch in reversed(here.ways))


def leaves(node: Node, memo: dict[int, int] | None = None) -> int:
    """How many ends the tree has when shared parts are written out each time."""
    memo = {} if memo is None else memo
    if isinstance(node, Outcome):
        return 1
    if id(node) not in memo:
        memo[id(node)] = sum(leaves(branch, memo) for _, _, branch in node.ways)
    return memo[id(node)]
