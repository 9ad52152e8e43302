"""What every page shares: templates, cookies, errors, and the request's seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tussle import __version__
from tussle.errors import Illegal, Impossible, Missing, TussleError, Uncovered, Unreadable
from tussle.surfaces.web.guard import CSRF, check_form, form_token
from tussle.surfaces.web.seats import DAY, Forbidden, Seat, find_seat
from tussle.surfaces.web.tables import Again, Stale, Tables
from tussle.surfaces.web.worker import Busy, Desk

__all__ = [
    "ADVICE",
    "Form",
    "adviser",
    "cookie_name",
    "desk",
    "form_of",
    "go",
    "key_of",
    "seat_of",
    "set_cookie",
    "set_key",
    "show",
    "status_of",
    "tables",
]

HERE = Path(__file__).parent
ADVICE = 25.0
"""So many seconds are given to a question about the best play."""
STATUS: tuple[tuple[type[TussleError], int], ...] = (
    (Stale, 409),
    (Again, 409),
    (Busy, 503),
    (Forbidden, 403),
    (Missing, 404),
    (Unreadable, 422),
    (Illegal, 422),
    (Impossible, 422),
    (Uncovered, 422),
    (TussleError, 500),
)
"""The status of each error, the first that fits."""

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def status_of(error: TussleError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in STATUS if isinstance(error, kind))


def tables(request: Request) -> Tables:
    """The tables of the server."""
    found: Tables = request.app.state.tables
    return found


def desk(request: Request) -> Desk:
    """Where expensive questions are asked."""
    found: Desk = request.app.state.desk
    return found


def adviser(request: Request) -> Desk:
    """Where it is asked what is best; it may take long, and keeps nobody who asks for odds waiting."""
    found: Desk = request.app.state.adviser
    return found


def show(request: Request, template: str, values: dict[str, Any] | None = None, status: int = 200) -> Response:
    """A page."""
    token = form_token(request)
    theme = request.cookies.get("theme", "")
    text = _ENVIRONMENT.get_template(template).render(
        {
            "form_token": token,
            "theme": theme if theme in ("light", "dark") else "",
            "version": __version__,
            "path": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            "by_script": "hx-request" in request.headers,
            **(values or {}),
        }
    )
    response = HTMLResponse(text, status)
    if request.cookies.get(CSRF) != token:
        set_cookie(request, response, CSRF, token)
    return response


def go(request: Request, path: str) -> Response:
    """Send a browser on to another page: 303, or htmx's own way."""
    if "hx-request" in request.headers:
        return Response("", 204, {"HX-Location": path})
    return RedirectResponse(path, 303)


def safe_path(text: str) -> str:
    """A path of our own to go back to."""
    parts = urlsplit(text)
    fine = text.startswith("/") and not text.startswith("//") and "\\" not in text and not parts.netloc
    return text if fine else "/"


# Forms


class Form(dict[str, str]):
    """The fields of a form, the last of each name."""


async def form_of(request: Request, most: int = 100_000) -> Form:
    """The fields of a form that a page of ours was sent with.

    Raises:
        Forbidden: no page of ours.
        Unreadable: it is no form, or a field is too long.
    """
    try:
        async with request.form(max_files=2, max_fields=200, max_part_size=2_000_000) as given:
            fields = Form()
            for name, value in given.multi_items():
                if isinstance(value, UploadFile):
                    fields[name] = (await value.read()).decode(errors="replace")
                else:
                    fields[name] = value
    except ValueError as error:
        raise Unreadable(f"the form cannot be read: {error}") from None
    for name, value in fields.items():
        if len(value) > most:
            raise Unreadable(f"{name[:20]} is longer than {most:,} characters")
    check_form(request, fields.get("token", ""))
    return fields


# Seats


def cookie_name(table: str) -> str:
    """The cookie of a seat at a table."""
    return f"seat-{table}"


def key_of(request: Request, table: str) -> str:
    """The key a request carries: a cookie's, or a bearer's."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return request.cookies.get(cookie_name(table), "")


async def seat_of(request: Request, *, master: bool = False) -> Seat:
    """The seat of a request at the table in its path.

    Raises:
        Missing: whoever asks has no seat there; that is also what is said of a table that is not there.
        Forbidden: it is not the game master's.
    """
    import asyncio

    table = request.path_params["table"]
    key = key_of(request, table)

    def read() -> tuple[Seat, int] | None:
        with tables(request).store.read() as connection:
            return find_seat(connection, key)

    found = await asyncio.to_thread(read) if key else None
    if found is None or found[0].table != table:
        raise Missing("you have no seat at this table: ask its game master for a link")
    seat, request.state.until = found
    if master and not seat.master:
        raise Forbidden("only the game master can do that")
    return seat


def set_key(request: Request, response: Response, table: str, key: str) -> None:
    """Give a browser the cookie of a seat."""
    set_cookie(request, response, cookie_name(table), key)


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Give a browser a cookie that no script reads."""
    response.set_cookie(
        name,
        value,
        max_age=90 * DAY,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
