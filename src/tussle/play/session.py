"""A session: a grapple played, with undo, amend, events, and whoever answers.

>>> from tussle import Session, fighters, load
>>> rules = load("hug")
>>> session = Session(fighters(rules, "Arangu", "Tivid"), first="Arangu")
>>> session.push("grapple:Tivid:athletics")
>>> session.pending.options
('club', 'unarmed', 'no')
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from tussle.ask.requests import Harm, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.notation import full_token
from tussle.bout.stance import Position
from tussle.errors import Impossible, TussleError
from tussle.play.situation import Act, Entry, Question, Situation
from tussle.play.transcript import Line

__all__ = ["Answerer", "LegalActions", "Session", "Step", "machine_dice"]

Answerer: TypeAlias = "Callable[[Session], str | tuple[int, ...] | None]"
"""Who answers: looks at the session's `pending` and gives a token, an option or faces, or None to leave it."""


class Step(Struct, frozen=True):
    """One line of the record's story, never rewritten.

    Attributes:
        kind: `entry`, `undo` (the last entry is taken back) or `amend` (an entry gets other faces).
        entry: what was said; of an amend, the entry as it is now.
        place: of an amend, which of the entries in force it was, from 0.
    """

    kind: str
    entry: Entry | None = None
    place: int = 0


class LegalActions(Collection[str]):
    """The tokens of every action that can be taken now: lazy, with `in`, `len` and a repr that shows them.

    Of who may act out of turn the name stands in front: `Bob>leave`.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def _tokens(self) -> tuple[str, ...]:
        question = self._session.pending
        if not isinstance(question, Act):
            return ()
        stance = self._session.position.stance
        return tuple(full_token(self._session.bout, stance, action) for action in question.actions)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tokens())

    def __contains__(self, text: object) -> bool:
        return text in self._tokens()

    def __len__(self) -> int:
        return len(self._tokens())

    def __getitem__(self, place: int) -> str:
        return self._tokens()[place]

    def __repr__(self) -> str:
        return f"<LegalActions {', '.join(self._tokens()) or 'none'}>"


class Session:
    """A grapple on its way.

    Args:
        bout: who fights whom, under which rules.
        position: where it begins; None: with initiative to be rolled.
        first: instead of a position: who has the first turn, the others following as named.
        answerers: who answers what, asked in turn; what nobody answers waits in `pending`.
        seed: of the dice `roll` throws; the same seed and answers give the same faces.

    Attributes:
        source: where the faces come from, for the record: `roll` (the machine), `enter` or `ask` (a person).
    """

    def __init__(
        self,
        bout: Bout,
        position: Position | None = None,
        *,
        first: str | None = None,
        answerers: Sequence[Answerer] = (),
        seed: int | None = None,
    ) -> None:
        if position is None:
            order = None if first is None else _order(bout, first)
            position = bout.opening(order)
        self._start = (bout, position)
        self.entries: list[Entry] = []
        self.history: list[Step] = []
        self.answerers = list(answerers)
        self.source = "roll"
        self.seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._now = Situation(bout, position)
        self._listeners: list[Callable[[Step], None]] = []

    # What is

    @property
    def start(self) -> tuple[Bout, Position]:
        """The bout and the position it began with."""
        return self._start

    @property
    def bout(self) -> Bout:
        """The bout as it is now; events may have changed it."""
        return self._now.bout

    @property
    def position(self) -> Position:
        """The position now."""
        return self._now.position

    @property
    def pending(self) -> Question | None:
        """What is asked now: an `Act`, a `Roll`, a `Choose` or a `Harm`; None when the grapple is over."""
        return self._now.question

    @property
    def over(self) -> bool:
        """Whether the grapple is over."""
        return self.pending is None

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._now.round

    @property
    def paused(self) -> bool:
        """Whether an action is in progress."""
        return self._now.paused

    @property
    def under_way(self) -> tuple[tuple[Action, ...], tuple[Any, ...]]:
        """What has gone on since the position: the actions it may be (none: something due), and the answers given."""
        return self._now.doing, self._now.told

    @property
    def legal_actions(self) -> LegalActions:
        """Every action that can be taken now, as tokens."""
        return LegalActions(self)

    @property
    def transcript(self) -> tuple[Line, ...]:
        """What happened, a line each."""
        return tuple(self._now.lines)

    # What is said

    def push(self, text: str, by: str | None = None) -> None:
        """Take an action: a token, or its beginning (what is left out is asked).

        Raises:
            Illegal: the rules forbid it now; the error names the clause.
            Unreadable: no such action.
            Impossible: something else is asked.
        """
        if not isinstance(self.pending, Act):
            raise Impossible("an answer is due before anybody acts")
        self._say(self._now.entry(text, by))

    def answer(self, value: str | Sequence[int] | int) -> None:
        """Answer what is pending: an option, a face, or the faces of a throw in the order of its dice.

        Raises:
            Impossible: it is no answer to what is asked.
        """
        self._say(self._now.entry((value,) if isinstance(value, int) else value))

    def roll(self) -> tuple[int, ...]:
        """Let the machine throw what is due; the faces."""
        question = self.pending
        if not isinstance(question, Roll | Harm):
            raise Impossible("no throw is due")
        faces = self.faces(question)
        self.answer(faces)
        return faces

    def faces(self, question: Roll | Harm) -> tuple[int, ...]:
        """Faces for a throw: they follow from the seed and from how much has been said before."""
        dice = random.Random(f"{self.seed}/{len(self.history)}")
        return tuple(dice.randint(1, die.sides) for die in question.dice)

    def event(self, text: str) -> None:
        """Something from outside the rules, by the game master; see `tussle.play.events.GRAMMAR`.

        Raises:
            Unreadable: it cannot be read, or cannot be.
        """
        self._say(Entry("event", "GM", text.strip()))

    def cancel(self) -> None:
        """Take what is in progress back to where it began: the game master's, recorded."""
        self._say(Entry("cancel", "GM"))

    def undo(self) -> Entry:
        """Take the last entry back.

        Raises:
            Impossible: there is none.
        """
        if not self.entries:
            raise Impossible("there is nothing to take back")
        entry = self.entries[-1]
        self._rewind(self.entries[:-1])
        self._note(Step("undo"))
        return entry

    def pop(self) -> None:
        """Take the last action back, with all that was answered since; before any action, the last entry."""
        while self.undo().kind not in ("act", "event") and self.entries:
            pass

    def amend(self, place: int, faces: Sequence[int]) -> Entry | None:
        """Give a throw other faces; what came later is kept as long as it still fits.

        Args:
            place: which entry, from 0; negative: from the end.
            faces: the faces that were really thrown.

        Returns:
            The first entry that did not fit any more, and was dropped with all after it; None if all did.

        Raises:
            Impossible: that entry is no throw, or its dice have no such faces.
        """
        place = place + len(self.entries) if place < 0 else place
        if not 0 <= place < len(self.entries) or self.entries[place].kind not in ("roll", "harm"):
            raise Impossible("only a throw can be amended: name its place in the record")
        old = self.entries[place]
        entry = Entry(old.kind, old.who, old.text, tuple(faces), old.dice, old.cites)
        dropped = self._rewind([*self.entries[:place], entry], self.entries[place + 1 :])
        self._note(Step("amend", entry, place))
        return dropped

    def fits(self, entry: Entry) -> bool:
        """Whether an entry answers what is asked now: clauses, asker, dice and option are those offered."""
        return self._now.fits(entry)

    def listen(self, listener: Callable[[Step], None]) -> Callable[[], None]:
        """Call `listener` with every step as soon as it is taken: a record, a screen. What is returned ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def take(self, step: Step) -> None:
        """Repeat a step of a record.

        Raises:
            TussleError: it cannot be taken here.
        """
        if step.kind == "undo":
            self.undo()
        elif step.kind == "amend" and step.entry is not None:
            self.amend(step.place, step.entry.faces)
        elif step.entry is not None:
            self._say(step.entry)

    # Going on

    def ask(self) -> bool:
        """Let the answerers answer what is pending; whether one did."""
        for answerer in self.answerers:
            value = None if self.over else answerer(self)
            if value is not None:
                if isinstance(self.pending, Act) and isinstance(value, str):
                    self.push(value)
                else:
                    self.answer(value)
                return True
        return False

    def play(self, limit: int = 10_000, rounds: int | None = None) -> None:
        """Let the answerers go on until nobody answers, the grapple is over, or a limit is reached.

        Args:
            limit: how many answers at most.
            rounds: stop before a round after this one begins.
        """
        for _ in range(limit):
            if self.over or (rounds is not None and self.round > rounds) or not self.ask():
                return

    def _say(self, entry: Entry) -> None:
        """Feed an entry; whatever fails leaves everything as it was."""
        try:
            self._now.feed(entry)
        except TussleError:
            self._rewind(self.entries)
            raise
        self.entries.append(entry)
        self._note(Step("entry", entry))

    def _note(self, step: Step) -> None:
        self.history.append(step)
        for listener in self._listeners:
            listener(step)

    def _rewind(self, entries: Sequence[Entry], later: Sequence[Entry] = ()) -> Entry | None:
        """Tell the story again from `entries`, then from `later` as far as it fits; the first that does not."""
        now = Situation(*self._start)
        for entry in entries:
            now.feed(entry)
        kept = list(entries)
        dropped = None
        for entry in later:
            if not now.fits(entry):
                dropped = entry
                break
            now.feed(entry)
            kept.append(entry)
        self._now, self.entries = now, kept
        return dropped


def _order(bout: Bout, first: str) -> tuple[int, ...]:
    if first not in bout.names:
        raise Impossible(f"{first!r} is not in the bout: {', '.join(bout.names)}")
    place = bout.names.index(first)
    return (*range(place, len(bout.names)), *range(place))


def machine_dice(session: Session) -> tuple[int, ...] | None:
    """The answerer that throws every die."""
    question = session.pending
    return session.faces(question) if isinstance(question, Roll | Harm) else None
