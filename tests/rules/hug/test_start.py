"""Starting a grapple: the clauses of chapter `start`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause, ruling

GRAB = "grapple:B:athletics"
EVEN = Fraction(19, 40)
"""The chance of a contest between equals."""


# hug.start.reach


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_two_squares_away() -> None:
    for x, y in ((3, 1), (1, 3), (3, 2), (3, 3)):
        refusal = Table("hug", squares=f"4x4 A@1.1 B@{x}.{y}", A="", B="").refused(GRAB)
        assert str(refusal) == "A cannot grapple B now: more than 1 square away [hug.start.reach]"


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_two_sizes_bigger() -> None:
    for mine, theirs in (("normal", "huge"), ("small", "large"), ("microscopic", "small")):
        refusal = Table("hug", A=f"size {mine}", B=f"size {theirs}").refused(GRAB)
        assert str(refusal) == "A cannot grapple B now: more than one size bigger [hug.start.reach]"


@clause("hug.start.reach", applies=True)
def test_hug_start_reach_applies_to_oneself_and_to_who_is_out() -> None:
    table = Table("hug", "standing=C:out tallies=C:harm:20", A="", B="", C="")
    assert table.refused("grapple:A").clause == "hug.start.reach"
    assert table.refused("grapple:C").clause == "hug.start.reach"


@clause("hug.start.reach", applies=False)
def test_hug_start_reach_not_between_any_two_neighbours() -> None:
    for x, y in ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)):
        assert Table("hug", squares=f"3x3 A@1.1 B@{x}.{y}", A="", B="").odds(GRAB).most == EVEN


@clause("hug.start.reach", applies=False)
def test_hug_start_reach_not_one_size_bigger_nor_however_small() -> None:
    for size in ("large", "normal", "small", "tiny", "microscopic"):
        assert Table("hug", A="", B=f"size {size}").odds(GRAB).most == EVEN


# hug.start.free


@clause("hug.start.free", applies=True)
def test_hug_start_free_applies_to_a_target_that_is_held() -> None:
    refusal = Table("hug", "holds=B:C:hug", A="", B="", C="").refused(GRAB)
    assert str(refusal) == "A cannot grapple B now: the target is in a grapple already [hug.start.free]"


@clause("hug.start.free", applies=True)
def test_hug_start_free_applies_to_who_is_held() -> None:
    refusal = Table("hug", "holds=A:C:hug", A="", B="", C="").refused(GRAB)
    assert str(refusal) == "A cannot grapple B now: you are in a grapple already [hug.start.free]"


@clause("hug.start.free", applies=False)
def test_hug_start_free_not_because_others_grapple() -> None:
    table = Table("hug", "holds=C:D:hug", A="", B="", C="", D="")
    assert table.odds(GRAB).most == EVEN
    assert table.play(GRAB, "no", "athletics", 11, 10).items("holds") == ("A:B:hug", "C:D:hug")


# hug.start.action


@clause("hug.start.action", applies=True)
def test_hug_start_action_applies_won_or_lost() -> None:
    for faces, holds in (((11, 10), ("A:B:hug",)), ((10, 10), ())):
        played = Table("hug", A="hand club", B="").play(GRAB, "no", "athletics", *faces)
        assert played.items("holds") == holds
        assert played.items("budgets") == ("A:minor:1",)


@clause("hug.start.action", applies=True)
def test_hug_start_action_applies_when_it_is_spent() -> None:
    table = Table("hug", "budgets=A:move:1", squares="2x2 A@0.0 B@1.0", A="", B="")
    refusal = table.refused(GRAB)
    assert str(refusal) == "A cannot grapple B now: no standard action left [hug.start.action]"


@clause("hug.start.action", applies=False)
def test_hug_start_action_not_for_another_standard_action() -> None:
    table = Table("hug", A="hand club", B="")
    assert table.odds("attack:B:club").most == Fraction(1, 2)
    assert table.play("attack:B:club", 2).items("budgets") == ("A:minor:1",)


# hug.start.opportunity


@clause("hug.start.opportunity", applies=True)
def test_hug_start_opportunity_applies_hit_or_miss_and_the_grapple_goes_on() -> None:
    def table() -> Table:
        return Table("hug", A="", B="hand club")

    hit = table().play(GRAB, "club", 11, 4, 4, "athletics", 11, 10)
    assert hit.facts == ("A tries to grapple B.", "B hits A.", "A grapples B and moves in.")
    assert hit.harms == (("A", 8),)
    missed = table().play(GRAB, "club", 10, "athletics", 11, 10)
    assert missed.facts == ("A tries to grapple B.", "B misses A.", "A grapples B and moves in.")
    assert table().play(GRAB, "no", "athletics", 11, 10).facts == (
        "A tries to grapple B.",
        "A grapples B and moves in.",
    )


@clause("hug.start.opportunity", applies=True)
def test_hug_start_opportunity_applies_and_who_is_struck_out_grapples_nobody() -> None:
    table = Table("hug", A="hits 4", B="hand club", C="")
    odds = table.odds(GRAB)
    out = Fraction(9, 20) * Fraction(13, 16) + Fraction(1, 20)  # a hit of 4 or more on 2d4, or a natural 20
    assert (odds.least, odds.most) == ((1 - out) * EVEN, EVEN)
    played = table.play(GRAB, "club", 11, 2, 2)
    assert played.facts == (
        "A tries to grapple B.",
        "B hits A.",
        "A is out.",
        "A is in no state to grapple B.",
    )
    assert played.items("holds") == ()
    assert played.items("turn") == ("B",)


@clause("hug.start.opportunity", applies=True)
def test_hug_start_opportunity_applies_with_what_is_in_hand_or_bare_hands() -> None:
    for hand, choices in (("club", ("club", "unarmed", "no")), ("bow", ("unarmed", "no")), ("", ("unarmed", "no"))):
        table = Table("hug", A="", B=f"hand {hand}" if hand else "")
        choice = table.play(GRAB, "no", "athletics", 1, 1).choices[0]
        assert (choice.fighter, choice.options) == (1, choices)


@clause("hug.start.opportunity", applies=True)
def test_hug_start_opportunity_applies_against_full_reflex_and_shield() -> None:
    law = Table("hug", A="reflex 3 shield 2", B="hand club").law(GRAB, "club")
    assert law == {"top": Fraction(1, 20), "hit": Fraction(4, 20), "miss": Fraction(15, 20)}


@clause("hug.start.opportunity", applies=True)
def test_hug_start_opportunity_applies_at_every_try() -> None:
    table = Table("hug", A="", B="hand club", C="")
    assert table.play(GRAB, "club", 11, 1, 1, "athletics", 1, 20).harms == (("A", 2),)
    table.play("pass")
    assert table.play(GRAB, "club", 11, 1, 2, "athletics", 1, 20).harms == (("C", 3),)


@clause("hug.start.opportunity", applies=False)
def test_hug_start_opportunity_not_for_anything_else() -> None:
    squares = "4x3 A@0.0 B@1.0 C@1.1"
    walked = Table("hug", squares=squares, A="", B="hand club", C="hand club").play("move", "s", "e", "stop")
    assert walked.items("cells") == ("A:1.2", "B:1.0", "C:1.1")
    held = Table("hug", "holds=A:B:hug cells=A:0.0,B:0.0,C:1.1", squares=squares, A="", B="", C="hand club")
    assert held.odds("drag:B:athletics").least == EVEN
    assert held.play("drag:B:athletics", "let", "s").items("cells") == ("A:0.1", "B:0.1", "C:1.1")


# hug.start.contest


@clause("hug.start.contest", applies=True)
def test_hug_start_contest_applies_with_a_skill_of_each_sides_choice() -> None:
    table = Table("hug", A="melee 8 athletics 5", B="acrobatics 5")
    chances = {
        ("melee", "athletics"): Fraction(161, 200),
        ("melee", "acrobatics"): Fraction(247, 400),
        ("athletics", "acrobatics"): EVEN,
    }
    for (mine, theirs), chance in chances.items():
        assert table.law(f"grapple:B:{mine}", "no", theirs)["won"] == chance
    odds = table.odds("grapple:B:melee")
    assert (odds.least, odds.most) == (Fraction(247, 400), Fraction(161, 200))


@clause("hug.start.contest", applies=True)
def test_hug_start_contest_applies_won_or_lost_and_cannot_be_conceded() -> None:
    def table() -> Table:
        return Table("hug", squares="2x1 A@0.0 B@1.0", A="melee 2", B="acrobatics 1")

    won = table().play("grapple:B:melee", "no", "acrobatics", 10, 10)
    assert won.items("holds") == ("A:B:hug",)
    assert won.choices[1].options == ("athletics", "acrobatics")
    lost = table().play("grapple:B:melee", "no", "acrobatics", 9, 10)
    assert lost.items("holds") == ()
    assert lost.items("cells") == ("A:0.0", "B:1.0")
    assert lost.facts[-1] == "A does not get hold of B."


@clause("hug.start.contest", applies=False)
def test_hug_start_contest_not_once_they_grapple() -> None:
    table = Table("hug", "holds=A:B:hug", A="melee 8", B="acrobatics 8")
    assert table.law("escape:B:athletics", "contest")["won"] == EVEN
    assert table.play("escape:B:athletics", "contest", 11, 10).items("holds") == ()


@ruling("hug", "unarmed_melee")
def test_hug_ruling_unarmed_melee_is_melee_or_a_skill_of_its_own() -> None:
    melee = Table("hug(unarmed_melee=melee)", A="melee 8 unarmed 3 hand club", B="")
    assert [word for word in melee.legal if word.startswith("grapple")] == ["grapple:B:melee", GRAB]
    assert melee.law("grapple:B:melee", "no", "athletics")["won"] == Fraction(161, 200)
    own = Table("hug(unarmed_melee=unarmed)", A="melee 8 unarmed 3 hand club", B="")
    assert [word for word in own.legal if word.startswith("grapple")] == ["grapple:B:unarmed", GRAB]
    assert own.law("grapple:B:unarmed", "no", "athletics")["won"] == Fraction(247, 400)
    none = Table("hug(unarmed_melee=unarmed)", A="melee 8", B="")
    assert [word for word in none.legal if word.startswith("grapple")] == [GRAB]


# hug.start.specials


@clause("hug.start.specials", applies=True)
def test_hug_start_specials_applies_unless_its_own_text_says_so() -> None:
    for says_so, chance in ((False, EVEN), (True, Fraction(229, 400))):
        ability = {"name": "charge", "bonus": 2, "grapple": says_so}
        table = Table("hug", A={"abilities": [ability]}, B="")
        for skill in ("melee", "athletics"):
            assert table.law(f"grapple:B:{skill}", "no", "athletics")["won"] == chance


@clause("hug.start.specials", applies=False)
def test_hug_start_specials_not_for_a_melee_attack() -> None:
    table = Table("hug", A={"hand": "club", "abilities": [{"name": "charge", "bonus": 2}]}, B="")
    assert table.law("attack:B:club")["hit"] == Fraction(11, 20)
    assert table.play("attack:B:club", 9, 1, 1).harms == (("B", 2),)


@clause("hug.start.specials", applies=False)
def test_hug_start_specials_not_for_who_has_none_or_resists() -> None:
    ability = {"name": "grip", "bonus": 9, "grapple": True}
    assert Table("hug", A="", B={"abilities": [ability]}).law(GRAB, "no", "athletics")["won"] == EVEN


# hug.start.move-in


@clause("hug.start.move-in", applies=True)
def test_hug_start_move_in_applies_when_won() -> None:
    table = Table("hug", squares="3x2 C@2.0 A@1.1 B@0.0", C="", A="", B="")
    table.play("pass")
    assert table.law(GRAB, "no", "athletics")["won"] == EVEN
    played = table.play(GRAB, "no", "athletics", 11, 10)
    assert played.items("cells") == ("C:2.0", "A:0.0", "B:0.0")
    assert played.items("holds") == ("A:B:hug",)


@clause("hug.start.move-in", applies=True)
def test_hug_start_move_in_applies_without_a_map_too() -> None:
    played = Table("hug", A="", B="").play(GRAB, "no", "athletics", 11, 10)
    assert played.items("holds") == ("A:B:hug",)
    assert played.facts[-1] == "A grapples B and moves in."


@clause("hug.start.move-in", applies=False)
def test_hug_start_move_in_not_when_lost() -> None:
    played = Table("hug", squares="2x2 A@1.1 B@0.0", A="", B="").play(GRAB, "no", "athletics", 10, 10)
    assert played.items("cells") == ("A:1.1", "B:0.0")
    assert played.items("holds") == ()
