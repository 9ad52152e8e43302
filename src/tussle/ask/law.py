"""A law: what can come out, and how often, in whole numbers over one denominator."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from msgspec import Struct

__all__ = ["Answer", "Law", "answer_text"]

Answer: TypeAlias = "str | int | tuple[int, ...] | tuple[tuple[int, ...], ...]"
"""What a reading says: a word, a number, or a ranking (indices, or groups of them)."""


def answer_text(answer: Answer) -> str:
    """An answer as one word: rankings read `2>0>1`, ties `2>0=1`."""
    if isinstance(answer, tuple):
        return ">".join("=".join(map(str, group)) if isinstance(group, tuple) else str(group) for group in answer)
    return str(answer)


class Law(Struct, frozen=True, gc=False):
    """An exact law.

    Attributes:
        weights: each answer with its weight, a whole number above 0, in the reading's own order.
        total: the sum of the weights; weights and total share no factor.
    """

    weights: tuple[tuple[Answer, int], ...]
    total: int

    @classmethod
    def of(cls, counts: dict[Answer, int] | Iterable[tuple[Answer, int]]) -> Law:
        """The law with these weights, zeros left out, reduced to lowest terms."""
        pairs = counts.items() if isinstance(counts, dict) else counts
        kept = [(answer, weight) for answer, weight in pairs if weight]
        factor = gcd(*[weight for _, weight in kept])
        weights = [(answer, weight // factor) for answer, weight in kept]
        return cls(tuple(weights), sum([weight for _, weight in weights]))

    @classmethod
    def mix(cls, parts: Iterable[tuple[Fraction | int, Law]]) -> Law:
        """The law that follows each of `parts` with its weight (the weights need not sum to 1)."""
        chances: dict[Answer, Fraction] = {}
        for share, law in parts:
            for answer, weight in law.weights:
                chances[answer] = chances.get(answer, Fraction(0)) + share * Fraction(weight, law.total)
        common = 1
        for chance in chances.values():
            common = common * chance.denominator // gcd(common, chance.denominator)
        return cls.of([(answer, int(chance * common)) for answer, chance in chances.items()])

    def chance(self, *answers: Answer) -> Fraction:
        """The chance of any of `answers`."""
        return Fraction(sum(weight for answer, weight in self.weights if answer in answers), self.total)
