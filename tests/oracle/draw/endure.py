"""Draws bouts and sound positions of `endure`, in the words of docs/exchange.md."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

RULINGS = {
    "dice": ("d6/5+", "d6/4+", "d10/8+", "d2/2+", "d4/2+", "d8/8+", "d20/11+"),
    "very_easy": ("0", "1", "2", "3", "5"),
    "tie": ("reroll", "push-only", "push-only"),
    "pin": ("stays", "upkeep", "upkeep"),
    "clock": ("shared", "each", "each"),
    "cover": ("automatic", "costs-1-action", "costs-1-action"),
    "actions": ("3", "4", "5", "7"),
}
ITEMS = ("club", "maul", "net", "broken-chair", "knife_2")
POOLS = (0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8)
TOUGH = 1000  # health that no question uses up
STALE_LEFTOVERS = True
"""Whether to avoid what the first implementation leaves behind where a bout ends by a fall: the `cover` of the last
two, `kept` of a pin that has ended so. To be False, and gone, as soon as neither is left."""
OFF = [9999, 9999]  # where the position line has who is gone


def bout(rng: random.Random, house: Sequence[Json]) -> Json:
    """Two to four fighters under any rulings, on a small map every other time."""
    rulings = [f"{name}={rng.choice(values)}" for name, values in RULINGS.items() if rng.random() < 0.5]
    count = rng.choice((2, 3, 3, 4))
    names = rng.sample(["Bob", "Big Ogre", "Ann", "Old Tom", "Zed"], count)
    fighters = [{**_fighter(rng, house), "name": name} for name in names]
    sides = list(range(count)) if rng.random() < 0.3 else [0, 1, *(rng.randint(0, 1) for _ in range(count - 2))]
    form: Json = {"rules": f"endure({','.join(rulings)})" if rulings else "endure", "fighters": fighters}
    form["sides"] = sides
    if rng.random() < 0.5:
        form["map"] = _map(rng, count)
    if STALE_LEFTOVERS and "cover=costs" in form["rules"]:
        form["sides"] = list(range(count))
    if STALE_LEFTOVERS and "pin=upkeep" in form["rules"]:
        form["sides"] = list(range(count))
        for one in fighters[count > 2 :]:
            one["health"] = TOUGH
    return form


def _fighter(rng: random.Random, house: Sequence[Json]) -> Json:
    if rng.random() < 0.3:
        return dict(rng.choice(house))
    often = {"unarmed": 0.9, "dodge": 0.6, "block": 0.5, "endure": 0.9}
    fighter: Json = {skill: rng.choice(POOLS) for skill, share in often.items() if rng.random() < share}
    fighter |= {"size": rng.choice((0, 1, 2, 3, 3, 4, 6)), "strength": rng.choice((0, 1, 2, 3, 5))}
    if rng.random() < 0.8:
        fighter["health"] = rng.choice((1, 2, 3, 5, 8, 14))
    if rng.random() < 0.5:
        fighter |= {"hand": rng.choice(ITEMS), "armed": rng.choice(POOLS), "damage": rng.choice((1, 2, 3, 4, 6))}
    if rng.random() < 0.2:
        fighter = {field: value for field, value in fighter.items() if field not in ("size", "strength")}
    return fighter


def _map(rng: random.Random, count: int) -> Json:
    width, height = rng.choice(((9, 1), (2, 2), (2, 3), (3, 3), (4, 2), (4, 3), (5, 4)))
    cells = [[x, y] for x in range(width) for y in range(height)]
    walls = rng.randint(0, max(0, min(3, (len(cells) - count) // 3)))
    places = rng.sample(cells, count + walls)
    walled, (x, y) = sorted(places[count:]), places[0]
    if rng.random() < 0.7:  # near enough to grapple
        cells = [cell for cell in cells if cell not in walled]
        places = sorted(cells, key=lambda cell: max(abs(cell[0] - x), abs(cell[1] - y)))
    return {"type": "squares", "width": width, "height": height, "at": places[:count], "walls": walled}


def position(rng: random.Random, form: Json) -> Json | None:
    """A position nobody need have walked to; None where the bout would be over."""
    names = [fighter["name"] for fighter in form["fighters"]]
    fighters = {fighter["name"]: fighter for fighter in form["fighters"]}
    sides = dict(zip(names, form["sides"], strict=True))
    fallen = {name: rng.choice(("out", "out", "gone")) for name in names if rng.random() < 0.15}
    if STALE_LEFTOVERS:
        fallen = {name: word for name, word in fallen.items() if fighters[name].get("health") != TOUGH}
    up = [name for name in names if name not in fallen]
    if len({sides[name] for name in up}) < 2:
        return None
    holds = _holds(rng, names, up)
    grappling = [name for hold in holds for name in hold[:2]]
    turn = rng.choice(grappling if grappling and rng.random() < 0.5 else up)
    health = {name: int(one.get("health", 10)) for name, one in fighters.items()}
    harm = {name: health[name] if fallen.get(name) == "out" else rng.randrange(min(health[name], 50)) for name in names}
    marks, counters = _clock(rng, form, fighters, holds, turn)
    found: Json = {
        "order": rng.sample(names, len(names)),
        "turn": turn,
        "standing": fallen,
        "holds": holds,
        "marks": marks,
        "hands": {name: one["hand"] for name, one in fighters.items() if one.get("hand")},
        "budgets": _budgets(rng, form, up, turn),
        "cells": _cells(rng, form, holds, fallen) if "map" in form else {},
        "counters": counters,
        "tallies": {name: {"harm": amount} for name, amount in harm.items() if amount},
    }
    return {key: value for key, value in found.items() if value}


def _ruling(form: Json, name: str, default: str) -> str:
    said = form["rules"].removeprefix("endure").strip("()").split(",")
    return next((part.split("=")[1] for part in said if part.startswith(f"{name}=")), default)


def _budgets(rng: random.Random, form: Json, up: list[str], turn: str) -> Json:
    """Actions of the one, cover of the others while there is a third party."""
    actions = int(_ruling(form, "actions", "3"))
    left = {turn: {"actions": actions if rng.random() < 0.6 else rng.randint(0, actions)}}
    if _ruling(form, "cover", "automatic") == "costs-1-action" and len(up) > 2:
        left |= {name: {"cover": rng.randint(0, actions)} for name in up if name != turn}
    counts = {name: {word: n for word, n in row.items() if n} for name, row in left.items()}
    return {name: row for name, row in counts.items() if row}


def _holds(rng: random.Random, names: list[str], up: list[str]) -> list[list[str]]:
    """Who grapples with whom: equals in the order of the bout, a pinner first."""
    loose = rng.sample(up, len(up))
    holds = []
    while len(loose) >= 2 and rng.random() < 0.75:
        pair = [loose.pop(), loose.pop()]
        pinned = rng.random() < 0.5
        holds.append([*pair, "pin"] if pinned else [*sorted(pair, key=names.index), "equal"])
    return sorted(holds, key=lambda hold: names.index(hold[0]))


def _clock(
    rng: random.Random, form: Json, fighters: Json, holds: list[list[str]], turn: str
) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Who is exhausted or has kept its pin up, and the checks made in each grapple."""
    marks: dict[str, list[str]] = {}
    counters: dict[str, int] = {}
    names = list(fighters)
    each = _ruling(form, "clock", "shared") == "each"
    for *pair, word in holds:
        exhausted = rng.choice(pair) if rng.random() < 0.4 else ""
        kept = word == "pin" and pair[0] == turn and _ruling(form, "pin", "stays") == "upkeep" and rng.random() < 0.5
        for name in pair:
            if said := ["exhausted"] * (name == exhausted) + ["kept"] * (kept and name == turn):
                marks[name] = said
        most = max(int(fighters[name].get("endure", 0)) for name in pair) + 1 - int(_ruling(form, "very_easy", "1"))
        checkers = [name for name in pair if name != exhausted] if each else [min(pair, key=names.index)]
        for name in checkers:
            if made := rng.choice((0, 0, 1, 1, 2, most)):
                counters[f"clock-{name.replace(' ', '_')}"] = min(made, most)
    return marks, {word: made for word, made in counters.items() if made > 0}


def _cells(rng: random.Random, form: Json, holds: list[list[str]], fallen: dict[str, str]) -> dict[str, list[int]]:
    """Everybody somewhere on the map, huddled more often than not, those who grapple in one square."""
    ground, names = form["map"], [fighter["name"] for fighter in form["fighters"]]
    open_cells = [
        [x, y] for x in range(ground["width"]) for y in range(ground["height"]) if [x, y] not in ground["walls"]
    ]
    if rng.random() < 0.6:
        middle = rng.choice(open_cells)
        open_cells.sort(key=lambda cell: max(abs(cell[0] - middle[0]), abs(cell[1] - middle[1])))
        open_cells = open_cells[: max(len(names), 9)]
    cells = dict(zip(names, rng.sample(open_cells, len(names)), strict=True))
    if rng.random() < 0.2:  # a grapple that ended with no room to go to, or somebody who lies where it was out
        one, other = rng.sample(names, 2)
        cells[one] = cells[other]
    for one, other, _ in holds:
        cells[one] = cells[other]
    return {name: OFF if fallen.get(name) == "gone" else cell for name, cell in cells.items()}
