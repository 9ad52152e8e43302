"""Load strings, and how a rule set is found."""

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toy import CLAUSES, push, toy_rules
from tussle.bout import loading
from tussle.bout.clause import Ruling
from tussle.bout.loading import available, did_you_mean, load, parse_load_string, register, values_for
from tussle.bout.ruleset import RuleSet
from tussle.errors import Fault, Missing, TussleError, Unreadable

RULINGS = [ruling for clause in CLAUSES for ruling in clause.rulings]


@pytest.fixture
def toy() -> Iterator[None]:
    register("toy", lambda values: toy_rules(values=values))
    yield
    register("toy", None)


# The string


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("hug", "hug", {}),
        (" hug ", "hug", {}),
        ("hug()", "hug", {}),
        ("hug(tie=reroll, hit=meet)", "hug", {"tie": "reroll", "hit": "meet"}),
        ("hug( tie = reroll ,hit=meet, )", "hug", {"tie": "reroll", "hit": "meet"}),
        ('hug(tie="actor-fails")', "hug", {"tie": "actor-fails"}),
        ('hug(a="x y, (z)=1")', "hug", {"a": "x y, (z)=1"}),
        ('hug(a="", b=d6/5+)', "hug", {"a": "", "b": "d6/5+"}),
        ("set_2(very_easy=0)", "set_2", {"very_easy": "0"}),
    ],
)
def test_a_load_string_is_a_name_and_rulings(text: str, name: str, values: dict[str, str]) -> None:
    assert parse_load_string(text) == (name, values)


@pytest.mark.parametrize(
    "text", ["", "Hug", "2hug", "hug(", "hug)", "hug(tie=a)b", "hug tie=a", "(tie=a)", "hug" * 400]
)
def test_another_string_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="is no load string: write a rule set, or name"):
        parse_load_string(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("hug(tie)", "'tie'"),
        ("hug(tie=)", "'tie='"),
        ("hug(hit=meet, ?)", "' ?'"),
        ("hug(a=b c=d)", "'a=b c=d'"),
        ("hug(,)", "','"),
    ],
)
def test_a_ruling_that_cannot_be_read_is_shown(text: str, place: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(f"the load string cannot be read at {place}: write ruling=value")):
        parse_load_string(text)


def test_a_ruling_is_named_once() -> None:
    with pytest.raises(Unreadable, match="the load string names the ruling tie twice"):
        parse_load_string("hug(tie=a, tie=b)")


@given(
    st.text(max_size=40)
    | st.from_regex(r'[a-z]{1,3}\(([a-z]{1,2}=("[^"]{0,4}"|[a-z+/.-]{0,3}),? ?){0,3}\)?', fullmatch=True)
)
def test_whatever_is_no_load_string_is_refused(text: str) -> None:
    try:
        parse_load_string(text)
    except Unreadable:
        return


# Its rulings


def test_what_is_not_given_stands_at_its_default() -> None:
    assert values_for(RULINGS, {}, "toy") == {"tie": "lost", "die": "20"}
    assert values_for(RULINGS, {"tie": "won"}, "toy") == {"tie": "won", "die": "20"}
    assert values_for(RULINGS, {"die": "12"}, "toy") == {"tie": "lost", "die": "12"}


def test_a_ruling_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(Unreadable, match="toy has no ruling ty: it has tie, die"):
        values_for(RULINGS, {"ty": "won"}, "toy")


def test_a_value_that_cannot_be_is_answered_with_those_that_can() -> None:
    with pytest.raises(Unreadable, match=r"the ruling tie of toy cannot be 'draw': lost, won$"):
        values_for(RULINGS, {"tie": "draw"}, "toy")
    with pytest.raises(Unreadable, match=r"the ruling die of toy cannot be '0': 20, 6, or the sides of the die$"):
        values_for(RULINGS, {"die": "0"}, "toy")
    with pytest.raises(Unreadable, match="cannot be '100'"):
        values_for(RULINGS, {"die": "100"}, "toy")


def test_a_ruling_names_its_values() -> None:
    assert Ruling("tie", "lost", ("won", "again"), "why").values == ("lost", "won", "again")


# The rule set


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("toy", "toy"),
        ("toy(tie=lost, die=20)", "toy"),
        ("toy(tie=won)", "toy(tie=won)"),
        ('toy(tie="won",die=12)', "toy(die=12,tie=won)"),
        ('toy(die="a b")', 'toy(die="a b")'),
        ('toy(die="d6/5+")', "toy(die=d6/5+)"),
        ('toy(die="-1.5")', "toy(die=-1.5)"),
    ],
)
def test_a_load_string_has_a_canonical_form_that_reads_back(text: str, canonical: str) -> None:
    rules = load(text)
    assert rules.load_string == canonical
    assert load(canonical).values == rules.values
    assert load(canonical).digest == rules.digest


@pytest.mark.usefixtures("toy")
def test_a_rule_set_is_made_once() -> None:
    assert load("toy(tie=won,die=6)") is load("toy( die=6, tie=won )")


@pytest.mark.usefixtures("toy")
def test_the_digest_covers_version_clauses_and_rulings() -> None:
    digests = {load("toy").digest, load("toy(tie=won)").digest}
    digests |= {toy_rules(version=2).digest, toy_rules(clauses=CLAUSES[:2]).digest, toy_rules(name="other").digest}
    assert len(digests) == 5
    assert toy_rules({"push": push}).digest == load("toy").digest


def test_a_rule_set_knows_its_clauses_and_the_rulings_behind_a_cite() -> None:
    rules = toy_rules(values={"tie": "won"})
    assert rules.clause["toy.turn.act"].chapter == "turn"
    assert [clause.mark for clause in rules.clauses] == ["T", "B", "H"]
    assert rules.rulings["die"][1].id == "toy.check.roll"
    assert rules.touched(("toy.check.roll", "toy.turn.act")) == ("tie=won", "die=20")
    assert rules.touched(("toy.turn.act",)) == ()


def test_installed_rule_sets_can_be_loaded() -> None:
    assert "hug" in available()
    assert load("hug").name == "hug"


@pytest.mark.usefixtures("toy")
def test_a_registered_rule_set_can_be_loaded_until_it_is_forgotten() -> None:
    assert "toy" in available()
    register("toy", lambda values: toy_rules(values=values, version=7))
    assert load("toy").version == 7
    register("toy", None)
    assert "toy" not in available()
    with pytest.raises(Missing):
        load("toy")


def test_a_rule_set_that_is_not_there_is_missing() -> None:
    with pytest.raises(Missing, match=r"there is no rule set 'hugg': did you mean hug\?"):
        load("hugg")


def test_a_rule_set_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_module_at_all:rule_set", loading.GROUP)
    monkeypatch.setattr(loading, "installed", lambda _group: {"broken": broken})
    with pytest.raises(
        Fault, match=r"the rule set broken \(no_such_module_at_all:rule_set\) cannot be loaded: No module"
    ):
        load("broken")
    assert "broken" in available()


def test_a_rule_set_that_fails_to_build_is_a_fault_and_a_refusal_stays_one() -> None:
    def maker(values: Any) -> RuleSet:
        if values:
            raise Unreadable("not so")
        raise KeyError("x")

    register("failing", maker)
    try:
        with pytest.raises(Fault, match=r"the rule set failing failed to build: KeyError\('x'\)"):
            load("failing")
        with pytest.raises(Unreadable, match="not so"):
            load("failing(tie=won)")
    finally:
        register("failing", None)


# A suggestion


@pytest.mark.parametrize(
    ("word", "known", "suggestion"),
    [
        ("Ottto", ["Otto", "Carack"], "did you mean Otto?"),
        ("otto", ["Otto", "Carack"], "did you mean Otto?"),
        ("ogre", ["ogre 1", "ogre 2"], "did you mean ogre 2 or ogre 1?"),
        ("ogre", ["ogre 1", "ogre 2", "ogre 3", "ogre 4"], "did you mean ogre 4 or ogre 3 or ogre 2?"),
        ("zzz", ["Otto", "Carack"], "there is Otto, Carack"),
        ("zzz", [str(n) for n in range(13)], "there is 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and more"),
    ],
)
def test_did_you_mean(word: str, known: list[str], suggestion: str) -> None:
    assert did_you_mean(word, known) == suggestion


@given(st.text(max_size=20), st.lists(st.text(max_size=8), max_size=5))
def test_a_suggestion_can_always_be_made(word: str, known: list[str]) -> None:
    assert did_you_mean(word, known)


def test_every_error_is_ours() -> None:
    assert issubclass(Missing, TussleError)
    assert issubclass(Fault, TussleError)
