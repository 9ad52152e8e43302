"""Models in the PRISM language: Storm, which nobody here wrote, finds the same fractions in them."""

from __future__ import annotations

from itertools import islice

import pytest

from prove._storm import least_asked, matches, model_text, planted, storm_value
from tussle.analysis.graph import Graph
from tussle.analysis.graph_points import LONGEST, Points
from tussle.analysis.objective import parse_objective
from tussle.bestiary.match import match
from tussle.bout.loading import available
from tussle.bridges.prism import model_kind, prism_model


@pytest.mark.parametrize("rules", [name for name in available() if name in {"hug", "endure", "srd35"}])
def test_storm_finds_the_same_fraction(rules: str) -> None:
    found = list(islice(matches(rules, 1), 5))
    assert [storm_value(model_text(each), least=least_asked(each)) for each in found] == [each.value for each in found]


def test_storm_finds_a_transition_that_is_wrong() -> None:
    found = list(islice(matches("hug", 1), 5))
    wrong = [each for each in found if planted(model_text(each)) != model_text(each)]
    assert wrong
    assert any(storm_value(planted(model_text(each)), least=least_asked(each)) != each.value for each in wrong)


def test_a_model_of_two_sides_is_a_game_with_an_owner_for_every_action() -> None:
    bout = match("hug", "Al: athletics +5 hits 3", "Bo: athletics +4 hits 2")
    game = Points(Graph(bout, parse_objective("hold for 1", bout), bout.opening((0, 1))), 5_000)
    assert model_kind(game) == "smg"
    head, _, body = prism_model(game).partition("module grapple")
    owned = {
        word.strip(",")
        for line in head.splitlines()
        if line.startswith("player")
        for word in line.split()
        if "[" in word
    }
    used = {line.split()[0] for line in body.splitlines() if line.strip().startswith("[")}
    assert used == owned


def test_every_point_sums_to_one_in_numbers_that_storm_reads() -> None:
    bout = match("endure", "Novice", "Guard")
    game = Points(Graph(bout, parse_objective("pin within 1", bout), bout.opening((0, 1))), 20_000)
    for point in game.points:
        for option in point.options:
            assert sum(chance for _, chance in option.ways) == 1
            assert all(chance.denominator < LONGEST for _, chance in option.ways)
