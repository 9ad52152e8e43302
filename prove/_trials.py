"""Tests run in a forked process: which lines each reaches, and whether they notice a mutant.

The process that forks has loaded pytest and whatever the tests need, and nothing of the package or of the tests
themselves, so that each child imports them afresh, with a fault in one of their modules.
"""

from __future__ import annotations

import importlib
import os
import resource
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

from tools.programs import ROOT
from tussle.analysis.trials import Instead, forked

__all__ = ["LAYERS", "Covered", "cover", "notices", "preload"]

OURS = ("tussle", "tests")
LAYERS = ("ask", "bout", "rules")  # whose modules are given faults
MEMORY = 4 << 30  # bytes a trial may take: a mutant may never stop growing
SPARE = 20  # seconds that a trial may compute beyond twice what its tests took while every line was noted
QUIET = ("-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")

Covered = dict[str, Any]
"""What `cover` finds: `seconds` of each test, `lines` of each file with the tests that reach them, `modules`."""


def preload(modules: Iterable[str]) -> None:
    """Import what every trial would import, so that no trial has to; plugins of pytest must be found by it."""
    for name in modules:
        if "pytest" not in name:
            with suppress(ImportError):  # made, and not found, by another module
                importlib.import_module(name)


def _afresh() -> None:
    """As if neither the package nor a test had been imported, and with tests that do the same every time."""
    from hypothesis import settings  # noqa: PLC0415 - only now: it may be preloaded

    for name in list(sys.modules):
        if name.partition(".")[0] in OURS:
            del sys.modules[name]
    importlib.invalidate_caches()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the tests of rules need none, and starting them takes longest
    settings.register_profile("trial", derandomize=True, database=None, deadline=None)
    settings.load_profile("trial")
    os.chdir(ROOT)


class _Selected:
    """A plugin: only these tests, in this order. With no list: all of them."""

    def __init__(self, tests: Sequence[str] | None = None) -> None:
        self.rank = None if tests is None else {test: place for place, test in enumerate(tests)}
        self.before: Callable[[str], object] = lambda _: None
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.workerinput = {}  # type: ignore[attr-defined] # as in a part of a run, which writes no notes

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rank = self.rank
        if rank is not None:
            items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.before(item.nodeid)
        begun = _computed()
        result = yield
        self.seconds[item.nodeid] = _computed() - begun
        return result


def _computed() -> float:
    """Seconds of computing, in this process and in those it waited for."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def cover(path: str) -> Covered:
    """Run one file of tests and find which lines each of its tests reaches; lines reached on import are under ""."""
    found: Covered | None = forked(lambda: _cover(path))
    if found is None:
        raise RuntimeError(f"the tests of {path} died")
    return found


def _cover(path: str) -> Covered:
    _afresh()
    from coverage import Coverage  # noqa: PLC0415 - only here: a trial is faster without

    loaded = set(sys.modules)
    tracer = Coverage(data_file=None, include=[f"{ROOT}/src/*"], config_file=False, messages=False)
    selected = _Selected()
    selected.before = tracer.switch_context
    tracer.start()
    # First all modules, lest what runs once, when a module is imported, is put down to whichever test came first.
    for layer in LAYERS:
        package = importlib.import_module(f"tussle.{layer}")
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(found.name)
    code = pytest.main([*QUIET, path], plugins=[selected])
    tracer.stop()
    data = tracer.get_data()
    lines = {str(Path(name).relative_to(ROOT)): data.contexts_by_lineno(name) for name in data.measured_files()}
    modules = [name for name in sys.modules if name not in loaded and name.partition(".")[0] not in OURS]
    return {"code": int(code), "seconds": selected.seconds, "lines": lines, "modules": modules}


def notices(path: str, source: bytes, files: Sequence[str], tests: Sequence[str], seconds: float) -> bool:
    """Whether any of these tests fails, or does not come to an end, when the module at `path` has this source.

    Args:
        files: the test files to collect; what cannot even be collected has noticed.
        seconds: how long the tests take without it.

    Raises:
        RuntimeError: the tests cannot even be collected with the source as it is.
    """

    def attempt() -> int:
        _afresh()
        parts = Path(path).relative_to("src").with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        sys.meta_path.insert(0, Instead(name, ROOT / path, source))
        return int(pytest.main([*QUIET, "-x", *files], plugins=[_Selected(tests)]))

    def collect() -> int:
        _afresh()
        return int(pytest.main([*QUIET, "--collect-only", *files]))

    code = forked(attempt, SPARE + 2 * seconds, MEMORY)
    if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return False
    if code not in (None, pytest.ExitCode.TESTS_FAILED) and forked(collect) != pytest.ExitCode.OK:
        raise RuntimeError(f"{', '.join(files)} cannot be collected, with or without a fault")
    return True
