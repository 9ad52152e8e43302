"""A position made by hand and a chance counted by hand from the text, put to both implementations."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from tests.oracle.exchange import Question, compare, oracle

Json: TypeAlias = dict[str, Any]

BUDGETS = {"hug": {"standard": 1}, "srd35": {"standard": 1}, "endure": {"actions": 3}, "cphera": {"ap": 8}}
"""Of A, where nothing else is told."""


class Case(NamedTuple):
    """A question about A and others, and the chance of something after one of its actions.

    Attributes:
        fighters: what A, B, C and so on have besides their names.
        told: what the position has besides order, turn and budgets.
        action: the token asked about.
        choices: the choices on the way, each `NAME option`.
        what: whether an end is what the chance is of.
        chance: counted by hand from the text.
    """

    fighters: list[Json]
    told: Json
    action: str
    choices: list[str]
    what: Callable[[Json], bool]
    chance: str
    rules: str = "hug"
    ground: Json | None = None
    sides: list[int] | None = None


def harm(end: Json, who: str) -> int:
    return int(end.get("tallies", {}).get(who, {}).get("harm", 0))


def loose(end: Json) -> bool:
    return "holds" not in end


def corridor(*at: int) -> Json:
    return {"type": "squares", "width": 9, "height": 1, "at": [[column, 0] for column in at]}


def question(case: Case) -> Question:
    """The case as docs/exchange.md writes it; A is on turn."""
    names = [chr(ord("A") + place) for place in range(len(case.fighters))]
    bout: Json = {
        "rules": case.rules,
        "fighters": [{"name": name, **one} for name, one in zip(names, case.fighters, strict=True)],
        "sides": case.sides or list(range(len(names))),
    }
    position = {"order": names, "turn": "A", "budgets": {"A": BUDGETS[_name(case)]}, **case.told}
    if case.ground:
        bout["map"] = case.ground
    return Question(bout, {key: value for key, value in position.items() if value})


def _name(case: Case) -> str:
    return case.rules.partition("(")[0]


def answered_alike(case: Case) -> None:
    """Both implementations give the same answer."""
    assert compare(question(case), oracle(_name(case))) == []


def chance(case: Case) -> str:
    """Of what the case is about, after its action and choices, by the second implementation."""
    choices = [choice.split(" ", 1) for choice in case.choices]
    rows = oracle(_name(case)).answer(*question(case))["rows"]
    rows = [row for row in rows if row[:2] == [case.action, choices]]
    found = sum((Fraction(row[3]) for row in rows if case.what(row[2])), Fraction(0))
    return f"{found.numerator}/{found.denominator}"
