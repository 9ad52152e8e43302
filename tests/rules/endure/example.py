"""The worked example of docs/endure.md: what was said and thrown, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tussle.analysis.odds import Pricer
from tussle.bout.bout import make_bout
from tussle.bout.loading import load
from tussle.bout.notation import find_actions, parse_map, position_text
from tussle.play.session import Session
from tussle.play.situation import Act
from tussle.surfaces.words import spread

PAGE = Path(__file__).parents[3] / "docs" / "endure.md"

SCRIPT: tuple[str | tuple[int, ...], ...] = (
    *("grab:Novice", "defend", (5, 6, 2, 1, 5)),
    *("pin:Novice", "contest", (6, 1, 1, 1, 2), (5, 1), "pass"),
    *("break:Guard", "contest", (6, 5, 6, 1, 2), (5, 5, 1, 1)),
    *("pin:Novice", "contest", (6, 1, 1, 6, 1), (5, 6, 1, 1, 2), "pass"),
    *("break:Guard", "contest", (1, 1, 2, 3)),
    *((6, 5, 5, 1, 1), "w"),
)
"""The Guard grabs and pins the Novice, who breaks out, is pinned again and tires; then the Guard tires too."""


def example() -> tuple[Session, list[str]]:
    """The example played up to where its page leaves it, and the odds of each action."""
    rules = load("endure")
    names = ("Guard", "Novice")
    fighters = [(name, rules.house[name]) for name in names]
    session = Session(make_bout(rules, fighters, None, parse_map("5x3 Guard@1.1 Novice@2.1", names)), first="Guard")
    pricer, odds = Pricer(session.bout), []
    for said in SCRIPT:
        if isinstance(said, str) and isinstance(session.pending, Act):
            price = pricer.price(session.position, find_actions(session.bout, session.position.stance, said))
            odds.append(spread(price.least, price.most))
            session.push(said)
        else:
            session.answer(said)
    return session, odds


def told() -> Iterator[str]:
    """The example line by line, each action with its odds, and the position at its end."""
    session, odds = example()
    for line in session.transcript:
        yield f"{line}   ({odds.pop(0)})" if line.kind == "act" else str(line)
    yield position_text(session.bout, session.position)


if __name__ == "__main__":
    print("\n".join(told()))
