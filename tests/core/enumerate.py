"""The slow and obvious reference: a reading put to every throw there is."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from tussle.ask.law import Answer, Law
from tussle.ask.requests import Again, Reading

__all__ = ["Endless", "chances", "enumerated"]


class Endless(Exception):
    """Every throw is rolled again."""


def chances(law: Law) -> dict[Answer, Fraction]:
    """A law as fractions, whatever its order; it must be one."""
    assert all(weight > 0 for _, weight in law.weights)
    assert sum(weight for _, weight in law.weights) == law.total
    found = {answer: Fraction(weight, law.total) for answer, weight in law.weights}
    assert len(found) == len(law.weights)
    return found


@cache
def enumerated(reading: Reading, sides: tuple[int, ...]) -> dict[Answer, Fraction]:
    """What `read` says of every throw; where it says `Again`, the law of the new throw.

    A reading that returns to itself is conditioned out.
    """
    found: dict[Answer, Fraction] = {}
    returns = Fraction(0)
    share = Fraction(1, prod(sides))
    for faces in product(*(range(1, size + 1) for size in sides)):
        answer = reading.read(faces)
        if not isinstance(answer, Again):
            found[answer] = found.get(answer, Fraction(0)) + share
            continue
        fresh = tuple(sides[which] for which in answer.which)
        if (answer.reading, fresh) == (reading, sides):
            returns += share
            continue
        for inner, chance in enumerated(answer.reading, fresh).items():
            found[inner] = found.get(inner, Fraction(0)) + share * chance
    if returns == 1:
        raise Endless
    return {answer: chance / (1 - returns) for answer, chance in found.items()}
