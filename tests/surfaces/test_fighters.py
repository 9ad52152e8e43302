"""Fighters: `tussle fighters`, and whatever may stand for one on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.shell import run
from tussle.bestiary import UnreadableFile, find, quick_text, search
from tussle.bout.fighter import fighter_json, read_quick
from tussle.bout.loading import load
from tussle.errors import Missing, Unreadable

HUG = load("hug")


# Finding one


@pytest.mark.parametrize("text", ["Otto", "otto", "OTTO", " otto "])
def test_a_house_fighter_by_its_name_in_any_case(text: str) -> None:
    assert find(HUG, text) == ("Otto", HUG.house["Otto"])


def test_json_and_the_quick_form() -> None:
    name, fighter = find(HUG, ' {"name": "Bob", "athletics": 5}')
    assert (name, fighter.athletics) == ("Bob", 5)
    assert find(HUG, "Bob: athletics +5 reflex 3 hits 22")[1].hits == 22


def test_a_file_with_json_or_the_quick_form_or_a_list_of_one(tmp_path: Path) -> None:
    form = fighter_json("Otto", HUG.house["Otto"])
    contents = {
        "otto.json": json.dumps(form),
        "otto.txt": "Otto: melee 4 athletics 3 acrobatics 1 reflex 3 hits 22 initiative 1 hand broad_sword\n",
        "list.json": run("fighters", "otto", "--json").out,
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        assert find(HUG, str(tmp_path / name)) == ("Otto", HUG.house["Otto"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "cannot be read"),
        ('{"name": "Bob", "melee": NaN}', "cannot be read"),
        ('{"name": "Bob", "melee": 61}', "melee"),
        ('{"name": "Bob", "mele": 6}', "did you mean melee"),
        ('{"schema": "tussle/fighters/1", "fighters": []}', "a list of 0 fighters"),
        ('{"schema": "tussle/fighters/1", "fighters": 3}', "no list of fighters"),
        ("\xff", "no text in UTF-8"),
        ("hello", "holds no fighter"),
        ("", "holds no fighter"),
        ("Bob: melee 4\nTom: melee 3\n", "on one line"),
        ("[" * 50_000, "holds no fighter"),
        ('{"a":' * 15_000, "nested too deeply"),
        ('{"name": "' + "x" * 200_000, "larger than"),
    ],
)
def test_a_file_that_holds_no_fighter_is_exit_code_4(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "bob.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(UnreadableFile) as refused:
        find(HUG, str(path))
    assert str(refused.value).startswith(f"{path}: ")
    assert said in str(refused.value)
    assert run("odds", "hug", str(path), "Otto").code == 4


def test_a_file_that_is_not_there_and_one_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"there is no file"):
        find(HUG, str(tmp_path / "bob.json"))
    (tmp_path / "bob.json").mkdir()
    with pytest.raises(UnreadableFile, match=r"cannot be read: Is a directory"):
        find(HUG, str(tmp_path / "bob.json"))


def test_what_is_nothing_of_all_this_is_missing() -> None:
    with pytest.raises(Missing, match=r"hug has no fighter 'Oto': did you mean Otto\?"):
        find(HUG, "Oto")
    for text in ("", "x" * 5_000, "a\0b", "."):
        with pytest.raises(Missing):
            find(HUG, text)


@pytest.mark.parametrize(
    "text",
    ['{"name": "Bob", "melee": NaN}', "{", '{"melee": 3}', "Bob: mele 3", "Bob: melee +999", ": melee 3", "B#b:"],
)
def test_what_cannot_be_read_on_the_command_line_is_exit_code_2(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        find(HUG, text)
    assert not isinstance(refused.value, UnreadableFile)
    assert run("odds", "hug", text, "Otto").code == 2


def test_standard_input_can_be_a_fighter_once() -> None:
    form = fighter_json("Bob", HUG.house["Otto"])
    ran = run("odds", "hug", "-", "Arangu", "--json", given=json.dumps(form))
    assert ran.json["position"].startswith("order=Bob,Arangu ")
    for given in ("", '{"name": "Bob", "melee": NaN}', b"\xff", "x" * 300_000):
        ran = run("odds", "hug", "-", "Arangu", given=given)
        assert (ran.code, ran.out) == (4, "")
        assert ran.err.startswith("tussle: standard input: ")
    twice = run("odds", "hug", "-", "-", given=json.dumps(form))
    assert twice.code == 4
    assert "only once" in twice.err


# The command


def test_the_search() -> None:
    assert search(HUG, "AR") == ("Carack", "Arangu")
    assert search(HUG, "") == tuple(HUG.house)
    rows = [row.split() for row in run("fighters", "ar").out.splitlines()]
    assert {"Carack", "Arangu"} <= {row[0] for row in rows}
    ran = run("fighters", "oto", "--rules", "hug")
    assert (ran.code, ran.out) == (5, "")
    assert "did you mean Otto?" in ran.err
    alone = [row.split() for row in run("fighters", "ar", "--rules", "hug").out.splitlines()]
    assert [row[:2] for row in alone[1:]] == [["Carack", "hug"], ["Arangu", "hug"]]


def test_one_fighter_as_json_can_be_used_again(tmp_path: Path) -> None:
    form = run("fighters", "Mirel", "--json").json
    assert form["schema"] == "tussle/fighters/1"
    (listed,) = form["fighters"]
    assert listed == {"rules": "hug", "fighter": _plain(fighter_json("Mirel", HUG.house["Mirel"]))}
    (tmp_path / "mirel.json").write_text(json.dumps(listed["fighter"]))
    assert find(HUG, str(tmp_path / "mirel.json")) == ("Mirel", HUG.house["Mirel"])


def _plain(form: Any) -> Any:
    return json.loads(json.dumps(form))


def test_one_fighter_in_words() -> None:
    lines = run("fighters", "mirel").out.splitlines()
    assert lines[0] == "Mirel  hug"
    assert (
        "  spells      name spark bonus 5 dice 2d6, name dread bonus 5 against will dice d6, name burn dice d4" in lines
    )


def test_a_fighter_that_somebody_wrote_is_checked_and_shown() -> None:
    ran = run("fighters", "Bob: athletics +5 reflex -3 hits 22", "--rules", "hug")
    assert ran.out.splitlines() == [
        "Bob  hug",
        "  athletics  5",
        "  reflex     \N{MINUS SIGN}3",
        "  hits       22",
        "  Bob: athletics 5 reflex -3 hits 22",
    ]
    assert run("fighters", "Bob: athletics +99", "--rules", "hug").code == 2


def test_the_quick_form_of_every_house_fighter_reads_back_what_it_says() -> None:
    for name, fighter in HUG.house.items():
        text = quick_text(HUG, name, fighter)
        again = read_quick(HUG, text)
        assert again[0] == name
        assert quick_text(HUG, *again) == text
        if not (fighter.spells or fighter.abilities or fighter.weapons or fighter.defences):
            assert again[1] == fighter


def test_the_schema_is_json_schema_and_says_the_ranges() -> None:
    schema = run("fighters", "--schema", "hug").json
    assert schema["$schema"].startswith("https://json-schema.org/")
    fields = schema["$defs"]["HugFighter"]["properties"]
    assert (fields["melee"]["minimum"], fields["melee"]["maximum"]) == (-20, 60)
    assert fields["hits"]["default"] == 20
    assert run("fighters", "--schema", "hgu").code == 5
