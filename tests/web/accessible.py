"""What axe-core finds on a page, every fold opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import axe_playwright_python  # type: ignore[import-untyped] # it brings the script alone
from playwright.sync_api import Browser, Page

from tests.web.serving import Served
from tools.screens import Way, look

__all__ = ["examine", "violations"]

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN = "axe.run(document, {resultTypes: ['violations'], preload: false}).then(found => found.violations.map("
RUN += "one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).slice(0, 4).join(', ')}`))"


def violations(page: Page) -> list[str]:
    """What is wrong: the rule, and where."""
    page.evaluate("document.querySelectorAll('details.fold').forEach(fold => { fold.open = true; })")
    page.evaluate(AXE)
    return list(page.evaluate(RUN))


def examine(
    running: Browser, served: Served, ways: Callable[[int], tuple[Way, ...]]
) -> tuple[int, dict[str, list[str]]]:
    """Look at every page: how many were looked at, and what is wrong on which."""
    found: dict[str, list[str]] = {}
    pages = 0

    def each(name: str, _path: str, width: int, theme: str, page: Page) -> None:
        nonlocal pages
        pages += 1
        if wrong := violations(page):
            found[f"{name} {width} {theme}"] = wrong

    look(running, served, each, ways)
    return pages, found
