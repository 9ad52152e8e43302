"""The table in a terminal: shows the position, asks what is due, and takes what a person types.

It holds no rule: what is legal, what is asked and what an answer means is the session's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby

from tussle.analysis.odds import Pricer
from tussle.ask.dice import Die
from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.notation import position_text
from tussle.bout.stance import NOBODY
from tussle.bout.walk import why_not
from tussle.errors import Impossible, TussleError, Unreadable
from tussle.play.events import GRAMMAR
from tussle.play.session import Session
from tussle.play.situation import Act, Question
from tussle.play.state import GRAMMAR as STATE_GRAMMAR
from tussle.play.transcript import Line, describe, left_text
from tussle.surfaces.odds import price
from tussle.surfaces.words import minus, spread

__all__ = ["COMMANDS", "Stop", "Terminal", "picture"]

COMMANDS = {
    "help": "help: this",
    "look": "look: the position and what can be done, once more",
    "why": "why: what cannot be done now, and the clause that forbids it",
    "undo": "undo: take the last answer back",
    "pop": "pop: take the last action back, with all that was answered since",
    "log": "log: what was said so far, numbered",
    "amend": "amend NUMBER FACE...: correct the faces of a throw in the log",
    "gm": "gm EVENT: something from outside the rules; `help gm` lists the events",
    "cancel": "cancel: take what is in progress back to where it began",
    "position": "position: the position as one line",
    "quit": "quit: stop here; the record goes on another time",
}
"""What can be typed besides an answer, with a line that explains it."""


class Stop(Exception):
    """Whoever sits at the terminal wants to stop."""


class Terminal:
    """One session at one terminal.

    Args:
        session: what is played; its answerers go first, the person answers the rest.
        read: asks for one line with this prompt; None when there is no more.
        write: prints one line.
        dice: `enter`: faces are typed; `ask`: each die is asked, an empty line throws it; `roll`: the machine
            throws (the session has an answerer for that).
        strict: a wrong answer is an error instead of being asked again: nobody is there to be asked.
    """

    def __init__(
        self,
        session: Session,
        read: Callable[[str], str | None],
        write: Callable[[str], None],
        *,
        dice: str = "enter",
        strict: bool = False,
    ) -> None:
        self.session = session
        self.read = read
        self.write = write
        self.dice = dice
        self.strict = strict
        self._told: list[Line] = []
        self._seen: Question | None = None
        self._pricer = Pricer(session.bout)

    def run(self, rounds: int | None = None) -> None:
        """Play until the grapple is over or a round is reached.

        Raises:
            Stop: whoever sits here wants to stop, or the input ends.
            TussleError: a wrong answer, where nobody is there to be asked again.
        """
        while True:
            self.tell()
            session = self.session
            if session.over or (rounds is not None and session.round > rounds):
                return
            if session.ask():
                continue
            try:
                self.ask()
            except TussleError as error:
                if self.strict:
                    raise
                self.write(f"  {error}")

    def tell(self) -> None:
        """Print what happened since the last time."""
        lines = list(self.session.transcript)
        # After something was taken back or amended the story branches off where it first differs.
        same = 0
        while same < min(len(lines), len(self._told)) and lines[same] == self._told[same]:
            same += 1
        for line in lines[same:]:
            if line.kind == "turn":
                self.write("")
            self.write(str(line))
        self._told = lines

    def ask(self) -> None:
        """Show what is due and take one line of typing."""
        question = self.session.pending
        if isinstance(question, Act):
            self._ask_action(question)
        elif isinstance(question, Choose):
            self._ask_choice(question)
        elif isinstance(question, Roll | Harm):
            self._ask_faces(question)

    # Actions and choices

    def _ask_action(self, question: Act) -> None:
        session = self.session
        tokens = tuple(session.legal_actions)
        if question is not self._seen:
            for line in picture(session):
                self.write(f"  {line}")
            self.write("")
            for number, text in enumerate(self._action_rows(question), 1):
                self.write(f"  {number:>2}  {text}")
            self._seen = question
        said = self._line(f"{session.bout.names[question.by]}, what now? ")
        if said is None:
            return
        number = int(said) if said.isdigit() else 0
        if said.isdigit() and not 1 <= number <= len(tokens):
            raise Impossible(f"there is no action {said}: 1 to {len(tokens)}, or its words")
        session.push(tokens[number - 1] if number else ":".join(said.split()))

    def _action_rows(self, question: Act) -> Iterator[str]:
        """Each action with its odds, in columns."""
        bout, position = self.session.bout, self.session.position
        if self._pricer.bout is not bout:
            self._pricer = Pricer(bout)
        names = [describe(bout, action) for action in question.actions]
        width = max(map(len, names))
        for name, action in zip(names, question.actions, strict=True):
            odds = price(self._pricer, position, name, (action,)).odds
            chance = "no roll" if odds.least == odds.most == Fraction(1) else spread(odds.least, odds.most)
            yield f"{name:<{width}}  {chance}"

    def _ask_choice(self, question: Choose) -> None:
        name = self.session.bout.names[question.fighter]
        if question is not self._seen:
            self.write(f"  {_first_sentence(self.session, question.cites[0])}")
            for number, option in enumerate(question.options, 1):
                self.write(f"  {number:>2}  {option.replace('_', ' ')}")
            self._seen = question
        text = self._line(f"{name} chooses [{question.cites[0]}]: ")
        if text is None:
            return
        if text.isdigit() and 1 <= int(text) <= len(question.options) and text not in question.options:
            text = question.options[int(text) - 1]
        self.session.answer(text.replace(" ", "_"))

    # Dice

    def _ask_faces(self, question: Roll | Harm) -> None:
        if question is not self._seen:
            self.write(f"  {_throw_text(self.session, question)}")
            self._seen = question
        if self.dice == "ask":
            self._ask_each(question)
            return
        text = self._line(f"{_dice_text(question.dice)}: ")
        if text is not None:
            self.session.answer(_faces(text, len(question.dice)))

    def _ask_each(self, question: Roll | Harm) -> None:
        """Every die by itself; an empty line throws it."""
        names, thrown = self.session.bout.names, self.session.faces(question)
        faces = []
        for die, face in zip(question.dice, thrown, strict=True):
            owner = f"{names[die.owner]} " if die.owner != NOBODY else ""
            text = self._line(f"{owner}d{die.sides} {die.label.replace('_', ' ')} (empty: roll it): ", empty=True)
            if text is None:
                return
            faces.append(_faces(text, 1)[0] if text else face)
        self.session.answer(tuple(faces))

    # What else can be typed

    def _line(self, prompt: str, *, empty: bool = False) -> str | None:
        """One line that is an answer; None where it was a command, which is carried out.

        Raises:
            Stop: the input ends, or `quit`.
        """
        while True:
            text = self.read(prompt)
            if text is None:
                raise Stop
            text = text.strip()
            if not text and not empty:
                continue
            word, _, rest = text.partition(" ")
            if word in COMMANDS:
                self._command(word, rest.strip())
                return None
            if word in GRAMMAR and word not in self.session.bout.rules.verb_names:
                self._command("gm", text)
                return None
            return text

    def _command(self, word: str, rest: str) -> None:
        session = self.session
        if word == "quit":
            raise Stop
        if word == "help":
            self._help(rest)
        elif word == "look":
            self._seen = None
        elif word == "why":
            for refusal in why_not(session.bout, session.position.stance):
                self.write(f"  {refusal.verb}: {refusal.reason} [{refusal.clause}]")
        elif word in ("undo", "pop"):
            self._back(word)
        elif word == "log":
            for number, entry in enumerate(session.entries, 1):
                faces = " ".join(map(str, entry.faces))
                self.write(f"  {number:>3}  {entry.kind} {entry.who} {entry.text or faces}")
        elif word == "amend":
            self._amend(rest)
        elif word == "gm":
            session.event(rest)
        elif word == "cancel":
            session.cancel()
        else:
            self.write(f"  {position_text(session.bout, session.position)}")

    def _help(self, about: str) -> None:
        rules = self.session.bout.rules
        if about == "gm":
            lines = list(GRAMMAR.values())
        elif about == "state":
            lines = list(STATE_GRAMMAR)
        else:
            lines = [f"{verb}: {what}" for verb, what in rules.verb_names.items()]
            lines += [*COMMANDS.values(), "help gm: the events; help state: how a position is told in words"]
        for line in lines:
            self.write(f"  {line}")

    def _back(self, word: str) -> None:
        if word == "undo":
            entry = self.session.undo()
            self.write(f"  Taken back: {entry.kind} {entry.who} {entry.text or ' '.join(map(str, entry.faces))}")
        else:
            self.session.pop()
            self.write("  Taken back.")

    def _amend(self, rest: str) -> None:
        words = rest.split()
        if len(words) < 2 or not all(word.isdigit() for word in words):
            raise Unreadable(f"an amend cannot be read: {COMMANDS['amend']}")
        dropped = self.session.amend(int(words[0]) - 1, tuple(int(word) for word in words[1:]))
        if dropped is None:
            self.write("  Amended; all that came later still fits.")
        else:
            said = dropped.text or " ".join(map(str, dropped.faces))
            self.write(f"  Amended; dropped from here on: {dropped.kind} {dropped.who} {said}")


def _first_sentence(session: Session, clause: str) -> str:
    """What a clause says first, without its mark: enough to know what is being decided."""
    text = session.bout.rules.clause[clause].text
    return re.split(r"[.;:] ", re.sub(r"\[[TBH][^\]]*\] ", "", text))[0].rstrip(".") + "."


def picture(session: Session) -> Iterator[str]:
    """Who holds whom, how everybody is, and what is left of the turn, in a few characters."""
    bout, stance, tallies = session.bout, session.position.stance, session.position.tallies
    for holder, held, word in stance.holds:
        yield f"{bout.names[holder]} {bout.rules.strands.get(word, word)} {bout.names[held]}"
    for who, name in enumerate(bout.names):
        facts = [left_text(bout, tallies, who)]
        if stance.standing[who] != bout.rules.standings[0]:
            facts.append(stance.standing[who])
        facts += [word.replace("_", " ") for word in stance.marks[who]]
        if stance.hands[who]:
            facts.append(f"{stance.hands[who].replace('_', ' ')} in hand")
        if stance.cells:
            facts.append(f"at {stance.cells[who][0]}.{stance.cells[who][1]}")
        facts += [
            f"{minus(value)} {why.replace('_', ' ')} on {scope}"
            for bearer, why, value, scope, _ in stance.bonuses
            if bearer == who
        ]
        turn = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}" if who == stance.turn else " "
        yield f"{turn} {name}: {', '.join(facts)}"
    if stance.turn != NOBODY:
        left = ", ".join(f"{amount} {word}" for word, amount in stance.budgets[stance.turn])
        yield f"left this turn: {left or 'nothing'}"


def _throw_text(session: Session, question: Roll | Harm) -> str:
    """What is thrown for, with the named parts of each total and the clauses."""
    names = session.bout.names
    shares = [f"{names[part.owner]} {minus(part.value)} {part.name}" for part in question.parts if part.value]
    what = f"damage to {names[question.fighter]}" if isinstance(question, Harm) else "a throw"
    return f"{what}{': ' + ', '.join(shares) if shares else ''} [{' '.join(_question_cites(question))}]"


def _question_cites(question: Question) -> tuple[str, ...]:
    return () if isinstance(question, Act) else question.clauses


def _dice_text(dice: tuple[Die, ...]) -> str:
    counts = [(die, len(list(same))) for die, same in groupby(dice)]
    return ", ".join(f"{n if n > 1 else ''}d{die.sides} {die.label.replace('_', ' ')}" for die, n in counts)


def _faces(text: str, count: int) -> tuple[int, ...]:
    """Faces as people type them: numbers with blanks or commas between."""
    words = text.replace(",", " ").split()
    if not all(word.isdigit() for word in words) or not words:
        raise Impossible(f"{text[:40]!r} is no throw: type {count} {'face' if count == 1 else 'faces'} as numbers")
    return tuple(int(word) for word in words)
