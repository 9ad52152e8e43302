"""The shell for tests: the command line as a person starts it, in this process or in its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import Struct

from tussle.surfaces.cli import main

__all__ = ["Ran", "process", "run"]

TUSSLE = Path(sys.executable).with_name("tussle")


class Ran(Struct, frozen=True):
    """What a command did.

    Attributes:
        code: its exit code.
        out, err: what it printed on standard output and standard error.
    """

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON on standard output."""
        return json.loads(self.out)


def run(*args: str, given: str | bytes = b"") -> Ran:
    """Run a command in this process.

    Args:
        given: what it finds on standard input.
    """
    with CliRunner().isolation(given) as (out, err, _), pytest.raises(SystemExit) as left:
        main(args)
    code = left.value.code
    assert isinstance(code, int)
    return Ran(code, out.getvalue().decode(), err.getvalue().decode())


def process(*args: str, given: str = "", cwd: Path | None = None, **environment: str) -> Ran:
    """Run a command in a process of its own, its output into a pipe."""
    done = subprocess.run(
        [TUSSLE, *args],
        input=given,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    return Ran(done.returncode, done.stdout, done.stderr)
