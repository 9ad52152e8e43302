"""The transcript: one sentence an event, who first, with the clauses it rests on."""

from __future__ import annotations

from msgspec import Struct

from tussle.ask.law import Answer
from tussle.ask.readings import Count, Pools
from tussle.ask.requests import Harm, Part, Roll, Tell
from tussle.bout.action import Action
from tussle.bout.bout import Bout
from tussle.bout.stance import NOBODY, Tallies

__all__ = ["Line", "amount_line", "describe", "left_text", "roll_line", "said", "speaks_of", "tell_line"]


class Line(Struct, frozen=True):
    """One line.

    Attributes:
        kind: `turn`, `act`, `choose`, `roll`, `harm`, `tell`, `event` or `over`.
        text: the sentence.
        cites: the clauses behind it.
        who: the fighters it speaks of.
        plain: the sentence without anybody's numbers, for who may not know them; "" where it has none.
    """

    kind: str
    text: str
    cites: tuple[str, ...]
    who: tuple[int, ...] = ()
    plain: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{' '.join(self.cites)}]" if self.cites else self.text


def signed(value: int) -> str:
    """A number to be added, with the true minus sign."""
    return f"+ {value}" if value >= 0 else f"\N{MINUS SIGN} {-value}"


def describe(bout: Bout, action: Action) -> str:
    """An action as a person says it: `grapple Tivid: athletics`."""
    words = [action.verb] + ([] if action.target == NOBODY else [bout.names[action.target]])
    details = ", ".join(detail.replace("_", " ") for detail in action.details)
    return f"{' '.join(words)}: {details}" if details else " ".join(words)


def speaks_of(bout: Bout, text: str) -> tuple[int, ...]:
    """The fighters whose names stand in a text, capitals and underscores aside."""
    plain = text.replace("_", " ").lower()
    return tuple(who for who, name in enumerate(bout.names) if name.lower() in plain)


def tell_line(bout: Bout, tell: Tell) -> Line:
    """A fact, with names for places."""
    return Line("tell", tell.fact.format(*(bout.names[who] for who in tell.who)), tell.cites, tell.who)


def roll_line(bout: Bout, roll: Roll, faces: tuple[int, ...], answer: Answer) -> Line:
    """`Otto 14 + 3 athletics = 17, Tivid 9 + 2 athletics = 11: won`, or `Otto 6 5 1 (2 of 3 unarmed), …`."""
    reading = roll.reading
    owners = list(dict.fromkeys([*(die.owner for die in roll.dice), *(part.owner for part in roll.parts)]))
    shares = []
    for owner in owners:
        thrown = [face for face, die in zip(faces, roll.dice, strict=True) if die.owner == owner]
        parts = [part for part in roll.parts if part.owner == owner]
        if isinstance(reading, Count | Pools) and thrown:
            share = _successes(reading.target, thrown, parts)
        else:
            share = _total(thrown, parts)
        shares.append(f"{bout.names[owner]} {share}")
    verdict, names = said(bout, answer, roll), " against ".join(bout.names[owner] for owner in owners)
    return Line("roll", f"{', '.join(shares)}: {verdict}", roll.clauses, tuple(owners), f"{names}: {verdict}")


def said(bout: Bout, answer: Answer, roll: Roll | Harm) -> str:
    """An answer in words: a ranking by the names of those who threw, a margin as one."""
    if isinstance(answer, int):
        return f"by {answer} or more" if answer else "not by enough"
    if isinstance(answer, str):
        return answer
    groups = [group if isinstance(group, tuple) else (group,) for group in answer]
    thrown, counted = (list(dict.fromkeys(each.owner for each in some)) for some in (roll.dice, roll.parts))
    owners = max(thrown, counted, key=len)  # of a second throw the dice are fewer; not everybody adds something
    return " before ".join(" and ".join(bout.names[owners[place]] for place in group) for group in groups)


def _successes(target: int, thrown: list[int], parts: list[Part]) -> str:
    """`6 5 2 1 1 (2 of 5 unarmed)`: the faces of a pool, and how many of its dice succeed."""
    pool = " ".join([f"{parts[0].value} {parts[0].name}", *(f"{signed(part.value)} {part.name}" for part in parts[1:])])
    return f"{' '.join(map(str, thrown))} ({sum(face >= target for face in thrown)} of {pool})"


def _total(thrown: list[int], parts: list[Part]) -> str:
    """`14 + 3 athletics = 17`: faces first, then the named parts."""
    words = [" + ".join(map(str, thrown))] if thrown else []
    for part in parts:
        if not words:
            words.append(f"{part.value} {part.name}")
        else:
            words.append(f"{signed(part.value)} {part.name}")
    if len(words) + len(thrown) == 1:
        return words[0]
    return f"{' '.join(words)} = {sum(thrown) + sum(part.value for part in parts)}"


def amount_line(bout: Bout, tallies: Tallies, harm: Harm, faces: tuple[int, ...], amount: int) -> Line:
    """`Tivid takes 7 from club (3 + 4): hits 13/20`."""
    words = [str(face) for face in faces]
    rolled = f" ({_total(list(faces), list(harm.parts))})" if len(words) > 1 or harm.parts else ""
    kind = harm.kind if harm.kind in bout.rules.tallies else f"from {harm.kind.replace('_', ' ')}"
    left, name = left_text(bout, tallies, harm.fighter), bout.names[harm.fighter]
    owners = dict.fromkeys([harm.fighter, *(die.owner for die in harm.dice), *(part.owner for part in harm.parts)])
    text, plain = f"{name} takes {amount} {kind}{rolled}: {left}", f"{name} is harmed"
    return Line("harm", text, harm.clauses, tuple(owners), plain)


def left_text(bout: Bout, tallies: Tallies, fighter: int) -> str:
    """What is left of a fighter: `hits 13/20`."""
    rules = bout.rules
    shares = []
    for word, tally in rules.left_words.items():
        full = rules.full(bout.fighters[fighter], tally)
        shares.append(f"{word} {full - tallies[fighter][rules.tallies.index(tally)]}/{full}")
    told = rules.left_words.values()
    for tally, taken in zip(rules.tallies, tallies[fighter], strict=True):
        if taken and tally not in told:
            shares.append(f"{taken} {tally}")
    return ", ".join(shares)
