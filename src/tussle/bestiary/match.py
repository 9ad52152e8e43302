"""A bout from what a person wrote: a rule set, fighters with `vs` between sides, a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tussle.bestiary.find import find
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_map
from tussle.bout.ruleset import RuleSet
from tussle.errors import Unreadable

__all__ = ["match"]


def match(
    rules: str | RuleSet,
    *fighters: str,
    plan: str | None = None,
    finder: Callable[[RuleSet, str], tuple[str, Any]] = find,
) -> Bout:
    """A bout: `match("hug", "Otto", "Carack", "vs", "Arangu")`.

    Args:
        rules: a rule set, or its load string.
        fighters: each a name of the bestiary, a file, JSON or the quick form; `vs` stands between two sides,
            without it each fighter is its own.
        plan: a map, as in `8x6 Otto@1.2 Arangu@2.2 #4.4`; None: no map.
        finder: what makes a fighter of a text.

    Raises:
        TussleError: with the argument that is wrong.
    """
    loaded = load(rules) if isinstance(rules, str) else rules
    sides: list[list[str]] = [[]]
    for text in fighters:
        if text.lower() == "vs":
            sides.append([])
        else:
            sides[-1].append(text)
    if not all(sides):
        raise Unreadable("vs stands between the fighters of two sides, as in Otto Carack vs Arangu Tivid")
    numbers = tuple(number for number, side in enumerate(sides) for _ in side) if len(sides) > 1 else None
    bout = make_bout(loaded, [finder(loaded, text) for side in sides for text in side], numbers)
    if plan is None:
        return bout
    named = list(zip(bout.names, bout.fighters, strict=True))
    return make_bout(loaded, named, bout.sides, parse_map(plan, bout.names))
