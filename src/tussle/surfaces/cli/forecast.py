"""`tussle forecast`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tussle.bout.notation import position_text
from tussle.surfaces.advice import forecast_form
from tussle.surfaces.cli.best import auto_option, place, state_option, stated
from tussle.surfaces.cli.common import (
    FIGHTER,
    RULES,
    at_option,
    emit,
    faint,
    json_option,
    map_option,
    named_bout,
    say,
    show,
    table,
    width,
)

if TYPE_CHECKING:
    from tussle.analysis.forecast import Forecast

__all__ = ["command"]

SIGNS = {"free": "·", "held": "═", "pinning": "▶", "pinned": "◀", "down": "✗", "won": "✓"}
"""What the bars are drawn with."""


@click.command("forecast")
@click.argument("rules", type=RULES)
@click.argument("fighters", type=FIGHTER, nargs=-1, required=True, metavar="FIGHTER FIGHTER...")
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many rounds ahead.")
@at_option
@state_option
@map_option
@auto_option
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values instead of a table.")
@json_option
def command(
    rules: str,
    fighters: tuple[str, ...],
    rounds: int,
    at: str | None,
    state: str | None,
    map_text: str | None,
    auto: tuple[str, ...],
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """How the first side stands at the end of each round ahead: free, held, pinning, pinned, down, or won.

    Both sides play their best to have the other down first; --auto states another way to play.
    """
    from tussle.analysis.forecast import STANDS, forecast

    bout = named_bout(rules, fighters, map_text)
    position = place(bout, at, state)
    found = forecast(bout, position, rounds, stated(bout, auto))
    if as_json:
        emit(forecast_form(bout, position, found))
        return
    if as_csv:
        click.echo(",".join(["round", *STANDS]))
        for row in found.rows:
            click.echo(",".join([str(row.round), *(repr(row.chances[word]) for word in STANDS)]))
        return
    say(position_text(bout, position), style=faint)
    _tell(found)


def _tell(found: Forecast) -> None:
    """Print a forecast as a table with bars, leaving out what never happens."""
    from tussle.analysis.solve_reason import points

    met = [word for word in SIGNS if any(row.chances[word] > 0 for row in found.rows)]
    rows = table("round", *met, " ".join(f"{SIGNS[word]} {word}" for word in met), right=("round", *met))
    wide = max(10, min(40, width() - 14 - 10 * len(met)))
    for row in found.rows:
        bar, drawn, total = "", 0, 0.0
        for word in met:
            total += row.chances[word]
            upto = round(total * wide)
            bar += SIGNS[word] * (upto - drawn)
            drawn = upto
        rows.add_row(str(row.round), *(points(row.chances[word]) for word in met), bar)
    show(rows)
