"""What the tests of the web page share: an application without a socket, and people who sit at its tables."""

from __future__ import annotations

import html
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.browsing import chromium
from tests.web.serving import Served, a_bout, serving
from tussle.surfaces.web.app import make_app
from tussle.surfaces.web.store import Store
from tussle.surfaces.web.worker import Desk


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(tmp_path / "tables.sqlite")
    yield kept
    kept.close()


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    """A browser without JavaScript, that has been nowhere yet."""
    app = make_app(store)
    with TestClient(app, base_url="http://table.test") as browser:
        # Workers that give way to nobody: beside other tests a polite one is not heard in time.
        app.state.desk, app.state.adviser = Desk(nice=0), Desk(memory=1_000_000_000, nice=0)
        yield browser


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in a process of its own."""
    with serving(tmp_path_factory.mktemp("served") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="session")  # before any fixture that starts it
def needs_chromium() -> None:
    """Browser tests are skipped loudly where there is no Chromium, and fail where there must be one."""
    if chromium() is None:
        message = "NO CHROMIUM: a browser test was skipped (apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


class Person:
    """Somebody at a table, with a browser that runs no script.

    Args:
        client: the browser; its cookies are the person's.
        table: where they sit.
    """

    def __init__(self, client: TestClient, table: str) -> None:
        self.client, self.table = client, table
        self.page = ""
        self.status = 0

    def look(self, path: str = "") -> str:
        answer = self.client.get(f"/t/{self.table}{path}")
        self.page, self.status = answer.text, answer.status_code
        return self.page

    def send(self, **fields: str) -> str:
        """Send a form of the page that was looked at last."""
        form = {"token": field(self.page, "token"), "seen": seen(self.page), "attempt": attempt(self.page)}
        answer = self.client.post(f"/t/{self.table}", data={**form, **fields})
        self.page, self.status = answer.text, answer.status_code
        return self.page

    def do(self, **fields: str) -> str:
        """Look, and send a form that has to be taken."""
        self.look()
        self.send(**fields)
        assert self.status == 200, problem(self.page)
        return self.page


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"the page has no field {name}"
    return html.unescape(found[1])


def seen(page: str) -> str:
    found = re.search(r'data-event="(\d+)"', page)
    assert found, "this is no table page"
    return found[1]


def attempt(page: str) -> str:
    """The name of the attempt; a page that offers nothing to send has none."""
    return field(page, "attempt") if 'name="attempt"' in page else secrets.token_hex(4)


def problem(page: str) -> str:
    found = re.search(r'id="problem".*?<span>(.*?)</span>', page, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def moment(page: str) -> str:
    found = re.search(r'data-moment="(\w+)"', page)
    return found[1] if found else ""


def master(client: TestClient, *fighters: str, **more: Any) -> Person:
    """The game master of a new table."""
    made = client.post("/api/tables", json={"bout": a_bout(*fighters), **more}).json()
    client.cookies.set(f"seat-{made['table']}", made["key"])
    person = Person(client, made["table"])
    person.look()
    return person


def sit_down(host: Person, name: str, *fighters: str) -> Person:
    """Somebody else, with a browser of their own, who has followed a link of the game master's."""
    made = host.client.post(f"/api/tables/{host.table}/seats", json={"name": name, "fighters": list(fighters)}).json()
    other = TestClient(host.client.app, base_url="http://table.test")
    other.portal = host.client.portal
    page = other.get(f"/join/{made['token']}").text
    answer = other.post(f"/join/{made['token']}", data={"token": field(page, "token")})
    assert answer.status_code == 200, answer.text
    person = Person(other, host.table)
    person.look()
    return person
