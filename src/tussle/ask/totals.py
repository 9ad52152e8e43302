"""Readings that ask how far one total is above another, and who comes before whom among several.

Their words are those of `readings`: `won`, `lost`, `tie`, `hit`, `miss`, `top`; else a number or a ranking.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import lcm, prod
from typing import Literal, TypeAlias

from msgspec import Struct

from tussle.ask.law import Answer, Law
from tussle.ask.readings import Opposed, Tie
from tussle.ask.requests import Again
from tussle.errors import Uncovered

__all__ = ["MAX_RANKS", "Excess", "Margin", "RankTie", "Ranks"]

MAX_RANKS = 5
"""So many can be ranked with an exact law where equals stay equal or roll again."""

RankTie: TypeAlias = Literal["tie", "modifier", "again"]
"""What equal totals are: equal, ordered by bonus and then equal, or rolled again until they differ."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]


class Margin(Struct, frozen=True, gc=False):
    """One die against one: by how much the first side wins.

    The answer is first face + `edge` − second face where the first side wins (0 where it wins a tie), else `lost`,
    or `tie` where that is told apart.
    """

    edge: int
    tie: Tie = "lost"

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for (first face, second face)."""
        margin = faces[0] + self.edge - faces[1]
        if margin > 0:
            return margin
        verdict = Opposed(self.edge, self.tie).read(faces)
        return Again((0, 1), self) if isinstance(verdict, Again) else 0 if verdict == "won" else verdict

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law; `Uncovered` where every throw would be rolled again."""
        first, second = sides
        weights: dict[Answer, int] = {}
        for gap in range(first - 1, -second, -1):
            ways = max(0, min(first, second + gap) - max(1, 1 + gap) + 1)
            face = 1 + max(0, gap)
            answer = self.read((face, face - gap))
            if not isinstance(answer, Again):
                weights[answer] = weights.get(answer, 0) + ways
        if not any(weights.values()):
            raise Uncovered("every throw ties and the text rolls ties again, for ever: use dice of more than one side")
        return Law.of(weights)


class Excess(Struct, frozen=True, gc=False):
    """An attack: face + `edge` against 0, the number to reach being taken off `edge` already.

    Attributes:
        step: above 0: a hit is answered by how many whole steps the total is above the number; 0: by `hit`.
        sure: the face that hits whatever the total; above the sides: none.
        top: whether that face is told apart, as `top`.
    """

    edge: int
    step: int = 0
    sure: int = 20
    top: bool = False

    def read(self, faces: tuple[int, ...]) -> Answer:
        """The answer for one face."""
        total = faces[0] + self.edge
        if faces[0] == self.sure and self.top:
            return "top"
        if total < 0 and faces[0] != self.sure:
            return "miss"
        return max(0, total) // self.step if self.step else "hit"

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        weights: dict[Answer, int] = {}
        for face in range(sides[0], 0, -1):
            answer = self.read((face,))
            weights[answer] = weights.get(answer, 0) + 1
        return Law.of(weights)


class Ranks(Struct, frozen=True, gc=False):
    """Everybody by one throw: who comes before whom, highest total first, in groups of equals.

    Attributes:
        bonuses: what each adds to its face.
        known: the order as far as it is known, in groups of places; only who shares a group throws, in this order.
            Empty: everybody is in one group.
    """

    bonuses: tuple[int, ...]
    tie: RankTie = "tie"
    known: Groups = ()

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The ranking of these faces, or the tied again."""
        found: list[tuple[int, ...]] = []
        again: list[int] = []
        thrown = 0
        for group in self._groups():
            if len(group) == 1:
                found.append(group)
                continue
            index = dict(zip(group, range(thrown, thrown + len(group)), strict=True))
            thrown += len(group)
            for tied in self._sorted({place: faces[index[place]] + self.bonuses[place] for place in group}):
                found.append(tied)
                if len(tied) > 1:
                    again += [index[place] for place in tied]
        answer = tuple(found)
        return Again(tuple(again), Ranks(self.bonuses, self.tie, answer)) if again and self.tie == "again" else answer

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law, placing one total after the other from the top: no enumeration of the throws.

        Raises:
            Uncovered: there are more than five to rank.
        """
        if len(self.bonuses) > MAX_RANKS:
            raise Uncovered(
                f"{len(self.bonuses)} can come in too many orders to price them all: at most {MAX_RANKS} are ranked "
                "exactly, and more can still be played"
            )
        waiting = list(sides)
        parts = []
        for group in self._groups():
            dice = tuple(waiting.pop(0) for _ in group) if len(group) > 1 else (1,)
            orders = _orders(tuple(self.bonuses[place] for place in group), dice, self.tie)
            parts.append([(tuple(tuple(group[i] for i in some) for some in order), share) for order, share in orders])
        shares = {
            tuple(some for order, _ in way for some in order): prod((share for _, share in way), start=Fraction(1))
            for way in product(*parts)
        }
        common = lcm(*(share.denominator for share in shares.values()))
        return Law.of([(order, int(share * common)) for order, share in shares.items()])

    def _groups(self) -> Groups:
        return self.known or (tuple(range(len(self.bonuses))),)

    def _sorted(self, totals: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """Places by total, highest first, equals together."""
        by_modifier = self.tie == "modifier"
        keys = {place: (total, self.bonuses[place] if by_modifier else 0) for place, total in totals.items()}
        for key in sorted(set(keys.values()), reverse=True):
            yield tuple(place for place in totals if keys[place] == key)


@lru_cache(maxsize=256)
def _orders(bonuses: tuple[int, ...], sides: tuple[int, ...], tie: RankTie) -> tuple[tuple[Groups, Fraction], ...]:
    """Every order that one throw of these dice settles on, with its chance."""
    everyone, thrown = range(len(bonuses)), prod(sides)
    shares: dict[Groups, Fraction] = {}
    for order, weight in _weak_orders(bonuses, sides):
        if len(order) == 1 < len(everyone) and tie == "again":
            thrown -= weight
            continue
        parts = [_settled(group, bonuses, sides, tie) for group in order]
        for way in product(*parts):
            key = tuple(some for part, _ in way for some in part)
            share = prod((share for _, share in way), start=Fraction(weight))
            shares[key] = shares.get(key, Fraction(0)) + share
    if not shares:
        raise Uncovered("every throw ties and the text rolls ties again, for ever: use dice of more than one side")
    return tuple((order, share / thrown) for order, share in sorted(shares.items()))


def _settled(
    group: tuple[int, ...], bonuses: tuple[int, ...], sides: tuple[int, ...], tie: RankTie
) -> list[tuple[Groups, Fraction]]:
    """What becomes of a group of equal totals: the orders it can come to, with their chances."""
    if tie == "tie" or len(group) == 1:
        return [((group,), Fraction(1))]
    if tie == "modifier":
        steps = sorted({bonuses[place] for place in group}, reverse=True)
        return [(tuple(tuple(place for place in group if bonuses[place] == step) for step in steps), Fraction(1))]
    inner = _orders(tuple(bonuses[i] for i in group), tuple(sides[i] for i in group), tie)
    return [(tuple(tuple(group[i] for i in some) for some in order), share) for order, share in inner]


def _weak_orders(bonuses: tuple[int, ...], sides: tuple[int, ...]) -> Iterator[tuple[Groups, int]]:
    """Every ranking with equals in groups, and how many throws give it."""
    ways: dict[tuple[Groups, tuple[int, ...]], int] = {((), tuple(range(len(sides)))): 1}
    top = max(size + bonus for size, bonus in zip(sides, bonuses, strict=True))
    for total in range(top, min(bonuses), -1):
        grown = dict(ways)
        for (placed, rest), weight in ways.items():
            able = [place for place in rest if 1 <= total - bonuses[place] <= sides[place]]
            for size in range(1, len(able) + 1):
                for chosen in combinations(able, size):
                    key = ((*placed, chosen), tuple(place for place in rest if place not in chosen))
                    grown[key] = grown.get(key, 0) + weight
        ways = grown
    yield from ((placed, weight) for (placed, rest), weight in sorted(ways.items()) if not rest)
