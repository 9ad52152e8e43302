"""Each round, before any turn: the clauses of chapter `round`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause
from tussle.analysis.odds import Branch

PHASE = "holds=A:B:grapple turn=A agenda=round"
PINNED = "holds=A:B:grapple,A:B:pin turn=A agenda=round"
MAP = "hex 3x3 A@1.1 B@1.0"
EVEN = Fraction(19, 40)


# cphera.round.check


@clause("cphera.round.check", applies=True)
def test_cphera_round_check_applies_when_a_round_begins_if_either_wants_it() -> None:
    table = Table("cphera", "holds=A:B:grapple turn=B budgets=A:ap:8,B:ap:1", A="", B="")
    played = table.play("pass", "no", "check", 9, 9)
    assert played.facts == ("B passes.", "Neither A nor B gets the better of it.")
    assert played.items("budgets") == ("A:ap:8", "B:ap:1")
    assert played.items("turn") == ("A",)
    assert Table("cphera", PHASE, A="", B="").law("", "check") == {
        "won": EVEN,
        "tie": Fraction(1, 20),
        "lost": EVEN,
    }


@clause("cphera.round.check", applies=True)
def test_cphera_round_check_applies_to_each_grapple_in_the_order_of_turns() -> None:
    table = Table("cphera", "order=C,A,B,D holds=A:B:grapple,D:C:grapple turn=C agenda=round", A="", B="", C="", D="")
    played = table.due("check", 9, 9, "check", 8, 8)
    assert played.facts == (
        "Neither D nor C gets the better of it.",
        "Neither A nor B gets the better of it.",
    )


@clause("cphera.round.check", applies=False)
def test_cphera_round_check_not_between_two_turns_of_a_round_nor_of_a_grab() -> None:
    table = Table("cphera", "holds=A:B:grapple", A="", B="")
    assert table.play("pass").items("turn") == ("B",)
    table = Table("cphera", "holds=A:B:grab turn=B", A="", B="")
    assert table.play("pass").items("turn") == ("A",)


# cphera.round.defender-wins


@clause("cphera.round.defender-wins", applies=True)
def test_cphera_round_defender_wins_applies_leaving_to_a_free_adjacent_hex() -> None:
    table = Table("cphera", f"{PHASE} cells=A:1.0,B:1.0", squares=f"{MAP} #0.0", A="", B="")
    played = table.due("check", 9, 10, "leave-s")
    assert played.items("holds") == ()
    assert played.items("cells") == ("A:1.0", "B:1.1")
    assert played.items("budgets") == ("A:ap:8", "B:ap:8")


@clause("cphera.round.defender-wins", applies=True)
def test_cphera_round_defender_wins_applies_reversing_or_neither() -> None:
    assert Table("cphera", PHASE, A="", B="").due("check", 9, 10, "reverse").items("holds") == ("B:A:grapple",)
    assert Table("cphera", PHASE, A="", B="").due("check", 9, 10, "neither").items("holds") == ("A:B:grapple",)
    assert Table("cphera", PHASE, A="", B="").due("check", 9, 10, "leave").items("holds") == ()


@clause("cphera.round.defender-wins", applies=True)
def test_cphera_round_defender_wins_applies_no_leaving_without_a_free_hex() -> None:
    for walls, options in (("#1.0 #0.1", {"reverse", "neither"}), ("#1.0", {"leave-s", "reverse", "neither"})):
        table = Table("cphera", f"{PHASE} cells=A:0.0,B:0.0", squares=f"hex 2x2 A@0.0 B@1.1 {walls}", A="", B="")
        assert _options(table, "check", "lost") == options


def _options(table: Table, *path: str) -> set[str]:
    """What is asked after these answers of what is due."""
    node = table.odds().tree
    for word in path:
        assert isinstance(node, Branch)
        node = next(after for answer, _, after in node.ways if answer == word)
    assert isinstance(node, Branch)
    return {str(option) for option, _, _ in node.ways}


@clause("cphera.round.defender-wins", applies=False)
def test_cphera_round_defender_wins_not_where_the_attacker_wins() -> None:
    assert Table("cphera", PHASE, A="", B="").due("check", 10, 9, "no").items("holds") == ("A:B:grapple",)


def test_who_is_held_by_a_grab_from_outside_leaves_no_further_than_that() -> None:
    table = Table(
        "cphera",
        "holds=A:B:grapple,C:B:grab turn=A agenda=round cells=A:1.1,B:1.1,C:1.0",
        squares="hex 4x4 A@1.1 B@1.2 C@1.0",
        A="",
        B="",
        C="",
    )
    assert _options(table, "check", "lost") == {"leave-ne", "leave-nw", "reverse", "neither"}


# cphera.round.attacker-wins


@clause("cphera.round.attacker-wins", applies=True)
def test_cphera_round_attacker_wins_applies_a_second_check_pins() -> None:
    table = Table("cphera", PHASE, A="", B="")
    assert table.law("", "check", "won", "pin") == {"won": EVEN, "lost": 1 - EVEN}
    played = table.due("check", 10, 9, "pin", 10, 9)
    assert played.items("holds") == ("A:B:grapple", "A:B:pin")
    assert played.facts == ("A pins B.",)
    assert Table("cphera", PHASE, A="", B="").due("check", 10, 9, "pin", 9, 9).items("holds") == ("A:B:grapple",)


@clause("cphera.round.attacker-wins", applies=False)
def test_cphera_round_attacker_wins_not_on_a_tie_nor_for_a_defender() -> None:
    assert Table("cphera", PHASE, A="", B="").due("check", 9, 9).items("holds") == ("A:B:grapple",)
    assert Table("cphera", PHASE, A="", B="").due("check", 9, 20, "reverse").items("holds") == ("B:A:grapple",)


# cphera.round.pinned


@clause("cphera.round.pinned", applies=True)
def test_cphera_round_pinned_applies_unasked_and_nothing_follows_it() -> None:
    table = Table("cphera", PINNED, A="", B="")
    assert table.law("") == {"won": EVEN, "lost": 1 - EVEN}
    assert table.due(9, 10).facts == ("A keeps B pinned.",)
    assert Table("cphera", PINNED, A="", B="").due(10, 9).items("holds") == ("A:B:grapple",)
    assert Table("cphera", PINNED, A="", B="").due(9, 10).items("holds") == ("A:B:grapple", "A:B:pin")


@clause("cphera.round.pinned", applies=False)
def test_cphera_round_pinned_not_without_a_pin() -> None:
    assert Table("cphera", PHASE, A="", B="").due("no", "no").facts == ()


# cphera.round.release


@clause("cphera.round.release", applies=True)
def test_cphera_round_release_applies_to_an_attacker_at_any_time() -> None:
    for position in ("", "turn=B"):
        table = Table("cphera", f"holds=A:B:grapple cells=A:1.0,B:1.0 {position}", squares=MAP, A="", B="")
        played = table.play("A> release:s")
        assert (played.items("holds"), played.items("cells")) == ((), ("A:1.1", "B:1.0"))
    assert Table("cphera", "holds=A:B:grapple", A="", B="").play("release").items("holds") == ()


@clause("cphera.round.release", applies=True)
def test_cphera_round_release_applies_as_a_refusal_to_the_rest() -> None:
    defender = Table("cphera", "holds=A:B:grapple turn=B", A="", B="")
    assert str(defender.refused("release")) == "B cannot release now: not the attacker [cphera.round.release]"
    pinner = Table("cphera", "holds=A:B:grapple,A:B:pin", A="", B="")
    assert pinner.refused("release").clause == "cphera.round.release"
    level = Table("cphera", "holds=A:B:level", A="", B="")
    assert level.refused("release").clause == "cphera.round.release"
    walled = Table("cphera", "holds=A:B:grapple cells=A:0.0,B:0.0", squares="hex 2x2 A@0.0 B@0.1 #1.0 #1.1", A="", B="")
    assert walled.play("release:s").items("holds") == ()
    shut = Table(
        "cphera",
        "holds=A:B:grapple cells=A:0.0,B:0.0,C:0.1",
        squares="hex 2x2 A@0.0 B@1.1 C@0.1 #1.0",
        A="",
        B="",
        C="",
    )
    assert str(shut.refused("release")) == "A cannot release now: no free adjacent hex [cphera.round.release]"


@clause("cphera.round.release", applies=False)
def test_cphera_round_release_not_for_a_grab() -> None:
    assert Table("cphera", "holds=A:B:grab", A="", B="").play("release:B").facts == ("A lets go of B.",)
