"""A server that is killed loses no event it has acknowledged, doubles none, and leaves no gap."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from prove import Figure, Journal, clock
from prove._web import Client
from tests.web.serving import Served, a_bout

TITLE = "a killed server loses no acknowledged event, doubles none, leaves no gap"
KILLS = 300
EVENTS = 20_000
PER_KILL = EVENTS // KILLS + 10
LANES = 2


async def _talk(client: Client, table: str, name: str, acknowledged: dict[str, int]) -> str:
    """Send events one after another; the key of the attempt that was not answered."""
    seen = number = 0
    while True:
        key = f"{name}{number}"
        form = {"do": "event", "text": f"{'damage' if number % 2 else 'heal'} Arangu 1", "seen": seen, "key": key}
        try:
            status, answer = await client.ask("POST", f"/api/tables/{table}/events", form)
        except ConnectionError:
            return key
        if status == 201:
            acknowledged[key] = seen = answer["event"]
            number += 1
        elif status == 409:
            seen = answer["state"]["event"]
        else:
            raise RuntimeError(f"{status}: {answer}")


async def _until_killed(served: Served, rng: random.Random, wanted: int) -> tuple[str, dict[str, int], list[str]]:
    """Two clients at one table until the server is killed."""
    maker = Client(served.port)
    _, made = await maker.ask("POST", "/api/tables", {"bout": a_bout()})
    table: str = made["table"]
    acknowledged: dict[str, int] = {}
    talks = [asyncio.create_task(_talk(Client(served.port, made["key"]), table, name, acknowledged)) for name in "ab"]
    while len(acknowledged) < wanted and not any(talk.done() for talk in talks):  # noqa: ASYNC110 - a talk may fail
        await asyncio.sleep(0.001)
    await asyncio.sleep(rng.random() * 0.005)
    served.kill()
    return table, acknowledged, list(await asyncio.gather(*talks))


def _look(database: Path, table: str) -> tuple[list[int], list[str]]:
    """The numbers and the keys of a table's events, as they are on the disk."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT seq, key FROM events WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    connection.close()
    return [seq for seq, _ in rows], [key.rpartition("/")[0] for _, key in rows]


def _kill(number: int, databases: SimpleQueue[Path], module: str) -> tuple[int, int, int, int]:
    """Acknowledged, lost, doubled, gaps."""
    rng = random.Random(number)
    database = databases.get()
    served = Served(database, module=module)
    table, acknowledged, _ = asyncio.run(_until_killed(served, rng, PER_KILL))
    numbers, keys = _look(database, table)
    databases.put(database)
    lost = sum(not (seq <= len(keys) and keys[seq - 1] == key) for key, seq in acknowledged.items())
    return len(acknowledged), lost, len(keys) - len(set(keys)), int(numbers != list(range(1, len(numbers) + 1)))


def _kills(size: float, work: Path, module: str = "tussle") -> Iterator[Figure]:
    count = max(2, round(KILLS * size))
    journal = Journal(work / "kills")
    totals = [0, 0, 0, 0]
    databases: SimpleQueue[Path] = SimpleQueue()
    for lane in range(LANES):
        databases.put(work / f"tables-{lane}.sqlite")
    missing = [number for number in range(count) if number not in journal]
    with ThreadPoolExecutor(LANES) as lanes:  # a server starts on one core: two of them on two
        for start in range(0, len(missing), 2 * LANES):
            clock.check(f"{start} of {len(missing)} kills")
            numbers = missing[start : start + 2 * LANES]
            for number, found in zip(
                numbers, lanes.map(lambda number: _kill(number, databases, module), numbers), strict=True
            ):
                journal.add(number, found)
    for number in range(count):
        totals = [total + part for total, part in zip(totals, journal[number], strict=True)]
    acknowledged, lost, doubled, gaps = totals
    yield Figure("kills with two clients at work", count, f">= {count}", ok=True)
    wanted = round(EVENTS * count / KILLS)
    yield Figure("acknowledged events", acknowledged, f">= {wanted}", ok=acknowledged >= wanted)
    yield Figure("acknowledged events lost", lost, "= 0", ok=lost == 0)
    yield Figure("events doubled", doubled, "= 0", ok=doubled == 0)
    yield Figure("tables with a gap", gaps, "= 0", ok=gaps == 0)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Kill servers."""
    yield from _kills(size, work)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A server that acknowledges before it has written must be caught."""
    del size
    yield from _kills(2 / KILLS, work, "tests.web.hasty")
