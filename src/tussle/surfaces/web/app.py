"""The application: its routes, what stands before them, and what lives as long as it does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tussle.errors import TussleError
from tussle.surfaces.web import api, openapi, pages, setup, views
from tussle.surfaces.web.guard import Guard, Settings, TooLarge
from tussle.surfaces.web.store import Store
from tussle.surfaces.web.tables import Tables
from tussle.surfaces.web.worker import Desk

__all__ = ["WAYS", "Way", "make_app"]


class Way(Struct, frozen=True):
    """A route, and who may take it.

    Attributes:
        who: `anyone`, `seat` (whoever sits at the table in the path) or `master`.
    """

    method: str
    path: str
    handler: api.Handler
    who: str = "anyone"


WAYS = (
    Way("GET", "/", setup.home),
    Way("GET", "/calculator", setup.calculator),
    Way("GET", "/sheet", setup.pair_sheet),
    Way("GET", "/help", setup.help_page),
    Way("GET", "/new", setup.new),
    Way("POST", "/new", setup.start),
    Way("GET", "/fighters", setup.fighters),
    Way("GET", "/bring", setup.bring),
    Way("POST", "/bring", setup.bring),
    Way("POST", "/theme", setup.theme),
    Way("GET", "/rules/{rules}/{clause}", views.clause),
    Way("GET", "/join/{token}", views.join),
    Way("POST", "/join/{token}", views.join),
    Way("GET", "/t/{table}", views.table, "seat"),
    Way("POST", "/t/{table}", views.say, "seat"),
    Way("GET", "/t/{table}/part", views.part, "seat"),
    Way("POST", "/t/{table}/goal", views.goal, "seat"),
    Way("GET", "/t/{table}/stream", views.stream, "seat"),
    Way("GET", "/t/{table}/sheet", views.table_sheet, "seat"),
    Way("GET", "/t/{table}/copy", views.copy, "seat"),
    Way("GET", "/t/{table}/record", views.record, "master"),
    Way("GET", "/t/{table}/seats", views.seats_page, "master"),
    Way("POST", "/t/{table}/seats", views.seat_change, "master"),
    Way("POST", "/t/{table}/leave", views.leave),
    Way("GET", "/api/openapi.json", openapi.document),
    Way("GET", "/api/rules", api.rule_sets),
    Way("GET", "/api/rules/{rules}", api.clauses),
    Way("POST", "/api/legal", api.legal),
    Way("POST", "/api/odds", api.odds),
    Way("POST", "/api/best", api.best),
    Way("POST", "/api/forecast", api.forecast),
    Way("POST", "/api/check", api.check),
    Way("POST", "/api/join", api.exchange),
    Way("POST", "/api/tables", api.make),
    Way("GET", "/api/tables/{table}", api.state, "seat"),
    Way("GET", "/api/tables/{table}/events", api.events, "seat"),
    Way("POST", "/api/tables/{table}/events", api.say, "seat"),
    Way("GET", "/api/tables/{table}/stream", api.stream, "seat"),
    Way("GET", "/api/tables/{table}/record", api.record, "master"),
    Way("GET", "/api/tables/{table}/seats", api.seats, "master"),
    Way("POST", "/api/tables/{table}/seats", api.seats_add, "master"),
    Way("POST", "/api/tables/{table}/seats/{seat}", api.seats_change, "master"),
)
"""Every route of the application but the static files."""


def _routes() -> list[Route | Mount]:
    """One route a path, since a path with another method is 405 and not 404."""
    by_path: dict[str, dict[str, api.Handler]] = {}
    for way in WAYS:
        by_path.setdefault(way.path, {})[way.method] = way.handler
    routes: list[Route | Mount] = [
        Route(path, _either(handlers), methods=list(handlers)) for path, handlers in by_path.items()
    ]
    static = StaticFiles(directory=pages.HERE / "static")
    return [*routes, Mount("/static", static)]


def _either(handlers: dict[str, api.Handler]) -> api.Handler:
    async def handle(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await handlers[method](request)

    return handle


async def _refused(request: Request, error: Exception) -> Response:
    """An error as a page."""
    if not isinstance(error, TussleError):
        raise error
    status = pages.status_of(error)
    return pages.show(request, "error.html", {"sentence": str(error), "status": status}, status)


async def _unknown(request: Request, error: Exception) -> Response:
    """No such page, or not with that method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    if request.url.path.startswith("/api/"):
        return api.reply(
            {"error": f"{request.method} {request.url.path[:60]}: {SENTENCES.get(status, 'no')}"}, status, headers
        )
    response = pages.show(
        request, "error.html", {"sentence": SENTENCES.get(status, "that cannot be"), "status": status}, status
    )
    response.headers.update(headers or {})
    return response


SENTENCES = {404: "there is no such page", 405: "that page is not to be sent to", 400: "the request cannot be read"}


async def _too_large(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("the request is larger than it may be\n", 413)


async def _broken(request: Request, _error: Exception) -> Response:
    """A fault of ours: nothing of it leaves the server but that there was one."""
    sentence = "a fault in tussle itself: what you did may not have been kept; load the page again"
    if request.url.path.startswith("/api/"):
        return api.reply({"error": sentence}, 500)
    return pages.show(request, "error.html", {"sentence": sentence, "status": 500}, 500)


def make_app(store: Store, settings: Settings | None = None, *, lan: str = "", demo: str = "") -> Starlette:
    """The application over a store.

    Args:
        lan: the address of this server in its network, for links that are handed out; "": as the page was asked for.
        demo: the path of the demonstration's table, shown on the home page; "": none.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.tables = Tables(store)
        app.state.desk = Desk()
        app.state.adviser = Desk(most=12, memory=1_000_000_000, nice=15)
        app.state.stopping = False
        yield
        app.state.stopping = True
        await app.state.desk.close()
        await app.state.adviser.close()

    app = Starlette(
        routes=_routes(),
        middleware=[Middleware(Guard, settings=settings or Settings())],
        exception_handlers={
            TussleError: _refused,
            HTTPException: _unknown,
            TooLarge: _too_large,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.state.lan, app.state.demo = lan, demo
    return app


def stop(app: Starlette) -> None:
    """End every stream, so that a server can stop at once."""
    app.state.stopping = True
    for table in list(app.state.tables._listeners):  # noqa: SLF001 - the two live and end together
        app.state.tables.wake(table)
