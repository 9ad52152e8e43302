"""What a rule set says in seeded playouts: every offer, refusal, question and fact, word for word.

Half of them begin with initiative, half in the middle of a grapple that was put together at random. Each distinct
saying is a line of the golden file, with its clauses, every fighter as X and every number as #: so a changed word is
seen, and a reader sees all that the rules can say. The digest of a playout holds the rest: who does what to whom,
how much, how likely, in which order, and how it ends. Some are granted bonuses. On the way positions are spoilt in
small ways, to hear what is wrong with them, and actions are priced.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from prove.playouts import drawn_bout
from tests.oracle.exchange import built, position_line
from tussle.analysis.odds import Pricer
from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.action import Refusal
from tussle.bout.bout import Bout, make_bout, token_name
from tussle.bout.fighter import fighter_json
from tussle.bout.loading import load
from tussle.bout.notation import full_token, parse_position, position_text, read_bout
from tussle.bout.walk import legal_actions
from tussle.errors import TussleError, Uncovered
from tussle.play.policies import policy
from tussle.play.session import Session, machine_dice
from tussle.play.situation import Act, Question

__all__ = ["FOLDER", "PLAYOUTS", "digest", "fields", "fighter_digest", "sayings"]

FOLDER = Path(__file__).parent / "played"
PLAYOUTS = 100
ANSWERS = 50  # of a playout
SAYINGS = ("offered", "refused", "asked", "harm", "roll", "part", "tell", "wrong")
SCOPES = ("start", "maintain", "resist", "escape", "attack", "all")
SPOILT = 6  # ways to spoil a position
OFTEN = 8  # every so many answers a position is spoilt, and an action priced
ELSEWHERE = (
    *("up", "down", "out", "gone", "dead", "dying", "stable", "staggered", "disabled", "unconscious", "exhausted"),
    *("prone", "flat-footed", "charging", "stepped", "natural-used", "stunned", "paralysed", "reeling", "bare"),
    *("hug", "hold", "pin", "pin-lapsing", "grab", "level", "grapple", "equal", "equal-move", "pinned", "clock"),
    *("standard", "move", "minor", "attacks", "natural", "quickened", "step", "opportunity", "ap", "actions"),
    *("hits", "harm", "lethal", "nonlethal", "sublethal", "Agility", "round", "initiative", "next", "club", "dagger"),
)
"""Words of positions, to put in the place of others."""


def fields(name: str) -> Any:
    """What of a rule set is a table: the fields of a fighter as a JSON schema, and its words."""
    rules = load(name)
    words = {
        "quick": rules.quick,
        "verbs": rules.verb_names,
        "left": rules.left_words,
        "strands": rules.strands,
        "tallies": rules.tallies,
        "standings": rules.standings,
        "budgets": rules.budgets,
        "grids": rules.grids,
        "states": sorted(rules.state_words),
        "acting": rules.acting,
        "due": sorted(rules.due),
    }
    return json.loads(msgspec.json.encode({"schema": msgspec.json.schema(rules.fighter), **words}))


def fighter_digest(name: str, who: str) -> str:
    """A short digest of a house fighter: its fields, what there is to say of it, and all against its like."""
    rules = load(name)
    fighter = rules.house[who]
    bout = make_bout(rules, [("A", fighter), ("B", fighter)])
    position = bout.opening((0, 1))
    said = [str(fighter_json(who, fighter)), *(rules.remarks(who, fighter) if rules.remarks else ())]
    said += map(str, rules.verbs(bout, position.stance))
    attacks = [action for action in legal_actions(bout, position.stance) if action.verb == "attack"]
    said += (str(Pricer(bout).price(position, [action]).tree) for action in attacks[:2])
    return _short(said)


def digest(name: str, seed: int) -> str:
    """A short digest of all that a playout says, and of its end."""
    return _short(_heard(name, seed))


def _short(said: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def sayings(name: str, seed: int) -> set[str]:
    """The distinct things that a playout says, without numbers."""
    (names, *heard) = _heard(name, seed)
    known = re.compile(rf"(?<!\w)({names})(?!\w)")
    plain = (known.sub("X", said) for said in heard if said.startswith(SAYINGS))
    return {re.sub(r"\b\d+", "#", re.sub(r"'[^']*'", "'…'", said)) for said in plain}


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
    for who in bout.names[: seed % 3]:
        if token_name(who) == who:
            session.event(f'bonus {who} {random.choice("+-")}{random.randint(1, 6)} "luck" on={random.choice(SCOPES)}')
    heard: list[str] = []
    lines = 0
    for answer in range(ANSWERS):
        if session.pending is None:
            break
        if answer % OFTEN == OFTEN // 2:
            heard += _spoilt(session, random)
            heard += _priced(session, random)
        heard += _asked(session, session.pending)
        session.ask()
        heard += (f"{line.kind if line.kind == 'tell' else 'line'} {line}" for line in session.transcript[lines:])
        lines = len(session.transcript)
    return ("|".join(map(re.escape, names)), *heard, position_text(session.bout, session.position))


def _spoilt(session: Session, random: Random) -> Iterator[str]:
    """What is said of the position with one word of its line changed."""
    bout = session.bout
    line = position_text(bout, session.position)
    for _ in range(SPOILT):
        words = line.split(" ")
        place = random.randrange(len(words))
        key, _, items = words[place].partition("=")
        each = items.split(",")
        which = random.randrange(len(each))
        each[which : which + 1] = _changed(each[which], bout, random)
        words[place] = f"{key}={','.join(each)}" if each else random.choice([f"{key}=", f"{key}x={items}", key])
        try:
            yield f"right {position_text(bout, parse_position(bout, ' '.join(words)))}"
        except TussleError as error:
            yield f"wrong {type(error).__name__}: {error}"


def _changed(item: str, bout: Bout, random: Random) -> list[str]:
    """An item left out, doubled, or with one of its parts another: a number, a name, a word."""
    parts = item.split(":")
    place = random.randrange(len(parts))
    part = parts[place]
    names = [token_name(name) for name in bout.names]
    if part.isdecimal():
        parts[place] = str(max(0, int(part) + random.choice([-1, 1, 2, 40])))
    else:
        parts[place] = random.choice([*names, *ELSEWHERE] if part in names else ELSEWHERE)
    changed = ":".join(parts)
    return random.choice([[changed], [changed], [changed], [item, changed], [item, item], []])


def _priced(session: Session, random: Random) -> Iterator[str]:
    """The odds of one action, where there is no map, on which they may be many."""
    bout, question = session.bout, session.pending
    if isinstance(question, Act) and not bout.space.mapped:
        action = random.choice(question.actions)
        try:
            odds = Pricer(bout, 300).price(session.position, [action])
        except Uncovered:
            return
        yield f"odds {full_token(bout, session.position.stance, action)} {odds.least} {odds.most} {odds.cites}"


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
