"""What a rule set says in seeded playouts: every offer, refusal, question and fact, word for word.

Half of them begin with initiative, half in the middle of a grapple that was put together at random. Each distinct
saying is a line of the golden file, with its clauses, every fighter as X and every number as #: so a changed word is
seen, and a reader sees all that the rules can say. The digest of a playout holds the rest: who does what to whom,
how much, how likely, in which order, and how it ends.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from prove.playouts import drawn_bout
from tests.oracle.exchange import built, position_line
from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout, token_name
from tussle.bout.loading import load
from tussle.bout.notation import full_token, parse_position, position_text, read_bout
from tussle.play.policies import policy
from tussle.play.session import Session, machine_dice
from tussle.play.situation import Act, Question

__all__ = ["FOLDER", "PLAYOUTS", "digest", "fields", "sayings"]

FOLDER = Path(__file__).parent / "played"
PLAYOUTS = 100
ANSWERS = 50  # of a playout
SAYINGS = ("offered", "refused", "asked", "harm", "roll", "part", "tell")


def fields(name: str) -> Any:
    """The fields of a fighter, their ranges and their defaults, as a JSON schema."""
    return json.loads(msgspec.json.encode(msgspec.json.schema(load(name).fighter)))


def digest(name: str, seed: int) -> str:
    """A short digest of all that a playout says, and of its end."""
    return hashlib.sha256("\n".join(_heard(name, seed)).encode()).hexdigest()[:12]


def sayings(name: str, seed: int) -> set[str]:
    """The distinct things that a playout says, without numbers."""
    (names, *heard) = _heard(name, seed)
    known = re.compile(rf"(?<!\w)({names})(?!\w)")
    return {re.sub(r"\b\d+", "#", known.sub("X", said)) for said in heard if said.startswith(SAYINGS)}


@cache
def _heard(name: str, seed: int) -> tuple[str, ...]:
    """Who plays, as alternatives; all that a playout says, in its order; its end."""
    random, position = Random(seed), None
    if seed % 2:
        form, told = built(name, random)
        bout = read_bout(form)
        position = parse_position(bout, position_line(told))
    else:
        bout = drawn_bout((name,), random)
    answerers = [machine_dice, *(policy("random", who) for who in bout.names)]
    session = Session(bout, position, seed=seed, answerers=answerers)
    names = sorted({*bout.names, *map(token_name, bout.names)}, key=lambda one: (-len(one), one))
    heard: list[str] = []
    lines = 0
    for _ in range(ANSWERS):
        if session.pending is None:
            break
        heard += _asked(session, session.pending)
        session.ask()
        heard += (f"{line.kind if line.kind == 'tell' else 'line'} {line}" for line in session.transcript[lines:])
        lines = len(session.transcript)
    return ("|".join(map(re.escape, names)), *heard, position_text(session.bout, session.position))


def _asked(session: Session, question: Question) -> Iterator[str]:
    """What is put to somebody: everything he may do and may not, or one question with its parts."""
    bout, stance = session.bout, session.position.stance
    if isinstance(question, Act):
        for offer in bout.rules.verbs(bout, stance):
            if isinstance(offer, Refusal):
                whom = bout.names[offer.target] if offer.target >= 0 else "-"
                yield f"refused {bout.names[offer.by]} {offer.verb} {whom}: {offer.reason} [{offer.clause}]"
            else:
                yield f"offered {full_token(bout, stance, offer)} [{' '.join(offer.clauses)}]"
    elif isinstance(question, Choose):
        for option in question.options:
            yield f"asked {bout.names[question.fighter]}: {option} [{' '.join(question.clauses)}]"
    else:
        yield from _thrown(bout, question)


def _thrown(bout: Bout, question: Roll | Harm) -> Iterator[str]:
    """A throw: whose dice, what they are read for and what is added, each part by its name and clause."""
    kind = f"harm {question.kind}" if isinstance(question, Harm) else "roll"
    yield f"{kind}: {type(question.reading).__name__} [{' '.join(question.cites)}]"
    yield f"dice {[(die.owner, die.sides) for die in question.dice]}"
    for part in question.parts:
        yield f"part {bout.names[part.owner]} {part.value} {part.name} [{part.clause}]"
    if not isinstance(question, Harm):
        law = question.reading.law(tuple(die.sides for die in question.dice))
        yield f"law {law.weights}"
