"""Pinned and pinning in srd35."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.scripted import Table, clause, ruling
from tussle.bout.walk import settle
from tussle.play.events import apply_event

HELD = "holds=A:B:hold"
PINNING = "holds=A:B:pin"
PINNED = "holds=B:A:pin"
UNTIL = "srd35(pin=until-broken)"
PAIR = "holds=A:B:pin,A:C:hold"
"""A pins B and holds C besides."""

MAGE = {"bab": 0, "concentration": 30, "spells": [{"name": "word", "level": 1, "dice": "1d6"}]}
WEARER = {"bab": 0, "worn": ["amulet"], "hp": 20}


@clause("srd35.pin.pin", applies=True)
def test_srd35_pin_pin_applies_won_that_opponent_is_pinned_and_it_lapses_before_the_next_turn() -> None:
    table = Table("srd35", HELD, A="bab 4", B="bab 0")
    assert table.law("pin:B")["won"] == Fraction(7, 10)
    assert table.play("pin:B", 10, 9).items("holds") == ("A:B:pin",)
    assert table.play("pass").items("holds") == ("A:B:pin",)  # the turn of B
    played = table.play("pass")
    assert played.facts == ("B ends the turn.", "The pin of A on B lapses.")
    assert played.items("holds") == ("A:B:hold",)


@clause("srd35.pin.pin", applies=True)
def test_srd35_pin_pin_applies_whoever_becomes_pinned_loses_the_pins_he_holds() -> None:
    table = Table("srd35", "holds=A:B:hold,B:C:pin", A="bab 4", B="bab 0", C="bab 0")
    assert table.play("pin:B", 10, 9).items("holds") == ("A:B:pin", "B:C:hold")


@clause("srd35.pin.pin", applies=False)
def test_srd35_pin_pin_not_when_one_damages() -> None:
    assert Table("srd35", HELD, A="bab 4", B="bab 0").play("damage:B:nonlethal", 10, 3, 2).items("holds") == (
        "A:B:hold",
    )


@ruling("srd35", "pin")
def test_srd35_ruling_pin_lasts_a_round_a_turn_more_or_until_it_is_broken() -> None:
    seen = {}
    for value in ("one-round", "through-turn", "until-broken"):
        table = Table(f"srd35(pin={value})", HELD, A="bab 4", B="bab 0")
        table.play("pin:B", 10, 9)
        table.play("pass")
        table.play("pass")
        own_turn = table.line.split("holds=")[1].split()[0]
        table.play("pass")
        seen[value] = (own_turn, table.line.split("holds=")[1].split()[0])
    assert seen == {
        "one-round": ("A:B:hold", "A:B:hold"),
        "through-turn": ("A:B:pin-lapsing", "A:B:hold"),
        "until-broken": ("A:B:pin", "A:B:pin"),
    }


def test_a_pin_is_renewed_while_it_lapses() -> None:
    table = Table("srd35(pin=through-turn)", "holds=A:B:pin-lapsing", A="bab 4", B="bab 0")
    assert table.play("pin:B", 10, 9).items("holds") == ("A:B:pin",)
    assert table.play("pass").items("holds") == ("A:B:pin",)


@clause("srd35.pin.held", applies=True)
@pytest.mark.parametrize("verb", ["damage", "escape", "activate", "draw", "move-grapple", "pin", "release", "attack"])
def test_srd35_pin_held_applies_nothing_but_the_pin_to_escape_to_cast_and_to_drop(verb: str) -> None:
    armed = {**MAGE, "hand": "dagger", "items": [{"name": "rod"}]}
    table = Table("srd35", PINNED, A=armed, B="bab 0")
    assert table.refused(verb).clause == "srd35.pin.held"
    assert {token.split(":")[0] for token in table.legal} == {"escape-pin", "cast", "drop", "pass"}


@clause("srd35.pin.held", applies=False)
def test_srd35_pin_held_not_for_who_is_only_held() -> None:
    assert Table("srd35", HELD, A="bab 4", B="bab 0").play("damage:B:nonlethal", 10, 3, 2).harms == (("B", 2),)


@clause("srd35.pin.ac", applies=True)
def test_srd35_pin_ac_applies_minus_4_against_all_but_the_pinner() -> None:
    table = Table("srd35", "holds=B:C:pin", A="bab 4", B="bab 0", C="bab 0 ac 14")
    assert table.law("attack:C:unarmed:nonlethal")["miss"] == Fraction(5, 20)
    bow = Table("srd35", "holds=B:C:pin", A={"bab": 4, "hand": "longbow"}, B="bab 0", C="bab 0 ac 14")
    assert bow.law("attack:C:longbow", 2)["miss"] == Fraction(5, 20)
    partner = Table("srd35", "holds=B:C:pin,A:C:hold", A="bab 4", B="bab 0", C="bab 0 dex 14 ac 14")
    assert partner.law("attack:C:unarmed:nonlethal")["miss"] == Fraction(9, 20)


@clause("srd35.pin.ac", applies=False)
def test_srd35_pin_ac_not_against_the_pinner_nor_of_who_is_held() -> None:
    table = Table("srd35", "holds=B:C:hold", A="bab 4", B="bab 0", C="bab 0 ac 14")
    assert table.law("attack:C:unarmed:nonlethal")["miss"] == Fraction(9, 20)


@ruling("srd35", "pinned_ac")
def test_srd35_ruling_pinned_ac_follows_the_text_or_the_table() -> None:
    law = {}
    for value in ("text", "table"):
        rules = f"srd35(pinned_ac={value})"
        target = {"bab": 0, "dexterity": 14, "ac": 22}
        melee = Table(rules, "holds=B:C:pin", A="bab 4", B="bab 0", C=target)
        bow = Table(rules, "holds=B:C:pin", A={"bab": 4, "hand": "longbow"}, B="bab 0", C=target)
        law[value] = (
            melee.law("attack:C:unarmed:nonlethal")["miss"],
            bow.law("attack:C:longbow", 2)["miss"],
        )
    # 22 less 2 less 4 either way; 22 less 2 less 5, and 4 more in melee
    assert law == {
        "text": (Fraction(11, 20), Fraction(11, 20)),
        "table": (Fraction(6, 20), Fraction(10, 20)),
    }


@clause("srd35.pin.speech", applies=True)
def test_srd35_pin_speech_applies_no_words_for_as_long_as_the_pin_lasts() -> None:
    table = Table(UNTIL, PINNING, A="bab 4", B=MAGE)
    assert table.play("silence:B").items("marks") == ("B:silenced-by-A",)
    table.play("pass")
    assert table.refused("cast").clause == "srd35.pin.speech"
    assert table.play("escape-pin:grapple", 15, 3).items("marks") == ()


@clause("srd35.pin.speech", applies=True)
def test_srd35_pin_speech_applies_to_the_pin_of_who_silences_and_each_pinner_may() -> None:
    both = "holds=A:B:pin,C:B:pin marks=B:silenced-by-A"
    table = Table(UNTIL, both, C="bab 4", A="bab 4", B=MAGE)
    assert table.play("silence:B").items("marks") == ("B:silenced-by-A", "B:silenced-by-C")
    assert str(table.refused("silence:B")) == (
        "C cannot silence B now: you keep the pinned from speaking already [srd35.pin.speech]"
    )


@clause("srd35.pin.speech", applies=False)
def test_srd35_pin_speech_not_when_the_pin_of_who_silenced_has_lapsed_and_another_lasts() -> None:
    table = Table("srd35", "holds=A:B:pin,C:B:pin marks=B:silenced-by-A", D="bab 0", A="bab 4", B=MAGE, C="bab 4")
    lapsed = table.play("pass")
    assert (lapsed.items("holds"), lapsed.items("marks")) == (("A:B:hold", "C:B:pin"), ())


@clause("srd35.pin.speech", applies=False)
def test_srd35_pin_speech_not_unless_the_pinner_wants_it() -> None:
    assert Table(UNTIL, PINNED, A=MAGE, B="bab 0 hp 20").play("cast:B:word", 10, 3).harms == (("B", 3),)


@clause("srd35.pin.escape", applies=True)
def test_srd35_pin_escape_applies_still_grappling() -> None:
    table = Table("srd35", PINNED, A="bab 4 escape 8", B="bab 0")
    assert table.law("escape-pin:grapple")["won"] == Fraction(7, 10)
    assert table.law("escape-pin:escape-artist")["won"] == Fraction(167, 200)
    assert table.play("escape-pin:grapple", 10, 9).items("holds") == ("A:B:hold",)


@clause("srd35.pin.escape", applies=True)
def test_srd35_pin_escape_applies_one_check_must_beat_two_pinners_and_no_other_partner() -> None:
    table = Table("srd35", "holds=B:A:pin,C:A:pin,A:D:hold", A="bab 0", B="bab 0", C="bab 0", D="grapple 40")
    assert table.law("escape-pin:grapple")["won"] == Fraction(533, 1600)
    assert table.play("escape-pin:grapple", 12, 3, 4).items("holds") == ("A:B:hold", "A:C:hold", "A:D:hold")


@clause("srd35.pin.escape", applies=False)
def test_srd35_pin_escape_not_from_a_hold() -> None:
    assert Table("srd35", HELD, A="bab 0", B="bab 0").play("escape:grapple", "let").items("holds") == ()


@clause("srd35.pin.may", applies=True)
def test_srd35_pin_may_applies_to_what_the_pinner_does() -> None:
    for token, script in (("damage:B:nonlethal", (12, 3, 2)), ("take:B:amulet", (12, 3)), ("release:B", ())):
        assert Table(UNTIL, PINNING, A="bab 4", B=WEARER).play(token, *script).cites
    table = Table(UNTIL, PINNING, A="bab 4", B={**WEARER, "hand": "dagger"})
    assert table.play("use-weapon:B", 12, 3, 12, 2).harms == (("B", 2),)


@clause("srd35.pin.may", applies=False)
def test_srd35_pin_may_not_of_concern_to_who_pins_nobody() -> None:
    assert Table(UNTIL, HELD, A="bab 4", B=WEARER).play("damage:B:nonlethal", 12, 3, 2).harms == (("B", 2),)


@ruling("srd35", "pinning_other")
def test_srd35_ruling_pinning_other_is_open_or_closed() -> None:
    mage = {**MAGE, "items": [{"name": "rod"}]}
    table = Table(UNTIL, PAIR, A=mage, B="bab 0", C="bab 0 hp 20")
    assert table.play("damage:C:nonlethal", 12, 3, 2).harms == (("C", 2),)
    table = Table("srd35(pin=until-broken,pinning_other=closed)", PAIR, A=mage, B="bab 0", C="bab 0")
    for token in ("damage:C", "cast:C", "activate:rod"):
        assert table.refused(token).clause == "srd35.pin.may"
    assert "damage:B:nonlethal" in table.legal


@clause("srd35.pin.may-not", applies=True)
def test_srd35_pin_may_not_applies_to_weapons_escapes_components_other_pins() -> None:
    busy = {**MAGE, "carries": ["dagger"], "spells": [{"name": "dust", "material": True}]}
    table = Table(UNTIL, PAIR, A=busy, B="bab 0", C={"bab": 0, "hand": "dagger"})
    for token in ("draw", "attack:B", "escape", "component", "pin:C", "use-weapon:C", "break-pin:C"):
        assert table.refused(token).clause == "srd35.pin.may-not", token


@clause("srd35.pin.may-not", applies=False)
def test_srd35_pin_may_not_not_against_renewing_the_pin() -> None:
    assert Table(UNTIL, PAIR, A="bab 4", B="bab 0", C="bab 0").play("pin:B", 12, 3).items("holds") == (
        "A:B:pin",
        "A:C:hold",
    )


@clause("srd35.pin.disarm", applies=True)
def test_srd35_pin_disarm_applies_opposed_attack_rolls_and_a_tie_fails() -> None:
    table = Table(UNTIL, PINNING, A="bab 4", B=WEARER)
    played = table.play("take:B:amulet", 10, 14)
    assert [(part.owner, part.name, part.value) for part in played.rolls[0].parts if part.value] == [
        (0, "base attack bonus", 4),
        (0, "unarmed", -4),
        (1, "unarmed", -4),
        (1, "not a weapon", -4),
        (1, "well secured", 4),
    ]
    assert played.items("marks") == ()  # 10 against 10
    table = Table(UNTIL, PINNING, A="bab 4", B=WEARER)
    assert table.play("take:B:amulet", 11, 14).items("marks") == ("B:lost-amulet",)
    assert table.refused("take").clause == "srd35.pin.disarm"


@clause("srd35.pin.disarm", applies=True)
@pytest.mark.parametrize(
    ("mine", "theirs", "edge"),
    [
        ({}, {}, 0),  # -4 against -4 - 4 + 4
        ({}, {"hand": "dagger"}, 0),
        ({}, {"hand": "longsword"}, -4),
        ({}, {"hand": "greatsword"}, -8),
        ({}, {"hand": "longbow"}, 0),  # nobody parries with it: bare hands
        ({}, {"hand": "longbow", "dexterity": 18}, 0),
        ({"size": "large"}, {}, 3),  # +4, and -1 to hit
        ({}, {"size": "small"}, 3),  # +4, against +1 to hit
    ],
)
def test_srd35_pin_disarm_applies_size_and_what_is_in_hand(
    mine: dict[str, Any], theirs: dict[str, Any], edge: int
) -> None:
    table = Table(UNTIL, PINNING, A={"bab": 0, **mine}, B={**WEARER, **theirs})
    higher = sum(1 for first in range(1, 21) for second in range(1, 21) if first + edge > second)
    assert table.law("take:B:amulet")["won"] == Fraction(higher, 400)


@clause("srd35.pin.disarm", applies=False)
def test_srd35_pin_disarm_not_when_one_silences() -> None:
    assert Table(UNTIL, PINNING, A="bab 4", B=MAGE).play("silence:B").items("marks") == ("B:silenced-by-A",)


def test_the_refusal_says_what_a_pin_for_one_round_puts_out_of_reach() -> None:
    slow = str(Table("srd35", HELD, A="bab 5", B=WEARER).refused("take"))
    assert "it lapses before your next turn, and you have one attack a turn" in slow
    quick = str(Table("srd35", HELD, A="bab 6", B=WEARER).refused("take"))
    assert "takes a second attack in the turn of the pin" in quick
    table = Table("srd35", HELD, A="bab 6", B=WEARER)
    table.play("pin:B", 15, 3)
    assert table.play("take:B:amulet", 15, 3).items("marks") == ("B:lost-amulet",)


@clause("srd35.pin.release", applies=True)
def test_srd35_pin_release_applies_the_pinned_is_let_go_outright_and_the_releaser_steps_first() -> None:
    where = "cells=A:1.1,B:1.1"
    table = Table(UNTIL, f"{PINNING} {where}", squares="3x3 A@1.1 B@0.0", A="bab 0", B="bab 0")
    played = table.play("release:B", "e")
    assert (played.items("holds"), played.items("cells")) == ((), ("A:2.1", "B:1.1"))
    assert [choice.fighter for choice in played.choices] == [0]


@clause("srd35.pin.release", applies=True)
def test_srd35_pin_release_applies_to_who_held_on_and_was_pinned_then() -> None:
    table = Table("srd35", HELD, A="bab 6", B="bab 0")
    table.play("release:B", "hold")
    table.play("pin:B", 15, 3)
    assert table.play("release:B").items("holds") == ()


@clause("srd35.pin.release", applies=False)
def test_srd35_pin_release_not_when_one_escapes() -> None:
    assert Table("srd35", HELD, A="bab 0", B="bab 0").play("escape:grapple", "let").items("holds") == ()


@ruling("srd35", "release_unpinned")
def test_srd35_ruling_release_unpinned_takes_two_or_one() -> None:
    table = Table("srd35", HELD, A="bab 0", B="bab 0")
    held = table.play("release:B", "hold")
    assert (held.items("holds"), held.items("marks")) == (("A:B:hold",), ("A:kept-by-B",))
    assert table.refused("release:B").clause == "srd35.pin.release"
    table = Table("srd35", HELD, A="bab 0", B="bab 0")
    assert table.play("release:B", "let").items("holds") == ()
    table = Table("srd35(release_unpinned=free)", HELD, A="bab 0", B="bab 0")
    assert table.play("release:B").items("holds") == ()


def test_an_event_that_ends_the_pin_gives_the_voice_back() -> None:
    table = Table(UNTIL, f"{PINNING} marks=B:silenced-by-A", A="bab 4", B=MAGE, C="bab 0")
    bout, after = apply_event(table.bout, table.position, "free B")
    assert not settle(bout, after.stance).marked(1, "silenced-by-A")


@clause("srd35.pin.ac", applies=True)
@pytest.mark.parametrize("rules", ["srd35", "srd35(pinned_ac=table)"])
def test_srd35_pin_ac_applies_to_who_is_paralysed_besides(rules: str) -> None:
    """15, without a Dexterity bonus of 3 and with a Dexterity of 0: 7; and the −4 of the pin."""
    target = {"bab": 0, "ac": 15, "dexterity": 16}
    held = "holds=C:B:pin marks=B:paralysed"
    table = Table(rules, held, A="bab 0", B=target, C="bab 0")
    assert table.law("attack:B:unarmed:nonlethal")["miss"] == Fraction(2, 20)


@clause("srd35.group.end", applies=True)
def test_srd35_group_end_applies_to_the_wearer_of_a_thing_that_is_taken() -> None:
    wearer = {"bab": 20, "worn": ["cloak"]}
    table = Table("srd35(pin=until-broken)", "holds=A:B:pin marks=B:paralysed", A="bab 0", B=wearer)
    played = table.play("take:B:cloak")
    assert (played.rolls, played.items("marks")) == ((), ("B:lost-cloak", "B:paralysed"))


@clause("srd35.pin.disarm", applies=True)
def test_srd35_pin_disarm_applies_part_by_part() -> None:
    table = Table(UNTIL, PINNING, A={"bab": 0, "size": "large"}, B={**WEARER, "hand": "dagger"})
    (roll,) = table.play("take:B:amulet", 2, 15).rolls
    named = [(part.owner, part.name, part.value) for part in roll.parts if part.clause == "srd35.pin.disarm"]
    assert named == [
        (0, "unarmed", -4),
        (0, "larger", 4),
        (1, "light weapon", -4),
        (1, "not a weapon", -4),
        (1, "well secured", 4),
    ]
    table = Table(UNTIL, PINNING, A={"bab": 0}, B={**WEARER, "hand": "greatsword"})
    (roll,) = table.play("take:B:amulet", 2, 15).rolls
    assert (1, "two-handed weapon", 4) in [(part.owner, part.name, part.value) for part in roll.parts]
