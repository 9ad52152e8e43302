"""Positions, actions and bouts as text, and back. One notation serves every rule set.

A position is one line of `key=item,item`; an item is words joined by `:`; a fighter is its name with `_` for
spaces, a word that is no fighter stands in an agenda behind `#`. What is empty is left out.

    order=Otto,Arangu turn=Otto holds=Arangu:Tivid:hug budgets=Otto:standard:1 tallies=Tivid:harm:9
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, make_bout, token_name
from tussle.bout.fighter import fighter_json, read_fighter, read_json
from tussle.bout.loading import did_you_mean, load
from tussle.bout.space import Hexes, NoMap, Squares, cell_text, parse_cell
from tussle.bout.stance import NOBODY, SCOPES, Bonus, Item, Position, Stance
from tussle.bout.walk import legal_actions, refuse, settle
from tussle.errors import TussleError, Unreadable

__all__ = [
    "bout_json",
    "find_actions",
    "full_token",
    "item_text",
    "parse_map",
    "parse_position",
    "position_text",
    "read_bout",
    "stance_text",
    "token",
    "whose",
]

MAX_LINE = 20_000
MAX_BYTES = 2_000_000


def token(bout: Bout, action: Action) -> str:
    """An action as one word: `grapple:Arangu:athletics`."""
    target = [] if action.target == NOBODY else [token_name(bout.names[action.target])]
    return ":".join([action.verb, *target, *action.details])


def full_token(bout: Bout, stance: Stance, action: Action) -> str:
    """An action as a person says it: its token, of who is not on turn with its name in front: `Bob>leave`."""
    words = token(bout, action)
    return words if action.by == stance.turn else f"{token_name(bout.names[action.by])}>{words}"


def whose(bout: Bout, text: str) -> tuple[int | None, str]:
    """Who is named in front of a token, None where nobody is, and the token."""
    for index, name in enumerate(bout.names):
        front = f"{token_name(name)}>"
        if text.strip().startswith(front):
            return index, text.strip()[len(front) :].strip()
    return None, text.strip()


def item_text(bout: Bout, item: Item) -> str:
    """An item of the agenda as one word."""
    word, *about = item
    return ":".join([str(word), *(token_name(bout.names[a]) if isinstance(a, int) else f"#{a}" for a in about)])


def stance_text(bout: Bout, stance: Stance) -> str:
    """A stance as one line: a position without its tallies."""
    return " ".join(f"{key}={','.join(items)}" for key, items in _stance_items(bout, stance) if items)


def position_text(bout: Bout, position: Position) -> str:
    """A position as one line, which `parse_position` reads back."""
    names = [token_name(name) for name in bout.names]
    tallies = [
        f"{names[who]}:{word}:{number}"
        for who in bout.everyone
        for word, number in zip(bout.rules.tallies, position.tallies[who], strict=True)
        if number
    ]
    line = stance_text(bout, position.stance)
    return f"{line} tallies={','.join(tallies)}" if tallies else line


def _stance_items(bout: Bout, stance: Stance) -> Iterator[tuple[str, list[str]]]:
    names = [token_name(name) for name in bout.names]
    fit = bout.rules.standings[0]
    yield "order", [names[who] for who in stance.order]
    yield "turn", [] if stance.turn == NOBODY else [names[stance.turn]]
    yield "standing", [f"{names[who]}:{word}" for who, word in enumerate(stance.standing) if word != fit]
    yield "holds", [f"{names[holder]}:{names[held]}:{word}" for holder, held, word in stance.holds]
    yield "marks", [f"{names[who]}:{word}" for who, words in enumerate(stance.marks) for word in words]
    yield "hands", [f"{names[who]}:{thing}" for who, thing in enumerate(stance.hands) if thing]
    yield (
        "budgets",
        [f"{names[who]}:{word}:{amount}" for who, pairs in enumerate(stance.budgets) for word, amount in pairs],
    )
    yield "cells", [f"{names[who]}:{cell_text(cell)}" for who, cell in enumerate(stance.cells)]
    yield "counters", [f"{word}:{number}" for word, number in stance.counters]
    yield "agenda", [item_text(bout, item) for item in stance.agenda]
    yield (
        "bonuses",
        [f"{names[who]}:{word}:{value}:{scope}:{left}" for who, word, value, scope, left in stance.bonuses],
    )


def parse_position(bout: Bout, line: str) -> Position:
    """Read a position line. What the text leaves to itself (a spent turn) is carried out.

    Raises:
        Unreadable: with the word that cannot be read, or what makes the position impossible.
    """
    position = _Reader(bout, line).position()
    faults = list(bout.rules.sound(bout, position.stance, position.tallies))
    if faults:
        raise Unreadable(f"the position cannot be: {faults[0]}")
    return Position(settle(bout, position.stance), position.tallies)


class _Reader:
    """One position line on its way in."""

    def __init__(self, bout: Bout, line: str) -> None:
        if len(line) > MAX_LINE:
            raise Unreadable(f"the position line is longer than {MAX_LINE} characters")
        self.bout = bout
        self.who = {token_name(name): index for index, name in enumerate(bout.names)}
        self.items: dict[str, list[list[str]]] = {}
        for word in line.split():
            key, sign, rest = word.partition("=")
            if not sign or key not in _KEYS:
                raise Unreadable(
                    f"the position line cannot be read at {word[:40]!r}: write one of {', '.join(_KEYS)}, ="
                )
            if key in self.items:
                raise Unreadable(f"the position line has {key} twice")
            self.items[key] = self.split(key, rest)

    def split(self, key: str, rest: str) -> list[list[str]]:
        """The items of a key, each of the shape it must have, no two about the same thing."""
        shape, place = _KEYS[key], f"the position line cannot be read at {key}="
        items: dict[tuple[str, ...], list[str]] = {}
        for text in rest.split(","):
            item = text.split(":")
            if "" in item or (shape.words and len(item) != len(shape.words.split(":"))):
                raise Unreadable(f"{place}{text[:40]}: write {shape.words or 'a word and what it is about'}")
            about = tuple(item[index] for index in shape.about) if shape.words else (str(len(items)),)
            if about in items:
                raise Unreadable(f"{place}{text[:40]}: it has {':'.join(items[about])[:40]} already")
            items[about] = item
        return list(items.values())

    def fighter(self, word: str) -> int:
        if word not in self.who:
            raise Unreadable(
                f"the position line names {word[:40]!r}, who is not in the bout: {did_you_mean(word, self.who)}"
            )
        return self.who[word]

    def number(self, word: str) -> int:
        if not re.fullmatch(r"\d{1,6}", word):
            raise Unreadable(f"the position line has {word[:20]!r} where a whole number belongs")
        return int(word)

    def by_fighter(self, key: str, read: Callable[[list[str]], Any]) -> list[list[Any]]:
        found: list[list[Any]] = [[] for _ in self.bout.names]
        for name, *rest in self.items.get(key, []):
            found[self.fighter(name)].append(read(rest))
        return found

    def single(self, key: str, read: Callable[[list[str]], Any], missing: Any) -> list[Any]:
        """One value a fighter; `missing` where the line has none."""
        return [values[0] if values else missing for values in self.by_fighter(key, read)]

    def position(self) -> Position:
        bout, items = self.bout, self.items
        turn = [self.fighter(name) for (name,) in items.get("turn", [])]
        cells = self.single("cells", lambda rest: parse_cell(rest[0]), None)
        if bout.space.mapped and None in cells:
            name = token_name(bout.names[cells.index(None)])
            raise Unreadable(f"the position line does not place {name}: add {name}:column.row to cells")
        if not bout.space.mapped and "cells" in items:
            raise Unreadable("the position line has cells, and this bout has no map")
        stance = Stance(
            order=tuple(self.fighter(name) for (name,) in items.get("order", [])),
            turn=turn[0] if turn else NOBODY,
            standing=tuple(self.single("standing", lambda rest: rest[0], bout.rules.standings[0])),
            holds=tuple(sorted((self.fighter(a), self.fighter(b), word) for a, b, word in items.get("holds", []))),
            marks=tuple(tuple(sorted(words)) for words in self.by_fighter("marks", lambda rest: rest[0])),
            hands=tuple(self.single("hands", lambda rest: rest[0], "")),
            budgets=tuple(
                _counts(pairs) for pairs in self.by_fighter("budgets", lambda rest: (rest[0], self.number(rest[1])))
            ),
            cells=tuple(cells) if bout.space.mapped else (),
            counters=_counts([(word, self.number(number)) for word, number in items.get("counters", [])]),
            agenda=tuple(self.item(words) for words in items.get("agenda", [])),
            bonuses=tuple(sorted(self.bonus(words) for words in items.get("bonuses", []))),
        )
        return Position(stance, self.tallies())

    def item(self, words: list[str]) -> Item:
        return (words[0], *(word[1:] if word.startswith("#") else self.fighter(word) for word in words[1:]))

    def bonus(self, words: list[str]) -> Bonus:
        name, word, value, scope, left = words
        if scope not in SCOPES:
            raise Unreadable(f"the position line has a bonus on {scope[:20]!r}: {', '.join(SCOPES)}")
        if not re.fullmatch(r"-?\d{1,3}", value):
            raise Unreadable(f"the position line has a bonus of {value[:20]!r}: a whole number from -999 to 999")
        return self.fighter(name), word, int(value), scope, self.number(left)

    def tallies(self) -> tuple[tuple[int, ...], ...]:
        rows = [dict.fromkeys(self.bout.rules.tallies, 0) for _ in self.bout.names]
        for name, word, number in self.items.get("tallies", []):
            if word not in self.bout.rules.tallies:
                raise Unreadable(
                    f"the position line has a tally {word[:20]!r}: there is {', '.join(self.bout.rules.tallies)}"
                )
            rows[self.fighter(name)][word] = self.number(number)
        return tuple(tuple(row.values()) for row in rows)


def _counts(pairs: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Sorted, and nothing that stands at 0."""
    return tuple(sorted((word, number) for word, number in pairs if number))


class _Shape(NamedTuple):
    """How an item of a position line is written.

    Attributes:
        words: what its words are; "" for any number of words.
        about: the places of the words that no other item may share.
    """

    words: str
    about: tuple[int, ...] = (0,)


_KEYS = {
    "order": _Shape("FIGHTER"),
    "turn": _Shape("FIGHTER", about=()),
    "standing": _Shape("FIGHTER:WORD"),
    "holds": _Shape("HOLDER:HELD:WORD", about=(0, 1, 2)),
    "marks": _Shape("FIGHTER:WORD", about=(0, 1)),
    "hands": _Shape("FIGHTER:THING"),
    "budgets": _Shape("FIGHTER:WORD:NUMBER", about=(0, 1)),
    "cells": _Shape("FIGHTER:COLUMN.ROW"),
    "counters": _Shape("WORD:NUMBER"),
    "agenda": _Shape(""),
    "bonuses": _Shape("FIGHTER:NAME:VALUE:SCOPE:TURNS", about=(0, 1, 3)),
    "tallies": _Shape("FIGHTER:WORD:NUMBER", about=(0, 1)),
}
"""Every key of a position line, in its order."""


def find_actions(bout: Bout, stance: Stance, text: str, by: int | None = None) -> tuple[Action, ...]:
    """The legal actions a token means: one, or several that share it as a beginning.

    Args:
        by: whose action it is; None: who is named in front of the token, else whoever's turn it is.

    Raises:
        Unreadable: no verb of the rule set, or words after it that nobody offers.
        Illegal: a known action that is not legal now, with the clause.
    """
    if by is None:
        by, text = whose(bout, text)
    by = stance.turn if by is None else by
    verb, *rest = text.strip().split(":")
    if verb not in bout.rules.verb_names:
        known = bout.rules.verb_names
        raise Unreadable(f"{bout.rules.name} has no verb {verb[:40]!r}: {did_you_mean(verb, known)}")
    anybody = legal_actions(bout, stance)
    legal = [action for action in anybody if action.by == by]
    words = [verb, *rest]
    exact = [action for action in legal if token(bout, action) == ":".join(words)]
    if exact:
        return (exact[0],)
    found = tuple(action for action in legal if token(bout, action).split(":")[: len(words)] == words)
    if found:
        return found
    if not legal and not (anybody and any(offer.by == by for offer in bout.rules.verbs(bout, stance))):
        raise Unreadable(_idle(bout, stance, by))
    raise _not_meant(bout, stance, by, words, [token(bout, action) for action in legal if action.verb == verb])


def _idle(bout: Bout, stance: Stance, by: int) -> str:
    """Why a fighter can take no action at all."""
    if stance.agenda:
        return f"no action can be taken now: {item_text(bout, stance.agenda[0])} is due first"
    if stance.turn in (NOBODY, by):
        return "no action can be taken any more: it is over"
    return f"{bout.names[by]} can take no action now: it is the turn of {bout.names[stance.turn]}"


def _not_meant(bout: Bout, stance: Stance, by: int, words: list[str], offered: list[str]) -> TussleError:
    """What is wrong with a token that means no legal action, `offered` being the legal ones of its verb."""
    verb, *rest = words
    who = {token_name(name): index for index, name in enumerate(bout.names)}
    target = who.get(rest[0], NOBODY) if rest else NOBODY
    refused = [
        offer.target
        for offer in bout.rules.verbs(bout, stance)
        if isinstance(offer, Refusal) and offer.by == by and offer.verb == verb
    ]
    if offered and target not in refused:
        return Unreadable(f"{':'.join(words)[:80]!r} is not among the ways to {verb}: {', '.join(offered[:8])}")
    if rest and target == NOBODY and NOBODY not in refused:
        return Unreadable(f"{rest[0][:40]!r} is not in the bout: {did_you_mean(rest[0], who)}")
    return refuse(bout, stance, by, verb, target)


_MAP = re.compile(r"(hex\s+)?(\d{1,3})x(\d{1,3})\s*")


def parse_map(text: str, names: Sequence[str]) -> Squares | Hexes:
    """Read `8x6 Bob@1.2 Big_Ogre@2.2 #4.4 #4.5`: size, where each begins, walls; with `hex` in front, hexes.

    Raises:
        Unreadable: with the word that cannot be read.
    """
    size = _MAP.match(text.strip())
    if size is None:
        raise Unreadable(f"{text[:40]!r} is no map: begin with its size, as in 8x6 Bob@1.2 #4.4 or hex 8x6 Bob@1.2")
    at: dict[str, tuple[int, int]] = {}
    walls = []
    for word in text.strip()[size.end() :].split():
        name, sign, place = word.rpartition("@")
        if word.startswith("#"):
            walls.append(parse_cell(word[1:]))
        elif name in at:
            raise Unreadable(f"the map places {name[:40]} twice: give it one square")
        elif sign:
            at[name] = parse_cell(place)
        else:
            raise Unreadable(f"the map cannot be read at {word[:40]!r}: write Bob@1.2 for a fighter, #4.4 for a wall")
    tokens = [token_name(name) for name in names]
    for name in at:
        if name not in tokens:
            raise Unreadable(f"the map places {name[:40]!r}, who is not in the bout: {did_you_mean(name, tokens)}")
    for name in tokens:
        if name not in at:
            raise Unreadable(f"the map does not place {name}: add {name}@column.row")
    kind = Hexes if size[1] else Squares
    return kind(int(size[2]), int(size[3]), tuple(at[name] for name in tokens), tuple(sorted(set(walls))))


class _BoutForm(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form of a bout."""

    rules: str
    fighters: list[dict[str, Any]]
    sides: list[int] | None = None
    map: Squares | Hexes | None = None


def bout_json(bout: Bout) -> dict[str, Any]:
    """A bout as a JSON object: rules, fighters whole, sides, map."""
    form: dict[str, Any] = {
        "rules": bout.rules.load_string,
        "fighters": [fighter_json(name, what) for name, what in zip(bout.names, bout.fighters, strict=True)],
        "sides": list(bout.sides),
    }
    if bout.space.mapped:
        form["map"] = msgspec.to_builtins(bout.space)
    return form


def read_bout(source: bytes | str | Mapping[str, Any]) -> Bout:
    """Read the JSON form of a bout.

    Raises:
        Unreadable: with the path and what would be right.
    """
    try:
        plain = dict(source) if isinstance(source, Mapping) else read_json(source, "the bout", MAX_BYTES)
        form = msgspec.convert(plain, _BoutForm)
    except msgspec.DecodeError as error:
        raise Unreadable(f"the bout cannot be read: {str(error).replace('`', '')}") from None
    rules = load(form.rules)
    fighters = [read_fighter(rules, one, f"fighter {place}") for place, one in enumerate(form.fighters, 1)]
    sides = None if form.sides is None else tuple(form.sides)
    return make_bout(rules, fighters, sides, form.map or NoMap())
