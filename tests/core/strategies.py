"""What hypothesis draws for the core: names, stances, positions."""

from typing import TypeVar

from hypothesis import strategies as st

from tests.core.toy import Toy, toy_rules
from tussle.bout.bout import Bout, make_bout, name_fault, token_name
from tussle.bout.space import NoMap, Squares
from tussle.bout.stance import NOBODY, SCOPES, Position, Stance

__all__ = ["NAMES", "bouts", "names", "positions", "words"]

NAMES = ("Ann", "Big Bob", "_", "Ölaf the 3rd", "李 小龙", "x_y", "-", "it's@home")

Each = TypeVar("Each")

words = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)
names = st.text(min_size=1, max_size=40).map(str.strip).filter(lambda name: name_fault(name) is None)

_RULES = toy_rules(tallies=("harm", "fear"), sound=lambda *_: iter(()))


@st.composite
def bouts(draw: st.DrawFn) -> Bout:
    """Two to five fighters of any name, with and without a map."""
    found = draw(st.lists(st.sampled_from(NAMES) | names, min_size=2, max_size=5, unique_by=token_name))
    cells = st.tuples(st.integers(0, 9), st.integers(0, 9))
    places = draw(st.lists(cells, min_size=len(found), max_size=len(found), unique=True))
    space = Squares(10, 10, tuple(places)) if draw(st.booleans()) else NoMap()
    return make_bout(_RULES, [(name, Toy(hits=99)) for name in found], space=space)


@st.composite
def positions(draw: st.DrawFn, bout: Bout) -> Position:
    """Any position in canonical form, sound or not; something is due, so that nothing follows by itself."""
    everyone = st.sampled_from(list(bout.everyone))
    count = len(bout.names)

    def each(values: st.SearchStrategy[Each]) -> tuple[Each, ...]:
        return tuple(draw(st.lists(values, min_size=count, max_size=count)))

    numbers = st.dictionaries(words, st.integers(1, 999), max_size=2).map(lambda found: tuple(sorted(found.items())))
    bonuses = draw(
        st.dictionaries(
            st.tuples(everyone, words, st.sampled_from(SCOPES)),
            st.tuples(st.integers(-9, 9), st.integers(0, 9)),
            max_size=2,
        )
    )
    stance = Stance(
        order=tuple(draw(st.permutations(list(bout.everyone)))),
        turn=draw(everyone | st.just(NOBODY)),
        standing=each(st.sampled_from(["up", "down", "gone"])),
        holds=tuple(sorted(draw(st.sets(st.tuples(everyone, everyone, words), max_size=3)))),
        marks=each(st.sets(words, max_size=2).map(lambda found: tuple(sorted(found)))),
        hands=each(words | st.just("")),
        budgets=each(numbers),
        cells=each(st.tuples(st.integers(0, 9), st.integers(0, 9))) if bout.space.mapped else (),
        counters=draw(numbers),
        agenda=tuple(
            (word, *about)
            for word, about in draw(
                st.lists(st.tuples(words, st.lists(everyone | words, max_size=3)), min_size=1, max_size=3)
            )
        ),
        bonuses=tuple(sorted((who, word, value, scope, left) for (who, word, scope), (value, left) in bonuses.items())),
    )
    return Position(stance, each(st.tuples(st.integers(0, 99), st.integers(0, 99))))
