"""What a server on two cores bears, its clients on the same two: many streams, durable events, little delay."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from prove import Figure, Journal
from prove._web import Client, Listener
from tests.web.serving import Served, a_bout

TITLE = "300 streams over 50 tables at 50 durable events a second: acknowledged and delivered in time"
STREAMS = 300
TABLES = 50
RATE = 50
SECONDS = 60
ACKNOWLEDGED = 0.250
DELIVERED = 0.300
MEMORY = 250


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _memory(process: int) -> float:
    """Resident megabytes of a process and of its children."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(path.parent.name) == process or int(fields[1]) == process:
                total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return total / 1_000_000


def _sync_time(place: Path) -> float:
    """The median time of an fdatasync of a small write here."""
    times = []
    with (place / "sync").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begun)
    return sorted(times)[len(times) // 2]


async def _load(served: Served, seconds: float, slow: float, streams: int) -> dict[str, float]:
    maker = Client(served.port)
    tables = [(await maker.ask("POST", "/api/tables", {"bout": a_bout()}))[1] for _ in range(TABLES)]
    sent: dict[tuple[str, int], float] = {}
    acknowledged: list[float] = []
    delivered: list[float] = []

    async def hear(listener: Listener) -> None:
        async for told in listener.listen():
            begun = sent.get((listener.table, told["event"]))
            if begun is not None:
                delivered.append(time.perf_counter() - begun)

    listeners = [Listener(served.port, made["table"], made["key"]) for made in tables for _ in range(streams // TABLES)]
    hearing = [asyncio.create_task(hear(one)) for one in listeners]
    await asyncio.sleep(2)

    async def talk(made: dict[str, str], place: int) -> None:
        client, seen = Client(served.port, made["key"]), 0
        await asyncio.sleep(place / RATE)
        due = time.perf_counter()
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            begun = time.perf_counter()
            sent[made["table"], seen + 1] = begun
            form = {"do": "event", "text": f"{'damage' if seen % 2 else 'heal'} Arangu 1", "seen": seen}
            status, answer = await client.ask("POST", f"/api/tables/{made['table']}/events", form)
            if status != 201:
                raise RuntimeError(f"{status}: {answer}")
            await asyncio.sleep(slow)
            acknowledged.append(time.perf_counter() - begun)
            seen = answer["event"]
            due += TABLES / RATE
        await client.close()

    begun = time.perf_counter()
    await asyncio.gather(*(talk(made, place) for place, made in enumerate(tables)))
    took = time.perf_counter() - begun
    await asyncio.sleep(1)
    memory = _memory(served.process.pid)
    wrong = sum(len(one.wrong) for one in listeners)
    for one in listeners:
        one.cut()
    for task in hearing:
        task.cancel()
    await asyncio.gather(*hearing, return_exceptions=True)
    return {
        "events": len(acknowledged),
        "rate": len(acknowledged) / took,
        "delivered": len(delivered),
        "acknowledged": _percentile(acknowledged, 0.99),
        "delivery": _percentile(delivered, 0.99),
        "memory": memory,
        "wrong": wrong,
    }


def _run(size: float, work: Path, slow: float = 0, streams: int = STREAMS) -> Iterator[Figure]:
    seconds = max(2.0, SECONDS * size)
    journal = Journal(work / "load")
    if "figures" not in journal:
        sync = _sync_time(work)
        for old in work.glob("tables.sqlite*"):
            old.unlink()
        served = Served(work / "tables.sqlite")
        try:
            journal.add("figures", {**asyncio.run(_load(served, seconds, slow, streams)), "sync": sync})
        finally:
            served.stop()
    found = journal["figures"]
    expected = int(found["events"]) * (streams // TABLES)
    yield Figure("streams over 50 tables", streams, f">= {streams}", ok=True)
    yield Figure(
        "durable events a second", f"{found['rate']:.1f}", f">= {RATE * 0.9:g}", ok=found["rate"] >= RATE * 0.9
    )
    yield Figure("deliveries", int(found["delivered"]), f">= {expected}", ok=found["delivered"] >= expected)
    yield Figure("deliveries that are wrong", int(found["wrong"]), "= 0", ok=found["wrong"] == 0)
    for name, key, bound in (("acknowledged", "acknowledged", ACKNOWLEDGED), ("delivered", "delivery", DELIVERED)):
        yield Figure(f"{name}, p99", f"{found[key] * 1000:.0f} ms", f"<= {bound * 1000:g} ms", ok=found[key] <= bound)
    yield Figure("memory with its worker", f"{found['memory']:.0f} MB", f"<= {MEMORY} MB", ok=found["memory"] <= MEMORY)
    yield Figure("fdatasync here, median", f"{found['sync'] * 1000:.2f} ms", "—", ok=True)


def run(size: float, work: Path) -> Iterator[Figure]:
    """Load it; at a small size the times are those of whatever else runs, and are only shown."""
    for figure in _run(size, work):
        timed = "p99" in figure.name or "second" in figure.name
        yield figure if size >= 0.5 or not timed else figure._replace(bound="—", ok=True)


def control(size: float, work: Path) -> Iterator[Figure]:
    """Events that take a third of a second longer must be seen to."""
    del size
    yield from _run(0, work, slow=0.35, streams=TABLES)
