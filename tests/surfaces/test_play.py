"""The table in a terminal, as a person sits at it: through a pseudo-terminal, and through a pipe."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it ships no types
import pytest
from click.testing import CliRunner, Result

from tussle.surfaces.cli import cli
from tussle.surfaces.cli.common import code_of

GOLDEN = Path(__file__).parents[1] / "golden" / "terminal.txt"
FIGHT = ["play", "hug", "Arangu", "Tivid", "--first", "Arangu", "--seed", "1"]

TYPED = [
    "why",
    "grapple Otto",  # nobody here: said, and asked again
    "grapple Tivid athletics",
    "club",
    "3",  # misses
    "athletics",
    "15 9",
    "undo",
    "23 9",  # no face of a d20
    "15 8",
    "1",  # Tivid: escape by athletics
    "contest",
    "12 11",
    "damage Tivid 4",
    "log",
    "amend 5 2 8",  # the throw of the grapple was a 2 after all: what came later no longer fits
    "grapple:Arangu:athletics",
    "unarmed",
    "5",
    "athletics",
    "18 2",
    "position",
    "pass",
    "squeeze tivid",
    "squeeze Tivid",
    "let",
    "4 3",
    "gm damage Tivid 10",
    "pass",
    "throw",
    "athletics",
    "undo",
    "cancel",
    "squeeze",
    "let",
    "2 2",
]


def environment(home: Path) -> dict[str, str]:
    return {
        **os.environ,
        "XDG_STATE_HOME": str(home / "state"),
        "TERM": "dumb",
        "PYTHONUNBUFFERED": "1",
        "COLUMNS": "100",
        "LINES": "40",
    }


def test_a_whole_grapple_through_a_pseudo_terminal(tmp_path: Path) -> None:
    record = tmp_path / "a.txt"
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tussle", *FIGHT, "--dice", "enter", "--record", str(record)],
        env=environment(tmp_path),
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=20,
    )
    screen = ""
    for line in TYPED:
        child.expect([r"what now\? ", r"\]: ", r"d\d+ [a-z0-9, ]+: "])
        screen += child.before + child.after
        child.sendline(line)
    child.expect(pexpect.EOF)
    screen += child.before
    child.close()
    assert child.exitstatus == 0
    seen = re.sub(r"\x1b\[\?2004[hl]", "", screen.replace("\r", "")).replace(str(record), "RECORD")
    seen = "\n".join(line.rstrip() for line in seen.splitlines()) + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(seen)
    assert seen == GOLDEN.read_text()


def through_pipe(home: Path, typed: str, *more: str) -> Result:
    return CliRunner().invoke(cli, [*FIGHT, "--record", str(home / "b.txt"), *more], input=typed, env=environment(home))


def outcome(result: Result) -> tuple[int, str]:
    """The exit code and the sentence that `main` makes of an error."""
    return (code_of(result.exception), str(result.exception)) if result.exception else (0, "")  # type: ignore[arg-type]  # TussleErrors all


def test_through_a_pipe_the_machine_throws_and_the_end_of_input_stops(tmp_path: Path) -> None:
    result = through_pipe(tmp_path, "attack:Tivid:unarmed\n")
    assert outcome(result)[0] == 0
    assert "Arangu, what now?" in result.stdout
    assert "Stopped. To go on: tussle play --resume" in result.stderr
    again = CliRunner().invoke(cli, ["play", "--resume", str(tmp_path / "b.txt")], input="quit\n")
    assert again.exit_code == 0
    assert "Arangu: attack Tivid: unarmed" in again.stdout


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("grapple:Tivid:athletics\nsword\n", 4, "'sword' is not offered"),
        ("escape:Tivid\n", 3, "in no grapple"),
        ("dance\n", 4, "no verb 'dance'"),
        ("99\n", 4, "there is no action 99"),
        ("gm smite Tivid\n", 4, "'smite' is no event"),
        ("damage Nobody 4\n", 4, "not in the bout"),
    ],
)
def test_a_wrong_answer_through_a_pipe_is_one_sentence(tmp_path: Path, typed: str, code: int, sentence: str) -> None:
    result = through_pipe(tmp_path, typed)
    found, said = outcome(result)
    assert found == code
    assert sentence in said


def test_an_impossible_face_through_a_pipe_exits_4(tmp_path: Path) -> None:
    result = through_pipe(tmp_path, "attack:Tivid:unarmed\n23\n", "--dice", "enter")
    assert outcome(result)[0] == 4
    assert "23 is no face of a d20" in outcome(result)[1]


@pytest.mark.parametrize(
    ("more", "code", "sentence"),
    [
        (["--state", "arangu holds arangu"], 2, "Arangu holds itself"),
        (["--auto", "Tivid"], 2, "names no policy"),
        (["--auto", "Tivid=cunning"], 5, "no policy 'cunning'"),
        (["--auto", "Bob=first"], 2, "'Bob' is not in the bout"),
        (["--first", "Bob"], 2, "'Bob' is not in the bout"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_written(
    tmp_path: Path, more: list[str], code: int, sentence: str
) -> None:
    result = through_pipe(tmp_path, "quit\n", *more)
    assert outcome(result)[0] == code
    assert sentence in outcome(result)[1]


def test_a_record_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    through_pipe(tmp_path, "pass\n")
    before = (tmp_path / "b.txt").read_text()
    result = through_pipe(tmp_path, "pass\n")
    assert outcome(result)[0] == 2
    assert "is there already" in outcome(result)[1]
    assert (tmp_path / "b.txt").read_text() == before


def test_policies_play_to_the_end_by_themselves_and_save_it(tmp_path: Path) -> None:
    args = ["play", "hug", "Arangu", "Tivid", "--seed", "5", "--auto", "Arangu=random", "--auto", "Tivid=random"]
    result = CliRunner().invoke(cli, args, input="", env=environment(tmp_path))
    assert result.exit_code == 0
    assert "The grapple is over." in result.stdout
    (record,) = (tmp_path / "state" / "tussle" / "records").iterdir()
    replayed = CliRunner().invoke(cli, ["replay", str(record)])
    assert replayed.stdout.replace("\n", "") == result.stdout.replace("\n", "")
    checked = CliRunner().invoke(cli, ["replay", str(record), "--check"])
    assert "is whole" in checked.stdout
    record.write_text(record.read_text()[:-5])
    torn = CliRunner().invoke(cli, ["replay", str(record), "--check"])
    assert outcome(torn)[0] == 4
    assert "is torn" in outcome(torn)[1]


def test_play_stops_after_so_many_rounds(tmp_path: Path) -> None:
    args = ["play", "hug", "Arangu", "Tivid", "--seed", "5", "--auto", "Arangu=first", "--auto", "Tivid=first"]
    result = CliRunner().invoke(cli, [*args, "--rounds", "2"], input="", env=environment(tmp_path))
    assert "Round 2" in result.stdout
    assert "attack" not in result.stdout.partition("Round 3")[2]


def test_each_die_can_be_left_to_the_machine(tmp_path: Path) -> None:
    result = through_pipe(tmp_path, "attack:Tivid:unarmed\n\nquit\n", "--dice", "ask")
    assert outcome(result)[0] == 0
    assert "Arangu d20 unarmed (empty: roll it):" in result.stdout
    assert "unarmed = " in result.stdout
