"""What dice come to in `cphera`, counted face by face: for cphera.py beside this file."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, product
from typing import Any

SURE = Fraction(1)


def chances(of: dict[Any, Fraction]) -> dict[Any, Fraction]:
    return {outcome: chance for outcome, chance in of.items() if chance}


@cache
def reaching(bonus: int, wanted: int) -> dict[Any, Fraction]:
    """Whether d20 + bonus comes to what is wanted."""
    yes = Fraction(sum(face + bonus >= wanted for face in range(1, 21)), 20)
    return chances({True: yes, False: 1 - yes})


@cache
def margins(mine: int, other: int, tie: str) -> dict[int, Fraction]:
    """By how much d20 + mine beats d20 + other under a ruling (cphera.check.tie); 0 is a tie that stands.

    A tie won or lost by modifier is ½ or −½, whose whole part is 0.
    """
    count: dict[Any, int] = {}
    for a, b in product(range(1, 21), repeat=2):
        margin: Any = a + mine - b - other
        if margin == 0 and tie == "modifier" and mine != other:
            margin = Fraction(1 if mine > other else -1, 2)
        if margin != 0 or tie == "status-quo":
            count[margin] = count.get(margin, 0) + 1
    return {margin: Fraction(n, sum(count.values())) for margin, n in count.items()}


@cache
def contest(mine: int, other: int, tie: str) -> dict[Any, Fraction]:
    """1: won, 0: a tie that stands, −1: lost."""
    found: dict[Any, Fraction] = {}
    for margin, chance in margins(mine, other, tie).items():
        sign = (margin > 0) - (margin < 0)
        found[sign] = found.get(sign, Fraction(0)) + chance
    return found


@cache
def orders(modifiers: tuple[int, ...], tie: str) -> dict[tuple[int, ...], Fraction]:
    """How a group ranks (cphera.group.rank): for each its rank, 0 the highest, equals alike.

    Args:
        modifiers: of each member.
        tie: the ruling.
    """
    weak = _weak(modifiers, by_modifier=tie == "modifier")
    total = 20 ** len(modifiers)
    if tie != "reroll":
        return {rank: Fraction(n, total) for rank, n in weak.items()}
    stuck = (0,) * len(modifiers)
    found: dict[tuple[int, ...], Fraction] = {}
    again = total - (weak.get(stuck, 0) if len(modifiers) > 1 else 0)
    for rank, n in weak.items():
        if len(modifiers) > 1 and rank == stuck:
            continue
        for strict, chance in _untied(rank, modifiers).items():
            found[strict] = found.get(strict, Fraction(0)) + chance * Fraction(n, again)
    return found


def _weak(modifiers: tuple[int, ...], *, by_modifier: bool) -> dict[tuple[int, ...], int]:
    """How many throws rank a group so: from the highest result down, who has just that one."""
    lines: dict[tuple[tuple[int, ...], ...], int] = {(): 1}  # levels, the highest first
    for result in range(20 + max(modifiers), min(modifiers), -1):
        can = [member for member, modifier in enumerate(modifiers) if 1 <= result - modifier <= 20]
        after: dict[tuple[tuple[int, ...], ...], int] = {}
        for line, count in lines.items():
            loose = [member for member in can if all(member not in level for level in line)]
            for size in range(len(loose) + 1):
                for alike in combinations(loose, size):
                    levels = [alike] if alike else []
                    if by_modifier:
                        falling = sorted(alike, key=lambda member: -modifiers[member])
                        levels = [tuple(some) for _, some in groupby(falling, key=lambda member: modifiers[member])]
                    longer = (*line, *levels)
                    after[longer] = after.get(longer, 0) + count
        last = [member for member, modifier in enumerate(modifiers) if result - modifier == 1]
        lines = {line: count for line, count in after.items() if all(any(m in level for level in line) for m in last)}
    everybody = range(len(modifiers))
    found: dict[tuple[int, ...], int] = {}
    for line, count in lines.items():
        rank = tuple(next(place for place, level in enumerate(line) if member in level) for member in everybody)
        found[rank] = found.get(rank, 0) + count
    return found


def _untied(rank: tuple[int, ...], modifiers: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The strict orders that become of a ranking when those alike in it roll again among themselves."""
    found: dict[tuple[int, ...], Fraction] = {(): SURE}  # members, the highest first
    for level in range(max(rank) + 1):
        alike = [member for member, at in enumerate(rank) if at == level]
        after: dict[tuple[int, ...], Fraction] = {}
        inner = orders(tuple(modifiers[member] for member in alike), "reroll") if len(alike) > 1 else {(0,): SURE}
        for (line, chance), (places, share) in product(found.items(), inner.items()):
            longer = (*line, *(alike[place] for place in sorted(range(len(alike)), key=lambda p: places[p])))
            after[longer] = after.get(longer, Fraction(0)) + chance * share
        found = after
    return {tuple(line.index(member) for member in range(len(rank))): chance for line, chance in found.items()}


@cache
def thrown(dice: str) -> dict[int, Fraction]:
    """What dice as in 2d6 add up to."""
    count, sides = (int(number or 1) for number in dice.split("d"))
    found = {0: SURE}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for (total, chance), face in product(found.items(), range(1, sides + 1)):
            after[total + face] = after.get(total + face, Fraction(0)) + chance / sides
        found = after
    return found


@cache
def blow(bonus: int, against: int, dice: str, plus: int, *, overflow: bool, criticals: bool) -> dict[Any, Fraction]:
    """The damage of an attack; None: it misses (cphera.base.attack, cphera.harm.overflow, .criticals)."""
    confirms = (
        Fraction(sum(face == 20 or face + bonus >= against for face in range(1, 21)), 20) if criticals else SURE * 0
    )
    found: dict[Any, Fraction] = {}
    for face in range(1, 21):
        if face < 20 and face + bonus < against:
            found[None] = found.get(None, Fraction(0)) + Fraction(1, 20)
            continue
        more = max(0, (face + bonus - against) // 4) if overflow else 0
        times = {2: confirms, 1: 1 - confirms} if face == 20 else {1: SURE}
        for (total, chance), (factor, share) in product(thrown(dice).items(), times.items()):
            amount = max(0, (total + plus + more) * factor)
            found[amount] = found.get(amount, Fraction(0)) + chance * share / 20
    return chances(found)


@cache
def beating_all(mine: int, others: tuple[int, ...], tie: str) -> dict[Any, Fraction]:
    """Whether one roll beats the roll of each; under some rulings a tied pair is settled by itself."""
    total = Fraction(0)
    for face in range(1, 21):
        chance = Fraction(1, 20)
        for other in others:
            lower = sum(face + mine > die + other for die in range(1, 21))
            equal = 1 <= face + mine - other <= 20
            tied = Fraction(0)
            if tie == "modifier" and mine != other:
                tied = Fraction(mine > other)
            elif tie != "status-quo":
                tied = contest(mine, other, "reroll").get(1, Fraction(0))
            chance *= (lower + equal * tied) / Fraction(20)
        total += chance
    return chances({True: total, False: 1 - total})
