"""Where Tussle keeps a person's files: their own fighters, and the grapples they played."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_directory", "state_directory"]


def data_directory() -> Path:
    """Where what a person made is kept: fighters of their own."""
    return _directory("XDG_DATA_HOME", ".local/share")


def state_directory() -> Path:
    """Where what happened is kept: records of what was played."""
    return _directory("XDG_STATE_HOME", ".local/state")


def _directory(variable: str, default: str) -> Path:
    """The platform's directory: XDG's, macOS's or Windows'."""
    named = os.environ.get(variable, "")
    if named and Path(named).is_absolute():
        return Path(named) / "tussle"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tussle"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tussle"
    return Path.home() / default / "tussle"
