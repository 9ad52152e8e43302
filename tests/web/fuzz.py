"""Schemathesis at a server: every operation, then sequences of them along the links of the document."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["ROOT", "fuzz"]

ROOT = Path(__file__).resolve().parents[2]
CHECKS = "not_a_server_error,status_code_conformance,response_schema_conformance"


def fuzz(
    address: str,
    cases: int,
    *,
    phases: str = "examples,coverage,fuzzing,stateful",
    seconds: float = 250,
    seed: int = 1,
    one: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run it.

    Args:
        cases: how many it makes up for each operation, and for the sequences.
        one: stop at the first fault.
    """
    command = [
        *(str(Path(sys.executable).parent / "st"), "run", f"{address}/api/openapi.json"),
        *("--phases", phases, "--max-examples", str(cases), "--seed", str(seed), "--checks", CHECKS),
        *("--exclude-path-regex", "stream$", "--generation-database", "none", "--no-color", "--no-shrink"),
        *("--request-timeout", "60", "--suppress-health-check", "all"),
        *(("--max-failures", "1") if one else ("--continue-on-failure",)),
    ]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.web.fuzzing", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=seconds
    )
