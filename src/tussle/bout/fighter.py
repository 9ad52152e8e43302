"""Fighters as people write them: the JSON form, its schema, and the quick form for a few numbers."""

from __future__ import annotations

import re
from types import NoneType
from typing import Any, get_args

import msgspec

from tussle.bout.bout import name_fault
from tussle.bout.loading import did_you_mean
from tussle.bout.ruleset import RuleSet
from tussle.errors import Unreadable

__all__ = ["fighter_json", "fighter_schema", "read_fighter", "read_json", "read_quick"]

MAX_BYTES = 100_000
MAX_QUICK = 1_000


def fighter_schema(rules: RuleSet) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a fighter of this rule set."""
    schema: dict[str, Any] = msgspec.json.schema(_named(rules))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _named(rules: RuleSet) -> type[Any]:
    """The rule set's struct with the name in front, as it stands in a file."""
    fields = [(field.name, field.type, _default(field)) for field in msgspec.structs.fields(rules.fighter)]
    return msgspec.defstruct(
        f"{rules.name.capitalize()}Fighter",
        [("name", str), *fields],
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": f"A fighter of {rules.name}."},
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return msgspec.field(default_factory=field.default_factory)


def fighter_json(name: str, fighter: Any) -> dict[str, Any]:
    """A fighter in the JSON form, what stands at its default left out."""
    plain: dict[str, Any] = msgspec.to_builtins(fighter)
    return {"name": name, **plain}


def read_fighter(rules: RuleSet, source: bytes | str | dict[str, Any], where: str = "the fighter") -> tuple[str, Any]:
    """Read the JSON form.

    Args:
        source: JSON text, or the object it stands for.
        where: what to call it in a message.

    Raises:
        Unreadable: no JSON, an unknown field, a value out of its range: with the path and what would be right.
    """
    fields = dict(source) if isinstance(source, dict) else read_json(source, where, MAX_BYTES)
    name = fields.pop("name", None)
    if not isinstance(name, str):
        raise Unreadable(f'{where} has no name: give it one, as in {{"name": "Bob"}}')
    try:
        fighter = msgspec.convert(fields, rules.fighter, str_keys=False)
    except msgspec.DecodeError as error:
        raise Unreadable(f"{where} cannot be read: {_plain(str(error), rules)}") from None
    if fault := name_fault(name):
        raise Unreadable(f"{where}: {fault}")
    rules.weigh_in(fighter)
    return name, fighter


def read_json(source: bytes | str, what: str, most: int) -> dict[str, Any]:
    """The JSON object that a text holds.

    Args:
        what: what to call it in a message.
        most: how many bytes it may have.

    Raises:
        Unreadable: it is larger, no JSON, no object, or nested too deeply.
    """
    if len(source) > most:
        raise Unreadable(f"{what} is larger than {most} bytes")
    try:
        return msgspec.json.decode(source, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreadable(f"{what} cannot be read: {str(error).replace('`', '')}") from None
    except RecursionError:
        raise Unreadable(f"{what} cannot be read: it is nested too deeply") from None


def _plain(message: str, rules: RuleSet) -> str:
    """Msgspec's sentence with the path in a person's words, and what would be right."""
    text, _, path = message.replace("`", "").partition(" - at ")
    path = path.removeprefix("$").removeprefix(".")
    sentence = f"{text}, at {path}" if path else text
    if unknown := re.search(r"unknown field (.+)", text):
        fields = [field.name for field in msgspec.structs.fields(_at(rules.fighter, path))]
        return f"{sentence}; {did_you_mean(unknown[1], fields)}"
    if "Invalid enum value" in text:
        return f"{sentence}; it is one of {', '.join(get_args(_at(rules.fighter, path)))}"
    return sentence


def _at(kind: Any, path: str) -> Any:
    """The type that a path such as `weapons[0].size` leads to from a struct."""
    for step in re.findall(r"\w+|\[", path):
        if step == "[":
            kind = [part for part in get_args(kind) if part is not ...][-1]
        elif not step.isdigit():
            kind = {field.name: field.type for field in msgspec.structs.fields(kind)}[step]
        kind = next((part for part in get_args(kind) if NoneType in get_args(kind)), kind)
    return kind


_QUICK = re.compile(r"([a-z_-]+)\s+([+\-\N{MINUS SIGN}]?\d+|[a-z][a-z_]*)\s*[,;]?\s*", re.IGNORECASE)


def read_quick(rules: RuleSet, text: str) -> tuple[str, Any]:
    """Read the quick form: `Bob: athletics +5 reflex 3 hits 22 hand club`; or a stat block the rule set can read.

    Raises:
        Unreadable: with the word that cannot be read, and the words there are.
    """
    if rules.paste and len(text) <= MAX_BYTES and (block := rules.paste(text)):
        return read_fighter(rules, block, block["name"][:40] or "the stat block")
    if len(text) > MAX_QUICK:
        raise Unreadable(f"{text[:40]!r} goes on for more than {MAX_QUICK} characters: use the JSON form")
    name, _, rest = text.partition(":")
    fields: dict[str, Any] = {}
    place, rest = 0, rest.strip()
    while place < len(rest):
        pair = _QUICK.match(rest, place)
        if pair is None:
            raise Unreadable(
                f"{name.strip()[:40]}: cannot read {rest[place : place + 20]!r}: write a word and its value"
            )
        word, value = pair[1].lower(), pair[2].replace("\N{MINUS SIGN}", "-").lstrip("+")
        if word not in rules.quick:
            raise Unreadable(f"{name.strip()[:40]}: {rules.name} has no {word!r}: {did_you_mean(word, rules.quick)}")
        field = rules.quick[word]
        if field in fields and not isinstance(fields[field], list):
            raise Unreadable(f"{name.strip()[:40]}: {word} stands twice")
        fields[field] = _value(rules, field, value, fields.get(field))
        place = pair.end()
    return read_fighter(rules, {"name": name.strip(), **fields}, name.strip()[:40] or "the fighter")


def _value(rules: RuleSet, field: str, value: str, before: Any) -> Any:
    """A number, a word, or one more of a list, as the field wants it."""
    if re.fullmatch(r"-?\d+", value):
        return int(value)
    kind = next(info.type for info in msgspec.structs.fields(rules.fighter) if info.name == field)
    listed = "tuple" in str(kind)
    return [*(before or []), value.lower()] if listed else value.lower()
