"""In a grapple of srd35: what it does to all in it, and the list of what each can try."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling

HELD = "holds=A:B:hold"
THREE = "holds=A:B:hold,A:C:hold"
GUARD = {"bab": 5, "hand": "longsword", "hp": 20}


def caster(**changes: Any) -> dict[str, Any]:
    """Somebody with one spell, a bolt of level 2 without a somatic part."""
    return {"bab": 0, "concentration": 5, "spells": [{"name": "bolt", "level": 2, "dice": "2d4", **changes}]}


# What a grapple does


@clause("srd35.grappling.no-threat", applies=True)
def test_srd35_grappling_no_threat_applies_a_grappler_strikes_at_nobody_who_passes() -> None:
    table = Table(
        "srd35", "holds=B:C:hold cells=A:0.0,B:1.0,C:1.0", squares="3x2 A@0.0 B@1.0 C@2.1", A="bab 0", B=GUARD, C=GUARD
    )
    played = table.play("move", "s", "stop")
    assert played.facts == (
        "A moves.",
        "B is grappling, and threatens nobody.",
        "C is grappling, and threatens nobody.",
    )
    assert len(played.choices) == 2


@clause("srd35.grappling.no-threat", applies=False)
def test_srd35_grappling_no_threat_not_for_who_is_free() -> None:
    table = Table("srd35", squares="3x2 A@0.0 B@1.0", A="bab 0 ac 30", B=GUARD)
    assert table.play("move", "s", "longsword", 2, "stop").choices[1].options[0] == "longsword"


@clause("srd35.grappling.dex", applies=True)
def test_srd35_grappling_dex_applies_against_outsiders() -> None:
    nimble = {"bab": 0, "dexterity": 16, "ac": 15, "dodge": 1}
    table = Table("srd35", "holds=B:C:hold", A="bab 4", B=nimble, C="bab 0")
    assert table.law("attack:B:unarmed:nonlethal")["hit"] == Fraction(13, 20)  # +4 against 11, threats apart
    assert [part.value for part in table.play("attack:B:unarmed:nonlethal", 2).rolls[0].parts if part.owner] == [15, -4]


@clause("srd35.grappling.dex", applies=False)
def test_srd35_grappling_dex_not_against_who_is_in_the_grapple_with_you() -> None:
    nimble = {"bab": 0, "dexterity": 16, "ac": 15}
    assert Table("srd35", HELD, A="bab 8", B=nimble).law("attack:B:unarmed:nonlethal")["miss"] == Fraction(10, 20)


@clause("srd35.grappling.no-move", applies=True)
def test_srd35_grappling_no_move_applies_to_moves_and_steps() -> None:
    table = Table("srd35", f"{HELD} cells=A:1.1,B:1.1", squares="3x3 A@1.1 B@0.0", A="bab 0", B="bab 0")
    assert table.refused("move").clause == table.refused("step").clause == "srd35.grappling.no-move"


@clause("srd35.grappling.no-move", applies=False)
def test_srd35_grappling_no_move_not_to_who_is_in_no_grapple() -> None:
    table = Table("srd35", squares="3x3 A@1.1 B@1.0", A="bab 0", B="bab 0")
    assert table.play("step", "s").items("cells")[0] == "A:1.2"


@clause("srd35.grappling.list", applies=True)
def test_srd35_grappling_list_applies_to_a_second_grapple_and_to_outsiders() -> None:
    table = Table("srd35", HELD, A="bab 0", B="bab 0", C="bab 0")
    assert str(table.refused("grapple:C")) == (
        "A cannot grapple C now: you are grappling already [srd35.grappling.list]"
    )
    assert table.refused("attack:C").clause == "srd35.grappling.list"
    prone = Table("srd35", f"{HELD} marks=A:prone", A="bab 0", B="bab 0")
    assert prone.refused("stand").clause == "srd35.grappling.list"


@clause("srd35.grappling.list", applies=False)
def test_srd35_grappling_list_not_to_who_is_in_no_grapple() -> None:
    assert Table("srd35", A="bab 0", B="bab 0", C="bab 0").play("grapple:C:nonlethal", 2).items("turn") == ("B",)


@ruling("srd35", "start_while_grappling")
def test_srd35_ruling_start_while_grappling_takes_the_place_of_an_attack() -> None:
    table = Table("srd35", HELD, A="bab 6", B="bab 0", C="bab 0")
    assert table.refused("grapple:C").clause == "srd35.grappling.list"
    table = Table("srd35(start_while_grappling=yes)", HELD, A="bab 6", B="bab 0", C="bab 0")
    played = table.play("grapple:C:nonlethal", 10, 12, 3, 2, "move-in")
    assert played.items("holds") == ("A:B:hold", "A:C:hold")
    assert played.items("budgets") == ("A:attacks:1", "A:move:1")


# Attacks


@clause("srd35.grappling.attacks", applies=True)
def test_srd35_grappling_attacks_applies_each_at_the_next_lower_bonus() -> None:
    table = Table("srd35", HELD, A="bab 11", B="grapple 12")
    assert table.law("escape:grapple", "hold")["won"] == Fraction(171, 400)
    table.play("escape:grapple", "hold", 10, 12)
    assert table.law("escape:grapple", "hold")["won"] == Fraction(91, 400)
    table.play("escape:grapple", "hold", 10, 12)
    assert table.law("escape:grapple", "hold")["won"] == Fraction(9 * 8, 800)  # +1 against +12
    assert table.play("escape:grapple", "hold", 2, 12).items("turn") == ("A",)  # free actions are left
    assert str(table.refused("escape:grapple")) == (
        "A cannot escape now: no attack left this turn [srd35.grappling.attacks]"
    )


@clause("srd35.grappling.attacks", applies=True)
def test_srd35_grappling_attacks_applies_after_the_first_one_may_still_move() -> None:
    table = Table("srd35", HELD, A={"bab": 6, "carries": ["dagger"]}, B="bab 0")
    table.play("pin:B", 2, 19)
    assert table.play("draw:B:dagger", 12, 3).items("hands") == ("A:dagger",)
    assert table.refused("pin:B").clause == "srd35.grappling.attacks"
    table = Table("srd35", HELD, A={"bab": 6, "carries": ["dagger"]}, B="bab 0")
    table.play("pin:B", 2, 19)
    table.play("pin:B", 2, 19)
    assert table.refused("draw:B:dagger").clause == "srd35.base.actions"


@clause("srd35.grappling.attacks", applies=False)
def test_srd35_grappling_attacks_not_on_the_first_attack() -> None:
    assert Table("srd35", HELD, A="bab 6", B="bab 6").law("pin:B")["won"] == Fraction(1, 2)


@pytest.mark.parametrize(("bab", "attacks"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (16, 4), (30, 4)])
def test_attacks_by_base_attack_bonus(bab: int, attacks: int) -> None:
    table = Table("srd35", HELD, A=f"bab {bab}", B="grapple 90")
    for _ in range(attacks):
        table.play("pin:B", 10, 10)
    assert table.refused("pin:B").clause == "srd35.grappling.attacks"


@ruling("srd35", "same_attack")
def test_srd35_ruling_same_attack_lets_a_hold_be_used_at_once_or_next_turn() -> None:
    script = ("grapple:B:nonlethal", 10, 12, 3, 2, "move-in")
    table = Table("srd35", A="bab 6", B="bab 0")
    table.play(*script)
    assert table.law("pin:B")["won"] == Fraction(229, 400)
    table = Table("srd35(same_attack=next-turn)", A="bab 6", B="bab 0")
    table.play(*script)
    assert table.refused("pin:B").clause == "srd35.grappling.attacks"


# The list


@clause("srd35.grappling.item", applies=True)
def test_srd35_grappling_item_applies_without_a_check_but_no_spell_completion() -> None:
    items = [{"name": "wand", "kind": "trigger", "dice": "2d4"}, {"name": "scroll", "kind": "completion"}]
    table = Table("srd35", HELD, A={"bab": 0, "items": items}, B="bab 0 hp 20")
    assert table.refused("activate:scroll").clause == "srd35.grappling.item"
    assert table.play("activate:B:wand", 3, 2).harms == (("B", 5),)
    assert table.refused("activate:B:wand").clause == "srd35.base.actions"


@clause("srd35.grappling.item", applies=False)
def test_srd35_grappling_item_not_for_who_is_in_no_grapple() -> None:
    table = Table("srd35", A={"bab": 0, "items": [{"name": "scroll", "kind": "completion"}]}, B="bab 0")
    assert table.play("activate:scroll").facts == ("A activates the scroll.",)


@clause("srd35.grappling.attack", applies=True)
def test_srd35_grappling_attack_applies_at_minus_4_with_a_light_weapon() -> None:
    table = Table("srd35", HELD, A="bab 4 hand dagger", B="bab 0 ac 12 hp 20")
    assert table.law("attack:B:dagger") == {"top": Fraction(1, 10), "hit": Fraction(7, 20), "miss": Fraction(11, 20)}
    table = Table("srd35", HELD, A="bab 4 hand longsword", B="bab 0")
    assert "attack:B:longsword" not in table.legal
    assert "attack:B:unarmed:lethal" in table.legal


@clause("srd35.grappling.attack", applies=False)
def test_srd35_grappling_attack_not_from_outside() -> None:
    assert Table("srd35", A="bab 4 hand dagger", B="bab 0 ac 12").law("attack:B:dagger")["miss"] == Fraction(7, 20)


@ruling("srd35", "natural_attacks")
def test_srd35_ruling_natural_attacks_gives_one_a_turn_or_all_of_them() -> None:
    bear = {
        "bab": 6,
        "strength": 18,
        "natural": [{"name": "claw", "dice": "1d6", "count": 2}, {"name": "bite", "dice": "1d8"}],
    }
    table = Table("srd35", HELD, A=bear, B="bab 0 ac 10 hp 60")
    table.play("attack:B:bite", 10, 3)
    assert not any(token.startswith(("attack:B:claw", "attack:B:bite")) for token in table.legal)
    assert table.law("pin:B")["won"] == Fraction(59, 80)  # +5 by base attack bonus
    table = Table("srd35(natural_attacks=all)", HELD, A=bear, B="bab 0 ac 10 hp 60")
    table.play("attack:B:claw", 10, 3)
    table.play("attack:B:claw", 10, 3)
    bite = table.play("attack:B:bite", 10, 3).rolls[0]
    assert ("secondary", -5) in [(part.name, part.value) for part in bite.parts]


@clause("srd35.grappling.break-pin", applies=True)
def test_srd35_grappling_break_pin_applies_the_third_is_grappling_still() -> None:
    table = Table("srd35", "holds=A:B:hold,B:C:pin,A:C:hold", A="bab 4", B="bab 0", C="bab 0")
    assert table.law("break-pin:B")["won"] == Fraction(7, 10)
    assert table.play("break-pin:B", 10, 9).items("holds") == ("A:B:hold", "A:C:hold", "B:C:hold")
    assert table.refused("break-pin:C").clause == "srd35.grappling.attacks"


@clause("srd35.grappling.break-pin", applies=True)
def test_srd35_grappling_break_pin_applies_where_nobody_pins_a_third() -> None:
    assert Table("srd35", HELD, A="bab 4", B="bab 0").refused("break-pin:B").clause == "srd35.grappling.break-pin"


@clause("srd35.grappling.break-pin", applies=False)
def test_srd35_grappling_break_pin_not_when_one_breaks_ones_own() -> None:
    table = Table("srd35", "holds=B:A:pin", A="bab 4", B="bab 0")
    assert table.play("escape-pin:grapple", 10, 9).items("holds") == ("A:B:hold",)


@clause("srd35.grappling.cast", applies=True)
def test_srd35_grappling_cast_applies_concentration_20_and_the_level() -> None:
    table = Table("srd35", HELD, A=caster(), B="bab 0 hp 20")
    assert table.law("cast:B:bolt") == {"won": Fraction(1, 5), "lost": Fraction(4, 5)}  # 17 or more
    assert table.play("cast:B:bolt", 16).facts[-1] == "A loses the bolt."
    pinned = Table("srd35", "holds=B:A:pin", A=caster(), B="bab 0 hp 20")
    assert pinned.play("cast:B:bolt", 17, 3, 4).harms == (("B", 7),)


@clause("srd35.grappling.cast", applies=True)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"somatic": True}, "has a somatic component"),
        ({"precise": True}, "takes precise and careful action"),
        ({"casting": "full-round"}, "takes longer than a standard action"),
        ({"material": True}, "needs its component in hand"),
        ({"focus": True}, "needs its component in hand"),
    ],
)
def test_srd35_grappling_cast_applies_to_what_cannot_be_cast_at_all(change: dict[str, Any], why: str) -> None:
    refusal = Table("srd35", HELD, A=caster(**change), B="bab 0").refused("cast:B:bolt")
    assert str(refusal) == f"A cannot cast B now: bolt {why} [srd35.grappling.cast]"


@clause("srd35.grappling.cast", applies=False)
def test_srd35_grappling_cast_not_out_of_a_grapple() -> None:
    table = Table("srd35", A=caster(somatic=True, material=True), B="bab 0 hp 20")
    assert table.play("cast:B:bolt", 1, 1).harms == (("B", 2),)


def test_a_spell_cast_as_a_free_action_leaves_the_actions_and_comes_once() -> None:
    table = Table("srd35", HELD, A=caster(casting="free"), B="bab 0 hp 20")
    table.play("cast:B:bolt", 20, 1, 1)
    assert table.refused("cast:B:bolt").clause == "srd35.base.actions"
    assert "pin:B" in table.legal


@clause("srd35.grappling.damage", applies=True)
def test_srd35_grappling_damage_applies_nonlethal_or_lethal_at_minus_4() -> None:
    table = Table("srd35", HELD, A="bab 4 str 14", B="bab 0 hp 20")
    assert table.law("damage:B:nonlethal")["won"] == Fraction(400 - 14 * 13 // 2, 400)  # +6
    assert table.law("damage:B:lethal")["won"] == Fraction(247, 400)  # +2
    assert table.law("damage:B:nonlethal", "won") == {3: Fraction(1, 3), 4: Fraction(1, 3), 5: Fraction(1, 3)}
    assert table.play("damage:B:lethal", 12, 3, 1).items("tallies") == ("B:lethal:3",)


@clause("srd35.grappling.damage", applies=True)
def test_srd35_grappling_damage_applies_by_size_and_none_for_the_smallest() -> None:
    most = {"tiny": 1, "small": 2, "medium": 3, "large": 4, "huge": 6, "gargantuan": 8, "colossal": 12}
    for size, highest in most.items():
        law = Table("srd35", HELD, A=f"grapple 30 size {size}", B="bab 0 hp 40").law("damage:B:nonlethal", "won")
        assert max(law) == highest
    weak = Table("srd35", HELD, A="grapple 30 str 4", B="bab 0").law("damage:B:nonlethal", "won")
    assert weak == {1: 1}
    tiny = Table("srd35", HELD, A="grapple 30 size diminutive str 30", B="bab 0")
    assert tiny.refused("damage:B").clause == "srd35.grappling.damage"


@clause("srd35.grappling.damage", applies=False)
def test_srd35_grappling_damage_not_when_one_pins() -> None:
    assert Table("srd35", HELD, A="bab 0", B="bab 0").play("pin:B", 10, 3).harms == ()


@clause("srd35.grappling.monk", applies=True)
def test_srd35_grappling_monk_applies_more_damage_of_either_sort_at_no_price() -> None:
    table = Table("srd35", HELD, A="bab 3 monk 4", B="bab 0 hp 30")
    for kind in ("lethal", "nonlethal"):
        assert table.law(f"damage:B:{kind}")["won"] == Fraction(33, 50)
        assert max(table.law(f"damage:B:{kind}", "won")) == 8


@clause("srd35.grappling.monk", applies=True)
@pytest.mark.parametrize(
    ("size", "most"),
    [("tiny", 4), ("small", 6), ("medium", 8), ("large", 12), ("huge", 18), ("gargantuan", 24), ("colossal", 36)],
)
def test_srd35_grappling_monk_applies_at_every_size_that_strikes(size: str, most: int) -> None:
    """1d8 at Medium; beyond the three sizes of the table it grows and shrinks as a weapon does."""
    table = Table("srd35", HELD, A=f"bab 3 monk 4 size {size}", B=f"bab 0 hp 30 size {size}")
    assert max(table.law("damage:B:lethal", "won")) == most


@clause("srd35.grappling.monk", applies=False)
def test_srd35_grappling_monk_not_for_others() -> None:
    table = Table("srd35", HELD, A="bab 3", B="bab 0 hp 30")
    assert table.law("damage:B:lethal")["won"] == 1 - Fraction(229, 400)


@ruling("srd35", "ius_lethal")
def test_srd35_ruling_ius_lethal_waives_the_price_or_not() -> None:
    for value, chance in (("free", Fraction(7, 10)), ("minus4", Fraction(1, 2))):
        table = Table(f"srd35(ius_lethal={value})", HELD, A="bab 4 feat improved_unarmed_strike", B="bab 0")
        assert table.law("damage:B:lethal")["won"] == chance


@clause("srd35.grappling.draw", applies=True)
def test_srd35_grappling_draw_applies_a_light_weapon_on_a_check_with_the_full_bonus() -> None:
    armed = {"bab": 8, "carries": ["longsword", "dagger"]}
    table = Table("srd35", THREE, A=armed, B="bab 0", C="bab 8")
    assert [token for token in table.legal if token.startswith("draw")] == ["draw:B:dagger", "draw:C:dagger"]
    assert table.law("draw:B:dagger")["won"] == Fraction(167, 200)
    table.play("pin:C", 2, 19)
    played = table.play("draw:B:dagger", 2, 19)
    assert (played.facts[-1], played.items("hands")) == ("A does not draw the dagger.", ())


@clause("srd35.grappling.draw", applies=False)
def test_srd35_grappling_draw_not_out_of_a_grapple() -> None:
    table = Table("srd35", A={"bab": 0, "carries": ["longsword"]}, B="bab 0")
    assert table.play("draw:longsword").items("hands") == ("A:longsword",)


@clause("srd35.grappling.escape", applies=True)
def test_srd35_grappling_escape_applies_one_check_must_beat_all_who_hold() -> None:
    table = Table("srd35", THREE, A="bab 0", B="bab 0", C="bab 0")
    assert table.law("escape:grapple", "hold", "hold")["won"] == Fraction(533, 1600)
    assert table.law("escape:grapple", "hold", "let")["won"] == Fraction(1, 2)
    assert table.play("escape:grapple", "let", "let").items("holds") == ()
    table = Table("srd35", THREE, A="bab 0", B="bab 0", C="bab 0")
    assert table.play("escape:grapple", "hold", "hold", 10, 5, 11).items("holds") == ("A:B:hold", "A:C:hold")


@clause("srd35.grappling.escape", applies=True)
def test_srd35_grappling_escape_applies_by_escape_artist_as_a_standard_action() -> None:
    table = Table("srd35", HELD, A="bab 6 escape 15", B="grapple 12")
    assert table.law("escape:escape-artist", "hold")["won"] == Fraction(33, 50)
    table.play("escape:escape-artist", "hold", 2, 19)
    assert not any(token.startswith("escape") for token in table.legal)


@clause("srd35.grappling.escape", applies=True)
def test_srd35_grappling_escape_applies_to_a_free_adjacent_square_struck_at_by_others_alone() -> None:
    table = Table(
        "srd35",
        f"{HELD} cells=A:0.0,B:0.0,C:1.0",
        squares="3x2 A@0.0 B@0.1 C@1.0 #1.1",
        sides=(0, 1, 1),
        A="bab 0 ac 30",
        B=GUARD,
        C=GUARD,
    )
    played = table.play("escape:grapple", "let", "longsword", 2)
    assert played.choices[-1].fighter == 2
    assert played.items("cells")[0] == "A:0.1"


@clause("srd35.grappling.escape", applies=False)
def test_srd35_grappling_escape_not_when_a_pin_is_broken() -> None:
    table = Table("srd35", "holds=B:A:pin", A="bab 0", B="bab 0")
    assert table.play("escape-pin:grapple", 12, 3).items("holds") == ("A:B:hold",)


@ruling("srd35", "escape_many")
def test_srd35_ruling_escape_many_rolls_once_or_for_each() -> None:
    for value, chance in (("one-roll", Fraction(533, 1600)), ("each", Fraction(1, 4))):
        ends = Table(f"srd35(escape_many={value})", THREE, A="bab 0", B="bab 0", C="bab 0").ends(
            "escape:grapple", "hold", "hold"
        )
        assert sum(share for line, share in ends.items() if "holds=" not in line) == chance


@clause("srd35.grappling.move", applies=True)
def test_srd35_grappling_move_applies_half_speed_and_all_come_along() -> None:
    where = "cells=A:0.0,B:0.0,C:0.0"
    table = Table(
        "srd35", f"{THREE} {where}", squares="6x1 A@0.0 B@1.0 C@2.0", A="bab 0 speed 30", B="bab 0", C="bab 0"
    )
    assert table.law("move-grapple", "hold", "hold")["won"] == Fraction(533, 1600)
    played = table.play("move-grapple", "let", "hold", 12, 3, "stop")
    assert played.items("cells") == ("A:1.0", "B:1.0", "C:1.0")
    table = Table("srd35", f"{HELD} cells=A:0.0,B:0.0", squares="9x1 A@0.0 B@1.0", A="bab 0 speed 30", B="bab 0")
    assert table.play("move-grapple", "let", "e", "e").items("cells") == ("A:3.0", "B:3.0")
    assert Table("srd35", HELD, A="bab 0 speed 5", B="bab 0").refused("move-grapple").clause == "srd35.grappling.move"


@clause("srd35.grappling.move", applies=True)
def test_srd35_grappling_move_applies_4_more_with_the_pinned_alone() -> None:
    until = "srd35(pin=until-broken)"
    table = Table(until, "holds=A:B:pin", A="bab 0", B="bab 0")
    assert table.law("move-grapple", "hold")["won"] == Fraction(7, 10)
    table = Table(until, "holds=A:B:pin,A:C:hold", A="bab 0", B="bab 0", C="bab 0")
    assert table.law("move-grapple", "hold", "let")["won"] == Fraction(1, 2)


@clause("srd35.grappling.move", applies=True)
def test_srd35_grappling_move_applies_outsiders_strike_mover_and_moved_once_each() -> None:
    watch = {**GUARD, "feats": ["combat_reflexes"], "dexterity": 18}
    table = Table(
        "srd35",
        f"{HELD} cells=A:0.1,B:0.1,C:1.0",
        squares="5x2 A@0.1 B@4.1 C@1.0",
        sides=(0, 1, 2),
        A="bab 0 ac 30 speed 30",
        B="bab 0 ac 30",
        C=watch,
    )
    played = table.play("move-grapple", "let", "e", "longsword", 2, "longsword", 2, "e", "e")
    assert [choice.fighter for choice in played.choices] == [1, 0, 2, 2, 0, 0]


@clause("srd35.grappling.move", applies=False)
def test_srd35_grappling_move_not_when_an_outsider_moves() -> None:
    table = Table("srd35", squares="3x1 A@0.0 B@2.0", A="bab 0 speed 10", B="bab 0")
    assert table.play("move", "stop").items("cells")[0] == "A:1.0"


@clause("srd35.grappling.component", applies=True)
def test_srd35_grappling_component_applies_a_whole_round_and_then_it_is_in_hand() -> None:
    table = Table("srd35", HELD, A=caster(material=True), B="bab 0 hp 30")
    played = table.play("component:bolt")
    assert played.items("marks") == ("A:component-bolt",)
    tired = Table("srd35", f"{HELD} budgets=A:move:1", A=caster(material=True), B="bab 0")
    assert tired.refused("component").clause == "srd35.base.actions"
    assert table.refused("pin:B").clause == "srd35.grappling.attacks"
    table = Table("srd35", f"{HELD} marks=A:component-bolt", A=caster(material=True), B="bab 0 hp 30")
    assert table.play("cast:B:bolt", 17, 1, 1).items("marks") == ()


@clause("srd35.grappling.component", applies=True)
def test_srd35_grappling_component_applies_where_no_spell_needs_one() -> None:
    assert Table("srd35", HELD, A=caster(), B="bab 0").refused("component").clause == "srd35.grappling.component"


@clause("srd35.grappling.component", applies=False)
def test_srd35_grappling_component_not_for_who_is_in_no_grapple() -> None:
    assert Table("srd35", A=caster(material=True), B="bab 0").refused("component").clause == "srd35.outside.menu"


@clause("srd35.grappling.opponents-weapon", applies=True)
def test_srd35_grappling_opponents_weapon_applies_a_check_and_an_attack_at_minus_4() -> None:
    table = Table("srd35", HELD, A="bab 4 str 14", B="bab 0 ac 12 hp 20 hand dagger")
    assert table.law("use-weapon:B")["won"] == Fraction(309, 400)
    assert table.law("use-weapon:B", "won") == {"top": Fraction(1, 10), "hit": Fraction(9, 20), "miss": Fraction(9, 20)}
    played = table.play("use-weapon:B", 12, 3, 11, 4)
    assert (played.harms, played.items("hands")) == ((("B", 6),), ("B:dagger",))


@clause("srd35.grappling.opponents-weapon", applies=True)
def test_srd35_grappling_opponents_weapon_applies_to_a_light_one_alone() -> None:
    for hand, why in (("longsword", "the weapon is not light"), ("", "no weapon is in that hand")):
        refusal = Table("srd35", HELD, A="bab 0", B={"bab": 0, "hand": hand}).refused("use-weapon:B")
        assert str(refusal) == f"A cannot use-weapon B now: {why} [srd35.grappling.opponents-weapon]"


@clause("srd35.grappling.opponents-weapon", applies=False)
def test_srd35_grappling_opponents_weapon_not_with_ones_own() -> None:
    table = Table("srd35", HELD, A="bab 4 hand dagger", B="bab 0 hp 20")
    assert table.play("attack:B:dagger", 12, 3).harms == (("B", 3),)


@clause("srd35.grappling.opponents-weapon", applies=True)
def test_srd35_grappling_opponents_weapon_applies_with_the_damage_of_that_weapon() -> None:
    table = Table("srd35", "holds=A:B:hold", A="bab 0", B={"bab": 0, "hand": "sap", "hp": 40})
    assert table.play("use-weapon:B", 20, 1, 19, 3).items("tallies") == ("B:nonlethal:3",)


@clause("srd35.outside.provoke", applies=True)
def test_srd35_outside_provoke_applies_and_what_is_lost_has_used_its_component_up() -> None:
    mage = {"bab": 0, "hp": 40, "spells": [{"name": "dust", "material": True}]}
    armed = {"bab": 9, "hand": "dagger"}
    table = Table("srd35(threat_without_map=all)", "marks=A:component-dust", A=mage, B=armed)
    played = table.play("cast:dust", "dagger", 15, 4, 1)
    assert played.facts[-1] == "A loses the spell."
    assert played.items("marks") == ()


@clause("srd35.grappling.opponents-weapon", applies=True)
def test_srd35_grappling_opponents_weapon_applies_to_its_owner_alone_though_it_can_be_thrown() -> None:
    axe = {"name": "hatchet", "dice": "d4", "light": True, "ranged": True}
    owner = {"bab": 0, "hp": 40, "hand": "hatchet", "weapons": [axe]}
    table = Table("srd35", "holds=A:B:hold,A:C:hold", A={"bab": 0, "strength": 16}, B=owner, C="bab 0")
    played = table.play("use-weapon:B", 20, 1, 19, 2)
    assert played.items("tallies") == ("B:lethal:5",)


def test_half_of_a_speed_is_rounded_down_to_whole_squares() -> None:
    table = Table("srd35", f"{HELD} cells=A:0.0,B:0.0", squares="9x1 A@0.0 B@1.0", A="bab 0 speed 45", B="bab 0")
    assert table.play("move-grapple", "let", "e", "e", "e").items("cells") == ("A:4.0", "B:4.0")


@clause("srd35.grappling.opponents-weapon", applies=True)
def test_srd35_grappling_opponents_weapon_applies_as_a_part_of_the_roll() -> None:
    table = Table("srd35", HELD, A="bab 4", B={"bab": 0, "hand": "dagger"})
    (_, attack) = table.play("use-weapon:B", 15, 3, 2).rolls
    parts = [(part.name, part.value, part.clause) for part in attack.parts]
    assert ("his weapon", -4, "srd35.grappling.opponents-weapon") in parts
