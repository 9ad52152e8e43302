"""`tussle check`: contests of dice, each against plain enumeration or a number worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.surfaces.shell import run
from tussle.errors import TussleError, Uncovered, Unreadable
from tussle.surfaces.contest import TIES, read_contest


def test_the_example_of_the_issue() -> None:
    ran = run("check", "d20+7 vs d20+4", "--json")
    assert ran.code == 0
    assert ran.json == {
        "schema": "tussle/check/1",
        "text": "d20+7 vs d20+4",
        "ties": "modifier",
        "p": "33/50",
        "win": "33/50",
        "tie": "0",
        "lose": "17/50",
        "sentence": "400 throws: 247 higher, 17 equal, 136 lower; equal totals go to the higher modifier, "
        "and are rolled again at equal modifiers.",
    }


def test_in_words() -> None:
    title, win, lose, why = run("check", "d20+7 vs d20+4").out.splitlines()
    assert title == "d20+7 vs d20+4"
    assert win == "  win        66 %  33/50  about 2 in 3"
    assert lose == "  lose       34 %  17/50  about 1 in 3"
    assert why.startswith("400 throws: 247 higher, 17 equal, 136 lower; equal totals go to the higher modifier")
    lines = run("check", "8d6>=5 vs 7d6>=5").out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["win", "tie", "lose"]


def test_quotes_are_needed_for_the_shell_alone() -> None:
    assert run("check", "d20+7", "vs", "d20+4", "--json").json["p"] == "33/50"
    assert run("check", "-", "--json", given="d20+7 vs d20+4\n").json["p"] == "33/50"


def _plain(first: range, second: range, tie: str, edge: int) -> Fraction:
    """The chance by counting every throw, a tie that is rolled again left out."""
    winner = {"modifier": "attacker" if edge > 0 else "defender" if edge < 0 else "reroll"}.get(tie, tie)
    won = total = 0
    for one, other in product(first, second):
        if one == other and winner == "reroll":
            continue
        total += 1
        won += one > other or (one == other and winner == "attacker")
    return Fraction(won, total)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(
    ("mine", "theirs"), [((20, 7), (20, 4)), ((20, -3), (20, 0)), ((12, 1), (8, 3)), ((6, 2), (6, 2))]
)
def test_one_die_against_one_is_what_counting_says(tie: str, mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    (sides, bonus), (others, theirs_bonus) = mine, theirs
    first, second = (range(1 + plus, size + plus + 1) for size, plus in (mine, theirs))
    contest = read_contest(f"d{sides}{bonus:+d} vs d{others}{theirs_bonus:+d}", tie)
    assert contest.win == _plain(first, second, tie, bonus - theirs_bonus)
    assert contest.win + contest.tie + contest.lose == 1


def test_several_dice_are_added_up() -> None:
    counts = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    higher = sum(one > other for one, other in product(counts, range(3, 11)))
    assert read_contest("3d6 vs d8+2", "defender").win == Fraction(higher, 216 * 8)
    assert read_contest("3d6 vs 11").win == Fraction(1, 2)


def test_one_throw_against_all() -> None:
    won = Fraction(0)
    for face in range(1, 21):
        chance = Fraction(1)
        for bonus in (6, 6, 2):
            chance *= Fraction(min(20, max(0, face + 10 - bonus)), 20)  # the higher modifier has a tie
        won += chance / 20
    contest = read_contest("d20+10 vs all d20+6 d20+6 d20+2")
    assert contest.win == won == Fraction(4187, 8000)
    for text in ("d20+10 vs all d20+6, d20+6, d20+2", "D20 + 10 vs all d20 + 6, d20+6 and d20 +2"):
        assert read_contest(text).win == won


def test_pools_are_told_apart_unless_a_ruling_is_given() -> None:
    weights: dict[int, dict[int, int]] = {}
    for dice in (3, 2):
        weights[dice] = {}
        for faces in product(range(6), repeat=dice):
            good = sum(face >= 4 for face in faces)
            weights[dice][good] = weights[dice].get(good, 0) + 1
    pairs = [(a - b, x * y) for a, x in weights[3].items() for b, y in weights[2].items()]
    win = Fraction(sum(weight for margin, weight in pairs if margin > 0), 6**5)
    tie = Fraction(sum(weight for margin, weight in pairs if margin == 0), 6**5)
    told = read_contest("3d6>=5 vs 2d6>=5")
    assert (told.win, told.tie, told.ties) == (win, tie, "told apart")
    assert read_contest("3d6>=5 vs 2d6>=5", "attacker").win == win + tie
    assert read_contest("3d6>=5 vs 2d6>=5", "defender").win == win
    assert read_contest("3d6>=5 vs 2d6>=5", "reroll").win == win / (1 - tie)


def test_a_pool_against_a_number_of_successes() -> None:
    assert read_contest("2d6>=5 vs 1").win == Fraction(5, 9)
    assert read_contest("2d6>=5 vs 1", "defender").win == Fraction(1, 9)


@pytest.mark.parametrize(
    ("text", "tie", "win"),
    [
        ("d20+4 vs AC 11", None, Fraction(14, 20)),
        ("d20+4 vs ac11", "defender", Fraction(13, 20)),
        ("d20+30 vs AC 11", None, Fraction(19, 20)),  # a natural 1 misses
        ("d20\N{MINUS SIGN}30 vs AC 11", None, Fraction(1, 20)),  # a natural 20 hits
        ("d20+4 vs 15", None, Fraction(1, 2)),
        ("d20+4 vs 15", "defender", Fraction(9, 20)),
        ("d20+30 vs 11", None, Fraction(1)),
    ],
)
def test_against_a_number(text: str, tie: str | None, win: Fraction) -> None:
    assert read_contest(text, tie).win == win


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8d6>4 vs 7d6>4", "write 8d6>=5 to count the dice of 5 or more, or 8d6 vs 5 to add them up"),
        ("8d6 > 4", "can be read in two ways"),
        ("1000000d6 vs d20", "out of range: 1 to 100 dice"),
        ("d20 vs d1000000", "out of range"),
        ("d20+99999999 vs d20", "out of range"),
        ("d20 vs 99999999999999999999", "out of range"),
        ("d20", "two sides with vs between them"),
        ("d20 vs d20 vs d20", "two sides with vs between them"),
        ("", "is no contest"),
        ("fish vs d20", "is no dice text"),
        ("12 vs d20", "the first side of a contest throws dice"),
        ("d20 vs all", "1 to 20 throws"),
        ("d20 vs all 2d6", "everybody throws one die"),
        ("d20 vs d20>=3", "cannot be held against dice that are counted"),
        ("8d6>=5 vs d20", "held against dice that are counted, or a number"),
        ("8d6+1>=5 vs 8d6>=5", "cannot be counted with a bonus"),
        ("2d6 vs AC 11", "is one d20 and a bonus"),
        ("d20 vs " + "1" * 300, "longer than 200 characters"),
    ],
)
def test_what_is_no_contest_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_contest(text)
    assert said in str(refused.value)
    ran = run("check", text)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("text", "tie"), [("8d6>=5 vs 7d6>=5", "modifier"), ("d20 vs 11", "modifier"), ("d20 vs AC 11", "reroll")]
)
def test_a_tie_rule_that_says_nothing_is_refused(text: str, tie: str) -> None:
    with pytest.raises(Unreadable):
        read_contest(text, tie)


@pytest.mark.parametrize("text", ["d1 vs d1", "d1 vs all d1", "100d1000 vs d20"])
def test_what_has_no_exact_answer_is_refused(text: str) -> None:
    with pytest.raises(Uncovered):
        read_contest(text, "reroll" if "all" in text else None)
    assert run("check", text, "--tie", "reroll").code == 3


def test_no_contest_text_whatever_breaks_anything() -> None:
    for text in (
        "vs",
        "vs vs",
        "d vs d",
        "all vs all",
        ">= vs >=",
        "AC vs AC",
        "\N{MINUS SIGN} vs +",
        "d20 vs all and",
    ):
        with pytest.raises(TussleError):
            read_contest(text)
