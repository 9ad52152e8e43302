"""`tussle odds`."""

from __future__ import annotations

import click

from tussle.analysis.joint import Line, joint
from tussle.analysis.odds import Pricer
from tussle.bout.notation import position_text
from tussle.bout.stance import Position
from tussle.bout.walk import over, why_not
from tussle.surfaces.cli.common import (
    FIGHTER,
    RULES,
    at_option,
    emit,
    faint,
    json_option,
    map_option,
    named_bout,
    position_at,
    say,
    strong,
)
from tussle.surfaces.cli.odds_text import paragraphs
from tussle.surfaces.odds import MOST_ENDS, Priced, fighter_name, odds_form, price_all
from tussle.surfaces.words import percent, spread

__all__ = ["command"]


@click.command("odds")
@click.argument("rules", type=RULES)
@click.argument("fighters", type=FIGHTER, nargs=-1, required=True, metavar="FIGHTER FIGHTER...")
@at_option
@map_option
@click.option("--action", metavar="TOKEN", help="Only this action; a beginning stands for all that begin so.")
@click.option("--joint", "with_joint", is_flag=True, help="The joint law over where it ends, for each way to decide.")
@json_option
def command(
    rules: str,
    fighters: tuple[str, ...],
    at: str | None,
    map_text: str | None,
    action: str | None,
    *,
    with_joint: bool,
    as_json: bool,
) -> None:
    """All that can be done now, and how likely each works.

    RULES is a rule set, with other rulings if you like: "hug(tie=reroll)". A FIGHTER is a name that tussle fighters
    lists, a JSON file, JSON, a quick form such as "Bob: athletics +5 reflex 3 hits 22", or - for standard input;
    vs stands between two sides.

    \b
    tussle odds hug Otto Arangu
    tussle odds hug Otto Carack vs Arangu Tivid --action attack
    tussle odds hug Otto Arangu --action grapple:Arangu:melee --joint
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    bout = named_bout(rules, fighters, map_text)
    position = position_at(bout, at)
    pricer = Pricer(bout)
    priced = price_all(pricer, position, action)
    laws = [joint(pricer, position, one.actions) for one in priced] if with_joint else None
    if as_json:
        emit(odds_form(bout, position, priced, laws))
        return
    _head(pricer, position)
    for place, one in enumerate(priced):
        _entry(pricer, position, one, laws[place] if laws is not None else None)
    if action is None:
        _refused(pricer, position)


def _head(pricer: Pricer, position: Position) -> None:
    """Where we are, and how to read what follows."""
    bout, stance = pricer.bout, position.stance
    say(position_text(bout, position), style=faint)
    if over(bout, stance):
        say("The grapple is over: nobody acts.")
    elif stance.agenda:
        say("Something is due before anybody acts.")
    else:
        say(
            f"{fighter_name(bout, stance.turn)}'s turn. Beside each action the chance that it does what it is for, "
            "from the least to the most that the others' decisions leave it."
        )
    if not bout.space.mapped:
        say("No map: whoever is in no hold is next to everybody, and there is always room.", style=faint)


def _entry(pricer: Pricer, position: Position, one: Priced, laws: list[Line] | None) -> None:
    """One action: the head line, the rulings, and its tree or its joint laws."""
    say(strong(one.name), "\n", "")
    if one.actions:
        click.echo(f"  {spread(one.odds.least, one.odds.most)}")
    if one.rulings:
        say(f"as ruled: {', '.join(one.rulings)}", "  ", "    ", faint)
    if laws is not None:
        for line in laws:
            _joint(pricer, line)
        return
    told, more = paragraphs(pricer, position, one.actions)
    for paragraph in told:
        for row in paragraph.rows:
            indent = "  " * (row.depth + 1)
            head = f"{indent}{paragraph.name + ': ' if paragraph.name and not row.depth else ''}{row.label}"
            say(row.text, f"{head}  " if row.label else head, " " * (len(head) + 2))
            if row.cites:
                say(" ".join(row.cites), " " * (len(head) + 2), " " * (len(head) + 2), faint)
    if more:
        say(f"and {more} stances more: all of them with --json, or one on its own with --at.", "  ", "  ")
    if one.cut:
        say(f"More than {MOST_ENDS:,} ends: with --json this tree is cut short, and its ends say what is due.", "  ")


def _joint(pricer: Pricer, line: Line) -> None:
    """One law over where the action ends."""
    bout = pricer.bout
    made = ", ".join(f"{fighter_name(bout, made.request.fighter)} {made.option}" for made in line.choices)
    click.echo(f"  {made or 'nobody decides'}")
    wide = max(len(str(chance)) for _, chance in line.law)
    for position, chance in line.law:
        head = f"    {chance!s:>{wide}} {percent(chance):>9}  "
        say(position_text(bout, position), head, " " * len(head))


def _refused(pricer: Pricer, position: Position) -> None:
    """What cannot be done now, and the clause that forbids it."""
    refusals = why_not(pricer.bout, position.stance)
    if not refusals:
        return
    click.echo(f"\n{strong('not now')}")
    verbs = max(len(refusal.verb) for refusal in refusals)
    clauses = max(len(refusal.clause) for refusal in refusals)
    for refusal in refusals:
        head = f"  {refusal.verb:<{verbs}}  {refusal.clause:<{clauses}}  "
        say(refusal.reason, head, " " * len(head))
