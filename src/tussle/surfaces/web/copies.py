"""A position as other programs take it: Discord, Roll20, Foundry, Markdown, a link; and links as QR codes."""

from __future__ import annotations

import base64
import io
import zlib
from typing import Any
from urllib.parse import urlencode

import msgspec

from tussle.ask.requests import Harm, Roll
from tussle.bout.bout import Bout
from tussle.bout.notation import bout_json, read_bout
from tussle.errors import Unreadable
from tussle.surfaces.web.live import Live
from tussle.surfaces.web.sight import Sight

__all__ = ["pack", "permalink", "qr", "texts", "unpack"]

MOST_PACKED = 200_000
MOST_LINK = 8_000


def qr(text: str) -> str:
    """A QR code as a picture in a `data:` address."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", scale=4, border=3, xmldecl=False)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn.getvalue()).decode()}"


def qr_text(text: str) -> str:
    """A QR code for a terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, border=1, compact=True)
    return drawn.getvalue()


def pack(bout: Bout) -> str:
    """A bout as one word of an address."""
    return base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(bout_json(bout)), 9)).decode().rstrip("=")


def unpack(word: str) -> Bout:
    """The bout of such a word.

    Raises:
        Unreadable: it is none, or larger than a link can be.
    """
    if len(word) > MOST_LINK:
        raise Unreadable(f"the link is longer than {MOST_LINK:,} characters")
    try:
        inflater = zlib.decompressobj()
        plain = inflater.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), MOST_PACKED)
    except (ValueError, zlib.error):
        raise Unreadable("the link has been cut or changed: its bout cannot be read") from None
    if inflater.unconsumed_tail:
        raise Unreadable(f"the bout of the link is larger than {MOST_PACKED:,} bytes")
    return read_bout(plain)


def permalink(bout: Bout, position: str) -> str:
    """The path of a position's own page; "" where it is too long for an address."""
    path = f"/calculator?{urlencode({'bout': pack(bout), 'at': position})}"
    return path if len(path) <= MOST_LINK else ""


def texts(live: Live, sight: Sight, form: dict[str, Any], base: str) -> list[dict[str, str]]:
    """Every form of the position: what it is called, and the text."""
    link = permalink(live.session.bout, live.position) if sight.whole else ""
    found = [
        {"name": "Discord", "text": _lines(form, "**{0}**", "\N{EN QUAD}")},
        {"name": "Markdown", "text": _table(form)},
        {"name": "Roll20 macro", "text": _roll20(sight, form)},
        {"name": "Foundry roll", "text": _foundry(sight, form)},
    ]
    if link:
        found.append({"name": "Link to this position", "text": f"{base}{link}"})
        found.append({"name": "Position line", "text": live.position})
    return [one for one in found if one["text"]]


def safe(text: str) -> str:
    """A name that starts no markup and calls nobody in a chat."""
    for sign in "\\*_~`|>@[]()<{}#":
        text = text.replace(sign, f"\\{sign}" if sign not in "@{}" else "")
    return text


def _lines(form: dict[str, Any], strong: str, gap: str) -> str:
    """The position and its odds as lines of a chat."""
    lines = [strong.format(safe(form["title"])), safe(form["picture"].label)]
    lines += [f"{safe(one['name'])}: {safe(', '.join(one['facts']))}" for one in form["fighters"]]
    for act in form.get("acts", ()):
        odds = f"{act['chance']['p']} ({act['chance']['fraction']})" if act["chance"] else act["sure"]
        lines.append(f"\N{BULLET} {safe(act['what'])}{gap}{strong.format(odds) if odds else ''}".rstrip())
    return "\n".join(lines)


def _table(form: dict[str, Any]) -> str:
    """The same as a document: a heading, the fighters, a table of odds."""
    lines = [f"## {safe(form['title'])}", "", safe(form["picture"].label), ""]
    lines += [f"- **{safe(one['name'])}**: {safe(', '.join(one['facts']))}" for one in form["fighters"]]
    if form.get("acts"):
        lines += ["", "| Action | Chance | Exactly |", "| --- | ---: | ---: |"]
        for act in form["acts"]:
            odds = act["chance"] or {"p": act["sure"], "fraction": ""}
            lines.append(f"| {safe(act['what'])} | {odds['p']} | {odds['fraction']} |")
    return "\n".join(lines) + "\n"


def _throw(sight: Sight) -> list[tuple[str, int, int, int]]:
    """The dice that are due by owner: name, count, sides, total of the parts. Nothing of a hidden number."""
    question = sight.live.session.pending
    if not isinstance(question, Roll | Harm):
        return []
    found = []
    for owner in dict.fromkeys(die.owner for die in question.dice):
        parts = sight.parts(question, owner)
        if parts is None or owner in sight.hidden:
            continue
        sides = [die.sides for die in question.dice if die.owner == owner]
        found.append((sight.name(owner), len(sides), sides[0], sum(part.value for part in parts)))
    return found


def _roll20(sight: Sight, form: dict[str, Any]) -> str:
    """A macro that throws what is due, in the default template."""
    throws = _throw(sight)
    if not throws:
        return ""
    rolls = " ".join(f"{{{{{_bare(name)}=[[{count}d{sides}{bonus:+d}]]}}}}" for name, count, sides, bonus in throws)
    return f"&{{template:default}} {{{{name={_bare(form['what'])}}}}} {rolls}"


def _foundry(sight: Sight, form: dict[str, Any]) -> str:
    """Chat lines that throw what is due."""
    return "\n".join(
        f"/roll {count}d{sides}{bonus:+d} # {_bare(name)}: {_bare(form['what'])}"
        for name, count, sides, bonus in _throw(sight)
    )


def _bare(text: str) -> str:
    """Words without the signs that mean something in a macro."""
    return "".join(letter for letter in text if letter not in "{}[]|=&@%?#<>").strip()
