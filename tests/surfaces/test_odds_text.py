"""Odds in words and as a document, on toy procedures that ask what `hug` does not."""

from __future__ import annotations

from fractions import Fraction

from tests.core.toy import Toy, seat, toy_rules
from tussle.analysis.odds import Pricer
from tussle.ask.dice import Die
from tussle.ask.readings import Ranking, Sum
from tussle.ask.requests import Gauge, Harm, Part, Procedure, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance
from tussle.surfaces.cli.odds_text import changes_text, paragraphs
from tussle.surfaces.odds import odds_form, price_all

CITE = ("toy.turn.act",)


def cut(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A blow of d4 − 2; who is hurt is then measured against 6."""
    me, foe = action.by, action.target
    armour = Part(foe, "armour", -2, "toy.check.roll")
    harmed = yield Harm(foe, (Die(4, me, "knife"),), Sum(-2), "long_knife", (armour,), CITE)
    stance = stance.budget(me)
    if not harmed.through:
        return stance
    past = yield Gauge(foe, "harm", 6, CITE)
    return stance.mark(foe, "weak") if past > 0 else stance


def race(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Everybody throws, 2d6 and d4 for the first."""
    dice = (Die(6, 0, "legs"), Die(4, 1, "legs"))
    yield Roll(dice, Ranking((3, 0)), (Part(0, "long legs", 3, "toy.check.roll"),), CITE)
    return stance.budget(action.by).wield(0, "red_cup").mark(0, "glad").tie(0, 1, "hand")


BOUT = seat(toy_rules({"cut": cut, "race": race}, strands={"hand": "──"}), Toy(), Toy())
POSITION = Position(BOUT.opening((0, 1)).stance, ((0,), (5,)))


def _told(verb: str) -> list[tuple[int, str, str]]:
    pricer = Pricer(BOUT)
    (priced,) = price_all(pricer, POSITION, verb)
    (paragraph,), more = paragraphs(pricer, POSITION, priced.actions)
    assert more == 0
    return [(row.depth, row.label, row.text) for row in paragraph.rows]


def test_a_harm_tells_what_follows_each_way_it_can_go() -> None:
    assert _told("cut") == [
        (0, "", "Bob takes 0 to 2 from long knife, 0.75 on average, down 0 %"),
        (1, "unhurt", ""),
        (1, "up    ", "Bob's harm past 6"),
        (2, "0", ""),
        (2, "1", "Bob weak"),
    ]


def test_a_ranking_is_told_by_names_and_an_end_by_what_it_changes() -> None:
    first, second, tied = _told("race")
    assert first == (0, "", "Ann d6 + 3 long legs, Bob d4")
    assert second[1:] == ("Ann before Bob  23/24  96 %", "Ann ── Bob, Ann glad, Ann with red cup in hand")
    assert tied[1] == "Ann and Bob      1/24   4 %"  # 1 + 3 and 4


def test_a_gauge_in_the_document() -> None:
    pricer = Pricer(BOUT)
    form = odds_form(BOUT, POSITION, price_all(pricer, POSITION, "cut"))
    harm = form["actions"][0]["tree"]
    assert [way[:2] for way in harm["law"]] == [["0", "1/2"], ["1", "1/4"], ["2", "1/4"]]
    assert harm["parts"] == [{"by": "Bob", "name": "armour", "value": -2, "clause": "toy.check.roll"}]
    gauge = harm["law"][2][2]
    assert {key: gauge[key] for key in ("ask", "by", "tally", "mark")} == {
        "ask": "gauge",
        "by": "Bob",
        "tally": "harm",
        "mark": 6,
    }
    assert [(answer, Fraction(share)) for answer, share, _ in gauge["law"]] == [("1", Fraction(1))]
    assert "marks=Bob:weak" in gauge["law"][0][2]["end"]


def test_what_ends_is_told_too() -> None:
    before = POSITION.stance.tie(0, 1, "hand").mark(1, "sad").wield(1, "cup")
    after = before.part(0, 1).unmark(1, "sad").wield(1, "")
    assert changes_text(BOUT, before, after) == "no Ann ── Bob, Bob no longer sad, Bob with nothing in hand"
    assert changes_text(BOUT, before, before) == ""
