"""What is legal in the second implementation of `srd35`, what it takes of a turn, and how turns go on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tests.oracle.srd35_blows import (
    hurt,
)
from tests.oracle.srd35_numbers import (
    SURE,
    WAYS,
    Bout,
    Json,
    able,
    budget,
    by,
    drawable,
    fit,
    free,
    free_ways,
    in_hand,
    in_reach,
    left,
    marked,
    partners,
    pinners,
    pins,
    put,
    silenced,
    standing,
    stride,
    tie_up,
    unmark,
)

KINDS = ("nonlethal", "lethal")


# Budgets


def attack_step(bout: Bout, position: Json, me: str) -> int | None:
    """How many attacks of a full attack have been made; None: there is no attack to be made."""
    if left(position, me, "standard"):
        return 0
    remaining = left(position, me, "attacks")
    return bout.attacks(me) - remaining if remaining else None


def spend_attack(bout: Bout, position: Json, me: str) -> Json:
    if left(position, me, "standard"):
        more = bout.attacks(me) - 1 if left(position, me, "move") else 0
        return budget(position, me, standard=0, attacks=more)
    return budget(position, me, attacks=left(position, me, "attacks") - 1, move=0)


def spend_natural(bout: Bout, position: Json, me: str) -> Json:
    if left(position, me, "standard"):
        more = len(bout.naturals(me)) - 1 if left(position, me, "move") else 0
        return budget(position, me, standard=0, natural=more)
    return budget(position, me, natural=left(position, me, "natural") - 1, move=0)


def spend_move(position: Json, me: str) -> Json:
    """The move action, or a standard one that becomes it (srd35.base.actions)."""
    if left(position, me, "move"):
        return budget(position, me, move=0, attacks=0, natural=0)
    return budget(position, me, standard=0)


def has_move(position: Json, me: str) -> bool:
    return bool(left(position, me, "move") or left(position, me, "standard"))


def has_round(position: Json, me: str) -> bool:
    return bool(left(position, me, "move") and left(position, me, "standard"))


# Starting


def weight(bout: Bout, holder: str, target: str) -> Fraction:
    """How much one counts of the four that can grapple a single opponent (srd35.group.capacity)."""
    larger = bout.size(holder) - bout.size(target)
    if larger < 0:
        return Fraction(1, 2)
    return Fraction((1, 2, 4)[min(larger, 2)])


def room(bout: Bout, position: Json, target: str, joiner: str) -> bool:
    holders = set(partners(position, target))
    if bout.rules("capacity", "per-round"):
        holders |= {who for who in bout.names if marked(position, target, by("held", who))}
    return sum(weight(bout, who, target) for who in holders | {joiner}) <= 4


def can_be_grappled(bout: Bout, position: Json, me: str, target: str) -> bool:
    return (
        bout.wrestles(me)
        and fit(position, target)
        and bout.fighters[target]["body"] == "solid"
        and target not in partners(position, me)
        and room(bout, position, target, me)
        and room(bout, position, me, target)
    )


def hold_kinds(bout: Bout, who: str) -> tuple[str, ...]:
    """What the damage of a hold may be (srd35.start.lethal)."""
    if not bout.fists(who):
        return ("",)
    return KINDS if bout.rules("hold_lethal", "allow") else KINDS[:1]


def charge_path(bout: Bout, position: Json, me: str, foe: str) -> list[list[int]] | None:
    """The squares of a charge, the last the first from which the target is in reach; None: there is no such."""
    reach = max(1, bout.fighters[me]["reach"] // 5)
    for way in WAYS:
        cell = position["cells"][me]
        path: list[list[int]] = []
        while True:
            (x, y), (u, v) = cell, position["cells"][foe]
            if max(abs(x - u), abs(y - v)) <= reach:
                break
            cell = stride(cell, way)
            if not free(bout, position, cell):
                path = []
                break
            path.append(cell)
        straight = any(stride(position["cells"][me], way, n) == position["cells"][foe] for n in range(1, 50))
        if straight and 2 <= len(path) <= 2 * bout.fighters[me]["speed"] // 5:
            return path
    return None


# What is legal


def legal(bout: Bout, position: Json) -> Iterator[list[str]]:
    """Every legal action of the fighter whose turn it is, the pass last."""
    me = position["turn"]
    if pinners(position, me):
        for skill in escapes(bout, position, me):
            yield ["escape-pin", skill]
    elif partners(position, me):
        yield from legal_in_grapple(bout, position, me)
    else:
        yield from legal_outside(bout, position, me)
    yield from legal_spells(bout, position, me)
    if in_hand(position, me):
        yield ["drop"]
    yield ["pass"]


def escapes(bout: Bout, position: Json, me: str) -> list[str]:
    skills = ["grapple"] if bout.wrestles(me) and attack_step(bout, position, me) is not None else []
    return [*skills, *(["escape-artist"] if left(position, me, "standard") else [])]


def others(bout: Bout, position: Json, me: str) -> list[str]:
    return [who for who in bout.names if who != me and fit(position, who)]


def legal_in_grapple(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.list, srd35.pin.may, srd35.pin.may-not."""
    pinned = pins(position, me)
    closed = bool(pinned) and bout.rules("pinning_other", "closed")
    for foe in partners(position, me):
        other = bool(pinned) and foe not in pinned  # whom the pinner is not pinning
        if bout.wrestles(me) and attack_step(bout, position, me) is not None:
            yield from legal_checks(bout, position, me, foe, other=other, closed=closed)
        if foe in pinned:
            yield from legal_on_pinned(bout, position, me, foe)
        if (foe in pinned or not marked(position, me, by("kept", foe))) and not (closed and other):
            yield ["release", foe]
    if not pinned:
        yield from (["escape", skill] for skill in escapes(bout, position, me))
        yield from legal_handling(bout, position, me)
        yield from legal_grapple_attacks(bout, position, me)
    if left(position, me, "standard"):
        ground = bout.map is None or free_ways(bout, position, me)
        if ground and bout.wrestles(me) and bout.fighters[me]["speed"] // 2 >= 5:
            yield ["move-grapple"]
        if not closed:
            yield from legal_items(bout, position, me)
    if bout.rules("start_while_grappling", "yes") and not closed:
        yield from legal_starts(bout, position, me)


def legal_checks(bout: Bout, position: Json, me: str, foe: str, *, other: bool, closed: bool) -> Iterator[list[str]]:
    """Checks in the place of an attack, the escape apart; `other` for whom the pinner is not pinning."""
    if bout.fists(me) and not (closed and other):
        yield from (["damage", foe, kind] for kind in KINDS)
    if not other:
        hand = in_hand(position, foe)
        if hand and bout.weapon(foe, hand).light:
            yield ["use-weapon", foe]
        yield ["pin", foe]
    if not pins(position, me) and pins(position, foe):
        yield ["break-pin", foe]


def legal_on_pinned(bout: Bout, position: Json, me: str, foe: str) -> Iterator[list[str]]:
    """srd35.pin.disarm, srd35.pin.speech."""
    if attack_step(bout, position, me) is not None:
        things = bout.fighters[foe]["worn"]
        yield from (["take", foe, thing] for thing in things if not marked(position, foe, f"lost-{thing}"))
    words = any(spell.get("verbal", True) for spell in bout.fighters[foe]["spells"])
    if words and not marked(position, foe, by("silenced", me)):
        yield ["silence", foe]


def legal_handling(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.draw, srd35.grappling.component."""
    if has_move(position, me) and not in_hand(position, me) and bout.wrestles(me):
        for foe, thing in product(partners(position, me), drawable(bout, position, me)):
            if bout.weapon(me, thing).light:
                yield ["draw", foe, thing]
    for spell in bout.fighters[me]["spells"] if has_round(position, me) else []:
        needs = spell.get("material", False) or spell.get("focus", False)
        if needs and not marked(position, me, f"component-{spell['name']}"):
            yield ["component", spell["name"]]


def legal_grapple_attacks(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.attack."""
    attacks, hand = attack_step(bout, position, me) is not None, in_hand(position, me)
    for foe in partners(position, me):
        if attacks:
            if hand and bout.weapon(me, hand).light and not bout.weapon(me, hand).ranged:
                yield ["attack", foe, hand]
            if bout.fists(me):
                yield from (["attack", foe, "unarmed", kind] for kind in KINDS)
        if bout.rules("natural_attacks", "one"):
            if attacks and not marked(position, me, "natural-used"):
                for name in dict.fromkeys(natural["name"] for natural in bout.fighters[me]["natural"]):
                    yield ["attack", foe, name]
        elif (natural := next_natural(bout, position, me)) is not None:
            yield ["attack", foe, natural]


def next_natural(bout: Bout, position: Json, me: str) -> str | None:
    """The natural weapon whose attack comes next in a full attack."""
    naturals = bout.naturals(me)
    if naturals and left(position, me, "standard"):
        return str(naturals[0]["name"])
    remaining = left(position, me, "natural")
    return str(naturals[len(naturals) - remaining]["name"]) if remaining else None


def legal_starts(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.start.attack, srd35.group.join."""
    if attack_step(bout, position, me) is None:
        return
    for foe in others(bout, position, me):
        if can_be_grappled(bout, position, me, foe) and in_reach(bout, position, me, foe):
            yield from (["grapple", foe, kind] if kind else ["grapple", foe] for kind in hold_kinds(bout, me))


def legal_outside(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.outside.menu."""
    yield from legal_starts(bout, position, me)
    yield from legal_attacks(bout, position, me)
    if bout.map is not None:
        yield from legal_on_foot(bout, position, me)
    if has_move(position, me):
        if marked(position, me, "prone"):
            yield ["stand"]
        if not in_hand(position, me):
            yield from (["draw", thing] for thing in drawable(bout, position, me))
    if left(position, me, "standard"):
        yield from legal_items(bout, position, me)


def legal_attacks(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    hand, natural = in_hand(position, me), next_natural(bout, position, me)
    attacks = attack_step(bout, position, me) is not None
    for foe in others(bout, position, me):
        near = in_reach(bout, position, me, foe)
        if attacks and hand and (near or bout.weapon(me, hand).ranged):
            yield ["attack", foe, hand]
        if attacks and near and bout.fists(me):
            yield from (["attack", foe, "unarmed", kind] for kind in KINDS)
        if natural and near:
            yield ["attack", foe, natural]


def legal_on_foot(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.start.attack, srd35.outside.menu."""
    stepped, ways = marked(position, me, "stepped"), free_ways(bout, position, me)
    if has_round(position, me) and not stepped:
        for foe in others(bout, position, me):
            if can_be_grappled(bout, position, me, foe) and charge_path(bout, position, me, foe):
                yield from (["charge", foe, kind] if kind else ["charge", foe] for kind in hold_kinds(bout, me))
    if ways and has_move(position, me) and not stepped and bout.fighters[me]["speed"] >= 5:
        yield ["move"]
    if ways and left(position, me, "step"):
        yield ["step"]


def legal_spells(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.cast."""
    grappling = bool(partners(position, me))
    if pins(position, me) and bout.rules("pinning_other", "closed"):
        return
    for spell in bout.fighters[me]["spells"]:
        casting = spell.get("casting", "standard")
        needs = spell.get("material", False) or spell.get("focus", False)
        if grappling and (
            out_of_hand(spell)
            or (needs and not marked(position, me, f"component-{spell['name']}"))
            or (spell.get("verbal", True) and silenced(position, me))
        ):
            continue
        if casting == "long" or not {
            "free": left(position, me, "quickened"),
            "standard": left(position, me, "standard"),
            "full-round": has_round(position, me),
        }.get(casting):
            continue
        if spell.get("dice", ""):
            yield from (["cast", foe, spell["name"]] for foe in others(bout, position, me))
        else:
            yield ["cast", spell["name"]]


def out_of_hand(spell: Json) -> bool:
    """Whether the spell is impossible in a grapple, components apart (srd35.grappling.cast)."""
    return bool(
        spell.get("casting", "standard") == "full-round" or spell.get("somatic", False) or spell.get("precise", False)
    )


def legal_items(bout: Bout, position: Json, me: str) -> Iterator[list[str]]:
    """srd35.grappling.item."""
    for item in bout.fighters[me]["items"]:
        if marked(position, me, f"used-{item['name']}"):
            continue
        if partners(position, me) and item.get("kind", "command") == "completion":
            continue
        if item.get("dice", ""):
            yield from (["activate", foe, item["name"]] for foe in others(bout, position, me))
        else:
            yield ["activate", item["name"]]


# Turns


def over(bout: Bout, position: Json) -> bool:
    return len({bout.sides[who] for who in bout.names if fit(position, who)}) <= 1


def next_turn(bout: Bout, position: Json) -> Iterator[tuple[Fraction, Json]]:
    """A fresh turn of the next in order who can act; the dying throw on the way (srd35.harm.lethal)."""
    position = end_turn(bout, position, position["turn"])
    order = position["order"]
    place = order.index(position["turn"])
    ways = [(SURE, position)]
    for step in range(1, len(order) + 1):
        who = order[(place + step) % len(order)]
        onward = []
        for chance, before in ways:
            here = before if (place + step) % len(order) else new_round(bout, before)
            if able(here, who):
                yield chance, begin_turn(bout, here, who)
            else:
                onward += [(chance * share, end) for share, end in passed_over(bout, here, who)]
        ways = onward
        if not ways:
            return
    yield from ways


def new_round(bout: Bout, position: Json) -> Json:
    """srd35.group.capacity."""
    for who in bout.names:
        position = unmark(position, who, [w for w in position["marks"].get(who, []) if w.startswith("held-by-")])
    return position


def passed_over(bout: Bout, position: Json, who: str) -> Iterator[tuple[Fraction, Json]]:
    position = unmark(position, who, ["flat-footed", "charging"])
    if standing(position, who) == "dying":
        yield Fraction(1, 10), put(position, "standing", who, "stable")
        yield Fraction(9, 10), hurt(bout, position, who, 1, "lethal")
        return
    yield SURE, end_turn(bout, lapse(bout, position, who), who) if fit(position, who) else position


def lapse(bout: Bout, position: Json, who: str) -> Json:
    """Pins at the beginning of the pinner's turn (srd35.pin.pin)."""
    word = {"one-round": "hold", "through-turn": "pin-lapsing"}.get(bout.rulings["pin"])
    for foe in pins(position, who) if word else []:
        position = tie_up(bout, position, who, foe, str(word))
    return position


def end_turn(bout: Bout, position: Json, who: str) -> Json:
    for one, foe, word in position["holds"]:
        if one == who and word == "pin-lapsing":
            position = tie_up(bout, position, who, foe, "hold")
    gone = [w for w in position["marks"].get(who, []) if w in ("stepped", "natural-used") or w.startswith("kept-by-")]
    position = unmark(position, who, gone)
    return put(position, "budgets", who, {"opportunity": left(position, who, "opportunity")})


def begin_turn(bout: Bout, position: Json, who: str) -> Json:
    one = bout.fighters[who]
    position = unmark(lapse(bout, position, who), who, ["flat-footed", "charging"])
    budgets = {"standard": 1}
    if standing(position, who) == "up":
        budgets["move"] = 1
    if any(spell.get("casting") == "free" for spell in one["spells"]):
        budgets["quickened"] = 1
    if bout.map is not None and one["speed"] >= 5:
        budgets["step"] = 1
    budgets["opportunity"] = 1 + (max(0, bout.ability(who, "dexterity")) if bout.feat(who, "combat_reflexes") else 0)
    return put({**position, "turn": who}, "budgets", who, budgets)


def settle(bout: Bout, position: Json, depth: int = 0) -> Iterator[tuple[Fraction, Json]]:
    """A turn in which nothing but passing is left ends by itself; so does that of who cannot act."""
    me = position["turn"]
    if over(bout, position) or depth > 20 * len(bout.names):
        yield SURE, position
        return
    position = tidy(bout, position)
    if able(position, me) and next(iter(legal(bout, position))) != ["pass"]:
        yield SURE, position
        return
    for chance, here in next_turn(bout, position):
        for share, end in settle(bout, here, depth + 1):
            yield chance * share, end


def tidy(bout: Bout, position: Json) -> Json:
    """A position with nothing in it that cannot matter."""
    budgets, marks = {}, {}
    for who in bout.names:
        words = dict(position["budgets"].get(who, {}))
        one = bout.fighters[who]
        owned = drawable(bout, position, who)
        if not (in_hand(position, who) or owned or one["natural"] or bout.trained(who)):
            words["opportunity"] = 0
        budgets[who] = {word: n for word, n in words.items() if n} if fit(position, who) else {}
        marks[who] = [
            word
            for word in position["marks"].get(who, [])
            if not (word == "natural-used" and not budgets[who].get("attacks"))
        ]
    return {**position, "budgets": budgets, "marks": marks}


def slim(bout: Bout, position: Json) -> Json:
    """The one form a position has: nothing empty, no 0, words sorted."""
    slimmed = dict(tidy(bout, position))
    slimmed["hands"] = {who: thing for who, thing in position["hands"].items() if thing}
    slimmed["standing"] = {who: word for who, word in position["standing"].items() if word != "up"}
    slimmed["tallies"] = {
        who: {word: n for word, n in row.items() if n} for who, row in position["tallies"].items() if any(row.values())
    }
    for key in ("budgets", "marks"):
        slimmed[key] = {who: row for who, row in slimmed[key].items() if row}
    return {key: value for key, value in slimmed.items() if value not in ({}, [], None)}
