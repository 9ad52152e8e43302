"""The record: a text file a person can read and mail, from which a session is played back.

The head carries the bout whole, the version of the rule set with a short digest a clause, the position it began
with, and where the dice come from with their seed. Then one line a step: an action, an answer with its faces and
clauses, an event, an undo, an amend; nothing is ever rewritten. Each line ends with a digest chained to the line
before, so a torn or edited line shows.

    tussle record 1 #5c1e…
    bout {"rules":"hug","fighters":[…],"sides":[0,1]} #…
    clauses hug 1 hug.check.die=3f29c1d0 … #…
    start order=Bob,Ogre turn=Bob … #…
    dice ask seed 7 #…
    1 act Bob grapple:Ogre:athletics #…
    2 choose Ogre no [hug.start.opportunity] #…
    3 roll Bob 14 9 dice=d20:Bob:athletics,d20:Ogre:athletics [hug.check.die …] #…
    4 undo #…
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from tussle.bout.bout import token_name
from tussle.bout.notation import bout_json, parse_position, position_text, read_bout
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import GM
from tussle.errors import Missing, TussleError, Unreadable
from tussle.play.session import Session, Step
from tussle.play.situation import Entry

__all__ = ["Reading", "Recorder", "read_file", "read_record", "record_text", "resume"]

FORMAT = "tussle record 1"
HEAD = 5
MAX_BYTES = 20_000_000


class Reading(Struct, frozen=True):
    """A record as it was read.

    Attributes:
        session: the session, played back to its last whole line.
        lines: how many whole lines there are, the head included.
        torn: the last, unfinished line that was dropped; "" if there was none.
        size: how many bytes the whole lines are.
        chain: the digest of the last whole line.
    """

    session: Session
    lines: int
    torn: str
    size: int
    chain: str


def _chain(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:12]


def clause_digest(rules: RuleSet, clause: str) -> str:
    """A short digest of a clause: its text and the values of its rulings."""
    found = rules.clause[clause]
    values = "".join(f"{ruling.name}={rules.values[ruling.name]}" for ruling in found.rulings)
    return hashlib.sha256(f"{found.text}\n{values}".encode()).hexdigest()[:8]


def _head(session: Session) -> list[str]:
    bout, position = session.start
    clauses = " ".join(f"{clause.id}={clause_digest(bout.rules, clause.id)}" for clause in bout.rules.clauses)
    return [
        FORMAT,
        f"bout {msgspec.json.encode(bout_json(bout)).decode()}",
        f"clauses {bout.rules.name} {bout.rules.version} {clauses}",
        f"start {position_text(bout, position)}",
        f"dice {session.source} seed {session.seed}",
    ]


def _body(number: int, step: Step) -> str:
    """A step as one line, without its digest."""
    entry = step.entry
    if step.kind == "undo" or entry is None:
        return f"{number} undo"
    words = [str(number)]
    if step.kind == "amend":
        words += ["amend", str(step.place + 1)]
    words += [entry.kind, token_name(entry.who)]
    words += [str(face) for face in entry.faces] or ([entry.text] if entry.text else [])
    if entry.dice:
        words.append(f"dice={','.join(entry.dice)}")
    if entry.cites:
        words.append(f"[{' '.join(entry.cites)}]")
    return " ".join(words)


class Recorder:
    """Writes a session down as it goes. A step is on the disk before anybody is asked the next thing.

    Args:
        session: what is recorded; what has happened already is written at once.
        path: the file; it must not exist, or be what `after` was read from.
        after: the reading this goes on from.
    """

    def __init__(self, session: Session, path: Path, after: Reading | None = None) -> None:
        self.path = path
        self._chain = after.chain if after else ""
        self._number = (after.lines if after else 0) - HEAD
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("r+b" if after else "xb")
        if after:
            self._file.truncate(after.size)
            self._file.seek(after.size)
        else:
            self._number = 0
            self._write(_head(session))
            for step in session.history:
                self(step)
        self._deafen = session.listen(self)

    def __call__(self, step: Step) -> None:
        """Write one step."""
        self._number += 1
        self._write([_body(self._number, step)])

    def close(self) -> None:
        """Close the file; what is said after that is not written down."""
        self._deafen()
        self._file.close()

    def _write(self, lines: list[str]) -> None:
        for line in lines:
            self._chain = _chain(self._chain, line)
            self._file.write(f"{line} #{self._chain}\n".encode())
        self._file.flush()
        os.fsync(self._file.fileno())


def record_text(session: Session) -> str:
    """A session as the text of a record."""
    chain, lines = "", []
    steps = [_body(number, step) for number, step in enumerate(session.history, 1)]
    for line in (*_head(session), *steps):
        chain = _chain(chain, line)
        lines.append(f"{line} #{chain}\n")
    return "".join(lines)


def resume(path: Path) -> tuple[Session, Recorder, str]:
    """Go on with a record: the session, its recorder, and the torn line that was dropped, if any.

    Raises:
        Missing: no such file.
        Unreadable: it is no record, or a line before the last is torn or edited.
    """
    reading = read_file(path)
    return reading.session, Recorder(reading.session, path, reading), reading.torn


def read_file(path: Path, *, strict: bool = False) -> Reading:
    """Read a record from a file; see `read_record`."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise Unreadable(f"{path} is larger than {MAX_BYTES} bytes: no record is")
        data = path.read_bytes()
    except FileNotFoundError:
        raise Missing(f"there is no record {path}") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    return read_record(data, strict=strict)


def read_record(data: bytes, *, strict: bool = False) -> Reading:
    """Play a record back.

    Args:
        data: the file.
        strict: refuse a torn last line too, instead of dropping it.

    Raises:
        Unreadable: it is no record, a line is torn or edited (with its number), it was made under other clauses
            (with those that changed), or a line does not fit what was asked.
    """
    whole, torn = _lines(data, strict=strict)
    if len(whole) < HEAD:
        raise Unreadable(f"line {len(whole) + 1}: the record ends within its head, so there is nothing to go on from")
    session = _begin(whole)
    for number, line in enumerate(whole[HEAD:], HEAD + 1):
        _step(session, number, number - HEAD, line)
    chain = ""
    for line in whole:
        chain = _chain(chain, line)
    size = sum(len(line.encode()) + 15 for line in whole)  # each line, blank, #, 12 digits of digest and the newline
    return Reading(session, len(whole), torn, size, chain)


def _lines(data: bytes, *, strict: bool) -> tuple[list[str], str]:
    """The whole lines without their digests, and what is left of a torn last one."""
    pieces = data.split(b"\n")
    whole: list[str] = []
    chain = ""
    for number, piece in enumerate(pieces, 1):
        if number == len(pieces) and not piece:
            return whole, ""
        text = piece.decode(errors="replace")
        body, _, digest = text.rpartition(" #")
        last = number == len(pieces) or (number == len(pieces) - 1 and not pieces[-1])
        if number == 1 and not text.startswith(FORMAT[:7]):
            raise Unreadable(f"line 1: this is no record: one begins with {FORMAT!r}")
        if number == len(pieces) or digest != _chain(chain, body):
            if last and not strict and number == len(pieces):
                return whole, text
            state = "torn" if number == len(pieces) else "torn or edited"
            raise Unreadable(f"line {number} of the record is {state}: its digest does not fit")
        chain = digest
        whole.append(body)
    return whole, ""


def _begin(whole: list[str]) -> Session:
    """The session a head describes."""
    if whole[0] != FORMAT:
        raise Unreadable(f"line 1: the record is of another format: {whole[0][:40]!r}, not {FORMAT!r}")
    for number, word in enumerate(("bout ", "clauses ", "start ", "dice "), 2):
        if not whole[number - 1].startswith(word):
            raise Unreadable(f"line {number} of the record must begin with {word.strip()!r}")
    bout = read_bout(whole[1][5:])
    _same_rules(bout.rules, whole[2])
    position = parse_position(bout, whole[3][6:])
    dice = re.fullmatch(r"dice ([a-z]+) seed (\d{1,20})", whole[4])
    if dice is None:
        raise Unreadable(f"line 5 of the record cannot be read: {whole[4][:40]!r}, not like 'dice roll seed 7'")
    session = Session(bout, position, seed=int(dice[2]))
    session.source = dice[1]
    return session


def _same_rules(rules: RuleSet, line: str) -> None:
    """Refuse a record of another version of the rule set."""
    _, rule_set, version, *clauses = line.split(" ")
    then = dict(clause.partition("=")[::2] for clause in clauses)
    now = {clause.id: clause_digest(rules, clause.id) for clause in rules.clauses}
    changed = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    if changed:
        raise Unreadable(f"the record was made under other clauses of {rule_set}: {', '.join(changed)} changed since")
    if int(version) != rules.version:
        raise Unreadable(
            f"the record was made under version {version} of {rule_set}, and this is version {rules.version}"
        )


_LINE = re.compile(r"(?P<number>\d+) (?:amend (?P<place>\d+) )?(?P<kind>[a-z]+) (?P<who>\S+)(?: (?P<rest>.*))?")
_REST = {
    "act": re.compile(r"(?P<text>\S+)"),
    "choose": re.compile(r"(?P<text>\S+) \[(?P<cites>[^\[\]]*)\]"),
    "roll": re.compile(r"(?P<faces>[\d ]+) dice=(?P<dice>\S+) \[(?P<cites>[^\[\]]*)\]"),
    "harm": re.compile(r"(?P<faces>[\d ]+) dice=(?P<dice>\S+) \[(?P<cites>[^\[\]]*)\]"),
    "event": re.compile(r"(?P<text>.+)"),
    "cancel": re.compile(""),
}
"""What follows the name, for each kind of entry."""


def _step(session: Session, number: int, place: int, line: str) -> None:
    """Take the step of one line."""
    step = Step("undo") if line == f"{place} undo" else _read_step(session, number, place, line)
    try:
        if step.kind == "entry" and step.entry is not None and not session.fits(step.entry):
            raise Unreadable("it does not answer what was asked")
        session.take(step)
    except TussleError as error:
        raise Unreadable(f"line {number} of the record does not fit: {error}") from None


def _read_step(session: Session, number: int, place: int, line: str) -> Step:
    found = _LINE.fullmatch(line)
    rest = _REST[found["kind"]].fullmatch(found["rest"] or "") if found and found["kind"] in _REST else None
    if found is None or rest is None or int(found["number"]) != place:
        raise Unreadable(f"line {number} of the record cannot be read: {line[:60]!r}")
    words = {"text": "", "faces": "", "dice": "", "cites": "", **rest.groupdict()}
    names = {token_name(name): name for name in (*session.bout.names, GM)}
    entry = Entry(
        found["kind"],
        names.get(found["who"], found["who"]),
        words["text"],
        tuple(int(face) for face in words["faces"].split()),
        tuple(words["dice"].split(",")) if words["dice"] else (),
        tuple(words["cites"].split()),
    )
    return Step("amend", entry, int(found["place"]) - 1) if found["place"] else Step("entry", entry)
