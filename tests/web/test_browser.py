"""The table page in Debian's Chromium: two people, a keyboard alone, no script at all, and a server that is killed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browsing import browser, sit
from tests.web.serving import Served, a_bout, serving
from tools.screens import CHOOSING
from tussle.bout.loading import available, load

pytestmark = pytest.mark.usefixtures("needs_chromium")


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as chromium:
        yield chromium


class Home:
    """A server that can be killed, and comes back at the same address with the same tables."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.served = Served(database)

    def kill(self) -> None:
        self.served.kill()
        self.served = Served(self.database, port=self.served.port)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    found = Home(tmp_path_factory.mktemp("home") / "tables.sqlite")
    yield found
    found.served.stop()


class Table:
    """A new table with keys for a game master and a player of the second fighter."""

    def __init__(self, served: Served, *fighters: str, rules: str = "hug") -> None:
        _, made = served.ask("POST", "/api/tables", {"bout": a_bout(*fighters, rules=rules)})
        self.id, self.master = made["table"], made["key"]
        form = {"name": "Mira", "fighters": [fighters[-1]]}
        _, seat = served.ask("POST", f"/api/tables/{self.id}/seats", form, self.master)
        self.player = served.ask("POST", "/api/join", {"token": seat["token"]})[1]["key"]
        self.served = served

    def state(self) -> dict[str, Any]:
        return dict(self.served.ask("GET", f"/api/tables/{self.id}", key=self.master)[1])


def event(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-event") or 0)


def after(page: Page, number: int) -> None:
    """Wait until the page has come to an event."""
    page.wait_for_function("n => Number(document.querySelector('#page').dataset.event) >= n", arg=number)


class Grapple:
    """A whole grapple by two people at two browsers, who play one fighter each; the game master has the first."""

    START = ("grapple", "grab", "clinch")
    GO_ON = ("pin", "damage", "squeeze", "strangle", "attack", "hurt")

    def __init__(self, running: Browser, home: Home, rules: str) -> None:
        self.home = home
        self.names = list(load(rules).house)[:2]
        self.table = Table(home.served, self.names[0], "vs", self.names[1], rules=rules)
        self.host = sit(running, home.served.address, self.table.id, self.table.master)
        self.guest = sit(running, home.served.address, self.table.id, self.table.player)
        self.typed = 0

    def step(self) -> None:
        """Whoever is asked answers: the player where it is hers, else the game master."""
        now = event(self.host)
        page = self.guest if self.guest.locator("#page").get_attribute("data-moment") in ASKED else self.host
        if page.locator("#throw").count():
            self.type_dice(page)
        elif page.locator("#choice button").count():
            page.locator("#choice button").last.click()
        else:
            page.locator(self.wanted(page)).first.click()
        self.together(now + 1)

    def type_dice(self, page: Page) -> None:
        """High for the first fighter, low for the second."""
        for die in page.locator("li.die:has(.face)").all():
            sides = die.locator(".face").get_attribute("placeholder") or ""
            if sides.startswith("d"):  # else it lies there already
                high = die.locator("label b").inner_text() == self.names[0]
                die.locator(".face").fill(str(max(1, int(sides[1:]) - 1)) if high else "1")
                self.typed += 1
        page.click("#throw")

    def wanted(self, page: Page) -> str:
        """The first fighter starts a hold and goes on; the second lets its turn pass."""
        verbs = self.GO_ON if self.held() else self.START
        if page is self.host and page.locator("#h-turn").inner_text().startswith(self.names[0]):
            for verb in verbs:
                if page.locator(f"#acts button[value^='{verb}']").count():
                    return f"#acts button[value^='{verb}']"
        return "#end-turn" if page.locator("#end-turn").count() else "#acts button"

    def held(self) -> bool:
        return "Nobody holds anybody" not in self.host.locator(".pic .who").inner_text()

    def over(self) -> bool:
        return self.host.locator("#page").get_attribute("data-moment") == "over"

    def together(self, number: int) -> None:
        """Both pages have come so far."""
        after(self.host, number)
        after(self.guest, number)

    def until(self, condition: Callable[[], bool], most: int = 24) -> None:
        for _ in range(most):
            if condition():
                return
            self.step()
        raise AssertionError(f"{most} steps, and still not so: {self.host.locator('.log').inner_text()}")

    def happen(self, text: str) -> None:
        """Something from outside."""
        now = event(self.host)
        self.host.evaluate("document.querySelector('#events').open = true")
        self.host.fill("#event-text", text)
        self.host.press("#event-text", "Enter")
        self.together(now + 1)


ASKED = ("act", "choose", "dice")


@pytest.mark.parametrize("rules", available())
def test_a_whole_grapple_by_two_browsers(running: Browser, home: Home, rules: str) -> None:
    """Typed dice, a mistyped one amended, undo, reload, a server that is killed in the middle, to the end."""
    grapple = Grapple(running, home, rules)
    host, guest = grapple.host, grapple.guest
    grapple.until(grapple.held)
    assert grapple.typed >= 2
    # The last throw was mistyped: its first die showed another face.
    now = event(host)
    beat = host.locator(".log li:has(.amend)").first
    beat.locator("summary").click()
    before = beat.locator(".amend input.in").first.get_attribute("placeholder")
    right = "2" if before == "1" else "1"
    beat.locator(".amend input.in").first.fill(right)
    beat.locator(".amend button").click()
    grapple.together(now + 1)
    amended = host.locator(".log li:has(.amend)").first.locator(".amend input.in").first
    assert amended.get_attribute("placeholder") == right
    host.click("#undo")
    grapple.together(now + 2)
    host.reload()
    assert event(host) == now + 2
    home.kill()
    grapple.step()
    grapple.until(grapple.held)
    for _ in range(2):
        grapple.step()
    if not grapple.over():
        grapple.happen(f"down {grapple.names[1]}")
    grapple.until(grapple.over)
    for page in (host, guest):
        expect(page.locator("#h-turn")).to_have_text("The grapple is over")
        page.context.close()
    state = grapple.table.state()
    assert state["over"] is True


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


def test_the_best_action_comes_by_itself_and_disturbs_nothing(running: Browser, served: Served) -> None:
    bout = a_bout("Novice", "vs", "Guard", rules="endure")
    for fighter in bout["fighters"]:
        fighter["health"] = 1
    _, made = served.ask("POST", "/api/tables", {"bout": bout, "position": CHOOSING})
    page = sit(running, served.address, made["table"], made["key"], goal="pin-within-1")
    page.click("#events > summary")
    page.fill("#event-text", "half a sen")
    expect(page.locator("#why-best")).to_contain_text("Best for the goal: Grab Guard.")
    expect(page.locator(".act.best .what")).to_contain_text("Grab Guard")
    assert page.input_value("#event-text") == "half a sen"
    page.focus("#goal")
    page.select_option("#goal", "hold for 1")
    expect(page.locator("#why-best")).to_contain_text("Novice holds on with")
    assert focused(page) == "goal"
    page.click("#ahead")
    expect(page.locator(".chart figure svg")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("path", ["stream", "part"])
def test_a_page_follows_though_the_server_was_not_there_at_first(running: Browser, home: Home, path: str) -> None:
    table = Table(home.served, "Arangu", "vs", "Tivid")
    page = sit(running, home.served.address, table.id, table.master)
    cut: list[str] = []

    def once(route: Route) -> None:
        if cut:
            route.continue_()
        else:
            cut.append(route.request.url)
            route.abort()

    page.route(re.compile(rf"/{path}\b"), once)
    if path == "stream":
        page.reload()
    home.served.ask(
        "POST", f"/api/tables/{table.id}/events", {"do": "note", "text": "The bridge sways", "seen": 0}, table.master
    )
    after(page, 1)
    assert cut
    page.context.close()
