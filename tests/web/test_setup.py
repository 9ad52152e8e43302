"""The pages that need no table, without a script: calculator, sheet, a new table."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import field, moment, problem
from tussle.bout.loading import available, load
from tussle.surfaces import web
from tussle.surfaces.web.app import make_app
from tussle.surfaces.web.store import Store


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store = Store(tmp_path_factory.mktemp("setup") / "tables.sqlite")
    with TestClient(make_app(store), base_url="http://table.test") as client:
        yield client
    store.close()


def pair(rules: str) -> dict[str, str]:
    one, other = list(load(rules).house)[:2]
    return {"rules": rules, "a": one, "b": other}


def test_two_numbers(visitor: TestClient) -> None:
    page = visitor.get("/calculator", params={"mine": "7", "theirs": "4"}).text
    assert "d20+7 vs d20+4: about 2 in 3" in page
    assert visitor.get("/calculator", params={"mine": "seven"}).status_code == 422
    assert visitor.get("/calculator", params={"text": "8d6>4 vs 7d6>4"}).status_code == 422


@pytest.mark.parametrize("rules", available())
@pytest.mark.parametrize("more", [{}, {"tied": "yes"}, {"swap": "yes"}])
def test_two_fighters_and_a_link_to_the_position(visitor: TestClient, rules: str, more: dict[str, str]) -> None:
    answer = visitor.get("/calculator", params={**pair(rules), **more})
    assert answer.status_code == 200, problem(answer.text)
    assert "may have a say" in answer.text or "No roll" in answer.text
    link = html.unescape(re.search(r'href="(/calculator\?bout=[^"]+)"', answer.text)[1])  # type: ignore[index]
    again = visitor.get(link)
    assert again.status_code == 200
    rows = re.compile(r'<span class="what">.*?</summary>', re.DOTALL)
    assert rows.findall(again.text) == rows.findall(answer.text)


@pytest.mark.parametrize("rules", available())
def test_the_sheet_of_a_pair(visitor: TestClient, rules: str) -> None:
    answer = visitor.get("/sheet", params=pair(rules))
    assert answer.status_code == 200
    assert "What each may do" in answer.text
    assert re.search(r"\d+/\d+", answer.text)


def test_a_link_that_was_cut_is_refused(visitor: TestClient) -> None:
    for bout in ("AAAA", "x" * 9_000, "eJwrSS0u", "!!!"):
        answer = visitor.get("/calculator", params={"bout": bout})
        assert answer.status_code == 422
        assert "link" in answer.text


class Wizard:
    """The form of a new table, filled in page by page."""

    def __init__(self, client: TestClient, rules: str) -> None:
        self.client, self.rules = client, rules
        self.page = client.get("/new", params={"rules": rules}).text
        self.status = 200

    def send(self, do: str, **fields: str) -> str:
        form = {"token": field(self.page, "token"), "packed": field(self.page, "packed"), "rules": self.rules}
        answer = self.client.post("/new", data={**form, "do": do, **fields})
        self.page, self.status = answer.text, answer.status_code
        return self.page


@pytest.mark.parametrize("rules", available())
def test_a_table_in_each_rule_set(visitor: TestClient, rules: str) -> None:
    one, other = list(load(rules).house)[:2]
    wizard = Wizard(visitor, rules)
    wizard.send(f"add1:{one}")
    wizard.send(f"add2:{other}")
    wizard.send("start", title="A new one")
    assert wizard.status == 200, problem(wizard.page)
    assert "<h1>A new one</h1>" in wizard.page
    assert moment(wizard.page) in ("act", "choose", "dice")


def test_rulings_sides_map_and_what_is_hidden(visitor: TestClient) -> None:
    wizard = Wizard(visitor, "hug")
    wizard.send("add1:Arangu")
    wizard.send("add2", typed="Bob: athletics +5 reflex 3 hits 22")
    wizard.send("add2:Nib")
    wizard.send("drop:2")
    page = wizard.send("look", **{"ruling-tie": "reroll"})
    assert "1 changed" in page
    page = wizard.send(
        "start", **{"ruling-tie": "reroll", "hide-1": "numbers", "map": "6x4 Arangu@1.1 Bob@2.1", "state": "turn Bob"}
    )
    assert wizard.status == 200, problem(page)
    assert "hug(tie=reroll)" in page
    assert "Bob’s turn" in page
    assert "Players see no numbers" in page
    assert "<polygon" in page


@pytest.mark.parametrize(
    ("do", "fields", "sentence"),
    [
        ("start", {}, "at least two fighters"),
        ("add1", {}, "type or paste a fighter first"),
        ("add1", {"typed": "Bob: strength 3"}, "has no 'strength'"),
        ("add1", {"typed": "/etc/passwd"}, "has no fighter"),
        ("add1", {"typed": "README.md"}, "has no fighter"),
        ("add1", {"typed": '{"name": "Bob", "hits": 0}'}, "hits"),
        ("add1", {"packed": "nonsense"}, "cannot be read"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(
    visitor: TestClient, do: str, fields: dict[str, str], sentence: str
) -> None:
    wizard = Wizard(visitor, "hug")
    wizard.send("add1:Arangu")
    page = wizard.send(do, **fields)
    assert wizard.status == 422
    assert sentence.lower() in html.unescape(page).lower()
    assert "packed" in fields or "Remove Arangu" in page


def test_the_search_finds_while_somebody_types(visitor: TestClient) -> None:
    found = visitor.get("/fighters", params={"rules": "hug", "q": "ott"}).text
    assert "Add Otto to side 1" in found
    assert "Arangu" not in found


def test_no_page_has_a_script_or_a_style_of_its_own() -> None:
    for path in (Path(web.__file__).parent / "templates").glob("*.html"):
        text = path.read_text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?! src=)", text), path.name
