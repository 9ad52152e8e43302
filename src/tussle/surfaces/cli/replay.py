"""`tussle replay`: play a record back."""

from __future__ import annotations

from pathlib import Path

import click

from tussle.bestiary import as_input
from tussle.bout.notation import bout_json, position_text
from tussle.play.record import read_file
from tussle.surfaces.cli.common import emit, json_option

__all__ = ["command"]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only say whether every line is whole and fits.")
@json_option
def command(file: Path, *, check: bool, as_json: bool) -> None:
    """Play a record back, and print the transcript.

    A torn last line is dropped and said, unless --check is given: then it is refused, like any line that was
    edited or does not fit.
    """
    with as_input(str(file)):
        reading = read_file(file, strict=check)
    session = reading.session
    if as_json:
        emit(
            {
                "schema": "tussle/replay/1",
                "bout": bout_json(session.bout),
                "position": position_text(session.bout, session.position),
                "over": session.over,
                "lines": reading.lines,
                "torn": bool(reading.torn),
                "transcript": []
                if check
                else [{"text": line.text, "cites": line.cites} for line in session.transcript],
            }
        )
        return
    if check:
        click.echo(f"{file} is whole: {reading.lines} lines, {len(session.entries)} entries in force.")
        return
    for line in session.transcript:
        click.echo(str(line))
    if reading.torn:
        click.echo(f"The last line was torn and has been left out: {reading.torn[:60]!r}", err=True)
