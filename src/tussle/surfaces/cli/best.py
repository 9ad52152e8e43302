"""`tussle best`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tussle.bout.bout import Bout
from tussle.bout.notation import position_text
from tussle.bout.stance import Position
from tussle.errors import Unreadable
from tussle.surfaces.advice import answer_form, number
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
    show,
    strong,
    table,
)

if TYPE_CHECKING:
    from tussle.analysis.graph import Policy
    from tussle.analysis.solve import Answer

__all__ = ["auto_option", "command", "goal_option", "place", "state_option", "stated", "tell"]

goal_option = click.option(
    "--goal",
    default="down first",
    show_default=True,
    help='What the first side is after: "pin within 3", "free within 2", "down within 5", "hold for 4", "down first".',
)
state_option = click.option(
    "--state", metavar="TEXT", help='Begin in the middle: "ogre holds bob; bob hits 9/22; turn bob".'
)
auto_option = click.option(
    "--auto",
    multiple=True,
    metavar="NAME=POLICY",
    help="How a fighter plays instead of its best: first, random, do:grapple,pass.",
)


def place(bout: Bout, at: str | None, state: str | None) -> Position:
    """The position that `--at` or `--state` gives; the opening without them."""
    if at is not None and state is not None:
        raise Unreadable("--at and --state both say where it begins: give one of them")
    position = position_at(bout, at)
    if state is None:
        return position
    from tussle.play.state import apply_state

    return apply_state(bout, position, state)


def stated(bout: Bout, auto: tuple[str, ...]) -> dict[int, Policy]:
    """The stated policies of `--auto`, by fighter."""
    from tussle.analysis.solve_policy import read_policy
    from tussle.play.events import named

    found = {}
    for text in auto:
        name, sign, how = text.partition("=")
        if not sign:
            raise Unreadable(f"--auto {text[:40]!r} names no policy: write NAME=POLICY, as in Tivid=random")
        found[named(bout, name)] = read_policy(how)
    return found


@click.command("best")
@click.argument("rules", type=RULES)
@click.argument("fighters", type=FIGHTER, nargs=-1, required=True, metavar="FIGHTER FIGHTER...")
@goal_option
@at_option
@state_option
@map_option
@auto_option
@click.option("--exact", is_flag=True, help="Find fractions, however long it takes.")
@click.option("--explain", is_flag=True, help="Also what each ruling would change in this answer.")
@json_option
def command(
    rules: str,
    fighters: tuple[str, ...],
    goal: str,
    at: str | None,
    state: str | None,
    map_text: str | None,
    auto: tuple[str, ...],
    *,
    exact: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """What to do now, and how it will end when both sides play their best.

    Ordinary attacks are among the actions, so whether to grapple or to hit is answered too. The goal is that of the
    side named first; the other side wants it to fail.

    \b
    tussle best hug Otto Arangu --goal "hold for 2"
    tussle best hug Otto Arangu --state "Otto holds Arangu; turn Arangu"
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    from tussle.analysis.solve import best

    bout = named_bout(rules, fighters, map_text)
    position = place(bout, at, state)
    answer = best(bout, position, goal, stated(bout, auto), exact=exact)
    changes = None
    if explain:
        from tussle.analysis.explain import explain as explained

        changes = explained(bout, position, answer, stated(bout, auto), lambda text: click.echo(text, err=True))
    if as_json:
        form = answer_form(bout, position, answer)
        if changes is not None:
            form["rulings"] = [
                {"ruling": each.ruling, "reached": number(each.reached), "best": each.best, "note": each.note}
                for each in changes
            ]
        emit(form)
        return
    tell(bout, position, answer)
    if changes is not None:
        click.echo()
        if not changes:
            click.echo("No ruling of this rule set has another side.")
        for change in changes:
            say(change.sentence, "  ", "    ")


def tell(bout: Bout, position: Position, answer: Answer) -> None:
    """Print an answer."""
    from tussle.analysis.solve_reason import points

    say(position_text(bout, position), style=faint)
    side = " and ".join(name for who, name in enumerate(bout.names) if bout.sides[who] == bout.sides[0])
    ends = f"reached {points(answer.reached)}, lost {points(answer.lost)}, neither {points(answer.neither)}"
    say(f"{strong(f'{side}: {answer.goal}')}  {ends}")
    say(_how(answer), style=faint)
    if answer.never:
        say(f"It can never be: {answer.never}.")
    if answer.reason:
        say(answer.reason)
    for turn in answer.turns:
        say(turn)
    if not answer.actions:
        return
    click.echo()
    rows = table(
        "action", "reached", "lost", *(["exactly"] if answer.kind == "exact" else []), right=("reached", "lost")
    )
    for each in answer.actions:
        name = each.name if len({a.by for a in answer.actions}) == 1 else f"{bout.names[each.by]}: {each.name}"
        exactly = [str(each.reached)] if answer.kind == "exact" else []
        rows.add_row(name, points(each.reached), points(each.lost), *exactly)
    show(rows)


def _how(answer: Answer) -> str:
    """Which kind of answer it is."""
    if answer.kind == "exact":
        return f"exact: {answer.reached}" if len(str(answer.reached)) < 60 else "exact, a long fraction: --json has it"
    return (
        f"direct, between {float(answer.least):.12f} and {float(answer.most):.12f}; {answer.states:,} stances, "
        f"{answer.work:,} values"
    )
