"""Conformance: what any rule set must keep, whoever wrote it. `CHECKS` names every check and says what it holds."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from tussle.analysis.inspection import BOUTS, CHECKS, Finding, Inspection
from tussle.bout.loading import load
from tussle.errors import Fault

__all__ = ["CHECKS", "Finding", "conform", "trail"]

_CHILD = "import sys; from tussle.analysis.conform import trail; print(trail(*sys.argv[1:]))"


def conform(load_string: str, prepare: str = "", *, bouts: int = BOUTS) -> list[Finding]:
    """Hold a rule set to every check; no finding is a rule set that conforms.

    The walk is seeded, so the same rule set gives the same findings. The same kind of fault is named once.

    Args:
        prepare: `module:function`, imported and called before the rule set is loaded, in every process: how an
            author registers a rule set that is not installed (`tussle.bout.loading.register`).
        bouts: how many bouts to walk through, every other one on a map.

    Raises:
        Missing, Unreadable, Fault: the rule set cannot be loaded.
    """
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    with ThreadPoolExecutor() as pool:  # the thread waits for a process of its own
        elsewhere = pool.submit(_trail_elsewhere, other, load_string, prepare, str(bouts))
        inspection = _inspect(load_string, prepare, bouts)
    findings = list(inspection.findings.values())
    # What differs by itself differs between processes too, and that says nothing of sets.
    alike = elsewhere.result() == inspection.trail.hexdigest()
    if not alike and not any(finding.check == "replay" for finding in findings):
        findings.append(Finding("order", "two processes with other hash seeds take other walks", load_string))
    return findings


def trail(load_string: str, prepare: str = "", bouts: int | str = BOUTS) -> str:
    """A hash of all that the walk meets, in its order: every action, refusal, request and end."""
    return _inspect(load_string, prepare, int(bouts)).trail.hexdigest()


def _inspect(load_string: str, prepare: str, bouts: int) -> Inspection:
    if prepare:
        module, _, function = prepare.partition(":")
        getattr(import_module(module), function)()
    inspection = Inspection(load(load_string))
    inspection.walk_all(bouts)
    return inspection


def _trail_elsewhere(seed: str, *arguments: str) -> str:
    """The trail in a process with this hash seed, which finds modules where this one does."""
    child = subprocess.run(  # noqa: S603 - this Python, told to run this module
        [sys.executable, "-c", _CHILD, *arguments],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
        capture_output=True,
        text=True,
    )
    if child.returncode:
        why = child.stderr.strip().rpartition("\n")[2]
        raise Fault(f"the rule set loads here and not in a process of its own: {why}")
    return child.stdout.strip()
