"""Outsiders in srd35: their menu, missiles into a grapple, what provokes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause

GUARD = {"bab": 5, "hand": "longsword", "hp": 20}
ALL = "srd35(threat_without_map=all)"


@clause("srd35.outside.menu", applies=True)
@pytest.mark.parametrize("verb", ["damage", "pin", "escape", "break-pin", "use-weapon", "move-grapple", "release"])
def test_srd35_outside_menu_applies_to_what_takes_a_grapple(verb: str) -> None:
    refusal = Table("srd35", A="bab 0", B="bab 0").refused(verb)
    assert str(refusal) == f"A cannot {verb} now: you are in no grapple [srd35.outside.menu]"


@clause("srd35.outside.menu", applies=True)
def test_srd35_outside_menu_applies_to_moving_and_standing_up_which_provoke() -> None:
    table = Table(
        "srd35",
        "marks=A:prone",
        squares="4x1 A@1.0 B@0.0",
        A="bab 0 ac 20 hp 20",
        B={**GUARD, "feats": ["combat_reflexes"], "dexterity": 16},
    )
    assert table.play("stand", "longsword", 12, 4).items("marks") == ()
    assert table.play("move", "longsword", 2, "e", "stop").choices[0].cites == (
        "srd35.start.opportunity",
        "srd35.outside.menu",
    )
    assert table.line.split("cells=")[1].startswith("A:3.0")
    step = Table("srd35", squares="4x1 A@1.0 B@0.0", A={"bab": 0, "carries": ["dagger"]}, B=GUARD)
    assert step.play("step").choices == ()
    assert step.refused("move").clause == "srd35.outside.menu"


@clause("srd35.outside.menu", applies=False)
def test_srd35_outside_menu_not_for_who_is_grappling() -> None:
    table = Table("srd35", "holds=A:B:hold", A="bab 0", B="bab 0")
    assert table.play("pin:B", 12, 3).items("holds") == ("A:B:pin",)


def test_a_full_attack_by_base_attack_bonus_and_with_natural_weapons() -> None:
    table = Table("srd35", A={"bab": 11, "hand": "longsword"}, B="bab 0 ac 20 hp 90")
    misses = [table.law("attack:B:longsword")["miss"]]
    for _ in range(2):
        table.play("attack:B:longsword", 2)
        misses.append(table.law("attack:B:longsword")["miss"])
    assert misses == [Fraction(8, 20), Fraction(13, 20), Fraction(18, 20)]
    assert table.play("attack:B:longsword", 2).items("turn") == ("A",)  # it may still drop the sword
    bear = {
        "bab": 3,
        "natural": [{"name": "claw", "bonus": 7, "dice": "1d6", "plus": 5, "count": 2}, {"name": "bite", "bonus": 2}],
    }
    table = Table("srd35", A=bear, B="bab 0 hp 90")
    assert "attack:B:bite" not in table.legal  # the primary comes first
    assert table.play("attack:B:claw", 12, 3).harms == (("B", 8),)
    table.play("attack:B:claw", 12, 3)
    assert [token for token in table.legal if token.startswith("attack")] == ["attack:B:bite"]


@clause("srd35.outside.missiles", applies=True)
def test_srd35_outside_missiles_applies_a_random_grappler_is_hit() -> None:
    archer = {"bab": 4, "hand": "longbow"}
    table = Table("srd35", "holds=B:C:hold,C:D:hold", A=archer, B="bab 0 ac 10", C="bab 0 ac 14 hp 20", D="bab 0")
    assert table.law("attack:B:longbow") == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    assert table.law("attack:B:longbow", 2)["miss"] == Fraction(9, 20)
    assert table.play("attack:B:longbow", 2, 12, 5).harms == (("C", 5),)


@clause("srd35.outside.missiles", applies=False)
def test_srd35_outside_missiles_not_in_melee_nor_at_who_is_free() -> None:
    archer = {"bab": 4, "hand": "longbow"}
    table = Table("srd35", "holds=B:C:hold", A=archer, B="bab 0", C="bab 0", D="bab 0 hp 20")
    assert table.play("attack:D:longbow", 12, 5).harms == (("D", 5),)
    sword = Table("srd35", "holds=B:C:hold", A={"bab": 4, "hand": "longsword"}, B="bab 0 hp 20", C="bab 0")
    assert sword.play("attack:B:longsword", 12, 5).harms == (("B", 5),)


def mage(**changes: Any) -> dict[str, Any]:
    """Somebody with a spell of level 2 and Concentration +8."""
    return {"bab": 0, "hp": 30, "concentration": 8, "spells": [{"name": "bolt", "level": 2, "dice": "2d4", **changes}]}


@clause("srd35.outside.provoke", applies=True)
def test_srd35_outside_provoke_applies_casting_is_disturbed_by_the_damage() -> None:
    table = Table(ALL, A=mage(), B=GUARD)
    assert table.law("cast:B:bolt", "longsword", "hit", 5, 5) == {"won": Fraction(12, 20), "lost": Fraction(8, 20)}
    lost = Table(ALL, A=mage(), B=GUARD).play("cast:B:bolt", "longsword", 12, 5, 8)  # 16 against 17
    assert lost.facts == ("B hits A.", "A loses the spell.")
    kept = Table(ALL, A=mage(), B=GUARD).play("cast:B:bolt", "longsword", 12, 5, 9, 2, 2)
    assert kept.harms == (("A", 5), ("B", 4))


@clause("srd35.outside.provoke", applies=True)
def test_srd35_outside_provoke_applies_to_potions_and_components() -> None:
    table = Table(ALL, A={"bab": 0, "items": [{"name": "draught", "kind": "potion"}]}, B=GUARD)
    assert table.play("activate:draught", "longsword", 2).items("marks") == ("A:used-draught",)
    table = Table(ALL, "holds=A:C:hold", A=mage(material=True), B=GUARD, C="bab 0")
    assert table.play("component:bolt", "longsword", 2).items("marks") == ("A:component-bolt",)


@clause("srd35.outside.provoke", applies=False)
def test_srd35_outside_provoke_not_from_a_partner_nor_by_a_wand_nor_without_a_map() -> None:
    assert Table("srd35", A=mage(), B=GUARD).play("cast:B:bolt", 2, 2).harms == (("B", 4),)
    held = Table(ALL, "holds=A:B:hold", A=mage(), B=GUARD)
    assert held.play("cast:B:bolt", 14, 2, 2).harms == (("B", 4),)
    wand = Table(ALL, A={"bab": 0, "items": [{"name": "wand", "kind": "trigger"}]}, B=GUARD)
    assert wand.play("activate:wand").choices == ()
