"""A bestiary of one's own: fighters a person saved, a JSON file each, under their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from tussle.bestiary.places import data_directory
from tussle.bout.fighter import fighter_json
from tussle.bout.ruleset import RuleSet
from tussle.errors import Missing

__all__ = ["own_fighters", "save"]


def _folder(rules: RuleSet) -> Path:
    return data_directory() / "fighters" / rules.name


def own_fighters(rules: RuleSet) -> dict[str, Path]:
    """The fighters a person saved for this rule set, by name, each with its file."""
    folder = _folder(rules)
    if not folder.is_dir():
        return {}
    return {unquote(path.stem): path for path in sorted(folder.glob("*.json"))}


def save(rules: RuleSet, name: str, fighter: Any) -> Path:
    """Keep a fighter under its name, in place of one saved under it before; the file.

    Raises:
        Missing: the file cannot be written.
    """
    path = _folder(rules) / f"{quote(name, safe=' ')}.json"
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(fighter_json(name, fighter)), indent=2) + b"\n")
        part.replace(path)
    except OSError as error:
        raise Missing(f"{path} cannot be written: {error.strerror}") from None
    return path
