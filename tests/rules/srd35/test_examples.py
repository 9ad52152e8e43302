"""The examples of docs/srd35.md are what the rules print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tussle.bout.bout import make_bout
from tussle.bout.fighter import read_quick
from tussle.bout.loading import load
from tussle.play.session import Session
from tussle.play.situation import Act

PAGE = Path(__file__).parents[3] / "docs" / "srd35.md"

ORC = "Orc: bab 1 strength 17 dexterity 11 ac 13 touch 10 hp 9 feat improved_unarmed_strike"
MAN = "Man: bab 1 strength 14 dexterity 13 ac 15 touch 11 hp 12 hand longsword carries dagger"
ANN = "Ann: bab 3 strength 16 hp 24"
BEN = "Ben: bab 4 strength 18 hp 30"
CYD = "Cyd: bab 2 strength 12 dexterity 16 hp 18 escape 8"

LAPSE: tuple[object, ...] = (
    "grapple:Man:nonlethal", "longsword", 8, 12, (14, 9), 3, "move-in", "pass",
    "escape:grapple", "hold", (7, 15), "pass",
    "pin:Man", (11, 12), "pass",
    "escape-pin:grapple", (4, 16), "pass",
)  # fmt: skip
"""From the first attack of opportunity to a pin that lapses: actions, choices, faces."""

BROKEN: tuple[object, ...] = (
    "grapple:Cyd:nonlethal", 11, (13, 8), 2, "move-in", "pass",
    "grapple:Ann:nonlethal", (12, 11), 1, "move-in", "pass",
    "escape:escape-artist", "hold", (5, 12), "pass",
    "pin:Cyd", (15, 9), "pass",
    "break-pin:Ann", (9, 11), "pass",
    "escape:grapple", "hold", (17, 6),
)  # fmt: skip
"""Three grapplers, and a pin that the third one breaks."""


def played(fighters: Sequence[str], sides: tuple[int, ...], first: str, script: Sequence[object]) -> list[str]:
    """The transcript of a script, as people see it."""
    rules = load("srd35")
    bout = make_bout(rules, [read_quick(rules, text) for text in fighters], sides)
    session = Session(bout, first=first)
    for word in script:
        if isinstance(word, str):
            session.push(word) if isinstance(session.pending, Act) else session.answer(word)
        else:
            session.answer(word)  # type: ignore[arg-type] # a face, or several
    return [str(line) for line in session.transcript]


def blocks() -> list[list[str]]:
    """The fenced blocks of the page that are transcripts, line by line."""
    return [block.splitlines() for block in re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL)]


LAPSING = ((ORC, MAN), (0, 1), "Orc", LAPSE)
BREAKING = ((ANN, BEN, CYD), (0, 1, 1), "Ann", BROKEN)


def test_the_page_prints_what_the_rules_print() -> None:
    assert blocks() == [played(*LAPSING), played(*BREAKING)]


def test_the_page_says_who_fights() -> None:
    page = PAGE.read_text()
    for fighter in (ORC, MAN, ANN, BEN, CYD):
        assert f"    {fighter}\n" in page


def test_a_pin_lapses_and_a_pin_is_broken() -> None:
    assert played(*LAPSING)[-1] == "The pin of Orc on Man lapses. [srd35.pin.pin]"
    told = played(*BREAKING)
    assert "Ben breaks the pin of Ann on Cyd. [srd35.grappling.break-pin]" in told
    assert "Ben joins the grapple with Ann: no strike, and the grab succeeds. [srd35.group.join]" in told
