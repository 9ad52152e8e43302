"""`tussle restore`: put a copy of the tables back."""

from __future__ import annotations

from pathlib import Path

import click

from tussle.errors import Missing, Unreadable
from tussle.surfaces.cli.backup import copy_database, count_tables
from tussle.surfaces.cli.serve import default_database

__all__ = ["command"]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", metavar="URL", help="Where the tables are to be: a file, or sqlite:///FILE.")
@click.option("--over", is_flag=True, help="Replace what is there; it is kept beside it, with .before at its end.")
def command(file: Path, db: str | None, *, over: bool) -> None:
    """Put the tables that FILE holds in place. No server may have them open."""
    from tussle.surfaces.web.store import database_path, hold

    if not file.is_file():
        raise Missing(f"there is no copy {file}")
    count = count_tables(file)
    target = database_path(db) if db else default_database()
    lock = hold(target)
    try:
        if target.exists():
            if not over:
                raise Unreadable(f"{target} is there already: --over replaces it, and keeps it beside the new one")
            kept = target.with_name(f"{target.name}.before")
            copy_database(target, kept)
            target.unlink()
        for rest in ("-wal", "-shm"):
            target.with_name(target.name + rest).unlink(missing_ok=True)
        copy_database(file, target)
    finally:
        lock.close()
    click.echo(f"{target} holds {count} tables.", err=True)
