"""What is best for a goal, and how it goes on: what a table page shows of best play and of forecasts.

Both rest on everybody's numbers; so where anything is kept from a seat, both are the game master's to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from msgspec import Struct

from tussle.bout.bout import Bout
from tussle.bout.notation import bout_json, position_text
from tussle.errors import TussleError, Uncovered
from tussle.play.situation import Act
from tussle.surfaces.web.sight import Sight
from tussle.surfaces.web.worker import Busy, Desk

__all__ = ["GOALS", "Asked", "advice", "ahead", "asked", "goal_of", "mark"]

GOALS = {
    "": "none",
    "hold for 1": "hold on this round",
    "hold for 2": "hold on for 2 rounds",
    "hold for 3": "hold on for 3 rounds",
    "pin within 1": "pin somebody this round",
    "pin within 2": "pin somebody within 2 rounds",
    "free within 1": "be free this round",
    "free within 2": "be free within 2 rounds",
    "down within 2": "have them down within 2 rounds",
    "down first": "have them down first",
}
"""The goals that can be chosen on a page, in words."""

ROUNDS = 6
CLOSE = 1e-9
STANDS = {
    "free": "free",
    "held": "held",
    "pinning": "pinning",
    "pinned": "pinned",
    "down": "down",
    "won": "won",
}
"""How a side may stand at the end of a round, from the top of a column to its foot."""


class Asked(Struct, frozen=True):
    """What a page of best play rests on.

    Attributes:
        bout: the bout.
        question: the bout and the position as the worker takes them.
        turn: whose turn it is.
        mine: whether the seat chooses that one's action now.
        whole: whether nothing is kept from the seat.
    """

    bout: Bout
    question: dict[str, Any]
    turn: str
    mine: bool
    whole: bool


def asked(sight: Sight) -> Asked | None:
    """What can be asked of a table as it stands; None where nobody chooses an action."""
    session = sight.live.session
    if not isinstance(session.pending, Act):
        return None
    bout, position = session.bout, session.position
    turn = position.stance.turn
    return Asked(
        bout,
        {"bout": bout_json(bout), "position": position_text(bout, position)},
        bout.names[turn] if turn >= 0 else "",
        turn >= 0 and sight.mine(turn) and any(action.by == turn for action in session.pending.actions),
        sight.whole,
    )


def goal_of(bout: Bout, chosen: str | None) -> str:
    """The goal of a page: the one that was chosen; between two fighters there is one from the beginning."""
    if chosen in GOALS:
        return chosen
    return "hold for 1" if len(bout.names) == 2 else ""


async def advice(desk: Desk, about: Asked, goal: str, seconds: float, patience: float) -> dict[str, Any]:
    """What is best for the goal of whose turn it is: `state` is `off`, `secret`, `wait`, `no` or `told`."""
    form: dict[str, Any] = {
        "goals": [{"goal": word, "words": words, "chosen": word == goal} for word, words in GOALS.items()],
        "state": "off",
        "sentence": "",
        "answer": None,
    }
    if not goal:
        return form
    if not about.whole:
        return {**form, "state": "secret"}
    question = {**about.question, "goal": goal, "by": about.turn}
    try:
        found = await desk.soon("best", question, seconds, patience)
    except (Busy, TussleError) as error:
        return {**form, "state": "no", "sentence": _too_large(error)}
    return {**form, "state": "wait"} if found is None else {**form, "state": "told", "answer": found}


def _too_large(error: TussleError) -> str:
    sentence = str(error)
    if isinstance(error, Uncovered):
        return f"Too large to solve exactly: {sentence}."
    return f"{sentence[:1].upper()}{sentence[1:]}."


def mark(form: dict[str, Any], told: dict[str, Any]) -> None:
    """Mark the best actions in the rows of a page, and say why."""
    answer = told["answer"]
    acts = form["acts"]
    texts = {(act["by"], act["token"]): act["what"] for act in acts}
    turn = [row for row in answer["actions"] if row["by"] == form["turn"]]
    if not turn:
        return
    top = _number(turn[0]["reached"])
    best = {row["action"] for row in turn if abs(_number(row["reached"]) - top) <= CLOSE}
    if len(best) < len(turn) or len(turn) == 1:
        for act in acts:
            act["best"] = act["by"] == form["turn"] and act["token"] in best
    reason = answer["reason"].removeprefix(f"{turn[0]['action']}: ")
    for (_, name), words in sorted(texts.items(), key=lambda pair: -len(pair[0][1])):
        reason = reason.replace(name, f"\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}")
    if answer["never"]:
        reason = f"It can never be: {answer['never']}."
    told["sentence"] = reason.replace(" %", "\N{NO-BREAK SPACE}%")
    told["best"] = [texts[form["turn"], name] for name in sorted(best) if (form["turn"], name) in texts]


def _number(value: str | float) -> float:
    return float(Fraction(value)) if isinstance(value, str) else value


# Forecasts


async def ahead(desk: Desk, about: Asked, seconds: float, patience: float | None) -> dict[str, Any]:
    """How it goes on: `state` is `off`, `secret`, `wait`, `no` or `told`.

    Args:
        patience: how long to wait; None: nobody has asked, and only what is known is told.
    """
    side = [name for name, side in zip(about.bout.names, about.bout.sides, strict=True) if side == about.bout.sides[0]]
    form: dict[str, Any] = {"state": "off", "sentence": "", "side": " and ".join(side), "chart": None}
    if not about.whole:
        return {**form, "state": "secret"}
    question = {**about.question, "rounds": ROUNDS}
    try:
        if patience is None:
            found = desk.known("forecast", question)
            if found is None:
                return form
        else:
            found = await desk.soon("forecast", question, seconds, patience)
    except (Busy, TussleError) as error:
        return {**form, "state": "no", "sentence": _too_large(error)}
    return {**form, "state": "wait"} if found is None else {**form, "state": "told", "chart": chart(found["rows"])}


WIDE, GAP, HIGH, TOP = 34.0, 4.0, 140.0, 8.0


def chart(rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A column a round, in parts; what each number is, and where it is drawn."""
    met = [word for word in STANDS if any(row[word] > 0 for row in rows)]
    parts, labels, keys = [], [], []
    for place, row in enumerate(rows):
        x, y = place * (WIDE + GAP), TOP
        for word in met:
            high = row[word] * HIGH
            if high > 0:
                parts.append({"word": word, "x": x, "y": y, "wide": WIDE, "high": high})
            if high >= 13:
                labels.append({"word": word, "x": x + WIDE / 2, "y": y + high / 2 + 4, "text": f"{row[word]:.0%}"[:-1]})
            if place == len(rows) - 1 and row[word] >= 0.005:
                keys.append({"word": word, "x": x + WIDE + 6, "y": y + high / 2 + 4, "text": STANDS[word]})
            y += high
    for before, after in pairwise(keys):
        after["y"] = max(after["y"], before["y"] + 13)
    return {
        "width": len(rows) * (WIDE + GAP) + 62,
        "height": TOP + HIGH + 22,
        "parts": parts,
        "labels": labels,
        "keys": keys,
        "rounds": [
            {"x": place * (WIDE + GAP) + WIDE / 2, "text": "now" if not row["round"] else str(row["round"])}
            for place, row in enumerate(rows)
        ],
        "met": [STANDS[word] for word in met],
        "rows": [{"round": row["round"] or "now", "shares": [_share(row[word]) for word in met]} for row in rows],
        "label": _label(rows, met),
    }


def _share(value: float) -> str:
    """A share in whole per cent; what is not nothing and not all never rounds to it."""
    if value <= 1e-12:
        return "none"
    if value < 0.005:
        return "under 1\N{NO-BREAK SPACE}%"
    if 0.995 <= value < 1 - 1e-12:
        return "over 99\N{NO-BREAK SPACE}%"
    return f"{value:.0%}"[:-1] + "\N{NO-BREAK SPACE}%"


def _label(rows: list[Mapping[str, Any]], met: list[str]) -> str:
    """The last column in words, for who does not see the chart."""
    last = rows[-1]
    shares = ", ".join(f"{STANDS[word]} {_share(last[word])}" for word in met if last[word] > 1e-12)
    return f"How it stands at the end of each round. After {last['round']} rounds: {shares}."
