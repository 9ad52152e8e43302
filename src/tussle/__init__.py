"""Tussle: the grappling engine for tabletop role-playing games.

A rule is written once, as a generator that asks; the referee, the odds and the simulator read the same lines.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tussle.analysis.odds import Pricer
    from tussle.bestiary.match import match
    from tussle.bout.loading import load
    from tussle.bout.notation import parse_position, position_text, token
    from tussle.bout.walk import legal_actions, why_not
    from tussle.errors import TussleError
    from tussle.play.session import Session

__all__ = [
    "Pricer",
    "Session",
    "TussleError",
    "__version__",
    "legal_actions",
    "load",
    "match",
    "parse_position",
    "position_text",
    "token",
    "why_not",
]

__version__ = "0.1.0"

_HOMES = {
    "Pricer": "tussle.analysis.odds",
    "Session": "tussle.play.session",
    "TussleError": "tussle.errors",
    "legal_actions": "tussle.bout.walk",
    "load": "tussle.bout.loading",
    "match": "tussle.bestiary.match",
    "parse_position": "tussle.bout.notation",
    "position_text": "tussle.bout.notation",
    "token": "tussle.bout.notation",
    "why_not": "tussle.bout.walk",
}


def __getattr__(name: str) -> Any:
    """What the package offers, imported when it is first asked for: a command starts in a blink."""
    if name not in _HOMES:
        raise AttributeError(f"tussle has no {name!r}: {', '.join(sorted(_HOMES))}")
    return getattr(import_module(_HOMES[name]), name)
