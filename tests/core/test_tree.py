"""The exact tree of a procedure."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from tussle.ask.dice import Die
from tussle.ask.readings import Against, Opposed, Sum
from tussle.ask.requests import Choose, Gauge, Harm, Harmed, Procedure, Roll, Tell
from tussle.ask.tree import Chance, Decision, End, Gauged, Harming, Tree, unroll

CITE = ("toy.a",)
HURT, DOWN = Harmed(through=True, standing="up"), Harmed(through=True, standing="down")


def throw(edge: int = 0) -> Roll:
    return Roll((Die(20, 0), Die(20, 1)), Opposed(edge), (), CITE)


def tree_of(rule: Callable[[], Procedure]) -> Tree:
    return unroll(rule, lambda _harm: (HURT, DOWN))


def ends(tree: Tree, chance: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Every end of a tree of throws with its chance."""
    if isinstance(tree, End):
        yield tree.end, chance
    else:
        assert isinstance(tree, Chance)
        for _, weight, branch in tree.branches:
            yield from ends(branch, chance * Fraction(weight, tree.total))


def test_a_throw_branches_by_its_law() -> None:
    def rule() -> Procedure:
        first = yield throw(3)
        second = yield throw(-3)
        return first, second

    tree = tree_of(rule)
    assert isinstance(tree, Chance)
    assert (tree.request, tree.total) == (throw(3), 400)
    won, lost = Fraction(247, 400), Fraction(153, 400)
    assert dict(ends(tree)) == {
        ("won", "won"): won * Fraction(34, 100),
        ("won", "lost"): won * Fraction(66, 100),
        ("lost", "won"): lost * Fraction(34, 100),
        ("lost", "lost"): lost * Fraction(66, 100),
    }


def test_a_tree_replays_once_a_branch() -> None:
    starts = []

    def rule() -> Procedure:
        starts.append(1)
        told = ""
        for _ in range(5):
            told += yield throw()
        return told

    assert len(list(ends(tree_of(rule)))) == 32
    assert len(starts) == 32


def test_a_decision_keeps_every_option_and_an_only_one_is_no_decision() -> None:
    def rule() -> Procedure:
        only = yield Choose(0, ("this",), CITE)
        way = yield Choose(1, ("that", "other"), CITE)
        return only, way

    tree = tree_of(rule)
    assert isinstance(tree, Decision)
    assert tree.request.fighter == 1
    assert tree.branches == (
        ("that", End(("this", "that"), done=False)),
        ("other", End(("this", "other"), done=False)),
    )


def test_harm_stays_open_and_branches_by_what_the_tallies_may_answer() -> None:
    def rule() -> Procedure:
        return (yield Harm(1, (Die(4), Die(4)), Sum(1), "blow", (), CITE))

    tree = tree_of(rule)
    assert isinstance(tree, Harming)
    assert tree.law.weights == ((3, 1), (4, 2), (5, 3), (6, 4), (7, 3), (8, 2), (9, 1))
    assert tree.branches == ((HURT, End(HURT, done=False)), (DOWN, End(DOWN, done=False)))


def test_a_harm_grows_only_the_answers_that_are_asked_for_and_each_once() -> None:
    starts = []

    def rule() -> Procedure:
        starts.append(1)
        return (yield Harm(1, (Die(4),), Sum(), "blow", (), CITE))

    tree = tree_of(rule)
    assert isinstance(tree, Harming)
    assert tree.answers == (HURT, DOWN)
    assert tree.branch(DOWN) is tree.branch(DOWN)
    assert len(starts) == 1  # the first answer goes on from the question, without a replay
    assert tree.branch(HURT) == End(HURT, done=False)
    assert len(starts) == 2


def test_a_gauge_grows_on_demand_and_once_a_value() -> None:
    starts = []

    def rule() -> Procedure:
        starts.append(1)
        yield throw()
        excess = yield Gauge(1, "harm", 10, CITE)
        result = yield Roll((Die(20, 1),), Against(-excess), (), CITE)
        return excess, result

    tree = tree_of(rule)
    assert isinstance(tree, Chance)
    gauged = tree.branches[0][2]
    assert isinstance(gauged, Gauged)
    before = len(starts)
    three = gauged.branch(3)
    assert dict(ends(three)) == {(3, "won"): Fraction(17, 20), (3, "lost"): Fraction(3, 20)}
    grown = len(starts)
    assert grown - before == 1
    assert gauged.branch(3) is three
    assert len(starts) == grown
    assert dict(ends(gauged.branch(-2)))[-2, "won"] == 1


def test_what_is_done_stays_done_on_its_branch_alone() -> None:
    def rule() -> Procedure:
        if (yield throw()) == "won":
            yield Tell("It worked.", (), CITE, done=True)
            yield throw()
            yield Tell("And on.", (), CITE)
        return None

    tree = tree_of(rule)
    assert isinstance(tree, Chance)
    (_, _, won), (_, _, lost) = tree.branches
    assert isinstance(won, Chance)
    assert {branch for _, _, branch in won.branches} == {End(None, done=True)}
    assert lost == End(None, done=False)


@pytest.mark.parametrize("done", [True, False])
def test_a_rule_without_a_question_is_its_end(done: bool) -> None:  # noqa: FBT001 - what is varied
    def rule() -> Procedure:
        yield Tell("So it is.", (), CITE, done=done)
        return "end"

    assert tree_of(rule) == End("end", done)
