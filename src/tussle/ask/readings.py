"""The readings: each puts one question to the faces of a throw and knows the exact law of its answer.

The words of answers: `won` and `lost` (`tie` where the text tells it apart), `hit`, `miss` and `top` (a natural
face that hits by itself), `stray`, `passed` and `failed`; a number where the text asks how much.
Laws are closed forms or convolution; `tests/core` holds each against plain enumeration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, zip_longest
from math import gcd
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tussle.ask.dice import sum_counts
from tussle.ask.law import Answer, Law
from tussle.ask.requests import Again
from tussle.errors import Uncovered

__all__ = [
    "Against",
    "BeatsAll",
    "Count",
    "Hits",
    "Opposed",
    "Pairs",
    "PlainTie",
    "Pools",
    "Ranking",
    "Stray",
    "Sum",
    "Tie",
]

PlainTie: TypeAlias = Literal["lost", "won", "tie", "again"]
"""What equal totals are: lost or won by the one who acts, told apart as `tie`, or rolled again."""

Tie: TypeAlias = PlainTie | Literal["modifier"]
"""The same, or won by the higher modifier and rolled again at equal ones."""

MAX_RANKED = 7
"""So many can be ranked with an exact law: more can come in too many orders to list."""


def _settle(edge: int, tie: Tie) -> PlainTie:
    """The tie rule once the modifiers are known."""
    if tie != "modifier":
        return tie
    return "won" if edge > 0 else "lost" if edge < 0 else "again"


def _level(margin: int, steps: tuple[int, ...]) -> Answer:
    """`won` or, with steps, the largest step not above the margin; below the first one, 0."""
    return max((step for step in steps if step <= margin), default=0) if steps else "won"


def _verdict(margin: int, tie: PlainTie, steps: tuple[int, ...]) -> Answer | None:
    """What a margin says; None where the text rolls again."""
    if margin == 0 and tie == "again":
        return None
    if margin == 0 and tie == "tie":
        return "tie"
    if margin > 0 or (margin == 0 and tie == "won"):
        return _level(margin, steps)
    return 0 if steps else "lost"


def _by_margin(counts: Iterable[tuple[int, int]], tie: PlainTie, steps: tuple[int, ...]) -> Law:
    """The law over (margin, weight) pairs."""
    weights: dict[Answer, int] = {}
    for margin, weight in counts:
        answer = _verdict(margin, tie, steps)
        if answer is not None:
            weights[answer] = weights.get(answer, 0) + weight
    if not any(weights.values()):
        raise Uncovered("every throw ties and the text rolls ties again, for ever: use dice of more than one side")
    return Law.of(weights)


class Opposed(Struct, frozen=True, gc=False):
    """One die against one: first face + `edge` against the second face.

    Attributes:
        edge: the first side's modifiers less the second's.
        steps: margins, rising, at which the answer grows: `(2, 5)` answers 0, 2 or 5. None: `won` or `lost`.
    """

    edge: int
    tie: Tie = "lost"
    steps: tuple[int, ...] = ()

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for (first face, second face)."""
        answer = _verdict(faces[0] + self.edge - faces[1], _settle(self.edge, self.tie), self.steps)
        return Again((0, 1), self) if answer is None else answer

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law; `Uncovered` where every throw would be rolled again."""
        first, second = sides
        if first == second == 20 and not self.steps:
            return self._on_d20()
        margins = (
            (gap + self.edge, max(0, min(first, second + gap) - max(1, 1 + gap) + 1))
            for gap in range(1 - second, first)
        )
        return _by_margin(margins, _settle(self.edge, self.tie), self.steps)

    def wins(self) -> tuple[int, int, int]:
        """On two d20: in how many of the 400 throws the first total is higher, equal, lower."""
        edge = self.edge
        equal = max(0, 20 - abs(edge))
        fewer = equal * (equal - 1) // 2
        return (400 - equal - fewer, equal, fewer) if edge > 0 else (fewer, equal, 400 - equal - fewer)

    def price(self) -> tuple[int, int]:
        """On two d20: the chance that the first side wins, as (weight, total), not reduced.

        A tie told apart counts as not won.
        """
        higher, equal, lower = self.wins()
        tie = _settle(self.edge, self.tie)
        if tie == "again":
            return higher, higher + lower
        return (higher + equal, 400) if tie == "won" else (higher, 400)

    def _on_d20(self) -> Law:
        higher, equal, lower = self.wins()
        tie = _settle(self.edge, self.tie)
        if tie == "tie":
            return Law.of([("won", higher), ("tie", equal), ("lost", lower)])
        if tie == "won":
            higher += equal
        elif tie == "lost":
            lower += equal
        return Law.of([("won", higher), ("lost", lower)])


class Against(Struct, frozen=True, gc=False):
    """One die against a number: face + `edge` against 0, the number being taken off `edge` already."""

    edge: int
    tie: PlainTie = "lost"
    steps: tuple[int, ...] = ()

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for one face."""
        answer = _verdict(faces[0] + self.edge, self.tie, self.steps)
        return Again((0,), self) if answer is None else answer

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law; `Uncovered` where every throw would be rolled again."""
        return _by_margin(((face + self.edge, 1) for face in range(1, sides[0] + 1)), self.tie, self.steps)


class Hits(Struct, frozen=True, gc=False):
    """An attack: face + `bonus` against `ac`. A face of 1 never hits.

    Attributes:
        meet: whether reaching `ac` is enough; else the total must exceed it.
        top: from which face on a hit is a `top` (a full hit, a threat); above the sides: never.
        sure: the face that hits whatever the total; above the sides: none.
    """

    bonus: int
    ac: int
    meet: bool = True
    top: int = 20
    sure: int = 20

    def read(self, faces: tuple[int, ...]) -> Answer:
        """The answer for one face: `miss`, `hit` or `top`."""
        face = faces[0]
        total = face + self.bonus + self.meet
        if face == 1 or (face != self.sure and total <= self.ac):
            return "miss"
        return "top" if face >= self.top else "hit"

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        return _by_face(self.read, sides[0], ("top", "hit", "miss"))


class Stray(Struct, frozen=True, gc=False):
    """An attack that strikes somebody else on a low natural face, before anything else is asked.

    Attributes:
        upto: the highest face that strays.
        otherwise: the reading of every other face.
    """

    upto: int
    otherwise: Hits

    def read(self, faces: tuple[int, ...]) -> Answer:
        """`stray`, or what the inner reading says."""
        return "stray" if faces[0] <= self.upto else self.otherwise.read(faces)

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        return _by_face(self.read, sides[0], ("stray", "top", "hit", "miss"))


def _by_face(read: Callable[[tuple[int, ...]], Answer], sides: int, order: tuple[Answer, ...]) -> Law:
    weights: dict[Answer, int] = dict.fromkeys(order, 0)
    for face in range(1, sides + 1):
        weights[read((face,))] += 1
    return Law.of(weights)


class BeatsAll(Struct, frozen=True, gc=False):
    """One throw that must beat every other's: face 0 + `bonus` against face i + `others[i - 1]`, one by one.

    A tie that is rolled again is rolled again for that pair alone, with fresh dice on both sides, so two
    such ties at equal modifiers are won together with chance 1/4.
    """

    bonus: int
    others: tuple[int, ...]
    tie: Tie = "modifier"

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for (own face, each other's face)."""
        again: list[int] = []
        edges: list[int] = []
        for place, (face, other) in enumerate(zip(faces[1:], self.others, strict=True), 1):
            edge = self.bonus - other
            margin = faces[0] + edge - face
            verdict = "won" if margin > 0 else "lost" if margin < 0 else _settle(edge, self.tie)
            if verdict in ("lost", "tie"):
                return "lost"
            if verdict == "again":
                again += [0, place]
                edges.append(edge)
        return Again(tuple(again), Pairs(tuple(edges))) if edges else "won"

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        own, *rest = sides
        won = Fraction(0)
        for face in range(1, own + 1):
            chance = Fraction(1)
            for other, size in zip(self.others, rest, strict=True):
                edge = self.bonus - other
                below = Fraction(min(max(face + edge - 1, 0), size))
                if 1 <= face + edge <= size:
                    below += self._tied(edge, own, size)
                chance *= below / size
            won += chance
        return _won(won / own)

    def _tied(self, edge: int, own: int, size: int) -> Fraction:
        """What a tie is worth."""
        verdict = _settle(edge, self.tie)
        if verdict == "again":
            return Opposed(edge, "again").law((own, size)).chance("won")
        return Fraction(verdict == "won")


class Pairs(Struct, frozen=True, gc=False):
    """Several pairs thrown at once, each to be won: faces (own, other, own, other, …), ties thrown again."""

    edges: tuple[int, ...]

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """`won` if every pair is, `lost` if one is lost, the tied pairs again otherwise."""
        margins = [faces[2 * place] + edge - faces[2 * place + 1] for place, edge in enumerate(self.edges)]
        if any(margin < 0 for margin in margins):
            return "lost"
        tied = [place for place, margin in enumerate(margins) if margin == 0]
        if not tied:
            return "won"
        which = tuple(index for place in tied for index in (2 * place, 2 * place + 1))
        return Again(which, Pairs(tuple(self.edges[place] for place in tied)))

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        won = Fraction(1)
        for place, edge in enumerate(self.edges):
            won *= Opposed(edge, "again").law(sides[2 * place : 2 * place + 2]).chance("won")
        return _won(won)


def _won(chance: Fraction) -> Law:
    return Law.of([("won", chance.numerator), ("lost", chance.denominator - chance.numerator)])


def _successes(count: int, good: int, sides: int) -> list[int]:
    """How often `count` dice have 0, 1, … successes, `good` faces of `sides` being successes; in proportion."""
    common = gcd(good, sides)
    good, bad = good // common, (sides - good) // common
    ways, row = 1, []
    for k in range(count + 1):
        row.append(ways * bad ** (count - k))
        ways = ways * (count - k) * good // (k + 1)
    return row


class Pools(Struct, frozen=True, gc=False):
    """Successes against successes: the first `mine` dice against the rest.

    Attributes:
        mine, theirs: how many dice each side throws.
        target: from which face on a die is a success.
        theirs_target: the same for the other side, if it differs; 0: the same.
        steps: as for `Opposed`, the margin being net successes.
    """

    mine: int
    theirs: int
    target: int
    tie: PlainTie = "again"
    steps: tuple[int, ...] = ()
    theirs_target: int = 0

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for (my faces…, their faces…)."""
        other = self.theirs_target or self.target
        margin = sum(face >= self.target for face in faces[: self.mine])
        margin -= sum(face >= other for face in faces[self.mine :])
        answer = _verdict(margin, self.tie, self.steps)
        return Again(tuple(range(len(faces))), self) if answer is None else answer

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law; all dice of one side of the contest have the same number of sides."""
        mine = sides[0] if self.mine else 1
        theirs = sides[self.mine] if self.theirs else 1
        first = _successes(self.mine, _good(mine, self.target), mine)
        second = _successes(self.theirs, _good(theirs, self.theirs_target or self.target), theirs)
        if not self.steps:
            return self._plain(first, second)
        margins = ((a - b, x * y) for a, x in enumerate(first) for b, y in enumerate(second))
        return _by_margin(margins, self.tie, self.steps)

    def _plain(self, first: list[int], second: list[int]) -> Law:
        """Who has more, counting up through the successes."""
        won = tied = below = 0
        for ways, other in zip_longest(first, second, fillvalue=0):
            won += ways * below
            tied += ways * other
            below += other
        lost = sum(first) * below - won - tied
        if self.tie == "tie":
            return Law.of([("won", won), ("tie", tied), ("lost", lost)])
        if self.tie == "won":
            won += tied
        elif self.tie == "lost":
            lost += tied
        if not won + lost:
            raise Uncovered("both pools can only tie and the text rolls ties again, for ever")
        return Law.of([("won", won), ("lost", lost)])


def _good(sides: int, target: int) -> int:
    return min(sides, max(0, sides - target + 1))


class Count(Struct, frozen=True, gc=False):
    """A pool against a difficulty: `passed` with at least `needed` faces of `target` or more."""

    target: int
    needed: int

    def read(self, faces: tuple[int, ...]) -> Answer:
        """`passed` or `failed`."""
        return "passed" if sum(face >= self.target for face in faces) >= self.needed else "failed"

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law; all dice have the same number of sides."""
        counts = _successes(len(sides), _good(sides[0], self.target) if sides else 0, sides[0] if sides else 1)
        return Law.of([("passed", sum(counts[max(self.needed, 0) :])), ("failed", sum(counts[: max(self.needed, 0)]))])


class Sum(Struct, frozen=True, gc=False):
    """An amount: the sum of the faces, `times` over, plus `plus`, but not below `least`."""

    plus: int = 0
    least: int = 0
    times: int = 1

    def read(self, faces: tuple[int, ...]) -> int:
        """The amount."""
        return max(self.least, sum(faces) * self.times + self.plus)

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        weights: dict[Answer, int] = {}
        for total, weight in enumerate(sum_counts(sides), len(sides)):
            amount = max(self.least, total * self.times + self.plus)
            weights[amount] = weights.get(amount, 0) + weight
        return Law.of(weights)


class Ranking(Struct, frozen=True, gc=False):
    """Everybody by one throw: who comes before whom, highest total first.

    Attributes:
        bonuses: what each adds to its face.
        tie: `tie` keeps the tied together (the answer is a tuple of groups of places); `modifier` puts the
            higher bonus first, then the one named first (the answer is a tuple of places).
    """

    bonuses: tuple[int, ...]
    tie: Literal["tie", "modifier"] = "tie"

    def read(self, faces: tuple[int, ...]) -> Answer:
        """The ranking of these faces."""
        totals: dict[int, list[int]] = {}
        for place, (face, bonus) in enumerate(zip(faces, self.bonuses, strict=True)):
            totals.setdefault(face + bonus, []).append(place)
        answer: tuple[Any, ...] = ()
        for total in sorted(totals, reverse=True):
            answer = self._after(answer, tuple(totals[total]))
        return answer

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law, placing one total after the other from the top: no enumeration of the throws.

        Raises:
            Uncovered: there are more than seven to rank.
        """
        if len(sides) > MAX_RANKED:
            raise Uncovered(
                f"the orders {len(sides)} can come in are too many to list: at most {MAX_RANKED} are ranked exactly"
            )
        ways: dict[tuple[tuple[Any, ...], tuple[int, ...]], int] = {((), tuple(range(len(sides)))): 1}
        top = max(size + bonus for size, bonus in zip(sides, self.bonuses, strict=True))
        for total in range(top, min(self.bonuses), -1):
            grown = dict(ways)
            for (placed, rest), weight in ways.items():
                able = [i for i in rest if 1 <= total - self.bonuses[i] <= sides[i]]
                for size in range(1, len(able) + 1):
                    for chosen in combinations(able, size):
                        key = (self._after(placed, chosen), tuple(i for i in rest if i not in chosen))
                        grown[key] = grown.get(key, 0) + weight
            ways = grown
        return Law.of([(placed, weight) for (placed, rest), weight in sorted(ways.items()) if not rest])

    def _after(self, placed: tuple[Any, ...], group: tuple[int, ...]) -> tuple[Any, ...]:
        """The ranking with one more group of equal totals at its end."""
        if self.tie == "tie":
            return (*placed, group)
        return (*placed, *sorted(group, key=lambda i: (-self.bonuses[i], i)))
