"""Starting a grapple in srd35: the strike it invites, the grab, the hold, moving in."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause, ruling

GRAB = "grapple:B:nonlethal"
STRIKER = {"bab": 4, "ac": 15, "touch": 11, "hp": 12, "hand": "longsword", "grapple": 3}
"""A man with touch AC 11 and grapple +3 who strikes at +4."""


# srd35.start.attack


@clause("srd35.start.attack", applies=True)
def test_srd35_start_attack_applies_one_melee_attack_a_try() -> None:
    table = Table("srd35", A="bab 6", B="bab 0 touch 15")
    first = table.play(GRAB, 2)
    assert first.facts == ("A tries to grapple B.", "A does not get a grip on B.")
    assert first.items("budgets") == ("A:attacks:1", "A:move:1")
    assert table.law(GRAB)["hit"] == Fraction(7, 20)  # the second at +1 against 15
    assert table.play(GRAB, 2).items("turn") == ("B",)


@clause("srd35.start.attack", applies=True)
def test_srd35_start_attack_applies_a_charge_is_at_plus_2_and_costs_2_armour_class() -> None:
    table = Table("srd35", squares="8x1 A@0.0 B@5.0", A="bab 0 ac 12", B=STRIKER)
    played = table.play("charge:B:nonlethal", "longsword", 5, 1)
    assert [(part.name, part.value) for part in played.rolls[0].parts] == [
        ("base attack bonus", 4),
        ("Strength", 0),
        ("AC", 12),
        ("charged", -2),
    ]
    table = Table("srd35", squares="8x1 A@0.0 B@5.0", A="bab 0", B={"bab": 0, "touch": 12})
    touch, hold = table.play("charge:B:nonlethal", 10, 12, 13, 2, "move-in").rolls
    assert ("charge", 2) in [(part.name, part.value) for part in touch.parts]
    assert ("charge", 2) in [(part.name, part.value) for part in hold.parts]
    assert "holds=A:B:hold marks=A:charging" in table.line


@clause("srd35.start.attack", applies=True)
def test_srd35_start_attack_applies_out_of_reach_and_to_oneself() -> None:
    table = Table("srd35", squares="5x1 A@0.0 B@2.0", A="bab 0", B="bab 0")
    assert str(table.refused("grapple:B")) == "A cannot grapple B now: out of reach [srd35.start.attack]"
    assert str(table.refused("grapple:A")) == "A cannot grapple A now: not oneself [srd35.start.attack]"
    assert Table("srd35", squares="5x1 A@0.0 B@2.0", A="bab 0 reach 10", B="bab 0").odds(GRAB).most > 0


@clause("srd35.start.attack", applies=False)
def test_srd35_start_attack_not_when_one_only_strikes() -> None:
    table = Table("srd35", A="bab 0", B="bab 0")
    assert table.play("attack:B:unarmed:nonlethal", 15, 3).harms == (("B", 3),)


@ruling("srd35", "grapple_as_aoo")
def test_srd35_ruling_grapple_as_aoo_lets_the_target_grab_first() -> None:
    table = Table("srd35", A="bab 0 touch 12", B=STRIKER)
    played = table.play(GRAB, "grab-nonlethal", 15, 12, 3, 2, "move-in")
    assert played.facts[-2:] == ("B holds A: both are grappling.", "The try of A to grapple B fails.")
    assert played.items("holds") == ("A:B:hold",)
    table = Table("srd35(grapple_as_aoo=grab-only)", A="bab 0 touch 12", B=STRIKER)
    played = table.play(GRAB, "grab-nonlethal", 15, 2)
    assert played.facts[1:] == (
        "B grabs at A in turn.",
        "B touches A, and cannot hold on.",
        "A does not get a grip on B.",
    )
    table = Table("srd35(grapple_as_aoo=no)", A="bab 0 touch 12", B=STRIKER)
    assert table.play(GRAB, "no", 2).choices[0].options == ("longsword", "no")


# srd35.start.opportunity


@clause("srd35.start.opportunity", applies=True)
def test_srd35_start_opportunity_applies_damage_makes_the_try_fail_and_a_miss_does_not() -> None:
    orc = {"bab": 1, "strength": 17, "ac": 13, "touch": 10, "hp": 9}
    assert Table("srd35", A=orc, B=STRIKER).law(GRAB, "longsword") == {
        "top": Fraction(1, 10),
        "hit": Fraction(1, 2),
        "miss": Fraction(2, 5),
    }
    played = Table("srd35", A=orc, B=STRIKER).play(GRAB, "longsword", 9, 3)
    assert played.facts == ("A tries to grapple B.", "B hits A.", "The try of A to grapple B fails.")
    assert played.items("budgets") == ("B:move:1", "B:opportunity:1", "B:standard:1")
    played = Table("srd35", A=orc, B=STRIKER).play(GRAB, "longsword", 8, 12, 10, 4, 2, "move-in")
    assert played.items("holds") == ("A:B:hold",)


@clause("srd35.start.opportunity", applies=True)
def test_srd35_start_opportunity_applies_once_a_round_and_more_with_combat_reflexes() -> None:
    table = Table("srd35", A="bab 6 ac 30", B={**STRIKER, "touch": 30})
    table.play(GRAB, "longsword", 2, 2)
    assert table.play(GRAB, 2).choices == ()
    quick = {**STRIKER, "touch": 30, "dexterity": 12, "feats": ("combat_reflexes",)}
    table = Table("srd35", A="bab 6 ac 30", B=quick)
    table.play(GRAB, "longsword", 2, 2)
    assert len(table.play(GRAB, "no", 2).choices) == 1


@clause("srd35.start.opportunity", applies=True)
def test_srd35_start_opportunity_applies_nonlethal_damage_spoils_the_try_too() -> None:
    table = Table("srd35", A="bab 0 hp 20", B={"bab": 4, "feats": ("improved_unarmed_strike",)})
    assert table.play(GRAB, "unarmed-nonlethal", 15, 2).facts[-1] == "The try of A to grapple B fails."


@clause("srd35.start.opportunity", applies=False)
def test_srd35_start_opportunity_not_from_who_does_not_threaten() -> None:
    assert Table("srd35", A="bab 0", B="bab 4").play(GRAB, 2).choices == ()  # unarmed
    assert Table("srd35", "marks=B:flat-footed", A="bab 0", B=STRIKER).play(GRAB, 2).choices == ()
    far = Table("srd35", squares="4x1 A@0.0 B@2.0", A="bab 0 reach 10", B=STRIKER)
    assert far.play(GRAB, 2).choices == ()  # the striker reaches 5 ft


# srd35.start.no-opportunity


@clause("srd35.start.no-opportunity", applies=True)
def test_srd35_start_no_opportunity_applies_to_improved_grapple_and_gives_4() -> None:
    orc = {"bab": 1, "strength": 17, "ac": 13, "hp": 5, "feats": ("improved_grapple",)}
    table = Table("srd35", A=orc, B=STRIKER)
    assert table.odds(GRAB).most == table.odds(GRAB).least == Fraction(413, 800)
    played = table.play(GRAB, 12, 9, 4, 2, "move-in")
    assert [part.value for part in played.rolls[1].parts if part.name == "Improved Grapple"] == [4]


@clause("srd35.start.no-opportunity", applies=True)
def test_srd35_start_no_opportunity_applies_to_creatures_marked_so() -> None:
    table = Table("srd35", A={"bab": 1, "improved_grab": True}, B=STRIKER)
    assert table.play(GRAB, 2).facts == ("A tries to grapple B.", "A provokes nothing.", "A does not get a grip on B.")


@clause("srd35.start.no-opportunity", applies=False)
def test_srd35_start_no_opportunity_not_without_the_feat() -> None:
    assert Table("srd35", A="bab 1", B=STRIKER).odds(GRAB).least < Fraction(1, 4)


# srd35.start.grab, hold, size, lethal


@clause("srd35.start.grab", applies=True)
def test_srd35_start_grab_applies_touch_armour_class_and_natural_faces() -> None:
    table = Table("srd35", A="bab 3", B="bab 0 ac 30 touch 12")
    assert table.law(GRAB) == {"hit": Fraction(3, 5), "miss": Fraction(2, 5)}
    assert Table("srd35", A="bab 0", B="bab 0 touch 60").law(GRAB)["hit"] == Fraction(1, 20)
    assert Table("srd35", A="bab 60", B="bab 0").law(GRAB)["miss"] == Fraction(1, 20)
    assert table.play(GRAB, 8).facts[-1] == "A does not get a grip on B."


@clause("srd35.start.grab", applies=False)
def test_srd35_start_grab_not_when_joining() -> None:
    table = Table("srd35", "holds=B:C:hold", A="bab 0", B="bab 0", C="bab 0")
    assert [die.label for roll in table.play(GRAB, 3, 9).rolls for die in roll.dice] == ["grapple", "grapple"]


@clause("srd35.start.hold", applies=True)
def test_srd35_start_hold_applies_won_both_grapple_and_the_target_is_hurt() -> None:
    table = Table("srd35", A="bab 1 str 16", B="bab 0 hp 20")
    played = table.play(GRAB, 10, 12, 5, 2, "move-in")
    assert played.harms == (("B", 5),)
    assert played.items("tallies") == ("B:nonlethal:5",)
    assert played.items("holds") == ("A:B:hold",)


@clause("srd35.start.hold", applies=True)
def test_srd35_start_hold_applies_lost_neither_grapples_and_the_attack_is_spent() -> None:
    played = Table("srd35", A="bab 1", B="bab 0").play(GRAB, 10, 3, 15)
    assert (played.items("holds"), played.items("turn"), played.harms) == ((), ("B",), ())


@clause("srd35.start.hold", applies=False)
def test_srd35_start_hold_not_after_a_miss() -> None:
    assert len(Table("srd35", A="bab 1", B="bab 0").play(GRAB, 1).rolls) == 1


@clause("srd35.start.size", applies=True)
def test_srd35_start_size_applies_two_sizes_up_is_lost_without_a_roll() -> None:
    table = Table("srd35", A="bab 9", B="bab 0 size huge")
    assert table.odds(GRAB).most == 0
    assert table.play(GRAB, 12).facts[-1] == "B is too large for A to hold."
    joining = Table("srd35", "holds=B:C:hold", A="bab 9", B="bab 0 size huge", C="bab 0 size huge")
    assert joining.play(GRAB).facts[-1] == "B is too large for A to hold."


@clause("srd35.start.size", applies=False)
def test_srd35_start_size_not_one_size_up_nor_on_later_checks() -> None:
    assert Table("srd35", A="bab 9", B="bab 0 size large").odds(GRAB).most > 0
    table = Table("srd35", "holds=A:B:hold", A="bab 9", B="bab 0 size colossal")
    assert table.odds("pin:B").most == Fraction(39, 200)  # +9 against +16


@clause("srd35.start.lethal", applies=True)
def test_srd35_start_lethal_applies_at_minus_4_declared_before() -> None:
    table = Table("srd35", A="bab 4", B="bab 0 hp 20")
    assert table.law("grapple:B:lethal", "hit")["won"] == Fraction(1, 2)
    assert table.play("grapple:B:lethal", 10, 9, 3, 3, "move-in").items("tallies") == ("B:lethal:3",)


@clause("srd35.start.lethal", applies=False)
def test_srd35_start_lethal_not_for_nonlethal_damage_nor_a_monk() -> None:
    assert Table("srd35", A="bab 4", B="bab 0").law(GRAB, "hit")["won"] == Fraction(7, 10)
    assert Table("srd35", A="bab 4 monk 4", B="bab 0").law("grapple:B:lethal", "hit")["won"] == Fraction(7, 10)


@ruling("srd35", "hold_lethal")
def test_srd35_ruling_hold_lethal_offers_it_or_not() -> None:
    table = Table("srd35", A="bab 0", B="bab 0")
    assert table.odds("grapple:B:lethal").most == Fraction(11, 20) * (1 - Fraction(7, 10))
    table = Table("srd35(hold_lethal=nonlethal-only)", A="bab 0", B="bab 0")
    assert table.odds("grapple:B").most == Fraction(11, 40)
    assert [token for token in table.legal if token.startswith("grapple")] == [GRAB]


# srd35.start.maintain


@clause("srd35.start.maintain", applies=True)
def test_srd35_start_maintain_applies_who_will_not_move_in_lets_go_and_the_damage_stands() -> None:
    table = Table("srd35", A="bab 1", B="bab 0 hp 20")
    played = table.play(GRAB, 15, 12, 3, 2, "let-go")
    assert (played.items("holds"), played.items("tallies")) == ((), ("B:nonlethal:2",))


@clause("srd35.start.maintain", applies=True)
def test_srd35_start_maintain_applies_moving_in_provokes_from_others_and_not_from_the_target() -> None:
    guard = {"bab": 5, "hand": "longsword", "hp": 12}
    table = Table(
        "srd35",
        squares="3x3 A@0.1 B@1.1 C@0.0",
        sides=(0, 1, 1),
        A={"bab": 1, "dexterity": 14, "ac": 12, "hp": 5},
        B="bab 0 hp 20",
        C=guard,
    )
    played = table.play(GRAB, 15, 12, 3, 2, "move-in", "longsword", 12, 4)
    assert played.choices[-1].cites == ("srd35.start.opportunity", "srd35.start.maintain")
    strike = played.rolls[-1]
    assert ("Dexterity", -2) in [(part.name, part.value) for part in strike.parts]
    assert played.items("cells") == ("A:1.1", "B:1.1", "C:0.0")
    assert played.items("holds") == ("A:B:hold",)  # hurt, and not let go


@clause("srd35.start.maintain", applies=True)
def test_srd35_start_maintain_applies_damage_that_drops_the_grappler_undoes_the_hold() -> None:
    table = Table(
        "srd35",
        squares="3x3 A@0.1 B@1.1 C@0.0",
        sides=(0, 1, 1),
        A="bab 1 hp 3",
        B="bab 0 hp 20",
        C={"bab": 5, "hand": "longsword"},
    )
    played = table.play(GRAB, 15, 12, 3, 2, "move-in", "longsword", 12, 8)
    assert (played.items("holds"), played.items("cells")[0]) == ((), "A:0.1")


@clause("srd35.start.maintain", applies=False)
def test_srd35_start_maintain_not_for_who_is_in_the_space_already() -> None:
    table = Table(
        "srd35(start_while_grappling=yes)",
        "holds=A:B:hold,B:C:hold",
        A="bab 1",
        B="bab 0",
        C="bab 0",
    )
    assert table.play("grapple:C:nonlethal", 12, 3, 2).items("holds") == ("A:B:hold", "A:C:hold", "B:C:hold")


@ruling("srd35", "threat_without_map")
def test_srd35_ruling_threat_without_map_lets_armed_outsiders_strike_or_nobody() -> None:
    for value, asked in (("none", 1), ("all", 2)):
        table = Table(
            f"srd35(threat_without_map={value})",
            sides=(0, 1, 1),
            A="bab 1",
            B="bab 0 hp 20",
            C={"bab": 5, "hand": "longsword"},
        )
        script = (GRAB, 15, 12, 3, 2, "move-in", *(("longsword", 2) if value == "all" else ()))
        assert len(table.play(*script).choices) == asked


def test_from_further_off_a_grappler_comes_in_step_by_step() -> None:
    table = Table("srd35", squares="5x3 A@0.1 B@2.1", A="bab 4 reach 10", B="bab 0 hp 20")
    played = table.play(GRAB, 12, 12, 3, 2, "e", "move-in")
    assert played.choices[0].options == ("ne", "e", "se", "let-go")
    assert played.items("cells") == ("A:2.1", "B:2.1")
    walled = Table("srd35", squares="3x1 A@0.0 B@2.0 #1.0", A="bab 4 reach 10", B="bab 0 hp 20")
    assert walled.play(GRAB, 12, 12, 3, 2).items("holds") == ()


def test_a_charge_needs_a_clear_straight_line() -> None:
    assert "without a map" in str(Table("srd35", A="bab 0", B="bab 0").refused("charge:B"))
    for squares in ("6x3 A@0.0 B@4.1", "6x3 A@0.0 B@2.0", "6x3 A@0.0 B@4.0 #2.0"):
        table = Table("srd35", squares=squares, A="bab 0", B="bab 0")
        assert table.refused("charge:B").clause == "srd35.start.attack"


def test_a_charge_stops_when_a_strike_drops_who_makes_it() -> None:
    table = Table(
        "srd35",
        squares="8x2 A@0.0 B@5.0 C@1.1",
        sides=(0, 1, 1),
        A="bab 0 hp 3",
        B="bab 0",
        C={"bab": 5, "hand": "longsword"},
    )
    assert table.play("charge:B:nonlethal", "longsword", 12, 8).items("standing") == ("A:dying",)


@clause("srd35.start.attack", applies=True)
def test_srd35_start_attack_applies_and_refuses_a_charge_after_a_step() -> None:
    stepped = "marks=A:stepped budgets=A:move:1,A:standard:1"
    table = Table("srd35", stepped, squares="9x1 A@0.0 B@4.0", A="bab 0", B="bab 0")
    assert table.refused("charge:B:nonlethal").clause == "srd35.start.attack"


@clause("srd35.start.opportunity", applies=True)
def test_srd35_start_opportunity_applies_to_trained_hands_too_small_to_hurt() -> None:
    small = {"bab": 0, "size": "fine", "feats": ["improved_unarmed_strike"]}
    assert Table("srd35", A="bab 0", B=small).play("grapple:B:nonlethal", "no", 2).choices[0].options == ("grab", "no")


@clause("srd35.start.opportunity", applies=False)
def test_srd35_start_opportunity_not_once_the_only_weapon_is_dropped() -> None:
    armed = {"bab": 0, "hand": "sap"}
    played = Table("srd35", A=armed, B=armed).play("drop")
    assert "A:opportunity:1" not in played.items("budgets")
    assert "B:opportunity:1" in played.items("budgets")


@clause("srd35.start.attack", applies=True)
def test_srd35_start_attack_applies_grab_only_to_joining_too() -> None:
    """Off turn a touch holds nothing, of somebody who is grappling already neither."""
    rules = "srd35(grapple_as_aoo=grab-only, threat_without_map=all)"
    held = {"A": "bab 0", "B": "bab 0", "C": {"bab": 0, "hand": "sap"}}
    table = Table(rules, A=held["A"], B=held["B"], C=held["C"])
    played = table.play("grapple:B:nonlethal", 15, 20, 1, 1, "move-in", "grab-lethal")
    assert all("C" not in hold.split(":")[:2] for hold in played.items("holds"))
    assert played.facts[-1] == "C touches A, and cannot hold on."


@clause("srd35.start.maintain", applies=True)
def test_srd35_start_maintain_applies_and_who_grapples_somebody_elsewhere_lets_go() -> None:
    """The one who would move in cannot leave the square of the other hold."""
    plan = "5x2 A@1.0 B@1.1 C@2.0"
    held = "holds=A:B:hold cells=A:1.1,B:1.1,C:2.0"
    table = Table("srd35(start_while_grappling=yes)", held, squares=plan, A="bab 0", B="bab 0", C="bab 0 hp 40")
    played = table.play("grapple:C:nonlethal", 15, 20, 1, 2)
    assert played.items("holds") == ("A:B:hold",)
    assert played.items("tallies") == ("C:nonlethal:2",)


def test_a_charge_goes_twice_the_speed_and_a_reach_is_in_whole_squares() -> None:
    for far, legal in ((13, True), (14, False)):  # 12 squares to the one next to the other
        table = Table("srd35", squares=f"16x1 A@0.0 B@{far}.0", A="bab 0", B="bab 0")
        assert ("charge:B:nonlethal" in table.legal) is legal
    for far, legal in ((4, True), (5, False)):
        table = Table("srd35", squares=f"8x1 A@0.0 B@{far}.0", A="bab 0 reach 20", B="bab 0")
        assert (GRAB in table.legal) is legal
