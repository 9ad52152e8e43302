"""The errors a person can act on, and the one that is ours.

Each message is one sentence: what was wrong, where, and what would be right.
"""

from __future__ import annotations

__all__ = ["Fault", "Illegal", "Impossible", "Missing", "TussleError", "Uncovered", "Unreadable"]


class TussleError(Exception):
    """The base of every error that Tussle raises on purpose."""


class Unreadable(TussleError):
    """A notation that cannot be read: a position line, dice text, a load string, a fighter."""


class Illegal(TussleError):
    """An action that the rules forbid now.

    Attributes:
        clause: the id of the clause that forbids it.
    """

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(f"{message} [{clause}]")
        self.clause = clause


class Impossible(TussleError):
    """An answer that the request cannot have: a 23 on a d20, an option not offered."""


class Uncovered(TussleError):
    """A case the rule text does not cover, or a question too large to answer exactly."""


class Missing(TussleError):
    """A name that is not there: a fighter, a rule set, a file."""


class Fault(TussleError):
    """A rule, or a rule set, that breaks its own contract: our fault, never the reader's."""
