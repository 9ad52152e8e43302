"""`tussle serve`: the table as a web page."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import click

from tussle.bestiary.places import data_directory
from tussle.errors import Missing, Unreadable

__all__ = ["command"]


@click.command()
@click.option("--db", metavar="URL", help="Where tables are kept: a file, or sqlite:///FILE.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0: all of them.")
@click.option("--port", default=8070, show_default=True, type=click.IntRange(0, 65535), help="0: any that is free.")
@click.option("--demo", is_flag=True, help="Have a grapple open, with its links printed.")
@click.option("--cors", multiple=True, metavar="ORIGIN", help="A site whose pages may ask the API.")
@click.option("--frame", multiple=True, metavar="ORIGIN", help="A site that may show the pages in a frame.")
@click.option("--limit", default=600, show_default=True, help="How many requests a minute one address may send.")
def command(
    db: str | None, host: str, port: int, cors: tuple[str, ...], frame: tuple[str, ...], limit: int, *, demo: bool
) -> None:
    """Open the table as a web page: run a grapple with the people you play with.

    Tables are kept in one SQLite file; whatever a page has acknowledged is on the disk.
    """
    try:
        import uvicorn

        from tussle.surfaces.web.app import make_app
        from tussle.surfaces.web.guard import Settings
        from tussle.surfaces.web.serving import Server, print_addresses
        from tussle.surfaces.web.store import Store, database_path
    except ModuleNotFoundError as error:
        raise Missing(
            f"the web page needs the extra web ({error.name} is not there): pip install 'tussle[web]'"
        ) from None
    store = Store(database_path(db) if db else default_database())
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    lan = f"http://{_lan_address()}:{port}" if host in ("0.0.0.0", "::") else ""  # noqa: S104 - what the person asked for
    app = make_app(store, Settings(cors=cors, frames=frame, rate=limit, ask=limit), lan=lan)
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=3, server_header=False, h11_max_incomplete_event_size=65_536
    )
    server = Server(config, app, lambda: print_addresses(app, f"http://{_name(host)}:{port}", lan, demo=demo))
    try:
        server.run([listener])
    finally:
        store.close()
    if not server.started:
        sys.exit(1)


def default_database() -> Path:
    """Where tables are kept unless somebody says otherwise."""
    return data_directory() / "tables.sqlite"


def _name(host: str) -> str:
    return "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host  # noqa: S104 - a comparison


def _listen(host: str, port: int) -> socket.socket:
    """The socket, bound now so that a port that is taken is said in a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise Unreadable(f"{host} port {port} cannot be listened at: {error.strerror}; try --port 0") from None
    return listener


def _lan_address() -> str:
    """The address this machine has in its own network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
