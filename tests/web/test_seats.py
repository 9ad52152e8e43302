"""The seat matrix: every seat kind at every route, made from the application's own list; and what is hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from tests.web.conftest import Person, field, master, sit_down
from tussle.surfaces.web import sight
from tussle.surfaces.web.app import WAYS, Way, make_app
from tussle.surfaces.web.seats import digest
from tussle.surfaces.web.store import Store, keys

HIDDEN = "Zanzibar"
"""A fighter that only the game master and its own player may know of; its name is a canary."""
NUMBERS = ("987", "59", "58")
"""Numbers of another fighter that nobody else may know: hits, athletics, acrobatics."""
NOTE = "canarynote"
BLIND = "blindcanary"

KINDS = ("master", "owner", "other", "spectator", "revoked", "expired", "stranger", "nobody")

SECRETIVE = [
    {"name": "Arangu", "athletics": 6, "acrobatics": 2, "reflex": 2, "hits": 26},
    {"name": "Tivid", "athletics": 59, "acrobatics": 58, "reflex": 2, "hits": 987},
    {"name": HIDDEN, "athletics": 1, "reflex": 1, "hits": 20},
    {"name": "Otto", "athletics": 3, "reflex": 1, "hits": 22},
]


class Room:
    """A table with something hidden in every place, and somebody of every kind."""

    def __init__(self, client: TestClient, store: Store) -> None:
        bout = {"rules": "hug", "fighters": SECRETIVE, "sides": [0, 1, 1, 0]}
        made = client.post(
            "/api/tables", json={"bout": bout, "title": "A room", "hidden": [HIDDEN], "secret": ["Tivid"]}
        ).json()
        self.table = made["table"]
        client.cookies.set(f"seat-{self.table}", made["key"])
        self.host = Person(client, self.table)
        self.people = {
            "master": self.host,
            "owner": sit_down(self.host, "Owner", HIDDEN, "Tivid"),
            "other": sit_down(self.host, "Other", "Arangu"),
            "spectator": sit_down(self.host, "Watcher"),
            "revoked": sit_down(self.host, "Revoked", "Otto"),
            "expired": sit_down(self.host, "Expired", "Otto"),
            "stranger": Person(TestClient(client.app, base_url="http://table.test"), self.table),
            "nobody": Person(TestClient(client.app, base_url="http://table.test"), self.table),
        }
        for name in ("stranger", "nobody"):
            self.people[name].client.portal = client.portal
        other = master(self.people["stranger"].client)
        key = other.client.cookies[f"seat-{other.table}"]
        self.people["stranger"].client.cookies.set(f"seat-{self.table}", key)
        self._end_seats(store)
        self._play()

    def _end_seats(self, store: Store) -> None:
        seats = self.host.client.get(f"/api/tables/{self.table}/seats").json()["seats"]
        self.seats = {seat["name"]: seat["id"] for seat in seats}
        self.host.client.post(f"/api/tables/{self.table}/seats/{self.seats['Revoked']}", json={"do": "revoke"})
        key = self.people["expired"].client.cookies[f"seat-{self.table}"]
        store.write(lambda db: db.execute(keys.update().where(keys.c.hash == digest(key)).values(until=1)))

    def _play(self) -> None:
        """Something of every kind of event, with a canary in each field that is hidden."""
        say = self.host.do
        say(do="note", text=NOTE)
        say(do="mode", text="blind")
        say(do="dice", **{f"face-{place}": str(face) for place, face in enumerate((20, 5, 4, 3))})
        say(do="mode", text="public")
        say(do="event", text=f"damage {HIDDEN} 3")
        say(do="event", text="damage Tivid 3")
        say(do="event", text=f'bonus {HIDDEN} +2 "{BLIND}" on=start')
        say(do="act", text="grapple:Tivid:athletics")
        self.people["owner"].do(do="choose", text="no")
        self.people["owner"].do(do="choose", text="athletics")
        say(do="dice", **{"face-0": "20", "face-1": "1"})
        say(do="undo")
        say(do="dice", **{"face-0": "20", "face-1": "2"})
        say(do="amend", place="7", **{"face-1": "1"})
        say(do="pause")
        say(do="resume")
        for _ in range(4):
            say(do="undo")  # so that it is Arangu's turn, and its player can ask for what cannot be

    def ask(self, kind: str, way: Way, **more: Any) -> Any:
        """Take a route as somebody."""
        person = self.people[kind]
        path = way.path.replace("{table}", self.table).replace("{seat}", self.seats["Watcher"])
        path = path.replace("{rules}", "hug").replace("{clause}", "hug.check.die").replace("{token}", "x" * 22)
        if way.method == "GET":
            return person.client.get(path, params={"after": "0"} if "events" in path else {})
        if path.startswith("/api/"):
            return person.client.post(path, json=more.get("form", {}))
        token = field(person.client.get("/").text, "token")
        return person.client.post(path, data={"token": token, **more.get("form", {})})


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    store = Store(tmp_path_factory.mktemp("room") / "tables.sqlite")
    with TestClient(make_app(store), base_url="http://table.test") as client:
        yield Room(client, store)
    store.close()


def application(room: Room) -> Starlette:
    """The application itself."""
    found = room.host.client.app
    assert isinstance(found, Starlette)
    return found


def expected(way: Way, kind: str) -> bool:
    """Whether somebody of that kind may take a route."""
    if way.who == "anyone":
        return True
    if way.path.endswith("/sheet"):
        return kind in ("master", "owner")  # it is all numbers, and some of them are hidden from the others
    if kind not in ("master", "owner", "other", "spectator"):
        return False
    return way.who == "seat" or kind == "master"


def test_every_route_is_listed_and_no_other(room: Room) -> None:
    routes = {
        (method, route.path)
        for route in application(room).routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert routes == {(way.method, way.path) for way in WAYS}
    assert [route.path for route in application(room).routes if isinstance(route, Mount)] == ["/static"]
    assert all(
        way.who in ("seat", "master") for way in WAYS if "{table}" in way.path and not way.path.endswith("/leave")
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_matrix_of_seats_and_routes(room: Room, kind: str) -> None:
    for way in WAYS:
        if way.path.endswith(("/stream", "/leave")):
            continue
        form = {"do": "invite"} if way.path.startswith("/api/") else {"do": "invite", "seat": room.seats["Watcher"]}
        form = form if "seats" in way.path else {}
        answer = room.ask(kind, way, form=form)
        refused = answer.status_code in (403, 404)
        if "{token}" in way.path:
            assert answer.status_code in (403, 410)
        elif way.who == "anyone":
            assert not refused, (kind, way.path, answer.status_code)
        else:
            assert refused is not expected(way, kind), (kind, way.method, way.path, answer.status_code)
        if not expected(way, kind):
            assert room.table not in answer.text.replace(f"/t/{room.table}", "").replace(f"/tables/{room.table}", "")
            assert "A room" not in answer.text


def bodies(room: Room, kind: str) -> Iterator[tuple[str, str]]:
    """Every answer that somebody gets at any route, and to each thing that can be asked for, headers included."""
    asks: list[tuple[Way, dict[str, Any]]] = [(way, {}) for way in WAYS if not way.path.endswith(("/stream", "/leave"))]
    post = next(way for way in WAYS if way.path == "/t/{table}" and way.method == "POST")
    event = next(way for way in WAYS if way.path.endswith("/events") and way.method == "POST")
    last = room.host.client.get(f"/api/tables/{room.table}").json()["event"]
    for do, text in (
        ("act", "grapple:Nobody"),
        ("act", f"attack:{HIDDEN[:3]}"),
        ("act", "attack"),
        ("choose", "x"),
        ("dice", ""),
        ("event", "damage Nobody 3"),
        ("undo", ""),
        ("amend", ""),
        ("hide", "Nobody"),
        ("note", "x"),
    ):
        asks.append((post, {"do": do, "text": text, "seen": str(last), "attempt": ""}))
        asks.append((event, {"do": do, "text": text, "seen": last}))
        asks.append((event, {"do": do, "text": text, "seen": 0}))
    for way, form in asks:
        if kind == "master" and way.method == "POST":
            continue  # the game master would change the table; what it is sent is not in question
        answer = room.ask(kind, way, form=form)
        yield f"{way.method} {way.path} {form}", f"{answer.headers}\n{answer.text}"
    yield "the stream", stream_text(room, kind)


def stream_text(room: Room, kind: str) -> str:
    """What the stream would send from the beginning, taken from where it is made."""
    person = room.people[kind]
    found = []
    for after in range(0, 20, 3):
        answer = person.client.get(f"/api/tables/{room.table}/events", params={"after": str(after)})
        found.append(answer.text)
    return "\n".join(found)


def leaks(room: Room, kind: str) -> list[str]:
    """The places where a canary is found that this seat may not see."""
    forbidden: tuple[str, ...] = ()
    if kind != "master":
        forbidden += (NOTE,)
    if kind not in ("master", "owner"):
        forbidden += (HIDDEN, HIDDEN.lower(), BLIND)
    found = []
    for place, text in bodies(room, kind):
        found += [f"{word} in {place}" for word in forbidden if word in text]
        if kind not in ("master", "owner"):
            found += [f"number {number} in {place}" for number in NUMBERS if stands_alone(number, text)]
    return found


def stands_alone(number: str, text: str) -> bool:
    """Whether a number stands in a text as a number, and not within a token, a colour or a length."""
    plain = re.sub(
        r"<svg.*?</svg>|<input[^>]*>|\d\d:\d\d:\d\d|\bcontent-length\b[^\n]*|\d+/\d+|[\w-]{12,}",
        " ",
        text,
        flags=re.DOTALL,
    )
    return re.search(rf"(?<![\w.]){number}(?![\w.])", plain) is not None


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "master"])
def test_no_canary_reaches_another_seat(room: Room, kind: str) -> None:
    assert leaks(room, kind) == []


def test_who_may_see_it_does(room: Room) -> None:
    seen = {kind: "\n".join(text for _, text in bodies(room, kind)) for kind in ("master", "owner", "spectator")}
    assert all(word in seen["master"] for word in (HIDDEN, NOTE, BLIND))
    assert HIDDEN in seen["owner"]
    assert any(stands_alone(number, seen["owner"]) for number in NUMBERS)
    assert "the game master knows" in seen["spectator"]


def _line_as_it_is(self: sight.Sight, line: Any, *, faces: bool = True) -> sight.Said:
    del self, faces
    return sight.Said(line.kind, line.text, line.cites)


PLANTED: dict[str, tuple[str, Callable[..., Any]]] = {
    "every line as it is": ("line", _line_as_it_is),
    "errors as they are": ("error", lambda _self, error: str(error)),
    "no name is hidden": ("mentions", lambda _self, _text: False),
    "every number is known": ("may_know", lambda _self, _who: True),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(room: Room, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, made = PLANTED[leak]
    monkeypatch.setattr(sight.Sight, name, made)
    host = application(room).state.tables
    host._streams.clear()  # noqa: SLF001 - what was made before the leak was planted
    try:
        assert any(leaks(room, kind) for kind in ("other", "spectator"))
    finally:
        host._streams.clear()  # noqa: SLF001 - and what was made with it


@pytest.mark.parametrize("mode", ["public", "master", "blind", "self"])
def test_who_sees_the_faces_of_a_throw(client: TestClient, mode: str) -> None:
    host = master(client, "Arangu", "vs", "Tivid")
    guest, watcher = sit_down(host, "Mira", "Tivid"), sit_down(host, "Sam")
    host.do(do="dice", **{"face-0": "15", "face-1": "3"})
    host.do(do="mode", text=mode)
    host.do(do="act", text="grapple:Tivid:athletics")
    guest.do(do="choose", text="no")
    guest.do(do="choose", text="athletics")
    host.do(do="dice", **{"face-0": "13", "face-1": "7"})
    sees = {
        name: "13 + 6" in json.dumps(person.client.get(f"/api/tables/{host.table}").json())
        for name, person in (("host", host), ("guest", guest), ("watcher", watcher))
    }
    assert (
        sees
        == {
            "public": {"host": True, "guest": True, "watcher": True},
            "master": {"host": True, "guest": True, "watcher": False},
            "blind": {"host": True, "guest": False, "watcher": False},
            "self": {"host": False, "guest": True, "watcher": False},
        }[mode]
    )
    assert "13 + 6" not in watcher.look() or mode == "public"


def test_a_hidden_number_moves_no_byte_of_another_seats_page(store: Store) -> None:
    """Two tables that differ in hidden numbers alone look alike to who may not know them."""
    seen = []
    with TestClient(make_app(store), base_url="http://table.test") as client:
        for athletics, hits in ((59, 987), (3, 40)):
            fighters = [dict(one) for one in SECRETIVE]
            fighters[1] |= {"athletics": athletics, "hits": hits}
            bout = {"rules": "hug", "fighters": fighters, "sides": [0, 1, 1, 0]}
            made = client.post("/api/tables", json={"bout": bout, "secret": ["Tivid"], "title": "A"}).json()
            client.cookies.set(f"seat-{made['table']}", made["key"])
            host = Person(client, made["table"])
            other = sit_down(host, "Other", "Arangu")
            host.do(do="dice", **{f"face-{place}": str(face) for place, face in enumerate((20, 5, 4, 3))})
            state = other.client.get(f"/api/tables/{host.table}").json()
            page = other.look("/part").replace(host.table, "TABLE")
            seen.append((state["lines"], state["digest"], state["asked"], _without_tokens(page)))
    assert seen[0] == seen[1]


def _without_tokens(page: str) -> str:
    return re.sub(r'name="(token|attempt)" value="[^"]*"', "", page)
