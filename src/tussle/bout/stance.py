"""A stance: everything that is true between two actions, except the numbers of harm.

It is frozen, hashable and canonical, knows no rule set's words, and every change makes a new one.
Fighters are indices into the bout's names; they never leave their place.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tussle.ask.requests import Part

__all__ = ["GM", "NOBODY", "SCOPES", "Bonus", "Cell", "Hold", "Item", "Position", "Stance", "Tallies"]

NOBODY = -1
GM = "GM"
"""What is cited where a game master, not a clause, is the reason."""

SCOPES = ("start", "maintain", "resist", "escape", "attack", "all")
"""Which rolls of its bearer a bonus from outside goes to: starting a grapple, doing something in one, standing
against what another tries, getting free, attack rolls, or every one of these."""

Cell: TypeAlias = tuple[int, int]
"""A place on the map: column and row, from 0."""

Hold: TypeAlias = tuple[int, int, str]
"""Holder, held, and the rule set's word for how. A hold between equals has the lower index first."""

Item: TypeAlias = tuple[str | int, ...]
"""What must happen before anyone acts: the rule set's word, then the fighters and words it concerns."""

Bonus: TypeAlias = tuple[int, str, int, str, int]
"""A bonus from outside the rules: bearer, name, value, scope, and how many of its turns may still begin before it
lapses (0: it lasts)."""

Tallies: TypeAlias = tuple[tuple[int, ...], ...]
"""For each fighter, the numbers that harm moves, in the order of the rule set's `tallies`."""


class Stance(Struct, frozen=True, gc=False, cache_hash=True):
    """Who is where, holds whom, and has what left.

    Attributes:
        order: the fighters in the order of their turns; empty before initiative.
        turn: whose turn it is; `NOBODY` before the first.
        standing: how each fighter stands, in the rule set's words; the first word of the set is fit to fight.
        holds: who holds whom, sorted.
        marks: for each fighter, the words that are true of it, sorted ("prone").
        hands: for each fighter, what is in hand, or "".
        budgets: for each fighter, what is left to spend, as sorted pairs above 0.
        cells: for each fighter, where it is; empty without a map.
        counters: what the rule set counts besides, as sorted pairs above 0.
        agenda: what must happen before anyone acts, first things first.
        bonuses: what a game master has granted, sorted.
    """

    order: tuple[int, ...]
    turn: int
    standing: tuple[str, ...]
    holds: tuple[Hold, ...]
    marks: tuple[tuple[str, ...], ...]
    hands: tuple[str, ...]
    budgets: tuple[tuple[tuple[str, int], ...], ...]
    cells: tuple[Cell, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    agenda: tuple[Item, ...] = ()
    bonuses: tuple[Bonus, ...] = ()

    # What is true

    def marked(self, fighter: int, word: str) -> bool:
        """Whether `word` is true of the fighter."""
        return word in self.marks[fighter]

    def left(self, fighter: int, word: str) -> int:
        """How much of that budget the fighter has."""
        return dict(self.budgets[fighter]).get(word, 0)

    def count(self, word: str) -> int:
        """The value of a counter."""
        return dict(self.counters).get(word, 0)

    def cell(self, fighter: int) -> Cell | None:
        """Where the fighter is; None without a map."""
        return self.cells[fighter] if self.cells else None

    def partners(self, fighter: int) -> tuple[int, ...]:
        """Everybody tied to the fighter by a hold, either way round, lowest index first."""
        if not self.holds:  # asked for at every turn, and most often so
            return ()
        found = {held for holder, held, _ in self.holds if holder == fighter}
        found |= {holder for holder, held, _ in self.holds if held == fighter}
        return tuple(sorted(found))

    def tied(self, one: int, other: int) -> bool:
        """Whether a hold ties the two, either way round."""
        return other in self.partners(one)

    def granted(self, fighter: int, scope: str) -> tuple[Part, ...]:
        """What a game master's bonuses add to a roll of this scope. Every roll of a rule asks for them."""
        if not self.bonuses:  # as it is nearly always
            return ()
        return tuple(
            Part(fighter, name, value, GM)
            for bearer, name, value, where, _ in self.bonuses
            if bearer == fighter and where in (scope, "all")
        )

    # What becomes of it

    def stand(self, fighter: int, word: str) -> Stance:
        """The fighter now stands so."""
        return replace(self, standing=_put(self.standing, fighter, word))

    def mark(self, fighter: int, *words: str) -> Stance:
        """These words become true of the fighter."""
        return replace(self, marks=_put(self.marks, fighter, tuple(sorted({*self.marks[fighter], *words}))))

    def unmark(self, fighter: int, *words: str) -> Stance:
        """These words cease to be true of the fighter."""
        kept = tuple(word for word in self.marks[fighter] if word not in words)
        return replace(self, marks=_put(self.marks, fighter, kept))

    def wield(self, fighter: int, thing: str) -> Stance:
        """The fighter now has `thing` in hand; "" is nothing."""
        return replace(self, hands=_put(self.hands, fighter, thing))

    def budget(self, fighter: int, **amounts: int) -> Stance:
        """The fighter's budgets become these; 0 is left out, so an empty budget has one form."""
        kept = tuple(sorted((word, amount) for word, amount in amounts.items() if amount))
        return replace(self, budgets=_put(self.budgets, fighter, kept))

    def spend(self, fighter: int, word: str, amount: int = 1) -> Stance:
        """So much less of that budget."""
        left = dict(self.budgets[fighter])
        left[word] = left.get(word, 0) - amount
        return self.budget(fighter, **left)

    def tie(self, holder: int, held: int, word: str) -> Stance:
        """The one now holds the other."""
        return replace(self, holds=tuple(sorted({*self.holds, (holder, held, word)})))

    def untie(self, holder: int, held: int, word: str) -> Stance:
        """That one hold ends; others between the two stay."""
        return replace(self, holds=tuple(hold for hold in self.holds if hold != (holder, held, word)))

    def part(self, one: int, other: int) -> Stance:
        """Every hold between the two ends, on both sides."""
        return replace(self, holds=tuple(hold for hold in self.holds if {hold[0], hold[1]} != {one, other}))

    def part_all(self, fighter: int) -> Stance:
        """Every hold of the fighter ends, on both sides."""
        return replace(self, holds=tuple(hold for hold in self.holds if fighter not in hold))

    def place(self, fighter: int, cell: Cell | None) -> Stance:
        """The fighter is now there; without a map nothing changes."""
        if not self.cells or cell is None:
            return self
        return replace(self, cells=_put(self.cells, fighter, cell))

    def counted(self, word: str, value: int) -> Stance:
        """The counter becomes `value`."""
        kept = {**dict(self.counters), word: value}
        return replace(self, counters=tuple(sorted((name, number) for name, number in kept.items() if number)))

    def due(self, *items: Item) -> Stance:
        """These come first on the agenda, in this order."""
        return replace(self, agenda=(*items, *self.agenda))

    def handled(self) -> Stance:
        """The first thing on the agenda is taken off it."""
        return replace(self, agenda=self.agenda[1:])

    def dropped(self, item: Item) -> Stance:
        """That thing is taken off the agenda, where it stands first."""
        place = self.agenda.index(item)
        return replace(self, agenda=(*self.agenda[:place], *self.agenda[place + 1 :]))

    def begin(self, fighter: int) -> Stance:
        """It is now that fighter's turn; what was granted to it for a time runs down."""
        if not self.bonuses:
            return replace(self, turn=fighter)
        kept = (
            (bearer, name, value, scope, left - (bearer == fighter and left > 0))
            for bearer, name, value, scope, left in self.bonuses
            if not (bearer == fighter and left == 1)
        )
        return replace(self, turn=fighter, bonuses=tuple(kept))

    def grant(self, bonus: Bonus) -> Stance:
        """A bonus from outside the rules; it replaces one of the same bearer, name and scope."""
        kept = [old for old in self.bonuses if (old[0], old[1], old[3]) != (bonus[0], bonus[1], bonus[3])]
        return replace(self, bonuses=tuple(sorted([*kept, bonus])))

    def ordered(self, order: tuple[int, ...]) -> Stance:
        """Turns now go in this order."""
        return replace(self, order=order)

    def after(self, fighter: int) -> tuple[int, ...]:
        """Everybody in the order of turns, from the one after `fighter` round to that one."""
        place = self.order.index(fighter) + 1 if fighter in self.order else 0
        return self.order[place:] + self.order[:place]


def _put(values: tuple, place: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:place], value, *values[place + 1 :])


class Position(Struct, frozen=True, gc=False):
    """A stance and the numbers of harm: all that a question about what comes next needs, the bout apart."""

    stance: Stance
    tallies: Tallies
