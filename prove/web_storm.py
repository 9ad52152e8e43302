"""Clients that are cut again and again, and a server that is killed: nobody misses an event, or hears one twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

from prove import Figure, Journal
from prove._web import Client, Listener
from tests.web.serving import Served, a_bout

TITLE = "through cut connections and killed servers every client hears each event once, in order"
CLIENTS = 120
SECONDS = 60
KILLS = 5
TABLES = 6
PACE = 0.06
LEAST = 8
"""Events a table, however slow the machine is: with fewer of them nothing is shown."""


class Storm:
    """A server and everybody who hears it."""

    def __init__(self, database: Path, module: str) -> None:
        self.database, self.module = database, module
        self.served = Served(database, module=module)
        self.port = self.served.port
        self.over = self.calm = False
        self.cuts = self.said = 0

    async def hear(self, listener: Listener, rng: random.Random) -> None:
        """Hear, be cut after about a second, go on."""
        while not self.over:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(None if self.calm else rng.uniform(0.5, 1.5)):
                    async for _ in listener.listen():
                        pass
            self.cuts += listener.cut()
            await asyncio.sleep(rng.uniform(0, 0.1))

    async def talk(self, table: str, key: str) -> int:
        """Send an event now and then; through a kill the same attempt is made again. The number of the last one."""
        client, seen, number = Client(self.port, key), 0, 0
        while not self.calm:
            form = {
                "do": "event",
                "text": f"{'damage' if number % 2 else 'heal'} Arangu 1",
                "seen": seen,
                "key": f"k{number}",
            }
            try:
                status, answer = await client.ask("POST", f"/api/tables/{table}/events", form)
            except ConnectionError:
                await asyncio.sleep(0.05)
                continue
            if status != 201:
                raise RuntimeError(f"{status}: {answer}")
            seen, number = answer["event"], number + 1
            self.said += 1
            await asyncio.sleep(PACE * TABLES)
        await client.close()
        return int(seen)

    async def kill(self) -> None:
        """A kill, and the same address again."""
        self.served.kill()
        self.served = await asyncio.to_thread(Served, self.database, port=self.port, module=self.module)


async def _storm(storm: Storm, clients: int, seconds: float, kills: int) -> dict[str, int]:
    maker = Client(storm.port)
    tables = [(await maker.ask("POST", "/api/tables", {"bout": a_bout()}))[1] for _ in range(TABLES)]
    listeners = [Listener(storm.port, made["table"], made["key"]) for made in tables for _ in range(clients // TABLES)]
    rng = random.Random(1)
    hearing = [asyncio.create_task(storm.hear(one, random.Random(place))) for place, one in enumerate(listeners)]
    talking = [asyncio.create_task(storm.talk(made["table"], made["key"])) for made in tables]
    end = time.monotonic() + seconds
    for number in range(kills):
        await asyncio.sleep(max(0, (end - time.monotonic()) / (kills - number + 1)) * rng.uniform(0.8, 1.1))
        await storm.kill()
    await asyncio.sleep(max(0.5, end - time.monotonic()))
    patience = time.monotonic() + 120
    while storm.said < LEAST * TABLES and time.monotonic() < patience:  # noqa: ASYNC110 - plain
        await asyncio.sleep(0.1)
    storm.calm = True
    last = dict(zip([made["table"] for made in tables], await asyncio.gather(*talking), strict=True))
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        await asyncio.sleep(0.1)
        if any(one.wrong for one in listeners) or all(one.last >= last[one.table] for one in listeners):
            break  # shown either way
    storm.over = True
    for one in listeners:
        one.cut()
    for task in hearing:
        task.cancel()
    await asyncio.gather(*hearing, return_exceptions=True)
    states = {}
    for made in tables:
        client = Client(storm.port, made["key"])
        states[made["table"]] = (await client.ask("GET", f"/api/tables/{made['table']}"))[1]
        await client.close()
    return {
        "events": storm.said,
        "cuts": storm.cuts,
        "wrong": sum(len(one.wrong) for one in listeners),
        "behind": sum(one.last != states[one.table]["event"] for one in listeners),
        "different": sum(one.digest != states[one.table]["digest"] for one in listeners),
        "resyncs": sum(one.resyncs for one in listeners),
    }


def _run(size: float, work: Path, module: str = "tussle") -> Iterator[Figure]:
    clients = max(TABLES, round(CLIENTS * min(1, size * 10)) // TABLES * TABLES)
    seconds, kills = max(6.0, SECONDS * size), max(1, round(KILLS * size))
    journal = Journal(work / "storm")
    if "figures" not in journal:
        for old in work.glob("tables.sqlite*"):
            old.unlink()
        storm = Storm(work / "tables.sqlite", module)
        try:
            journal.add("figures", asyncio.run(_storm(storm, clients, seconds, kills)))
        finally:
            storm.served.stop()
    found = journal["figures"]
    yield Figure("clients, cut about once a second", clients, f">= {clients}", ok=True)
    yield Figure("cuts", found["cuts"], f"> {clients}", ok=found["cuts"] > clients)
    yield Figure("server kills", kills, f">= {kills}", ok=True)
    yield Figure("events", found["events"], f">= {LEAST * TABLES}", ok=found["events"] >= LEAST * TABLES)
    yield Figure("missed, doubled, out of order", found["wrong"], "= 0", ok=found["wrong"] == 0)
    yield Figure("clients that are behind", found["behind"], "= 0", ok=found["behind"] == 0)
    yield Figure("clients in another state", found["different"], "= 0", ok=found["different"] == 0)
    yield Figure("whole states sent instead", found["resyncs"], "—", ok=True)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Cut, kill, compare."""
    yield from _run(size, work)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A server that forgets one event in three of those a client has missed must be caught."""
    del size
    yield from _run(0.02, work, "tests.web.forgetful")
