"""The documents on JSON and fighters say what the commands do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.surfaces.shell import run
from tussle.bestiary import find
from tussle.bout.loading import load
from tussle.rules.hug.base import WEAPONS

DOCS = Path(__file__).parents[2] / "docs"
HUG = load("hug")


def _keys(form: Any) -> Iterator[str]:
    """Every key of every object within."""
    if isinstance(form, dict):
        yield from form
    for part in form.values() if isinstance(form, dict) else form if isinstance(form, list) else ():
        yield from _keys(part)


def _told(text: str) -> set[str]:
    """The words in the first column of every table."""
    return {word for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)}


def test_every_field_of_the_odds_is_told() -> None:
    text = (DOCS / "odds-json.md").read_text()
    form = run("odds", "hug", "Otto", "Arangu", "--json", "--joint").json
    inside = {
        "verb",
        "clause",
        "reason",
        "sides",
        "label",
        "name",
        "value",
        "option",
    }  # told beside the field they are in
    assert set(_keys(form)) == (_told(text) | inside)
    for word in inside:
        assert f"`{word}`" in text


def test_every_schema_is_told() -> None:
    text = (DOCS / "odds-json.md").read_text()
    commands = [
        ["check", "d20 vs d20"],
        ["rules"],
        ["rules", "hug"],
        ["fighters"],
        ["perft", "hug", "Otto", "Nib", "--depth", "0"],
        ["odds", "hug", "Otto", "Nib"],
        ["demo"],
    ]
    for command in commands:
        assert f"`{run(*command, '--json').json['schema']}`" in text


def test_every_field_of_a_fighter_is_told_with_its_range() -> None:
    text = (DOCS / "fighters.md").read_text()
    rows = {row[1]: row for row in re.findall(r"^(\| `(\w+)` \| (.*?) \| (.*?) \|)", text, re.MULTILINE)}
    fields = run("fighters", "--schema", "hug").json["$defs"]["HugFighter"]["properties"]
    assert list(rows) == list(fields)
    for name, field in fields.items():
        numbers = field.get("anyOf", [field])[0]
        if "minimum" in numbers:
            told = rows[name][2].replace("\N{MINUS SIGN}", "-")
            assert told.startswith(f"{numbers['minimum']} to {numbers['maximum']}")
            assert rows[name][3] == json.dumps(field["default"])


def test_the_words_of_the_quick_form_and_the_weapons_are_told() -> None:
    text = (DOCS / "fighters.md").read_text()
    words = re.search(r"The words of `hug`: (.*?)\n\n", text, re.DOTALL)
    assert words
    assert set(re.findall(r"`(\w+)`", words[1])) == set(HUG.quick)
    assert f"The weapons of the table: {', '.join(WEAPONS)}." in text


def test_the_examples_of_fighters_can_be_read() -> None:
    text = (DOCS / "fighters.md").read_text()
    blocks = re.findall(r"(?:^ {4}.*\n)+", text, re.MULTILINE)
    quick, written = blocks
    names = [find(HUG, line.strip())[0] for line in quick.splitlines()]
    assert names == ["Bob", "Ann"]
    assert len(find(HUG, written)[1].spells) == 2


def test_the_nodes_of_the_document_are_those_of_the_program() -> None:
    """Each line of the example of a tree has the keys that such a node has."""
    text = (DOCS / "odds-json.md").read_text()
    shown = {}
    for line in re.findall(r'^ {4}(\{"(?:ask|end)".*)$', text, re.MULTILINE):
        form = msgspec.json.decode(line.replace("[...]", "[]").replace(", ...]", "]").replace("node", "{}"))
        shown[form.get("ask", "end")] = list(form)
    met = {}
    waiting = [entry["tree"] for entry in run("odds", "hug", "Otto", "Arangu", "--json").json["actions"]]
    while waiting:
        node = waiting.pop()
        met[node.get("ask", "end")] = sorted(node)
        waiting += [way[-1] for way in (*node.get("law", ()), *node.get("options", ()))]
    assert set(shown) == {*met, "gauge"}
    for ask, keys in met.items():
        assert sorted(shown[ask]) == keys
