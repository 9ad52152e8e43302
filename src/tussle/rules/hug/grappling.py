"""In a grapple: what it does to both, and what each can try (chapter `grappling`).

Attacker and target are equals from now on (hug.grappling.same), so a hold has no direction.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tussle.ask.requests import Choose, Part, Procedure, Tell
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout
from tussle.bout.stance import Stance
from tussle.rules.hug import check, harm, outside

__all__ = [
    "SKILLS",
    "attack",
    "contest_clauses",
    "drag",
    "end",
    "escape",
    "flank",
    "haul",
    "hold",
    "no_move",
    "offers",
    "penalty",
    "reflex",
    "shield",
    "squeeze",
    "throw",
]

SKILLS = ("athletics", "acrobatics")
VERBS = ("escape", "drag", "throw", "squeeze")


# What a grapple does to both


def reflex(stance: Stance, foe: int, value: int, clause: str) -> Part:
    """Reflex as an attacker meets it: zero in a grapple, also a negative one (hug.grappling.reflex)."""
    if value and stance.partners(foe):
        return Part(foe, "reflex", 0, "hug.grappling.reflex")
    return Part(foe, "reflex", value, clause)


def shield(stance: Stance, foe: int, value: int, clause: str) -> Part:
    """The shield as an attacker meets it: half in a grapple, rounded up (hug.grappling.shield)."""
    half = (value + 1) // 2
    if half != value and stance.partners(foe):
        return Part(foe, "shield", half, "hug.grappling.shield")
    return Part(foe, "shield", value, clause)


def flank(stance: Stance, me: int, helper: int, part: Part) -> Part:
    """A bonus for flanking is lost when either of the two is in a grapple (hug.grappling.flank)."""
    if stance.partners(me) or stance.partners(helper):
        return Part(me, part.name, 0, "hug.grappling.flank")
    return part


def penalty(bout: Bout, stance: Stance, me: int, foe: int, *, handy: bool, spell: bool) -> tuple[Part, ...]:
    """−3 on an attack from inside, unless unarmed or with a knife against the partner (hug.grappling.attack)."""
    if not stance.partners(me) or (handy and stance.tied(me, foe)):
        return ()
    if spell and bout.ruling("spell_penalty") == "no":
        return ()
    return (Part(me, "grappling", -3, "hug.grappling.attack"),)


def no_move(me: int) -> Refusal:
    """No ordinary movement (hug.grappling.move)."""
    return Refusal(me, "move", "in a grapple", "hug.grappling.move")


# What each can try


def offers(bout: Bout, stance: Stance, me: int) -> Iterator[Action | Refusal]:
    """The tries of this chapter, but for attacks and spells, and that nobody ends it alone (hug.grappling.end)."""
    partners = stance.partners(me)
    if not partners:
        yield from (outside.not_on_menu(me, verb) for verb in (*VERBS, "release"))
        return
    foe = partners[0]
    for verb in VERBS:
        refused = _refused(bout, stance, me, foe, verb)
        if refused:
            yield refused
            continue
        for skill in SKILLS[:1] if verb == "squeeze" else SKILLS:
            yield Action(me, verb, foe, (skill,), ("hug.grappling.contest", f"hug.grappling.{verb}"))
    yield Refusal(me, "release", "it ends by an escape; the other can let you", "hug.grappling.end", foe)


def _refused(bout: Bout, stance: Stance, me: int, foe: int, verb: str) -> Refusal | None:
    """Why a try is not legal: no standard action (hug.grappling.contest), or nowhere to go."""
    if not stance.left(me, "standard"):
        return Refusal(me, verb, "no standard action left", "hug.grappling.contest", foe)
    cell = stance.cell(me)
    if verb in ("drag", "throw") and cell is not None and not bout.space.ways(stance, cell):
        return Refusal(me, verb, "no free square next to you", f"hug.grappling.{verb}", foe)
    return None


def contest_clauses() -> tuple[str, ...]:
    """The clause an attack or a spell from inside rests on besides its own (hug.grappling.attack)."""
    return ("hug.grappling.attack",)


class Try(Struct, frozen=True):
    """What a contest is for.

    Attributes:
        me, foe: who tries, against whom.
        skill: the actor's, named before any die.
        clause: the clause of what is tried.
        scope: what kind of try it is, for bonuses a game master granted.
        steps: the margins that matter; none: only who wins.
    """

    me: int
    foe: int
    skill: str
    clause: str
    scope: str = "maintain"
    steps: tuple[int, ...] = ()


def _contest(bout: Bout, stance: Stance, aim: Try) -> Procedure:
    """The grapple contest: the actor's skill against athletics, unless the other lets it (hug.grappling.contest).

    Returns:
        Whether it is won or, with steps, the margin reached; let, it is won by 5.
    """
    clause = "hug.grappling.contest"
    answer = yield Choose(aim.foe, ("contest", "let"), (clause, aim.clause))
    if answer == "let":
        return 5 if aim.steps else True
    mine = Part(aim.me, aim.skill, getattr(bout.fighters[aim.me], aim.skill), clause)
    theirs = Part(aim.foe, "athletics", bout.fighters[aim.foe].athletics, clause)
    answer = yield from check.contest(
        bout,
        (mine, *stance.granted(aim.me, aim.scope)),
        (theirs, *stance.granted(aim.foe, "resist")),
        (aim.clause,),
        aim.steps,
    )
    return answer if aim.steps else answer == "won"


def escape(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to get free; won, you may move to a free adjacent square (hug.grappling.escape)."""
    me, foe, clause = action.by, action.target, "hug.grappling.escape"
    stance = stance.spend(me, "standard")
    if not (yield from _contest(bout, stance, Try(me, foe, action.details[0], clause, "escape"))):
        yield Tell("{0} does not get free of {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} gets free of {1}.", (me, foe), (clause,), done=True)
    stance = stance.part(me, foe)
    cell = stance.cell(me)
    if cell is None:
        return stance
    way = yield Choose(me, ("stay", *bout.space.ways(stance, cell)), (clause,))
    return stance if way == "stay" else stance.place(me, bout.space.run(stance, cell, way, 1)[0])


def drag(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to move both; won, one square, or half your movement if the other is far smaller (hug.grappling.drag)."""
    me, foe, clause = action.by, action.target, "hug.grappling.drag"
    stance = stance.spend(me, "standard")
    if not (yield from _contest(bout, stance, Try(me, foe, action.details[0], clause))):
        yield Tell("{0} cannot move {1}.", (me, foe), (clause,))
        return stance
    far = check.twice_as_far(bout, me, foe)
    if not bout.space.mapped:
        yield Tell("{0} moves {1}: there is no map to say where.", (me, foe), (clause, *far), done=True)
        return stance
    yield Tell("{0} moves {1}.", (me, foe), (clause, *far), done=True)
    squares = max(1, bout.fighters[me].movement // 2) if far else 1
    return stance.due(("haul", me, foe, str(squares), "first"))


def haul(bout: Bout, stance: Stance, me: int, foe: int, squares: str, which: str) -> Procedure:
    """One square of a drag, and the next if any is left (hug.grappling.drag)."""
    cell = stance.cells[me]
    ways = bout.space.ways(stance, cell)
    if not ways:
        return stance
    way = yield Choose(me, ways if which == "first" else ("stop", *ways), ("hug.grappling.drag",))
    if way == "stop":
        return stance
    (there,) = bout.space.run(stance, cell, way, 1)
    stance = stance.place(me, there).place(foe, there)
    left = int(squares) - 1
    return stance.due(("haul", me, foe, str(left), "next")) if left else stance


def throw(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to throw (won by 5) or shove (won by 2) the other out of the hold (hug.grappling.throw)."""
    me, foe, clause = action.by, action.target, "hug.grappling.throw"
    stance = stance.spend(me, "standard")
    margin = yield from _contest(bout, stance, Try(me, foe, action.details[0], clause, steps=(2, 5)))
    if not margin:
        yield Tell("{0} neither throws nor shoves {1}.", (me, foe), (clause,))
        return stance
    far = check.twice_as_far(bout, me, foe)
    fact = "{0} throws {1}, who falls." if margin == 5 else "{0} shoves {1}, who falls."
    yield Tell(fact, (me, foe), (clause, *far), done=True)
    stance = stance.part(me, foe).mark(foe, "prone")
    if not bout.space.mapped:
        return stance
    squares = (3 if margin == 5 else 1) * (2 if far else 1)
    lines = _lines(bout, stance, foe, squares, thrown=margin == 5)
    line = yield Choose(me, tuple(lines), (clause,))
    return stance.place(foe, lines[line])


def _lines(bout: Bout, stance: Stance, foe: int, squares: int, *, thrown: bool) -> dict[str, tuple[int, int]]:
    """Where the other may land: `ne-2`. A throw goes as far as you like, a shove as far as it can."""
    cell = stance.cells[foe]
    found = {}
    for way in bout.space.ways(stance, cell):
        path = bout.space.run(stance, cell, way, squares)
        first = 1 if thrown else len(path)
        found.update({f"{way}-{length}": path[length - 1] for length in range(first, len(path) + 1)})
    return found


def squeeze(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """Try to crush the other, by athletics only (hug.grappling.squeeze)."""
    me, foe, clause = action.by, action.target, "hug.grappling.squeeze"
    stance = stance.spend(me, "standard")
    if not (yield from _contest(bout, stance, Try(me, foe, action.details[0], clause))):
        yield Tell("{0} cannot squeeze {1}.", (me, foe), (clause,))
        return stance
    yield Tell("{0} squeezes {1}.", (me, foe), (clause,), done=True)
    armoured = bout.ruling("squeeze_armour") == "reduces"
    damage = harm.Damage(me, "2d4", "squeeze", (clause,), armoured=armoured)
    return (yield from harm.wound(bout, stance, foe, damage))


def attack(bout: Bout, stance: Stance, action: Action, skill: str, strike: tuple[str | int, ...]) -> Procedure:
    """Try to get a hand free for one attack or spell; won, it follows within the action (hug.grappling.attack).

    Args:
        skill: the skill of the contest, which is against the partner, whoever the attack is against.
        strike: what comes on the agenda if the contest is won.
    """
    me, clause = action.by, "hug.grappling.attack"
    (partner,) = stance.partners(me)
    if not (yield from _contest(bout, stance, Try(me, partner, skill, clause))):
        yield Tell("{0} does not get to it.", (me,), (clause,))
        return stance
    return stance.due(strike)


def hold(bout: Bout, stance: Stance, one: int, other: int) -> Stance:  # noqa: ARG001 - every state word is called so
    """The two grapple, in the square of the other (hug.grappling.same)."""
    return stance.tie(min(one, other), max(one, other), "hug").place(one, stance.cell(other))


def end(bout: Bout, stance: Stance, gone: int) -> Procedure:  # noqa: ARG001 - every rule is called so
    """A grapple ends when somebody in it is dead or out (hug.grappling.end)."""
    for partner in stance.partners(gone):
        yield Tell("{0} is no longer held by {1}.", (partner, gone), ("hug.grappling.end",))
    return stance.part_all(gone)
