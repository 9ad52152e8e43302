"""Starting a grapple: the clauses of chapter `start`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause, ruling

SPENT = "budgets=A:ap:8"
"""B has no point left, so no opening is used."""
GRAB = "holds=A:B:grab"


# cphera.start.cost


@clause("cphera.start.cost", applies=True)
def test_cphera_start_cost_applies_4_points_whether_it_works_or_not() -> None:
    for faces in ((1,), (20, 1, 20), (20, 20, 1)):
        assert "A:ap:4" in Table("cphera", SPENT, A="", B="").play("grapple:B", *faces).line
    refusal = Table("cphera", "budgets=A:ap:3", A="", B="").refused("grapple:B")
    assert str(refusal) == "A cannot grapple B now: it costs 4 AP and 3 are left before the hard limit [cphera.ap.pool]"


@clause("cphera.start.cost", applies=True)
def test_cphera_start_cost_applies_with_a_grab_held_no_step_no_opening_no_penalty() -> None:
    table = Table("cphera", GRAB, A={"hand": "sword", "busy": True}, B="")
    assert table.law("grapple:B") == {"won": Fraction(19, 40), "lost": Fraction(21, 40)}
    assert table.play("grapple:B", 12, 9).items("budgets") == ("A:ap:4", "B:ap:8")


@clause("cphera.start.cost", applies=False)
def test_cphera_start_cost_not_for_a_grab_alone() -> None:
    assert "A:ap:6" in Table("cphera", SPENT, A="", B="").play("grab:B", 20).line


@ruling("cphera", "grab_cost")
def test_cphera_ruling_grab_cost_inside_the_four_or_on_top() -> None:
    for value, left in {"included": 4, "separate": 2}.items():
        rules = f"cphera(grab_cost={value})"
        assert f"A:ap:{left}" in Table(rules, SPENT, A="", B="").play("grapple:B", 1).line
        assert "A:ap:4" in Table(rules, GRAB, A="", B="").play("grapple:B", 1, 20).line
    assert "grapple:B" not in Table("cphera(grab_cost=separate)", "budgets=A:ap:5", A="", B="").legal
    assert "grapple:B" in Table("cphera(grab_cost=included)", "budgets=A:ap:5", A="", B="").legal


# cphera.start.grab


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_a_touch_attack_without_armour() -> None:
    for form, hit in (
        ("", Fraction(11, 20)),
        ("armour 6", Fraction(11, 20)),
        ("dodge 2", Fraction(9, 20)),
        ("agility 5", Fraction(9, 20)),
        ("defence 3", Fraction(9, 20)),
    ):
        assert Table("cphera", SPENT, A="", B=form).law("grab:B") == {"hit": hit, "miss": 1 - hit}
    played = Table("cphera", SPENT, A="", B="").play("grab:B", 10)
    assert played.items("holds") == ("A:B:grab",)
    assert Table("cphera", SPENT, A="", B="").play("grab:B", 9).items("holds") == ()


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_4_less_without_a_free_hand() -> None:
    for form, hit in (
        ({"hand": "sword"}, Fraction(11, 20)),
        ({"busy": True}, Fraction(11, 20)),
        ({"hand": "sword", "busy": True}, Fraction(7, 20)),
        ({"hand": "axe"}, Fraction(7, 20)),
    ):
        assert Table("cphera", SPENT, A=form, B="").law("grab:B")["hit"] == hit


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_agility_denied_to_each_against_the_other() -> None:
    table = Table("cphera(criticals=no)", f"{GRAB} budgets=A:ap:8,B:ap:8", A="hand club", B="hand club")
    assert table.law("attack:B:club")["miss"] == Fraction(6, 20)
    table = Table("cphera(criticals=no)", f"{GRAB} turn=B", A="hand club", B="hand club")
    assert table.law("attack:A:club")["miss"] == Fraction(6, 20)


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_to_breaking_it_by_strength() -> None:
    for strength, won in ((3, "19/40"), (5, "229/400"), (7, "33/50")):
        table = Table("cphera(tie=modifier)", f"{GRAB} turn=B", A="attack 9", B=f"strength {strength}")
        assert table.law("break:A")["won"] == Fraction(won)
    assert table.play("break:A", 9, 9).facts == ("B breaks the grab of A.",)
    table = Table("cphera", f"{GRAB} turn=B", A="", B="")
    assert table.play("break:A", 9, 9).items("holds") == ("A:B:grab",)
    assert "B:ap:7" in table.line
    assert table.play("break:A", 10, 9).items("holds") == ()


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_the_grabber_lets_go_at_any_time() -> None:
    table = Table("cphera", f"{GRAB} turn=B", A="", B="")
    assert table.play("A> release:B").items("holds") == ()
    assert Table("cphera", GRAB, A="", B="").play("release:B").items("budgets") == ("A:ap:8", "B:ap:8")


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_nobody_held_moves_away() -> None:
    for turn in ("A", "B"):
        table = Table("cphera", f"{GRAB} turn={turn}", squares="hex 4x4 A@1.1 B@1.0", A="", B="")
        assert table.refused("move:s").clause == "cphera.start.grab"
        assert table.refused("shift:s").clause == "cphera.start.grab"


@clause("cphera.start.grab", applies=True)
def test_cphera_start_grab_applies_to_who_can_be_grabbed() -> None:
    table = Table("cphera", squares="hex 4x4 A@0.0 B@3.3", A="", B="")
    assert str(table.refused("grab:B")) == "A cannot grab B now: not in an adjacent hex [cphera.start.grab]"
    assert table.refused("grab:A").clause == "cphera.start.grab"
    assert Table("cphera", GRAB, A="", B="").refused("grab:B").clause == "cphera.start.grab"
    table = Table("cphera", "standing=B:dead tallies=B:lethal:18", A="", B="", C="")
    assert table.refused("grapple:B").clause == "cphera.start.grab"


@clause("cphera.start.grab", applies=False)
def test_cphera_start_grab_not_once_both_grapple() -> None:
    table = Table("cphera(criticals=no)", "holds=A:B:grapple", A="", B="")
    # Agility counts between the two again: 4 - 4 against 14.
    assert table.play("attack:B:fists", 13).facts == ("A attacks B.", "A misses B.")
    assert table.play("attack:B:fists", 14, 1).facts == ("A attacks B.", "A hits B.")
    table = Table("cphera", GRAB, A="", B="")
    assert table.play("grapple:B", 12, 9).items("holds") == ("A:B:grapple",)


def test_a_grab_ends_where_the_two_are_parted() -> None:
    # C drags the grapple of B away from A, who holds B by a grab.
    table = Table(
        "cphera",
        "holds=A:B:grab,C:B:grapple turn=C cells=A:0.0,B:0.1,C:0.1",
        squares="hex 5x5 A@0.0 B@0.1 C@1.1",
        A="",
        B="",
        C="",
    )
    played = table.play("move", "let", "s", "stop")
    assert played.items("holds") == ("C:B:grapple",)
    assert played.items("cells") == ("A:0.0", "B:0.2", "C:0.2")


# cphera.start.check


@clause("cphera.start.check", applies=True)
def test_cphera_start_check_applies_won_the_attacker_moves_in() -> None:
    table = Table("cphera", f"{SPENT}", squares="hex 4x4 A@1.1 B@1.0", A="", B="")
    played = table.play("grapple:B", 20, 12, 9)
    assert played.items("holds") == ("A:B:grapple",)
    assert played.items("cells") == ("A:1.0", "B:1.0")
    assert played.facts[-1] == "A grapples B and moves in."


@clause("cphera.start.check", applies=True)
def test_cphera_start_check_applies_lost_the_grab_stays() -> None:
    table = Table("cphera", f"{SPENT}", squares="hex 4x4 A@1.1 B@1.0", A="", B="")
    played = table.play("grapple:B", 20, 9, 9)
    assert played.items("holds") == ("A:B:grab",)
    assert played.items("cells") == ("A:1.1", "B:1.0")
    odds = Table("cphera", f"{SPENT}", A="", B="").odds("grapple:B")
    assert odds.least == odds.most == Fraction(11, 20) * Fraction(19, 40)


@clause("cphera.start.check", applies=False)
def test_cphera_start_check_not_where_the_grab_misses() -> None:
    assert Table("cphera", f"{SPENT}", A="", B="").play("grapple:B", 9).items("holds") == ()


# cphera.start.open


@clause("cphera.start.open", applies=True)
def test_cphera_start_open_applies_to_all_but_the_two() -> None:
    table = Table("cphera(criticals=no)", "holds=A:B:grapple turn=C", sides=(0, 1, 2), A="", B="", C="hand club")
    for target in ("A", "B"):
        assert table.law(f"attack:{target}:club")["miss"] == Fraction(6, 20)
    table = Table("cphera", "holds=A:B:grapple", sides=(0, 1, 2), A="", B="", C="hand club")
    assert {"attack:A:club", "attack:B:club"} <= set(table.legal)


@clause("cphera.start.open", applies=False)
def test_cphera_start_open_not_to_each_other_nor_before_it_is_won() -> None:
    table = Table("cphera", "holds=A:B:grapple", A="hand knife", B="")
    assert table.play("attack:B:knife", 13).facts[-1] == "A misses B."
    table = Table("cphera", f"{GRAB} turn=C", A="", B="", C="hand club")
    assert table.play("attack:B:club", 9).facts[-1] == "C misses B."
