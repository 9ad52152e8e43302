"""The record: played back, resumed, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.helper import brawl, match
from tussle.errors import Missing, Unreadable
from tussle.play import record as records
from tussle.play.record import Recorder, read_file, read_record, record_text, resume
from tussle.play.session import Session


def busy() -> Session:
    """A session with everything a record can hold."""
    session = brawl(answers=25)
    session.event('bonus Otto +2 "bless" on=start for 3')
    session.play(4)
    session.undo()
    session.play(6)
    place = next(i for i, entry in enumerate(session.entries) if entry.kind == "roll" and len(entry.faces) == 1)
    session.amend(place, (20,))
    session.play(5)
    session.event("damage Tivid 2")
    if session.paused:
        session.cancel()
    session.play(5)
    return session


def test_a_record_played_back_gives_the_same_session() -> None:
    session = busy()
    text = record_text(session)
    again = read_record(text.encode()).session
    assert again.position == session.position
    assert again.transcript == session.transcript
    assert again.entries == session.entries
    assert record_text(again) == text


def test_names_with_spaces_and_signs_go_through_a_record() -> None:
    bout = match("Arangu", "Tivid")
    names = ("Arangu (the 2nd) + co", "Tívid d'Ü_x")
    session = Session(type(bout)(bout.rules, names, bout.fighters, bout.sides, bout.space), seed=1)
    session.roll()
    session.push(session.legal_actions[0])
    session.answer("no")
    again = read_record(record_text(session).encode()).session
    assert again.position == session.position
    assert again.entries == session.entries


def test_a_recorder_writes_each_step_before_the_next_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.txt"
    session = Session(match("Arangu", "Tivid"), first="Arangu", seed=1)
    recorder = Recorder(session, path)
    for take in (lambda: session.push("attack:Tivid:unarmed"), lambda: session.answer(14), session.undo):
        take()
        assert path.read_text() == record_text(session)
    recorder.close()
    with pytest.raises(FileExistsError):
        Recorder(session, path)


def test_resume_goes_on_in_the_middle_of_an_action(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    session = Session(match("Arangu", "Tivid"), first="Arangu", seed=1)
    recorder = Recorder(session, path)
    session.push("grapple:Tivid:athletics")
    session.answer("club")
    recorder.close()
    again, recorder, torn = resume(path)
    assert not torn
    assert again.pending == session.pending
    again.answer(3)
    session.answer(3)
    assert path.read_text() == record_text(session)
    recorder.close()


def test_resume_drops_a_torn_last_line_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    text = record_text(busy())
    path.write_text(text[:-9])
    session, recorder, torn = resume(path)
    assert torn
    assert path.read_text() == text[: text[:-1].rindex("\n") + 1]
    assert record_text(session) == path.read_text()
    recorder.close()
    path.write_text(text[:-9])
    with pytest.raises(Unreadable, match="is torn"):
        read_file(path, strict=True)


def test_an_edited_line_is_refused_with_its_number() -> None:
    lines = record_text(busy()).splitlines(keepends=True)
    place = next(i for i, line in enumerate(lines) if line.split()[1] == "roll" and i > 4)
    lines[place] = lines[place].replace(" roll ", " roll  ", 1)
    with pytest.raises(Unreadable, match=f"line {place + 1} of the record is torn or edited"):
        read_record("".join(lines).encode())


def test_a_line_left_out_is_refused() -> None:
    lines = record_text(busy()).splitlines(keepends=True)
    with pytest.raises(Unreadable, match="line 9 of the record"):
        read_record("".join(lines[:8] + lines[9:]).encode())


def resealed(lines: list[str]) -> bytes:
    """Lines without digests, sealed afresh: what somebody would do who knows the format."""
    chain, text = "", ""
    for line in lines:
        chain = records._chain(chain, line)  # noqa: SLF001 - the forger knows the format
        text += f"{line} #{chain}\n"
    return text.encode()


def bare(session: Session) -> list[str]:
    return [line.rpartition(" #")[0] for line in record_text(session).splitlines()]


def test_a_forged_answer_that_does_not_fit_is_refused() -> None:
    lines = bare(brawl(answers=10))
    place = next(i for i, line in enumerate(lines) if line.split()[1] == "roll" and i > 4)
    for old, new in (("d20:", "d12:"), ("[hug", "[hugg")):
        forged = [line.replace(old, new) if i == place else line for i, line in enumerate(lines)]
        with pytest.raises(Unreadable, match=f"line {place + 1} of the record does not fit"):
            read_record(resealed(forged))


def test_a_record_of_other_clauses_is_refused_with_those_that_changed() -> None:
    lines = bare(brawl(answers=3))
    assert lines[2].startswith("clauses hug 1 hug.check.die=")
    other = [*lines[:2], lines[2].replace("hug.check.die=", "hug.check.die=0"), *lines[3:]]
    with pytest.raises(Unreadable, match=r"other clauses of hug: hug\.check\.die changed since"):
        read_record(resealed(other))
    newer = [*lines[:2], lines[2].replace("clauses hug 1 ", "clauses hug 9 "), *lines[3:]]
    with pytest.raises(Unreadable, match="version 9 of hug, and this is version 1"):
        read_record(resealed(newer))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "ends within its head"),
        (b"hello\n", "line 1: this is no record"),
        (b"\xff\xfe\x00", "line 1: this is no record"),
        (b"tussle record 1", "ends within its head"),
        (resealed(["tussle record 9", "bout {}", "clauses", "start", "dice roll seed 1"]), "another format"),
        (
            resealed(["tussle record 1", "x", "clauses", "start", "dice roll seed 1"]),
            "line 2 of the record must begin with 'bout'",
        ),
        (resealed(["tussle record 1", "bout {}", "clauses ", "start ", "dice roll seed 1"]), "the bout cannot be read"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read_record(data)


def test_a_record_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="there is no record"):
        read_file(tmp_path / "nothing.txt")
