"""`tussle demo`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import click

from tussle.analysis.odds import Pricer
from tussle.ask.requests import Again, Choose, Harm
from tussle.bout.notation import find_actions
from tussle.bout.stance import Position
from tussle.errors import Fault
from tussle.play.policies import read_script, script
from tussle.play.session import Session
from tussle.play.situation import Act, Entry, Question
from tussle.play.transcript import Line
from tussle.surfaces.cli.common import emit, faint, json_option, named_bout, say, strong
from tussle.surfaces.cli.odds_text import falls
from tussle.surfaces.words import listed, spread

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
        lines = [
            {
                "kind": line.kind,
                "text": line.text,
                "cites": line.cites,
                "odds": {word: str(chance) for word, chance in odds.items()},
            }
            for line, odds in told
        ]
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
        say(f"{line.text}   {_odds_text(odds)}".rstrip(), "" if line.kind in ("turn", "over") else "  ", "    ", style)
        if line.cites:
            say(" ".join(line.cites), "      ", "      ", faint)


Odds: TypeAlias = dict[str, Fraction]
"""Of an action `least` and `most`; of a throw the `chance` of what came; of a harm the chance of each way of standing
it could have led to."""


def steps(session: Session) -> Iterator[tuple[Line, Odds]]:
    """Play the script to its end: each line of the transcript with its odds, if it has any.

    Raises:
        Fault: the script ends before the grapple does.
    """
    session.answerers = [script(read_script(str(SCRIPT)), "the demo's script")]
    pricer = Pricer(session.bout)
    told = 0
    while not session.over:
        question, position = session.pending, session.position
        if question is None or not session.ask():
            raise Fault("the script of the demo ends before the grapple does")
        odds = _odds(pricer, position, question, session.entries[-1])
        for line in session.transcript[told:]:
            answers = line.kind in ("act", "roll", "harm")
            yield line, odds if answers else {}
            odds = {} if answers else odds
        told = len(session.transcript)


def _odds(pricer: Pricer, position: Position, question: Question, said: Entry) -> Odds:
    """How likely what was just said is to work, or was to come."""
    if isinstance(question, Choose):
        return {}
    if isinstance(question, Act):
        odds = pricer.price(position, find_actions(pricer.bout, position.stance, said.text))
        return {"least": odds.least, "most": odds.most}
    law = question.reading.law(tuple(die.sides for die in question.dice))
    if isinstance(question, Harm):
        now = position.stance.standing[question.fighter]
        return falls(pricer.bout, now, position.tallies, question, law)
    answer = question.reading.read(said.faces)
    return {} if isinstance(answer, Again) else {"chance": law.chance(answer)}


def _odds_text(odds: Odds) -> str:
    if "least" in odds:
        return "" if odds["least"] == 1 else spread(odds["least"], odds["most"])
    return ", ".join(f"{'' if word == 'chance' else word + ' '}{spread(odd, odd)}" for word, odd in odds.items())
