"""The conformance suite: each fault is found, for its own reason."""

import pytest

from tests.analysis import faults
from tussle.analysis.conform import CHECKS, conform, trail
from tussle.analysis.inspection import Inspection
from tussle.bout.loading import load
from tussle.errors import Fault, Missing

ISSUE = {
    "law_sum": "law-sum",
    "law_weight": "law-weight",
    "end_unsound": "end-unsound",
    "hidden_randomness": "replay",
    "order_of_a_set": "order",
    "duplicate_action": "action-twice",
    "cite_missing": "cite-missing",
    "cite_unknown": "cite-unknown",
    "mutated_fighter": "input",
    "never_ends": "endless",
}
"""The ten faults that the suite was written against, and the check that finds each."""

MORE = {
    "always_due": "endless",
    "breaks": "breaks",
    "broken_opening": "breaks",
    "cite_explains": "cite-explains",
    "end_line": "end-line",
    "law_twice": "law-weight",
    "may_never_end": "endless",
    "mutated_table": "input",
    "no_house": "house",
    "no_options": "options",
    "nobody_acts": "nobody-acts",
    "offers_that_vary": "replay",
    "options_alike": "options",
    "silent_verb": "verb-silent",
    "unknown_verb": "verb-unknown",
    "unnamed_outcome": "outcomes",
}


@pytest.mark.parametrize(("fault", "check"), ISSUE.items())
def test_a_fault_is_found_for_its_own_reason(fault: str, check: str) -> None:
    findings = conform(fault, f"tests.analysis.faults:{fault}", bouts=4)
    assert {finding.check for finding in findings} == {check}
    assert all(finding.place.startswith(fault) for finding in findings)


@pytest.mark.parametrize(("fault", "check"), MORE.items())
def test_every_other_check_finds_its_fault(fault: str, check: str) -> None:
    getattr(faults, fault)()
    inspection = Inspection(load(fault))
    inspection.walk_all(4)
    assert {finding.check for finding in inspection.findings.values()} == {check}


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert {*ISSUE.values(), *MORE.values()} == set(CHECKS)


def test_a_finding_says_what_is_wrong_and_where() -> None:
    faults.law_sum()
    inspection = Inspection(load("law_sum"))
    inspection.walk_all(4)
    (finding,) = inspection.findings.values()
    assert finding.sentence == "the weights add up to 399 of 400"
    rules, fighters, line, doing = finding.place.split(" | ")
    assert rules == "law_sum"
    assert set(fighters.split(", ")) <= set(load("hug").house)
    assert "turn=" in line
    assert doing == "pass"


def test_other_rules_leave_another_trail() -> None:
    assert trail("hug", bouts=2) != trail("hug(tie=reroll)", bouts=2)


def test_a_rule_set_that_loads_nowhere_else_is_named() -> None:
    faults.law_sum()
    with pytest.raises(Fault, match=r"loads here and not in a process of its own: .*no rule set 'law_sum'"):
        conform("law_sum")


def test_a_rule_set_that_is_not_there_is_missing() -> None:
    with pytest.raises(Missing):
        conform("hugs")
