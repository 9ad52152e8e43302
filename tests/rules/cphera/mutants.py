"""One mutant a clause of `cphera`: the rule without it, which the tests of the clause must notice."""

from __future__ import annotations

from tussle.analysis.coverage import Mutant

MUTANTS = {
    "cphera.check.bonus": Mutant(
        "check.py", 'Part(who, "size", SIZES[fighter.size], clause)', 'Part(who, "size", 0, clause)'
    ),
    "cphera.check.tie": Mutant("check.py", '    tie = TIES[bout.ruling("tie")]\n', '    tie: Tie = "won"\n'),
    "cphera.check.natural": Mutant(
        "check.py", 'return ("cphera.check.natural",) if NUMBER + edge < 0 else ()', "return ()"
    ),
    "cphera.ap.pool": Mutant(
        "ap.py", "    return max(fighter.speed, 2 * min(scores, default=fighter.speed))", "    return 40"
    ),
    "cphera.ap.costs": Mutant("ap.py", "    return COSTS[verb][bool(how)]", "    return COSTS[verb][0]"),
    "cphera.ap.open": Mutant("ap.py", '    agenda[agenda.index(waiting)] = ("fail", struck)\n', ""),
    "cphera.start.cost": Mutant(
        "start.py", "    if foe in holds(stance, me):\n        return ap.pay", "    if False:\n        return ap.pay"
    ),
    "cphera.start.grab": Mutant(
        "start.py", 'Part(me, "no free hand", -4, clause)', 'Part(me, "no free hand", 0, clause)'
    ),
    "cphera.start.check": Mutant(
        "start.py", '.tie(me, foe, "grapple").place(me, stance.cell(foe))', '.tie(me, foe, "grapple")'
    ),
    "cphera.start.open": Mutant(
        "start.py",
        """\
    if partners(stance, foe) and me not in partners(stance, foe):
        return "cphera.start.open"
    return "cphera.start.grab\"""",
        """\
    return "cphera.start.grab\"""",
    ),
    "cphera.round.check": Mutant("round.py", '        items.append(("round",))\n', "        pass\n"),
    "cphera.round.defender-wins": Mutant("round.py", '(*words, "reverse", "neither")', '(*words, "neither")'),
    "cphera.round.attacker-wins": Mutant("round.py", "    return pin.pin(stance, me, foe)\n", "    return stance\n"),
    "cphera.round.pinned": Mutant(
        "round.py", '            return [("hold", who, foe)]\n', '            return [("want", who, foe)]\n'
    ),
    "cphera.round.release": Mutant(
        "round.py",
        """\
    elif any(bout.sides[foe] != bout.sides[me] and (me, foe, "grapple") not in stance.holds for foe in partners):
        yield Refusal(me, "release", "not the attacker", clause)
""",
        "",
    ),
    "cphera.grappling.cast": Mutant("grappling.py", "    if against is not None:\n", "    if False:\n"),
    "cphera.grappling.attack": Mutant(
        "grappling.py",
        'Part(me, "grappling", -4, "cphera.grappling.attack")',
        'Part(me, "grappling", 0, "cphera.grappling.attack")',
    ),
    "cphera.grappling.crush": Mutant(
        "grappling.py", '"sublethal", parts, (clause,), resisted=False)', '"sublethal", parts, (clause,))'
    ),
    "cphera.grappling.draw": Mutant(
        "grappling.py",
        """\
        if answer == "lost":
            yield Tell("{0} cannot draw.", (me,), (clause,))
            return stance
""",
        "",
    ),
    "cphera.grappling.move": Mutant(
        "grappling.py", 'Part(me, "moving the pinned", 4, clause)', 'Part(me, "moving the pinned", 0, clause)'
    ),
    "cphera.grappling.use-weapon": Mutant(
        "grappling.py", 'Part(me, "their weapon", -4,', 'Part(me, "their weapon", 0,'
    ),
    "cphera.pin.pinned": Mutant(
        "pin.py",
        """\
    if pinners(stance, foe):
        return "cphera.pin.pinned"
""",
        "",
    ),
    "cphera.pin.exposed": Mutant(
        "pin.py",
        'return "cphera.pin.exposed" if pinned_by(stance, foe) and me not in pinned_by(stance, foe) else ""',
        'return ""',
    ),
    "cphera.pin.attack": Mutant("pin.py", "0 if weapon.light else -4", "-4"),
    "cphera.pin.speech": Mutant("pin.py", '    return stance.mark(action.target, "silenced")\n', "    return stance\n"),
    "cphera.group.join": Mutant("group.py", "JOIN = 2\n", "JOIN = 4\n"),
    "cphera.group.rank": Mutant("group.py", "(place[who], stance.order.index(who))", "stance.order.index(who)"),
    "cphera.group.pin": Mutant(
        "group.py", "if all(place[who] < place[by] for by", "if any(place[who] < place[by] for by"
    ),
    "cphera.group.leave": Mutant(
        "group.py", "ways = _ways(bout, stance, me, len(beaten) == len(foes))", "ways: dict[str, str] = {}"
    ),
    "cphera.outside.menu": Mutant(
        "outside.py",
        """\
        elif cell is None:
            yield Refusal(me, verb, "there is no map to move on", clause)
""",
        """\
        elif cell is None:
            yield Action(me, verb, clauses=(clause,))
""",
    ),
    "cphera.harm.sublethal": Mutant("harm.py", "        plus -= endurance\n", ""),
    "cphera.harm.lethal": Mutant("harm.py", "-6 if melee else 6", "0"),
    "cphera.harm.unarmed": Mutant("harm.py", 'Part(me, "no fists", -2,', 'Part(me, "no fists", 0,'),
    "cphera.harm.overflow": Mutant("harm.py", 'Part(me, "overflow", points,', 'Part(me, "overflow", 0,'),
    "cphera.harm.criticals": Mutant("harm.py", 'return bout.ruling("criticals") == "yes"', "return False"),
    "cphera.base.attack": Mutant(
        "base.py", 'Part(foe, "armour", bout.fighters[foe].armour, clause)', 'Part(foe, "armour", 0, clause)'
    ),
    "cphera.base.bonus": Mutant(
        "base.py", 'Part(who, "base defence", shares(bout, stance, who)[1],', 'Part(who, "base defence", 0,'
    ),
    "cphera.base.initiative": Mutant(
        "base.py", 'Part(who, "Speed", bout.fighters[who].speed, clause)', 'Part(who, "Speed", 0, clause)'
    ),
}
