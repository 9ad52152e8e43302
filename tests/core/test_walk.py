"""The walk: what can be done, what is due, what follows by itself."""

import pytest

from tests.core.toy import Toy, push, seat, toy_rules
from tussle.ask.advance import Ended, Paused, advance
from tussle.ask.requests import Choose, Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Stance
from tussle.bout.walk import begin, complete, due, legal_actions, over, refuse, settle, why_not
from tussle.errors import Fault, Illegal


def wait(_bout: Bout, stance: Stance, who: int, word: str) -> Procedure:
    yield from ()
    return stance.mark(who, word)


BOUT = seat(toy_rules({"push": push}, {"wait": wait}), Toy(), Toy(), Toy())
START = BOUT.opening().stance


def test_legal_actions_stand_in_the_order_they_are_offered() -> None:
    assert [(action.verb, action.target) for action in legal_actions(BOUT, START)] == [
        ("push", 1),
        ("push", 2),
        ("pass", NOBODY),
    ]


@pytest.mark.parametrize(
    "stance", [START.due(("wait", 1, "a")), START.begin(NOBODY), START.stand(1, "down").stand(2, "down")]
)
def test_nobody_acts_while_something_is_due_before_the_first_turn_or_after_the_end(stance: Stance) -> None:
    assert legal_actions(BOUT, stance) == ()
    assert why_not(BOUT, stance) == ()


def test_each_verb_that_is_not_legal_is_refused_once_with_its_first_reason() -> None:
    assert [(refusal.verb, refusal.reason) for refusal in why_not(BOUT, START)] == [("fly", "nobody can")]

    def nobody_near(bout: Bout, stance: Stance) -> list[Action | Refusal]:
        return [Refusal(0, "push", f"{bout.names[who]} is far", "toy.turn.act", who) for who in (1, 2)] + [
            Action(stance.turn, "pass")
        ]

    far = seat(toy_rules({"push": push}, verbs=nobody_near), Toy(), Toy(), Toy())
    assert [refusal.reason for refusal in why_not(far, START)] == ["Bob is far"]


def test_that_one_cannot_do_it_to_oneself_is_said_only_where_there_is_no_other() -> None:
    def all_far(_bout: Bout, _stance: Stance) -> list[Refusal]:
        return [Refusal(0, "push", why, "toy.turn.act", who) for who, why in ((0, "oneself"), (1, "far"), (2, "near"))]

    far = seat(toy_rules({"push": push}, verbs=all_far), Toy(), Toy(), Toy())
    assert [refusal.reason for refusal in why_not(far, START)] == ["far"]
    assert str(refuse(far, START, 0, "push")) == "Ann cannot push now: far [toy.turn.act]"
    assert str(refuse(BOUT, START, 0, "push")) == "Ann cannot push now: not oneself [toy.turn.act]"


def test_a_refusal_is_the_one_of_the_target() -> None:
    stance = START.stand(2, "down")
    error = refuse(BOUT, stance, 0, "push", 2)
    assert isinstance(error, Illegal)
    assert str(error) == "Ann cannot push Cid now: already down [toy.turn.act]"
    assert str(refuse(BOUT, stance, 0, "push")) == "Ann cannot push now: already down [toy.turn.act]"
    with pytest.raises(Fault, match="swim is neither legal nor refused for Ann"):
        refuse(BOUT, stance, 0, "swim")


def test_a_verb_is_carried_out_by_its_rule() -> None:
    (push_bob, *_) = legal_actions(BOUT, START)
    assert advance(begin(BOUT, START, push_bob), ()) == Ended(START.budget(0), ())


# What was left out is asked first


def aimed(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    yield from ()
    return stance.mark(action.by, *action.details, f"at{action.target}")


AIMS = (
    Action(0, "aim", 1, ("high",), ("toy.turn.act",)),
    Action(0, "aim", 1, ("high", "slow"), ("toy.turn.act",)),
    Action(0, "aim", 1, ("low",), ("toy.turn.act",)),
    Action(0, "aim", 2, ("low",), ("toy.turn.act",)),
)
AIMING = seat(toy_rules({"aim": aimed}), Toy(), Toy(), Toy())


def asked(actions: tuple[Action, ...], *answers: str) -> tuple[str, ...] | Stance:
    """What is asked next, or the stance at the end."""
    step = advance(complete(AIMING, START, actions), answers)
    if isinstance(step, Paused):
        assert isinstance(step.request, Choose)
        assert step.request.fighter == 0
        assert step.request.cites == ("toy.turn.act",)
        return step.request.options
    assert isinstance(step.end, Stance)
    return step.end


def test_what_was_left_out_is_asked_word_by_word() -> None:
    assert asked(AIMS) == ("Bob", "Cid")
    assert asked(AIMS, "Cid") == START.mark(0, "low", "at2")
    assert asked(AIMS, "Bob") == ("high", "low")
    assert asked(AIMS, "Bob", "low") == START.mark(0, "low", "at1")
    assert asked(AIMS, "Bob", "high") == ("-", "slow")
    assert asked(AIMS, "Bob", "high", "-") == START.mark(0, "high", "at1")
    assert asked(AIMS, "Bob", "high", "slow") == START.mark(0, "high", "slow", "at1")


def test_a_word_all_have_in_common_is_not_asked() -> None:
    assert asked(AIMS[:3]) == ("high", "low")
    assert asked(AIMS[:2]) == ("-", "slow")
    assert asked(AIMS[:1]) == START.mark(0, "high", "at1")


def test_without_a_target_the_details_are_asked() -> None:
    bare = (Action(0, "aim", NOBODY, ("high",), ("toy.turn.act",)), Action(0, "aim", NOBODY, (), ("toy.turn.act",)))
    assert asked(bare) == ("high", "-")


def test_the_same_action_twice_is_a_fault() -> None:
    with pytest.raises(Fault, match="aim is offered twice in the same words"):
        asked((AIMS[0], AIMS[0]))


# What is due, and what follows by itself


def test_the_first_thing_due_is_dealt_with_and_taken_off() -> None:
    stance = START.due(("wait", 1, "low"), ("wait", 2, "high"))
    step = advance(due(BOUT, stance), ())
    assert step == Ended(START.due(("wait", 2, "high")).mark(1, "low"), ())


def test_nothing_follows_by_itself_while_something_is_due_or_after_the_end() -> None:
    spent = START.budget(0)
    assert settle(BOUT, spent) == START.budget(0).begin(1).budget(1, act=1)
    assert settle(BOUT, START) == START
    waiting = spent.due(("wait", 1, "low"))
    assert settle(BOUT, waiting) == waiting
    ended = spent.stand(1, "down").stand(2, "down")
    assert settle(BOUT, ended) == ended


def test_it_is_over_when_one_side_is_left_and_nothing_is_due() -> None:
    assert not over(BOUT, START.stand(1, "down"))
    ended = START.stand(1, "down").stand(2, "down")
    assert over(BOUT, ended)
    assert not over(BOUT, ended.due(("wait", 1, "low")))
    allies = seat(toy_rules({"push": push}), Toy(), Toy(), Toy(), sides=(0, 0, 1))
    assert over(allies, START.stand(2, "down"))
