"""`tussle export`."""

from __future__ import annotations

import click

from tussle.surfaces.cli.best import auto_option, goal_option, place, state_option, stated
from tussle.surfaces.cli.common import FIGHTER, RULES, at_option, map_option, named_bout

__all__ = ["command"]

MOST_POINTS = 200_000


@click.group("export")
def command() -> None:
    """Hand a game to other people's programs."""


@command.command("prism")
@click.argument("rules", type=RULES)
@click.argument("fighters", type=FIGHTER, nargs=-1, required=True, metavar="FIGHTER FIGHTER...")
@goal_option
@at_option
@state_option
@map_option
@auto_option
def prism(
    rules: str,
    fighters: tuple[str, ...],
    goal: str,
    at: str | None,
    state: str | None,
    map_text: str | None,
    auto: tuple[str, ...],
) -> None:
    """A model in the PRISM language, every chance an exact rational, for Storm, PRISM and PRISM-games.

    \b
    tussle export prism hug Otto Arangu --goal "hold for 2" --auto Arangu=random > hold.prism
    storm --prism hold.prism --exact --prop 'Pmax=? [F "reached"]'
    """  # noqa: D301 - click leaves a paragraph alone that begins with this sign
    from tussle.analysis.graph import Graph
    from tussle.analysis.graph_points import Points
    from tussle.analysis.objective import parse_objective
    from tussle.bridges.prism import prism_model

    bout = named_bout(rules, fighters, map_text)
    graph = Graph(bout, parse_objective(goal, bout), place(bout, at, state), stated(bout, auto))
    click.echo(prism_model(Points(graph, MOST_POINTS)), nl=False)
