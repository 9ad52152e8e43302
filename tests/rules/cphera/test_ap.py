"""Action points: the clauses of chapter `ap`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling
from tussle.bout.walk import legal_actions
from tussle.errors import Unreadable
from tussle.rules.cphera import ap

DUEL: dict[str, Any] = {"A": "", "B": ""}
OVER = {"A": "speed 6 agility 5 endurance 5 hand club", "B": ""}
"""A can spend 10: 6 free, then beyond Agility and Endurance."""


# cphera.ap.pool


@clause("cphera.ap.pool", applies=True)
def test_cphera_ap_pool_applies_a_hard_limit() -> None:
    limits = {
        "speed 8 agility 3 endurance 3": 8,
        "speed 6 agility 5 endurance 5": 10,
        "speed 6 agility 9 endurance 4": 8,
    }
    for form, limit in limits.items():
        assert f"A:ap:{limit}" in Table("cphera", A=form, B="").line
        with pytest.raises(Unreadable, match=f"at most {limit} ap, its hard limit"):
            Table("cphera", f"budgets=A:ap:{limit + 1}", A=form, B="")
    refusal = Table("cphera", "budgets=A:ap:3", A="hand club", B="").refused("attack:B")
    expected = "A cannot attack B now: it costs 4 AP and 3 are left before the hard limit [cphera.ap.pool]"
    assert str(refusal) == expected


def test_without_agility_or_endurance_the_other_sets_the_limit() -> None:
    bodies = {
        (4, None): 8,
        (None, 6): 12,
        (None, None): 12,
        (7, 4): 8,
    }
    for (agility, endurance), limit in bodies.items():
        form = {"agility": agility, "endurance": endurance, "speed": 6}
        assert f"A:ap:{limit}" in Table("cphera", A=form, B="").line


@clause("cphera.ap.pool", applies=True)
def test_cphera_ap_pool_applies_to_points_beyond_speed() -> None:
    table = Table("cphera", A=OVER["A"], B="")
    table.play("attack:B:club", 1)  # 4 of 10
    played = table.play("attack:B:club", 1)  # 8 of 10: 8 - 5 beyond Endurance, due when the action ends
    assert played.harms == (("A", 3),)
    assert "A:sublethal:3" in played.line
    assert played.facts[-1] == "A misses B."
    # 8 - 5 off its Agility: armour class 10 + 5 - 3 + 1.
    assert Table("cphera", "turn=B budgets=A:ap:2,B:ap:8", A=OVER["A"], B="").law("grab:A", "no")["hit"] == Fraction(
        12, 20
    )
    assert Table("cphera", "turn=B budgets=A:ap:4,B:ap:8", A=OVER["A"], B="").law("grab:A", "no")["hit"] == Fraction(
        9, 20
    )


@clause("cphera.ap.pool", applies=True)
def test_cphera_ap_pool_applies_once_to_each_point_added() -> None:
    table = Table("cphera", "budgets=A:ap:2", A={"speed": 6, "agility": 5, "endurance": 5, "carries": ["club"]}, B="")
    assert table.play("draw:club").harms == (("A", 1),)


@clause("cphera.ap.pool", applies=True)
def test_cphera_ap_pool_applies_to_an_exhausted_pinner_whom_its_own_effort_fells() -> None:
    holds = "holds=A:B:grapple,A:B:pin"
    table = Table("cphera", f"{holds} budgets=A:ap:6 tallies=A:sublethal:13", A="speed 6 agility 5 endurance 5", B="")
    # 4 + 4 of 10 spent: 3 points beyond Endurance; 16 sublethal of 15 hp: 20 + 1 to reach with d20 + 1 + 5.
    played = table.play("attack:B:fists", 1, 14)
    assert played.facts == ("A attacks B.", "A misses B.", "A falls unconscious.")
    assert played.items("standing") == ("A:unconscious",)
    assert played.items("holds") == ()


@clause("cphera.ap.pool", applies=False)
def test_cphera_ap_pool_not_up_to_speed() -> None:
    table = Table("cphera", A="hand club", B="")
    table.play("attack:B:club", 1)
    played = table.play("attack:B:club", 1)
    assert played.harms == ()


@clause("cphera.ap.pool", applies=False)
def test_cphera_ap_pool_not_without_endurance_no_harm_and_refilled_at_the_own_turn() -> None:
    table = Table(
        "cphera",
        "budgets=A:ap:4,B:ap:1",
        A={"speed": 6, "agility": 5, "endurance": None, "hand": "club"},
        B="",
    )
    assert table.play("attack:B:club", 1).harms == ()
    table = Table("cphera", "budgets=A:ap:8,B:ap:1", A="", B="")
    assert table.play("pass").items("budgets") == ("A:ap:8", "B:ap:8")


@ruling("cphera", "overspend")
def test_cphera_ruling_overspend_the_whole_difference_or_what_is_beyond_speed() -> None:
    for value, (toll, hit) in {"literal": (3, Fraction(12, 20)), "softened": (2, Fraction(11, 20))}.items():
        table = Table(f"cphera(overspend={value})", "budgets=A:ap:6,B:ap:8", A=OVER["A"], B="")
        assert table.play("attack:B:club", 1).harms == (("A", toll),)
        later = Table(f"cphera(overspend={value})", "turn=B budgets=A:ap:2,B:ap:8", A=OVER["A"], B="")
        assert later.law("grab:A", "no")["hit"] == hit


# cphera.ap.costs


@clause("cphera.ap.costs", applies=True)
def test_cphera_ap_costs_applies_on_the_own_turn() -> None:
    for token, answers, left in (
        ("grab:B", ("no", 1), 6),
        ("attack:B:club", (1,), 4),
        ("cast:B:hush", ("no",), 4),
    ):
        table = Table("cphera", A={"hand": "club", "spells": [{"name": "hush"}]}, B="")
        assert f"A:ap:{left}" in table.play(token, *answers).line
    table = Table("cphera", "marks=A:prone", A="carries club", B="")
    assert "A:ap:7" in table.play("draw:club").line
    assert "A:ap:5" in table.play("stand", "no").line
    table = Table("cphera", squares="hex 4x4 A@0.0 B@3.3", **DUEL)
    assert "A:ap:7" in table.play("move:s").line


@clause("cphera.ap.costs", applies=True)
def test_cphera_ap_costs_applies_off_turn() -> None:
    assert "B:ap:6" in Table("cphera", A="", B="hand club").play("grab:B", "attack-club", 1, 1).line
    assert "B:ap:4" in Table("cphera", A="", B="hand club").play("grab:B", "grapple", 1, 1).line
    assert "B:ap:6" in Table("cphera", A="", B="hand club").play("grab:B", "grab", 1, 1).line


@clause("cphera.ap.costs", applies=False)
def test_cphera_ap_costs_not_to_what_the_grapple_prices_itself() -> None:
    table = Table("cphera", "holds=A:B:grapple", A="", B="")
    assert "A:ap:2" in table.play("crush:B", 1, 20).line
    assert "A:ap:6" not in table.play("move", "let").line


def test_a_shift_is_free_and_once_a_round() -> None:
    table = Table("cphera", squares="hex 4x4 A@1.1 B@1.0", **DUEL)
    assert "A:ap:8" in table.play("shift:s").line
    assert str(table.refused("shift:s")).startswith("A cannot shift now: once a round, and it has")
    table.play("pass")
    table.play("pass")
    assert "shift:s" in table.legal


# cphera.ap.open


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_a_grab_which_a_hit_makes_fail() -> None:
    played = Table("cphera", A="", B="hand club").play("grab:B", "attack-club", 20, 1, 4)
    assert played.facts[-1] == "A is hit, and what it was doing fails."
    assert "A:ap:6" in played.line
    missed = Table("cphera", A="", B="hand club").play("grab:B", "attack-club", 1, 20)
    assert missed.items("holds") == ("A:B:grab",)
    # B hits 14 on 10 and more; A then hits 14 likewise. No exploit, or one: 11/20, 9/20 * 11/20.
    odds = Table("cphera", A="", B="hand club").odds("grab:B")
    assert (odds.least, odds.most) == (Fraction(99, 400), Fraction(11, 20))


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_a_hit_without_harm() -> None:
    played = Table("cphera", A="endurance 6", B="").play("grab:B", "attack-fists", 19, 3)
    assert played.harms == (("A", 0),)
    assert played.facts[-1] == "A is hit, and what it was doing fails."


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_all_foes_in_order_also_after_it_failed() -> None:
    table = Table("cphera", sides=(0, 1, 1, 0), A="", B="hand club", C="hand club", D="hand club")
    played = table.play("grab:C", "attack-club", 20, 1, 1, "attack-club", 20, 1, 1)
    assert [fact for fact in played.facts if "attacks" in fact] == ["B attacks A.", "C attacks A."]
    assert played.facts[-1] == "A is hit, and what it was doing fails."


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_an_exploiter_but_not_for_whom_it_exploits() -> None:
    table = Table("cphera", sides=(0, 1, 0), A="", B="", C="hand club")
    # B's grab at A lays B open to C, not to A.
    played = table.play("grab:B", "grab", "attack-club", 20, 1, 1, 20)
    assert played.facts == (
        "A reaches for B.",
        "B reaches for A.",
        "C attacks B.",
        "C hits B.",
        "B is hit, and what it was doing fails.",
        "A holds B by a grab.",
    )


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_a_spell_by_concentration() -> None:
    caster = {"spells": [{"name": "lash", "dice": "d6"}], "willpower": 6}
    table = Table("cphera", A=caster, B="hand club")
    # 1 + 3 of damage: 14 to reach with d20 + 6.
    assert table.law("cast:B:lash", "attack-club", "hit", 4, 4) == {"won": Fraction(13, 20), "lost": Fraction(7, 20)}
    assert table.play("cast:B:lash", "attack-club", 19, 1, 8, 5).harms == (("A", 4), ("B", 5))
    table = Table("cphera", A=caster, B="hand club")
    played = table.play("cast:B:lash", "attack-club", 19, 1, 7)
    assert played.facts[-1] == "A is hit, and what it was doing fails."


@clause("cphera.ap.open", applies=True)
def test_cphera_ap_open_applies_to_who_grapples_once_a_round_to_each_outsider() -> None:
    table = Table("cphera", "holds=A:B:grapple", sides=(0, 1, 0), A="", B="", C="hand club")
    assert "attack:B:club" in table.legal
    assert "A:ap:8" in table.play("C> attack:B:club", 1).line
    assert str(table.refused("C> attack:B")).startswith("C cannot attack B now: not its turn, and it has used")
    assert "C:ap:6" in table.line


@clause("cphera.ap.open", applies=False)
def test_cphera_ap_open_not_to_an_armed_attack_a_draw_or_a_shift() -> None:
    table = Table("cphera", squares="hex 4x4 A@1.1 B@1.0", A="hand club", B="")
    assert table.play("shift:s").cites == ("cphera.outside.menu",)
    table = Table("cphera", A="hand club", B="hand club")
    assert table.play("attack:B:club", 1).facts == ("A attacks B.", "A misses B.")
    assert Table("cphera", A="carries club", B="").play("draw:club").facts == ("A draws the club.",)


@clause("cphera.ap.open", applies=False)
def test_cphera_ap_open_not_to_friends_nor_to_who_is_out_of_reach_or_of_points() -> None:
    table = Table("cphera", "budgets=A:ap:8,C:ap:1", sides=(0, 0, 1), A="", B="hand club", C="hand club")
    assert table.play("grab:C", 20).items("holds") == ("A:C:grab",)
    table = Table("cphera", squares="hex 6x6 A@0.0 B@3.3", **DUEL)
    assert table.play("move:s").facts == ("A moves.", "A steps s.")


def test_a_reach_weapon_threatens_further() -> None:
    for weapon, asked in (("spear", ("no",)), ("club", ())):
        table = Table("cphera", squares="hex 6x6 A@0.2 B@0.0", A="", B=f"hand {weapon}")
        assert table.play("move:s", *asked).facts[-1] == "A steps s."


@ruling("cphera", "open_once")
def test_cphera_ruling_open_once_a_round_or_as_often_as_points_allow() -> None:
    counts = {}
    for value in ("yes", "ap-limited"):
        table = Table(f"cphera(open_once={value})", "holds=A:B:grapple", sides=(0, 1, 0), A="", B="", C="hand club")
        counts[value] = 0
        while _can_attack(table, 2):
            table.play("C> attack:B:club", 1)
            counts[value] += 1
    assert counts == {"yes": 1, "ap-limited": 4}


def _can_attack(table: Table, who: int) -> bool:
    actions = legal_actions(table.bout, table.position.stance)
    return any(action.by == who and action.verb == "attack" for action in actions)


def test_an_opening_of_the_last_round_is_used_again() -> None:
    table = Table(
        "cphera", "holds=A:B:grapple marks=C:exploited turn=C budgets=C:ap:1", sides=(0, 1, 0), A="", B="", C=""
    )
    assert "marks" not in table.play("pass", "no", "no").line


def test_what_every_action_costs_on_the_own_turn_and_off_it() -> None:
    assert ap.COSTS == {
        "grab": (2, 2),
        "grapple": (4, 4),
        "attack": (4, 2),
        "cast": (4, 4),
        "draw": (1, 1),
        "stand": (2, 2),
        "move": (1, 1),
        "shift": (0, 0),
    }
