"""The clauses of `srd35`, restated from the grapple rules of the 3.5 SRD. They derive from Open Game Content.

The licence and the notice in tussle/bestiary/srd35 cover them.
"""

from __future__ import annotations

from tussle.bout.clause import Clause, Ruling

__all__ = ["CLAUSES"]

CLAUSES = (
    Clause(
        "srd35.check.bonus",
        "[T] Grapple check = d20 + base attack bonus + Strength modifier + special size modifier, "
        "like a melee attack roll. In place of a lower iterative attack the base attack bonus is that "
        "attack's. [B] Not Dexterity, not Weapon Finesse. [H] Resisting, moving and drawing use the "
        "full bonus.",
    ),
    Clause(
        "srd35.check.size",
        "[T] Special size: Fine −16, Diminutive −12, Tiny −8, Small −4, Medium 0, Large +4, Huge +8, "
        "Gargantuan +12, Colossal +16; it replaces the attack size modifier. [B] Attack/AC size, used "
        "by the touch attack and AC: +8 +4 +2 +1 0 −1 −2 −4 −8.",
    ),
    Clause(
        "srd35.check.tie",
        "[T, under Hold; B for skills] Tie: the higher modifier wins; equal modifiers roll again "
        "(conditioned out exactly, never looped). Ruling `tie`: `modifier` (every opposed check, "
        "Escape Artist too) · `defender` · `attacker` (the one whose action it is) · `reroll`. [H] "
        "The modifier compared is the one used on that roll. One roll against several: each tied pair "
        "is rolled again by itself with fresh dice, so two ties at equal modifiers are 1/4.",
        rulings=(
            Ruling(
                "tie",
                "modifier",
                ("defender", "attacker", "reroll"),
                "The text settles a tied hold by the higher modifier and rolls again at equal ones; "
                "the skill rules of the same game say the same, so one rule serves every opposed "
                "check.",
            ),
        ),
    ),
    Clause(
        "srd35.check.natural",
        "[H] Ruling `natural20`: `plain` (an opposed check has no automatic result) · `auto` (on "
        "grapple checks only: 20 wins, 1 loses, both alike: compare). Escape Artist and Concentration "
        "never.",
        rulings=(
            Ruling(
                "natural20",
                "plain",
                ("auto",),
                "A grapple check is like an attack roll, yet it is opposed and never called one: "
                "nothing in the text gives it an automatic result.",
            ),
        ),
    ),
    Clause(
        "srd35.check.attack-bonuses",
        "[B] Ruling `attack_bonuses`: `apply` (bonuses and penalties on attack rolls also move the "
        "grapple check; three published stat blocks show it) · `ignore`. Not those of a weapon "
        "(magic, masterwork, focus in another weapon).",
        rulings=(
            Ruling(
                "attack_bonuses",
                "apply",
                ("ignore",),
                "The check is called like a melee attack roll, and three published stat blocks carry "
                "a bonus on attack rolls into their grapple modifier.",
            ),
        ),
    ),
    Clause(
        "srd35.start.attack",
        "[T] Costs one melee attack; each try is a new Step 1 and provokes anew. [B] In a standard "
        "attack, a full attack, a charge (+2 on the touch roll and, with `attack_bonuses=apply`, on "
        "the hold; −2 AC until your next turn, so also against the target's strike), or an attack of "
        "opportunity. Ruling `grapple_as_aoo`: `allow` · `grab-only` (the touch roll alone: the hold "
        "is a free action, so not off turn, and nothing is held) · `no`.",
        rulings=(
            Ruling(
                "grapple_as_aoo",
                "allow",
                ("grab-only", "no"),
                "An attack of opportunity is a melee attack, and a grapple is started with a melee "
                "attack; the text does not ask whose turn it is.",
            ),
        ),
    ),
    Clause(
        "srd35.start.opportunity",
        "[T] First the target, and only the target, may make an attack of opportunity; damage above 0 "
        "(nonlethal too) makes the try fail. A miss or no damage: go on. [B] The target must threaten "
        "(armed, natural weapon or Improved Unarmed Strike; attacker within its reach; not "
        "flat-footed without Combat Reflexes; not itself grappling) and have one left this round (1, "
        "or 1 + Dex with Combat Reflexes). Whether to strike is the target's choice. [H] The strike "
        "is one attack with a weapon in hand, a natural weapon or an Improved Unarmed Strike, at the "
        "full bonus; a grab only if `grapple_as_aoo` allows it, and then the first try fails when it "
        "holds. The count is refilled at the start of the striker's own turn. The touch roll is no "
        "second provocation.",
    ),
    Clause(
        "srd35.start.no-opportunity",
        "[T] None against Improved Grapple (which also gives +4 on grapple checks [B]) nor against "
        "creatures marked so (improved grab [B]).",
    ),
    Clause(
        "srd35.start.grab",
        "[T] Melee touch attack; a miss ends the try. [B] Natural 20 hits, 1 misses; touch AC leaves "
        "out armour, shield and natural armour.",
    ),
    Clause(
        "srd35.start.hold",
        "[T] Opposed grapple check, free. Won: both are grappling and the target takes unarmed-strike "
        "damage (no further roll to hit). Lost: not grappling; the attack is spent.",
    ),
    Clause(
        "srd35.start.size",
        "[T] The hold is lost without a roll when the target is two or more size categories larger. "
        "[H] Only this check: later checks are rolled whatever the sizes.",
    ),
    Clause(
        "srd35.start.lethal",
        "[H] Ruling `hold_lethal`: `allow` (unarmed damage on a hold may be lethal at −4 on the hold "
        "check, declared before) · `nonlethal-only`. Who is spared the −4 by srd35.grappling.monk or "
        "`ius_lethal` is spared it here.",
        rulings=(
            Ruling(
                "hold_lethal",
                "allow",
                ("nonlethal-only",),
                "The hold deals damage as an unarmed strike does, and an unarmed strike may be lethal "
                "at the usual price.",
            ),
        ),
    ),
    Clause(
        "srd35.start.maintain",
        "[T] The grappler moves into the target's space, free, provoking from other threatening foes "
        "when it leaves a square they threaten, not from the target; it is already grappling, so "
        "without Dexterity against them. [H] Damage there does not undo the hold unless it drops the "
        "grappler. Already in the space: no move. Who cannot [T] or will not [H] move in lets go at "
        "once; the damage stands; to grapple again, start anew. Ruling `threat_without_map`: `none` · "
        "`all` (every enemy outside that is armed and not flat-footed may strike), here as in "
        "srd35.grappling.move and srd35.outside.provoke.",
        rulings=(
            Ruling(
                "threat_without_map",
                "none",
                ("all",),
                "Without a map nobody is known to stand beside the fight, and a strike that nobody "
                "chose to be near would be invented.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.no-threat",
        "[T] Threatens no square [B: no attacks of opportunity, not even against the partner; no flanking].",
    ),
    Clause(
        "srd35.grappling.dex",
        "[T] No Dexterity bonus to AC [B: nor dodge] against anyone who is not in the grapple with "
        "you; kept against those who are.",
    ),
    Clause(
        "srd35.grappling.no-move",
        "[T] No normal movement [B: no 5-foot step].",
    ),
    Clause(
        "srd35.grappling.list",
        "[T] While grappling you may do the things of this chapter and srd35.pin.pin; [H] no others, "
        "besides passing, free actions (speak, drop an item, a spell cast as a free action under "
        "srd35.grappling.cast) and supernatural abilities. Ruling `start_while_grappling`: `no` (not "
        "on the list) · `yes` (in place of an attack, on someone within reach).",
        rulings=(
            Ruling(
                "start_while_grappling",
                "no",
                ("yes",),
                "The list of what a grappler may do names every option, and starting another grapple "
                "is not among them.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.attacks",
        "[T] In place of an attack, each at the next lower bonus of a full attack: damage, escape by "
        "check, pin, escape a pin by check, break another's pin, use opponent's weapon; attack "
        "opponent is an attack. [H] Start and join only from outside, or by `start_while_grappling`. "
        "[B] BAB +6/+11/+16 give 2/3/4 with a full attack; you may stop after the first and take your "
        "move action. Natural attackers make grapple checks by BAB only. Ruling `same_attack`: "
        "`allow` (start and then pin or damage within one full attack) · `next-turn`.",
        rulings=(
            Ruling(
                "same_attack",
                "allow",
                ("next-turn",),
                "Each attack of a full attack may be replaced by an action of the list, and once the "
                "hold succeeds one is grappling.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.item",
        "[T] Activate a magic item that needs no spell completion; no check. [B] Standard action.",
    ),
    Clause(
        "srd35.grappling.attack",
        "[T] Attack a partner with an unarmed strike, natural weapon or light weapon at −4; no check; "
        "never with two weapons. Ruling `natural_attacks`: `one` (one natural attack a turn) · `all` "
        "(secondary ones at −5 as usual).",
        rulings=(
            Ruling(
                "natural_attacks",
                "one",
                ("all",),
                "Attacking an opponent is one attack in the text's list, and natural weapons give no "
                "further attacks for a high base attack bonus.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.break-pin",
        "[T] In place of an attack: opposed check against a partner who is pinning a third; won: the "
        "third is still grappling, not pinned.",
    ),
    Clause(
        "srd35.grappling.cast",
        "[T] Also while pinned. Casting time at most one standard action, no somatic component, "
        "material or focus in hand, not of the precise-and-careful kind (a flag of the spell). "
        "Concentration DC 20 + spell level or the spell is lost; no grapple check.",
    ),
    Clause(
        "srd35.grappling.damage",
        "[T] In place of an attack: opposed check; won: unarmed strike as nonlethal (Medium 1d3, "
        "Small 1d2, + Str; min 1 [B]). Lethal instead: −4 on the check. [B] Tiny 1, Large 1d4, Huge "
        "1d6, Gargantuan 1d8, Colossal 2d6; [H] Diminutive and Fine: none (the minimum of 1 does not "
        "apply).",
    ),
    Clause(
        "srd35.grappling.monk",
        "[T] A monk's damage is larger [B: data/monk_unarmed.csv], lethal, and may be nonlethal "
        "without the −4. Ruling `ius_lethal`: `free` (Improved Unarmed Strike also waives the −4) · "
        "`minus4`.",
        rulings=(
            Ruling(
                "ius_lethal",
                "free",
                ("minus4",),
                "Improved Unarmed Strike lets a blow be lethal or nonlethal at will, so the price of "
                "changing it has nothing to be paid for.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.draw",
        "[T] Move action: draw a light weapon on a won check (opposed by one partner of your choice); "
        "lost: the action is spent [H].",
    ),
    Clause(
        "srd35.grappling.escape",
        "[T] In place of an attack: one check that must beat every opponent's own check; who wants to "
        "may decline to hold. Or Escape Artist against their checks: a standard action, so once a "
        "turn. Not beaten by all: nothing changes. Escaped: you finish in a space adjacent to the "
        "opponent(s), your choice [B: free]; [H] none free: you are out but stay in the space. No "
        "opportunity for those escaped from. Ruling `escape_many`: `one-roll` · `each` (a new roll "
        "per opponent).",
        rulings=(
            Ruling(
                "escape_many",
                "one-roll",
                ("each",),
                "The text sets one check result against all their individual results.",
            ),
        ),
    ),
    Clause(
        "srd35.grappling.move",
        "[T] Standard action: beat every other's check, allies too; [H] anyone may decline. Half "
        "speed, [H] rounded down to 5 ft, less if you like, all come along. +4 when moving an "
        "opponent you have pinned, only if just the two of you are in it (one who declines still "
        "counts); unreachable under `pin=one-round`. [B] Outsiders may strike mover and moved when "
        "they leave a threatened square, once each.",
    ),
    Clause(
        "srd35.grappling.component",
        "[T] Full-round: retrieve a spell component; no check.",
    ),
    Clause(
        "srd35.grappling.opponents-weapon",
        "[T] In place of an attack: opposed check; won: an attack roll against that opponent with a "
        "light weapon he holds (light for him [H]), at −4, [H] with your bonus of this attack and "
        "your Strength; no further action; you do not gain it.",
    ),
    Clause(
        "srd35.pin.pin",
        "[T] In place of an attack: opposed check; won: that opponent is pinned for 1 round. Ruling "
        "`pin`: `one-round` (lapses just before your next turn [B], so the pinner's options need a "
        "second attack in the same turn) · `through-turn` (to the end of your next turn) · "
        "`until-broken`. [H] Whoever becomes pinned loses the pins he holds.",
        rulings=(
            Ruling(
                "pin",
                "one-round",
                ("through-turn", "until-broken"),
                "The text holds the opponent immobile for 1 round, and an effect that lasts a round "
                "ends just before the same point of the next one.",
            ),
        ),
    ),
    Clause(
        "srd35.pin.held",
        "[T] Immobile, not helpless. You can try to escape the pin, or cast. [H] Nothing else but to "
        "speak, drop an item, or end the turn.",
    ),
    Clause(
        "srd35.pin.ac",
        "[T] −4 AC against opponents other than the pinner, melee and ranged, other partners too; "
        "Dexterity as srd35.grappling.dex. Ruling `pinned_ac`: `text` · `table` (against all but the "
        "pinner: Dexterity 0, so −5 in place of the bonus; −4 more in melee, 0 ranged).",
        rulings=(
            Ruling(
                "pinned_ac",
                "text",
                ("table",),
                "The text of the pin says −4 against the others and no more; the table of conditions "
                "of the same game counts otherwise.",
            ),
        ),
    ),
    Clause(
        "srd35.pin.speech",
        "[T] At the pinner's option, cannot speak (so no verbal spells). [H] Chosen on the pinner's "
        "turn, free, for as long as the pin lasts.",
    ),
    Clause(
        "srd35.pin.escape",
        "[T] Opposed check in place of an attack, or Escape Artist (standard), against the pinner "
        "only; won: no longer pinned, still grappling. [H] Two pinners: one check must beat both.",
    ),
    Clause(
        "srd35.pin.may",
        "[T] The pinner may damage, use the opponent's weapon, move the grapple, prevent speech, "
        "release, take a well-secured worn object (disarm). Ruling `pinning_other`: `open` (also what "
        "neither list names: damage another opponent, cast, activate an item) · `closed`. [H] An "
        'unarmed or natural attack counts as using a weapon: no. Renewing the pin is not "another".',
        rulings=(
            Ruling(
                "pinning_other",
                "open",
                ("closed",),
                "The text lists what a pinner may do and what it may not; what stands in neither list "
                "is not forbidden.",
            ),
        ),
    ),
    Clause(
        "srd35.pin.may-not",
        "[T] Draw or use a weapon on anyone, escape another's grapple, retrieve a component, pin "
        "another, break another's pin. \"Use opponent's weapon\" is a permission of its own and wins.",
    ),
    Clause(
        "srd35.pin.disarm",
        "[B] Taking a worn item: a melee attack, opposed attack rolls, a tie fails. On either side "
        "unarmed or light −4, two-handed +4, the larger +4 a size category; the wearer −4 (the thing "
        "taken is no melee weapon) and [T] +4 (well secured). No attack of opportunity (a grappler "
        "threatens nothing), no disarm in return.",
    ),
    Clause(
        "srd35.pin.release",
        "[T] Free action: neither is grappling the other any more. Ruling `release_unpinned`: "
        "`mutual` (you may stop holding an unpinned foe, but who still wants to hold you keeps you "
        "grappling) · `free`. [H] Whoever then shares a square steps to a free adjacent one, the "
        "releaser first, free, without provoking.",
        rulings=(
            Ruling(
                "release_unpinned",
                "mutual",
                ("free",),
                "Only a pinned opponent is released outright by the text; grappling is mutual, so one "
                "side alone cannot end it.",
            ),
        ),
    ),
    Clause(
        "srd35.group.join",
        "[T] Starting on someone already grappling another: no attack of opportunity from the target, "
        "the grab succeeds by itself; the hold check is needed, with its size limit, its damage and "
        "the move-in. With several opponents in it you pick one; that one is the target. [H] You "
        "grapple the one you rolled against; its other partners neither hold you nor are held. Ruling "
        "`join_edges`: `target` · `all` (every enemy in it).",
        rulings=(
            Ruling(
                "join_edges",
                "target",
                ("all",),
                "The one who joins makes a single check, against the opponent picked, and so takes hold of that one.",
            ),
        ),
    ),
    Clause(
        "srd35.group.capacity",
        "[T] At most 4 on one target: smaller than the target ½ each, same size 1, one larger 2, two "
        "or more larger 4. So 8 Small on a Medium; 1 Large + 1 Medium + 2 Small; not 1 Large + 3 "
        "Medium. Ruling `capacity`: `standing` (how many hold at once) · `per-round` (who has held it "
        "this round counts to its end). [H] All count that are grappling it, whoever began; a size "
        "change ejects no one, but bars further ones.",
        rulings=(
            Ruling(
                "capacity",
                "standing",
                ("per-round",),
                "The limit is on how many grapple one opponent, and who has let go does not.",
            ),
        ),
    ),
    Clause(
        "srd35.group.choose",
        "[T] You choose which opponent to roll against, except to escape (all) and to move (all).",
    ),
    Clause(
        "srd35.group.end",
        "[H] Dead, unconscious or removed from the space: its holds end on both sides. Paralysed, "
        "stunned or otherwise conscious but unable to act: it does not oppose (the check is won), and "
        "may still be pinned or released. Starting on a conscious helpless target: touch roll against "
        "Dexterity 0 (−5), hold won without a roll, but for srd35.start.size; nobody starts on the "
        "unconscious or dead.",
    ),
    Clause(
        "srd35.outside.menu",
        "[B] Who is in no grapple may attack (full attack by BAB or natural attacks), start or join, "
        "move, take a 5-foot step, draw, stand up, or pass.",
    ),
    Clause(
        "srd35.outside.missiles",
        "[B] A missile into a grapple hits a random grappler.",
    ),
    Clause(
        "srd35.outside.provoke",
        "[B] Casting and drinking a potion provoke from threatening outsiders; damage while casting: "
        "Concentration 10 + damage + spell level or the spell is lost. [H] Retrieving a component "
        "provokes like retrieving a stored item. Strikes inside the grapple provoke from no one.",
    ),
    Clause(
        "srd35.harm.nonlethal",
        "[B] A running total: equal to current hp staggered (one standard or one move), above it "
        "unconscious. Constructs and undead are immune.",
    ),
    Clause(
        "srd35.harm.lethal",
        "[B] 0 disabled (a standard action costs 1 hp after it), −1 to −9 dying (each turn 10 % to be "
        "stable, else −1), −10 dead.",
    ),
    Clause(
        "srd35.harm.criticals",
        "[B] Ruling `criticals`: `yes` (the weapon's range and multiplier, second roll) · `no`.",
        rulings=(
            Ruling(
                "criticals",
                "yes",
                ("no",),
                "Attacks in and around a grapple are attack rolls like any other.",
            ),
        ),
    ),
    Clause(
        "srd35.base.attack",
        "[B] Natural 1 misses, 20 hits. AC with Dexterity, size, armour; flat-footed without Dexterity.",
    ),
    Clause(
        "srd35.base.initiative",
        "[B] d20 + Dex modifier; ties by modifier, then rolled again.",
    ),
    Clause(
        "srd35.base.actions",
        "[B] A standard and a move action, or a full-round action; free actions besides; a standard may become a move.",
    ),
    Clause(
        "srd35.base.escape-artist",
        "[B] Takes the armour check penalty.",
    ),
)
