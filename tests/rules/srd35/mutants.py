"""One mutant a clause of `srd35`: the rule without it, which the tests of the clause must notice."""

from __future__ import annotations

from tussle.analysis.coverage import Mutant

MUTANTS = {
    "srd35.check.bonus": Mutant(
        "check.py",
        'parts = [Part(me, "base attack bonus", fighter.bab or 0, clause), Part(me, ability, score, clause)]',
        "parts = [Part(me, ability, score, clause)]",
    ),
    "srd35.check.size": Mutant(
        "check.py",
        'if size := 4 * (SIZES.index(fighter.size) - SIZES.index("medium")):',
        "if size := 0:",
    ),
    "srd35.check.tie": Mutant("check.py", 'tie = TIES[bout.ruling("tie")]', 'tie: Tie = "lost"'),
    "srd35.check.natural": Mutant("check.py", 'if bout.ruling("natural20") == "auto":', "if not bout:"),
    "srd35.check.attack-bonuses": Mutant(
        "check.py",
        "steady = (*own_parts(me, fighter), *attack_bonuses(bout, rolls))",
        "steady = own_parts(me, fighter)",
    ),
    "srd35.start.attack": Mutant("start.py", 'if manner == "charge" else ()', "if manner == me else ()"),
    "srd35.start.opportunity": Mutant(
        "start.py",
        'return stance.due(("opportunity", foe, me, "start"), ("grab", me, foe, kind, str(number), manner))',
        'return stance.due(("grab", me, foe, kind, str(number), manner))',
    ),
    "srd35.start.no-opportunity": Mutant(
        "start.py",
        'return fighter.improved_grab or "improved_grapple" in fighter.feats',
        "return False",
    ),
    "srd35.start.grab": Mutant(
        "start.py", "*base.armour_class(bout, stance, me, foe, touch=True)", "*base.armour_class(bout, stance, me, foe)"
    ),
    "srd35.start.hold": Mutant(
        "start.py",
        "stance = group.hold(bout, stance, me, foe, joined=group.joins(stance, me, foe))",
        "stance = stance.unmark(me)",
    ),
    "srd35.start.size": Mutant("start.py", "if check.size_gap(bout, me, foe) >= 2:", "if not bout:"),
    "srd35.start.lethal": Mutant(
        "start.py", '*(grappling.price(bout, me, kind, "srd35.start.lethal") if kind else ()),', ""
    ),
    "srd35.start.maintain": Mutant(
        "start.py", "for other in group.together(stance, foe, without=me):", "for other in ():  # and holds on"
    ),
    "srd35.grappling.no-threat": Mutant(
        "start.py",
        "return not stance.partners(striker) and group.conscious(stance, at) and threatens(",
        "return group.conscious(stance, at) and threatens(",
    ),
    "srd35.grappling.dex": Mutant(
        "grappling.py", "if not stance.partners(foe) or stance.tied(me, foe):", "if foe != me:"
    ),
    "srd35.grappling.no-move": Mutant(
        "outside.py",
        """\
    if stance.partners(me):
        return grappling.no_move(me, verb)
    cell""",
        "    cell",
    ),
    "srd35.grappling.list": Mutant(
        "grappling.py",
        'if not stance.partners(me) or (bout.ruling("start_while_grappling") == "yes" and verb == "grapple"):',
        "if bout:",
    ),
    "srd35.grappling.attacks": Mutant("grappling.py", "if number > 1 else ()", "if number > 9 else ()"),
    "srd35.grappling.item": Mutant(
        "magic.py", 'if not refused and thing.kind == "completion" and stance.partners(me):', "if not fighter:"
    ),
    "srd35.grappling.attack": Mutant("grappling.py", 'Part(me, "grappling", -4, ', 'Part(me, "grappling", 0, '),
    "srd35.grappling.break-pin": Mutant("grappling.py", "return pin.unpin(bout, stance, foe, third)", "return stance"),
    "srd35.grappling.cast": Mutant(
        "grappling.py", 'Part(me, "grappling", -20, clause)', 'Part(me, "grappling", -10, clause)'
    ),
    "srd35.grappling.damage": Mutant(
        "grappling.py",
        "stance, won, _ = yield from _against_one(bout, stance, action, clause, *price(bout, me, kind, clause))",
        "stance, won, _ = yield from _against_one(bout, stance, action, clause)",
    ),
    "srd35.grappling.monk": Mutant(
        "grappling.py", "if fighter.monk:\n        return (Part", "if not fighter:\n        return (Part"
    ),
    "srd35.grappling.draw": Mutant("grappling.py", "if foe != NOBODY:\n        cites", "if foe == me:\n        cites"),
    "srd35.grappling.escape": Mutant("grappling.py", '== "each" else [others]', '== "each" else [others[:1]]'),
    "srd35.grappling.move": Mutant("grappling.py", "if others == (pinned,) else ()", "if others == () else ()"),
    "srd35.grappling.component": Mutant(
        "grappling.py", 'or base.affordable(stance, me, verb, "full")', 'or base.affordable(stance, me, verb, "move")'
    ),
    "srd35.grappling.opponents-weapon": Mutant(
        "grappling.py", 'Part(me, "his weapon", -4, ', 'Part(me, "his weapon", 0, '
    ),
    "srd35.pin.pin": Mutant(
        "pin.py", "return _fasten(bout, stance, me, foe)\n\n\ndef _escapes", "return stance\n\n\ndef _escapes"
    ),
    "srd35.pin.held": Mutant("pin.py", "if pinners(stance, me) and verb not in _PINNED_MAY:", "if not bout:"),
    "srd35.pin.ac": Mutant("pin.py", "if not holders or me in holders:", "if bout:"),
    "srd35.pin.speech": Mutant("pin.py", "for pinner in pinners(stance, me)):", "for pinner in ()):"),
    "srd35.pin.escape": Mutant(
        "pin.py",
        "    for holder in holders:\n        stance = unpin",
        "    for holder in holders[:0]:\n        stance = unpin",
    ),
    "srd35.pin.may": Mutant("pin.py", 'return ("srd35.pin.may",) if', "return () if"),
    "srd35.pin.may-not": Mutant(
        "pin.py", "if verb in _NEVER or (verb in _NO_OTHER and foe != pinned):", "if verb == '':"
    ),
    "srd35.pin.disarm": Mutant(
        "pin.py", 'Part(foe, "well secured", 4, clause)', 'Part(foe, "well secured", 0, clause)'
    ),
    "srd35.pin.release": Mutant(
        "pin.py",
        'return group.part(bout, stance, me, foe).due(("step-aside", me), ',
        'return stance.due(("step-aside", me), ',
    ),
    "srd35.group.join": Mutant(
        "group.py", "return any(partner != me for partner in stance.partners(foe))", "return False"
    ),
    "srd35.group.capacity": Mutant("group.py", "> 8 or _added(bout, stance, foe, me) > 8", "> 99"),
    "srd35.group.choose": Mutant("group.py", 'return ("srd35.group.choose",) if', "return () if"),
    "srd35.group.end": Mutant(
        "group.py", 'return stance.due(("end", who)) if stance.partners(who) else stance', "return stance"
    ),
    "srd35.outside.menu": Mutant(
        "outside.py",
        'stance = base.moved(stance, me).mark(me, "stepped")',
        "stance = base.moved(stance, me)",
    ),
    "srd35.outside.missiles": Mutant("outside.py", "if arm.ranged and stance.partners(foe):", "if not arm:"),
    "srd35.outside.provoke": Mutant(
        "outside.py", 'Part(me, "damage", -amount, clause)', 'Part(me, "damage", 0, clause)'
    ),
    "srd35.harm.nonlethal": Mutant("harm.py", 'return "staggered" if nonlethal == left else "up"', 'return "up"'),
    "srd35.harm.lethal": Mutant("harm.py", "if left <= -10:", "if left <= -8:"),
    "srd35.harm.criticals": Mutant(
        "harm.py", 'if bout.ruling("criticals") == "yes" else (21, ())', "if not bout else (21, ())"
    ),
    "srd35.base.attack": Mutant("base.py", "lost = Part(foe, word, -bonus,", "lost = Part(foe, word, 0,"),
    "srd35.base.initiative": Mutant(
        "base.py", 'stance = stance.mark(who, "flat-footed")', "stance = stance.unmark(who)"
    ),
    "srd35.base.actions": Mutant(
        "base.py", 'if cost == "full" and not (left["standard"] and left["move"]):', "if not cost:"
    ),
    "srd35.base.escape-artist": Mutant("base.py", "if fighter.armour_check else parts", "if not fighter else parts"),
}
