"""The store: tables, their logs, their seats, in one SQLite file.

One thread writes. It takes all that waits, carries each job out in a savepoint, and commits once; a job is
acknowledged when the commit has reached the disk. So many events a second share one synchronisation, and an
acknowledged event survives a kill and a power cut (WAL, synchronous=FULL).
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    make_url,
)

from tussle.errors import Missing, Unreadable

__all__ = ["METADATA", "Store", "database_path", "events", "hold", "keys", "migrate", "seats", "tables"]

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("bout", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("hidden", Text, nullable=False),
    Column("created", Integer, nullable=False),
)
"""A grapple: the bout and the position it begins in, and what is hidden from the first."""

events = Table(
    "events",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("at", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
    sqlite_with_rowid=False,
)
"""What was accepted, in order, never rewritten; `key` names the attempt, `said` what was asked for under it."""

seats = Table(
    "seats",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("fighters", Text, nullable=False),
    Column("invitation", Text, unique=True),
    Column("until", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Column("revoked", Integer, nullable=False),
)
"""Who sits at a table; `invitation` is the hash of the link that is out, good until `until`, once."""

keys = Table(
    "keys",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("seat_id", Text, ForeignKey("seats.id"), nullable=False, index=True),
    Column("until", Integer, nullable=False),
)
"""The cookies that stand for a seat, hashed."""

HEAD = "0001"
"""The newest migration."""

Job = Callable[[Connection], Any]


class _Waiting(Struct):
    job: Job
    done: Future[Any]


def database_path(url: str) -> Path:
    """The file of a database URL, or of a plain path.

    Raises:
        Unreadable: it is no SQLite file.
    """
    if "://" not in url:
        return Path(url)
    try:
        parsed = make_url(url)
    except Exception:  # noqa: BLE001 - SQLAlchemy's own error, whatever it is, means one thing
        raise Unreadable(f"{url[:80]!r} is no database: name a file, or sqlite:///FILE") from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise Unreadable(f"{url[:80]!r} is no SQLite file: name a file, or sqlite:///FILE")
    return Path(parsed.database)


def make_engine(path: Path, synchronous: str = "FULL") -> Engine:
    """An engine whose connections are in WAL mode, synchronised at each commit, and begin only where we say."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        """Python's driver would begin a transaction at the first change only."""
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the file to the newest form.

    Raises:
        Unreadable: it was made by a newer Tussle, or is no database of ours.
    """
    if _form(engine) == HEAD:
        return  # as most often; what is not imported costs no time

    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise Unreadable(f"the database cannot be used: a newer Tussle made it ({error})") from None


def _form(engine: Engine) -> str:
    """Which migration the file has come to; "": none."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


class Store:
    """One SQLite file, with its writer.

    Args:
        path: the file; it is made where there is none.
        synchronous: how hard a commit is pressed onto the disk; anything but FULL is for controls of proofs.

    Raises:
        Unreadable: another server has the file, or it is no database of ours.
        Missing: it cannot be opened.
    """

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self.path = path
        self._lock = hold(path)
        try:
            self.engine = make_engine(path, synchronous)
            migrate(self.engine)
        except Exception:
            self._lock.close()
            raise
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """Have the writer carry out a job; the future is done when it is on the disk."""
        done: Future[Any] = Future()
        self._jobs.put(_Waiting(job, done))
        return done

    def write(self, job: Job) -> Any:
        """The same, waited for."""
        return self.submit(job).result()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read from."""
        with self.engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Finish what waits, and let the file go."""
        self._jobs.put(None)
        self._thread.join()
        self.engine.dispose()
        self._lock.close()

    def _write(self) -> None:
        """The writer: takes all that waits, commits once."""
        with self.engine.connect().execution_options(writes=True) as connection:
            while (first := self._jobs.get()) is not None:
                batch, last = [first], False
                while not self._jobs.empty():
                    more = self._jobs.get()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
                self._commit(connection, batch)
                if last:
                    return

    def _commit(self, connection: Connection, batch: list[_Waiting]) -> None:
        """One transaction for many jobs; what fails is rolled back alone."""
        results: list[tuple[Future[Any], Any]] = []
        try:
            with connection.begin():
                for waiting in batch:
                    try:
                        with connection.begin_nested():
                            results.append((waiting.done, waiting.job(connection)))
                    except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
                        waiting.done.set_exception(error)
        except Exception as error:  # noqa: BLE001 - nothing of the batch has been kept: everybody is told
            for done, _ in results:
                done.set_exception(error)
            return
        for done, result in results:
            done.set_result(result)


def hold(path: Path) -> Any:
    """A lock beside the file: two writers would starve each other."""
    path = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a")
    except OSError as error:
        raise Missing(f"the database {path} cannot be opened: {error.strerror}") from None
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a platform without it has SQLite's own locks
        pass
    except OSError:
        lock.close()
        raise Unreadable(f"another server has the database {path.with_suffix('')} open: stop it first") from None
    return lock
