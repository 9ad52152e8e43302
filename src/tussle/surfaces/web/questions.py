"""What can cost much time: pricing, best play, forecasts.

Each question is a document in and a document out, so that another process, which can be limited and killed, answers
it (`worker`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from tussle.analysis.odds import Branch, Node, Odds, Pricer, walk_nodes
from tussle.ask.requests import Choose, Gauge, Harm, Roll
from tussle.bout.bout import Bout
from tussle.bout.notation import parse_position, position_text, read_bout, token
from tussle.bout.stance import Position
from tussle.bout.walk import legal_actions, why_not
from tussle.errors import TussleError, Unreadable
from tussle.play.transcript import describe
from tussle.surfaces.advice import answer_form, forecast_form
from tussle.surfaces.contest import read_contest
from tussle.surfaces.odds import odds_form, price_all

__all__ = ["QUESTIONS", "answer"]

MAX_TREE = 2_000_000
MAX_VALUES = 1_500_000  # as many as the plain engine can find: a worker has no time to compile the other
"""So many values best play may find: a quarter of what the command line allows itself."""
MAX_ROUNDS = 50


@lru_cache(maxsize=8)
def _pricer(bout: bytes) -> Pricer:
    return Pricer(read_bout(bout))


def _bout(question: Mapping[str, Any]) -> Bout:
    """The bout of a question; read once for many positions."""
    if not isinstance(question.get("bout"), dict):
        raise Unreadable("the question has no bout: give it as an object with rules, fighters and sides")
    return _pricer(msgspec.json.encode(question["bout"])).bout


def _position(bout: Bout, question: Mapping[str, Any]) -> Position:
    line = question.get("position")
    if line is None:
        return bout.opening(tuple(bout.everyone))
    if not isinstance(line, str):
        raise Unreadable("the position must be one line of text")
    return parse_position(bout, line)


def legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """Every action that can be taken, and every verb that cannot, with the clause that forbids it."""
    bout = _bout(question)
    position = _position(bout, question)
    return {
        "schema": "tussle/legal/1",
        "rules": bout.rules.load_string,
        "position": position_text(bout, position),
        "actions": [
            {
                "action": token(bout, action),
                "by": bout.names[action.by],
                "text": describe(bout, action),
                "clauses": action.clauses,
            }
            for action in legal_actions(bout, position.stance)
        ],
        "refused": [
            {"verb": refusal.verb, "by": bout.names[refusal.by], "reason": refusal.reason, "clause": refusal.clause}
            for refusal in why_not(bout, position.stance)
        ],
    }


def odds(question: Mapping[str, Any]) -> dict[str, Any]:
    """The document of `tussle odds --json`."""
    bout = _bout(question)
    position = _position(bout, question)
    pricer = _pricer(msgspec.json.encode(question["bout"]))
    form = odds_form(bout, position, price_all(pricer, position, question.get("action")))
    if len(msgspec.json.encode(form)) > MAX_TREE:
        raise Unreadable("the odds are too long to be written out: ask for one action")
    return form


def actions(question: Mapping[str, Any]) -> dict[str, Any]:
    """For each legal action what a row of the table page says of it."""
    bout = _bout(question)
    position = _position(bout, question)
    pricer = _pricer(msgspec.json.encode(question["bout"]))
    rows = [_row(bout, action, pricer.price(position, [action])) for action in legal_actions(bout, position.stance)]
    return {"rows": rows}


def _row(bout: Bout, action: Any, found: Odds) -> dict[str, Any]:
    return {
        "action": token(bout, action),
        "by": bout.names[action.by],
        "least": str(found.least),
        "most": str(found.most),
        "rolls": any(isinstance(node, Branch) and isinstance(node.request, Roll) for node in walk_nodes(found.tree)),
        "decides": sorted({bout.names[who] for who in _deciders(found.tree) if who != action.by}),
        "uses": sorted(bout.names[who] for who in _uses(found.tree) if who >= 0),
        "met": sorted(bout.names[who] for who in _met(found.tree) if who >= 0),
        "cites": list(dict.fromkeys((*action.clauses, *found.cites))),
        "steps": _steps(found.tree, action.by),
    }


def _requests(tree: Node) -> list[Any]:
    return [node.request for node in walk_nodes(tree) if isinstance(node, Branch)]


def _deciders(tree: Node) -> set[int]:
    return {request.fighter for request in _requests(tree) if isinstance(request, Choose)}


def _uses(tree: Node) -> set[int]:
    """Whose numbers the law rests on."""
    found: set[int] = set()
    for request in _requests(tree):
        if isinstance(request, Roll | Harm):
            found |= {part.owner for part in request.parts} | {die.owner for die in request.dice}
        if isinstance(request, Harm | Gauge):
            found.add(request.fighter)
    return found


def _met(tree: Node) -> set[int]:
    """Everybody the action meets on its way, in whatever role."""
    return _uses(tree) | _deciders(tree)


def _steps(tree: Node, by: int) -> list[dict[str, Any]]:
    """The throws of the longest way in which nobody else decides to step in: what is rolled, and how it goes."""
    steps: list[dict[str, Any]] = []
    node = tree
    while isinstance(node, Branch) and len(steps) < 6:
        request = node.request
        if isinstance(request, Choose):
            words = ("no", "none", "pass")
            quiet = next((way for way in node.ways if str(way[0]) in words), node.ways[-1])
            node = quiet[2] if request.fighter != by else node.ways[0][2]
            continue
        if isinstance(request, Roll):
            law = [[_word(answer), str(Fraction(weight, node.total))] for answer, weight, _ in node.ways]
            steps.append({"clause": request.clauses[0], "law": law, "dice": [f"d{die.sides}" for die in request.dice]})
        good = [way for way in node.ways if str(way[0]) in ("won", "hit", "passed")] or [node.ways[-1]]
        node = good[0][2]
    return steps


def _word(answer: Any) -> str:
    if isinstance(answer, int):
        return f"by {answer}" if answer else "not enough"
    return answer if isinstance(answer, str) else "in order"


def contest(question: Mapping[str, Any]) -> dict[str, Any]:
    """One contest of dice, as `tussle check` prices it."""
    text = question.get("text")
    if not isinstance(text, str):
        raise Unreadable("the contest must be text")
    found = read_contest(text, question.get("tie") or None)
    return {
        "schema": "tussle/check/1",
        "text": found.text,
        "ties": found.ties,
        "win": str(found.win),
        "tie": str(found.tie),
        "lose": str(found.lose),
        "sentence": found.sentence,
    }


def best(question: Mapping[str, Any]) -> dict[str, Any]:
    """What is best for a goal, as `tussle best --json` says it; `by`: whose side's goal it is."""
    from tussle.analysis.objective import parse_objective
    from tussle.analysis.solve import best as solve

    bout = _bout(question)
    position = _position(bout, question)
    goal = parse_objective(_text(question, "goal", "down first"), bout)
    if by := _text(question, "by", ""):
        if by not in bout.names:
            raise Unreadable(f"{by[:40]!r} is not in the bout: {', '.join(bout.names)}")
        goal = msgspec.structs.replace(goal, side=bout.sides[bout.names.index(by)])
    return answer_form(bout, position, solve(bout, position, goal, most=MAX_VALUES, engine="plain"))


def forecast(question: Mapping[str, Any]) -> dict[str, Any]:
    """How the first side stands at the end of each round ahead, as `tussle forecast --json` says it."""
    from tussle.analysis.forecast import forecast as follow

    bout = _bout(question)
    position = _position(bout, question)
    rounds = question.get("rounds", 6)
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        raise Unreadable(f"the rounds must be a whole number from 1 to {MAX_ROUNDS}")
    return forecast_form(bout, position, follow(bout, position, rounds, most=MAX_VALUES, engine="plain"))


def _text(question: Mapping[str, Any], field: str, default: str) -> str:
    found = question.get(field)
    if found is not None and not isinstance(found, str):
        raise Unreadable(f"the {field} must be text")
    return found or default


QUESTIONS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "legal": legal,
    "odds": odds,
    "actions": actions,
    "contest": contest,
    "best": best,
    "forecast": forecast,
}


def answer(sort: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question: `{"ok": document}`, or `{"error": sentence, "sort": ...}` where it cannot be."""
    try:
        return {"ok": QUESTIONS[sort](question)}
    except TussleError as error:
        return {"error": str(error), "sort": type(error).__name__, "clause": getattr(error, "clause", "")}
    except MemoryError:
        return {"error": "this question needs more memory than a server gives it", "sort": "Uncovered", "clause": ""}
    except RecursionError:
        return {"error": "this question is nested too deeply", "sort": "Uncovered", "clause": ""}
