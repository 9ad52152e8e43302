"""Perft: shared files, two depths by hand, and what the digest can see."""

import hashlib
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tussle.analysis.perft import perft
from tussle.bout.bout import Bout, make_bout
from tussle.bout.fighter import read_quick
from tussle.bout.loading import load
from tussle.bout.notation import parse_position, read_bout

FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.json"))
CASES = [(f"{path.stem}: {case['about']}", case) for path in FILES for case in json.loads(path.read_text())]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_counts_and_digest_of_the_perft_files(case: dict) -> None:  # type: ignore[type-arg]  # plain JSON
    bout = read_bout(case["bout"])
    position = parse_position(bout, case["position"])
    found = [perft(bout, position, depth) for depth in range(1, case["depth"] + 1)]
    assert [each.count for each in found] == case["counts"]
    assert (found[-1].rows, found[-1].digest) == (case["rows"], case["digest"])


def test_the_hug_file_has_what_the_issue_asks_for() -> None:
    cases = [case for name, case in CASES if name.startswith("hug:")]
    assert len(cases) == 10
    assert all(case["depth"] == 3 for case in cases)
    assert sum(len(case["bout"]["fighters"]) == 4 for case in cases) == 2
    assert sum("map" in case["bout"] for case in cases) == 2
    sides = {pair for case in cases for pair in load(case["bout"]["rules"]).values.items()}
    for name, (ruling, _) in load("hug").rulings.items():
        assert {(name, value) for value in ruling.values} <= sides


# Two positions by hand. Ann and Bob have every skill, and reflex, at 0, one hit each, and bare hands.
# A blow needs more than 10, so it hits at 11 to 20: 1/2. Any blow, d4 or 2d4, puts the other out.
# In a contest at equal skills the actor wins with 190 of 400 throws, 19/40; by 2 or more with 171/400.

AFTER_ANN = "order=Ann,Bob turn=Bob budgets=Bob:standard:1"
ANN_OUT = "order=Ann,Bob turn=Ann standing=Ann:out marks=Ann:prone"
BOB_OUT = "order=Ann,Bob turn=Ann standing=Bob:out marks=Bob:prone"
HELD = "order=Ann,Bob turn=Bob holds=Ann:Bob:hug budgets=Bob:standard:1"
BOB_PRONE = "order=Ann,Bob turn=Bob marks=Bob:prone budgets=Bob:move:1,Bob:standard:1"
ANN_HARMED, BOB_HARMED = "tallies=Ann:harm:1", "tallies=Bob:harm:1"


def ann_and_bob() -> Bout:
    rules = load("hug")
    return make_bout(rules, [read_quick(rules, "Ann: hits 1"), read_quick(rules, "Bob: hits 1")])


def digest(rows: list[str]) -> str:
    return hashlib.sha256("".join(f"{row}\n" for row in sorted(rows)).encode()).hexdigest()


def rows(position: str, action: str, *ends: tuple[str, str, str]) -> list[str]:
    """The rows of one link, each end as (choices, position, fraction)."""
    return ["\t".join((position, action, *end)) for end in ends]


def test_depth_1_of_a_duel_by_hand() -> None:
    """1 + 2 + 2 × 9 = 21 sequences.

    - pass: 1.
    - attack with bare hands: miss, or Bob is out: 2.
    - grapple with the melee skill, or with athletics, 9 each. Bob lets the opportunity go, chooses athletics or
      acrobatics, and Ann wins or loses: 2 × 2 = 4. Bob strikes and misses: the same 4, with another first choice.
      Bob strikes and hits: Ann is out and nothing more is asked: 1.
    """
    start = "order=Ann,Bob turn=Ann budgets=Ann:standard:1"
    expected = rows(start, "Ann pass", ("", AFTER_ANN, "1"))
    expected += rows(
        start, "Ann attack:Bob:unarmed", ("", "order=Ann,Bob turn=Ann agenda=strike:Ann:Bob:#unarmed", "1")
    )
    expected += rows(
        "order=Ann,Bob turn=Ann agenda=strike:Ann:Bob:#unarmed",
        "",
        ("", AFTER_ANN, "1/2"),
        ("", f"{BOB_OUT} {BOB_HARMED}", "1/2"),
    )
    for skill in ("melee", "athletics"):
        contest = f"contest:Ann:Bob:#{skill}"
        tried = f"order=Ann,Bob turn=Ann agenda=opportunity:Bob:Ann,{contest}"
        struck = f"order=Ann,Bob turn=Ann agenda=strike:Bob:Ann:#unarmed,{contest}"
        grabbed = f"order=Ann,Bob turn=Ann agenda={contest}"
        too_late = f"{ANN_OUT} agenda={contest} {ANN_HARMED}"
        expected += rows(start, f"Ann grapple:Bob:{skill}", ("", tried, "1"))
        expected += rows(tried, "", ("Bob:unarmed", struck, "1"), ("Bob:no", grabbed, "1"))
        expected += rows(struck, "", ("", grabbed, "1/2"), ("", too_late, "1/2"))
        expected += rows(too_late, "", ("", f"{ANN_OUT} {ANN_HARMED}", "1"))
        expected += rows(
            grabbed,
            "",
            ("Bob:athletics", HELD, "19/40"),
            ("Bob:athletics", AFTER_ANN, "21/40"),
            ("Bob:acrobatics", HELD, "19/40"),
            ("Bob:acrobatics", AFTER_ANN, "21/40"),
        )
    bout = ann_and_bob()
    found = perft(bout, parse_position(bout, start), 1)
    assert found.count == 1 + 2 + 2 * 9
    assert found.rows == len(expected)
    assert found.digest == digest(expected)


def test_depth_1_of_a_hold_by_hand() -> None:
    """1 + 2 × 3 + 2 × 2 + 2 × 3 + 3 + 2 × 4 = 28 sequences.

    Bob contests every try or lets it be; all but squeeze can be tried with either skill.

    - pass: 1.
    - escape: contested, won or lost; let: free. 3.
    - drag: there is no map, so won, lost and let all end with Ann's action spent; the choice tells two apart. 2.
    - throw: contested, won by 2 or more (Bob is free and prone, by 5 too, without a map) or not; let. 3.
    - squeeze: contested, won (Bob is out) or lost; let. 3.
    - attack: contested, it ends in nothing, by the contest or by the blow, or Bob is out; let, the same two. 4.
    """
    start = "order=Ann,Bob turn=Ann holds=Ann:Bob:hug budgets=Ann:standard:1"
    spent = "order=Ann,Bob turn=Ann holds=Ann:Bob:hug"
    dying = f"order=Ann,Bob turn=Ann standing=Bob:out holds=Ann:Bob:hug marks=Bob:prone agenda=end:Bob {BOB_HARMED}"
    expected = rows(start, "Ann pass", ("", HELD, "1"))
    for skill in ("athletics", "acrobatics"):
        expected += rows(
            start,
            f"Ann escape:Bob:{skill}",
            ("Bob:contest", AFTER_ANN, "19/40"),
            ("Bob:contest", HELD, "21/40"),
            ("Bob:let", AFTER_ANN, "1"),
        )
        expected += rows(start, f"Ann drag:Bob:{skill}", ("Bob:contest", HELD, "1"), ("Bob:let", HELD, "1"))
        expected += rows(
            start,
            f"Ann throw:Bob:{skill}",
            ("Bob:contest", BOB_PRONE, "171/400"),
            ("Bob:contest", HELD, "229/400"),
            ("Bob:let", BOB_PRONE, "1"),
        )
        expected += rows(
            start,
            f"Ann attack:Bob:unarmed:{skill}",
            ("Bob:contest", f"{spent} agenda=strike:Ann:Bob:#unarmed", "19/40"),
            ("Bob:contest", HELD, "21/40"),
            ("Bob:let", f"{spent} agenda=strike:Ann:Bob:#unarmed", "1"),
        )
    expected += rows(
        f"{spent} agenda=strike:Ann:Bob:#unarmed",
        "",
        ("", HELD, "1/2"),
        ("", dying, "1/2"),
    )
    expected += rows(
        start,
        "Ann squeeze:Bob:athletics",
        ("Bob:contest", dying, "19/40"),
        ("Bob:contest", HELD, "21/40"),
        ("Bob:let", dying, "1"),
    )
    expected += rows(dying, "", ("", f"{BOB_OUT} {BOB_HARMED}", "1"))
    bout = ann_and_bob()
    found = perft(bout, parse_position(bout, start), 1)
    assert found.count == 1 + 2 * 3 + 2 * 2 + 2 * 3 + 3 + 2 * 4
    assert found.rows == len(expected)
    assert found.digest == digest(expected)


def test_depth_0_is_the_position_itself() -> None:
    bout = ann_and_bob()
    assert perft(bout, bout.opening((0, 1)), 0).count == 1


def test_what_is_due_first_is_told_apart_like_an_action() -> None:
    """Who of the two has the initiative: two orders of turns, and as many sequences after either as from it."""
    bout = ann_and_bob()
    assert perft(bout, bout.opening(None), 0).count == 2
    after = [perft(bout, bout.opening(order), 2).count for order in ((0, 1), (1, 0))]
    assert perft(bout, bout.opening(None), 2).count == sum(after)


def test_a_bout_that_is_over_ends_no_longer_sequence() -> None:
    bout = ann_and_bob()
    over = parse_position(bout, f"{BOB_OUT} {BOB_HARMED}")
    assert [perft(bout, over, depth).count for depth in (0, 1)] == [1, 0]


def test_the_count_is_blind_to_a_chance_and_the_digest_is_not() -> None:
    bout = ann_and_bob()
    stronger = replace(bout, fighters=(replace(bout.fighters[0], athletics=1), bout.fighters[1]))
    position = bout.opening((0, 1))
    plain, changed = perft(bout, position, 1), perft(stronger, position, 1)
    assert (plain.count, plain.rows) == (changed.count, changed.rows)
    assert plain.digest != changed.digest
