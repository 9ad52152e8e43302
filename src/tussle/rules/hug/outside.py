"""Outsiders: who attacks somebody in a grapple, and what is left to who is in none (chapter `outside`)."""

from __future__ import annotations

from tussle.ask.requests import Part
from tussle.bout.action import Refusal
from tussle.bout.stance import Stance

__all__ = ["at_risk", "careful", "not_on_menu", "stray"]


def at_risk(stance: Stance, me: int, foe: int) -> int | None:
    """Who may be hit by mistake when `me` attacks `foe`: the partner, if `me` is a third party (hug.outside.stray)."""
    others = [partner for partner in stance.partners(foe) if partner != me]
    return others[0] if others and not stance.tied(me, foe) else None


def stray(*, warily: bool) -> tuple[int, tuple[str, ...]]:
    """Up to which natural face the wrong one is hit, and the clause (hug.outside.stray, hug.outside.careful)."""
    return (1, ("hug.outside.stray", "hug.outside.careful")) if warily else (3, ("hug.outside.stray",))


def careful(me: int) -> Part:
    """What care costs, declared before the roll (hug.outside.careful)."""
    return Part(me, "careful", -2, "hug.outside.careful")


def not_on_menu(me: int, verb: str) -> Refusal:
    """What only a grappler can do (hug.outside.menu)."""
    return Refusal(me, verb, "in no grapple", "hug.outside.menu")
