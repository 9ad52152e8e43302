"""Seats: who sits at a table, what they may do, and the links and cookies that stand for them.

A link is an invitation, good once and for a time; it is exchanged for a cookie. Both are 128 random bits, and the
store keeps only their hashes. A seat can be revoked, and invited anew.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from tussle.errors import TussleError
from tussle.surfaces.web.store import keys, seats

__all__ = ["DAY", "KINDS", "Forbidden", "Seat", "add_seat", "exchange", "find_seat", "invite", "list_seats", "revoke"]

KINDS = ("master", "player", "spectator")
DAY = 86_400
INVITATION = 7 * DAY
KEY = 90 * DAY


class Forbidden(TussleError):
    """Somebody asked for what is not theirs."""


class Seat(Struct, frozen=True):
    """A seat.

    Attributes:
        kind: `master`, `player` or `spectator`.
        name: what the person is called.
        fighters: the names of the fighters it plays.
        revoked: whether it has been taken away.
        invited: whether a link is out that has not been used.
    """

    id: str
    table: str
    kind: str
    name: str
    fighters: tuple[str, ...] = ()
    revoked: bool = False
    invited: bool = False

    @property
    def master(self) -> bool:
        """Whether it is the game master's."""
        return self.kind == "master"


def digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def _seat(row: Mapping[Any, Any]) -> Seat:
    fighters = tuple(msgspec.json.decode(row["fighters"], type=list[str]))
    invited = bool(row["invitation"]) and not row["used"] and row["until"] > time.time()
    return Seat(
        row["id"], row["table_id"], row["kind"], row["name"], fighters, revoked=bool(row["revoked"]), invited=invited
    )


def add_seat(connection: Connection, table: str, kind: str, name: str, fighters: tuple[str, ...] = ()) -> Seat:
    """A new seat, with no link yet."""
    seat = Seat(secrets.token_hex(8), table, kind, name, fighters)
    row = {
        "id": seat.id,
        "table_id": table,
        "kind": kind,
        "name": name,
        "fighters": msgspec.json.encode(fighters).decode(),
        "invitation": None,
        "until": 0,
        "used": 0,
        "revoked": 0,
    }
    connection.execute(insert(seats).values(row))
    return seat


def invite(connection: Connection, seat: str, life: int = INVITATION) -> str:
    """A new link for a seat, as its token; one that was out before is void."""
    token = new_token()
    values = {"invitation": digest(token), "until": int(time.time()) + life, "used": 0, "revoked": 0}
    connection.execute(update(seats).where(seats.c.id == seat).values(**values))
    return token


def exchange(connection: Connection, token: str, life: int = KEY) -> tuple[Seat, str]:
    """Exchange an invitation for a key.

    Raises:
        Forbidden: the link is unknown, used, too old, or its seat has been taken away.
    """
    row = connection.execute(select(seats).where(seats.c.invitation == digest(token))).mappings().first()
    if row is None:
        raise Forbidden("this link leads nowhere: ask the game master for a new one")
    if row["used"]:
        raise Forbidden("this link has been used already: ask the game master for a new one")
    if row["revoked"] or row["until"] <= time.time():
        raise Forbidden("this link is no longer good: ask the game master for a new one")
    connection.execute(update(seats).where(seats.c.id == row["id"]).values(used=1))
    return _seat({**row, "used": 1}), add_key(connection, row["id"], life)


def peek(connection: Connection, token: str) -> Seat | None:
    """The seat that a link would give; None where it would give none."""
    row = connection.execute(select(seats).where(seats.c.invitation == digest(token))).mappings().first()
    good = row is not None and not row["used"] and not row["revoked"] and row["until"] > time.time()
    return _seat(row) if row is not None and good else None


def add_key(connection: Connection, seat: str, life: int = KEY) -> str:
    """A key for a seat: what its cookie holds."""
    key = new_token()
    connection.execute(insert(keys).values(hash=digest(key), seat_id=seat, until=int(time.time()) + life))
    return key


def find_seat(connection: Connection, key: str) -> tuple[Seat, int] | None:
    """The seat of a key and until when the key is good; None where it opens nothing any more."""
    joined = select(seats, keys.c.until.label("good")).join(keys, keys.c.seat_id == seats.c.id)
    row = connection.execute(joined.where(keys.c.hash == digest(key))).mappings().first()
    if row is None or row["revoked"] or row["good"] <= time.time():
        return None
    return _seat(row), row["good"]


def list_seats(connection: Connection, table: str) -> list[Seat]:
    """Every seat of a table, the game master's first."""
    rows = connection.execute(select(seats).where(seats.c.table_id == table)).mappings()
    return sorted(map(_seat, rows), key=lambda seat: (not seat.master, seat.kind, seat.name))


def revoke(connection: Connection, seat: str) -> None:
    """Take a seat away: its link and its keys open nothing any more."""
    connection.execute(update(seats).where(seats.c.id == seat).values(revoked=1, invitation=None))
    connection.execute(keys.delete().where(keys.c.seat_id == seat))
