"""A bestiary of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tussle.errors import TussleError
from tussle.surfaces.cli import cli
from tussle.surfaces.cli.common import code_of

BOB = "Bob d'Or: athletics +5 reflex 3 hits 22"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def tussle(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


def test_a_saved_fighter_is_found_by_its_name_from_then_on(tmp_path: Path) -> None:
    saved = tussle("fighters", "save", BOB, "--rules", "hug")
    assert saved.exit_code == 0
    assert "Bob d'Or is saved for hug" in saved.stderr
    assert list(tmp_path.rglob("*.json"))
    assert "athletics  5" in tussle("fighters", "bob d'or").stdout
    odds = tussle("odds", "hug", "bob_d'or", "Otto", "--action", "grapple:Otto:athletics")
    assert odds.exit_code == 0
    assert "d20 + 5 athletics" in odds.stdout


def test_saving_again_takes_the_place_of_the_old_one() -> None:
    tussle("fighters", "save", BOB, "--rules", "hug")
    tussle("fighters", "save", BOB.replace("+5", "+6"), "--rules", "hug")
    assert "athletics  6" in tussle("fighters", "Bob d'Or").stdout


def test_ones_own_fighter_goes_before_a_house_fighter_of_that_name() -> None:
    tussle("fighters", "save", "Otto: athletics 9", "--rules", "hug")
    assert "athletics  9" in tussle("fighters", "otto", "--rules", "hug").stdout


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["save", "Bob: luck 3", "--rules", "hug"], 2, "hug has no 'luck'"),
        (["save", "Nobody", "--rules", "hug"], 5, "no fighter 'Nobody'"),
        (["save", BOB], 2, "add --rules"),
        (["Otto", "Carack"], 2, "are two things"),
    ],
)
def test_what_cannot_be_saved_is_refused_and_nothing_is_written(
    args: list[str], code: int, sentence: str, tmp_path: Path
) -> None:
    result = tussle("fighters", *args)
    assert isinstance(result.exception, TussleError)
    assert code_of(result.exception) == code
    assert sentence in str(result.exception)
    assert not list(tmp_path.rglob("*.json"))


def test_a_saved_file_that_was_spoilt_is_said_with_its_path(tmp_path: Path) -> None:
    tussle("fighters", "save", BOB, "--rules", "hug")
    (path,) = tmp_path.rglob("*.json")
    path.write_text("{")
    result = tussle("odds", "hug", "Bob d'Or", "Otto")
    assert isinstance(result.exception, TussleError)
    assert code_of(result.exception) == 4
    assert path.name in str(result.exception)
