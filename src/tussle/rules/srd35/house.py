"""The house fighters of `srd35`: sample characters of several levels, and every creature of the 3.5 SRD.

Both are data in tussle/bestiary/srd35, read when first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

import msgspec

from tussle.rules.srd35 import check
from tussle.rules.srd35.creatures import CREATURES, creature
from tussle.rules.srd35.fighter import Fighter

__all__ = ["HOUSE", "remarks", "samples"]


@lru_cache(maxsize=1)
def samples() -> dict[str, Fighter]:
    """Characters to try things with, by class and level: `Fighter 1`, `Monk 10`."""
    content = files("tussle").joinpath("bestiary", "srd35", "samples.json").read_bytes()
    return msgspec.json.decode(content, type=dict[str, Fighter])


class _House(Mapping[str, Fighter]):
    """The samples, then the creatures."""

    def __getitem__(self, name: str) -> Fighter:
        return samples()[name] if name in samples() else CREATURES[name]

    def __contains__(self, name: object) -> bool:
        return name in samples() or name in CREATURES

    def __iter__(self) -> Iterator[str]:
        yield from samples()
        yield from CREATURES

    def __len__(self) -> int:
        return len(samples()) + len(CREATURES)


HOUSE: Mapping[str, Fighter] = _House()


def remarks(name: str, fighter: Fighter) -> tuple[str, ...]:
    """The parts of a fighter's grapple modifier and, of a creature, why its block prints another number."""
    if not check.has_check(fighter):
        lines: tuple[str, ...] = ("no grapple check: no Strength, or no solid body",)
    else:
        lines = (check.spelt_out(fighter),)
    known = name in CREATURES and CREATURES[name] == fighter
    return (*lines, creature(name).reason) if known and creature(name).reason else lines
