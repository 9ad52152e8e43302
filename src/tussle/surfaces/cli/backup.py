"""`tussle backup`: a copy of the tables, whole, also while a server has them open."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import click

from tussle.errors import Missing, Unreadable
from tussle.surfaces.cli.serve import default_database

__all__ = ["command", "copy_database"]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", metavar="URL", help="Where the tables are: a file, or sqlite:///FILE.")
def command(file: Path, db: str | None) -> None:
    """Write a copy of all tables to FILE, which must not exist. A server may run meanwhile."""
    from tussle.surfaces.web.store import database_path

    source = database_path(db) if db else default_database()
    if not source.is_file():
        raise Missing(f"there is no database {source}: name it with --db")
    if file.exists():
        raise Unreadable(f"{file} is there already: name another file")
    copy_database(source, file)
    click.echo(f"{file} holds {count_tables(file)} tables.", err=True)


def count_tables(path: Path) -> int:
    """How many tables a database holds.

    Raises:
        UnreadableFile: it is no database of ours, or a damaged one.
    """
    from tussle.bestiary import UnreadableFile

    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            if sound != "ok":
                raise UnreadableFile(f"{path} is damaged: {sound}")
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        raise UnreadableFile(f"{path} is no copy of tables: {error}") from None


def copy_database(source: Path, target: Path) -> None:
    """Copy a database page by page, and press the copy onto the disk before it gets its name."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        one, other = sqlite3.connect(f"file:{source}?mode=ro", uri=True), sqlite3.connect(part)
        try:
            one.backup(other)
        finally:
            one.close()
            other.close()
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise Missing(f"{target} cannot be written: {error}") from None
