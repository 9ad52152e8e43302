"""A contest in which a natural face can settle a pair by itself: the highest wins, a 1 loses."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tussle.ask.law import Answer, Law
from tussle.ask.readings import Tie
from tussle.ask.requests import Again

__all__ = ["Automatic", "AutomaticPairs"]


def _pair(face: int, other: int, edge: int, tie: Tie, *, mine: bool, top: int) -> str:
    """One pair: `won`, `lost`, or `again`. Both natural faces alike, or none: the totals are compared."""
    first = (face == top) - (face == 1) if mine else 0
    second = (other == top) - (other == 1)
    if first != second:
        return "won" if first > second else "lost"
    margin = face + edge - other
    if margin:
        return "won" if margin > 0 else "lost"
    if tie == "modifier":
        return "won" if edge > 0 else "lost" if edge < 0 else "again"
    return "lost" if tie == "tie" else tie


@lru_cache(maxsize=4096)
def _counts(face: int, edge: int, tie: Tie, *, mine: bool, top: int, size: int) -> tuple[int, int]:
    """Against how many faces of the other die this face wins, and against how many it is thrown again."""
    verdicts = [_pair(face, other, edge, tie, mine=mine, top=top) for other in range(1, size + 1)]
    return verdicts.count("won"), verdicts.count("again")


@lru_cache(maxsize=4096)
def _afresh(edge: int, tie: Tie, *, mine: bool, top: int, sides: tuple[int, int]) -> Fraction:
    """The chance of winning a pair thrown by itself, throws that are thrown again left out."""
    rows = [_counts(face, edge, tie, mine=mine, top=top, size=sides[1]) for face in range(1, sides[0] + 1)]
    won, again = (sum(column) for column in zip(*rows, strict=True))
    return Fraction(won, sides[0] * sides[1] - again)


def _law(chance: Fraction) -> Law:
    return Law.of([("won", chance.numerator), ("lost", chance.denominator - chance.numerator)])


class Automatic(Struct, frozen=True, gc=False):
    """One throw that must beat every other's, as `BeatsAll`, with natural faces that settle a pair.

    The highest face wins and a 1 loses; where both faces of a pair do the same, the totals are compared.
    The law is that of the own face, with the other dice independent of each other.

    Attributes:
        mine: whether the own die has such faces; the others always have.
        top: the highest face.
    """

    bonus: int
    others: tuple[int, ...]
    tie: Tie = "modifier"
    mine: bool = True
    top: int = 20

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The answer for (own face, each other's face)."""
        again: list[int] = []
        edges: list[int] = []
        for place, other in enumerate(self.others, 1):
            edge = self.bonus - other
            verdict = _pair(faces[0], faces[place], edge, self.tie, mine=self.mine, top=self.top)
            if verdict == "lost":
                return "lost"
            if verdict == "again":
                again += [0, place]
                edges.append(edge)
        return Again(tuple(again), AutomaticPairs(tuple(edges), self.tie, self.mine, self.top)) if edges else "won"

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        own, *rest = sides
        chance = Fraction(0)
        for face in range(1, own + 1):
            every = Fraction(1)
            for other, size in zip(self.others, rest, strict=True):
                edge = self.bonus - other
                won, again = _counts(face, edge, self.tie, mine=self.mine, top=self.top, size=size)
                fresh = Fraction(0)
                if again:
                    fresh = _afresh(edge, self.tie, mine=self.mine, top=self.top, sides=(own, size))
                every *= (won + again * fresh) / size
            chance += every
        return _law(chance / own)


class AutomaticPairs(Struct, frozen=True, gc=False):
    """Several such pairs thrown at once, each to be won: faces (own, other, own, other, …)."""

    edges: tuple[int, ...]
    tie: Tie = "again"
    mine: bool = True
    top: int = 20

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """`won` if every pair is, `lost` if one is lost, the undecided pairs again otherwise."""
        verdicts = []
        for place, edge in enumerate(self.edges):
            own, other = faces[2 * place : 2 * place + 2]
            verdicts.append(_pair(own, other, edge, self.tie, mine=self.mine, top=self.top))
        if "lost" in verdicts:
            return "lost"
        open_pairs = [place for place, verdict in enumerate(verdicts) if verdict == "again"]
        if not open_pairs:
            return "won"
        which = tuple(index for place in open_pairs for index in (2 * place, 2 * place + 1))
        return Again(
            which, AutomaticPairs(tuple(self.edges[place] for place in open_pairs), self.tie, self.mine, self.top)
        )

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law."""
        chance = Fraction(1)
        for place, edge in enumerate(self.edges):
            pair = (sides[2 * place], sides[2 * place + 1])
            chance *= _afresh(edge, self.tie, mine=self.mine, top=self.top, sides=pair)
        return _law(chance)
