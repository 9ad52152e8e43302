"""A rule set says, offers, refuses and asks what it did; a change that is meant: `python -m tests.golden.renew hug`."""

from __future__ import annotations

import json

import pytest

from tests.golden.played import FOLDER, PLAYOUTS, digest, fields, fighter_digest, sayings
from tussle.bout.loading import available, load

CHUNK = 20
PARTS = 8


@pytest.mark.parametrize("first", range(0, PLAYOUTS, CHUNK))
@pytest.mark.parametrize("name", available())
def test_a_seeded_playout_goes_as_it_went_and_says_nothing_new(name: str, first: int) -> None:
    seeds = range(first, first + CHUNK)
    known = set((FOLDER / f"{name}.txt").read_text().splitlines())
    assert {said for seed in seeds for said in sayings(name, seed)} - known == set()
    kept = json.loads((FOLDER / f"{name}.json").read_text())["digests"]
    assert [digest(name, seed) for seed in seeds] == kept[first : first + CHUNK]


@pytest.mark.parametrize("name", available())
def test_all_that_is_said_is_said_still(name: str) -> None:
    said = set().union(*(sayings(name, seed) for seed in range(PLAYOUTS)))
    assert sorted(said) == (FOLDER / f"{name}.txt").read_text().splitlines()


@pytest.mark.parametrize("name", available())
def test_fields_defaults_and_words_are_those_that_were(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text())["tables"]
    assert fields(name) == kept


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", available())
def test_a_house_fighter_is_what_it_was(name: str, part: int) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text())["house"]
    assert list(load(name).house) == list(kept)
    some = list(kept)[part::PARTS]
    assert {who: fighter_digest(name, who) for who in some} == {who: kept[who] for who in some}
