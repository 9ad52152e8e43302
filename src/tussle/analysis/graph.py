"""The graph of a bout: every stance that can come, joined into one turn-based stochastic game.

Its states are the settled stances in which somebody acts. Between them lie nodes: chance, decisions, and harm,
which stays a label (who, which law, what follows each answer), so one graph serves every number of hits. Equal
nodes are one node, and a node is made after all that follow it: ascending numbers are an order to evaluate in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from tussle.analysis.objective import Objective, round_ends
from tussle.analysis.odds import Pricer, excess
from tussle.ask.law import Law
from tussle.ask.requests import Harm, Harmed
from tussle.ask.tree import Chance, Decision, End, Gauged, Tree
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.notation import stance_text, token
from tussle.bout.stance import Position, Stance
from tussle.bout.walk import legal_actions, settle
from tussle.errors import Fault, Uncovered

__all__ = ["WAIT", "Gap", "Go", "Graph", "Hurt", "Mix", "Node", "Pick", "Policy", "Read", "State", "kids_of"]

MAX_STATES = 200_000
WAIT = "wait"
"""The option of a fighter who could act out of turn, and does not."""

Policy: TypeAlias = Callable[[Bout, Stance, int, tuple[str, ...]], int | None]
"""A stated policy: the place of the option it takes, or None for any, each as likely."""


class Gap(NamedTuple):
    """An end: what has been decided, and how many rounds ended on the way since the last state."""

    outcome: str
    rounds: int


class Go(NamedTuple):
    """On to a state, `rounds` having ended on the way."""

    state: int
    rounds: int


class Mix(NamedTuple):
    """Chance: whole weights over `total`."""

    ways: tuple[tuple[int, int], ...]
    total: int


class Pick(NamedTuple):
    """A decision: of the side whose goal it is (`mine`), or of the other."""

    mine: bool
    labels: tuple[str, ...]
    kids: tuple[int, ...]


class Hurt(NamedTuple):
    """Harm of a fighter: the kind, the law (by number), and what follows each answer of the tallies."""

    fighter: int
    kind: str
    law: int
    kids: tuple[tuple[Harmed, int], ...]


class Read(NamedTuple):
    """A gauge: what follows each excess."""

    fighter: int
    tally: str
    mark: int
    kids: tuple[tuple[int, int], ...]


Node: TypeAlias = "Gap | Go | Mix | Pick | Hurt | Read"


class State(NamedTuple):
    """A state: its stance, and the node in which its first chooser decides."""

    stance: Stance
    root: int


class Graph:
    """Every state that can follow a position, for one goal. States are grown when they are first asked for.

    Args:
        bout: who fights whom.
        objective: whose goal it is, and what; where it is decided the graph ends.
        position: where it begins.
        policies: for a fighter by index, the policy that answers for it; who has none plays its best.
        most: how many states there may be.
        count: whether rounds are counted where the goal has no horizon.
    """

    def __init__(
        self,
        bout: Bout,
        objective: Objective,
        position: Position,
        policies: dict[int, Policy] | None = None,
        most: int = MAX_STATES,
        *,
        count: bool = False,
    ) -> None:
        self.bout = bout
        self.objective = objective
        self.start = position
        self.nodes: list[Node] = []
        self.laws: list[Law] = []
        self.stances: list[Stance] = []
        self.actions: dict[int, tuple[tuple[Action, int], ...]] = {}
        self.counts = count or objective.rounds is not None
        self._policies = policies or {}
        self._most = most
        self._pricer = Pricer(bout)
        self._ids: dict[tuple[type, Node], int] = {}
        self._law_ids: dict[Law, int] = {}
        self._state_ids: dict[Stance, int] = {}
        self._links: dict[tuple[Stance, int], int] = {}
        self._settled: dict[Stance, Stance] = {}
        self._roots: dict[int, int] = {}
        self._harms: dict[tuple[int, str], Harm] = {}
        self.root = self._link(position.stance, position.stance, 0)

    # What is asked of it

    def state(self, number: int) -> State:
        """A state, grown if it was not yet."""
        if number not in self._roots:
            self._roots[number] = self._grow(number)
        return State(self.stances[number], self._roots[number])

    def begin_in(self, tree: Tree) -> None:
        """Let it begin in the middle of a procedure of the first stance: where this part of its tree begins."""
        self.root = self._tree(self.start.stance, tree, 0)

    def grow_all(self) -> None:
        """Grow every state that can be reached.

        Raises:
            Uncovered: there are too many.
        """
        number = 0
        while number < len(self.stances):
            self.state(number)
            number += 1

    def below(self, *nodes: int) -> list[tuple[int, Node]]:
        """The nodes under these up to the next states, each after all that follow it."""
        seen = set(nodes)
        waiting = list(seen)
        while waiting:
            for kid in kids_of(self.nodes[waiting.pop()]):
                if kid not in seen:
                    seen.add(kid)
                    waiting.append(kid)
        return [(number, self.nodes[number]) for number in sorted(seen)]

    def harm(self, fighter: int, kind: str) -> Harm:
        """A harm of that sort, to ask the rule set with."""
        return self._harms[fighter, kind]

    def name(self, state: int) -> str:
        """A state as a line a person can read, and paste."""
        return stance_text(self.bout, self.stances[state])

    # Growing

    def _grow(self, number: int) -> int:
        """The root of a state: who may act out of turn does or waits, in the order of turns; then who is on turn."""
        bout, stance = self.bout, self.stances[number]
        offers: dict[int, list[Action]] = {}
        for action in legal_actions(bout, stance):
            offers.setdefault(action.by, []).append(action)
        grown = {by: [(action, self._act(stance, action)) for action in actions] for by, actions in offers.items()}
        self.actions[number] = tuple(pair for pairs in grown.values() for pair in pairs)
        if stance.turn not in grown:
            raise Fault(f"nobody can do anything: {stance_text(bout, stance)}")
        root = self._choice(stance, stance.turn, [(token(bout, a), node) for a, node in grown.pop(stance.turn)])
        for by in reversed([who for who in stance.after(stance.turn) if who in grown]):
            if by in self._policies:
                continue  # a stated policy answers when it is asked, and does not break in
            root = self._choice(stance, by, [*((token(bout, a), node) for a, node in grown[by]), (WAIT, root)])
        return root

    def _act(self, stance: Stance, action: Action) -> int:
        tree = self._pricer.tree(stance, (action,))
        return self._tree(stance, tree, 0)

    def _tree(self, stance: Stance, tree: Tree, rounds: int) -> int:
        """The node of a tree that was grown in this stance."""
        if isinstance(tree, End):
            return self._link(stance, tree.end, rounds)
        if isinstance(tree, Chance):
            return self._mix(
                [(self._tree(stance, branch, rounds), weight) for _, weight, branch in tree.branches], tree.total
            )
        if isinstance(tree, Decision):
            ways = [(option, self._tree(stance, branch, rounds)) for option, branch in tree.branches]
            return self._choice(stance, tree.request.fighter, ways)
        if isinstance(tree, Gauged):
            return self._read(stance, tree, rounds)
        kids = tuple((harmed, self._tree(stance, branch, rounds)) for harmed, branch in tree.branches)
        request = tree.request
        self._harms.setdefault((request.fighter, request.kind), request)
        if len({kid for _, kid in kids}) == 1 and isinstance(self.nodes[kids[0][1]], Gap):
            return kids[0][1]
        return self._put(Hurt(request.fighter, request.kind, self._law(tree.law), kids))

    def _link(self, before: Stance, end: Stance, rounds: int) -> int:
        """What follows the end of a procedure: a decided goal, the next thing due, or a state."""
        after = self._settle(end)
        if self.counts:
            for _ in range(round_ends(before, end, after)):
                if not self.objective.keeps(self.bout, after):
                    return self._put(Gap("lost", rounds))
                rounds += 1
        key = (after, rounds)
        if key not in self._links:
            self._links[key] = self._follow(after, rounds)
        return self._links[key]

    def _follow(self, stance: Stance, rounds: int) -> int:
        judgement = self.objective.judge(self.bout, stance)
        if judgement is not None:
            return self._put(Gap(judgement, rounds))
        if stance.agenda:
            return self._tree(stance, self._pricer.tree(stance, ()), rounds)
        return self._put(Go(self._state(stance), rounds))

    def _read(self, stance: Stance, tree: Gauged, rounds: int) -> int:
        """A gauge, grown for every excess there can be from here: harm only rises."""
        gauge, bout = tree.request, self.bout
        fullest = tuple(
            tuple(bout.rules.limit(fighter, tally) for tally in bout.rules.tallies) for fighter in bout.fighters
        )
        lowest, highest = (excess(bout, gauge, tallies) for tallies in (self.start.tallies, fullest))
        kids = [
            (past, self._tree(stance, tree.branch(past), rounds)) for past in range(lowest, max(lowest, highest) + 1)
        ]
        if len({kid for _, kid in kids}) == 1:
            return kids[0][1]
        return self._put(Read(gauge.fighter, gauge.tally, gauge.mark, tuple(kids)))

    def _choice(self, stance: Stance, by: int, ways: Iterable[tuple[str, int]]) -> int:
        """A decision: of a side that plays its best, or of a stated policy."""
        found = list(ways)
        if by in self._policies:
            place = self._policies[by](self.bout, stance, by, tuple(label for label, _ in found))
            return self._mix([(kid, 1) for _, kid in found], len(found)) if place is None else found[place][1]
        kids: dict[int, str] = {}
        for label, kid in found:
            kids.setdefault(kid, label)
        if len(kids) == 1:
            return found[0][1]
        return self._put(Pick(self.objective.mine(self.bout, by), tuple(kids.values()), tuple(kids)))

    def _mix(self, ways: Iterable[tuple[int, int]], total: int) -> int:
        weights: dict[int, int] = {}
        for kid, weight in ways:
            weights[kid] = weights.get(kid, 0) + weight
        if len(weights) == 1:
            return next(iter(weights))
        return self._put(Mix(tuple(sorted(weights.items())), total))

    def _law(self, law: Law) -> int:
        if law not in self._law_ids:
            self._law_ids[law] = len(self.laws)
            self.laws.append(law)
        return self._law_ids[law]

    def _state(self, stance: Stance) -> int:
        if stance not in self._state_ids:
            if len(self.stances) >= self._most:
                raise Uncovered(
                    f"more than {self._most:,} stances can follow: fewer fighters, no map, or a stated policy for "
                    "some of them (--auto NAME=POLICY) make it smaller"
                )
            self._state_ids[stance] = len(self.stances)
            self.stances.append(stance)
        return self._state_ids[stance]

    def _put(self, node: Node) -> int:
        # Two sorts of node may be equal as tuples: the sort is part of the key.
        key = (type(node), node)
        if key not in self._ids:
            self._ids[key] = len(self.nodes)
            self.nodes.append(node)
        return self._ids[key]

    def _settle(self, stance: Stance) -> Stance:
        if stance not in self._settled:
            self._settled[stance] = settle(self.bout, stance)
        return self._settled[stance]


def kids_of(node: Node) -> tuple[int, ...]:
    """The nodes that may follow, up to the next state."""
    if isinstance(node, Pick):
        return node.kids
    if isinstance(node, Mix):
        return tuple(kid for kid, _ in node.ways)
    return tuple(kid for _, kid in node.kids) if isinstance(node, Hurt | Read) else ()
