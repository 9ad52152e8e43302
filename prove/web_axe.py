"""Every page in every state, narrow and wide, light and dark: axe-core finds nothing wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from prove import Figure
from tests.web.accessible import examine, violations
from tests.web.browsing import browser, chromium
from tests.web.serving import serving
from tools.screens import EVERY

TITLE = "axe-core finds nothing wrong on any page in any state, width and theme"


def run(size: float, work: Path) -> Iterator[Figure]:
    """Look at all of them; at a small size at some of them, in all ways: the test looks at all, in one way each."""
    if chromium() is None:
        there = os.environ.get("CI") != "true"
        yield Figure("NO CHROMIUM (apt-get install chromium)", 0, "Chromium", ok=there)
        return
    step = max(1, round(0.3 / size))
    for old in work.glob("tables.sqlite*"):
        old.unlink()
    with serving(work / "tables.sqlite") as served, browser() as running:
        pages, found = examine(running, served, lambda number: EVERY if number % step == 0 else ())
    wanted = max(1, 28 // step) * len(EVERY)
    yield Figure("pages looked at, each at two widths in two themes", pages, f">= {wanted}", ok=pages >= wanted)
    wrong = sum(map(len, found.values()))
    yield Figure("violations", wrong if not wrong else f"{wrong}: {found}", "= 0", ok=not wrong)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A field without a label must be found."""
    del size, work
    if chromium() is None:
        yield Figure("NO CHROMIUM (apt-get install chromium)", 0, "Chromium", ok=False)
        return
    with browser() as running:
        page = running.new_page()
        page.set_content("<html lang=en><title>x</title><main><h1>x</h1><input></main>")
        found = violations(page)
    yield Figure("violations", len(found), "= 0", ok=not found)
