"""The HTTP API: its document, its questions, its guard.

What a fuzzer finds in it, and that it finds what is planted, is the proof `web_fuzz`, which the tests run at a
hundredth of its size, its sequences of requests included.
"""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import field, master
from tests.web.serving import a_bout
from tussle.analysis.solve import best
from tussle.bestiary.match import match
from tussle.surfaces.web import worker
from tussle.surfaces.web.app import WAYS, make_app
from tussle.surfaces.web.guard import Settings
from tussle.surfaces.web.openapi import STANDS, build
from tussle.surfaces.web.store import Store


def test_the_document_has_every_route_of_the_api() -> None:
    document = build()
    told = {(method.upper(), path) for path, ways in document["paths"].items() for method in ways}
    assert told == {(way.method, way.path) for way in WAYS if way.path.startswith("/api/")}


def test_legal_and_odds_answer_as_the_shell_does(client: TestClient) -> None:
    legal = client.post("/api/legal", json={"bout": a_bout("Otto", "Arangu")}).json()
    odds = client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu")}).json()
    assert [one["action"] for one in legal["actions"]] == [one["action"] for one in odds["actions"]]
    one = client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu"), "action": "grapple:Arangu:athletics"}).json()
    assert (one["actions"][0]["least"], one["actions"][0]["most"]) == ("17/50", "21/40")
    refused = client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu"), "action": "release"})
    assert refused.status_code == 422
    assert refused.json()["clause"].startswith("hug.")


def test_best_and_forecast_answer_as_the_shell_does(client: TestClient) -> None:
    question = {"bout": a_bout("Novice", "vs", "Guard", rules="endure")}
    found = client.post("/api/best", json={**question, "goal": "hold for 1"}).json()
    bout = match("endure", "Novice", "vs", "Guard")
    answer = best(bout, bout.opening((0, 1)), "hold for 1")
    assert (found["schema"], found["reached"], found["reason"]) == ("tussle/best/1", str(answer.reached), answer.reason)
    theirs = client.post("/api/best", json={**question, "goal": "hold for 1", "by": "Guard"}).json()
    assert theirs["reached"] != found["reached"]
    ahead = client.post("/api/forecast", json={**question, "rounds": 1}).json()
    assert [row["round"] for row in ahead["rows"]] == [0, 1]
    assert sum(ahead["rows"][1][word] for word in STANDS) == pytest.approx(1)


@pytest.mark.parametrize(
    ("path", "more", "said"),
    [
        ("best", {"goal": "win"}, "there is no goal 'win'"),
        ("best", {"by": "Nobody"}, "'Nobody' is not in the bout"),
        ("best", {"goal": "hold for 400"}, "out of reach"),
        ("forecast", {"rounds": 0}, "from 1 to 50"),
        ("forecast", {"rounds": "2"}, "Expected int"),
    ],
)
def test_what_cannot_be_asked_about_the_best_is_said(
    client: TestClient, path: str, more: dict[str, Any], said: str
) -> None:
    answer = client.post(f"/api/{path}", json={"bout": a_bout("Novice", "vs", "Guard", rules="endure"), **more})
    assert answer.status_code == 422
    assert said in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"bout": 3}',
        b'{"bout": {}}',
        b'{"bout": {"rules": "nope", "fighters": []}}',
        b'{"bout": {"rules": "hug", "fighters": [{"name": "A"}, {"name": "B", "hits": NaN}]}}',
        b'{"bout": {"rules": "hug", "fighters": [{"name": "A"}, {"name": "B", "hits": -1}]}}',
        b'{"bout": {"rules": "hug", "fighters": [{"name": "A"}]}}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/legal", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (404, 422)
    assert len(answer.json()["error"]) > 10


def test_headers_and_origins(store: Store) -> None:
    settings = Settings(cors=("https://vtt.example",), frames=("https://vtt.example",))
    with TestClient(make_app(store, settings), base_url="http://table.test") as client:
        answer = client.get("/")
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors https://vtt.example" in policy
        form = {"bout": a_bout()}
        good = client.post("/api/legal", json=form, headers={"origin": "https://vtt.example"})
        assert good.headers["access-control-allow-origin"] == "https://vtt.example"
        assert client.options("/api/legal", headers={"origin": "https://vtt.example"}).status_code == 204
        bad = client.post("/api/legal", json=form, headers={"origin": "https://evil.example"})
        assert bad.status_code == 403
        assert "access-control-allow-origin" not in bad.headers


def test_a_form_of_another_site_or_without_its_token_is_refused(client: TestClient) -> None:
    host = master(client)
    page = host.look()
    fields = {"do": "pause", "seen": "0", "attempt": "a", "token": field(page, "token")}
    evil = client.post(f"/t/{host.table}", data=fields, headers={"origin": "https://evil.example"})
    assert evil.status_code == 403
    assert client.post(f"/t/{host.table}", data={**fields, "token": "guess"}).status_code == 403
    assert client.post(f"/t/{host.table}", data=fields, headers={"origin": "http://table.test"}).status_code == 200


def test_cookies_are_out_of_reach(client: TestClient) -> None:
    cookie = client.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie.replace("samesite", "")
    safe = TestClient(client.app, base_url="https://table.test")
    safe.portal = client.portal
    assert "; secure" in safe.get("/").headers["set-cookie"].lower()


def test_one_address_cannot_ask_without_end(store: Store) -> None:
    with TestClient(make_app(store, Settings(ask=5)), base_url="http://table.test") as client:
        codes = [client.post("/api/check", json={"text": "d20 vs d20"}).status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3


def test_a_question_that_takes_too_long_is_given_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = client.app.state.desk  # type: ignore[attr-defined]
    ask = desk.ask

    async def in_no_time(sort: str, question: dict[str, Any], seconds: float = 10) -> dict[str, Any]:
        return dict(await ask(sort, question, min(seconds, 0.001)))

    monkeypatch.setattr(worker, "BELIEVED", 0)  # else that it is too much would be believed for a minute
    monkeypatch.setattr(desk, "ask", in_no_time)
    answer = client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu")})
    assert answer.status_code == 422
    assert "takes longer" in answer.json()["error"]
    monkeypatch.setattr(desk, "ask", ask)
    assert client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu")}).status_code == 200


def test_the_queue_of_questions_is_bounded(client: TestClient) -> None:
    desk = client.app.state.desk  # type: ignore[attr-defined]
    desk._most = 0  # noqa: SLF001 - a full queue
    answer = client.post("/api/odds", json={"bout": a_bout("Otto", "Arangu")})
    assert answer.status_code == 503
