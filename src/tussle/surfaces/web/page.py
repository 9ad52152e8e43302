"""What the table page shows a seat, as plain values for the templates: everything here has passed `Sight`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tussle.ask.law import answer_text
from tussle.ask.requests import Choose, Harm, Roll
from tussle.bout.bout import token_name
from tussle.bout.clause import Clause
from tussle.bout.notation import token
from tussle.bout.stance import NOBODY
from tussle.bout.walk import why_not
from tussle.play.situation import Act
from tussle.play.transcript import describe, left_text
from tussle.surfaces.web.live import MODES, Beat
from tussle.surfaces.web.picture import hold_word, is_pin, picture
from tussle.surfaces.web.seats import Seat
from tussle.surfaces.web.sight import Said, Sight
from tussle.surfaces.words import about, minus, percent

__all__ = ["beat_form", "chance", "clause_form", "first_sentence", "headline", "table_form"]

MOST_BEATS = 60
OPTIONS = {"yes": "Yes, do it", "no": "No, let it be"}
"""Options that say too little alone."""


def table_form(
    sight: Sight, priced: Mapping[str, Any] | None, everyone: Sequence[Seat], here: set[str]
) -> dict[str, Any]:
    """The whole page.

    Args:
        priced: what `questions.actions` says of each legal action; None where it is not known (yet).
        everyone: the seats of the table.
        here: the ids of those that somebody sits at.
    """
    live = sight.live
    session, stance = live.session, live.session.position.stance
    form = {
        "table": live.id,
        "title": live.title,
        "rules": sight.bout.rules.load_string,
        "rules_title": sight.bout.rules.title,
        "event": live.seq,
        "round": session.round,
        "paused": live.paused,
        "over": session.over,
        "mode": live.mode,
        "modes": MODES,
        "picture": picture(sight),
        "holds": _holds(sight),
        "turn": "" if stance.turn == NOBODY else sight.name(stance.turn),
        "my_turn": stance.turn != NOBODY and sight.mine(stance.turn),
        "order": [
            {"name": sight.name(who), "now": who == stance.turn} for who in stance.order if who not in sight.hidden
        ],
        "left": _left(sight),
        "moment": "over" if session.over else "wait",
        "fighters": [_fighter(sight, who) for who in sight.bout.everyone if who not in sight.hidden],
        "beats": _log(sight),
        "seats": [_seat_form(seat, sight.seat, here) for seat in everyone if not seat.revoked],
        "notes": list(live.notes) if sight.seat.master else [],
        "can_undo": sight.seat.master and bool(session.entries),
        "whole": sight.whole,
    }
    form.update(_moment(sight, priced))
    return form


def _moment(sight: Sight, priced: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is due, and whether this seat can do it."""
    question = sight.live.session.pending
    if isinstance(question, Act):
        return _acts(sight, question, priced)
    if isinstance(question, Choose):
        return _choice(sight, question)
    if isinstance(question, Roll | Harm):
        return _dice(sight, question)
    return {}


# Actions


def _acts(sight: Sight, question: Act, priced: Mapping[str, Any] | None) -> dict[str, Any]:
    bout = sight.bout
    odds = {(row["by"], row["action"]): row for row in priced["rows"]} if priced else {}
    offered = [action for action in question.actions if sight.mine(action.by)]
    shown = [action for action in offered if not sight.mentions(token(bout, action))]
    if not offered:
        return {"moment": "wait", "waiting": _who_plays(sight, question.by)}
    refused = [
        {
            "verb": refusal.verb.replace("-", " "),
            "whom": "" if refusal.target == NOBODY else sight.name(refusal.target),
            "reason": refusal.reason,
            "clause": clause_form(bout.rules.clause[refusal.clause]),
        }
        for refusal in why_not(bout, sight.live.session.position.stance)
        if refusal.by == (question.by if sight.mine(question.by) else offered[0].by)
        and refusal.target not in sight.hidden
        and not sight.mentions(refusal.reason)
    ]
    acts = [_act(sight, action, odds.get((bout.names[action.by], token(bout, action)))) for action in shown]
    end = next((act for act in acts if act["verb"] == "pass"), None)
    rows = [act for act in acts if act["verb"] != "pass"]
    turn = sight.bout.names[question.by]
    groups = [
        {"by": by, "out_of_turn": by != turn, "acts": [act for act in rows if act["by"] == by]}
        for by in dict.fromkeys([act["by"] for act in rows])
    ]
    return {
        "moment": "act",
        "acts": acts,
        "groups": groups,
        "refused": refused,
        "priced": priced is not None,
        "end": end,
    }


def _act(sight: Sight, action: Any, row: Mapping[str, Any] | None) -> dict[str, Any]:
    said = describe(sight.bout, action)
    form: dict[str, Any] = {
        "token": token(sight.bout, action),
        "by": sight.bout.names[action.by],
        "verb": action.verb,
        "what": said[:1].upper() + said[1:],
        "how": "",
        "chance": None,
        "sure": "",
        "best": False,
    }
    if row is None:
        return form
    names = sight.bout.names
    kept = {names[who] for who in sight.secret}
    unseen = {names[who] for who in sight.hidden}
    if kept.intersection(row["uses"]) or unseen.intersection(row["met"]):
        return {**form, "sure": "the game master knows"}
    form["decides"] = row["decides"]
    if not row["rolls"]:
        return {**form, "sure": f"{row['decides'][0]} decides" if row["decides"] else "No roll"}
    least, most = Fraction(row["least"]), Fraction(row["most"])
    words = [about(least) if least == most else f"from {about(least)} to {about(most)}"]
    if row["decides"]:
        words.append(f"{' and '.join(row['decides'])} may have a say")
    words += [" against ".join(step["dice"]) for step in row["steps"][:1] if len(step["dice"]) <= 2]
    how = " · ".join(words)
    return {**form, "chance": chance(least, most), "how": how[:1].upper() + how[1:]}


def chance(least: Fraction, most: Fraction) -> dict[str, str]:
    """A chance, or a range of them: percentage, fraction, and the widths of its bar."""
    if least == most:
        shown, fraction = percent(least), str(least) if least not in (0, 1) else ""
    else:
        shown, fraction = f"{percent(least).removesuffix(' %')}\N{EN DASH}{percent(most)}", f"{least} to {most}"
        if percent(least).startswith(("under", "over")) or percent(most).startswith(("under", "over")):
            shown = f"{percent(least)} to {percent(most)}"
    return {
        "p": shown.replace(" %", "\N{NO-BREAK SPACE}%"),
        "fraction": fraction,
        "least": f"{float(least) * 100:.2f}%",
        "most": f"{float(most) * 100:.2f}%",
        "ranged": "yes" if least != most else "",
    }


# A choice, and dice


def _choice(sight: Sight, question: Choose) -> dict[str, Any]:
    clause = sight.bout.rules.clause.get(question.cites[0]) if question.cites else None
    if not sight.known(question):
        return {"moment": "wait", "waiting": "the game master"}
    return {
        "moment": "choose" if sight.mine(question.fighter) else "wait",
        "waiting": _who_plays(sight, question.fighter),
        "chooser": sight.name(question.fighter),
        "doing": _doing(sight),
        "asked": first_sentence(clause.text) if clause else "How is it done?",
        "options": [
            {"option": option, "what": OPTIONS.get(option, option.replace("_", " ").replace("-", " ").capitalize())}
            for option in question.options
        ],
        "why": clause_form(clause) if clause else None,
    }


def _dice(sight: Sight, question: Roll | Harm) -> dict[str, Any]:
    live, names = sight.live, sight.bout.names
    mine = set(live.own_dice(sight.seat))
    dice: list[dict[str, Any]] = []
    totalled: set[int] = set()
    for place, die in enumerate(question.dice):
        if sight.die(die) is None:
            continue
        lying = live.dice.get(place)
        parts = None if die.owner in totalled else sight.parts(question, die.owner)
        totalled.add(die.owner)
        faces = lying is not None and sight.sees_faces(
            live.mode, [token_name(names[die.owner])] if die.owner >= 0 else []
        )
        dice.append(
            {
                "place": place,
                "sides": die.sides,
                "owner": sight.name(die.owner),
                "label": die.label.replace("_", " "),
                "mine": place in mine,
                "total": "" if not parts else minus(sum(part.value for part in parts)).replace("+", "+ "),
                "parts": [
                    {"name": part.name, "value": minus(part.value), "clause": part.clause} for part in parts or ()
                ],
                "unknown": parts is None and die.owner in sight.secret,
                "lies": lying is not None,
                "face": lying.face if lying is not None and faces else "",
                "by": _who_plays(sight, die.owner),
            }
        )
    cites = [clause_form(sight.bout.rules.clause[cite]) for cite in question.cites if cite in sight.bout.rules.clause]
    due = len(question.dice) - len(live.dice)
    others = sorted({die["by"] for die in dice if not die["lies"] and not die["mine"]})
    owing = [die for die in dice if die["mine"] and not die["lies"]]
    harmed = sight.name(question.fighter) if isinstance(question, Harm) else ""
    what = f"Damage to {harmed}" if harmed else (first_sentence(cites[-1]["text"]) if cites else "A throw")
    return {
        "moment": "dice" if owing or (sight.seat.master and mine) else "wait",
        "waiting": " and ".join(others) or "the game master",
        "dice": dice,
        "due": due,
        "what": what,
        "cites": cites,
        "doing": _doing(sight),
        "ends": _ends(sight, question),
        "secret": not sight.known(question),
        "harm": bool(harmed),
    }


def _doing(sight: Sight) -> str:
    """What is being done: the last line that says who acts."""
    said = [line for line in sight.transcript() if line.kind == "act"]
    return said[-1].text if said else ""


def _ends(sight: Sight, question: Roll | Harm) -> list[dict[str, Any]]:
    """How the throw can come out; nothing where it rests on a hidden number, or on an order of many."""
    if not sight.known(question):
        return []
    law = question.reading.law(tuple(die.sides for die in question.dice))
    if len(law.weights) > 6:
        return []
    return [
        {
            "word": answer_text(answer).replace("_", " "),
            **chance(Fraction(weight, law.total), Fraction(weight, law.total)),
        }
        for answer, weight in law.weights
    ]


def _who_plays(sight: Sight, who: int) -> str:
    """For whom the table waits."""
    if who < 0 or who in sight.hidden or sight.bout.names[who] not in sight.live.played:
        return "the game master"
    return f"the player of {sight.bout.names[who]}"


# Reference


def _holds(sight: Sight) -> list[dict[str, Any]]:
    bout = sight.bout
    return [
        {
            "holder": bout.names[holder],
            "held": bout.names[held],
            "word": hold_word(bout.rules.strands.get(word, ""), word),
            "pin": is_pin(word),
            "arrow": is_pin(word) or "\N{BLACK RIGHT-POINTING TRIANGLE}" in bout.rules.strands.get(word, ""),
        }
        for holder, held, word in sight.live.session.position.stance.holds
        if holder not in sight.hidden and held not in sight.hidden
    ]


def _left(sight: Sight) -> list[str]:
    stance = sight.live.session.position.stance
    if stance.turn == NOBODY or stance.turn in sight.hidden:
        return []
    return [f"{amount} {word.replace('_', ' ')}" for word, amount in stance.budgets[stance.turn]]


def _fighter(sight: Sight, who: int) -> dict[str, Any]:
    bout, position, live = sight.bout, sight.live.session.position, sight.live
    stance, name = position.stance, bout.names[who]
    known = who not in sight.secret
    held = [
        (sight.name(holder if held == who else held), word, _part_in(sight, word, held == who))
        for holder, held, word in stance.holds
        if who in (holder, held) and not sight.hidden.intersection((holder, held))
    ]
    facts = [left_text(bout, position.tallies, who)] if known else ["the game master knows its numbers"]
    facts += [word.replace("_", " ").replace("-", " ") for word in stance.marks[who]]
    if stance.hands[who]:
        facts.append(f"{stance.hands[who].replace('_', ' ').replace('-', ' ')} in hand")
    if stance.cells and stance.standing[who] != bout.rules.standings[-1]:
        facts.append(f"at {stance.cells[who][0]}.{stance.cells[who][1]}")
    if known:
        facts += [
            f"{minus(value)} {why.replace('_', ' ')} on {scope}"
            for bearer, why, value, scope, _ in stance.bonuses
            if bearer == who
        ]
    tally = next(iter(bout.rules.left_words.values()), "")
    limit = bout.rules.limit(bout.fighters[who], tally) if known and tally else 0
    taken = position.tallies[who][bout.rules.tallies.index(tally)] if limit else 0
    return {
        "name": name,
        "state": _state(bout.fit(stance, who), stance.standing[who], held),
        "facts": facts,
        "health": f"{max(0, limit - taken) * 100 / limit:.1f}%" if limit else "",
        "mine": sight.mine(who),
        "hidden": name in live.hidden,
        "secret": name in live.secret,
        "turn": stance.turn == who,
        "side": bout.sides[who] + 1,
    }


def _part_in(sight: Sight, word: str, is_held: bool) -> str:  # noqa: FBT001 - a value among values
    """What a fighter is in a hold: `held`, `holding`, or `level` in one between equals."""
    if not is_pin(word) and "\N{BLACK RIGHT-POINTING TRIANGLE}" not in sight.bout.rules.strands.get(word, ""):
        return "level"
    return "held" if is_held else "holding"


def _state(fit: bool, standing: str, held: list[tuple[str, str, str]]) -> dict[str, str]:  # noqa: FBT001 - the same
    """The one thing that matters most about how a fighter is held."""
    if not fit:
        return {"sort": "down", "word": standing}
    by = {part: [other for other, _, found in held if found == part] for part in ("held", "level", "holding")}
    pinned = [other for other, word, part in held if part == "held" and is_pin(word)]
    if pinned:
        return {"sort": "pinned", "word": f"pinned by {' and '.join(pinned)}"}
    for part, words in (("held", "held by"), ("level", "grappling with"), ("holding", "holding")):
        if by[part]:
            others = " and ".join(by[part]) if len(by[part]) < 3 else f"{len(by[part])} others"
            return {"sort": "held", "word": f"{words} {others}"}
    return {"sort": "free", "word": "nobody holds it"}


def _seat_form(seat: Seat, me: Seat, here: set[str]) -> dict[str, Any]:
    return {
        "id": seat.id,
        "name": seat.name,
        "kind": {"master": "game master", "player": "", "spectator": "watches"}[seat.kind],
        "fighters": ", ".join(seat.fighters) if me.master or seat.id == me.id else "",
        "me": seat.id == me.id,
        "here": seat.id in here or seat.id == me.id,
        "invited": seat.invited,
    }


# The log


def _log(sight: Sight) -> list[dict[str, Any]]:
    """What happened, newest first."""
    beats = sight.live.beats[-MOST_BEATS:]
    return [form for form in (beat_form(sight, beat) for beat in reversed(beats)) if form]


def beat_form(sight: Sight, beat: Beat) -> dict[str, Any] | None:
    """One event of the log; None where there is nothing to tell this seat."""
    lines = sight.beat(beat)
    said = headline(sight, beat, lines)
    if not said:
        return None
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites if cite != "GM"))
    throw = sight.seat.master and beat.entry >= 0 and not beat.back and _is_throw(sight, beat.entry)
    return {
        "seq": beat.seq,
        "said": said,
        "lines": [line.text for line in lines if line.text != said],
        "cites": cites,
        "clauses": [clause_form(sight.bout.rules.clause[cite]) for cite in cites if cite in sight.bout.rules.clause],
        "back": beat.back,
        "typed": sum(beat.typed),
        "mode": MODES[beat.mode] if beat.mode != "public" else "",
        "amend": _amendable(sight, beat) if throw else None,
    }


def _is_throw(sight: Sight, place: int) -> bool:
    entries = sight.live.session.entries
    return place < len(entries) and bool(entries[place].faces)


def _amendable(sight: Sight, beat: Beat) -> dict[str, Any] | None:
    """The dice of a throw, to be corrected."""
    entry = sight.live.session.entries[beat.entry]
    if not sight.sees_faces(beat.mode, beat.throwers):
        return None
    dice = [die.split(":") for die in entry.dice]
    names = {token_name(name): name for name in sight.bout.names}
    return {
        "place": beat.entry,
        "dice": [
            {"place": number, "die": die[0], "sides": die[0][1:], "owner": names.get(die[1], die[1]), "face": face}
            for number, (die, face) in enumerate(zip(dice, entry.faces, strict=True))
        ],
    }


_WEIGHT = ("over", "tell", "harm", "event", "act", "choose", "roll", "unseen")


def headline(sight: Sight, beat: Beat, lines: Sequence[Said] | None = None) -> str:
    """An event in one sentence: what came of it, else what was said."""
    lines = sight.beat(beat) if lines is None else lines
    found = [line for line in lines if line.kind != "turn"]
    if found:
        best = min(found, key=lambda line: _WEIGHT.index(line.kind) if line.kind in _WEIGHT else len(_WEIGHT))
        return " ".join(line.text for line in found if line.kind == best.kind) if best.kind == "tell" else best.text
    if beat.kind == "begin" or (beat.kind == "step" and beat.entry >= 0):
        return lines[0].text if lines else ""
    return _beside(sight, beat)


def _beside(sight: Sight, beat: Beat) -> str:
    """The events that a table has beside its session."""
    if beat.kind == "step":
        return f"{beat.seat} takes the last answer back."
    if beat.kind in ("pause", "resume"):
        return "The table is paused." if beat.kind == "pause" else "The table goes on."
    if beat.kind == "die":
        return "A die lies on the table."
    if beat.kind == "mode":
        return (
            f"From now on {MODES[beat.text]} sees the dice."
            if beat.text != "public"
            else "Everyone sees the dice again."
        )
    if not sight.seat.master:
        return ""
    if beat.kind == "note":
        return f"Note: {beat.text}"
    return f"{beat.text} is {'hidden' if beat.kind == 'hide' else 'shown'}."


# Clauses


def clause_form(clause: Clause) -> dict[str, str]:
    """A clause with its text as a person reads it."""
    return {"id": clause.id, "text": plain(clause.text)}


def plain(text: str) -> str:
    """The text of a clause without its marks."""
    return re.sub(r"\[[TBH][^\]]*\] ?", "", text).replace("`", "").strip()


def first_sentence(text: str) -> str:
    """What a clause says first: enough to know what is being decided."""
    return re.split(r"[.;:] ", plain(text))[0].rstrip(".") + "."
