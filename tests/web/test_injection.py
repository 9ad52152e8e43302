"""Script-injection payloads in every text field, in Chromium: none of them runs."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page

from tests.web.browsing import browser, sit
from tests.web.payloads import PAYLOADS
from tests.web.serving import Served, a_bout

pytestmark = pytest.mark.usefixtures("needs_chromium")

NAMES = [one for one in PAYLOADS if not set(one) & set(':[]="#,') and len(one) <= 40 and one == one.strip()]


def watch(page: Page, ran: list[str]) -> None:
    """Note whatever a payload does when it runs: it opens a dialog, or says so in the console."""

    def dialog(opened: Dialog) -> None:
        ran.append(opened.message)
        opened.dismiss()

    def console(said: ConsoleMessage) -> None:
        if said.text == "PWNED":
            ran.append(said.text)

    page.on("dialog", dialog)
    page.on("console", console)


def test_no_payload_runs_in_any_field(served: Served) -> None:
    ran: list[str] = []
    with browser() as running:
        page = running.new_page()
        watch(page, ran)
        for payload in PAYLOADS:
            for query in ({"text": payload}, {"mine": payload, "theirs": "1"}, {"a": payload, "b": payload}):
                address = served.address + "/calculator?" + _query(query)
                page.goto(address, wait_until="domcontentloaded")
        for place, payload in enumerate(PAYLOADS):
            ask_table(served, running, payload, NAMES[place % len(NAMES)], ran)
        assert ran == []
        page.evaluate("console.log('PWNED')")
        page.wait_for_timeout(100)
        assert ran == ["PWNED"]


def ask_table(served: Served, running: Browser, payload: str, name: str, ran: list[str]) -> None:
    """One payload as title, fighter, event, bonus, note, seat, error and action of a table; looked at by its master."""
    bout = a_bout("Arangu", "vs", "Tivid")
    bout["fighters"][1]["name"] = name
    status, made = served.ask("POST", "/api/tables", {"bout": bout, "title": payload})
    assert status == 201, made
    table, key, seen = made["table"], made["key"], 0
    served.ask("POST", f"/api/tables/{table}/seats", {"name": payload[:40], "fighters": []}, key)
    plain = "".join(letter for letter in payload if letter not in ':[]="#,')[:20] or "x"
    for do, text in (
        ("note", payload),
        ("event", f'bonus Arangu +2 "{plain}" on=all'),
        ("event", payload),
        ("act", payload),
        ("hide", payload),
    ):
        status, answer = served.ask(
            "POST",
            f"/api/tables/{table}/events",
            {"do": do, "text": payload if do != "event" else text, "seen": seen},
            key,
        )
        seen = answer["event"] if status == 201 else seen
    page = sit(running, served.address, table, key)
    watch(page, ran)
    page.reload(wait_until="domcontentloaded")
    assert page.locator("h1").first.inner_text()
    for path in (f"/t/{table}/seats", f"/t/{table}/copy"):
        page.goto(served.address + path, wait_until="domcontentloaded")
    page.context.close()


def _query(fields: dict[str, str]) -> str:
    return urlencode({"rules": "hug", **fields})
