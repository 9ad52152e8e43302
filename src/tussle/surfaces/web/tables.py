"""The tables of a server: each kept live, rebuilt from its log when it is first asked for, one voice at a time."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from tussle.bout.bout import Bout
from tussle.bout.notation import bout_json, position_text
from tussle.bout.stance import Position
from tussle.errors import Impossible, Missing, TussleError
from tussle.play.session import Session
from tussle.surfaces.web import seats, store
from tussle.surfaces.web.live import Command, Live
from tussle.surfaces.web.seats import Seat
from tussle.surfaces.web.sight import Sight, Stream

__all__ = ["Again", "Made", "Stale", "Tables", "title_of"]

MOST_LIVE = 500
MAX_TITLE = 80


class Stale(TussleError):
    """Somebody else was first: what was asked for rests on a state that is gone."""


class Again(TussleError):
    """An attempt's key was used before, for something else."""


class Made(Struct, frozen=True):
    """A table that has just been made.

    Attributes:
        key: the key of the game master's seat.
    """

    table: str
    seat: Seat
    key: str


class Tables:
    """Every table of a store.

    Args:
        kept: the store.
    """

    def __init__(self, kept: store.Store) -> None:
        self.store = kept
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._streams: dict[tuple[str, str, tuple[str, ...]], Stream] = {}
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._here: dict[str, dict[str, int]] = {}

    # Making

    async def make(
        self,
        bout: Bout,
        position: Position,
        *,
        title: str = "",
        master: str = "Game master",
        hidden: Mapping[str, list[str]] | None = None,
        story: Session | None = None,
        seed: int | None = None,
    ) -> Made:
        """A new table, with its game master's seat.

        Args:
            title: what it is called; "": by its fighters.
            hidden: the fighters that are hidden from the first (`all`), and those whose numbers are (`numbers`).
            story: a session that has been played so far, from that bout and position.
        """
        made = Made(secrets.token_urlsafe(9), Seat("", "", "master", master), "")
        row = {
            "id": made.table,
            "title": title.strip()[:MAX_TITLE] or title_of(bout),
            "bout": msgspec.json.encode(bout_json(bout)).decode(),
            "start": position_text(bout, position),
            "seed": str(secrets.randbelow(10**18) if seed is None else seed),
            "digest": bout.rules.digest,
            "hidden": msgspec.json.encode(hidden or {}).decode(),
            "created": int(time.time()),
        }
        live = Live(row)
        steps = [] if story is None else [{"step": msgspec.to_builtins(step)} for step in story.history]
        for body in steps:
            live.replay("step", master, body)

        def job(connection: Connection) -> tuple[Seat, str]:
            connection.execute(insert(store.tables).values(row))
            for seq, body in enumerate(steps, 1):
                connection.execute(insert(store.events).values(_row(made.table, seq, "step", master, body)))
            seat = seats.add_seat(connection, made.table, "master", master)
            return seat, seats.add_key(connection, seat.id)

        seat, key = await self._write(job)
        self._keep(live)
        return Made(made.table, seat, key)

    # Reading

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Live]:
        """A live table, nobody else speaking; what is seen in it is on the disk.

        Raises:
            Missing: there is no such table.
        """
        async with self._locks.setdefault(table, asyncio.Lock()):
            live = self._live.get(table)
            if live is None:
                live = await asyncio.to_thread(self._rebuild, table)
                self._keep(live)
            self._live.move_to_end(table)
            yield live

    def _keep(self, live: Live) -> None:
        self._live[live.id] = live
        while len(self._live) > MOST_LIVE:
            oldest = next(iter(self._live))
            if self._listeners.get(oldest) or self._locks[oldest].locked():
                self._live.move_to_end(oldest)
                break
            self._forget(oldest)

    def _forget(self, table: str) -> None:
        """Drop a live table; its log has all of it."""
        self._live.pop(table, None)
        for name in [name for name in self._streams if name[0] == table]:
            del self._streams[name]

    def _rebuild(self, table: str) -> Live:
        with self.store.read() as connection:
            row = connection.execute(select(store.tables).where(store.tables.c.id == table)).mappings().first()
            if row is None:
                raise Missing("there is no such table: it may have been on another server")
            live = Live(row)
            log = select(store.events).where(store.events.c.table_id == table).order_by(store.events.c.seq)
            for event in connection.execute(log).mappings():
                live.replay(event["kind"], event["seat"], msgspec.json.decode(event["body"]))
            live.played = _played(seats.list_seats(connection, table))
        return live

    # Saying

    async def say(self, seat: Seat, command: Command, *, seen: int, key: str) -> int:
        """Carry out what a seat wants done; the number of the event, which is then on the disk.

        Args:
            seen: the last event the seat had seen.
            key: names this attempt: the same one twice is done once.

        Raises:
            Stale: something has happened since `seen`.
            Again: the key was used for something else.
            TussleError: it cannot be done; nothing has changed.
        """
        said = hashlib.sha256(msgspec.json.encode((seat.id, command))).hexdigest()[:32]
        async with self.at(seat.table) as live:
            before = await asyncio.to_thread(self._answered, seat.table, key, said) if key else None
            if before is not None:
                return before
            if not live.turn <= seen <= live.seq:
                raise Stale("somebody was quicker: look at what has happened, and choose again")
            first = live.seq + 1
            try:
                made = live.say(seat, command)
                rows = [
                    _row(live.id, first + place, kind, seat.name, body, f"{key}/{place}" if key else "", said)
                    for place, (kind, body) in enumerate(made)
                ]
                await self._write(lambda connection: connection.execute(insert(store.events), rows))
            except TussleError:
                if live.seq >= first:
                    self._forget(live.id)
                raise
            except BaseException:
                self._forget(live.id)
                raise
            self._publish(live)
            return live.seq

    def _answered(self, table: str, key: str, said: str) -> int | None:
        """The event an attempt made when it was made before."""
        query = select(store.events.c.seq, store.events.c.said).where(
            store.events.c.table_id == table, store.events.c.key.startswith(f"{key}/", autoescape=True)
        )
        with self.store.read() as connection:
            rows = connection.execute(query.order_by(store.events.c.seq)).all()
        if not rows:
            return None
        if rows[0].said != said:
            raise Again("this form was sent before with something else in it: look at what has happened")
        return int(rows[-1].seq)

    async def _write(self, job: store.Job) -> Any:
        return await asyncio.wrap_future(self.store.submit(job))

    # Seats

    async def seats(self, table: str) -> list[Seat]:
        """Every seat of a table."""

        def read() -> list[Seat]:
            with self.store.read() as connection:
                return seats.list_seats(connection, table)

        return await asyncio.to_thread(read)

    async def add_seat(self, table: str, kind: str, name: str, fighters: tuple[str, ...]) -> tuple[Seat, str]:
        """A new seat and its link's token."""

        def job(connection: Connection) -> tuple[Seat, str]:
            if len(seats.list_seats(connection, table)) >= MOST_SEATS:
                raise Impossible(f"a table has at most {MOST_SEATS} seats")
            seat = seats.add_seat(connection, table, kind, name, fighters)
            return seat, seats.invite(connection, seat.id)

        made: tuple[Seat, str] = await self._write(job)
        await self._seats_changed(table)
        return made

    async def invite(self, table: str, seat: str) -> tuple[Seat, str]:
        """A new link for a seat."""
        found = await self._seat(table, seat)
        token: str = await self._write(lambda connection: seats.invite(connection, seat))
        return found, token

    async def revoke(self, table: str, seat: str) -> None:
        """Take a seat away; its streams end."""
        found = await self._seat(table, seat)
        if found.master:
            raise Impossible("the game master's own seat stays")
        await self._write(lambda connection: seats.revoke(connection, seat))
        await self._seats_changed(table)

    async def exchange(self, token: str) -> tuple[Seat, str]:
        """Exchange an invitation for a key."""
        made: tuple[Seat, str] = await self._write(lambda connection: seats.exchange(connection, token))
        return made

    async def _seat(self, table: str, seat: str) -> Seat:
        found = [one for one in await self.seats(table) if one.id == seat]
        if not found:
            raise Missing("there is no such seat at this table")
        return found[0]

    async def _seats_changed(self, table: str) -> None:
        played = _played(await self.seats(table))
        async with self.at(table) as live:
            if live.played != played:
                live.played = played
                live.epoch = live.seq
        self.wake(table)

    # Streams

    def stream(self, sight: Sight) -> Stream:
        """The stream that this sort of seat is sent."""
        seat = sight.seat
        name = (seat.table, seat.kind, seat.fighters)
        found = self._streams.get(name)
        if found is None or found.epoch != sight.live.epoch:
            found = self._streams[name] = Stream.of(sight)
        return found

    def _publish(self, live: Live) -> None:
        for (table, kind, fighters), stream in list(self._streams.items()):
            if table == live.id and stream.epoch == live.epoch:
                stream.advance(Sight(live, Seat("", table, kind, "", fighters)))
        self.wake(live.id)

    def wake(self, table: str) -> None:
        """Tell whoever listens that something has happened."""
        for listener in self._listeners.get(table, ()):
            listener.set()

    @asynccontextmanager
    async def listen(self, seat: Seat) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever something happens; while it lasts the seat is here."""
        heard = asyncio.Event()
        self._listeners.setdefault(seat.table, set()).add(heard)
        here = self._here.setdefault(seat.table, {})
        here[seat.id] = here.get(seat.id, 0) + 1
        try:
            yield heard
        finally:
            self._listeners[seat.table].discard(heard)
            here[seat.id] -= 1

    def here(self, table: str) -> set[str]:
        """The seats that somebody sits at now."""
        return {seat for seat, count in self._here.get(table, {}).items() if count}


MOST_SEATS = 40


def title_of(bout: Bout) -> str:
    """A table's name by its fighters: `Otto, Nib against Arangu`."""
    sides = [
        [name for name, side in zip(bout.names, bout.sides, strict=True) if side == one]
        for one in dict.fromkeys(bout.sides)
    ]
    return " against ".join(", ".join(side) for side in sides)[:MAX_TITLE]


def _row(
    table: str, seq: int, kind: str, seat: str, body: Mapping[str, Any], key: str = "", said: str = ""
) -> dict[str, Any]:
    return {
        "table_id": table,
        "seq": seq,
        "kind": kind,
        "seat": seat,
        "body": msgspec.json.encode(body).decode(),
        "key": key or f"-{seq}",
        "said": said,
        "at": int(time.time()),
    }


def _played(all_seats: list[Seat]) -> frozenset[str]:
    return frozenset(name for seat in all_seats if seat.kind == "player" and not seat.revoked for name in seat.fighters)
