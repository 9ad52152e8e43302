"""What can be done in a position and how likely it works, as one document. docs/odds-json.md describes the form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tussle.analysis.joint import Line
from tussle.analysis.odds import Branch, Node, Odds, Pricer, leaves
from tussle.ask.dice import Die
from tussle.ask.law import answer_text
from tussle.ask.requests import Choose, Gauge, Harm, Part, Roll
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.notation import find_actions, full_token, item_text, position_text
from tussle.bout.stance import GM, NOBODY, Position
from tussle.bout.walk import legal_actions, why_not
from tussle.errors import Uncovered

__all__ = ["LINKS", "MOST_ENDS", "SCHEMA", "Priced", "fighter_name", "odds_form", "price", "price_all"]

SCHEMA = "tussle/odds/1"
MOST_ENDS = 20_000
"""A tree with more ends, all written out, is cut short."""
LINKS = (None, 8, 4, 2, 1)
"""How many procedures follow one another in a tree: the first number that does not give too many ends."""


class Priced(Struct, frozen=True):
    """An action, or what is due, with its odds.

    Attributes:
        name: the token of the action, as it was asked for; what is due as it stands in the position line.
        actions: the actions it may become; none for what is due.
        by: the index of the fighter who acts, or whose turn it is.
        clauses: every clause it rests on, those that allow it first.
        rulings: the rulings behind these clauses, as `tie=reroll`.
        odds: its odds; least and most are those of the largest tree that could be had, also where it is cut more.
        cut: whether the tree ends before all that is due has happened.
    """

    name: str
    actions: tuple[Action, ...]
    by: int
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    odds: Odds
    cut: bool


def price_all(pricer: Pricer, position: Position, asked: str | None = None) -> list[Priced]:
    """Every legal action of a position, or the one asked for; where something is due, that alone.

    Raises:
        Unreadable: `asked` is no action of the rule set.
        Illegal: it is, and cannot be taken now.
    """
    bout, stance = pricer.bout, position.stance
    if asked is not None:
        actions = find_actions(bout, stance, asked)
        name = asked.strip() if len(actions) > 1 else full_token(bout, stance, actions[0])
        return [price(pricer, position, name, actions)]
    if stance.agenda:
        return [price(pricer, position, item_text(bout, stance.agenda[0]), ())]
    return [
        price(pricer, position, full_token(bout, stance, action), (action,)) for action in legal_actions(bout, stance)
    ]


def price(pricer: Pricer, position: Position, name: str, actions: tuple[Action, ...]) -> Priced:
    """The odds of an action, of the choice between several, or (none) of what is due."""
    tries = _tries(pricer, position, actions)
    cut, whole = next(tries)
    odds = whole
    while leaves(odds.tree) > MOST_ENDS:
        cut, odds = next(tries)
    allowing = (clause for action in actions for clause in action.clauses)
    clauses = tuple(dict.fromkeys((*allowing, *whole.cites)))
    by = actions[0].by if actions else position.stance.turn
    return Priced(
        name,
        actions,
        by,
        clauses,
        pricer.bout.rules.touched(clauses),
        Odds(odds.tree, whole.least, whole.most, whole.cites),
        cut=cut,
    )


def _tries(pricer: Pricer, position: Position, actions: tuple[Action, ...]) -> Iterator[tuple[bool, Odds]]:
    """Odds from the largest tree that can be had to the smallest, each with whether it is cut short."""
    for links in LINKS[:-1]:
        with suppress(Uncovered):
            yield links is not None, pricer.price(position, actions, links)
    yield True, pricer.price(position, actions, LINKS[-1])


def fighter_name(bout: Bout, fighter: int) -> str:
    """The fighter's name; the game master's where it is nobody's."""
    return GM if fighter == NOBODY else bout.names[fighter]


def odds_form(
    bout: Bout, position: Position, priced: list[Priced], joint: list[list[Line]] | None = None
) -> dict[str, Any]:
    """The document of `tussle odds --json`.

    Args:
        joint: for each entry its joint laws, if they were asked for.
    """
    entries = []
    for place, one in enumerate(priced):
        entry = {
            "action": one.name,
            "by": fighter_name(bout, one.by),
            "due": not one.actions,
            "clauses": one.clauses,
            "rulings": one.rulings,
            "least": str(one.odds.least),
            "most": str(one.odds.most),
            "cut": one.cut,
            "tree": _node(bout, one.odds.tree, {}),
        }
        if joint is not None:
            entry["joint"] = [_joint_form(bout, line) for line in joint[place]]
        entries.append(entry)
    return {
        "schema": SCHEMA,
        "rules": bout.rules.load_string,
        "position": position_text(bout, position),
        "map": bout.space.mapped,
        "actions": entries,
        "refused": [
            {
                "by": fighter_name(bout, refusal.by),
                "verb": refusal.verb,
                "clause": refusal.clause,
                "reason": refusal.reason,
            }
            for refusal in why_not(bout, position.stance)
        ],
    }


def _joint_form(bout: Bout, line: Line) -> dict[str, Any]:
    return {
        "choices": [
            {"by": fighter_name(bout, made.request.fighter), "cites": made.request.clauses, "option": made.option}
            for made in line.choices
        ],
        "law": [[position_text(bout, position), str(chance)] for position, chance in line.law],
    }


def _node(bout: Bout, node: Node, memo: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """One node; a part that stands in several places is one object, written out in each."""
    if not isinstance(node, Branch):
        return {"end": position_text(bout, node.position), "done": node.done}
    if id(node) not in memo:
        request = node.request
        form = {**_request_form(bout, request), "cites": request.clauses}
        if isinstance(request, Choose):
            form["options"] = [[option, _node(bout, after, memo)] for option, _, after in node.ways]
        else:
            form["law"] = [
                [answer_text(answer), str(Fraction(weight, node.total)), _node(bout, after, memo)]
                for answer, weight, after in node.ways
            ]
        memo[id(node)] = form
    return memo[id(node)]


def _request_form(bout: Bout, request: Roll | Choose | Harm | Gauge) -> dict[str, Any]:
    """What is asked, and of whom: who rolls or decides, who is harmed, whose tally is read."""
    if isinstance(request, Roll):
        owners = (*(die.owner for die in request.dice), *(part.owner for part in request.parts), NOBODY)
        return {
            "ask": "roll",
            "by": fighter_name(bout, owners[0]),
            "dice": _dice_form(bout, request.dice),
            "parts": _parts_form(bout, request.parts),
        }
    by = fighter_name(bout, request.fighter)
    if isinstance(request, Choose):
        return {"ask": "choose", "by": by}
    if isinstance(request, Gauge):
        return {"ask": "gauge", "by": by, "tally": request.tally, "mark": request.mark}
    dice, parts = _dice_form(bout, request.dice), _parts_form(bout, request.parts)
    return {"ask": "harm", "by": by, "kind": request.kind, "dice": dice, "parts": parts}


def _dice_form(bout: Bout, dice: tuple[Die, ...]) -> list[dict[str, Any]]:
    return [{"by": fighter_name(bout, die.owner), "sides": die.sides, "label": die.label} for die in dice]


def _parts_form(bout: Bout, parts: tuple[Part, ...]) -> list[dict[str, Any]]:
    return [
        {"by": fighter_name(bout, part.owner), "name": part.name, "value": part.value, "clause": part.clause}
        for part in parts
    ]
