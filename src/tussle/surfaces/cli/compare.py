"""`tussle compare`."""

from __future__ import annotations

import click

from tussle.errors import Unreadable
from tussle.surfaces.cli.best import answer_form, goal_option, place, state_option
from tussle.surfaces.cli.common import FIGHTER, emit, json_option, map_option, named_bout, say, show, table

__all__ = ["command"]


@click.command("compare")
@click.argument("rules", nargs=1, metavar="RULES")
@click.argument("others", type=FIGHTER, nargs=-1, required=True, metavar="RULES FIGHTER FIGHTER...")
@goal_option
@state_option
@map_option
@json_option
def command(
    rules: str, others: tuple[str, ...], goal: str, state: str | None, map_text: str | None, *, as_json: bool
) -> None:
    """The same question under two rule sets or two rulings, side by side.

    \b
    tussle compare hug "hug(contest=static)" Otto Arangu --goal "hold for 2"
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    from tussle.analysis.solve import best
    from tussle.analysis.solve_reason import points

    if len(others) < 2:
        raise Unreadable(
            'two rule sets and the fighters are compared: tussle compare hug "hug(tie=reroll)" Otto Arangu'
        )
    other, *fighters = others
    bouts = [named_bout(text, fighters, map_text) for text in (rules, other)]
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
