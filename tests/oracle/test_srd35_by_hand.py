"""Positions of `srd35` made by hand, their fractions counted from the text; both implementations must give them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.oracle.by_hand import Case, answered_alike, chance, corridor

Json: TypeAlias = dict[str, Any]

PLAIN: Json = {"bab": 0, "hp": 500}
HELD: Json = {"holds": [["A", "B", "hold"]]}
PINS = "srd35(pin=until-broken)"
ONE = {"name": "stick", "dice": "1d1"}
STRONG = {"name": "blade", "dice": "1d8", "bonus": 4}
SPARK = {"name": "spark", "dice": "1d1", "level": 1}


def held(end: Json) -> bool:
    return "holds" in end


def loose(end: Json) -> bool:
    return "holds" not in end


def pinned(end: Json) -> bool:
    return ["A", "B", "pin"] in end.get("holds", [])


def harm(who: str, kind: str, amount: int | None = None) -> Callable[[Json], bool]:
    """So much harm, or any."""

    def done(end: Json) -> bool:
        found = int(end.get("tallies", {}).get(who, {}).get(kind, 0))
        return found > 0 if amount is None else found == amount

    return done


def plain(**fields: Any) -> Json:
    return {**PLAIN, **fields}


def ring(foes: int) -> Json:
    """A held by so many."""
    return {"holds": [["A", chr(ord("B") + place), "hold"] for place in range(foes)]}


def hold_on(foes: int) -> list[str]:
    return [f"{chr(ord('B') + place)} hold" for place in range(foes)]


CASES = {
    "srd35.pin.release, who held on is let go once pinned": Case(
        [plain(), plain()],
        {"holds": [["A", "B", "pin"]], "marks": {"A": ["kept-by-B"]}, "budgets": {"A": {"standard": 1, "move": 1}}},
        "release:B",
        [],
        loose,
        "1/1",
        PINS,
    ),
    "srd35.pin.disarm, a bow parries nothing": Case(
        [plain(bab=6), plain(bab=6, worn=["cloak"], hand="shortbow")],
        {
            "holds": [["A", "B", "pin"]],
            "hands": {"B": "shortbow"},
            "marks": {"B": ["prone"]},
            "budgets": {"A": {"standard": 1, "move": 1}},
        },
        "take:B:cloak",
        [],
        lambda end: "lost-cloak" in end["marks"]["B"],
        "33/50",  # 6 - 4 against 6 - 4 - 4 - 4 + 4
        PINS,
    ),
    "srd35.check.size, nothing is beyond Colossal": Case(
        [plain(size="colossal", larger=1), plain(size="colossal")],
        {**HELD, "budgets": {"A": {"standard": 1, "move": 1}}},
        "pin:B",
        [],
        pinned,
        "1/2",
        "srd35",
    ),
    "srd35.grappling.monk, beyond Large as weapons grow": Case(
        [plain(monk=1, size="huge", bab=20), plain(size="huge")],
        {**HELD, "budgets": {"A": {"standard": 1, "move": 1}}},
        "damage:B:lethal",
        [],
        harm("B", "lethal", 12),
        "1/36",
        "srd35",
    ),
    "srd35.start.opportunity, an orc grapples a man": Case(
        [plain(bab=1, strength=17, ac=13), plain(grapple=3, touch=11, hand="blade", weapons=[STRONG])],
        {"hands": {"B": "blade"}, "budgets": {"A": {"standard": 1}, "B": {"opportunity": 1}}},
        "grapple:B:nonlethal",
        ["B blade", "A move-in"],
        held,
        "1603/10000",  # 8/20 not struck, 14/20 touched, 229/400 held
        "srd35",
    ),
    "srd35.start.no-opportunity, an orc with Improved Grapple": Case(
        [
            plain(bab=1, strength=17, feats=["improved_grapple"]),
            plain(grapple=3, touch=11, hand="blade", weapons=[STRONG]),
        ],
        {"hands": {"B": "blade"}, "budgets": {"A": {"standard": 1}, "B": {"opportunity": 1}}},
        "grapple:B:nonlethal",
        ["A move-in"],
        held,
        "413/800",
        "srd35",
    ),
    "srd35.start.opportunity, nonlethal damage is damage": Case(
        [plain(), plain(feats=["improved_unarmed_strike"])],
        {"budgets": {"A": {"standard": 1}, "B": {"opportunity": 1}}},
        "grapple:B:nonlethal",
        ["B unarmed-nonlethal", "A move-in"],
        held,
        "99/800",  # 9/20 · 11/20 · 1/2
        "srd35",
    ),
    "srd35.start.size, two larger": Case(
        [plain(bab=40), plain(size="huge")], {}, "grapple:B:nonlethal", [], loose, "1/1", "srd35"
    ),
    "srd35.start.lethal": Case(
        [plain(bab=4), plain()], {}, "grapple:B:lethal", ["A move-in"], harm("B", "lethal"), "3/8", "srd35"
    ),
    "srd35.group.join, nobody strikes and nothing is rolled to touch": Case(
        [plain(), plain(touch=90, hand="blade", weapons=[STRONG]), plain()],
        {
            "holds": [["B", "C", "hold"]],
            "hands": {"B": "blade"},
            "budgets": {"A": {"standard": 1}, "B": {"opportunity": 1}},
        },
        "grapple:B:nonlethal",
        ["A move-in"],
        held,
        "1/2",
        "srd35",
    ),
    "srd35.check.tie, equal modifiers": Case([plain(), plain()], HELD, "pin:B", [], pinned, "1/2", "srd35"),
    "srd35.check.tie, one better": Case([plain(bab=1), plain()], HELD, "pin:B", [], pinned, "229/400", "srd35"),
    "srd35.check.tie, the defender": Case(
        [plain(), plain()], HELD, "pin:B", [], pinned, "19/40", "srd35(tie=defender)"
    ),
    "srd35.check.tie, nineteen better": Case([plain(bab=19), plain()], HELD, "pin:B", [], pinned, "1/1", "srd35"),
    "srd35.check.natural, nineteen better": Case(
        [plain(bab=19), plain()],
        HELD,
        "pin:B",
        [],
        pinned,
        "363/400",  # a 1 against more, or less than a 20 against it: 19 + 19 − 1 lost
        "srd35(natural20=auto)",
    ),
    "srd35.check.size, Large": Case([plain(size="large"), plain()], HELD, "pin:B", [], pinned, "7/10", "srd35"),
    "srd35.check.bonus, a barbarian and a remorhaz": Case(
        [plain(grapple=15), plain(grapple=23)], HELD, "pin:B", [], pinned, "33/200", "srd35"
    ),
    "srd35.grappling.escape, two hold on": Case(
        [plain()] * 3, ring(2), "escape:grapple", hold_on(2), loose, "533/1600", "srd35"
    ),
    "srd35.grappling.escape, three hold on": Case(
        [plain()] * 4, ring(3), "escape:grapple", hold_on(3), loose, "799/3200", "srd35"
    ),
    "srd35.grappling.escape, a roll for each": Case(
        [plain()] * 3, ring(2), "escape:grapple", hold_on(2), loose, "1/4", "srd35(escape_many=each)"
    ),
    "srd35.grappling.escape, from eight halflings": Case(
        [plain(grapple=4), *[plain(grapple=-3, size="small")] * 8],
        ring(8),
        "escape:grapple",
        hold_on(8),
        loose,
        "24973282327/51200000000",
        "srd35",
    ),
    "srd35.grappling.escape, the first attack": Case(
        [plain(bab=6, strength=20), plain(grapple=12)], HELD, "escape:grapple", ["B hold"], loose, "171/400", "srd35"
    ),
    "srd35.grappling.attacks, escape with the second": Case(
        [plain(bab=6, strength=20), plain(grapple=12)],
        {**HELD, "budgets": {"A": {"attacks": 1, "move": 1}}},
        "escape:grapple",
        ["B hold"],
        loose,
        "91/400",
        "srd35",
    ),
    "srd35.grappling.escape, by Escape Artist": Case(
        [plain(escape_artist=15), plain(grapple=12)], HELD, "escape:escape-artist", ["B hold"], loose, "33/50", "srd35"
    ),
    "srd35.grappling.damage, a 3": Case(
        [plain(), plain()], HELD, "damage:B:nonlethal", [], harm("B", "nonlethal", 3), "1/6", "srd35"
    ),
    "srd35.grappling.damage, lethal": Case(
        [plain(), plain()], HELD, "damage:B:lethal", [], harm("B", "lethal"), "3/10", "srd35"
    ),
    "srd35.grappling.monk": Case(
        [plain(monk=1), plain()], HELD, "damage:B:lethal", [], harm("B", "lethal", 6), "1/12", "srd35"
    ),
    "srd35.grappling.attack, Dexterity is kept": Case(
        [plain(), plain(ac=12, dexterity=14)],
        HELD,
        "attack:B:unarmed:nonlethal",
        [],
        harm("B", "nonlethal"),
        "1/4",
        "srd35",
    ),
    "srd35.grappling.dex, and lost against an outsider": Case(
        [plain(), plain(ac=12, dexterity=14), plain()],
        {"holds": [["B", "C", "hold"]]},
        "attack:B:unarmed:nonlethal",
        [],
        harm("B", "nonlethal"),
        "11/20",
        "srd35",
    ),
    "srd35.grappling.opponents-weapon": Case(
        [plain(), plain(hand="dagger")],
        {**HELD, "hands": {"B": "dagger"}},
        "use-weapon:B",
        [],
        harm("B", "lethal"),
        "7/40",
        "srd35",
    ),
    "srd35.grappling.cast": Case(
        [plain(concentration=12, spells=[SPARK]), plain()],
        HELD,
        "cast:B:spark",
        [],
        harm("B", "lethal"),
        "3/5",
        "srd35",
    ),
    "srd35.grappling.move, a pinned opponent alone": Case(
        [plain(speed=10), plain()],
        {"holds": [["A", "B", "pin"]], "cells": {"A": [1, 0], "B": [1, 0]}},
        "move-grapple",
        ["B hold", "A e"],
        lambda end: bool(end["cells"]["B"] == [2, 0]),
        "7/10",
        PINS,
        corridor(1, 2),
    ),
    "srd35.pin.ac": Case(
        [plain(), plain(), plain()],
        {"holds": [["C", "B", "pin"]]},
        "attack:B:unarmed:nonlethal",
        [],
        harm("B", "nonlethal"),
        "3/4",
        PINS,
    ),
    "srd35.pin.ac, by the table": Case(
        [plain(), plain(ac=15, dexterity=14), plain()],
        {"holds": [["C", "B", "pin"]]},
        "attack:B:unarmed:nonlethal",
        [],
        harm("B", "nonlethal"),
        "17/20",  # 15 − 2 − 5 − 4 = 4
        "srd35(pin=until-broken,pinned_ac=table)",
    ),
    "srd35.pin.disarm, a tie fails": Case(
        [plain(), plain(worn=["cloak"])],
        {"holds": [["A", "B", "pin"]]},
        "take:B:cloak",
        [],
        lambda end: "lost-cloak" in end.get("marks", {}).get("B", []),
        "19/40",
        PINS,
    ),
    "srd35.pin.escape, from both pinners": Case(
        [plain(), plain(), plain()],
        {"holds": [["B", "A", "pin"], ["C", "A", "pin"]]},
        "escape-pin:grapple",
        [],
        lambda end: all(word == "hold" for _, _, word in end["holds"]),
        "533/1600",
        PINS,
    ),
    "srd35.group.end, who is paralysed does not oppose": Case(
        [plain(), plain(bab=90)], {**HELD, "marks": {"B": ["paralysed"]}}, "pin:B", [], pinned, "1/1", "srd35"
    ),
    "srd35.outside.missiles": Case(
        [plain(hand="sling", weapons=[{"name": "sling", "dice": "1d1", "ranged": True}]), plain(ac=90), plain()],
        {"holds": [["B", "C", "hold"]], "hands": {"A": "sling"}},
        "attack:B:sling",
        [],
        harm("C", "lethal"),
        "11/40",
        "srd35",
    ),
    "srd35.outside.provoke, struck while casting": Case(
        [
            plain(concentration=5, spells=[SPARK]),
            plain(hand="stick", weapons=[ONE]),
        ],
        {
            "hands": {"B": "stick"},
            "cells": {"A": [0, 0], "B": [1, 0]},
            "budgets": {"A": {"standard": 1}, "B": {"opportunity": 1}},
        },
        "cast:B:spark",
        ["B stick"],
        harm("B", "lethal"),
        "6669/8000",  # 180/400 not hit, 209/400 · 14/20 hit for 1, 11/400 · 13/20 for 2
        "srd35",
        corridor(0, 1),
    ),
    "srd35.harm.criticals": Case(
        [plain(hand="pick", weapons=[{"name": "pick", "dice": "1d1", "threat": 19, "multiplier": 3}]), plain()],
        {"hands": {"A": "pick"}},
        "attack:B:pick",
        [],
        harm("B", "lethal", 3),
        "11/200",
        "srd35",
    ),
    "srd35.harm.lethal, the dying are stable with a chance of a tenth": Case(
        [plain(), plain(), plain(hp=1)],
        {"order": ["A", "C", "B"], "standing": {"C": "dying"}, "tallies": {"C": {"lethal": 3}}},
        "pass",
        [],
        lambda end: bool(end["standing"] == {"C": "stable"}),
        "1/10",
        "srd35",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_positions_by_hand(case: Case) -> None:
    answered_alike(case)
    assert chance(case) == case.chance
