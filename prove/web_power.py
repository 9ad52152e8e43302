"""A power cut at any moment loses no event that was acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import insert

from prove import Figure, Journal, clock
from prove._disk import Disk, images
from tussle.surfaces.web.store import Store, events, tables

TITLE = "a power cut at any write or sync of the store loses no acknowledged event"
EVENTS = 2_000
TALKERS = 4


def _record(work: Path, count: int, synchronous: str) -> Disk:
    """Run the store as a server does, many at once, and write down what reaches the disk and what is acknowledged."""
    for old in work.glob("power.sqlite*"):
        old.unlink()
    disk = Disk()
    try:
        store = Store(work / "power.sqlite", synchronous)
        row = dict.fromkeys(("title", "bout", "start", "seed", "digest", "hidden"), "x")
        store.write(lambda db: db.execute(insert(tables).values(id="t", created=0, **row)))
        disk.note("ready", 0)

        def event(number: int) -> None:
            values = {"table_id": "t", "seq": number, "kind": "step", "seat": "x", "body": "y" * 300, "at": 0}
            store.write(lambda db: db.execute(insert(events).values(key=str(number), said="", **values)))
            disk.note("acknowledged", number)

        with ThreadPoolExecutor(TALKERS) as talkers:
            list(talkers.map(event, range(1, count + 1)))
        disk.note("over", count)
        store.close()
    finally:
        disk.close()
    return disk


def _kept(place: Path, files: dict[str, bytearray]) -> set[int] | None:
    """The events in a file as a power cut left it; None where it cannot be opened."""
    for old in place.glob("power.sqlite*"):
        old.unlink()
    for name, data in files.items():
        if not name.endswith("-shm"):
            (place / name).write_bytes(data)
    connection = sqlite3.connect(place / "power.sqlite")
    try:
        return {seq for (seq,) in connection.execute("SELECT seq FROM events")}
    except sqlite3.DatabaseError:
        return None
    finally:
        connection.close()


def _cuts(work: Path, count: int, synchronous: str) -> tuple[int, int, int]:
    """Power cuts, acknowledged events lost (each counted at its first loss), and files that cannot be opened."""
    done = _record(work, count, synchronous).done
    place = work / "cut"
    place.mkdir(exist_ok=True)
    acknowledged: set[int] = set()
    lost: set[int] = set()
    ready, cuts, broken = False, 0, 0
    for number, files in images(done, seed=count):
        if done[number][0] == "acknowledged":
            acknowledged.add(done[number][1])
            continue  # nothing has reached the disk by it; the cut after it counts it
        ready = ready or done[number][0] == "ready"
        if done[number][0] == "over":
            break
        if not ready:
            continue
        cuts += 1
        if cuts % 50 == 0:
            clock.check(f"{cuts} power cuts")
        kept = _kept(place, files)
        broken += kept is None
        lost |= acknowledged - (kept or set())
    return cuts, len(lost), broken


def _figures(size: float, work: Path, synchronous: str = "FULL") -> Iterator[Figure]:
    count = max(60, round(EVENTS * size))
    journal = Journal(work / f"cuts-{synchronous}")
    if count not in journal:
        journal.add(count, _cuts(work, count, synchronous))
    cuts, lost, broken = journal[count]
    yield Figure("events acknowledged", count, f">= {count}", ok=True)
    yield Figure("power cuts rebuilt", cuts, "at each write and sync", ok=cuts > count)
    yield Figure("files that cannot be opened", broken, "= 0", ok=broken == 0)
    yield Figure("acknowledged events lost", lost, "= 0", ok=lost == 0)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Cut the power."""
    yield from _figures(size, work)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A store that does not press its commits onto the disk must lose some."""
    yield from _figures(min(size, 0.1), work, "NORMAL")
