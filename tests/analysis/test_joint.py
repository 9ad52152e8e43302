"""Joint laws, on toy procedures whose numbers can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.core.toy import Toy, seat, toy_rules
from tussle.analysis.joint import MOST_STATES, joint
from tussle.analysis.odds import Pricer, leaves, walk_nodes
from tussle.ask.dice import Die
from tussle.ask.readings import Sum
from tussle.ask.requests import Choose, Gauge, Harm, Procedure, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance
from tussle.bout.walk import legal_actions
from tussle.errors import Uncovered

CITE = ("toy.turn.act",)


def poison(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A d2 of harm, then one mark for each point of harm past 3, then the victim may hide."""
    foe = action.target
    yield Harm(foe, (Die(2, action.by, "poison"),), Sum(), "poison", (), CITE)
    past = yield Gauge(foe, "harm", 3, CITE)
    stance = stance.budget(action.by).mark(foe, *(f"sick-{number}" for number in range(past)))
    return stance.due(("hide", foe))


def hide(_bout: Bout, stance: Stance, foe: int) -> Procedure:
    way = yield Choose(foe, ("no", "hide"), CITE)
    return stance.mark(foe, "hidden") if way == "hide" else stance


BOUT = seat(toy_rules({"poison": poison}, {"hide": hide}, strands={}), Toy(), Toy())


def _position(taken: int) -> Position:
    return Position(BOUT.opening((0, 1)).stance, ((0,), (taken,)))


def _poison(position: Position) -> Action:
    return next(action for action in legal_actions(BOUT, position.stance) if action.verb == "poison")


def test_the_law_of_each_way_to_decide() -> None:
    position = _position(2)
    lines = joint(Pricer(BOUT), position, [_poison(position)])
    found = [
        (
            tuple(made.option for made in line.choices),
            {(end.tallies[1][0], end.stance.marks[1]): chance for end, chance in line.law},
        )
        for line in lines
    ]
    half = Fraction(1, 2)
    assert found == [  # 1 of harm makes 3, no mark; 2 make 4, one mark: two stances, so two decisions
        (("no", "no"), {(3, ()): half, (4, ("sick-0",)): half}),
        (("no", "hide"), {(3, ()): half, (4, ("hidden", "sick-0")): half}),
        (("hide", "no"), {(3, ("hidden",)): half, (4, ("sick-0",)): half}),
        (("hide", "hide"), {(3, ("hidden",)): half, (4, ("hidden", "sick-0")): half}),
    ]


def test_the_same_stance_is_one_decision_whatever_the_harm() -> None:
    position = _position(0)  # 1 or 2 of harm, no mark either way
    lines = joint(Pricer(BOUT), position, [_poison(position)])
    assert [len(line.choices) for line in lines] == [1, 1]
    assert [sorted(end.tallies[1][0] for end, _ in line.law) for line in lines] == [[1, 2], [1, 2]]


def test_a_law_without_a_decision_is_that_of_the_tree() -> None:
    bout = seat(toy_rules({"poison": poison}, {"hide": _nothing}), Toy(), Toy())
    position = Position(bout.opening((0, 1)).stance, ((0,), (2,)))
    action = next(action for action in legal_actions(bout, position.stance) if action.verb == "poison")
    (line,) = joint(Pricer(bout), position, [action])
    assert line.choices == ()
    assert [chance for _, chance in line.law] == [Fraction(1, 2)] * 2
    tree = Pricer(bout).price(position, [action]).tree
    assert leaves(tree) == 2
    assert {end for end, _ in line.law} == {node.position for node in walk_nodes(tree) if not hasattr(node, "ways")}


def _nothing(_bout: Bout, stance: Stance, _foe: int) -> Procedure:
    yield from ()
    return stance


def _many(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    for _ in range(7):
        yield Choose(action.by, ("left", "right"), CITE)
    return stance.budget(action.by)


def _wide(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    first = yield Roll((Die(40, 0, "far"),), Sum(), (), CITE)
    return stance.budget(action.by).counted("far", first).due(("wide", action.by))


def _wider(_bout: Bout, stance: Stance, _me: int) -> Procedure:
    second = yield Roll((Die(40, 0, "wide"),), Sum(), (), CITE)
    return stance.counted("wide", second)


def _on(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    yield from ()
    return stance.budget(action.by).due(("on", action.by))


def _and_on(_bout: Bout, stance: Stance, me: int) -> Procedure:
    yield from ()
    return stance.due(("on", me))


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("many", "more than 64 ways"),
        ("wide", "more than 1,000 positions"),
        ("on", "still due after 1,000 procedures"),
    ],
)
def test_what_is_too_large_is_refused(verb: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_STATES == 50_000
    monkeypatch.setattr("tussle.analysis.joint.MOST_STATES", 1_000)  # of the toy's 1,600
    verbs = {"many": _many, "wide": _wide, "on": _on}
    bout = seat(toy_rules(verbs, {"wide": _wider, "on": _and_on}), Toy(), Toy())
    position = bout.opening((0, 1))
    action = next(action for action in legal_actions(bout, position.stance) if action.verb == verb)
    with pytest.raises(Uncovered, match=said):
        joint(Pricer(bout), position, [action])
