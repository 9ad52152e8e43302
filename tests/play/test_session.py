"""A session: what is asked, what is answered, what is taken back."""

from __future__ import annotations

import pytest

from tests.play.helper import brawl, match
from tussle.ask.requests import Choose, Harm, Roll
from tussle.errors import Illegal, Impossible, Unreadable
from tussle.play.session import Session, machine_dice
from tussle.play.situation import Act


def opened() -> Session:
    return Session(match("Arangu", "Tivid"), first="Arangu", seed=1)


def test_the_first_question_is_what_the_first_fighter_does() -> None:
    session = opened()
    assert isinstance(session.pending, Act)
    assert "grapple:Tivid:athletics" in session.legal_actions
    assert "grapple:Arangu:athletics" not in session.legal_actions
    assert len(session.legal_actions) == len(list(session.legal_actions))
    assert repr(session.legal_actions).startswith("<LegalActions grapple:Tivid:melee, ")


def test_without_an_order_initiative_is_thrown_first() -> None:
    session = Session(match("Arangu", "Tivid"), seed=1)
    assert isinstance(session.pending, Roll)
    session.answer((3, 18))
    assert session.bout.names[session.position.stance.turn] == "Tivid"


def test_an_action_asks_its_questions_in_the_order_of_the_text() -> None:
    session = opened()
    session.push("grapple:Tivid:athletics")
    assert isinstance(session.pending, Choose)
    assert session.pending.options == ("club", "unarmed", "no")
    session.answer("club")
    assert isinstance(session.pending, Roll)
    session.answer(20)
    session.answer("acrobatics")  # a natural 20 does its full damage: nothing is thrown for it
    assert session.position.tallies[0] == (8,)
    session.answer((15, 2))
    assert session.position.stance.tied(0, 1)


def test_a_beginning_of_an_action_asks_for_the_rest() -> None:
    session = opened()
    session.push("grapple")
    assert isinstance(session.pending, Choose)
    assert session.pending.options == ("melee", "athletics")
    session.answer("athletics")
    assert isinstance(session.pending, Choose)
    assert "club" in session.pending.options


def test_an_illegal_action_names_its_clause_and_changes_nothing() -> None:
    session = opened()
    before = session.position
    with pytest.raises(Illegal, match="in no grapple") as caught:
        session.push("escape:Tivid:athletics")
    assert caught.value.clause == "hug.outside.menu"
    assert session.position == before
    assert not session.entries
    assert not session.history


def test_grappling_oneself_is_refused() -> None:
    with pytest.raises(Illegal, match="not oneself"):
        opened().push("grapple:Arangu")


def test_a_face_that_cannot_be_is_refused_and_asked_again() -> None:
    session = opened()
    session.push("attack:Tivid:unarmed")
    for faces, sentence in (((23,), "23 is no face of a d20: 1 to 20"), ((4, 5), "1 face is asked for, not 2")):
        with pytest.raises(Impossible, match=sentence):
            session.answer(faces)
    assert isinstance(session.pending, Roll)
    assert len(session.entries) == 1


def test_an_option_that_is_not_offered_is_refused() -> None:
    session = opened()
    session.push("grapple:Tivid:athletics")
    with pytest.raises(Impossible, match="'sword' is not offered: one of club, unarmed, no"):
        session.answer("sword")
    with pytest.raises(Impossible, match="an answer is due"):
        session.push("pass")
    with pytest.raises(Impossible, match="a choice is asked for"):
        session.answer(7)


def test_roll_throws_what_is_due_and_follows_from_the_seed() -> None:
    first, second = opened(), opened()
    for session in (first, second):
        session.push("attack:Tivid:unarmed")
    assert first.roll() == second.roll()
    third = Session(match("Arangu", "Tivid"), first="Arangu", seed=2)
    third.push("attack:Tivid:unarmed")
    faces = {Session(match("Arangu", "Tivid"), first="Arangu", seed=seed).seed for seed in range(3)}
    assert faces == {0, 1, 2}
    with pytest.raises(Impossible, match="no throw is due"):
        opened().roll()


def test_undo_takes_one_answer_back_and_pop_a_whole_action() -> None:
    session = opened()
    start = session.position
    session.push("grapple:Tivid:athletics")
    session.answer("no")
    session.answer("athletics")
    assert session.undo().text == "athletics"
    assert isinstance(session.pending, Choose)
    assert session.pending.options == ("athletics", "acrobatics")
    session.pop()
    assert session.position == start
    assert not session.entries
    with pytest.raises(Impossible, match="nothing to take back"):
        session.undo()


def test_undo_of_everything_gives_the_start_again() -> None:
    session = brawl()
    start = session.start[1]
    while session.entries:
        session.undo()
    assert session.position == start
    assert session.transcript == Session(*session.start, seed=3).transcript


def test_amend_keeps_what_still_fits() -> None:
    session = opened()
    session.push("attack:Tivid:unarmed")
    session.answer(14)
    session.answer(3)
    assert isinstance(session.pending, Act)
    assert session.amend(1, (15,)) is None
    assert session.position.tallies[1] == (3,)


def test_amend_drops_from_the_first_that_does_not_fit() -> None:
    session = opened()
    session.push("attack:Tivid:unarmed")
    session.answer(14)
    session.answer(3)
    dropped = session.amend(1, (2,))
    assert dropped is not None
    assert dropped.kind == "harm"
    assert session.position.tallies[1] == (0,)
    assert len(session.entries) == 2
    with pytest.raises(Impossible, match="only a throw can be amended"):
        session.amend(0, (3,))
    with pytest.raises(Impossible, match="25 is no face of a d20"):
        session.amend(1, (25,))
    assert len(session.entries) == 2


def test_the_same_seed_and_policies_play_the_same_grapple() -> None:
    assert [str(line) for line in brawl(5).transcript] == [str(line) for line in brawl(5).transcript]
    assert [str(line) for line in brawl(5).transcript] != [str(line) for line in brawl(6).transcript]


def test_a_grapple_ends_when_one_side_is_left() -> None:
    session = brawl(answers=4000)
    assert session.over
    assert str(session.transcript[-1]) == "The grapple is over."
    assert not session.legal_actions
    with pytest.raises(Impossible, match="nothing is asked"):
        session.answer("x")


def test_play_stops_before_a_round() -> None:
    session = brawl(answers=0)
    session.play(rounds=2)
    assert session.round == 3
    assert not [line for line in session.transcript if line.text.startswith("Round 4")]


def test_rounds_are_counted_from_one() -> None:
    turns = [line.text for line in brawl().transcript if line.kind == "turn"]
    assert turns[0].startswith("Round 1: ")
    assert len([turn for turn in turns if turn.startswith("Round 2: ")]) == 3


def test_whoever_listens_hears_every_step_at_once() -> None:
    session = opened()
    heard: list[str] = []
    session.listen(lambda step: heard.append(step.kind))
    session.push("attack:Tivid:unarmed")
    session.answer(3)
    session.amend(1, (4,))
    session.undo()
    assert heard == ["entry", "entry", "amend", "undo"]


def test_a_throw_that_ties_is_thrown_again_with_real_dice() -> None:
    session = Session(match("Arangu", "Tivid", rules="hug(tie=reroll)"), first="Arangu", seed=1)
    session.push("grapple:Tivid:athletics")
    session.answer("no")
    session.answer("athletics")
    session.answer((5, 9))
    assert isinstance(session.pending, Roll)
    assert len(session.pending.dice) == 2
    session.answer((12, 3))
    assert session.position.stance.tied(0, 1)
    assert [entry.faces for entry in session.entries if entry.kind == "roll"] == [(5, 9), (12, 3)]


def test_harm_is_asked_with_its_dice() -> None:
    session = opened()
    session.push("attack:Tivid:unarmed")
    session.answer(14)
    assert isinstance(session.pending, Harm)
    assert [die.sides for die in session.pending.dice] == [4]


def test_machine_dice_leave_choices_alone() -> None:
    session = Session(match("Arangu", "Tivid"), first="Arangu", seed=1, answerers=[machine_dice])
    session.push("grapple:Tivid:athletics")
    session.play()
    assert isinstance(session.pending, Choose)


def test_an_unknown_verb_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="did you mean grapple"):
        opened().push("graple:Tivid")
