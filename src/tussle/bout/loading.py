"""Load a rule set by its load string: `hug`, `hug(tie=reroll, hit=meet)`.

Every rule set is found by its name: one of Tussle's own by its folder, any other through the entry-point group
`tussle.rulesets`, in which all are listed. A program that has none installed (somebody writing one) registers it
with `register`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tussle.bout.clause import Ruling
from tussle.bout.ruleset import RuleSet
from tussle.errors import Fault, Missing, TussleError, Unreadable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["available", "did_you_mean", "installed", "load", "parse_load_string", "register", "values_for"]

GROUP = "tussle.rulesets"

Maker = Callable[[Mapping[str, str]], RuleSet]
_registered: dict[str, Maker] = {}


def register(name: str, maker: Maker | None) -> None:
    """Make a rule set loadable in this process without installing it; it goes before an installed one of its name.

    Args:
        maker: makes it; None: what was registered under the name is forgotten.
    """
    if maker is None:
        _registered.pop(name, None)
    else:
        _registered[name] = maker
    _load.cache_clear()


def available() -> tuple[str, ...]:
    """The names of every rule set that can be loaded, sorted."""
    return tuple(sorted({*_registered, *installed(GROUP)}))


def installed(group: str) -> dict[str, EntryPoint]:
    """What is installed for an entry-point group, by name."""
    return _installed_on(group, tuple(sys.path))


@lru_cache(maxsize=4)  # finding out takes a millisecond
def _installed_on(group: str, _path: tuple[str, ...]) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - a fifth of a command's time, and seldom needed

    return {point.name: point for point in entry_points(group=group)}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to end a message with, or what there is if nothing is close."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where something is wrong

    names = list(known)
    lower = {name.lower(): name for name in reversed(names)}
    close = [lower[found] for found in get_close_matches(word.lower(), lower, n=3, cutoff=0.6)]
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there is {', '.join(names[:12])}{', and more' * (len(names) > 12)}"


MAX_TEXT = 1_000
_NAME = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_PAIR = re.compile(r'\s*([a-z0-9_]+)\s*=\s*(?:"([^"]*)"|([A-Za-z0-9+./-]+))\s*(,|$)')


def parse_load_string(text: str) -> tuple[str, dict[str, str]]:
    """The name and the rulings of a load string.

    Raises:
        Unreadable: it is not one, with the place.
    """
    whole = _NAME.fullmatch(text) if len(text) <= MAX_TEXT else None
    if whole is None:
        raise Unreadable(f"{text[:60]!r} is no load string: write a rule set, or name(ruling=value)")
    name, inside = whole[1], whole[2] or ""
    values: dict[str, str] = {}
    place = 0
    while inside[place:].strip():
        pair = _PAIR.match(inside, place)
        if pair is None:
            raise Unreadable(f"the load string cannot be read at {inside[place : place + 20]!r}: write ruling=value")
        if pair[1] in values:
            raise Unreadable(f"the load string names the ruling {pair[1]} twice")
        values[pair[1]] = pair[2] if pair[2] is not None else pair[3]
        place = pair.end()
    return name, values


def values_for(rulings: Iterable[Ruling], given: Mapping[str, str], rule_set: str) -> dict[str, str]:
    """The value of every ruling, `given` over the defaults.

    Raises:
        Unreadable: a ruling or a value that is not there, with those that are.
    """
    known = {ruling.name: ruling for ruling in rulings}
    for name, value in given.items():
        if name not in known:
            raise Unreadable(f"{rule_set} has no ruling {name}: it has {', '.join(known)}")
        ruling = known[name]
        if value not in ruling.values and not (ruling.free and re.fullmatch(ruling.free, value)):
            free = f", or {ruling.hint}" if ruling.free else ""
            raise Unreadable(f"the ruling {name} of {rule_set} cannot be {value!r}: {', '.join(ruling.values)}{free}")
    return {name: given.get(name, ruling.default) for name, ruling in known.items()}


def load(text: str) -> RuleSet:
    """The rule set a load string names.

    Raises:
        Missing: no rule set of that name.
        Unreadable: the string, or a ruling in it, cannot be read.
        Fault: the rule set is there and cannot be loaded.
    """
    name, values = parse_load_string(text)
    return _load(name, tuple(sorted(values.items())))


@lru_cache(maxsize=64)
def _load(name: str, values: tuple[tuple[str, str], ...]) -> RuleSet:
    maker = _registered.get(name) or _find(name)
    try:
        return maker(dict(values))
    except TussleError:
        raise
    except Exception as error:
        raise Fault(f"the rule set {name} failed to build: {error!r}") from error


def _find(name: str) -> Maker:
    """What makes a rule set that is not registered; see `load`."""
    own = f"tussle.rules.{name}"
    if find_spec(own):
        maker: Maker = import_module(own).rule_set
        return maker
    points = installed(GROUP)
    if name not in points:
        raise Missing(f"there is no rule set {name!r}: {did_you_mean(name, available())}")
    try:
        maker = points[name].load()
    except Exception as error:
        raise Fault(f"the rule set {name} ({points[name].value}) cannot be loaded: {error}") from error
    return maker
