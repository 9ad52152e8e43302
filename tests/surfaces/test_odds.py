"""`tussle odds`: the fractions of the rules, asked as a program or a person asks them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.surfaces.shell import Ran, run
from tussle.surfaces import odds as odds_module

HELD = "order=A,B turn=A holds=A:B:hug budgets=A:standard:1"
MELEE = "order=A,B,C turn=A holds=B:C:hug budgets=A:standard:1"


def asked(
    rules: str, *fighters: str, at: str | None = None, action: str | None = None, more: tuple[str, ...] = ()
) -> Any:
    """The JSON of one question."""
    options = [*(("--at", at) if at else ()), *(("--action", action) if action else ()), *more]
    ran = run("odds", rules, *fighters, "--json", *options)
    assert (ran.code, ran.err) == (0, "")
    return ran.json


def tree_of(form: Any, action: str) -> Any:
    """The tree of one action of a document."""
    (entry,) = (entry for entry in form["actions"] if entry["action"] == action)
    return entry["tree"]


def follow(node: Any, *path: str) -> Any:
    """The node that these options and answers lead to."""
    for step in path:
        node = {way[0]: way[-1] for way in node["options" if node["ask"] == "choose" else "law"]}[step]
    return node


def law(node: Any) -> dict[str, Fraction]:
    """The law of a roll or harm."""
    return {answer: Fraction(share) for answer, share, _ in node["law"]}


def nodes(node: Any) -> Iterator[Any]:
    """Every node beneath and with this one."""
    yield node
    for way in (*node.get("law", ()), *node.get("options", ())):
        yield from nodes(way[-1])


# The numbers of the rules


@pytest.mark.parametrize(
    ("rules", "skill", "won"),
    [
        ("hug", 0, "19/40"),
        ("hug", 3, "247/400"),
        ("hug", 8, "161/200"),
        ("hug(contest=static)", 0, "1/2"),
        ("hug(contest=static)", 3, "13/20"),
        ("hug(contest=static)", 8, "9/10"),
    ],
)
def test_a_contest(rules: str, skill: int, won: str) -> None:
    form = asked(rules, f"A: athletics {skill}", "B:", at=HELD)
    contest = follow(tree_of(form, "escape:B:athletics"), "contest")
    assert law(contest)["won"] == Fraction(won)
    start = asked(rules, f"A: athletics {skill}", "B:", action="grapple:B:athletics")
    contest = follow(start["actions"][0]["tree"], "no", "athletics")
    assert {answer: share for answer, share, _ in contest["law"]}["won"] == won


@pytest.mark.parametrize(
    ("rules", "by_two", "by_five"),
    [("hug", Fraction(171, 400), Fraction(3, 10)), ("hug(contest=static)", Fraction(9, 20), Fraction(3, 10))],
)
def test_the_margins_of_a_throw(rules: str, by_two: Fraction, by_five: Fraction) -> None:
    form = asked(rules, "A:", "B:", at=HELD, action="throw:B:athletics")
    found = law(follow(form["actions"][0]["tree"], "contest"))
    assert found["5"] == by_five
    assert found["2"] + found["5"] == by_two
    assert Fraction(form["actions"][0]["least"]) == by_two
    assert form["actions"][0]["most"] == "1"  # B may let A


@pytest.mark.parametrize(
    ("action", "stray", "hit", "miss"),
    [("attack:B:unarmed", 3, 13, 4), ("attack:B:unarmed:careful", 1, 11, 8)],
)
def test_the_table_of_strays(action: str, stray: int, hit: int, miss: int) -> None:
    form = asked("hug", "A: melee 3", "B:", "C:", at=MELEE, action=action)
    found = law(form["actions"][0]["tree"])
    assert found["stray"] == Fraction(stray, 20)
    assert found["hit"] + found["top"] == Fraction(hit, 20)
    assert found["miss"] == Fraction(miss, 20)


# The document


def test_the_document_is_whole() -> None:
    form = asked("hug", "Otto", "Arangu")
    assert form["schema"] == "tussle/odds/1"
    assert form["position"] == "order=Otto,Arangu turn=Otto hands=Otto:broad_sword budgets=Otto:minor:1,Otto:standard:1"
    assert [entry["action"] for entry in form["actions"]] == [
        "grapple:Arangu:melee",
        "grapple:Arangu:athletics",
        "attack:Arangu:broad_sword",
        "attack:Arangu:unarmed",
        "sheathe",
        "drop",
        "pass",
    ]
    refused = {refusal["verb"]: (refusal["clause"], refusal["reason"]) for refusal in form["refused"]}
    assert refused["escape"] == ("hug.outside.menu", "in no grapple")
    assert set(refused) == {"escape", "drag", "throw", "squeeze", "release", "cast", "move", "stand", "draw"}


def test_every_law_sums_to_one_and_every_request_cites() -> None:
    for entry in asked("hug", "Otto", "Arangu")["actions"]:
        for node in nodes(entry["tree"]):
            if "law" in node:
                assert sum(law(node).values()) == 1
            if "ask" in node:
                assert node["cites"]
                assert set(node["cites"]) <= set(entry["clauses"])
            else:
                assert node["end"].startswith("order=")


def test_least_and_most_follow_from_the_tree() -> None:
    def value(node: Any, by: str, pick: Any) -> Fraction:
        if "end" in node:
            return Fraction(node["done"])
        if node["ask"] == "choose":
            return (max if node["by"] == by else pick)(value(after, by, pick) for _, after in node["options"])
        return sum((Fraction(share) * value(after, by, pick) for _, share, after in node["law"]), Fraction(0))

    for entry in asked("hug", "Otto", "Arangu")["actions"]:
        assert value(entry["tree"], entry["by"], min) == Fraction(entry["least"])
        assert value(entry["tree"], entry["by"], max) == Fraction(entry["most"])


def test_rolls_tell_their_dice_and_parts() -> None:
    (entry,) = asked("hug", "Otto", "Arangu", action="attack:Arangu:broad_sword")["actions"]
    roll = entry["tree"]
    assert (roll["ask"], roll["by"]) == ("roll", "Otto")
    assert roll["dice"] == [{"by": "Otto", "sides": 20, "label": "melee"}]
    assert roll["parts"] == [
        {"by": "Otto", "name": "melee", "value": 4, "clause": "hug.base.attack"},
        {"by": "Arangu", "name": "base", "value": 10, "clause": "hug.check.attack"},
        {"by": "Arangu", "name": "reflex", "value": 2, "clause": "hug.base.attack"},
    ]
    harm = follow(roll, "hit")
    assert (harm["ask"], harm["by"], harm["kind"]) == ("harm", "Arangu", "broad_sword")
    assert law(harm)["9"] == Fraction(8, 64)
    assert follow(harm, "9")["end"].endswith("tallies=Arangu:harm:9")


def test_the_rulings_behind_an_action_are_named() -> None:
    (entry,) = asked("hug(tie=reroll)", "A:", "B:", at=HELD, action="escape:B:athletics")["actions"]
    assert entry["rulings"] == ["contest=opposed", "tie=reroll"]


def test_a_beginning_stands_for_all_that_begin_so() -> None:
    form = asked("hug", "Otto", "Arangu", action="grapple")
    (entry,) = form["actions"]
    assert entry["action"] == "grapple"
    assert (entry["tree"]["ask"], entry["tree"]["by"]) == ("choose", "Otto")
    assert [option for option, _ in entry["tree"]["options"]] == ["melee", "athletics"]
    assert entry["least"] == "153/400"  # Otto takes melee, the better of the two
    assert asked("hug", "Otto", "Nib", "Arangu", action="attack:Nib:unarmed")["actions"][0]["by"] == "Otto"


def test_sides_are_parted_by_vs() -> None:
    def allies_flank(*fighters: str) -> bool:
        at = "order=A,B,C turn=A budgets=A:standard:1 cells=A:0.0,B:1.0,C:2.0"
        plan = ("--map", "3x1 A@0.0 B@1.0 C@2.0")
        form = asked("hug", *fighters, at=at, action="attack:B:unarmed", more=plan)
        return "hug.base.flanking" in form["actions"][0]["clauses"]

    assert not allies_flank("A:", "B:", "C:")
    assert allies_flank("A:", "C:", "vs", "B:")


def test_copies_are_numbered() -> None:
    assert asked("hug", "Nib", "Nib")["position"].startswith("order=Nib_1,Nib_2")


def test_a_map_is_read_and_said() -> None:
    form = asked("hug", "A:", "B:", more=("--map", "5x5 A@0.0 B@4.4"))
    assert form["map"]
    assert "move" in [entry["action"] for entry in form["actions"]]
    assert {r["verb"]: r["reason"] for r in form["refused"]}["grapple"] == "more than 1 square away"
    assert not asked("hug", "A:", "B:")["map"]


def test_what_is_due_is_priced_alone() -> None:
    at = "order=A,B turn=A budgets=A:minor:1 hands=A:club agenda=contest:A:B:#athletics"
    form = asked("hug", "A: hand club", "B:", at=at)
    (entry,) = form["actions"]
    assert (entry["action"], entry["due"]) == ("contest:A:B:#athletics", True)
    assert entry["tree"]["cites"] == ["hug.start.contest"]
    assert form["refused"] == []


def test_a_grapple_that_is_over_offers_nothing() -> None:
    form = asked("hug", "A:", "B:", at="order=A,B turn=A standing=B:out tallies=B:harm:20")
    assert (form["actions"], form["refused"]) == ([], [])
    assert "over" in run("odds", "hug", "A:", "B:", "--at", "order=A,B turn=A standing=B:out tallies=B:harm:20").out


def test_a_tree_that_is_too_large_is_cut_and_can_be_asked_on() -> None:
    plan = ("--map", "9x9 A@4.4 B@8.8")
    (entry,) = asked("hug", "A:", "B:", action="move", more=plan)["actions"]
    assert entry["cut"]
    assert (entry["least"], entry["most"]) == ("1", "1")
    ends = [node["end"] for node in nodes(entry["tree"]) if "end" in node]
    assert len(ends) <= odds_module.MOST_ENDS
    onward = next(end for end in ends if "agenda=stride" in end)
    (due,) = asked("hug", "A:", "B:", at=onward, more=plan)["actions"]
    assert due["due"]
    assert due["tree"]["ask"] == "choose"
    said = run("odds", "hug", "A:", "B:", "--action", "move", *plan).out
    assert "this tree is cut short" in said


# The joint law


def test_the_joint_law_has_a_line_for_each_way_to_decide() -> None:
    form = asked("hug", "A:", "B:", at=f"{HELD} tallies=B:harm:16", action="squeeze", more=("--joint",))
    contested, let = form["actions"][0]["joint"]
    assert [made["option"] for made in contested["choices"]] == ["contest"]
    assert contested["choices"][0]["by"] == "B"
    assert contested["choices"][0]["cites"] == ["hug.grappling.contest", "hug.grappling.squeeze"]
    for line in (contested, let):
        assert sum(Fraction(share) for _, share in line["law"]) == 1
    hurt = {end.rpartition("tallies=B:harm:")[2]: Fraction(share) for end, share in contested["law"]}
    won = Fraction(19, 40)
    assert hurt == {"16": 1 - won, "18": won / 16, "19": won * 2 / 16, "20": won * 13 / 16}
    assert {end.rpartition("harm:")[2]: share for end, share in let["law"]} == {
        "18": "1/16",
        "19": "1/8",
        "20": "13/16",
    }


def test_a_decision_is_one_a_stance_in_the_joint_law() -> None:
    (entry,) = asked("hug", "Otto", "Arangu", action="grapple:Arangu:melee", more=("--joint",))["actions"]
    made = [tuple(choice["option"] for choice in line["choices"]) for line in entry["joint"]]
    assert made == [("unarmed", "athletics"), ("unarmed", "acrobatics"), ("no", "athletics"), ("no", "acrobatics")]


def test_too_many_ways_to_decide_are_refused() -> None:
    plan = ("--map", "9x9 A@4.4 B@8.8")
    ran = run("odds", "hug", "A:", "B:", "--action", "move", "--joint", *plan)
    assert ran.code == 3
    assert "more than 64 ways" in ran.err


# In words


def text_of(*args: str) -> list[str]:
    ran: Ran = run("odds", *args)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def test_a_decision_of_one_stance_is_shown_once_named_by_its_clause() -> None:
    lines = text_of("hug", "Otto", "Arangu", "--action", "grapple:Arangu:melee")
    assert lines[4] == "grapple:Arangu:melee"
    assert lines[5] == "  38 % to 57 %  153/400 to 229/400"
    assert lines[6] == "  as ruled: hit=over, contest=opposed, tie=actor-fails, unarmed_melee=melee"
    decisions = [line.strip() for line in lines if " chooses " in line]
    assert decisions == [
        "opportunity: Arangu chooses [hug.start.opportunity]",
        "contest: Arangu chooses [hug.start.contest]",
    ]
    assert sum("then contest" in line for line in lines) == 4  # after a blow of each sort, and after none


def test_a_harm_is_one_line_with_its_law_and_the_chance_that_it_drops_the_target() -> None:
    at = "order=A,B,C turn=A holds=B:C:hug budgets=A:standard:1 tallies=B:harm:15"
    fighters = ("A: melee 4 hand broad_sword", "B:", "C:")
    lines = text_of(
        "hug",
        *fighters,
        "--at",
        at.replace("budgets", "hands=A:broad_sword budgets"),
        "--action",
        "attack:B:broad_sword",
    )
    (hit,) = (line for line in lines if line.strip().startswith("hit"))
    assert "13/20  65 %  B takes 2 to 16 from broad sword, 9 on average, out 91 % (29/32)" in hit
    (stray,) = (line for line in lines if line.strip().startswith("stray"))
    assert "C takes 2 to 16 from broad sword, 9 on average, out 0 %" in stray


def test_a_harm_that_is_met_with_several_tallies_shows_the_range() -> None:
    """Two blows of d4 against 5 hits: the first cannot be enough, the second may be, must be, or cannot."""
    at = "order=A,B turn=A budgets=A:minor:1 hands=A:club agenda=strike:B:A:#unarmed,strike:B:A:#unarmed"
    lines = text_of("hug", "A: hits 5 hand club", "B:", "--at", at)
    first, second = (line for line in lines if line.strip().startswith("hit"))
    assert "A takes 1 to 4 from unarmed, 2.5 on average, out 0 %; then strike 2" in first
    assert "A takes 1 to 4 from unarmed, 2.5 on average, out 0 % to 100 % (0 to 1)" in second


def test_what_follows_a_harm_is_told_apart_by_how_the_fighter_stands() -> None:
    lines = text_of("hug", "A: hits 3", "B:", "--action", "grapple:B:athletics")
    (hit,) = (line for line in lines if line.strip().startswith("hit"))
    assert "A takes 1 to 4 from unarmed, 2.5 on average, out 50 % (1/2); if up: then contest; if out: A prone" in hit


def test_refusals_are_listed_with_their_clauses() -> None:
    lines = text_of("hug", "Otto", "Arangu")
    place = lines.index("not now")
    assert lines[place + 1].split() == ["escape", "hug.outside.menu", "in", "no", "grapple"]


def test_nothing_is_coloured_or_wrapped_in_a_pipe() -> None:
    lines = text_of("hug", "Otto", "Arangu")
    assert not any("\x1b" in line for line in lines)
    assert all(line == line.rstrip() for line in lines)
    assert lines[1].endswith("leave it.")


def test_a_refusal_says_what_is_in_the_way_of_others_not_of_oneself() -> None:
    ran = run("odds", "hug", "A:", "B:", "--map", "5x5 A@0.0 B@4.4", "--action", "grapple")
    assert ran.code == 3
    assert ran.err == "tussle: A cannot grapple now: more than 1 square away [hug.start.reach]\n"
