"""`tussle check`."""

from __future__ import annotations

import click

from tussle.surfaces.cli.common import emit, json_option, say, strong, text_or_input
from tussle.surfaces.contest import TIES, read_contest
from tussle.surfaces.words import about, percent

__all__ = ["command"]


@click.command("check")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--tie", type=click.Choice(TIES), help="Who has equal totals: the higher modifier, one side, a new throw."
)
@json_option
def command(text: tuple[str, ...], tie: str | None, *, as_json: bool) -> None:
    """The exact chance that the first side wins one contest.

    \b
    tussle check "d20+7 vs d20+4"
    tussle check "d20+10 vs all d20+6 d20+6 d20+2"
    tussle check "d20+4 vs AC 11"          20 hits, 1 misses
    tussle check "8d6>=5 vs 7d6>=5"        dice of 5 or more are counted
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    contest = read_contest(text_or_input(" ".join(text), "a contest"), tie)
    chances = {"win": contest.win, "tie": contest.tie, "lose": contest.lose}
    if as_json:
        form = {"schema": "tussle/check/1", "text": contest.text, "ties": contest.ties, "p": str(contest.win)}
        emit({**form, **{word: str(chance) for word, chance in chances.items()}, "sentence": contest.sentence})
        return
    click.echo(strong(contest.text))
    shown = {word: chance for word, chance in chances.items() if chance or word != "tie"}
    wide = max(len(str(chance)) for chance in shown.values())
    for word, chance in shown.items():
        click.echo(f"  {word:<5} {percent(chance):>9}  {chance!s:<{wide}}  {about(chance)}")
    say(contest.sentence)
