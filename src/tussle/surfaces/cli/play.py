"""`tussle play`: a grapple at the table, with your own dice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

import click

from tussle.bestiary import as_input
from tussle.bestiary.places import state_directory
from tussle.bout.bout import Bout
from tussle.bout.stance import Position
from tussle.errors import Missing, Unreadable
from tussle.play.events import named
from tussle.play.policies import policy
from tussle.play.record import Reading, Recorder, read_file
from tussle.play.session import Answerer, Session, machine_dice
from tussle.play.state import apply_state
from tussle.surfaces.cli.common import FIGHTER, RULES, map_option, named_bout
from tussle.surfaces.terminal import COMMANDS, Stop, Terminal

__all__ = ["command"]


@click.command()
@click.argument("rules", type=RULES, required=False)
@click.argument("fighters", type=FIGHTER, nargs=-1)
@map_option
@click.option("--seed", type=click.IntRange(min=0), help="Seed of the dice the machine throws.")
@click.option(
    "--dice",
    type=click.Choice(["roll", "enter", "ask"]),
    help="Who throws: the machine (roll), you (enter), or you are asked each die and an empty line rolls it (ask).",
)
@click.option(
    "--auto", multiple=True, metavar="NAME=POLICY", help="A policy that chooses for a fighter: random, first."
)
@click.option("--state", metavar="TEXT", help='Begin in the middle: "ogre holds bob; bob hits 9/22; turn bob".')
@click.option("--first", metavar="NAME", help="Who has the first turn, instead of rolling for initiative.")
@click.option("--rounds", type=click.IntRange(min=1), help="Stop after so many rounds.")
@click.option("--record", type=click.Path(path_type=Path), help="Where to write the record.")
@click.option("--resume", "again", type=click.Path(path_type=Path), help="Go on with a record.")
def command(
    rules: str | None,
    fighters: tuple[str, ...],
    map_text: str | None,
    seed: int | None,
    dice: str | None,
    auto: tuple[str, ...],
    state: str | None,
    first: str | None,
    rounds: int | None,
    record: Path | None,
    again: Path | None,
) -> None:
    """Play a grapple: choose, throw your dice, see what follows and why.

    RULES is a load string such as hug or "hug(tie=reroll)"; FIGHTERS are names, files, JSON or the quick form,
    with vs between sides. Type help at any prompt.
    """
    if again is not None:
        if rules is not None or record is not None or state is not None:
            raise Unreadable(
                "--resume goes on with what the record holds: leave out rules, fighters, --state, --record"
            )
        with as_input(str(again)):
            reading = read_file(again)
        session = reading.session
        if reading.torn:
            click.echo(f"The last line of {again} was torn and has been dropped: {reading.torn[:60]!r}", err=True)
    else:
        if rules is None:
            raise Unreadable("who plays? name a rule set and fighters, as in: tussle play hug Arangu Tivid")
        reading = None
        bout = named_bout(rules, fighters, map_text)
        session = Session(bout, _beginning(bout, state, first), seed=seed)
    alone = not sys.stdin.isatty()
    dice = dice or ("roll" if alone else "ask")
    if reading is None:
        session.source = dice
    session.answerers = _answerers(session, dice, auto)
    recorder = _recorder(session, again or record or _own_path(session.bout), reading)
    terminal = Terminal(session, _reader(session, alone=alone), click.echo, dice=dice, strict=alone)
    try:
        with as_input("standard input") if alone else nullcontext():
            terminal.run(rounds)
    except Stop:
        click.echo(f"Stopped. To go on: tussle play --resume {recorder.path}", err=True)
    else:
        terminal.tell()
        click.echo(f"The record: {recorder.path}", err=True)
    finally:
        recorder.close()


def _recorder(session: Session, path: Path, reading: Reading | None) -> Recorder:
    """The record that is written from now on."""
    try:
        return Recorder(session, path, reading)
    except FileExistsError:
        raise Unreadable(f"{path} is there already: name another file, or go on with --resume {path}") from None
    except OSError as error:
        raise Missing(f"the record {path} cannot be written: {error.strerror}") from None


def _beginning(bout: Bout, state: str | None, first: str | None) -> Position | None:
    """Where it begins; None: with initiative to be rolled."""
    order = None
    if first is not None:
        place = named(bout, first)
        order = (*range(place, len(bout.names)), *range(place))
    if state is not None:
        return apply_state(bout, bout.opening(order or tuple(bout.everyone)), state)
    return None if order is None else bout.opening(order)


def _own_path(bout: Bout) -> Path:
    """A new file in the directory of what was played."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"  # noqa: DTZ005 - the time on the player's own clock names the file
    return state_directory() / "records" / f"{stamp}-{bout.rules.name}.txt"


def _answerers(session: Session, dice: str, auto: tuple[str, ...]) -> list[Answerer]:
    found: list[Answerer] = [machine_dice] if dice == "roll" else []
    for text in auto:
        name, sign, how = text.partition("=")
        if not sign:
            raise Unreadable(f"--auto {text[:40]!r} names no policy: write NAME=POLICY, as in Tivid=random")
        found.append(policy(how, session.bout.names[named(session.bout, name)]))
    return found


def _reader(session: Session, *, alone: bool) -> Callable[[str], str | None]:
    """Reads one line: with editing and completion on a terminal, plainly through a pipe."""
    if alone:
        return _read_pipe
    try:
        import readline
    except ImportError:  # a platform without it has no editing, and plays all the same
        return _read_terminal

    def complete(text: str, number: int) -> str | None:
        """The word number `number` that begins so; None ends the list."""
        words = [word for word in (*session.legal_actions, *COMMANDS) if word.startswith(text)]
        return words[number] if number < len(words) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    return _read_terminal


def _read_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _read_pipe(prompt: str) -> str | None:
    click.echo(prompt.rstrip())
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
