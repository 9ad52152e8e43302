"""What the game master says, and positions in a person's words."""

from __future__ import annotations

import pytest

from tests.play.helper import match
from tussle.ask.requests import Roll
from tussle.bout.notation import position_text
from tussle.bout.stance import GM
from tussle.errors import Impossible, Unreadable
from tussle.play.session import Session
from tussle.play.state import apply_state

PLAN = "6x4 Arangu@1.1 Tivid@2.1"


def held() -> Session:
    bout = match("Arangu", "Tivid")
    return Session(bout, apply_state(bout, bout.opening((0, 1)), "Arangu holds Tivid; turn Arangu"), seed=1)


def test_damage_and_heal_move_the_tally_within_its_limits() -> None:
    session = held()
    session.event("damage Tivid 7")
    assert session.position.tallies == ((0,), (7,))
    session.event("heal tivid 30")
    assert session.position.tallies == ((0,), (0,))
    assert str(session.transcript[-1]) == "GM: heal tivid 30 [GM]"


def test_somebody_brought_down_holds_nobody_and_is_held_by_nobody() -> None:
    session = held()
    session.event("down Arangu")
    stance = session.position.stance
    assert stance.holds == ()
    assert stance.standing[0] == "out"
    assert session.over


def test_who_is_brought_down_in_its_own_turn_has_it_no_longer() -> None:
    for text in ("down Arangu", "damage Arangu 99", "leave Arangu"):
        bout = match("Arangu", "Tivid", "Otto")
        session = Session(bout, first="Arangu", seed=1)
        session.event(text)
        assert session.bout.names[session.position.stance.turn] == "Tivid"
        assert "attack:Otto:club" in session.legal_actions


def test_somebody_healed_gets_up_again_but_still_lies() -> None:
    session = held()
    session.event("damage Tivid 999")
    assert session.over
    session.event("heal Tivid 5")
    stance = session.position.stance
    assert (stance.standing[1], stance.marked(1, "prone")) == ("up", True)
    assert not session.over


def test_free_ends_a_hold_on_both_sides() -> None:
    session = held()
    session.event("free Tivid from Arangu")
    assert not session.position.stance.partners(0)
    assert not session.position.stance.partners(1)


def rolled_parts(session: Session) -> list[tuple[str, int, str]]:
    assert isinstance(session.pending, Roll)
    return [(part.name, part.value, part.clause) for part in session.pending.parts if part.clause == GM]


def test_a_bonus_to_escape_goes_to_an_escape_alone() -> None:
    session = held()
    session.event('bonus Arangu +2 "grease" on=escape')
    session.push("escape:Tivid:athletics")
    session.answer("contest")
    assert rolled_parts(session) == [("grease", 2, "GM")]
    session.pop()
    session.push("squeeze")
    session.answer("contest")
    assert rolled_parts(session) == []


def test_a_bonus_for_starting_does_not_help_to_resist() -> None:
    bout = match("Arangu", "Tivid")
    for name, scope, expected in (
        ("Arangu", "start", 1),
        ("Arangu", "resist", 0),
        ("Tivid", "resist", 1),
        ("Tivid", "start", 0),
        ("Tivid", "all", 1),
        ("Arangu", "maintain", 0),
    ):
        session = Session(bout, first="Arangu", seed=1)
        session.event(f'bonus {name} \N{MINUS SIGN}4 "why not" on={scope}')
        session.push("grapple:Tivid:athletics")
        session.answer("no")
        session.answer("athletics")
        assert rolled_parts(session) == [("why_not", -4, "GM")] * expected


def test_a_bonus_on_attacks_is_asserted_in_the_total() -> None:
    session = Session(match("Arangu", "Tivid"), first="Arangu", seed=1)
    session.event('bonus Arangu +2 "bless" on=attack')
    session.push("attack:Tivid:unarmed")
    session.answer(9)  # 9 + 5 + 2 = 16 does not exceed 10 + 5 + 3
    assert [line for line in session.transcript if line.text.startswith("Arangu 9 + 5 unarmed + 2 bless = 16")]


def test_a_bonus_for_two_rounds_lapses_when_its_bearers_second_turn_begins() -> None:
    session = Session(match("Arangu", "Tivid"), first="Arangu", seed=1)
    session.event('bonus Tivid +2 "bless" on=all for 2')
    for left in (2, 1, 1, None):
        bonuses = session.position.stance.bonuses
        assert [bonus[-1] for bonus in bonuses] == ([] if left is None else [left])
        session.push("pass")


def test_a_bonus_of_0_takes_it_away() -> None:
    session = held()
    session.event('bonus Arangu +2 "bless" on=all')
    session.event('bonus Arangu 0 "bless" on=all')
    assert session.position.stance.bonuses == ()


def test_somebody_joins_and_somebody_leaves() -> None:
    session = held()
    session.event("join Otto with Arangu")
    assert session.bout.names == ("Arangu", "Tivid", "Otto")
    assert session.bout.sides == (0, 1, 0)
    assert session.position.stance.order == (0, 1, 2)
    session.event("leave Tivid")
    assert session.position.stance.standing[1] == "gone"
    assert session.position.stance.holds == ()
    assert session.over


def test_who_joins_on_a_map_needs_a_free_square() -> None:
    session = Session(match("Arangu", "Tivid", plan=PLAN), first="Arangu", seed=1)
    for text, sentence in (
        ("join Otto", "Otto needs a square"),
        ("join Otto at 1.1", "cannot come in at 1.1"),
        ("join Otto at 9.9", "cannot come in at 9.9"),
    ):
        with pytest.raises(Unreadable, match=sentence):
            session.event(text)
    session.event("join Otto at 3.1")
    assert session.position.stance.cells == ((1, 1), (2, 1), (3, 1))
    session.event("leave Tivid")
    assert session.bout.space.free(session.position.stance, (2, 1))


def test_a_ruling_changes_from_now_on() -> None:
    session = held()
    session.event("rule tie=reroll")
    assert session.bout.rules.load_string == "hug(tie=reroll)"
    session.undo()
    assert session.bout.rules.load_string == "hug"


def test_any_fact_can_be_set() -> None:
    session = held()
    session.event("set marks=Tivid:prone")
    assert session.position.stance.marked(1, "prone")


def test_an_event_in_the_middle_of_an_action_waits_for_its_end() -> None:
    session = held()
    session.push("squeeze")
    session.event("damage Tivid 3")
    assert session.position.tallies == ((0,), (0,))
    session.answer("contest")
    session.answer((1, 20))
    assert session.position.tallies == ((0,), (3,))


def test_cancel_takes_what_is_in_progress_back_to_its_beginning() -> None:
    session = held()
    before = session.position
    session.push("squeeze")
    session.answer("contest")
    session.event("damage Tivid 3")
    session.cancel()
    assert session.position == type(before)(before.stance, ((0,), (3,)))
    assert "squeeze:Tivid:athletics" in session.legal_actions
    with pytest.raises(Impossible, match="nothing is in progress"):
        session.cancel()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("smite Tivid", "'smite' is no event: damage, heal"),
        ("damage Bob 3", "'Bob' is not in the bout"),
        ("damage Tivid", "damage NAME AMOUNT"),
        ("damage Tivid -3", "damage NAME AMOUNT"),
        ("damage Tivid 3 mana", "no tally 'mana': harm"),
        ('bonus Tivid +2 "x" on=luck', "cannot be on 'luck': start, maintain"),
        ("bonus Tivid +2", "bonus NAME"),
        ('bonus Tivid +2 "a:b" on=all', "cannot be called"),
        ("join Tivid", "in the bout already"),
        ("join Nobody", "no fighter 'Nobody'"),
        ("rule luck=yes", "no ruling luck"),
        ("rule tie=maybe", "cannot be 'maybe'"),
        ("set holds=Tivid:Tivid:hug", "cannot hold itself"),
        ("set nonsense", "set KEY=ITEMS"),
        ("free Nobody", "not in the bout"),
    ],
)
def test_an_event_that_cannot_be_is_refused_and_changes_nothing(text: str, sentence: str) -> None:
    session = held()
    before = position_text(session.bout, session.position)
    with pytest.raises(Exception, match=sentence):
        session.event(text)
    assert position_text(session.bout, session.position) == before
    assert not session.history


def test_a_state_in_words() -> None:
    bout = match("Arangu", "Tivid", "Otto", sides=(0, 1, 1))
    text = "arangu holds tivid; tivid hits 9/20; otto prone; otto has nothing; turn otto"
    position = apply_state(bout, bout.opening(), text)
    assert position_text(bout, position) == (
        "order=Arangu,Tivid,Otto turn=Otto holds=Arangu:Tivid:hug marks=Otto:prone hands=Tivid:club "
        "budgets=Otto:minor:1,Otto:move:1,Otto:standard:1 tallies=Tivid:harm:11"
    )


def test_a_state_on_a_map_moves_the_holder_in() -> None:
    bout = match("Arangu", "Tivid", plan=PLAN)
    position = apply_state(bout, bout.opening((0, 1)), "tivid at 4.3; arangu holds tivid")
    assert position.stance.cells == ((4, 3), (4, 3))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Arangu holds Arangu", "Arangu holds itself"),
        ("Bob holds Tivid", "'Bob' is not in the bout"),
        ("Tivid hits 30/20", "20 hits in all: 30 are too many"),
        ("Tivid hits 9/22", "20 hits in all, not 22"),
        ("Tivid asleep", "cannot be 'asleep'"),
        ("gibberish", "cannot be read at 'gibberish'"),
        ("Tivid has axe", "no 'axe' to hold"),
        ("Tivid at 1.1", "no map"),
        ("Tivid hits 0; turn Tivid", "Tivid is out and cannot have the turn"),
    ],
)
def test_a_state_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    bout = match("Arangu", "Tivid", "Otto")
    with pytest.raises(Unreadable, match=sentence):
        apply_state(bout, bout.opening((0, 1, 2)), text)
