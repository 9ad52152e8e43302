"""Harm in srd35: tallies, standings, critical hits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scripted import Table, clause, ruling
from tussle.ask.readings import Sum
from tussle.ask.requests import Harm
from tussle.rules.srd35 import harm

PAIR = "holds=A:B:hold"


@clause("srd35.harm.nonlethal", applies=True)
@pytest.mark.parametrize(
    ("before", "damage", "standing"), [(3, 1, ()), (3, 2, ("B:staggered",)), (3, 3, ("B:unconscious",))]
)
def test_srd35_harm_nonlethal_applies_a_running_total(before: int, damage: int, standing: tuple[str, ...]) -> None:
    table = Table("srd35", f"{PAIR} tallies=B:nonlethal:{before},B:lethal:1", A="bab 9", B="bab 0 hp 6")
    assert table.play("damage:B:nonlethal", 12, 3, damage).items("standing") == standing


@clause("srd35.harm.nonlethal", applies=True)
def test_srd35_harm_nonlethal_applies_staggered_is_one_action_and_the_undead_are_immune() -> None:
    table = Table("srd35", f"{PAIR} tallies=B:nonlethal:5", A="bab 9", B="bab 11 hp 6")
    assert table.play("damage:B:nonlethal", 12, 3, 1).items("standing") == ("B:staggered",)
    assert table.play("pass").items("budgets") == ("B:standard:1",)
    undead = Table("srd35", PAIR, A="bab 9", B={"bab": 0, "kind": "undead"})
    assert undead.play("damage:B:nonlethal", 12, 3).facts[-1] == "Nonlethal damage does nothing to B."


@clause("srd35.harm.nonlethal", applies=False)
def test_srd35_harm_nonlethal_not_by_a_sword() -> None:
    played = Table("srd35", A={"bab": 9, "hand": "longsword"}, B="bab 0 hp 20").play("attack:B:longsword", 12, 5)
    assert played.items("tallies") == ("B:lethal:5",)


@clause("srd35.harm.lethal", applies=True)
@pytest.mark.parametrize(("damage", "standing"), [(4, ()), (5, ("B:disabled",)), (6, ("B:dying",)), (8, ("B:dying",))])
def test_srd35_harm_lethal_applies_by_what_is_left(damage: int, standing: tuple[str, ...]) -> None:
    table = Table("srd35", A={"bab": 9, "hand": "longsword"}, B="bab 0 hp 5")
    assert table.play("attack:B:longsword", 12, damage).items("standing") == standing


@clause("srd35.harm.lethal", applies=True)
def test_srd35_harm_lethal_applies_dead_at_minus_10_and_no_further() -> None:
    table = Table("srd35", "tallies=B:lethal:4", A={"bab": 9, "hand": "greatsword", "strength": 30}, B="bab 0 hp 5")
    played = table.play("attack:B:greatsword", 12, 6, 6)
    assert (played.items("standing"), played.items("tallies")) == (("B:dead",), ("B:lethal:15",))


@clause("srd35.harm.lethal", applies=True)
def test_srd35_harm_lethal_applies_a_standard_action_costs_the_disabled_1() -> None:
    table = Table("srd35", "standing=A:disabled tallies=A:lethal:10 budgets=A:standard:1", A="bab 0", B="bab 0 ac 20")
    played = table.play("attack:B:unarmed:nonlethal", 2)
    assert (played.harms, played.items("standing")) == ((("A", 1),), ("A:dying",))


@clause("srd35.harm.lethal", applies=True)
def test_srd35_harm_lethal_applies_the_dying_bleed_or_are_stable() -> None:
    position = "standing=B:dying tallies=B:lethal:12"
    table = Table("srd35", position, A="bab 0", B="bab 0", C="bab 0")
    assert table.law("pass") == {"won": Fraction(9, 10), "lost": Fraction(1, 10)}
    assert table.play("pass", 11).items("tallies") == ("B:lethal:13",)
    table = Table("srd35", position, A="bab 0", B="bab 0", C="bab 0")
    assert table.play("pass", 10).items("standing") == ("B:stable",)
    last = Table("srd35", "standing=B:dying tallies=B:lethal:19", A="bab 0", B="bab 0", C="bab 0")
    assert last.play("pass", 50).items("standing") == ("B:dead",)


@clause("srd35.harm.lethal", applies=False)
def test_srd35_harm_lethal_not_by_bare_hands() -> None:
    assert Table("srd35", PAIR, A="bab 9", B="bab 0").play("damage:B:nonlethal", 12, 3, 2).items("tallies") == (
        "B:nonlethal:2",
    )


@clause("srd35.harm.criticals", applies=True)
def test_srd35_harm_criticals_applies_a_threat_is_confirmed_and_multiplied() -> None:
    axe = {"bab": 4, "strength": 14, "hand": "battleaxe"}
    table = Table("srd35", A=axe, B="bab 0 ac 12 hp 60")
    assert table.law("attack:B:battleaxe")["top"] == Fraction(1, 20)
    assert table.play("attack:B:battleaxe", 20, 12, 3, 4, 5).harms == (("B", 12 + 6),)
    table = Table("srd35", A=axe, B="bab 0 ac 12 hp 60")
    assert table.play("attack:B:battleaxe", 20, 2, 3).harms == (("B", 5),)
    keen = Table("srd35", A={"bab": 0, "hand": "rapier"}, B="bab 0 ac 20 hp 60")
    assert keen.law("attack:B:rapier") == {"top": Fraction(1, 20), "miss": Fraction(19, 20)}  # 18 and 19 miss


@clause("srd35.harm.criticals", applies=False)
def test_srd35_harm_criticals_not_on_a_grapple_check() -> None:
    assert Table("srd35", PAIR, A="bab 0", B="bab 0").play("pin:B", 20, 3).items("holds") == ("A:B:pin",)


@ruling("srd35", "criticals")
def test_srd35_ruling_criticals_are_played_or_not() -> None:
    table = Table("srd35", A={"bab": 4, "hand": "longsword"}, B="bab 0 hp 60")
    assert table.play("attack:B:longsword", 19, 12, 3, 4).harms == (("B", 7),)
    table = Table("srd35(criticals=no)", A={"bab": 4, "hand": "longsword"}, B="bab 0 hp 60")
    assert table.play("attack:B:longsword", 19, 3).harms == (("B", 3),)


@pytest.mark.parametrize(
    ("standing", "kind", "later"),
    [
        ("up", "nonlethal", "up staggered unconscious"),
        ("up", "lethal", "up staggered disabled unconscious dying dead"),
        ("staggered", "nonlethal", "unconscious"),
        ("staggered", "lethal", "unconscious dying dead"),
        ("disabled", "nonlethal", "unconscious"),
        ("disabled", "lethal", "dying dead"),
        ("unconscious", "nonlethal", "unconscious"),
        ("unconscious", "lethal", "unconscious dying dead"),
        ("dying", "nonlethal", "dying"),
        ("dying", "lethal", "dying dead"),
        ("stable", "nonlethal", "dying"),
        ("stable", "lethal", "dying dead"),
        ("dead", "lethal", "dead"),
    ],
)
def test_how_a_fighter_may_stand_after_more_harm(standing: str, kind: str, later: str) -> None:
    table = Table("srd35", A="bab 0", B="bab 0")
    stance = table.position.stance.stand(1, standing)
    found = harm.outcomes(table.bout, stance, Harm(1, (), Sum(1), kind, (), ()))
    assert [one.standing for one in found] == later.split()
    assert all(one.through for one in found)
