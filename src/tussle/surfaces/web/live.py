"""A live table: a session, and what a table has beside it. It is what its log gives, event by event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.notation import parse_position, position_text, read_bout
from tussle.errors import Impossible, Unreadable
from tussle.play.session import Session, Step
from tussle.play.situation import Act, Entry, Situation
from tussle.play.transcript import Line
from tussle.surfaces.web.seats import Forbidden, Seat

__all__ = ["COMMANDS", "MODES", "Beat", "Command", "Die", "Live", "thrown_by"]

MODES = {
    "public": "everyone",
    "master": "the game master and who threw",
    "blind": "the game master alone",
    "self": "who threw alone",
}
"""Who sees the faces of a throw. What comes of it shows in the position, whoever sees the dice."""

COMMANDS = (
    "act",
    "choose",
    "dice",
    "event",
    "undo",
    "amend",
    "cancel",
    "pause",
    "resume",
    "note",
    "hide",
    "show",
    "mode",
)
MAX_TEXT = 2_000
MAX_EVENTS = 20_000


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat wants done.

    Attributes:
        do: one of `COMMANDS`.
        text: the action, the option, the event, the note, the fighter to hide, or the roll mode.
        by: of an action, the fighter who acts, where somebody may out of turn.
        faces: of dice and amend, a face for each die by its place; 0 or absent: the machine throws it.
        place: of an amend, which entry, from 0.
        numbers: of hide and show, whether the numbers alone are meant.
    """

    do: str
    text: str = ""
    by: str = ""
    faces: dict[int, int] = {}
    place: int = -1
    numbers: bool = False


class Die(Struct, frozen=True):
    """A die that lies on the table already, while others of the throw are still out."""

    face: int
    typed: bool


class Beat(Struct):
    """What one event of the log did.

    Attributes:
        seat: the name of the seat it came from.
        lines: what was said in it.
        text: of a note and the like, its text.
        entry: the place of its entry in the session; -1 for none.
        mode: who sees its faces.
        throwers: whose dice it holds, as they stand in tokens.
        typed: which of its dice were typed.
        back: whether it has been taken back since.
    """

    seq: int
    kind: str
    seat: str
    lines: tuple[Line, ...] = ()
    text: str = ""
    entry: int = -1
    mode: str = "public"
    throwers: tuple[str, ...] = ()
    typed: tuple[bool, ...] = ()
    back: bool = False


def thrown_by(entry: Entry | None) -> tuple[str, ...]:
    """Whose dice an entry holds, as their names stand in tokens."""
    return tuple(dict.fromkeys(die.split(":")[1] for die in entry.dice)) if entry else ()


class Live:
    """A table as it is now.

    Args:
        row: its row in the store.

    Attributes:
        row, log: what it was made from: its row in the store, and its events.
        seq: the number of its last event.
        turn: the number of the last event that changed what anybody may do: a form that has seen it is fresh.
        epoch: the number of the last event that changed what is hidden.
        hidden, secret: the fighters nobody but the game master sees, and those whose numbers are hidden.
        mode: who sees the faces of the throws to come.
        dice: the faces of the throw that is due, as far as they lie on the table.
        played: the fighters that players have seats for.
    """

    def __init__(self, row: Mapping[Any, Any]) -> None:
        self.row = dict(row)
        self.log: list[tuple[str, str, Mapping[str, Any]]] = []
        self.id: str = row["id"]
        self.title: str = row["title"]
        bout = read_bout(row["bout"])
        if bout.rules.digest != row["digest"]:
            raise Unreadable(f"{self.title} was begun under other clauses of {bout.rules.name} than are in force now")
        self.session = Session(bout, parse_position(bout, row["start"]), seed=int(row["seed"]))
        told = msgspec.json.decode(row["hidden"], type=dict[str, list[str]])
        self.hidden, self.secret = set(told.get("all", [])), set(told.get("numbers", []))
        self.seq = self.turn = self.epoch = 0
        self.paused = False
        self.mode = "public"
        self.notes: list[str] = []
        self.dice: dict[int, Die] = {}
        self.played: frozenset[str] = frozenset()
        self.beats: list[Beat] = [Beat(0, "begin", "", self.session.transcript)]
        self.modes: list[str] = []
        self.ends: list[int] = [len(self.session.transcript)]

    @property
    def position(self) -> str:
        """The position as one line."""
        return position_text(self.session.bout, self.session.position)

    # From the log

    def replay(self, kind: str, seat: str, body: Mapping[str, Any]) -> None:
        """Take an event of the log once more."""
        if kind == "step":
            self.session.take(msgspec.convert(body["step"], Step))
        self._apply(kind, seat, body)

    def _apply(self, kind: str, seat: str, body: Mapping[str, Any]) -> None:
        """What an event does beside the session, which has taken its step already."""
        self.seq += 1
        self.log.append((kind, seat, body))
        beat = Beat(self.seq, kind, seat, text=str(body.get("text", "")))
        if kind != "note":
            self.turn = self.seq
        if kind == "step":
            self._stepped(beat, msgspec.convert(body["step"], Step), body)
        elif kind == "die":
            self.dice[body["place"]] = Die(body["face"], body["typed"])
        elif kind in ("pause", "resume"):
            self.paused = kind == "pause"
        elif kind == "note":
            self.notes.append(body["text"])
        elif kind == "mode":
            self.mode = body["text"]
        elif kind in ("hide", "show"):
            names = self.secret if body["numbers"] else self.hidden
            (names.add if kind == "hide" else names.discard)(body["text"])
            self.epoch = self.seq
        self.beats.append(beat)

    def _stepped(self, beat: Beat, step: Step, body: Mapping[str, Any]) -> None:
        """Keep with each entry who sees its faces and where its lines end, and mark what was taken back."""
        self.dice = {}
        beat.throwers = thrown_by(step.entry)
        lines = self.session.transcript
        entries = len(self.session.entries)
        beat.mode, beat.typed = str(body.get("mode", "public")), tuple(body.get("typed", ()))
        if step.kind == "entry":
            beat.entry = entries - 1
            self.modes.append(beat.mode)
            self.ends.append(len(lines))
            beat.lines = lines[self.ends[-2] :]
            return
        place = step.place if step.kind == "amend" else entries
        for old in self.beats:
            old.back = old.back or old.entry >= place
        del self.modes[entries:]
        if step.kind == "undo":
            del self.ends[entries + 1 :]
            return
        self._find_ends()
        beat.entry = place
        beat.lines = lines[self.ends[place] :]

    def _find_ends(self) -> None:
        """Where the lines of each entry end, told from the beginning."""
        now = Situation(*self.session.start)
        self.ends = [len(now.lines)]
        for entry in self.session.entries:
            now.feed(entry)
            self.ends.append(len(now.lines))

    # From a seat

    def say(self, seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        """Carry out what a seat wants done; the events it makes, in order.

        Raises:
            Forbidden: it is not that seat's to do.
            TussleError: it cannot be done; nothing has changed.
        """
        if command.do not in COMMANDS:
            raise Unreadable(f"{command.do[:20]!r} is nothing a seat can do: {', '.join(COMMANDS)}")
        if len(command.text) > MAX_TEXT:
            raise Unreadable(f"that is longer than {MAX_TEXT:,} characters")
        if self.seq >= MAX_EVENTS:
            raise Impossible(f"this table has {MAX_EVENTS:,} events, and holds no more: export its record")
        if not seat.master:
            self._may(seat, command)
        made: list[tuple[str, dict[str, Any]]] = getattr(self, f"_do_{command.do}")(seat, command)
        for kind, body in made:
            self._apply(kind, seat.name, body)
        return made

    def _may(self, seat: Seat, command: Command) -> None:
        """What a seat may do that is not the game master's."""
        if seat.kind == "spectator":
            raise Forbidden("a spectator watches: ask the game master for a seat that plays")
        if self.paused:
            raise Impossible("the table is paused: the game master goes on with it")
        question, names = self.session.pending, self.session.bout.names
        if command.do == "act":
            by = command.by or (names[question.by] if isinstance(question, Act) else "")
            if by and by not in seat.fighters:
                raise Forbidden(f"{self._known(by, seat)} is not yours to play: it is not your turn")
        elif command.do == "choose":
            if isinstance(question, Choose) and names[question.fighter] not in seat.fighters:
                raise Forbidden(f"the choice is not yours, but {self._known(names[question.fighter], seat)}'s")
        elif command.do != "dice":
            raise Forbidden("only the game master can do that")

    def _known(self, name: str, seat: Seat) -> str:
        """A name as that seat may hear it."""
        return "somebody" if name in self.hidden and name not in seat.fighters else name

    def own_dice(self, seat: Seat) -> list[int]:
        """The places of the dice that are due and that seat's to throw."""
        question = self.session.pending
        if not isinstance(question, Roll | Harm):
            return []
        names = self.session.bout.names
        return [
            place
            for place, die in enumerate(question.dice)
            if seat.master or (die.owner >= 0 and names[die.owner] in seat.fighters)
        ]

    def _step(self, **more: Any) -> list[tuple[str, dict[str, Any]]]:
        """The event of the step the session has just taken."""
        return [("step", {"step": msgspec.to_builtins(self.session.history[-1]), **more})]

    def _do_act(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        self.session.push(command.text, command.by or None)
        return self._step()

    def _do_choose(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        self.session.answer(command.text)
        return self._step()

    def _do_dice(self, seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        """Dice typed or rolled; the throw is answered as soon as all lie on the table."""
        question = self.session.pending
        if not isinstance(question, Roll | Harm):
            raise Impossible("no throw is due")
        mine = self.own_dice(seat)
        if not mine:
            raise Forbidden("none of the dice that are due is yours to throw")
        for place, face in command.faces.items():
            if place not in range(len(question.dice)):
                raise Impossible(f"there is no die {place + 1} in this throw: {len(question.dice)} are due")
            if place not in mine:
                raise Forbidden("that die is not yours to throw")
            sides = question.dice[place].sides
            if face and not 1 <= face <= sides:
                raise Impossible(f"{face} is no face of a d{sides}: 1 to {sides}")
        thrown = self.session.faces(question)
        lying = dict(self.dice)
        for place in mine:
            face = command.faces.get(place, 0)
            if face or place not in lying:
                lying[place] = Die(face or thrown[place], bool(face))
        if len(lying) < len(question.dice):
            return [("die", {"place": place, "face": lying[place].face, "typed": lying[place].typed}) for place in mine]
        dice = [lying[place] for place in range(len(question.dice))]
        self.session.answer(tuple(die.face for die in dice))
        return self._step(mode=self.mode, typed=[die.typed for die in dice])

    def _do_event(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        self.session.event(command.text)
        return self._step()

    def _do_undo(self, _seat: Seat, _command: Command) -> list[tuple[str, dict[str, Any]]]:
        self.session.undo()
        return self._step()

    def _do_amend(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        entries = self.session.entries
        place = command.place
        if not 0 <= place < len(entries):
            raise Impossible("there is no such throw to amend")
        old = entries[place].faces
        self.session.amend(place, [command.faces.get(number, 0) or face for number, face in enumerate(old)])
        return self._step(mode=self.modes[place])

    def _do_cancel(self, _seat: Seat, _command: Command) -> list[tuple[str, dict[str, Any]]]:
        self.session.cancel()
        return self._step()

    def _do_pause(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        if self.paused is (command.do == "pause"):
            raise Impossible("the table is paused already" if self.paused else "the table is not paused")
        return [(command.do, {})]

    _do_resume = _do_pause

    def _do_note(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        if not command.text.strip():
            raise Unreadable("the note is empty")
        return [("note", {"text": command.text.strip()})]

    def _do_hide(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        names = self.session.bout.names
        if command.text not in names:
            raise Unreadable(f"{command.text[:40]!r} is not in the bout: {', '.join(names)}")
        return [(command.do, {"text": command.text, "numbers": command.numbers})]

    _do_show = _do_hide

    def _do_mode(self, _seat: Seat, command: Command) -> list[tuple[str, dict[str, Any]]]:
        if command.text not in MODES:
            raise Unreadable(f"{command.text[:20]!r} is no roll mode: {', '.join(MODES)}")
        return [("mode", {"text": command.text})]
