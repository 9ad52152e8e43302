"""What a rule may ask. A rule yields these, is sent the answers, and does nothing else.

A rule never rolls, never chooses and never looks at harm; so the same lines serve play, odds and solving.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from tussle.ask.dice import Die
from tussle.ask.law import Answer, Law

__all__ = [
    "Again",
    "Choose",
    "Gauge",
    "Harm",
    "Harmed",
    "Part",
    "Procedure",
    "Reading",
    "Request",
    "Roll",
    "Tell",
]


class Reading(Protocol):
    """The question put to the faces of a throw: a frozen, hashable value."""

    def read(self, faces: tuple[int, ...]) -> Answer | Again:
        """The coarsest answer the rule needs, or `Again` where the text rolls again."""

    def law(self, sides: tuple[int, ...]) -> Law:
        """The exact law of the answer for dice of these sides, `Again` conditioned out."""

    def __hash__(self) -> int: ...


class Again(Struct, frozen=True, gc=False):
    """The text rolls again.

    Attributes:
        which: indices into the throw whose dice are thrown afresh; an index may stand more than once.
        reading: what is asked of the new faces.
    """

    which: tuple[int, ...]
    reading: Reading


class Part(Struct, frozen=True, gc=False):
    """One named share of a total: `Part(2, "size", 4, "srd35.check.size")`.

    Attributes:
        owner: the index of the fighter whose total it belongs to.
        name: what it is called at the table.
        value: what it adds.
        clause: the clause it comes from, also where that clause makes it 0.
    """

    owner: int
    name: str
    value: int
    clause: str


def _with_parts(cites: tuple[str, ...], parts: tuple[Part, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*cites, *(part.clause for part in parts))))


class Roll(Struct, frozen=True, gc=False):
    """Chance: `dice` are thrown and `reading` is asked of them.

    Attributes:
        parts: the shares of every total in the reading; their clauses are cited too.
        cites: the clauses that ask for the roll.
    """

    dice: tuple[Die, ...]
    reading: Reading
    parts: tuple[Part, ...]
    cites: tuple[str, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the roll rests on."""
        return _with_parts(self.cites, self.parts)


class Choose(Struct, frozen=True, gc=False):
    """A decision of one fighter's player, also in the middle of another's action.

    Attributes:
        fighter: the index of the fighter whose player decides.
        options: stable words, no two alike. One option is taken by itself; none is a fault of the rule.
    """

    fighter: int
    options: tuple[str, ...]
    cites: tuple[str, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the decision rests on."""
        return self.cites


class Harm(Struct, frozen=True, gc=False):
    """Damage onto a tally; the reading says how much. The answer is a `Harmed`.

    Attributes:
        fighter: the index of the fighter who is harmed.
        dice: the damage dice; none where the amount is fixed.
        kind: the rule set's word for the sort of harm.
    """

    fighter: int
    dice: tuple[Die, ...]
    reading: Reading
    kind: str
    parts: tuple[Part, ...]
    cites: tuple[str, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the harm rests on."""
        return _with_parts(self.cites, self.parts)


class Harmed(Struct, frozen=True, gc=False):
    """What a rule learns of a harm: whether any got through, and how the fighter now stands."""

    through: bool
    standing: str

    def __str__(self) -> str:
        return f"{'hurt' if self.through else 'unhurt'}-{self.standing}"


class Gauge(Struct, frozen=True, gc=False):
    """How far a tally stands past a mark; the answer is that difference, 0 or less included.

    Attributes:
        fighter: the index of the fighter whose tally is read.
        tally: the rule set's word for it; of several joined by "+" the sum is read.
        mark: the number it is held against.
    """

    fighter: int
    tally: str
    mark: int
    cites: tuple[str, ...]

    def excess(self, words: tuple[str, ...], row: tuple[int, ...]) -> int:
        """The answer for a fighter whose tallies stand so.

        Args:
            words: the rule set's tallies.
            row: the fighter's numbers, in their order.
        """
        return sum(row[words.index(word)] for word in self.tally.split("+")) - self.mark

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the question rests on."""
        return self.cites


class Tell(Struct, frozen=True, gc=False):
    """A line of the transcript; nothing is asked, and trees drop it.

    Attributes:
        fact: one sentence in the present tense, `{0}` and `{1}` standing for the fighters of `who`.
        done: the action has now done what it is for. A tree keeps this, and the head line counts it.
    """

    fact: str
    who: tuple[int, ...]
    cites: tuple[str, ...]
    done: bool = False

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the fact rests on."""
        return self.cites


Request: TypeAlias = "Roll | Choose | Harm | Gauge | Tell"
Procedure: TypeAlias = Generator[Request, Any, Any]
"""A rule on its way: yields requests, is sent answers, returns a stance."""
