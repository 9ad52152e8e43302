"""The scripted table itself: it must fail where a script and the rules disagree."""

from fractions import Fraction

import pytest

from tests import scripted
from tests.scripted import OffScript, Table, hold_to_clause, hold_to_ruling
from tussle.errors import Illegal

GRAB = "grapple:B:athletics"
HELD = "holds=A:B:hug"


def table(line: str = "", rules: str = "hug") -> Table:
    return Table(rules, line, A="athletics 3", B="athletics 1 hand club")


def test_a_script_that_fits_is_played_to_its_end() -> None:
    played = table().play(GRAB, "club", 12, 3, 4, "athletics", 9, 10)
    assert played.harms == (("A", 7),)
    assert played.facts == ("A tries to grapple B.", "B hits A.", "A grapples B and moves in.")
    assert played.items("holds") == ("A:B:hug",)
    assert played.items("tallies") == ("A:harm:7",)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (("no", "athletics", 9, 10, 4), "left over in the script: 4"),
        (("no", "athletics", 9, 10, "no"), "left over in the script: no"),
        (("no", "athletics", 9), "the rules ask for a face of the athletics d20"),
        (("no",), "the rules ask for one of athletics, acrobatics"),
        (("no", "athletics", 9, 21), "21 is no face of the athletics d20"),
        (("no", "athletics", 0, 9), "0 is no face"),
        (("no", "athletics", "won"), "'won' is no face"),
        (("club", 12, 5, 4, "athletics", 9, 10), "5 is no face of the club d4"),
        (("bite",), "'bite' is not offered: club, unarmed, no"),
        ((3,), "3 is not offered"),
    ],
)
def test_a_script_that_does_not_fit_fails(script: tuple[int | str, ...], complaint: str) -> None:
    here = table()
    before = here.line
    with pytest.raises(OffScript, match=complaint):
        here.play(GRAB, *script)
    assert here.line == before


def test_what_is_rolled_again_takes_the_next_faces() -> None:
    again = table(rules="hug(tie=reroll)")
    assert again.play(GRAB, "no", "athletics", 8, 10, 8, 9).items("holds") == ("A:B:hug",)
    with pytest.raises(OffScript, match="the script is at its end"):
        table(rules="hug(tie=reroll)").play(GRAB, "no", "athletics", 8, 10)


def test_what_an_action_leaves_out_is_asked() -> None:
    assert table(HELD).play("squeeze:B", "let", 2, 2).harms == (("B", 4),)
    assert table(HELD).play("escape", "athletics", "let").items("holds") == ()


def test_a_position_is_laid_over_the_opening() -> None:
    here = table("hands= marks=A:prone")
    assert here.line == "order=A,B turn=A marks=A:prone budgets=A:standard:1"
    assert table("turn=B budgets=B:standard:1").line.startswith("order=A,B turn=B hands=B:club budgets=B:standard:1")


def test_initiative_is_due_at_a_table_not_yet_opened() -> None:
    assert Table("hug", opened=False, A="", B="").due(3, 4).items("order") == ("B", "A")


def test_a_law_stands_after_the_answers_before_it() -> None:
    assert table(HELD).law("squeeze:B", "contest")["won"] == Fraction(229, 400)
    with pytest.raises(OffScript, match="comes to no throw"):
        table(HELD).law("squeeze:B")
    with pytest.raises(OffScript, match="nothing answers 'no' here: contest, let"):
        table(HELD).law("squeeze:B", "no")


def test_the_ends_are_those_after_the_answers_before_them() -> None:
    ends = table(HELD + " hands= tallies=B:harm:18").ends("squeeze:B", "contest")
    assert {line.count("B:out"): chance for line, chance in ends.items()} == {
        0: Fraction(171, 400),
        1: Fraction(229, 400),
    }
    with pytest.raises(OffScript, match=r"is not decided after .*: contest, let"):
        table(HELD).ends("squeeze:B")


def test_a_refusal_is_handed_over_and_what_is_legal_is_not() -> None:
    assert isinstance(table().refused("escape"), Illegal)
    with pytest.raises(OffScript, match="grapple:B:athletics is legal"):
        table().refused(GRAB)


def test_cites_are_those_of_requests_facts_and_refusals() -> None:
    heard = scripted.listen()
    table(HELD).find("escape:B:athletics")
    assert heard.cites == {}  # the action itself says what it rests on, and that is no effect
    table().refused("escape")
    assert set(heard.cites) == {"hug.outside.menu"}
    played = table(HELD).play("escape:B:athletics", "let")
    assert set(heard.cites) == {"hug.outside.menu", *played.cites}
    assert {"hug.grappling.contest", "hug.grappling.escape"} <= set(played.cites)


def test_a_clause_mark_holds_both_ways() -> None:
    heard = scripted.listen()
    with pytest.raises(AssertionError, match="nothing was run"):
        hold_to_clause(heard, "hug.outside.menu", applies=False)
    table().refused("escape")
    hold_to_clause(heard, "hug.outside.menu", applies=True)
    hold_to_clause(heard, "hug.start.reach", applies=False)
    with pytest.raises(AssertionError, match=r"is not cited; cited is hug\.outside\.menu"):
        hold_to_clause(heard, "hug.start.reach", applies=True)
    with pytest.raises(AssertionError, match=r"hug\.outside\.menu is cited"):
        hold_to_clause(heard, "hug.outside.menu", applies=False)
    with pytest.raises(AssertionError, match=r"there is no clause hug\.outside\.manu"):
        hold_to_clause(heard, "hug.outside.manu", applies=False)


def test_a_ruling_mark_wants_every_side_and_a_difference() -> None:
    heard = scripted.listen()
    for side in ("actor-fails", "actor-wins"):
        table(HELD, f"hug(tie={side})").odds("squeeze:B")
    with pytest.raises(AssertionError, match="not run as reroll"):
        hold_to_ruling(heard, "hug", "tie")
    table(HELD, "hug(tie=reroll)").odds("squeeze:B")
    hold_to_ruling(heard, "hug", "tie")
    heard = scripted.listen()
    for side in ("over", "meet"):
        table(HELD, f"hug(hit={side})").odds("squeeze:B")
    with pytest.raises(AssertionError, match="give the same"):
        hold_to_ruling(heard, "hug", "hit")
