"""A small rule set of no game, for trying the core: a test gives it the procedures it wants tried.

A turn is one action. Harm goes to one tally; who has taken as much as it can is down, and drops all holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tussle.ask.requests import Harm, Harmed, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, make_bout
from tussle.bout.clause import Clause, Ruling
from tussle.bout.loading import values_for
from tussle.bout.ruleset import RuleSet
from tussle.bout.space import NoMap, Squares
from tussle.bout.stance import NOBODY, Stance, Tallies

__all__ = ["CLAUSES", "Gear", "Toy", "push", "seat", "toy_rules"]


class Gear(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a fighter has."""

    name: str
    sort: Literal["sharp", "blunt"] | None = None


class Toy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fighter: what it adds to every throw, how much harm it can take, and a field of every shape."""

    bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    hits: Annotated[int, Meta(ge=1, le=99)] = 9
    build: Literal["light", "heavy"] = "light"
    gear: tuple[Gear, ...] = ()
    likes: tuple[str, ...] = ()
    marks: dict[str, Annotated[int, Meta(le=5)]] = {}


CLAUSES = (
    Clause(
        "toy.check.roll",
        "[T] One throw.",
        (
            Ruling("tie", "lost", ("won",), "A tie wins nothing."),
            Ruling(
                "die",
                "20",
                ("6",),
                "Twenty is usual.",
                free=r"[1-9][0-9]?|a b|d6/5\+|-1\.5",
                hint="the sides of the die",
            ),
        ),
    ),
    Clause("toy.turn.act", "[B] One action a turn."),
    Clause("toy.turn.note", "[H] It ends.", explains=True),
)


def toy_rules(
    procedures: Mapping[str, Callable[[Bout, Stance, Action], Procedure]] | None = None,
    due: Mapping[str, Callable[..., Procedure]] | None = None,
    *,
    values: Mapping[str, str] | None = None,
    tallies: tuple[str, ...] = ("harm",),
    **changed: Any,
) -> RuleSet:
    """A rule set with these verbs, each offered against everybody else, and these words of the agenda.

    What the core does not look at (what people call things, what follows a ruling of a game master) is None.
    """
    parts: dict[str, Any] = {
        "name": "toy",
        "title": "a toy",
        "version": 1,
        "clauses": CLAUSES,
        "values": values_for([ruling for clause in CLAUSES for ruling in clause.rulings], values or {}, "toy"),
        "fighter": Toy,
        "quick": {"bonus": "bonus", "plus": "bonus", "hits": "hits", "build": "build", "likes": "likes"},
        "weigh_in": lambda _fighter: None,
        "house": {},
        "tallies": tallies,
        "limit": lambda fighter, _tally: fighter.hits,
        "standings": ("up", "down", "gone"),
        "budgets": ("act",),
        "opening": _opening,
        "verbs": _verbs,
        "verb_names": {**dict.fromkeys(procedures or {}, "try it"), "pass": "let it go", "fly": "nobody can"},
        "procedures": {**(procedures or {}), "pass": _pass},
        "due": due or {},
        "upkeep": _upkeep,
        "absorb": _absorb,
        "outcomes": _outcomes,
        "sound": _sound,
        "over": _over,
    }
    return RuleSet(**{**dict.fromkeys(RuleSet.__struct_fields__), **parts, **changed})


def push(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Spend the turn, and that is all."""
    yield from ()
    return stance.budget(action.by)


def seat(rules: RuleSet, *fighters: Toy, sides: tuple[int, ...] | None = None, space: Squares | None = None) -> Bout:
    """A bout between fighters called Ann, Bob, Cid, Dee, Eve and so on."""
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy")
    return make_bout(rules, list(zip(names, fighters, strict=False)), sides, space or NoMap())


def _opening(bout: Bout, order: tuple[int, ...] | None) -> Stance:
    everyone = tuple(bout.everyone)
    stance = Stance(
        order=order or everyone,
        turn=(order or everyone)[0],
        standing=("up",) * len(everyone),
        holds=(),
        marks=((),) * len(everyone),
        hands=("",) * len(everyone),
        budgets=((),) * len(everyone),
        cells=bout.space.at,
    )
    return stance.budget(stance.turn, act=1)


def _verbs(bout: Bout, stance: Stance) -> Iterator[Action | Refusal]:
    me = stance.turn
    for verb in bout.rules.procedures:
        if verb == "pass":
            continue
        for foe in bout.everyone:
            if foe == me or not bout.fit(stance, foe):
                yield Refusal(me, verb, "not oneself" if foe == me else "already down", "toy.turn.act", foe)
            else:
                yield Action(me, verb, foe, (), ("toy.turn.act",))
    yield Action(me, "pass", clauses=("toy.turn.act",))
    yield Refusal(me, "fly", "nobody can", "toy.turn.act")


def _pass(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    yield Tell("{0} waits.", (action.by,), ("toy.turn.act",), done=True)
    return stance.budget(action.by)


def _upkeep(bout: Bout, stance: Stance) -> Stance:
    if stance.turn != NOBODY and stance.left(stance.turn, "act") and bout.fit(stance, stance.turn):
        return stance
    waiting = [who for who in stance.after(stance.turn) if bout.fit(stance, who)]
    return stance.budget(stance.turn).begin(waiting[0]).budget(waiting[0], act=1)


def _absorb(bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    who, hits = harm.fighter, bout.fighters[harm.fighter].hits
    taken = min(hits, tallies[who][0] + amount)
    after = (*tallies[:who], (taken, *tallies[who][1:]), *tallies[who + 1 :])
    return after, Harmed(amount > 0, "down" if taken == hits else "up")


def _outcomes(_bout: Bout, _stance: Stance, _harm: Harm) -> tuple[Harmed, ...]:
    return Harmed(through=False, standing="up"), *(Harmed(through=True, standing=word) for word in ("up", "down"))


def _sound(bout: Bout, stance: Stance, tallies: Tallies) -> Iterator[str]:
    if sorted(stance.order) != list(bout.everyone):
        yield "the order must name every fighter once"
    for who, (taken, *_) in enumerate(tallies):
        if (taken >= bout.fighters[who].hits) != (stance.standing[who] == "down"):
            yield f"{bout.names[who]} has taken {taken} and is {stance.standing[who]}"


def _over(bout: Bout, stance: Stance) -> bool:
    return len({bout.sides[who] for who in bout.everyone if bout.fit(stance, who)}) < 2
