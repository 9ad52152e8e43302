"""OpenSpiel and PettingZoo: their own tests pass, and their solver finds our values."""

from __future__ import annotations

import warnings
from typing import Any

import pyspiel  # type: ignore[import-not-found]  # a compiled module without types
import pytest
from open_spiel.python.algorithms import minimax  # type: ignore[import-untyped]  # it says nothing of its types
from pettingzoo.test import (  # type: ignore[import-untyped]  # the same
    api_test,
    max_cycles_test,
    parallel_api_test,
    seed_test,
)

from tussle.adapters import openspiel, pettingzoo
from tussle.analysis.solve import best
from tussle.bestiary.match import match

AL = "Al: athletics +5 hits 3"
BO = "Bo: athletics +4 hits 2"
DEEPEST = 60


def game(rules: str, fighters: tuple[str, ...], goal: str) -> Any:
    return pyspiel.load_game("tussle", {"rules": rules, "fighters": " | ".join(fighters), "goal": goal})


def test_a_position_passes_the_api_test_of_openspiel() -> None:
    pyspiel.random_sim_test(game("hug", (AL, BO), "hold for 2"), num_sims=3, serialize=True, verbose=False)


def test_expectiminimax_of_openspiel_finds_the_same_values() -> None:
    value, _ = minimax.expectiminimax(
        game("hug", (AL, BO), "hold for 1").new_initial_state(), DEEPEST, lambda _: -1.0, 0
    )
    bout = match("hug", AL, BO)
    exact = best(bout, bout.opening((0, 1)), "hold for 1", exact=True)
    assert openspiel.chance_of(value) == pytest.approx(float(exact.reached), abs=1e-12)


def test_a_position_passes_the_tests_of_pettingzoo() -> None:
    small = {"fighters": (AL, BO), "goal": "down within 3"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on rendering and on spaces, none of it about the rules
        api_test(pettingzoo.env(**small), num_cycles=200)
        parallel_api_test(pettingzoo.parallel_env(**small), num_cycles=200)
        seed_test(lambda: pettingzoo.env(**small), num_cycles=30)


def test_an_environment_is_cut_off_after_its_cycles() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        max_cycles_test(pettingzoo)


def test_the_one_who_wins_is_rewarded() -> None:
    sure = pettingzoo.parallel_env(fighters=("Al: melee 60 hits 9", "Bo: hits 1"), goal="down within 9")
    _, _ = sure.reset(seed=1)
    rewards: dict[str, int] = {}
    while sure.agents:
        _, rewards, _, _, _ = sure.step(dict.fromkeys(sure.agents, 2))
    assert rewards == {"mine": 1, "theirs": -1}
