"""axe-core on every page in every state, in both themes and at both widths."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python  # type: ignore[import-untyped] # it brings the script alone
import pytest
from playwright.sync_api import Page

from tests.web.browsing import browser
from tests.web.serving import Served
from tools.screens import look

pytestmark = pytest.mark.usefixtures("needs_chromium")

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map("
RUN += "one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).slice(0, 4).join(', ')}`))"


def violations(page: Page) -> list[str]:
    """What axe-core finds, every fold opened."""
    page.evaluate("document.querySelectorAll('details.fold').forEach(fold => { fold.open = true; })")
    page.evaluate(AXE)
    return list(page.evaluate(RUN))


def test_axe_finds_nothing_on_any_page_in_any_state(served: Served) -> None:
    found: dict[str, list[str]] = {}
    pages = 0

    def examine(name: str, _path: str, width: int, theme: str, page: Page) -> None:
        nonlocal pages
        pages += 1
        if wrong := violations(page):
            found[f"{name} {width} {theme}"] = wrong

    with browser() as running:
        # Each width in one theme: contrast is a matter of the theme, the rest of the width.
        look(running, served, examine, ((375, "light"), (1280, "dark")))
    assert found == {}
    assert pages >= 40


def test_axe_finds_what_is_planted(served: Served) -> None:
    with browser() as running:
        page = running.new_page()
        page.goto(f"{served.address}/calculator")
        page.evaluate("document.querySelector('label').replaceWith(document.querySelector('label input'))")
        assert any(one.startswith("label") for one in violations(page))
