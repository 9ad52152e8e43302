"""The five cases the core was made for, each as a small rule of no game, against numbers reckoned apart from it.

A phase before the turns in which everybody is ranked by one throw and two pin the same one; a check after every
check, with a clock that can end the hold; blows of third parties in the middle of a move; a tie rolled again by two
of nine; a save whose difficulty is a tally.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest

from tests.core.toy import Toy, seat, toy_rules
from tussle.analysis.odds import Branch, Node, Outcome, Pricer, leaves, walk_nodes
from tussle.ask.advance import Ended, Paused, Step, proceed
from tussle.ask.dice import Die
from tussle.ask.readings import Against, BeatsAll, Count, Hits, Opposed, Pools, Ranking, Sum
from tussle.ask.requests import Again, Choose, Gauge, Harm, Harmed, Part, Procedure, Roll, Tell
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.notation import parse_position, position_text
from tussle.bout.space import Squares
from tussle.bout.stance import Position, Stance, Tallies
from tussle.bout.walk import legal_actions

CITE = ("toy.check.roll",)
Policy = Callable[[Choose], str]


def ends(node: Node, policy: Policy) -> dict[Outcome, Fraction]:
    """Every end with its chance, everybody deciding by the policy."""
    known: dict[int, dict[Outcome, Fraction]] = {}

    def law(here: Node) -> dict[Outcome, Fraction]:
        if isinstance(here, Outcome):
            return {here: Fraction(1)}
        if id(here) not in known:
            if isinstance(here.request, Choose):
                option = policy(here.request)
                known[id(here)] = next(law(after) for answer, _, after in here.ways if answer == option)
            else:
                found: dict[Outcome, Fraction] = defaultdict(Fraction)
                for _, weight, after in here.ways:
                    for end, chance in law(after).items():
                        found[end] += Fraction(weight, here.total) * chance
                known[id(here)] = found
        return known[id(here)]

    return law(node)


def chance(node: Node, policy: Policy, holds: Callable[[Outcome], bool]) -> Fraction:
    """The chance of the ends for which something holds."""
    law = ends(node, policy)
    assert sum(law.values()) == 1
    return sum((share for end, share in law.items() if holds(end)), Fraction(0))


def last(choice: Choose) -> str:
    """Always the last option: the rules below put "no" first."""
    return choice.options[-1]


def die(who: int, sides: int = 20) -> Die:
    return Die(sides, who, "roll")


def d20_wins(edge: int) -> Fraction:
    """The chance that d20 + edge is more than a d20, counted."""
    return Fraction(sum(first + edge > second for first, second in product(range(1, 21), repeat=2)), 400)


# A phase before the turns: everybody is ranked by one throw, and two may pin the same one


def ranks(bout: Bout, stance: Stance) -> Procedure:
    """Who is above all that pin it is free; then each that is not pinned may try those below it, the highest first."""
    bonuses = tuple(fighter.bonus for fighter in bout.fighters)
    parts = tuple(Part(who, "bonus", bonus, CITE[0]) for who, bonus in enumerate(bonuses))
    groups = yield Roll(tuple(die(who) for who in bout.everyone), Ranking(bonuses), parts, CITE)
    place = {who: rank for rank, group in enumerate(groups) for who in group}
    for who in bout.everyone:
        pinners = [holder for holder, held, _ in stance.holds if held == who]
        if pinners and all(place[who] < place[holder] for holder in pinners):
            yield Tell("{0} is free.", (who,), CITE, done=True)
            stance = stance.part_all(who).mark(who, "freed")
    tries = []
    for who in sorted(place, key=lambda who: (place[who], who)):
        lower = [foe for foe in bout.everyone if place[foe] > place[who] and bout.sides[foe] != bout.sides[who]]
        tries += [("try", who, foe) for foe in lower]
    return stance.due(*tries, ("rested",))


def try_pin(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """A fresh pair of throws, unless one of them has been pinned, or pins, or has freed itself meanwhile."""
    holding = {holder for holder, _, _ in stance.holds}
    if stance.marked(me, "freed") or me in holding or any(held == me for _, held, _ in stance.holds):
        return stance
    if (yield Choose(me, ("no", "pin"), CITE)) == "no":
        return stance
    edge = bout.fighters[me].bonus - bout.fighters[foe].bonus
    if (yield Roll((die(me), die(foe)), Opposed(edge), (), CITE)) == "lost":
        return stance
    yield Tell("{0} pins {1}.", (me, foe), CITE)
    return stance.tie(me, foe, "pin")


def rested(bout: Bout, stance: Stance) -> Procedure:
    """What the phase knew is forgotten."""
    yield from ()
    for who in bout.everyone:
        stance = stance.unmark(who, "freed")
    return stance


def new_round(_bout: Bout, stance: Stance) -> Stance:
    """After the last turn the phase is due."""
    if stance.left(stance.turn, "act"):
        return stance
    following = stance.after(stance.turn)[0]
    after = stance.budget(stance.turn).begin(following).budget(following, act=1)
    return after.due(("ranks",)) if following == stance.order[0] else after


RANKED = toy_rules(due={"ranks": ranks, "try": try_pin, "rested": rested}, upkeep=new_round)
RANKED_BOUT = seat(RANKED, Toy(bonus=4), Toy(bonus=2), Toy(bonus=3), sides=(0, 0, 1))
PHASE = parse_position(RANKED_BOUT, "order=Ann,Bob,Cid turn=Ann budgets=Ann:act:1 agenda=ranks")
BOTH = ((0, 2, "pin"), (1, 2, "pin"))


def pinned(outcome: Outcome) -> tuple[tuple[int, int, str], ...]:
    return outcome.position.stance.holds


def test_two_pin_the_same_one_in_one_phase() -> None:
    """Both must be above the third, and each wins its own pair of throws."""
    tree = Pricer(RANKED_BOUT).price(PHASE, ()).tree
    above: Counter[tuple[bool, bool]] = Counter()
    for a, b, c in product(range(1, 21), repeat=3):
        above[a + 4 > c + 3, b + 2 > c + 3] += 1
    ann, bob = d20_wins(1), d20_wins(-1)
    assert chance(tree, last, lambda end: pinned(end) == BOTH) == Fraction(above[True, True], 8000) * ann * bob


def test_who_is_pinned_meanwhile_loses_its_turn_in_the_order() -> None:
    """The third pins the second only if the first, being above it, has not pinned it, or is below it."""
    tree = Pricer(RANKED_BOUT).price(PHASE, ()).tree
    ann, cid, cid_ann = d20_wins(1), d20_wins(1), d20_wins(-1)
    expected = Fraction(0)
    for a, b, c in product(range(1, 21), repeat=3):
        a, b, c = a + 4, b + 2, c + 3  # noqa: PLW2901 - totals from faces
        if c > b:
            free = 1 - ann if a > c else Fraction(1) if a == c else 1 - cid_ann
            expected += free * cid / 8000
    assert chance(tree, last, lambda end: (2, 1, "pin") in pinned(end)) == expected


def test_the_pinned_is_free_if_its_one_throw_is_above_every_pinner() -> None:
    start = Position(PHASE.stance.tie(0, 2, "pin").tie(1, 2, "pin"), PHASE.tallies)
    odds = Pricer(RANKED_BOUT).price(start, ())
    free = Fraction(sum(c + 3 > max(a + 4, b + 2) for a, b, c in product(range(1, 21), repeat=3)), 8000)
    assert odds.least == odds.most == free
    assert chance(odds.tree, last, lambda end: pinned(end) == BOTH) == 1 - free


def test_what_the_phase_knew_is_forgotten_at_its_end() -> None:
    """However the ranks fell, it ends in one of six stances: nobody, or who is pinned by whom."""
    tree = Pricer(RANKED_BOUT).price(PHASE, ()).tree
    outcomes = {node for node in walk_nodes(tree) if isinstance(node, Outcome)}
    assert {pinned(end) for end in outcomes} == {(), BOTH[:1], BOTH[1:], BOTH, ((2, 0, "pin"),), ((2, 1, "pin"),)}
    assert len({end.position for end in outcomes}) == 6


def test_the_phase_begins_by_itself_after_the_last_turn() -> None:
    pricer = Pricer(RANKED_BOUT)
    before = parse_position(RANKED_BOUT, "order=Ann,Bob,Cid turn=Cid budgets=Cid:act:1")
    (wait,) = legal_actions(RANKED_BOUT, before.stance)
    law = ends(pricer.price(before, [wait]).tree, last)
    phase = ends(pricer.price(PHASE, ()).tree, last)
    assert {end.position: share for end, share in law.items()} == {end.position: share for end, share in phase.items()}
    early = parse_position(RANKED_BOUT, "order=Ann,Bob,Cid turn=Bob budgets=Bob:act:1")
    (wait,) = legal_actions(RANKED_BOUT, early.stance)
    assert pricer.price(early, [wait]).tree == Outcome(before, done=True)


# A check after every check, with a clock that can end the hold


def strain(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """A contest of pools; whatever comes of it, the clock follows."""
    me, foe = action.by, action.target
    stance = stance.budget(me)
    won = yield from contest(bout, stance, me, foe)
    if won:
        yield Tell("{0} gets the better of {1}.", (me, foe), CITE, done=True)
        stance = stance.mark(foe, "under")
    return (yield from clock(bout, stance, foe if won else me))


def contest(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """Who is spent loses without a throw."""
    for who in (me, foe):
        if stance.marked(who, "spent"):
            return who == foe
    mine, theirs = bout.fighters[me].bonus, bout.fighters[foe].bonus
    dice = (die(me, 6),) * mine + (die(foe, 6),) * theirs
    return (yield Roll(dice, Pools(mine, theirs, 5), (), CITE)) == "won"


def clock(bout: Bout, stance: Stance, loser: int) -> Procedure:
    """The loser, or who is not spent yet, must pass a check that grows harder; when both are spent it is over."""
    spent = [who for who in bout.everyone if stance.marked(who, "spent")]
    checks = 1 - spent[0] if spent else loser
    needed = stance.count("clock") + 1
    stance = stance.counted("clock", needed)
    if (yield from endure(bout, checks, needed)):
        return stance
    if not spent:
        yield Tell("{0} is spent.", (checks,), CITE)
        return stance.mark(checks, "spent").counted("clock", 0)
    yield Tell("It is over.", (), CITE)
    pushed = 1 if (yield from push_out(bout)) == "won" else 0
    for who in bout.everyone:
        stance = stance.unmark(who, "spent", "under")
    return stance.part(0, 1).counted("clock", 0).mark(pushed, "pushed")


def endure(bout: Bout, who: int, needed: int) -> Procedure:
    """A difficulty above the pool is failed without a throw."""
    pool = bout.fighters[who].bonus
    if needed > pool:
        return False
    return (yield Roll((die(who, 6),) * pool, Count(5, needed), (), CITE)) == "passed"


def push_out(bout: Bout) -> Procedure:
    """The last contest, thrown for real."""
    mine, theirs = bout.fighters[0].bonus, bout.fighters[1].bonus
    dice = (die(0, 6),) * mine + (die(1, 6),) * theirs
    return (yield Roll(dice, Pools(mine, theirs, 5), (), CITE))


CLOCKED = toy_rules({"strain": strain})
CLOCKED_BOUT = seat(CLOCKED, Toy(bonus=3), Toy(bonus=2))


@cache
def successes(pool: int) -> Counter[int]:
    """How many of the throws of a pool have so many faces of 5 or more."""
    return Counter(sum(face >= 5 for face in faces) for faces in product(range(1, 7), repeat=pool))


def passes(pool: int, needed: int) -> Fraction:
    return Fraction(sum(ways for count, ways in successes(pool).items() if count >= needed), 6**pool)


def pool_wins(mine: int, theirs: int) -> Fraction:
    """The chance that a pool has more successes than another, ties thrown again."""
    pairs = list(product(successes(mine).items(), successes(theirs).items()))
    won = sum(one * other for (a, one), (b, other) in pairs if a > b)
    lost = sum(one * other for (a, one), (b, other) in pairs if a < b)
    return Fraction(won, won + lost)


def strained(words: str) -> dict[str, Fraction]:
    """The ends of Ann's strain from a hold, as lines without the turn."""
    position = parse_position(CLOCKED_BOUT, f"order=Ann,Bob turn=Ann budgets=Ann:act:1 holds=Ann:Bob:grip {words}")
    action = next(action for action in legal_actions(CLOCKED_BOUT, position.stance) if action.verb == "strain")
    found: dict[str, Fraction] = defaultdict(Fraction)
    for end, share in ends(Pricer(CLOCKED_BOUT).price(position, [action]).tree, last).items():
        line = position_text(CLOCKED_BOUT, end.position).split(" ")
        shown = " ".join(word for word in line if word.split("=")[0] in ("holds", "marks", "counters"))
        found[shown] += share
    return found


def test_a_check_follows_every_check() -> None:
    won = pool_wins(3, 2)
    assert strained("") == {
        "holds=Ann:Bob:grip marks=Bob:under counters=clock:1": won * passes(2, 1),
        "holds=Ann:Bob:grip marks=Bob:spent,Bob:under": won * (1 - passes(2, 1)),
        "holds=Ann:Bob:grip counters=clock:1": (1 - won) * passes(3, 1),
        "holds=Ann:Bob:grip marks=Ann:spent": (1 - won) * (1 - passes(3, 1)),
    }


def test_a_difficulty_above_the_pool_is_failed_without_a_throw() -> None:
    won = pool_wins(3, 2)
    assert strained("counters=clock:2") == {
        "holds=Ann:Bob:grip marks=Bob:spent,Bob:under": won,
        "holds=Ann:Bob:grip counters=clock:3": (1 - won) * passes(3, 3),
        "holds=Ann:Bob:grip marks=Ann:spent": (1 - won) * (1 - passes(3, 3)),
    }


def test_the_clock_can_end_the_hold() -> None:
    """Bob is spent and loses without a throw; Ann, who wins, makes the checks, and failing ends it."""
    failed, push = 1 - passes(3, 2), pool_wins(3, 2)
    assert strained("marks=Bob:spent counters=clock:1") == {
        "holds=Ann:Bob:grip marks=Bob:spent,Bob:under counters=clock:2": passes(3, 2),
        "marks=Bob:pushed": failed * push,
        "marks=Ann:pushed": failed * (1 - push),
    }


@pytest.mark.parametrize(("pool", "mean"), [(3, Fraction(17575, 19683)), (2, Fraction(5, 9) + Fraction(5, 81))])
def test_the_mean_number_of_checks_passed(pool: int, mean: Fraction) -> None:
    """One check after the other until the first that fails, in one procedure."""

    def until_spent(bout: Bout, stance: Stance, _action: Action) -> Procedure:
        passed = 0
        while (yield from endure(bout, 0, passed + 1)):
            passed += 1
        return stance.budget(0).counted("passed", passed)

    bout = seat(toy_rules({"last": until_spent}), Toy(bonus=pool), Toy())
    position = bout.opening()
    (action, *_) = legal_actions(bout, position.stance)
    law = ends(Pricer(bout).price(position, [action]).tree, last)
    assert sum(end.position.stance.count("passed") * share for end, share in law.items()) == mean


# Blows of third parties in the middle of a move


def walk_past(_bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Go east along the strikers, one square an item of the agenda."""
    yield from ()
    return stance.budget(action.by).due(("step", action.by))


def step(bout: Bout, stance: Stance, me: int) -> Procedure:
    """Whoever is next to the square that is left may strike first; each is an item of its own."""
    yield from ()
    if not bout.fit(stance, me) or not bout.space.run(stance, stance.cells[me], "e", 1):
        return stance
    strikers = [foe for foe in bout.everyone if foe != me and bout.space.near(stance, me, foe)]
    return stance.due(*(("strike", foe, me) for foe in strikers), ("leave", me), ("step", me))


def strike(bout: Bout, stance: Stance, me: int, foe: int) -> Procedure:
    """One blow, if it still stands and the striker wants to."""
    if not bout.fit(stance, foe) or (yield Choose(me, ("no", "strike"), CITE)) == "no":
        return stance
    if (yield Roll((die(me),), Hits(0, 13), (), CITE)) == "miss":
        return stance
    harmed = yield Harm(foe, (die(me, 4),), Sum(), "blow", (), CITE)
    return stance.stand(foe, "down") if harmed.standing == "down" else stance


def leave(bout: Bout, stance: Stance, me: int) -> Procedure:
    """The square is left if the mover still stands."""
    yield from ()
    if not bout.fit(stance, me):
        return stance
    return stance.place(me, bout.space.run(stance, stance.cells[me], "e", 1)[0])


class Gauntlet:
    """A corridor with so many strikers along it; the first fighter means to walk its whole length."""

    def __init__(self, strikers: int) -> None:
        self.starts = 0
        rules = toy_rules(
            {"walk": walk_past},
            {"step": self.counted(step), "strike": self.counted(strike), "leave": self.counted(leave)},
        )
        cells = ((0, 1), *((x, 0) for x in range(strikers)))
        space = Squares(strikers + 1, 2, cells)
        self.bout = seat(rules, Toy(hits=9), *(Toy(),) * strikers, sides=(0, *(1,) * strikers), space=space)
        position = self.bout.opening()
        action = next(action for action in legal_actions(self.bout, position.stance) if action.verb == "walk")
        self.goal = (strikers, 1)
        self.tree = Pricer(self.bout).price(position, [action]).tree

    def counted(self, rule: Callable[..., Procedure]) -> Callable[..., Procedure]:
        """The rule, every start of it counted."""

        def start(*arguments: Any) -> Procedure:
            self.starts += 1
            return rule(*arguments)

        return start

    def arrives(self, end: Outcome) -> bool:
        return end.position.stance.cells[0] == self.goal


@cache
def survives(blows: int, hits: int) -> Fraction:
    """The chance to stand after so many blows that hit on 13 and more for d4, reckoned blow by blow."""
    if hits <= 0:
        return Fraction(0)
    if not blows:
        return Fraction(1)
    after = sum(survives(blows - 1, hits - damage) for damage in range(1, 5))
    return Fraction(12, 20) * survives(blows - 1, hits) + Fraction(8, 20) * Fraction(after, 4)


@pytest.mark.parametrize(("strikers", "blows"), [(1, 1), (2, 4), (3, 7), (4, 10), (5, 13)])
def test_every_striker_has_its_blow_at_every_step(strikers: int, blows: int) -> None:
    gauntlet = Gauntlet(strikers)
    assert chance(gauntlet.tree, last, gauntlet.arrives) == survives(blows, 9)
    assert chance(gauntlet.tree, lambda choice: choice.options[0], gauntlet.arrives) == 1


def test_each_striker_decides_for_itself() -> None:
    gauntlet = Gauntlet(3)
    assert chance(gauntlet.tree, lambda choice: choice.options[choice.fighter == 2], gauntlet.arrives) == survives(3, 9)


def test_replays_and_nodes_grow_with_the_steps_where_what_can_happen_grows_twentyfold() -> None:
    gauntlets = [Gauntlet(strikers) for strikers in range(2, 9)]
    starts = [gauntlet.starts for gauntlet in gauntlets]
    growth = {after - before for before, after in pairwise(starts)}
    assert len(growth) == 1, starts
    written_out = [leaves(gauntlet.tree) for gauntlet in gauntlets]
    assert all(after > 20 * before for before, after in pairwise(written_out))
    held = [sum(1 for _ in walk_nodes(gauntlet.tree)) for gauntlet in gauntlets]
    assert len({after - before for before, after in pairwise(held)}) == 1, held


# A tie rolled again by two of nine


def overpower(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """One throw that must beat all others'."""
    foes = [who for who in bout.everyone if who != action.by]
    reading = BeatsAll(bout.fighters[action.by].bonus, tuple(bout.fighters[foe].bonus for foe in foes))
    dice = tuple(die(who) for who in (action.by, *foes))
    if (yield Roll(dice, reading, (), CITE)) == "won":
        yield Tell("{0} throws them all off.", (action.by,), CITE, done=True)
    return stance.budget(action.by)


NINE = seat(
    toy_rules({"overpower": overpower}), Toy(bonus=4), *(Toy(bonus=4), Toy(bonus=-3)) * 2, *(Toy(bonus=-3),) * 4
)


def throw_all(procedure: Procedure, *throws: tuple[int, ...]) -> tuple[Step, list[tuple[int, ...]]]:
    """Put real throws to the first roll, and say whose dice were thrown each time."""
    paused = proceed(procedure)
    assert isinstance(paused, Paused)
    assert isinstance(paused.request, Roll)
    dice, reading, thrown = paused.request.dice, paused.request.reading, []
    for faces in throws:
        thrown.append(tuple(die.owner for die in dice))
        assert len(faces) == len(dice)
        answer = reading.read(faces)
        if not isinstance(answer, Again):
            assert faces is throws[-1]
            return proceed(procedure, answer), thrown
        dice, reading = tuple(dice[place] for place in answer.which), answer.reading
    raise AssertionError("more throws are asked for")


def test_a_tie_is_rolled_again_by_those_two_alone() -> None:
    stance = NINE.opening().stance
    (action, *_) = legal_actions(NINE, stance)
    start = NINE.rules.procedures["overpower"]
    first = (9, 9, 1, 9, 1, 1, 1, 1, 1)  # 13 against 13 twice: Bob and Dee have the same bonus
    step, thrown = throw_all(start(NINE, stance, action), first, (5, 5, 8, 2), (7, 6))
    assert thrown == [tuple(range(9)), (0, 1, 0, 3), (0, 1)]
    assert isinstance(step, Ended)
    assert [tell.done for tell in step.tells] == [True]
    step, thrown = throw_all(start(NINE, stance, action), first, (5, 5, 8, 9))
    assert thrown == [tuple(range(9)), (0, 1, 0, 3)]
    assert step == Ended(stance.budget(0), ())
    step, thrown = throw_all(start(NINE, stance, action), (9, 8, 16, 8, 16, 16, 16, 16, 16))
    assert thrown == [tuple(range(9))]  # a tie against a lower bonus is won
    assert isinstance(step, Ended)
    assert step.tells[0].done


def test_one_throw_against_eight_has_the_chance_that_is_reckoned_face_by_face() -> None:
    position = NINE.opening()
    (action, *_) = legal_actions(NINE, position.stance)
    odds = Pricer(NINE).price(position, [action])
    expected = Fraction(0)
    for face in range(1, 21):
        lesser = Fraction(min(face + 7, 20), 20)  # a tie is won
        equal = Fraction(face - 1, 20) + Fraction(1, 20) * Fraction(1, 2)
        expected += Fraction(1, 20) * lesser**6 * equal**2
    assert odds.least == odds.most == expected


def test_a_person_against_eight_halflings() -> None:
    bout = seat(toy_rules({"overpower": overpower}), Toy(bonus=4), *(Toy(bonus=-3),) * 8)
    (action, *_) = legal_actions(bout, bout.opening().stance)
    odds = Pricer(bout).price(bout.opening(), [action])
    assert odds.least == odds.most == Fraction(24973282327, 51200000000)


# A save whose difficulty is a tally


def batter(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """2d6 of harm; if the tally is past 20 then, d20 + bonus must exceed 10 and what it is past."""
    foe = action.target
    stance = stance.budget(action.by)
    harmed = yield Harm(foe, (die(action.by, 6), die(action.by, 6)), Sum(), "blow", (), CITE)
    if not harmed.through:
        return stance
    excess = yield Gauge(foe, "harm", 20, CITE)
    if excess <= 0:
        return stance
    bonus = bout.fighters[foe].bonus
    if (yield Roll((die(foe),), Against(bonus - 10 - excess), (Part(foe, "bonus", bonus, CITE[0]),), CITE)) == "lost":
        yield Tell("{0} passes out.", (foe,), CITE, done=True)
        stance = stance.stand(foe, "down")
    return stance


def no_limit(_bout: Bout, tallies: Tallies, harm: Harm, amount: int) -> tuple[Tallies, Harmed]:
    """A tally that goes on growing."""
    after = tallies[harm.fighter][0] + amount
    return (*tallies[: harm.fighter], (after,), *tallies[harm.fighter + 1 :]), Harmed(amount > 0, "up")


class Battery:
    """One pricer for every tally, which counts how often the rule is begun."""

    def __init__(self) -> None:
        self.starts = 0
        rules = toy_rules({"batter": self.batter}, absorb=no_limit, sound=lambda *_: iter(()))
        self.bout = seat(rules, Toy(), Toy(bonus=3))
        self.pricer = Pricer(self.bout)

    def batter(self, bout: Bout, stance: Stance, action: Action) -> Procedure:
        self.starts += 1
        return batter(bout, stance, action)

    def tree(self, harm: int) -> Node:
        position = Position(self.bout.opening().stance, ((0,), (harm,)))
        (action, *_) = legal_actions(self.bout, position.stance)
        odds = self.pricer.price(position, [action])
        assert odds.least == odds.most == chance(odds.tree, last, lambda end: end.done)
        return odds.tree


def passes_out(harm: int) -> Fraction:
    """Reckoned pip by pip."""
    out = Fraction(0)
    for first, second in product(range(1, 7), repeat=2):
        past = harm + first + second - 20
        if past > 0:
            out += Fraction(sum(face + 3 <= 10 + past for face in range(1, 21)), 20 * 36)
    return out


@pytest.mark.parametrize("harm", [0, 8, 9, 15, 19, 20, 31, 40])
def test_the_save_is_weighed_against_the_tally(harm: int) -> None:
    battery = Battery()
    assert chance(battery.tree(harm), last, lambda end: end.done) == passes_out(harm)


def test_one_tree_serves_every_tally_and_grows_where_a_new_value_is_met() -> None:
    battery = Battery()
    assert [chance(battery.tree(harm), last, lambda end: end.done) for harm in range(45)] == [
        passes_out(harm) for harm in range(45)
    ]
    # A tally after the blow is 2 to 56, so the excess is one of 55; where it is above 0 the save has two branches.
    full = battery.starts
    assert full <= 3 + 55 + 36
    for harm in range(45):
        battery.tree(harm)
    assert battery.starts == full


def test_the_excess_stands_in_the_tree() -> None:
    tree = Battery().tree(19)
    assert isinstance(tree, Branch)
    for amount, _, after in tree.ways:
        assert isinstance(after, Branch)
        assert isinstance(after.request, Gauge)
        assert isinstance(amount, int)
        assert [answer for answer, _, _ in after.ways] == [amount - 1]
