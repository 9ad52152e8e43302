"""Two hundred texts that run as scripts where a page lets them, in every text field, in Chromium: none runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from prove import Figure
from tests.web.browsing import browser, chromium
from tests.web.payloads import inject, many, watch
from tests.web.serving import serving

TITLE = "no text that somebody types runs as a script"
PAYLOADS = 200


def _without() -> Figure:
    """Without Chromium nothing is shown; that is said, and falls short where it has to be there."""
    return Figure("NO CHROMIUM (apt-get install chromium)", 0, "Chromium", ok=os.environ.get("CI") != "true")


def run(size: float, work: Path) -> Iterator[Figure]:
    """Type them all, look at every page."""
    if chromium() is None:
        yield _without()
        return
    payloads = many()[: max(4, round(PAYLOADS * size))]
    for old in work.glob("tables.sqlite*"):
        old.unlink()
    with serving(work / "tables.sqlite") as served, browser() as running:
        looked, ran = inject(served, running, payloads)
    yield Figure("payloads in every field", len(payloads), f">= {len(payloads)}", ok=True)
    yield Figure("pages looked at", looked, f">= {5 * len(payloads)}", ok=looked >= 5 * len(payloads))
    yield Figure("payloads that ran", len(ran), "= 0", ok=not ran)


def control(size: float, work: Path) -> Iterator[Figure]:
    """A page on which one runs must be seen to."""
    del size, work
    ran: list[str] = []
    if chromium() is None:
        yield _without()._replace(ok=False)
        return
    with browser() as running:
        page = running.new_page()
        watch(page, ran)
        page.set_content(many()[0])
        page.wait_for_timeout(300)
    yield Figure("payloads that ran", len(ran), "= 0", ok=not ran)
