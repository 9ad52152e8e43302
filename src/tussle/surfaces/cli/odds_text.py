"""Odds in words, by stance: what is asked in one stance stands there once, whatever the numbers of harm.

Every procedure that follows another is a paragraph, named by its word on the agenda; a branch says which comes next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from tussle.analysis.odds import Pricer, excess, whole
from tussle.ask.dice import Die
from tussle.ask.law import Law, answer_text
from tussle.ask.readings import Count, Pools
from tussle.ask.requests import Harm, Harmed, Part, Roll
from tussle.ask.tree import Chance, Decision, End, Gauged, Harming, Tree
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import settle
from tussle.play.transcript import said
from tussle.surfaces.odds import fighter_name
from tussle.surfaces.words import listed, percent

__all__ = ["Paragraph", "Row", "changes_text", "falls", "paragraphs"]

MOST_PARAGRAPHS = 12
MOST_ALIKE = 4
"""Of more stances with one name the first alone is told: those of a move differ in the place and little else."""
MOST_STATES = 2_000

QUIET = 1_000
"""How many procedures that ask nothing may follow one another before the text stops looking."""


class Row(Struct, frozen=True):
    """One line of a paragraph.

    Attributes:
        depth: how far it is set in.
        label: the answer with its chance, or the option, padded; "" on the first line.
        text: what is asked next, or what follows.
        cites: the clauses behind it.
    """

    depth: int
    label: str
    text: str
    cites: tuple[str, ...]


class Paragraph(Struct, frozen=True):
    """What one procedure asks.

    Attributes:
        name: the word that others refer to it by; "" for the action itself.
    """

    name: str
    rows: tuple[Row, ...]


class Told(Struct, frozen=True):
    """A subtree in words: what the line that leads to it says, the clauses of that, the lines beneath."""

    text: str
    cites: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


Numbers: TypeAlias = "frozenset[Tallies]"
"""All the tallies that something can be met with here."""


def paragraphs(pricer: Pricer, position: Position, actions: tuple[Action, ...]) -> tuple[list[Paragraph], int]:
    """The tree of an action, or of what is due, by stance.

    Returns:
        The paragraphs, at most 12, and how many more there would be.
    """
    teller = _Teller(pricer, position, actions)
    told: dict[str, Paragraph] = {}
    for stance, name in teller.names.items():
        if name not in told and len(told) < MOST_PARAGRAPHS:
            told[name] = teller.paragraph(stance)
    return list(told.values()), len(teller.names) - len(told)


class _Teller:
    """One action, told.

    Attributes:
        met: the stances in which something is asked, in the order met, each with the tallies it is met with.
        names: what each is called.
    """

    def __init__(self, pricer: Pricer, position: Position, actions: tuple[Action, ...]) -> None:
        self.pricer, self.bout = pricer, pricer.bout
        self.first, self.actions = position.stance, actions
        self.met: dict[Stance, set[Tallies]] = {}
        self._explore(position)
        self.names = self._name()

    def tree(self, stance: Stance) -> Tree:
        """What is asked in a stance: by the action in the first, by what is due in the others."""
        return self.pricer.tree(stance, self.actions if stance is self.first else ())

    def _explore(self, position: Position) -> None:
        """Meet every stance with every tally it can have, as far as that is not too much."""
        waiting = [(position.stance, position.tallies)]
        seen = set(waiting)
        for stance, tallies in waiting:
            tree = self.tree(stance)
            if not isinstance(tree, End):
                self.met.setdefault(stance, set()).add(tallies)
            for end, after in _ends(self.bout, tree, tallies):
                state = (settle(self.bout, end), after)
                if state[0].agenda and state not in seen and len(seen) < MOST_STATES:
                    seen.add(state)
                    waiting.append(state)

    def _name(self) -> dict[Stance, str]:
        """The word on the agenda, with a number where a few stances have the same."""
        words = {stance: str(stance.agenda[0][0]) if stance.agenda else "" for stance in self.met}
        alike = Counter(words.values())
        seen: Counter[str] = Counter()
        names = {}
        for stance, word in words.items():
            seen[word] += 1
            names[stance] = f"{word} {seen[word]}" if 1 < alike[word] <= MOST_ALIKE else word
        return names

    # Telling

    def paragraph(self, stance: Stance) -> Paragraph:
        """What is asked in one stance."""
        told = self._tell(self.tree(stance), stance, frozenset(self.met[stance]), 1)
        return Paragraph(self.names[stance], (Row(0, "", told.text, told.cites), *told.rows))

    def _tell(self, tree: Tree, stance: Stance, numbers: Numbers, depth: int) -> Told:
        """A subtree that is met in `stance` with these numbers."""
        if isinstance(tree, End):
            return Told(self._after(stance, tree))
        if isinstance(tree, Harming):
            return self._harm(tree, stance, numbers, depth)
        if isinstance(tree, Chance):
            law = Law(tuple((answer, weight) for answer, weight, _ in tree.branches), tree.total)
            ways = [
                (
                    said(self.bout, answer, tree.request),
                    law.chance(answer),
                    self._tell(branch, stance, numbers, depth + 1),
                )
                for answer, _, branch in tree.branches
            ]
            return Told(_roll_text(self.bout, tree.request), tree.request.clauses, _rows(ways, depth))
        if isinstance(tree, Decision):
            return self._decision(tree, stance, numbers, depth)
        return self._gauge(tree, stance, numbers, depth)

    def _decision(self, tree: Decision, stance: Stance, numbers: Numbers, depth: int) -> Told:
        """A decision is named by its clause; options with the same to follow share a line."""
        alike: dict[Told, list[str]] = {}
        for option, branch in tree.branches:
            alike.setdefault(self._tell(branch, stance, numbers, depth + 1), []).append(option)
        clauses = " ".join(tree.request.clauses)
        who = fighter_name(self.bout, tree.request.fighter)
        if len(alike) == 1:
            (told,) = alike
            text = f"{who} chooses {listed(alike[told], 'or')} [{clauses}]"
            return Told("; ".join(filter(None, (text, told.text))), told.cites, told.rows)
        ways = [(_shortened(options), None, told) for told, options in alike.items()]
        return Told(f"{who} chooses [{clauses}]", (), _rows(ways, depth))

    def _harm(self, tree: Harming, stance: Stance, numbers: Numbers, depth: int) -> Told:
        """A harm is one line: its law, how likely it changes how the fighter stands, and what comes next."""
        request = tree.request
        met: dict[Harmed, set[Tallies]] = {harmed: set() for harmed in tree.answers}
        now = stance.standing[request.fighter]
        chances: dict[str, list[Fraction]] = {h.standing: [] for h in tree.answers if h.standing != now}
        for tallies in sorted(numbers):
            for amount, _ in tree.law.weights:
                left, harmed = self.bout.rules.absorb(self.bout, tallies, request, whole(amount))
                met[harmed].add(left)
            found = falls(self.bout, now, tallies, request, tree.law)
            for word, all_ in chances.items():
                all_.append(found.get(word, Fraction(0)))
        text = ", ".join(
            [_harm_text(self.bout, request, tree.law), *(f"{word} {_range(all_)}" for word, all_ in chances.items())]
        )
        told = [
            (harmed, self._tell(tree.branch(harmed), stance, frozenset(after), depth + 1))
            for harmed, after in met.items()
            if after
        ]
        if any(rest.rows for _, rest in told):
            return Told(text, request.clauses, _rows([(_state(harmed), None, rest) for harmed, rest in told], depth))
        if len({rest.text for _, rest in told}) == 1:
            follows = [told[0][1].text]
        else:
            follows = [f"if {_state(harmed)}: {rest.text}" for harmed, rest in told if rest.text]
        cites = dict.fromkeys((*request.clauses, *(clause for _, rest in told for clause in rest.cites)))
        return Told("; ".join([text, *filter(None, follows)]), tuple(cites))

    def _gauge(self, tree: Gauged, stance: Stance, numbers: Numbers, depth: int) -> Told:
        """A tally read against a mark, with what follows each difference that it can have here."""
        request = tree.request
        met: dict[int, set[Tallies]] = {}
        for tallies in sorted(numbers):
            met.setdefault(excess(self.bout, request, tallies), set()).add(tallies)
        ways = [
            (answer_text(past), None, self._tell(tree.branch(past), stance, frozenset(all_), depth + 1))
            for past, all_ in sorted(met.items())
        ]
        text = f"{fighter_name(self.bout, request.fighter)}'s {request.tally} past {request.mark}"
        return Told(text, request.clauses, _rows(ways, depth))

    def _after(self, stance: Stance, end: End) -> str:
        """What follows the end of a procedure: whether the action has done its work, what is changed, what comes."""
        after, done = settle(self.bout, end.end), end.done
        for _ in range(QUIET):  # what asks nothing is passed over
            quiet = self.pricer.tree(after, ()) if after.agenda else None
            if not isinstance(quiet, End):
                break
            after, done = settle(self.bout, quiet.end), done or quiet.done
        changes = changes_text(self.bout, stance, after)
        next_ = f"then {self.names.get(after, str(after.agenda[0][0]))}" if after.agenda else ""
        return "; ".join(filter(None, (", ".join(filter(None, ("done" if done else "", changes))), next_)))


def falls(bout: Bout, now: str, tallies: Tallies, harm: Harm, law: Law) -> dict[str, Fraction]:
    """How likely a harm leads from these tallies to each way of standing other than `now`."""
    found: dict[str, Fraction] = {}
    for amount, weight in law.weights:
        _, harmed = bout.rules.absorb(bout, tallies, harm, whole(amount))
        if harmed.standing != now:
            found[harmed.standing] = found.get(harmed.standing, Fraction(0)) + Fraction(weight, law.total)
    return found


def _ends(bout: Bout, tree: Tree, tallies: Tallies) -> Iterator[tuple[Stance, Tallies]]:
    """Every end of one procedure, with the tallies it is reached with."""
    if isinstance(tree, End):
        yield tree.end, tallies
    elif isinstance(tree, Harming):
        after = dict.fromkeys(bout.rules.absorb(bout, tallies, tree.request, whole(a)) for a, _ in tree.law.weights)
        for taken, harmed in after:
            yield from _ends(bout, tree.branch(harmed), taken)
    elif isinstance(tree, Gauged):
        yield from _ends(bout, tree.branch(excess(bout, tree.request, tallies)), tallies)
    else:
        for way in tree.branches:
            yield from _ends(bout, way[-1], tallies)


# Words


def _rows(ways: Sequence[tuple[str, Fraction | None, Told]], depth: int) -> tuple[Row, ...]:
    """The lines of several answers or options, aligned."""
    lines = [
        ((label, "", "") if chance is None else (label, f"  {chance}", f"  {percent(chance)}"))
        for label, chance, _ in ways
    ]
    wide, room, more = (max(map(len, column)) for column in zip(*lines, strict=True))
    found: list[Row] = []
    for (label, share, rounded), (_, _, told) in zip(lines, ways, strict=True):
        found.append(Row(depth, f"{label:<{wide}}{share:>{room}}{rounded:>{more}}", told.text, told.cites))
        found += told.rows
    return tuple(found)


def _shortened(options: list[str]) -> str:
    """Options that share a line, as far as there is room."""
    line = " ".join(options)
    return line if len(line) <= 32 else f"{options[0]} \N{HORIZONTAL ELLIPSIS} {options[-1]} ({len(options)})"


def _range(chances: list[Fraction]) -> str:
    """`20 % (1/5)`, or from the least to the most where it depends on earlier harm."""
    least, most = min(chances), max(chances)
    if least == most:
        return f"{percent(least)} ({least})" if 0 < least < 1 else percent(least)
    return f"{percent(least)} to {percent(most)} ({least} to {most})"


def _state(harmed: Harmed) -> str:
    return harmed.standing if harmed.through else "unhurt"


def _roll_text(bout: Bout, roll: Roll) -> str:
    """`Otto d20 + 4 melee, Arangu d20 + 6 athletics`, or `Otto 5d6 (5 unarmed)`: dice and parts of each who has any."""
    pooled = isinstance(roll.reading, Count | Pools)
    owners = dict.fromkeys([*(die.owner for die in roll.dice), *(part.owner for part in roll.parts)])
    return ", ".join(
        f"{fighter_name(bout, owner)} "
        + _sum_text(
            [die for die in roll.dice if die.owner == owner],
            [part for part in roll.parts if part.owner == owner],
            pooled=pooled,
        )
        for owner in owners
    )


def _sum_text(dice: list[Die], parts: list[Part], *, pooled: bool) -> str:
    """`d20 + 4 melee − 2 prone`, or `5d6 (3 unarmed + 2 luck)` where the parts say how many dice there are."""
    if pooled and dice:
        return f"{_sum_text(dice, [], pooled=False)} ({_sum_text([], parts, pooled=False)})"
    counts = {die.sides: 0 for die in dice}
    for die in dice:
        counts[die.sides] += 1
    words = " + ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in counts.items())
    for part in parts:
        sign = ("+" if part.value >= 0 else "\N{MINUS SIGN}") if words else ""
        words += f" {sign} {abs(part.value) if words else part.value} {part.name}"
    return words.strip()


def _harm_text(bout: Bout, harm: Harm, law: Law) -> str:
    """`Otto takes 2 to 8 from squeeze, 5 on average`."""
    amounts = [whole(amount) for amount, _ in law.weights]
    mean = sum(Fraction(whole(amount) * weight, law.total) for amount, weight in law.weights)
    spread = f"{min(amounts)} to {max(amounts)}" if len(amounts) > 1 else f"{amounts[0]}"
    average = f", {float(mean):.3g} on average" if len(amounts) > 1 else ""
    return f"{fighter_name(bout, harm.fighter)} takes {spread} from {harm.kind.replace('_', ' ')}{average}"


def changes_text(bout: Bout, before: Stance, after: Stance) -> str:
    """What two stances differ in as to holds, marks and what is in hand: `no Otto ══ Arangu, Arangu prone`."""
    words = []
    for hold in before.holds + after.holds:
        if (hold in before.holds) != (hold in after.holds):
            tie = f"{bout.names[hold[0]]} {bout.rules.strands.get(hold[2], hold[2])} {bout.names[hold[1]]}"
            words.append(f"no {tie}" if hold in before.holds else tie)
    for who, name in enumerate(bout.names):
        old, new = set(before.marks[who]), set(after.marks[who])
        words += [f"{name} {word}" for word in sorted(new - old)]
        words += [f"{name} no longer {word}" for word in sorted(old - new)]
        if before.hands[who] != after.hands[who]:
            words.append(f"{name} with {after.hands[who] or 'nothing'} in hand")
    return ", ".join(word.replace("_", " ") for word in words)
