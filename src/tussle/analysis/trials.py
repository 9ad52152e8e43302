"""Tests run with one module of the package changed, each time in a forked process.

The process that forks has loaded whatever the tests need but the modules that may be changed, so a trial takes no
start of its own, and a module imported in it is imported afresh.

`python -m tussle.analysis.trials NAME MODULE...` tries changes of one rule set on its clause tests, with these modules
loaded. Each line it reads is `[file, text, tests]`, each line it answers `[code, what pytest said]`, or null where the
tests did not come to an end.
"""

from __future__ import annotations

import gc
import importlib.machinery
import importlib.util
import io
import json
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

__all__ = ["PATIENCE", "Instead", "forked"]

PATIENCE = 120
"""Seconds of computing that the tests of one mutant may take."""
PLAINLY = ("-q", "-m", "clause or ruling", "-p", "no:cacheprovider", "--assert", "plain")


class Instead(importlib.machinery.SourceFileLoader):
    """Finds one module, and gives it this source instead of its own. It goes first on `sys.meta_path`."""

    def __init__(self, name: str, path: Path, source: bytes) -> None:
        super().__init__(name, str(path))
        self.source = source

    def find_spec(
        self, fullname: str, _path: object = None, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Its own spec for that module, none for any other."""
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def get_code(self, _fullname: str) -> CodeType:
        """The other source, compiled."""
        code: CodeType = compile(self.source, self.path, "exec", dont_inherit=True)
        return code


def forked(task: Callable[[], Any], seconds: float = 0, memory: int = 0) -> Any:
    """What the task returns in a process of its own, which says nothing; None if it needs more than it may.

    Args:
        seconds: of computing, and ten times as many of waiting; 0: any.
        memory: bytes; 0: any.

    Raises:
        RuntimeError: the task raises.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _child(task, writer, round(seconds), memory)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        waited = select.select([pipe], [], [], 10 * seconds if seconds else None)
        if not waited[0]:
            os.kill(child, signal.SIGKILL)
        answer = pipe.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFEXITED(status) and not answer:
        raise RuntimeError("a trial could not begin")
    return json.loads(answer) if answer else None


def _child(task: Callable[[], Any], writer: int, seconds: int, memory: int) -> None:
    """The other process: it never returns from here."""
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        import resource  # noqa: PLC0415 - only systems that can fork have it

        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        answer = json.dumps(task()).encode()
        while answer:
            answer = answer[os.write(writer, answer) :]
    finally:
        os._exit(0)


def _serve(name: str, *modules: str) -> None:
    """Answer every line; see above."""
    import pytest  # noqa: PLC0415 - whoever only wants the tools of this file need not have it

    from tussle.bout.loading import load  # noqa: PLC0415 - as above

    for module in modules:
        import_module(module)

    class Part:
        """A plugin: as a part of a run, which writes no notes."""

        @pytest.hookimpl(tryfirst=True)
        def pytest_configure(self, config: pytest.Config) -> None:
            config.workerinput = {}  # type: ignore[attr-defined] # this is how such a part is known

    def attempt(file: str, text: str, tests: list[str]) -> tuple[int, str]:
        module = f"tussle.rules.{name}.{Path(file).stem}"
        path = Path.cwd() / "src" / "tussle" / "rules" / name / file
        sys.meta_path.insert(0, Instead(module, path, text.encode()))
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            try:
                load(name)  # a rule set that cannot be loaded fails every test, and so shows nothing
            except Exception as error:  # noqa: BLE001 - whatever it is
                return pytest.ExitCode.INTERRUPTED, repr(error)
            code = pytest.main([*PLAINLY, *tests], plugins=[Part()])
        return code, said.getvalue()[-2000:]

    with redirect_stdout(io.StringIO()):
        pytest.main([*PLAINLY, "--collect-only", "tests/conftest.py"], plugins=[Part()])  # its own modules, too
    gc.freeze()  # what is loaded stays, and need not be looked through in every trial
    for line in sys.stdin:
        file, text, tests = json.loads(line)
        print(json.dumps(forked(lambda: attempt(file, text, tests), PATIENCE)), flush=True)  # noqa: B023, T201


if __name__ == "__main__":
    _serve(*sys.argv[1:])
