"""The endurance clock: grapple checks, the Endure check after each, exhaustion, the final push (chapter `clock`).

What it remembers is in the stance: the mark `exhausted`, and a counter of Endure checks made, named after the
fighter it belongs to (a shared one after the grappler named first in the bout).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import Stance
from tussle.rules.endure import check
from tussle.rules.endure.check import Pool

__all__ = ["Contest", "after", "contest", "counter", "end", "endure", "push", "shove", "step_aside", "tidy"]

EXHAUSTED = "exhausted"


class Contest(Struct, frozen=True):
    """A grapple check: an opposed check of the menus (endure.clock.who).

    Attributes:
        mine, theirs: the pools, the acting fighter's first.
        clause: the clause of what is tried.
        most: how many net successes matter.
    """

    mine: Pool
    theirs: Pool
    clause: str
    most: int = 1


def contest(bout: Bout, stance: Stance, what: Contest) -> Procedure:
    """Make a grapple check; whoever is exhausted loses it without a roll (endure.clock.exhausted).

    Returns:
        As `check.opposed`; against a side that loses without a roll the most there is.
    """
    me, foe, clause = what.mine.owner, what.theirs.owner, "endure.clock.exhausted"
    if stance.marked(foe, EXHAUSTED):
        yield Tell("{0} is exhausted and loses without a roll.", (foe,), (clause, what.clause))
        return what.most
    if (yield check.concede(foe, what.clause)) == "concede":
        return what.most
    if stance.marked(me, EXHAUSTED):
        yield Tell("{0} is exhausted and loses without a roll.", (me,), (clause, what.clause))
        return 0
    return (yield from check.opposed(bout, what.mine, what.theirs, (what.clause,), what.most))


def after(stance: Stance, me: int, foe: int, margin: int | None) -> Stance:
    """Put the Endure check after a grapple check on the agenda (endure.clock.who, endure.clock.exhausted).

    It is due from whoever netted fewer successes or, once somebody is exhausted, from the other; from nobody
    after a tie that stands, or where the grapple has ended.

    Args:
        margin: what the grapple check of `me` against `foe` came to.
    """
    if margin is None or not stance.tied(me, foe):
        return stance
    checks = foe if margin else me
    for spent, other in ((me, foe), (foe, me)):
        if stance.marked(spent, EXHAUSTED):
            checks = other
    return stance.due(("endure", checks))


def endure(bout: Bout, stance: Stance, who: int) -> Procedure:
    """The Endure check (endure.clock.who, endure.clock.rise, endure.clock.exhausted, endure.clock.push).

    Passed, the next one is harder. Failed, the fighter is exhausted or, if the other is already, the grapple ends.
    """
    if not stance.partners(who):  # somebody outside the rules has parted them meanwhile
        return stance
    (foe,) = stance.partners(who)
    last = stance.marked(foe, EXHAUSTED)
    word = counter(bout, stance, who)
    step = Part(foe, "checks made", stance.count(word), "endure.clock.rise")
    cites = ("endure.clock.who", *(("endure.clock.exhausted",) if last else ()))
    if (yield from check.pass_ladder(bout, _endurance(bout, stance, who), foe, (step,), cites)):
        yield Tell("{0} endures.", (who,), cites)
        return stance.counted(word, step.value + 1)
    if last:
        yield Tell("{0} has no breath left either: the grapple ends.", (who,), ("endure.clock.push",))
        return end(bout, stance, who).due(("push", foe, who))
    yield Tell("{0} is exhausted.", (who,), ("endure.clock.exhausted",))
    return stance.counted(word, 0).counted(counter(bout, stance, foe), 0).mark(who, EXHAUSTED)


def _endurance(bout: Bout, stance: Stance, who: int) -> Pool:
    return check.pool(bout, stance, who, "endure", "maintain")


def counter(bout: Bout, stance: Stance, who: int) -> str:
    """The counter by which this grappler's difficulty rises (endure.clock.rise)."""
    whose = who if bout.ruling("clock") == "each" else min(who, *stance.partners(who))
    return f"clock-{token_name(bout.names[whose])}"


def end(bout: Bout, stance: Stance, who: int) -> Stance:
    """The grapple of this fighter ends, and clock and exhaustion with it (endure.clock.push)."""
    return tidy(bout, stance.part_all(who))


def tidy(bout: Bout, stance: Stance) -> Stance:
    """Forget what a clock need not remember (endure.clock.rise, endure.clock.push).

    Outside a grapple that is all of it, and in one how far it has climbed beyond what the larger pool can reach.
    """
    tied = [who for who in bout.everyone if stance.partners(who)]
    for who in bout.everyone:
        if who not in tied and stance.marked(who, EXHAUSTED):
            stance = stance.unmark(who, EXHAUSTED)
    if not stance.counters:
        return stance
    kept = {counter(bout, stance, who): _highest(bout, stance, who) for who in tied}
    pairs = ((word, min(number, kept.get(word, 0))) for word, number in stance.counters)
    return replace(stance, counters=tuple((word, number) for word, number in pairs if number))


def _highest(bout: Bout, stance: Stance, who: int) -> int:
    """How many checks make every further one a failure, for both grapplers."""
    largest = max(_endurance(bout, stance, each).size for each in (who, *stance.partners(who)))
    return max(0, largest + 1 - int(bout.ruling("very_easy")))


def push(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """Who is pushed out of the square, rolled for real by both (endure.clock.push)."""
    clause = "endure.clock.push"
    if not (bout.fit(stance, me) and bout.fit(stance, foe)):  # somebody outside the rules has put one out meanwhile
        return stance
    mine, theirs = (check.pool(bout, stance, who, "unarmed", "resist") for who in (me, foe))
    margin = yield from check.opposed(bout, mine, theirs, (clause,), push=True)
    if margin is None:
        yield Tell("Nobody is pushed out.", (), (clause,))
        return stance
    winner, loser = (me, foe) if margin else (foe, me)
    yield Tell("{0} pushes {1} out of the square.", (winner, loser), (clause,))
    return stance.due(("shove", winner, loser)) if bout.space.mapped else stance


def shove(bout: Bout, stance: Stance, winner: int, loser: int) -> Procedure:
    """Where the loser of the push goes: the winner picks (endure.clock.push)."""
    if not bout.fit(stance, winner):
        return stance
    return (yield from step_aside(bout, stance, winner, (loser,), "endure.clock.push"))


def step_aside(bout: Bout, stance: Stance, chooser: int, movers: tuple[int, ...], clause: str) -> Procedure:
    """Move into a free adjacent square of somebody's choice; with none free, or no map, nobody moves."""
    cell = stance.cell(movers[0])
    ways = () if cell is None else bout.space.ways(stance, cell)
    if cell is None or not ways:
        return stance
    way = yield Choose(chooser, ways, (clause,))
    (there,) = bout.space.run(stance, cell, way, 1)
    for who in movers:
        stance = stance.place(who, there)
    return stance
