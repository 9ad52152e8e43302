"""The rule set: one value that holds what a rule text needs to be played, priced, solved and simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tussle.ask.requests import Harm, Harmed, Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.clause import Clause, Ruling
from tussle.bout.stance import Stance, Tallies

if TYPE_CHECKING:
    from tussle.bout.bout import Bout

__all__ = ["RuleSet"]


class RuleSet(Struct, frozen=True, eq=False):
    """A rule text as Tussle runs it. Rule sets are equals: each makes one of these, none inherits.

    Attributes:
        name: the word it is loaded by.
        title: what people call it, in one line.
        version: raised whenever a golden transcript or count changes.
        clauses: its clauses, in the order of the text.
        values: the value of every ruling, defaults included.
        fighter: the msgspec struct a fighter of this rule set is; its fields carry their ranges.
        quick: the words of the quick form (`athletics +5`), each with the field it fills.
        weigh_in: checks a fighter beyond the ranges of its fields; raises `Unreadable`.
        house: the house fighters, by name.
        tallies: the words for the numbers that harm moves.
        limit: how much of a tally a fighter can take before it is out; what is beyond does not matter.
        standings: how a fighter may stand; the first is fit to fight, and the last is "gone", off the map.
        budgets: the words for what a turn spends.
        opening: the stance a bout begins in, with this order of turns, or with initiative still to be rolled.
        verbs: everything the fighter whose turn it is might do, each as an `Action` or a `Refusal`.
        verb_names: every verb of the rule set, legal now or not, with a line that explains it.
        procedures: for each verb, the rule that carries it out.
        due: for each word of the agenda, the rule that deals with it.
        upkeep: what follows by itself when nothing is due: a spent turn ends. Returns the stance it was given
            when nothing is left to do.
        absorb: an amount of harm onto the tallies: the new tallies and what the rule learns.
        outcomes: what a rule may learn of a harm in this stance, whatever the tallies.
        sound: what is wrong with a position that comes from outside, a sentence each.
        over: whether fighters of at most one side are still fit to fight.
        take_turn: the stance with a fresh turn of that fighter.
        restate: the stance brought in line with tallies that were changed from outside: how everybody stands, and
            what ends with it. A fighter who is "gone" stays so.
        left_words: for each word people say for what is left of a fighter ("hits"), the tally it is the rest of.
        strands: for each word of a hold, what is drawn between holder and held: `══`, `─▶`.
        state_words: what people say of two fighters ("holds"), each with the stance it makes.
        grids: the maps it is written for: `squares`, `hexes`.
        remarks: what there is to say of a fighter of this name beside its fields, a line each.
        paste: reads a stat block that people paste, as the fields of a fighter with its name; None: it is none.
        acting: in which standings a fighter is fit to fight; empty: in the first alone.
        whole: from which number what is left of a tally is counted, where that is not its limit.
    """

    name: str
    title: str
    version: int
    clauses: tuple[Clause, ...]
    values: Mapping[str, str]
    fighter: type[Any]
    quick: Mapping[str, str]
    weigh_in: Callable[[Any], None]
    house: Mapping[str, Any]
    tallies: tuple[str, ...]
    limit: Callable[[Any, str], int]
    standings: tuple[str, ...]
    budgets: tuple[str, ...]
    opening: Callable[[Bout, tuple[int, ...] | None], Stance]
    verbs: Callable[[Bout, Stance], Iterator[Action | Refusal]]
    verb_names: Mapping[str, str]
    procedures: Mapping[str, Callable[[Bout, Stance, Action], Procedure]]
    due: Mapping[str, Callable[..., Procedure]]
    upkeep: Callable[[Bout, Stance], Stance]
    absorb: Callable[[Bout, Tallies, Harm, int], tuple[Tallies, Harmed]]
    outcomes: Callable[[Bout, Stance, Harm], tuple[Harmed, ...]]
    sound: Callable[[Bout, Stance, Tallies], Iterator[str]]
    over: Callable[[Bout, Stance], bool]
    take_turn: Callable[[Bout, Stance, int], Stance]
    restate: Callable[[Bout, Stance, Tallies], Stance]
    left_words: Mapping[str, str]
    strands: Mapping[str, str]
    state_words: Mapping[str, Callable[[Bout, Stance, int, int], Stance]]
    grids: tuple[str, ...] = ("squares",)
    remarks: Callable[[str, Any], tuple[str, ...]] | None = None
    paste: Callable[[str], dict[str, Any] | None] | None = None
    acting: tuple[str, ...] = ()
    whole: Callable[[Any, str], int] | None = None

    @property
    def rulings(self) -> dict[str, tuple[Ruling, Clause]]:
        """Every ruling by name, with the clause it belongs to."""
        return {ruling.name: (ruling, clause) for clause in self.clauses for ruling in clause.rulings}

    @property
    def clause(self) -> dict[str, Clause]:
        """Every clause by id."""
        return {clause.id: clause for clause in self.clauses}

    def full(self, fighter: Any, tally: str) -> int:
        """What a fighter has of a tally before any harm."""
        return (self.whole or self.limit)(fighter, tally)

    @property
    def load_string(self) -> str:
        """The canonical load string: rulings sorted, defaults left out."""
        changed = sorted((name, value) for name, value in self.values.items() if value != self.rulings[name][0].default)
        inside = ",".join(f"{name}={_value_text(value)}" for name, value in changed)
        return f"{self.name}({inside})" if inside else self.name

    @property
    def digest(self) -> str:
        """A hash of version, clauses and rulings in force: two programs with the same one mean the same rules."""
        import hashlib  # noqa: PLC0415 - it brings a library of its own, and few ask

        lines = [
            f"{self.name} {self.version}",
            *(f"{name}={self.values[name]}" for name in sorted(self.values)),
        ]
        lines += [f"{clause.id} {clause.text}" for clause in self.clauses]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def touched(self, cites: tuple[str, ...]) -> tuple[str, ...]:
        """The rulings behind these clauses, each as `tie=actor-fails`."""
        return tuple(
            f"{ruling.name}={self.values[ruling.name]}"
            for clause in self.clauses
            if clause.id in cites
            for ruling in clause.rulings
        )


def _value_text(value: str) -> str:
    plain = all(letter.isascii() and (letter.isalnum() or letter in "+-./") for letter in value)
    return value if value and plain else f'"{value}"'
