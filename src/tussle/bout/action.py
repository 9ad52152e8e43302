"""Actions and refusals: what a fighter may do now, and which clause forbids the rest."""

from __future__ import annotations

from msgspec import Struct

from tussle.bout.stance import NOBODY

__all__ = ["Action", "Refusal"]


class Action(Struct, frozen=True, gc=False):
    """One thing a fighter can do: `verb[:target][:detail]*`.

    Attributes:
        by: the index of the fighter who does it.
        verb: the rulebook's own verb.
        target: the index of the fighter it is done to, or `NOBODY`.
        details: what the text has declared before any die is thrown, in the order the rule set documents.
        clauses: the clauses that allow it.
    """

    by: int
    verb: str
    target: int = NOBODY
    details: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class Refusal(Struct, frozen=True, gc=False):
    """One thing a fighter cannot do now.

    Attributes:
        reason: what is in the way, in a few words that can follow "not now:".
        clause: the clause that forbids it.
    """

    by: int
    verb: str
    reason: str
    clause: str
    target: int = NOBODY
