"""One brawl under several rule sets: the same fighters, translated, and the same questions put to each.

A brawl is a file that a person writes (docs/brawl.toml is one, docs/comparison.md what comes of it).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
from msgspec import Struct

from tussle.analysis.objective import is_pin
from tussle.analysis.odds import Node, Outcome, Pricer, sum_up
from tussle.ask.requests import Harm, Roll
from tussle.bestiary import as_input, find
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import available, did_you_mean, load
from tussle.bout.notation import full_token
from tussle.bout.stance import Position, Stance
from tussle.bout.walk import legal_actions
from tussle.errors import Missing, Uncovered, Unreadable
from tussle.play.events import named
from tussle.play.state import apply_state

__all__ = ["Brawl", "Found", "Moment", "ask", "read_brawl", "seat"]

MAX_BYTES = 100_000


class Moment(Struct, frozen=True):
    """One question.

    Attributes:
        title: as it is printed.
        by: who acts, or whose check is due.
        wanted: what should be so afterwards: `X holds Y` (in any way, one of the other too), `X is free`,
            `X is pinned`, `X is hurt`, `X is down`.
        state: where it begins, in the words of `--state`.
        states: the same for a rule set that has other words for it.
    """

    title: str
    by: str
    wanted: str
    state: str
    states: dict[str, str]


class Brawl(Struct, frozen=True):
    """Who fights whom, and what is asked.

    Attributes:
        sides: the names, side by side.
        who: what each is, in a few words.
        forms: of each, what it is in each rule set, as `tussle fighters` takes it.
        moments: the questions.
    """

    sides: tuple[tuple[str, ...], ...]
    who: dict[str, str]
    forms: dict[str, dict[str, str]]
    moments: tuple[Moment, ...]

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """Every rule set into which all fighters are translated, in the order of the first one."""
        first, *others = self.forms.values()
        return tuple(name for name in first if all(name in forms for forms in others))


class Found(Struct, frozen=True):
    """What one rule set says to one question.

    Attributes:
        action: what is best done, as its token; "" where something is due before anybody acts, or nothing helps.
        least, most: the chance that what is wanted is so afterwards, over the decisions of all the others; who
            acts decides for the best in both.
        throws: how often dice are thrown for it at least and at most.
    """

    action: str
    least: Fraction
    most: Fraction
    throws: tuple[int, int]


class _Entry(Struct, frozen=True):
    """The shape of the file, checked before it is taken apart."""

    sides: list[list[str]]
    fighters: dict[str, dict[str, str]]
    moments: list[dict[str, str]]


def read_brawl(path: Path) -> Brawl:
    """Read a brawl from a TOML file.

    Raises:
        Missing: no such file.
        UnreadableFile: it is no brawl, with the place.
    """
    if not path.is_file():
        raise Missing(f"there is no file {path}")
    with as_input(str(path)):
        if path.stat().st_size > MAX_BYTES:
            raise Unreadable(f"it is larger than {MAX_BYTES:,} bytes: no brawl is")
        try:
            entry = msgspec.convert(tomllib.loads(path.read_bytes().decode()), _Entry)
        except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise Unreadable(f"it is no brawl: {error}") from None
        return _brawl(entry)


def _brawl(entry: _Entry) -> Brawl:
    names = [name for side in entry.sides for name in side]
    if len(entry.sides) < 2 or not all(entry.sides):
        raise Unreadable("a brawl has two sides or more, each with a fighter: sides = [['Ann'], ['Bob']]")
    if sorted(names) != sorted(entry.fighters):
        raise Unreadable(f"the sides name {', '.join(names)}, and the fighters are {', '.join(entry.fighters)}")
    moments = []
    for number, words in enumerate(entry.moments, 1):
        told = dict(words)
        if missing := {"title", "by", "wanted", "state"} - set(told):
            raise Unreadable(f"moment {number} says no {', '.join(sorted(missing))}")
        known = {name: told.pop(name) for name in ("title", "by", "wanted", "state")}
        _only_rule_sets(told, f"moment {number}")
        moments.append(Moment(**known, states=told))
    forms = {
        name: {word: text for word, text in form.items() if word != "who"} for name, form in entry.fighters.items()
    }
    for name, form in forms.items():
        _only_rule_sets(form, name)
    who = {name: form.get("who", "") for name, form in entry.fighters.items()}
    brawl = Brawl(tuple(map(tuple, entry.sides)), who, forms, tuple(moments))
    if not brawl.rule_sets:
        raise Unreadable("there is no rule set into which every fighter is translated")
    return brawl


def _only_rule_sets(words: dict[str, str], where: str) -> None:
    """Every other word is the name of a rule set."""
    for word in words:
        if word not in available():
            raise Unreadable(f"{where} says {word[:40]!r}, which is no rule set: {did_you_mean(word, available())}")


def seat(brawl: Brawl, rules_text: str) -> Bout:
    """The brawl under a rule set.

    Raises:
        TussleError: a fighter that is not translated into it, or cannot be read.
    """
    rules = load(rules_text)
    fighters, sides = [], []
    for number, side in enumerate(brawl.sides):
        for name in side:
            if rules.name not in brawl.forms[name]:
                raise Unreadable(f"{name} is not translated into {rules.name}: {', '.join(brawl.forms[name])}")
            fighters.append((name, find(rules, brawl.forms[name][rules.name])[1]))
            sides.append(number)
    return make_bout(rules, fighters, tuple(sides))


def ask(bout: Bout, moment: Moment) -> Found:
    """Put a question to a bout: the single action that serves best, or what is due.

    Raises:
        Unreadable, Uncovered: the state, or what is wanted, cannot be, or too much may follow to be priced exactly;
            with the question and the rule set.
    """
    try:
        return _ask(bout, moment)
    except (Unreadable, Uncovered) as error:
        raise type(error)(f"{moment.title!r} under {bout.rules.name}: {error}") from None


def _ask(bout: Bout, moment: Moment) -> Found:
    state = moment.states.get(bout.rules.name, moment.state)
    position = apply_state(bout, bout.opening(tuple(bout.everyone)), state)
    by = named(bout, moment.by)
    wanted = _wanted(bout, position, moment.wanted)
    pricer = Pricer(bout)
    if position.stance.agenda:
        return _found(pricer.grow(position, (), None), by, wanted, "")
    actions = [action for action in legal_actions(bout, position.stance) if action.by == by]
    found = [
        _found(pricer.grow(position, (each,), None), by, wanted, full_token(bout, position.stance, each))
        for each in actions
    ]
    best = max(found, key=lambda one: (one.least, one.most), default=None)
    return best if best is not None and best.most else Found("", Fraction(0), Fraction(0), (0, 0))


def _found(tree: Node, by: int, wanted: Callable[[Position], bool], action: str) -> Found:
    least, most, _ = sum_up(tree, by, lambda end: wanted(end.position))
    return Found(action, least, most, _throws(tree, {}))


def _throws(node: Node, memo: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """How often dice are thrown on the way to an end, at least and at most."""
    if isinstance(node, Outcome):
        return 0, 0
    if id(node) not in memo:
        ways = [_throws(branch, memo) for _, _, branch in node.ways]
        thrown = int(isinstance(node.request, Roll | Harm) and bool(node.request.dice))
        memo[id(node)] = min(way[0] for way in ways) + thrown, max(way[1] for way in ways) + thrown
    return memo[id(node)]


def _wanted(bout: Bout, before: Position, text: str) -> Callable[[Position], bool]:
    """Whether a position is as a question wants it."""
    if pair := re.fullmatch(r"(.+) holds (.+)", text):
        one, other = named(bout, pair[1]), named(bout, pair[2])
        return lambda after: after.stance.tied(one, other)
    told = re.fullmatch(r"(.+) is (free|pinned|hurt|down)", text)
    if told is None:
        raise Unreadable(f"{text[:60]!r} cannot be wanted: X holds Y, or X is free, pinned, hurt or down")
    who = named(bout, told[1])
    tests: dict[str, Callable[[Position], bool]] = {
        "free": lambda after: not after.stance.partners(who) and bout.fit(after.stance, who),
        "pinned": lambda after: _pinned(after.stance, who),
        "hurt": lambda after: after.tallies[who] != before.tallies[who],
        "down": lambda after: not bout.fit(after.stance, who),
    }
    return tests[told[2]]


def _pinned(stance: Stance, who: int) -> bool:
    return any(is_pin(word) and held == who for _, held, word in stance.holds)
