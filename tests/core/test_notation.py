"""Positions, actions, maps and bouts as text, and back."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.strategies import NAMES, bouts, positions
from tests.core.toy import Toy, push, seat, toy_rules
from tussle.bout.action import Action
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load, register
from tussle.bout.notation import (
    bout_json,
    find_actions,
    item_text,
    parse_map,
    parse_position,
    position_text,
    read_bout,
    stance_text,
    token,
)
from tussle.bout.space import NoMap, Squares
from tussle.bout.stance import NOBODY, Stance
from tussle.errors import Fault, Illegal, TussleError, Unreadable

RULES = toy_rules({"push": push}, {"wait": push})
BOUT = seat(RULES, Toy(), Toy(), Toy())
MAPPED = seat(RULES, Toy(), Toy(), Toy(), space=Squares(5, 5, ((0, 0), (1, 1), (2, 2))))
TURN = "order=Ann,Bob,Cid turn=Ann budgets=Ann:act:1"


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[None]:
    """The toy can be loaded while these tests run."""
    register("toy", lambda values: toy_rules({"push": push}, values=values))
    yield
    register("toy", None)


# Position lines


@given(st.data())
def test_a_position_reads_back(data: st.DataObject) -> None:
    bout = data.draw(bouts())
    position = data.draw(positions(bout))
    line = position_text(bout, position)
    assert "\n" not in line
    assert parse_position(bout, line) == position
    assert line.startswith(stance_text(bout, position.stance))


def test_a_position_is_one_line() -> None:
    stance = BOUT.opening().stance.tie(0, 1, "grip").mark(2, "low", "cold").wield(1, "stick").counted("clock", 3)
    stance = stance.due(("wait", 1, "twice")).stand(2, "down").grant((1, "oil", -4, "escape", 2))
    position = BOUT.opening().__class__(stance, ((0,), (3,), (9,)))
    line = (
        "order=Ann,Bob,Cid turn=Ann standing=Cid:down holds=Ann:Bob:grip marks=Cid:cold,Cid:low hands=Bob:stick "
        "budgets=Ann:act:1 counters=clock:3 agenda=wait:Bob:#twice bonuses=Bob:oil:-4:escape:2 "
        "tallies=Bob:harm:3,Cid:harm:9"
    )
    assert position_text(BOUT, position) == line
    assert parse_position(BOUT, line) == position
    assert item_text(BOUT, ("wait", 1, "twice")) == "wait:Bob:#twice"


def test_two_may_have_a_bonus_of_one_name_and_one_may_have_it_on_several_rolls() -> None:
    line = f"{TURN} bonuses=Ann:oil:-4:escape:0,Ann:oil:-4:resist:0,Ann:wax:-1:escape:0,Bob:oil:-4:escape:0"
    assert position_text(BOUT, parse_position(BOUT, line)) == line


def test_keys_and_items_may_stand_in_any_order() -> None:
    shuffled = (
        "tallies=Bob:harm:2 marks=Ann:b,Ann:a budgets=Ann:act:1 holds=Cid:Ann:x,Ann:Bob:x turn=Ann order=Ann,Bob,Cid"
    )
    line = "order=Ann,Bob,Cid turn=Ann holds=Ann:Bob:x,Cid:Ann:x marks=Ann:a,Ann:b budgets=Ann:act:1 tallies=Bob:harm:2"
    assert position_text(BOUT, parse_position(BOUT, shuffled)) == line


def test_nothing_is_written_for_what_is_empty() -> None:
    padded = f"{TURN},Bob:act:0 counters=clock:0 standing=Bob:up tallies=Bob:harm:0"
    assert position_text(BOUT, parse_position(BOUT, padded)) == TURN


def test_what_follows_by_itself_is_carried_out() -> None:
    spent = parse_position(BOUT, "order=Ann,Bob,Cid turn=Ann")
    assert position_text(BOUT, spent) == "order=Ann,Bob,Cid turn=Bob budgets=Bob:act:1"
    waiting = parse_position(BOUT, "order=Ann,Bob,Cid turn=Ann agenda=wait")
    assert waiting.stance.turn == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("order", "cannot be read at 'order': write one of order, turn, standing"),
        ("ordre=Ann", "cannot be read at 'ordre=Ann': write one of order"),
        ("turn=Ann turn=Ann", "has turn twice"),
        ("turn=Ann,Bob", "cannot be read at turn=Bob: it has Ann already"),
        ("turn=Dan", "names 'Dan', who is not in the bout: did you mean Ann"),
        ("turn=Zzz", "names 'Zzz', who is not in the bout: there is Ann, Bob, Cid"),
        ("turn=", "cannot be read at turn=: write FIGHTER"),
        ("order=Ann,,Bob", "cannot be read at order=: write FIGHTER"),
        ("order=Ann,Ann", "cannot be read at order=Ann: it has Ann already"),
        ("holds=Ann:Bob", "cannot be read at holds=Ann:Bob: write HOLDER:HELD:WORD"),
        ("holds=Ann:Bob:x:y", "cannot be read at holds=Ann:Bob:x:y: write HOLDER:HELD:WORD"),
        ("holds=Ann:Bob:", "cannot be read at holds=Ann:Bob:: write HOLDER:HELD:WORD"),
        ("holds=Ann:Bob:x,Ann:Bob:x", "cannot be read at holds=Ann:Bob:x: it has Ann:Bob:x already"),
        ("marks=Ann:low,Ann:low", "cannot be read at marks=Ann:low: it has Ann:low already"),
        ("standing=Ann:up,Ann:down", "cannot be read at standing=Ann:down: it has Ann:up already"),
        ("hands=Ann:a,Ann:b", "cannot be read at hands=Ann:b: it has Ann:a already"),
        ("hands=Ann:", "cannot be read at hands=Ann:: write FIGHTER:THING"),
        ("budgets=Ann:act:1,Ann:act:1", "cannot be read at budgets=Ann:act:1: it has Ann:act:1 already"),
        ("budgets=Ann:act:-1", "has '-1' where a whole number belongs"),
        ("budgets=Ann:act:1000000", "has '1000000' where a whole number belongs"),
        ("counters=clock:x", "has 'x' where a whole number belongs"),
        ("counters=clock:1,clock:2", "cannot be read at counters=clock:2: it has clock:1 already"),
        ("tallies=Ann:harm:1,Ann:harm:2", "cannot be read at tallies=Ann:harm:2: it has Ann:harm:1 already"),
        ("tallies=Ann:fear:1", "has a tally 'fear': there is harm"),
        ("cells=Ann:0.0", "has cells, and this bout has no map"),
        ("agenda=", "cannot be read at agenda=: write a word and what it is about"),
        ("agenda=wait:Dan", "names 'Dan', who is not in the bout"),
        ("bonuses=Ann:oil:1:swim:0", "has a bonus on 'swim': start, maintain"),
        ("bonuses=Ann:oil:lots:all:0", "has a bonus of 'lots': a whole number from -999 to 999"),
        ("bonuses=Ann:oil:1:all:0,Ann:oil:2:all:0", "it has Ann:oil:1:all:0 already"),
        ("x" * 20_001, "is longer than 20000 characters"),
        ("order=Ann,Bob turn=Ann", "the position cannot be: the order must name every fighter once"),
        (f"{TURN} tallies=Bob:harm:9", "the position cannot be: Bob has taken 9 and is up"),
    ],
)
def test_a_broken_line_is_refused_with_the_place(words: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_position(BOUT, words)
    assert sentence in str(refusal.value)
    assert len(str(refusal.value)) < 250


def test_a_map_needs_a_place_for_everybody() -> None:
    with pytest.raises(Unreadable, match=r"does not place Cid: add Cid:column.row to cells"):
        parse_position(MAPPED, f"{TURN} cells=Ann:0.0,Bob:1.1")
    with pytest.raises(Unreadable, match=r"'1,1' is no place|write FIGHTER:COLUMN.ROW"):
        parse_position(MAPPED, f"{TURN} cells=Ann:1,1")
    line = f"{TURN} cells=Ann:0.0,Bob:4.4,Cid:2.2"
    assert position_text(MAPPED, parse_position(MAPPED, line)) == line


KEYS = (
    "order",
    "turn",
    "standing",
    "holds",
    "marks",
    "hands",
    "budgets",
    "cells",
    "counters",
    "agenda",
    "bonuses",
    "tallies",
)
pieces = st.sampled_from(
    ["Ann", "Bob", "Cid", "wait", "#wait", "act", "harm", "down", "up", "1", "9", "0.1", "all", "", "٣"]
)
items = st.lists(pieces, max_size=5).map(":".join)
lines = st.lists(st.tuples(st.sampled_from(KEYS), st.lists(items, max_size=3).map(",".join)).map("=".join), max_size=6)


@settings(max_examples=500)
@given(lines.map(" ".join) | st.text(max_size=80))
def test_whatever_stands_in_a_line_is_read_or_refused(line: str) -> None:
    for bout in (BOUT, MAPPED):
        try:
            position = parse_position(bout, line)
        except TussleError:
            continue
        assert parse_position(bout, position_text(bout, position)) == position


HUG = load("hug")
GRAPPLE = make_bout(HUG, [("Ann", HUG.house["Otto"]), ("Bob", HUG.house["Tivid"]), ("Cid", HUG.house["Mirel"])])
hug_items = st.lists(
    st.sampled_from(
        ["Ann", "Bob", "Cid", "hug", "up", "out", "prone", "club", "standard", "move", "1", "harm", "#no", "strike"]
    ),
    min_size=1,
    max_size=3,
).map(":".join)
hug_lines = st.lists(
    st.tuples(st.sampled_from(KEYS[2:]), st.lists(hug_items, max_size=3).map(",".join)).map("=".join), max_size=4
)


@settings(max_examples=300)
@given(hug_lines.map(lambda found: " ".join(["order=Ann,Bob,Cid turn=Ann", *found])))
def test_whatever_stands_in_a_line_of_a_real_rule_set_is_read_or_refused(line: str) -> None:
    try:
        position = parse_position(GRAPPLE, line)
    except TussleError:
        return
    assert parse_position(GRAPPLE, position_text(GRAPPLE, position)) == position


# Actions


def aim(_bout: Bout, stance: Stance) -> Iterator[Action]:
    yield Action(stance.turn, "aim", 1, ("high",))
    yield Action(stance.turn, "aim", 1, ("high", "slow"))
    yield Action(stance.turn, "aim", 1, ("low",))
    yield Action(stance.turn, "aim", 2, ("low",))
    yield Action(stance.turn, "pass")


AIMING = seat(toy_rules(verbs=aim, verb_names={"aim": "", "pass": ""}), Toy(), Toy(), Toy())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("aim", ["aim:Bob:high", "aim:Bob:high:slow", "aim:Bob:low", "aim:Cid:low"]),
        ("aim:Bob", ["aim:Bob:high", "aim:Bob:high:slow", "aim:Bob:low"]),
        ("aim:Bob:high", ["aim:Bob:high"]),
        ("aim:Bob:high:slow", ["aim:Bob:high:slow"]),
        (" aim:Cid ", ["aim:Cid:low"]),
        ("pass", ["pass"]),
    ],
)
def test_a_token_means_one_action_or_those_it_begins(text: str, tokens: list[str]) -> None:
    found = find_actions(AIMING, AIMING.opening().stance, text)
    assert [token(AIMING, action) for action in found] == tokens


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("puhs:Bob", "toy has no verb 'puhs': did you mean push"),
        ("", "toy has no verb '': there is push, pass, fly"),
        ("push:Dob", "'push:Dob' is not among the ways to push: push:Bob, push:Cid"),
        ("push:Bob:hard", "'push:Bob:hard' is not among the ways to push: push:Bob, push:Cid"),
        ("pass:Bob", "'pass:Bob' is not among the ways to pass: pass"),
    ],
)
def test_a_token_that_nobody_offers_is_unreadable(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        find_actions(BOUT, BOUT.opening().stance, text)
    assert sentence in str(refusal.value)


def test_an_action_that_is_not_legal_is_refused_with_its_clause() -> None:
    stance = BOUT.opening().stance.stand(2, "down")
    with pytest.raises(Illegal, match=r"Ann cannot push Ann now: not oneself \[toy.turn.act\]") as refusal:
        find_actions(BOUT, stance, "push:Ann")
    assert refusal.value.clause == "toy.turn.act"
    with pytest.raises(Illegal, match="Ann cannot push Cid now: already down"):
        find_actions(BOUT, stance, "push:Cid")
    with pytest.raises(Illegal, match="Ann cannot fly now: nobody can"):
        find_actions(BOUT, stance, "fly")
    with pytest.raises(Illegal, match="Ann cannot fly Bob now: nobody can"):
        find_actions(BOUT, stance, "fly:Bob")


def test_a_name_that_is_not_there_is_told_where_nothing_else_is_in_the_way() -> None:
    down = seat(RULES, Toy(), Toy(), Toy(), sides=(0, 1, 0))
    stance = down.opening().stance
    nobody = seat(
        toy_rules(
            {"push": push},
            verbs=lambda bout, stance: (offer for offer in RULES.verbs(bout, stance.stand(1, "down").stand(2, "down"))),
        ),
        Toy(),
        Toy(),
        Toy(),
    )
    with pytest.raises(Unreadable, match="'Bib' is not in the bout: did you mean Bob"):
        find_actions(nobody, stance, "push:Bib")
    with pytest.raises(Illegal, match="Ann cannot push now: already down"):
        find_actions(nobody, stance, "push")


def test_nobody_can_act_while_something_is_due_or_after_the_end_or_out_of_turn() -> None:
    stance = BOUT.opening().stance
    with pytest.raises(Unreadable, match="no action can be taken now: wait:Bob is due first"):
        find_actions(BOUT, stance.due(("wait", 1)), "push:Bob")
    with pytest.raises(Unreadable, match="no action can be taken any more: it is over"):
        find_actions(BOUT, stance.stand(1, "down").stand(2, "down"), "push:Bob")
    with pytest.raises(Unreadable, match="Bob can take no action now: it is the turn of Ann"):
        find_actions(BOUT, stance, "push:Ann", by=1)


def test_a_rule_set_must_offer_or_refuse_each_verb() -> None:
    silent = seat(
        toy_rules({"push": push}, verbs=lambda _bout, stance: iter([Action(stance.turn, "pass")])), Toy(), Toy()
    )
    with pytest.raises(Fault, match="push is neither legal nor refused for Ann"):
        find_actions(silent, silent.opening().stance, "push:Bob")


# Maps


def test_a_map_is_a_size_places_and_walls() -> None:
    space = parse_map(" 8x6 Big_Ogre@2.2 Bob@1.2 #4.5 #4.4 #4.4", ["Bob", "Big Ogre"])
    assert space == Squares(8, 6, ((1, 2), (2, 2)), ((4, 4), (4, 5)))
    assert parse_map("3x3 it's@home@0.1", ["it's@home"]).at == ((0, 1),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no map: begin with its size, as in 8x6 Bob@1.2 #4.4"),
        ("Bob@1.2", "is no map: begin with its size"),
        ("8x6 Bob", "the map cannot be read at 'Bob': write Bob@1.2 for a fighter, #4.4 for a wall"),
        ("8x6 Bob@12", "'12' is no place on the map: write column.row, as in 4.7"),
        ("8x6 Bob@1.1 #4", "'4' is no place on the map"),
        ("8x6 Bob@1.1 Rob@2.2", "the map places 'Rob', who is not in the bout: did you mean Bob"),
        ("8x6 Ann@1.1", "the map does not place Bob: add Bob@column.row"),
        ("8x6 Bob@1.1 Ann@2.2 Bob@3.3", "the map places Bob twice: give it one square"),
    ],
)
def test_another_map_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_map(text, ["Ann", "Bob"])
    assert sentence in str(refusal.value)


@given(st.text(max_size=40) | st.from_regex(r"\d{1,4}x\d{1,4}( (Ann|Bob|#)?@?\d{0,2}\.?\d{0,2}){0,4}", fullmatch=True))
def test_whatever_is_no_map_is_refused(text: str) -> None:
    try:
        parse_map(text, ["Ann", "Bob"])
    except Unreadable:
        return


# Bouts


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(bouts())
def test_a_bout_reads_back(bout: Bout) -> None:
    form = bout_json(bout)
    for source in (form, json.dumps(form), json.dumps(form).encode()):
        again = read_bout(source)
        assert (again.names, again.fighters, again.sides, again.space) == (
            bout.names,
            bout.fighters,
            bout.sides,
            bout.space,
        )
        assert again.rules.load_string == bout.rules.load_string
        assert bout_json(again) == form


def test_a_bout_carries_rulings_fighters_and_sides() -> None:
    rules = toy_rules(values={"tie": "won"})
    bout = make_bout(rules, [("Ann", Toy(bonus=3)), ("Big Bob", Toy()), ("Cid", Toy())], (0, 1, 1))
    assert bout_json(bout) == {
        "rules": "toy(tie=won)",
        "fighters": [{"name": "Ann", "bonus": 3}, {"name": "Big Bob"}, {"name": "Cid"}],
        "sides": [0, 1, 1],
    }
    assert read_bout(bout_json(bout)).ruling("tie") == "won"
    assert isinstance(read_bout({"rules": "toy", "fighters": [{"name": "a"}, {"name": "b"}]}).space, NoMap)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "the bout cannot be read: Input data was truncated"),
        ("[]", "the bout cannot be read: Expected object, got array"),
        (b"\xff", "the bout cannot be read: JSON is malformed"),
        ("\ud800", "the bout cannot be read: 'utf-8' codec can't encode"),
        ('{"x": ' + "[" * 20_000, "the bout cannot be read: it is nested too deeply"),
        (" " * 2_000_001, "the bout is larger than 2000000 bytes"),
        ({"rules": "toy"}, "the bout cannot be read: Object missing required field fighters"),
        (
            {"rules": "toy", "fighters": [], "colour": 1},
            "the bout cannot be read: Object contains unknown field colour",
        ),
        ({"rules": "toy", "fighters": []}, "a grapple takes 2 to 16 fighters, not 0"),
        (
            {"rules": "toy", "fighters": [{"name": "a"}, {"name": "b", "hits": 0}]},
            "fighter 2 cannot be read: Expected int >= 1, at hits",
        ),
        ({"rules": "toy", "fighters": [{"name": "a"}, {}]}, "fighter 2 has no name"),
        ({"rules": "toyy", "fighters": []}, "there is no rule set 'toyy': did you mean toy?"),
        ({"rules": "toy(tie=x)", "fighters": []}, "the ruling tie of toy cannot be 'x': lost, won"),
        (
            {
                "rules": "toy",
                "fighters": [{"name": "a"}, {"name": "b"}],
                "map": {"type": "squares", "width": 3, "height": 3, "at": [[0, 0], [3, 0]]},
            },
            "b cannot stand at 3.0: a wall, or off the map",
        ),
    ],
)
def test_a_broken_bout_is_refused(source: Any, sentence: str) -> None:
    with pytest.raises(TussleError) as refusal:
        read_bout(source)
    assert sentence in str(refusal.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
forms = st.fixed_dictionaries(
    {"rules": st.sampled_from(["toy", "toy(tie=won)", "hug"]) | st.text(max_size=8)},
    optional={
        "fighters": st.lists(
            st.dictionaries(st.sampled_from(["name", "bonus", "hits", "gear"]), json_values), max_size=3
        )
        | json_values,
        "sides": st.lists(st.integers()) | json_values,
        "map": json_values,
    },
)


@given(st.text(max_size=60) | st.binary(max_size=60) | forms | forms.map(json.dumps))
def test_whatever_is_no_bout_is_refused(source: Any) -> None:
    try:
        bout = read_bout(source)
    except TussleError:
        return
    assert bout_json(read_bout(bout_json(bout))) == bout_json(bout)


def test_names_stand_in_lines_and_tokens_with_underscores() -> None:
    bout = make_bout(RULES, [(name, Toy()) for name in NAMES])
    line = position_text(bout, bout.opening())
    assert line.startswith("order=Ann,Big_Bob,_,Ölaf_the_3rd,李_小龙,x_y,-,it's@home turn=Ann")
    assert parse_position(bout, line) == bout.opening()
    (action,) = find_actions(bout, bout.opening().stance, "push:Ölaf_the_3rd")
    assert token(bout, action) == "push:Ölaf_the_3rd"
    assert token(bout, Action(0, "pass", NOBODY, ("a", "b"))) == "pass:a:b"
