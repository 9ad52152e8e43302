"""The server as it runs: what it prints when it is up, and how it stops with streams open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any

import click
import uvicorn
from starlette.applications import Starlette

from tussle.bestiary.match import match
from tussle.bout.loading import available
from tussle.surfaces.web.app import stop
from tussle.surfaces.web.copies import qr_text
from tussle.surfaces.web.tables import Tables

__all__ = ["Server", "open_demo", "print_addresses"]


class Server(uvicorn.Server):
    """Uvicorn's server, which says where it is once it is up, and ends its streams when it is to stop.

    Args:
        config: uvicorn's.
        app: the application.
        up: what to do once it listens.
    """

    def __init__(self, config: uvicorn.Config, app: Starlette, up: Callable[[], Coroutine[Any, Any, None]]) -> None:
        super().__init__(config)
        self._app, self._up = app, up

    async def startup(self, sockets: Any = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            await self._up()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Asked to stop: streams are told, so that they end at once."""
        stop(self._app)
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # else it would be raised once more, and the store not closed


async def print_addresses(app: Starlette, local: str, lan: str, *, demo: bool) -> None:
    """Say where the table is; with a demonstration, a link a seat."""
    click.echo(f"Tussle is at {local}")
    if lan:
        click.echo(f"In your network: {lan}")
    if demo:
        base = lan or local
        for name, token in await open_demo(app.state.tables):
            click.echo(f"\n{name}: {(local if name == 'Game master' else base)}/join/{token}")
            if name != "Game master":
                click.echo(qr_text(f"{base}/join/{token}"), nl=False)
    click.echo("\nStop it with ctrl c.")


async def open_demo(tables: Tables) -> list[tuple[str, str]]:
    """A grapple that is open: names of its seats, each with the token of its link."""
    rules = "hug" if "hug" in available() else available()[0]
    bout = match(rules, "Arangu", "Mirel", "vs", "Tivid", "Otto")
    made = await tables.make(bout, bout.opening(), title="The four at the ford")
    _, master = await tables.invite(made.table, made.seat.id)
    found = [("Game master", master)]
    for name in bout.names[:2]:
        seat, token = await tables.add_seat(made.table, "player", f"Player of {name}", (name,))
        found.append((seat.name, token))
    return found
