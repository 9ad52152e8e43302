"""What stands before every handler: headers, sizes, rates, where a request comes from."""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tussle.surfaces.web.seats import Forbidden

__all__ = ["CSRF", "Guard", "Settings", "check_form", "form_token"]

CSRF = "tussle-form"
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000


class Settings(Struct, frozen=True):
    """How a server is set up.

    Attributes:
        cors: the origins whose pages may ask the API.
        frames: the origins that may show the pages in a frame.
        size: the largest body, in bytes.
        rate: how many requests that change something one address may send a minute, on average.
        ask: how many questions one address may ask a minute, on average.
    """

    cors: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    size: int = 2_000_000
    rate: int = 600
    ask: int = 600


class Guard:
    """The middleware."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        frames = " ".join(settings.frames) or "'none'"
        self._headers = {
            "content-security-policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                f"form-action 'self'; base-uri 'none'; frame-ancestors {frames}"
            ),
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=()",
        }
        if not settings.frames:
            self._headers["x-frame-options"] = "DENY"
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        api = scope["path"].startswith("/api/")
        allowed = api and origin in self.settings.cors

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._dress(MutableHeaders(raw=message["headers"]), scope, origin if allowed else "")
            await send(message)

        refusal = self._refuse(scope, headers, allowed=allowed)
        if refusal is None and scope["method"] == "OPTIONS" and api:
            refusal = PlainTextResponse("", 204)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        await self.app(scope, _bounded(receive, self.settings.size), answer)

    def _refuse(self, scope: Scope, headers: Headers, *, allowed: bool) -> PlainTextResponse | None:
        """Why a request is not let through; None: it is."""
        if scope["method"] in SAFE:
            return None
        size = headers.get("content-length", "0")
        if not size.isdigit() or int(size) > self.settings.size:
            return PlainTextResponse(f"the request is larger than {self.settings.size:,} bytes\n", 413)
        if not allowed and not _same_origin(scope, headers):
            return PlainTextResponse("the request comes from a page of another site\n", 403)
        sort = "ask" if scope["path"] in STATELESS else "rate"
        wait = self._spend((scope["client"] or ("", 0))[0], sort)
        if wait:
            text = "too many requests from this address: wait a moment\n"
            return PlainTextResponse(text, 429, {"retry-after": str(int(wait) + 1)})
        return None

    def _spend(self, address: str, sort: str) -> float:
        """Take one from the bucket of an address; how many seconds to wait where it is empty."""
        rate: int = getattr(self.settings, sort)
        now = time.monotonic()
        left, then = self._buckets.pop((address, sort), (float(rate), now))
        left = min(float(rate), left + (now - then) * rate / 60)
        self._buckets[address, sort] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return 0 if left >= 1 else (1 - left) * 60 / rate

    def _dress(self, headers: MutableHeaders, scope: Scope, origin: str) -> None:
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        if not scope["path"].startswith("/static/"):
            headers.setdefault("cache-control", "no-store")
        if scope["path"].startswith("/api/"):
            headers.append("vary", "Origin")
        if origin:
            headers["access-control-allow-origin"] = origin
            headers["access-control-allow-methods"] = "GET, POST"
            headers["access-control-allow-headers"] = "authorization, content-type, last-event-id"
            headers["access-control-max-age"] = "600"


STATELESS = ("/api/legal", "/api/odds", "/api/best", "/api/forecast", "/api/check")


def _same_origin(scope: Scope, headers: Headers) -> bool:
    """Whether a request that changes something comes from a page of ours, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        referer = headers.get("referer")
        if not referer:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        parts = urlsplit(referer)
        origin = f"{parts.scheme}://{parts.netloc}"
    return origin == f"{scope['scheme']}://{headers.get('host', '')}"


class TooLarge(Exception):
    """A body goes on for longer than it may."""


def _bounded(receive: Receive, most: int) -> Receive:
    """The body, no longer than it may be, whatever its length was said to be."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge
        return message

    return bounded


def form_token(request: Request) -> str:
    """The token that a form of this browser carries; `Pages.show` sets its cookie."""
    known = request.cookies.get(CSRF, "")
    if len(known) < 16:
        known = getattr(request.state, "form_token", None) or secrets.token_urlsafe(16)
    request.state.form_token = known
    return known


def check_form(request: Request, given: str) -> None:
    """Refuse a form that no page of this browser was given.

    Raises:
        Forbidden: its token is not the browser's.
    """
    known = request.cookies.get(CSRF, "")
    if len(known) < 16 or not hmac.compare_digest(known.encode(), given.encode()):
        raise Forbidden("this form is not from a page you were shown, or cookies are off: load the page again")
