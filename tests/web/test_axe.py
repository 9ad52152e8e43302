"""axe-core on every page in every state: each at one width in one theme; in all of them it is the proof `web_axe`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.accessible import examine, violations
from tests.web.browsing import browser
from tests.web.serving import Served
from tools.screens import EVERY

pytestmark = pytest.mark.usefixtures("needs_chromium")


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as chromium:
        yield chromium


def test_axe_finds_nothing_on_any_page_in_any_state(running: Browser, served: Served) -> None:
    # Contrast is a matter of the theme, the rest of the width: the ways go by turns.
    pages, found = examine(running, served, lambda number: (EVERY[number % len(EVERY)],))
    assert found == {}
    assert pages >= 25


def test_axe_finds_what_is_planted(running: Browser, served: Served) -> None:
    page = running.new_page()
    page.goto(f"{served.address}/calculator")
    page.evaluate("document.querySelector('label').replaceWith(document.querySelector('label input'))")
    assert any(one.startswith("label") for one in violations(page))
    page.context.close()
