"""A second implementation of `srd35`, from the source text and the clauses alone, in the words of docs/exchange.md.

It shares nothing with the first: no import, no table, no way of counting. Every die is counted out face by face
(`srd35_numbers.py`). An action is a generator of (chance, choices, position), one for each way it can go; positions
are the JSON of docs/exchange.md and never changed in place. `srd35_blows.py` beside this file has harm, attacks and
checks, `srd35_turns.py` what is legal and how turns go on. Where text and clauses left a doubt, README.md says which
reading was taken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from tests.oracle.srd35_blows import (
    armour,
    blow_with,
    check,
    either,
    fist_penalty,
    hurt,
    land,
    opposes,
    prone,
    suffer,
    threateners,
    threatens,
    weapon_blow,
    wins,
)
from tests.oracle.srd35_numbers import (
    SURE,
    Blow,
    Bout,
    Json,
    able,
    after,
    budget,
    by,
    contest,
    dice_law,
    distance,
    fit,
    free,
    free_ways,
    full,
    grapple_of,
    hit_chance,
    in_hand,
    left,
    mark,
    part,
    partners,
    pinners,
    pins,
    put,
    standing,
    stride,
    tie_up,
    unmark,
)
from tests.oracle.srd35_turns import (
    KINDS,
    attack_step,
    can_be_grappled,
    charge_path,
    hold_kinds,
    legal,
    next_turn,
    out_of_hand,
    over,
    settle,
    slim,
    spend_attack,
    spend_move,
    spend_natural,
)

Choices: TypeAlias = tuple[tuple[str, str], ...]
Way: TypeAlias = tuple[Fraction, Choices, Json]


class Hit(NamedTuple):
    """What came of an attack of opportunity: the damage done, and whether a hold was won."""

    damage: int
    held: bool = False


Struck: TypeAlias = tuple[Fraction, Choices, Json, tuple[Hit, ...]]

PLANT = {"IN_A_GRAPPLE": -2}
"""The constants that a control changes in a copy of this module, so that the copy is wrong."""

IN_A_GRAPPLE = -4  # attacks on a partner (srd35.grappling.attack)
CONCENTRATE = 20  # to cast in a grapple (srd35.grappling.cast)
SECURED = 4  # srd35.pin.disarm


def strikes(bout: Bout, position: Json, who: str, victim: str) -> list[str]:
    """What an attack of opportunity may be made with, `no` last."""
    hand = in_hand(position, who)
    options = [hand] if hand and not bout.weapon(who, hand).ranged else []
    options += [natural["name"] for natural in bout.fighters[who]["natural"]]
    if bout.trained(who) and bout.fists(who):
        options += [f"unarmed-{kind}" for kind in KINDS]
    if not bout.rules("grapple_as_aoo", "no") and can_be_grappled(bout, position, who, victim):
        options += [f"grab-{kind}" if kind else "grab" for kind in hold_kinds(bout, who)]
    return [*dict.fromkeys(options), "no"]


def opportunity(bout: Bout, position: Json, who: str, victim: str) -> Iterator[Struck]:
    """An attack of opportunity, if there is one to be made and it is wanted."""
    if not threatens(bout, position, who, victim) or not fit(position, victim):
        yield SURE, (), position, ()
        return
    options = strikes(bout, position, who, victim)
    for option in options:
        choice = ((who, option),) if len(options) > 1 else ()
        if option == "no":
            yield SURE, choice, position, ()
            continue
        spent = budget(position, who, opportunity=left(position, who, "opportunity") - 1)
        if not option.startswith("grab"):
            for chance, struck, dealt in land(bout, spent, who, victim, blow_with(bout, spent, who, option)):
                yield chance, choice, struck, (Hit(dealt),)
        else:
            kind = option.removeprefix("grab").removeprefix("-")
            for chance, more, end, hits in start(bout, spent, who, victim, kind, grab=True):
                yield chance, (*choice, *more), end, hits


def provoke(bout: Bout, position: Json, victim: str, strikers: list[str]) -> Iterator[Struck]:
    """The attacks of opportunity of all these, one after the other."""
    if not strikers or not fit(position, victim):
        yield SURE, (), position, ()
        return
    for chance, choices, struck, dealt in opportunity(bout, position, strikers[0], victim):
        for onward, more, end, later in provoke(bout, struck, victim, strikers[1:]):
            yield chance * onward, (*choices, *more), end, (*dealt, *later)


def start(
    bout: Bout, position: Json, me: str, foe: str, kind: str, lower: int = 0, charge: int = 0, *, grab: bool = False
) -> Iterator[Struck]:
    """srd35.start and srd35.group.join, the attack being paid for.

    Args:
        bout, position, me, foe, kind: who on whom, and the kind of damage.
        lower: by how much a later attack is worse.
        charge: what a charge adds.
        grab: as an attack of opportunity.
    """
    joining = bool(partners(position, foe))
    ways: Iterable[Struck] = [(SURE, (), position, ())]
    if not joining and not bout.feat(me, "improved_grapple") and not bout.fighters[me]["improved_grab"]:
        ways = opportunity(bout, position, foe, me)
    for chance, choices, struck, dealt in ways:
        if (
            any(hit.damage or hit.held for hit in dealt)
            or not can_be_grappled(bout, struck, me, foe)
            or not able(struck, me)
        ):
            yield chance, choices, struck, ()
            continue
        touch = SURE
        if not joining:
            bonus = bout.touches(me) - lower + charge + prone(struck, me)
            touch = hit_chance(bonus, armour(bout, struck, me, foe, touch=True))
        if grab and bout.rules("grapple_as_aoo", "grab-only"):
            yield chance, choices, struck, ()
            continue
        held = touch * hold_chance(bout, struck, me, foe, kind, lower, charge)
        for share, won in either(held):
            if not won:
                yield chance * share, choices, struck, ()
                continue
            here = struck
            if not grab and bout.rules("same_attack", "next-turn"):
                here = budget(struck, me, attacks=0, natural=0)
            for onward, more, end, dealt_now in hold(bout, here, me, foe, kind):
                yield chance * share * onward, (*choices, *more), end, dealt_now


def hold_chance(bout: Bout, position: Json, me: str, foe: str, kind: str, lower: int, charge: int) -> Fraction:
    """srd35.start.hold, srd35.start.size."""
    if bout.size(foe) - bout.size(me) >= 2:
        return Fraction(0)
    mine = check(bout, position, me) - lower + fist_penalty(bout, me, kind)
    mine += charge if bout.rules("attack_bonuses", "apply") else 0
    return wins(bout, position, mine, [foe])


def hold(bout: Bout, position: Json, me: str, foe: str, kind: str) -> Iterator[Struck]:
    """The hold is won: both grapple, the target is hurt, the grappler moves in (srd35.start.maintain)."""
    crowd, held = grapple_of(position, foe), [foe]
    inside = bout.map is None and me in crowd  # in one space already
    position = tie_up(bout, position, me, foe, "hold")
    for other in bout.names if bout.rules("join_edges", "all") else []:
        enemy = other != me and other in crowd and bout.sides[other] != bout.sides[me]
        if enemy and can_be_grappled(bout, position, me, other):
            position = tie_up(bout, position, me, other, "hold")
            held.append(other)
    law = dice_law(bout.fists(me), bout.ability(me, "strength"))
    for chance, struck, dealt in suffer(bout, position, foe, law, kind or "nonlethal"):
        if inside or not fit(struck, foe):
            yield chance, (), struck, (Hit(dealt, held=True),)
            continue
        for onward, choices, end in move_in(bout, struck, me, foe, held, ()):
            yield chance * onward, choices, end, (Hit(dealt, held=True),)


def move_in(bout: Bout, position: Json, me: str, foe: str, held: list[str], spent: tuple[str, ...]) -> Iterator[Way]:
    """Into the target's space, or let go (srd35.start.maintain)."""
    if bout.map is not None and distance(bout, position, me, foe) == 0:
        yield SURE, (), position
        return
    if bout.map is not None and any(
        position["cells"][other] != position["cells"][foe] for other in partners(position, me) if other not in held
    ):
        yield SURE, (), let_go(bout, position, me, held)  # who grapples somebody elsewhere cannot move
        return
    ways = ["move-in"]
    if distance(bout, position, me, foe) > 1:
        ways = [way for way in free_ways(bout, position, me) if nearer(position, me, foe, way)]
    options = [*ways, "let-go"]
    strikers = [who for who in threateners(bout, position, me) if who != foe and who not in spent]
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "let-go":
            yield SURE, choice, let_go(bout, position, me, held)
            continue
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            if not fit(struck, me):
                yield chance, (*choice, *choices), struck
            elif set(partners(struck, me)) - set(partners(position, me)):  # held fast where it is
                yield chance, (*choice, *choices), let_go(bout, struck, me, held)
            elif option == "move-in":
                goal = {} if bout.map is None else {**struck["cells"], me: struck["cells"][foe]}
                yield chance, (*choice, *choices), {**struck, "cells": goal}
            else:
                moved = put(struck, "cells", me, stride(struck["cells"][me], option))
                for onward, more, end in move_in(bout, moved, me, foe, held, (*spent, *strikers)):
                    yield chance * onward, (*choice, *choices, *more), end


def let_go(bout: Bout, position: Json, me: str, held: list[str]) -> Json:
    for other in held:
        position = tie_up(bout, position, me, other, "")
    return position


def nearer(position: Json, me: str, foe: str, way: str) -> bool:
    (x, y), (u, v) = stride(position["cells"][me], way), position["cells"][foe]
    (p, q) = position["cells"][me]
    return bool(max(abs(x - u), abs(y - v)) < max(abs(p - u), abs(q - v)))


def grapple(bout: Bout, position: Json, me: str, foe: str, kind: str = "") -> Iterator[Way]:
    """srd35.start.attack."""
    lower = 5 * (attack_step(bout, position, me) or 0)
    for chance, choices, end, _ in start(bout, spend_attack(bout, position, me), me, foe, kind, lower):
        yield chance, choices, end


def charge(bout: Bout, position: Json, me: str, foe: str, kind: str = "") -> Iterator[Way]:
    """srd35.start.attack: a straight run, then the try at +2."""
    path = charge_path(bout, position, me, foe) or []
    position = mark(budget(position, me, standard=0, move=0, step=0), me, "charging")
    runs: list[tuple[Fraction, Choices, Json, tuple[str, ...]]] = [(SURE, (), position, ())]
    ends: list[Way] = []
    for cell in path:
        onward: list[tuple[Fraction, Choices, Json, tuple[str, ...]]] = []
        for chance, choices, here, spent in runs:
            strikers = [who for who in threateners(bout, here, me) if who not in spent]
            for share, more, struck, _ in provoke(bout, here, me, strikers):
                if not fit(struck, me) or partners(struck, me) or not free(bout, struck, cell):
                    ends.append((chance * share, (*choices, *more), struck))
                else:
                    moved = put(struck, "cells", me, cell)
                    onward.append((chance * share, (*choices, *more), moved, (*spent, *strikers)))
        runs = onward
    yield from ends
    for chance, choices, here, _ in runs:
        if not can_be_grappled(bout, here, me, foe):
            yield chance, choices, here
            continue
        for share, more, end, _ in start(bout, here, me, foe, kind, charge=2):
            yield chance * share, (*choices, *more), end


# While grappling


def damage(bout: Bout, position: Json, me: str, foe: str, kind: str) -> Iterator[Way]:
    """srd35.grappling.damage."""
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0) + fist_penalty(bout, me, kind)
    position = spend_attack(bout, position, me)
    law = dice_law(bout.fists(me), bout.ability(me, "strength"))
    for chance, won in either(wins(bout, position, mine, [foe])):
        if not won:
            yield chance, (), position
            continue
        for share, end, _ in suffer(bout, position, foe, law, kind):
            yield chance * share, (), end


def checked(bout: Bout, position: Json, me: str, foe: str, change: Callable[[Json], Json]) -> Iterator[Way]:
    """A check in the place of an attack, and what changes if it is won."""
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0)
    position = spend_attack(bout, position, me)
    for chance, won in either(wins(bout, position, mine, [foe])):
        yield chance, (), change(position) if won else position


def pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.pin."""

    def pinned(here: Json) -> Json:
        here = tie_up(bout, here, me, foe, "pin")
        for other in pins(here, foe):
            here = tie_up(bout, here, foe, other, "hold")
        return here

    yield from checked(bout, position, me, foe, pinned)


def break_pin(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.grappling.break-pin."""

    def broken(here: Json) -> Json:
        for other in pins(here, foe):
            here = tie_up(bout, here, foe, other, "hold")
        return here

    yield from checked(bout, position, me, foe, broken)


def use_weapon(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.grappling.opponents-weapon."""
    lower = 5 * (attack_step(bout, position, me) or 0)
    mine = check(bout, position, me) - lower
    position = spend_attack(bout, position, me)
    weapon = bout.weapon(foe, in_hand(position, foe))
    blow = Blow(
        bout.hits(me, light=True) - lower + IN_A_GRAPPLE + weapon.magic,
        weapon.dice,
        bout.ability(me, "strength") + weapon.magic,
        "nonlethal" if weapon.nonlethal else "lethal",
        weapon.threat,
        weapon.multiplier,
    )
    for chance, won in either(wins(bout, position, mine, [foe])):
        if not won:
            yield chance, (), position
            continue
        for share, end, _ in land(bout, position, me, foe, blow):
            yield chance * share, (), end


def take(bout: Bout, position: Json, me: str, foe: str, thing: str) -> Iterator[Way]:
    """srd35.pin.disarm."""
    larger = bout.size(me) - bout.size(foe)
    mine = bout.touches(me) + prone(position, me) - 4 + 4 * max(0, larger)
    mine -= 5 * (attack_step(bout, position, me) or 0)
    theirs = prone(position, foe) - 4 + SECURED + 4 * max(0, -larger)
    name = in_hand(position, foe)
    if name and not bout.weapon(foe, name).ranged:
        hand = bout.weapon(foe, name)
        theirs += weapon_blow(bout, foe, name).bonus + (-4 if hand.light else 4 if hand.two_handed else 0)
    else:
        theirs += bout.touches(foe) - 4
    position = spend_attack(bout, position, me)
    chance = contest(mine, (theirs,), "defender") if able(position, foe) else SURE
    for share, won in either(chance):
        yield share, (), mark(position, foe, f"lost-{thing}") if won else position


def wills(bout: Bout, position: Json, me: str, others: Iterable[str]) -> Iterator[tuple[Choices, list[str]]]:
    """Who of these tries to hold me: each is asked in the order of turns."""
    asked = [who for who in after(position, me) if who in others and opposes(bout, position, who)]
    for answers in product(("hold", "let"), repeat=len(asked)):
        choices = tuple(zip(asked, answers, strict=True))
        yield choices, [who for who, word in choices if word == "hold"]


def escape(bout: Bout, position: Json, me: str, skill: str) -> Iterator[Way]:
    """srd35.grappling.escape."""
    foes = partners(position, me)
    mine, position = effort(bout, position, me, skill)
    for choices, holders in wills(bout, position, me, foes):
        if bout.rules("escape_many", "each"):
            chance = SURE
            for who in holders:
                chance *= wins(bout, position, mine, [who], skill=skill)
        else:
            chance = wins(bout, position, mine, holders, skill=skill)
        for share, won in either(chance):
            if not won:
                yield share, choices, position
                continue
            for onward, more, end in step_out(bout, part(bout, position, me), me, foes):
                yield share * onward, (*choices, *more), end


def effort(bout: Bout, position: Json, me: str, skill: str) -> tuple[int, Json]:
    """The modifier of an escape, and the position when it is paid for."""
    if skill == "escape-artist":
        return bout.escape_artist(me), budget(position, me, standard=0)
    mine = check(bout, position, me) - 5 * (attack_step(bout, position, me) or 0)
    return mine, spend_attack(bout, position, me)


def escape_pin(bout: Bout, position: Json, me: str, skill: str) -> Iterator[Way]:
    """srd35.pin.escape."""
    mine, position = effort(bout, position, me, skill)
    for chance, won in either(wins(bout, position, mine, pinners(position, me), skill=skill)):
        end = position
        for foe in pinners(position, me) if won else []:
            end = tie_up(bout, end, foe, me, "hold")
        yield chance, (), end


def crowded(position: Json, who: str) -> bool:
    """Whether somebody else is in the same square."""
    return list(position["cells"].values()).count(position["cells"][who]) > 1


def step_out(bout: Bout, position: Json, me: str, spared_from: list[str] | None) -> Iterator[Way]:
    """Out of a shared square, the way chosen; None: without provoking anybody."""
    ways = free_ways(bout, position, me) if bout.map is not None and crowded(position, me) else []
    if not ways:
        yield SURE, (), position
    for way in ways:
        choice = ((me, way),) if len(ways) > 1 else ()
        strikers = [] if spared_from is None else threateners(bout, position, me)
        strikers = [who for who in strikers if who not in (spared_from or [])]
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            goal = stride(struck["cells"][me], way)
            gone = fit(struck, me) and not partners(struck, me) and free(bout, struck, goal)
            yield chance, (*choice, *choices), put(struck, "cells", me, goal) if gone else struck


def move_grapple(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """srd35.grappling.move."""
    crowd = grapple_of(position, me)
    mine = check(bout, position, me)
    if len(crowd) == 2 and crowd[1] in pins(position, me):
        mine += 4
    position = budget(position, me, standard=0)
    for choices, holders in wills(bout, position, me, crowd[1:]):
        for share, won in either(wins(bout, position, mine, holders)):
            if not won:
                yield share, choices, position
                continue
            squares = bout.fighters[me]["speed"] // 2 // 5
            for onward, more, end in carry(bout, position, me, squares, (), begun=False):
                yield share * onward, (*choices, *more), end


def carry(
    bout: Bout, position: Json, me: str, squares: int, spent: tuple[tuple[str, str], ...], *, begun: bool
) -> Iterator[Way]:
    """Everybody in the grapple goes along, step by step."""
    if bout.map is None:
        movers = [me, *(who for who in after(position, me) if who in grapple_of(position, me))]
        for chance, choices, struck, _ in harried(bout, position, me, movers, ()):
            yield chance, choices, struck
        return
    ways = free_ways(bout, position, me) if squares else []
    options = [*ways, *(["stop"] if begun and ways else [])]
    if not options:
        yield SURE, (), position
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "stop":
            yield SURE, choice, position
            continue
        movers = [me, *(who for who in after(position, me) if who in grapple_of(position, me))]
        for chance, choices, struck, now in harried(bout, position, me, movers, spent):
            crowd = grapple_of(struck, me)
            if not fit(struck, me) or len(crowd) == 1:
                yield chance, (*choice, *choices), struck
                continue
            moved, goal = struck, stride(struck["cells"][me], option)
            for who in crowd if free(bout, struck, goal) else []:
                if struck["cells"][who] == struck["cells"][me]:
                    moved = put(moved, "cells", who, goal)
            for onward, more, end in carry(bout, moved, me, squares - 1, now, begun=True):
                yield chance * onward, (*choice, *choices, *more), end


def harried(
    bout: Bout, position: Json, me: str, movers: list[str], spent: tuple[tuple[str, str], ...]
) -> Iterator[tuple[Fraction, Choices, Json, tuple[tuple[str, str], ...]]]:
    """Outsiders strike mover and moved, each pair once."""
    crowd = grapple_of(position, me)
    movers = [who for who in movers if who == me or who in crowd] if fit(position, me) else []
    if not movers:
        yield SURE, (), position, spent
        return
    who = movers[0]
    strikers = [striker for striker in threateners(bout, position, who) if (striker, who) not in spent]
    now = (*spent, *((striker, who) for striker in strikers))
    for chance, choices, struck, _ in provoke(bout, position, who, strikers):
        for onward, more, end, later in harried(bout, struck, me, movers[1:], now):
            yield chance * onward, (*choices, *more), end, later


def component(bout: Bout, position: Json, me: str, spell: str) -> Iterator[Way]:
    """srd35.grappling.component."""
    position = budget(position, me, standard=0, move=0)
    for chance, choices, struck, _ in provoke(bout, position, me, threateners(bout, position, me)):
        yield chance, choices, mark(struck, me, f"component-{spell}") if fit(struck, me) else struck


def silence(_bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.speech."""
    yield SURE, (), mark(position, foe, by("silenced", me))


def release(bout: Bout, position: Json, me: str, foe: str) -> Iterator[Way]:
    """srd35.pin.release."""
    asked = foe not in pins(position, me) and able(position, foe) and bout.rules("release_unpinned", "mutual")
    for answer_given in ("hold", "let") if asked else ("let",):
        choice = ((foe, answer_given),) if asked else ()
        if answer_given == "hold":
            yield SURE, choice, mark(position, me, by("kept", foe))
            continue
        loose = tie_up(bout, position, me, foe, "")
        for chance, choices, end in aside(bout, loose, [me, foe]):
            yield chance, (*choice, *choices), end


def aside(bout: Bout, position: Json, who: list[str]) -> Iterator[Way]:
    """Whoever grapples nobody any more and shares a square steps out of it, in this order."""
    if not who:
        yield SURE, (), position
        return
    ways: Iterable[Way] = [(SURE, (), position)]
    if not partners(position, who[0]) and able(position, who[0]):
        ways = step_out(bout, position, who[0], None)
    for chance, choices, here in ways:
        for onward, more, end in aside(bout, here, who[1:]):
            yield chance * onward, (*choices, *more), end


# Attacks, spells, things


def attack(bout: Bout, position: Json, me: str, foe: str, weapon: str, kind: str = "") -> Iterator[Way]:
    """srd35.base.attack, srd35.grappling.attack, srd35.outside.missiles."""
    grappling = bool(partners(position, me))
    words = f"{weapon}-{kind}" if kind else weapon
    blow, ranged = blow_with(bout, position, me, words), False
    if is_natural(bout, position, me, weapon):
        if grappling and bout.rules("natural_attacks", "one"):
            blow = blow._replace(bonus=blow.bonus - 5 * (attack_step(bout, position, me) or 0))
            position = mark(spend_attack(bout, position, me), me, "natural-used")
        else:
            position = spend_natural(bout, position, me)
    else:
        ranged = not kind and bout.weapon(me, weapon).ranged
        blow = blow._replace(bonus=blow.bonus - 5 * (attack_step(bout, position, me) or 0))
        position = spend_attack(bout, position, me)
    if grappling:
        blow = blow._replace(bonus=blow.bonus + IN_A_GRAPPLE)
    targets = grapple_of(position, foe) if ranged else [foe]
    for target in targets:
        for chance, end, _ in land(bout, position, me, target, blow, ranged=ranged):
            yield chance / len(targets), (), end


def is_natural(bout: Bout, position: Json, me: str, weapon: str) -> bool:
    return weapon not in ("unarmed", in_hand(position, me)) and any(
        natural["name"] == weapon for natural in bout.fighters[me]["natural"]
    )


def concentrates(bout: Bout, who: str, difficulty: int) -> Fraction:
    """Concentration: nothing automatic about it."""
    bonus = bout.fighters[who]["concentration"]
    return Fraction(sum(face + bonus >= difficulty for face in range(1, 21)), 20)


def named(things: list[Json], name: str) -> Json:
    return next({**thing} for thing in things if thing["name"] == name)


def cast(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.cast, srd35.outside.provoke."""
    spell = named(bout.fighters[me]["spells"], words[-1])
    casting, level = spell.get("casting", "standard"), spell.get("level", 0)
    ways: Iterable[Struck]
    if casting == "free":
        ways = [(SURE, (), budget(position, me, quickened=0), ())]
    else:
        spent = {"standard": 0, "move": 0} if casting == "full-round" else {"standard": 0}
        position = budget(position, me, **spent)
        ways = provoke(bout, position, me, threateners(bout, position, me))
    for chance, choices, struck, dealt in ways:
        kept = SURE if fit(struck, me) else Fraction(0)
        for hit in dealt:
            kept *= concentrates(bout, me, 10 + hit.damage + level) if hit.damage else SURE
        used = unmark(struck, me, [f"component-{spell['name']}"]) if spell.get("material", False) else struck
        for share, undisturbed in either(kept):
            if not undisturbed:
                yield chance * share, choices, used
                continue
            for onward, end in unleash(bout, used, me, spell, words[:-1]):
                yield chance * share * onward, choices, end


def unleash(
    bout: Bout, position: Json, me: str, spell: Json, targets: tuple[str, ...]
) -> Iterator[tuple[Fraction, Json]]:
    """What a spell does, if it is not lost to the grapple (srd35.grappling.cast)."""
    kept = SURE
    if partners(position, me):
        kept = concentrates(bout, me, CONCENTRATE + spell.get("level", 0)) * (not out_of_hand(spell))
    for share, cast_it in either(kept):
        if not cast_it or not targets or not fit(position, targets[0]):
            yield share, position
            continue
        for onward, end, _ in suffer(bout, position, targets[0], dice_law(spell["dice"], 0), "lethal"):
            yield share * onward, end


def activate(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.item."""
    item = named(bout.fighters[me]["items"], words[-1])
    kind = item.get("kind", "command")
    position = budget(position, me, standard=0)
    ways: Iterable[Struck] = [(SURE, (), position, ())]
    if kind == "potion":
        ways = provoke(bout, position, me, threateners(bout, position, me))
    for chance, choices, struck, _ in ways:
        here = mark(struck, me, f"used-{item['name']}") if kind == "potion" else struck
        if len(words) == 1 or not fit(here, me):
            yield chance, choices, here
            continue
        for share, end, _ in suffer(bout, here, words[0], dice_law(item["dice"], 0), "lethal"):
            yield chance * share, choices, end


def draw(bout: Bout, position: Json, me: str, *words: str) -> Iterator[Way]:
    """srd35.grappling.draw."""
    position = spend_move(position, me)
    chance = SURE if len(words) == 1 else wins(bout, position, check(bout, position, me), [words[0]])
    for share, won in either(chance):
        yield share, (), put(position, "hands", me, words[-1]) if won else position


def drop(_bout: Bout, position: Json, me: str) -> Iterator[Way]:
    yield SURE, (), put(mark(position, me, f"dropped-{in_hand(position, me)}"), "hands", me, "")


# On foot


def move(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """srd35.outside.menu."""
    position = budget(spend_move(position, me), me, step=0)
    yield from walk(bout, position, me, bout.fighters[me]["speed"] // 5, (), begun=False)


def walk(bout: Bout, position: Json, me: str, squares: int, spent: tuple[str, ...], *, begun: bool) -> Iterator[Way]:
    ways = free_ways(bout, position, me) if squares else []
    options = [*ways, *(["stop"] if begun and ways else [])]
    if not options:
        yield SURE, (), position
    for option in options:
        choice = ((me, option),) if len(options) > 1 else ()
        if option == "stop":
            yield SURE, choice, position
            continue
        strikers = [who for who in threateners(bout, position, me) if who not in spent]
        for chance, choices, struck, _ in provoke(bout, position, me, strikers):
            if not fit(struck, me) or partners(struck, me):
                yield chance, (*choice, *choices), struck
                continue
            goal = stride(struck["cells"][me], option)  # unless who grabbed and let go came into it
            moved = put(struck, "cells", me, goal) if free(bout, struck, goal) else struck
            for onward, more, end in walk(bout, moved, me, squares - 1, (*spent, *strikers), begun=True):
                yield chance * onward, (*choice, *choices, *more), end


def step_aside(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    """A 5-foot step provokes nobody."""
    ways = free_ways(bout, position, me)
    position = mark(budget(position, me, step=0), me, "stepped")
    for way in ways:
        choice = ((me, way),) if len(ways) > 1 else ()
        yield SURE, choice, put(position, "cells", me, stride(position["cells"][me], way))


def stand(bout: Bout, position: Json, me: str) -> Iterator[Way]:
    position = spend_move(position, me)
    for chance, choices, struck, _ in provoke(bout, position, me, threateners(bout, position, me)):
        yield chance, choices, unmark(struck, me, ["prone"]) if fit(struck, me) else struck


def pass_turn(bout: Bout, position: Json, _me: str) -> Iterator[Way]:
    for chance, end in next_turn(bout, position):
        yield chance, (), end


PROCEDURES: dict[str, Callable[..., Iterator[Way]]] = {
    "grapple": grapple,
    "charge": charge,
    "damage": damage,
    "break-pin": break_pin,
    "use-weapon": use_weapon,
    "pin": pin,
    "escape": escape,
    "escape-pin": escape_pin,
    "move-grapple": move_grapple,
    "component": component,
    "take": take,
    "silence": silence,
    "release": release,
    "attack": attack,
    "cast": cast,
    "activate": activate,
    "draw": draw,
    "move": move,
    "step": step_aside,
    "stand": stand,
    "drop": drop,
    "pass": pass_turn,
}
FOOTWORK = ("move", "draw", "stand")  # a standard action that became a move is no standard action


def carry_out(bout: Bout, position: Json, action: list[str]) -> Iterator[Way]:
    """`[verb, target or detail, …]`, the target by its name."""
    verb, *rest = action
    me = position["turn"]
    strained = standing(position, me) == "disabled" and verb not in FOOTWORK and left(position, me, "standard")
    for chance, choices, end in PROCEDURES[verb](bout, position, me, *rest):
        done = end["turn"] == me and not left(end, me, "standard")
        if strained and done and verb != "pass" and standing(end, me) == "disabled":
            yield chance, choices, hurt(bout, end, me, 1, "lethal")  # srd35.harm.lethal
        else:
            yield chance, choices, end


def token(bout: Bout, action: list[str]) -> str:
    """The action as docs/exchange.md writes it."""
    return ":".join(word.replace(" ", "_") if word in bout.names else word for word in action)


def rests(bout: Json, position: Json) -> bool:
    """Whether there is anything to do in a position but pass."""
    read, here = Bout(bout), full(position)
    return not over(read, here) and any(action != ["pass"] for action in legal(read, here))


def answer(bout: Json, position: Json) -> Json:
    """Every legal action with all that follows, and the verbs that are not legal."""
    read, here = Bout(bout), full(position)
    actions = [] if over(read, here) else list(legal(read, here))
    settled: dict[str, list[tuple[Fraction, str]]] = {}
    rows: list[list[Any]] = []
    for action in actions:
        chances: dict[tuple[Choices, str], Fraction] = {}
        for chance, choices, end in carry_out(read, here, action):
            key = (choices, json.dumps(full(slim(read, end)), sort_keys=True))
            chances[key] = chances.get(key, Fraction(0)) + chance
        ends: dict[tuple[Choices, str], Fraction] = {}
        for (choices, text), chance in chances.items():
            if text not in settled:
                found = settle(read, json.loads(text))
                settled[text] = [(share, json.dumps(slim(read, end), sort_keys=True)) for share, end in found]
            for share, end_text in settled[text]:
                ends[choices, end_text] = ends.get((choices, end_text), Fraction(0)) + chance * share
        for (choices, end_text), chance in ends.items():
            if chance:
                fraction = f"{chance.numerator}/{chance.denominator}"
                rows.append([token(read, action), [list(c) for c in choices], json.loads(end_text), fraction])
    legal_verbs = {action[0] for action in actions}
    return {"rows": rows, "refused": [verb for verb in PROCEDURES if verb not in legal_verbs]}
