"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Where Chromium is; None where it is not installed."""
    return os.environ.get("TUSSLE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


PATIENCE = 60_000
"""Milliseconds: a machine may be busy with other things."""
expect.set_options(timeout=PATIENCE)


def seated(address: str, table: str, key: str, goal: str = "none") -> list[SetCookieParam]:
    """The cookies of somebody at a table."""
    return [
        {"name": f"seat-{table}", "value": key, "url": address},
        {"name": f"goal-{table}", "value": goal, "url": address},
    ]


@contextmanager
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield running
        finally:
            running.close()


def sit(running: Browser, address: str, table: str, key: str, *, goal: str = "none", **more: Any) -> Page:
    """A page at a table, with the cookie of a seat.

    Args:
        goal: the goal whose best action is marked; as it is, none, so that nothing is worked out behind a test.
    """
    context = running.new_context(**more)
    context.set_default_timeout(PATIENCE)
    context.add_cookies(seated(address, table, key, goal))
    page = context.new_page()
    page.goto(f"{address}/t/{table}")
    return page
