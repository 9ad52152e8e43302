"""Numbers: pools and their dice, the ladder of difficulties, ties, conceding, sizes (chapter `check`)."""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.dice import MAX_SIDES, Die
from tussle.ask.readings import Count, Pools
from tussle.ask.requests import Choose, Part, Procedure, Roll, Tell
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.errors import Unreadable

__all__ = ["Pool", "concede", "dice", "larger", "opposed", "pass_ladder", "pool", "read_dice", "size", "strength"]


class Pool(Struct, frozen=True):
    """The dice one side rolls (endure.check.pool).

    Attributes:
        owner: whose they are.
        label: what they are rolled for.
        parts: what their number is the sum of.
    """

    owner: int
    label: str
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many dice: 0 or more."""
        return max(0, sum(part.value for part in self.parts))


def read_dice(text: str) -> tuple[int, int]:
    """The sides and the target of the ruling `dice`, written as `d6/5+` (endure.check.pool).

    Raises:
        Unreadable: no die has these sides, or the target leaves no success or no failure.
    """
    sides, target = (int(number) for number in text.strip("d+").split("/"))
    if not 2 <= target <= sides <= MAX_SIDES:
        raise Unreadable(
            f"the ruling dice of endure cannot be {text!r}: "
            f"the target must be 2 or more and not above the sides, the sides at most {MAX_SIDES}"
        )
    return sides, target


def pool(bout: Bout, stance: Stance, who: int, rating: str, scope: str) -> Pool:
    """As many dice as the rating (endure.check.pool).

    Args:
        scope: what kind of roll it is, for bonuses a game master granted.
    """
    part = Part(who, rating, getattr(bout.fighters[who], rating), "endure.check.pool")
    return Pool(who, rating, (part, *stance.granted(who, scope)))


def dice(bout: Bout, *pools: Pool) -> tuple[Die, ...]:
    """The dice of these pools, one pool after the other (endure.check.pool)."""
    sides, _ = read_dice(bout.ruling("dice"))
    return tuple(Die(sides, pool.owner, pool.label) for pool in pools for _ in range(pool.size))


def opposed(
    bout: Bout, mine: Pool, theirs: Pool, cites: tuple[str, ...], most: int = 1, *, push: bool = False
) -> Procedure:
    """Successes against successes (endure.check.pool, endure.check.tie).

    Args:
        most: how many net successes matter.
        push: it is the final push, where every tie is rolled again.

    Returns:
        The net successes, `most` at most; 0 where it is lost; None for a tie that stands.
    """
    both = (mine.owner, theirs.owner)
    if not mine.size and not theirs.size:
        yield Tell("{0} and {1} have no dice, and so they tie.", both, ("endure.check.tie", *cites))
        return None
    _, target = read_dice(bout.ruling("dice"))
    again = push or bout.ruling("tie") == "reroll"
    steps = tuple(range(1, min(most, mine.size) + 1)) if most > 1 else ()
    answer = yield Roll(
        dice(bout, mine, theirs),
        Pools(mine.size, theirs.size, target, "again" if again else "tie", steps),
        (*mine.parts, *theirs.parts),
        ("endure.check.pool", "endure.check.tie", *cites),
    )
    if answer == "tie":
        yield Tell("{0} and {1} tie: nothing changes.", both, ("endure.check.tie",))
        return None
    return {"won": 1, "lost": 0}.get(answer, answer)


def pass_ladder(bout: Bout, mine: Pool, foe: int, steps: tuple[Part, ...], cites: tuple[str, ...]) -> Procedure:
    """A check against Very Easy and some steps more (endure.check.pool, endure.check.ladder).

    Args:
        foe: who the checking fighter is up against; the difficulty is its total.
        steps: what the difficulty has risen by.

    Returns:
        Whether it is passed.
    """
    clause = "endure.check.ladder"
    parts = (Part(foe, "very easy", int(bout.ruling("very_easy")), clause), *steps)
    needed = sum(part.value for part in parts)
    cites = (*dict.fromkeys(part.clause for part in parts), *cites)
    if needed > mine.size:
        fact = f"{{0}} has {mine.size} dice and needs {needed} successes: failed without a roll."
        yield Tell(fact, (mine.owner,), cites)
        return False
    if not needed:
        yield Tell("{0} needs no success: passed without a roll.", (mine.owner,), cites)
        return True
    _, target = read_dice(bout.ruling("dice"))
    answer = yield Roll(dice(bout, mine), Count(target, needed), (*mine.parts, *parts), ("endure.check.pool", *cites))
    return answer == "passed"


def concede(foe: int, clause: str) -> Choose:
    """The other side may let it happen, asked before any die (endure.check.concede)."""
    return Choose(foe, ("contest", "concede"), ("endure.check.concede", clause))


def size(bout: Bout, who: int) -> Part:
    """How large a fighter is (endure.check.size)."""
    return Part(who, "size", bout.fighters[who].size, "endure.check.size")


def strength(bout: Bout, who: int) -> Part:
    """How strong a fighter is, on the same scale (endure.check.size)."""
    return Part(who, "strength", bout.fighters[who].strength, "endure.check.size")


def larger(bout: Bout, one: int, other: int) -> tuple[bool, str]:
    """Whether the one is larger than the other, and the clause that measures them (endure.check.size)."""
    mine, theirs = size(bout, one), size(bout, other)
    return mine.value > theirs.value, mine.clause
