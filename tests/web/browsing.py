"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

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


@contextmanager
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield running
        finally:
            running.close()


def sit(running: Browser, address: str, table: str, key: str, **more: Any) -> Page:
    """A page at a table, with the cookie of a seat."""
    context = running.new_context(**more)
    context.set_default_timeout(8000)
    context.add_cookies([{"name": f"seat-{table}", "value": key, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/t/{table}")
    return page
