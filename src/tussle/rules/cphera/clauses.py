"""The clauses of `cphera`, restated from a page of a game wiki, in its order."""

from __future__ import annotations

from tussle.bout.clause import Clause, Ruling

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "cphera.check.bonus",
        "[T] Grapple check = d20 [B] + base attack bonus + Strength + special size (Fine −16, "
        "Diminutive −12, Tiny −8, Small −4, Medium 0, Large +4, Huge +8, Gargantuan +12, Colossal "
        "+16). [H] No size limit on whom you may grapple.",
    ),
    Clause(
        "cphera.check.tie",
        "[H] Ruling `tie`: `status-quo` (who has to win something does not) · `reroll` · `modifier`. "
        "At the start-of-round check a tie leaves grapple and roles as they are, with no pin try; a "
        "tied pin check leaves the pin as it is. In a group `reroll` rolls the tied again among "
        "themselves until they differ, `modifier` orders by modifier, then as equal.",
        rulings=(
            Ruling(
                "tie",
                "status-quo",
                ("reroll", "modifier"),
                "The text says only who wins; who wants to change how things stand has not won by "
                "doing as well as the other.",
            ),
        ),
    ),
    Clause(
        "cphera.check.natural",
        "[H] No automatic 20 or 1 in checks. Attacks: natural 20 hits [B]; natural 1 is nothing special.",
    ),
    Clause(
        "cphera.ap.pool",
        "[B] Refilled at the start of your own turn; nothing carried over; AP spent off turn come "
        "from the same pool. Up to Speed AP are free of penalty. Spending beyond that lowers Agility "
        "until the refill, and costs sublethal damage that Endurance does not resist, due when the "
        "action ends, once per added point. Hard limit max(Speed, 2 × min(Agility, Endurance)), from "
        "the scores at the start of the own turn. Ruling `overspend`: `literal` (beyond Speed: the "
        "whole difference of the AP spent to Agility, to Endurance) · `softened` (the difference to "
        "the larger of Speed and Agility, of Speed and Endurance). A difference below 0 is 0. Without "
        "Endurance (undead, golem): Agility alone; without Agility: Endurance alone; without both 2 × "
        "Speed.",
        rulings=(
            Ruling(
                "overspend",
                "literal",
                ("softened",),
                "The page gives both differences without a floor; read as written, one point too many "
                "costs as much as all of them, which keeps overspending rare.",
            ),
        ),
    ),
    Clause(
        "cphera.ap.costs",
        "[B] On-turn / off-turn / makes you Open: grab 2/2/yes, grapple 4/4/yes, attack 4/2/no (yes "
        "if unarmed and untrained), cast 4/4/yes, draw 1/1/no, stand 2/2/yes, move 1/1/yes, disarm "
        "4/4/yes, conditional action 2. 5-foot shift free, once a round, not Open. In a grapple the "
        "text's own costs below hold. [H] AP are lost on failure.",
    ),
    Clause(
        "cphera.ap.open",
        "[B] Presenting an opening lets each foe who threatens you (adjacent hex, reach weapon "
        "further; the target too) act against you at off-turn cost; a hit makes the provoking action "
        "fail (a hit, not damage), its AP spent; a spell asks for Concentration 10 + damage instead. "
        "[H] Each in initiative order may exploit, all of them, also after the action has failed; an "
        "exploiter may be Open to others, never to the one it exploits. Lasting openness (grappling, "
        "pinned): there is no action to fail; once per outsider per round. Ruling `open_once`: `yes` "
        "· `ap-limited` (as often as its AP allow). The pinner may exploit the pinned once a round, "
        "as an outsider would.",
        rulings=(
            Ruling(
                "open_once",
                "yes",
                ("ap-limited",),
                "An opening that lasts would otherwise be struck at as long as points are left, and "
                "nobody would ever grapple in company.",
            ),
        ),
    ),
    Clause(
        "cphera.start.cost",
        "[T] 4 AP. Ruling `grab_cost`: `included` (the grab is inside the 4) · `separate` (2 + 4). "
        "With a grab already held that step is skipped: cost 4, no opening, no −4; otherwise grab and "
        "grapple are one opening [H].",
        rulings=(
            Ruling(
                "grab_cost",
                "included",
                ("separate",),
                "The text gives one cost for the whole, and calls the grab a step of it that is "
                "skipped where one is held already.",
            ),
        ),
    ),
    Clause(
        "cphera.start.grab",
        "[T] First a grab, which presents an opening; −4 on it with no free hand. [B] An unarmed "
        "touch attack: d20 + Strength + base attack bonus against 10 + base defence bonus + Agility "
        "(+ dodge). A hit: each is denied Agility to defence against the other; the grabber may let "
        "go at any time as an immediate action; the grabbed may on its turn pay 1 AP for an opposed "
        "Strength check (d20 + Strength) to break it. [H] The grabbed cannot move away; a tie leaves "
        "the hold. Once both grapple, the grab is part of it: no 1 AP break, no separate letting go, "
        "and Agility counts between the two again (cphera.start.open); when the grapple ends the grab "
        "ends.",
    ),
    Clause(
        "cphera.start.check",
        "[T] Then opposed grapple checks. Won: the attacker moves into the target's hex, both are "
        "grappling. Lost: the grab stays. [H] Moving in opens nothing more.",
    ),
    Clause(
        "cphera.start.open",
        "[T] Both are Open and denied Agility to defence, except against each other. [H] On a win only.",
    ),
    Clause(
        "cphera.round.check",
        "[T] At the beginning of the round a new check may be made; [H] it is made if either side "
        "wants it, free, first in the round after the grapple began, rolled once.",
    ),
    Clause(
        "cphera.round.defender-wins",
        "[T] The defender may leave (a free adjacent hex, its choice, no AP [H]; none free: not "
        "possible), or become the attacker, or do neither. No pin try in this phase.",
    ),
    Clause(
        "cphera.round.attacker-wins",
        "[T] The attacker may make a second check to pin, at once. Won: pinned. Lost: nothing changes.",
    ),
    Clause(
        "cphera.round.pinned",
        "[T] Under a pin the round check must be made: defender wins — the pin is broken, grappling "
        "as before; pinner wins — it holds. [H] Between two neither leaves, reverses or pins in this "
        "phase after that; roles stay. In a group: cphera.group.rank.",
    ),
    Clause(
        "cphera.round.release",
        "[H] An attacker who is not pinning may let go as an immediate action, as with a grab, and "
        "steps to a free adjacent hex; none free: not possible.",
    ),
    Clause(
        "cphera.grappling.cast",
        "[T] Concentration against the opponent's grapple check; [H] a fresh check of the hostile "
        "partner with the highest result this round, if there are several. [B] 4 AP; d20 + Willpower "
        "+ skill; a tie fails; not while pinned.",
    ),
    Clause(
        "cphera.grappling.attack",
        "[T] 4 AP: unarmed, natural or light weapon against a partner at −4; never two weapons.",
    ),
    Clause(
        "cphera.grappling.crush",
        "[T] 6 AP: opposed check; won: sublethal damage = Strength + margin; Endurance does not resist it.",
    ),
    Clause(
        "cphera.grappling.draw",
        "[T] 2 AP: a light weapon, on a successful check (opposed by one partner [H]).",
    ),
    Clause(
        "cphera.grappling.move",
        "[T] 2 AP: half speed, all dragged along, by beating every other's result; +4 if moving an "
        "opponent you have pinned (in groups too). [H] Half of Speed in hexes, rounded down, at least "
        "1; anyone may let it happen.",
    ),
    Clause(
        "cphera.grappling.use-weapon",
        "[T] 6 AP: opposed check; won: attack with the light weapon the opponent holds, at −4, within "
        "the 6 AP; not gained.",
    ),
    Clause(
        "cphera.pin.pinned",
        "[T] Open and denied Agility to everyone, the pinner too; no action, on or off turn, until "
        "the pin is broken; [H] speech until stopped. Its own pins end.",
    ),
    Clause(
        "cphera.pin.exposed",
        "[T] The pinner is denied Agility and Open to all others, other grapplers included; it may "
        "break the pin and leave the grapple in one step at any time, [H] before a die of the "
        "disturbing action is rolled, free, to a free adjacent hex; none free: not possible.",
    ),
    Clause(
        "cphera.pin.attack",
        "[T] With an unarmed strike or a light weapon as normal: 4 AP, no −4 on the pinned; [H] on "
        "another partner −4 as ever (cphera.grappling.attack). Any other attack, natural weapons too: "
        "at least −4 or not at all. Ruling `pinned_weapon`: `-4` · `forbidden`.",
        rulings=(
            Ruling(
                "pinned_weapon",
                "-4",
                ("forbidden",),
                "The text lets any other attack be tried at a penalty of at least −4, and leaves it "
                "to the game master only to forbid it.",
            ),
        ),
    ),
    Clause(
        "cphera.pin.speech",
        "[T] May stop the pinned from speaking, free.",
    ),
    Clause(
        "cphera.group.join",
        "[T] By a grab on any of them, which leaves the joiner Open, but not to them; success joins, "
        "no grapple check. [H] 2 AP, on the own turn or (as they are Open) off turn; the joiner moves "
        "into the hex, is neither attacker nor defender until the next phase; no capacity.",
    ),
    Clause(
        "cphera.group.rank",
        "[T] Each rolls one check at the beginning of the round and is attacker to all lower, "
        "defender to all higher; [H] equal: neither; the roll is obligatory in a group. Then: (1) "
        "each pinned fighter is compared with its pinners; (2) from the highest down, each that is "
        "not pinned and has not just broken free does one thing: leave (cphera.group.leave), or one "
        "try to pin a lower foe of another side (a fresh pair of rolls), also one already pinned; a "
        "pinner tries no second. Whoever is pinned meanwhile loses its turn in the order. Down to "
        "two: the last result between them says who is attacker. The ranks are forgotten when the "
        "phase ends, but for who is attacker to whom.",
    ),
    Clause(
        "cphera.group.pin",
        "[T] Two or more may pin the same one; it must beat every pinner in the same round (one roll "
        "of its own) to break free.",
    ),
    Clause(
        "cphera.group.leave",
        "[H] Ruling `group_leave`: `beat-all` (out-roll everyone hostile this round) · `pairwise` "
        "(the hold to each beaten one ends; out when none is left).",
        rulings=(
            Ruling(
                "group_leave",
                "beat-all",
                ("pairwise",),
                "The text frees a pinned fighter only by beating all who pin it in one round; who is "
                "merely held by several should fare no better.",
            ),
        ),
    ),
    Clause(
        "cphera.outside.menu",
        "[B] Who is in no grapple may attack, grab, grapple, join, move, shift, draw, stand up, cast, "
        "or pass, at the costs of cphera.ap.costs.",
    ),
    Clause(
        "cphera.harm.sublethal",
        "[B] Counts up; each instance is reduced by Endurance (not Crush). Above current hp, at once "
        "and at the start of each own turn: Fortitude d20 + base + Endurance against 20 + excess, or "
        "unconscious; that excess is also a penalty on the rolls of the own turn (not on Fortitude, "
        "not on the phase). Above maximum hp the rest is lethal. Reaching the DC stays up; no natural "
        "20 or 1.",
    ),
    Clause(
        "cphera.harm.lethal",
        "[B] At 0 hp prone and all AP costs double; below 0 unconscious; dead at −Endurance (without "
        "Endurance: below 0). Prone: AC −6 in melee, +6 against missiles. [H] Unconscious or dead: "
        "its grabs, pins and grapples end on both sides; nobody is moved.",
    ),
    Clause(
        "cphera.harm.unarmed",
        "[B] Untrained: 1d3 [H] + Strength, sublethal, presents an opening (a partner gets nothing "
        "from that: cphera.start.open), −2 on the attack unless the fists are used, −2 own AC while "
        "fighting unarmed; trained 1d6 + Strength lethal, no opening, −1 own AC. [H] That AC penalty "
        "runs from an unarmed strike, not from a grab or a grapple check, to the start of the next "
        "own turn.",
    ),
    Clause(
        "cphera.harm.overflow",
        "[B] Against someone denied Agility add a quarter of (attack − AC), rounded down; sublethal too.",
    ),
    Clause(
        "cphera.harm.criticals",
        "[B] Ruling `criticals`: `yes` (on 20, a second roll with the same bonus, × 2) · `no`.",
        rulings=(
            Ruling(
                "criticals",
                "yes",
                ("no",),
                "The wiki's combat page has them, with a second roll as in its parent game.",
            ),
        ),
    ),
    Clause(
        "cphera.base.attack",
        "[B] d20 + Strength + base attack bonus against 10 + Agility + base defence bonus + armour; "
        "damage = weapon + Strength.",
    ),
    Clause(
        "cphera.base.bonus",
        "[B] Base attack and defence bonus. Ruling `combat_ability`: `fixed` (given per fighter) · "
        "`split` (re-shared between attack and defence at the start of each own turn: a real "
        "decision).",
        rulings=(
            Ruling(
                "combat_ability",
                "fixed",
                ("split",),
                "Most sheets give two plain numbers; sharing them out anew each turn is a choice more "
                "at every turn's start.",
            ),
        ),
    ),
    Clause(
        "cphera.base.initiative",
        "[H] d20 + Speed, one roll kept; ties by opposed Speed checks [B].",
    ),
)
