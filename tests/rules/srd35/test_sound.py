"""Positions of srd35 that cannot be, each with the sentence that says why, and their neighbours that can."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scripted import Table, whole
from tussle.bout.notation import parse_position
from tussle.errors import Unreadable

A: dict[str, Any] = {
    "bab": 6,
    "hp": 10,
    "worn": ["cloak"],
    "hand": "dagger",
    "natural": [{"name": "bite"}, {"name": "claw"}],
    "spells": [{"name": "dust", "material": True, "casting": "free"}, {"name": "word"}],
    "items": [{"name": "draught", "kind": "potion"}, {"name": "ring", "kind": "command"}],
}
B, C = "bab 0 hp 10", "bab 0 hp 10 hand club"
DYING = "standing=C:dying tallies=C:lethal:12"
ONE, THROUGH, PER = "srd35", "srd35(pin=through-turn)", "srd35(capacity=per-round)"

UNSOUND = [
    (ONE, "order=A,B", "the order must name every fighter once"),
    (ONE, "turn=", "somebody must have the turn"),
    (ONE, "agenda=nap", "nothing called 'nap' can be due: concentrate, dying, "),
    (ONE, "counters=round:2", "srd35 counts nothing: leave counters out"),
    (ONE, "standing=B:out", "B stands 'out': one of up, "),
    (ONE, "standing=B:dead tallies=B:lethal:21", "B has taken 21 lethal: at most 20 of 10 hp matter"),
    (ONE, "standing=B:unconscious tallies=B:nonlethal:12", "B has taken 12 nonlethal: at most 11 of 10 hp matter"),
    (ONE, "tallies=D:nonlethal:1", "D takes no nonlethal damage"),
    (ONE, "standing=B:stable", "B has taken 0 lethal, 0 nonlethal of 10 hp: up, not stable"),
    (
        ONE,
        "standing=B:disabled tallies=B:lethal:12",
        "B has taken 12 lethal, 0 nonlethal of 10 hp: dying, not disabled",
    ),
    (ONE, "tallies=B:lethal:10", "B has taken 10 lethal, 0 nonlethal of 10 hp: disabled, not up"),
    (ONE, "hands=A:club", "A has no 'club' to hold"),
    (ONE, "marks=A:dropped-dagger", "A holds the dagger it dropped"),
    (ONE, "marks=A:wet", "A cannot be 'wet'"),
    (ONE, "marks=A:component-word", "A cannot be 'component-word'"),
    (ONE, "marks=A:used-ring", "A cannot be 'used-ring'"),
    (ONE, "marks=A:lost-boots", "A cannot be 'lost-boots'"),
    (ONE, "marks=A:kept-by-A", "A cannot be 'kept-by-A'"),
    (ONE, "marks=A:held-by-B", "A cannot be 'held-by-B'"),
    (ONE, "budgets=A:minor:1", "A cannot have 'minor' left: one of standard, move, attacks, natural, "),
    (ONE, "budgets=A:standard:2", "A cannot have 2 of standard left: 1 at most"),
    (ONE, "budgets=A:move:2", "A cannot have 2 of move left: 1 at most"),
    (ONE, "budgets=A:attacks:2", "A cannot have 2 of attacks left: 1 at most"),
    (ONE, "budgets=A:natural:2", "A cannot have 2 of natural left: 1 at most"),
    (ONE, "budgets=A:quickened:2", "A cannot have 2 of quickened left: 1 at most"),
    (ONE, "budgets=A:step:1", "A cannot have 1 of step left: 0 at most"),
    (ONE, "budgets=A:opportunity:2", "A cannot have 2 of opportunity left: 1 at most"),
    (ONE, "budgets=B:move:1", "B has move left, and it is not its turn"),
    (ONE, "budgets=A:standard:1,A:attacks:1", "A has a full attack begun and its standard action left"),
    (ONE, "budgets=A:standard:1,A:natural:1", "A has a full attack begun and its standard action left"),
    (ONE, f"{DYING} budgets=C:opportunity:1", "C has something left to spend, and is dying"),
    (ONE, "holds=B:B:hold", "B cannot grapple itself"),
    (ONE, "holds=A:B:hug", "A and B: a hold is written hold, pin or pin-lapsing, not 'hug'"),
    (ONE, "holds=B:A:hold", "of two who hold each other the one named first in the bout comes first"),
    (ONE, f"holds=A:C:hold {DYING} budgets=A:move:1", "A and C cannot grapple: one of them is not conscious"),
    (ONE, "holds=A:E:hold", "A and E cannot grapple: one of them has no solid body"),
    (ONE, "holds=A:B:hold,B:A:pin", "two fighters have two holds on each other: one edge says it"),
    (ONE, "holds=C:B:pin,C:D:pin", "C pins more than one"),
    (ONE, "holds=B:C:pin,C:D:pin", "C pins somebody and is pinned"),
    (ONE, "holds=B:C:pin-lapsing", "the pin of B lapses at the end of its turn under pin=through-turn alone"),
    (THROUGH, "holds=B:C:pin-lapsing", "the pin of B lapses at the end of its turn under pin=through-turn alone"),
    (ONE, "holds=A:B:pin", "the pin of A has lapsed with the beginning of its turn, under pin=one-round"),
]

SOUND = [
    (ONE, "standing=B:stable tallies=B:lethal:12"),
    (ONE, "standing=B:dead tallies=B:lethal:20"),
    (ONE, "standing=B:gone tallies=B:lethal:3"),
    (ONE, "marks=A:component-dust,A:used-draught,A:lost-cloak,A:kept-by-B,A:silenced-by-B,A:prone,A:stunned"),
    (ONE, "hands= marks=A:dropped-dagger"),
    (PER, "marks=A:held-by-B"),
    (ONE, "budgets=A:attacks:1,A:quickened:1,A:move:1,A:opportunity:1,C:opportunity:1"),
    (ONE, "holds=B:C:pin,A:B:hold"),
    (ONE, "holds=A:B:pin budgets=A:move:1"),
    (THROUGH, "holds=A:B:pin-lapsing"),
    ("srd35(pin=until-broken)", "holds=A:B:pin"),
]


def table(rules: str, position: str, squares: str = "") -> Table:
    ghost: dict[str, Any] = {"bab": 0, "body": "incorporeal"}
    return Table(rules, position, squares=squares, A=A, B=B, C=C, D={"bab": 0, "kind": "undead"}, E=ghost)


@pytest.mark.parametrize(("rules", "position", "why"), UNSOUND)
def test_a_position_that_cannot_be(rules: str, position: str, why: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        table(rules, position)
    assert whole(why, str(refusal.value))


@pytest.mark.parametrize(("rules", "position"), SOUND)
def test_a_position_that_can_be(rules: str, position: str) -> None:
    made = table(rules, position)
    assert parse_position(made.bout, made.line) == made.position


def test_a_position_on_a_map() -> None:
    plan = "5x2 A@0.0 B@1.0 C@2.0 D@3.0 E@4.0 #4.1"
    for position, why in (
        ("holds=A:B:hold", "A and B grapple, so they are in one square"),
        ("cells=A:0.0,B:1.0,C:2.0,D:3.0,E:4.1", "E cannot stand at 4.1: a wall, or off the map"),
        ("budgets=A:step:2", "A cannot have 2 of step left: 1 at most"),
    ):
        with pytest.raises(Unreadable) as refusal:
            table(ONE, position, plan)
        assert why in str(refusal.value)
    table(ONE, "holds=A:B:hold cells=A:0.1,B:0.1,C:2.0,D:3.0,E:4.0", plan)
    table(ONE, "standing=E:gone cells=A:0.1,B:1.0,C:2.0,D:3.0,E:4.1", plan)
