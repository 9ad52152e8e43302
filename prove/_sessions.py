"""Sessions in which everything happens that can happen at a table: undo, amend, events, cancel."""

from __future__ import annotations

import random

from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import available, load
from tussle.bout.notation import parse_map
from tussle.errors import TussleError
from tussle.play.policies import policy
from tussle.play.session import Session, machine_dice

__all__ = ["any_bout", "busy_session", "meddle"]


def any_bout(rng: random.Random) -> Bout:
    """A bout of two to four house fighters of any rule set, on a map now and then."""
    rules = load(rng.choice(available()))
    names = rng.sample(sorted(rules.house), rng.randint(2, min(4, len(rules.house))))
    fighters = [(name, rules.house[name]) for name in names]
    sides = tuple(place % 2 for place in range(len(names)))
    if rng.random() < 0.5:
        return make_bout(rules, fighters, sides)
    cells = rng.sample([(x, y) for x in range(5) for y in range(4)], len(names))
    plan = " ".join(f"{name.replace(' ', '_')}@{x}.{y}" for name, (x, y) in zip(names, cells, strict=True))
    return make_bout(rules, fighters, sides, parse_map(f"5x4 {plan}", [name.replace(" ", "_") for name in names]))


def busy_session(seed: int, steps: int) -> Session:
    """A session with so many steps of every kind."""
    rng = random.Random(seed)
    bout = any_bout(rng)
    session = Session(bout, seed=seed, answerers=[machine_dice, *(policy("random", name) for name in bout.names)])
    while len(session.history) < steps:
        if session.over or rng.random() < 0.15:
            meddle(session, rng)
        else:
            session.play(1)
    return session


def meddle(session: Session, rng: random.Random) -> None:
    """Undo, amend, cancel, or an event; what is refused changes nothing."""
    name = rng.choice(session.bout.names)
    other = rng.choice(session.bout.names)
    scope = rng.choice(("start", "maintain", "resist", "escape", "attack", "all"))
    events = (
        f"damage {name} {rng.randint(1, 9)}",
        f"heal {name} {rng.randint(1, 400)}",
        f"free {name} from {other}",
        f'bonus {name} {rng.randint(-3, 3)} "luck" on={scope} for {rng.randint(1, 3)}',
        f"leave {name}",
        f"set marks={name.replace(' ', '_')}:prone",
    )
    before = session.position, len(session.history), session.bout
    try:
        what = rng.random()
        if what < 0.35:
            session.undo()
        elif what < 0.6:
            throws = [place for place, entry in enumerate(session.entries) if entry.faces]
            place = rng.choice(throws or [0])
            dice = session.entries[place].dice if session.entries else ()
            session.amend(place, [rng.randint(1, int(die[1 : die.index(":")])) for die in dice])
        elif what < 0.7:
            session.cancel()
        else:
            session.event(rng.choice(events))
    except TussleError as error:
        if before != (session.position, len(session.history), session.bout):
            raise AssertionError("a refusal changed the session") from error
