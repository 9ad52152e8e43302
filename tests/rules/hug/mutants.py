"""One mutant a clause of `hug`: the rule without it, which the tests of the clause must notice."""

from __future__ import annotations

from tussle.analysis.coverage import Mutant

MUTANTS = {
    "hug.check.die": Mutant("check.py", "return Die(20, owner, label)", "return Die(12, owner, label)"),
    "hug.check.attack": Mutant(
        "check.py",
        'return Part(foe, "base", 10, "hug.check.attack")',
        'return Part(foe, "base", 0, "hug.base.attack")',
    ),
    "hug.check.contest": Mutant(
        "check.py",
        "edge = sum(part.value for part in mine) - sum(part.value for part in theirs)",
        "edge = sum(part.value for part in mine)",
    ),
    "hug.check.tie": Mutant(
        "check.py",
        'tie = TIES[bout.ruling("tie")]',
        'tie: Tie = "won"',
    ),
    "hug.check.size": Mutant(
        "check.py",
        'return ("hug.check.size",) if size_gap(bout, me, foe) <= -2 else ()',
        "return ()",
    ),
    "hug.start.reach": Mutant(
        "start.py",
        """\
    if not bout.space.near(stance, me, foe):
        return refuse("more than 1 square away", "hug.start.reach")
    if check.size_gap(bout, me, foe) > 1:
        return refuse("more than one size bigger", "hug.start.reach")
""",
        "",
    ),
    "hug.start.free": Mutant(
        "start.py",
        """\
    if stance.partners(foe):
        return refuse("the target is in a grapple already", "hug.start.free")
""",
        "",
    ),
    "hug.start.action": Mutant(
        "start.py",
        'return stance.spend(me, "standard").due(("opportunity", foe, me)',
        'return stance.due(("opportunity", foe, me)',
    ),
    "hug.start.opportunity": Mutant(
        "start.py",
        '.due(("opportunity", foe, me), ("contest", me, foe, skill))',
        '.due(("contest", me, foe, skill))',
    ),
    "hug.start.contest": Mutant(
        "start.py",
        'answer = yield Choose(foe, ("athletics", "acrobatics"), (clause,))',
        'answer = "athletics"',
    ),
    "hug.start.specials": Mutant(
        "start.py",
        "ability.bonus if ability.grapple else 0",
        "ability.bonus",
    ),
    "hug.start.move-in": Mutant(
        "start.py",
        "return grappling.hold(bout, stance, me, foe)",
        "return stance",
    ),
    "hug.grappling.reflex": Mutant(
        "grappling.py",
        """\
    if value and stance.partners(foe):
        return Part(foe, "reflex", 0, "hug.grappling.reflex")
""",
        "",
    ),
    "hug.grappling.shield": Mutant(
        "grappling.py",
        """\
    if half != value and stance.partners(foe):
        return Part(foe, "shield", half, "hug.grappling.shield")
""",
        "",
    ),
    "hug.grappling.flank": Mutant(
        "grappling.py",
        """\
    if stance.partners(me) or stance.partners(helper):
        return Part(me, part.name, 0, "hug.grappling.flank")
""",
        "",
    ),
    "hug.grappling.move": Mutant(
        "base.py",
        """\
    if stance.partners(me):
        return grappling.no_move(me)
""",
        "",
    ),
    "hug.grappling.contest": Mutant(
        "grappling.py",
        """\
    answer = yield Choose(aim.foe, ("contest", "let"), (clause, aim.clause))
    if answer == "let":
        return 5 if aim.steps else True
""",
        "",
    ),
    "hug.grappling.escape": Mutant(
        "grappling.py",
        """\
    stance = stance.part(me, foe)
    cell = stance.cell(me)
""",
        """\
    cell = stance.cell(me)
""",
    ),
    "hug.grappling.drag": Mutant(
        "grappling.py",
        "stance = stance.place(me, there).place(foe, there)",
        "stance = stance.place(me, there)",
    ),
    "hug.grappling.throw": Mutant(
        "grappling.py",
        'stance = stance.part(me, foe).mark(foe, "prone")',
        "stance = stance.part(me, foe)",
    ),
    "hug.grappling.squeeze": Mutant(
        "grappling.py", 'harm.Damage(me, "2d4", "squeeze"', 'harm.Damage(me, "d4", "squeeze"'
    ),
    "hug.grappling.attack": Mutant(
        "grappling.py",
        'return (Part(me, "grappling", -3, "hug.grappling.attack"),)',
        "return ()",
    ),
    "hug.grappling.end": Mutant(
        "grappling.py",
        "return stance.part_all(gone)",
        "return stance",
    ),
    "hug.outside.stray": Mutant(
        "outside.py",
        'else (3, ("hug.outside.stray",))',
        "else (0, ())",
    ),
    "hug.outside.careful": Mutant(
        "outside.py",
        'return Part(me, "careful", -2, "hug.outside.careful")',
        'return Part(me, "careful", 0, "hug.outside.careful")',
    ),
    "hug.outside.menu": Mutant(
        "grappling.py",
        'yield from (outside.not_on_menu(me, verb) for verb in (*VERBS, "release"))',
        "yield from ()",
    ),
    "hug.harm.out": Mutant(
        "harm.py",
        'if harmed.standing != "out":',
        'if harmed.standing != "gone":',
    ),
    "hug.harm.armour": Mutant(
        "harm.py",
        "armour = bout.fighters[struck].armour * dice.count if damage.armoured else 0",
        "armour = 0",
    ),
    "hug.base.turn": Mutant(
        "base.py",
        'return stance.spend(me, "move" if stance.left(me, "move") else "standard")',
        "return stance",
    ),
    "hug.base.attack": Mutant(
        "base.py",
        "if near or _arm(bout.fighters[me], name)[0].ranged:",
        "if True:",
    ),
    "hug.base.initiative": Mutant(
        "base.py",
        "return stance.ordered(order)",
        "return stance.ordered(tuple(bout.everyone))",
    ),
    "hug.base.prone": Mutant(
        "base.py",
        """\
    if melee and stance.marked(foe, "prone"):
        parts.append(Part(me, "prone target", 2, "hug.base.prone"))
""",
        "",
    ),
    "hug.base.flanking": Mutant(
        "base.py",
        'Part(me, "flanking", 2, "hug.base.flanking")',
        'Part(me, "flanking", 0, "hug.base.flanking")',
    ),
    "hug.base.weapons": Mutant("base.py", '"club": Arm("2d4")', '"club": Arm("d4")'),
    "hug.base.spell": Mutant(
        "base.py",
        """\
    if against != "reflex":
        return (Part(foe, against, fighter.defences.get(against, 0), "hug.base.spell"),)
""",
        "",
    ),
}
