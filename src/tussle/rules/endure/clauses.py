"""The clauses of `endure`, restated from an untitled text whose game is unknown, in its order."""

from __future__ import annotations

from tussle.bout.clause import Clause, Ruling

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "endure.check.pool",
        "[H] A check rolls as many dice as the rating and counts successes; a pool of 0 has none. "
        "Ruling `dice`: `d6/5+` (free: sides and target, 2 ≤ target ≤ sides) · `d6/4+` · `d10/8+`.",
        rulings=(
            Ruling(
                "dice",
                "d6/5+",
                ("d6/4+", "d10/8+"),
                "The text counts successes and names no die; a six-sided die that succeeds on 5 and 6 "
                "is the pool people know best.",
                free=r"d[1-9]\d{0,3}/[1-9]\d{0,3}\+",
                hint="any dN/T+ with a target of 2 to the sides",
            ),
        ),
    ),
    Clause(
        "endure.check.ladder",
        "[H] Very Easy asks for at least 1 success, each step one more; a difficulty above the pool "
        "is failed without a roll. Ruling `very_easy`: `1` (free: a whole number ≥ 0).",
        rulings=(
            Ruling(
                "very_easy",
                "1",
                (),
                "The easiest difficulty of the text should still ask for something, and one success "
                "is the least there is.",
                free=r"0|[1-9]\d{0,2}",
                hint="a whole number from 0 to 999",
            ),
        ),
    ),
    Clause(
        "endure.check.tie",
        "[T for the final push, H for the grapple checks; an attack is neither: endure.base.attack] A "
        "tie is rolled again, at 0 successes too: free, no Endure check, the clock stands. Odds "
        "condition it out exactly; in play the same dice are asked for again. Ruling `tie`: `reroll` "
        "· `push-only` (elsewhere a tie changes nothing but the actions spent, and nobody makes an "
        "Endure check). [H] Two pools of 0 can only tie: treated as under `push-only`; at the push "
        "nobody moves.",
        rulings=(
            Ruling(
                "tie",
                "reroll",
                ("push-only",),
                "The sentence stands after the final push but speaks of the check, and a repeated "
                "check always finds who netted fewer.",
            ),
        ),
    ),
    Clause(
        "endure.check.concede",
        "[H] The other side of a menu check may concede it, asked after action and skill are named, "
        "before dice. It loses without a roll, nets 0, and the clock runs as after any check. An "
        "exhausted side may be conceded to and then wins; it is never asked to concede itself (it "
        "loses anyway). Not at the starting attack, nor at the push.",
    ),
    Clause(
        "endure.check.size",
        "[H] Size and Strength are whole numbers ≥ 0 on one small scale.",
    ),
    Clause(
        "endure.start.grab",
        "[T] 1 action: an Unarmed attack; a hit deals no damage: grab and move into the target's "
        "space, both grappling. [H] As endure.base.attack, on an adjacent fighter; Equal, clock at "
        "Very Easy, no Endure check. No size limit. Refused if either is in a grapple already (the "
        "text knows two).",
    ),
    Clause(
        "endure.grappling.states",
        "[T] Equal or Pinned, each with its own menu: the pinner may not escape, move or pin, and "
        "from Equal nobody may release. [H] A grapple starts Equal. The menus are complete: no other "
        "action, nothing against a third party from inside. Passing is always possible.",
    ),
    Clause(
        "endure.grappling.escape",
        "[T] 2 actions: Unarmed or Dodge, your choice, against the other's Unarmed; won: the grapple "
        "ends and you move to a free adjacent space of your choice [H: none free: you stay].",
    ),
    Clause(
        "endure.grappling.move",
        "[T] 2 actions, whoever initiated: only if the other's Size ≤ 1 + your Strength; opposed "
        "knockback check; won: both move one square. [H] A free one, the mover's choice after the "
        "roll; none free: not legal. Knockback pool = Strength + Size.",
    ),
    Clause(
        "endure.pin.pin",
        "[T] 2 actions, from Equal: opposed Unarmed; won: pinned.",
    ),
    Clause(
        "endure.pin.break",
        "[T] The pinned may only break the pin: 2 actions, opposed Unarmed; won: Equal.",
    ),
    Clause(
        "endure.pin.attack",
        "[T] 3 actions: opposed Unarmed; won: damage with a held item or an unarmed strike, at most "
        "3. [H] Strike: net successes; against a side that loses without a roll: 3. Item: its own "
        'damage, whatever the margin. Lost: the pin stays. "Lock out" names no effect of its own.',
    ),
    Clause(
        "endure.pin.hold",
        "[T] 3 actions: opposed Endure to hold them. [H] Lost: back to Equal. Ruling `pin`: `stays` "
        "(a pin lasts until broken, released or the end) · `upkeep` (besides, it lapses to Equal at "
        "the end of each later turn of the pinner without an attack or a won hold; a lost attack "
        "keeps it).",
        rulings=(
            Ruling(
                "pin",
                "stays",
                ("upkeep",),
                "The text says how a pin is broken, attacked from and released, and nowhere that it has to be kept up.",
            ),
        ),
    ),
    Clause(
        "endure.pin.release",
        "[T] Free, on your own turn: the grapple ends; you move to a free adjacent space of your "
        "choice [H: none free: you stay]. No check, so no Endure check.",
    ),
    Clause(
        "endure.clock.who",
        "[T] After every grapple check, whoever netted fewer successes makes an Endure check. [H] "
        "First the action's effect, then this; none after a check that ended the grapple. Grapple "
        "checks are the opposed checks of the menus (break, escape, move, pin, attack, hold), also "
        "when lost without a roll: not the starting attack, attacks from outside, the Endure checks, "
        "the final push.",
    ),
    Clause(
        "endure.clock.rise",
        "[T] Starts at Very Easy, +1 for every Endure check of the clock made [H: passed or not; the "
        "opposed Endure of a hold does not count]. Ruling `clock`: `shared` (one counter a phase, "
        "whoever checked) · `each` (one per grappler). Finite: a difficulty above the pool is a "
        "failure (endure.check.ladder), so no difficulty need pass max(very_easy, largest Endure pool "
        "+ 1).",
        rulings=(
            Ruling(
                "clock",
                "shared",
                ("each",),
                "The difficulty rises for every check made, which reads as one clock for the two of them.",
            ),
        ),
    ),
    Clause(
        "endure.clock.exhausted",
        "[T] Who fails first (is exhausted) loses every further check of the grapple [H: without a "
        "roll; it may still act, at full cost]; the other then makes the checks, from Very Easy again "
        "whatever it had climbed [H: from the next grapple check on, after each one, though it wins "
        "them].",
    ),
    Clause(
        "endure.clock.push",
        "[T] When that one fails too the grapple, pin and all, ends; an opposed Unarmed check, rolled "
        "for real by both and never conceded [H], says who is pushed out of the square. [H] The "
        "winner picks the free adjacent square; none free: nobody moves. The acting fighter keeps its "
        "remaining actions. Clock and exhaustion end with the grapple; a new one starts afresh.",
    ),
    Clause(
        "endure.outside.no-dodge",
        "[T] No dodging or blocking while grappling (the Dodge check to escape is allowed).",
    ),
    Clause(
        "endure.outside.cover",
        "[T] A third party attacking a grappler: mild cover if the other grappler is of smaller or "
        "equal Size, heavy if larger. [H] Compared with the target's Size. Nobody dodges: mild cover "
        "counts as 1 defending success, heavy as 2, so 1 hits, 2 through mild, 3 through heavy, and "
        "the damage is what is over. Ruling `cover`: `automatic` · `costs-1-action` (the action the "
        "text prices at 1: the target may pay it when attacked, out of actions it did not spend in "
        "its own turn; unpaid, no cover).",
        rulings=(
            Ruling(
                "cover",
                "automatic",
                ("costs-1-action",),
                "Cover is where the other body is, which costs nobody an effort; that the heading "
                "names a price is the other reading.",
            ),
        ),
    ),
    Clause(
        "endure.outside.menu",
        "[H] Who is in no grapple may attack, walk, start a grapple, or pass.",
    ),
    Clause(
        "endure.harm.out",
        "[H] Health 10 by default. A fighter at 0 is out; its grapple ends: no Endure check, no push; "
        "the other keeps the space.",
    ),
    Clause(
        "endure.base.actions",
        "[H] Actions a turn. Ruling `actions`: `3` (free: a whole number ≥ 3). Set anew at the start "
        "of your turn; nothing carries over.",
        rulings=(
            Ruling(
                "actions",
                "3",
                (),
                "The dearest actions of the text cost 3, so with fewer nobody could ever hold a pin "
                "or attack from one.",
                free=r"[3-9]|[1-9]\d{1,2}",
                hint="a whole number from 3 to 999",
            ),
        ),
    ),
    Clause(
        "endure.base.attack",
        "[H] 1 action: Unarmed, or a held item with its own rating, on an adjacent fighter's better "
        "of Dodge and Block (it may decline to defend: 0); ties miss. Damage: net successes, or the "
        "item's own.",
    ),
    Clause(
        "endure.base.walk",
        "[H] 1 action: up to 3 free spaces (input). Not while grappling.",
    ),
    Clause(
        "endure.base.order",
        "[H] Turns in the order given.",
    ),
)
