"""tussle best, forecast, compare and export: what they print, refuse, and leave with."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.surfaces.shell import run

AL = "Al: athletics +5 reflex 3 hits 9"
BO = "Bo: athletics +4 reflex 2 hits 7"
EVE = "Eve: athletics +5 reflex 3 hits 3"
TOM = "Tom: athletics +4 reflex 2 hits 2"
HELD = Fraction(210, 400) * Fraction(229, 400)
"""Won at +1, and then not escaped from at −1."""


def test_best_ranks_every_action_and_says_which_kind_of_answer_it_is() -> None:
    ran = run("best", "hug", AL, BO, "--goal", "hold for 1")
    assert (ran.code, ran.err) == (0, "")
    assert f"exact: {HELD}" in ran.out
    assert "Al: hold for 1  reached 30.1 %, lost 69.9 %, neither 0 %" in ran.out
    rows = [line.split()[0] for line in ran.out.partition("action ")[2].splitlines()[1:]]
    assert rows == ["grapple:Bo:athletics", "grapple:Bo:melee", "attack:Bo:unarmed", "pass"]


def test_best_in_json() -> None:
    form = run("best", "hug", AL, BO, "--goal", "hold for 1", "--json").json
    assert form["schema"] == "tussle/best/1"
    assert (form["kind"], form["reached"], form["least"], form["most"]) == ("exact", *[str(HELD)] * 3)
    assert form["actions"][0] == {
        "action": "grapple:Bo:athletics",
        "by": "Al",
        "reached": str(HELD),
        "lost": str(1 - HELD),
    }
    assert form["reason"].startswith("grapple:Bo:athletics: Al holds on with 30.1 %")


def test_a_direct_answer_prints_its_bounds() -> None:
    form = run("best", "hug", AL, BO, "--json").json
    assert form["kind"] == "direct"
    assert 0 < form["most"] - form["least"] <= 1e-9
    assert form["least"] <= form["reached"] <= form["most"]
    assert form["reached"] + form["lost"] + form["neither"] == pytest.approx(1)
    assert "direct, between 0." in run("best", "hug", AL, BO).out


def test_the_other_side_is_advised_too() -> None:
    # Bo, held, gets free at −1 with 171 of 400, or at −0 by acrobatics, which he has not.
    ran = run("best", "hug", AL, BO, "--goal", "hold for 1", "--state", "Al holds Bo; turn Bo", "--json").json
    assert ran["reached"] == str(Fraction(229, 400))
    assert ran["actions"][0]["action"] == "escape:Al:athletics"
    assert ran["reason"].startswith("escape:Al:athletics: it leaves Al 57.2 %")


def test_explain_says_what_each_ruling_would_change() -> None:
    ran = run("best", "hug", AL, BO, "--goal", "hold for 1", "--explain")
    assert ran.code == 0
    assert "1 of 7: hit=meet" in ran.err
    assert "hit=meet: nothing changes." in ran.out
    form = run("best", "hug", AL, BO, "--goal", "hold for 1", "--explain", "--json").json
    static = next(each for each in form["rulings"] if each["ruling"] == "contest=static")
    # Static: 1 + d20 over 10, 11 of 20; −1 + d20 over 10, 9 of 20.
    assert static["reached"] == str(Fraction(11, 20) * Fraction(11, 20))


def test_compare_sets_two_rulings_side_by_side() -> None:
    ran = run("compare", "hug", "hug(contest=static)", AL, BO, "--goal", "hold for 1")
    assert ran.code == 0
    assert ["reached", "30.1", "%", "30.2", "%"] in [line.split() for line in ran.out.splitlines()]
    sides = run("compare", "hug", "hug(contest=static)", AL, BO, "--goal", "hold for 1", "--json").json["sides"]
    assert [side["reached"] for side in sides] == [str(HELD), str(Fraction(121, 400))]


def test_a_forecast_sums_to_one_in_every_round() -> None:
    form = run("forecast", "hug", EVE, TOM, "--rounds", "3", "--json").json
    assert form["schema"] == "tussle/forecast/1"
    assert [row["round"] for row in form["rows"]] == [0, 1, 2, 3]
    for row in form["rows"]:
        assert sum(value for key, value in row.items() if key != "round") == pytest.approx(1, abs=1e-12)
    assert form["rows"][0]["free"] == 1


def test_a_forecast_of_stated_policies_is_what_a_hand_computes() -> None:
    held = "Eve holds Tom; turn Eve"
    ran = run(
        *("forecast", "hug", EVE, TOM, "--rounds", "2", "--state", held, "--csv"),
        *("--auto", "Eve=do:pass,contest", "--auto", "Tom=do:escape,pass"),
    )
    head, *rows = ran.out.splitlines()
    assert head == "round,free,held,pinning,pinned,down,won"
    chances = [[float(value) for value in row.split(",")] for row in rows]
    # Tom gets free at −1 with 171 of 400, and then nobody does anything more.
    assert [row[2] for row in chances] == pytest.approx([1, 229 / 400, (229 / 400) ** 2])
    assert [row[1] for row in chances] == pytest.approx([0, 171 / 400, 1 - (229 / 400) ** 2])


def test_a_forecast_as_a_table() -> None:
    ran = run("forecast", "hug", EVE, TOM, "--rounds", "2")
    assert ran.code == 0
    assert "· free ✗ down ✓ won" in ran.out


def test_export_prints_a_model_with_exact_rationals() -> None:
    ran = run("export", "prism", "hug", AL, BO, "--goal", "hold for 1", "--auto", "Bo=do:no,athletics,escape,pass")
    assert ran.code == 0
    assert "\nmdp\n" in ran.out
    assert "21/40 : " in ran.out
    assert 'label "reached" = s=0;' in ran.out


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (2, ["best", "hug", AL, BO, "--goal", "eat within 2"], "there is no goal 'eat within 2': pin within N, free"),
        (2, ["best", "hug", AL, BO, "--at", "x", "--state", "y"], "--at and --state both say where it begins"),
        (2, ["best", "hug", AL, BO, "--auto", "Bo"], "names no policy"),
        (2, ["compare", "hug", AL], "two rule sets or more, then the fighters"),
        (3, ["best", "hug", AL, BO, "--goal", "hold for 999"], "a goal of 999 rounds is out of reach"),
        (3, ["best", "hug", AL, BO, EVE], "best play has no meaning among more than two sides"),
        (3, ["best", "hug", AL, BO, "--goal", "hold for 1", "--auto", "Bo=do:cast"], "names no legal action here"),
        (3, ["best", "hug", "A: hits 999", "B: hits 999", "vs", "C: hits 999"], "give the fighters fewer hits"),
        (5, ["best", "hug", AL, BO, "--auto", "Bo=clever"], "there is no stated policy 'clever'"),
        (5, ["forecast", "hug", AL, "Nobody"], "Nobody"),
    ],
)
def test_bad_input_is_a_sentence_and_a_code(code: int, arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("tussle: ")
    assert said in ran.err
