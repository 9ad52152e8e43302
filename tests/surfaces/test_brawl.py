"""tussle compare --brawl: one brawl in several translations, and docs/comparison.md."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.surfaces.shell import run
from tussle.analysis.brawl import ask, read_brawl, seat

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs/brawl.toml"


def test_the_page_shows_what_is_printed() -> None:
    ran = run("compare", "--brawl", str(FILE), "--markdown")
    assert (ran.code, ran.err) == (0, "")
    _, _, rest = (ROOT / "docs/comparison.md").read_text().partition("--markdown -->\n")
    assert rest.partition("<!-- end -->")[0].strip() == ran.out.strip()


def test_all_four_rule_sets_have_an_answer_to_each_question() -> None:
    form = run("compare", "--brawl", str(FILE), "--json").json
    assert form["schema"] == "tussle/brawl/1"
    assert form["rules"] == ["hug", "srd35", "endure", "cphera"]
    assert len(form["moments"]) == 6
    for moment in form["moments"]:
        assert len(moment["answers"]) == 4
        for answer in moment["answers"]:
            assert 0 <= Fraction(answer["least"]) <= Fraction(answer["most"]) <= 1


def test_the_numbers_are_those_counted_by_hand() -> None:
    """hug.start.contest: Hild's +6 against Grosh's +8 or his acrobatics, then or before that his blow."""
    brawl = read_brawl(FILE)
    hug, cphera = seat(brawl, "hug"), seat(brawl, "cphera")
    goes, small = ask(hug, brawl.moments[0]), ask(hug, brawl.moments[1])
    # Grosh resists with his +8: +6 on d20 wins by at least 1 in 153 of 400.
    assert (goes.action, goes.least) == ("grapple:Grosh:athletics", Fraction(153, 400))
    assert (small.action, small.most, small.throws) == ("", Fraction(0), (0, 0))
    # cphera.start.grab: d20 + 3 + 5 against 10 + 2 + 1 hits on a 5 or more.
    assert ask(cphera, brawl.moments[0]).most == Fraction(4, 5)


def test_another_ruling_and_fewer_rule_sets() -> None:
    ran = run("compare", "hug", "hug(tie=actor-wins)", "--brawl", str(FILE), "--json")
    first = ran.json["moments"][0]["answers"]
    assert ran.json["rules"] == ["hug", "hug(tie=actor-wins)"]
    assert Fraction(first[1]["least"]) - Fraction(first[0]["least"]) == Fraction(18, 400)


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        (4, "sides = [['A']]\n[fighters.A]\nhug = 'Otto'", "two sides or more"),
        (4, "sides = [['A'], ['B']]\nmoments = []\n[fighters.A]\nhug = 'Otto'", "the sides name A, B"),
        (4, "sides = 3", "it is no brawl"),
        (4, "]", "it is no brawl"),
        (
            4,
            "sides = [['A'], ['B']]\nmoments = []\n[fighters.A]\nhug = 'Otto'\n[fighters.B]\nendure = 'Ogre'",
            "no rule set into which every fighter is translated",
        ),
        (
            4,
            "sides = [['A'], ['B']]\nmoments = [{title = 'x'}]\n[fighters.A]\nhug = 'Otto'\n[fighters.B]\nhug = 'Otto'",
            "moment 1 says no by, state, wanted",
        ),
        (
            4,
            (
                "sides = [['A'], ['B']]\nmoments = [{title = 'x', by = 'A', wanted = 'A sings', state = ''}]\n"
                "[fighters.A]\nhug = 'Otto'\n[fighters.B]\nhug = 'Otto'"
            ),
            "'x' under hug: 'A sings' cannot be wanted",
        ),
        (
            4,
            (
                "sides = [['A'], ['B']]\nmoments = [{title = 'x', by = 'A', wanted = 'A is free', state='', hugg=''}]"
                "\n[fighters.A]\nhug = 'Otto'\n[fighters.B]\nhug = 'Otto'"
            ),
            "moment 1 says 'hugg', which is no rule set: did you mean hug?",
        ),
    ],
)
def test_a_file_that_is_no_brawl_is_refused(tmp_path: Path, code: int, text: str, said: str) -> None:
    path = tmp_path / "brawl.toml"
    path.write_text("moments = []\n" + text if "moments" not in text else text)
    ran = run("compare", "--brawl", str(path))
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_what_stands_in_the_file_is_not_said_again_and_what_is_not_there_is_missing() -> None:
    given = run("compare", "hug", "--brawl", str(FILE), "--state", "turn Tam", "--map", "3x3")
    assert "leave out --state, --map" in given.err
    assert "give one with --brawl FILE" in run("compare", "hug", "endure", "Otto", "Novice", "--markdown").err
    assert "leave out Otto" in run("compare", "hug", "Otto", "--brawl", str(FILE)).err
    assert run("compare", "--brawl", "nothing.toml").code == 5
