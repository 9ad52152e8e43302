"""`tussle demo`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from tussle.analysis.odds import Pricer
from tussle.ask.requests import Again, Choose, Harm
from tussle.bout.notation import find_actions
from tussle.bout.stance import Position
from tussle.errors import Fault
from tussle.play.policies import read_script, script
from tussle.play.session import Session
from tussle.play.situation import Act, Question
from tussle.play.transcript import Line
from tussle.surfaces.cli.common import emit, faint, json_option, named_bout, say, strong
from tussle.surfaces.cli.odds_text import falls
from tussle.surfaces.words import listed, percent, spread

__all__ = ["command", "steps"]

SCRIPT = Path(__file__).with_name("demo.txt")
FIGHTERS = ("Arangu", "vs", "Tivid", "Otto", "Carack")


@click.command("demo")
@json_option
def command(*, as_json: bool) -> None:
    """Watch a grapple played from a script to its end, each step with its odds.

    Beside an action: the chance that it does what it is for, from the least to the most that the others' decisions
    leave it. Beside a throw: the chance of what came.
    """
    session = Session(named_bout("hug", FIGHTERS), seed=0)
    told = list(steps(session))
    if as_json:
        lines = [{"kind": line.kind, "text": line.text, "cites": line.cites, "odds": odds} for line, odds in told]
        emit({"schema": "tussle/demo/1", "rules": session.bout.rules.load_string, "lines": lines})
        return
    say(strong(f"{FIGHTERS[0]} against {listed(list(FIGHTERS[2:]))}, by the rules of {session.bout.rules.name}"))
    say(
        "Beside an action the chance that it does what it is for, from the least to the most that the others' "
        "decisions leave it; beside a throw the chance of what came.",
        style=faint,
    )
    for line, odds in told:
        if line.kind == "turn":
            click.echo()
        style = strong if line.kind in ("turn", "over") else str
        say(f"{line.text}   {odds}".rstrip(), "" if line.kind in ("turn", "over") else "  ", "    ", style)
        if line.cites:
            say(" ".join(line.cites), "      ", "      ", faint)


def steps(session: Session) -> Iterator[tuple[Line, str]]:
    """Play the script to its end: each line of the transcript with its odds, "" where there are none.

    Raises:
        Fault: the script ends before the grapple does.
    """
    answers = script(read_script(str(SCRIPT)), "the demo's script")
    session.answerers = [answers]
    pricer = Pricer(session.bout)
    told = 0
    while not session.over:
        question, position = session.pending, session.position
        if question is None or not session.ask():
            raise Fault("the script of the demo ends before the grapple does")
        odds = _odds(pricer, position, question, session)
        for line in session.transcript[told:]:
            yield line, odds if line.kind in ("act", "roll", "harm") else ""
            odds = "" if line.kind in ("act", "roll", "harm") else odds
        told = len(session.transcript)


def _odds(pricer: Pricer, position: Position, question: Question, session: Session) -> str:
    """How likely what was just said was, or is to work."""
    said = session.entries[-1]
    if isinstance(question, Choose):
        return ""
    if isinstance(question, Act):
        odds = pricer.price(position, find_actions(pricer.bout, position.stance, said.text))
        return "" if odds.least == odds.most == 1 else spread(odds.least, odds.most)
    law = question.reading.law(tuple(die.sides for die in question.dice))
    if isinstance(question, Harm):
        now = position.stance.standing[question.fighter]
        found = falls(pricer.bout, now, position.tallies, question, law)
        return ", ".join(f"{word} {percent(chance)}  {chance}" for word, chance in found.items())
    answer = question.reading.read(said.faces)
    if isinstance(answer, Again):
        return ""
    chance = law.chance(answer)
    return f"{percent(chance)}  {chance}"
