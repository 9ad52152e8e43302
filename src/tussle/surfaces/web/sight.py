"""Sight: what a seat may see of a table. Everything that leaves the server for a seat passes here.

A hidden fighter is not there for anybody but the game master and its own player. Where its numbers alone are
hidden, it is there, and no sentence, total, part or chance that needs one of them is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from tussle.ask.dice import Die
from tussle.ask.requests import Choose, Harm, Part, Roll
from tussle.bout.bout import Bout, token_name
from tussle.errors import TussleError
from tussle.play.transcript import Line
from tussle.surfaces.web.live import Beat, Live, thrown_by
from tussle.surfaces.web.seats import Seat

__all__ = ["UNSEEN", "Said", "Sight", "Stream", "state_digest"]

UNSEEN = "Something happens that you cannot see."
SOMEBODY = "somebody"
MOST_RETOLD = 150
"""So many events of a table that was just rebuilt can be sent once more."""
MOST_MISSED = 500
"""Who has missed more events than this is sent the state instead."""


class Said(Struct, frozen=True):
    """A line of the transcript as a seat may read it."""

    kind: str
    text: str
    cites: tuple[str, ...]


class Sight:
    """What one seat sees of a live table, as things stand.

    Attributes:
        hidden: the indices of fighters that are not there for this seat.
        secret: those whose numbers it does not know; the hidden among them.
    """

    def __init__(self, live: Live, seat: Seat) -> None:
        self.live, self.seat = live, seat
        self.bout: Bout = live.session.bout
        own = set(seat.fighters)
        hidden = set() if seat.master else live.hidden - own
        secret = set() if seat.master else (live.hidden | live.secret) - own
        names = self.bout.names
        self.hidden = frozenset(who for who, name in enumerate(names) if name in hidden)
        self.secret = frozenset(who for who, name in enumerate(names) if name in secret)

    @property
    def whole(self) -> bool:
        """Whether nothing is kept from this seat, so that positions and bouts may be handed to it as they are."""
        return not self.secret

    def mine(self, who: int) -> bool:
        """Whether the fighter is this seat's to play."""
        return self.seat.master or (who >= 0 and self.bout.names[who] in self.seat.fighters)

    def name(self, who: int) -> str:
        """A fighter's name, as this seat may know it."""
        if who < 0:
            return "Game master"
        return SOMEBODY if who in self.hidden else self.bout.names[who]

    def mentions(self, text: str) -> bool:
        """Whether a text has the name of a hidden fighter in it."""
        plain = text.replace("_", " ").lower()
        return any(self.bout.names[who].lower() in plain for who in self.hidden)

    def may_know(self, who: Iterable[int]) -> bool:
        """Whether the numbers of all these fighters are known to this seat."""
        return not self.secret.intersection(who)

    def sees_faces(self, mode: str, owners: Iterable[str]) -> bool:
        """Whether it sees the faces of a throw that was made in a mode with dice of these fighters."""
        if mode == "public":
            return True
        if self.seat.master:
            played = {token_name(name) for name in self.live.played}
            return mode != "self" or not played.intersection(owners)
        return mode in ("master", "self") and bool(
            {token_name(name) for name in self.seat.fighters}.intersection(owners)
        )

    # Sentences

    def line(self, line: Line, *, faces: bool = True) -> Said:
        """A line of the transcript; `faces`: the throw it tells of may be seen."""
        if self.hidden.intersection(line.who) or self.mentions(line.text):
            if line.kind == "turn":
                return Said(line.kind, f"{line.text.partition(':')[0]}: somebody's turn.", ())
            return Said("unseen", UNSEEN, ())
        if line.plain and (not faces or not self.may_know(line.who)):
            return Said(line.kind, line.plain, line.cites)
        return Said(line.kind, line.text, line.cites)

    def beat(self, beat: Beat) -> tuple[Said, ...]:
        """The lines of an event of the log."""
        if beat.kind in ("step", "begin"):
            faces = self.sees_faces(beat.mode, beat.throwers)
            return tuple(self.line(line, faces=faces) for line in beat.lines)
        return ()

    def transcript(self) -> list[Said]:
        """Every line in force."""
        live, found = self.live, []
        lines = live.session.transcript
        found += [self.line(line) for line in lines[: live.ends[0]]]
        for place, mode in enumerate(live.modes):
            faces = mode == "public" or self.sees_faces(mode, thrown_by(live.session.entries[place]))
            found += [self.line(line, faces=faces) for line in lines[live.ends[place] : live.ends[place + 1]]]
        return found

    def error(self, error: TussleError) -> str:
        """An error's sentence, without the name of anybody this seat does not know of."""
        text = str(error)
        return "that cannot be done now: the game master knows why" if self.mentions(text) else text

    # Dice

    def die(self, die: Die) -> Die | None:
        """A die that is due; None where its owner is hidden."""
        return None if die.owner in self.hidden else die

    def parts(self, request: Roll | Harm, owner: int) -> tuple[Part, ...] | None:
        """The named parts of a total; None where this seat may not know them."""
        if owner in self.secret:
            return None
        return tuple(part for part in request.parts if part.owner == owner)

    def known(self, request: Roll | Harm | Choose) -> bool:
        """Whether a request can be shown with its law: it needs no number this seat does not know."""
        if isinstance(request, Choose):
            return request.fighter not in self.hidden and not any(map(self.mentions, request.options))
        owners = {die.owner for die in request.dice} | {part.owner for part in request.parts}
        if isinstance(request, Harm):
            owners.add(request.fighter)
        return self.may_know(owners)


class Stream:
    """The events of a table as one sort of seat is sent them, one document an event.

    Each tells how to come from the transcript before to the one after: keep so many lines, then add these. What
    is hidden now is hidden in all of them; so when that changes everybody begins anew (`epoch`).
    """

    def __init__(self, sight: Sight) -> None:
        self.epoch = sight.live.epoch
        self.first = sight.live.seq
        self._lines: list[Said] = sight.transcript()
        self._sent: dict[int, bytes] = {}

    @classmethod
    def of(cls, sight: Sight) -> Stream:
        """The stream up to now, its last events told once more: what was sent before a restart goes on after it."""
        live = sight.live
        again = Live(live.row)
        again.played, again.hidden, again.secret = live.played, live.hidden, live.secret
        begun = max(live.epoch, live.seq - MOST_RETOLD)
        stream = None
        for number, event in enumerate(live.log, 1):
            if stream is None and number > begun:
                stream = cls(Sight(again, sight.seat))
            again.replay(*event)
            again.hidden, again.secret = live.hidden, live.secret
            if stream is not None:
                stream.advance(Sight(again, sight.seat))
        stream = stream or cls(sight)
        stream.epoch = live.epoch
        return stream

    def advance(self, sight: Sight) -> None:
        """Note the event that has just happened."""
        lines = self._lines
        now = sight.transcript()
        keep = 0
        while keep < min(len(lines), len(now)) and lines[keep] == now[keep]:
            keep += 1
        self._sent[sight.live.seq] = _document(sight, keep, now)
        if len(self._sent) > MOST_MISSED:
            self.first += 1
            del self._sent[self.first]
        self._lines = now

    def since(self, sight: Sight, seq: int) -> list[tuple[int, str, bytes]]:
        """What to send to whoever has seen event `seq`: (number, sort, document) each."""
        now = sight.live.seq
        if seq == now:
            return []
        if self.first <= seq < now and now - seq <= MOST_MISSED:
            return [(number, "step", self._sent[number]) for number in range(seq + 1, now + 1)]
        return [(now, "resync", _document(sight, 0, self._lines))]


def _document(sight: Sight, keep: int, lines: list[Said]) -> bytes:
    position = sight.live.position if sight.whole else None
    return msgspec.json.encode(
        {
            "event": sight.live.seq,
            "keep": keep,
            "lines": [[line.text, list(line.cites)] for line in lines[keep:]],
            "position": position,
            "digest": state_digest([line.text for line in lines], position),
        }
    )


def state_digest(lines: list[str], position: str | None) -> str:
    """A digest of all that a seat has been told: two that agree on it have missed nothing."""
    return hashlib.sha256("\n".join([*lines, position or ""]).encode()).hexdigest()[:16]
