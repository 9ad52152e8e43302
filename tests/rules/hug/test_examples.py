"""The worked examples of the text, played by its own fighters: Arangu has grappled Tivid."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.scripted import Table
from tussle.rules.hug.house import HOUSE


def table(outsider: str) -> Table:
    """Somebody beside Arangu and Tivid, with the turn."""
    fighters: dict[str, Any] = {name: HOUSE[name] for name in (outsider, "Arangu", "Tivid")}
    return Table("hug", "holds=Arangu:Tivid:hug", sides=(0, 1, 0), **fighters)


def test_otto_rolls_a_2_and_hits_tivid_with_no_second_roll() -> None:
    played = table("Otto").play("attack:Arangu:broad_sword", 2, 5, 8)
    assert played.facts == ("Otto hits Tivid by mistake.",)
    assert played.harms == (("Tivid", 13),)
    assert len(played.rolls) == 1
    assert played.choices == ()
    assert played.items("tallies") == ("Tivid:harm:13",)
    assert played.items("holds") == ("Arangu:Tivid:hug",)


def test_carack_is_careful_rolls_an_8_misses_and_does_not_hit_her_friend() -> None:
    played = table("Carack").play("attack:Arangu:short_sword:careful", 8)
    assert played.facts == ("Carack misses Arangu.",)
    assert played.harms == ()
    (roll,) = played.rolls
    mine = [(part.name, part.value) for part in roll.parts if part.owner == 0]
    assert mine == [("melee", 3), ("careful", -2)]  # 8 + 3 − 2 = 9
    assert sum(part.value for part in roll.parts if part.owner == 1) == 10  # a reflex of 2 is zero in the grapple


def test_carack_chooses_between_care_and_none() -> None:
    twentieths = {
        "attack:Arangu:short_sword": {"stray": 3, "top": 1, "hit": 12, "miss": 4},
        "attack:Arangu:short_sword:careful": {"stray": 1, "top": 1, "hit": 10, "miss": 8},
    }
    for action, weights in twentieths.items():
        assert table("Carack").law(action) == {word: Fraction(weight, 20) for word, weight in weights.items()}


def test_arangu_grapples_tivid_as_the_examples_begin() -> None:
    begun = Table("hug", squares="4x4 Arangu@0.0 Tivid@1.1", Arangu=HOUSE["Arangu"], Tivid=HOUSE["Tivid"])
    # Athletics 6 against the better of athletics 2 and acrobatics 5, after Tivid's club has missed.
    assert begun.law("grapple:Tivid:athletics", "club", "miss", "acrobatics")["won"] == Fraction(21, 40)
    held = begun.play("grapple:Tivid:athletics", "club", 5, "acrobatics", 10, 10)
    assert held.facts == (
        "Arangu tries to grapple Tivid.",
        "Tivid misses Arangu.",
        "Arangu grapples Tivid and moves in.",
    )
    assert held.items("cells") == ("Arangu:1.1", "Tivid:1.1")
