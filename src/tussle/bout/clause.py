"""Clauses and rulings: what a rule rests on, and the switches where the text leaves a choice."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Clause", "Ruling"]


class Ruling(Struct, frozen=True):
    """A named switch where the text is silent, contradicts itself, or is disputed.

    Attributes:
        default: the value it has when nobody says otherwise.
        alternatives: the other values, in the order of the rules; empty where any value of `free` will do.
        reason: why the default is the default, in a sentence.
        free: a pattern for any other value (a number, say), or "".
        hint: what `free` stands for, in words.
    """

    name: str
    default: str
    alternatives: tuple[str, ...]
    reason: str
    free: str = ""
    hint: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The default and the named alternatives."""
        return (self.default, *self.alternatives)


class Clause(Struct, frozen=True):
    """One clause of a rule text, restated.

    Attributes:
        id: rule set, chapter, clause: `hug.start.reach`. The chapter is the file it is coded in.
        text: the clause in our words; `[T]` marks what the text says, `[B]` a base rule of the same game,
            `[H]` a house default.
        rulings: its switches.
        explains: it only explains and is never cited.
    """

    id: str
    text: str
    rulings: tuple[Ruling, ...] = ()
    explains: bool = False

    @property
    def chapter(self) -> str:
        """The file that codes it."""
        return self.id.split(".")[1]

    @property
    def mark(self) -> str:
        """Where the clause begins: `T`, `B` or `H`."""
        return self.text[1]
