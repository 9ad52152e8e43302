"""Fighters as people write them."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import names
from tests.core.toy import Gear, Toy, toy_rules
from tussle.bout.fighter import fighter_json, fighter_schema, read_fighter, read_quick
from tussle.bout.loading import load
from tussle.bout.ruleset import RuleSet
from tussle.errors import TussleError, Unreadable


def weigh_in(fighter: Toy) -> None:
    if fighter.hits == 13:
        raise Unreadable("the fighter's hits are unlucky")


RULES = toy_rules(weigh_in=weigh_in)
toys = st.builds(
    Toy,
    st.integers(-20, 20),
    st.integers(1, 12),
    st.sampled_from(["light", "heavy"]),
    st.lists(st.builds(Gear, st.text(max_size=4), st.sampled_from(["sharp", "blunt", None])), max_size=2).map(tuple),
    st.lists(st.text(max_size=4), max_size=2).map(tuple),
    st.dictionaries(st.text(max_size=4), st.integers(-5, 5), max_size=2),
)


# The JSON form


@given(names, toys)
def test_a_fighter_reads_back(name: str, fighter: Toy) -> None:
    form = fighter_json(name, fighter)
    for source in (form, json.dumps(form), json.dumps(form).encode()):
        assert read_fighter(RULES, source) == (name, fighter)


def test_what_stands_at_its_default_is_left_out() -> None:
    assert fighter_json("Bob", Toy(bonus=3)) == {"name": "Bob", "bonus": 3}
    assert read_fighter(RULES, '{"name": "Bob"}') == ("Bob", Toy())


def test_a_fighter_given_as_an_object_is_not_changed() -> None:
    form: dict[str, Any] = {"name": "Bob", "hits": 3}
    read_fighter(RULES, form)
    assert form == {"name": "Bob", "hits": 3}


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "the fighter cannot be read: Input data was truncated"),
        ("[]", "the fighter cannot be read: Expected object, got array"),
        ('{"name": "Bob", "hits": NaN}', "the fighter cannot be read: JSON is malformed"),
        ('{"name": "Bob", "hits": Infinity}', "the fighter cannot be read: JSON is malformed"),
        ('{"name": "Bob", "hits": 1e999}', "the fighter cannot be read: Number out of range"),
        (b'{"name": "B\xff"}', "the fighter cannot be read: Invalid UTF-8"),
        ('{"name": "\ud800"}', "the fighter cannot be read: 'utf-8' codec can't encode"),
        ('{"x": ' + "[" * 20_000, "the fighter cannot be read: it is nested too deeply"),
        (" " * 100_001, "the fighter is larger than 100000 bytes"),
        ({"hits": 3}, 'the fighter has no name: give it one, as in {"name": "Bob"}'),
        ({"name": 3}, "the fighter has no name"),
        ({"name": "a:b"}, "'a:b' is no fighter's name: 1 to 40 printable characters without"),
        ({"name": "Bob", "hits": 0}, "the fighter cannot be read: Expected int >= 1, at hits"),
        ({"name": "Bob", "bonus": 21}, "the fighter cannot be read: Expected int <= 20, at bonus"),
        ({"name": "Bob", "bonus": 10**40}, "the fighter cannot be read: Expected int <= 20, at bonus"),
        ({"name": "Bob", "bonus": float("nan")}, "the fighter cannot be read: Expected int, got float, at bonus"),
        ({"name": "Bob", "bonus": "3"}, "the fighter cannot be read: Expected int, got str, at bonus"),
        ({"name": "Bob", "bonus": True}, "the fighter cannot be read: Expected int, got bool, at bonus"),
        ({"name": "Bob", "hitz": 3}, "Object contains unknown field hitz; did you mean hits?"),
        ({"name": "Bob", "?": 3}, "unknown field ?; there is bonus, hits, build, gear, likes, marks"),
        ({"name": "Bob", "build": "wide"}, "Invalid enum value 'wide', at build; it is one of light, heavy"),
        ({"name": "Bob", "gear": [{"name": "a"}, {"nam": "b"}]}, "unknown field nam, at gear[1]; did you mean name?"),
        ({"name": "Bob", "gear": [{}]}, "Object missing required field name, at gear[0]"),
        (
            {"name": "Bob", "gear": [{"name": "a", "sort": "x"}]},
            "enum value 'x', at gear[0].sort; it is one of sharp, blunt",
        ),
        ({"name": "Bob", "marks": {"a": 6}}, "Expected int <= 5, at marks[...]"),
        ({"name": "Bob", "hits": 13}, "the fighter's hits are unlucky"),
    ],
)
def test_a_broken_fighter_is_refused_with_the_path_and_what_would_be_right(source: Any, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_fighter(RULES, source)
    assert sentence in str(refusal.value)


def test_a_message_says_which_fighter_it_is() -> None:
    with pytest.raises(Unreadable, match=r"^bob.json cannot be read"):
        read_fighter(RULES, {"name": "Bob", "hits": 0}, "bob.json")
    with pytest.raises(Unreadable, match=r"^bob.json: '' is no fighter's name"):
        read_fighter(RULES, {"name": ""}, "bob.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("rules", [RULES, load("hug")], ids=lambda rules: rules.name)
@given(data=st.data())
def test_whatever_is_no_fighter_is_refused(rules: RuleSet, data: st.DataObject) -> None:
    fields = st.sampled_from(["name", "?", *(field.name for field in msgspec.structs.fields(rules.fighter))])
    forms = st.dictionaries(fields, json_values, max_size=5)
    source = data.draw(st.text(max_size=50) | st.binary(max_size=50) | forms | forms.map(json.dumps))
    try:
        name, fighter = read_fighter(rules, source)
    except TussleError:
        return
    assert read_fighter(rules, fighter_json(name, fighter)) == (name, fighter)


def test_the_schema_is_that_of_the_form() -> None:
    schema = fighter_schema(RULES)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    definition = schema["$defs"]["ToyFighter"]
    assert definition["description"] == "A fighter of toy."
    assert set(definition["properties"]) == {"name", "bonus", "hits", "build", "gear", "likes", "marks"}
    assert definition["required"] == ["name"]
    assert definition["additionalProperties"] is False
    assert definition["properties"]["hits"] == {"type": "integer", "minimum": 1, "maximum": 99, "default": 9}
    assert definition["properties"]["build"] == {"enum": ["heavy", "light"], "default": "light"}


# The quick form


@pytest.mark.parametrize(
    ("text", "name", "fighter"),
    [
        ("Bob: bonus +5 hits 22", "Bob", Toy(bonus=5, hits=22)),
        ("Bob:bonus \N{MINUS SIGN}5, hits 22;build heavy", "Bob", Toy(bonus=-5, hits=22, build="heavy")),
        ("  Big Bob : PLUS 5 Build Heavy", "Big Bob", Toy(bonus=5, build="heavy")),
        ("Bob: likes Rain likes snow", "Bob", Toy(likes=("rain", "snow"))),
        ("Bob:", "Bob", Toy()),
        ("Bob", "Bob", Toy()),
    ],
)
def test_the_quick_form_is_words_and_values(text: str, name: str, fighter: Toy) -> None:
    assert read_quick(RULES, text) == (name, fighter)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no fighter's name"),
        (": hits 3", "'' is no fighter's name"),
        ("a=b: hits 3", "'a=b' is no fighter's name"),
        ("Bob: hitz 3", "Bob: toy has no 'hitz': did you mean hits?"),
        ("Bob: hits", "Bob: cannot read 'hits': write a word and its value"),
        ("Bob: hits 3.5", "Bob: cannot read '.5': write a word and its value"),
        ("Bob: hits 3 hits 4", "Bob: hits stands twice"),
        ("Bob: bonus 3 plus 4", "Bob: plus stands twice"),
        ("Bob: hits many", "Bob cannot be read: Expected int, got str, at hits"),
        ("Bob: hits 100", "Bob cannot be read: Expected int <= 99, at hits"),
        ("Bob: build 3", "Bob cannot be read: Expected str, got int, at build"),
        ("Bob: likes 3", "Bob cannot be read: Expected array, got int, at likes"),
        ("Bob: likes 3 likes rain", "Bob: likes stands twice"),
        ("Bob: hits 13", "the fighter's hits are unlucky"),
        ("Bob: hits " + "9" * 5000, "goes on for more than 1000 characters: use the JSON form"),
    ],
)
def test_another_quick_form_is_refused_with_the_word(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_quick(RULES, text)
    assert sentence in str(refusal.value)


quick_words = st.sampled_from(
    ["hits", "bonus", "melee", "hand", "carries", "size", "likes", "+5", "-3", "22", "club", "big", ",", "!", "٣", "K"]
)


@pytest.mark.parametrize("rules", [RULES, load("hug")], ids=lambda rules: rules.name)
@given(text=st.text(max_size=60) | st.lists(quick_words, max_size=8).map(lambda found: "Bob: " + " ".join(found)))
def test_whatever_is_no_quick_form_is_refused(rules: RuleSet, text: str) -> None:
    try:
        name, fighter = read_quick(rules, text)
    except TussleError:
        return
    assert read_fighter(rules, fighter_json(name, fighter)) == (name, fighter)


def test_who_has_no_name_is_the_fighter() -> None:
    with pytest.raises(Unreadable, match=r"the fighter[ :,]"):
        read_quick(RULES, ": hits 5000000")
