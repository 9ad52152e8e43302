"""Policies: who answers for a player that is not there.

A policy is named by a word, or `word:more`: `random`, `first`, `script:FILE`. Others are found through the
entry-point group `tussle.policies`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.loading import did_you_mean, installed
from tussle.bout.notation import token
from tussle.errors import Fault, Impossible, Missing, Unreadable
from tussle.play.session import Answerer, Session
from tussle.play.situation import Act

__all__ = ["policy", "read_script", "script"]

GROUP = "tussle.policies"


def policy(text: str, name: str) -> Answerer:
    """The answerer for the choices of one fighter.

    Args:
        text: `first`, `random`, `script:FILE`, or a policy that is installed.
        name: the fighter it answers for.

    Raises:
        Missing: no policy of that name, or no such file.
    """
    word, _, more = text.partition(":")
    if word == "script":
        return _only(name, script(read_script(more), more))
    if word in _BUILT_IN and not more:
        return _only(name, _BUILT_IN[word])
    points = installed(GROUP)
    if word not in points:
        known = (*_BUILT_IN, "script:FILE", *points)
        raise Missing(f"there is no policy {text[:40]!r}: {did_you_mean(text, known)}")
    try:
        made: Answerer = points[word].load()(more, name)
    except Exception as error:
        raise Fault(f"the policy {word} ({points[word].value}) cannot be loaded: {error}") from error
    return _only(name, made)


def _only(name: str, answerer: Answerer) -> Answerer:
    """An answerer kept to the choices of one fighter."""

    def answer(session: Session) -> str | tuple[int, ...] | None:
        return answerer(session) if _chooser(session) == name else None

    return answer


def _chooser(session: Session) -> str | None:
    """Whose decision is pending; None for a throw."""
    question = session.pending
    if isinstance(question, Act):
        return session.bout.names[question.by]
    return session.bout.names[question.fighter] if isinstance(question, Choose) else None


def _choices(session: Session) -> tuple[str, ...]:
    question = session.pending
    if isinstance(question, Choose):
        return question.options
    if not isinstance(question, Act):
        return ()
    # Only who has the turn is asked for an action: what others could do out of turn they leave.
    return tuple(token(session.bout, action) for action in question.actions if action.by == question.by)


def first(session: Session) -> str:
    """The first option there is."""
    return _choices(session)[0]


def at_random(session: Session) -> str:
    """Any option, each as likely; it follows from the session's seed."""
    dice = random.Random(f"choice/{session.seed}/{len(session.history)}")
    return dice.choice(_choices(session))


_BUILT_IN: dict[str, Answerer] = {"first": first, "random": at_random}


def read_script(source: str) -> list[str]:
    """The answers of a script file, one a line; what follows `#` is for the reader.

    Raises:
        Missing: no such file.
        Unreadable: it is no text.
    """
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Missing(f"there is no script {source}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"the script {source} cannot be read: {error}") from None
    return text.splitlines()


def script(lines: Iterable[str], name: str = "the script") -> Answerer:
    """The answerer that reads a script: a token, an option, or the faces of a throw, one answer a line.

    Raises:
        Impossible: a line does not answer what is asked; the error names the line.
    """
    answers = _answers(lines)

    def answer(session: Session) -> str | tuple[int, ...] | None:
        question = session.pending
        if question is None:
            return None
        number, text = next(answers, (0, ""))
        if not text:
            return None
        if isinstance(question, Roll | Harm):
            if not all(word.isdigit() for word in text.split()):
                raise Impossible(f"line {number} of {name} is {text!r} where {len(question.dice)} faces are due")
            return tuple(int(word) for word in text.split())
        if isinstance(question, Choose) and text not in question.options:
            raise Impossible(f"line {number} of {name} is {text!r} where one of {', '.join(question.options)} is due")
        return text

    return answer


def _answers(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text
