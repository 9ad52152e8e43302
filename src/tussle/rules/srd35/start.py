"""Starting a grapple: the attack, the strike it invites, the grab, the hold, and moving in (chapter `start`)."""

from __future__ import annotations

from collections.abc import Iterator

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.space import DIRECTIONS
from tussle.bout.stance import Cell, Stance
from tussle.rules.srd35 import base, check, gear, grappling, group, harm, outside, pin
from tussle.rules.srd35.fighter import Fighter, ability_modifier, things_of

__all__ = [
    "charge",
    "enter",
    "grab",
    "grapple",
    "hold",
    "improved",
    "may_strike",
    "move_in",
    "offers",
    "opportunities",
    "opportunity",
    "reckless",
    "rush",
    "spoil",
    "squeeze",
    "threatens",
    "within",
]


# Who can, and whom


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """Whom `me` can try to grapple, and with what sort of damage; joining is starting too (srd35.start.attack)."""
    for foe in (*(who for who in bout.everyone if who != me), me):
        for verb in ("grapple", "charge"):
            refused = _refused(bout, stance, me, verb, foe)
            if refused:
                yield refused
                continue
            clauses = ("srd35.start.attack",)
            yield from (Action(me, verb, foe, kind, clauses) for kind in _kinds(bout, me))


def _kinds(bout: Bout, me: int) -> tuple[tuple[str, ...], ...]:
    """The damage of the hold, declared before (srd35.start.lethal)."""
    kinds = grappling.kinds(bout.fighters[me])
    if bout.ruling("hold_lethal") == "nonlethal-only":
        kinds = kinds[:1]
    return tuple((kind,) for kind in kinds) or ((),)


def _refused(bout: Bout, stance: Stance, me: int, verb: str, foe: int) -> Refusal | None:
    """The gate of every way in: a melee attack on somebody else within reach (srd35.start.attack)."""
    clause = "srd35.start.attack"
    if foe == me:
        return Refusal(me, verb, "not oneself", clause, foe)
    if stance.tied(me, foe):
        return Refusal(me, verb, "you are grappling that one already", clause, foe)
    refused = (
        pin.bars(bout, stance, me, verb, foe)
        or grappling.no_start(bout, stance, me, verb, foe)
        or (None if group.conscious(stance, foe) else group.no_start(me, verb, foe))
        or check.can_grapple(bout, me, verb, foe)
        or group.crowded(bout, stance, me, verb, foe)
    )
    if refused:
        return refused
    if verb == "charge":
        stepped = (
            Refusal(me, verb, "you have taken a 5-foot step", clause, foe) if stance.marked(me, "stepped") else None
        )
        refused = stepped or base.affordable(stance, me, verb, "full", foe)
        return refused or (None if _run_up(bout, stance, me, foe) else Refusal(me, verb, _no_run(bout), clause, foe))
    if not within(bout, stance, me, foe):
        return Refusal(me, verb, "out of reach", clause, foe)
    return grappling.no_attack(stance, me, verb, foe)


def within(bout: Bout, stance: Stance, me: int, foe: int) -> bool:
    """Whether `foe` can be reached; who has no reach at all comes close for it."""
    fighter: Fighter = bout.fighters[me]
    return distance(stance, me, foe) <= max(1, fighter.reach // 5)


def distance(stance: Stance, me: int, foe: int) -> int:
    """How many squares lie between two; without a map everybody is 1 away."""
    one, other = stance.cell(me), stance.cell(foe)
    if one is None or other is None:
        return 1
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def grapple(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to start a grapple, in place of one melee attack (srd35.start.attack)."""
    me, foe = action.by, action.target
    yield Tell("{0} tries to grapple {1}.", (me, foe), ("srd35.start.attack",))
    stance, number = grappling.spend_attack(bout, stance, me)
    return (yield from _begin(stance, me, foe, "".join(action.details), number, "attack"))


def _begin(stance: Stance, me: int, foe: int, kind: str, number: int, manner: str) -> Procedure:
    """What comes first: the target's strike and the grab, or neither where it is grappling somebody already."""
    if group.joins(stance, me, foe):
        yield group.join(me, foe)
        return stance.due(("hold", me, foe, kind, str(number), manner))
    return stance.due(("opportunity", foe, me, "start"), ("grab", me, foe, kind, str(number), manner))


# A charge


def _run_up(bout: Bout, stance: Stance, me: int, foe: int) -> tuple[str, int] | None:
    """The straight way to the first square from which `foe` is in reach, 10 ft or more off, and its squares."""
    here, there = stance.cell(me), stance.cell(foe)
    if here is None or there is None or stance.partners(me):
        return None
    fighter: Fighter = bout.fighters[me]
    squares = distance(stance, me, foe) - max(1, fighter.reach // 5)
    for way, (across, down) in DIRECTIONS.items():
        far = distance(stance, me, foe)
        straight = (here[0] + across * far, here[1] + down * far) == there
        if straight and 2 <= squares <= 2 * (fighter.speed // 5):
            path = bout.space.run(stance, here, way, squares)
            return (way, squares) if len(path) == squares else None
    return None


def _no_run(bout: Bout) -> str:
    if not bout.space.mapped:
        return "a charge takes 10 ft of room, and without a map nobody is that far off"
    return "a charge takes a clear straight line of 10 ft to twice your speed"


def charge(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Charge and try to grapple: +2 on the roll, −2 to armour class until your next turn (srd35.start.attack)."""
    me, foe = action.by, action.target
    yield Tell("{0} charges {1}.", (me, foe), ("srd35.start.attack",))
    way, squares = _run_up(bout, stance, me, foe) or ("", 0)
    stance = base.moved(base.pay(stance, me, "full"), me).mark(me, "charging")
    return stance.due(("rush", me, foe, "".join(action.details), way, str(squares)))


def rush(bout: Bout, stance: Stance, me: int, foe: int, kind: str, way: str, squares: str, *offered: int) -> Procedure:
    """One square of a charge, and the try at its end (srd35.start.attack).

    Args:
        offered: who has had a strike at the one who charges.
    """
    yield from ()
    if not group.able(stance, me) or stance.partners(me) or not group.conscious(stance, foe):
        return stance
    if squares == "0":
        return (yield from _begin(stance, me, foe, kind, 1, "charge"))
    left = str(int(squares) - 1)
    strikers = [who for who in outside.strikers(bout, stance, me) if who not in offered]
    stance = stance.due(("go", me, way), ("rush", me, foe, kind, way, left, *offered, *strikers))
    return stance.due(*(("opportunity", striker, me, "move") for striker in strikers))


def _charging(me: int, manner: str) -> tuple[Part, ...]:
    """+2 on the rolls of a charge (srd35.start.attack)."""
    return (Part(me, "charge", 2, "srd35.start.attack"),) if manner == "charge" else ()


def reckless(stance: Stance, foe: int) -> tuple[Part, ...]:
    """−2 to the armour class of who has charged, until its next turn (srd35.start.attack)."""
    return (Part(foe, "charged", -2, "srd35.start.attack"),) if stance.marked(foe, "charging") else ()


# Step 1: attacks of opportunity


def opportunities(fighter: Fighter, marks: tuple[str, ...] = ()) -> int:
    """How many attacks of opportunity a round: 1, or 1 + Dexterity with Combat Reflexes (srd35.start.opportunity).

    None for who has nothing to make one with, everything having been dropped.
    """
    things = any(f"dropped-{thing}" not in marks for thing in things_of(fighter))
    if not (things or fighter.natural or _trained(fighter)):
        return 0
    more = max(0, ability_modifier(fighter.dexterity)) if "combat_reflexes" in fighter.feats else 0
    return 1 + more


def _ways(bout: Bout, stance: Stance, striker: int) -> dict[str, tuple[str, str]]:
    """With what a strike can be made, and the sort of damage: in hand, natural, or an Improved Unarmed Strike."""
    fighter: Fighter = bout.fighters[striker]
    found: dict[str, tuple[str, str]] = {}
    held = stance.hands[striker]
    if held and not gear.arm(fighter, held).ranged:
        found[held] = (held, "nonlethal" if gear.arm(fighter, held).nonlethal else "lethal")
    found |= {natural.name: (natural.name, "lethal") for natural in fighter.natural}
    if _trained(fighter):
        found |= {f"unarmed-{kind}": ("unarmed", kind) for kind in grappling.kinds(fighter)}
    return found


def _trained(fighter: Fighter) -> bool:
    """Whether bare hands count as armed, even those too small to do damage (srd35.start.opportunity)."""
    return bool(fighter.monk) or "improved_unarmed_strike" in fighter.feats


def threatens(bout: Bout, stance: Stance, striker: int, at: int) -> bool:
    """Whether a strike could be made at somebody, grappling apart: armed, in reach, ready, with one left.

    srd35.start.opportunity: not flat-footed without Combat Reflexes.
    """
    if striker == at or not group.able(stance, striker) or not stance.left(striker, "opportunity"):
        return False
    if stance.marked(striker, "flat-footed") and "combat_reflexes" not in bout.fighters[striker].feats:
        return False
    in_reach = distance(stance, striker, at) <= bout.fighters[striker].reach // 5
    return in_reach and (_trained(bout.fighters[striker]) or bool(_ways(bout, stance, striker)))


def may_strike(bout: Bout, stance: Stance, striker: int, at: int) -> bool:
    """Whether a strike can be made: who grapples threatens nobody."""
    return not stance.partners(striker) and group.conscious(stance, at) and threatens(bout, stance, striker, at)


def opportunity(bout: Bout, stance: Stance, striker: int, at: int, cause: str) -> Procedure:
    """An attack of opportunity, if the striker wants it (srd35.start.opportunity, srd35.start.no-opportunity).

    Args:
        cause: what `at` does meanwhile: `start` is a try to grapple the striker.
    """
    if cause == "start" and _provokes_nothing(bout.fighters[at]):
        yield Tell("{0} provokes nothing.", (at,), ("srd35.start.no-opportunity",))
        return stance
    if not may_strike(bout, stance, striker, at):
        return stance
    ways = _ways(bout, stance, striker)
    grabs = _grabs(bout, stance, striker, at)
    cites = ("srd35.start.opportunity", *outside.cause(cause))
    answer = yield Choose(striker, (*ways, *grabs, "no"), cites)
    if answer == "no":
        return stance
    stance = stance.spend(striker, "opportunity")
    if answer in ways:
        return stance.due(("strike", striker, at, *ways[answer], "1", cause))
    yield Tell("{0} grabs at {1} in turn.", (striker, at), ("srd35.start.attack",))
    if group.joins(stance, striker, at) and bout.ruling("grapple_as_aoo") == "grab-only":
        yield Tell("{0} touches {1}, and cannot hold on.", (striker, at), ("srd35.start.attack",))
        return stance
    return (yield from _begin(stance, striker, at, grabs[answer], 1, cause))


def _grabs(bout: Bout, stance: Stance, striker: int, at: int) -> dict[str, str]:
    """The ways to grapple in an attack of opportunity, where that is allowed (srd35.start.attack)."""
    refused = check.can_grapple(bout, striker, "grapple", at) or group.crowded(bout, stance, striker, "grapple", at)
    if bout.ruling("grapple_as_aoo") == "no" or refused:
        return {}
    return {"-".join(("grab", *kind)): "".join(kind) for kind in _kinds(bout, striker)}


def _provokes_nothing(fighter: Fighter) -> bool:
    """Improved Grapple, and creatures marked so (srd35.start.no-opportunity)."""
    return fighter.improved_grab or "improved_grapple" in fighter.feats


def improved(me: int, fighter: Fighter) -> list[Part]:
    """Improved Grapple: +4 on grapple checks (srd35.start.no-opportunity)."""
    has = "improved_grapple" in fighter.feats
    return [Part(me, "Improved Grapple", 4, "srd35.start.no-opportunity")] if has else []


def spoil(stance: Stance, me: int, foe: int) -> Procedure:
    """The try fails: a strike has dealt damage, or the target got hold first (srd35.start.opportunity)."""
    for item in stance.agenda:
        if item[:3] == ("grab", me, foe):
            yield Tell("The try of {0} to grapple {1} fails.", (me, foe), ("srd35.start.opportunity",))
            return stance.dropped(item)
    return stance


# Steps 2 and 3: grab and hold


def grab(bout: Bout, stance: Stance, me: int, foe: int, kind: str, number: str, manner: str) -> Procedure:
    """A melee touch attack; a miss ends the try (srd35.start.grab)."""
    if not _still(bout, stance, me, foe):
        return stance
    clause = "srd35.start.grab"
    arm = gear.arm(bout.fighters[me], "unarmed")
    parts = (
        *base.attack_parts(bout, stance, me, arm, int(number)),
        *_charging(me, manner),
        *base.armour_class(bout, stance, me, foe, touch=True),
    )
    if (yield base.roll_to_hit(me, parts, "touch", (clause,))) == "miss":
        yield Tell("{0} does not get a grip on {1}.", (me, foe), (clause,))
        return stance
    if manner not in ("attack", "charge") and bout.ruling("grapple_as_aoo") == "grab-only":
        yield Tell("{0} touches {1}, and cannot hold on.", (me, foe), ("srd35.start.attack",))
        return stance
    yield Tell("{0} grabs {1}.", (me, foe), (clause,))
    return stance.due(("hold", me, foe, kind, number, manner))


def _still(bout: Bout, stance: Stance, me: int, foe: int) -> bool:
    """Whether the try can go on: both there, and not holding each other meanwhile."""
    ready = group.able(stance, me) and group.conscious(stance, foe) and not pin.pinners(stance, me)
    return ready and not stance.tied(me, foe) and within(bout, stance, me, foe)


def hold(bout: Bout, stance: Stance, me: int, foe: int, kind: str, number: str, manner: str) -> Procedure:
    """An opposed grapple check, free; won, both are grappling and the target will be hurt (srd35.start.hold).

    Lost without a roll on a target two or more sizes larger (srd35.start.size).
    """
    if not _still(bout, stance, me, foe):
        return stance
    clause = "srd35.start.hold"
    if check.size_gap(bout, me, foe) >= 2:
        yield Tell("{1} is too large for {0} to hold.", (me, foe), ("srd35.start.size",))
        return stance
    extra = (
        *(grappling.price(bout, me, kind, "srd35.start.lethal") if kind else ()),
        *check.attack_bonuses(bout, _charging(me, manner)),
    )
    others = yield from group.resisting(bout, stance, (foe,))
    mine = check.grapple(bout, stance, me, "start", int(number), extra)
    if not (yield from check.contest(bout, mine, others, (clause,))):
        yield Tell("{0} does not get hold of {1}.", (me, foe), (clause,))
        return stance
    own = manner in ("attack", "charge")
    yield Tell("{0} holds {1}: both are grappling.", (me, foe), (clause,), done=own)
    inside = _inside(stance, me, foe)
    stance = group.hold(bout, stance, me, foe, joined=group.joins(stance, me, foe))
    if own:
        stance = grappling.wait(bout, stance, me)
    elif manner == "start":
        stance = yield from spoil(stance, foe, me)
    if not inside:
        stance = stance.due(("move-in", me, foe))
    return stance.due(("squeeze", me, foe, kind, manner)) if kind else stance


def squeeze(bout: Bout, stance: Stance, me: int, foe: int, kind: str, manner: str) -> Procedure:
    """The target of a hold is hurt as by an unarmed strike (srd35.start.hold)."""
    counted = manner == "cast"
    blow = grappling.unarmed(bout, me, kind, ("srd35.start.hold",), counted=counted)
    stance, amount = yield from harm.wound(bout, stance, foe, blow)
    return outside.disturbed(stance, foe, amount) if amount and counted else stance


def _inside(stance: Stance, me: int, foe: int) -> bool:
    """Whether the grappler is in the target's space already."""
    if stance.cells:
        return stance.cells[me] == stance.cells[foe]
    return foe in group.together(stance, me)


# Step 4: maintain


def maintaining() -> tuple[str, ...]:
    """The clause by which moving in provokes (srd35.start.maintain)."""
    return ("srd35.start.maintain",)


def move_in(bout: Bout, stance: Stance, me: int, foe: int, *offered: int) -> Procedure:
    """Move into the target's space, or let go at once (srd35.start.maintain).

    Args:
        offered: who has had a strike at the one who moves.
    """
    clause = "srd35.start.maintain"
    if not (stance.tied(me, foe) and group.able(stance, me)):
        return stance
    ways = _nearer(bout, stance, me, foe)
    answer = yield Choose(me, (*ways, "let-go"), (clause,))
    if answer == "let-go":
        yield Tell("{0} does not move in, and lets go.", (me,), (clause,))
        for other in group.together(stance, foe, without=me):
            stance = group.part(bout, stance, me, other)
        return stance
    strikers = yield from outside.provoked(bout, stance, me, foe)
    strikers = tuple(who for who in strikers if who not in offered)
    if not strikers:
        return (yield from enter(bout, stance, me, foe, answer, *offered))
    stance = stance.due(("enter", me, foe, answer, *offered, *strikers))
    return stance.due(*(("opportunity", striker, me, "move-in") for striker in strikers))


def _nearer(bout: Bout, stance: Stance, me: int, foe: int) -> dict[str, Cell | None]:
    """The steps that lead in: `move-in` from the next square, a direction from further off."""
    here, there = stance.cell(me), stance.cell(foe)
    if here is None or there is None:
        return {"move-in": None}
    if _bound(stance, me, foe):
        return {}
    far = distance(stance, me, foe)
    if far <= 1:
        return {"move-in": there}
    found: dict[str, Cell | None] = {}
    for way in bout.space.ways(stance, here):
        cell = bout.space.run(stance, here, way, 1)[0]
        if max(abs(cell[0] - there[0]), abs(cell[1] - there[1])) < far:
            found[way] = cell
    return found


def _bound(stance: Stance, me: int, foe: int) -> bool:
    """Whether somebody else, in another square, is grappling `me`."""
    return any(stance.cell(other) != stance.cell(foe) for other in stance.partners(me) if other != foe)


def enter(bout: Bout, stance: Stance, me: int, foe: int, way: str, *offered: int) -> Procedure:
    """A step on the way in, if nothing has stopped it (srd35.start.maintain)."""
    yield from ()
    if not (stance.tied(me, foe) and group.able(stance, me)):
        return stance
    cell = _nearer(bout, stance, me, foe).get(way)
    stance = stance.place(me, cell)
    if stance.cells and stance.cell(me) != stance.cell(foe):
        return stance.due(("move-in", me, foe, *offered))
    return stance
