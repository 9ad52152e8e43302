"""docs/endure.md says what is so: house fighters, menus' reach, the worked example."""

from __future__ import annotations

from tests.rules.endure import example
from tests.rules.endure.test_stances import stances
from tussle.bout.loading import load

PAGE = example.PAGE.read_text(encoding="utf-8")
NUMBERS = ("unarmed", "dodge", "block", "endure", "size", "strength", "health")


def test_the_page_has_every_house_fighter_with_its_numbers() -> None:
    rows = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(NUMBERS) + 3 and cells[2].isdigit():
            rows[cells[0]] = cells
    house = load("endure").house
    assert list(rows) == list(house)
    for name, fighter in house.items():
        assert [int(cell) for cell in rows[name][2:-1]] == [getattr(fighter, word) for word in NUMBERS]
        held = f"{fighter.hand} {fighter.armed}, {fighter.damage}" if fighter.hand else ""
        assert rows[name][-1] == held
        assert len(rows[name][1]) > 3


def test_the_page_prints_the_example_as_it_is_told() -> None:
    assert "```\n" + "\n".join(example.told()) + "\n```" in PAGE


def test_in_the_example_the_exhausted_side_wins_the_final_push() -> None:
    session, _ = example.example()
    told = [line.text for line in session.transcript]
    assert told.index("Novice is exhausted.") < told.index("Novice pushes Guard out of the square.")
    assert session.position.stance.holds == ()


def test_the_page_counts_the_stances_of_a_duel() -> None:
    shared, each = (len(stances(f"endure(clock={clock})", "Wrestler", "Brute")) for clock in ("shared", "each"))
    assert f"{shared} stances for a Wrestler against a Brute, {each} under `clock=each`" in " ".join(PAGE.split())
