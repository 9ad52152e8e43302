"""Bouts and positions of `cphera` as docs/exchange.md writes them, and what can be read off them: for cphera.py."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]

PRONE_IN_MELEE, PRONE_AT_RANGE = -6, 6  # cphera.harm.lethal
SIZES = {
    "fine": -16,
    "diminutive": -12,
    "tiny": -8,
    "small": -4,
    "medium": 0,
    "large": 4,
    "huge": 8,
    "gargantuan": 12,
    "colossal": 16,
}
SQUARES = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
HEXES = (  # of even columns, of odd ones
    {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 0), "nw": (-1, -1)},
    {"n": (0, -1), "ne": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)},
)
RULINGS = {
    "tie": "status-quo",
    "overspend": "literal",
    "open_once": "yes",
    "grab_cost": "included",
    "pinned_weapon": "-4",
    "group_leave": "beat-all",
    "criticals": "yes",
    "combat_ability": "fixed",
}
FIGHTER: Json = {
    **dict.fromkeys(("strength", "agility", "endurance", "willpower"), 3),
    **dict.fromkeys(("attack", "defence", "fortitude"), 1),
    **dict.fromkeys(("armour", "dodge", "concentration"), 0),
    "speed": 8,
    "hp": 15,
    "size": "medium",
    "fists": "untrained",
    "hand": "",
    "busy": False,
    "carries": [],
    "weapons": [],
    "spells": [],
}


class Weapon(NamedTuple):
    """What an attack is made with; fists and feet are none."""

    name: str
    dice: str
    light: bool = False
    natural: bool = False
    ranged: bool = False
    reach: int = 1
    hands: int = 1


TABLE = {  # what can be had without a word in `weapons`; no clause says it
    arm.name: arm
    for arm in (
        Weapon("knife", "d4", light=True),
        Weapon("dagger", "d4", light=True),
        Weapon("short_sword", "d6", light=True),
        Weapon("club", "d6"),
        Weapon("sword", "d8"),
        Weapon("axe", "d10", hands=2),
        Weapon("spear", "d8", reach=2, hands=2),
        Weapon("bow", "d6", ranged=True, hands=2),
    )
}


class Bout:
    """A bout as docs/exchange.md writes it, with every default filled in."""

    def __init__(self, bout: Json) -> None:
        inside = re.fullmatch(r"cphera(?:\((.*)\))?", bout["rules"])
        if inside is None:
            raise ValueError(f"{bout['rules']!r} is not cphera")
        said = [part.split("=") for part in (inside[1] or "").split(",") if part]
        self.rulings = {**RULINGS, **{name.strip(): value.strip().strip('"') for name, value in said}}
        self.fighters: dict[str, Json] = {fighter["name"]: {**FIGHTER, **fighter} for fighter in bout["fighters"]}
        self.names = list(self.fighters)
        self.place = {name: place for place, name in enumerate(self.names)}
        self.sides = dict(zip(self.names, bout["sides"], strict=True))
        self.map: Json | None = bout.get("map")
        self.walls = {tuple(wall) for wall in (self.map or {}).get("walls", [])}
        self.weapons = {
            name: {**TABLE, **{weapon["name"]: Weapon(**weapon) for weapon in fighter["weapons"]}}
            for name, fighter in self.fighters.items()
        }
        self.settled: dict[Any, list[Any]] = {}
        self.gone_through = 0
        self.limits = {name: self._limit(name) for name in self.names}

    def foes(self, one: str, other: str) -> bool:
        return bool(self.sides[one] != self.sides[other])

    def _limit(self, who: str) -> int:
        """The hard limit of action points (cphera.ap.pool)."""
        fighter = self.fighters[who]
        scores = [fighter[score] for score in ("agility", "endurance") if fighter[score] is not None]
        return int(max(fighter["speed"], 2 * (min(scores) if scores else fighter["speed"])))

    def overspent(self, who: str, spent: int, score: str) -> int:
        """By how much points spent go beyond a score, where they go beyond Speed (cphera.ap.pool)."""
        speed, value = self.fighters[who]["speed"], self.fighters[who][score]
        if spent <= speed or value is None:
            return 0
        return int(max(0, spent - (value if self.rulings["overspend"] == "literal" else max(speed, value))))

    def neighbour(self, cell: tuple[int, int], way: str) -> tuple[int, int]:
        across, down = self.ways(cell)[way]
        return cell[0] + across, cell[1] + down

    def ways(self, cell: tuple[int, int]) -> dict[str, tuple[int, int]]:
        return SQUARES if self.map is None or self.map["type"] == "squares" else HEXES[cell[0] % 2]

    def distance(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        if self.map is None or self.map["type"] == "squares":
            return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        # A hex in three coordinates that add up to 0.
        rows = [y - (x - x % 2) // 2 for x, y in (one, other)]
        across, down = one[0] - other[0], rows[0] - rows[1]
        return max(abs(across), abs(down), abs(across + down))


class State:
    """A position, to be changed; `phase` while the checks of the round are made.

    `lasting` is who acts out of turn by a lasting opening, "" otherwise.
    """

    __slots__ = (
        "ap",
        "bout",
        "cells",
        "hands",
        "holds",
        "lasting",
        "lethal",
        "marks",
        "order",
        "phase",
        "standing",
        "sublethal",
        "turn",
    )

    def __init__(self, bout: Bout, position: Json) -> None:
        self.bout, self.phase, self.lasting = bout, False, ""
        self.order: list[str] = position["order"]
        self.turn: str = position["turn"]
        self.standing: dict[str, str] = dict(position.get("standing", {}))
        self.holds: set[tuple[str, str, str]] = {(a, b, word) for a, b, word in position.get("holds", [])}
        self.marks: dict[str, frozenset[str]] = {
            who: frozenset(words) for who, words in position.get("marks", {}).items()
        }
        self.hands: dict[str, str] = dict(position.get("hands", {}))
        self.ap: dict[str, int] = {who: row["ap"] for who, row in position.get("budgets", {}).items()}
        self.cells: dict[str, tuple[int, int]] = {who: (x, y) for who, (x, y) in position.get("cells", {}).items()}
        tallies = position.get("tallies", {})
        self.lethal: dict[str, int] = {who: row.get("lethal", 0) for who, row in tallies.items()}
        self.sublethal: dict[str, int] = {who: row.get("sublethal", 0) for who, row in tallies.items()}

    def copy(self) -> State:
        other = State.__new__(State)
        other.bout, other.phase, other.lasting = self.bout, self.phase, self.lasting
        other.order, other.turn = self.order, self.turn
        other.holds = set(self.holds)
        for part in ("standing", "marks", "hands", "ap", "cells", "lethal", "sublethal"):
            setattr(other, part, dict(getattr(self, part)))
        return other

    def key(self) -> Any:
        return (
            self.turn,
            frozenset(self.holds),
            *(
                frozenset((who, value) for who, value in part.items() if value)
                for part in (self.standing, self.marks, self.hands, self.ap, self.cells, self.lethal, self.sublethal)
            ),
        )

    def json(self) -> Json:
        place = self.bout.place
        tallies = {
            who: {
                word: n for word, n in (("lethal", self.lethal.get(who)), ("sublethal", self.sublethal.get(who))) if n
            }
            for who in self.bout.names
        }
        form: Json = {
            "order": self.order,
            "turn": self.turn,
            "standing": self.standing,
            "holds": [list(hold) for hold in sorted(self.holds, key=lambda h: (place[h[0]], place[h[1]], h[2]))],
            "marks": {who: sorted(words) for who, words in self.marks.items() if words},
            "hands": {who: thing for who, thing in self.hands.items() if thing},
            "budgets": {who: {"ap": n} for who, n in self.ap.items() if n},
            "cells": {who: list(cell) for who, cell in self.cells.items()},
            "tallies": {who: row for who, row in tallies.items() if row},
        }
        return {key: value for key, value in form.items() if value}

    # Reading

    def fit(self, who: str) -> bool:
        return self.standing.get(who, "up") == "up"

    def has(self, who: str, mark: str) -> bool:
        return mark in self.marks.get(who, ())

    def excess(self, who: str) -> int:
        """How far harm is above the hit points (cphera.harm.sublethal)."""
        return max(0, self.lethal.get(who, 0) + self.sublethal.get(who, 0) - int(self.bout.fighters[who]["hp"]))

    def reels(self, who: str) -> int:
        """The penalty on a roll: the excess, in the own turn but not in the round's checks."""
        return self.excess(who) if who == self.turn and not self.phase else 0

    def partners(self, who: str) -> list[str]:
        """With whom the fighter grapples, in the order of turns."""
        found = {b if a == who else a for a, b, word in self.holds if who in (a, b) and word in ("grapple", "level")}
        return [name for name in self.order if name in found]

    def grapples(self, who: str) -> bool:
        return any(who in (a, b) for a, b, word in self.holds if word in ("grapple", "level"))

    def members(self, who: str) -> list[str]:
        """Everybody in the same grapple, in the order of turns."""
        found, edge = {who}, [who]
        while edge:
            for other in self.partners(edge.pop()):
                if other not in found:
                    found.add(other)
                    edge.append(other)
        return [name for name in self.order if name in found]

    def pinned(self, who: str) -> bool:
        return any(b == who for _, b, word in self.holds if word == "pin")

    def pins(self, who: str) -> list[str]:
        return [b for a, b, word in self.holds if a == who and word == "pin"]

    def near(self, one: str, other: str) -> bool:
        return self.distance(one, other) <= 1

    def distance(self, one: str, other: str) -> int:
        return 1 if self.bout.map is None else self.bout.distance(self.cells[one], self.cells[other])

    def free(self, cell: tuple[int, int]) -> bool:
        ground = self.bout.map
        if ground is None or not (0 <= cell[0] < ground["width"] and 0 <= cell[1] < ground["height"]):
            return False
        return cell not in self.bout.walls and cell not in self.cells.values()

    def free_ways(self, who: str) -> list[str]:
        cell = self.cells[who]
        return [way for way in self.bout.ways(cell) if self.free(self.bout.neighbour(cell, way))]

    def ways_out(self, who: str) -> list[str]:
        """Where one could go who leaves a grapple: ways, or "" without a map; next to whoever holds it by a grab."""
        if self.bout.map is None:
            return [""]
        holders = [self.cells[a] for a, b, word in self.holds if b == who and word == "grab"]
        cell = self.cells[who]
        return [
            way
            for way in self.free_ways(who)
            if all(self.bout.distance(self.bout.neighbour(cell, way), holder) <= 1 for holder in holders)
        ]

    def weapon(self, who: str) -> Weapon | None:
        """What is in hand."""
        return self.bout.weapons[who].get(self.hands.get(who, ""))

    def free_hand(self, who: str) -> bool:
        weapon = self.weapon(who)
        return int(self.bout.fighters[who]["busy"]) + (weapon.hands if weapon else 0) < 2

    def unarmed(self, who: str) -> str:
        return "fists" if self.free_hand(who) else "kick"

    def base_attack(self, who: str) -> int:
        """cphera.base.bonus."""
        share = next((mark for mark in self.marks.get(who, ()) if mark.startswith("attack-")), None)
        return int(share.removeprefix("attack-")) if share else int(self.bout.fighters[who]["attack"])

    def base_defence(self, who: str) -> int:
        fighter = self.bout.fighters[who]
        return int(fighter["attack"] + fighter["defence"]) - self.base_attack(who)

    def check(self, who: str) -> int:
        """What is added to a grapple check (cphera.check.bonus)."""
        fighter = self.bout.fighters[who]
        return int(self.base_attack(who) + fighter["strength"] + SIZES[fighter["size"]] - self.reels(who))

    def spent(self, who: str) -> int:
        return self.bout.limits[who] - self.ap.get(who, 0)

    def denied(self, target: str, attacker: str) -> bool:
        """Whether the target is denied Agility (cphera.start.grab, .open, cphera.pin.pinned, .exposed)."""
        if self.open_to(target, attacker):
            return True
        return any({a, b} == {target, attacker} and word == "grab" for a, b, word in self.holds)

    def open_to(self, target: str, who: str) -> bool:
        """Whether the target is lastingly Open to somebody (the same clauses)."""
        if self.pinned(target) or (self.pins(target) and who not in self.pins(target)):
            return True
        return self.grapples(target) and who not in self.partners(target)

    def armour_class(self, target: str, attacker: str, *, touch: bool = False, ranged: bool = False) -> int:
        """cphera.base.attack, cphera.start.grab, cphera.harm.lethal, cphera.harm.unarmed."""
        fighter = self.bout.fighters[target]
        total = 10 + self.base_defence(target) + fighter["dodge"]
        if not touch:
            total += fighter["armour"]
        if not self.denied(target, attacker) and fighter["agility"] is not None:
            total += fighter["agility"] - self.bout.overspent(target, self.spent(target), "agility")
        if self.has(target, "bare"):
            total -= 1 if fighter["fists"] == "trained" else 2
        if self.has(target, "prone"):
            total += PRONE_AT_RANGE if ranged else PRONE_IN_MELEE
        return int(total)

    # Changing

    def mark(self, who: str, word: str) -> None:
        self.marks[who] = self.marks.get(who, frozenset()) | {word}

    def unmark(self, who: str, word: str) -> None:
        if self.has(who, word):
            self.marks[who] = self.marks[who] - {word}

    def drop(self, gone: Callable[[str, str, str], bool]) -> None:
        """End the holds of which that is true; who is pinned no more is silenced no more."""
        self.holds = {hold for hold in self.holds if not gone(*hold)}
        for who in self.bout.names:
            if self.has(who, "silenced") and not self.pinned(who):
                self.unmark(who, "silenced")

    def down(self, who: str, word: str) -> None:
        """cphera.harm.lethal: no longer fit."""
        self.standing[who] = word
        self.marks[who] = frozenset({"prone"})
        self.ap[who] = 0
        self.drop(lambda a, b, _: who in (a, b))

    def part_grabs(self) -> None:
        """Grabs end over a distance."""
        if self.bout.map is not None:
            self.drop(lambda a, b, word: word == "grab" and not self.near(a, b))

    def go(self, who: str, way: str) -> None:
        if way:
            self.cells[who] = self.bout.neighbour(self.cells[who], way)
            self.part_grabs()

    def leave(self, who: str, way: str) -> None:
        """Out of the grapple, to a hex next to it."""
        self.drop(lambda a, b, word: who in (a, b) and word != "grab")
        self.go(who, way)

    def pin(self, pinner: str, pinned: str) -> None:
        """cphera.pin.pinned: its own pins end."""
        self.drop(lambda a, _, word: a == pinned and word == "pin")
        self.holds.add((pinner, pinned, "pin"))

    def relate(self, one: str, other: str, word: str) -> None:
        """How two stand to each other in their grapple; `level` goes by the place in the bout."""
        self.holds = {h for h in self.holds if {h[0], h[1]} != {one, other} or h[2] not in ("grapple", "level")}
        if word == "level" and self.bout.place[other] < self.bout.place[one]:
            one, other = other, one
        self.holds.add((one, other, word))

    def attacker_to(self, one: str, other: str) -> bool:
        return (one, other, "grapple") in self.holds
