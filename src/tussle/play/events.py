"""Events: what happens outside the rules, because the game master says so.

    damage Bob 5            heal Bob 3              down Bob            free Bob
    bonus Bob +2 "bless" on=start for 3             bonus Bob 0 "bless" on=start
    join Nib with Otto      leave Bob               rule tie=reroll     set marks=Bob:prone

An event has "GM" in place of a clause. It makes a new position, and a new bout where somebody joins or a ruling
changes; what cannot be is refused with a sentence and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from tussle.bestiary import find
from tussle.bout.bout import Bout, make_bout, token_name
from tussle.bout.loading import did_you_mean, load, parse_load_string
from tussle.bout.notation import parse_position, position_text
from tussle.bout.space import Hexes, Squares, parse_cell
from tussle.bout.stance import SCOPES, Position
from tussle.errors import Unreadable

__all__ = ["GRAMMAR", "OFF_MAP", "apply_event", "change_tally", "named", "set_facts"]

OFF_MAP = (9999, 9999)
"""Where somebody stands who has left a map."""

GRAMMAR = {
    "damage": "damage NAME AMOUNT [TALLY]: harm from outside the rules",
    "heal": "heal NAME AMOUNT [TALLY]: take harm away",
    "down": "down NAME: out of the fight, whatever is left of it",
    "free": "free NAME [from NAME]: its holds end, on both sides",
    "bonus": 'bonus NAME +N "WHY" on=SCOPE [for ROUNDS]: scopes are ' + ", ".join(SCOPES) + "; 0 takes it away",
    "join": "join FIGHTER [with NAME] [at COLUMN.ROW]: a new fighter, on a side of its own or on somebody's",
    "leave": "leave NAME: gone from the fight",
    "rule": "rule RULING=VALUE: another ruling from now on",
    "set": "set KEY=ITEMS: any fact, as it stands in a position line",
}
"""Every event, with a line that explains it."""


def named(bout: Bout, text: str) -> int:
    """The index of the fighter somebody means, capitals and underscores aside.

    Raises:
        Unreadable: nobody of that name, with who there is.
    """
    wanted = text.strip().replace("_", " ").lower()
    for index, name in enumerate(bout.names):
        if name.lower() == wanted:
            return index
    raise Unreadable(f"{text.strip()[:40]!r} is not in the bout: {did_you_mean(text, bout.names)}")


def apply_event(bout: Bout, position: Position, text: str) -> tuple[Bout, Position]:
    """The bout and the position after an event.

    Raises:
        Unreadable: the event cannot be read, or cannot be; the sentence says what would be right.
    """
    word, _, rest = text.strip().partition(" ")
    if word not in _EVENTS:
        raise Unreadable(f"{word[:40]!r} is no event: {', '.join(GRAMMAR)}")
    bout, after = _EVENTS[word](bout, position, rest.strip())
    faults = list(bout.rules.sound(bout, after.stance, after.tallies))
    if faults:
        raise Unreadable(f"{text[:60]!r} cannot be: {faults[0]}")
    return bout, after


def _usage(word: str) -> Unreadable:
    return Unreadable(f"the event cannot be read: {GRAMMAR[word]}")


# Harm


def _harm(bout: Bout, position: Position, rest: str, sign: int, word: str) -> tuple[Bout, Position]:
    found = re.fullmatch(r"(.+?)\s+(\d{1,5})(?:\s+([a-z_-]+))?", rest)
    if found is None:
        raise _usage(word)
    tallies = bout.rules.tallies
    tally = found[3] or tallies[0]
    if tally not in tallies:
        raise Unreadable(f"{bout.rules.name} has no tally {tally[:20]!r}: {', '.join(tallies)}")
    return change_tally(bout, position, named(bout, found[1]), tally, lambda taken: taken + sign * int(found[2]))


def change_tally(
    bout: Bout, position: Position, who: int, tally: str, change: Callable[[int], int]
) -> tuple[Bout, Position]:
    """A tally changed within 0 and its limit, and what follows from that."""
    index = bout.rules.tallies.index(tally)
    row = list(position.tallies[who])
    row[index] = min(max(0, change(row[index])), bout.rules.limit(bout.fighters[who], tally))
    rows = (*position.tallies[:who], tuple(row), *position.tallies[who + 1 :])
    return bout, Position(bout.rules.restate(bout, position.stance, rows), rows)


def _damage(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    return _harm(bout, position, rest, 1, "damage")


def _heal(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    return _harm(bout, position, rest, -1, "heal")


def _down(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    who, tally = named(bout, rest), bout.rules.tallies[0]
    return change_tally(bout, position, who, tally, lambda _: bout.rules.limit(bout.fighters[who], tally))


# Holds and bonuses


def _free(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    name, _, other = rest.partition(" from ")
    who, stance = named(bout, name), position.stance
    stance = stance.part(who, named(bout, other)) if other else stance.part_all(who)
    return bout, replace(position, stance=stance)


_BONUS = re.compile(
    r"(?P<name>.+?)\s+(?P<value>[+\-\N{MINUS SIGN}]?\d{1,3})\s+\"(?P<why>[^\"]{1,30})\"\s+on=(?P<scope>[a-z]+)"
    r"(?:\s+for\s+(?P<rounds>\d{1,3}))?"
)


def _bonus(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    found = _BONUS.fullmatch(rest)
    if found is None:
        raise _usage("bonus")
    if found["scope"] not in SCOPES:
        raise Unreadable(f"a bonus cannot be on {found['scope'][:20]!r}: {', '.join(SCOPES)}")
    why = token_name(found["why"])
    if set(':[]="#,') & set(why) or not why.isprintable():
        raise Unreadable(f"a bonus cannot be called {found['why']!r}: leave out : [ ] = # and commas")
    who, value = named(bout, found["name"]), int(found["value"].replace("\N{MINUS SIGN}", "-"))
    stance = position.stance.grant((who, why, value, found["scope"], int(found["rounds"] or 0)))
    return bout, replace(position, stance=replace(stance, bonuses=tuple(b for b in stance.bonuses if b[2])))


# Who is in it, and under which rules


def _join(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    place = re.search(r"\s+at\s+(\S+)$", rest)
    rest = rest[: place.start()] if place else rest
    who, _, friend = rest.partition(" with ")
    name, fighter = find(bout.rules, who.strip())
    if name.lower() in (known.lower() for known in bout.names):
        raise Unreadable(f"{name} is in the bout already: give the newcomer another name, as in 'Bob: hits 12'")
    side = bout.sides[named(bout, friend)] if friend else max(bout.sides) + 1
    space = bout.space
    if isinstance(space, Squares | Hexes):
        if place is None:
            kind = "hex" if isinstance(space, Hexes) else "square"
            raise Unreadable(f"{name} needs a {kind}: join {name} at COLUMN.ROW")
        cell = parse_cell(place[1])
        if not space.free(position.stance, cell):
            raise Unreadable(f"{name} cannot come in at {place[1]}: a wall, somebody there, or off the map")
        space = replace(space, at=(*space.at, cell))
    fighters = [*zip(bout.names, bout.fighters, strict=True), (name, fighter)]
    wider = replace(bout, names=(*bout.names, name), fighters=(*bout.fighters, fighter), sides=(*bout.sides, side))
    wider = replace(wider, space=space)
    make_bout(bout.rules, fighters, wider.sides)  # the checks of every bout
    fresh = wider.rules.opening(wider, tuple(wider.everyone))
    old = position.stance
    stance = replace(
        old,
        order=(*old.order, len(bout.names)) if old.order else (),
        standing=(*old.standing, fresh.standing[-1]),
        marks=(*old.marks, fresh.marks[-1]),
        hands=(*old.hands, fresh.hands[-1]),
        budgets=(*old.budgets, fresh.budgets[-1]),
        cells=(*old.cells, *fresh.cells[-1:]) if old.cells else (),
    )
    return wider, Position(stance, (*position.tallies, (0,) * len(bout.rules.tallies)))


def _leave(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    who, stance = named(bout, rest), position.stance
    gone = bout.rules.standings[-1]
    stance = stance.part_all(who).stand(who, gone).budget(who).place(who, OFF_MAP)
    agenda = tuple(item for item in stance.agenda if who not in item[1:])
    return bout, replace(position, stance=replace(stance, agenda=agenda))


def _rule(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    _, given = parse_load_string(f"{bout.rules.name}({rest})")
    values = {**bout.rules.values, **given}
    if not given:
        raise _usage("rule")
    inside = ",".join(f'{name}="{value}"' for name, value in values.items())
    return replace(bout, rules=load(f"{bout.rules.name}({inside})")), position


def _set(bout: Bout, position: Position, rest: str) -> tuple[Bout, Position]:
    changes = [word.partition("=") for word in rest.split()]
    if not changes or not all(sign for _, sign, _ in changes):
        raise _usage("set")
    return bout, set_facts(bout, position, {key: items for key, _, items in changes})


def set_facts(bout: Bout, position: Position, facts: dict[str, str]) -> Position:
    """The position with these keys of its line changed; no items: the key is left out.

    Raises:
        Unreadable: the line cannot be read then, or the position cannot be.
    """
    told = dict(word.partition("=")[::2] for word in position_text(bout, position).split())
    told.update(facts)
    return parse_position(bout, " ".join(f"{key}={items}" for key, items in told.items() if items))


_EVENTS: dict[str, Callable[[Bout, Position, str], tuple[Bout, Position]]] = {
    "damage": _damage,
    "heal": _heal,
    "down": _down,
    "free": _free,
    "bonus": _bonus,
    "join": _join,
    "leave": _leave,
    "rule": _rule,
    "set": _set,
}
