"""What is best and how it goes on: shown when known, refused when too large, kept where it would tell a secret."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import Person, master, moment, sit_down
from tests.web.serving import a_bout
from tussle.analysis.solve import best
from tussle.bout.notation import read_bout
from tussle.surfaces.web import pages
from tussle.surfaces.web.advising import chart


def begun(client: TestClient, **more: Any) -> Person:
    """The game master of Novice against Guard, whose turn it is, by the rules of `endure`."""
    made = client.post("/api/tables", json={"bout": weak(), "position": OPENING, **more}).json()
    client.cookies.set(f"seat-{made['table']}", made["key"])
    person = Person(client, made["table"])
    person.look()
    assert moment(person.page) == "act"
    return person


def weak() -> dict[str, Any]:
    """The two, with so little health that all of it is worked out in no time."""
    bout = a_bout("Novice", "vs", "Guard", rules="endure")
    for fighter in bout["fighters"]:
        fighter["health"] = 2
    return bout


OPENING = "order=Novice,Guard turn=Novice hands=Guard:club budgets=Novice:actions:3"


def why(page: str) -> str:
    found = re.search(r'id="why-best">(.*?)</p>', page, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", found[1])) if found else ""


def marked(page: str) -> list[str]:
    return re.findall(r'<li class="act best"><button class="pick" type="submit" name="text" value="([^"]*)"', page)


def test_the_best_action_for_a_goal_is_marked_with_its_reason(client: TestClient) -> None:
    host = begun(client)
    host.look("/part?best=yes")
    bout = read_bout(weak())
    answer = best(bout, bout.opening((0, 1)), "hold for 1")
    assert marked(host.page) == [answer.actions[0].name] == ["grab:Guard"]
    assert why(host.page).startswith("Best for the goal: Grab Guard. Novice holds on with ")
    assert "“Attack Guard: unarmed”, the next best" in why(host.page)
    host.look()  # it is known now, and there at once
    assert marked(host.page) == ["grab:Guard"]


def test_the_page_never_waits_for_it(client: TestClient) -> None:
    host = begun(client)
    host.look()
    assert 'id="advising"' in host.page or marked(host.page)
    assert "grab:Guard" in host.page


def test_another_goal_is_chosen_and_kept(client: TestClient) -> None:
    host = begun(client)
    host.look("/part?best=yes")
    first = why(host.page)
    token = re.search(r'name="token" value="([^"]*)"', host.page)
    assert token
    answer = client.post(f"/t/{host.table}/goal", data={"token": token[1], "goal": "pin within 1"})
    assert answer.status_code == 200
    host.look("/part?best=yes")
    assert '<option value="pin within 1" selected>' in host.page
    assert why(host.page) != first
    assert client.post(f"/t/{host.table}/goal", data={"token": token[1], "goal": "be happy"}).status_code == 422
    client.post(f"/t/{host.table}/goal", data={"token": token[1], "goal": ""})
    host.look("/part?best=yes")
    assert why(host.page) == ""
    assert marked(host.page) == []


def test_what_is_too_large_is_said_to_be(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ADVICE", 0.01)
    host = begun(client)
    host.look("/part?best=yes&ahead=yes")
    assert host.status == 200
    said = "Too large to solve exactly: this question takes longer than the 0.01 seconds a server gives it."
    assert host.page.count(said) == 2
    assert "grab:Guard" in host.page


@pytest.mark.parametrize("kept", [{"secret": ["Guard"]}, {"hidden": ["Guard"]}])
def test_where_something_is_hidden_the_game_master_knows(client: TestClient, kept: dict[str, list[str]]) -> None:
    host = begun(client, **kept)
    player = sit_down(host, "Nell", "Novice")
    player.look("/part?best=yes&ahead=yes")
    assert "What is best the game master knows." in player.page
    assert marked(player.page) == []
    assert "Best" not in player.page
    assert 'class="card chart"' not in player.page
    host.look("/part?best=yes")
    assert marked(host.page) == ["grab:Guard"]


def test_who_does_not_choose_is_told_nothing_of_the_best(client: TestClient) -> None:
    host = begun(client)
    player = sit_down(host, "Gus", "Guard")
    player.look("/part?best=yes")
    assert moment(player.page) == "wait"
    assert "Best" not in player.page


def test_how_it_goes_on_is_drawn_when_it_is_asked_for(client: TestClient) -> None:
    host = begun(client)
    assert "How does it go on?" in host.page
    host.look("/part?ahead=yes")
    assert 'aria-label="How it stands at the end of each round. After 6 rounds: free' in host.page
    assert '<th scope="row">now</th>' in host.page


def test_a_chart_says_nothing_that_is_not_so() -> None:
    rows: list[Mapping[str, Any]] = [
        {"round": 0, "free": 1.0, "held": 0.0, "pinning": 0.0, "pinned": 0.0, "down": 0.0, "won": 0.0},
        {"round": 1, "free": 0.9967, "held": 0.003, "pinning": 0.0, "pinned": 0.0, "down": 0.0003, "won": 0.0},
    ]
    drawn = chart(rows)
    assert drawn["met"] == ["free", "held", "down"]
    assert [row["shares"] for row in drawn["rows"]] == [
        ["100\N{NO-BREAK SPACE}%", "none", "none"],
        ["over 99\N{NO-BREAK SPACE}%", "under 1\N{NO-BREAK SPACE}%", "under 1\N{NO-BREAK SPACE}%"],
    ]
    for place in (0, 1):
        x = drawn["rounds"][place]["x"]
        parts = [part for part in drawn["parts"] if part["x"] <= x <= part["x"] + part["wide"]]
        assert sum(part["high"] for part in parts) == pytest.approx(140)


def test_a_table_of_four_begins_without_a_goal(client: TestClient) -> None:
    host = master(client, "Arangu", "Otto", "vs", "Tivid", "Nib")
    host.do(do="dice", **{f"face-{place}": str(9 + place) for place in range(4)})
    assert '<option value="" selected>' in host.page
    assert 'id="advising"' not in host.page
