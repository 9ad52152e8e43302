"""The walk of the conformance suite: seeded, from openings of a rule set's house fighters, everything looked at.

Nothing here trusts the rule set: whatever it does is a finding, and the walk goes on.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tussle.ask.advance import Ended, Paused, Step, advance
from tussle.ask.law import Law
from tussle.ask.requests import Choose, Gauge, Harm, Procedure, Request, Roll
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, make_bout
from tussle.bout.notation import find_actions, item_text, parse_position, position_text, token
from tussle.bout.ruleset import RuleSet
from tussle.bout.space import Hexes, NoMap, Squares
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import begin, due, legal_actions, over, settle, why_not
from tussle.errors import Illegal, TussleError, Unreadable

__all__ = ["BOUTS", "CHECKS", "Finding", "Inspection"]

CHECKS = {
    "house": "there are house fighters to walk with",
    "breaks": "a rule raises nothing",
    "endless": "a procedure ends, whatever it is answered, and so does what is due after it",
    "replay": "the same answers lead to the same requests and the same end",
    "order": "nothing depends on the order of a set: every hash seed gives the same walk",
    "input": "nothing that a rule is handed changes: fighters, tables, stance",
    "cite-missing": "every request, action and refusal cites a clause",
    "cite-unknown": "every cite is the id of a clause",
    "cite-explains": "no cite is of a clause that only explains",
    "options": "a decision has options, no two alike",
    "law-sum": "the weights of a law add up to its total",
    "law-weight": "every weight of a law is above 0, and no answer stands twice",
    "outcomes": "what a harm tells is among the outcomes the rule set names",
    "end-unsound": "every end is a sound position",
    "end-line": "the line of every end reads back to the same position",
    "verb-unknown": "every verb offered has a name and a procedure",
    "verb-silent": "every verb is legal, or refused with a clause that forbids it",
    "action-twice": "no action is offered twice",
    "nobody-acts": "until the bout is over the turn is with somebody fit who can do something",
}
"""The name of every check, and what it holds."""

BOUTS = 12  # unless another number is asked for; half of them on a map
STEPS = 16  # actions of a walk
TRIES = 2  # how often a walk tries what it does not choose: each verb with each detail
WAYS = 8  # answers of one request that are followed
RUNS = 200  # runs of one procedure
ANSWERS = 60  # what one run may be answered
REQUESTS = 500  # what one run may ask, with what answers itself and what is only told
CHAIN = 200  # things due, one after the other


class Finding(Struct, frozen=True):
    """Something that a rule set does not keep.

    Attributes:
        check: the name of the check.
        sentence: what is wrong.
        place: where: the fighters, the position line, and what was being done.
    """

    check: str
    sentence: str
    place: str


class _Broken(Exception):
    """A procedure that cannot be followed further.

    Attributes:
        check: the check it fails.
    """

    def __init__(self, check: str, sentence: str) -> None:
        super().__init__(sentence)
        self.check = check


_Path: TypeAlias = tuple[Any, ...]
"""The answers a procedure was sent."""


class Inspection:
    """One walk through a rule set, and what it found."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.findings: dict[tuple[str, str], Finding] = {}
        self.trail = hashlib.sha256()
        self._clauses = rules.clause
        self._place: tuple[Bout, Position, str] | None = None

    # What is found

    def find(self, check: str, sentence: str) -> None:
        """Write down a fault, once for each thing that was being done."""
        place, doing = self.rules.load_string, ""
        if self._place:
            bout, position, doing = self._place
            place = " | ".join((place, ", ".join(bout.names), _line(bout, position), doing))
        kind = doing.partition(":")[0]
        self.note(f"{check} {kind}")
        self.findings.setdefault((check, kind), Finding(check, sentence, place))

    def note(self, line: str) -> None:
        """One more line of the trail."""
        self.trail.update(f"{line}\n".encode())

    # The walk

    def walk_all(self, bouts: int = BOUTS) -> None:
        """Walk through so many bouts."""
        if not self.rules.house:
            self.find("house", "there is no house fighter")
            return
        for number, bout in enumerate(_bouts(self.rules, bouts)):
            self._walk(bout, Random(number))

    def _walk(self, bout: Bout, random: Random) -> None:
        """From the opening on, STEPS actions, each thing looked at on the way."""
        self._place = None
        try:
            opening = bout.opening()
        except Exception as error:  # noqa: BLE001 - a stranger's rule may raise anything, and that is the finding
            if not (bout.space.mapped and isinstance(error, TussleError)):  # a text may know no squares
                self.find("breaks", f"{type(error).__name__}: {error}")
            return
        tried: Counter[tuple[str, ...]] = Counter()
        position: Position | None = self._end(bout, opening, "the opening")
        for _ in range(STEPS):
            position = self._chain(bout, position, random)
            if position is None:
                return
            position = self._act(bout, position, tried, random)

    def _act(self, bout: Bout, position: Position, tried: Counter[tuple[str, ...]], random: Random) -> Position | None:
        """Every action looked at, TRIES times each; one of them carried out."""
        stance = position.stance
        actions = self._guard(bout, position, "what can be done", partial(self._offers, bout, position, tried)) or ()
        if not actions:
            return None
        chosen = random.choice(actions)
        after: list[Position] = []
        for action in actions:
            tried[action.verb, *action.details] += 1
            if action is chosen or tried[action.verb, *action.details] <= TRIES:
                start = partial(begin, bout, stance, action)
                ends = self._explore(bout, position, token(bout, action), start, random)
                after = ends if action is chosen else after
        return random.choice(after) if after else None

    def _chain(self, bout: Bout, position: Position | None, random: Random) -> Position | None:
        """All that is due, one thing after the other; None where it cannot be followed."""
        for _ in range(CHAIN):
            if position is None or not position.stance.agenda:
                return position
            stance = position.stance
            doing = f"due {item_text(bout, stance.agenda[0])}"
            ends = self._explore(bout, position, doing, partial(due, bout, stance), random)
            position = random.choice(ends) if ends else None
        if position is not None:
            self._place = (bout, position, f"due {item_text(bout, position.stance.agenda[0])}")
            self.find("endless", f"{CHAIN} things were due, one after the other, and more are")
        return None

    def _guard(self, bout: Bout, position: Position, doing: str, look: Callable[[], Any]) -> Any:
        """Look at something; whatever breaks or changes meanwhile is a finding, and the answer then is None."""
        self._place = (bout, position, doing)
        before = _snapshot(bout, position)
        found = None
        try:
            found = look()
        except _Broken as broken:
            self.find(broken.check, str(broken))
        except Exception as error:  # noqa: BLE001 - a stranger's rule may raise anything, and that is the finding
            self.find("breaks", f"{type(error).__name__}: {error}")
        if _snapshot(bout, position) != before:
            self.find("input", "what the rule was handed is not what it was before")
        return found

    # What can be done

    def _offers(self, bout: Bout, position: Position, tried: Counter[tuple[str, ...]]) -> tuple[Action, ...]:
        """The legal actions, and every offer looked at; none when the bout is over."""
        stance, me = position.stance, position.stance.turn
        if over(bout, stance):
            return ()
        offers = list(bout.rules.verbs(bout, stance))
        if offers != list(bout.rules.verbs(bout, stance)):
            self.find("replay", "asked twice what can be done, the rule set offers something else")
        for offer in offers:
            self._offer(offer)
        for refusal in why_not(bout, stance):  # asked for all the same, TRIES times each, it must change nothing
            tried["not", refusal.verb] += 1
            if tried["not", refusal.verb] > TRIES:
                continue
            with suppress(Illegal, Unreadable):  # the second where nothing at all can be done
                find_actions(bout, stance, token(bout, Action(me, refusal.verb, refusal.target)), refusal.by)
        for verb in bout.rules.verb_names:
            if not any(offer.verb == verb and offer.by == me for offer in offers):
                self.find("verb-silent", f"{verb} is neither legal nor refused")
        actions = legal_actions(bout, stance)
        for (_, word), times in Counter((action.by, token(bout, action)) for action in actions).items():
            self.note(word)
            if times > 1:
                self.find("action-twice", f"{word} is offered {times} times")
        if not actions or not bout.fit(stance, me):
            self.find("nobody-acts", "the bout is not over, and whose turn it is is not fit or can do nothing")
        return actions

    def _offer(self, offer: Action | Refusal) -> None:
        verb = offer.verb
        if verb not in self.rules.verb_names or (isinstance(offer, Action) and verb not in self.rules.procedures):
            self.find("verb-unknown", f"{verb} has no name or no procedure")
        self._cites(verb, offer.clauses if isinstance(offer, Action) else (offer.clause,))
        if isinstance(offer, Refusal):
            self.note(f"{verb} {offer.target} {offer.clause} {offer.reason}")

    def _cites(self, what: str, cites: tuple[str, ...]) -> None:
        if not cites:
            self.find("cite-missing", f"{what} cites no clause")
        for cite in cites:
            if cite not in self._clauses:
                self.find("cite-unknown", f"{what} cites {cite!r}, which is no clause of {self.rules.name}")
            elif self._clauses[cite].explains:
                self.find("cite-explains", f"{what} cites {cite}, which only explains")

    # Procedures

    def _explore(
        self, bout: Bout, position: Position, doing: str, start: Callable[[], Procedure], random: Random
    ) -> list[Position]:
        """Every way that a procedure can go, up to RUNS of them: the ends, settled and looked at."""
        waiting: list[tuple[_Path, Tallies]] = [((), position.tallies)]
        ends: dict[Position, None] = {}
        self.note(doing)
        for _ in range(RUNS):
            if not waiting:
                break
            path, tallies = waiting.pop()
            step = self._guard(bout, position, doing, partial(self._run, start, path))
            if isinstance(step, Ended):
                end = self._guard(bout, position, doing, partial(_settled, bout, step.end, tallies))
                if end is not None:
                    ends[self._end(bout, end, doing)] = None
            elif step is not None:
                ways = self._guard(bout, position, doing, partial(self._answers, bout, position, tallies, step)) or []
                kept = ways if len(ways) <= WAYS else random.sample(ways, WAYS)
                waiting += [((*path, answer), after) for answer, after in kept]
        return list(ends)

    def _run(self, start: Callable[[], Procedure], path: _Path) -> Step:
        """Two runs through the same answers, which must be alike."""
        if len(path) > ANSWERS:
            raise _Broken("endless", f"the procedure is answered {len(path)} times and does not end")
        step = advance(self._watch(start()), path)
        if step != advance(start(), path):
            raise _Broken("replay", "the same answers lead to something else the second time")
        return step

    def _watch(self, procedure: Procedure) -> Procedure:
        """The procedure, every request of it looked at, also those that are answered by themselves."""
        answer: Any = None
        for _ in range(REQUESTS):
            try:
                request = procedure.send(answer)
            except StopIteration as stop:
                return stop.value
            self._request(request)
            answer = yield request
        raise _Broken("endless", f"the procedure asks {REQUESTS} times and does not end")

    def _request(self, request: Request) -> None:
        kind = type(request).__name__
        self.note(f"{kind} {request.clauses}")
        self._cites(f"a {kind}", request.clauses)
        if isinstance(request, Choose):
            self.note(" ".join(request.options))
            if not request.options or len(set(request.options)) < len(request.options):
                raise _Broken("options", f"the options are {', '.join(request.options) or 'none'}")

    def _answers(self, bout: Bout, position: Position, tallies: Tallies, step: Paused) -> list[tuple[Any, Tallies]]:
        """What a request can be answered, each with the tallies after it."""
        request = step.request
        if isinstance(request, Choose):
            return [(option, tallies) for option in request.options]
        if isinstance(request, Roll):
            return [(answer, tallies) for answer, _ in self._law(request).weights]
        if isinstance(request, Gauge):
            return [(request.excess(bout.rules.tallies, tallies[request.fighter]), tallies)]
        named = bout.rules.outcomes(bout, position.stance, request)
        ways: dict[Any, Tallies] = {}
        for amount, _ in self._law(request).weights:
            after, harmed = bout.rules.absorb(bout, tallies, request, amount)  # type: ignore[arg-type] # an amount
            if harmed not in named:
                self.find("outcomes", f"a harm of {amount} tells {harmed}, and that is not among its outcomes")
            ways.setdefault(harmed, after)
        return list(ways.items())

    def _law(self, request: Roll | Harm) -> Law:
        law = request.reading.law(tuple(die.sides for die in request.dice))
        self.note(repr(law))
        weights = [weight for _, weight in law.weights]
        if sum(weights) != law.total:
            self.find("law-sum", f"the weights add up to {sum(weights)} of {law.total}")
        if min(weights, default=0) <= 0 or len(dict(law.weights)) < len(weights):
            self.find("law-weight", f"the weights are {law.weights}")
        return law

    # Ends

    def _end(self, bout: Bout, position: Position, doing: str) -> Position:
        """An end, looked at."""
        self._guard(bout, position, doing, partial(self._look_at_end, bout, position))
        return position

    def _look_at_end(self, bout: Bout, position: Position) -> None:
        line = position_text(bout, position)
        self.note(line)
        for fault in bout.rules.sound(bout, position.stance, position.tallies):
            self.find("end-unsound", f"it ends in a position that cannot be: {fault}")
            return
        try:
            same = parse_position(bout, line) == position
        except Unreadable as error:
            self.find("end-line", f"the line of the position cannot be read back: {error}")
            return
        if not same:
            self.find("end-line", "the line of the position reads back to another")


def _settled(bout: Bout, stance: Stance, tallies: Tallies) -> Position:
    """Where a procedure that returned `stance` ends; what cannot be hashed raises."""
    position = Position(settle(bout, stance), tallies)
    hash(position)
    return position


def _bouts(rules: RuleSet, bouts: int) -> Iterator[Bout]:
    """Two to four house fighters, each for itself or in two sides; without a map, on squares, on hexes."""
    for number in range(bouts):
        random = Random(number)
        count = 2 + number % 3
        house = list(rules.house)
        names = random.sample(house, count) if len(house) >= count else random.choices(house, k=count)
        sides = None if random.random() < 1 / 3 else tuple(place % 2 for place in range(count))
        kind = Hexes if rules.grids[number // 2 % len(rules.grids)] == "hexes" else Squares
        space = _map(kind, count, random) if number % 2 else NoMap()
        yield make_bout(rules, [(name, rules.house[name]) for name in names], sides, space)


def _map(kind: type[Squares | Hexes], count: int, random: Random) -> Squares | Hexes:
    """Five by four places, one of them a wall: close enough to meet."""
    cells = random.sample([(x, y) for x in range(5) for y in range(4)], count + 1)
    return kind(5, 4, tuple(cells[1:]), (cells[0],))


def _snapshot(bout: Bout, position: Position) -> bytes:
    """All that a rule is handed, as bytes."""
    rules = bout.rules
    # A mapping that is no dict cannot be written to, and may hold hundreds of fighters.
    house = rules.house if isinstance(rules.house, dict) else {}
    tables = (rules.values, rules.quick, house, rules.verb_names)
    names = (tuple(rules.procedures), tuple(rules.due), rules.clauses, rules.tallies, rules.standings, rules.budgets)
    whole = (bout.names, bout.fighters, bout.sides, bout.space, [dict(table) for table in tables], names, position)
    return msgspec.json.encode(whole, order="deterministic", enc_hook=repr)


def _line(bout: Bout, position: Position) -> str:
    try:
        return position_text(bout, position)
    except Exception:  # noqa: BLE001 - a position that cannot be written may be what is being found
        return repr(position)
