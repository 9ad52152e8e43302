"""Sessions to try things with."""

from __future__ import annotations

from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_map
from tussle.play.policies import policy
from tussle.play.session import Session, machine_dice

__all__ = ["brawl", "match", "self_playing"]


def match(*names: str, rules: str = "hug", sides: tuple[int, ...] | None = None, plan: str = "") -> Bout:
    """A bout between house fighters."""
    loaded = load(rules)
    space = parse_map(plan, names) if plan else None
    return make_bout(loaded, [(name, loaded.house[name]) for name in names], sides, space)


def self_playing(bout: Bout, seed: int) -> Session:
    """A session that goes on by itself, at random."""
    return Session(bout, seed=seed, answerers=[machine_dice, *(policy("random", name) for name in bout.names)])


def brawl(seed: int = 3, answers: int = 60) -> Session:
    """Three fighters, some answers in."""
    session = self_playing(match("Arangu", "Tivid", "Otto", sides=(0, 1, 1)), seed)
    session.play(answers)
    return session
