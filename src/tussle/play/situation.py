"""A grapple in progress: what is asked now, and what follows each answer.

It is a pure reading of its entries: the same bout, the same position and the same entries give the same
situation, so undo, amend, save and resume are replays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from tussle.ask.advance import Ended, proceed
from tussle.ask.requests import Again, Choose, Gauge, Harm, Procedure, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout, token_name
from tussle.bout.notation import find_actions, token, whose
from tussle.bout.stance import GM, NOBODY, Position, Stance
from tussle.bout.walk import begin, complete, due, legal_actions, over, settle
from tussle.errors import Fault, Impossible, TussleError
from tussle.play.events import apply_event
from tussle.play.transcript import Line, amount_line, describe, roll_line, speaks_of, tell_line

__all__ = ["Act", "Entry", "Question", "Situation", "question_cites"]


class Act(Struct, frozen=True):
    """The question what somebody does now.

    Attributes:
        by: the index of the fighter whose turn it is.
        actions: all that can be done, by that fighter or by one who may act out of turn.
    """

    by: int
    actions: tuple[Action, ...]


Question: TypeAlias = "Act | Roll | Choose | Harm"
"""What a person, dice or a policy is asked."""


class Entry(Struct, frozen=True):
    """One thing that was said: an action, an answer, or a game master's event.

    Attributes:
        kind: `act`, `choose`, `roll`, `harm`, `event` or `cancel`.
        who: the fighter who acts, chooses or is harmed, or whose action is rolled for; "GM" for events.
        text: the token, the option, or the event.
        faces: the faces of a throw, in the order of its dice.
        dice: those dice, each as `d20:Otto:athletics`.
        cites: the clauses of the request.
    """

    kind: str
    who: str
    text: str = ""
    faces: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


def question_cites(question: Question) -> tuple[str, ...]:
    """The clauses a question rests on; none for the choice of an action."""
    return () if isinstance(question, Act) else question.clauses


def _count(question: Roll | Harm) -> str:
    """How many faces: `1 face is`, `2 faces are`."""
    return "1 face is" if len(question.dice) == 1 else f"{len(question.dice)} faces are"


class Situation:
    """Where a grapple is.

    Attributes:
        bout: the bout as it is now; events may have changed it.
        question: what is asked now; None when the grapple is over.
        lines: the transcript so far.
        round: the number of the round, from 1.
        doing: the actions that what is in progress may still be; none where it is something due.
        told: what the procedure in progress has been told so far.
    """

    def __init__(self, bout: Bout, position: Position) -> None:
        self.bout = bout
        self.question: Question | None = None
        self.lines: list[Line] = []
        self.round = 1
        self.doing: tuple[Action, ...] = ()
        self.told: tuple[Any, ...] = ()
        self._boundary = position
        self._tallies = position.tallies
        self._procedure: Procedure | None = None
        self._waiting: list[str] = []
        self._go_on(position.stance)

    @property
    def position(self) -> Position:
        """The position: in the middle of an action, as it was when its current part began, harm included."""
        return Position(self._boundary.stance, self._tallies)

    @property
    def paused(self) -> bool:
        """Whether something is in progress: an answer is due before anybody can act."""
        return self._procedure is not None

    def entry(self, value: str | Sequence[int], by: str | None = None) -> Entry:
        """The entry that answers the question with `value`: a token, an option, or faces.

        Args:
            by: who acts, where somebody may out of turn; None: whose turn it is.

        Raises:
            Impossible: the answer is of the wrong sort for the question.
        """
        question = self.question
        if question is None:
            raise Impossible("the grapple is over: nothing is asked")
        if isinstance(question, Act):
            if not isinstance(value, str):
                raise Impossible("an action is asked for, not a throw")
            actor, words = (None, value) if by else whose(self.bout, value)
            return Entry("act", by or self.bout.names[question.by if actor is None else actor], words)
        if isinstance(question, Choose):
            if not isinstance(value, str):
                raise Impossible(f"a choice is asked for, not a throw: {', '.join(question.options)}")
            return Entry("choose", self.bout.names[question.fighter], value, cites=question.clauses)
        if isinstance(value, str):
            raise Impossible(f"{_count(question)} asked for, not {value[:40]!r}")
        kind = "harm" if isinstance(question, Harm) else "roll"
        about = question.fighter if isinstance(question, Harm) else question.dice[0].owner
        who = self.bout.names[about] if about != NOBODY else GM
        return Entry(kind, who, "", tuple(value), self.dice_words(question), question.clauses)

    def dice_words(self, question: Roll | Harm) -> tuple[str, ...]:
        """The dice of a throw, each as `d20:Otto:athletics`."""
        names = self.bout.names
        return tuple(
            f"d{die.sides}:{token_name(names[die.owner] if die.owner != NOBODY else GM)}:{token_name(die.label)}"
            for die in question.dice
        )

    def fits(self, entry: Entry) -> bool:
        """Whether an entry of another telling answers the question as it is here.

        The clauses, who is asked, the dice, and the option or action must be the same.
        """
        if entry.kind in ("event", "cancel"):
            return entry.kind == "event" or self.paused
        if self.question is None:
            return False
        try:
            asked = self.entry(entry.faces or entry.text, entry.who if entry.kind == "act" else None)
        except Impossible:
            return False
        if (asked.kind, asked.who, asked.dice, asked.cites) != (entry.kind, entry.who, entry.dice, entry.cites):
            return False
        if isinstance(self.question, Choose):
            return entry.text in self.question.options
        if isinstance(self.question, Act):
            # A longer action of the same beginning is another action: the token itself must be offered.
            return any(
                self.bout.names[action.by] == entry.who
                and (token(self.bout, action) + ":").startswith(entry.text + ":")
                for action in self.question.actions
            )
        return True

    def feed(self, entry: Entry) -> None:
        """Take one entry and go on to the next question.

        Raises:
            TussleError: the entry does not answer what is asked; nothing has changed then.
        """
        if entry.kind == "event":
            self._event(entry.text)
        elif entry.kind == "cancel":
            self._cancel()
        elif entry.kind == "act":
            self._act(entry)
        elif entry.kind == "choose":
            self._choose(entry.text)
        else:
            self._throw(entry.faces)

    # What each kind of entry does

    def _act(self, entry: Entry) -> None:
        if not isinstance(self.question, Act):
            raise Impossible(f"{self._asked()} before anybody acts")
        names = self.bout.names
        by = names.index(entry.who) if entry.who in names else self.question.by
        stance = self._boundary.stance
        actions = find_actions(self.bout, stance, entry.text, by)
        said = describe(self.bout, actions[0]) if len(actions) == 1 else entry.text.replace("_", " ")
        self.lines.append(Line("act", f"{names[by]}: {said}", (), (by, *speaks_of(self.bout, said))))
        self.doing, self.told = tuple(actions), ()
        self._procedure = (
            begin(self.bout, stance, actions[0]) if len(actions) == 1 else complete(self.bout, stance, actions)
        )
        self._run(None)

    def _choose(self, option: str) -> None:
        question = self.question
        if not isinstance(question, Choose):
            raise Impossible(f"{self._asked()}, not a choice")
        if option not in question.options:
            raise Impossible(f"{option[:40]!r} is not offered: one of {', '.join(question.options)}")
        name = self.bout.names[question.fighter]
        who = (question.fighter, *speaks_of(self.bout, option))
        self.lines.append(Line("choose", f"{name} chooses {option.replace('_', ' ')}", question.clauses, who))
        self._run(option)

    def _throw(self, faces: tuple[int, ...]) -> None:
        question = self.question
        if not isinstance(question, Roll | Harm):
            raise Impossible(f"{self._asked()}, not a throw")
        if len(faces) != len(question.dice):
            raise Impossible(f"{_count(question)} asked for, not {len(faces)}")
        for face, die in zip(faces, question.dice, strict=True):
            if not 1 <= face <= die.sides:
                raise Impossible(f"{face} is no face of a d{die.sides}: 1 to {die.sides}")
        if isinstance(question, Harm):
            self._harm(question, faces)
            return
        answer = question.reading.read(faces)
        if isinstance(answer, Again):
            self.lines.append(roll_line(self.bout, question, faces, "again"))
            dice = tuple(question.dice[which] for which in answer.which)
            self.question = Roll(dice, answer.reading, question.parts, question.cites)
            return
        self.lines.append(roll_line(self.bout, question, faces, answer))
        self._run(answer)

    def _harm(self, harm: Harm, faces: tuple[int, ...]) -> None:
        amount = harm.reading.read(faces)
        if not isinstance(amount, int):
            raise Fault(f"a harm of {amount!r} is no amount")
        self._tallies, harmed = self.bout.rules.absorb(self.bout, self._tallies, harm, amount)
        self.lines.append(amount_line(self.bout, self._tallies, harm, faces, amount))
        self._run(harmed)

    def _event(self, text: str) -> None:
        if self.paused:
            apply_event(self.bout, self.position, text)  # refuse it now if it can never be
            self._waiting.append(text)
            self._event_line(self.bout, text, "(once this is done)")
            return
        self.bout, position = apply_event(self.bout, self.position, text)
        self._event_line(self.bout, text)
        self._tallies = position.tallies
        self._go_on(position.stance)

    def _cancel(self) -> None:
        if not self.paused:
            raise Impossible("nothing is in progress that could be cancelled")
        self.lines.append(Line("event", "GM: takes back what is in progress", (GM,)))
        self._procedure = None
        self._tallies = self._boundary.tallies
        self._go_on(self._boundary.stance)

    # Going on

    def _run(self, answer: Any) -> None:
        """Send an answer, and go on until somebody must be asked."""
        procedure = self._procedure
        if procedure is None:
            raise Fault("nothing is in progress")
        if answer is not None:
            self.told = (*self.told, answer)
        step = proceed(procedure, answer)
        self.lines.extend(tell_line(self.bout, tell) for tell in step.tells)
        if isinstance(step, Ended):
            self._procedure = None
            self._go_on(step.end)
            return
        request = step.request
        if isinstance(request, Gauge):
            self._run(request.excess(self.bout.rules.tallies, self._tallies[request.fighter]))
        elif isinstance(request, Harm) and not request.dice:
            self._harm(request, ())
        elif isinstance(request, Roll) and not request.dice:
            self._run(request.reading.read(()))
        else:
            self.question = request

    def _go_on(self, stance: Stance) -> None:
        """From the end of a procedure: events that waited, upkeep, what is due, and the next question."""
        before = self._boundary.stance
        waiting, self._waiting = self._waiting, []
        for text in waiting:
            stance = self._late_event(settle(self.bout, stance), text)
        stance = settle(self.bout, stance)
        self._boundary = Position(stance, self._tallies)
        self._turn_line(before, stance)
        if over(self.bout, stance):
            self.question = None
            self.lines.append(Line("over", "The grapple is over.", ()))
        elif stance.agenda:
            self.doing, self.told = (), ()
            self._procedure = due(self.bout, stance)
            self._run(None)
        else:
            self.question = Act(stance.turn, legal_actions(self.bout, stance))

    def _late_event(self, stance: Stance, text: str) -> Stance:
        """An event that waited; what has become impossible meanwhile is said, and left out."""
        try:
            self.bout, position = apply_event(self.bout, Position(stance, self._tallies), text)
        except TussleError as error:
            self._event_line(self.bout, text, f"is not possible any more: {error}")
            return stance
        self._tallies = position.tallies
        self._event_line(self.bout, text)
        return position.stance

    def _event_line(self, bout: Bout, text: str, more: str = "") -> None:
        """What the game master said, and what became of it."""
        said = f"GM: {text} {more}".rstrip()
        self.lines.append(Line("event", said, (GM,), speaks_of(bout, said), "GM: something changes"))

    def _turn_line(self, before: Stance, stance: Stance) -> None:
        """A line where a turn begins; the round goes up when the order starts again."""
        if stance.turn == NOBODY or (stance.turn == before.turn and self.lines) or over(self.bout, stance):
            return
        if self.lines and before.turn != NOBODY and stance.order.index(stance.turn) <= stance.order.index(before.turn):
            self.round += 1
        said = f"Round {self.round}: {self.bout.names[stance.turn]}'s turn."
        self.lines.append(Line("turn", said, (), (stance.turn,)))

    def _asked(self) -> str:
        """What is asked now, as the beginning of a sentence."""
        question = self.question
        if question is None:
            return "the grapple is over"
        if isinstance(question, Act):
            return f"an action of {self.bout.names[question.by]} is asked for"
        if isinstance(question, Choose):
            return f"a choice of {self.bout.names[question.fighter]} is asked for ({', '.join(question.options)})"
        return f"a throw of {', '.join(self.dice_words(question))} is asked for"
