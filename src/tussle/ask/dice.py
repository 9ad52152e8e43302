"""Dice, and the text in which people write them.

A die knows who throws it and what it is called, so that a person can be asked for it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from tussle.errors import Unreadable

__all__ = ["MAX_COUNT", "MAX_SIDES", "DiceText", "Die", "parse_dice", "sum_counts"]

MAX_COUNT = 100
MAX_SIDES = 1000
MAX_BONUS = 1000


class Die(Struct, frozen=True, gc=False):
    """One die of a throw.

    Attributes:
        sides: 1 to 1000; the faces are 1 to sides.
        owner: the index of the fighter whose player throws it; -1 for nobody's.
        label: what it is for, as a person would say it ("athletics", "club").
    """

    sides: int
    owner: int = -1
    label: str = ""


class DiceText(Struct, frozen=True, gc=False):
    """Dice as people write them: `count` dice of `sides` sides plus a whole number."""

    count: int
    sides: int
    bonus: int = 0

    def __str__(self) -> str:
        head = f"{self.count if self.count != 1 else ''}d{self.sides}"
        return head + (f"{self.bonus:+d}" if self.bonus else "")

    @property
    def highest(self) -> int:
        """The largest total."""
        return self.count * self.sides + self.bonus

    def dice(self, owner: int, label: str) -> tuple[Die, ...]:
        """The dice to throw, for `owner`."""
        return (Die(self.sides, owner, label),) * self.count


_DICE = re.compile(r"(?P<count>\d*)d(?P<sides>\d+)(?P<bonus>[+-]\d+)?")


@lru_cache(maxsize=512)
def parse_dice(text: str) -> DiceText:
    """Read `2d4`, `D20 + 3`, `d6−1`.

    Raises:
        Unreadable: the text is something else, or larger than 100 dice, 1000 sides, a bonus of ±1000.
    """
    plain = re.sub(r"\s+", "", text.replace("\N{MINUS SIGN}", "-")).lower()
    found = _DICE.fullmatch(plain) if len(plain) <= 40 else None
    if found is None:
        raise Unreadable(f"{text[:40]!r} is no dice text: write a count, d and the sides, as in 2d4 or d20+3")
    count, sides, bonus = (int(found[name] or default) for name, default in _DEFAULTS)
    if not (1 <= count <= MAX_COUNT and 1 <= sides <= MAX_SIDES and abs(bonus) <= MAX_BONUS):
        raise Unreadable(
            f"{text[:40]!r} is out of range: 1 to {MAX_COUNT} dice of 1 to {MAX_SIDES} sides, "
            f"a bonus of at most {MAX_BONUS} either way"
        )
    return DiceText(count, sides, bonus)


_DEFAULTS = (("count", 1), ("sides", 0), ("bonus", 0))


@lru_cache(maxsize=512)
def sum_counts(sides: tuple[int, ...]) -> tuple[int, ...]:
    """How many throws of these dice have each sum, from `len(sides)` upwards, by convolution."""
    counts = [1]
    for size in sides:
        wider = [0] * (len(counts) + size - 1)
        running = 0
        for place in range(len(wider)):
            if place < len(counts):
                running += counts[place]
            if place >= size:
                running -= counts[place - size]
            wider[place] = running
        counts = wider
    return tuple(counts)
