"""Every legal action of a position, unrolled and priced from nothing.

A replay is one start of a procedure; a tree needs as many as it has ends. Nobody else can be asked this, so only
the time is held against the goal; what is larger than two fighters without a map is printed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench import Row, spoken, within
from tussle.analysis.odds import Pricer
from tussle.ask.requests import Procedure
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_map, parse_position
from tussle.bout.stance import Position
from tussle.bout.walk import legal_actions

TITLE = "every legal action of a position, unrolled and priced"

GOAL = 0.010
TURN = "budgets=Otto:minor:1,Otto:standard:1"
HOLD = f"order=Otto,Arangu turn=Otto holds=Otto:Arangu:hug hands=Otto:broad_sword {TURN}"
FOUR = "Otto,Carack,Arangu,Tivid"

ARMED = "Fighter 1,Orc 1st-Level Warrior"
TIED = (
    "order=Fighter_1,Orc_1st-Level_Warrior turn=Fighter_1 budgets=Fighter_1:move:1,Fighter_1:opportunity:1,"
    "Fighter_1:standard:1,Orc_1st-Level_Warrior:opportunity:1 holds="
)

POSITIONS = (
    # name, rule set, fighters, position ("": the opening), map, goal
    ("Otto v Arangu, the opening", "hug", "Otto,Arangu", "", "", GOAL),
    ("Otto v Arangu, in a hold", "hug", "Otto,Arangu", HOLD, "", GOAL),
    (
        "Carack v Mirel, in a hold, with spells",
        "hug",
        "Carack,Mirel",
        "order=Mirel,Carack turn=Mirel holds=Carack:Mirel:hug budgets=Mirel:minor:1,Mirel:standard:1",
        "",
        GOAL,
    ),
    (
        "Otto v Arangu, in a hold, on a map",
        "hug",
        "Otto,Arangu",
        f"{HOLD} cells=Otto:3.3,Arangu:3.3",
        "8x8 Otto@3.3 Arangu@4.4",
        0,
    ),
    ("two against two, the opening", "hug", FOUR, "", "", 0),
    (
        "two against two, two of them in a hold",
        "hug",
        FOUR,
        f"order=Otto,Carack,Arangu,Tivid turn=Otto holds=Arangu:Tivid:hug hands=Otto:broad_sword {TURN}",
        "",
        0,
    ),
    ("two against two, on a map", "hug", FOUR, "", "8x8 Otto@3.3 Carack@4.4 Arangu@3.4 Tivid@5.5", 0),
    ("armed man v armed orc, the opening", "srd35", ARMED, "", "", GOAL),
    ("armed man v armed orc, in a hold", "srd35", ARMED, f"{TIED}Fighter_1:Orc_1st-Level_Warrior:hold", "", GOAL),
    ("armed man v armed orc, pinned", "srd35", ARMED, f"{TIED}Orc_1st-Level_Warrior:Fighter_1:pin", "", GOAL),
    ("Fighter 5 v Ogre, the opening", "srd35", "Fighter 5,Ogre", "", "", GOAL),
    ("Wizard 5 v Fighter 5, the opening", "srd35", "Wizard 5,Fighter 5", "", "", GOAL),
    ("two orcs v Fighter 5, the opening", "srd35", "Fighter 5,Orc 1st-Level Warrior,Orc 1st-Level Warrior", "", "", 0),
)


class Counter:
    """Counts the starts of procedures."""

    def __init__(self) -> None:
        self.starts = 0

    def __call__(self, rule: Callable[..., Procedure]) -> Callable[..., Procedure]:
        """The rule, every start of it counted."""

        def start(*arguments: Any) -> Procedure:
            self.starts += 1
            return rule(*arguments)

        return start


def seat(name: str, names: list[str], squares: str, counter: Counter | None = None) -> Bout:
    """A bout of house fighters of a rule set, the first half of them against the other."""
    rules = load(name)
    fighters = [(who, rules.house[who]) for who in names]
    if counter:
        procedures = {verb: counter(rule) for verb, rule in rules.procedures.items()}
        rules = replace(rules, procedures=procedures, due={word: counter(rule) for word, rule in rules.due.items()})
    sides = tuple(int(place >= len(names) / 2) for place in range(len(names)))
    return make_bout(rules, fighters, sides, parse_map(squares, names) if squares else None)


def price_all(bout: Bout, position: Position) -> int:
    """Price every legal action with a new pricer, and say how many there are."""
    pricer = Pricer(bout)
    actions = legal_actions(bout, position.stance)
    for action in actions:
        pricer.price(position, [action])
    return len(actions)


def timed(bout: Bout, position: Position) -> float:
    """The seconds it takes once."""
    begun = time.perf_counter()
    price_all(bout, position)
    return time.perf_counter() - begun


def run(size: float, work: Path) -> Iterator[Row]:  # noqa: ARG001 - every program is called so
    """One row a position; the second column is the time a replay."""
    repeats = max(3, round(21 * size))
    for name, rules, fighters, line, squares, goal in POSITIONS:
        names, counter = fighters.split(","), Counter()
        bout = seat(rules, names, squares)
        position = parse_position(bout, line) if line else bout.opening(tuple(bout.everyone))
        price_all(seat(rules, names, squares, counter), position)
        seconds = min(timed(bout, position) for _ in range(repeats))  # what else runs here only ever adds
        row = within(name, seconds, goal or seconds)
        replay = f"{spoken(seconds / counter.starts)} × {counter.starts}"
        yield row._replace(peer=replay, goal=row.goal if goal else "—")
