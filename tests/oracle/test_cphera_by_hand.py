"""Positions of `cphera` made by hand, with the fractions counted from the text.

A plain fighter adds 4 to a grapple check, and 4 to an attack against 14: 11 without Agility.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.oracle.by_hand import Case, answered_alike, chance, corridor, question
from tests.oracle.exchange import ask_first, oracle

Json: TypeAlias = dict[str, Any]

PLAIN = "cphera"
HELD: Json = {"holds": [["A", "B", "grapple"]]}
PIN: Json = {"holds": [["A", "B", "grapple"], ["A", "B", "pin"]]}
OTHERS: Json = {"holds": [["B", "C", "grapple"]]}
THREE: Json = {"holds": [["A", "B", "grapple"], ["A", "C", "grapple"], ["B", "C", "level"]]}
LAST: Json = {"order": ["B", "A"]}  # when A passes a new round begins
ARMED: Json = {"hand": "sword"}
SWORD: Json = {"hands": {"A": "sword"}}
SPARK: Json = {"spells": [{"name": "spark", "dice": "d1"}]}
CLAW: Json = {"weapons": [{"name": "claw", "dice": "d6", "natural": True, "hands": 0}]}
TOUGH: Json = {"agility": 6, "endurance": 6, "speed": 7}


def suffered(end: Json, who: str, tally: str) -> int:
    return int(end.get("tallies", {}).get(who, {}).get(tally, 0))


def crushed(end: Json) -> bool:
    return suffered(end, "B", "sublethal") > 0


def cut(end: Json) -> bool:
    return suffered(end, "B", "lethal") > 0


def holds(end: Json, *wanted: str) -> bool:
    """Whether these holds are there and no others, each as in `A B pin`."""
    return [" ".join(hold) for hold in end.get("holds", [])] == list(wanted)


CASES = {
    "cphera.check.tie, the status quo": Case([{}, {}], HELD, "crush:B", [], crushed, "19/40", PLAIN),
    "cphera.check.tie, again": Case([{}, {}], HELD, "crush:B", [], crushed, "1/2", "cphera(tie=reroll)"),
    "cphera.check.tie, 5 against 4 wins it": Case(
        [{"strength": 4}, {}], HELD, "crush:B", [], crushed, "229/400", "cphera(tie=modifier)"
    ),
    "cphera.check.bonus, large": Case([{"size": "large"}, {}], HELD, "crush:B", [], crushed, "33/50", PLAIN),
    "cphera.grappling.crush, 3 and a margin of 1": Case(
        [{}, {}], HELD, "crush:B", [], lambda end: suffered(end, "B", "sublethal") == 4, "19/400", PLAIN
    ),
    "cphera.start.grab": Case([{}, {}], {}, "grab:B", [], lambda end: holds(end, "A B grab"), "11/20", PLAIN),
    "cphera.start.grab, no free hand": Case(
        [{"hand": "axe"}, {}],
        {"hands": {"A": "axe"}},
        "grab:B",
        [],
        lambda end: holds(end, "A B grab"),
        "7/20",
        PLAIN,
    ),
    "cphera.start.grab, broken": Case([{}, {}], {"holds": [["B", "A", "grab"]]}, "break:B", [], holds, "19/40", PLAIN),
    "cphera.start.check, won": Case(
        [{}, {}], {}, "grapple:B", [], lambda end: holds(end, "A B grapple"), "209/800", PLAIN
    ),
    "cphera.start.check, lost, the grab stays": Case(
        [{}, {}], {}, "grapple:B", [], lambda end: holds(end, "A B grab"), "231/800", PLAIN
    ),
    "cphera.start.cost, the grab apart": Case(
        [{}, {}],
        {},
        "grapple:B",
        [],
        lambda end: bool(end["budgets"] == {"A": {"ap": 2}}),
        "1/1",
        "cphera(grab_cost=separate)",
    ),
    # Missed at 11/20; then bare fists leave 12 to grab at.
    "cphera.ap.open, a grab that is not spoilt": Case(
        [{}, {}],
        {"budgets": {"A": {"ap": 8}, "B": {"ap": 2}}},
        "grab:B",
        ["B attack-fists"],
        lambda end: holds(end, "A B grab"),
        "117/400",
        PLAIN,
    ),
    "cphera.base.attack": Case([ARMED, {}], SWORD, "attack:B:sword", [], cut, "11/20", PLAIN),
    # 20, then 10 or more, and 3 to 8 of the die: 12 to 22.
    "cphera.harm.criticals": Case(
        [ARMED, {"hp": 30}],
        SWORD,
        "attack:B:sword",
        [],
        lambda end: suffered(end, "B", "lethal") >= 12,
        "33/1600",
        PLAIN,
    ),
    # 19 or 20 is above 11 by 12 or 13, and an 8 of the die.
    "cphera.harm.overflow, 3 more": Case(
        [ARMED, {}, {}],
        {**OTHERS, **SWORD},
        "attack:B:sword",
        [],
        lambda end: suffered(end, "B", "lethal") == 14,
        "1/80",
        "cphera(criticals=no)",
    ),
    "cphera.grappling.attack, at −4": Case([{}, {}], HELD, "attack:B:fists", [], crushed, "7/20", PLAIN),
    "cphera.pin.attack, as normal": Case([{}, {}], PIN, "attack:B:fists", [], crushed, "7/10", PLAIN),
    "cphera.pin.attack, a natural weapon at −4": Case([CLAW, {}], PIN, "attack:B:claw", [], cut, "1/2", PLAIN),
    "cphera.round.attacker-wins": Case(
        [{}, {}],
        {**HELD, **LAST},
        "pass",
        ["B check", "A pin"],
        lambda end: holds(end, "A B grapple", "A B pin"),
        "361/1600",
        PLAIN,
    ),
    "cphera.round.defender-wins": Case(
        [{}, {}],
        {**HELD, **LAST},
        "pass",
        ["B check", "B reverse"],
        lambda end: holds(end, "B A grapple"),
        "19/40",
        PLAIN,
    ),
    "cphera.round.pinned": Case(
        [{}, {}], {**PIN, **LAST}, "pass", [], lambda end: holds(end, "A B grapple"), "19/40", PLAIN
    ),
    # One roll above two others: the squares of 0 to 19 are 2470, of 8000.
    "cphera.group.pin, both beaten": Case(
        [{}, {}, {}],
        {
            "order": ["B", "C", "A"],
            "holds": [
                ["A", "B", "grapple"],
                ["A", "B", "pin"],
                ["A", "C", "level"],
                ["C", "B", "grapple"],
                ["C", "B", "pin"],
            ],
        },
        "pass",
        [],
        lambda end: holds(end, "A C level", "B A grapple", "B C grapple"),
        "247/800",
        PLAIN,
        sides=[0, 1, 0],
    ),
    "cphera.group.join": Case(
        [{}, {}, {}],
        OTHERS,
        "join:B",
        [],
        lambda end: holds(end, "A B level", "A C level", "B C grapple"),
        "7/10",
        PLAIN,
    ),
    "cphera.grappling.move, both beaten": Case(
        [{}, {}, {}],
        {**THREE, "cells": {"A": [1, 0], "B": [1, 0], "C": [1, 0]}},
        "move",
        ["B resist", "C resist", "A e", "A stop"],
        lambda end: bool(end["cells"] == {"A": [2, 0], "B": [2, 0], "C": [2, 0]}),
        "247/800",
        PLAIN,
        corridor(0, 1, 2),
    ),
    # Concentration 3 against 4: two more at least on the die.
    "cphera.grappling.cast": Case([SPARK, {}], HELD, "cast:B:spark", [], cut, "171/400", PLAIN),
    "cphera.grappling.use-weapon": Case(
        [{}, {"hand": "knife"}], {**HELD, "hands": {"B": "knife"}}, "use-weapon:B", [], cut, "133/800", PLAIN
    ),
    "cphera.pin.exposed, it stays": Case(
        [ARMED, {}, {}],
        {"holds": [["B", "C", "grapple"], ["B", "C", "pin"]], **SWORD},
        "attack:B:sword",
        ["B stay"],
        cut,
        "7/10",
        PLAIN,
    ),
    "cphera.pin.exposed, it leaves and has Agility again": Case(
        [ARMED, {}, {}],
        {"holds": [["B", "C", "grapple"], ["B", "C", "pin"]], **SWORD},
        "attack:B:sword",
        ["B leave"],
        cut,
        "11/20",
        PLAIN,
    ),
    "cphera.ap.pool, 11 spent, 5 above Endurance": Case(
        [{**TOUGH, **ARMED}, {}],
        {**SWORD, "budgets": {"A": {"ap": 5}}},
        "attack:B:sword",
        [],
        lambda end: suffered(end, "A", "sublethal") == 5,
        "1/1",
        PLAIN,
    ),
    "cphera.ap.pool, 11 spent, 4 above Speed": Case(
        [{**TOUGH, **ARMED}, {}],
        {**SWORD, "budgets": {"A": {"ap": 5}}},
        "attack:B:sword",
        [],
        lambda end: suffered(end, "A", "sublethal") == 4,
        "1/1",
        "cphera(overspend=softened)",
    ),
    # 1 above the hit points: 21, with 4 added, is 17 or more.
    "cphera.harm.sublethal, down": Case(
        [SPARK, {}],
        {"tallies": {"B": {"sublethal": 15}}},
        "cast:B:spark",
        [],
        lambda end: bool(end.get("standing") == {"B": "unconscious"}),
        "4/5",
        PLAIN,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_positions_by_hand(case: Case) -> None:
    answered_alike(case)
    assert chance(case) == case.chance


def test_who_may_let_go() -> None:
    """cphera.round.release, in the verbs refused: the attacker may, the defender not, a pinner leaves instead."""
    for told, refused in (
        (HELD, {"leave"}),
        ({"holds": [["B", "A", "grapple"]]}, {"release", "leave"}),
        (PIN, {"release"}),
    ):
        asked = question(Case([{}, {}], told, "", [], bool, "", PLAIN))
        for answer in (oracle(PLAIN).answer(*asked), ask_first(asked)):
            assert {verb for verb in answer["refused"] if verb in ("release", "leave")} == refused
