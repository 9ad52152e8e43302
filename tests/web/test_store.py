"""The store: one writer, its lock, its form, its copies."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import Connection, insert, text

from tussle.errors import Missing, TussleError, Unreadable
from tussle.surfaces.cli import cli
from tussle.surfaces.web import store as kept
from tussle.surfaces.web.store import METADATA, Store, database_path, tables

ROW = dict.fromkeys(("title", "bout", "start", "seed", "digest", "hidden"), "x")


def add(store: Store, name: str) -> None:
    store.write(lambda db: db.execute(insert(tables).values(id=name, created=0, **ROW)))


def names(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    found = [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]
    connection.close()
    return found


def test_what_fails_in_a_batch_is_rolled_back_alone(store: Store) -> None:
    def broken(db: Connection) -> None:
        db.execute(insert(tables).values(id="half", created=0, **ROW))
        raise Unreadable("no")

    waiting = [
        store.submit(lambda db: db.execute(insert(tables).values(id="one", created=0, **ROW))),
        store.submit(broken),
        store.submit(lambda db: db.execute(insert(tables).values(id="two", created=0, **ROW))),
    ]
    waiting[0].result(5)
    waiting[2].result(5)
    with pytest.raises(Unreadable):
        waiting[1].result(5)
    assert names(store.path) == ["one", "two"]


def test_it_is_as_durable_as_sqlite_can_be(store: Store) -> None:
    with store.read() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2


def test_the_migrations_make_what_the_store_uses(store: Store) -> None:
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_second_server_is_told_that_there_is_one(store: Store) -> None:
    with pytest.raises(Unreadable, match="another server has the database"):
        Store(store.path)


def test_a_file_of_a_newer_tussle_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "t.sqlite").close()
    connection = sqlite3.connect(tmp_path / "t.sqlite")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(Unreadable, match="newer Tussle"):
        Store(tmp_path / "t.sqlite")


@pytest.mark.parametrize("url", ["postgresql://x/y", "sqlite://", "sqlite:///:memory:", "nonsense://"])
def test_what_is_no_sqlite_file_is_refused(url: str) -> None:
    with pytest.raises(Unreadable, match=r"SQLite file|no database"):
        database_path(url)


def test_a_copy_goes_out_while_a_server_runs_and_comes_back(store: Store, tmp_path: Path) -> None:
    add(store, "one")
    run, copy = CliRunner(), tmp_path / "copy.sqlite"
    assert run.invoke(cli, ["backup", str(copy), "--db", str(store.path)]).exit_code == 0
    assert names(copy) == ["one"]
    add(store, "two")
    busy = run.invoke(cli, ["restore", str(copy), "--db", str(store.path), "--over"])
    assert isinstance(busy.exception, Unreadable)
    store.close()
    kept = run.invoke(cli, ["restore", str(copy), "--db", str(store.path)])
    assert isinstance(kept.exception, Unreadable)
    assert run.invoke(cli, ["restore", str(copy), "--db", str(store.path), "--over"]).exit_code == 0
    assert names(store.path) == ["one"]
    assert names(store.path.with_name("tables.sqlite.before")) == ["one", "two"]
    again = Store(store.path)
    add(again, "three")
    again.close()


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    run, broken = CliRunner(), tmp_path / "broken.sqlite"
    broken.write_text("this is no database at all, however long it is")
    for arguments in (["restore", str(broken)], ["restore", str(tmp_path / "none")], ["backup", str(broken)]):
        result = run.invoke(cli, [*arguments, "--db", str(tmp_path / "there.sqlite")])
        assert isinstance(result.exception, TussleError)
        assert not (tmp_path / "there.sqlite").exists()
    with pytest.raises(Missing):
        raise result.exception  # type: ignore[misc]


def test_the_newest_migration_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(kept.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == kept.HEAD
