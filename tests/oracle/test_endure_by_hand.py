"""Positions of `endure` made by hand, with the fractions counted from the text."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.oracle.by_hand import Case, answered_alike, chance, corridor, harm, loose, question
from tests.oracle.exchange import ask_first, oracle

Json: TypeAlias = dict[str, Any]

EQUAL: Json = {"holds": [["A", "B", "equal"]]}
ALL = {"grab", "attack", "escape", "move", "pin", "break", "hold", "release", "walk", "pass"}
PIN: Json = {"holds": [["A", "B", "pin"]]}
PINNED: Json = {"holds": [["B", "A", "pin"]]}
OTHERS: Json = {"holds": [["B", "C", "equal"]]}
TIRED: Json = {"marks": {"A": ["exhausted"]}}
PLAIN = "endure"
EVEN = "endure(dice=d6/4+)"  # a die succeeds every other time
# One such die against one: ahead 1/4, level 1/2, behind 1/4. Two against one: ahead 1/2, level 3/8, behind 1/8.
ONE: Json = {"unarmed": 1}
TWO: Json = {"unarmed": 2}
HERE: Json = {"cells": {"A": [1, 0], "B": [1, 0]}}
SHUT: Json = {"type": "squares", "width": 9, "height": 1, "at": [[1, 0], [3, 0]], "walls": [[0, 0], [2, 0]]}


def tired(end: Json, who: str) -> bool:
    return "exhausted" in end.get("marks", {}).get(who, [])


def kept(end: Json) -> bool:
    return "kept" in end.get("marks", {}).get("A", [])


def state(end: Json) -> str:
    return str(end["holds"][0][2]) if end.get("holds") else ""


def unchecked(end: Json) -> bool:
    """No Endure check was made."""
    return "counters" not in end and "marks" not in end


CASES = {
    "endure.check.pool, five dice fail Very Easy": Case(
        [{}, {"endure": 5}], EQUAL, "pin:B", ["B concede"], lambda end: tired(end, "B"), "32/243", PLAIN
    ),
    "endure.check.ladder, Very Easy asks for nothing": Case(
        [{}, {}],
        EQUAL,
        "pin:B",
        ["B concede"],
        lambda end: bool(end["counters"] == {"clock-A": 1}),
        "1/1",
        "endure(very_easy=0)",
    ),
    "endure.check.ladder, a difficulty above the pool": Case(
        [{}, {"endure": 2}],
        EQUAL,
        "pin:B",
        ["B concede"],
        lambda end: tired(end, "B"),
        "1/1",
        "endure(very_easy=3)",
    ),
    "endure.check.tie, 5 against 5": Case(
        [{"unarmed": 5, "endure": 5}] * 2, EQUAL, "pin:B", ["B contest"], unchecked, "575/2187", "endure(tie=push-only)"
    ),
    "endure.check.tie, rolled again": Case(
        [ONE, ONE], EQUAL, "pin:B", ["B contest"], lambda end: state(end) == "pin", "1/2", PLAIN
    ),
    "endure.check.tie, two pools of 0": Case([{}, {}], EQUAL, "pin:B", ["B contest"], unchecked, "1/1", PLAIN),
    "endure.check.concede, whom an exhausted side may beat": Case(
        [{"endure": 1}, {"endure": 1, "unarmed": 9}],
        {**PINNED, **TIRED},
        "break:B",
        ["B concede"],
        lambda end: state(end) == "equal",
        "1/2",  # B passes Very Easy with one die, or all ends
        EVEN,
    ),
    "endure.start.grab, a tie misses": Case(
        [ONE, {"block": 1}], {}, "grab:B", ["B defend"], lambda end: not loose(end), "2/9", PLAIN
    ),
    "endure.grappling.escape, by Dodge": Case(
        [{"dodge": 2}, ONE], EQUAL, "escape:B:dodge", ["B contest"], loose, "4/5", "endure(dice=d6/4+,very_easy=0)"
    ),
    "endure.grappling.move, Strength and Size": Case(
        [{"size": 1, "strength": 1}, {"size": 1, "strength": 0}],
        {**EQUAL, **HERE},
        "move:B",
        ["B contest", "A e"],
        lambda end: bool(end["cells"] == {"A": [2, 0], "B": [2, 0]}),
        "4/5",
        "endure(dice=d6/4+,very_easy=0)",
        ground=corridor(0, 1),
    ),
    "endure.pin.pin, after a tie that stands": Case(
        [TWO, ONE],
        EQUAL,
        "pin:B",
        ["B contest"],
        lambda end: state(end) == "pin",
        "1/2",
        "endure(dice=d6/4+,tie=push-only)",
    ),
    "endure.pin.break, an exhausted side loses": Case(
        [{"unarmed": 9}, {"endure": 1}],
        {**PINNED, **TIRED},
        "break:B",
        ["B contest"],
        lambda end: state(end) == "pin",
        "1/2",  # B still makes the check, though it won
        EVEN,
    ),
    "endure.pin.attack, a strike does 3 at most": Case(
        [{"unarmed": 5}, {}], PIN, "attack:B:unarmed", ["B contest"], lambda end: harm(end, "B") == 3, "16/31", EVEN
    ),
    "endure.pin.attack, 3 to who concedes": Case(
        [{}, {}], PIN, "attack:B:unarmed", ["B concede"], lambda end: harm(end, "B") == 3, "1/1", PLAIN
    ),
    "endure.pin.attack, an item does its own": Case(
        [{"unarmed": 5, "hand": "club", "damage": 2}, {}],
        {**PIN, "hands": {"A": "club"}},
        "attack:B:club",
        ["B contest"],
        lambda end: harm(end, "B") == 2,
        "1/1",
        PLAIN,
    ),
    "endure.pin.attack, at most 3": Case(
        [{**ONE, "hand": "maul", "damage": 4}, ONE],
        {**PIN, "hands": {"A": "maul"}},
        "attack:B:maul",
        ["B contest"],
        lambda end: harm(end, "B") == 3,
        "1/2",
        PLAIN,
    ),
    "endure.pin.hold, opposed Endure": Case(
        [{"endure": 2}, {"endure": 1}], PIN, "hold:B", ["B contest"], lambda end: state(end) == "equal", "1/5", EVEN
    ),
    "endure.pin.hold, a tie does not keep it up": Case(
        [{"endure": 2}, {"endure": 1}],
        PIN,
        "hold:B",
        ["B contest"],
        lambda end: state(end) == "pin" and not kept(end),
        "3/8",
        "endure(dice=d6/4+,tie=push-only,pin=upkeep)",
    ),
    "endure.pin.hold, a pin not kept up": Case(
        [{}, {}], PIN, "pass", [], lambda end: state(end) == "equal", "1/1", "endure(pin=upkeep)"
    ),
    "endure.pin.hold, a pin stays": Case([{}, {}], PIN, "pass", [], lambda end: state(end) == "pin", "1/1", PLAIN),
    "endure.pin.release, to a free square": Case(
        [{}, {}],
        {**PIN, **HERE, "budgets": {}},
        "release:B",
        ["A w"],
        lambda end: loose(end) and bool(end["cells"]["A"] == [0, 0]),
        "1/1",
        ground=corridor(0, 1),
        rules=PLAIN,
    ),
    "endure.clock.rise, the second check": Case(
        [{}, {"endure": 2}],
        {**EQUAL, "counters": {"clock-A": 1}},
        "pin:B",
        ["B concede"],
        lambda end: tired(end, "B"),
        "3/4",
        EVEN,
    ),
    "endure.clock.rise, one's own clock": Case(
        [{"endure": 1}, {"endure": 2}],
        {**EQUAL, "counters": {"clock-A": 1}},
        "pin:B",
        ["B concede"],
        lambda end: tired(end, "B"),
        "1/4",
        "endure(dice=d6/4+,clock=each)",
    ),
    "endure.clock.exhausted, the clock begins again": Case(
        [{"endure": 3}, {"endure": 3}],
        {**EQUAL, "counters": {"clock-A": 2}},
        "pin:B",
        ["B concede"],
        lambda end: tired(end, "B") and "counters" not in end,
        "7/8",
        EVEN,
    ),
    "endure.clock.push, one die against two": Case(
        [ONE, TWO],
        {**EQUAL, **TIRED, **HERE},
        "escape:B:unarmed",
        ["B contest", "A e"],
        lambda end: loose(end) and bool(end["cells"]["B"] == [2, 0]),
        "1/5",
        EVEN,
        ground=corridor(0, 1),
    ),
    "endure.clock.push, rolled again whatever the ruling": Case(
        [ONE, TWO],
        {**EQUAL, **TIRED, **HERE},
        "escape:B:unarmed",
        ["B contest", "B w"],
        lambda end: loose(end) and bool(end["cells"]["A"] == [0, 0]),
        "4/5",
        "endure(dice=d6/4+,tie=push-only)",
        ground=corridor(0, 1),
    ),
    "endure.clock.push, no square is free": Case(
        [ONE, TWO],
        {**PINNED, **TIRED, **HERE},
        "break:B",
        ["B contest"],
        lambda end: loose(end) and bool(end["cells"] == HERE["cells"]),
        "1/1",
        ground=SHUT,
        rules=PLAIN,
    ),
    "endure.outside.cover, mild": Case(
        [{"unarmed": 3}, {}, {}], OTHERS, "attack:B:unarmed", [], lambda end: harm(end, "B") == 1, "3/8", EVEN
    ),
    "endure.outside.cover, heavy": Case(
        [{"unarmed": 3}, {}, {"size": 4}], OTHERS, "attack:B:unarmed", [], lambda end: harm(end, "B") > 0, "1/8", EVEN
    ),
    "endure.outside.cover, none unless paid": Case(
        [{"unarmed": 3}, {}, {}],
        {**OTHERS, "budgets": {"A": {"actions": 3}, "B": {"cover": 1}}},
        "attack:B:unarmed",
        ["B no"],
        lambda end: harm(end, "B") > 0,
        "7/8",
        "endure(dice=d6/4+,cover=costs-1-action)",
    ),
    "endure.outside.cover, paid": Case(
        [{"unarmed": 3}, {}, {}],
        {**OTHERS, "budgets": {"A": {"actions": 3}, "B": {"cover": 1}}},
        "attack:B:unarmed",
        ["B cover"],
        lambda end: harm(end, "B") > 0 and "B" not in end["budgets"],
        "1/2",
        "endure(dice=d6/4+,cover=costs-1-action)",
    ),
    "endure.outside.no-dodge": Case(
        [{"unarmed": 2}, {"dodge": 9}, {}], OTHERS, "attack:B:unarmed", [], lambda end: harm(end, "B") > 0, "1/4", EVEN
    ),
    "endure.harm.out, no Endure check": Case(
        [ONE, {**ONE, "health": 1}],
        PIN,
        "attack:B:unarmed",
        ["B contest"],
        lambda end: loose(end) and unchecked(end) and bool(end["standing"] == {"B": "out"}),
        "1/2",
        PLAIN,
    ),
    "endure.base.attack, net successes": Case(
        [TWO, {"dodge": 1}], {}, "attack:B:unarmed", ["B defend"], lambda end: harm(end, "B") == 2, "1/8", EVEN
    ),
    "endure.base.attack, declined": Case(
        [TWO, {"dodge": 1}], {}, "attack:B:unarmed", ["B decline"], lambda end: harm(end, "B") > 0, "3/4", EVEN
    ),
    "endure.base.walk, three squares": Case(
        [{}, {}],
        {"cells": {"A": [0, 0], "B": [8, 0]}},
        "walk",
        ["A e", "A e"],  # the first step has one way only
        lambda end: bool(end["cells"]["A"] == [3, 0]),
        "1/1",
        PLAIN,
        ground=corridor(0, 8),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_positions_by_hand(case: Case) -> None:
    answered_alike(case)
    assert chance(case) == case.chance


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ({}, {"escape", "move", "pin", "break", "hold", "release", "walk"}),
        (EQUAL, {"grab", "attack", "break", "hold", "release", "walk"}),
        (PIN, {"grab", "escape", "move", "pin", "break", "walk"}),
        (PINNED, {"grab", "attack", "escape", "move", "pin", "hold", "release", "walk"}),
        ({**PIN, "budgets": {"A": {"actions": 2}}}, ALL - {"release", "pass"}),
    ],
    ids=["outside", "equal", "pinning", "pinned", "pinning with 2 actions left"],
)
def test_the_menus(told: Json, refused: set[str]) -> None:
    """endure.grappling.states, endure.outside.menu, in the verbs refused."""
    asked = question(Case([{}, {}], told, "", [], loose, "", PLAIN))
    assert set(oracle("endure").answer(*asked)["refused"]) == refused == set(ask_first(asked)["refused"])


def test_who_is_two_sizes_above_ones_strength_is_not_moved() -> None:
    """endure.grappling.move, in the verbs refused."""
    for size, refused in ((2, False), (3, True)):
        asked = question(Case([{"strength": 1}, {"size": size}], EQUAL, "", [], loose, "", PLAIN))
        assert ("move" in oracle("endure").answer(*asked)["refused"]) is refused
        assert ("move" in ask_first(asked)["refused"]) is refused
