"""Tussle: the grappling engine for tabletop role-playing games.

A rule is written once, as a generator that asks; the referee, the odds and the simulator read the same lines.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
