"""What every rule set keeps: its clauses are those of the text, coded where they say, tested and missed when gone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tussle.analysis import coverage
from tussle.bout.clause import Clause
from tussle.bout.loading import available, load

ROOT = Path(__file__).parents[2]
TEXTS = ROOT.parent / "shared" / "rules"
SETS = [name for name in available() if (ROOT / "src/tussle/rules" / name).is_dir()]

# As the README of the rule texts gives them.
ROW = r"^\| ({name}\.[a-z-]+\.[a-z-]+) \| (\[[TBH].*) \|$"
RULING = (
    r"Ruling `(?P<name>[a-z0-9_]+)`: `(?P<default>[^`]+)`(?: \((?P<free>free: )?[^()]*\))?"
    r"(?P<alternatives>(?: · `[^`]+`(?: \([^()]*\))?)*)"
)


@pytest.fixture(params=SETS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_built_in_rule_sets_are_here() -> None:
    assert "hug" in SETS


def test_clauses_and_rulings_are_those_of_the_text(name: str) -> None:
    path = TEXTS / f"{name}.md"
    if not path.exists():
        pytest.skip("the rule texts are not beside this checkout")
    rows = re.findall(ROW.format(name=name), path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert [clause.id for clause in load(name).clauses] == [clause for clause, _ in rows]
    for clause, text in rows:
        told = [
            (
                found["name"],
                found["default"],
                tuple(re.findall(r"`([^`]+)`", found["alternatives"])),
                bool(found["free"]),
            )
            for found in re.finditer(RULING, text)
        ]
        coded = [
            (ruling.name, ruling.default, ruling.alternatives, bool(ruling.free))
            for ruling in load(name).clause[clause].rulings
        ]
        assert coded == told, clause


def files(name: str) -> Iterator[tuple[str, ast.Module]]:
    """Every file of a rule set, by its chapter."""
    for path in sorted((ROOT / "src/tussle/rules" / name).glob("*.py")):
        yield path.stem, ast.parse(path.read_text(encoding="utf-8"))


def test_a_clause_is_cited_in_the_file_of_its_chapter_alone(name: str) -> None:
    known = load(name).clause
    astray = [
        f"{text} in {stem}.py, line {line}"
        for stem, module in files(name)
        for text, line in cited(name, module)
        if stem not in ("clauses", text.split(".")[1]) or not (text in known or text.endswith("."))
    ]
    assert astray == []


def cited(name: str, module: ast.Module) -> Iterator[tuple[str, int]]:
    """Every text of a file that is a clause id, or the beginning of one that is put together."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if re.fullmatch(rf"{name}\.[a-z-]+\.[a-z-]*", node.value):
            yield node.value, node.lineno


def test_a_clause_is_named_by_the_function_that_codes_it(name: str) -> None:
    folder = ROOT / "src/tussle/rules" / name
    unnamed = [
        clause.id
        for clause in load(name).clauses
        if not clause.explains and not names_it(folder / f"{clause.chapter}.py", clause)
    ]
    assert unnamed == []


def names_it(path: Path, clause: Clause) -> bool:
    return path.exists() and any(clause.id in text for _, _, text in coverage.documented(path))


def test_harm_is_asked_for_in_one_file(name: str) -> None:
    made = {
        stem
        for stem, module in files(name)
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Harm"
    }
    assert made <= {"harm"}


def test_every_clause_is_coded_tested_both_ways_and_missed_when_taken_away(name: str) -> None:
    rows = coverage.coverage(name)
    assert [row.clause for row in rows] == [clause.id for clause in load(name).clauses]
    assert {row.clause: row.hole for row in rows if row.hole} == {}
