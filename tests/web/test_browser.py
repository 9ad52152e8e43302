"""The table page in Debian's Chromium: two people, a keyboard alone, no script at all, and a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import browser, sit
from tests.web.serving import Served, a_bout, serving
from tussle.bout.loading import available, load

pytestmark = pytest.mark.usefixtures("needs_chromium")


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as chromium:
        yield chromium


class Table:
    """A new table with keys for a game master and a player of the second fighter."""

    def __init__(self, served: Served, *fighters: str, rules: str = "hug") -> None:
        _, made = served.ask("POST", "/api/tables", {"bout": a_bout(*fighters, rules=rules)})
        self.id, self.master = made["table"], made["key"]
        form = {"name": "Mira", "fighters": [fighters[-1]]}
        _, seat = served.ask("POST", f"/api/tables/{self.id}/seats", form, self.master)
        self.player = served.ask("POST", "/api/join", {"token": seat["token"]})[1]["key"]
        self.served = served

    def state(self) -> dict[str, object]:
        return dict(self.served.ask("GET", f"/api/tables/{self.id}", key=self.master)[1])


def event(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-event") or 0)


def after(page: Page, number: int) -> None:
    """Wait until the page has come to an event."""
    page.wait_for_function("n => Number(document.querySelector('#page').dataset.event) >= n", arg=number, timeout=8000)


def test_a_grapple_by_two_browsers_through_a_kill(running: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    served = Served(database)
    try:
        table = Table(served, "Arangu", "vs", "Tivid")
        host = sit(running, served.address, table.id, table.master)
        guest = sit(running, served.address, table.id, table.player)
        host.fill("#dice .face >> nth=0", "15")
        host.fill("#dice .face >> nth=1", "3")
        host.click("#throw")
        after(guest, 1)
        host.click("[id='act-grapple:Tivid:athletics']")
        guest.click("#opt-no")
        guest.click("#opt-athletics")
        after(host, 4)
        guest.fill("#dice .face", "4")
        guest.click("#throw")
        after(host, 5)
        host.fill("#dice .face >> nth=0", "17")
        host.click("#throw")
        expect(guest.locator(".pic .who")).to_contain_text("grapples with")
        # The die showed 1 and not 17.
        host.click("#beat-6 > summary")
        host.fill("#beat-6 input[name=face-0]", "1")
        host.fill("#beat-6 input[name=face-1]", "19")
        host.click("#beat-6 .amend button")
        expect(guest.locator(".pic .who")).to_contain_text("Nobody holds anybody")
        host.click("#undo")
        after(guest, 8)
        host.reload()
        assert event(host) == 8
        served.kill()
        served = Served(database, port=served.port)
        host.fill("#dice .face >> nth=0", "18")
        host.fill("#dice .face >> nth=1", "2")
        host.click("#throw")
        after(guest, 9)
        expect(guest.locator(".pic .who")).to_contain_text("grapples with")
        for page in (host, guest):
            page.context.close()
    finally:
        served.stop()


@pytest.mark.parametrize("rules", available())
def test_a_whole_grapple_in_each_rule_set_goes_to_its_end(running: Browser, served: Served, rules: str) -> None:
    """Always the first thing that is offered; after a while the game master ends it."""
    names = list(load(rules).house)[:2]
    table = Table(served, names[0], "vs", names[1], rules=rules)
    host = sit(running, served.address, table.id, table.master)
    for _ in range(24):
        now = event(host)
        first = host.locator("#dice #throw, #choice button, #acts button, #end-turn").first
        if not first.count():
            break
        first.click()
        after(host, now + 1)
    host.click("#events > summary")
    now = event(host)
    host.fill("#event-text", f"down {names[1]}")
    host.press("#event-text", "Enter")
    after(host, now + 1)
    while host.locator("#throw, #choice button").count():
        now = event(host)
        host.locator("#throw, #choice button").first.click()
        after(host, now + 1)
    expect(host.locator("#h-turn")).to_have_text("The grapple is over")
    assert table.state()["over"] is True
    host.context.close()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement === document.body ? '' : document.activeElement.id"))


def test_by_keyboard_alone_with_one_sentence_an_event(running: Browser, served: Served) -> None:
    table = Table(served, "Arangu", "vs", "Tivid")
    page = sit(running, served.address, table.id, table.master)
    page.wait_for_function("window.htmx !== undefined")
    page.evaluate(
        "window.said = []; new MutationObserver(() => window.said.push(document.querySelector('#said').textContent))"
        ".observe(document.querySelector('#said'), {childList: true, characterData: true, subtree: true})"
    )
    page.wait_for_timeout(300)
    keys = page.keyboard
    keys.press("d")
    assert focused(page).startswith("face-")
    keys.type("15")
    keys.press("Tab")
    keys.type("3")
    keys.press("Enter")
    after(page, 1)
    page.wait_for_function("document.activeElement !== document.body")
    assert focused(page).startswith("act-")
    for _ in range(12):
        if focused(page) == "act-grapple:Tivid:athletics":
            break
        keys.press("Tab")
    keys.press("Enter")
    after(page, 2)
    for number, option in ((3, "opt-no"), (4, "opt-athletics")):
        for _ in range(6):
            if focused(page) == option:
                break
            keys.press("Tab")
        assert focused(page) == option
        keys.press("Enter")
        after(page, number)
        page.wait_for_function("document.activeElement !== document.body")
    assert focused(page).startswith("face-")
    keys.type("17")
    keys.press("Tab")
    keys.type("4")
    keys.press("d")
    after(page, 5)
    assert focused(page)
    page.wait_for_timeout(200)
    keys.press("Alt+n")
    after(page, 6)
    assert focused(page)
    page.wait_for_timeout(400)
    said = page.evaluate("window.said")
    assert len(said) == 6
    assert all(sentence.strip() for sentence in said)
    page.context.close()


def test_without_a_script(running: Browser, served: Served) -> None:
    table = Table(served, "Arangu", "vs", "Tivid")
    host = sit(running, served.address, table.id, table.master, java_script_enabled=False)
    guest = sit(running, served.address, table.id, table.player, java_script_enabled=False)
    host.fill("#dice .face >> nth=0", "15")
    host.fill("#dice .face >> nth=1", "3")
    host.click("#throw")
    host.click("[id='act-grapple:Tivid:athletics']")
    guest.reload()
    guest.click("#opt-no")
    guest.click("#opt-athletics")
    guest.fill("#dice .face", "4")
    guest.click("#throw")
    host.reload()
    host.fill("#dice .face >> nth=0", "17")
    host.click("#throw")
    expect(host.locator(".pic .who")).to_contain_text("grapples with")
    host.click("#more > summary")
    host.click("#more button[value=dark]")
    assert host.locator("html").get_attribute("data-theme") == "dark"
    for page in (host, guest):
        page.context.close()


def test_the_calculator_answers_after_five_inputs(running: Browser, served: Served) -> None:
    page = running.new_page()
    page.goto(f"{served.address}/calculator")
    keys = page.keyboard
    keys.type("7")  # the first field has the focus
    keys.press("Tab")
    keys.type("4")
    keys.press("Enter")
    expect(page.locator("#h-answer")).to_contain_text("d20+7 vs d20+4", timeout=10_000)
    expect(page.locator(".odds .p").first).to_contain_text("66")
    page.context.close()


def test_nothing_is_cut_off_at_375_pixels(running: Browser, served: Served) -> None:
    table = Table(served, "Arangu", "vs", "Tivid")
    size = {"width": 375, "height": 812}
    page = sit(running, served.address, table.id, table.master, viewport=size)
    paths = ("/", "/calculator", "/new", "/help", "/bring", "/sheet?rules=hug&a=Otto&b=Arangu", f"/t/{table.id}")
    for path in (*paths, f"/t/{table.id}/seats", f"/t/{table.id}/copy"):
        page.goto(served.address + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 375, (path, wide)
    page.context.close()


def test_a_server_stops_at_once_with_streams_open(running: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        table = Table(served, "Arangu", "vs", "Tivid")
        page = sit(running, served.address, table.id, table.master)
        page.wait_for_timeout(500)
        assert served.stop() == 0
        page.context.close()
