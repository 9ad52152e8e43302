"""The table page without JavaScript: a whole grapple, undo, amend, events, two people at once."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from tests.web.conftest import Person, field, master, moment, problem, seen, sit_down
from tests.web.serving import a_bout
from tussle.surfaces.web.app import make_app
from tussle.surfaces.web.store import Store


def begin(client: TestClient) -> tuple[Person, Person]:
    """A game master who plays Arangu, and a player of Tivid; Arangu has the turn."""
    host = master(client, "Arangu", "vs", "Tivid")
    guest = sit_down(host, "Mira", "Tivid")
    host.do(do="dice", **{"face-0": "15", "face-1": "3"})
    return host, guest


def test_a_whole_grapple_by_two_people_without_a_script(client: TestClient) -> None:
    host, guest = begin(client)
    guest.look()
    assert moment(guest.page) == "wait"
    assert "Waiting for the game master" in guest.page
    assert moment(host.page) == "act"
    host.send(do="act", text="grapple:Tivid:athletics")
    guest.look()
    assert moment(guest.page) == "choose"
    guest.send(do="choose", text="no")
    guest.send(do="choose", text="athletics")
    assert moment(guest.page) == "dice"
    guest.send(do="dice", **{"face-1": "4"})
    assert moment(guest.page) == "wait"
    host.do(do="dice", **{"face-0": "17"})
    assert "Arangu</b> grapples with <b>Tivid" in host.page
    host.do(do="event", text="down Tivid")
    assert "The grapple is over" in host.look()
    assert "The grapple is over" in guest.look()


def test_each_action_has_its_exact_odds_and_each_refusal_its_clause(client: TestClient) -> None:
    host, _ = begin(client)
    page = host.look()
    assert "Grapple Tivid: athletics" in page
    assert re.search(r'class="frac">\d+/\d+', page)
    refused = re.search(
        r'<b class="verb">Release ?</b>.*?<span class="cl">(hug[a-z.-]+)</span>.*?<p>(.+?)</p>', page, re.DOTALL
    )
    assert refused
    assert len(refused[2]) > 20
    assert re.search(r'<rect class="" width="\d+\.\d\d%"', page)


def test_a_stale_form_changes_nothing_and_shows_the_new_state(client: TestClient) -> None:
    host, _ = begin(client)
    before = host.look()
    host.look()
    host.send(do="act", text="grapple:Tivid:athletics")
    late = Person(client, host.table)
    late.page = before
    late.send(do="act", text="pass")
    assert late.status == 409
    assert "somebody was quicker" in problem(late.page).lower()
    assert moment(late.page) == "choose"


def test_the_same_form_twice_is_done_once(client: TestClient) -> None:
    host, _ = begin(client)
    page = host.look()
    host.send(do="event", text="damage Tivid 3")
    before = seen(host.look())
    again = Person(client, host.table)
    again.page = page
    again.send(do="event", text="damage Tivid 3")
    assert again.status == 200
    assert seen(again.look()) == before
    other = Person(client, host.table)
    other.page = page
    other.send(do="event", text="damage Tivid 4")
    assert other.status == 409
    assert "something else in it" in problem(other.page)


def test_undo_amend_and_take_back_are_events_of_their_own(client: TestClient) -> None:
    host, _ = begin(client)
    host.do(do="act", text="grapple:Tivid:athletics")
    host.do(do="choose", text="no")
    host.do(do="choose", text="athletics")
    host.do(do="dice", **{"face-0": "17", "face-1": "4"})
    assert "Nobody holds anybody" not in host.page
    host.do(do="amend", place="4", **{"face-0": "1", "face-1": "19"})
    assert "Nobody holds anybody" in host.page
    assert "Taken back since" in host.page
    host.do(do="undo")
    assert moment(host.page) == "dice"
    host.do(do="cancel")
    assert moment(host.page) == "choose"
    assert int(seen(host.page)) == 8


def test_an_impossible_answer_says_what_would_be_right(client: TestClient) -> None:
    host, guest = begin(client)
    cases = (
        ({"do": "act", "text": "grapple:Nobody"}, 422, "not among the ways"),
        ({"do": "act", "text": "release"}, 422, "[hug."),
        ({"do": "event", "text": "damage Bob 3"}, 422, "'Bob' is not in the bout"),
        ({"do": "event", "text": "join /etc/passwd"}, 422, "has no fighter"),
        ({"do": "event", "text": "join ../x.json"}, 422, "has no fighter"),
        ({"do": "dice"}, 422, "no throw is due"),
        ({"do": "amend", "place": "99", "face-0": "1"}, 422, "no such throw"),
        ({"do": "dance"}, 422, "nothing a seat can do"),
        ({"do": "note", "text": " "}, 422, "empty"),
        ({"do": "act", "text": "x" * 3000}, 422, "longer than"),
    )
    before = seen(host.look())
    for form, status, sentence in cases:
        host.look()
        host.send(**form)
        assert host.status == status, form
        assert sentence.lower() in problem(host.page).lower(), problem(host.page)
        assert seen(host.look()) == before
    guest.look()
    guest.send(do="act", text="grapple:Tivid:athletics")
    assert guest.status == 403
    assert "not yours to play" in problem(guest.page)
    guest.look()
    guest.send(do="undo")
    assert guest.status == 403
    assert seen(host.look()) == before


def test_faces_are_checked_and_nothing_is_lost(client: TestClient) -> None:
    host = master(client, "Arangu", "vs", "Tivid")
    host.send(do="dice", **{"face-0": "23"})
    assert host.status == 422
    assert problem(host.page) == "23 is no face of a d20: 1 to 20."
    host.send(do="dice", **{"face-0": "six"})
    assert "no face of a die" in problem(host.page)
    host.do(do="dice", **{"face-0": "6"})
    assert moment(host.page) == "act"


def test_a_paused_table_takes_nothing_from_players(client: TestClient) -> None:
    host, guest = begin(client)
    host.do(do="act", text="grapple:Tivid:athletics")
    host.do(do="pause")
    guest.look()
    assert "The table is paused" in guest.page
    guest.send(do="choose", text="no")
    assert guest.status == 422
    host.do(do="resume")
    guest.do(do="choose", text="no")


def test_a_table_is_what_its_log_gives_after_a_restart(store: Store) -> None:
    with TestClient(make_app(store), base_url="http://table.test") as client:
        host, guest = begin(client)
        host.do(do="act", text="grapple:Tivid:athletics")
        host.do(do="mode", text="master")
        guest.do(do="choose", text="no")
        guest.do(do="choose", text="athletics")
        guest.do(do="dice", **{"face-1": "4"})
        host.do(do="hide", text="Tivid", numbers="yes")
        before = client.get(f"/api/tables/{host.table}").json()
        cookies = client.cookies
    with TestClient(make_app(store), base_url="http://table.test", cookies=cookies) as client:
        assert client.get(f"/api/tables/{host.table}").json() == before
        again = Person(client, host.table)
        again.do(do="dice", **{"face-0": "17"})
        assert "grapples with" in again.page


def test_who_throws_no_die_of_the_throw_cannot_throw_it(client: TestClient) -> None:
    host = master(client, "Arangu", "vs", "Tivid", "Otto")
    guest = sit_down(host, "Mira", "Tivid")
    guest.look()
    guest.send(do="dice", **{"face-0": "20"})
    assert guest.status == 403
    assert problem(guest.page) == "That die is not yours to throw."


def test_a_seat_that_is_taken_away_opens_nothing(client: TestClient) -> None:
    host, guest = begin(client)
    seats = client.get(f"/api/tables/{host.table}/seats").json()["seats"]
    mira = next(seat["id"] for seat in seats if seat["name"] == "Mira")
    assert client.post(f"/api/tables/{host.table}/seats/{mira}", json={"do": "revoke"}).status_code == 200
    guest.look()
    assert guest.status == 404


def test_a_link_is_good_once(client: TestClient) -> None:
    host = master(client)
    made = client.post(f"/api/tables/{host.table}/seats", json={"name": "Mira", "fighters": ["Tivid"]}).json()
    looked = client.get(f"/join/{made['token']}")
    assert looked.status_code == 200
    assert "You play Tivid" in looked.text
    form = {"token": field(looked.text, "token")}
    assert client.post(f"/join/{made['token']}", data=form).status_code == 200
    again = client.post(f"/join/{made['token']}", data=form)
    assert again.status_code == 403
    assert "used already" in again.text
    assert client.get(f"/join/{made['token']}").status_code == 410


def test_the_store_keeps_no_token(client: TestClient, store: Store) -> None:
    host = master(client)
    made = client.post(f"/api/tables/{host.table}/seats", json={"name": "Mira"}).json()
    key = client.post("/api/join", json={"token": made["token"]}).json()["key"]
    data = b"".join(path.read_bytes() for path in store.path.parent.glob("tables.sqlite*"))
    assert made["token"].encode() not in data
    assert key.encode() not in data
    assert client.cookies[f"seat-{host.table}"].encode() not in data


def test_a_record_goes_out_and_comes_back(client: TestClient) -> None:
    host, _ = begin(client)
    host.do(do="act", text="grapple:Tivid:athletics")
    text = host.look("/record")
    page = client.get("/bring").text
    answer = client.post("/bring", data={"token": field(page, "token"), "text": text, "title": "Again"})
    assert answer.status_code == 200
    assert moment(answer.text) == "choose"
    assert "<h1>Again</h1>" in answer.text
    for broken in ("this is nothing", text.replace("grapple:", "grapple;"), text[:-40], ""):
        refused = client.post("/bring", data={"token": field(page, "token"), "text": broken})
        assert refused.status_code == 422 or (broken == text[:-40] and refused.status_code == 200)


def test_a_request_that_is_too_large_is_refused(client: TestClient) -> None:
    assert client.post("/api/legal", content=b"x" * 3_000_000).status_code == 413
    bout = a_bout()
    bout["fighters"][0]["hand"] = "x" * 1_000_000
    answer = client.post("/api/legal", json={"bout": bout})
    assert answer.status_code == 422
    host = master(client)
    host.send(do="event", text="join " + "{" * 1_500_000)
    assert host.status in (413, 422)


def test_only_a_hidden_number_leaves_the_odds_to_the_game_master(client: TestClient) -> None:
    host = master(client, "Arangu", "Otto", "vs", "Tivid", "Nib")
    guest = sit_down(host, "Mira", "Tivid")
    # Four can come in too many orders to list, and nothing is said of them.
    assert moment(host.look()) == moment(guest.look()) == "dice"
    assert "The game master knows the odds" not in host.page + guest.page
    host.do(do="hide", text="Arangu", numbers="yes")
    assert "The game master knows the odds" in guest.look()
    assert "The game master knows the odds" not in host.look()
