"""The stance: what is true of it, what becomes of it, and that it is canonical."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toy import Toy, seat, toy_rules
from tussle.ask.requests import Part
from tussle.bout.stance import GM, NOBODY, SCOPES, Stance

BOUT = seat(toy_rules(), Toy(), Toy(), Toy())
START = BOUT.opening().stance

everyone = st.integers(0, 2)
words = st.sampled_from(["a", "b", "c"])


def test_a_stance_is_a_value() -> None:
    twin = BOUT.opening().stance
    assert twin == START
    assert hash(twin) == hash(START)
    with pytest.raises(AttributeError):
        START.turn = 1  # type: ignore[misc] # it must fail


def test_every_change_makes_a_new_one() -> None:
    before = START.tie(0, 1, "grip")
    after = before.mark(1, "a").spend(0, "act").part(0, 1)
    assert before == START.tie(0, 1, "grip")
    assert after != before


# Marks, hands, standing


@given(everyone, st.lists(words, max_size=4), st.lists(words, max_size=4))
def test_marks_are_a_sorted_set(who: int, on: list[str], off: list[str]) -> None:
    stance = START.mark(who, *on)
    assert stance.marks[who] == tuple(sorted(set(on)))
    assert stance == START.mark(who, *reversed(on))
    assert all(stance.marked(who, word) for word in on)
    assert stance.unmark(who, *off).marks[who] == tuple(sorted(set(on) - set(off)))
    assert stance.unmark(who, *on) == START
    assert all(stance.marks[other] == () for other in range(3) if other != who)


def test_a_fighter_stands_and_wields() -> None:
    stance = START.stand(1, "down").wield(2, "stick")
    assert stance.standing == ("up", "down", "up")
    assert stance.hands == ("", "", "stick")
    assert stance.stand(1, "up").wield(2, "") == START


# Budgets and counters


def test_an_empty_budget_has_one_form() -> None:
    stance = START.budget(1, b=2, a=1)
    assert stance.budgets[1] == (("a", 1), ("b", 2))
    assert stance.left(1, "b") == 2
    assert stance.left(1, "c") == 0
    assert stance.spend(1, "b").left(1, "b") == 1
    assert stance.spend(1, "b", 2).spend(1, "a") == START.budget(1) == START.budget(1, a=0)


@given(st.dictionaries(words, st.integers(0, 9)))
def test_a_counter_at_zero_is_none(values: dict[str, int]) -> None:
    stance, back = START, START
    for word, value in values.items():
        stance = stance.counted(word, value)
    for word, value in reversed(values.items()):
        back = back.counted(word, value + 1).counted(word, value)
    assert stance == back
    assert stance.counters == tuple(sorted((word, value) for word, value in values.items() if value))
    assert all(stance.count(word) == value for word, value in values.items())
    assert stance.count("d") == 0


# Holds


@given(st.lists(st.tuples(everyone, everyone, words), max_size=5))
def test_holds_are_a_sorted_set_with_two_ends(holds: list[tuple[int, int, str]]) -> None:
    stance = START
    for hold in holds:
        stance = stance.tie(*hold)
    assert stance.holds == tuple(sorted(set(holds)))
    for one in range(3):
        for other in range(3):
            tied = any({holder, held} == {one, other} for holder, held, _ in holds)
            assert stance.tied(one, other) is stance.tied(other, one) is tied
            assert (other in stance.partners(one)) is tied
            parted = stance.part(one, other)
            assert not parted.tied(one, other)
            assert parted == stance.part(other, one)
    for who in range(3):
        alone = stance.part_all(who)
        assert alone.partners(who) == ()
        assert alone.holds == tuple(hold for hold in stance.holds if who not in hold[:2])


def test_partners_are_named_once_lowest_first() -> None:
    stance = START.tie(2, 1, "grip").tie(1, 0, "grip").tie(1, 2, "pin")
    assert stance.partners(1) == (0, 2)
    assert stance.part(1, 2).partners(1) == (0,)


# Turns and the agenda


def test_the_agenda_is_dealt_with_from_its_front() -> None:
    stance = START.due(("rest",)).due(("first", 1), ("second", "word"))
    assert stance.agenda == (("first", 1), ("second", "word"), ("rest",))
    assert stance.handled().agenda == (("second", "word"), ("rest",))
    assert stance.handled().handled().handled() == START


def test_turns_go_round() -> None:
    stance = START.ordered((2, 0, 1))
    assert stance.begin(0).turn == 0
    assert stance.after(2) == (0, 1, 2)
    assert stance.after(1) == (2, 0, 1)
    assert stance.after(NOBODY) == (2, 0, 1)


# Places


def test_without_a_map_nobody_has_a_place() -> None:
    assert START.cell(1) is None
    assert START.place(1, (2, 3)) == START


def test_with_a_map_everybody_has_a_place() -> None:
    stance = Stance(
        **{field: getattr(START, field) for field in START.__struct_fields__ if field != "cells"},
        cells=((0, 0), (1, 1), (2, 2)),
    )
    assert stance.place(1, (5, 6)).cells == ((0, 0), (5, 6), (2, 2))
    assert stance.place(1, (5, 6)).cell(1) == (5, 6)
    assert stance.place(1, None) == stance


# Bonuses that a game master grants


def test_a_bonus_goes_to_the_rolls_of_its_scope() -> None:
    stance = START.grant((1, "oil", -4, "escape", 0)).grant((1, "luck", 1, "all", 0))
    assert stance.granted(1, "escape") == (Part(1, "luck", 1, GM), Part(1, "oil", -4, GM))
    assert stance.granted(1, "start") == (Part(1, "luck", 1, GM),)
    assert stance.granted(0, "escape") == ()
    assert "all" in SCOPES


def test_a_bonus_replaces_the_one_of_its_name_and_scope() -> None:
    stance = START.grant((1, "oil", -4, "escape", 0)).grant((1, "oil", -2, "escape", 3))
    assert stance.bonuses == ((1, "oil", -2, "escape", 3),)
    assert len(stance.grant((1, "oil", -2, "resist", 3)).grant((0, "oil", -2, "escape", 3)).bonuses) == 3


def test_a_bonus_lapses_after_so_many_turns_of_its_bearer() -> None:
    stance = START.grant((1, "oil", -4, "escape", 2)).grant((1, "luck", 1, "all", 0))
    assert stance.begin(0).begin(2).granted(1, "escape") == stance.granted(1, "escape")
    assert stance.begin(1).bonuses == ((1, "luck", 1, "all", 0), (1, "oil", -4, "escape", 1))
    assert stance.begin(1).begin(0).begin(1).bonuses == ((1, "luck", 1, "all", 0),)
