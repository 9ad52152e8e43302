"""A second implementation of `endure`, from the source text and the clauses alone, in the words of docs/exchange.md.

It shares nothing with the first: no import, no table, no way of counting. An action is a generator of (chance,
choices, position), one for each way it can go; positions are the JSON of docs/exchange.md and never changed in
place. Where text and clauses left a doubt, README.md beside this file says which reading was taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Choices: TypeAlias = tuple[tuple[str, str], ...]
Way: TypeAlias = tuple[Fraction, Choices, Json]
Effect: TypeAlias = Callable[[Json, int], Iterator[Way]]

PLANT = {"RISE": 2}
"""The constants that a control changes in a copy of this module, so that the copy is wrong."""

SURE = Fraction(1)
MOST = 3  # harm done to the pinned, at most (endure.pin.attack)
UNROLLED = 3  # the margin over who loses without a roll: what a strike then does (endure.pin.attack)
RISE = 1  # how much harder each Endure check of the clock is than the one before (endure.clock.rise)
MILD, HEAVY = 1, 2  # successes that cover counts as (endure.outside.cover)
STEPS = 3  # squares of a walk (endure.base.walk)
COSTS = {"grab": 1, "walk": 1, "strike": 1, "escape": 2, "move": 2, "pin": 2, "break": 2, "attack": 3, "hold": 3}
WAYS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
RULINGS = {
    "dice": "d6/5+",
    "very_easy": "1",
    "tie": "reroll",
    "pin": "stays",
    "clock": "shared",
    "cover": "automatic",
    "actions": "3",
}
FIGHTER: Json = {
    **dict.fromkeys(("unarmed", "dodge", "block", "endure", "armed"), 0),
    "size": 3,
    "strength": 3,
    "health": 10,
    "hand": "",
    "damage": 1,
}


class Bout:
    """A bout as docs/exchange.md writes it, with every default filled in."""

    def __init__(self, bout: Json) -> None:
        inside = re.fullmatch(r"endure(?:\((.*)\))?", bout["rules"])
        if inside is None:
            raise ValueError(f"{bout['rules']!r} is not endure")
        said = [part.split("=") for part in (inside[1] or "").split(",") if part]
        self.rulings = {**RULINGS, **{name.strip(): value.strip().strip('"') for name, value in said}}
        sides, target = re.fullmatch(r"d(\d+)/(\d+)\+", self.rulings["dice"]).groups()  # type: ignore[union-attr]
        self.die = (int(sides) - int(target) + 1, int(target) - 1)  # faces that succeed, faces that do not
        self.very_easy = int(self.rulings["very_easy"])
        self.actions = int(self.rulings["actions"])
        self.paid_cover = self.rulings["cover"] == "costs-1-action"
        self.fighters: dict[str, Json] = {fighter["name"]: {**FIGHTER, **fighter} for fighter in bout["fighters"]}
        self.names = list(self.fighters)
        self.sides = dict(zip(self.names, bout["sides"], strict=True))
        self.map: Json | None = bout.get("map")

    def has(self, who: str, field: str) -> int:
        return int(self.fighters[who][field])

    def guard(self, who: str) -> int:
        """The better of dodge and block (endure.base.attack)."""
        return max(self.has(who, "dodge"), self.has(who, "block"))

    def heft(self, who: str) -> int:
        """The pool of a knockback check (endure.grappling.move)."""
        return self.has(who, "strength") + self.has(who, "size")


# Positions


def full(position: Json) -> Json:
    """The position with every key there, for reading and changing."""
    parts = ("standing", "marks", "hands", "budgets", "cells", "counters", "tallies")
    return {"order": [], "turn": None, "holds": [], "agenda": [], **{part: {} for part in parts}, **position}


def tidy(position: Json) -> Json:
    """The one form a position has: nothing empty, no 0, words sorted."""
    tidied = dict(position)
    tidied["marks"] = {who: sorted(words) for who, words in position["marks"].items() if words}
    tidied["counters"] = {word: n for word, n in position["counters"].items() if n}
    for key in ("budgets", "tallies"):
        counts = {who: {word: n for word, n in row.items() if n} for who, row in position[key].items()}
        tidied[key] = {who: row for who, row in counts.items() if row}
    return {key: value for key, value in tidied.items() if value not in ({}, [], None)}


def put(position: Json, key: str, who: str, value: object) -> Json:
    """The position with one entry changed."""
    return {**position, key: {**position[key], who: value}}


def fit(position: Json, who: str) -> bool:
    return bool(position["standing"].get(who, "up") == "up")


def marked(position: Json, who: str, word: str) -> bool:
    return word in position["marks"].get(who, [])


def mark(position: Json, who: str, word: str) -> Json:
    return put(position, "marks", who, sorted({*position["marks"].get(who, []), word}))


def unmark(position: Json, who: str, word: str) -> Json:
    return put(position, "marks", who, [mark for mark in position["marks"].get(who, []) if mark != word])


def budget(position: Json, who: str, word: str) -> int:
    return int(position["budgets"].get(who, {}).get(word, 0))


def spend(position: Json, who: str, number: int, word: str = "actions") -> Json:
    row = {**position["budgets"].get(who, {}), word: budget(position, who, word) - number}
    return put(position, "budgets", who, row)


# Grapples


def grapple_of(position: Json, who: str) -> list[str] | None:
    """`[first, second, "equal" or "pin"]` of the fighter's grapple."""
    return next((hold for hold in position["holds"] if who in hold[:2]), None)


def partner(position: Json, who: str) -> str | None:
    hold = grapple_of(position, who)
    return None if hold is None else hold[who == hold[0]]


def pinner(position: Json, who: str) -> bool:
    hold = grapple_of(position, who)
    return hold is not None and hold[2] == "pin" and hold[0] == who


def pinned(position: Json, who: str) -> bool:
    hold = grapple_of(position, who)
    return hold is not None and hold[2] == "pin" and hold[1] == who


def hold(bout: Bout, position: Json, one: str, other: str, word: str) -> Json:
    """The two grapple in this state, whatever they did before (endure.grappling.states)."""
    if word == "equal":
        one, other = sorted((one, other), key=bout.names.index)
        position = unmark(unmark(position, one, "kept"), other, "kept")
    holds = [hold for hold in position["holds"] if one not in hold[:2]] + [[one, other, word]]
    return {**position, "holds": sorted(holds, key=lambda hold: [bout.names.index(who) for who in hold[:2]])}


def part(position: Json, who: str) -> Json:
    """The grapple of the fighter ends, and clock and exhaustion with it (endure.clock.push)."""
    for one in {who, partner(position, who) or who}:
        position = unmark(unmark(position, one, "kept"), one, "exhausted")
        position = put(position, "counters", clock_of(one), 0)
    return {**position, "holds": [hold for hold in position["holds"] if who not in hold[:2]]}


# Squares


def near(bout: Bout, position: Json, one: str, other: str) -> bool:
    """Adjacent, or in one square."""
    if bout.map is None:
        return True
    (x, y), (u, v) = position["cells"][one], position["cells"][other]
    return bool(max(abs(x - u), abs(y - v)) <= 1)


def free_cells(bout: Bout, position: Json, who: str) -> dict[str, list[int]]:
    """The free squares next to the fighter, by the way there; none without a map."""
    if bout.map is None:
        return {}
    x, y = position["cells"][who]
    taken = [*map(list, bout.map.get("walls", [])), *position["cells"].values()]
    return {
        way: [x + across, y + down]
        for way, (across, down) in WAYS.items()
        if 0 <= x + across < bout.map["width"] and 0 <= y + down < bout.map["height"]
        if [x + across, y + down] not in taken
    }


def shift(bout: Bout, position: Json, chooser: str, movers: list[str]) -> Iterator[Way]:
    """The chooser picks a free square next to the movers, who share theirs; none free: nobody moves."""
    cells = free_cells(bout, position, movers[0])
    if not cells:
        yield SURE, (), position
    for way, cell in cells.items():
        choice = ((chooser, way),) if len(cells) > 1 else ()
        yield SURE, choice, {**position, "cells": {**position["cells"], **dict.fromkeys(movers, cell)}}


# Dice


@cache
def successes(pool: int, good: int, bad: int) -> list[int]:
    """In how many throws of the pool there are 0, 1, 2 and so on successes, die by die (endure.check.pool)."""
    if pool == 0:
        return [1]
    before = successes(pool - 1, good, bad)
    return [bad * less + good * fewer for less, fewer in zip([*before, 0], [0, *before], strict=True)]


@cache
def margins(mine: int, other: int, die: tuple[int, int]) -> dict[int, Fraction]:
    """By how many successes one pool beats another, below 0 where it is beaten, ties among them."""
    found: dict[int, int] = {}
    for n, ways in enumerate(successes(mine, *die)):
        for m, others in enumerate(successes(other, *die)):
            found[n - m] = found.get(n - m, 0) + ways * others
    total = sum(found.values())
    return {margin: Fraction(count, total) for margin, count in found.items() if count}


@cache
def rolled(mine: int, other: int, die: tuple[int, int], *, again: bool) -> dict[int, Fraction]:
    """The same where a tie is rolled again, but for two pools of 0 (endure.check.tie)."""
    found = margins(mine, other, die)
    if not again or not (mine or other):
        return found
    decided = 1 - found.get(0, Fraction(0))
    return {margin: chance / decided for margin, chance in found.items() if margin}


@cache
def passes(pool: int, difficulty: int, die: tuple[int, int]) -> Fraction:
    """The chance of at least so many successes (endure.check.ladder)."""
    ways = successes(pool, *die)
    return Fraction(sum(ways[difficulty:]), sum(ways))


# Harm


def hurt(bout: Bout, position: Json, who: str, amount: int) -> Json:
    """Harm taken; who has no health left is out, and its grapple ends (endure.harm.out)."""
    harm = min(bout.has(who, "health"), position["tallies"].get(who, {}).get("harm", 0) + amount)
    position = put(position, "tallies", who, {"harm": harm})
    if harm < bout.has(who, "health"):
        return position
    position = part(put(position, "standing", who, "out"), who)
    return trim(bout, put(position, "budgets", who, {}))


def trim(bout: Bout, position: Json) -> Json:
    """No cover where no third party is left to need it against."""
    if bout.paid_cover and sum(fit(position, who) for who in bout.names) > 2:
        return position
    budgets = {who: {**row, "cover": 0} for who, row in position["budgets"].items()}
    return {**position, "budgets": budgets}


def damage(bout: Bout, attacker: str, means: str, net: int) -> int:
    """Of a hit: net successes, or the item's own (endure.base.attack)."""
    return net if means == "unarmed" else bout.has(attacker, "damage")


# The grapple check


def check(bout: Bout, position: Json, me: str, foe: str, mine: int, other: int) -> Iterator[tuple[Any, Choices, int]]:
    """An opposed check of a menu: chance, choice, and the margin, 0 for a tie that stands (endure.check.concede)."""
    if marked(position, foe, "exhausted"):
        yield SURE, (), UNROLLED
        return
    yield SURE, ((foe, "concede"),), UNROLLED
    if marked(position, me, "exhausted"):
        yield SURE, ((foe, "contest"),), -UNROLLED
        return
    for margin, chance in rolled(mine, other, bout.die, again=bout.rulings["tie"] == "reroll").items():
        yield chance, ((foe, "contest"),), margin


def checked(bout: Bout, position: Json, pools: tuple[int, int], effect: Effect) -> Iterator[Way]:
    """Check, effect, and while they still grapple the clock (endure.clock.who)."""
    me = position["turn"]
    foe = partner(position, me)
    if foe is None:
        raise ValueError("a grapple check is made in a grapple")
    for chance, choices, margin in check(bout, position, me, foe, *pools):
        for share, more, after in effect(position, margin):
            for last, yet_more, end in clock(bout, after, me, foe, margin):
                yield chance * share * last, (*choices, *more, *yet_more), end


def clock_of(who: str) -> str:
    return f"clock-{who.replace(' ', '_')}"


def clock(bout: Bout, position: Json, me: str, foe: str, margin: int) -> Iterator[Way]:
    """The Endure check after a grapple check (endure.clock)."""
    if grapple_of(position, me) is None or margin == 0:
        yield SURE, (), position
        return
    pair = [who for who in bout.names if who in (me, foe)]
    exhausted = [who for who in pair if marked(position, who, "exhausted")]
    loses = exhausted[0] if exhausted else foe if margin > 0 else me
    checker = next(who for who in pair if (who == loses) is not bool(exhausted))
    counter = clock_of(pair[0] if bout.rulings["clock"] == "shared" else checker)
    count = int(position["counters"].get(counter, 0))
    endure = [bout.has(who, "endure") for who in pair]
    chance = passes(bout.has(checker, "endure"), bout.very_easy + count, bout.die)
    if chance:
        most = max(0, max(endure) + 1 - bout.very_easy)
        yield chance, (), put(position, "counters", counter, min(most, count + RISE))
    if chance == 1:
        return
    if exhausted:
        for share, choices, end in push(bout, part(position, me), me, foe):
            yield (1 - chance) * share, choices, end
        return
    for who in pair:
        position = put(position, "counters", clock_of(who), 0)
    yield 1 - chance, (), mark(position, checker, "exhausted")


def push(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """The last check: who is pushed out of the square (endure.clock.push)."""
    for margin, chance in rolled(bout.has(me, "unarmed"), bout.has(foe, "unarmed"), bout.die, again=True).items():
        if margin == 0:
            yield chance, (), position
            continue
        winner, loser = (me, foe) if margin > 0 else (foe, me)
        for _, choices, end in shift(bout, position, winner, [loser]):
            yield chance, choices, end


# What can be done in a grapple


def escape(bout: Bout, position: Json, me: str, foe: str, skill: str) -> Iterator[Way]:
    """endure.grappling.escape."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        if margin > 0:
            yield from shift(bout, part(position, me), me, [me])
        else:
            yield SURE, (), position

    yield from checked(bout, position, (bout.has(me, skill), bout.has(foe, "unarmed")), effect)


def move(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """endure.grappling.move."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        if margin > 0:
            yield from shift(bout, position, me, [me, foe])
        else:
            yield SURE, (), position

    yield from checked(bout, position, (bout.heft(me), bout.heft(foe)), effect)


def pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """endure.pin.pin; it lapses at the end of a later turn at the earliest."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        yield SURE, (), keep(bout, hold(bout, position, me, foe, "pin"), me) if margin > 0 else position

    yield from checked(bout, position, (bout.has(me, "unarmed"), bout.has(foe, "unarmed")), effect)


def keep(bout: Bout, position: Json, me: str) -> Json:
    """The pinner has done enough for this turn (the ruling `pin` of endure.pin.hold)."""
    return mark(position, me, "kept") if bout.rulings["pin"] == "upkeep" else position


def break_pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """endure.pin.break."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        yield SURE, (), hold(bout, position, me, foe, "equal") if margin > 0 else position

    yield from checked(bout, position, (bout.has(me, "unarmed"), bout.has(foe, "unarmed")), effect)


def attack_pinned(bout: Bout, position: Json, me: str, foe: str, means: str) -> Iterator[Way]:
    """endure.pin.attack."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        position = keep(bout, position, me)
        harm = min(MOST, damage(bout, me, means, margin))
        yield SURE, (), hurt(bout, position, foe, harm) if margin > 0 else position

    yield from checked(bout, position, (bout.has(me, "unarmed"), bout.has(foe, "unarmed")), effect)


def hold_pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """endure.pin.hold."""

    def effect(position: Json, margin: int) -> Iterator[Way]:
        if margin > 0:
            yield SURE, (), keep(bout, position, me)
        else:
            yield SURE, (), hold(bout, position, me, foe, "equal") if margin else position

    yield from checked(bout, position, (bout.has(me, "endure"), bout.has(foe, "endure")), effect)


def release(bout: Bout, position: Json, me: str, _foe: str) -> Iterator[Way]:
    """endure.pin.release."""
    yield from shift(bout, part(position, me), me, [me])


# What can be done outside


def grab(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """endure.start.grab."""
    for chance, choices, net in hits(bout, me, foe, "unarmed"):
        after = position
        if net > 0:
            after = hold(bout, position, me, foe, "equal")
            if bout.map is not None:
                after = put(after, "cells", me, position["cells"][foe])
        yield chance, choices, after


def attack(bout: Bout, position: Json, me: str, foe: str, means: str) -> Iterator[Way]:
    """endure.base.attack, endure.outside.cover."""
    if partner(position, foe) is None:
        for chance, choices, net in hits(bout, me, foe, means):
            harm = damage(bout, me, means, net)
            yield chance, choices, hurt(bout, position, foe, harm) if net > 0 else position
        return
    for choices, before, cover in covers(bout, position, foe):
        for successes, chance in margins(rating(bout, me, means), 0, bout.die).items():
            harm = damage(bout, me, means, successes - cover)
            yield chance, choices, hurt(bout, before, foe, harm) if successes > cover else before


def rating(bout: Bout, who: str, means: str) -> int:
    return bout.has(who, "unarmed" if means == "unarmed" else "armed")


def hits(bout: Bout, me: str, foe: str, means: str) -> Iterator[tuple[Fraction, Choices, int]]:
    """An attack on who is in no grapple: chance, choice, and net successes, a hit if above 0."""
    guard = bout.guard(foe)
    for option, pool in [("defend", guard), ("decline", 0)] if guard else [("", 0)]:
        for net, chance in margins(rating(bout, me, means), pool, bout.die).items():
            yield chance, ((foe, option),) if option else (), net


def covers(bout: Bout, position: Json, target: str) -> Iterator[tuple[Choices, Json, int]]:
    """The cover of who grapples: choice, position, successes it counts as (endure.outside.cover)."""
    other = partner(position, target)
    if other is None:
        raise ValueError("cover is for who grapples")
    worth = HEAVY if bout.has(other, "size") > bout.has(target, "size") else MILD
    if not bout.paid_cover:
        yield (), position, worth
    elif budget(position, target, "cover"):
        yield ((target, "cover"),), spend(position, target, 1, "cover"), worth
        yield ((target, "no"),), position, 0
    else:
        yield (), position, 0


def walk(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """endure.base.walk."""
    return steps(bout, position, me, STEPS)


def steps(bout: Bout, position: Json, me: str, left: int) -> Iterator[Way]:
    """Step by step, stopping at will after the first."""
    cells = free_cells(bout, position, me) if left else {}
    begun = left < STEPS
    if not cells:
        yield SURE, (), position
    elif begun:
        yield SURE, ((me, "stop"),), position
    for way, cell in cells.items():
        choice: Choices = ((me, way),) if begun or len(cells) > 1 else ()
        for _, choices, end in steps(bout, put(position, "cells", me, cell), me, left - 1):
            yield SURE, (*choice, *choices), end


def pass_turn(bout: Bout, position: Json, _me: str) -> Iterator[Way]:
    yield SURE, (), next_turn(bout, position)


PROCEDURES: dict[str, Callable[..., Iterator[Way]]] = {
    "grab": grab,
    "attack": attack,
    "escape": escape,
    "move": move,
    "pin": pin,
    "break": break_pin,
    "hold": hold_pin,
    "release": release,
    "walk": walk,
    "pass": pass_turn,
}


def step(bout: Bout, position: Json, action: list[str]) -> Iterator[Way]:
    """Pay for an action and carry it out: `[verb, target, detail]`, the target by its name."""
    verb, *rest = action
    me = position["turn"]
    procedure, price = PROCEDURES[verb], COSTS.get(verb, 0)
    if verb == "attack" and pinner(position, me):
        procedure = attack_pinned
    elif verb == "attack":
        price = COSTS["strike"]
    yield from procedure(bout, spend(position, me, price), me, *rest)


# What is legal


def legal(bout: Bout, position: Json, me: str, actions: int) -> Iterator[list[str]]:
    """Every legal action of a fighter with so many actions left, the pass last."""
    foe = partner(position, me)
    menu = in_grapple(bout, position, me, foe) if foe else outside(bout, position, me)
    for action in menu:
        verb = "strike" if action[0] == "attack" and foe is None else action[0]
        if COSTS.get(verb, 0) <= actions:
            yield action
    yield ["pass"]


def in_grapple(bout: Bout, position: Json, me: str, foe: str) -> Iterator[list[str]]:
    """The menu of a state (endure.grappling.states)."""
    if pinned(position, me):
        yield ["break", foe]
        return
    if pinner(position, me):
        yield from (["attack", foe, means] for means in means_of(position, me))
        yield from (["hold", foe], ["release", foe])
        return
    yield from (["escape", foe, "unarmed"], ["escape", foe, "dodge"], ["pin", foe])
    light = bout.has(foe, "size") <= 1 + bout.has(me, "strength")
    if light and (bout.map is None or free_cells(bout, position, me)):
        yield ["move", foe]


def outside(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """The menu of who is in no grapple (endure.outside.menu)."""
    for foe in bout.names:
        if foe == me or not fit(position, foe) or not near(bout, position, me, foe):
            continue
        if partner(position, foe) is None:
            yield ["grab", foe]
        yield from (["attack", foe, means] for means in means_of(position, me))
    if free_cells(bout, position, me):
        yield ["walk"]


def means_of(position: Json, who: str) -> list[str]:
    """Bare hands and what is in hand."""
    return [thing for thing in ("unarmed", position["hands"].get(who, "")) if thing]


# Turns


def over(bout: Bout, position: Json) -> bool:
    return len({bout.sides[who] for who in bout.names if fit(position, who)}) <= 1


def idle(bout: Bout, position: Json, who: str, actions: int) -> bool:
    """Whether the fighter can do nothing but pass."""
    return next(legal(bout, position, who, actions)) == ["pass"]


def next_turn(bout: Bout, position: Json) -> Json:
    """The turn ends, a pin not kept up lapses, and the next in order who is fit begins a fresh one."""
    me = position["turn"]
    if bout.rulings["pin"] == "upkeep" and pinner(position, me) and not marked(position, me, "kept"):
        position = hold(bout, position, me, str(partner(position, me)), "equal")
    position = unmark(position, me, "kept")
    position = put(position, "budgets", me, {"cover": budget(position, me, "actions")})
    order = position["order"]
    place = order.index(me)
    who = next(name for name in [*order[place + 1 :], *order[: place + 1]] if fit(position, name))
    position = put(position, "budgets", who, {"actions": bout.actions})
    return trim(bout, {**position, "turn": who})


def settle(bout: Bout, position: Json) -> Json:
    """A turn in which nothing but passing is left ends by itself, unless nobody could do more in a fresh one."""
    while not over(bout, position):
        me = position["turn"]
        if not idle(bout, position, me, budget(position, me, "actions")):
            break
        if all(idle(bout, position, who, bout.actions) for who in bout.names if fit(position, who)):
            break
        position = next_turn(bout, position)
    return position


def token(bout: Bout, action: list[str]) -> str:
    """The action as docs/exchange.md writes it."""
    return ":".join(word.replace(" ", "_") if word in bout.names else word for word in action)


def answer(bout: Json, position: Json) -> Json:
    """Every legal action with all that follows, and the verbs that are not legal."""
    read, here = Bout(bout), full(position)
    me = here["turn"]
    actions = [] if over(read, here) else list(legal(read, here, me, budget(here, me, "actions")))
    rows = []
    for action in actions:
        chances: dict[tuple[Choices, str], Fraction] = {}
        for chance, choices, end in step(read, here, action):
            key = (choices, json.dumps(tidy(settle(read, end)), sort_keys=True))
            chances[key] = chances.get(key, Fraction(0)) + chance
        for (choices, end_text), chance in chances.items():
            if chance:
                fraction = f"{chance.numerator}/{chance.denominator}"
                rows.append([token(read, action), [list(c) for c in choices], json.loads(end_text), fraction])
    legal_verbs = {action[0] for action in actions}
    return {"rows": rows, "refused": [verb for verb in PROCEDURES if verb not in legal_verbs]}
