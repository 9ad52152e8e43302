"""Puts one question to both implementations of a rule set and compares what they answer (docs/exchange.md).

A rule set has a second implementation where `tests/oracle` holds a module of its name with `answer(bout, position)`
and `PLANT`, and `tests/oracle/draw` one of the same name that draws bouts and positions.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from tussle.analysis.odds import Node, Outcome, Pricer
from tussle.ask.requests import Choose
from tussle.bout.action import Action
from tussle.bout.bout import Bout, token_name
from tussle.bout.fighter import fighter_json
from tussle.bout.loading import available, load
from tussle.bout.notation import full_token, parse_position, read_bout
from tussle.bout.stance import NOBODY, Position
from tussle.bout.walk import legal_actions, over, settle, why_not
from tussle.errors import Uncovered

__all__ = ["Question", "ask_first", "built", "compare", "draw", "oracle", "oracles", "planted", "position_line"]

Json: TypeAlias = dict[str, Any]
Choices: TypeAlias = tuple[tuple[str, str], ...]

HERE = Path(__file__).parent
STEPS = 12  # how far a walk goes at most


class Question(NamedTuple):
    """A bout and a position in which nothing is due, as docs/exchange.md writes them."""

    bout: Json
    position: Json


# The implementations


def oracles() -> list[str]:
    """The rule sets that have a second implementation."""
    return [name for name in available() if (HERE / f"{name}.py").is_file()]


def oracle(name: str) -> ModuleType:
    """The second implementation of a rule set."""
    return importlib.import_module(f"tests.oracle.{name}")


def planted(name: str) -> ModuleType:
    """A copy of the second implementation with a constant of the rules changed, so that it must disagree."""
    spec = importlib.util.find_spec(f"tests.oracle.{name}")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"{name} has no second implementation")
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    for constant, value in copy.PLANT.items():
        if getattr(copy, constant) == value:
            raise ValueError(f"{constant} of {name} is {value} already")
        setattr(copy, constant, value)
    return copy


def _draw(name: str) -> ModuleType:
    return importlib.import_module(f"tests.oracle.draw.{name}")


# Into the words of docs/exchange.md, and back


def position_json(bout: Bout, position: Position) -> Json:
    """A position as JSON, what is empty left out."""
    stance, names = position.stance, bout.names
    if stance.agenda or stance.bonuses:
        raise ValueError("something is due or granted, which the exchange has no words for")
    fit = bout.rules.standings[0]
    tallies = [dict(zip(bout.rules.tallies, row, strict=True)) for row in position.tallies]
    form: Json = {
        "order": [names[who] for who in stance.order],
        "turn": "" if stance.turn == NOBODY else names[stance.turn],
        "standing": {names[who]: word for who, word in enumerate(stance.standing) if word != fit},
        "holds": [[names[holder], names[held], word] for holder, held, word in stance.holds],
        "marks": {names[who]: list(words) for who, words in enumerate(stance.marks) if words},
        "hands": {names[who]: thing for who, thing in enumerate(stance.hands) if thing},
        "budgets": {names[who]: dict(pairs) for who, pairs in enumerate(stance.budgets) if pairs},
        "cells": {names[who]: list(cell) for who, cell in enumerate(stance.cells)},
        "counters": dict(stance.counters),
        "tallies": {
            names[who]: {word: n for word, n in row.items() if n}
            for who, row in enumerate(tallies)
            if any(row.values())
        },
    }
    return {key: value for key, value in form.items() if value}


def read_position(bout: Bout, form: Json) -> Position:
    """The position that JSON says, by way of its line; it must come back as it was."""
    position = parse_position(bout, position_line(form))
    back = position_json(bout, position)
    if canonical(back) != canonical(form):
        raise ValueError(f"the position {canonical(form)} was read as {canonical(back)}")
    return position


def position_line(form: Json) -> str:
    """The position line of a position in JSON; parsing it deals with nothing that is due."""

    def words(row: Json) -> Iterator[str]:
        return (f"{token_name(who)}:{word}:{n}" for who, counts in row.items() for word, n in counts.items())

    items = {
        "order": [token_name(who) for who in form.get("order", [])],
        "turn": [token_name(form["turn"])],
        "standing": [f"{token_name(who)}:{word}" for who, word in form.get("standing", {}).items()],
        "holds": [f"{token_name(a)}:{token_name(b)}:{word}" for a, b, word in form.get("holds", [])],
        "marks": [f"{token_name(who)}:{word}" for who, marks in form.get("marks", {}).items() for word in marks],
        "hands": [f"{token_name(who)}:{thing}" for who, thing in form.get("hands", {}).items()],
        "budgets": list(words(form.get("budgets", {}))),
        "cells": [f"{token_name(who)}:{cell[0]}.{cell[1]}" for who, cell in form.get("cells", {}).items()],
        "counters": [f"{word}:{n}" for word, n in form.get("counters", {}).items()],
        "tallies": list(words(form.get("tallies", {}))),
    }
    return " ".join(f"{key}={','.join(values)}" for key, values in items.items() if values)


def canonical(form: Json) -> str:
    """A position as text that is equal exactly where the position is."""
    return json.dumps(form, sort_keys=True)


# What the first implementation answers


def ask_first(question: Question) -> Json:
    """The answer of the rule set as it is played."""
    return _ask_first(json.dumps(question.bout), json.dumps(question.position))


@lru_cache(maxsize=2)  # who draws a question asks it too, to see whether it can be priced
def _ask_first(bout_text: str, position_text: str) -> Json:
    bout = read_bout(json.loads(bout_text))
    position = read_position(bout, json.loads(position_text))
    pricer = Pricer(bout)
    rows: list[list[Any]] = []
    for action in legal_actions(bout, position.stance):
        for (choices, end), chance in _ends(pricer.price(position, [action]).tree, {}).items():
            form = position_json(bout, end)
            said = [[bout.names[who], option] for who, option in choices]
            rows.append([full_token(bout, position.stance, action), said, form, _fraction(chance)])
    refused = [Action(refusal.by, refusal.verb) for refusal in why_not(bout, position.stance)]
    return {"rows": rows, "refused": [full_token(bout, position.stance, verb) for verb in refused]}


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


Ends: TypeAlias = "dict[tuple[tuple[tuple[int, str], ...], Position], Fraction]"


def _ends(node: Node, known: dict[int, Ends]) -> Ends:
    """The chance of each end by way of each series of choices; a subtree that is shared is gone through once."""
    if isinstance(node, Outcome):
        return {((), node.position): Fraction(1)}
    if id(node) not in known:
        found: Ends = {}
        for answer, weight, onward in node.ways:
            by = node.request.fighter if isinstance(node.request, Choose) else NOBODY
            share = Fraction(1) if by != NOBODY else Fraction(weight, node.total)
            for (choices, end), chance in _ends(onward, known).items():
                key = (((by, str(answer)), *choices) if by != NOBODY else choices, end)
                found[key] = found.get(key, Fraction(0)) + chance * share
        known[id(node)] = found
    return known[id(node)]


# Comparing


def compare(question: Question, second: ModuleType) -> list[str]:
    """Every difference between the two answers, a sentence each; none where they agree on every number."""
    first, other = ask_first(question), second.answer(question.bout, question.position)
    differences = [
        f"{verb} is refused by the {which} alone"
        for which, here, there in (("first", first, other), ("second", other, first))
        for verb in sorted(set(here["refused"]) - set(there["refused"]))
    ]
    ours, theirs = _table(first), _table(other)
    return differences + [
        f"{key}: {ours.get(key, 'nothing')} and {theirs.get(key, 'nothing')}"
        for key in sorted(ours.keys() | theirs.keys())
        if ours.get(key) != theirs.get(key)
    ]


def _table(answer: Json) -> dict[str, str]:
    table = {
        json.dumps([action, choices, end], sort_keys=True): chance for action, choices, end, chance in answer["rows"]
    }
    if len(table) != len(answer["rows"]):
        raise ValueError("the same row stands twice in an answer")
    return table


# Positions


def draw(name: str, seed: int) -> Question:
    """A random question: walked by one of the two, or put together from the documented JSON.

    Somebody has something to do in it: what cannot be, such as a turn with nothing left, is drawn again. So is a
    position with an action of which too much can come to be priced.
    """
    how = ("first", "second", "first", "built")[seed % 4]
    rng = random.Random(f"{name} {seed}")
    while True:
        bout = _draw(name).bout(rng, _house(name))
        try:
            if how == "built":
                position = _draw(name).position(rng, bout)
            else:
                position = (_walk_first if how == "first" else _walk_second)(name, rng, bout)
            if position is None or len(oracle(name).answer(bout, position)["rows"]) < 2:
                continue
        except OverflowError:  # too much for the second implementation
            continue
        question = Question(bout, position)
        if _is_priced(question):
            return question


def built(name: str, rng: random.Random) -> Question:
    """A random question put together from the documented JSON, whatever there is to do in it."""
    while True:
        bout = _draw(name).bout(rng, _house(name))
        position = _draw(name).position(rng, bout)
        if position is not None:
            return Question(bout, position)


def _is_priced(question: Question) -> bool:
    """Whether the first implementation can price every action."""
    try:
        ask_first(question)
    except Uncovered:
        return False
    return True


@cache
def _house(name: str) -> tuple[Json, ...]:
    return tuple(fighter_json(who, fighter) for who, fighter in load(name).house.items())


def _walk_first(name: str, rng: random.Random, form: Json) -> Json | None:
    """Where some steps of the first implementation lead; None where the bout is over then, or a step has no price."""
    bout = read_bout(form)
    pricer = Pricer(bout)
    begun = _begun(name, rng, form)
    position = read_position(bout, begun) if begun else _opening(rng, bout, pricer)
    for _ in range(rng.randint(0, STEPS // 4 if begun else STEPS)):
        actions = legal_actions(bout, position.stance)
        if not actions:
            return None
        action = _lively(rng, actions, [action.verb for action in actions])
        try:
            position = _some_end(rng, pricer.price(position, [action]).tree)
        except Uncovered:
            return None
    return None if over(bout, position.stance) else position_json(bout, position)


def _begun(name: str, rng: random.Random, form: Json) -> Json | None:
    """Where a walk begins: mostly at a position put together, if it can be told at rest; None: at the beginning."""
    rests = getattr(oracle(name), "rests", None)
    if rests is None or rng.random() < 0.15:
        return None
    position: Json | None = _draw(name).position(rng, form)
    return position if position and rests(form, position) else None


def _opening(rng: random.Random, bout: Bout, pricer: Pricer) -> Position:
    """The beginning of a bout in a random order, once what is due before the first action has been dealt with."""
    opening = bout.opening(tuple(rng.sample(bout.everyone, len(bout.names))))
    position = Position(settle(bout, opening.stance), opening.tallies)
    return _some_end(rng, pricer.price(position, []).tree) if position.stance.agenda else position


def _some_end(rng: random.Random, node: Node) -> Position:
    """Any end of an action, however unlikely."""
    while not isinstance(node, Outcome):
        node = rng.choice(node.ways)[2]
    return node.position


def _walk_second(name: str, rng: random.Random, form: Json) -> Json | None:
    """Where some steps of the second implementation lead; None where the bout is over then."""
    second = oracle(name)
    bout = read_bout(form)
    begun = _begun(name, rng, form)
    position = begun or position_json(bout, _opening(rng, bout, Pricer(bout)))
    for _ in range(rng.randint(1, STEPS // 4 if begun else STEPS // 2)):
        rows = second.answer(form, position)["rows"]
        if not rows:
            return None
        tokens = list(dict.fromkeys(row[0] for row in rows))
        action = _lively(rng, tokens, [word.split(":")[0] for word in tokens])
        position = rng.choice([row for row in rows if row[0] == action])[2]
    return position


def _lively(rng: random.Random, actions: Any, verbs: list[str]) -> Any:
    """One of the actions, each verb as likely as the next; passing only now and then, so that something happens."""
    kinds = sorted({verb for verb in verbs if verb != "pass"})
    verb = rng.choice(kinds) if kinds and rng.random() < 0.85 else "pass"
    return rng.choice([action for action, kind in zip(actions, verbs, strict=True) if kind == verb])
