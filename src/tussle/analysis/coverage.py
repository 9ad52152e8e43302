"""Clause coverage: clause, code, tests, mutant; and whatever hole there is.

A clause is covered when a function of its chapter's file names it, two tests bear it (what the one runs cites
it, what the other runs does not), and a mutant that takes it away fails one of them. A ruling is covered when
a test runs it on every side. This works in a checkout, where the tests are; what was run is kept under
build/clauses/ with a digest of the files it depends on, and run again when they change.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from msgspec import Struct

import tussle
from tussle.analysis.trials import PATIENCE
from tussle.bout.clause import Clause
from tussle.bout.loading import load
from tussle.bout.ruleset import RuleSet
from tussle.errors import Fault, Missing

__all__ = ["Mutant", "Row", "coverage", "digest", "documented", "note_tests", "read_notes", "row_of", "run_mutants"]

PROCESSES = 2
"""So many mutants are tried at a time."""


class Mutant(Struct, frozen=True):
    """A clause taken away: in one file of the rule set, one text in the place of another.

    Attributes:
        file: below the folder of the rule set.
        old: the text now, which stands in the file once.
        new: the text without the clause.
    """

    file: str
    old: str
    new: str


class Row(Struct, frozen=True):
    """What covers one clause.

    Attributes:
        clause: its id.
        code: the functions that code it, as `src/tussle/rules/hug/start.py:42 contest`.
        applies: the tests where it applies; `applies_not`: those where it does not.
        rulings: the tests that run its rulings on every side.
        mutant: what became of its mutant: `killed`, or what happened instead; "" where it has none.
        hole: what is missing, in words; None where nothing is.
    """

    clause: str
    code: tuple[str, ...]
    applies: tuple[str, ...]
    applies_not: tuple[str, ...]
    rulings: tuple[str, ...]
    mutant: str
    hole: str | None


def coverage(name: str) -> list[Row]:
    """What covers each clause of a rule set, in the order of its text. Runs what has changed since the last time.

    Raises:
        Missing: there is no such rule set, or it is not run from a checkout that holds its tests.
        Fault: the tests, or the package that mutants are made from, cannot be run.
    """
    rules = load(name)
    root = _checkout(rules.name)
    now = digest(root, rules.name)
    notes = read_notes(root, rules.name, now)
    if any(_hole(rules, clause, notes, "killed") for clause in rules.clauses):
        _say(f"running the clause tests of {rules.name}")
        _run_tests(root, rules.name)
        notes = read_notes(root, rules.name, now)
    verdicts = read_notes(root, f"{rules.name}.mutants", now)
    if not verdicts:
        sound = all(note["passed"] for note in notes.values())  # else the row of what fails says so
        verdicts = run_mutants(root, rules, notes, _mutants(root, rules.name), control=sound)
        _write(root, f"{rules.name}.mutants", now, verdicts)
    code = _code(root, rules)
    return [row_of(rules, clause, code.get(clause.id, ()), notes, verdicts) for clause in rules.clauses]


def row_of(
    rules: RuleSet,
    clause: Clause,
    code: tuple[str, ...],
    notes: Mapping[str, Any],
    verdicts: Mapping[str, Any],
) -> Row:
    """What covers a clause, given the functions that name it, what tests cited, and what became of mutants."""
    verdict = str(verdicts.get(clause.id, ""))
    hole = _hole(rules, clause, notes, verdict)
    if not code and not clause.explains:
        hole = f"no function of {clause.chapter}.py names it"
    named = [f"{rules.name}.{ruling.name}" for ruling in clause.rulings]
    return Row(
        clause.id,
        code,
        tuple(_bearing(notes, clause.id, applies=True)),
        tuple(_bearing(notes, clause.id, applies=False)),
        tuple(test for test, note in notes.items() if note.get("ruling") in named),
        verdict,
        hole,
    )


def _hole(rules: RuleSet, clause: Clause, notes: Mapping[str, Any], verdict: str) -> str | None:
    """What is missing of a clause's tests and mutant."""
    mine = {test: note for test, note in notes.items() if note.get("clause") == clause.id}
    for test, note in mine.items():
        if not note["passed"]:
            return f"{test} fails"
    for ruling in clause.rulings:
        shown = [note["passed"] for note in notes.values() if note.get("ruling") == f"{rules.name}.{ruling.name}"]
        if not (shown and all(shown)):
            return f"no test runs the ruling {ruling.name} on every side"
    if clause.explains:
        return None
    for applies, where in ((True, "applies"), (False, "does not apply")):
        if not list(_bearing(mine, clause.id, applies=applies)):
            return f"no test where it {where}"
    return None if verdict == "killed" else f"its mutant: {verdict or 'there is none'}"


def _bearing(notes: Mapping[str, Any], clause: str, *, applies: bool) -> Iterator[str]:
    """The tests of a clause that were held to citing it, or to not citing it."""
    for test, note in notes.items():
        if note.get("clause") == clause and note["applies"] == note["cited"] == applies:
            yield test


# Code


def _code(root: Path, rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """For each clause, the functions and tables of its chapter's file whose docstring names it."""
    found: dict[str, tuple[str, ...]] = {}
    for chapter in dict.fromkeys(clause.chapter for clause in rules.clauses):
        path = _folder(root, rules.name) / f"{chapter}.py"
        named = list(documented(path)) if path.exists() else []
        for clause in rules.clauses:
            if clause.chapter == chapter:
                places = (f"{path.relative_to(root)}:{line} {what}" for what, line, text in named if clause.id in text)
                found[clause.id] = tuple(places)
    return found


def documented(path: Path) -> Iterator[tuple[str, int, str]]:
    """Every function, class and constant of a file that has a docstring: its name, its line, the docstring."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
            yield node.name, node.lineno, text
        body = node.body if isinstance(node, ast.Module) else []
        for before, after in pairwise(body):
            if isinstance(before, ast.Assign | ast.AnnAssign) and (text := _text(after)):
                target = before.targets[0] if isinstance(before, ast.Assign) else before.target
                yield ast.unparse(target), before.lineno, text


def _text(node: ast.AST) -> str:
    """What a string that stands alone says."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


# Tests


def note_tests(root: Path, name: str, state: str, notes: Mapping[str, Any]) -> None:
    """Keep what marked tests cited when the digest was `state`. What other tests gave with the same stays."""
    _write(root, name, state, {**read_notes(root, name, state), **notes})


def _run_tests(root: Path, name: str) -> None:
    """Run the clause tests of a rule set, which write down what they cited."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "clause or ruling", "-p", "no:cacheprovider"]
    done = subprocess.run(  # noqa: S603 - our own tests
        [*command, f"tests/rules/{name}"], cwd=root, env=_environment(root), capture_output=True, text=True, check=False
    )
    if done.returncode > 1:
        raise _no_tests(name, done.stdout + done.stderr)


def _no_tests(name: str, said: str) -> Fault:
    return Fault(f"the clause tests of {name} cannot be run: {said.strip()[-2000:]}")


def _environment(root: Path) -> dict[str, str]:
    """Imports from this checkout, and a pytest without plug-ins: it starts three times as fast."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    path = os.pathsep.join([str(root / "src"), str(root)])
    return {**kept, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


# Mutants


def run_mutants(
    root: Path, rules: RuleSet, notes: Mapping[str, Any], mutants: Mapping[str, Mutant], *, control: bool = True
) -> dict[str, str]:
    """Take each clause away, and say whether its tests notice.

    Args:
        notes: what the clause tests were found to cite.
        mutants: by clause.
        control: run all clause tests on an unchanged file first.

    Returns:
        For each clause `killed`, or what became of its mutant instead.

    Raises:
        Fault: the tests fail on an unchanged file already, or there is a mutant of no clause.
    """
    if strange := set(mutants) - set(rules.clause):
        raise Fault(f"there are mutants of what is no clause of {rules.name}: {', '.join(sorted(strange))}")
    done: list[str] = []

    def judge(clause: str) -> tuple[str, str]:
        tests = sorted(test for test, note in notes.items() if note.get("clause") == clause)
        trier = idle.get()
        try:
            verdict = trier.judge(mutants[clause], tests)
        finally:
            idle.put(trier)
        done.append(clause)
        if len(done) % 10 == 0 or len(done) == len(mutants):
            _say(f"mutants of {rules.name}: {len(done)} of {len(mutants)}")
        return clause, verdict

    with ExitStack() as stack, ThreadPoolExecutor(PROCESSES) as pool:
        idle: SimpleQueue[_Trier] = SimpleQueue()
        for _ in range(PROCESSES):
            idle.put(stack.enter_context(_Trier(root, rules.name)))
        if control and mutants:
            trier = idle.get()
            trier.check(next(iter(mutants.values())).file)
            idle.put(trier)
        return dict(pool.map(judge, mutants))


class _Trier:
    """A process that runs tests with one file changed (`tussle.analysis.trials`)."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name
        command = [sys.executable, "-m", "tussle.analysis.trials", name, "tests.scripted"]
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            command, cwd=root, env=_environment(root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def check(self, file: str) -> None:
        """Mutants show something only if the tests pass while nothing is changed."""
        text = (_folder(self.root, self.name) / file).read_text(encoding="utf-8")
        if self._run(file, text, [f"tests/rules/{self.name}"]):
            raise Fault(f"the clause tests of {self.name} do not pass on an unchanged file, so mutants show nothing")

    def judge(self, mutant: Mutant, tests: list[str]) -> str:
        """What becomes of one mutant: `killed`, or what happened instead."""
        if not tests:
            return "no test bears the clause"
        text = (_folder(self.root, self.name) / mutant.file).read_text(encoding="utf-8")
        if text.count(mutant.old) != 1:
            return f"its old text stands {text.count(mutant.old)} times in {mutant.file}"
        try:
            code = self._run(mutant.file, text.replace(mutant.old, mutant.new), ["-x", *tests])
        except Fault as fault:
            return f"broken: {fault}"
        return {0: "survived", 1: "killed"}.get(code, f"not over in {PATIENCE} s")

    def _run(self, file: str, text: str, tests: list[str]) -> int:
        """The exit code of pytest; −1 where it did not come to an end."""
        if self.process.stdin is None or self.process.stdout is None:
            raise Fault("a process without pipes")
        print(json.dumps([file, text, tests]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise _no_tests(self.name, "the process that runs them has ended")
        code, said = json.loads(answer) or (-1, "")
        if code > 1:
            raise _no_tests(self.name, said)
        return int(code)


def _mutants(root: Path, name: str) -> dict[str, Mutant]:
    """The mutants that lie beside the tests of the rule set, by clause."""
    path = root / "tests" / "rules" / name / "mutants.py"
    spec = importlib.util.spec_from_file_location(f"mutants_of_{name}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return {}
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    mutants: dict[str, Mutant] = module.MUTANTS
    return mutants


# What is kept


def _checkout(name: str) -> Path:
    """The folder of the checkout this package is run from."""
    root = Path(tussle.__file__).parents[2]
    if not (root / "tests" / "rules" / name).is_dir() or not _folder(root, name).is_dir():
        raise Missing(f"the tests of {name} are not here: coverage is read in a checkout, with the package in its src")
    return root


def _folder(root: Path, name: str) -> Path:
    return root / "src" / "tussle" / "rules" / name


def digest(root: Path, name: str) -> str:
    """A hash of all that the clause tests of a rule set depend on."""
    tests = root / "tests"
    files = [tests / "conftest.py", tests / "scripted.py", *sorted((tests / "rules" / name).rglob("*.py"))]
    seen = hashlib.sha256()
    for path in (*sorted((root / "src").rglob("*.py")), *files):
        seen.update(f"{path.relative_to(root)}\0".encode())
        seen.update(path.read_bytes() + b"\0")
    return seen.hexdigest()


def read_notes(root: Path, name: str, state: str) -> dict[str, Any]:
    """What was kept under this name, if the digest is still the same."""
    path = root / "build" / "clauses" / f"{name}.json"
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return kept["found"] if kept.get("digest") == state else {}


def _write(root: Path, name: str, state: str, found: Mapping[str, Any]) -> None:
    """Keep it in one stroke, so that nobody reads half a file."""
    path = root / "build" / "clauses" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps({"digest": state, "found": dict(sorted(found.items()))}, indent=1), encoding="utf-8")
    part.replace(path)


def _say(progress: str) -> None:
    print(progress, file=sys.stderr)  # noqa: T201 - progress, on the error stream
