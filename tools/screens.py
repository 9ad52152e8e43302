"""Photograph every page at 375 and 1280 px, dark and light, and lay the pictures out on one sheet.

`python -m tools.screens [--out DIR] [--sheet FILE]`; needs Chromium.
"""

from __future__ import annotations

import base64
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize

from tests.web.browsing import browser, seated
from tests.web.serving import Served, a_bout, serving
from tussle.bout.loading import available, load
from tussle.bout.notation import bout_json, position_text, read_bout
from tussle.surfaces.web.sheet import pair_position

WIDTHS = (375, 1280)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


ADVISED = ("table-best",)
"""The pages on which the best action is marked, and the rounds ahead are drawn."""


class Scene:
    """A table in some state, with its keys."""

    def __init__(self, served: Served, *fighters: str, rules: str = "hug", **more: object) -> None:
        self.served = served
        _, made = served.ask("POST", "/api/tables", {"bout": a_bout(*fighters, rules=rules), **more})
        self.table, self.key = made["table"], made["key"]
        self.seen = 0

    def say(self, do: str, **more: object) -> None:
        """Something the game master does."""
        status, answer = self.served.ask(
            "POST", f"/api/tables/{self.table}/events", {"do": do, "seen": self.seen, **more}, self.key
        )
        if status != 201:
            raise RuntimeError(f"{do} {more}: {answer}")
        self.seen = answer["event"]

    def seat(self, name: str, *fighters: str) -> str:
        """A key of a new seat."""
        _, made = self.served.ask(
            "POST", f"/api/tables/{self.table}/seats", {"name": name, "fighters": list(fighters)}, self.key
        )
        return str(self.served.ask("POST", "/api/join", {"token": made["token"]})[1]["key"])


CHOOSING = "order=Novice,Guard turn=Novice hands=Guard:club budgets=Novice:actions:3"


def scenes(served: Served) -> Iterator[tuple[str, str, str, str]]:
    """Every page: its name, its path, and the table and key of whoever looks."""
    for name, path in (
        ("home", "/"),
        ("calculator", "/calculator"),
        ("calculator-numbers", "/calculator?mine=7&theirs=4"),
        ("calculator-fighters", "/calculator?rules=hug&a=Otto&b=Arangu&tied=yes"),
        ("new", "/new"),
        ("bring", "/bring"),
        ("help", "/help"),
        ("clause", "/rules/hug/hug.start.contest"),
        ("sheet", "/sheet?rules=hug&a=Otto&b=Arangu"),
        ("error", "/nowhere"),
    ):
        yield name, path, "", ""
    scene = Scene(served, "Arangu", "Otto", "vs", "Tivid", "Nib", title="The four at the ford")
    yield "table-begin", f"/t/{scene.table}", scene.table, scene.key
    player = scene.seat("Mira", "Tivid")
    scene.say("dice", faces=[15, 3, 8, 2])
    yield "table-act", f"/t/{scene.table}", scene.table, scene.key
    yield "seats", f"/t/{scene.table}/seats", scene.table, scene.key
    yield "copy", f"/t/{scene.table}/copy", scene.table, scene.key
    scene.say("act", text="grapple:Tivid:athletics")
    yield "table-choose", f"/t/{scene.table}", scene.table, scene.key
    yield "player-choose", f"/t/{scene.table}", scene.table, player
    scene.say("choose", text="no")
    scene.say("choose", text="athletics")
    yield "table-dice", f"/t/{scene.table}", scene.table, scene.key
    yield "player-dice", f"/t/{scene.table}", scene.table, player
    scene.say("dice", faces=[17, 4])
    yield "player-wait", f"/t/{scene.table}", scene.table, player
    scene.say("hide", text="Nib")
    scene.say("hide", text="Arangu", numbers=True)
    scene.say("event", text="damage Tivid 7")
    scene.say("note", text="Nib waits behind the willow")
    scene.say("pause")
    yield "table-paused", f"/t/{scene.table}", scene.table, scene.key
    yield "spectator", f"/t/{scene.table}", scene.table, scene.seat("Sam")
    weak = a_bout("Novice", "vs", "Guard", rules="endure")
    for fighter in weak["fighters"]:
        fighter["health"] = 4
    _, made = served.ask("POST", "/api/tables", {"bout": weak, "position": CHOOSING})
    yield "table-best", f"/t/{made['table']}", made["table"], made["key"]
    squares = Scene(served, "Arangu", "vs", "Tivid")
    over = Scene(served, "Arangu", "vs", "Tivid")
    over.say("dice", faces=[15, 3])
    over.say("event", text="down Tivid")
    yield "table-over", f"/t/{over.table}", over.table, over.key
    bout = a_bout("Arangu", "Otto", "vs", "Tivid", "Nib")
    bout["map"] = {
        "type": "squares",
        "width": 8,
        "height": 6,
        "at": [[1, 1], [2, 4], [2, 1], [6, 3]],
        "walls": [[4, 0], [4, 1]],
    }
    _, made = served.ask("POST", "/api/tables", {"bout": bout, "title": "On squares"})
    squares.table, squares.key = made["table"], made["key"]
    squares.seen = 0
    squares.say("dice", faces=[15, 3, 8, 2])
    yield "table-squares", f"/t/{squares.table}", squares.table, squares.key
    for rules in available():
        if rules != "hug":
            yield from other_rules(served, rules)


def other_rules(served: Served, rules: str) -> Iterator[tuple[str, str, str, str]]:
    """A table of another rule set, as it begins and in a hold."""
    loaded = load(rules)
    names = list(loaded.house)[:2]
    scene = Scene(served, names[0], "vs", names[1], rules=rules)
    yield f"{rules}-begin", f"/t/{scene.table}", scene.table, scene.key
    bout = read_bout(a_bout(names[0], "vs", names[1], rules=rules))
    position = pair_position(bout, 0, tied=True)
    if position is not None:
        form = {"bout": bout_json(bout), "position": position_text(bout, position)}
        _, made = served.ask("POST", "/api/tables", form)
        yield f"{rules}-hold", f"/t/{made['table']}", made["table"], made["key"]


Way = tuple[int, Literal["light", "dark"]]
EVERY: tuple[Way, ...] = tuple((width, theme) for width in WIDTHS for theme in THEMES)


def look(
    running: Browser,
    served: Served,
    each: Callable[[str, str, int, str, Page], None],
    ways: Callable[[int], tuple[Way, ...]] = lambda _: EVERY,
) -> None:
    """Open every page, and hand it over.

    Args:
        ways: in which widths and themes, by the number of the page.
    """
    windows: dict[Way, Page] = {}
    for number, (name, path, table, key) in enumerate(scenes(served)):
        for width, theme in ways(number):
            size = ViewportSize(width=width, height=812 if width < 700 else 900)
            if (width, theme) not in windows:
                windows[width, theme] = running.new_page(color_scheme=theme, reduced_motion="reduce")
                windows[width, theme].set_default_timeout(20_000)
            page = windows[width, theme]
            page.set_viewport_size(size)
            page.context.clear_cookies()
            if table:
                goal = "hold-for-1" if name in ADVISED else "none"
                page.context.add_cookies(seated(served.address, table, key, goal))
            page.goto(served.address + path)
            if name in ADVISED:
                page.wait_for_selector("#why-best", timeout=60_000)
                if page.locator("#ahead").count():
                    page.click("#ahead")
                page.wait_for_selector(".chart figure", timeout=60_000)
            each(name, path, width, theme, page)
    for page in windows.values():
        page.context.close()


def main() -> None:
    """Photograph, and lay out."""
    parser = ArgumentParser("screens", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/screens"))
    parser.add_argument("--sheet", type=Path, default=Path("docs/screens.jpg"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    taken: list[tuple[str, int, str, Path]] = []

    def photograph(name: str, _path: str, width: int, theme: str, page: Page) -> None:
        path = options.out / f"{name}-{width}-{theme}.png"
        # As high as the page, so that what keeps to the edge of the window is at the edge of the picture.
        page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
        page.screenshot(path=path)
        taken.append((name, width, theme, path))

    with tempfile.TemporaryDirectory() as place, serving(Path(place) / "tables.sqlite") as served, browser() as running:
        look(running, served, photograph)
        _lay_out(running, taken, options.sheet)
    print(f"{len(taken)} pictures in {options.out}, all of them on {options.sheet}")


def _lay_out(running: Browser, taken: list[tuple[str, int, str, Path]], sheet: Path) -> None:
    """All pictures on one sheet, each cut below and with its name."""
    figures = "".join(
        f'<figure class="w{width}"><img src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">'
        f"<figcaption>{name}, {width} px, {theme}</figcaption></figure>"
        for name, width, theme, path in taken
    )
    page = running.new_page(viewport={"width": 1600, "height": 900})
    page.set_content(
        "<style>body{margin:12px;background:#777;font:9px sans-serif;display:flex;flex-wrap:wrap;gap:8px;color:#fff}"
        "figure{margin:0}img{display:block;height:230px;object-fit:cover;object-position:top}"
        ".w375 img{width:106px}.w1280 img{width:270px}</style>" + figures
    )
    sheet.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=sheet, full_page=True, type="jpeg", quality=72)


if __name__ == "__main__":
    main()
