"""Every test that bears a clause or a ruling is held to it, and what the runs cited is written down.

The name of such a test carries the id: `test_hug_start_reach_applies_…`, `test_hug_start_reach_not_…`,
`test_hug_ruling_tie_…`. The file written is build/clauses/<rule set>.json (tussle.analysis.coverage).
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import tussle
from tests import scripted
from tussle.analysis import coverage
from tussle.bout import loading

ROOT = Path(__file__).parents[1]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(id, applies): what the test runs cites the clause, or does not")
    config.addinivalue_line("markers", "ruling(rules, name): the sides of the ruling give different results")
    if not hasattr(config, "workerinput"):  # the workers of a parallel run report to one that writes
        config.pluginmanager.register(Notebook())


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    for item in items:
        wanted = _wanted_name(item)
        if wanted and not item.originalname.startswith(wanted):
            raise pytest.UsageError(f"{item.nodeid} bears a clause or ruling, so its name must begin with {wanted}")


def _wanted_name(item: pytest.Item) -> str:
    """How the name of a marked test must begin; "" for every other test."""
    if mark := item.get_closest_marker("clause"):
        name = mark.args[0].replace(".", "_").replace("-", "_")
        return f"test_{name}_{'applies' if mark.kwargs['applies'] else 'not'}_"
    if mark := item.get_closest_marker("ruling"):
        return f"test_{mark.args[0]}_ruling_{mark.args[1]}_"
    return ""


@pytest.fixture(autouse=True)
def _no_rule_set_is_left_behind() -> Generator[None]:
    """What a test registers is forgotten after it."""
    before = dict(loading._registered)  # noqa: SLF001 - there is no other way to see it
    yield
    for name in [name for name in loading._registered if name not in before]:  # noqa: SLF001 - as above
        loading.register(name, None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    record = scripted.listen()
    clause, ruling = item.get_closest_marker("clause"), item.get_closest_marker("ruling")
    note: dict[str, Any] = {}
    if clause:
        note = {"clause": clause.args[0], "applies": clause.kwargs["applies"], "cited": False}
    elif ruling:
        note = {"ruling": f"{ruling.args[0]}.{ruling.args[1]}"}
    if note:
        item.user_properties.append(("clause", note))
    result = yield
    if clause:
        note["cited"] = note["clause"] in record.cites
        scripted.hold_to_clause(record, note["clause"], applies=note["applies"])
    elif ruling:
        scripted.hold_to_ruling(record, *ruling.args)
    return result


class Notebook:
    """Writes down, when all is run, what each marked test cited."""

    def __init__(self) -> None:
        self.notes: dict[str, dict[str, dict[str, Any]]] = {}
        self.digests: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        note: dict[str, Any] | None = dict(report.user_properties).get("clause")  # type: ignore[assignment] # ours
        if note is None or report.when != "call":
            return
        rules = (note.get("clause") or note["ruling"]).partition(".")[0]
        if rules not in self.notes:
            self.notes[rules], self.digests[rules] = {}, coverage.digest(ROOT, rules)
        self.notes[rules][report.nodeid] = {**note, "passed": report.passed}

    def pytest_sessionfinish(self) -> None:
        # A package under test that is not the checkout's (a mutant's copy) says nothing about the checkout.
        if Path(tussle.__file__).is_relative_to(ROOT / "src"):
            for rules, notes in self.notes.items():
                coverage.note_tests(ROOT, rules, self.digests[rules], notes)
