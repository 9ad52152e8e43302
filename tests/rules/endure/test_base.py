"""Base rules: the clauses of chapter `base`, fighters, and positions that cannot be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling
from tussle.analysis.odds import Branch
from tussle.ask.advance import Ended, advance
from tussle.ask.requests import Roll
from tussle.bout.loading import load
from tussle.bout.notation import position_text
from tussle.bout.stance import Position
from tussle.bout.walk import due, legal_actions, settle
from tussle.errors import Unreadable
from tussle.play.events import apply_event
from tussle.play.state import apply_state
from tussle.rules.endure.sound import SHAPES

EQUAL = "holds=A:B:equal"
ANY: dict[str, Any] = {"A": "unarmed 1 endure 1", "B": "unarmed 1 endure 1"}


# endure.base.actions


@clause("endure.base.actions", applies=True)
@pytest.mark.parametrize("verb", ["attack", "hold"])
def test_endure_base_actions_applies_to_what_costs_too_many(verb: str) -> None:
    pinning = "holds=A:B:pin budgets=A:actions:"
    assert Table("endure", f"{pinning}3", **ANY).find(verb)
    assert str(Table("endure", f"{pinning}2", **ANY).refused(verb)) == (
        f"A cannot {verb} now: it costs 3 actions, and 2 are left [endure.base.actions]"
    )


@clause("endure.base.actions", applies=True)
def test_endure_base_actions_applies_afresh_each_turn() -> None:
    table = Table("endure", EQUAL, **ANY)
    assert table.play("pin", "contest", 6, 1, 6).items("budgets") == ("A:actions:1",)
    assert "it costs 3 actions, and 1 is left" in str(table.refused("hold"))
    assert table.play("pass").items("budgets") == ("B:actions:3",)
    assert table.play("pass").items("budgets") == ("A:actions:3",)  # the one that was left is not added


@clause("endure.base.actions", applies=False)
def test_endure_base_actions_not_while_there_are_enough() -> None:
    table = Table("endure", **ANY)
    table.play("attack:B:unarmed", 1)
    table.play("attack:B:unarmed", 1)
    assert "budgets=A:actions:1" in table.line
    table.play("attack:B:unarmed", 1)
    assert "turn=B budgets=B:actions:3" in table.line


@ruling("endure", "actions")
def test_endure_ruling_actions_a_turn() -> None:
    for actions in (3, 4, 9):
        table = Table(f"endure(actions={actions})", **ANY)
        assert table.play("grab:B", 6).items("budgets") == (f"A:actions:{actions - 1}",)


@pytest.mark.parametrize(
    ("position", "text", "script", "cost"),
    [
        ("", "grab:B", (1,), 1),
        ("", "attack:B:unarmed", (1,), 1),
        (EQUAL, "escape:B:unarmed", ("contest", 6, 1), 2),
        (EQUAL, "pin", ("contest", 6, 1, 6), 2),
        ("holds=B:A:pin", "break", ("contest", 6, 1, 6), 2),
        ("holds=A:B:pin", "attack:B:unarmed", ("contest", 6, 1, 6), 3),
        ("holds=A:B:pin", "hold", ("contest", 6, 1, 6), 3),
        ("holds=A:B:pin", "release", (), 0),
    ],
)
def test_what_each_action_costs(position: str, text: str, script: tuple[int | str, ...], cost: int) -> None:
    table = Table("endure(actions=6)", position, **ANY)
    assert table.play(text, *script).items("budgets") == (f"A:actions:{6 - cost}",)


# endure.base.attack


@clause("endure.base.attack", applies=True)
def test_endure_base_attack_applies_against_the_better_of_dodge_and_block() -> None:
    # Two dice against two hit with 24/81, against one with 11/27; against none with 5/9.
    for dodge, block in ((2, 1), (1, 2)):
        table = Table("endure", A="unarmed 2", B=f"dodge {dodge} block {block}")
        assert 1 - table.law("attack:B:unarmed", "defend")[0] == Fraction(24, 81)
        assert 1 - table.law("attack:B:unarmed", "decline")[0] == Fraction(5, 9)


@clause("endure.base.attack", applies=True)
def test_endure_base_attack_applies_and_ties_miss() -> None:
    table = Table("endure", A="unarmed 2", B="block 1")
    assert table.play("attack:B:unarmed", "defend", 6, 1, 5).facts == ("A misses B.",)
    assert table.play("attack:B:unarmed", "defend", 6, 6, 5).harms == (("B", 1),)


@clause("endure.base.attack", applies=True)
def test_endure_base_attack_applies_with_the_rating_and_the_damage_of_an_item() -> None:
    table = Table("endure", A="unarmed 9 hand club armed 1 damage 4", B="")
    assert table.law("attack:B:club") == {"won": Fraction(1, 3), "lost": Fraction(2, 3)}
    assert table.play("attack:B:club", 6).harms == (("B", 4),)


@clause("endure.base.attack", applies=True)
def test_endure_base_attack_applies_to_adjacent_fighters_only() -> None:
    table = Table("endure", squares="5x2 A@0.0 B@1.1 C@3.0", A="unarmed 1", B="", C="")
    assert str(table.refused("attack:C")) == "A cannot attack C now: more than 1 space away [endure.base.attack]"
    assert table.play("attack:B:unarmed", 6).harms == (("B", 1),)


@clause("endure.base.attack", applies=True)
def test_endure_base_attack_applies_to_nobody_out_nor_to_oneself() -> None:
    table = Table("endure", "standing=B:out tallies=B:harm:10", A="unarmed 1", B="", C="")
    assert "already out" in str(table.refused("attack:B"))
    assert "not oneself" in str(table.refused("attack:A"))


@clause("endure.base.attack", applies=False)
def test_endure_base_attack_not_from_a_pin() -> None:
    assert Table("endure", "holds=A:B:pin", **ANY).play("attack:B:unarmed", "contest", 6, 1, 6).harms == (("B", 1),)


# endure.base.walk


@clause("endure.base.walk", applies=True)
def test_endure_base_walk_applies_up_to_three_spaces() -> None:
    table = Table("endure", squares="6x2 A@0.0 B@5.1", A="", B="")
    played = table.play("walk", "e", "e", "se")
    assert (played.items("cells"), played.items("budgets")) == (("A:3.1", "B:5.1"), ("A:actions:2",))
    assert table.play("walk", "w", "stop").items("cells") == ("A:2.1", "B:5.1")


@clause("endure.base.walk", applies=True)
def test_endure_base_walk_applies_to_free_spaces() -> None:
    table = Table("endure", squares="3x2 A@0.0 B@1.0 #1.1 #2.0", A="", B="")
    assert table.play("walk", "stop").choices[0].options == ("stop", "n")
    assert "no free square" in str(Table("endure", squares="3x1 A@0.0 B@1.0", A="", B="").refused("walk"))


@clause("endure.base.walk", applies=True)
def test_endure_base_walk_applies_only_on_a_map() -> None:
    refusal = Table("endure", **ANY).refused("walk")
    assert str(refusal) == "A cannot walk now: there is no map to walk on [endure.base.walk]"


@clause("endure.base.walk", applies=False)
def test_endure_base_walk_not_while_grappling() -> None:
    held = f"{EQUAL} cells=A:1.0,B:1.0"
    table = Table("endure", held, squares="3x1 A@0.0 B@1.0", A="", B="")
    assert table.refused("walk").clause == "endure.grappling.states"


# endure.base.order


@clause("endure.base.order", applies=True)
def test_endure_base_order_applies_as_the_fighters_were_given() -> None:
    table = Table("endure", opened=False, C="", A="", B="")
    played = table.due()
    assert (played.items("order"), played.items("turn")) == (("C", "A", "B"), ("C",))
    assert played.facts == ("C goes first.",)
    turns = [table.play("pass").items("turn")[0] for _ in range(4)]
    assert turns == ["A", "B", "C", "A"]


@clause("endure.base.order", applies=False)
def test_endure_base_order_not_where_an_order_is_set() -> None:
    table = Table("endure", "order=B,A,C turn=A standing=C:out tallies=C:harm:10", A="", B="", C="")
    assert table.play("pass").items("turn") == ("B",)
    assert table.play("pass").items("turn") == ("A",)


# A fighter


def test_the_quick_form_knows_every_rating_and_what_is_in_hand() -> None:
    table = Table(
        "endure",
        A="unarmed 1 dodge 2 block 3 endure 4 size 5 strength 6 health 7 hand club armed 8 damage 9",
        B="",
    )
    fighter = table.bout.fighters[0]
    assert [getattr(fighter, word) for word in table.rules.quick] == [1, 2, 3, 4, 5, 6, 7, "club", 8, 9]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("unarmed -1", "Expected int >= 0, at unarmed"),
        ("endure 61", "Expected int <= 60, at endure"),
        ("health 0", "Expected int >= 1, at health"),
        ("armed 3", "has armed or damage and nothing in hand"),
        ("damage 3", "has armed or damage and nothing in hand"),
        ("hand unarmed", "something called unarmed"),
        ("strenght 3", "did you mean strength"),
    ],
)
def test_a_fighter_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        Table("endure", A=text, B="")


# Positions that cannot be


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("order=A,B", "the order must name every fighter once"),
        ("turn=", "somebody must have the turn"),
        ("standing=B:down", "B stands 'down': up, out, gone"),
        ("standing=B:out", "B has taken 0 of 10 health and is out"),
        ("tallies=B:harm:10", "B has taken 10 of 10 health and is up"),
        ("tallies=B:harm:11 standing=B:out", "at most all of it"),
        ("hands=B:club", "B has no 'club' to hold"),
        ("marks=B:prone", "B cannot be 'prone': exhausted, or kept"),
        ("counters=rage:1", "nothing called 'rage' is counted: clock-A, clock-B, clock-C"),
        ("budgets=A:actions:4", "A cannot have 4 of 'actions' left: at most 3"),
        ("budgets=A:standard:1", "A cannot have 1 of 'standard' left"),
        ("budgets=B:actions:1", "B cannot have actions left: actions in its own turn, cover out of it"),
        ("budgets=A:cover:1", "A cannot have cover left: actions in its own turn, cover out of it"),
        ("agenda=initiative", "nothing called 'initiative' can be due: order, next, stride, endure, push, shove"),
        ("agenda=push:A", "'push' cannot be due so: write push:NAME:OTHER"),
        ("agenda=push:A:A", "'push' cannot be due so: write push:NAME:OTHER"),
        ("agenda=shove:A:B", "'shove' cannot be due so: write shove:NAME:OTHER on a map"),
        ("agenda=endure", "'endure' cannot be due so: write endure:NAME"),
        ("agenda=next:A", "'next' cannot be due so: write next"),
        ("agenda=stride:A:#2:#next", "'stride' cannot be due so: write stride:NAME:#1-to-3:#first-or-next on a map"),
        ("holds=A:A:pin", "A cannot hold itself"),
        ("holds=A:B:hug", "A and B: a hold is equal or pin"),
        ("holds=B:A:equal", "B and A: an equal hold names the fighter first who is first in the bout"),
        ("holds=A:B:pin,B:C:pin", "B cannot be in two grapples"),
        ("holds=A:B:pin standing=B:out tallies=B:harm:10", "A and B cannot grapple: one of them is out"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(position: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        Table("endure", position, A="", B="", C="")


def test_grapplers_are_in_one_square_of_the_map() -> None:
    with pytest.raises(Unreadable, match="A and B grapple, so they are in one square"):
        Table("endure", EQUAL, squares="3x1 A@0.0 B@1.0", A="", B="")
    with pytest.raises(Unreadable, match=r"A cannot stand at 1\.1: a wall, or off the map"):
        Table("endure", "cells=A:1.1,B:1.0", squares="3x2 A@0.0 B@1.0 #1.1", A="", B="")


@pytest.mark.parametrize(
    "item", ["stride:A:#4:#next", "stride:A:#two:#next", "stride:A:#1:#last", "stride:#A:#1:#next"]
)
def test_a_stride_that_cannot_be_due_is_refused(item: str) -> None:
    with pytest.raises(Unreadable, match="'stride' cannot be due so"):
        Table("endure", f"agenda={item}", squares="3x1 A@0.0 B@1.0", A="", B="")


@pytest.mark.parametrize("item", ["endure:A", "push:B:A", "push:A:B", "shove:A:B", "stride:A:#1:#first"])
def test_what_is_due_comes_to_nothing_for_who_is_out_meanwhile(item: str) -> None:
    out = f"agenda={item} standing=A:out tallies=A:harm:10 turn=C budgets=C:actions:3"
    squares = "4x2 A@0.0 B@1.0 C@2.0 D@3.0"
    played = Table("endure", out, squares=squares, A="unarmed 1", B="unarmed 1", C="", D="").due()
    assert (played.rolls, played.choices, played.items("agenda")) == ((), (), ())


def test_what_cannot_matter_is_forgotten() -> None:
    line = Table("endure", "marks=A:exhausted,B:kept counters=clock-A:1", **ANY).line
    assert line == "order=A,B turn=A budgets=A:actions:3"
    covered = Table("endure(cover=costs-1-action)", "budgets=A:actions:3,B:cover:1", **ANY).line
    assert covered == "order=A,B turn=A budgets=A:actions:3"


def test_where_nobody_can_do_anything_the_turn_is_left_with_passing() -> None:
    walls = " ".join(f"#{x}.{y}" for x in range(5) for y in range(1) if x in (1, 3))
    table = Table("endure", squares=f"5x1 A@0.0 B@4.0 {walls}", A="", B="")
    assert table.legal == ("pass",)
    assert table.play("pass").items("turn") == ("B",)


# What a game master says


@pytest.mark.parametrize(
    ("position", "text", "script", "dice"),
    [
        ("bonuses=A:luck:2:start:0", "grab:B", ("decline",), {0: 3}),
        ("bonuses=B:luck:2:resist:0", "grab:B", ("defend",), {0: 1, 1: 3}),
        ("bonuses=A:luck:2:attack:0", "attack:B:unarmed", ("decline",), {0: 3}),
        (f"{EQUAL} bonuses=A:luck:2:escape:0", "escape:B:unarmed", ("contest",), {0: 3, 1: 1}),
        (f"{EQUAL} bonuses=A:luck:2:maintain:0", "pin", ("contest",), {0: 3, 1: 1}),
        (f"{EQUAL} bonuses=B:luck:2:resist:0", "pin", ("contest",), {0: 1, 1: 3}),
        (f"{EQUAL} bonuses=A:luck:2:maintain:0", "move", ("contest",), {0: 4, 1: 2}),
        ("holds=A:B:pin bonuses=A:luck:2:all:0", "hold", ("contest",), {0: 3, 1: 1}),
        ("holds=B:A:pin bonuses=A:luck:2:escape:0", "break", ("contest",), {0: 3, 1: 1}),
        (f"{EQUAL} bonuses=B:luck:2:resist:0", "escape:B:unarmed", ("contest",), {0: 1, 1: 3}),
        (f"{EQUAL} bonuses=B:luck:2:resist:0", "move", ("contest",), {0: 2, 1: 4}),
        ("holds=A:B:pin bonuses=B:luck:2:resist:0", "hold", ("contest",), {0: 1, 1: 3}),
        ("holds=A:B:pin bonuses=A:luck:2:maintain:0", "hold", ("contest",), {0: 3, 1: 1}),
        ("holds=A:B:pin bonuses=B:luck:2:resist:0", "attack:B:unarmed", ("contest",), {0: 1, 1: 3}),
        (f"{EQUAL} bonuses=B:luck:2:maintain:0", "pin", ("concede",), {1: 3}),
        (f"{EQUAL} bonuses=B:luck:2:resist:0 marks=B:exhausted", "pin", ("failed",), {0: 1, 1: 3}),
        (f"{EQUAL} bonuses=A:luck:2:resist:0 marks=B:exhausted", "pin", ("failed",), {0: 3, 1: 1}),
        (f"{EQUAL} bonuses=A:hurt:-9:maintain:0", "pin", ("contest",), {1: 1}),
    ],
)
def test_a_bonus_from_outside_is_so_many_dice_more(
    position: str, text: str, script: tuple[str, ...], dice: dict[int, int]
) -> None:
    plain = "unarmed 1 endure 1 dodge 1 size 1 strength 1"
    table = Table("endure", position, A=plain, B=plain)
    node = table.odds(text).tree
    for word in script:
        assert isinstance(node, Branch)
        node = {way: onward for way, _, onward in node.ways}[word]
    assert isinstance(node, Branch)
    assert isinstance(node.request, Roll)
    assert Counter(die.owner for die in node.request.dice) == dice


def test_whoever_is_let_go_from_outside_keeps_neither_clock_nor_exhaustion() -> None:
    table = Table("endure", f"{EQUAL} marks=B:exhausted counters=clock-A:1", **ANY)
    bout, position = apply_event(table.bout, table.position, "free A from B")
    assert position_text(bout, Position(settle(bout, position.stance), position.tallies)) == (
        "order=A,B turn=A budgets=A:actions:3"
    )


def test_harm_from_outside_ends_a_grapple_and_healing_does_not_begin_it_again() -> None:
    table = Table("endure", "holds=A:B:pin marks=A:exhausted", A="", B="", C="")
    bout, position = apply_event(table.bout, table.position, "damage B 10")
    assert position_text(bout, position) == ("order=A,B,C turn=A standing=B:out budgets=A:actions:3 tallies=B:harm:10")
    bout, position = apply_event(bout, position, "heal B 4")
    assert position_text(bout, position) == "order=A,B,C turn=A budgets=A:actions:3 tallies=B:harm:6"


def test_the_turn_of_who_has_left_is_over() -> None:
    table = Table("endure", A="", B="", C="")
    bout, position = apply_event(table.bout, table.position, "leave A")
    stance = settle(bout, position.stance)
    assert stance.agenda == (("next",),)
    after = advance(due(bout, stance), ())
    assert isinstance(after, Ended)
    assert legal_actions(bout, settle(bout, after.end))[0].by == 1


def test_a_position_in_a_persons_words() -> None:
    table = Table("endure", A="", B="hand club armed 1 damage 1")
    position = apply_state(table.bout, table.position, "b pins a; a health 4/10; a exhausted; turn a")
    assert position_text(table.bout, position) == (
        "order=A,B turn=A holds=B:A:pin marks=A:exhausted hands=B:club budgets=A:actions:3 tallies=A:harm:6"
    )
    equal = apply_state(table.bout, position, "a holds b")
    assert equal.stance.holds == ((0, 1, "equal"),)


# What each action is for


@pytest.mark.parametrize(
    ("position", "text", "least", "most"),
    [
        ("", "grab:B", Fraction(1, 3), Fraction(1, 3)),
        ("", "attack:B:unarmed", Fraction(1, 3), Fraction(1, 3)),
        ("", "pass", 1, 1),
        (EQUAL, "escape:B:unarmed", Fraction(1, 2), 1),
        (EQUAL, "escape:B:dodge", 0, 1),
        (EQUAL, "move", Fraction(1, 2), 1),
        (EQUAL, "pin", Fraction(1, 2), 1),
        ("holds=B:A:pin", "break", Fraction(1, 2), 1),
        ("holds=A:B:pin", "attack:B:unarmed", Fraction(1, 2), 1),
        ("holds=A:B:pin", "hold", Fraction(1, 2), 1),
        ("holds=A:B:pin", "release", 1, 1),
    ],
)
def test_the_chance_that_an_action_does_what_it_is_for(
    position: str, text: str, least: Fraction, most: Fraction
) -> None:
    odds = Table("endure", position, **ANY).odds(text)
    assert (odds.least, odds.most) == (least, most)


def test_a_walk_does_what_it_is_for_and_may_be_due_in_the_middle() -> None:
    table = Table("endure", squares="4x2 A@0.0 B@3.1", **ANY)
    assert table.odds("walk").least == 1
    midway = Table("endure", "agenda=stride:A:#1:#next", squares="4x2 A@0.0 B@3.1", **ANY)
    assert midway.due("e").items("cells") == ("A:1.0", "B:3.1")


def test_every_item_of_an_agenda_has_a_shape() -> None:
    assert list(SHAPES) == list(load("endure").due)
