"""Random playouts: whoever fights, under whatever rulings, no invariant breaks.

A playout is told by its number alone, so a broken one can be watched again:
`python -c "import prove.playouts as p; print(p.playout(1234))"`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from prove import Figure, Journal
from tussle.ask.advance import Ended, Question, proceed
from tussle.ask.dice import Die
from tussle.ask.law import Answer
from tussle.ask.requests import Again, Choose, Gauge, Harm, Procedure, Reading, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout, make_bout
from tussle.bout.loading import available, load, register
from tussle.bout.notation import parse_position, position_text
from tussle.bout.ruleset import RuleSet
from tussle.bout.space import Hexes, NoMap, Squares
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import begin, due, legal_actions, over, settle

TITLE = "random playouts break no invariant"
PLAYOUTS = 100_000
CHUNK = 50
CAP = 120  # answers, an action chosen being one
CHECKED = 50  # answers after which the position is written, read back and replayed


class Played(NamedTuple):
    """What became of a playout.

    Attributes:
        broken: the invariant that broke, in a sentence; "" if none did.
        answers: how many it took.
        over: whether the bout ended; else it was capped.
        checks: how often the position was read back and replayed.
    """

    broken: str
    answers: int
    over: bool
    checks: int


class Broken(Exception):
    """An invariant that does not hold."""


def run(size: float, work: Path) -> Iterator[Figure]:
    """All playouts."""
    return _figures(max(1, round(PLAYOUTS * size / CHUNK)), work, play_chunk)


def control(size: float, work: Path) -> Iterator[Figure]:
    """One chunk with a hold that survives its holder: it shows in one playout of six."""
    del size  # one chunk is enough at any size
    return _figures(1, work, partial(play_chunk, planted=True))


def _figures(chunks: int, work: Path, play: Callable[[int], dict[str, Any]]) -> Iterator[Figure]:
    """Play the chunks with two workers; what broke is kept in the work directory."""
    results = [result for _, result in Journal(work / "chunks").each(range(chunks), play, workers=2)]
    failing = [broken for result in results for broken in result["broken"]]
    (work / "failing.json").write_text(json.dumps(failing, indent=1))
    playouts, answers, ended, checks = (
        sum(result[what] for result in results) for what in ("playouts", "answers", "over", "checks")
    )
    capped = playouts - ended - len(failing)
    yield Figure("broken invariants", len(failing), "0", ok=not failing)
    yield Figure("playouts", playouts, f"≥ {chunks * CHUNK:,}", ok=playouts >= chunks * CHUNK)
    yield Figure("answers", answers, f"≤ {CAP:,} a playout", ok=answers <= CAP * playouts)
    yield Figure(f"capped at {CAP} answers", f"{capped / playouts:.1%}", "some end", ok=ended > 0)
    yield Figure("positions read back and replayed", checks, "≥ 1 in 2 playouts", ok=checks >= playouts / 2)


def play_chunk(number: int, *, planted: bool = False) -> dict[str, Any]:
    """One chunk of playouts."""
    if planted:
        register("planted", _never_let_go)
    rule_sets = ("planted",) if planted else available()
    played = {seed: playout(seed, rule_sets) for seed in range(number * CHUNK, (number + 1) * CHUNK)}
    return {
        "playouts": len(played),
        "answers": sum(one.answers for one in played.values()),
        "over": sum(one.over for one in played.values()),
        "checks": sum(one.checks for one in played.values()),
        "broken": [(seed, one.broken) for seed, one in played.items() if one.broken],
    }


def _never_let_go(values: Mapping[str, str]) -> RuleSet:
    """`hug`, but for a hold that goes on when somebody in it is out."""
    rules = load("hug")

    def end(_bout: Bout, stance: Stance, _gone: int) -> Procedure:
        yield from ()
        return stance

    return replace(rules, name="planted", values={**rules.values, **values}, due={**rules.due, "end": end})


def playout(seed: int, rule_sets: tuple[str, ...] | None = None) -> Played:
    """One bout, played at random to its end or its cap."""
    random = Random(seed)
    walker = _Walker(drawn_bout(rule_sets or available(), random), random)
    broken = ""
    try:
        walker.play()
    except Broken as error:
        broken = str(error)
    except Exception as error:  # noqa: BLE001 - whatever a rule raises, the seed is kept
        broken = f"{type(error).__name__}: {error}"
    return Played(broken, walker.answers, not broken and walker.answers < CAP, walker.checks)


def drawn_bout(rule_sets: tuple[str, ...], random: Random) -> Bout:
    """Two to four house fighters under any rulings, every other time on a map."""
    name = random.choice(rule_sets)
    rulings = [f"{ruling.name}={random.choice(ruling.values)}" for ruling, _ in _rules(name).rulings.values()]
    rules = _rules(f"{name}({','.join(rulings)})")
    count = random.randint(2, 4)
    names = random.choices(list(rules.house), k=count)
    sides = tuple(range(count)) if random.random() < 1 / 2 else tuple(place % 2 for place in range(count))
    space = _map(rules.grids, count, random) if random.random() < 1 / 2 else NoMap()
    return make_bout(rules, [(name, rules.house[name]) for name in names], sides, space)


def _map(grids: tuple[str, ...], count: int, random: Random) -> Squares | Hexes:
    """A small map of squares or hexes with a few walls, so that fighters meet."""
    width, height = random.randint(2, 6), random.randint(2, 5)
    cells = [(x, y) for x in range(width) for y in range(height)]
    walls = random.randint(0, (len(cells) - count) // 3)
    places = random.sample(cells, count + walls)
    kind = Hexes if random.choice(grids) == "hexes" else Squares
    return kind(width, height, tuple(places[:count]), tuple(sorted(places[count:])))


class _Walker:
    """One playout on its way."""

    def __init__(self, bout: Bout, random: Random) -> None:
        self.bout = bout
        self.answers = 0
        self.checks = 0
        self._random = random
        self._position = bout.opening()
        self._since = self._position  # the position checked last
        self._story: list[tuple[Action | None, list[Any]]] = []  # what happened since then

    def play(self) -> None:
        """Play to the end or the cap, checking every invariant between actions.

        Raises:
            Broken: one does not hold.
        """
        check = CHECKED
        while self.answers < CAP:
            stance = self._position.stance
            if stance.agenda:
                self._carry_out(None, due(self.bout, stance))
                continue
            self._hold_invariants()
            if self.answers >= check:
                self._read_back_and_replay()
                check += CHECKED
            actions = legal_actions(self.bout, stance)
            if not actions:
                if over(self.bout, stance):
                    return
                raise Broken("nobody can act, and the bout is not over")
            action = self._random.choice(actions)
            if not self.bout.fit(stance, action.by):
                raise Broken(f"{self.bout.names[action.by]} is asked for an action and is out")
            self.answers += 1
            self._carry_out(action, begin(self.bout, stance, action))

    def _carry_out(self, action: Action | None, procedure: Procedure) -> None:
        """Run a procedure with random answers, and write them down."""
        said: list[Any] = []
        self._story.append((action, said))
        tallies = self._position.tallies
        step = proceed(procedure)
        while not isinstance(step, Ended):
            answer = self._answer(step.request, tallies)
            said.append(answer)
            self.answers += 1
            tallies, told = _told(self.bout, step.request, tallies, answer)
            step = proceed(procedure, told)
        self._position = Position(settle(self.bout, step.end), tallies)

    def _answer(self, request: Question, tallies: Tallies) -> Any:
        """A random answer; of a harm the amount."""
        if isinstance(request, Choose):
            if not self.bout.fit(self._position.stance, request.fighter):
                raise Broken(f"{self.bout.names[request.fighter]} is asked for a choice and was out before")
            return self._random.choice(request.options)
        if isinstance(request, Gauge):
            return request.excess(self.bout.rules.tallies, tallies[request.fighter])
        answer = self._throw(request)
        words = isinstance(answer, str)  # the others would be costly, and tests/core holds every law to its reading
        if words and answer not in _answers_of(request.reading, tuple(die.sides for die in request.dice)):
            raise Broken(f"{request.reading} reads {answer!r}, which its law does not have")
        return answer

    def _throw(self, request: Roll | Harm) -> Answer:
        """What the reading says of a throw, thrown again where the text throws again."""
        dice = request.dice
        answer = request.reading.read(self._faces(dice))
        while isinstance(answer, Again):
            dice = tuple(dice[which] for which in answer.which)
            answer = answer.reading.read(self._faces(dice))
        return answer

    def _faces(self, dice: tuple[Die, ...]) -> tuple[int, ...]:
        return tuple(self._random.randint(1, die.sides) for die in dice)

    def _hold_invariants(self) -> None:
        """What is true whenever nothing is due."""
        bout, stance = self.bout, self._position.stance
        for holder, held, _ in stance.holds:
            if holder == held or not (holder in bout.everyone and held in bout.everyone):
                raise Broken(f"a hold of {holder} on {held} has not two ends")
            if not (bout.fit(stance, holder) and bout.fit(stance, held)):
                raise Broken(f"{bout.names[holder]} holds {bout.names[held]}, and one of them is out")
        for who, pairs in enumerate(stance.budgets):
            for word, amount in pairs:
                if amount < 0:
                    raise Broken(f"{bout.names[who]} has {amount} of {word} left")
        for who, numbers in enumerate(self._position.tallies):
            if min(numbers, default=0) < 0:
                raise Broken(f"{bout.names[who]} has a tally of {min(numbers)}")

    def _read_back_and_replay(self) -> None:
        """The position line reads back, and the same answers, from the position checked last, lead here again."""
        line = position_text(self.bout, self._position)
        position = parse_position(self.bout, line)
        if position != self._position:
            raise Broken(f"the line reads back to another position: {line}")
        if self._replay() != position:
            raise Broken(f"the same answers do not lead here again: {line}")
        self.checks += 1
        self._since = position
        self._story.clear()

    def _replay(self) -> Position:
        bout, (stance, tallies) = self.bout, (self._since.stance, self._since.tallies)
        for action, said in self._story:
            procedure = due(bout, stance) if action is None else begin(bout, stance, action)
            step = proceed(procedure)
            for answer in said:
                if isinstance(step, Ended):
                    raise Broken("a replay ends before its last answer")
                tallies, told = _told(bout, step.request, tallies, answer)
                step = proceed(procedure, told)
            if not isinstance(step, Ended):
                raise Broken("a replay asks for one answer more")
            stance = settle(bout, step.end)
        return Position(stance, tallies)


def _told(bout: Bout, request: Question, tallies: Tallies, answer: Any) -> tuple[Tallies, Any]:
    """The tallies after an answer, and what the rule is told: of a harm, what follows from the amount."""
    return bout.rules.absorb(bout, tallies, request, answer) if isinstance(request, Harm) else (tallies, answer)


_rules = lru_cache(maxsize=None)(load)


@lru_cache(maxsize=10_000)
def _answers_of(reading: Reading, sides: tuple[int, ...]) -> frozenset[Answer]:
    return frozenset(answer for answer, _ in reading.law(sides).weights)
