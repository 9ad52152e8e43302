"""One position worked out by hand: every link of its five actions, and the count and digest that follow.

A and B have one die of unarmed and of endure each, and neither size nor strength nor anything else; a die succeeds
with 1/3. One die against one, ties thrown again, is won with 1/2; one die passes Very Easy with 1/3. A dodge of no
dice against one die loses. Knockback has no dice on either side, so that it can only tie.
"""

from __future__ import annotations

import hashlib

from tussle.analysis.perft import perft
from tussle.bout.bout import make_bout
from tussle.bout.fighter import read_quick
from tussle.bout.loading import load
from tussle.bout.notation import parse_position

HERE = "order=A,B turn=A holds=A:B:equal budgets=A:actions:2"
APART = "order=A,B turn=A agenda=next"
TIED = "order=A,B turn=A holds=A:B:equal agenda=next"
PASSED = f"{HERE} agenda=next"
A_CHECKS = "order=A,B turn=A holds=A:B:equal agenda=endure:A"
B_CHECKS = "order=A,B turn=A holds=A:B:equal agenda=endure:B"
PINNED_CHECKS = "order=A,B turn=A holds=A:B:pin agenda=endure:B"
CLIMBED = "order=A,B turn=A holds=A:B:equal counters=clock-A:1 agenda=next"
A_SPENT = "order=A,B turn=A holds=A:B:equal marks=A:exhausted agenda=next"
B_SPENT = "order=A,B turn=A holds=A:B:equal marks=B:exhausted agenda=next"

LINKS = [
    # Two of two actions are gone: whoever is not pinning has nothing left but to end the turn.
    (HERE, "A escape:B:unarmed", "B:concede", APART, "1"),
    (HERE, "A escape:B:unarmed", "B:contest", APART, "1/2"),
    (HERE, "A escape:B:unarmed", "B:contest", A_CHECKS, "1/2"),
    (HERE, "A escape:B:dodge", "B:concede", APART, "1"),
    (HERE, "A escape:B:dodge", "B:contest", A_CHECKS, "1"),
    (HERE, "A move:B", "B:concede", B_CHECKS, "1"),
    (HERE, "A move:B", "B:contest", TIED, "1"),
    (HERE, "A pin:B", "B:concede", PINNED_CHECKS, "1"),
    (HERE, "A pin:B", "B:contest", PINNED_CHECKS, "1/2"),
    (HERE, "A pin:B", "B:contest", A_CHECKS, "1/2"),
    (HERE, "A pass", "", PASSED, "1"),
    # The Endure checks.
    (A_CHECKS, "", "", CLIMBED, "1/3"),
    (A_CHECKS, "", "", A_SPENT, "2/3"),
    (B_CHECKS, "", "", CLIMBED, "1/3"),
    (B_CHECKS, "", "", B_SPENT, "2/3"),
    (PINNED_CHECKS, "", "", "order=A,B turn=A holds=A:B:pin counters=clock-A:1", "1/3"),
    (PINNED_CHECKS, "", "", "order=A,B turn=A holds=A:B:pin marks=B:exhausted", "2/3"),
    # The turn of B.
    (APART, "", "", "order=A,B turn=B budgets=B:actions:3", "1"),
    (TIED, "", "", "order=A,B turn=B holds=A:B:equal budgets=B:actions:3", "1"),
    (PASSED, "", "", "order=A,B turn=B holds=A:B:equal budgets=B:actions:3", "1"),
    (CLIMBED, "", "", "order=A,B turn=B holds=A:B:equal budgets=B:actions:3 counters=clock-A:1", "1"),
    (A_SPENT, "", "", "order=A,B turn=B holds=A:B:equal marks=A:exhausted budgets=B:actions:3", "1"),
    (B_SPENT, "", "", "order=A,B turn=B holds=A:B:equal marks=B:exhausted budgets=B:actions:3", "1"),
]

COUNT = 4 + 3 + 3 + 6 + 1
"""Ends told apart by action and choice: of both escapes, the move, the pin, and passing."""


def test_a_position_by_hand() -> None:
    rules = load("endure")
    plain = "unarmed 1 endure 1 size 0 strength 0"
    bout = make_bout(rules, [read_quick(rules, f"{name}: {plain}") for name in "AB"])
    found = perft(bout, parse_position(bout, HERE), 1)
    rows = "".join(sorted("\t".join(link) + "\n" for link in LINKS))
    assert (found.count, found.rows) == (COUNT, len(LINKS))
    assert found.digest == hashlib.sha256(rows.encode()).hexdigest()
