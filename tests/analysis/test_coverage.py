"""Clause coverage finds what is missing: a test, a side of a ruling, a mutant that is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tussle
from tussle.analysis import coverage
from tussle.analysis.coverage import Mutant, Row, run_mutants
from tussle.bout.loading import load
from tussle.errors import Fault, Missing

ROOT = Path(__file__).parents[2]
MENU = "hug.outside.menu"
TESTS = "tests/rules/hug/test_outside.py::test_hug_outside_menu"
BOTH = [f"{TESTS}_applies_to_who_is_in_no_grapple", f"{TESTS}_not_to_a_grappler"]


def note(clause: str, *, applies: bool, cited: bool | None = None, passed: bool = True) -> dict[str, Any]:
    return {"clause": clause, "applies": applies, "cited": applies if cited is None else cited, "passed": passed}


def both(clause: str) -> dict[str, Any]:
    return {"yes": note(clause, applies=True), "no": note(clause, applies=False)}


def row(clause: str, notes: dict[str, Any], verdict: str = "killed", code: tuple[str, ...] = ("a.py:1 rule",)) -> Row:
    rules = load("hug")
    return coverage.row_of(rules, rules.clause[clause], code, notes, {clause: verdict} if verdict else {})


def test_a_clause_with_code_both_tests_and_a_killed_mutant_has_no_hole() -> None:
    assert row(MENU, both(MENU)) == Row(MENU, ("a.py:1 rule",), ("yes",), ("no",), (), "killed", None)


@pytest.mark.parametrize(
    ("notes", "hole"),
    [
        ({}, "no test where it applies"),
        ({"yes": note(MENU, applies=True)}, "no test where it does not apply"),
        ({"no": note(MENU, applies=False)}, "no test where it applies"),
        ({**both(MENU), "third": note(MENU, applies=True, passed=False)}, "third fails"),
        ({**both(MENU), "yes": note(MENU, applies=True, cited=False)}, "no test where it applies"),
        ({**both(MENU), "no": note(MENU, applies=False, cited=True)}, "no test where it does not apply"),
        (both("hug.harm.out"), "no test where it applies"),
    ],
)
def test_a_missing_or_failing_test_is_a_hole(notes: dict[str, Any], hole: str) -> None:
    assert row(MENU, notes).hole == hole


@pytest.mark.parametrize(
    ("verdict", "hole"), [("", "there is none"), ("survived", "survived"), ("broken: x", "broken: x")]
)
def test_a_mutant_that_is_not_killed_is_a_hole(verdict: str, hole: str) -> None:
    assert row(MENU, both(MENU), verdict).hole == f"its mutant: {hole}"


def test_a_clause_that_no_function_names_is_a_hole() -> None:
    assert row(MENU, both(MENU), code=()).hole == "no function of outside.py names it"


def test_a_ruling_wants_a_test_of_its_own() -> None:
    tie = "hug.check.tie"
    assert row(tie, both(tie)).hole == "no test runs the ruling tie on every side"
    shown = {"sides": {"ruling": "hug.tie", "passed": True}}
    assert (row(tie, {**both(tie), **shown}).hole, row(tie, {**both(tie), **shown}).rulings) == (None, ("sides",))
    assert row(tie, {**both(tie), "sides": {"ruling": "hug.tie", "passed": False}}).hole is not None


def test_a_clause_that_only_explains_wants_nothing() -> None:
    assert row("hug.check.scope", {}, "", ()).hole is None


def test_functions_and_constants_are_found_by_their_docstrings(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text('"""A file."""\nSIZES = (1,)\n"""hug.a.b"""\n\ndef f():\n    """hug.c.d"""\n\ndef g():\n    pass\n')
    assert set(coverage.documented(path)) == {("SIZES", 2, "hug.a.b"), ("f", 5, "hug.c.d")}


def judge(mutant: Mutant, clause: str = MENU) -> str:
    notes = {test: note(MENU, applies=test == BOTH[0]) for test in BOTH}
    return run_mutants(ROOT, load("hug"), notes, {clause: mutant}, control=False)[clause]


def test_a_mutant_that_changes_nothing_survives() -> None:
    old = "def not_on_menu(me: int, verb: str) -> Refusal:"
    assert judge(Mutant("outside.py", old, f"{old}  # still the same")) == "survived"


def test_a_mutant_that_takes_the_clause_away_is_killed() -> None:
    assert (
        judge(Mutant("outside.py", '"in no grapple", "hug.outside.menu"', '"in no grapple", "hug.outside.stray"'))
        == "killed"
    )


def test_a_mutant_that_cannot_be_imported_shows_nothing() -> None:
    assert judge(Mutant("outside.py", "def not_on_menu(", "def not_on_menu((")).startswith("broken: ")


def test_a_mutant_whose_text_is_not_there_once_shows_nothing() -> None:
    assert judge(Mutant("outside.py", "no such text", "")) == "its old text stands 0 times in outside.py"


def test_a_mutant_of_no_clause_or_without_tests_is_told() -> None:
    with pytest.raises(Fault, match=r"mutants of what is no clause of hug: hug\.outside\.manu"):
        judge(Mutant("outside.py", "", ""), "hug.outside.manu")
    assert judge(Mutant("outside.py", "", ""), "hug.harm.out") == "no test bears the clause"


def test_coverage_says_that_it_needs_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tussle, "__file__", str(tmp_path / "lib/site/tussle/__init__.py"))
    with pytest.raises(Missing, match="the tests of hug are not here: coverage is read in a checkout"):
        coverage.coverage("hug")
    with pytest.raises(Missing, match="no rule set 'hag'"):
        coverage.coverage("hag")


def test_what_was_run_is_forgotten_when_a_file_changes(tmp_path: Path) -> None:
    for name in ("src/tussle/a.py", "tests/conftest.py", "tests/scripted.py", "tests/rules/hug/test_a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    before = coverage.digest(tmp_path, "hug")
    coverage.note_tests(tmp_path, "hug", before, {"one": {"passed": True}})
    coverage.note_tests(tmp_path, "hug", before, {"two": {"passed": False}})
    assert set(coverage.read_notes(tmp_path, "hug", before)) == {"one", "two"}
    (tmp_path / "tests/rules/hug/test_a.py").write_text("# changed")
    after = coverage.digest(tmp_path, "hug")
    assert coverage.read_notes(tmp_path, "hug", after) == {}
    coverage.note_tests(tmp_path, "hug", after, {"two": {"passed": True}})
    assert coverage.read_notes(tmp_path, "hug", after) == {"two": {"passed": True}}
