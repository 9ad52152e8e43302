"""Best play and forecasts as documents, the same ones for the command line and for the API."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tussle.bout.bout import Bout
from tussle.bout.notation import position_text
from tussle.bout.stance import Position

if TYPE_CHECKING:
    from tussle.analysis.forecast import Forecast
    from tussle.analysis.solve import Answer

__all__ = ["answer_form", "forecast_form", "number"]


def number(value: Fraction | float) -> str | float:
    """A number for JSON: an exact one as text, `"33/50"`."""
    return str(value) if isinstance(value, Fraction) else value


def answer_form(bout: Bout, position: Position, answer: Answer) -> dict[str, Any]:
    """An answer of best play."""
    return {
        "schema": "tussle/best/1",
        "rules": bout.rules.load_string,
        "position": position_text(bout, position),
        "goal": answer.goal,
        "kind": answer.kind,
        "reached": number(answer.reached),
        "lost": number(answer.lost),
        "neither": number(answer.neither),
        "least": number(answer.least),
        "most": number(answer.most),
        "actions": [
            {"action": each.name, "by": bout.names[each.by], "reached": number(each.reached), "lost": number(each.lost)}
            for each in answer.actions
        ],
        "reason": answer.reason,
        "turns": list(answer.turns),
        "never": answer.never,
    }


def forecast_form(bout: Bout, position: Position, found: Forecast) -> dict[str, Any]:
    """A forecast."""
    return {
        "schema": "tussle/forecast/1",
        "rules": bout.rules.load_string,
        "position": position_text(bout, position),
        "rows": [{"round": row.round, **row.chances} for row in found.rows],
        "error": found.error,
    }
