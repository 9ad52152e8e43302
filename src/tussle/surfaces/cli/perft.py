"""`tussle perft`."""

from __future__ import annotations

import click

from tussle.bout.notation import position_text
from tussle.surfaces.cli.common import (
    FIGHTER,
    RULES,
    at_option,
    emit,
    faint,
    json_option,
    map_option,
    named_bout,
    position_at,
    say,
)

__all__ = ["command"]


@click.command("perft")
@click.argument("rules", type=RULES)
@click.argument("fighters", type=FIGHTER, nargs=-1, required=True, metavar="FIGHTER FIGHTER...")
@click.option("--depth", type=click.IntRange(0, 12), required=True, help="How many actions a sequence has.")
@at_option
@map_option
@json_option
def command(
    rules: str, fighters: tuple[str, ...], depth: int, at: str | None, map_text: str | None, *, as_json: bool
) -> None:
    """Count the sequences of actions from a position, with a digest of every law on the way.

    Two programs that agree on both mean the same rules. Each action more takes many times as long.
    """
    from tussle.analysis.perft import perft

    bout = named_bout(rules, fighters, map_text)
    position = position_at(bout, at)
    found = perft(bout, position, depth)
    line = position_text(bout, position)
    if as_json:
        emit(
            {
                "schema": "tussle/perft/1",
                "rules": bout.rules.load_string,
                "position": line,
                "depth": depth,
                "count": found.count,
                "rows": found.rows,
                "digest": found.digest,
            }
        )
        return
    say(line, style=faint)
    click.echo(f"depth {depth}: {found.count:,} sequences")
    click.echo(f"digest over {found.rows:,} rows: {found.digest}")
