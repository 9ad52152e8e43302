"""A second implementation of `cphera`, from the source text and the clauses alone, in the words of docs/exchange.md.

It shares nothing with the first: no import, no table, no way of counting. A rule is a generator that changes a `State`
and asks on the way: it yields `{outcome: chance}` for dice and `(fighter, options)` for a choice. `explore` runs it
again and again until every way through has been gone. Where text and clauses left a doubt, README.md beside this file
says which reading was taken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from tests.oracle.cphera_numbers import SURE, beating_all, blow, chances, contest, margins, orders, reaching, thrown
from tests.oracle.cphera_position import Bout, Json, State, Weapon

Choices: TypeAlias = tuple[tuple[str, str], ...]
Rule: TypeAlias = Generator[Any, Any, Any]
Words: TypeAlias = tuple[str, ...]

PLANT = {"IN_A_GRAPPLE": -3}
"""The constants that a control changes in a copy of this module, so that the copy is wrong."""

IN_A_GRAPPLE = -4  # cphera.grappling.attack, cphera.pin.attack, cphera.grappling.use-weapon
NO_FREE_HAND = -4  # cphera.start.grab
MOVING_THE_PINNED = 4  # cphera.grappling.move
ON_TURN = {"grab": 2, "grapple": 4, "join": 2, "attack": 4, "cast": 4, "draw": 1, "stand": 2, "move": 1, "break": 1}
OFF_TURN = {"grab": 2, "grapple": 4, "join": 2, "attack": 2, "cast": 4}
GRAPPLING = {"attack": 4, "cast": 4, "crush": 6, "draw": 2, "move": 2, "use-weapon": 6, "break": 1}
VERBS = (
    *("attack", "cast", "grab", "grapple", "join", "break", "release", "leave", "crush", "use-weapon"),
    *("draw", "move", "shift", "silence", "stand", "disarm", "pass"),
)
MOST = 300  # ways through all that is asked about; what has more is not answered


# Harm


def hurt(s: State, who: str, amount: int, *, sublethal: bool, resisted: bool = True) -> Rule:
    """One instance of harm and the Fortitude it asks for (cphera.harm.sublethal, .lethal): what gets through."""
    fighter = s.bout.fighters[who]
    hp, endurance = fighter["hp"], fighter["endurance"]
    if sublethal and resisted:
        amount -= endurance or 0
    if amount <= 0:
        return 0
    before = s.lethal.get(who, 0)
    lethal = amount
    if sublethal:
        total = s.sublethal.get(who, 0) + amount
        s.sublethal[who] = min(hp, total)
        lethal = total - s.sublethal[who]
    s.lethal[who] = min(before + lethal, hp + (endurance or 1))
    if s.lethal[who] >= hp + (endurance or 1):
        s.down(who, "dead")
    elif s.lethal[who] > hp:
        s.down(who, "unconscious")
    else:
        if s.lethal[who] == hp > before:
            s.mark(who, "disabled")
            s.mark(who, "prone")
        if s.excess(who):
            s.mark(who, "reeling")
        yield from save(s, who)
    return amount


def save(s: State, who: str) -> Rule:
    """Fortitude of who reels."""
    fighter = s.bout.fighters[who]
    if s.excess(who):
        bonus = fighter["fortitude"] + (fighter["endurance"] or 0)
        stays = yield reaching(bonus, 20 + s.excess(who))
        if not stays:
            s.down(who, "unconscious")


# What an action costs, and what comes before it


class Struck(NamedTuple):
    """Whether an action was a hit on its target, and what got through."""

    hit: bool = False
    through: int = 0


def cost(s: State, who: str, verb: str, target: str = "", *, off: bool = False) -> int:
    """cphera.ap.costs, cphera.start.cost; doubled at 0 hit points (cphera.harm.lethal)."""
    points = (OFF_TURN if off else GRAPPLING if s.grapples(who) else ON_TURN).get(verb, 0)
    if verb == "grapple" and s.bout.rulings["grab_cost"] == "separate" and (who, target, "grab") not in s.holds:
        points += 2
    return points * (2 if s.has(who, "disabled") else 1)


def can_pay(s: State, who: str, verb: str, target: str = "", *, off: bool = False) -> bool:
    return s.ap.get(who, 0) >= cost(s, who, verb, target, off=off)


def opens(s: State, who: str, words: Words) -> bool:
    """Whether an action presents an opening (cphera.ap.costs, cphera.harm.unarmed, cphera.start.cost)."""
    verb = words[0]
    if verb == "grapple":
        return (who, words[1], "grab") not in s.holds
    if verb == "attack":
        return words[2] in ("fists", "kick") and s.bout.fighters[who]["fists"] == "untrained"
    if verb == "move":
        return not s.grapples(who)
    return verb in ("grab", "join", "cast", "stand")


def perform(s: State, who: str, words: Words, waiting: Words = (), *, off: bool = False) -> Rule:
    """Pay, let the opening be exploited, act, and suffer for what was overspent (cphera.ap.open, cphera.ap.pool)."""
    target = words[1] if len(words) > 1 else ""
    before, points = s.spent(who), cost(s, who, words[0], target, off=off)
    s.ap[who] = s.ap.get(who, 0) - points
    due = s.bout.overspent(who, before + points, "endurance") - s.bout.overspent(who, before, "endurance")
    spoilt = False
    if opens(s, who, words):
        spoilt = yield from openings(s, who, words, (*waiting, who), off=off)
    struck = Struck()
    if not spoilt and s.fit(who):
        struck = (yield from DEEDS[words[0]](s, who, *words[1:])) or Struck()
    if due and s.fit(who):
        yield from hurt(s, who, due, sublethal=True, resisted=False)
    return struck


def openings(s: State, actor: str, words: Words, waiting: Words, *, off: bool) -> Rule:
    """Each foe who threatens may act against the actor; whether that spoils the action (cphera.ap.open)."""
    spared = {words[1]} if off else set()
    if words[0] == "join":
        spared |= set(s.members(words[1]))

    def may(who: str) -> bool:
        if who in waiting or not (s.bout.foes(who, actor) and s.fit(who) and s.fit(actor)):
            return False
        return not s.grapples(who) and threatens(s, who, actor)

    spoilt = False
    for who in [one for one in s.order if one not in spared and may(one)]:
        options = list(exploits(s, who, actor)) if may(who) else []
        if not options:
            continue
        word = yield who, ["no", *options]
        if word == "no":
            continue
        verb, _, detail = word.partition("-")
        struck = yield from perform(s, who, (verb, actor, *([detail] if detail else [])), waiting, off=True)
        if struck.hit and not spoilt:
            spoilt = True
            if words[0] == "cast" and s.fit(actor):
                spoilt = not (yield reaching(concentration(s, actor), 10 + struck.through))
    return spoilt


def concentration(s: State, who: str) -> int:
    fighter = s.bout.fighters[who]
    return int(fighter["willpower"] + fighter["concentration"] - s.reels(who))


def threatens(s: State, who: str, target: str) -> bool:
    """In the next hex, or in reach of a weapon (cphera.ap.open)."""
    weapon = s.weapon(who)
    arms = [arm for arm in s.bout.weapons[who].values() if arm.natural or arm == weapon]
    return s.distance(who, target) <= max([1, *(arm.reach for arm in arms if not arm.ranged)])


def exploits(s: State, who: str, actor: str) -> Iterator[str]:
    """What somebody outside can do in an opening."""
    if can_pay(s, who, "attack", off=True):
        yield from (f"attack-{means}" for means in means_against(s, who, actor, off=True))
    if s.near(who, actor):
        if s.grapples(actor):
            if can_pay(s, who, "join", off=True):
                yield "join"
        else:
            if (who, actor, "grab") not in s.holds and can_pay(s, who, "grab", off=True):
                yield "grab"
            if can_pay(s, who, "grapple", actor, off=True):
                yield "grapple"
    if can_pay(s, who, "cast", off=True):
        yield from (f"cast-{spell['name']}" for spell in s.bout.fighters[who]["spells"])


def means_against(s: State, who: str, target: str, *, off: bool = False) -> Iterator[str]:
    """With what one can attack: outside what is in reach, in a grapple what is of use there."""
    weapon = s.weapon(who)
    arms = [*([weapon] if weapon else []), *(arm for arm in s.bout.weapons[who].values() if arm.natural)]
    inside = s.grapples(who)
    if inside and target not in s.partners(who):
        return
    pinning = target in s.pins(who)
    for arm in dict.fromkeys(arms):
        if inside:
            usual = arm.light and not arm.natural
            fine = usual or (s.bout.rulings["pinned_weapon"] == "-4" if pinning else arm.natural)
            if fine and not (arm.ranged and off):
                yield arm.name
        elif (arm.ranged and not off) or (not arm.ranged and s.distance(who, target) <= arm.reach):
            yield arm.name
    if inside or s.near(who, target):
        yield s.unarmed(who)


def window(s: State, target: str, by: str) -> Rule:
    """A pinner may be gone before a die aimed at it is rolled (cphera.pin.exposed)."""
    if not (s.fit(target) and s.fit(by)) or not s.pins(target) or by in s.pins(target):
        return
    word = yield target, ["stay", *(f"leave-{way}" if way else "leave" for way in s.ways_out(target))]
    if word != "stay":
        s.leave(target, word.partition("-")[2])


def closed(s: State, who: str, target: str) -> bool:
    """Whether somebody acts by a lasting opening that is there no more."""
    return s.lasting == who and not s.open_to(target, who)


# What can be done, each verb a rule


def grab(s: State, who: str, target: str) -> Rule:
    """cphera.start.grab."""
    yield from window(s, target, who)
    if s.grapples(who) or s.grapples(target) or not s.fit(target) or not s.near(who, target):
        return Struck()
    if not (yield grab_roll(s, who, target)):
        return Struck()
    s.holds.add((who, target, "grab"))
    return Struck(hit=True)


def grab_roll(s: State, who: str, target: str) -> dict[Any, Fraction]:
    fighter = s.bout.fighters[who]
    bonus = fighter["strength"] + s.base_attack(who) - s.reels(who)
    if not s.free_hand(who):
        bonus += NO_FREE_HAND
    against = s.armour_class(target, who, touch=True)
    hits = Fraction(sum(face == 20 or face + bonus >= against for face in range(1, 21)), 20)
    return chances({True: hits, False: 1 - hits})


def opposed(s: State, who: str, other: str) -> dict[Any, Fraction]:
    return contest(s.check(who), s.check(other), s.bout.rulings["tie"])


def grapple(s: State, who: str, target: str) -> Rule:
    """cphera.start.check, .open."""
    struck = Struck()
    if (who, target, "grab") not in s.holds:
        struck = yield from grab(s, who, target)
        if not struck.hit:
            return struck
    if s.grapples(who) or s.grapples(target):
        return struck
    won = yield opposed(s, who, target)
    if won > 0:
        s.drop(lambda a, b, word: word == "grab" and {a, b} == {who, target})
        s.holds.add((who, target, "grapple"))
        if s.bout.map is not None:
            s.cells[who] = s.cells[target]
            s.part_grabs()
    return struck


def join(s: State, who: str, target: str) -> Rule:
    """cphera.group.join."""
    yield from window(s, target, who)
    if closed(s, who, target) or s.grapples(who) or not s.grapples(target) or not s.near(who, target):
        return Struck()
    if not (yield grab_roll(s, who, target)):
        return Struck()
    members = s.members(target)
    s.drop(lambda a, b, word: word == "grab" and who in (a, b) and (a in members or b in members))
    for member in members:
        s.relate(who, member, "level")
    if s.bout.map is not None:
        s.cells[who] = s.cells[target]
        s.part_grabs()
    return Struck(hit=True)


def attack(s: State, who: str, target: str, means: str) -> Rule:
    """cphera.base.attack, cphera.harm.unarmed, cphera.grappling.attack, cphera.pin.attack."""
    yield from window(s, target, who)
    if closed(s, who, target) or not s.fit(target) or means not in means_against(s, who, target):
        return Struck()
    fighter, bare = s.bout.fighters[who], means in ("fists", "kick")
    trained = fighter["fists"] == "trained"
    arm = Weapon(means, "d6" if trained else "d3", light=True) if bare else s.bout.weapons[who][means]
    bonus = 0
    if bare and not trained and means == "kick":
        bonus -= 2
    if s.grapples(who) and not (target in s.pins(who) and arm.light and not arm.natural):
        bonus += IN_A_GRAPPLE
    result = yield from strike(s, who, target, arm, bonus, sublethal=bare and not trained)
    if bare and s.fit(who):
        s.mark(who, "bare")
    return result


def strike(s: State, who: str, target: str, arm: Weapon, bonus: int, *, sublethal: bool = False) -> Rule:
    """Roll to hit and for damage."""
    strength = s.bout.fighters[who]["strength"]
    amount = yield blow(
        bonus + strength + s.base_attack(who) - s.reels(who),
        s.armour_class(target, who, ranged=arm.ranged),
        arm.dice,
        strength,
        overflow=s.denied(target, who),
        criticals=s.bout.rulings["criticals"] == "yes",
    )
    if amount is None:
        return Struck()
    through = yield from hurt(s, target, amount, sublethal=sublethal)
    return Struck(hit=True, through=through)


def cast(s: State, who: str, target: str, name: str) -> Rule:
    """cphera.grappling.cast, cphera.ap.costs."""
    yield from window(s, target, who)
    if closed(s, who, target) or not s.fit(target):
        return Struck()
    foes = [one for one in s.partners(who) if s.bout.foes(one, who)]
    if foes:
        most = max(foes, key=lambda one: sum(s.attacker_to(one, other) for other in foes))
        won = yield contest(concentration(s, who), s.check(most), "status-quo")
        if won <= 0:
            return Struck()
    dice = next(spell.get("dice", "") for spell in s.bout.fighters[who]["spells"] if spell["name"] == name)
    through = 0
    if dice:
        amount = yield thrown(dice)
        through = yield from hurt(s, target, amount, sublethal=False)
    return Struck(hit=True, through=through)


def break_grab(s: State, who: str, target: str) -> Rule:
    """cphera.start.grab; nothing that a pinner is disturbed by."""
    strengths = [s.bout.fighters[one]["strength"] - s.reels(one) for one in (who, target)]
    if (target, who, "grab") in s.holds and (yield contest(strengths[0], strengths[1], "status-quo")) > 0:
        s.holds.discard((target, who, "grab"))


def crush(s: State, who: str, target: str) -> Rule:
    """cphera.grappling.crush."""
    yield from window(s, target, who)
    if target not in s.partners(who):
        return
    margin = yield margins(s.check(who), s.check(target), s.bout.rulings["tie"])
    if margin > 0:
        amount = s.bout.fighters[who]["strength"] + int(margin)
        yield from hurt(s, target, amount, sublethal=True, resisted=False)


def draw(s: State, who: str, *rest: str) -> Rule:
    """cphera.grappling.draw, or outside a grapple without a check."""
    if len(rest) > 1:
        yield from window(s, rest[0], who)
        if rest[0] not in s.partners(who) or (yield opposed(s, who, rest[0])) <= 0:
            return
    s.hands[who] = rest[-1]


def use_weapon(s: State, who: str, target: str) -> Rule:
    """cphera.grappling.use-weapon."""
    yield from window(s, target, who)
    if target not in s.partners(who) or (yield opposed(s, who, target)) <= 0:
        return
    yield from window(s, target, who)
    arm = s.weapon(target)
    if arm is not None and target in s.partners(who):
        yield from strike(s, who, target, arm, IN_A_GRAPPLE)


def move(s: State, who: str, *way: str) -> Rule:
    """cphera.ap.costs; of a whole grapple cphera.grappling.move."""
    if way:
        if not s.grapples(who) and way[0] in s.free_ways(who) and not gripped(s, who):
            s.go(who, way[0])
        return
    members = s.members(who)
    modifier = s.check(who) + (MOVING_THE_PINNED if s.pins(who) else 0)
    against: list[int] = []
    for other in members:
        if other != who:
            word = yield other, ["resist", "let"]
            against += [s.check(other)] if word == "resist" else []
    if against and not (yield beating_all(modifier, tuple(against), s.bout.rulings["tie"])):
        return
    if s.bout.map is None:
        return
    for taken in range(max(1, s.bout.fighters[who]["speed"] // 2)):
        ways = s.free_ways(who)
        if not ways:
            return
        word = yield who, [*(["stop"] if taken else []), *ways]
        if word == "stop":
            return
        cell = s.bout.neighbour(s.cells[who], word)
        for member in members:
            s.cells[member] = cell
        s.part_grabs()


def gripped(s: State, who: str) -> bool:
    """Holds or is held by a grab."""
    return any(who in (a, b) for a, b, word in s.holds if word == "grab")


def shift(s: State, who: str, way: str) -> Rule:
    s.mark(who, "shifted")
    s.go(who, way)
    yield from ()


def release(s: State, who: str, *rest: str) -> Rule:
    """A grab (cphera.start.grab) or a grapple (cphera.round.release)."""
    if rest and rest[0] in s.bout.names:
        s.holds.discard((who, rest[0], "grab"))
    else:
        s.leave(who, rest[0] if rest else "")
    yield from ()


def stand(s: State, who: str) -> Rule:
    if not s.grapples(who):
        s.unmark(who, "prone")
    yield from ()


def silence(s: State, _who: str, target: str) -> Rule:
    """cphera.pin.speech."""
    s.mark(target, "silenced")
    yield from ()


def pass_turn(s: State, _who: str) -> Rule:
    yield from next_turn(s)


DEEDS: dict[str, Callable[..., Rule]] = {
    "attack": attack,
    "cast": cast,
    "grab": grab,
    "grapple": grapple,
    "join": join,
    "break": break_grab,
    "release": release,
    "leave": release,
    "crush": crush,
    "use-weapon": use_weapon,
    "draw": draw,
    "move": move,
    "shift": shift,
    "silence": silence,
    "stand": stand,
    "pass": pass_turn,
}


# What is legal


def legal(s: State) -> Iterator[tuple[str, Words]]:
    """Everything anybody can do, but the pass."""
    if not s.pinned(s.turn):
        yield from ((s.turn, words) for words in on_turn(s, s.turn))
    for who in s.order:
        if s.fit(who) and not s.pinned(who):
            yield from ((who, words) for words in letting_go(s, who))
            if who != s.turn and not s.has(who, "exploited"):
                yield from ((who, words) for words in lasting(s, who))


def others(s: State, who: str) -> list[str]:
    return [one for one in s.bout.names if one != who and s.fit(one)]


def on_turn(s: State, me: str) -> Iterator[Words]:
    """On the own turn."""
    inside = s.grapples(me)
    for target in others(s, me):
        if can_pay(s, me, "attack"):
            yield from (("attack", target, means) for means in means_against(s, me, target))
        if can_pay(s, me, "cast"):
            yield from (("cast", target, spell["name"]) for spell in s.bout.fighters[me]["spells"])
        if (target, me, "grab") in s.holds and can_pay(s, me, "break"):
            yield "break", target
    yield from (("silence", target) for target in s.pins(me) if not s.has(target, "silenced"))
    yield from inside_menu(s, me) if inside else outside_menu(s, me)


def outside_menu(s: State, me: str) -> Iterator[Words]:
    """cphera.outside.menu."""
    for target in others(s, me):
        if not s.near(me, target):
            continue
        if s.grapples(target):
            if can_pay(s, me, "join"):
                yield "join", target
            continue
        if (me, target, "grab") not in s.holds and can_pay(s, me, "grab"):
            yield "grab", target
        if can_pay(s, me, "grapple", target):
            yield "grapple", target
    if not s.hands.get(me) and can_pay(s, me, "draw"):
        yield from (("draw", thing) for thing in s.bout.fighters[me]["carries"])
    if s.has(me, "prone") and can_pay(s, me, "stand"):
        yield ("stand",)
    if s.bout.map is not None and not gripped(s, me):
        ways = s.free_ways(me)
        if can_pay(s, me, "move"):
            yield from (("move", way) for way in ways)
        if not s.has(me, "shifted"):
            yield from (("shift", way) for way in ways)


def inside_menu(s: State, me: str) -> Iterator[Words]:
    """The actions of a grapple."""
    partners = s.partners(me)
    for target in partners:
        arm = s.weapon(target)
        if can_pay(s, me, "crush"):
            yield "crush", target
        if arm is not None and arm.light and can_pay(s, me, "use-weapon"):
            yield "use-weapon", target
    if not s.hands.get(me) and can_pay(s, me, "draw"):
        foes = [one for one in partners if s.bout.foes(one, me)]
        for thing in s.bout.fighters[me]["carries"]:
            if s.bout.weapons[me][thing].light:
                yield from (("draw", foe, thing) for foe in foes)
                if not foes:
                    yield "draw", thing
    held = any(b == me for _, b, word in s.holds if word == "grab")
    if can_pay(s, me, "move") and not held and (s.bout.map is None or s.free_ways(me)):
        yield ("move",)


def letting_go(s: State, who: str) -> Iterator[Words]:
    """Immediate actions: of a grab, of a grapple by its attacker, out of it by a pinner."""
    yield from (("release", b) for a, b, word in s.holds if a == who and word == "grab")
    if not s.grapples(who):
        return
    foes = [one for one in s.partners(who) if s.bout.foes(one, who)]
    if s.pins(who):
        yield from (("leave", way) if way else ("leave",) for way in s.ways_out(who))
    elif all(s.attacker_to(who, foe) for foe in foes):
        yield from (("release", way) if way else ("release",) for way in s.ways_out(who))


def lasting(s: State, who: str) -> Iterator[Words]:
    """Out of turn, against a foe who is lastingly Open (cphera.ap.open)."""
    for foe in others(s, who):
        if not s.bout.foes(foe, who) or not s.open_to(foe, who):
            continue
        if can_pay(s, who, "attack", off=True):
            yield from (("attack", foe, means) for means in means_against(s, who, foe, off=True))
        if can_pay(s, who, "cast", off=True) and threatens(s, who, foe):
            yield from (("cast", foe, spell["name"]) for spell in s.bout.fighters[who]["spells"])
        if not s.grapples(who) and s.grapples(foe) and s.near(who, foe) and can_pay(s, who, "join", off=True):
            yield "join", foe


def act(s: State, who: str, words: Words) -> Rule:
    off = who != s.turn
    s.lasting = who if off else ""
    if off and words[0] in OFF_TURN and s.bout.rulings["open_once"] == "yes":
        s.mark(who, "exploited")
    yield from perform(s, who, words, off=off)


# Rounds and turns


def over(s: State) -> bool:
    return len({s.bout.sides[who] for who in s.bout.names if s.fit(who)}) <= 1


def settle(s: State) -> Rule:
    """Turns end by themselves where nobody can do anything but pass."""
    while not (over(s) or at_rest(s)):
        yield from next_turn(s)


def at_rest(s: State) -> bool:
    """Whether an action is to be chosen: a pool is full, or there is something to do."""
    return s.fit(s.turn) and (s.ap.get(s.turn, 0) == s.bout.limits[s.turn] or next(legal(s), None) is not None)


def next_turn(s: State) -> Rule:
    """The next who is fit; in a new round the checks first (cphera.ap.pool, cphera.harm.sublethal)."""
    s.unmark(s.turn, "shifted")
    place = s.order.index(s.turn)
    who = next(name for name in [*s.order[place + 1 :], *s.order[: place + 1]] if s.fit(name))
    s.turn = who
    s.unmark(who, "bare")
    s.ap[who] = s.bout.limits[who]
    if s.order.index(who) <= place:
        s.phase = True
        yield from round_checks(s)
        s.phase = False
    yield from save(s, who)
    if s.fit(who) and s.bout.rulings["combat_ability"] == "split":
        fighter = s.bout.fighters[who]
        both = fighter["attack"] + fighter["defence"]
        word = yield who, [f"attack-{share}" for share in range(both + 1)]
        s.unmark(who, f"attack-{s.base_attack(who)}")
        if word != f"attack-{fighter['attack']}":
            s.mark(who, word)


def round_checks(s: State) -> Rule:
    """cphera.round."""
    for who in s.bout.names:
        s.unmark(who, "exploited")
    seen: set[str] = set()
    groups = []
    for who in s.order:
        if who not in seen and s.grapples(who):
            groups.append(s.members(who))
            seen |= set(groups[-1])
    for members in groups:
        one, other = members[:2]
        level = any(word == "level" for a, b, word in s.holds if a in members and b in members)
        if len(members) > 2 or level:
            if len({s.bout.sides[member] for member in members}) > 1:
                yield from ranking(s, members)
        elif s.pinned(one) or s.pinned(other):
            pinner = one if s.pins(one) else other
            if (yield opposed(s, other if pinner == one else one, pinner)) > 0:
                s.drop(lambda a, _, word, pinner=pinner: word == "pin" and a == pinner)  # type: ignore[misc]
        else:
            yield from new_check(s, one, other)


def leaving(s: State, who: str) -> list[str]:
    return [f"leave-{way}" if way else "leave" for way in s.ways_out(who)]


def new_check(s: State, one: str, other: str) -> Rule:
    """cphera.round.check, .defender-wins, .attacker-wins: between two without a pin."""
    if (yield one, ["check", "no"]) == "no" and (yield other, ["check", "no"]) == "no":
        return
    attacker, defender = (one, other) if s.attacker_to(one, other) else (other, one)
    won = yield opposed(s, attacker, defender)
    if won > 0:
        if (yield attacker, ["pin", "no"]) == "pin" and (yield opposed(s, attacker, defender)) > 0:
            s.pin(attacker, defender)
    elif won < 0:
        word = yield defender, [*leaving(s, defender), "reverse", "neither"]
        if word == "reverse":
            s.relate(defender, attacker, "grapple")
        elif word != "neither":
            s.leave(defender, word.partition("-")[2])


def ranking(s: State, members: list[str]) -> Rule:
    """cphera.group.rank, .pin, .leave."""
    ranks = yield orders(tuple(s.check(member) for member in members), s.bout.rulings["tie"])
    rank = dict(zip(members, ranks, strict=True))
    casters = len(members) > 2 and any(s.bout.fighters[member]["spells"] for member in members)
    for one, other in combinations(members, 2):
        if other not in s.partners(one):
            continue
        if rank[one] == rank[other] or not (casters or s.bout.foes(one, other)):
            s.relate(one, other, "level")
        else:
            higher, lower = (one, other) if rank[one] < rank[other] else (other, one)
            s.relate(higher, lower, "grapple")
    freed = set()
    for member in members:
        pinners = [a for a, b, word in s.holds if b == member and word == "pin"]
        if pinners and all(rank[member] < rank[pinner] for pinner in pinners):
            freed.add(member)
    s.drop(lambda _, b, word: word == "pin" and b in freed)
    for member in sorted(members, key=lambda one: rank[one]):
        if member not in freed:
            yield from ranked_deed(s, member, rank)


def ranked_deed(s: State, me: str, rank: dict[str, int]) -> Rule:
    """The one thing of who is above somebody."""
    foes = [one for one in s.partners(me) if s.bout.foes(one, me)]
    below = [foe for foe in foes if rank[me] < rank[foe]]
    if s.pinned(me) or not below:
        return
    options = ["no"]
    if below == foes:
        options += leaving(s, me)
    elif s.bout.rulings["group_leave"] == "pairwise":
        options.append("shake")
    if not s.pins(me):
        options += [f"pin-{foe.replace(' ', '_')}" for foe in below]
    word = yield me, options
    if word == "shake":
        s.drop(lambda a, b, hold: hold != "grab" and me in (a, b) and (a in below or b in below))
    elif word.startswith("leave"):
        s.leave(me, word.partition("-")[2])
    elif word.startswith("pin-"):
        foe = next(one for one in below if one.replace(" ", "_") == word.removeprefix("pin-"))
        if (yield opposed(s, me, foe)) > 0:
            s.pin(me, foe)


# Every way through a rule


class End(NamedTuple):
    """One way through: the choices made, where it ends, and the chance that the dice lead there."""

    choices: Choices
    state: State
    chance: Fraction


def explore(start: State, rule: Callable[[State], Rule]) -> list[End]:
    """Every way through a rule; ways with the same choices and end are one."""
    found: dict[Any, End] = {}
    todo: list[tuple[tuple[Any, ...], Choices, Fraction]] = [((), (), SURE)]
    while todo:
        start.bout.gone_through += 1
        if start.bout.gone_through > MOST:
            raise OverflowError("there are too many ways this can go")
        given, choices, chance = todo.pop()
        state = start.copy()
        running = rule(state)
        try:
            request = next(running)
            for answer_ in given:
                request = running.send(answer_)
            while True:
                (given, choices, chance), *rest = _onward(request, given, choices, chance)
                todo += rest
                request = running.send(given[-1])
        except StopIteration:
            key = choices, state.key()
            before = found[key].chance if key in found else Fraction(0)
            found[key] = End(choices, state, before + chance)
    return list(found.values())


def _onward(
    request: Any, given: tuple[Any, ...], choices: Choices, chance: Fraction
) -> list[tuple[tuple[Any, ...], Choices, Fraction]]:
    """What can be answered to a request; a choice of one thing is none."""
    if isinstance(request, dict):
        return [((*given, outcome), choices, chance * share) for outcome, share in request.items()]
    who, options = request
    if len(options) == 1:
        return [((*given, options[0]), choices, chance)]
    return [((*given, option), (*choices, (who, option)), chance) for option in options]


def settled(state: State) -> list[End]:
    """What follows an action by itself, worked out once a position."""
    key = state.key()
    if key not in state.bout.settled:
        state.bout.settled[key] = explore(state, settle)
    return state.bout.settled[key]


def rests(bout: Json, position: Json) -> bool:
    """Whether an action is to be chosen in a position, nothing being due."""
    state = State(Bout(bout), position)
    return not over(state) and at_rest(state)


def answer(bout: Json, position: Json) -> Json:
    """Every legal action with all that follows, and the verbs that are not legal."""
    return _answer(json.dumps(bout), json.dumps(position))


@lru_cache(maxsize=8)
def _answer(bout_text: str, position_text: str) -> Json:
    bout = Bout(json.loads(bout_text))
    state = State(bout, json.loads(position_text))
    actions = [] if over(state) or not at_rest(state) else list(dict.fromkeys([*legal(state), (state.turn, ("pass",))]))
    rows: list[list[Any]] = []
    for who, words in actions:
        found: dict[Any, End] = {}
        for first in explore(state, lambda s, who=who, words=words: act(s, who, words)):  # type: ignore[misc]
            for last in settled(first.state):
                choices = first.choices + last.choices
                key = choices, last.state.key()
                before = found[key].chance if key in found else Fraction(0)
                found[key] = End(choices, last.state, before + first.chance * last.chance)
        name = ":".join(word.replace(" ", "_") if word in bout.names else word for word in words)
        token = name if who == state.turn else f"{who.replace(' ', '_')}>{name}"
        for end in found.values():
            fraction = f"{end.chance.numerator}/{end.chance.denominator}"
            rows.append([token, [list(choice) for choice in end.choices], end.state.json(), fraction])
    return {"rows": rows, "refused": list(refused(state, actions)) if actions else []}


def refused(s: State, actions: list[tuple[str, Words]]) -> Iterator[str]:
    """The verbs nobody can use now."""
    for who in s.bout.names:
        done = {words[0] for by, words in actions if by == who}
        front = "" if who == s.turn else f"{who.replace(' ', '_')}>"
        yield from (f"{front}{verb}" for verb in VERBS if verb not in done)
