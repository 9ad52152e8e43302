"""The house fighters of `srd35`, for now."""

from __future__ import annotations

from collections.abc import Mapping

from tussle.rules.srd35.fighter import Fighter

__all__ = ["HOUSE"]

HOUSE: Mapping[str, Fighter] = {"Man": Fighter(bab=1, strength=14, ac=15, touch=11, hp=10, hand="longsword")}
