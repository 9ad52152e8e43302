"""The HTTP API: tables for programs, and questions about a bout that need no table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from tussle.ask.requests import Choose
from tussle.bout.bout import Bout
from tussle.bout.fighter import fighter_schema
from tussle.bout.loading import available, load
from tussle.bout.notation import bout_json, parse_position, read_bout, token
from tussle.errors import Illegal, Missing, TussleError, Unreadable
from tussle.play.record import record_text
from tussle.play.situation import Act
from tussle.surfaces.web import pages, views
from tussle.surfaces.web.live import Command, Live
from tussle.surfaces.web.page import clause_form
from tussle.surfaces.web.seats import Seat
from tussle.surfaces.web.sight import Sight, state_digest
from tussle.surfaces.web.tables import Stale
from tussle.surfaces.web.typed import check_join

__all__ = [
    "Ahead",
    "Goal",
    "NewSeat",
    "NewTable",
    "Question",
    "Say",
    "best",
    "check",
    "clauses",
    "events",
    "exchange",
    "forecast",
    "legal",
    "make",
    "odds",
    "record",
    "rule_sets",
    "say",
    "seats",
    "seats_add",
    "seats_change",
    "state",
    "stream",
]

Handler = Callable[[Request], Awaitable[Response]]


class Question(Struct, forbid_unknown_fields=True):
    """A question about a bout.

    Attributes:
        bout: rules, fighters whole, sides, map, as docs/exchange.md describes.
        position: a position line; none: the opening, turns going as the fighters are named.
        action: of odds, one action alone.
    """

    bout: dict[str, Any]
    position: str | None = None
    action: str | None = None


class Goal(Struct, forbid_unknown_fields=True):
    """A question about the best play.

    Attributes:
        bout, position: as of a `Question`.
        goal: as `tussle best` has them: "pin within 3", "free within 2", "down within 5", "hold for 4", "down first".
        by: the fighter whose side's goal it is; none: the one named first.
    """

    bout: dict[str, Any]
    position: str | None = None
    goal: str = "down first"
    by: str | None = None


class Ahead(Struct, forbid_unknown_fields=True):
    """A question about the rounds ahead: `bout` and `position` as of a `Question`, and how many rounds."""

    bout: dict[str, Any]
    position: str | None = None
    rounds: int = 6


class Contest(Struct, forbid_unknown_fields=True):
    """A contest as people write it, and what becomes of ties."""

    text: str
    tie: str | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made. `hidden`: fighters hidden from the first; `secret`: those whose numbers are."""

    bout: dict[str, Any]
    position: str | None = None
    title: str = ""
    hidden: list[str] = []
    secret: list[str] = []


class Say(Struct, forbid_unknown_fields=True):
    """What a seat wants done. `seen`: the last event it had seen; `key`: the same one twice is done once."""

    do: str
    seen: int
    key: str = ""
    text: str = ""
    by: str = ""
    faces: list[int] = []
    place: int = -1
    numbers: bool = False


class NewSeat(Struct, forbid_unknown_fields=True):
    """A seat to be added; without fighters it watches."""

    name: str = ""
    fighters: list[str] = []


class SeatChange(Struct, forbid_unknown_fields=True):
    """What becomes of a seat: `invite` or `revoke`."""

    do: str


class Token(Struct, forbid_unknown_fields=True):
    """The token of an invitation."""

    token: str


def reply(form: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON document."""
    return Response(msgspec.json.encode(form), status, headers, "application/json")


def answers(handler: Handler) -> Handler:
    """An API handler whose errors are documents: what was wrong, in a sentence, and the clause where one forbids it."""

    @wraps(handler)
    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except TussleError as error:
            return await _refuse(request, error)

    return answered


async def _refuse(request: Request, error: TussleError) -> Response:
    sentence = str(error)
    form: dict[str, Any] = {"error": sentence}
    seat: Seat | None = getattr(request.state, "seat", None)
    if seat is not None:
        async with pages.tables(request).at(seat.table) as live:
            form["error"] = Sight(live, seat).error(error)
            if isinstance(error, Stale):
                form["state"] = _state(live, seat)
    if isinstance(error, Illegal) and form["error"] == sentence:
        form["clause"] = error.clause
    return reply(form, pages.status_of(error))


Body = Any


async def body(request: Request, kind: type[Body]) -> Body:
    """The document a request brings.

    Raises:
        Unreadable: it is no JSON, or not of that form.
    """
    sort = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sort != "application/json":
        raise Unreadable("the request must be JSON: send it as application/json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise Unreadable(f"the request cannot be read: {str(error).replace('`', '')}") from None
    except RecursionError:
        raise Unreadable("the request cannot be read: it is nested too deeply") from None
    except ClientDisconnect:
        raise Unreadable("the request broke off") from None


async def _seat(request: Request, *, master: bool = False) -> Seat:
    seat = await pages.seat_of(request, master=master)
    request.state.seat = seat
    return seat


# Without a table


@answers
async def rule_sets(_request: Request) -> Response:
    """Every rule set that can be loaded."""
    found = [load(name) for name in available()]
    return reply({"rules": [{"name": one.name, "title": one.title, "version": one.version} for one in found]})


@answers
async def clauses(request: Request) -> Response:
    """A rule set: clauses, rulings, house fighters, the schema of a fighter."""
    rules = load(request.path_params["rules"])
    return reply(
        {
            "name": rules.name,
            "title": rules.title,
            "version": rules.version,
            "digest": rules.digest,
            "clauses": [clause_form(clause) for clause in rules.clauses],
            "rulings": [
                {"name": ruling.name, "value": rules.values[ruling.name], "values": ruling.values, "clause": clause.id}
                for ruling, clause in rules.rulings.values()
            ],
            "fighters": list(rules.house),
            "schema": fighter_schema(rules),
        }
    )


@answers
async def legal(request: Request) -> Response:
    """Every action that can be taken, and every verb that cannot."""
    asked = await body(request, Question)
    return reply(await pages.desk(request).ask("legal", msgspec.to_builtins(asked)))


@answers
async def odds(request: Request) -> Response:
    """The exact tree of one action or of all."""
    asked = await body(request, Question)
    return reply(await pages.desk(request).ask("odds", msgspec.to_builtins(asked)))


@answers
async def best(request: Request) -> Response:
    """What is best for a goal, and why; 422 where the game is too large."""
    asked = await body(request, Goal)
    return reply(await pages.adviser(request).ask("best", msgspec.to_builtins(asked), pages.ADVICE))


@answers
async def forecast(request: Request) -> Response:
    """How the first side stands at the end of each round ahead; 422 where the game is too large."""
    asked = await body(request, Ahead)
    return reply(await pages.adviser(request).ask("forecast", msgspec.to_builtins(asked), pages.ADVICE))


@answers
async def check(request: Request) -> Response:
    """The exact chance of one contest."""
    asked = await body(request, Contest)
    return reply(await pages.desk(request).ask("contest", msgspec.to_builtins(asked), 5))


# Tables


@answers
async def make(request: Request) -> Response:
    """A new table; the key is its game master's."""
    asked = await body(request, NewTable)
    bout = await asyncio.to_thread(read_bout, asked.bout)
    position = bout.opening() if asked.position is None else parse_position(bout, asked.position)
    _known(bout, [*asked.hidden, *asked.secret])
    title = " ".join("".join(letter if letter.isprintable() else " " for letter in asked.title).split())
    made = await pages.tables(request).make(
        bout, position, title=title, hidden={"all": asked.hidden, "numbers": asked.secret}
    )
    headers = {"location": f"/api/tables/{made.table}"}
    return reply({"table": made.table, "seat": made.seat.id, "key": made.key}, 201, headers)


def _known(bout: Bout, names: list[str]) -> None:
    for name in names:
        if name not in bout.names:
            raise Unreadable(f"{name[:40]!r} is not in the bout: {', '.join(bout.names)}")


@answers
async def state(request: Request) -> Response:
    """A table as the seat sees it."""
    seat = await _seat(request)
    async with pages.tables(request).at(seat.table) as live:
        return reply(_state(live, seat))


def _state(live: Live, seat: Seat) -> dict[str, Any]:
    sight, session = Sight(live, seat), live.session
    lines = sight.transcript()
    position = live.position if sight.whole else None
    return {
        "schema": "tussle/table/1",
        "table": live.id,
        "title": live.title,
        "event": live.seq,
        "rules": sight.bout.rules.load_string,
        "bout": bout_json(session.bout) if sight.whole else None,
        "position": position,
        "round": session.round,
        "over": session.over,
        "paused": live.paused,
        "fighters": [sight.bout.names[who] for who in sight.bout.everyone if who not in sight.hidden],
        "asked": _asked(sight),
        "lines": [[line.text, list(line.cites)] for line in lines],
        "digest": state_digest([line.text for line in lines], position),
        "seat": {"id": seat.id, "kind": seat.kind, "name": seat.name, "fighters": list(seat.fighters)},
    }


def _asked(sight: Sight) -> dict[str, Any] | None:
    """What is asked now, as far as this seat may know."""
    question = sight.live.session.pending
    if question is None:
        return None
    if isinstance(question, Act):
        mine = [token(sight.bout, action) for action in question.actions if sight.mine(action.by)]
        shown = [text for text in mine if not sight.mentions(text)]
        return {"ask": "act", "by": sight.name(question.by), "actions": shown}
    if isinstance(question, Choose):
        asked = {"ask": "choose", "by": sight.name(question.fighter)}
        if not sight.known(question):
            return asked
        return {**asked, "options": list(question.options), "clauses": list(question.clauses)}
    dice = [
        {
            "place": place,
            "by": sight.name(die.owner),
            "sides": die.sides,
            "label": die.label,
            "lies": place in sight.live.dice,
        }
        for place, die in enumerate(question.dice)
        if sight.die(die) is not None
    ]
    return {"ask": "dice", "dice": dice, "clauses": list(question.cites)}


@answers
async def say(request: Request) -> Response:
    """Something a seat wants done."""
    seat = await _seat(request)
    asked = await body(request, Say)
    if len(asked.key) > 60:
        raise Unreadable("the key is longer than 60 characters")
    faces = dict(enumerate(asked.faces))
    command = Command(asked.do, asked.text, asked.by, faces, asked.place, numbers=asked.numbers)
    if command.do == "event" and seat.master:
        async with pages.tables(request).at(seat.table) as live:
            check_join(live.session.bout.rules, command.text)
    event = await pages.tables(request).say(seat, command, seen=asked.seen, key=asked.key)
    return reply({"event": event}, 201)


@answers
async def events(request: Request) -> Response:
    """What has happened since event `after`, as the stream sends it."""
    seat = await _seat(request)
    text = request.query_params.get("after", "0")
    after = int(text) if text.isdigit() and len(text) < 10 else -1
    async with pages.tables(request).at(seat.table) as live:
        sight = Sight(live, seat)
        sent = pages.tables(request).stream(sight).since(sight, after)
    found = [{"sort": sort, **msgspec.json.decode(document)} for _, sort, document in sent]
    return reply({"events": found})


@answers
async def stream(request: Request) -> Response:
    """The same as it happens."""
    await _seat(request)
    return await views.stream(request)


@answers
async def record(request: Request) -> Response:
    """The record: the game master's."""
    seat = await _seat(request, master=True)
    async with pages.tables(request).at(seat.table) as live:
        return PlainTextResponse(record_text(live.session))


# Seats


@answers
async def seats(request: Request) -> Response:
    """Who sits at the table."""
    seat = await _seat(request, master=True)
    found = await pages.tables(request).seats(seat.table)
    here = pages.tables(request).here(seat.table)
    return reply({"seats": [_seat_form(one, here) for one in found]})


def _seat_form(seat: Seat, here: set[str]) -> dict[str, Any]:
    return {
        "id": seat.id,
        "kind": seat.kind,
        "name": seat.name,
        "fighters": list(seat.fighters),
        "revoked": seat.revoked,
        "invited": seat.invited,
        "here": seat.id in here,
    }


@answers
async def seats_add(request: Request) -> Response:
    """A new seat, with the token of its invitation."""
    seat = await _seat(request, master=True)
    asked = await body(request, NewSeat)
    made, link = await views.add_seat(request, seat, asked.name, ",".join(asked.fighters))
    return reply({**_seat_form(made, set()), "token": link}, 201)


@answers
async def seats_change(request: Request) -> Response:
    """A new invitation for a seat, or its end."""
    seat = await _seat(request, master=True)
    asked = await body(request, SeatChange)
    which = request.path_params["seat"]
    if asked.do == "invite":
        made, link = await pages.tables(request).invite(seat.table, which)
        return reply({**_seat_form(made, set()), "token": link})
    if asked.do == "revoke":
        await pages.tables(request).revoke(seat.table, which)
        return reply({"seat": which, "revoked": True})
    raise Unreadable(f"{asked.do[:20]!r} cannot be done to a seat: invite, revoke")


@answers
async def exchange(request: Request) -> Response:
    """An invitation for a key."""
    asked = await body(request, Token)
    seat, key = await pages.tables(request).exchange(asked.token)
    return reply({"table": seat.table, "seat": seat.id, "kind": seat.kind, "key": key}, 201)


async def missing(request: Request) -> Response:
    """No such part of the API."""
    error = Missing(f"there is no {request.url.path[:60]}: /api/openapi.json says what there is")
    return await _refuse(request, error)
