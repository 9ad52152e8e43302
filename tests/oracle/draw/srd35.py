"""Draws bouts and sound positions of `srd35`, in the words of docs/exchange.md.

Dice, hit points and ways to go are few, so that an answer stays small and standings change often.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

RULINGS = {
    "tie": ("modifier", "defender", "attacker", "reroll"),
    "natural20": ("plain", "auto"),
    "attack_bonuses": ("apply", "ignore"),
    "grapple_as_aoo": ("allow", "grab-only", "no"),
    "hold_lethal": ("allow", "nonlethal-only"),
    "threat_without_map": ("none", "all"),
    "start_while_grappling": ("no", "yes"),
    "same_attack": ("allow", "next-turn"),
    "natural_attacks": ("one", "all"),
    "ius_lethal": ("free", "minus4"),
    "escape_many": ("one-roll", "each"),
    "pin": ("one-round", "through-turn", "until-broken"),
    "pinned_ac": ("text", "table"),
    "pinning_other": ("open", "closed"),
    "release_unpinned": ("mutual", "free"),
    "join_edges": ("target", "all"),
    "capacity": ("standing", "per-round"),
    "criticals": ("yes", "no"),
}
SIZES = (
    "fine",
    "diminutive",
    "tiny",
    "tiny",
    "small",
    "small",
    *["medium"] * 5,
    "large",
    "large",
    "huge",
    "gargantuan",
)
TABLE = ("dagger", "short_sword", "club", "longsword", "greatclub", "shortbow")
OWN = (
    {"name": "knife", "dice": "d2", "light": True},
    {"name": "knuckles", "dice": "d3", "light": True, "nonlethal": True, "threat": 18},
    {"name": "pick", "dice": "d3", "light": True, "multiplier": 4, "bonus": 4, "plus": 1},
    {"name": "maul", "dice": "d4", "two_handed": True, "threat": 19},
    {"name": "blade", "dice": "d4", "threat": 17, "magic": 1},
    {"name": "sling", "dice": "d2", "ranged": True},
    {"name": "web", "ranged": True, "bonus": 3},
    {"name": "feather", "light": True},
)
NATURAL = (
    {"name": "claw", "dice": "d2", "count": 2},
    {"name": "bite", "dice": "d3", "bonus": 2, "plus": 1},
    {"name": "sting", "dice": "d2", "threat": 18, "multiplier": 3},
    {"name": "slam", "dice": "d4"},
    {"name": "tongue"},
)
SPELLS = (
    {"name": "spark", "level": 1, "dice": "d3"},
    {"name": "hush", "level": 0, "verbal": False},
    {"name": "flash", "level": 2, "casting": "free", "dice": "d2"},
    {"name": "rite", "level": 1, "casting": "full-round", "somatic": True, "dice": "d2"},
    {"name": "grit", "level": 0, "material": True, "dice": "d2"},
    {"name": "lens", "level": 1, "focus": True, "verbal": False},
    {"name": "thread", "level": 1, "precise": True},
    {"name": "song", "level": 1, "casting": "long"},
    {"name": "wave", "level": 3, "somatic": True},
)
ITEMS = (
    {"name": "wand", "kind": "trigger", "dice": "d2"},
    {"name": "ring", "kind": "command"},
    {"name": "draught", "kind": "potion"},
    {"name": "scroll", "kind": "completion", "dice": "d3"},
)
FEATS = ("combat_reflexes", "improved_grapple", "improved_unarmed_strike", "weapon_finesse")
OFF = [9999, 9999]  # where the position line has who is gone


def bout(rng: random.Random, house: Sequence[Json]) -> Json:
    """Two to four fighters under any rulings, on a small map every other time."""
    rulings = [f"{name}={rng.choice(values)}" for name, values in RULINGS.items() if rng.random() < 0.5]
    count = rng.choice((2, 2, 3, 3, 4))
    if count > 2 and "threat_without_map=all" in rulings:  # everybody may strike everybody, and be struck for it
        rulings = [ruling for ruling in rulings if not ruling.startswith("grapple_as_aoo")] + ["grapple_as_aoo=no"]
    names = rng.sample(["Bob", "Big Ogre", "Ann", "Old Tom", "Zed"], count)
    fighters = [{**_fighter(rng, house), "name": name} for name in names]
    mapped = rng.random() < 0.5
    if mapped and count > 2 and rng.random() < 0.8:
        rulings = [ruling for ruling in rulings if not ruling.startswith("grapple_as_aoo")] + ["grapple_as_aoo=no"]
    if "grapple_as_aoo=no" not in rulings:  # one grab may provoke the next
        for one in fighters[1:]:
            one["feats"] = [feat for feat in one.get("feats", ()) if feat != "combat_reflexes"]
    ground = _map(rng, min(count, 3))
    if mapped:
        fighters, names = fighters[:3], names[:3]
        count = len(names)
        for place, one in enumerate(fighters):  # somebody can always do something: one at most cannot move
            one["speed"] = 5 if ground["height"] > 1 else rng.choice((5, 10, 20) if count == 2 else (5, 10))
            one["hp"] = min(one["hp"], 5 if "grapple_as_aoo=no" in rulings or count == 2 else 1)
            if not place and ground["height"] > 1 and rng.random() < 0.3:
                one["speed"] = rng.choice((0, 3))
    sides = list(range(count)) if rng.random() < 0.3 else [0, 1, *(rng.randint(0, 1) for _ in range(count - 2))]
    form: Json = {"rules": f"srd35({','.join(rulings)})" if rulings else "srd35", "fighters": fighters, "sides": sides}
    if mapped:
        form["map"] = ground
    return form


def _fighter(rng: random.Random, house: Sequence[Json]) -> Json:
    if rng.random() < 0.2:
        return {**rng.choice([one for one in house if len(one.get("natural", [])) < 3]), "hp": rng.randint(1, 4)}
    one: Json = {"size": rng.choice(SIZES), "hp": rng.randint(1, 7), "bab": rng.choice((0, 1, 2, 4, 5, 6, 8, 11, 16))}
    one |= {"strength": rng.randint(6, 20), "dexterity": rng.randint(6, 19), "speed": rng.choice((5, 10, 30))}
    one |= {"ac": rng.randint(9, 20), "reach": rng.choice((0, 5, 5, 5, 5, 10))}
    one["touch"] = min(one["ac"], rng.randint(7, 15))
    _rarely(rng, one)
    one["feats"] = [feat for feat in FEATS if rng.random() < 0.2]
    if one["size"] in ("small", "medium", "large") and rng.random() < 0.15:
        one["monk"] = rng.choice((1, 3, 4, 8))
    one["natural"] = rng.sample(NATURAL, rng.choice((0, 0, 0, 1, 1, 2)))
    _arms(rng, one)
    one["spells"] = rng.sample(SPELLS, rng.choice((0, 0, 1, 1, 2)))
    one["items"] = rng.sample(ITEMS, rng.choice((0, 0, 0, 1, 2)))
    one["worn"] = rng.sample(["amulet", "cloak"], rng.choice((0, 0, 1, 2)))
    one["concentration"] = rng.choice((0, 5, 12, 17))
    return one


def _rarely(rng: random.Random, one: Json) -> None:
    """What most fighters leave out."""
    options: Json = {
        "kind": rng.choice(("construct", "undead", "animal")),
        "racial_grapple": 4,
        "larger": 1,
        "better_ability": True,
        "attack_bonus": rng.choice((1, 2, -1)),
        "melee": rng.randint(0, 8),
        "flat_footed": one["ac"] - rng.randint(0, 3) * (one["dexterity"] is not None and one["dexterity"] > 9),
        "dodge": 1,
        "improved_grab": True,
        "unarmed": "d4",
        "escape_artist": rng.randint(0, 12),
        "armour_check": rng.randint(1, 4),
        "body": rng.choice(("incorporeal", "swarm")),
        "strength": None,
        "dexterity": None,
    }
    for field, value in options.items():
        if rng.random() < 0.08:
            one[field] = value
    if rng.random() < 0.15:
        one["grapple"] = rng.randint(-4, 14)
        if rng.random() < 0.5:
            del one["bab"]


def _arms(rng: random.Random, one: Json) -> None:
    own = rng.sample(OWN, rng.choice((0, 0, 1, 2)))
    kinds = [weapon["name"] for weapon in own]
    if one["size"] in ("small", "medium"):
        kinds += rng.sample(TABLE, 2)
    if kinds and rng.random() < 0.6:
        one["hand"] = rng.choice(kinds)
    rest = [kind for kind in kinds if kind != one.get("hand")]
    if rest and rng.random() < 0.5:
        one["carries"] = sorted(rng.sample(rest, rng.randint(1, min(2, len(rest)))))
    if own:
        one["weapons"] = [
            {**weapon, "light": rng.random() < 0.5} if "nonlethal" in weapon else weapon for weapon in own
        ]


def _map(rng: random.Random, count: int) -> Json:
    width, height = rng.choice(((5, 1), (6, 1), (4, 2), (3, 3), (3, 2), (4, 3)))
    cells = [[x, y] for x in range(width) for y in range(height)]
    walls = rng.randint(0, min(2, (len(cells) - count) // 3))
    places = rng.sample(cells, count + walls)
    return {"type": "squares", "width": width, "height": height, "at": places[:count], "walls": sorted(places[count:])}


# Positions


def position(rng: random.Random, form: Json) -> Json | None:
    """A position nobody need have walked to; None where the bout would be over, or the turn has nothing to it."""
    fighters = {fighter["name"]: fighter for fighter in form["fighters"]}
    names = list(fighters)
    sides = dict(zip(names, form["sides"], strict=True))
    rulings = dict(part.split("=") for part in form["rules"][6:-1].split(",") if part)
    standings, tallies = {}, {}
    for name in names:
        standings[name], tallies[name] = _condition(rng, int(fighters[name].get("hp", 10)), fighters[name])
    fit = [name for name in names if standings[name] in ("up", "staggered", "disabled")]
    if len({sides[name] for name in fit}) < 2:
        return None
    turn = rng.choice(fit)
    stuck = {name: [rng.choice(("stunned", "paralysed"))] for name in fit if name != turn and rng.random() < 0.08}
    holds = _holds(rng, names, [n for n in fit if fighters[n].get("body", "solid") == "solid"], turn, rulings)
    hands, marks = {}, {}
    for name in names:
        hands[name], marks[name] = _gear(rng, fighters[name])
        marks[name] += stuck.get(name, [])
        marks[name] += [word for word in ("prone",) if rng.random() < 0.15]
        held = [hold for hold in holds if name in hold[:2]]
        holders = [hold[0] for hold in held if hold[1] == name and hold[2] != "hold"]
        words = any(spell.get("verbal", True) for spell in fighters[name].get("spells", []))
        if holders and words and rng.random() < 0.4:
            marks[name].append(f"silenced-by-{rng.choice(holders).replace(' ', '_')}")
        if name != turn and not held and name in fit and rng.random() < 0.15:
            marks[name].append("flat-footed")
    if rulings.get("capacity") == "per-round" and rng.random() < 0.4:
        one, other = rng.sample(names, 2)
        if not any({one, other} == set(hold[:2]) for hold in holds):
            marks[one].append(f"held-by-{other.replace(' ', '_')}")
            marks[other].append(f"held-by-{one.replace(' ', '_')}")
    budgets = {name: {"opportunity": rng.choice((1, 1, 1, 0))} for name in fit}
    budgets[turn] |= _budget(rng, fighters[turn], standings[turn], holds, turn, rulings)
    if "map" in form and fighters[turn].get("speed", 30) >= 5 and rng.random() < 0.7:
        budgets[turn]["step"] = 1
    for name in fit:
        if not _could_strike(fighters[name], hands[name], marks[name]):
            budgets[name].pop("opportunity")
    found: Json = {
        "order": rng.sample(names, len(names)),
        "turn": turn,
        "standing": {name: word for name, word in standings.items() if word != "up"},
        "holds": holds,
        "marks": {name: sorted(words) for name, words in marks.items() if words},
        "hands": {name: thing for name, thing in hands.items() if thing},
        "budgets": {name: {w: n for w, n in row.items() if n} for name, row in budgets.items() if any(row.values())},
        "cells": _cells(rng, form, holds, standings) if "map" in form else {},
        "tallies": {name: {w: n for w, n in row.items() if n} for name, row in tallies.items() if any(row.values())},
    }
    return {key: value for key, value in found.items() if value}


def _condition(rng: random.Random, hp: int, one: Json) -> tuple[str, dict[str, int]]:
    immune = one.get("kind") in ("construct", "undead")
    draw = rng.random()
    if draw < 0.04:
        return "gone", {}
    if draw < 0.10:
        return rng.choice(("dying", "stable")), {"lethal": hp + rng.randint(1, 9)}
    if draw < 0.12:
        return "dead", {"lethal": hp + 10}
    if draw < 0.22:
        return "disabled", {"lethal": hp}
    lethal = rng.randrange(hp) if rng.random() < 0.5 else 0
    if immune:
        return "up", {"lethal": lethal}
    if draw < 0.32:
        return "staggered", {"lethal": lethal, "nonlethal": hp - lethal}
    if draw < 0.36:
        return "unconscious", {"lethal": lethal, "nonlethal": hp - lethal + 1}
    return "up", {"lethal": lethal, "nonlethal": rng.randrange(hp - lethal)}


def _holds(rng: random.Random, names: list[str], solid: list[str], turn: str, rulings: Json) -> list[list[str]]:
    """Who grapples with whom, some of it pins."""
    pin = rulings.get("pin", "one-round")
    holds = []
    for one, other in combinations(names, 2):
        if one in solid and other in solid and rng.random() < 0.6:
            holds.append([one, other, "hold"])
    pinners: set[str] = set()
    pinned: set[str] = set()
    for hold in holds:
        if rng.random() < 0.55:
            pinner, held = rng.sample(hold[:2], 2)
            if pinner in pinners or pinner in pinned or held in pinners:
                continue
            pinners.add(pinner)
            pinned.add(held)
            word = "pin-lapsing" if pin == "through-turn" and pinner == turn and rng.random() < 0.7 else "pin"
            hold[:] = [pinner, held, word]
    return sorted(holds, key=lambda hold: [names.index(name) for name in hold[:2]])


def _gear(rng: random.Random, one: Json) -> tuple[str, list[str]]:
    owned = sorted({*one.get("carries", []), one.get("hand", "")} - {""})
    dropped = [thing for thing in owned if rng.random() < 0.1]
    kept = [thing for thing in owned if thing not in dropped]
    marks = [f"dropped-{thing}" for thing in dropped]
    marks += [f"lost-{thing}" for thing in one.get("worn", []) if rng.random() < 0.2]
    for item in one.get("items", []):
        if item.get("kind") == "potion" and rng.random() < 0.2:
            marks.append(f"used-{item['name']}")
    for spell in one.get("spells", []):
        if (spell.get("material") or spell.get("focus")) and rng.random() < 0.6:
            marks.append(f"component-{spell['name']}")
    return rng.choice(kept) if kept and rng.random() < 0.7 else "", marks


def _could_strike(one: Json, hand: str, marks: list[str]) -> bool:
    owned = {*one.get("carries", []), one.get("hand", "")} - {""}
    return bool(
        hand
        or any(f"dropped-{thing}" not in marks for thing in owned)
        or one.get("natural")
        or "improved_unarmed_strike" in one.get("feats", [])
        or one.get("monk")
    )


def _budget(
    rng: random.Random, one: Json, standing: str, holds: list[list[str]], turn: str, rulings: Json
) -> dict[str, int]:
    """What is left of the turn."""
    found: dict[str, int] = {}
    bab = one.get("bab")
    attacks = 1 if bab is None else min(4, 1 + max(0, bab - 1) // 5)
    naturals = sum(natural.get("count", 1) for natural in one.get("natural", []))
    fresh_pin = any(hold[0] == turn and hold[2] == "pin" for hold in holds)
    spent = fresh_pin and rulings.get("pin", "one-round") != "until-broken"
    if standing != "up":
        found = {} if spent else {"standard": 1}
    elif spent or rng.random() < 0.3:
        kind = rng.choice(("attacks", "natural", "move"))
        total = {"attacks": attacks, "natural": naturals, "move": 0}[kind]
        if kind == "natural" and spent:
            total = 0
        if total > 1:
            found[kind] = rng.randint(1, total - 1)
        if not found or found[kind] == total - 1:
            found["move"] = 1
    else:
        found = {"standard": 1, "move": rng.choice((0, 1, 1, 1))}
    if any(spell.get("casting") == "free" for spell in one.get("spells", [])) and rng.random() < 0.7:
        found["quickened"] = 1
    return found


def _cells(rng: random.Random, form: Json, holds: list[list[str]], standings: dict[str, str]) -> dict[str, list[int]]:
    """Everybody somewhere on the map, those in one grapple in one square."""
    ground, names = form["map"], [fighter["name"] for fighter in form["fighters"]]
    open_cells = [
        [x, y] for x in range(ground["width"]) for y in range(ground["height"]) if [x, y] not in ground["walls"]
    ]
    cells = dict(zip(names, rng.sample(open_cells, len(names)), strict=True))
    for _ in names:  # as often as a grapple can be long
        for one, other, _word in holds:
            cells[other] = cells[one] = min(cells[one], cells[other])
    return {name: OFF if standings[name] == "gone" else cell for name, cell in cells.items()}
