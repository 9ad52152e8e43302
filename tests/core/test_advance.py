"""A procedure, run to its next request or its end."""

from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tussle.ask.advance import Ended, Paused, advance, proceed
from tussle.ask.dice import Die
from tussle.ask.readings import Opposed, Sum
from tussle.ask.requests import Choose, Gauge, Harm, Harmed, Part, Procedure, Roll, Tell
from tussle.errors import Fault, Impossible

ROLL = Roll(
    (Die(20, 0), Die(20, 1)), Opposed(0), (Part(0, "skill", 3, "toy.b"), Part(1, "skill", 3, "toy.a")), ("toy.a",)
)


def duel() -> Procedure:
    """Ask twice, tell three times."""
    yield Tell("{0} begins.", (0,), ("toy.a",))
    way = yield Choose(1, ("high", "low"), ("toy.b",))
    yield Tell("{1} goes {0}.", (0, 1), ("toy.a",))
    result = yield ROLL
    yield Tell("It is over.", (), ("toy.a",), done=True)
    return way, result


def asks(*options: str) -> Procedure:
    return (yield Choose(0, options, ("toy.a", "toy.b")))


def test_a_procedure_is_run_to_its_next_request_and_its_end() -> None:
    procedure = duel()
    first = proceed(procedure)
    assert isinstance(first, Paused)
    assert first.request == Choose(1, ("high", "low"), ("toy.b",))
    assert [tell.fact for tell in first.tells] == ["{0} begins."]
    second = proceed(procedure, "low")
    assert isinstance(second, Paused)
    assert second.request is ROLL
    assert [tell.fact for tell in second.tells] == ["{1} goes {0}."]
    last = proceed(procedure, "won")
    assert last == Ended(("low", "won"), (Tell("It is over.", (), ("toy.a",), done=True),))


@pytest.mark.parametrize("answers", [(), ("high",), ("high", "lost")])
def test_replay_comes_to_the_same_place(answers: tuple[str, ...]) -> None:
    procedure = duel()
    live = proceed(procedure)
    for answer in answers:
        live = proceed(procedure, answer)
    assert advance(duel(), answers) == live


def test_what_has_one_possible_answer_leaves_no_line() -> None:
    assert proceed(asks("only")) == Ended("only", ())
    with pytest.raises(Impossible, match="more answers than the action asks for"):
        advance(asks("only"), ["only"])


def test_a_rule_must_offer_something() -> None:
    with pytest.raises(Fault, match=r"offers no option at all \[toy.a, toy.b\]"):
        proceed(asks())


def test_a_rule_must_not_offer_the_same_twice() -> None:
    with pytest.raises(Fault, match=r"offers the same option twice: a, b, a \[toy.a, toy.b\]"):
        proceed(asks("a", "b", "a"))
    with pytest.raises(Fault, match="twice"):
        proceed(asks("a", "a"))


def test_what_is_not_offered_is_impossible() -> None:
    with pytest.raises(Impossible, match="'middle' is not offered: one of high, low"):
        advance(duel(), ["middle"])


def test_more_answers_than_asked_for_are_impossible() -> None:
    with pytest.raises(Impossible, match="more answers than the action asks for"):
        advance(duel(), ["high", "won", "won"])


def test_a_rule_that_asks_nothing_ends_at_once() -> None:
    def nothing() -> Procedure:
        yield from ()
        return "end"

    assert advance(nothing(), ()) == Ended("end", ())


def test_cites_follow_from_the_parts() -> None:
    assert ROLL.clauses == ("toy.a", "toy.b")
    assert Choose(0, ("a",), ("toy.b",)).clauses == ("toy.b",)
    assert Gauge(0, "harm", 10, ("toy.b",)).clauses == ("toy.b",)
    assert Tell("It is so.", (), ("toy.b",)).clauses == ("toy.b",)
    parts = (Part(0, "armour", -1, "toy.c"), Part(0, "hide", 0, "toy.b"))
    assert Harm(0, (), Sum(3), "blow", parts, ("toy.b",)).clauses == ("toy.b", "toy.c")
    assert str(Harmed(through=True, standing="down")) == "hurt-down"
    assert str(Harmed(through=False, standing="up")) == "unhurt-up"


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_the_same_answers_give_the_same_end(widths: list[int], picks: list[int]) -> None:
    """Questions of 1 to 4 options, some of which answer themselves; a tell between each two."""

    def walk() -> Generator[Any, Any, Any]:
        said = []
        for place, width in enumerate(widths):
            yield Tell(f"question {place}", (), ("toy.a",))
            said.append((yield Choose(0, tuple(map(str, range(width + 1))), ("toy.a",))))
        return tuple(said)

    procedure, answers = walk(), []
    step = proceed(procedure)
    told = list(step.tells)
    for pick in picks:
        if isinstance(step, Ended):
            break
        assert isinstance(step.request, Choose)
        answers.append(step.request.options[pick % len(step.request.options)])
        step = proceed(procedure, answers[-1])
        told += step.tells
        assert advance(walk(), answers) == step
    assert len(answers) <= sum(width > 0 for width in widths)
    if isinstance(step, Ended):
        assert len(step.end) == len(told) == len(widths)
