"""Find a fighter by what a person wrote for it: a name, a file, JSON, or the quick form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tussle.bestiary.own import own_fighters
from tussle.bout.fighter import MAX_BYTES, read_fighter, read_json, read_quick
from tussle.bout.loading import did_you_mean
from tussle.bout.ruleset import RuleSet
from tussle.errors import Impossible, Missing, Unreadable

__all__ = ["UnreadableFile", "as_input", "find", "find_in", "quick_text", "search"]


class UnreadableFile(Unreadable):
    """A file, or standard input, that is there and does not hold what it should."""


@contextmanager
def as_input(where: str) -> Iterator[None]:
    """What cannot be read in here came from a file or a pipe called `where`, not from the command line.

    Raises:
        UnreadableFile: in place of `Unreadable` and `Impossible`.
    """
    try:
        yield
    except (Unreadable, Impossible) as error:
        raise UnreadableFile(f"{where}: {error}") from None


def find(rules: RuleSet, text: str) -> tuple[str, Any]:
    """The fighter that `text` means, with its name.

    In this order: JSON (it begins with a brace), a fighter of one's own and then a house fighter by its name in any
    case, a file (it ends in `.json`, or is there), the quick form (it has a colon).

    Raises:
        Missing: no such fighter, or no such file.
        Unreadable: the JSON or the quick form cannot be read; `UnreadableFile` where it stands in a file.
    """
    if text.lstrip().startswith("{"):
        return _read_json(rules, text, "the fighter")
    own = own_fighters(rules)
    if (name := _named(own, text.strip())) is not None:
        return find_in(rules, _content(own[name]), str(own[name]))
    if (name := _named(rules.house, text.strip())) is not None:
        return name, rules.house[name]
    path = Path(text)
    if text.endswith(".json") or _is_file(path):
        return find_in(rules, _content(path), text)
    if ":" in text:
        return read_quick(rules, text)
    raise Missing(f"{rules.name} has no fighter {text[:40]!r}: {did_you_mean(text, [*own, *rules.house])}")


def find_in(rules: RuleSet, content: bytes, where: str) -> tuple[str, Any]:
    """The fighter in the content of a file called `where`: JSON or the quick form.

    Raises:
        UnreadableFile: it is neither.
    """
    with as_input(where):
        try:
            text = content.decode()
        except UnicodeDecodeError:
            raise Unreadable("it is no text in UTF-8: write the fighter as JSON or in the quick form") from None
        if text.lstrip().startswith("{"):
            return _read_json(rules, text, "the fighter")
        one_line = ":" in text and "\n" not in text.strip()
        if one_line or (rules.paste and rules.paste(text)):
            return read_quick(rules, text.strip())
        raise Unreadable("it holds no fighter: write it as JSON or, on one line, in the quick form")


def search(rules: RuleSet, query: str) -> tuple[str, ...]:
    """The names of one's own and the house fighters that have `query` in them, in any case; all of them for ""."""
    names = dict.fromkeys((*own_fighters(rules), *rules.house))
    return tuple(name for name in names if query.lower() in name.lower())


def quick_text(rules: RuleSet, name: str, fighter: Any) -> str:
    """A fighter in the quick form, what stands at its default left out, and what the quick form has no word for."""
    words = {field: word for word, field in reversed(tuple(rules.quick.items()))}
    shares = [f"{name}:"]
    for field, value in msgspec.to_builtins(fighter).items():
        values = value if isinstance(value, list | tuple) else [value]
        if field in words:
            shares += [f"{words[field]} {one}" for one in values if isinstance(one, str | int) and one != ""]
    return " ".join(shares)


def _named(known: Mapping[str, Any], text: str) -> str | None:
    """A known name as it is spelt, or None."""
    if text in known:
        return text
    wanted = text.replace("_", " ").lower()
    return next((name for name in known if name.lower() == wanted), None)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a text that can be no path is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _content(path: Path) -> bytes:
    """The content of a file, if it is small enough to be a fighter."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Missing(f"there is no file {str(path)[:200]!r}") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it can be no path"
        raise UnreadableFile(f"the file {str(path)[:200]!r} cannot be read: {why}") from None


def _read_json(rules: RuleSet, text: str, where: str) -> tuple[str, Any]:
    """The JSON form, or the list that `tussle fighters --json` prints if it holds one fighter of the rule set."""
    form = read_json(text, where, MAX_BYTES)
    if not str(form.get("schema", "")).startswith("tussle/fighters/"):
        return read_fighter(rules, form, where)
    try:
        found = [listed.fighter for listed in msgspec.convert(form["fighters"], list[_Listed])]
    except (KeyError, msgspec.ValidationError):
        raise Unreadable(f"{where} is no list of fighters as tussle fighters --json prints it") from None
    if len(found) != 1:
        raise Unreadable(f"{where} is a list of {len(found)} fighters: give one with --json, or the fighter itself")
    return read_fighter(rules, found[0], where)


class _Listed(msgspec.Struct):
    """One entry of that list."""

    fighter: dict[str, Any]
