"""What the project's files say, and what they must not say."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = (ROOT / "pyproject.toml").read_text()

# Written in pieces, so that this file does not hold what it looks for.
FOREIGN = {
    "a registry address": r"pypi[.]org|files[.]pythonhosted|registry[.]npmjs|deb[.]debian[.]org|index[-]url",
    "a path of somebody's machine": r"(?<![\w.])/(?:work|root|home|tmp|opt)/[\w.]",
}


def project_files() -> list[Path]:
    """Every file that is tracked, or would be if all were added now."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("what", FOREIGN)
def test_no_file_holds(what: str) -> None:
    pattern = re.compile(FOREIGN[what].encode())
    found = {
        str(path.relative_to(ROOT)): match[0]
        for path in project_files()
        if (match := pattern.search(path.read_bytes()))
    }
    assert found == {}


def test_every_exception_to_a_style_rule_has_its_reason() -> None:
    lint = tomllib.loads(PYPROJECT)["tool"]["ruff"]["lint"]
    excepted = [*lint["ignore"], *(rule for rules in lint["per-file-ignores"].values() for rule in rules)]
    explained = re.findall(r'^    "([A-Z]+\d*)", # \w.{10,}$', PYPROJECT, flags=re.MULTILINE)
    assert sorted(explained) == sorted(excepted)


def test_every_requirement_is_pinned_with_hashes() -> None:
    text = (ROOT / "requirements/dev.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all(re.match(r"[\w.-]+==\S+ .*\\\n    --hash=sha256:", block) for block in blocks)


def test_the_pins_cover_all_that_is_asked_for() -> None:
    pyproject = tomllib.loads(PYPROJECT)
    asked = [*pyproject["project"]["dependencies"], *pyproject["build-system"]["requires"]]
    asked += [line for line in (ROOT / "requirements/dev.in").read_text().splitlines() if line[:1].isalpha()]
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements/dev.txt").read_text(), flags=re.MULTILINE))
    assert {re.split(r"[^\w.-]", name)[0] for name in asked} <= pinned


def test_the_checkout_is_tested_by_make_test() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text().splitlines()


@pytest.mark.parametrize(
    ("python", "complaint"),
    [
        ("exit 1", "needs Python 3.11 or newer"),
        ('case "$2" in *ensurepip*) exit 1;; esac', "needs Python's venv module"),
    ],
)
def test_make_says_in_a_sentence_what_is_missing(tmp_path: Path, python: str, complaint: str) -> None:
    fake = tmp_path / "python"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    (tmp_path / "requirements").mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements/dev.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    # The directories of an outer make are not this one's.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    result = subprocess.run(
        ["make", "run", f"PYTHON={fake}"],
        cwd=tmp_path,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    said = result.stderr.splitlines()
    assert result.returncode != 0
    assert complaint in said[0]
    assert len(said) == 2  # the sentence, and make's own line
