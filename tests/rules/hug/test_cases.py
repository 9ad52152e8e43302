"""What went wrong in other people's engines, as tests of its kind against `hug`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table
from tussle.ask.readings import Hits, Opposed
from tussle.bout.walk import why_not
from tussle.errors import Illegal, Unreadable
from tussle.rules.hug.house import HOUSE

HELD = "holds=A:B:hug"
GRAB = "grapple:B:athletics"
ESCAPE = "escape:B:athletics"
EVEN = Fraction(19, 40)


# Numbers


def test_every_named_modifier_reaches_the_total_that_is_rolled() -> None:
    fighter = {"melee": 4, "hand": "club", "abilities": [{"name": "charge", "bonus": 3}]}
    squares, line = "3x3 A@0.1 B@1.1 C@2.1 D@0.0", "holds=B:D:hug cells=A:0.1,B:1.1,C:2.1,D:1.1"
    table = Table(
        "hug",
        f"{line} marks=A:prone,B:prone",
        squares=squares,
        sides=(0, 1, 0, 1),
        A=fighter,
        B="reflex 6 shield 3",
        C="",
        D="",
    )
    (roll,) = table.play("attack:B:club:careful", 5).rolls
    shares: dict[int, dict[str, int]] = {0: {}, 1: {}}
    for part in roll.parts:
        shares[part.owner][part.name] = part.value
    assert shares == {
        0: {"melee": 4, "charge": 3, "prone": -2, "prone target": 2, "flanking": 2, "careful": -2},
        1: {"reflex": 0, "shield": 2, "base": 10},
    }
    inner = roll.reading.otherwise  # type: ignore[attr-defined] # strays are possible, so it is a Stray
    assert isinstance(inner, Hits)
    assert (inner.bonus, inner.ac) == (7, 12)


def test_a_bonus_to_start_counts_neither_to_resist_nor_to_go_on_nor_to_escape() -> None:
    grip = {"athletics": 0, "abilities": [{"name": "grip", "bonus": 5, "grapple": True}]}
    assert Table("hug", A=grip, B="").law(GRAB, "no", "athletics")["won"] == Fraction(280, 400)
    assert Table("hug", A="", B=grip).law(GRAB, "no", "athletics")["won"] == EVEN
    for verb in ("escape", "drag", "squeeze"):
        assert Table("hug", HELD, A=grip, B="").law(f"{verb}:B:athletics", "contest")["won"] == EVEN
        assert Table("hug", HELD, A="", B=grip).law(f"{verb}:B:athletics", "contest")["won"] == EVEN


def test_the_penalty_of_a_grapple_has_the_right_sign() -> None:
    inside = Table("hug", HELD, A="hand club", B="reflex 2", C="")
    assert inside.law("attack:B:club:athletics", "let")["hit"] == Fraction(6, 20)
    assert Table("hug", "holds=B:C:hug", A="hand club", B="", C="").law("attack:B:club")["hit"] == Fraction(9, 20)


def test_no_number_is_missing_whatever_a_fighter_leaves_out() -> None:
    table = Table("hug", A="", B="")
    for action in table.legal:
        odds = table.odds(action)
        assert 0 <= odds.least <= odds.most <= 1


# Who is what


def test_a_grappler_is_not_helpless_nor_out() -> None:
    held = Table("hug", f"turn=B budgets=B:minor:1,B:standard:1 {HELD}", A="", B="hand dagger shield 3")
    assert held.line.count("standing") == 0
    verbs = dict.fromkeys(action.split(":")[0] for action in held.legal)
    assert list(verbs) == ["escape", "drag", "throw", "squeeze", "attack", "sheathe", "drop", "pass"]
    assert Table("hug", HELD, A="", B="shield 3").law("attack:B:unarmed:athletics", "let")["miss"] == Fraction(12, 20)


def test_nobody_grapples_itself() -> None:
    for word in ("grapple:A", "grapple:A:athletics"):
        with pytest.raises(Illegal, match="not oneself"):
            Table("hug", A="", B="").play(word)


def test_the_size_limit_holds_on_every_way_in() -> None:
    table = Table("hug(unarmed_melee=unarmed)", A="unarmed 9 size small", B="size large")
    for way in ("grapple", "grapple:B", "grapple:B:unarmed", "grapple:B:athletics"):
        assert table.refused(way).clause == "hug.start.reach"
    assert not [action for action in table.legal if action.startswith("grapple")]


def test_nobody_joins_a_grapple() -> None:
    for target in ("B", "C"):
        assert Table("hug", "holds=B:C:hug", A="", B="", C="").refused(f"grapple:{target}").clause == "hug.start.free"


# One hold, two ends


@pytest.mark.parametrize(("struck", "left"), [("B", "C"), ("C", "B")])
def test_a_hold_ends_on_both_sides_when_either_is_out(struck: str, left: str) -> None:
    table = Table("hug", "holds=B:C:hug", A="hand club", B="hits 2", C="hits 2", D="")
    played = table.play(f"attack:{struck}:club", 11, 1, 1)
    assert played.items("holds") == ()
    assert played.items("standing") == (f"{struck}:out",)
    assert f"grapple:{left}:athletics" not in table.legal  # A has no action left, yet no grapple is in the way
    assert table.refused(f"grapple:{left}").clause == "hug.start.action"


def test_who_is_struck_out_while_grappling_keeps_no_grip_and_takes_no_turn() -> None:
    table = Table("hug", "holds=B:C:hug", A="hand club", B="hits 2", C="")
    table.play("attack:B:club", 11, 1, 1)
    table.play("pass")
    assert "turn=C" in table.line
    assert "grapple:A:melee" in table.legal


def test_who_is_held_does_not_crawl_away() -> None:
    table = Table(
        "hug", f"turn=B budgets=B:move:1,B:standard:1 {HELD} cells=A:0.0,B:0.0", squares="3x3 A@0.0 B@1.0", A="", B=""
    )
    assert table.refused("move").clause == "hug.grappling.move"


# Who decides and who rolls


def test_each_side_chooses_its_skill_and_rolls_its_own_die() -> None:
    played = Table("hug", A="melee 1", B="acrobatics 2").play("grapple:B:melee", "no", "acrobatics", 12, 10)
    strike, answer = played.choices
    assert (strike.fighter, answer.fighter, answer.options) == (1, 1, ("athletics", "acrobatics"))
    (roll,) = played.rolls
    assert [(die.owner, die.label) for die in roll.dice] == [(0, "melee"), (1, "acrobatics")]
    assert roll.reading == Opposed(-1)
    blow = Table("hug", A="", B="hand club").play(GRAB, "club", 2, "athletics", 1, 1)
    assert [die.owner for die in blow.rolls[0].dice] == [1]


def test_an_ally_can_let_itself_be_moved() -> None:
    squares = "3x1 A@0.0 B@1.0 C@2.0"
    table = Table(
        "hug", f"{HELD} cells=A:0.0,B:0.0,C:2.0", squares=squares, sides=(0, 0, 1), A="", B="athletics 60", C=""
    )
    assert table.play("drag:B:athletics", "let").items("cells") == ("A:1.0", "B:1.0", "C:2.0")


def test_the_higher_total_escapes_and_the_lower_does_not() -> None:
    for mine in range(1, 21):
        for theirs in (1, 10, 20):
            free = Table("hug", HELD, A="athletics 2", B="athletics 2").play(ESCAPE, "contest", mine, theirs)
            assert (free.items("holds") == ()) == (mine > theirs)


def test_a_failed_escape_is_spent() -> None:
    table = Table("hug", HELD, A="hand club", B="")
    table.play(ESCAPE, "contest", 1, 20)
    assert table.line == "order=A,B turn=A holds=A:B:hug hands=A:club budgets=A:minor:1"
    assert table.refused("escape").clause == "hug.grappling.contest"


# Refusals


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    table = Table("hug", "holds=A:B:hug", A="hand club", B="", C="")
    before = table.position
    refusals = why_not(table.bout, before.stance)
    assert {refusal.verb for refusal in refusals} == {"grapple", "release", "cast", "move", "stand", "draw"}
    for refusal in refusals:
        error = table.refused(refusal.verb)
        assert error.clause in table.rules.clause
        assert str(error).startswith("A cannot ")
    assert table.position == before


def test_nobody_acts_out_of_turn() -> None:
    table = Table("hug", HELD, A="", B="hand club")
    assert {action.split(":")[1] for action in table.legal if action.startswith("squeeze")} == {"B"}
    with pytest.raises(Unreadable, match="is not among the ways to squeeze"):
        table.play("squeeze:A")


def test_every_verb_is_either_offered_or_refused_with_a_clause() -> None:
    fighters: dict[str, Any] = {name: HOUSE[name] for name in ("Mirel", "Otto", "Arangu", "Tivid")}
    for line in ("", "holds=Mirel:Otto:hug", "holds=Arangu:Tivid:hug"):
        table = Table("hug", line, **fighters)
        offered = {action.split(":")[0] for action in table.legal}
        refused = {refusal.verb for refusal in why_not(table.bout, table.position.stance)}
        assert offered | refused == set(table.rules.verb_names)
        assert not offered & refused


# Ties


def test_a_tie_rule_moves_the_odds_and_is_named_in_them() -> None:
    chances = {}
    for tie in ("actor-fails", "actor-wins", "reroll"):
        table = Table(f"hug(tie={tie},contest=static)", HELD, A="", B="")
        odds = table.odds(ESCAPE)
        chances[tie] = odds.least
        assert f"tie={tie}" in table.rules.touched(odds.cites)
    assert chances == {
        "actor-fails": Fraction(1, 2),
        "actor-wins": Fraction(11, 20),
        "reroll": Fraction(10, 19),
    }
