"""Draws bouts and sound positions of `hug`, in the words of docs/exchange.md."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

RULINGS = {
    "hit": ("over", "meet"),
    "contest": ("opposed", "static"),
    "tie": ("actor-fails", "actor-wins", "reroll"),
    "unarmed_melee": ("melee", "unarmed"),
    "squeeze_armour": ("ignored", "reduces"),
    "spell_penalty": ("yes", "no"),
}
SIZES = ("microscopic", "tiny", "small", "normal", "normal", "large", "huge", "huge")
WEAPONS = ("dagger", "knife", "knife", "club", "short_sword", "broad_sword", "bow")
OWN = {
    "net": {"name": "net", "dice": "d3", "knife": True},
    "maul": {"name": "maul", "dice": "d12"},
    "sling": {"name": "sling", "dice": "2d4", "ranged": True},
}
SPELLS = (
    {"name": "spark", "bonus": 5, "dice": "2d6"},
    {"name": "burn", "dice": "d4"},
    {"name": "daze", "bonus": 2, "against": "will"},
    {"name": "chill", "bonus": 3, "against": "will", "dice": "d8"},
    {"name": "hush"},
)
OFF = [9999, 9999]  # where the position line has who is gone
ABILITIES = ({"name": "fury", "bonus": 2}, {"name": "wrestler", "bonus": 3, "grapple": True})


def bout(rng: random.Random, house: Sequence[Json]) -> Json:
    """Two to four fighters under any rulings, on a small map every other time."""
    rulings = [f"{name}={rng.choice(values)}" for name, values in RULINGS.items() if rng.random() < 0.5]
    count = rng.choice((2, 3, 3, 4))
    names = rng.sample(["Bob", "Big Ogre", "Ann", "Old Tom", "Zed"], count)
    mapped = rng.random() < 0.5
    fighters = [{**_fighter(rng, house), "name": name} for name in names]
    if mapped:
        for one in fighters:
            one["movement"] = rng.choice((0, 1, 1, 1, 2, 2, 2, 4))
    sides = list(range(count)) if rng.random() < 0.3 else [0, 1, *(rng.randint(0, 1) for _ in range(count - 2))]
    form: Json = {"rules": f"hug({','.join(rulings)})" if rulings else "hug", "fighters": fighters, "sides": sides}
    if mapped:
        form["map"] = _map(rng, count)
    return form


def _fighter(rng: random.Random, house: Sequence[Json]) -> Json:
    if rng.random() < 0.4:
        return dict(rng.choice(house))
    fighter: Json = {skill: rng.randint(-2, 9) for skill in ("melee", "athletics", "acrobatics")}
    fighter |= {"size": rng.choice(SIZES), "hits": rng.choice((3, 8, 20)), "reflex": rng.randint(-3, 5)}
    fighter |= {"shield": rng.choice((0, 0, 1, 2, 3)), "armour": rng.choice((0, 0, 1, 2, 5))}
    if rng.random() < 0.5:
        fighter["unarmed"] = rng.randint(-1, 7)
    own = rng.sample(sorted(OWN), rng.choice((0, 0, 1, 2)))
    kinds = [*WEAPONS, *own]
    if rng.random() < 0.6:
        fighter["hand"] = rng.choice(kinds)
    if rng.random() < 0.4:
        rest = [thing for thing in kinds if thing != fighter.get("hand")]
        fighter["carries"] = sorted(set(rng.sample(rest, rng.choice((1, 2)))))
    if own:
        fighter["weapons"] = [OWN[name] for name in own]
    fighter["spells"] = rng.sample(SPELLS, rng.choice((0, 0, 1, 2)))
    fighter["abilities"] = rng.sample(ABILITIES, rng.choice((0, 0, 1, 2)))
    if rng.random() < 0.5:
        fighter["defences"] = {"will": rng.randint(-1, 4)}
    return fighter


def _map(rng: random.Random, count: int) -> Json:
    width, height = rng.randint(2, 5), rng.randint(2, 5)
    cells = [[x, y] for x in range(width) for y in range(height)]
    walls = rng.randint(0, min(3, (len(cells) - count) // 3))
    places = rng.sample(cells, count + walls)
    return {"type": "squares", "width": width, "height": height, "at": places[:count], "walls": sorted(places[count:])}


def position(rng: random.Random, form: Json) -> Json | None:
    """A position nobody need have walked to; None where the bout would be over, or the turn has nothing to it."""
    names = [fighter["name"] for fighter in form["fighters"]]
    fighters = {fighter["name"]: fighter for fighter in form["fighters"]}
    sides = dict(zip(names, form["sides"], strict=True))
    fallen = {name: rng.choice(("out", "out", "gone")) for name in names if rng.random() < 0.2}
    up = [name for name in names if name not in fallen]
    if len({sides[name] for name in up}) < 2:
        return None
    turn = rng.choice(up)
    pairs = _pairs(rng, names, up)
    owned = {name: sorted({*one.get("carries", []), one.get("hand", "")} - {""}) for name, one in fighters.items()}
    hands: dict[str, str] = {}
    marks: dict[str, list[str]] = {}
    for name in names:
        dropped = [thing for thing in owned[name] if rng.random() < 0.15]
        kept = [thing for thing in owned[name] if thing not in dropped]
        if kept and rng.random() < 0.7:
            hands[name] = rng.choice(kept)
        prone = ["prone"] if fallen.get(name) == "out" or rng.random() < 0.25 else []
        if words := sorted([*prone, *(f"dropped-{thing}" for thing in dropped)]):
            marks[name] = words
    budget = {"standard": 1}
    if ("map" in form or "prone" in marks.get(turn, [])) and rng.random() < 0.6:
        budget["move"] = 1
    if (hands.get(turn) or any(f"dropped-{thing}" not in marks.get(turn, []) for thing in owned[turn])) and (
        rng.random() < 0.5
    ):
        budget["minor"] = 1
    hits = {name: int(one.get("hits", 20)) for name, one in fighters.items()}
    harm = {name: hits[name] if fallen.get(name) == "out" else rng.randrange(hits[name]) for name in names}
    found: Json = {
        "order": rng.sample(names, len(names)),
        "turn": turn,
        "standing": fallen,
        "holds": [[*pair, "hug"] for pair in pairs],
        "marks": marks,
        "hands": hands,
        "budgets": {turn: budget},
        "cells": _cells(rng, form, pairs, fallen) if "map" in form else {},
        "tallies": {name: {"harm": amount} for name, amount in harm.items() if amount},
    }
    return {key: value for key, value in found.items() if value}


def _pairs(rng: random.Random, names: list[str], up: list[str]) -> list[list[str]]:
    """Who grapples with whom, each in the order of the bout."""
    loose = rng.sample(up, len(up))
    pairs = []
    while len(loose) >= 2 and rng.random() < 0.7:
        pairs.append(sorted((loose.pop(), loose.pop()), key=names.index))
    return sorted(pairs, key=lambda pair: names.index(pair[0]))


def _cells(rng: random.Random, form: Json, pairs: list[list[str]], fallen: dict[str, str]) -> dict[str, list[int]]:
    """Everybody somewhere on the map, huddled more often than not, those who grapple in one square."""
    ground, names = form["map"], [fighter["name"] for fighter in form["fighters"]]
    open_cells = [
        [x, y] for x in range(ground["width"]) for y in range(ground["height"]) if [x, y] not in ground["walls"]
    ]
    if rng.random() < 0.6:
        middle = rng.choice(open_cells)
        open_cells.sort(key=lambda cell: max(abs(cell[0] - middle[0]), abs(cell[1] - middle[1])))
        open_cells = open_cells[: max(len(names), 9)]
    places = rng.sample(open_cells, len(names))
    cells = dict(zip(names, places, strict=True))
    if len(names) > 2 and rng.random() < 0.4:  # three in a row, for flanking
        x, y = rng.choice(open_cells)
        across, down = rng.choice(((1, 0), (0, 1), (1, 1), (1, -1)))
        row = [[x - across, y - down], [x, y], [x + across, y + down]]
        if all(cell in open_cells for cell in row):
            cells |= dict(zip(rng.sample(names, 3), row, strict=True))
    if rng.random() < 0.2:  # a grapple that ended with no room to go to, or somebody who lies where it was out
        one, other = rng.sample(names, 2)
        cells[one] = cells[other]
    for one, other in pairs:
        cells[one] = cells[other]
    return {name: OFF if fallen.get(name) == "gone" else cell for name, cell in cells.items()}
