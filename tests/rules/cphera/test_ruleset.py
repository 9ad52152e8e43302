"""Positions and fighters from outside, and the parts together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scripted import Table, whole
from tussle.analysis.odds import Branch, Pricer
from tussle.bout.fighter import fighter_json, read_fighter, read_quick
from tussle.bout.loading import load
from tussle.bout.notation import parse_position
from tussle.errors import Unreadable
from tussle.play.session import Session

RULES = load("cphera")
SOURCE = Path(__file__).parents[3] / "src" / "tussle" / "rules" / "cphera"

UNSOUND = {
    "budgets=A:ap:9": "A cannot have 9 of 'ap' left: at most 8 ap, its hard limit",
    "tallies=C:lethal:19 standing=C:dead": "C has taken 19 lethal: at most 18",
    "tallies=A:sublethal:16": "A has taken 16 sublethal: at most 15",
    "tallies=A:lethal:16": "A has taken 16 lethal and 0 sublethal of 15 hp and is up",
    "tallies=A:lethal:15": "A has taken 15 lethal and 0 sublethal of 15 hp: it is disabled",
    "marks=A:disabled": "A has taken 0 lethal and 0 sublethal of 15 hp: it is not disabled",
    "tallies=A:lethal:4,A:sublethal:12": "A has taken 4 lethal and 12 sublethal of 15 hp: it is reeling",
    "standing=C:out": "C stands 'out': up, unconscious, dead, gone",
    "hands=A:sword": "A has no 'sword' to hold",
    "marks=A:wet": "A cannot be 'wet'",
    "marks=A:attack-2": "that needs combat_ability=split",
    "marks=A:silenced": "A is silenced, and nobody pins it",
    "holds=A:A:grab": "A cannot hold itself",
    "holds=A:B:hug": "a hold is grab, grapple, level, pin, not 'hug'",
    "holds=B:A:level": "of two who are level, the one named first in the bout stands first",
    "holds=A:B:grapple,B:A:grapple": "one grapples the other, or both are level, once",
    "holds=A:B:pin": "a pin is between two who grapple, and one way",
    "holds=A:B:grapple,A:B:pin,B:A:pin": "a pin is between two who grapple, and one way",
    "holds=A:B:grapple,A:B:grab": "so the grab between them is part of it",
    "holds=A:B:grapple,A:C:grapple,B:C:grapple,A:B:pin,B:C:pin": "B is pinned, so it pins nobody",
    "holds=A:B:grapple standing=B:dead tallies=B:lethal:18": "cannot hold each other: one of them is out",
    "counters=round:2": "cphera counts nothing",
    "agenda=nap": "nothing called 'nap' can be due",
    "order=A,B": "the order must name every fighter once",
}


@pytest.mark.parametrize(("line", "sentence"), UNSOUND.items())
def test_a_position_that_cannot_be(line: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        Table("cphera", line, A="", B="", C="")
    assert sentence in str(refusal.value)


def test_a_position_on_a_map_that_cannot_be() -> None:
    for line, sentence in {
        "holds=A:B:grapple": "A and B grapple, so they are in one hex",
        "cells=A:5.5,B:0.1": "A cannot stand at 5.5: a wall, or off the map",
        "holds=A:B:grab cells=A:0.0,B:2.2": "a grab reaches no further than an adjacent hex",
    }.items():
        with pytest.raises(Unreadable, match=sentence):
            Table("cphera", line, squares="hex 3x3 A@0.0 B@0.1", A="", B="")


def test_initiative_cannot_be_left_out() -> None:
    table = Table("cphera", A="", B="")
    with pytest.raises(Unreadable, match="somebody must have the turn"):
        parse_position(table.bout, "order=A,B")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"strength": 41}, "<= 40, at strength"),
        ({"endurance": 0}, ">= 1, at endurance"),
        ({"hand": "lance"}, "which is no weapon to hold: knife, dagger"),
        ({"hand": "knife", "carries": ["knife"]}, "'knife' twice"),
        ({"weapons": [{"name": "club", "dice": "d4"}]}, "has a name that is taken"),
        ({"weapons": [{"name": "fists", "dice": "d4"}]}, "has a name that is taken"),
        ({"weapons": [{"name": "bite", "dice": "d4", "natural": True}], "hand": "bite"}, "no weapon to hold"),
        ({"weapons": [{"name": "horn", "dice": "d4", "natural": True, "light": True}]}, "'horn' is natural and light"),
        ({"spells": [{"name": "lash"}, {"name": "lash"}]}, "'lash' twice"),
        ({"fists": "iron"}, "Invalid enum value 'iron'"),
        ({"luck": 3}, "unknown field luck"),
    ],
)
def test_a_fighter_that_cannot_be(form: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_fighter(RULES, {"name": "Bob", **form})
    assert sentence in str(refusal.value)


def test_the_quick_form() -> None:
    name, fighter = read_quick(
        RULES, "Bob: strength 5 agility 4 speed 9 fists trained carries knife carries club hp 20"
    )
    assert (name, fighter.strength, fighter.fists, fighter.carries) == ("Bob", 5, "trained", ("knife", "club"))


def test_a_dozen_house_fighters_each_its_own_kind() -> None:
    assert len(RULES.house) == 12
    for name, fighter in RULES.house.items():
        assert read_fighter(RULES, fighter_json(name, fighter)) == (name, fighter)
    kinds = {fighter.size for fighter in RULES.house.values()}
    assert {"small", "medium", "huge"} <= kinds
    assert any(fighter.endurance is None for fighter in RULES.house.values())
    source = (SOURCE / "house.py").read_text()
    assert source.count("    # ") == len(RULES.house)


def test_five_in_one_hold_are_priced_exactly() -> None:
    names = "ABCDE"
    holds = ",".join(f"A:{other}:level" for other in names[1:])
    fighters: dict[str, Any] = dict.fromkeys(names, "")
    table = Table("cphera", f"holds={holds} turn=A agenda=round", sides=(0, 1, 1, 1, 1), **fighters)
    tree = Pricer(table.bout).price(table.position, ()).tree
    assert isinstance(tree, Branch)
    assert len(tree.ways) == 541
    assert sum(weight for _, weight, _ in tree.ways) == tree.total


def test_only_one_file_harms() -> None:
    for path in SOURCE.glob("*.py"):
        assert ("Harm(" in path.read_text()) == (path.name == "harm.py"), path.name


# What a game master does


def test_harm_and_healing_from_outside() -> None:
    table = Table("cphera", "holds=A:B:grapple", A="", B="")
    session = Session(table.bout, table.position, seed=1)
    session.event("damage B 15")
    assert session.position.stance.marked(1, "disabled")
    session.event("damage B 1")
    assert (session.position.stance.standing[1], session.position.stance.holds) == ("unconscious", ())
    session.event("heal B 4")
    assert session.position.stance.standing[1] == "up"
    session.event("damage B 4 sublethal")
    assert session.position.stance.marked(1, "reeling")
    session.event("down B")
    assert session.position.stance.standing[1] == "dead"


def test_who_joins_has_points_to_spend() -> None:
    table = Table("cphera", A="", B="")
    session = Session(table.bout, table.position, seed=1)
    session.event("join Hild with A")
    assert session.position.stance.left(2, "ap") == 8


def test_a_position_in_a_persons_words() -> None:
    words = RULES.state_words
    table = Table("cphera", squares="hex 4x4 A@1.1 B@1.0 C@1.2", A="", B="", C="")
    stance = words["grapples"](table.bout, table.position.stance, 0, 1)
    stance = words["pins"](table.bout, stance, 2, 1)
    assert stance.holds == ((0, 1, "grapple"), (0, 2, "level"), (2, 1, "grapple"), (2, 1, "pin"))
    assert stance.cells == ((1, 0), (1, 0), (1, 0))
    assert words["grabs"](table.bout, table.position.stance, 0, 1).holds == ((0, 1, "grab"),)
    assert list(RULES.sound(table.bout, stance, table.position.tallies)) == []


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("holds=A:B:grab cells=A:0.0,B:3.3,C:1.2", "a grab reaches no further than an adjacent hex"),
        ("holds=A:B:grapple cells=A:1.1,B:1.0,C:1.2", "A and B grapple, so they are in one hex"),
    ],
)
def test_a_position_on_hexes_that_cannot_be(position: str, why: str) -> None:
    table = Table("cphera", squares="hex 4x4 A@1.1 B@1.0 C@1.2", A="", B="", C="")
    with pytest.raises(Unreadable) as refusal:
        parse_position(table.bout, f"order=A,B,C turn=A {position}")
    assert whole(why, str(refusal.value))
