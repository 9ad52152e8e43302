"""Who answers for a player that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.helper import match
from tussle.errors import Impossible, Missing
from tussle.play.policies import policy, script
from tussle.play.session import Session, machine_dice


def session_with(*answerers: object) -> Session:
    return Session(match("Arangu", "Tivid"), first="Arangu", seed=1, answerers=answerers)  # type: ignore[arg-type]  # given as they come


def test_first_takes_the_first_option_of_its_own_fighter() -> None:
    session = session_with(policy("first", "Arangu"))
    session.play()
    assert [(entry.kind, entry.who, entry.text) for entry in session.entries] == [
        ("act", "Arangu", "grapple:Tivid:melee")
    ]


def test_random_follows_from_the_seed() -> None:
    told = []
    for _ in range(2):
        session = session_with(machine_dice, policy("random", "Arangu"), policy("random", "Tivid"))
        session.play(30)
        told.append([entry.text for entry in session.entries])
    assert told[0] == told[1]
    assert len(set(told[0])) > 3


def test_a_script_answers_everything(tmp_path: Path) -> None:
    path = tmp_path / "script.txt"
    path.write_text("attack:Tivid:unarmed  # a fist\n\n14\n3\n# nothing here\npass\n")
    session = session_with(script(path.read_text().splitlines()))
    session.play()
    assert [entry.text or entry.faces for entry in session.entries] == ["attack:Tivid:unarmed", (14,), (3,), "pass"]
    mine = session_with(policy(f"script:{path}", "Arangu"))
    mine.play()
    assert [entry.text for entry in mine.entries] == ["attack:Tivid:unarmed"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["attack:Tivid:unarmed", "duck"], "line 2 of the script is 'duck' where 1 faces are due"),
        (["grapple:Tivid:melee", "14"], "line 2 of the script is '14' where one of club, unarmed, no is due"),
    ],
)
def test_a_script_that_does_not_fit_names_its_line(lines: list[str], sentence: str) -> None:
    with pytest.raises(Impossible, match=sentence):
        session_with(script(lines)).play()


@pytest.mark.parametrize("text", ["cunning", "first:more", "script:nowhere.txt"])
def test_a_policy_that_is_not_there_is_missing(text: str) -> None:
    with pytest.raises(Missing):
        policy(text, "Arangu")
