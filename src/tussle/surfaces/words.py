"""Chances and numbers as a person reads them. A rounded number never shows 0 % or 100 % unless it is."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["about", "listed", "minus", "percent", "spread"]


def percent(chance: Fraction) -> str:
    """A chance in whole percent: `66 %`; what is not nothing and not certain never rounds to it."""
    rounded = round(chance * 100)
    if rounded == 0 and chance > 0:
        return "under 1 %"
    if rounded == 100 and chance < 1:
        return "over 99 %"
    return f"{rounded} %"


def spread(least: Fraction, most: Fraction) -> str:
    """Two chances, or the one if they are the same: `38 % to 83 %  153/400 to 829/1000`."""
    if least == most:
        return percent(least) if least in (0, 1) else f"{percent(least)}  {least}"
    return f"{percent(least)} to {percent(most)}  {least} to {most}"


def about(chance: Fraction) -> str:
    """A chance as people say it: `about 2 in 3`, `1 in 2`, `about 1 in 140`."""
    if chance in (0, 1):
        return "always" if chance else "never"
    near = _near(chance)
    text = f"{near.numerator:,} in {near.denominator:,}"
    return text if near == chance else f"about {text}"


def _near(chance: Fraction) -> Fraction:
    """The chance itself in twentieths or larger parts; else the largest parts that are within 2 points of a hundred."""
    if chance.denominator <= 20:
        return chance
    if chance < Fraction(1, 12):
        return Fraction(1, round(1 / chance))
    if chance > Fraction(11, 12):
        return 1 - _near(1 - chance)
    tries = [Fraction(round(chance * count), count) for count in range(2, 11)]
    return next(
        (near for near in tries if abs(near - chance) <= Fraction(1, 50)),
        min(tries, key=lambda near: abs(near - chance)),
    )


def minus(value: int) -> str:
    """A number with its sign, the minus being a true one: `+3`, `−2`."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def listed(words: list[str], last: str = "and") -> str:
    """Words in a row: `a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
