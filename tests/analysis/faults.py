"""`hug` with one fault put into it, each under a name of its own: what the conformance suite must find.

Each function registers such a rule set, so it serves as `prepare`: conform("law_sum", "tests.analysis.faults:law_sum").
Most of the faults sit in the rule for passing, which is legal in every turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tussle.ask.law import Answer, Law
from tussle.ask.readings import Opposed
from tussle.ask.requests import Choose, Harmed, Procedure, Roll, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.loading import register
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import Stance
from tussle.rules.hug.check import d20
from tussle.rules.hug.fighter import Fighter
from tussle.rules.hug.house import HOUSE
from tussle.rules.hug.ruleset import DUE, PROCEDURES, rule_set, verbs

CLAUSE = ("hug.base.turn",)
Offers = Iterator[Action | Refusal]


def _hug(name: str, **parts: Any) -> None:
    """`hug` with other parts, under a name of its own."""

    def maker(values: Mapping[str, str]) -> RuleSet:
        return replace(rule_set(values), name=name, **parts)

    register(name, maker)


def _passing(name: str, rule: Callable[[Bout, Stance, Action], Procedure], **parts: Any) -> None:
    """`hug` in which passing goes by this rule."""
    _hug(name, procedures={**PROCEDURES, "pass": rule}, **parts)


class Fixed(Struct, frozen=True):
    """A reading with this law, right or wrong."""

    weights: tuple[tuple[Answer, int], ...]

    def read(self, faces: tuple[int, ...]) -> Answer:
        return "won" if faces[0] > faces[1] else "lost"

    def law(self, sides: tuple[int, ...]) -> Law:
        return Law(self.weights, sides[0] * sides[1])


def _throwing(name: str, *weights: tuple[Answer, int]) -> None:
    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        me = action.by
        yield Roll((d20(me, "pass"), d20(me, "pass")), Fixed(weights), (), CLAUSE)
        return stance.budget(me)

    _passing(name, rule)


def law_sum() -> None:
    """A law that adds up to 399 of 400."""
    _throwing("law_sum", ("won", 190), ("lost", 209))


def law_weight() -> None:
    """An outcome of weight 0."""
    _throwing("law_weight", ("won", 400), ("lost", 0))


def law_twice() -> None:
    """An answer that stands twice in a law."""
    _throwing("law_twice", ("won", 200), ("lost", 100), ("lost", 100))


def end_unsound() -> None:
    """A mark that `hug` does not know."""

    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Tell("{0} passes.", (action.by,), CLAUSE)
        return stance.budget(action.by).mark(action.by, "angry")

    _passing("end_unsound", rule)


def end_line() -> None:
    """A mark that stands twice, which a line says once."""

    def rule(bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Tell("{0} passes.", (action.by,), CLAUSE)
        return replace(stance.budget(action.by), marks=(("prone", "prone"),) * len(bout.names))

    _passing("end_line", rule)


def hidden_randomness() -> None:
    """A bonus that a rule throws by itself."""

    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        me = action.by
        yield Roll((d20(me, "pass"), d20(me, "pass")), Opposed(random.randrange(100)), (), CLAUSE)
        return stance.budget(me)

    _passing("hidden_randomness", rule)


def order_of_a_set() -> None:
    """Actions and refusals in the order of a set."""

    def jumbled(bout: Bout, stance: Stance) -> Offers:
        yield from set(verbs(bout, stance))

    _hug("order_of_a_set", verbs=jumbled)


def offers_that_vary() -> None:
    """Other things to do each time they are asked for."""
    times = count()

    def fickle(bout: Bout, stance: Stance) -> Offers:
        yield Refusal(stance.turn, "stand", f"asked {next(times)} times", CLAUSE[0])
        yield from verbs(bout, stance)

    _hug("offers_that_vary", verbs=fickle)


def duplicate_action() -> None:
    """Passing is offered twice."""

    def twice(bout: Bout, stance: Stance) -> Offers:
        yield from verbs(bout, stance)
        yield Action(stance.turn, "pass", clauses=CLAUSE)

    _hug("duplicate_action", verbs=twice)


def _citing(name: str, cites: tuple[str, ...]) -> None:
    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Tell("{0} passes.", (action.by,), cites)
        return stance.budget(action.by)

    _passing(name, rule)


def cite_missing() -> None:
    """A request without a cite."""
    _citing("cite_missing", ())


def cite_unknown() -> None:
    """A wrong clause id."""
    _citing("cite_unknown", ("hug.base.trun",))


def cite_explains() -> None:
    """A clause that only explains."""
    _citing("cite_explains", ("hug.grappling.same",))


def _own_house() -> dict[str, Fighter]:
    """Copies, so that nobody else's fighters change."""
    return {name: msgspec.convert(msgspec.to_builtins(fighter), Fighter) for name, fighter in HOUSE.items()}


def mutated_fighter() -> None:
    """A fighter who learns from passing."""

    def rule(bout: Bout, stance: Stance, action: Action) -> Procedure:
        defences = bout.fighters[action.by].defences
        defences["will"] = defences.get("will", 0) + 1
        yield Tell("{0} passes.", (action.by,), CLAUSE)
        return stance.budget(action.by)

    _passing("mutated_fighter", rule, house=_own_house())


def mutated_table() -> None:
    """A table that a refusal grows."""
    names = {"pass": "let the rest of the turn go", **rule_set({}).verb_names}

    def growing(bout: Bout, stance: Stance) -> Offers:
        names["pass"] += "!"
        yield from verbs(bout, stance)

    _hug("mutated_table", verbs=growing, verb_names=names)


def never_ends() -> None:
    """A procedure that tells without end."""

    def rule(_bout: Bout, _stance: Stance, action: Action) -> Procedure:
        while True:
            yield Tell("{0} waits.", (action.by,), CLAUSE)

    _passing("never_ends", rule)


def may_never_end() -> None:
    """A procedure that throws until somebody wins."""

    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        me = action.by
        while (yield Roll((d20(me, "pass"), d20(me, "pass")), Opposed(0), (), CLAUSE)) == "lost":
            pass
        return stance.budget(me)

    _passing("may_never_end", rule)


def always_due() -> None:
    """Something due that makes itself due again."""

    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Tell("{0} passes.", (action.by,), CLAUSE)
        return stance.budget(action.by).due(("wait", action.by))

    def wait(_bout: Bout, stance: Stance, me: int) -> Procedure:
        yield Tell("{0} waits.", (me,), CLAUSE)
        return stance.due(("wait", me))

    def sound(*_: Any) -> Iterator[str]:
        yield from ()

    _passing("always_due", rule, due={**DUE, "wait": wait}, sound=sound)


def _choosing(name: str, *options: str) -> None:
    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Choose(action.by, options, CLAUSE)
        return stance.budget(action.by)

    _passing(name, rule)


def options_alike() -> None:
    """Two options alike."""
    _choosing("options_alike", "stay", "go", "stay")


def no_options() -> None:
    """A decision with nothing to decide for."""
    _choosing("no_options")


def unnamed_outcome() -> None:
    """A harm that never puts anybody out, by the outcomes named."""

    def outcomes(*_: Any) -> tuple[Harmed, ...]:
        return (Harmed(through=True, standing="up"),)

    _hug("unnamed_outcome", outcomes=outcomes)


def unknown_verb() -> None:
    """A verb without a name or a procedure."""

    def dancing(bout: Bout, stance: Stance) -> Offers:
        yield from verbs(bout, stance)
        yield Refusal(stance.turn, "dance", "there is no music", CLAUSE[0])

    _hug("unknown_verb", verbs=dancing)


def silent_verb() -> None:
    """A verb that is sometimes neither legal nor refused."""

    def silent(bout: Bout, stance: Stance) -> Offers:
        yield from (offer for offer in verbs(bout, stance) if offer.verb != "release")

    _hug("silent_verb", verbs=silent)


def nobody_acts() -> None:
    """A turn in which nothing at all can be done."""

    def idle(bout: Bout, stance: Stance) -> Offers:
        for verb in dict.fromkeys(offer.verb for offer in verbs(bout, stance)):
            yield Refusal(stance.turn, verb, "idle", CLAUSE[0])

    _hug("nobody_acts", verbs=idle)


def breaks() -> None:
    """A rule that raises."""

    def rule(_bout: Bout, stance: Stance, action: Action) -> Procedure:
        yield Tell("{0} passes.", (action.by,), CLAUSE)
        return stance.budget(action.by, **{"": 1 // len(action.details)})

    _passing("breaks", rule)


def broken_opening() -> None:
    """An opening that raises."""

    def opening(bout: Bout, _order: tuple[int, ...] | None) -> Stance:
        raise KeyError(bout.names)

    _hug("broken_opening", opening=opening)


def no_house() -> None:
    """Nobody to walk with."""
    _hug("no_house", house={})
