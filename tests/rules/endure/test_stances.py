"""What can become of a duel: counted, finite, sound, and read back as it was printed."""

from __future__ import annotations

import pytest

from tussle.analysis.odds import Outcome, Pricer, walk_nodes
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_position, position_text
from tussle.bout.stance import Position, Stance
from tussle.bout.walk import legal_actions

OTHER = "endure(dice=d10/8+,very_easy=0,tie=push-only,pin=upkeep,clock=each,cover=costs-1-action,actions=4)"


def bout_of(rules: str, *names: str) -> Bout:
    loaded = load(rules)
    return make_bout(loaded, [(name, loaded.house[name]) for name in names])


def frail(bout: Bout, stance: Stance) -> Position:
    """The stance with everybody who stands one blow from falling, so that both ends of a blow are met."""
    tallies = tuple((fighter.health - (stance.standing[who] == "up"),) for who, fighter in enumerate(bout.fighters))
    return Position(stance, tallies)


def stances(rules: str, *names: str) -> set[Stance]:
    """Every stance that can come of the opening, whoever does what, before somebody acts."""
    bout = bout_of(rules, *names)
    pricer = Pricer(bout)
    opening = bout.opening(tuple(bout.everyone)).stance
    seen, waiting = {opening}, [opening]
    while waiting:
        position = frail(bout, waiting.pop())
        for action in legal_actions(bout, position.stance):
            for node in walk_nodes(pricer.grow(position, (action,), None)):
                if isinstance(node, Outcome) and node.position.stance not in seen:
                    seen.add(node.position.stance)
                    waiting.append(node.position.stance)
    return seen


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("endure", ("Wrestler", "Brute")),
        ("endure", ("Husk", "Scholar")),
        ("endure", ("Novice", "Guard", "Runt")),
        ("endure(cover=costs-1-action,pin=upkeep)", ("Novice", "Husk", "Scholar")),
        (OTHER, ("Wrestler", "Brute")),
        (OTHER, ("Husk", "Scholar")),
    ],
)
def test_what_can_become_of_a_fight_is_finite_sound_and_printed_so_that_it_reads_back(
    rules: str, names: tuple[str, ...]
) -> None:
    bout = bout_of(rules, *names)
    found = stances(rules, *names)
    assert 30 < len(found) < 10_000
    for stance in found:
        position = frail(bout, stance)
        assert list(bout.rules.sound(bout, stance, position.tallies)) == []
        assert parse_position(bout, position_text(bout, position)) == position


def test_a_clock_and_exhaustion_are_of_grapples_alone() -> None:
    found = stances("endure(clock=each)", "Novice", "Guard", "Runt")
    for stance in found:
        spent = [who for who in range(3) if stance.marked(who, "exhausted")]
        assert all(stance.partners(who) for who in spent)
        assert len(spent) < 2
        assert bool(stance.holds) or not stance.counters
    assert max(number for stance in found for _, number in stance.counters) == 4  # the Guard's pool, and no more
