"""Group grapples: the clauses of chapter `group`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling
from tussle.errors import Uncovered

HELD = "holds=A:B:grapple"
THREE = "holds=A:B:level,A:C:level,B:C:level turn=A agenda=round"
TWO_ON_ONE = (0, 0, 1)


# cphera.group.join


@clause("cphera.group.join", applies=True)
def test_cphera_group_join_applies_by_a_grab_for_2_points_and_no_check() -> None:
    table = Table(
        "cphera", f"{HELD} turn=C cells=A:1.0,B:1.0,C:1.1", squares="hex 3x3 A@1.2 B@1.0 C@1.1", A="", B="", C=""
    )
    # Both are Open and denied Agility to C: 10 + 1 to reach.
    assert table.law("join:B")["hit"] == Fraction(14, 20)
    played = table.play("join:B", 7)
    assert played.items("holds") == ("A:B:grapple", "A:C:level", "B:C:level")
    assert played.items("cells") == ("A:1.0", "B:1.0", "C:1.0")
    assert "C:ap:6" in played.line
    missed = Table("cphera", f"{HELD} turn=C", A="", B="", C="").play("join:B", 6)
    assert missed.items("holds") == ("A:B:grapple",)


@clause("cphera.group.join", applies=True)
def test_cphera_group_join_applies_off_turn_too() -> None:
    table = Table("cphera", HELD, sides=(0, 1, 0), A="", B="", C="")
    played = table.play("C> join:B", 20)
    assert "A:C:level" in played.items("holds")
    assert ("C:ap:6" in played.line, played.items("marks")) == (True, ("C:exploited",))


@clause("cphera.group.join", applies=True)
def test_cphera_group_join_applies_leaving_the_joiner_open_but_not_to_them() -> None:
    table = Table("cphera", f"{HELD} turn=C", sides=(1, 0, 0, 1), A="", B="", C="", D="hand club")
    played = table.play("join:A", "attack-club", 19, 1)
    assert played.facts[-1] == "C is hit, and what it was doing fails."
    assert Table("cphera", f"{HELD} turn=C", sides=(1, 0, 0), A="", B="", C="").play("join:A", 20).facts == (
        "C reaches into the grapple, for A.",
        "C joins the grapple of A.",
    )


@clause("cphera.group.join", applies=True)
def test_cphera_group_join_applies_in_place_of_a_grab_or_a_grapple() -> None:
    table = Table("cphera", f"{HELD} turn=C", A="", B="", C="")
    for verb in ("grab", "grapple"):
        expected = f"C cannot {verb} A now: in a grapple already: join it [cphera.group.join]"
        assert str(table.refused(f"{verb}:A")) == expected


@clause("cphera.group.join", applies=True)
def test_cphera_group_join_applies_as_a_refusal_to_the_rest() -> None:
    table = Table("cphera", HELD, A="", B="", C="", D="")
    assert table.refused("join:B").clause == "cphera.group.join"
    assert Table("cphera", A="", B="").refused("join:B").clause == "cphera.group.join"
    assert Table("cphera", A="", B="").refused("join:A").clause == "cphera.group.join"
    far = Table(
        "cphera", f"{HELD} turn=C cells=A:0.0,B:0.0,C:3.3", squares="hex 4x4 A@0.0 B@0.1 C@3.3", A="", B="", C=""
    )
    assert far.refused("join:B").clause == "cphera.group.join"


@clause("cphera.group.join", applies=False)
def test_cphera_group_join_not_to_somebody_alone() -> None:
    assert Table("cphera", "budgets=A:ap:8", A="", B="").play("grab:B", 20).items("holds") == ("A:B:grab",)


# cphera.group.rank


@clause("cphera.group.rank", applies=True)
def test_cphera_group_rank_applies_to_everybody_relative_to_everybody() -> None:
    table = Table("cphera", THREE, A="", B="", C="")
    assert sum(table.law("").values()) == 1
    assert len(table.law("")) == 13
    played = table.due(12, 9, 5, "no", "no")
    assert played.items("holds") == ("A:B:grapple", "A:C:grapple", "B:C:grapple")
    equal = Table("cphera", THREE, A="", B="", C="").due(9, 9, 5, "no", "no")
    assert equal.items("holds") == ("A:B:level", "A:C:grapple", "B:C:grapple")


@clause("cphera.group.rank", applies=True)
def test_cphera_group_rank_applies_one_thing_each_from_the_highest_down() -> None:
    table = Table("cphera", THREE, A="", B="", C="")
    played = table.due(12, 9, 5, "pin-C", 10, 9, "pin-C", 9, 9)
    assert played.facts == ("A pins C.", "B cannot pin C.")
    higher = Table("cphera", THREE, A="", B="", C="").due(9, 12, 5, "pin-C", 10, 9, "pin-C", 9, 9)
    assert higher.facts == ("B pins C.", "A cannot pin C.")
    # C is pinned meanwhile and has lost its turn in the order.
    lost = Table("cphera", THREE, A="", B="", C="").due(5, 12, 9, "pin-C", 10, 9)
    assert lost.facts == ("B pins C.",)
    assert lost.items("holds") == ("B:A:grapple", "B:C:grapple", "B:C:pin", "C:A:grapple")


@clause("cphera.group.rank", applies=True)
def test_cphera_group_rank_applies_equals_act_in_the_order_of_turns() -> None:
    table = Table("cphera", f"order=B,A,C {THREE}", sides=TWO_ON_ONE, A="", B="", C="")
    # B, A and C roll in the order of turns.
    played = table.due(9, 9, 5, "pin-C", 1, 9, "pin-C", 10, 9)
    assert played.facts == ("B cannot pin C.", "A pins C.")


@clause("cphera.group.rank", applies=True)
def test_cphera_group_rank_applies_a_pinner_tries_no_second_and_who_broke_free_does_nothing() -> None:
    pinning = "holds=A:B:level,A:B:pin,A:C:level,B:C:level turn=A agenda=round"
    # A stays above its pinned foe and above C; it may leave, but not try another pin.
    table = Table("cphera", pinning, A="", B="", C="")
    assert table.due(12, 5, 9, "leave", "no").facts == ("A gets out of the hold.",)
    freed = Table("cphera", pinning, A="", B="", C="").due(5, 12, 9, "no")
    assert freed.facts == ("B breaks free of the pin.",)
    assert freed.items("holds") == ("B:A:grapple", "B:C:grapple", "C:A:grapple")


@clause("cphera.group.rank", applies=True)
def test_cphera_group_rank_applies_between_two_neither_of_whom_is_the_attacker() -> None:
    table = Table("cphera", "holds=A:B:level turn=A agenda=round", A="", B="")
    played = table.due(9, 10, "pin-A", 10, 9)
    assert played.items("holds") == ("B:A:grapple", "B:A:pin")


@clause("cphera.group.rank", applies=False)
def test_cphera_group_rank_not_between_attacker_and_defender_nor_among_friends() -> None:
    assert Table("cphera", f"{HELD} turn=A agenda=round", A="", B="").due("no", "no").facts == ()
    friends = Table("cphera", "holds=A:B:level turn=A agenda=round", sides=TWO_ON_ONE, A="", B="", C="")
    assert friends.due().items("holds") == ("A:B:level",)


def test_down_to_two_the_last_result_says_who_is_attacker() -> None:
    table = Table("cphera", THREE, A="", B="", C="")
    played = table.due(12, 9, 5, "leave", "no")
    assert played.items("holds") == ("B:C:grapple",)
    again = Table("cphera", "holds=B:C:grapple turn=A agenda=round", A="", B="", C="")
    assert again.due("check", 10, 9, "no").items("holds") == ("B:C:grapple",)


def test_between_friends_no_rank_is_kept_unless_somebody_casts() -> None:
    order = (12, 9, 5, "no", "no")
    plain = Table("cphera", THREE, sides=TWO_ON_ONE, A="", B="", C="").due(*order)
    assert plain.items("holds") == ("A:B:level", "A:C:grapple", "B:C:grapple")
    caster = {"spells": [{"name": "hush"}]}
    casts = Table("cphera", THREE, sides=TWO_ON_ONE, A="", B="", C=caster).due(*order)
    assert casts.items("holds") == ("A:B:grapple", "A:C:grapple", "B:C:grapple")


def test_more_than_five_in_one_hold_are_played_and_not_priced() -> None:
    names = "ABCDEF"
    holds = ",".join(f"{one}:{other}:level" for one in names for other in names if one < other)
    fighters: dict[str, Any] = dict.fromkeys(names, "")
    table = Table("cphera", f"holds={holds} turn=A agenda=round", **fighters)
    with pytest.raises(Uncovered, match="at most 5 are ranked exactly, and more can still be played"):
        table.odds()
    assert table.due(6, 5, 4, 3, 2, 1, "no", "no", "no", "no", "no").items("turn") == ("A",)


# cphera.group.pin


@clause("cphera.group.pin", applies=True)
def test_cphera_group_pin_applies_one_roll_must_beat_every_pinner() -> None:
    two = "holds=A:B:level,A:C:grapple,A:C:pin,B:C:grapple,B:C:pin turn=A agenda=round"
    held = Table("cphera", two, sides=TWO_ON_ONE, A="", B="", C="")
    assert held.due(9, 12, 10, "no").items("holds") == (
        "A:B:level",
        "A:C:pin",
        "B:C:grapple",
        "B:C:pin",
        "C:A:grapple",
    )
    free = Table("cphera", two, sides=TWO_ON_ONE, A="", B="", C="").due(9, 8, 10)
    assert free.facts == ("C breaks free of the pin.",)
    assert free.items("holds") == ("A:B:level", "C:A:grapple", "C:B:grapple")
    law = Table("cphera", two, sides=TWO_ON_ONE, A="", B="", C="").law("")
    chance = sum((share for order, share in law.items() if isinstance(order, tuple) and order[0] == (2,)), Fraction(0))
    assert chance == Fraction(sum((face - 1) ** 2 for face in range(1, 21)), 8000)


@clause("cphera.group.pin", applies=False)
def test_cphera_group_pin_not_with_one_pinner() -> None:
    one = "holds=A:B:level,A:C:grapple,A:C:pin,B:C:grapple turn=A agenda=round"
    played = Table("cphera", one, sides=TWO_ON_ONE, A="", B="", C="").due(9, 12, 10, "no")
    assert played.facts == ("C breaks free of the pin.",)


# cphera.group.leave


@clause("cphera.group.leave", applies=True)
def test_cphera_group_leave_applies_to_who_beats_every_foe() -> None:
    table = Table("cphera", THREE, A="", B="", C="")
    assert table.due(12, 9, 5, "leave", "no").items("holds") == ("B:C:grapple",)
    friends = Table("cphera", THREE, sides=TWO_ON_ONE, A="", B="", C="")
    # A need not beat its friend B.
    assert friends.due(9, 12, 5, "no", "leave").items("holds") == ("B:C:grapple",)


@clause("cphera.group.leave", applies=False)
def test_cphera_group_leave_not_who_beats_only_some() -> None:
    # A and B are level at the top: each beats C alone.
    played = Table("cphera", THREE, A="", B="", C="").due(12, 12, 5, "no", "pin-C", 10, 9)
    assert played.facts == ("B pins C.",)


@ruling("cphera", "group_leave")
def test_cphera_ruling_group_leave_beat_all_or_pair_by_pair() -> None:
    some = Table("cphera", THREE, sides=(1, 0, 1), A="", B="", C="")
    assert some.due(12, 9, 5, "no", "pin-C", 10, 9).items("holds")[-1] == "B:C:pin"
    pairs = Table("cphera(group_leave=pairwise)", THREE, sides=(1, 0, 1), A="", B="", C="")
    assert pairs.due(12, 9, 5, "no", "shake").items("holds") == ("A:B:grapple", "A:C:level")
    every = Table("cphera(group_leave=pairwise)", THREE, sides=(1, 0, 1), A="", B="", C="")
    assert every.due(9, 12, 5, "leave").items("holds") == ("A:C:level",)


# A three-way grapple with two pinners on one, played end to end


def test_two_pinners_on_one_end_to_end() -> None:
    table = Table("cphera", sides=TWO_ON_ONE, A="hand knife", B="fists trained", C="strength 6 endurance 5 hp 12")
    # Round 1. A grapples C, who strikes at it first and misses; B joins; C cannot shake them off by itself.
    # C's fists are untrained, and lay it open to B for a moment, who lets that go.
    assert table.play("grapple:C", "attack-fists", "no", 1, 15, 16, 4).items("holds") == ("A:C:grapple",)
    table.play("pass")
    assert table.play("join:C", 12).items("holds") == ("A:B:level", "A:C:grapple", "B:C:level")
    assert table.play("pass").items("turn") == ("C",)
    # Round 2. A and B are above C, and both pin it.
    played = table.play("pass", 18, 15, 5, "pin-C", 17, 5, "pin-C", 16, 4)
    assert played.facts == ("C passes.", "A pins C.", "B pins C.")
    assert played.items("holds") == ("A:B:level", "A:C:grapple", "A:C:pin", "B:C:grapple", "B:C:pin")
    assert table.refused("C> attack:A").clause == "cphera.pin.pinned"
    assert table.play("attack:C:knife", 10, 4).harms == (("C", 7),)
    table.play("pass")
    table.play("pass")
    # Round 3. C beats A and not B, so both pins hold; B's fists do the rest.
    played = table.play("pass", 4, 17, 8, "no")
    assert played.items("holds") == ("A:B:level", "A:C:pin", "B:C:grapple", "B:C:pin", "C:A:grapple")
    table.play("pass")
    played = table.play("attack:C:fists", 13, 4)
    assert played.facts[-2:] == ("B hits C.", "C falls unconscious.")
    assert played.items("standing") == ("C:unconscious",)
    assert played.items("holds") == ("A:B:level",)
