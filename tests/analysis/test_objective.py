"""Goals: what they say, and how a stance is judged."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tussle.analysis.objective import MAX_ROUNDS, parse_objective, round_ends
from tussle.bestiary.match import match
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.bout.walk import settle
from tussle.errors import Uncovered, Unreadable

AL = "Al: athletics +5 reflex 3 hits 9"
BO = "Bo: athletics +4 reflex 2 hits 7"
CY = "Cy: athletics +4 reflex 2 hits 7"


@pytest.fixture
def bout() -> Bout:
    return match("hug", AL, BO)


def opening(bout: Bout) -> Stance:
    return bout.opening(tuple(bout.everyone)).stance


@pytest.mark.parametrize("text", ["pin within 3", "free within 1", "down within 12", "hold for 2", "down first"])
def test_a_goal_prints_as_it_is_read(bout: Bout, text: str) -> None:
    assert str(parse_objective(f"  {text.replace(' ', '  ')} ", bout)) == text


@pytest.mark.parametrize("text", ["", "pin", "pin within 0", "pin within", "pin for 3", "hold within 3", "first down"])
def test_what_is_no_goal_is_told_the_list(bout: Bout, text: str) -> None:
    with pytest.raises(Unreadable, match="pin within N, free within N, down within N, hold for N, down first"):
        parse_objective(text, bout)


def test_more_rounds_than_anybody_plays_are_refused(bout: Bout) -> None:
    assert parse_objective(f"pin within {MAX_ROUNDS}", bout).rounds == MAX_ROUNDS
    with pytest.raises(Uncovered, match="out of reach"):
        parse_objective(f"pin within {MAX_ROUNDS + 1}", bout)


def test_a_pin_can_never_be_where_the_rules_know_none(bout: Bout) -> None:
    assert parse_objective("pin within 3", bout).never(bout) == "hug knows no pin"
    assert not parse_objective("hold for 3", bout).never(bout)


def test_down_is_reached_when_the_last_foe_is_and_lost_when_the_last_of_ones_own_is() -> None:
    bout = match("hug", AL, BO, "vs", CY)
    stance = opening(bout)
    down = parse_objective("down first", bout)
    assert down.judge(bout, stance) is None
    assert down.judge(bout, stance.stand(0, "out")) is None
    assert down.judge(bout, stance.stand(0, "out").stand(1, "out")) == "lost"
    assert down.judge(bout, stance.stand(2, "out")) == "reached"
    assert down.judge(bout, stance.stand(0, "out").stand(1, "out").stand(2, "out")) == "neither"


def test_free_is_who_is_in_no_hold_with_a_foe() -> None:
    bout = match("hug", AL, BO, "vs", CY)
    free = parse_objective("free within 2", bout)
    assert free.judge(bout, opening(bout)) == "reached"
    assert free.judge(bout, opening(bout).tie(0, 1, "hug")) == "reached"
    assert free.judge(bout, opening(bout).tie(1, 2, "hug")) is None


def test_a_hold_is_kept_by_who_is_in_it_with_a_foe_and_lost_with_a_side(bout: Bout) -> None:
    hold = parse_objective("hold for 2", bout)
    assert not hold.keeps(bout, opening(bout))
    assert hold.keeps(bout, opening(bout).tie(0, 1, "hug"))
    assert hold.judge(bout, opening(bout).stand(1, "out")) == "lost"


def test_a_round_ends_where_the_order_starts_again(bout: Bout) -> None:
    first = opening(bout)
    passed = first.budget(0)
    second = settle(bout, passed)
    assert second.turn == 1
    assert round_ends(first, passed, second) == 0
    again = settle(bout, second.budget(1))
    assert round_ends(second, second.budget(1), again) == 1


def test_a_round_ends_where_nobody_else_can_do_anything(bout: Bout) -> None:
    first = opening(bout)
    assert round_ends(first, first.budget(0), first) == 1


def test_no_round_ends_where_part_of_a_turn_is_forgotten(bout: Bout) -> None:
    first = opening(bout)
    richer = first.budget(0, standard=1, minor=1)
    assert round_ends(richer, richer, first) == 0


def test_no_round_ends_before_the_first_turn(bout: Bout) -> None:
    before = replace(opening(bout), turn=-1)
    assert round_ends(before, opening(bout), opening(bout)) == 0
