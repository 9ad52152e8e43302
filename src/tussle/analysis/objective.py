"""Objectives: what one side is after, and how a stance is judged by it. A person reads "goal".

The subject is the first side named; everybody else wants it to fail. Rounds count from now, this one is 1.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.errors import Uncovered, Unreadable

__all__ = ["GOALS", "MAX_ROUNDS", "Judgement", "Objective", "is_pin", "parse_objective", "round_ends"]

GOALS = {
    "pin within N": "pin a foe at some moment before round N ends",
    "free within N": "be in no hold at some moment before round N ends",
    "down within N": "have every foe down at some moment before round N ends",
    "hold for N": "hold or pin a foe at the end of each of N rounds",
    "down first": "have every foe down while one of yours still stands, however long it takes",
}
"""Every goal, with a line that explains it."""

MAX_ROUNDS = 100

Judgement: TypeAlias = Literal["reached", "lost", "neither"] | None
"""What a stance decides: reached, lost (one's own side is down, or a hold is broken), neither, or nothing yet."""

_TEXT = re.compile(r"\s*(?:(pin|free|down)\s+within|(hold)\s+for)\s+(\d+)\s*")


class Objective(Struct, frozen=True):
    """A goal of one side.

    Attributes:
        kind: `pin`, `free`, `down`, `hold` or `first`.
        rounds: how many rounds there are for it; None without a horizon.
        side: the number of the side it is the goal of.
    """

    kind: str
    rounds: int | None
    side: int

    def __str__(self) -> str:
        if self.rounds is None:
            return "down first"
        return f"{self.kind} {'for' if self.kind == 'hold' else 'within'} {self.rounds}"

    def mine(self, bout: Bout, fighter: int) -> bool:
        """Whether the fighter is of the side whose goal it is."""
        return bout.sides[fighter] == self.side

    def judge(self, bout: Bout, stance: Stance) -> Judgement:
        """What a stance between two procedures decides; round ends are judged by `keeps`."""
        if self.kind == "pin" and self._pinning(bout, stance):
            return "reached"
        if self.kind == "free" and self._free(bout, stance):
            return "reached"
        mine = any(self.mine(bout, who) and bout.fit(stance, who) for who in bout.everyone)
        theirs = any(not self.mine(bout, who) and bout.fit(stance, who) for who in bout.everyone)
        if not theirs and mine and self.kind in ("down", "first"):
            return "reached"
        if not mine:
            return "lost" if theirs else "neither"
        if theirs:
            return None
        return "lost" if self.kind == "hold" else "neither"

    def keeps(self, bout: Bout, stance: Stance) -> bool:
        """Whether a stance at the end of a round is as the goal wants it: only a hold asks."""
        if self.kind != "hold":
            return True
        strands = bout.rules.strands
        return any(
            self.mine(bout, one) != self.mine(bout, other) and (self.mine(bout, one) or "▶" not in strands[word])
            for one, other, word in stance.holds
        )

    def never(self, bout: Bout) -> str:
        """Why the goal can never be reached under these rules, or ""."""
        if self.kind == "pin" and not any(is_pin(word) for word in bout.rules.strands):
            return f"{bout.rules.name} knows no pin"
        return ""

    def _pinning(self, bout: Bout, stance: Stance) -> bool:
        return any(
            is_pin(word) and self.mine(bout, one) and not self.mine(bout, other) for one, other, word in stance.holds
        )

    def _free(self, bout: Bout, stance: Stance) -> bool:
        """Nobody of the side is in a hold with a foe, and somebody of it is still up to enjoy it."""
        held = any(self.mine(bout, one) != self.mine(bout, other) for one, other, _ in stance.holds)
        return not held and any(self.mine(bout, who) and bout.fit(stance, who) for who in bout.everyone)


def is_pin(word: str) -> bool:
    """Whether a hold is a pin; a rule set may say more of it after a hyphen (`pin-lapsing`)."""
    return word.partition("-")[0] == "pin"


def parse_objective(text: str, bout: Bout) -> Objective:
    """The goal that a text names, for the first side of the bout.

    Raises:
        Unreadable: there is no such goal; the error lists those there are.
        Uncovered: more rounds than anybody plays.
    """
    side = bout.sides[0]
    if text.split() == ["down", "first"]:
        return Objective("first", None, side)
    found = _TEXT.fullmatch(text)
    if found is None or not int(found[3]):
        raise Unreadable(f"there is no goal {text[:40]!r}: {', '.join(GOALS)}, N being a number of rounds from 1")
    rounds = int(found[3])
    if rounds > MAX_ROUNDS:
        raise Uncovered(f"a goal of {rounds} rounds is out of reach: at most {MAX_ROUNDS}, or down first")
    return Objective(found[1] or found[2], rounds, side)


def round_ends(before: Stance, end: Stance, settled: Stance) -> int:
    """How many rounds end in one procedure and what follows by itself: where the order of turns starts again.

    That is where the turn goes to an earlier place, or stays with a fighter who has a fresh one because nobody
    else could do anything.

    Args:
        before: where the procedure began.
        end: its end.
        settled: what upkeep makes of that.
    """
    fresh = settled.turn == end.turn != NOBODY and _left(settled) > _left(end)
    return _earlier(before, end) + (_earlier(end, settled) or int(fresh))


def _earlier(before: Stance, after: Stance) -> int:
    if NOBODY in (before.turn, after.turn) or not after.order:
        return 0
    return int(after.order.index(after.turn) < after.order.index(before.turn))


def _left(stance: Stance) -> int:
    """How much is left of the turn."""
    return sum(amount for _, amount in stance.budgets[stance.turn])
