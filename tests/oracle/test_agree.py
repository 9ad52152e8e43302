"""Both implementations of a rule set answer alike: drawn positions, and some made by hand with their fractions."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

import pytest

from tests.oracle.by_hand import Case, answered_alike, chance, corridor, harm, loose, question
from tests.oracle.exchange import ask_first, built, compare, draw, oracle, oracles, planted, position_line
from tussle.ask.readings import Sum
from tussle.ask.requests import Harm
from tussle.bout.loading import available, load
from tussle.bout.notation import parse_position, read_bout

Json: TypeAlias = dict[str, Any]

DRAWN = 60  # a thousand is the proof `oracles`
CHUNK = 20


@pytest.mark.parametrize("name", oracles())
@pytest.mark.parametrize("first", range(0, DRAWN, CHUNK))
def test_drawn_positions_are_answered_alike(name: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        assert compare(draw(name, seed), oracle(name)) == [], f"seed {seed}"


@pytest.mark.parametrize("name", oracles())
def test_a_planted_difference_is_found(name: str) -> None:
    wrong = planted(name)
    assert any(compare(draw(name, seed), wrong) for seed in range(40))


@pytest.mark.parametrize("name", oracles())
def test_the_same_seed_draws_the_same_question(name: str) -> None:
    assert [draw(name, seed) for seed in range(8)] == [draw(name, seed) for seed in range(8)]


def test_these_have_a_second_implementation() -> None:
    assert set(oracles()) == set(available())


# By hand


HELD: Json = {"holds": [["A", "B", "hug"]]}
OTHERS: Json = {"holds": [["B", "C", "hug"]]}
HURTS = {"hits": 1000}


def prone(end: Json, who: str) -> bool:
    return "prone" in end.get("marks", {}).get(who, [])


CASES = {
    "hug.check.tie, the actor fails": Case([{}, {}], HELD, "escape:B:athletics", ["B contest"], loose, "19/40"),
    "hug.check.tie, the actor wins": Case(
        [{}, {}], HELD, "escape:B:athletics", ["B contest"], loose, "21/40", "hug(tie=actor-wins)"
    ),
    "hug.check.tie, again": Case([{}, {}], HELD, "escape:B:athletics", ["B contest"], loose, "1/2", "hug(tie=reroll)"),
    "hug.check.contest, static": Case(
        [{"acrobatics": 3}, {}], HELD, "escape:B:acrobatics", ["B contest"], loose, "13/20", "hug(contest=static)"
    ),
    "hug.grappling.contest, let": Case([{}, {"athletics": 60}], HELD, "escape:B:athletics", ["B let"], loose, "1/1"),
    "hug.grappling.throw, by 2 or more": Case(
        [{}, {}], HELD, "throw:B:athletics", ["B contest"], lambda end: prone(end, "B") and loose(end), "171/400"
    ),
    "hug.grappling.throw, twice as far in a line": Case(
        [{"size": "huge"}, {}],
        {**HELD, "cells": {"A": [1, 0], "B": [1, 0]}},
        "throw:B:athletics",
        ["B contest", "A e-6"],
        lambda end: bool(end["cells"]["B"] == [7, 0]),
        "3/10",
        ground=corridor(0, 1),
    ),
    "hug.grappling.drag, one way is not asked": Case(
        [{}, {}],
        {**HELD, "cells": {"A": [0, 0], "B": [0, 0]}},
        "drag:B:athletics",
        ["B contest"],
        lambda end: bool(end["cells"]["A"] == [1, 0] == end["cells"]["B"]),
        "19/40",
        ground=corridor(0, 1),
    ),
    "hug.outside.stray": Case(
        [{"melee": 3, "hand": "broad_sword"}, {"reflex": 5, **HURTS}, HURTS],
        {**OTHERS, "hands": {"A": "broad_sword"}},
        "attack:B:broad_sword",
        [],
        lambda end: harm(end, "C") > 0,
        "3/20",
    ),
    "hug.outside.stray, the target is hit": Case(
        [{"melee": 3}, {"reflex": 5, **HURTS}, HURTS],
        OTHERS,
        "attack:B:unarmed",
        [],
        lambda end: harm(end, "B") > 0,
        "13/20",
    ),
    "hug.outside.careful": Case(
        [{"melee": 3}, HURTS, HURTS], OTHERS, "attack:B:unarmed:careful", [], lambda end: harm(end, "C") > 0, "1/20"
    ),
    "hug.outside.careful, Carack's 8 misses and a 10 hits": Case(
        [{"melee": 3}, HURTS, HURTS], OTHERS, "attack:B:unarmed:careful", [], lambda end: harm(end, "B") > 0, "11/20"
    ),
    "hug.grappling.shield, 3 becomes 2": Case(
        [{"melee": 3}, {"shield": 3}, {}], OTHERS, "attack:B:unarmed", [], lambda end: harm(end, "B") > 0, "11/20"
    ),
    "hug.check.attack, full damage less armour": Case(
        [{"melee": -20, "hand": "club"}, {"armour": 1}],
        {"hands": {"A": "club"}},
        "attack:B:club",
        [],
        lambda end: harm(end, "B") == 6,
        "1/20",
    ),
    "hug.grappling.attack, a dagger": Case(
        [{"melee": 3, "hand": "dagger"}, {"reflex": 9}],
        {**HELD, "hands": {"A": "dagger"}},
        "attack:B:dagger:athletics",
        ["B let"],
        lambda end: harm(end, "B") > 0,
        "13/20",
    ),
    "hug.grappling.attack, a club is at −3": Case(
        [{"melee": 3, "hand": "club"}, {"reflex": 9}],
        {**HELD, "hands": {"A": "club"}},
        "attack:B:club:athletics",
        ["B let"],
        lambda end: harm(end, "B") > 0,
        "1/2",
    ),
    "hug.grappling.attack, a third party has its reflex": Case(
        [{"melee": 9}, {}, {"reflex": 2}],
        HELD,
        "attack:C:unarmed:athletics",
        ["B let"],
        lambda end: harm(end, "C") > 0,
        "7/10",
    ),
    "hug.grappling.attack, a spell roll is no attack roll": Case(
        [{"spells": [{"name": "spark", "bonus": 5, "dice": "2d6"}]}, {}],
        HELD,
        "cast:B:spark:athletics",
        ["B let"],
        lambda end: harm(end, "B") > 0,
        "3/4",
        "hug(spell_penalty=no)",
    ),
    "hug.grappling.squeeze, armour 2 leaves 1 of up to 5": Case(
        [{}, {"armour": 2}],
        HELD,
        "squeeze:B:athletics",
        ["B let"],
        lambda end: harm(end, "B") == 1,
        "5/8",
        "hug(squeeze_armour=reduces)",
    ),
    "hug.start.opportunity, dead before the contest": Case(
        [{"hits": 1, "reflex": 2}, {"melee": 3}, {}],
        {},
        "grapple:B:athletics",
        ["B unarmed"],
        lambda end: bool(end["standing"] == {"A": "out"} and end["turn"] == "B"),
        "11/20",
    ),
    "hug.start.contest, prone does not matter": Case(
        [{}, {}],
        {"marks": {"A": ["prone"]}},
        "grapple:B:athletics",
        ["B no", "B athletics"],
        lambda end: not loose(end),
        "19/40",
    ),
    "hug.base.flanking": Case(
        [{}, {}, {}],
        {"cells": {"A": [0, 0], "B": [1, 0], "C": [2, 0]}},
        "attack:B:unarmed",
        [],
        lambda end: harm(end, "B") > 0,
        "3/5",
        ground=corridor(0, 1, 2),
        sides=[0, 1, 0],
    ),
    "hug.grappling.flank, an ally in a grapple is no help": Case(
        [{}, {}, {}, {}],
        {"holds": [["C", "D", "hug"]], "cells": {"A": [0, 0], "B": [1, 0], "C": [2, 0], "D": [2, 0]}},
        "attack:B:unarmed",
        [],
        lambda end: harm(end, "B") > 0,
        "1/2",
        ground=corridor(0, 1, 2, 3),
        sides=[0, 1, 0, 1],
    ),
    "hug.grappling.flank, nor is one's own place in a grapple": Case(
        [{}, {}, {}, {}],
        {**HELD, "cells": {"A": [0, 0], "B": [0, 0], "C": [1, 0], "D": [2, 0]}},
        "attack:C:unarmed:athletics",
        ["B let"],
        lambda end: harm(end, "C") > 0,
        "7/20",
        ground=corridor(0, 1, 2, 3),
        sides=[0, 1, 1, 0],
    ),
    "hug.base.flanking, who is out is no help": Case(
        [{}, {}, {}],
        {
            "standing": {"C": "out"},
            "marks": {"C": ["prone"]},
            "tallies": {"C": {"harm": 20}},
            "cells": {"A": [0, 0], "B": [1, 0], "C": [2, 0]},
        },
        "attack:B:unarmed",
        [],
        lambda end: harm(end, "B") > 0,
        "1/2",
        ground=corridor(0, 1, 2),
        sides=[0, 1, 0],
    ),
    "hug.grappling.drag, half the movement": Case(
        [{"size": "huge", "movement": 5}, {}],
        {**HELD, "cells": {"A": [4, 0], "B": [4, 0]}},
        "drag:B:athletics",
        ["B let", "A e", "A e"],
        lambda end: bool(end["cells"] == {"A": [6, 0], "B": [6, 0]}),
        "1/1",
        ground=corridor(0, 1),
    ),
    "hug.grappling.attack, a knife": Case(
        [{"melee": 3, "hand": "knife"}, {"reflex": 9}],
        {**HELD, "hands": {"A": "knife"}},
        "attack:B:knife:acrobatics",
        ["B let"],
        lambda end: harm(end, "B") == 4,
        "1/5",  # 8 to 19 and a 4, or a natural 20
    ),
    "hug.grappling.attack, a weapon as handy as a knife": Case(
        [{"melee": 3, "hand": "sickle", "weapons": [{"name": "sickle", "dice": "d6", "knife": True}]}, {"reflex": 9}],
        {**HELD, "hands": {"A": "sickle"}},
        "attack:B:sickle:athletics",
        ["B let"],
        lambda end: harm(end, "B") > 0,
        "13/20",
    ),
    "hug.base.prone, a spell cast lying": Case(
        [{"spells": [{"name": "spark", "bonus": 5, "dice": "2d6"}]}, {}],
        {"marks": {"A": ["prone"]}},
        "cast:B:spark",
        [],
        lambda end: harm(end, "B") > 0,
        "13/20",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_positions_by_hand(case: Case) -> None:
    answered_alike(case)
    assert chance(case) == case.chance


def test_one_size_bigger_can_be_grappled_and_two_cannot() -> None:
    """hug.start.reach, in the verbs refused."""
    for size, refused in (("large", False), ("huge", True)):
        asked = question(Case([{}, {"size": size}], {}, "", [], loose, ""))
        assert ("grapple" in oracle("hug").answer(*asked)["refused"]) is refused
        assert ("grapple" in ask_first(asked)["refused"]) is refused


@pytest.mark.parametrize("name", oracles())
def test_a_position_that_can_be_is_restated_as_it_is(name: str) -> None:
    for seed in range(60):
        form, position = built(name, random.Random(seed))
        bout = read_bout(form)
        read = parse_position(bout, position_line(position))
        assert bout.rules.restate(bout, read.stance, read.tallies) == read.stance


MARKED = ("disabled", "reeling")  # in cphera marks of who stands, not standings


@pytest.mark.parametrize("name", oracles())
def test_how_harm_leaves_a_fighter_is_among_its_outcomes(name: str) -> None:
    rules = load(name)
    for seed in range(60):
        form, position = built(name, random.Random(seed))
        bout = read_bout(form)
        read = parse_position(bout, position_line(position))
        for who in bout.everyone:
            for kind in rules.tallies:
                harm = Harm(who, (), Sum(1), kind, (), ())
                possible = rules.outcomes(bout, read.stance, harm)
                assert {each.standing for each in possible} <= {*rules.standings, *MARKED}
                if bout.fit(read.stance, who):
                    for amount in (1, 2, 3, 5, 8, 13, 40):
                        assert rules.absorb(bout, read.tallies, harm, amount)[1] in possible
