"""The nodes of a graph as straight-line Python: one function for each knot of stances that lead back to each other.

Within one cell of the tallies the stances are almost free of cycles. Where some lead back, a cut of a few states
is taken as known; all the rest of the knot follows from it in one pass, with its slope in each of the cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tussle.analysis.graph import Gap, Go, Graph, Hurt, Mix, Pick, Read, kids_of

__all__ = ["ROUNDING", "Knot", "Program", "Writer", "components", "knots", "picks_of"]

ROUNDING = 2.3e-16


class Knot(NamedTuple):
    """Nodes that are solved together, or a run of nodes that none of them leads back to.

    Attributes:
        cut: the roots of the states taken as known; none in a plain run.
        nodes: in an order to evaluate in, the cut being known.
    """

    cut: tuple[int, ...]
    nodes: tuple[int, ...]


class Program:
    """What a graph looks like inside a cell.

    Attributes:
        nodes: every node that has a value of its own there, `Go` and ends left out.
        staying: the harms that may leave the cell as it is.
        knots: in the order in which they are solved.
        harms, reads: those of them that are harm, and gauges.
        places: where each of these is in the tables of its sort.
        outside: for each knot, the nodes of other knots that it asks for.
        kept: the nodes whose values other cells ask for, and every root.
    """

    def __init__(self, graph: Graph, staying: frozenset[int]) -> None:
        self.graph = graph
        self.staying = staying
        self._names: dict[int, int] = {}
        self._kids: dict[int, tuple[int, ...]] = {}
        self.roots = {state: self.named(graph.state(state).root) for state in range(len(graph.stances))}
        tops = [top for top in (self.named(graph.root), *self.roots.values()) if top >= 0]
        harmed = [self.named(kid) for _, node in graph.below(*tops) if isinstance(node, Hurt) for kid in kids_of(node)]
        self.knots = knots(self, [top for top in dict.fromkeys([*tops, *harmed]) if top >= 0])
        self.nodes = [node for knot in self.knots for node in knot.nodes]
        self.harms = [number for number in self.nodes if isinstance(graph.nodes[number], Hurt)]
        self.reads = [number for number in self.nodes if isinstance(graph.nodes[number], Read)]
        self.places = {number: place for each in (self.harms, self.reads) for place, number in enumerate(each)}
        asked = {*tops, *(self.named(kid) for number in self.harms for kid in kids_of(graph.nodes[number]))}
        self.kept = [node for node in self.nodes if node in asked]
        self.outside = [self._outside(knot) for knot in self.knots]

    def _outside(self, knot: Knot) -> list[int]:
        """The nodes of other knots that a knot asks for."""
        return sorted({kid for number in knot.nodes for kid in self.kids(number)}.difference(knot.nodes, knot.cut))

    def named(self, number: int) -> int:
        """The node that has the value of this one: a `Go` has that of the root; an end is −1 or −2 (reached)."""
        if number not in self._names:
            node = self.graph.nodes[number]
            if isinstance(node, Go):
                self._names[number] = self.named(self.graph.state(node.state).root)
            else:
                ends = -2 if isinstance(node, Gap) and node.outcome == "reached" else -1
                self._names[number] = ends if isinstance(node, Gap) else number
        return self._names[number]

    def kids(self, number: int) -> tuple[int, ...]:
        """The nodes that a node's value depends on in the same cell."""
        if number not in self._kids:
            node = self.graph.nodes[number]
            sealed = isinstance(node, Hurt) and number not in self.staying
            named = dict.fromkeys(map(self.named, kids_of(node)))
            self._kids[number] = () if sealed else tuple(kid for kid in named if kid >= 0)
        return self._kids[number]


def knots(program: Program, roots: Sequence[int]) -> list[Knot]:
    """The nodes in knots, each after those it asks for; plain nodes in a row make one run."""
    found: list[Knot] = []
    run: list[int] = []
    for component in components(roots, program.kids):
        if len(component) == 1 and component[0] not in program.kids(component[0]):
            run.append(component[0])
            continue
        if run:
            found.append(Knot((), tuple(run)))
            run = []
        found.append(_cut(program, component))
    if run:
        found.append(Knot((), tuple(run)))
    return found


def _cut(program: Program, component: list[int]) -> Knot:
    """The knot with a cut: in what still leads back, the root that most lead to is taken away, again and again."""
    inside = set(component)
    roots = set(program.roots.values())
    cut: list[int] = []
    waiting = [component]
    while waiting:
        part = set(waiting.pop())
        asked = dict.fromkeys(sorted(part & roots), 0)
        for number in part:
            for kid in program.kids(number):
                if kid in asked:
                    asked[kid] += 1
        top = max(asked, key=lambda root: asked[root])
        cut.append(top)
        rest = part - {top}

        def kids(number: int, rest: set[int] = rest) -> tuple[int, ...]:
            return tuple(kid for kid in program.kids(number) if kid in rest)

        waiting += [each for each in components(sorted(rest), kids) if len(each) > 1 or each[0] in kids(each[0])]
    for top in list(cut):
        # Without the cut nothing leads back: what leads back once one of it is there leads through that one.
        if not _returns(program, top, inside.difference(cut)):
            cut.remove(top)
    known = set(cut)
    order = [
        each[0]
        for each in components(
            sorted(inside), lambda n: tuple(k for k in program.kids(n) if k in inside and k not in known)
        )
    ]
    return Knot(tuple(sorted(cut)), tuple(order))


def _returns(program: Program, top: int, part: set[int]) -> bool:
    """Whether a node leads back to itself within this part."""
    seen: set[int] = set()
    waiting = [top]
    while waiting:
        for kid in program.kids(waiting.pop()):
            if kid == top:
                return True
            if kid in part and kid not in seen:
                seen.add(kid)
                waiting.append(kid)
    return False


def components(roots: Sequence[int], kids: Callable[[int], tuple[int, ...]]) -> Iterator[list[int]]:
    """The strongly connected components under the roots, each after those it leads to."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    for root in roots:
        if root in number:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(kids(root)))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for kid in rest:
                if kid not in number:
                    number[kid] = low[kid] = len(number)
                    stack.append(kid)
                    on_stack.add(kid)
                    work.append((kid, iter(kids(kid))))
                    break
                if kid in on_stack:
                    low[node] = min(low[node], number[kid])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while True:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                        if component[-1] == node:
                            break
                    yield component


# Writing the code


class Writer:
    """The code of one knot.

    A pass takes the values of the cut, the table `c` of what harms are worth beyond the cell, the chances `s` that
    they stay, the places `r` of the gauges, and the values `o` of other knots it asks for. It returns what it makes
    of the cut, the values that are kept, and the places of the choices made.

    Args:
        mode: `plain`, `choose` (it says which choices were made), `down` and `up` (rounded so that bounds stay
            bounds).
    """

    def __init__(self, program: Program, which: int, mode: str, kept: Sequence[int]) -> None:
        self.program = program
        self.knot = knot = program.knots[which]
        self.mode = mode
        self.names = {number: f"v{number}" for number in knot.nodes}
        self.names.update({number: f"x{j}" for j, number in enumerate(knot.cut)})
        self.names.update({number: f"o[{place}]" for place, number in enumerate(program.outside[which])})
        self.names.update({-1: "0.0", -2: "1.0"})
        self.lines = [f"def run({', '.join([f'x{j}' for j in range(len(knot.cut))] + ['c', 's', 'r', 'o'])}):"]
        for number in knot.nodes:
            self._write(number)
        picks = [f"k{number}" for number in picks_of(program, knot)] if mode == "choose" else []
        parts = [_tuple([f"v{number}" for number in each]) for each in (knot.cut, kept)]
        self.lines.append(f"    return {', '.join([*parts, _tuple(picks)])}")

    def _write(self, number: int) -> None:
        node = self.program.graph.nodes[number]
        kids = [self.program.named(kid) for kid in kids_of(node)]
        if isinstance(node, Mix):
            self._mix(
                number, [(kid, repr(weight / node.total)) for kid, (_, weight) in zip(kids, node.ways, strict=True)]
            )
        elif isinstance(node, Pick):
            self._pick(number, kids, ">" if node.mine else "<")
        elif isinstance(node, Hurt):
            self._hurt(number, kids)
        elif isinstance(node, Read):
            place = self.program.places[number]
            self.lines.append(f"    v{number} = {_tuple([self.names[kid] for kid in kids])}[r[{place}]]")

    def _mix(self, number: int, ways: list[tuple[int, str]], plus: str = "") -> None:
        terms = [weight if kid == -2 else f"{weight} * {self.names[kid]}" for kid, weight in ways if kid != -1]
        total = " + ".join([*([plus] if plus else []), *terms]) or "0.0"
        eps = ROUNDING * (len(terms) + 3)
        if self.mode == "down":
            total = f"({total}) * {1 - eps!r}"
        elif self.mode == "up":
            total = f"({total}) * {1 + eps!r}"
            if plus:
                total = f"min(1.0, {total})"
            inside = {*self.knot.nodes, *self.knot.cut}
            if not plus and all(kid in inside for kid, _ in ways):
                # A mean is no more than the most of its parts: so what only goes round in circles does not creep up.
                parts = ", ".join(dict.fromkeys(self.names[kid] for kid, _ in ways))
                total = f"min(max({parts}), {total})" if "," in parts else parts
        self.lines.append(f"    v{number} = {total}")

    def _pick(self, number: int, kids: list[int], better: str) -> None:
        value = f"v{number}"
        first, *rest = kids
        choose = self.mode == "choose"
        self.lines.append(f"    {value} = {self.names[first]}{f'; k{number} = 0' if choose else ''}")
        for place, kid in enumerate(rest, 1):
            note = f"; k{number} = {place}" if choose else ""
            self.lines.append(f"    if {self.names[kid]} {better} {value}: {value} = {self.names[kid]}{note}")

    def _hurt(self, number: int, kids: list[int]) -> None:
        place = self.program.places[number]
        if number not in self.program.staying:
            self.lines.append(f"    v{number} = c[{place}]")
            return
        self._mix(number, [(kid, f"s[{place}][{k}]") for k, kid in enumerate(kids) if kid >= 0], f"c[{place}]")

    def function(self) -> Callable[..., Any]:
        """The function."""
        space: dict[str, Any] = {}
        exec(compile("\n".join(self.lines), f"<knot of {len(self.knot.nodes)} nodes>", "exec"), space)  # noqa: S102 - code written here from a graph
        run: Callable[..., Any] = space["run"]
        return run


def picks_of(program: Program, knot: Knot) -> list[int]:
    """The decisions of a knot, in the order in which a pass names its choices."""
    return [number for number in knot.nodes if isinstance(program.graph.nodes[number], Pick)]


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
