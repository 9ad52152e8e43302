"""The sheet of a pair, to be printed on one page.

Its numbers, what each may do at first and in a hold, and how often it works.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tussle.ask.readings import Opposed
from tussle.bout.bout import Bout
from tussle.bout.fighter import fighter_json
from tussle.bout.notation import bout_json, position_text
from tussle.bout.stance import Position
from tussle.bout.walk import why_not
from tussle.errors import TussleError, Uncovered
from tussle.play.state import apply_state
from tussle.surfaces.web.page import chance, clause_form
from tussle.surfaces.web.worker import Desk
from tussle.surfaces.words import minus

__all__ = ["pair_position", "sheet_form", "table_of"]

SECONDS = 8.0


def pair_position(bout: Bout, who: int, *, tied: bool) -> Position | None:
    """A position in which `who` has the turn: at first, or with the first two fighters in a hold."""
    order = (who, *(other for other in bout.everyone if other != who))
    position = bout.opening(order)
    if not tied:
        return position
    verb = next(iter(bout.rules.state_words), None)
    if verb is None:
        return None
    try:
        one, other = bout.names[0], bout.names[1]
        return apply_state(bout, position, f"{one} {verb} {other}; turn {bout.names[who]}")
    except TussleError:
        return None


async def sheet_form(desk: Desk, bout: Bout) -> dict[str, Any]:
    """What the sheet shows of the first two fighters of a bout."""
    sections = []
    for tied, heading in ((False, "To start"), (True, "In a hold")):
        columns = []
        for who in (0, 1):
            position = pair_position(bout, who, tied=tied)
            columns.append({} if position is None else await table_of(desk, bout, position))
        verbs = list(dict.fromkeys([*columns[0], *columns[1]]))
        if verbs:
            rows = [{"what": what, "cells": [column.get(what) for column in columns]} for what in verbs]
            sections.append({"heading": heading, "rows": rows})
    names = bout.names[:2]
    return {
        "names": names,
        "rules": bout.rules.load_string,
        "rules_title": bout.rules.title,
        "numbers": [_numbers(bout, who) for who in (0, 1)],
        "sections": sections,
        "may_not": _may_not(bout),
        "gap": _gap(),
        "title": f"{names[0]} against {names[1]}",
    }


async def table_of(desk: Desk, bout: Bout, position: Position) -> dict[str, dict[str, Any]]:
    """Each action of whose turn it is, named without the other's name, with its chance."""
    question = {"bout": bout_json(bout), "position": position_text(bout, position)}
    try:
        rows = (await desk.ask("actions", question, SECONDS))["rows"]
    except Uncovered:
        return {}
    found = {}
    for row in rows:
        words = row["action"].split(":")
        details = [
            word.replace("_", " ") for word in words[1:] if word not in {n.replace(" ", "_") for n in bout.names}
        ]
        what = f"{words[0].capitalize()}{': ' + ', '.join(details) if details else ''}"
        if what not in found:
            least, most = Fraction(row["least"]), Fraction(row["most"])
            found[what] = {
                "chance": chance(least, most) if row["rolls"] else None,
                "cite": row["cites"][0] if row["cites"] else "",
                "decides": row["decides"],
            }
    return found


def _numbers(bout: Bout, who: int) -> list[tuple[str, str]]:
    """A fighter's numbers, as they differ from the default."""
    form: Mapping[str, Any] = fighter_json(bout.names[who], bout.fighters[who])
    return [(field.replace("_", " "), _said(value)) for field, value in form.items() if field != "name" and value != ""]


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return minus(value).removeprefix("+")
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_said(one)}" for key, one in value.items() if one not in ("", None))
    if isinstance(value, list | tuple):
        return "; ".join(_said(one) for one in value)
    return str(value).replace("_", " ")


def _may_not(bout: Bout) -> list[dict[str, Any]]:
    """What is forbidden in a hold, with the clause."""
    position = pair_position(bout, 0, tied=True)
    if position is None:
        return []
    return [
        {"verb": refusal.verb, "reason": refusal.reason, "clause": clause_form(bout.rules.clause[refusal.clause])}
        for refusal in why_not(bout, position.stance)
        if refusal.by == 0
    ]


def _gap() -> list[tuple[int, str]]:
    """How often the higher modifier wins an opposed d20 that also goes to it when the totals are equal."""
    gaps = (0, 1, 2, 3, 4, 5, 8, 12, 19)
    wins = [Opposed(gap, "modifier").law((20, 20)).chance("won") for gap in gaps]
    return [(gap, chance(win, win)["p"]) for gap, win in zip(gaps, wins, strict=True)]
