"""Fighters that people type or paste into a page. Nothing here ever looks at the server's own files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tussle.bestiary.find import find
from tussle.bout.fighter import read_quick
from tussle.bout.loading import did_you_mean
from tussle.bout.ruleset import RuleSet
from tussle.errors import Unreadable

__all__ = ["check_join", "read_typed"]

MAX_TEXT = 100_000


def read_typed(rules: RuleSet, text: str) -> tuple[str, Any]:
    """The fighter somebody typed: a house fighter's name, JSON, or the quick form.

    Raises:
        Unreadable: it can be read as none of these, or is too long.
    """
    text = text.strip()
    if len(text) > MAX_TEXT:
        raise Unreadable(f"a fighter is at most {MAX_TEXT:,} characters, and this is longer")
    if text.startswith("{") or text.lower().replace("_", " ") in map(str.lower, rules.house):
        return find(rules, text)
    if ":" in text:
        return read_quick(rules, text)
    raise Unreadable(f"{rules.name} has no fighter {text[:40]!r}: {did_you_mean(text, rules.house)}")


def check_join(rules: RuleSet, event: str) -> None:
    """Refuse an event in which a fighter joins that would be looked for in a file.

    Raises:
        Unreadable: it is no fighter that can be typed.
    """
    word, _, rest = event.strip().partition(" ")
    if word != "join":
        return
    rest = re.sub(r"\s+at\s+(\S+)$", "", rest.strip())
    who = rest.partition(" with ")[0].strip()
    read_typed(rules, who)
    if ":" in who and not who.startswith("{") and (who.endswith(".json") or Path(who).exists()):
        raise Unreadable("a fighter that joins is typed or pasted here, not read from a file")
