"""The pages that need no table: home, the calculator, a new table, a record brought along."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tussle.bestiary import quick_text, search
from tussle.bestiary.match import match
from tussle.bout.bout import Bout, make_bout
from tussle.bout.fighter import fighter_json, read_fighter
from tussle.bout.loading import available, load
from tussle.bout.notation import bout_json, parse_map, parse_position, position_text
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import Position
from tussle.errors import TussleError, Unreadable
from tussle.play.events import GRAMMAR
from tussle.play.record import read_record
from tussle.play.state import apply_state
from tussle.surfaces.contest import TIES
from tussle.surfaces.web import copies, pages
from tussle.surfaces.web.page import chance, clause_form, plain
from tussle.surfaces.web.sheet import sheet_form
from tussle.surfaces.web.typed import read_typed
from tussle.surfaces.words import about

__all__ = ["bring", "calculator", "fighters", "help_page", "home", "new", "pair_sheet", "start", "theme"]

FEELS = {
    "hug": "Two in a hug. Short and sharp: hold, throw, squeeze. A friend who strikes in may hit you.",
    "srd35": "The 3.5 SRD grapple. Size and strength decide: grab, hold, pin, and a list of things you may not do.",
    "endure": "A test of breath. Every struggle tires somebody, and who fails first loses each check after it.",
    "cphera": "Each round opens with a check for the upper hand. You spend action points; overspending hurts.",
}
"""What a rule set feels like at the table; one that is not here says its title."""

FACTS = {
    "hug": ("d20 and a skill", "standard, move, minor", "two only"),
    "srd35": ("opposed d20", "attacks and actions", "up to four on one"),
    "endure": ("pools of d6, 5 or more", "three actions a turn", "two only"),
    "cphera": ("opposed d20", "action points, hexes", "any number"),
}
MAX_HITS = 30
FIELDS = ("mine", "theirs", "tie", "text", "rules", "a", "b", "tied")
"""The fields of the calculator's two forms."""


def rule_cards() -> list[dict[str, Any]]:
    """A card for each rule set that can be loaded."""
    found = []
    for name in sorted(
        available(), key=lambda name: (name not in FEELS, list(FEELS).index(name) if name in FEELS else 0)
    ):
        try:
            rules = load(name)
        except TussleError:
            continue  # a rule set that is broken is named by `tussle rules`; here it is left out
        found.append(
            {
                "name": name,
                "title": rules.title,
                "feel": FEELS.get(name, rules.title.capitalize()),
                "facts": FACTS.get(name, (f"{len(rules.clauses)} clauses",)),
                "house": list(rules.house),
            }
        )
    return found


async def home(request: Request) -> Response:
    """What there is: a calculator, a new table, the rule sets."""
    return pages.show(request, "home.html", {"sets": rule_cards(), "demo": request.app.state.demo})


async def theme(request: Request) -> Response:
    """Dark, light, or as the system says."""
    fields = await pages.form_of(request)
    response = RedirectResponse(pages.safe_path(fields.get("back", "/")), 303)
    response.set_cookie("theme", fields.get("theme", "")[:5], max_age=365 * 86_400, path="/", samesite="lax")
    return response


async def help_page(request: Request) -> Response:
    """The keys, and the grammar of events."""
    return pages.show(request, "help.html", {"grammar": list(GRAMMAR.values())})


# The calculator


async def calculator(request: Request) -> Response:
    """Two numbers, or two fighters, and the answer. All of it is in the address, so the address is a permalink."""
    asked = dict(request.query_params)
    values: dict[str, Any] = {
        "asked": {**dict.fromkeys(FIELDS, ""), **asked},
        "sets": rule_cards(),
        "contest": None,
        "pair": None,
        "problem": "",
        "ties": TIES,
        "link": str(request.url) if asked else "",
    }
    status = 200
    try:
        if asked.get("text", "").strip() or asked.get("mine", "").strip():
            values["contest"] = await _contest(request, asked)
        elif asked.get("bout") or (asked.get("a", "").strip() and asked.get("b", "").strip()):
            values["pair"] = await _pair(request, asked)
    except TussleError as error:
        values["problem"], status = str(error), pages.status_of(error)
    return pages.show(request, "calculator.html", values, status)


async def _contest(request: Request, asked: Mapping[str, str]) -> dict[str, Any]:
    """One contest: `text`, or the two numbers `mine` and `theirs` on d20s."""
    text = asked.get("text", "").strip()
    if not text:
        text = f"d20{_number(asked, 'mine')} vs d20{_number(asked, 'theirs')}"
    found = await pages.desk(request).ask("contest", {"text": text, "tie": asked.get("tie", "")}, 5)
    win, tie, lose = (Fraction(found[word]) for word in ("win", "tie", "lose"))
    ends = [("wins", win), *([("ties", tie)] if tie else []), ("loses", lose)]
    return {
        "text": found["text"],
        "sentence": found["sentence"],
        "about": about(win),
        "ends": [{"word": word, **chance(share, share)} for word, share in ends],
    }


def _number(asked: Mapping[str, str], name: str) -> str:
    """A modifier as it stands in dice text."""
    text = asked.get(name, "").strip().replace("\N{MINUS SIGN}", "-") or "0"
    try:
        return f"{int(text):+d}"
    except ValueError:
        raise Unreadable(f"{text[:20]!r} is no modifier: write a whole number, as in 7 or -2") from None


async def _pair(request: Request, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the one whose turn it is may do, how likely each works, and what is forbidden."""
    bout = _asked_bout(asked)
    position = _asked_position(bout, asked)
    line = position_text(bout, position)
    question = {"bout": bout_json(bout), "position": line}
    legal = await pages.desk(request).ask("legal", question)
    found = (await pages.desk(request).ask("actions", question))["rows"]
    priced = {(row["by"], row["action"]): row for row in found}
    turn = bout.names[position.stance.turn] if position.stance.turn >= 0 else ""
    rows = []
    for action in legal["actions"]:
        row = priced[action["by"], action["action"]]
        least, most = Fraction(row["least"]), Fraction(row["most"])
        rows.append(
            {
                "what": f"{action['by']}, out of turn: {action['text']}"
                if action["by"] != turn
                else action["text"][:1].upper() + action["text"][1:],
                "chance": chance(least, most) if row["rolls"] else None,
                "about": about(least) if least == most else f"from {about(least)} to {about(most)}",
                "decides": row["decides"],
                "cites": row["cites"],
                "steps": [
                    {
                        "clause": step["clause"],
                        "dice": " against ".join(step["dice"])
                        if len(step["dice"]) < 4
                        else f"{len(step['dice'])} dice",
                        "law": [(word, chance(Fraction(share), Fraction(share))) for word, share in step["law"]][:5],
                    }
                    for step in row["steps"]
                ],
            }
        )
    clauses = bout.rules.clause
    legal["refused"] = [one for one in legal["refused"] if one["by"] == turn]
    refused = [{**one, "text": clause_form(clauses[one["clause"]])["text"]} for one in legal["refused"]]
    return {
        "names": bout.names,
        "rules": bout.rules.load_string,
        "turn": turn,
        "position": line,
        "rows": rows,
        "refused": refused,
        "link": copies.permalink(bout, line),
        "others": [name for name in bout.names if name != turn],
        "tied": bool(position.stance.holds),
    }


def _asked_bout(asked: Mapping[str, str]) -> Bout:
    if asked.get("bout"):
        return copies.unpack(asked["bout"])
    return match(asked.get("rules", "") or available()[0], asked["a"], asked["b"], finder=read_typed)


def _asked_position(bout: Bout, asked: Mapping[str, str]) -> Position:
    """The opening, a position line, or a state in words; `swap`: the second has the turn; `tied`: in a hold."""
    if asked.get("at"):
        return parse_position(bout, asked["at"])
    first = 1 if asked.get("swap") else 0
    position = bout.opening((first, *(who for who in bout.everyone if who != first)))
    if asked.get("state"):
        return apply_state(bout, position, asked["state"])
    if asked.get("tied"):
        verb = next(iter(bout.rules.state_words))
        holder, held = bout.names[0], bout.names[1]
        return apply_state(bout, position, f"{holder} {verb} {held}; turn {bout.names[first]}")
    return position


async def pair_sheet(request: Request) -> Response:
    """The sheet of two fighters."""
    asked = dict(request.query_params)
    try:
        if not asked.get("bout") and not (asked.get("a", "").strip() and asked.get("b", "").strip()):
            raise Unreadable("the sheet needs two fighters: /sheet?rules=hug&a=Otto&b=Arangu")
        form = await sheet_form(pages.desk(request), _asked_bout(asked))
    except TussleError as error:
        status = pages.status_of(error)
        return pages.show(request, "error.html", {"sentence": str(error), "status": status}, status)
    back = f"/calculator?{urlencode(asked)}"
    return pages.show(request, "sheet.html", {**form, "back": back})


# A new table


class Draft(msgspec.Struct):
    """A table on its way: what the form of a new table carries from one page to the next.

    Attributes:
        fighters: each as JSON, with its name.
        sides: for each its side, 0 or 1.
    """

    rules: str
    rulings: dict[str, str] = {}
    fighters: list[dict[str, Any]] = []
    sides: list[int] = []


async def new(request: Request) -> Response:
    """The form of a new table."""
    sets = rule_cards()
    asked = request.query_params.get("rules", "")
    rules = asked if asked in [one["name"] for one in sets] else sets[0]["name"]
    return _show_draft(request, Draft(rules), {})


def _show_draft(
    request: Request, draft: Draft, fields: Mapping[str, str], problem: str = "", status: int = 200
) -> Response:
    rules = load(draft.rules)
    rulings = [
        {
            "name": ruling.name,
            "words": ruling.name.replace("_", " ").capitalize(),
            "values": ruling.values,
            "value": draft.rulings.get(ruling.name, ruling.default),
            "default": ruling.default,
            "reason": ruling.reason,
            "free": bool(ruling.free),
            "hint": ruling.hint,
            "clause": {"id": clause.id, "text": plain(clause.text)},
        }
        for ruling, clause in rules.rulings.values()
    ]
    names = _names(draft)
    values = {
        "sets": rule_cards(),
        "draft": draft,
        "packed": msgspec.json.encode(draft).decode(),
        "rulings": rulings,
        "changed": sum(one["value"] != one["default"] for one in rulings),
        "hits": _hits(rules, fields.get("q", "")),
        "q": fields.get("q", ""),
        "typed": fields.get("typed", ""),
        "title": fields.get("title", ""),
        "state": fields.get("state", ""),
        "map": fields.get("map", ""),
        "example": ": ".join(["Bob", " ".join(f"{word} 3" for word in list(rules.quick)[2:4])]),
        "boxes": [
            [
                {
                    "name": names[place],
                    "place": place,
                    "quick": quick_text(rules, *read_fighter(rules, dict(fighter))).partition(": ")[2],
                }
                for place, fighter in enumerate(draft.fighters)
                if draft.sides[place] == side
            ]
            for side in (0, 1)
        ],
        "problem": problem,
    }
    return pages.show(request, "new.html", values, status)


def _names(draft: Draft) -> list[str]:
    """The fighters' names as the bout will number them."""
    told = [str(fighter["name"]) for fighter in draft.fighters]
    seen: dict[str, int] = {}
    found = []
    for name in told:
        seen[name] = seen.get(name, 0) + 1
        found.append(f"{name} {seen[name]}" if told.count(name) > 1 else name)
    return found


def _hits(rules: RuleSet, query: str) -> list[dict[str, str]]:
    """House fighters that a search finds."""
    return [
        {"name": name, "quick": quick_text(rules, name, rules.house[name]).partition(": ")[2]}
        for name in search(rules, query.strip())[:MAX_HITS]
    ]


async def fighters(request: Request) -> Response:
    """The results of a search, while somebody types."""
    rules = load(request.query_params.get("rules", "") or available()[0])
    return pages.show(request, "_hits.html", {"hits": _hits(rules, request.query_params.get("q", ""))})


async def start(request: Request) -> Response:
    """The form of a new table, sent: something added, taken away, or the table begun."""
    fields = await pages.form_of(request, most=200_000)
    draft = _draft(fields)
    try:
        do, _, what = fields.get("do", "").partition(":")
        if do == "start":
            return await _begin(request, draft, fields)
        _change(draft, fields, do, what)
    except TussleError as error:
        return _show_draft(request, draft, fields, str(error), pages.status_of(error))
    fields["typed"] = ""
    return _show_draft(request, draft, fields)


def _draft(fields: Mapping[str, str]) -> Draft:
    """The draft a form carries, with what its switches say now."""
    try:
        draft = msgspec.json.decode(fields.get("packed", ""), type=Draft)
    except msgspec.DecodeError:
        raise Unreadable("the form of the new table cannot be read: begin again at /new") from None
    if fields.get("rules", draft.rules) != draft.rules:
        rules = load(fields["rules"])
        return Draft(rules.name)  # fighters of another rule set are no fighters here
    known = load(draft.rules).rulings
    draft.rulings = {
        name: fields[f"ruling-{name}"].strip() or ruling.default
        for name, (ruling, _) in known.items()
        if f"ruling-{name}" in fields
    }
    if len(draft.sides) != len(draft.fighters) or any(side not in (0, 1) for side in draft.sides):
        raise Unreadable("the form of the new table cannot be read: begin again at /new")
    return draft


def _load_string(draft: Draft) -> str:
    rulings = load(draft.rules).rulings
    changed = {name: value for name, value in draft.rulings.items() if value != rulings[name][0].default}
    inside = ",".join(f'{name}="{value.replace(chr(34), "")}"' for name, value in changed.items())
    return load(f"{draft.rules}({inside})" if inside else draft.rules).load_string


def _change(draft: Draft, fields: Mapping[str, str], do: str, what: str) -> None:
    """Add or remove a fighter; anything else only shows the form again, as its switches stand."""
    rules = load(_load_string(draft))
    if do in ("add1", "add2"):
        text = what or fields.get("upload", "").strip() or fields.get("typed", "").strip()
        if not text:
            raise Unreadable("type or paste a fighter first, or choose one that was found")
        if len(draft.fighters) >= 16:
            raise Unreadable("a grapple takes at most 16 fighters")
        name, fighter = read_typed(rules, text)
        draft.fighters.append(fighter_json(name, fighter))
        draft.sides.append(int(do[3]) - 1)
    elif do == "drop" and what.isdigit() and int(what) < len(draft.fighters):
        del draft.fighters[int(what)], draft.sides[int(what)]


async def _begin(request: Request, draft: Draft, fields: Mapping[str, str]) -> Response:
    rules = load(_load_string(draft))
    if len(draft.fighters) < 2:
        raise Unreadable("a grapple takes at least two fighters: add them above")
    named = [read_fighter(rules, dict(fighter)) for fighter in draft.fighters]
    bout = make_bout(rules, named, tuple(draft.sides))
    if fields.get("map", "").strip():
        plan = parse_map(fields["map"].strip(), bout.names)
        bout = make_bout(rules, list(zip(bout.names, bout.fighters, strict=True)), bout.sides, plan)
    hidden = {
        "all": [name for place, name in enumerate(bout.names) if fields.get(f"hide-{place}") == "all"],
        "numbers": [name for place, name in enumerate(bout.names) if fields.get(f"hide-{place}") == "numbers"],
    }
    position = bout.opening()
    if fields.get("state", "").strip():
        position = apply_state(bout, bout.opening(tuple(bout.everyone)), fields["state"].strip())
    made = await pages.tables(request).make(bout, position, title=_title(fields), hidden=hidden)
    response = pages.go(request, f"/t/{made.table}")
    pages.set_key(request, response, made.table, made.key)
    return response


def _title(fields: Mapping[str, str]) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in fields.get("title", "")).split())[:80]


async def bring(request: Request) -> Response:
    """A record brought along becomes a table; whoever brings it is its game master."""
    if request.method == "GET":
        return pages.show(request, "bring.html", {"problem": "", "text": ""})
    fields = await pages.form_of(request, most=1_000_000)
    text = fields.get("upload", "").strip("\n") or fields.get("text", "")
    try:
        if not text.strip():
            raise Unreadable("choose a file or paste a record first")
        reading = read_record((text.replace("\r\n", "\n").strip("\n") + "\n").encode())
        bout, position = reading.session.start
        made = await pages.tables(request).make(
            bout, position, title=_title(fields), story=reading.session, seed=reading.session.seed
        )
    except TussleError as error:
        values = {"problem": str(error), "text": text[:20_000]}
        return pages.show(request, "bring.html", values, pages.status_of(error))
    response = pages.go(request, f"/t/{made.table}")
    pages.set_key(request, response, made.table, made.key)
    return response
