"""`tussle rules`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click
import msgspec

from tussle.bout.clause import Clause, Ruling
from tussle.bout.loading import available, did_you_mean, load
from tussle.bout.ruleset import RuleSet
from tussle.errors import Fault, Missing, Unreadable
from tussle.surfaces.cli.common import RULES, emit, faint, json_option, say, show, strong, table

if TYPE_CHECKING:
    from tussle.analysis.coverage import Row

__all__ = ["command"]

MARKS = "[T] the text itself, [B] a base rule of the same game, [H] a house default, because neither says."


@click.command("rules")
@click.argument("ruleset", type=RULES, required=False)
@click.option("--clause", "wanted", metavar="ID", help="Only this clause.")
@click.option("--coverage", is_flag=True, help="Clause, code, tests, mutant; exit code 1 if anything is missing.")
@json_option
@click.pass_context
def command(ctx: click.Context, ruleset: str | None, wanted: str | None, *, coverage: bool, as_json: bool) -> None:
    """What the rules say: every rule set, or one clause by clause, with the rulings where the text leaves a choice.

    RULESET may carry rulings of its own, as in "hug(tie=reroll)"; what is in force then is shown.
    """
    if ruleset is None:
        if wanted or coverage:
            raise Unreadable("say of which rule set: tussle rules hug --coverage")
        _list(as_json=as_json)
        return
    rules = load(ruleset)
    if wanted is not None and wanted not in rules.clause:
        raise Missing(f"{rules.name} has no clause {wanted[:60]!r}: {did_you_mean(wanted, rules.clause)}")
    if coverage:
        ctx.exit(_coverage(rules, wanted, as_json=as_json))
    clauses = [clause for clause in rules.clauses if wanted in (None, clause.id)]
    if as_json:
        emit({"schema": "tussle/rules/1", **_head(rules), "clauses": [_clause_form(rules, one) for one in clauses]})
        return
    say(f"{strong(rules.load_string)}  {rules.title}  (version {rules.version})")
    say(MARKS, style=faint)
    chapter = ""
    for clause in clauses:
        if clause.chapter != chapter:
            chapter = clause.chapter
            click.echo(f"\n{strong(chapter)}")
        _print_clause(rules, clause)


def _list(*, as_json: bool) -> None:
    """Every rule set that can be loaded; one that cannot is named and skipped."""
    found = []
    for name in available():
        try:
            found.append(load(name))
        except Fault as error:
            click.echo(f"tussle: {error}", err=True)
    if as_json:
        emit({"schema": "tussle/rulesets/1", "rulesets": [_head(rules) for rules in found]})
        return
    made = table("rule set", "clauses", "rulings", "version", "", right=("clauses", "rulings", "version"))
    for rules in found:
        made.add_row(rules.name, str(len(rules.clauses)), str(len(rules.rulings)), str(rules.version), rules.title)
    show(made)


def _head(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "load_string": rules.load_string,
        "digest": rules.digest,
        "values": dict(rules.values),
    }


def _clause_form(rules: RuleSet, clause: Clause) -> dict[str, Any]:
    rulings = [
        {**msgspec.to_builtins(ruling), "mark": _mark(clause, ruling), "value": rules.values[ruling.name]}
        for ruling in clause.rulings
    ]
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "mark": clause.mark,
        "text": clause.text,
        "explains": clause.explains,
        "rulings": rulings,
    }


def _mark(clause: Clause, ruling: Ruling) -> str:
    """The mark in force where the clause names the ruling."""
    before = clause.text.partition(f"Ruling `{ruling.name}`")[0]
    return str(re.findall(r"\[([TBH])", before)[-1])


def _print_clause(rules: RuleSet, clause: Clause) -> None:
    click.echo(f"  {clause.id}{'  (explains; never cited)' if clause.explains else ''}")
    say(clause.text, "    ", "    ")
    for ruling in clause.rulings:
        values = " · ".join((f"{ruling.default} (default)", *ruling.alternatives))
        free = f" · {ruling.hint}" if ruling.free else ""
        say(f"{ruling.name} [{_mark(clause, ruling)}]: {values}{free}. {ruling.reason}", "      ", "        ", faint)
        value = rules.values[ruling.name]
        if value != ruling.default:
            say(strong(f"in force: {ruling.name}={value}"), "      ")


def _coverage(rules: RuleSet, wanted: str | None, *, as_json: bool) -> int:
    """Print what covers each clause; 1 if anything is missing."""
    from tussle.analysis.coverage import coverage

    rows = [row for row in coverage(rules.name) if wanted in (None, row.clause)]
    holes = sum(row.hole is not None for row in rows)
    if as_json:
        emit({"schema": "tussle/coverage/1", "rules": rules.name, "holes": holes, "rows": msgspec.to_builtins(rows)})
    else:
        for row in rows:
            _print_row(row)
        click.echo(f"\n{len(rows)} clauses, {holes or 'no'} hole{'' if holes == 1 else 's'}")
    return 1 if holes else 0


def _print_row(row: Row) -> None:
    click.echo(f"{strong(row.clause)}  {f'HOLE: {row.hole}' if row.hole else 'covered'}")
    shown = {"code": row.code, "applies": row.applies, "not": row.applies_not, "rulings": row.rulings}
    for word, places in shown.items():
        for place in places:
            say(place, f"  {word:<8}", " " * 10, faint)
    if row.mutant:
        say(row.mutant, f"  {'mutant':<8}", " " * 10, faint)
