"""`tussle rules`, `tussle perft`, `tussle conform`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.surfaces.shell import process, run
from tussle.analysis import conform as conform_module
from tussle.analysis import coverage as coverage_module
from tussle.analysis.conform import CHECKS, Finding
from tussle.analysis.coverage import Row
from tussle.analysis.perft import perft
from tussle.bout.bout import make_bout
from tussle.bout.loading import load

ROOT = Path(__file__).parents[2]

# rules


def test_the_list_of_rule_sets() -> None:
    heading, *rows = run("rules").out.splitlines()
    assert heading.split() == ["rule", "set", "clauses", "rulings", "version"]
    hug = load("hug")
    (row,) = (row.split(maxsplit=4) for row in rows if row.startswith("hug "))
    assert row == ["hug", str(len(hug.clauses)), str(len(hug.rulings)), str(hug.version), hug.title]
    form = run("rules", "--json").json
    assert form["schema"] == "tussle/rulesets/1"
    assert ("hug", hug.digest) in [(one["name"], one["digest"]) for one in form["rulesets"]]


def test_every_clause_is_told_with_its_rulings() -> None:
    hug = load("hug")
    ran = run("rules", "hug")
    assert ran.code == 0
    lines = [line.strip() for line in ran.out.splitlines()]
    for clause in hug.clauses:
        assert clause.text in lines
        for ruling in clause.rulings:
            (line,) = (line for line in lines if line.startswith(f"{ruling.name} ["))
            assert f"{ruling.default} (default)" in line
            assert line.endswith(ruling.reason)
            assert all(f"· {value}" in line for value in ruling.alternatives)
    assert "in force" not in ran.out


def test_what_is_in_force_is_said_where_the_load_string_changes_it() -> None:
    ran = run("rules", "hug(tie=reroll,hit=over)")
    assert ran.out.startswith("hug(tie=reroll)  ")
    assert [line.strip() for line in ran.out.splitlines() if "in force" in line] == ["in force: tie=reroll"]


def test_a_ruling_has_the_mark_of_what_it_stands_in() -> None:
    form = run("rules", "hug(hit=meet)", "--json").json
    rulings = {ruling["name"]: ruling for clause in form["clauses"] for ruling in clause["rulings"]}
    assert {name: ruling["mark"] for name, ruling in rulings.items()} == {
        "hit": "H",
        "contest": "T",
        "tie": "H",
        "unarmed_melee": "T",
        "squeeze_armour": "T",
        "spell_penalty": "T",
    }
    assert (rulings["hit"]["default"], rulings["hit"]["value"]) == ("over", "meet")
    assert form["load_string"] == "hug(hit=meet)"


def test_one_clause() -> None:
    ran = run("rules", "hug", "--clause", "hug.check.tie")
    assert ran.out.count("hug.check.") == 1
    assert run("rules", "hug", "--clause", "hug.check.tie", "--json").json["clauses"][0]["id"] == "hug.check.tie"
    missing = run("rules", "hug", "--clause", "hug.check.ti")
    assert (missing.code, missing.out) == (5, "")
    assert "did you mean hug.check.tie" in missing.err


@pytest.mark.parametrize(("hole", "code"), [(None, 0), ("no test where it applies", 1)])
def test_coverage_is_told_and_a_hole_is_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, hole: str | None, code: int
) -> None:
    rows = [
        Row("hug.check.die", ("check.py:18 d20",), ("tests/a.py::b",), ("tests/a.py::c",), (), "killed", None),
        Row("hug.check.tie", ("check.py:39 contest",), (), (), (), "killed", hole),
    ]
    monkeypatch.setattr(coverage_module, "coverage", lambda name: rows if name == "hug" else [])
    ran = run("rules", "hug", "--coverage")
    assert ran.code == code
    assert ran.out.splitlines()[:5] == [
        "hug.check.die  covered",
        "  code    check.py:18 d20",
        "  applies tests/a.py::b",
        "  not     tests/a.py::c",
        "  mutant  killed",
    ]
    assert (f"hug.check.tie  HOLE: {hole}" in ran.out) == bool(hole)
    form = run("rules", "hug", "--coverage", "--json")
    assert form.code == code
    assert (form.json["schema"], form.json["holes"]) == ("tussle/coverage/1", code)


def test_a_rule_set_that_cannot_be_loaded_is_named_and_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "broken-1.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (place / "entry_points.txt").write_text("[tussle.rulesets]\nbroken = nowhere.at_all:rule_set\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for command in ("rules", "fighters"):
        ran = run(command)
        assert ran.code == 0
        assert "hug" in ran.out
        assert "the rule set broken (nowhere.at_all:rule_set) cannot be loaded" in ran.err
    assert run("rules", "broken").code == 1


# perft


def test_perft_is_that_of_the_analysis() -> None:
    rules = load("hug")
    bout = make_bout(rules, [("Otto", rules.house["Otto"]), ("Arangu", rules.house["Arangu"])])
    found = perft(bout, bout.opening((0, 1)), 1)
    form = run("perft", "hug", "Otto", "Arangu", "--depth", "1", "--json").json
    assert form["schema"] == "tussle/perft/1"
    assert (form["count"], form["rows"], form["digest"]) == (found.count, found.rows, found.digest)
    said = run("perft", "hug", "Otto", "Arangu", "--depth", "1").out
    assert f"depth 1: {found.count} sequences" in said
    assert found.digest in said
    held = run(
        "perft", "hug", "Otto", "Arangu", "--depth", "1", "--json", "--at", form["position"] + " marks=Otto:prone"
    )
    assert held.json["digest"] != found.digest


# conform


def test_conform_tells_what_a_rule_set_that_is_not_installed_does_not_keep() -> None:
    ran = process("conform", "law_sum", "--prepare", "tests.analysis.faults:law_sum", "--json", cwd=ROOT)
    assert (ran.code, ran.err) == (1, "")
    assert ran.json["schema"] == "tussle/conform/1"
    assert ran.json["checks"] == CHECKS
    (told,) = ran.json["rulesets"]
    assert told["rules"] == "law_sum"
    assert [finding["check"] for finding in told["findings"]] == ["law-sum"]


def test_conform_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Finding("law-sum", "the weights sum to 399 of 400", "hug | A, B | order=A,B | pass")
    for findings, code in (([], 0), ([finding], 1)):
        monkeypatch.setattr(conform_module, "conform", lambda _name, _prepare, findings=findings: findings)
        ran = run("conform", "hug")
        assert ran.code == code
        assert ran.out.splitlines()[1:] == [
            line for one in findings for line in (f"  {one.check}: {one.sentence}", f"    {one.place}")
        ]
        assert ran.out.splitlines()[0] == (
            "hug  does not conform, findings: 1" if findings else f"hug  keeps all {len(CHECKS)} checks"
        )


@pytest.mark.parametrize(
    ("prepare", "code"), [("nowhere:at_all", 5), ("tests.analysis.faults:at_all", 5), ("faults", 2)]
)
def test_a_preparation_that_is_not_there_is_refused(prepare: str, code: int) -> None:
    assert run("conform", "hug", "--prepare", prepare).code == code
