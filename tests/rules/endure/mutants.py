"""Each clause taken away, one at a time: a test that bears it must fail (tussle.analysis.coverage)."""

from __future__ import annotations

from tussle.analysis.coverage import Mutant

MUTANTS = {
    "endure.check.pool": Mutant(
        "check.py",
        "for pool in pools for _ in range(pool.size))",
        "for pool in pools for _ in range(1 + pool.size))",
    ),
    "endure.check.ladder": Mutant("check.py", "if needed > mine.size:", "if needed > 1 + mine.size:"),
    "endure.check.tie": Mutant("check.py", '"again" if again else "tie"', '"lost" if again else "tie"'),
    "endure.check.concede": Mutant(
        "clock.py", '== "concede":\n        return what.most', '== "concede":\n        return 0'
    ),
    "endure.check.size": Mutant(
        "check.py",
        "return mine.value > theirs.value, mine.clause",
        "return mine.value < theirs.value, mine.clause",
    ),
    "endure.start.grab": Mutant(
        "start.py",
        "return grappling.equal(bout, stance, me, foe)",
        "return stance",
    ),
    "endure.grappling.states": Mutant(
        "ruleset.py",
        '        "release": Entry(0, pin.way("release"), pin.release),',
        '        "release": Entry(0, pin.way("release"), pin.release),\n'
        '        "escape": Entry(2, grappling.escape_ways, grappling.escape),',
    ),
    "endure.grappling.escape": Mutant(
        "grappling.py", 'for skill in ("unarmed", "dodge"):', 'for skill in ("unarmed",):'
    ),
    "endure.grappling.move": Mutant("grappling.py", "most = 1 + check.strength", "most = 2 + check.strength"),
    "endure.pin.pin": Mutant(
        "pin.py",
        "stance = _keep(bout, pinned(bout, stance, me, foe), me)",
        "stance = _keep(bout, stance, me)",
    ),
    "endure.pin.break": Mutant(
        "ruleset.py",
        '        "break": Entry(2, pin.way("break"), pin.break_pin),',
        '        "break": Entry(2, pin.way("break"), pin.break_pin),\n'
        '        "escape": Entry(2, grappling.escape_ways, grappling.escape),',
    ),
    "endure.pin.attack": Mutant("pin.py", "amount = min(MOST, margin if", "amount = min(99, margin if"),
    "endure.pin.hold": Mutant("pin.py", "    elif margin is not None:\n", "    elif margin is not None and margin:\n"),
    "endure.pin.release": Mutant("ruleset.py", '"release": Entry(0,', '"release": Entry(1,'),
    "endure.clock.who": Mutant("clock.py", "checks = foe if margin else me", "checks = me if margin else foe"),
    "endure.clock.rise": Mutant("clock.py", "return stance.counted(word, step.value + 1)", "return stance"),
    "endure.clock.exhausted": Mutant("clock.py", "            checks = other\n", "            pass\n"),
    "endure.clock.push": Mutant(
        "clock.py",
        "winner, loser = (me, foe) if margin else (foe, me)",
        "winner, loser = foe, me",
    ),
    "endure.outside.no-dodge": Mutant(
        "outside.py",
        'return Part(foe, name, 0, "endure.outside.no-dodge")',
        'return Part(foe, name, 2, "endure.outside.no-dodge")',
    ),
    "endure.outside.cover": Mutant(
        "outside.py", 'Part(foe, "heavy cover", 2, clause)', 'Part(foe, "heavy cover", 1, clause)'
    ),
    "endure.outside.menu": Mutant(
        "ruleset.py",
        '        "walk": Entry(1, base.walk_ways, base.walk),',
        '        "walk": Entry(1, base.walk_ways, base.walk),\n        "release": Entry(0, base.walk_ways, base.walk),',
    ),
    "endure.harm.out": Mutant("harm.py", 'if harmed.standing != "out":', 'if harmed.standing != "dead":'),
    "endure.base.actions": Mutant("base.py", "if left < cost else None", "if left < cost - 1 else None"),
    "endure.base.attack": Mutant(
        "base.py",
        'better = "dodge" if fighter.dodge >= fighter.block else "block"',
        'better = "dodge"',
    ),
    "endure.base.walk": Mutant("base.py", "FARTHEST = 3", "FARTHEST = 4"),
    "endure.base.order": Mutant("base.py", "order = tuple(bout.everyone)", "order = tuple(reversed(bout.everyone))"),
}
