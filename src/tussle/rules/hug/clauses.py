"""The clauses of `hug`, restated from a two-page text whose author is unknown, in its order."""

from __future__ import annotations

from tussle.bout.clause import Clause, Ruling

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "hug.check.die",
        "[H] d20 + skill or attack bonus.",
    ),
    Clause(
        "hug.check.attack",
        "[H] Ruling `hit`: `over` (the total must exceed 10 + reflex + shield) · `meet` (reach it). "
        "Natural 20 hits with full damage (the highest face of each die), natural 1 misses. So reflex "
        "0 is no automatic hit.",
        rulings=(
            Ruling(
                "hit",
                "over",
                ("meet",),
                "The cautious example of the text misses on a total of 9 and says no more; exceeding "
                "10 keeps a defence of 0 from being weaker than a coin toss.",
            ),
        ),
    ),
    Clause(
        "hug.check.contest",
        "[T] Skill against skill. Ruling `contest`: `opposed` (both roll) · `static` (only the actor "
        "rolls, against 10 + the other's skill). [H] No automatic 20 or 1; modifiers of attack rolls "
        "(prone, flanking) do not touch it.",
        rulings=(
            Ruling(
                "contest",
                "opposed",
                ("static",),
                "The text sets one skill against the other, which reads as both sides rolling.",
            ),
        ),
    ),
    Clause(
        "hug.check.tie",
        "[H] Ruling `tie`: `actor-fails` · `actor-wins` · `reroll`, at equal totals (static: total = "
        "10 + skill). Margin = difference of the totals; won by 0 throws nobody.",
        rulings=(
            Ruling(
                "tie",
                "actor-fails",
                ("actor-wins", "reroll"),
                "Who tries to change something has to do better than its opponent, not as well.",
            ),
        ),
    ),
    Clause(
        "hug.check.size",
        "[H] Microscopic, tiny, small, normal, large, huge = 0…5; everyone fills one square. Only the "
        "start is limited by size.",
    ),
    Clause(
        "hug.check.scope",
        "[T] Two standard humanoids in a full hold; other bodies might differ, the text says not how. "
        "[H] All fighters grapple by these rules; one hand on a foe is nothing.",
        explains=True,
    ),
    Clause(
        "hug.start.reach",
        "[T] Target within 1 square [H: the 8 neighbours] and at most one size bigger; no lower "
        "limit. Not oneself, nobody who is out [H].",
    ),
    Clause(
        "hug.start.free",
        "[T] Not if either is already in a grapple: no joining, no third grappler.",
    ),
    Clause(
        "hug.start.action",
        "[T] A standard action.",
    ),
    Clause(
        "hug.start.opportunity",
        "[T] Provokes an opportunity attack from the target, resolved first. Hit or miss, and "
        'whatever the damage, the grapple goes on, unless the attacker is dead [H, the text\'s "etc.": '
        "out, or no longer there; the action is spent]. [H] The target's choice; one melee attack "
        "with what it holds or bare hands, against full reflex and shield, without stray; every try "
        "provokes, no limit a round.",
    ),
    Clause(
        "hug.start.contest",
        "[T] Attacker's unarmed melee or athletics (attacker chooses) against target's athletics or "
        "acrobatics (target chooses). Ruling `unarmed_melee`: `melee` (the melee skill, whatever is "
        "in hand: else the text's Note 3 is empty) · `unarmed` (a skill of its own; who has none uses "
        "athletics). [H] Lost: the action is spent, nobody moves. Cannot be conceded: the text allows "
        "that for contests in the grapple.",
        rulings=(
            Ruling(
                "unarmed_melee",
                "melee",
                ("unarmed",),
                "Grappling is recommended to those with a good melee skill and no unarmed one: that "
                "advice is empty unless melee counts here.",
            ),
        ),
    ),
    Clause(
        "hug.start.specials",
        "[T] Abilities that help melee attacks do not apply unless their own text says so.",
    ),
    Clause(
        "hug.start.move-in",
        "[T] Won: holding; the attacker moves into the target's square.",
    ),
    Clause(
        "hug.grappling.same",
        "[T] Attacker and target are equivalent from now on.",
        explains=True,
    ),
    Clause(
        "hug.grappling.reflex",
        "[T] Reflex is zero, for every attacker inside or outside; a negative reflex also becomes zero [H].",
    ),
    Clause(
        "hug.grappling.shield",
        "[T] Shield bonus halved, rounded up.",
    ),
    Clause(
        "hug.grappling.flank",
        "[T] Cannot flank. [H] It can be flanked: hug.base.flanking.",
    ),
    Clause(
        "hug.grappling.move",
        "[H] No ordinary move action while grappling, nor a standard one turned into it; standing up "
        "is allowed. Nothing but hug.start.opportunity provokes.",
    ),
    Clause(
        "hug.grappling.contest",
        "[T] The actor uses athletics or acrobatics, the other athletics only; the other may simply "
        "let you. A standard action. [H] Asked when the aim and the skill are named, before dice; "
        "let, it counts as won by 5.",
    ),
    Clause(
        "hug.grappling.escape",
        "[T] Won: the grapple ends; you can move to any adjacent square of your choice. [H] A free "
        "one; none free: you stay, no longer grappling.",
    ),
    Clause(
        "hug.grappling.drag",
        "[T] Won: both move one square of your choice; up to half your movement if the other is two "
        "or more sizes smaller [H: rounded down, 2 of 5]. [H] Free squares, chosen after the roll one "
        "step at a time, stopping at will; none free: not legal.",
    ),
    Clause(
        "hug.grappling.throw",
        "[T] Won by 5 or more: thrown up to three squares; by 2 to 4: shoved one square; less: "
        "nothing. Double distance (six, two) if two or more sizes smaller. Your direction. Either way "
        "the other is prone. [H] A straight line, one of 8, chosen after the roll; a throw goes 1 "
        "square at least; wall, edge or fighter stop it short. A direction whose first square is not "
        "free cannot be chosen; none free: not legal. Thrown or shoved, the grapple ends; else it "
        "goes on.",
    ),
    Clause(
        "hug.grappling.squeeze",
        "[T] Athletics only. Won: 2d4 damage. Ruling `squeeze_armour`: `ignored` · `reduces`.",
        rulings=(
            Ruling(
                "squeeze_armour",
                "ignored",
                ("reduces",),
                "The text gives 2d4 and no way to soften them; a hug does not care for plates as a blade does.",
            ),
        ),
    ),
    Clause(
        "hug.grappling.attack",
        "[T] Won: one attack or spell roll within the same standard action; an attack roll is at −3, "
        "unless unarmed or with a dagger or knife against the partner. Ruling `spell_penalty`: `yes` "
        '· `no` (the text says "attack roll"). [H] The contest, against the partner, is needed even '
        "against a third party (own reflex and shield; strays only if that one is in another "
        "grapple). Lost: the action is spent; on a spell too, which is not lost. A spell without a "
        "roll needs the contest alone.",
        rulings=(
            Ruling(
                "spell_penalty",
                "yes",
                ("no",),
                "The text names attack and spell in one breath, and the penalty for whatever is not "
                "an unarmed or knife attack.",
            ),
        ),
    ),
    Clause(
        "hug.grappling.end",
        "[T] Lasts until somebody breaks free or is dead [H: or out, or moved apart]. [H] So nobody "
        "ends it alone: escape, or the other lets you. The survivor keeps the square.",
    ),
    Clause(
        "hug.outside.stray",
        "[T] A third party attacking either: natural 1–3 hits the other instead: damage at once, no "
        'second roll, and it cannot also hit the target. [H] It goes before "natural 1 misses"; '
        "melee, ranged and spell rolls alike; the armour of who is struck counts.",
    ),
    Clause(
        "hug.outside.careful",
        "[T] Declared before rolling: −2, and only a natural 1 strays.",
    ),
    Clause(
        "hug.outside.menu",
        "[H] Who is in no grapple may attack, cast, move, stand up, start a grapple, or pass.",
    ),
    Clause(
        "hug.harm.out",
        "[H] Hits 20 by default; 0 or less is out: its grapple ends, it lies where it is.",
    ),
    Clause(
        "hug.harm.armour",
        "[H] Subtracts its value times the number of damage dice from the sum, natural 20s too; at "
        "least 1 of the total remains.",
    ),
    Clause(
        "hug.base.turn",
        "[H] One standard, one move (up to 5 squares, one step an answer, stopping at will) and one "
        "minor action (draw, sheathe or drop what is in hand); a standard may become a move. A turn "
        "in which nothing but passing is left ends by itself. Without a map moving is not offered, "
        "standing up is.",
    ),
    Clause(
        "hug.base.attack",
        "[H] A standard action: melee (what is in hand; bare hands: the unarmed skill, who has none "
        "the melee skill) on an adjacent fighter, or a ranged weapon on any other, against "
        "hug.check.attack.",
    ),
    Clause(
        "hug.base.initiative",
        "[H] d20 + bonus, ties to the higher bonus, then as given.",
    ),
    Clause(
        "hug.base.prone",
        "[H] Melee attackers +2, own attacks −2, standing up costs the move action.",
    ),
    Clause(
        "hug.base.flanking",
        "[H] An ally of yours on the opposite side of the target: melee attackers +2.",
    ),
    Clause(
        "hug.base.weapons",
        "[H] Unarmed d4, dagger d6, knife d4, club 2d4, short sword 2d6, broad sword 2d8, bow 2d6 (ranged).",
    ),
    Clause(
        "hug.base.spell",
        "[H] A bonus, the defence it is rolled against (reflex unless stated; shield counts against "
        "reflex only), damage dice; or no roll at all.",
    ),
)
