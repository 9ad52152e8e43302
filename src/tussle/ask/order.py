"""Everybody in order by one throw, where ties are settled by the bonus and, at equal ones, thrown again."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial, lcm, prod
from typing import TypeAlias

from msgspec import Struct

from tussle.ask.law import Answer, Law
from tussle.ask.readings import Ranking
from tussle.ask.requests import Again

__all__ = ["Order", "Placing"]

Groups: TypeAlias = "tuple[tuple[int, ...], ...]"


def _flat(groups: Groups) -> tuple[int, ...]:
    return tuple(place for group in groups for place in group)


class Order(Struct, frozen=True, gc=False):
    """Who comes before whom, highest total first; the answer is a tuple of places.

    Attributes:
        bonuses: what each adds to its face. Of equal totals the higher bonus comes first; who is equal in both
            throws again, among themselves, until it is clear.
    """

    bonuses: tuple[int, ...]

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The order of these faces, or the throw again of those who tie."""
        groups = self._groups(Ranking(self.bonuses).read(faces))
        tied = _flat(tuple(group for group in groups if len(group) > 1))
        return Again(tied, Placing(groups)) if tied else _flat(groups)

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law: however often they tie, each order of the equal is as likely as any other."""
        laws = [(self._groups(answer), weight) for answer, weight in Ranking(self.bonuses).law(sides).weights]
        common = lcm(*(_orders(groups) for groups, _ in laws))
        weights: dict[Answer, int] = {}
        for groups, weight in laws:
            for answer in _ways(groups):
                weights[answer] = weights.get(answer, 0) + weight * common // _orders(groups)
        return Law.of(weights)

    def _groups(self, answer: Answer) -> Groups:
        """The ranking with each tie split by bonus, higher first."""
        found: list[tuple[int, ...]] = []
        for tied in answer if isinstance(answer, tuple) else ():
            members = tied if isinstance(tied, tuple) else (tied,)
            bonuses = sorted({self.bonuses[place] for place in members}, reverse=True)
            found += [tuple(place for place in members if self.bonuses[place] == bonus) for bonus in bonuses]
        return tuple(found)


def _orders(groups: Groups) -> int:
    """In how many orders the members of the groups can come."""
    return prod(factorial(len(group)) for group in groups)


def _ways(groups: Groups) -> list[tuple[int, ...]]:
    """Each of those orders."""
    return [_flat(way) for way in product(*(permutations(group) for group in groups))]


class Placing(Struct, frozen=True, gc=False):
    """The members of each group of two or more throw again, group by group; who throws more comes first.

    Attributes:
        groups: the order so far; the faces are those of the groups of two or more, in this order.
    """

    groups: tuple[tuple[int, ...], ...]

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The order, or the throw again of those who tie still."""
        left = list(faces)
        groups: list[tuple[int, ...]] = []
        for group in self.groups:
            if len(group) == 1:
                groups.append(group)
                continue
            thrown = {place: left.pop(0) for place in group}
            faces_down = sorted(set(thrown.values()), reverse=True)
            groups += [tuple(place for place in group if thrown[place] == face) for face in faces_down]
        tied = tuple(place for place, one in enumerate(_flat(self._rolling())) if self._still(groups, one))
        return Again(tied, Placing(tuple(groups))) if tied else _flat(tuple(groups))

    def law(self, sides: tuple[int, ...]) -> Law:  # noqa: ARG002 - every order is as likely, whatever the dice
        """The exact law."""
        return Law.of([(answer, 1) for answer in _ways(self.groups)])

    def _rolling(self) -> Groups:
        return tuple(group for group in self.groups if len(group) > 1)

    @staticmethod
    def _still(groups: list[tuple[int, ...]], place: int) -> bool:
        return any(place in group and len(group) > 1 for group in groups)
