"""A stat block as people paste it, read for what a grapple asks of it."""

from __future__ import annotations

import re
from typing import Any, get_args

from msgspec import to_builtins

from tussle.rules.srd35.attacks import read_attacks
from tussle.rules.srd35.fighter import Feat
from tussle.rules.srd35.gear import SIZES

__all__ = ["read_block"]

_GRAPPLE = re.compile(
    r"Base\s+(?:Atk|Attack)\s*:?\s*([+-]\d+)\s*[;,]?\s*Grp\s*:?\s*([+-]\d+)"
    r"|Base\s+Attack\s*/\s*Grapple\s*:?\s*([+-]\d+)\s*/\s*([+-]\d+)",
    re.IGNORECASE,
)

_NUMBERS = {
    "hp": r"\((\d+) hp\)|\bhp:?\s+(\d+)",
    "ac": r"\b(?:AC|Armou?r Class):?\s+(-?\d+)",
    "touch": r"\btouch\s+(-?\d+)",
    "flat_footed": r"\bflat-footed\s+(-?\d+)",
    "strength": r"\bStr\s+(\d+)",
    "dexterity": r"\bDex\s+(\d+)",
    "speed": r"\b(?:Spd|Speed):?\s+(\d+)",
    "reach": r"\bReach:?\s+(?:[\d/ ]+ft\.?\s*/\s*)?(\d+)",
    "initiative": r"\bInit(?:iative)?:?\s+([+-]\d+)",
    "escape_artist": r"\bEscape Artist\s+([+-]\d+)",
    "concentration": r"\bConcentration\s+([+-]\d+)",
    "monk": r"\bmonk\s+(\d+)",
}

_KINDS = (
    "aberration|animal|construct|dragon|elemental|fey|giant|humanoid|magical beast|monstrous humanoid|ooze|outsider"
    "|plant|undead|vermin"
)


def read_block(text: str) -> dict[str, Any] | None:
    """The fields of the fighter that a stat block describes, its name among them; None where it is no stat block.

    It is one if it has a line like `Base Atk +6; Grp +15` or `Base Attack/Grapple: +6/+15`. The name is what stands
    before the first line break or colon. What the block does not say stands at its default.
    """
    text = re.sub(r"[\N{MINUS SIGN}\N{EN DASH}]", "-", text)
    found = _GRAPPLE.search(text)
    if found is None:
        return None
    name = re.split(r"[:\n]", text.strip(), maxsplit=1)[0]
    fields: dict[str, Any] = {
        "name": re.sub(r"\s+CR\s+[\d/]+\s*$", "", name).strip(),
        "bab": int(found[1] or found[3]),
        "grapple": int(found[2] or found[4]),
    }
    for field, pattern in _NUMBERS.items():
        if number := re.search(pattern, text, re.IGNORECASE if field == "monk" else 0):
            fields[field] = int(next(part for part in number.groups() if part))
    if re.search(r"\bStr\s+-(?!\d)", text):
        fields["strength"] = None
    if size := re.search(rf"\b({'|'.join(SIZES)})\b(?:\s+({_KINDS})\b)?", text, re.IGNORECASE):
        fields["size"] = size[1].lower()
        fields |= {"kind": size[2].lower()} if size[2] else {}
    lower = text.lower().replace(" ", "_")
    fields["feats"] = [feat for feat in get_args(Feat) if feat in lower]
    fields["improved_grab"] = "improved_grab" in lower
    return fields | _attacks(text)


def _attacks(text: str) -> dict[str, Any]:
    """What the attack lines say."""
    line = re.search(r"^\s*(?:Full Attack:|Melee)\s+(.+)$", text, re.MULTILINE) or re.search(
        r"(?:Full Attack:|\bMelee)\s+([^;\n]+)", text
    )
    if line is None:
        return {}
    natural, weapons, hand, carries = read_attacks(line[1].rstrip(". "))
    return {
        "natural": to_builtins(natural),
        "weapons": to_builtins(weapons),
        "hand": hand,
        "carries": list(carries),
    }
