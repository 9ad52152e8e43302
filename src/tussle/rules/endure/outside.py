"""Outsiders: attacks on somebody in a grapple, and what is left to who is in none (chapter `outside`)."""

from __future__ import annotations

from tussle.ask.requests import Choose, Part, Procedure
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.endure import check

__all__ = ["Cover", "cover", "menu", "no_dodge", "off_menu", "tidy"]

Cover = tuple[Stance, tuple[Part, ...], tuple[str, ...]]
"""The stance once cover is paid for, the successes it is worth, and the clauses behind them."""


def no_dodge(foe: int, name: str) -> Part:
    """No dodging or blocking while grappling (endure.outside.no-dodge)."""
    return Part(foe, name, 0, "endure.outside.no-dodge")


def cover(bout: Bout, stance: Stance, foe: int) -> Procedure:
    """The cover a grappler has from the other, when a third party attacks (endure.outside.cover).

    Returns:
        A `Cover`.
    """
    clause = "endure.outside.cover"
    if not stance.partners(foe):
        return stance, (), ()
    if bout.ruling("cover") == "costs-1-action":
        if not stance.left(foe, "cover") or (yield Choose(foe, ("cover", "no"), (clause,))) == "no":
            return stance, (), ()
        stance = stance.spend(foe, "cover")
    (other,) = stance.partners(foe)
    larger, measure = check.larger(bout, other, foe)
    shelter = Part(foe, "heavy cover", 2, clause) if larger else Part(foe, "mild cover", 1, clause)
    return stance, (shelter,), (measure,)


def tidy(bout: Bout, stance: Stance) -> Stance:
    """Forget actions spared for cover that nobody needs to pay for (endure.outside.cover)."""
    fit = sum(bout.fit(stance, who) for who in bout.everyone)
    if bout.ruling("cover") == "costs-1-action" and fit > 2:
        return stance
    for who in bout.everyone:
        if stance.left(who, "cover"):
            stance = stance.budget(who, actions=stance.left(who, "actions"))
    return stance


def menu() -> tuple[str, ...]:
    """What an action of a fighter rests on who is in no grapple (endure.outside.menu)."""
    return ("endure.outside.menu",)


def off_menu(me: int, verb: str) -> Refusal:
    """What only a grappler can do (endure.outside.menu)."""
    return Refusal(me, verb, "you are in no grapple", "endure.outside.menu")
