"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

from click.testing import CliRunner

import tussle
from tussle.surfaces.cli import cli

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_the_readmes_python_is_what_python_says() -> None:
    example = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(example.examples) > 5
    result = doctest.DocTestRunner().run(example)
    assert result.failed == 0


def test_the_readmes_shell_is_what_the_shell_says() -> None:
    blocks = re.findall(r"```console\n\$ tussle ([^\n]*)\n(.*?)```", README, re.DOTALL)
    assert blocks
    for line, shown in blocks:
        result = CliRunner().invoke(cli, shlex.split(line))
        assert result.exit_code == 0
        assert result.output == shown


def test_every_command_the_readme_names_can_be_read() -> None:
    named = re.findall(r"`tussle ([a-z]+)", README)
    assert named
    for command in named:
        assert CliRunner().invoke(cli, [command, "--help"]).exit_code == 0


def test_all_that_the_package_offers_is_there_and_sorted() -> None:
    assert list(tussle.__all__) == sorted(tussle.__all__)
    for name in tussle.__all__:
        assert getattr(tussle, name) is not None
