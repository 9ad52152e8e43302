"""A position in a person's words: `ogre holds bob; bob hits 9/22; bob prone; turn bob`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from tussle.bout.bout import Bout
from tussle.bout.notation import parse_position, position_text
from tussle.bout.space import parse_cell
from tussle.bout.stance import Position, Stance
from tussle.errors import Unreadable
from tussle.play.events import change_tally, named, set_facts

__all__ = ["GRAMMAR", "apply_state"]

GRAMMAR = (
    "NAME holds NAME: or another word of the rule set for two fighters",
    "NAME hits LEFT/OF: what is left of a fighter, or just LEFT; the word is the rule set's",
    "turn NAME: a fresh turn of that fighter",
    "NAME has THING: in hand; has nothing: empty hands",
    "NAME at COLUMN.ROW: where it is, on a map",
    "NAME WORD: what is true of it (prone), or how it stands (out)",
    "KEY=ITEMS: any fact, as it stands in a position line",
)
"""Every statement, with a line that explains it. Statements are set apart by `;`."""


def apply_state(bout: Bout, position: Position, text: str) -> Position:
    """A position told in statements; see `GRAMMAR`.

    Raises:
        Unreadable: a statement that cannot be read, or a position that cannot be.
    """
    statements = [part.strip() for part in text.split(";") if part.strip()]
    # A turn is begun last: what a fighter can do in it depends on all the rest.
    for statement in sorted(statements, key=lambda part: part.lower().startswith("turn ")):
        position = _statement(bout, position, statement)
    faults = list(bout.rules.sound(bout, position.stance, position.tallies))
    if faults:
        raise Unreadable(f"the state cannot be: {faults[0]}")
    return parse_position(bout, position_text(bout, position))


def _statement(bout: Bout, position: Position, text: str) -> Position:
    rules, stance = bout.rules, position.stance
    if re.fullmatch(r"[a-z]+=\S*", text):
        key, _, items = text.partition("=")
        return set_facts(bout, position, {key: items})
    if text.lower().startswith("turn "):
        who = named(bout, text[5:])
        return replace(position, stance=_take_turn(bout, stance, who))
    for verb, tie in rules.state_words.items():
        one, sign, other = text.partition(f" {verb} ")
        if sign:
            pair = named(bout, one), named(bout, other)
            if pair[0] == pair[1]:
                raise Unreadable(f"the state cannot be: {bout.names[pair[0]]} {verb} itself")
            return replace(position, stance=tie(bout, stance, *pair))
    left = re.fullmatch(rf"(.+?)\s+({'|'.join(rules.left_words)})\s+(\d+)(?:/(\d+))?", text)
    if left:
        return _left(bout, position, named(bout, left[1]), (left[2], int(left[3]), left[4]))
    has = re.fullmatch(r"(.+?)\s+(has|at)\s+(\S+)", text)
    if has:
        who = named(bout, has[1])
        if has[2] == "at":
            if not stance.cells:
                raise Unreadable(f"{text[:40]!r} cannot be: this bout has no map")
            return replace(position, stance=stance.place(who, parse_cell(has[3])))
        thing = "" if has[3] == "nothing" else has[3]
        return replace(position, stance=stance.wield(who, thing))
    name, _, word = text.rpartition(" ")
    if not name:
        raise Unreadable(
            f"the state cannot be read at {text[:40]!r}: a statement is like 'bob holds ogre' or 'turn bob'"
        )
    who = named(bout, name)
    if word in rules.standings:
        return replace(position, stance=stance.stand(who, word))
    return replace(position, stance=stance.mark(who, word))


def _left(bout: Bout, position: Position, who: int, said: tuple[str, int, str | None]) -> Position:
    word, left, of = said
    tally = bout.rules.left_words[word]
    limit = bout.rules.full(bout.fighters[who], tally)
    if of is not None and int(of) != limit:
        raise Unreadable(f"{bout.names[who]} has {limit} {word} in all, not {of}: write {word} {left}/{limit}")
    if left > limit:
        raise Unreadable(f"{bout.names[who]} has {limit} {word} in all: {left} are too many")
    return change_tally(bout, position, who, tally, lambda _: limit - left)[1]


def _take_turn(bout: Bout, stance: Stance, who: int) -> Stance:
    """A fresh turn of that fighter, as the rule set begins one; initiative is then as named."""
    if not bout.fit(stance, who):
        raise Unreadable(f"{bout.names[who]} is {stance.standing[who]} and cannot have the turn")
    order = stance.order or tuple(bout.everyone)
    cleared = replace(
        stance, order=order, budgets=((),) * len(bout.names), agenda=stance.agenda if stance.order else ()
    )
    return bout.rules.take_turn(bout, cleared, who)
