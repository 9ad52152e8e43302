"""Actions in the grapple: the clauses of chapter `grappling`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause

HELD = "holds=A:B:grapple"
EVEN = Fraction(19, 40)
CASTER = {"spells": [{"name": "lash", "dice": "d6"}, {"name": "hush"}], "willpower": 5, "concentration": 2}


# cphera.grappling.cast


@clause("cphera.grappling.cast", applies=True)
def test_cphera_grappling_cast_applies_concentration_against_a_fresh_grapple_check() -> None:
    # d20 + 5 + 2 against d20 + 1 + 3.
    table = Table("cphera", HELD, A=CASTER, B="")
    assert table.law("cast:B:lash")["won"] == Fraction(sum(max(0, min(20, face + 2)) for face in range(1, 21)), 400)
    assert table.play("cast:B:lash", 5, 7, 6).harms == (("B", 6),)
    tied = Table("cphera", HELD, A=CASTER, B="").play("cast:B:lash", 5, 8)
    assert tied.facts[-1] == "A loses the spell."
    assert "A:ap:4" in tied.line


@clause("cphera.grappling.cast", applies=True)
def test_cphera_grappling_cast_applies_against_the_foe_with_the_highest_result() -> None:
    for holds, highest in (
        ("A:B:level,A:C:level,B:C:grapple", "B"),
        ("A:B:level,A:C:level,C:B:grapple", "C"),
        ("A:B:level,A:C:level,B:C:level", "B"),
    ):
        table = Table("cphera", f"holds={holds}", sides=(0, 1, 1), A=CASTER, B="strength 4", C="strength 9")
        edge = 7 - {"B": 5, "C": 10}[highest]
        won = Fraction(sum(one + edge > other for one in range(1, 21) for other in range(1, 21)), 400)
        assert table.law("cast:B:hush")["won"] == won


@clause("cphera.grappling.cast", applies=True)
def test_cphera_grappling_cast_applies_as_a_refusal_to_who_knows_no_spell_or_target() -> None:
    assert Table("cphera", HELD, A="", B="").refused("cast:B").clause == "cphera.grappling.cast"
    assert Table("cphera", HELD, A=CASTER, B="").refused("cast:A").clause == "cphera.grappling.cast"


@clause("cphera.grappling.cast", applies=False)
def test_cphera_grappling_cast_not_in_an_attack_nor_while_pinned() -> None:
    assert Table("cphera", HELD, A=CASTER, B="").play("attack:B:fists", 1).facts == ("A attacks B.", "A misses B.")
    pinned = Table("cphera", "holds=B:A:grapple,B:A:pin", A=CASTER, B="")
    assert pinned.refused("cast:B:lash").clause == "cphera.pin.pinned"


def test_a_spell_outside_asks_for_nothing() -> None:
    assert Table("cphera", "budgets=A:ap:8", A=CASTER, B="").play("cast:B:lash", 6).harms == (("B", 6),)


# cphera.grappling.attack


@clause("cphera.grappling.attack", applies=True)
def test_cphera_grappling_attack_applies_4_less_on_a_partner() -> None:
    for hand, miss in (("", Fraction(13, 20)), ("knife", Fraction(13, 20))):
        table = Table("cphera(criticals=no)", HELD, A=f"hand {hand}" if hand else "", B="")
        assert table.law(f"attack:B:{hand or 'fists'}")["miss"] == miss
    assert "A:ap:4" in table.play("attack:B:knife", 1).line


@clause("cphera.grappling.attack", applies=True)
def test_cphera_grappling_attack_applies_as_a_refusal_to_other_weapons_and_others() -> None:
    table = Table("cphera", HELD, A="hand club", B="", C="")
    assert "attack:B:club" not in table.legal
    assert "attack:B:fists" in table.legal
    reason = "A cannot attack C now: in a grapple, and not with this one [cphera.grappling.attack]"
    assert str(table.refused("attack:C")) == reason
    beast = {"weapons": [{"name": "bite", "dice": "d8", "natural": True, "hands": 0}]}
    assert {"attack:B:bite", "attack:B:fists"} <= set(Table("cphera", HELD, A=beast, B="").legal)


@clause("cphera.grappling.attack", applies=False)
def test_cphera_grappling_attack_not_outside() -> None:
    table = Table("cphera(criticals=no)", A="hand club", B="")
    assert table.law("attack:B:club")["miss"] == Fraction(9, 20)


# cphera.grappling.crush


@clause("cphera.grappling.crush", applies=True)
def test_cphera_grappling_crush_applies_strength_and_margin_unresisted() -> None:
    table = Table("cphera", HELD, A="", B="endurance 9")
    law = table.law("crush:B")
    assert law["lost"] == Fraction(21, 40)
    assert law[1] == Fraction(19, 400)
    assert law[19] == Fraction(1, 400)
    played = table.play("crush:B", 15, 9)
    assert played.harms == (("B", 9),)
    assert "B:sublethal:9" in played.line
    assert "A:ap:2" in played.line


@clause("cphera.grappling.crush", applies=True)
def test_cphera_grappling_crush_applies_a_tie_won_by_modifier_has_no_margin() -> None:
    table = Table("cphera(tie=modifier)", HELD, A="strength 5", B="")
    assert table.law("crush:B")[0] == Fraction(9, 200)
    assert table.play("crush:B", 7, 9).harms == (("B", 5),)


@clause("cphera.grappling.crush", applies=False)
def test_cphera_grappling_crush_not_when_lost_no_harm_nor_by_fists() -> None:
    table = Table("cphera", HELD, A="", B="")
    assert table.play("attack:B:fists", 20, 1, 3).harms == (("B", 3),)


def test_a_lost_crush_costs_and_does_nothing() -> None:
    played = Table("cphera", HELD, A="", B="").play("crush:B", 9, 9)
    assert played.harms == ()
    assert played.items("budgets") == ("A:ap:2", "B:ap:8")


# cphera.grappling.draw


@clause("cphera.grappling.draw", applies=True)
def test_cphera_grappling_draw_applies_a_light_weapon_on_a_check() -> None:
    form = {"carries": ["knife", "sword"]}
    table = Table("cphera", HELD, A=form, B="")
    assert [token for token in table.legal if token.startswith("draw")] == ["draw:B:knife"]
    assert table.law("draw:B:knife")["won"] == EVEN
    assert table.play("draw:B:knife", 10, 9).items("hands") == ("A:knife",)
    lost = Table("cphera", HELD, A=form, B="").play("draw:B:knife", 9, 9)
    assert (lost.items("hands"), lost.items("budgets")) == ((), ("A:ap:6", "B:ap:8"))


@clause("cphera.grappling.draw", applies=True)
def test_cphera_grappling_draw_applies_against_one_partner_of_another_side() -> None:
    holds = "holds=A:B:level,A:C:level,B:C:level"
    table = Table("cphera", holds, sides=(0, 0, 1), A="carries knife", B="", C="strength 7")
    assert [token for token in table.legal if token.startswith("draw")] == ["draw:C:knife"]
    assert table.law("draw:C:knife")["won"] == Fraction(3, 10)
    alone = Table("cphera", "holds=A:B:level", sides=(0, 0, 1), A="carries knife", B="", C="")
    assert alone.play("draw:knife").items("hands") == ("A:knife",)


@clause("cphera.grappling.draw", applies=True)
def test_cphera_grappling_draw_applies_as_a_refusal_with_a_full_hand_or_nothing_light() -> None:
    for form in ({"hand": "knife", "carries": ["dagger"]}, {"carries": ["sword"]}):
        assert Table("cphera", HELD, A=form, B="").refused("draw").clause == "cphera.grappling.draw"


@clause("cphera.grappling.draw", applies=False)
def test_cphera_grappling_draw_not_outside() -> None:
    assert Table("cphera", A="carries sword", B="").play("draw:sword").items("hands") == ("A:sword",)


# cphera.grappling.move


@clause("cphera.grappling.move", applies=True)
def test_cphera_grappling_move_applies_half_speed_all_dragged_along() -> None:
    table = Table("cphera", f"{HELD} cells=A:0.0,B:0.0", squares="hex 1x9 A@0.0 B@0.1", A="speed 7", B="")
    played = table.play("move", "resist", 10, 9, "s", "s")
    assert played.items("cells") == ("A:0.3", "B:0.3")
    assert "A:ap:5" in played.line
    slow = Table("cphera", f"{HELD} cells=A:0.0,B:0.0", squares="hex 1x9 A@0.0 B@0.1", A="speed 1", B="")
    assert slow.play("move", "let").items("cells") == ("A:0.1", "B:0.1")


@clause("cphera.grappling.move", applies=True)
def test_cphera_grappling_move_applies_against_every_result() -> None:
    holds = "holds=A:B:level,A:C:level,B:C:level"
    table = Table("cphera", holds, A="", B="", C="strength 5")
    both = Fraction(sum((face - 1) * max(0, face - 3) for face in range(1, 21)), 8000)
    assert table.law("move", "resist", "resist")["won"] == both
    assert table.law("move", "resist", "let")["won"] == EVEN
    assert table.play("move", "resist", "resist", 10, 9, 8).facts == ("A cannot move the grapple.",)
    assert table.play("move", "let", "let").facts == ("A moves the grapple.",)


@clause("cphera.grappling.move", applies=True)
def test_cphera_grappling_move_applies_4_more_with_an_opponent_pinned() -> None:
    pinned = f"{HELD},A:B:pin"
    assert Table("cphera", pinned, A="", B="").law("move", "resist")["won"] == Fraction(33, 50)
    assert Table("cphera", HELD, A="", B="").law("move", "resist")["won"] == EVEN
    group = "holds=A:B:level,A:B:pin,A:C:level,B:C:level"
    assert Table("cphera", group, A="", B="", C="").law("move", "let", "resist")["won"] == Fraction(33, 50)


@clause("cphera.grappling.move", applies=True)
def test_cphera_grappling_move_applies_as_a_refusal_without_a_free_hex() -> None:
    for third, legal in (("0.1", False), ("0.2", True)):
        table = Table(
            "cphera", f"{HELD} cells=A:0.0,B:0.0,C:{third}", squares="hex 1x3 A@0.0 B@0.1 C@0.2", A="", B="", C=""
        )
        assert ("move" in table.legal) == legal
        if not legal:
            assert str(table.refused("move")) == "A cannot move now: no free adjacent hex [cphera.grappling.move]"


@clause("cphera.grappling.move", applies=False)
def test_cphera_grappling_move_not_outside() -> None:
    table = Table("cphera", squares="hex 4x4 A@0.0 B@3.3", A="", B="")
    assert table.play("move:s").items("cells") == ("A:0.1", "B:3.3")


# cphera.grappling.use-weapon


@clause("cphera.grappling.use-weapon", applies=True)
def test_cphera_grappling_use_weapon_applies_a_check_then_an_attack_at_4_less() -> None:
    table = Table("cphera(criticals=no)", HELD, A="", B="hand knife")
    assert table.law("use-weapon:B")["won"] == EVEN
    assert table.law("use-weapon:B", "won")["miss"] == Fraction(13, 20)
    played = table.play("use-weapon:B", 10, 9, 14, 4)
    assert played.harms == (("B", 7),)
    assert played.items("hands") == ("B:knife",)
    assert "A:ap:2" in played.line
    lost = Table("cphera", HELD, A="", B="hand knife").play("use-weapon:B", 9, 9)
    assert lost.facts == ("A cannot turn the weapon of B.",)


@clause("cphera.grappling.use-weapon", applies=True)
def test_cphera_grappling_use_weapon_applies_as_a_refusal_without_a_light_weapon() -> None:
    for hand in ("", "hand sword"):
        refusal = Table("cphera", HELD, A="", B=hand).refused("use-weapon:B")
        assert refusal.clause == "cphera.grappling.use-weapon"


@clause("cphera.grappling.use-weapon", applies=False)
def test_cphera_grappling_use_weapon_not_with_the_own_one() -> None:
    assert Table("cphera", HELD, A="hand knife", B="hand knife").play("attack:B:knife", 14, 4).harms == (("B", 7),)
