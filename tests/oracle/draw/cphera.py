"""Draws bouts and sound positions of `cphera`, in the words of docs/exchange.md."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

RULINGS = {
    "tie": ("status-quo", "reroll", "modifier"),
    "overspend": ("literal", "softened"),
    "open_once": ("yes", "ap-limited"),
    "grab_cost": ("included", "separate"),
    "pinned_weapon": ("-4", "forbidden"),
    "group_leave": ("beat-all", "pairwise"),
    "criticals": ("yes", "no"),
    "combat_ability": ("fixed", "split"),
}
SIZES = ("tiny", "small", "medium", "medium", "medium", "large", "huge")
# No natural weapon is light: such a fighter is refused.
ARMS: dict[str, Json] = {
    "dirk": {"name": "dirk", "dice": "d2", "light": True},
    "blade": {"name": "blade", "dice": "d3"},
    "maul": {"name": "maul", "dice": "2d2", "hands": 2},
    "pike": {"name": "pike", "dice": "d2", "reach": 2, "hands": 2},
    "sling": {"name": "sling", "dice": "d2", "ranged": True},
    "dart": {"name": "dart", "dice": "d2", "light": True, "ranged": True},
    "claw": {"name": "claw", "dice": "d2", "natural": True, "hands": 0},
    "tail": {"name": "tail", "dice": "d2", "natural": True, "hands": 0, "reach": 2},
}
SPELLS = ({"name": "spark", "dice": "d3"}, {"name": "burn", "dice": "2d2"}, {"name": "hush"})
OFF = [9999, 9999]  # where the position line has who is gone


def bout(rng: random.Random, house: Sequence[Json]) -> Json:
    """Two to four fighters under any rulings, on a small map two times of three."""
    rulings = [f"{name}={rng.choice(values)}" for name, values in RULINGS.items() if rng.random() < 0.5]
    split = "combat_ability=split" in rulings
    count = rng.choice((2, 2, 2, 3, 3, 3, 4))
    names = rng.sample(["Bob", "Big Ogre", "Ann", "Old Tom", "Zed"], count)
    fighters = [{**_fighter(rng, house, split=split), "name": name} for name in names]
    sides = list(range(count)) if rng.random() < 0.15 else [0, 1, *(rng.randint(0, 1) for _ in range(count - 2))]
    form: Json = {"rules": f"cphera({','.join(rulings)})" if rulings else "cphera", "fighters": fighters}
    form["sides"] = sides
    if (kind := rng.choice(("hexes", "squares", "none"))) != "none":
        form["map"] = _map(rng, count, kind)
    return form


def _fighter(rng: random.Random, house: Sequence[Json], *, split: bool) -> Json:
    """One of the house, or any; Speed is small, for every point of it is something that may be done."""
    if rng.random() < 0.1 and not split:
        return dict(rng.choice(house))
    fighter: Json = {score: rng.randint(0, 6) for score in ("strength", "agility", "willpower")}
    fighter |= {"endurance": rng.randint(1, 5), "speed": rng.choice((1, 2, 3, 4, 6, 7))}
    for score in ("agility", "endurance"):
        if rng.random() < 0.12:
            fighter[score] = None
    fighter |= {score: rng.randint(0, 1 if split else 4) for score in ("attack", "defence")}
    fighter |= {"fortitude": rng.randint(0, 9), "hp": rng.choice((2, 4, 8, 15)), "size": rng.choice(SIZES)}
    fighter |= {"armour": rng.choice((0, 0, 1, 4)), "dodge": rng.choice((0, 0, 1)), "concentration": rng.randint(0, 6)}
    fighter |= {"fists": rng.choice(("trained", "untrained", "untrained")), "busy": rng.random() < 0.3}
    own = rng.sample(sorted(ARMS), rng.choice((0, 0, 1, 1, 2)))
    if rng.random() < 0.25 and "dirk" not in own:
        own.insert(0, "dirk")
    carried = [name for name in own if not ARMS[name].get("natural")]
    if carried and rng.random() < 0.7:
        fighter["hand"] = carried[0]
        if ARMS[carried[0]].get("hands", 1) == 2:
            fighter["busy"] = False
    fighter["carries"] = sorted(
        name for name in carried if name != fighter.get("hand") and ARMS[name].get("hands") != 2
    )
    if own:
        fighter["weapons"] = [ARMS[name] for name in own]
    if rng.random() < 0.3:
        fighter["spells"] = [rng.choice(SPELLS)]
    return fighter


def _map(rng: random.Random, count: int, kind: str) -> Json:
    width, height = rng.choice(((2, 2), (2, 3), (3, 2), (4, 1), (5, 1), (3, 3), (4, 3)))
    cells = [[x, y] for x in range(width) for y in range(height)]
    walls = rng.randint(0, max(0, len(cells) - count - 1))
    places = rng.sample(cells, min(len(cells), count + walls))
    return {"type": kind, "width": width, "height": height, "at": places[:count], "walls": sorted(places[count:])}


def position(rng: random.Random, form: Json) -> Json | None:
    """A position nobody need have walked to; None where the bout would be over, or it came out unsound."""
    names = [fighter["name"] for fighter in form["fighters"]]
    fighters = {fighter["name"]: fighter for fighter in form["fighters"]}
    sides = dict(zip(names, form["sides"], strict=True))
    fallen = {name: rng.choice(("unconscious", "dead", "gone")) for name in names if rng.random() < 0.12}
    up = [name for name in names if name not in fallen]
    if len({sides[name] for name in up}) < 2:
        return None
    groups = _groups(rng, up)
    holds = [hold for group in groups for hold in _group(rng, form, group)]
    cells = _cells(rng, form, groups, fallen) if "map" in form else {}
    if cells is None:
        return None
    near = {frozenset(pair) for pair in combinations(up, 2) if not cells or _near(form, cells[pair[0]], cells[pair[1]])}
    together = [set(group) for group in groups]
    for one, other in ((a, b) for a in up for b in up if a != b):
        apart = not any({one, other} <= group for group in together)
        if apart and frozenset((one, other)) in near and rng.random() < 0.15:
            holds.append([one, other, "grab"])
    turn = rng.choice(up)
    pinned = {b for _, b, word in holds if word == "pin"}
    marks, tallies, budgets, hands = {}, {}, {}, {}
    for name in names:
        fighter = fighters[name]
        tallies[name] = _tally(rng, fighter, fallen.get(name, "up"))
        words = _marks(rng, form, fighter, tallies[name]) if name in up else []
        if name in fallen and fallen[name] != "gone":
            words = ["prone"]
        if name in pinned and rng.random() < 0.3:
            words.append("silenced")
        if name == turn and "map" in form and not any(name in hold for hold in holds) and rng.random() < 0.3:
            words.append("shifted")
        marks[name] = sorted(words)
        carries = fighter.get("carries", [])
        hand = fighter.get("hand", "") or (rng.choice(carries) if carries and rng.random() < 0.5 else "")
        hands[name] = hand
        limit = _limit(fighter)
        points = rng.choice((4, 6, limit, rng.randint(0, limit)) if name == turn else (0, 0, 2, 4, limit))
        budgets[name] = {"ap": min(points, limit)} if name in up and points else {}
    found: Json = {
        "order": rng.sample(names, len(names)),
        "turn": turn,
        "standing": fallen,
        "holds": sorted(holds, key=lambda hold: (names.index(hold[0]), names.index(hold[1]), hold[2])),
        "marks": {name: words for name, words in marks.items() if words},
        "hands": {name: hand for name, hand in hands.items() if hand},
        "budgets": {name: row for name, row in budgets.items() if row},
        "cells": cells,
        "tallies": {name: row for name, row in tallies.items() if row},
    }
    return {key: value for key, value in found.items() if value}


def _limit(fighter: Json) -> int:
    scores = [score for score in (fighter.get("agility", 3), fighter.get("endurance", 3)) if score is not None]
    speed = fighter.get("speed", 8)
    return int(max(speed, 2 * (min(scores) if scores else speed)))


def _groups(rng: random.Random, up: list[str]) -> list[list[str]]:
    """Who grapples with whom."""
    loose = rng.sample(up, len(up))
    groups = []
    while len(loose) >= 2 and rng.random() < 0.9:
        size = rng.choice([size for size in (2, 2, 3, 3, 3, 4) if size <= len(loose)])
        groups.append(loose[:size])
        del loose[:size]
    return groups


def _group(rng: random.Random, form: Json, group: list[str]) -> list[list[str]]:
    """The holds of one grapple: ranks, friends level, pins downwards, a pair parted now and then."""
    names = [fighter["name"] for fighter in form["fighters"]]
    sides = dict(zip(names, form["sides"], strict=True))
    spells = any(fighter.get("spells") for fighter in form["fighters"] if fighter["name"] in group)
    rank = {name: rng.randint(0, 3) for name in group}
    holds = []
    parted = len(group) > 2 and "group_leave=pairwise" in form["rules"] and rng.random() < 0.3
    pinned: set[str] = set()
    for place, (one, other) in enumerate(combinations(rng.sample(group, len(group)), 2)):
        if parted and place == 0:
            continue
        friends = sides[one] == sides[other]
        higher, lower = (one, other) if rank[one] < rank[other] else (other, one)
        if rank[one] == rank[other] or (friends and len(group) > 2 and not spells):
            holds.append([*sorted((one, other), key=names.index), "level"])
            if len(group) > 2 and not friends and rng.random() < 0.2:
                pinned.add(lower)
                holds.append([higher, lower, "pin"])
        else:
            holds.append([higher, lower, "grapple"])
            if not friends and rng.random() < 0.35:
                pinned.add(lower)
                holds.append([higher, lower, "pin"])
    return [hold for hold in holds if hold[2] != "pin" or hold[0] not in pinned]


def _marks(rng: random.Random, form: Json, fighter: Json, tally: Json) -> list[str]:
    """Of who is fit."""
    words = []
    hp = fighter.get("hp", 15)
    if rng.random() < 0.2:
        words.append("prone")
    if rng.random() < 0.15:
        words.append("bare")
    if tally.get("lethal", 0) == hp:
        words.append("disabled")
    if sum(tally.values()) > hp:
        words.append("reeling")
    if rng.random() < 0.15 and "open_once=ap-limited" not in form["rules"]:
        words.append("exploited")
    both = fighter.get("attack", 1) + fighter.get("defence", 1)
    if "combat_ability=split" in form["rules"]:
        share = rng.randint(0, both)
        if share != fighter.get("attack", 1):
            words.append(f"attack-{share}")
    return words


def _tally(rng: random.Random, fighter: Json, standing: str) -> Json:
    hp, endurance = fighter.get("hp", 15), fighter.get("endurance", 3) or 1
    lethal = rng.choice((0, 0, rng.randint(0, hp), hp if rng.random() < 0.5 else 0))
    sublethal = rng.choice((0, rng.randint(0, hp), max(0, hp - lethal)))
    if standing == "dead":
        lethal = hp + endurance
    if standing == "unconscious":
        if endurance > 1:
            lethal = hp + rng.randint(1, endurance - 1)
        else:
            lethal, sublethal = rng.randint(1, hp), hp
    return {word: n for word, n in (("lethal", lethal), ("sublethal", sublethal)) if n}


def _cells(
    rng: random.Random, form: Json, groups: list[list[str]], fallen: dict[str, str]
) -> dict[str, list[int]] | None:
    """Everybody somewhere on the map, those who grapple in one place; None where it is too small."""
    ground, names = form["map"], [fighter["name"] for fighter in form["fighters"]]
    open_cells = [
        [x, y] for x in range(ground["width"]) for y in range(ground["height"]) if [x, y] not in ground["walls"]
    ]
    if len(open_cells) < len(names):
        return None
    cells = dict(zip(names, rng.sample(open_cells, len(names)), strict=True))
    for group in groups:
        for name in group[1:]:
            cells[name] = cells[group[0]]
    return {name: OFF if fallen.get(name) == "gone" else cell for name, cell in cells.items()}


def _near(form: Json, one: list[int], other: list[int]) -> bool:
    """Within one hex or square."""
    across, down = other[0] - one[0], other[1] - one[1]
    if form["map"]["type"] == "squares":
        return max(abs(across), abs(down)) <= 1
    if across == 0:
        return abs(down) <= 1
    return abs(across) == 1 and down in ((0, 1) if one[0] % 2 else (-1, 0))
