"""A scripted table: a rule set played with the faces and the words that a test writes down.

    table = Table("hug", A="athletics 3", B="athletics 1")
    played = table.play("grapple:B:athletics", "no", "athletics", 12, 9)

Faces and words stand in the order in which they are asked for. One that is left over, missing or impossible
fails the test. What the rules cited meanwhile is recorded: the marks `clause` and `ruling` hold a test to it
(tests/conftest.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from msgspec import Struct

from tussle.analysis.odds import Branch, Node, Odds, Outcome, Pricer
from tussle.ask.advance import Ended, Question, proceed
from tussle.ask.dice import Die
from tussle.ask.law import Answer
from tussle.ask.requests import Again, Choose, Gauge, Harm, Procedure, Roll, Tell
from tussle.bout.action import Action
from tussle.bout.bout import make_bout
from tussle.bout.fighter import read_fighter, read_quick
from tussle.bout.loading import load
from tussle.bout.notation import find_actions, parse_map, parse_position, position_text, token
from tussle.bout.space import NoMap
from tussle.bout.stance import Position, Stance
from tussle.bout.walk import begin, complete, due, legal_actions, settle
from tussle.errors import Illegal

clause = pytest.mark.clause
"""`@clause("hug.start.reach", applies=True)`: what the test runs cites the clause; with False it does not."""

ruling = pytest.mark.ruling
"""`@ruling("hug", "tie")`: the test runs every value of the ruling, and no two give the same."""


def law(**faces: int) -> dict[Answer, Fraction]:
    """The law of one d20: each answer with how many faces give it."""
    return {word: Fraction(count, 20) for word, count in faces.items()}


class OffScript(AssertionError):
    """The rules asked for something other than what the test wrote down."""


class Record(Struct):
    """What one test ran at its tables.

    Attributes:
        cites: every clause met in a request, a told fact or a refusal. What an action says that it rests on is
            no effect, and does not count.
        results: the rulings in force, and what came out, of each thing that was run.
    """

    cites: dict[str, None] = {}
    results: list[tuple[Mapping[str, str], Any]] = []

    def cite(self, *clauses: str) -> None:
        """Note clauses met."""
        self.cites.update(dict.fromkeys(clauses))


heard = Record()
"""What the test now running has run."""


def listen() -> Record:
    """Begin a new record."""
    heard.cites, heard.results = {}, []
    return heard


def hold_to_clause(record: Record, clause: str, *, applies: bool) -> None:
    """What was run cites the clause, or does not."""
    if clause not in load(clause.partition(".")[0]).clause:
        raise AssertionError(f"there is no clause {clause}")
    if not record.results:
        raise AssertionError("nothing was run at a scripted table, so nothing can be said of a clause")
    if applies != (clause in record.cites):
        met = ", ".join(record.cites) or "nothing"
        raise AssertionError(f"{clause} is {'not ' if applies else ''}cited; cited is {met}")


def hold_to_ruling(record: Record, rules: str, name: str) -> None:
    """Every value of the ruling was run, and no two gave the same."""
    ruling, _ = load(rules).rulings[name]
    sides: dict[str, list[Any]] = {}
    for values, result in record.results:
        sides.setdefault(values[name], []).append(result)
    missing = [value for value in ruling.values if value not in sides]
    if missing or (ruling.free and not set(sides) - set(ruling.values)):
        raise AssertionError(f"the ruling {name} was not run as {', '.join(missing) or ruling.hint}")
    for value, other in combinations(sides, 2):
        if sides[value] == sides[other]:
            raise AssertionError(f"{name}={value} and {name}={other} give the same: {sides[value]}")


class Played(Struct, frozen=True):
    """What an action came to.

    Attributes:
        end: the position after it, and `line` the same as text.
        facts: what was told, with names.
        harms: who took how much, in order; armour is taken off already.
        choices: every decision that was asked, in order; `rolls` every throw; `wounds` every harm.
        cites: every clause met.
    """

    end: Position
    line: str
    facts: tuple[str, ...]
    harms: tuple[tuple[str, int], ...]
    choices: tuple[Choose, ...]
    rolls: tuple[Roll, ...]
    wounds: tuple[Harm, ...]
    cites: tuple[str, ...]

    def items(self, key: str) -> tuple[str, ...]:
        """What the position line has under a key: `items("holds")`."""
        words = dict(word.split("=", 1) for word in self.line.split())
        return tuple(words[key].split(",")) if key in words else ()


class Table:
    """A bout, a position, and dice that fall as they are told.

    Args:
        rules: a load string.
        position: keys of a position line, laid over the opening with the first fighter to move. A key with
            nothing behind its sign (`hands=`) is left out.
        squares: a map, as in `5x5 A@1.1 B@2.1 #0.0`.
        sides: the number of each fighter's side; without it each is its own.
        opened: whether the order of turns is that of the fighters; else initiative is still to be rolled.
        fighters: by name, the quick form without the name (`athletics 3 hits 9`), the JSON form as a mapping,
            or a fighter of the rule set.
    """

    def __init__(
        self,
        rules: str,
        position: str = "",
        *,
        squares: str = "",
        sides: tuple[int, ...] | None = None,
        opened: bool = True,
        **fighters: Any,
    ) -> None:
        self.rules = load(rules)
        entrants = [self._entrant(name, form) for name, form in fighters.items()]
        space = parse_map(squares, list(fighters)) if squares else NoMap()
        self.bout = make_bout(self.rules, entrants, sides, space)
        opening = self.bout.opening(tuple(self.bout.everyone) if opened else None)
        words = dict(word.split("=", 1) for word in [*position_text(self.bout, opening).split(), *position.split()])
        self.position = parse_position(self.bout, " ".join(f"{key}={items}" for key, items in words.items() if items))

    def _entrant(self, name: str, form: Any) -> tuple[str, Any]:
        if isinstance(form, str):
            return read_quick(self.rules, f"{name}: {form}")
        return read_fighter(self.rules, {"name": name, **form}) if isinstance(form, dict) else (name, form)

    # What can be asked of the table

    @property
    def line(self) -> str:
        """The position now, as text."""
        return position_text(self.bout, self.position)

    @property
    def legal(self) -> tuple[str, ...]:
        """Every action that can be taken now, as tokens."""
        return tuple(token(self.bout, action) for action in legal_actions(self.bout, self.position.stance))

    def find(self, text: str) -> tuple[Action, ...]:
        """The legal actions a token means; of who is not on turn with its name in front: `B> attack:A:fists`."""
        return find_actions(self.bout, self.position.stance, text)

    def play(self, text: str, *answers: int | str) -> Played:
        """Carry out an action with all that is due after it. The table stands at its end then."""
        actions, stance = self.find(text), self.position.stance
        if len(actions) > 1:
            return self._run(complete(self.bout, stance, actions), answers)
        return self._run(begin(self.bout, stance, actions[0]), answers)

    def due(self, *answers: int | str) -> Played:
        """Carry out what is due now: initiative, say."""
        return self._run(due(self.bout, self.position.stance), answers)

    def odds(self, text: str = "") -> Odds:
        """The odds of an action, or ("") of what is due; the table stays where it is."""
        odds = Pricer(self.bout).price(self.position, self.find(text) if text else ())
        heard.cite(*odds.cites)
        heard.results.append((self.rules.values, (odds.least, odds.most)))
        return odds

    def law(self, text: str, *path: Answer) -> dict[Answer, Fraction]:
        """The exact law of the throw or harm that an action comes to after these answers."""
        node = self._after(text, path)
        if not isinstance(node, Branch) or not node.total:
            raise OffScript(f"{text} comes to no throw after {path}, but to {node!r:.300}")
        law = {answer: Fraction(weight, node.total) for answer, weight, _ in node.ways}
        heard.results.append((self.rules.values, law))
        return law

    def ends(self, text: str, *path: Answer) -> dict[str, Fraction]:
        """Every position line that an action ends in after these answers, with its exact chance."""
        ends: dict[str, Fraction] = {}
        waiting = [(self._after(text, path), Fraction(1))]
        while waiting:
            node, chance = waiting.pop()
            if isinstance(node, Outcome):
                line = position_text(self.bout, node.position)
                ends[line] = ends.get(line, Fraction(0)) + chance
            elif node.total:
                waiting += [(after, chance * Fraction(weight, node.total)) for _, weight, after in node.ways]
            else:
                raise OffScript(f"{text} is not decided after {path}: {', '.join(str(way) for way, _, _ in node.ways)}")
        heard.results.append((self.rules.values, ends))
        return ends

    def _after(self, text: str, path: tuple[Answer, ...]) -> Node:
        node = self.odds(text).tree
        for answer in path:
            ways = {way: after for way, _, after in node.ways} if isinstance(node, Branch) else {}
            if answer not in ways:
                raise OffScript(f"nothing answers {answer!r} here: {', '.join(map(str, ways)) or 'it is over'}")
            node = ways[answer]
        return node

    def refused(self, text: str) -> Illegal:
        """The refusal of an action that is not legal now."""
        try:
            actions = self.find(text)
        except Illegal as refusal:
            heard.cite(refusal.clause)
            heard.results.append((self.rules.values, str(refusal)))
            return refusal
        raise OffScript(f"{text} is legal: {', '.join(token(self.bout, action) for action in actions)}")

    # How it is run

    def _run(self, procedure: Procedure, answers: tuple[int | str, ...]) -> Played:
        run = _Run(self, answers)
        stance = run.through(procedure)
        while stance.agenda:
            stance = run.through(due(self.bout, stance))
        run.finish()
        self.position = Position(stance, run.tallies)
        names = self.bout.names
        played = Played(
            self.position,
            self.line,
            tuple(tell.fact.format(*(names[who] for who in tell.who)) for tell in run.tells),
            tuple((names[who], amount) for who, amount in run.harms),
            tuple(request for request in run.asked if isinstance(request, Choose)),
            tuple(request for request in run.asked if isinstance(request, Roll)),
            tuple(request for request in run.asked if isinstance(request, Harm)),
            tuple(dict.fromkeys(run.cites)),
        )
        heard.cite(*played.cites)
        heard.results.append((self.rules.values, (played.line, played.facts, played.harms)))
        return played


class _Run:
    """One action on its way through the script."""

    def __init__(self, table: Table, script: tuple[int | str, ...]) -> None:
        self.table = table
        self.script = list(script)
        self.tallies = table.position.tallies
        self.tells: list[Tell] = []
        self.asked: list[Question] = []
        self.harms: list[tuple[int, int]] = []
        self.cites: list[str] = []

    def through(self, procedure: Procedure) -> Stance:
        """One procedure from its start to the stance after it, settled."""
        step = proceed(procedure)
        while True:
            for tell in step.tells:
                self.tells.append(tell)
                self.cites += tell.clauses
            if isinstance(step, Ended):
                return settle(self.table.bout, step.end)
            self.asked.append(step.request)
            self.cites += step.request.clauses
            step = proceed(procedure, self._answer(step.request))

    def _answer(self, request: Question) -> Any:
        if isinstance(request, Choose):
            return self._word(request.options)
        if isinstance(request, Roll):
            return self._read(request)
        if isinstance(request, Gauge):
            return request.excess(self.table.rules.tallies, self.tallies[request.fighter])
        amount = self._read(request)
        self.harms.append((request.fighter, amount))
        self.tallies, harmed = self.table.rules.absorb(self.table.bout, self.tallies, request, amount)
        return harmed

    def _read(self, request: Roll | Harm) -> Any:
        """Put the reading to the next faces, and again where it says so."""
        dice, reading = request.dice, request.reading
        while True:
            answer = reading.read(tuple(self._face(die) for die in dice))
            if not isinstance(answer, Again):
                return answer
            dice, reading = tuple(dice[place] for place in answer.which), answer.reading

    def _face(self, die: Die) -> int:
        what = f"the {die.label or 'unnamed'} d{die.sides}"
        face = self._next(f"a face of {what}")
        if not isinstance(face, int) or not 1 <= face <= die.sides:
            raise OffScript(f"{face!r} is no face of {what}")
        return face

    def _word(self, options: tuple[str, ...]) -> str:
        word = self._next(f"one of {', '.join(options)}")
        if not isinstance(word, str) or word not in options:
            raise OffScript(f"{word!r} is not offered: {', '.join(options)}")
        return word

    def _next(self, wanted: str) -> int | str:
        if not self.script:
            raise OffScript(f"the script is at its end, and the rules ask for {wanted}")
        return self.script.pop(0)

    def finish(self) -> None:
        """Nothing may be left of the script."""
        if self.script:
            raise OffScript(f"left over in the script: {', '.join(map(str, self.script))}")


def whole(sentence: str, said: str) -> bool:
    """Whether this is said to the end; of a sentence that breaks off with a space, whether it begins so."""
    return sentence in said and (sentence.endswith(" ") or f"{sentence};" in f"{said};")
