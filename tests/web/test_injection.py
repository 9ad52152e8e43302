"""Script-injection payloads in every text field, in Chromium: none of them runs."""

from __future__ import annotations

import pytest

from tests.web.browsing import browser
from tests.web.payloads import PAYLOADS, inject, watch
from tests.web.serving import Served

pytestmark = pytest.mark.usefixtures("needs_chromium")


def test_no_payload_runs_in_any_field(served: Served) -> None:
    assert len(set(PAYLOADS)) == 50
    with browser() as running:
        looked, ran = inject(served, running, PAYLOADS)
    assert ran == []
    assert looked >= 5 * len(PAYLOADS)


def test_a_script_that_runs_is_seen(served: Served) -> None:
    with browser() as running:
        page, ran = running.new_page(), list[str]()
        watch(page, ran)
        page.goto(f"{served.address}/help")
        page.evaluate("console.log('PWNED')")
        page.evaluate("setTimeout(() => alert(1))")
        page.wait_for_timeout(200)
    assert sorted(ran) == ["1", "PWNED"]
