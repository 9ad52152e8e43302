"""Positions of hug that cannot be, each with the sentence that says why, and their neighbours that can."""

from __future__ import annotations

import pytest

from tests.scripted import Table, whole
from tussle.bout.notation import parse_position
from tussle.errors import Unreadable

UNSOUND = {
    "order=A,B": "the order must name every fighter once",
    "turn=": "somebody must have the turn",
    "agenda=nap": "nothing called 'nap' can be due: initiative, opportunity, contest, strike, spell, haul, stride, end",
    "agenda=contest:A:B:#juggling": "'contest' cannot be due so: write contest:ATTACKER:TARGET:#SKILL",
    "counters=round:2": "hug counts nothing: leave counters out",
    "standing=B:dead": "B stands 'dead': up, out, gone",
    "standing=B:out tallies=B:harm:9": "B has taken 9 of 10 hits and is out",
    "tallies=B:harm:10": "B has taken 10 of 10 hits and is up",
    "standing=B:out tallies=B:harm:11": "B has taken 11 of 10 hits: at most all of them",
    "hands=A:club": "A has no 'club' to hold",
    "marks=A:wet": "A cannot be 'wet': prone, or dropped- with a weapon it has",
    "marks=A:dropped-club": "A cannot be 'dropped-club': prone, or dropped- with a weapon it has",
    "marks=A:dropped-dagger": "A holds the dagger it dropped",
    "budgets=A:step:1": "A cannot have 1 of 'step' left: one each of standard, move, minor",
    "budgets=A:standard:2": "A cannot have 2 of 'standard' left: one each of standard, move, minor",
    "budgets=B:standard:1": "B has actions left, and it is not its turn",
    "holds=B:B:hug": "B cannot hold itself",
    "holds=A:B:pin": "A and B: a hold is written with the word hug, the fighter named first in the bout first",
    "holds=B:A:hug": "B and A: a hold is written with the word hug, the fighter named first in the bout first",
    "holds=A:B:hug standing=B:out tallies=B:harm:10": "A and B cannot grapple: one of them is out",
    "holds=A:B:hug,A:C:hug": "A cannot be in two grapples",
}
ON_A_MAP = {
    "holds=A:B:hug": "A and B grapple, so they are in one square",
    "cells=A:0.0,B:1.0,C:2.1": "C cannot stand at 2.1: a wall, or off the map",
}
SOUND = (
    "standing=B:out tallies=B:harm:10",
    "standing=B:gone tallies=B:harm:3",
    "hands= marks=A:dropped-dagger,A:prone",
    "budgets=A:standard:1,A:move:1,A:minor:1",
    "holds=A:B:hug",
    "agenda=contest:A:B:#athletics",
)


def table(position: str, squares: str = "") -> Table:
    return Table("hug", position, squares=squares, A="athletics 3 hand dagger", B="hits 10", C="")


@pytest.mark.parametrize(("position", "why"), UNSOUND.items())
def test_a_position_that_cannot_be(position: str, why: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        table(position)
    assert whole(why, str(refusal.value))


@pytest.mark.parametrize("position", SOUND)
def test_a_position_that_can_be(position: str) -> None:
    made = table(position)
    assert parse_position(made.bout, made.line) == made.position


def test_a_position_on_a_map() -> None:
    plan = "3x2 A@0.0 B@1.0 C@2.0 #2.1"
    for position, why in ON_A_MAP.items():
        with pytest.raises(Unreadable) as refusal:
            table(position, plan)
        assert why in str(refusal.value)
    table("holds=A:B:hug cells=A:0.1,B:0.1,C:2.0", plan)
    table("standing=C:gone cells=A:0.1,B:1.0,C:2.1", plan)
