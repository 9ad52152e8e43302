"""`tussle fighters`."""

from __future__ import annotations

from typing import Any

import click

from tussle.bestiary import find, quick_text, search
from tussle.bestiary.own import save
from tussle.bout.fighter import fighter_json, fighter_schema
from tussle.bout.loading import available, did_you_mean, load
from tussle.bout.ruleset import RuleSet
from tussle.errors import Fault, Missing, Unreadable
from tussle.surfaces.cli.common import FIGHTER, RULES, emit, json_option, say, show, strong, table

__all__ = ["command"]


@click.command("fighters")
@click.argument("query", type=FIGHTER, required=False, default="")
@click.argument("fighter", type=FIGHTER, required=False)
@click.option("--rules", "ruleset", type=RULES, help="Only fighters of this rule set.")
@click.option("--schema", type=RULES, metavar="RULESET", help="Print the JSON Schema of this rule set's fighters.")
@json_option
def command(query: str, fighter: str | None, ruleset: str | None, schema: str | None, *, as_json: bool) -> None:
    """Look up fighters by a part of their name, see how one that you wrote is read, or save one.

    QUERY may also be a JSON file, JSON, or the quick form, with --rules: the fighter is checked and shown whole.
    `save FIGHTER` keeps it in a bestiary of your own, where it is found by its name from then on.

    \b
    tussle fighters
    tussle fighters otto --json
    tussle fighters "Bob: athletics +5 reflex 3 hits 22" --rules hug
    tussle fighters save "Bob: athletics +5 reflex 3 hits 22" --rules hug
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    if schema is not None:
        emit(fighter_schema(load(schema)))
        return
    if fighter is not None:
        _save(query, fighter, ruleset)
        return
    sets = [load(ruleset)] if ruleset else _all_sets()
    found = _written(sets[0], query) if ruleset else []
    found = found or [(rules, *find(rules, name)) for rules in sets for name in _names(rules, query)]
    if not found:
        known = [name for rules in sets for name in search(rules, "")]
        raise Missing(f"there is no fighter with {query[:40]!r} in the name: {did_you_mean(query, known)}")
    if as_json:
        listed = [{"rules": rules.name, "fighter": fighter_json(name, one)} for rules, name, one in found]
        emit({"schema": "tussle/fighters/1", "fighters": listed})
    elif len(found) == 1:
        _sheet(*found[0])
    else:
        made = table("fighter", "rule set", "in the quick form")
        for rules, name, one in found:
            made.add_row(name, rules.name, quick_text(rules, name, one).partition(": ")[2])
        show(made)


def _save(word: str, text: str, ruleset: str | None) -> None:
    """Keep a fighter in a bestiary of one's own."""
    if word != "save":
        raise Unreadable(
            f"{word[:40]!r} and {text[:40]!r} are two things: look up one, or write: fighters save FIGHTER"
        )
    if ruleset is None:
        raise Unreadable(f"a fighter is saved for a rule set: add --rules, one of {', '.join(available())}")
    rules = load(ruleset)
    name, fighter = find(rules, text)
    path = save(rules, name, fighter)
    click.echo(f"{name} is saved for {rules.name}: {path}", err=True)


def _all_sets() -> list[RuleSet]:
    """Every rule set that can be loaded; one that cannot is named and skipped."""
    found = []
    for name in available():
        try:
            found.append(load(name))
        except Fault as error:
            click.echo(f"tussle: {error}", err=True)
    return found


def _written(rules: RuleSet, query: str) -> list[tuple[RuleSet, str, Any]]:
    """A fighter that somebody wrote: JSON, a file, the quick form."""
    if not (query.lstrip().startswith("{") or query.endswith(".json") or ":" in query):
        return []
    name, fighter = find(rules, query)
    return [(rules, name, fighter)]


def _names(rules: RuleSet, query: str) -> tuple[str, ...]:
    """The one that is called so, or all with the query in their name."""
    names = search(rules, query)
    exact = tuple(name for name in names if name.lower() == query.lower())
    return exact or names


def _sheet(rules: RuleSet, name: str, fighter: Any) -> None:
    """One fighter, field by field, defaults left out."""
    click.echo(f"{strong(name)}  {rules.name}")
    form = fighter_json(name, fighter)
    wide = max(map(len, form))
    for field, value in form.items():
        if field != "name":
            say(_plain(value), f"  {field:<{wide}}  ", " " * (wide + 4))
    say(quick_text(rules, name, fighter), "  ", "    ")
    for remark in rules.remarks(name, fighter) if rules.remarks else ():
        say(remark, "  ", "    ")


def _plain(value: Any) -> str:
    """A value of the JSON form as a person reads it."""
    if isinstance(value, dict):
        return " ".join(f"{word} {_plain(one)}" for word, one in value.items() if one not in ("", None))
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value))
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)
