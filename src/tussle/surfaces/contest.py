"""One contest as people write it, and its exact chance: `d20+7 vs d20+4`, `d20+4 vs AC 11`, `8d6>=5 vs 7d6>=5`."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from msgspec import Struct

from tussle.ask.dice import DiceText, parse_dice, sum_counts
from tussle.ask.readings import BeatsAll, Count, Hits, PlainTie, Pools, Tie
from tussle.errors import Uncovered, Unreadable
from tussle.surfaces.words import listed, minus

__all__ = ["TIES", "Contest", "read_contest"]

TIES = ("modifier", "defender", "attacker", "reroll")
"""Who has equal totals: the higher modifier (equal modifiers roll again), the second side, the first, a new throw."""

MAX_TEXT = 200
MAX_NUMBER = 10_000
MAX_FACES = 10_000
MAX_OTHERS = 20
EXAMPLES = '"d20+7 vs d20+4", "d20+10 vs all d20+6 d20+2", "d20+4 vs AC 11", "8d6>=5 vs 7d6>=5"'


class Contest(Struct, frozen=True):
    """A contest, priced.

    Attributes:
        text: as it was written.
        ties: what becomes of equal totals: one of `TIES`, or `told apart`.
        win, tie, lose: the chances of the first side; they sum to 1.
        sentence: why it is so.
    """

    text: str
    ties: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    sentence: str


class Pool(Struct, frozen=True):
    """Dice that are counted: those that show `target` or more are successes."""

    dice: DiceText
    target: int


class Everyone(Struct, frozen=True):
    """Several throws that must all be beaten by one."""

    dice: tuple[DiceText, ...]


class ArmourClass(Struct, frozen=True):
    """A number an attack is rolled against: a natural 20 hits it, a natural 1 misses."""

    number: int


Side: TypeAlias = "DiceText | Pool | Everyone | ArmourClass | int"


def read_contest(text: str, tie: str | None = None) -> Contest:
    """Read a contest and price it.

    Args:
        tie: one of `TIES`. None: `modifier` for totals, reaching it is enough against a number, pools are told
            apart.

    Raises:
        Unreadable: the text is no contest, or larger than can be, or `tie` says nothing about one of its sort.
        Uncovered: every throw would be rolled again, or there are too many faces to add up.
    """
    if len(text) > MAX_TEXT:
        raise Unreadable(f"the contest is longer than {MAX_TEXT} characters: {EXAMPLES}")
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{GREATER-THAN OR EQUAL TO}", ">=").lower()
    _refuse_two_meanings(plain)
    sides = re.split(r"\b(?:vs?|against)\b\.?", plain)
    if len(sides) != 2:
        raise Unreadable(f"{text.strip()!r} is no contest: write two sides with vs between them, as in {EXAMPLES}")
    mine, theirs = (_side(side.strip()) for side in sides)
    if isinstance(mine, Pool):
        return _pools(text.strip(), mine, theirs, tie)
    if not isinstance(mine, DiceText):
        raise Unreadable(f"the first side of a contest throws dice, {sides[0].strip()!r} does not: {EXAMPLES}")
    if isinstance(theirs, Everyone):
        return _all(text.strip(), mine, theirs, tie or "modifier")
    if isinstance(theirs, ArmourClass):
        return _attack(text.strip(), mine, theirs.number, tie)
    if isinstance(theirs, Pool):
        raise Unreadable(f"dice that are added up cannot be held against dice that are counted: {EXAMPLES}")
    return _totals(text.strip(), mine, theirs, tie)


# Reading


def _refuse_two_meanings(text: str) -> None:
    """`8d6>4` counts dice in one program and compares the sum in another."""
    found = re.search(r"(\d*\s*d\s*\d+)\s*>\s*(\d{1,6})", text)
    if found is not None:
        dice, least = found[1].replace(" ", ""), int(found[2]) + 1
        raise Unreadable(
            f"{found[0].strip()!r} can be read in two ways: write {dice}>={least} to count the dice of {least} or "
            f"more, or {dice} vs {least} to add them up and compare the sum"
        )


def _side(text: str) -> Side:
    if re.fullmatch(r"[+-]?\d+", text):
        return _bounded(int(text))
    if found := re.fullmatch(r"ac\s*([+-]?\d+)", text):
        return ArmourClass(_bounded(int(found[1])))
    if found := re.fullmatch(r"(.*?)>=\s*(\d+)", text):
        return Pool(_plain_dice(found[1].strip()), _bounded(int(found[2])))
    if found := re.fullmatch(r"all\b(.*)", text):
        return Everyone(_several(found[1]))
    return parse_dice(text)


def _bounded(number: int) -> int:
    if abs(number) > MAX_NUMBER:
        raise Unreadable(f"the number {number} is out of range: at most {MAX_NUMBER} either way")
    return number


def _plain_dice(text: str) -> DiceText:
    """Dice that are counted have no bonus."""
    dice = parse_dice(text)
    if dice.bonus:
        raise Unreadable(f"{text!r} cannot be counted with a bonus: write {dice.count}d{dice.sides}>= and the face")
    return dice


def _several(text: str) -> tuple[DiceText, ...]:
    """Dice texts in a row, with spaces, commas or `and` between them."""
    joined = re.sub(r"\s*([+-])\s*", r"\1", text)
    shares = re.sub(r"\band\b|,", " ", joined).split()
    if not 1 <= len(shares) <= MAX_OTHERS:
        raise Unreadable(f"after all there must be 1 to {MAX_OTHERS} throws, as in d20+10 vs all d20+6 d20+2")
    return tuple(parse_dice(share) for share in shares)


# Pricing


def _totals(text: str, mine: DiceText, theirs: DiceText | int, tie: str | None) -> Contest:
    """Totals against totals, or against a number that is to be reached."""
    fixed = isinstance(theirs, int)
    ties = _reach(tie) if fixed else tie or "modifier"
    other = DiceText(1, 1, theirs - 1) if isinstance(theirs, int) else theirs
    higher, equal, lower = _compare(mine, other)
    total = higher + equal + lower
    edge = 0 if fixed else mine.bonus - other.bonus
    winner = {"modifier": "attacker" if edge > 0 else "defender" if edge < 0 else "reroll"}.get(ties, ties)
    counts = f"{total:,} throws: {higher:,} higher, {equal:,} equal, {lower:,} lower"
    sentence = f"{counts}; {_TIE_WORDS[ties, fixed]}."
    if winner == "reroll":
        if not higher + lower:
            raise Uncovered("every throw ties and ties are rolled again, for ever: use dice of more than one side")
        total -= equal
    won = higher + equal if winner == "attacker" else higher
    win = Fraction(won, total)
    return Contest(text, ties, win, Fraction(0), 1 - win, sentence)


_TIE_WORDS = {
    ("modifier", False): "equal totals go to the higher modifier, and are rolled again at equal modifiers",
    ("defender", False): "equal totals are lost",
    ("attacker", False): "equal totals are won",
    ("reroll", False): "equal totals are rolled again",
    ("attacker", True): "to reach the number is enough",
    ("defender", True): "the number must be exceeded",
}


def _reach(tie: str | None) -> str:
    """Against a number there is nobody to tie with: it is to be reached or exceeded."""
    if tie in ("modifier", "reroll"):
        raise Unreadable(f"a number has no modifier and is not rolled: --tie attacker or defender, not {tie}")
    return tie or "attacker"


def _compare(mine: DiceText, theirs: DiceText) -> tuple[int, int, int]:
    """In how many of all throws the first total is higher, equal, lower."""
    if max(mine.count * mine.sides, theirs.count * theirs.sides) > MAX_FACES:
        raise Uncovered(f"there are too many dice to add up exactly: at most {MAX_FACES:,} faces a side, all dice told")
    first, second = (sum_counts((dice.sides,) * dice.count) for dice in (mine, theirs))
    below = (0, *accumulate(second))
    gap = mine.count + mine.bonus - theirs.count - theirs.bonus
    higher = equal = 0
    for place, ways in enumerate(first, gap):
        higher += ways * below[min(max(place, 0), len(second))]
        equal += ways * (second[place] if 0 <= place < len(second) else 0)
    return higher, equal, sum(first) * below[-1] - higher - equal


def _all(text: str, mine: DiceText, theirs: Everyone, tie: str) -> Contest:
    """One throw that must beat every other."""
    for dice in (mine, *theirs.dice):
        if dice.count != 1:
            raise Unreadable(f"against all everybody throws one die, and {dice} are more: d20+10 vs all d20+6 d20+2")
    verdict: Tie = _VERDICTS.get(tie, "modifier")
    reading = BeatsAll(mine.bonus, tuple(dice.bonus for dice in theirs.dice), verdict)
    law = reading.law((mine.sides, *(dice.sides for dice in theirs.dice)))
    others = listed([str(dice) for dice in theirs.dice])
    sentence = f"One throw of {mine} must beat {others}, each by itself; {_TIE_WORDS[tie, False]}."
    return Contest(text, tie, law.chance("won"), Fraction(0), law.chance("lost"), sentence)


_VERDICTS: dict[str, PlainTie] = {"defender": "lost", "attacker": "won", "reroll": "again"}


def _attack(text: str, mine: DiceText, number: int, tie: str | None) -> Contest:
    """An attack roll."""
    if (mine.count, mine.sides) != (1, 20):
        raise Unreadable(f"an attack against AC is one d20 and a bonus, not {mine}: d20+4 vs AC 11")
    ties = _reach(tie)
    law = Hits(mine.bonus, number, meet=ties == "attacker").law((20,))
    win = law.chance("hit", "top")
    verb = "reach" if ties == "attacker" else "exceed"
    sentence = (
        f"{win * 20} of the 20 faces hit: the total must {verb} {number} with {minus(mine.bonus)}, "
        "a natural 20 hits and a natural 1 misses whatever the total."
    )
    return Contest(text, ties, win, Fraction(0), 1 - win, sentence)


def _pools(text: str, mine: Pool, theirs: Side, tie: str | None) -> Contest:
    """Successes against successes, or against a number of them."""
    if isinstance(theirs, int):
        ties = _reach(tie)
        needed = theirs + (ties == "defender")
        law = Count(mine.target, needed).law((mine.dice.sides,) * mine.dice.count)
        sentence = f"{_average(mine)}; {needed} or more are needed."
        return Contest(text, ties, law.chance("passed"), Fraction(0), law.chance("failed"), sentence)
    if not isinstance(theirs, Pool):
        raise Unreadable(f"dice that are counted are held against dice that are counted, or a number: {EXAMPLES}")
    if tie == "modifier":
        raise Unreadable("dice that are counted have no modifier: --tie defender, attacker or reroll")
    verdict = _VERDICTS[tie] if tie else "tie"
    reading = Pools(mine.dice.count, theirs.dice.count, mine.target, verdict, (), theirs.target)
    law = reading.law((mine.dice.sides,) * mine.dice.count + (theirs.dice.sides,) * theirs.dice.count)
    words = _TIE_WORDS[tie, False].replace("totals", "numbers") if tie else "equal numbers are told apart"
    sentence = f"{_average(mine)}, {_average(theirs)}; {words}."
    return Contest(text, tie or "told apart", law.chance("won"), law.chance("tie"), law.chance("lost"), sentence)


def _average(pool: Pool) -> str:
    good = min(pool.dice.sides, max(0, pool.dice.sides - pool.target + 1))
    mean = Fraction(pool.dice.count * good, pool.dice.sides)
    return f"{pool.dice} have {float(mean):.3g} dice of {pool.target} or more on average"
