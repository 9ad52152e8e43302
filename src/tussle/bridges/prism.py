"""Any graph as a model in the PRISM language, its chances exact rationals.

A chain where nobody decides, a Markov decision process where one side does, a two-player game (for PRISM-games)
where both do. `s` is the point; `p0`, `p1` and `p2` are reached, lost and neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from tussle.analysis.graph_points import ENDS, Points
from tussle.bout.notation import stance_text

__all__ = ["model_kind", "prism_model"]


def model_kind(game: Points) -> str:
    """`dtmc`, `mdp` or `smg`: how many sides decide."""
    deciding = {point.who for point in game.points if len(point.options) > 1}
    return ("dtmc", "mdp", "smg")[len(deciding - {""})]


def prism_model(game: Points) -> str:
    """The model as text, with labels `reached`, `lost` and `neither`, and a comment that names each stance."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Points) -> Iterator[str]:
    kind = model_kind(game)
    bout, objective = game.graph.bout, game.graph.objective
    yield f"// {bout.rules.load_string}: {', '.join(bout.names)}; goal of side {objective.side}: {objective}"
    yield kind
    yield ""
    if kind == "smg":
        for place, who in enumerate(("mine", "theirs"), 1):
            actions = [f"[p{number}_{way}]" for number, way in _actions(game, who)]
            yield f"player {who} {', '.join(actions)} endplayer // player {place}"
        yield ""
    yield "module grapple"
    yield f"  s : [0..{len(game.points) - 1}] init {game.first};"
    roots = {game.graph.state(n).root: n for n in range(len(game.graph.stances)) if n in game.graph.actions}
    for number, point in enumerate(game.points):
        key = game.names[number]
        if key is not None and key[0] in roots:
            yield f"  // {stance_text(bout, game.graph.stances[roots[key[0]]])} rows {key[1]} rounds left {key[2]}"
        if number < len(ENDS):
            yield f"  {_action(kind, number, 0)} s={number} -> (s'={number}); // {ENDS[number]}"
        for way, option in enumerate(point.options):
            ways = " + ".join(f"{chance} : (s'={kid})" for kid, chance in option.ways)
            said = f" // {option.label}" if option.label else ""
            yield f"  {_action(kind, number, way)} s={number} -> {ways};{said}"
    yield "endmodule"
    yield ""
    for number, end in enumerate(ENDS):
        yield f'label "{end}" = s={number};'


def _action(kind: str, number: int, way: int) -> str:
    return f"[p{number}_{way}]" if kind == "smg" else "[]"


def _actions(game: Points, who: str) -> Iterator[tuple[int, int]]:
    """The actions of a side; those of nobody are the first side's."""
    for number, point in enumerate(game.points):
        if (point.who or "mine") == who:
            yield from ((number, way) for way in range(max(1, len(point.options))))
