"""`tussle compare`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tussle.bestiary import as_input
from tussle.bout.bout import Bout
from tussle.bout.loading import available
from tussle.errors import Unreadable
from tussle.surfaces.advice import answer_form
from tussle.surfaces.cli.best import goal_option, place, state_option
from tussle.surfaces.cli.common import FIGHTER, emit, json_option, map_option, named_bout, say, show, strong, table
from tussle.surfaces.words import percent

if TYPE_CHECKING:
    from tussle.analysis.brawl import Brawl, Found, Moment

__all__ = ["command"]


@click.command("compare")
@click.argument("arguments", type=FIGHTER, nargs=-1, metavar="RULES RULES... FIGHTER FIGHTER...")
@goal_option
@state_option
@map_option
@click.option(
    "--brawl",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Fighters in several translations and what is asked about them, from a file; see docs/comparison.md.",
)
@click.option("--markdown", is_flag=True, help="Print the answers about a brawl as a table for a page.")
@json_option
def command(
    arguments: tuple[str, ...],
    goal: str,
    state: str | None,
    map_text: str | None,
    brawl: Path | None,
    *,
    markdown: bool,
    as_json: bool,
) -> None:
    """The same question under several rule sets or rulings, side by side.

    \b
    tussle compare hug "hug(contest=static)" Otto Arangu --goal "hold for 2"
    tussle compare --brawl docs/brawl.toml
    tussle compare "srd35" "srd35(pin=until-broken)" --brawl docs/brawl.toml
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    rules, fighters = _sorted_out(arguments)
    if brawl is not None:
        given = [*fighters, *(f"--{word}" for word, said in (("state", state), ("map", map_text)) if said is not None)]
        if given:
            raise Unreadable(f"fighters and positions stand in {brawl}: leave out {', '.join(given)}")
        _brawl(brawl, rules, markdown=markdown, as_json=as_json)
        return
    if markdown:
        raise Unreadable("--markdown prints the answers about a brawl: give one with --brawl FILE")
    if len(rules) < 2 or not fighters:
        raise Unreadable(
            'two rule sets or more, then the fighters, are compared: tussle compare hug "hug(tie=reroll)" Otto Arangu'
        )
    _best([named_bout(text, fighters, map_text) for text in rules], goal, state, as_json=as_json)


def _sorted_out(arguments: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The rule sets, which come first, and the fighters."""
    known = available()
    rules: list[str] = []
    for text in arguments:
        if text.partition("(")[0].strip() not in known:
            break
        rules.append(text)
    return rules, list(arguments[len(rules) :])


def _best(bouts: Sequence[Bout], goal: str, state: str | None, *, as_json: bool) -> None:
    """Best play for one goal, one column a rule set."""
    from tussle.analysis.solve import best
    from tussle.analysis.solve_reason import points

    positions = [place(bout, None, state) for bout in bouts]
    answers = [best(bout, position, goal) for bout, position in zip(bouts, positions, strict=True)]
    if as_json:
        sides = [answer_form(*each) for each in zip(bouts, positions, answers, strict=True)]
        emit({"schema": "tussle/compare/1", "sides": sides})
        return
    names = [bout.rules.load_string for bout in bouts]
    side = " and ".join(name for who, name in enumerate(bouts[0].names) if bouts[0].sides[who] == bouts[0].sides[0])
    say(f"{side}: {answers[0].goal}")
    rows = table("", *names, right=names)
    for label in ("reached", "lost", "neither"):
        rows.add_row(label, *(points(getattr(answer, label)) for answer in answers))
    rows.add_row("best", *(answer.actions[0].name if answer.actions else "" for answer in answers))
    for name in dict.fromkeys(each.name for answer in answers for each in answer.actions):
        found = [{each.name: each.reached for each in answer.actions}.get(name) for answer in answers]
        rows.add_row(name, *("" if value is None else points(value) for value in found))
    show(rows)


def _brawl(path: Path, rules: Sequence[str], *, markdown: bool, as_json: bool) -> None:
    """Every question of a brawl, one column a rule set."""
    from tussle.analysis.brawl import ask, read_brawl, seat

    brawl = read_brawl(path)
    with as_input(str(path)):
        bouts = [seat(brawl, text) for text in rules or brawl.rule_sets]
        answers = [(moment, [ask(bout, moment) for bout in bouts]) for moment in brawl.moments]
    names = [bout.rules.load_string for bout in bouts]
    if as_json:
        emit({"schema": "tussle/brawl/1", "rules": names, "moments": [_form(*each) for each in answers]})
    elif markdown:
        _page(brawl, names, answers)
    else:
        for moment, found in answers:
            say(f"{moment.title}: {moment.wanted}", style=strong)
            rows = table("", *names)
            rows.add_row("chance", *map(_chance, found))
            rows.add_row("by", *(one.action for one in found))
            rows.add_row("throws", *map(_throws, found))
            show(rows)
            click.echo()


def _page(brawl: Brawl, names: list[str], answers: list[tuple[Moment, list[Found]]]) -> None:
    """The tables of docs/comparison.md."""
    _row("fighter", "what it is", *names)
    _row(*["---"] * (2 + len(names)))
    for name, forms in brawl.forms.items():
        _row(name, brawl.who[name], *(forms[text.partition("(")[0]] for text in names))
    click.echo()
    _row("", *names)
    _row(*["---"] * (1 + len(names)))
    for moment, found in answers:
        _row(f"**{moment.title}**", *map(_chance, found))
        _row("by", *(f"`{one.action}`" if one.action else "" for one in found))
        _row("throws", *map(_throws, found))


def _row(*cells: str) -> None:
    click.echo(f"| {' | '.join(cells)} |")


def _chance(found: Found) -> str:
    """From the least to the most, or never."""
    if not found.most:
        return "never"
    least, most = percent(found.least), percent(found.most)
    return least if least == most else f"{least} to {most}"


def _throws(found: Found) -> str:
    least, most = found.throws
    if not found.most:
        return ""
    return str(least) if least == most else f"{least} to {most}"


def _form(moment: Moment, found: list[Found]) -> dict[str, Any]:
    answers = [
        {"action": one.action, "least": str(one.least), "most": str(one.most), "throws": one.throws} for one in found
    ]
    return {"title": moment.title, "wanted": moment.wanted, "answers": answers}
