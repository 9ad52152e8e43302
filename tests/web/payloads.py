"""Texts that run as scripts where a page lets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page

from tests.web.browsing import seated
from tests.web.serving import Served, a_bout

__all__ = ["PAYLOADS", "inject", "many", "watch"]

_RUN = ("alert(1)", "console.log('PWNED')")
_SHAPES = (
    "<script>{0}</script>",
    "</script><script>{0}</script>",
    '"><script>{0}</script>',
    "'><script>{0}</script>",
    "<img src=x onerror={0}>",
    '"><img src=x onerror={0}>',
    "<svg onload={0}>",
    "<svg/onload={0}>",
    '" onfocus={0} autofocus x="',
    "' onfocus={0} autofocus x='",
    "<body onload={0}>",
    "<iframe src=javascript:{0}>",
    "<a href=javascript:{0}>x</a>",
    "javascript:{0}",
    "<details open ontoggle={0}>",
    "<input autofocus onfocus={0}>",
    "</textarea><script>{0}</script>",
    "</title><script>{0}</script>",
    "<math><mtext><script>{0}</script></mtext></math>",
    "<template><script>{0}</script></template>",
    "{{{{constructor.constructor('{0}')()}}}}",
    "{{% raw %}}<script>{0}</script>{{% endraw %}}",
    "<div hx-get=/ hx-trigger=load hx-on:load={0}>",
    "<div hx-on::after-request={0} hx-get=/ hx-trigger=load>",
    "<meta http-equiv=refresh content=0;javascript:{0}>",
)

PAYLOADS = tuple(shape.format(run) for run in _RUN for shape in _SHAPES)
"""Fifty of them."""


def many() -> tuple[str, ...]:
    """Two hundred: the fifty, in other cases and with what filters forget."""
    turned = (str.upper, lambda text: text.replace("<", "<\t"), lambda text: text.replace(" ", "/"))
    return (*PAYLOADS, *(turn(text) for turn in turned for text in PAYLOADS))


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


def inject(served: Served, running: Browser, payloads: Sequence[str]) -> tuple[int, list[str]]:
    """Put each payload into every text field, and look at every page that shows it.

    Returns:
        How many pages were looked at, and what ran.
    """
    ran: list[str] = []
    context = running.new_context()
    context.set_default_timeout(60_000)
    page = context.new_page()
    watch(page, ran)
    paths: list[str] = []
    for payload in payloads:
        paths += [f"/calculator?{urlencode({'rules': 'hug', **asked})}" for asked in _questions(payload)]
        table, key = _table(served, payload)
        context.add_cookies(seated(served.address, table, key))
        paths.append(f"/t/{table}")
    for start in range(0, len(payloads), 30):
        table, key = _crowd(served, payloads[start : start + 30])
        context.add_cookies(seated(served.address, table, key))
        paths += [f"/t/{table}", f"/t/{table}/seats", f"/t/{table}/copy"]
    for path in paths:
        page.goto(served.address + path, wait_until="domcontentloaded")
        if path.startswith("/t/"):
            page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    forms = sum(_send_forms(page, served.address + path, payloads) for path in ("/new", "/bring"))
    context.close()
    return len(paths) + forms, ran


def _send_forms(page: Page, address: str, payloads: Sequence[str]) -> int:
    """Send a page's own form again and again, another payload in each field each time; how often."""
    page.goto(address, wait_until="domcontentloaded")
    for number in range(len(payloads)):
        names = page.evaluate(FIELDS)
        texts = {name: payloads[(number + place) % len(payloads)] for place, name in enumerate(names)}
        with page.expect_navigation(wait_until="domcontentloaded"):
            page.evaluate(SEND, texts)
    return len(payloads)


FIELDS = """() => [...document.querySelectorAll(
    "main form[method=post] input:not([type]), main form[method=post] input[type=text], "
    + "main form[method=post] input[type=search], main form[method=post] textarea")].map(one => one.name)"""
SEND = """texts => {
    for (const [name, text] of Object.entries(texts)) {
        const field = document.querySelector(`main form [name="${name}"]`);
        field.removeAttribute("maxlength");
        field.value = text;
    }
    const form = document.querySelector(`main form:has([name="${Object.keys(texts)[0]}"])`);
    const button = form.querySelector("button[type=submit][value]") || form.querySelector("button[type=submit]");
    form.requestSubmit(button);
}"""


def _questions(payload: str) -> tuple[dict[str, str], ...]:
    return ({"text": payload}, {"a": payload, "b": payload, "mine": ""})


def _table(served: Served, payload: str) -> tuple[str, str]:
    """A table with the payload as its title, a fighter's name and a bonus, as far as names can be so."""
    bout = a_bout("Arangu", "vs", "Tivid")
    plain = (
        "".join(letter for letter in payload if letter not in ':[]="#,' and letter.isprintable()).strip()[:40].strip()
    )
    bout["fighters"][1]["name"] = plain
    _, made = served.ask("POST", "/api/tables", {"bout": bout, "title": payload})
    _say(served, made, 0, "event", f'bonus Arangu +2 "{plain[:20].strip()}" on=all')
    return made["table"], made["key"]


def _crowd(served: Served, payloads: Sequence[str]) -> tuple[str, str]:
    """A table where every payload is a note, an event and an action that are refused, and somebody's name."""
    _, made = served.ask("POST", "/api/tables", {"bout": a_bout("Arangu", "vs", "Tivid")})
    seen = 0
    for payload in payloads:
        seen = _say(served, made, seen, "note", payload)
        for do in ("event", "act", "hide", "mode"):
            _say(served, made, seen, do, payload)
        served.ask("POST", f"/api/tables/{made['table']}/seats", {"name": payload[:40], "fighters": []}, made["key"])
    return made["table"], made["key"]


def _say(served: Served, made: dict[str, Any], seen: int, do: str, text: str) -> int:
    form = {"do": do, "text": text, "seen": seen}
    status, answer = served.ask("POST", f"/api/tables/{made['table']}/events", form, made["key"])
    return int(answer["event"]) if status == 201 else seen
