"""The pages of a table: what is shown, what is sent, what is streamed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from tussle.bout.notation import bout_json, position_text
from tussle.errors import TussleError, Uncovered, Unreadable
from tussle.play.record import record_text
from tussle.play.situation import Act
from tussle.surfaces.web import advising, copies, pages
from tussle.surfaces.web.live import Command, Live
from tussle.surfaces.web.page import clause_form, table_form
from tussle.surfaces.web.seats import Seat, peek
from tussle.surfaces.web.sheet import sheet_form
from tussle.surfaces.web.sight import Sight
from tussle.surfaces.web.typed import check_join
from tussle.surfaces.web.worker import Busy

__all__ = [
    "copy",
    "goal",
    "join",
    "leave",
    "part",
    "record",
    "say",
    "seat_change",
    "seats_page",
    "stream",
    "stream_body",
    "table",
    "table_sheet",
]

PATIENCE = 2.0
PRICING = 10.0
LONG = 40.0
BRIEF = 8.0
"""So many seconds are given to a goal that nobody has chosen."""
BEAT = 15.0


async def table(request: Request) -> Response:
    """The table page."""
    seat = await pages.seat_of(request)
    return await _page(request, seat)


async def part(request: Request) -> Response:
    """The part of it that changes."""
    seat = await pages.seat_of(request)
    return await _page(request, seat, template="_page.html")


async def goal(request: Request) -> Response:
    """Choose the goal that the best action is marked for; the browser keeps it."""
    seat = await pages.seat_of(request)
    fields = await pages.form_of(request)
    chosen = fields.get("goal", "")
    if chosen not in advising.GOALS:
        raise Unreadable(f"there is no goal {chosen[:40]!r} to choose: load the page again")
    if "hx-request" in request.headers:
        response = await _page(request, seat, template="_page.html", goal=chosen)
    else:
        response = pages.go(request, f"/t/{seat.table}")
    pages.set_cookie(request, response, f"goal-{seat.table}", chosen.replace(" ", "-") or "none")
    return response


def _goal(request: Request, seat: Seat) -> str | None:
    """The goal that this browser has chosen at the table."""
    kept = request.cookies.get(f"goal-{seat.table}")
    return None if kept is None else "" if kept == "none" else kept.replace("-", " ")


async def _page(
    request: Request,
    seat: Seat,
    *,
    problem: str = "",
    status: int = 200,
    template: str = "table.html",
    goal: str | None = None,
) -> Response:
    everyone = await pages.tables(request).seats(seat.table)
    async with pages.tables(request).at(seat.table) as live:
        question = _question(live)
        about = advising.asked(Sight(live, seat))
    priced = await _priced(request, question)
    advice, ahead = await _advised(request, about, _goal(request, seat) if goal is None else goal)
    async with pages.tables(request).at(seat.table) as live:
        if _question(live) != question:
            priced = advice = ahead = None  # somebody was quicker; the page says so, and asks again
        sight = Sight(live, seat)
        form = table_form(sight, priced, everyone, pages.tables(request).here(seat.table))
    if advice is not None and advice["state"] == "told" and form["moment"] == "act":
        advising.mark(form, advice)
    form.update(seat=seat, problem=problem, attempt=secrets.token_urlsafe(9), advice=advice, ahead=ahead)
    return pages.show(request, template, form, status)


async def _advised(
    request: Request, about: advising.Asked | None, goal: str | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """What is best, and how it goes on, as far as it is known; only who asks for it alone waits for it."""
    if about is None:
        return None, None
    adviser = pages.adviser(request)
    alone = request.url.path.endswith("/part")
    wanted = request.query_params if request.method == "GET" else {}
    advice = None
    if about.mine:
        patience = LONG if alone and "best" in wanted else 0
        seconds = pages.ADVICE if goal else min(BRIEF, pages.ADVICE)
        advice = await advising.advice(adviser, about, advising.goal_of(about.bout, goal), seconds, patience)
    patient = (LONG if alone else PATIENCE) if "ahead" in wanted else None
    return advice, await advising.ahead(adviser, about, pages.ADVICE, patient)


def _question(live: Live) -> dict[str, Any] | None:
    """What the worker is asked for the rows of actions; None where nobody chooses an action."""
    session = live.session
    if not isinstance(session.pending, Act):
        return None
    return {"bout": bout_json(session.bout), "position": position_text(session.bout, session.position)}


async def _priced(request: Request, question: dict[str, Any] | None) -> dict[str, Any] | None:
    if question is None:
        return None
    try:
        return await pages.desk(request).soon("actions", question, PRICING, PATIENCE)
    except (Busy, Uncovered):
        return None


async def say(request: Request) -> Response:
    """A form of the table page: an action, an option, dice, and all the rest."""
    seat = await pages.seat_of(request)
    try:
        fields = await pages.form_of(request)
        command = _command(fields)
        if command.do == "event" and seat.master:
            async with pages.tables(request).at(seat.table) as live:
                check_join(live.session.bout.rules, command.text)
        await pages.tables(request).say(seat, command, seen=_number(fields, "seen"), key=fields.get("attempt", "")[:60])
    except TussleError as error:
        async with pages.tables(request).at(seat.table) as live:
            sentence = Sight(live, seat).error(error)
        template = "_page.html" if "hx-request" in request.headers else "table.html"
        return await _page(request, seat, problem=sentence, status=pages.status_of(error), template=template)
    if "hx-request" in request.headers:
        return await _page(request, seat, template="_page.html")
    return pages.go(request, f"/t/{seat.table}")


def _number(fields: pages.Form, name: str) -> int:
    text = fields.get(name, "")
    if not text.isdigit() or len(text) > 9:
        raise Unreadable(f"the form has no {name}: load the page again")
    return int(text)


def _command(fields: pages.Form) -> Command:
    """The command that a form's fields make."""
    faces = {}
    for name, value in fields.items():
        if name.startswith("face-") and value.strip():
            if not value.strip().isdigit() or len(value.strip()) > 4:
                raise Unreadable(f"{value.strip()[:20]!r} is no face of a die: type a whole number, or leave it empty")
            if not name[5:].isdigit():
                raise Unreadable(f"there is no die {name[5:25]!r}")
            faces[int(name[5:])] = int(value)
    place = fields.get("place", "")
    text = fields.get("text", "")
    if fields.get("word"):
        text = f"{fields['word']} {text}"
    return Command(
        fields.get("do", ""),
        text.strip(),
        fields.get("by", ""),
        faces,
        int(place) if place.isdigit() and len(place) < 9 else -1,
        numbers=fields.get("numbers", "") == "yes",
    )


# The stream


async def stream(request: Request) -> Response:
    """The events of a table as they happen, from the one after `Last-Event-ID` (or `after`) on."""
    seat = await pages.seat_of(request)
    text = request.headers.get("last-event-id") or request.query_params.get("after", "")
    after = int(text) if text.isdigit() and len(text) < 10 else -1
    return StreamingResponse(
        stream_body(request, seat, after),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def stream_body(request: Request, seat: Seat, after: int) -> AsyncIterator[bytes]:
    """What is sent: events with numbers, a comment as a heartbeat, a word where a client must begin anew."""
    found = pages.tables(request)
    key = pages.key_of(request, seat.table)
    epoch = None
    async with found.listen(seat) as heard:
        yield b": here\n\n"
        while not request.app.state.stopping:
            heard.clear()
            if await _gone(request, key):
                yield b"event: gone\ndata: {}\n\n"
                return
            async with found.at(seat.table) as live:
                sight = Sight(live, seat)
                flow = found.stream(sight)
                sent = flow.since(sight, after if epoch in (None, flow.epoch) else -1)
                epoch, after = flow.epoch, live.seq
            for number, sort, document in sent:
                yield b"id: %d\nevent: %s\ndata: %s\n\n" % (number, sort.encode(), document)
            try:
                async with asyncio.timeout(BEAT):
                    await heard.wait()
            except TimeoutError:
                yield b": beat\n\n"


async def _gone(request: Request, key: str) -> bool:
    """Whether the key opens nothing any more: a seat that was taken away hears no more."""
    from tussle.surfaces.web.seats import find_seat

    def read() -> bool:
        with pages.tables(request).store.read() as connection:
            return find_seat(connection, key) is None

    return await asyncio.to_thread(read)


# Seats


async def seats_page(request: Request) -> Response:
    """Who sits at the table, for the game master: links, and what each plays."""
    seat = await pages.seat_of(request, master=True)
    return await _seats(request, seat)


async def _seats(
    request: Request, seat: Seat, *, link: tuple[Seat, str] | None = None, problem: str = "", status: int = 200
) -> Response:
    everyone = await pages.tables(request).seats(seat.table)
    async with pages.tables(request).at(seat.table) as live:
        names, title = live.session.bout.names, live.title
    shown = None
    if link is not None:
        address = f"{_base(request)}/join/{link[1]}"
        shown = {"seat": link[0], "address": address, "qr": copies.qr(address)}
    values = {
        "table": seat.table,
        "title": title,
        "names": names,
        "seats": everyone,
        "here": pages.tables(request).here(seat.table),
        "link": shown,
        "problem": problem,
        "seat": seat,
    }
    return pages.show(request, "seats.html", values, status)


def _base(request: Request) -> str:
    """The address people reach this server at: as they typed it, or the one in the network where that is known."""
    host = request.headers.get("host", "")
    lan: str = request.app.state.lan
    if lan and host.split(":")[0] in ("localhost", "127.0.0.1"):
        return lan
    return f"{request.url.scheme}://{host}"


async def seat_change(request: Request) -> Response:
    """Add a seat, give it a new link, or take it away."""
    seat = await pages.seat_of(request, master=True)
    found = pages.tables(request)
    link = None
    try:
        fields = await pages.form_of(request)
        do, which = fields.get("do", ""), fields.get("seat", "")
        if do == "add":
            link = await add_seat(request, seat, fields.get("name", ""), fields.get("plays", ""))
        elif do == "invite":
            link = await found.invite(seat.table, which)
        elif do == "revoke":
            await found.revoke(seat.table, which)
        else:
            raise Unreadable("the form says nothing to do: load the page again")
    except TussleError as error:
        return await _seats(request, seat, problem=str(error), status=pages.status_of(error))
    return await _seats(request, seat, link=link) if link else pages.go(request, f"/t/{seat.table}/seats")


async def add_seat(request: Request, seat: Seat, name: str, plays: str) -> tuple[Seat, str]:
    """A new seat: `plays` names its fighters, with commas between; none: it watches."""
    fighters = tuple(dict.fromkeys(part.strip() for part in plays.split(",") if part.strip()))
    async with pages.tables(request).at(seat.table) as live:
        for fighter in fighters:
            if fighter not in live.session.bout.names:
                raise Unreadable(f"{fighter[:40]!r} is not in the bout: {', '.join(live.session.bout.names)}")
    name = " ".join(name.split()) or (f"Player of {fighters[0]}" if fighters else "Spectator")
    if len(name) > 40 or not name.isprintable():
        raise Unreadable("a name has at most 40 printable characters")
    return await pages.tables(request).add_seat(seat.table, "player" if fighters else "spectator", name, fighters)


async def join(request: Request) -> Response:
    """An invitation: shown first, since programs look at links too, and taken by a button."""
    token = request.path_params["token"]
    found = pages.tables(request)
    if request.method == "GET":

        def read() -> Seat | None:
            with found.store.read() as connection:
                return peek(connection, token)

        seat = await asyncio.to_thread(read)
        if seat is None:
            sentence = "this link leads nowhere, or has been used already: ask the game master for a new one"
            return pages.show(request, "error.html", {"sentence": sentence, "status": 410}, 410)
        async with found.at(seat.table) as live:
            return pages.show(request, "join.html", {"seat": seat, "title": live.title, "token": token})
    await pages.form_of(request)
    seat, key = await found.exchange(token)
    response = pages.go(request, f"/t/{seat.table}")
    pages.set_key(request, response, seat.table, key)
    return response


async def leave(request: Request) -> Response:
    """Give the cookie of a seat back."""
    await pages.form_of(request)
    response = pages.go(request, "/")
    response.delete_cookie(pages.cookie_name(request.path_params["table"]), path="/")
    return response


# What can be taken along


async def table_sheet(request: Request) -> Response:
    """This pair's numbers and options on one page."""
    seat = await pages.seat_of(request)
    async with pages.tables(request).at(seat.table) as live:
        sight = Sight(live, seat)
        bout, whole = live.session.bout, sight.whole
        title = live.title
    if not whole:
        sentence = "some of these numbers are the game master's to know: ask for the sheet"
        return pages.show(request, "error.html", {"sentence": sentence, "status": 403}, 403)
    form = await sheet_form(pages.desk(request), bout)
    return pages.show(request, "sheet.html", {**form, "title": title, "back": f"/t/{seat.table}"})


async def copy(request: Request) -> Response:
    """The position, and what can be done in it, as other programs take it."""
    seat = await pages.seat_of(request)
    async with pages.tables(request).at(seat.table) as live:
        question = _question(live)
    priced = await _priced(request, question)
    async with pages.tables(request).at(seat.table) as live:
        form = table_form(Sight(live, seat), priced, [], set())
        shown = copies.texts(live, Sight(live, seat), form, _base(request))
    return pages.show(request, "copy.html", {"title": form["title"], "table": seat.table, "texts": shown})


async def record(request: Request) -> Response:
    """The record, whole: the game master's."""
    seat = await pages.seat_of(request, master=True)
    async with pages.tables(request).at(seat.table) as live:
        text = record_text(live.session)
    headers = {"content-disposition": f'attachment; filename="tussle-{seat.table}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def clause(request: Request) -> Response:
    """A clause of a rule set."""
    from tussle.bout.loading import load
    from tussle.errors import Missing

    rules = load(request.path_params["rules"])
    name = request.path_params["clause"]
    if name not in rules.clause:
        raise Missing(f"{rules.name} has no clause {name[:60]!r}")
    found = rules.clause[name]
    rulings = [{"name": one.name, "value": rules.values[one.name], "reason": one.reason} for one in found.rulings]
    return pages.show(request, "clause.html", {"clause": clause_form(found), "rulings": rulings, "rules": rules.name})
