"""`tussle demo`: a complete grapple, with both examples of the rule text in it."""

from __future__ import annotations

from fractions import Fraction

from tests.surfaces.shell import run
from tussle.play.policies import read_script
from tussle.play.session import Session
from tussle.surfaces.cli.common import named_bout
from tussle.surfaces.cli.demo import FIGHTERS, SCRIPT, steps


def test_the_script_is_played_to_the_end_of_the_grapple_and_to_its_own() -> None:
    session = Session(named_bout("hug", FIGHTERS), seed=0)
    told = list(steps(session))
    assert session.over
    assert told[-1][0].text == "The grapple is over."
    answers = [line.partition("#")[0].strip() for line in read_script(str(SCRIPT))]
    assert len(session.entries) == len([answer for answer in answers if answer])


def test_the_examples_of_the_rule_text_happen() -> None:
    lines = run("demo").out.splitlines()
    assert any("Otto 2 + 4 melee = 6, Arangu 10 base + 0 reflex = 10: stray" in line for line in lines)
    assert any(
        "Carack 8 + 3 melee \N{MINUS SIGN} 2 careful = 9, Arangu 10 base + 0 reflex = 10: miss" in line
        for line in lines
    )


def test_each_step_has_its_odds() -> None:
    lines = run("demo", "--json").json["lines"]
    for line in lines:
        if line["kind"] == "act":
            assert set(line["odds"]) == {"least", "most"}
        elif line["kind"] == "roll":
            assert set(line["odds"]) == {"chance"}
        elif line["kind"] != "harm":
            assert line["odds"] == {}
    odds = {line["text"]: line["odds"] for line in lines}
    assert odds["Arangu: grapple Tivid: athletics"] == {"least": "21/40", "most": "33/50"}
    (stray,) = (line["odds"] for line in lines if line["text"].endswith(": stray"))
    assert Fraction(stray["chance"]) == Fraction(3, 20)


def test_every_throw_shows_the_clauses_behind_it() -> None:
    for line in run("demo", "--json").json["lines"]:
        assert bool(line["cites"]) == (line["kind"] not in ("act", "turn", "over"))
