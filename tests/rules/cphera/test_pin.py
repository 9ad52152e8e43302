"""The pin: the clauses of chapter `pin`."""

from __future__ import annotations

from fractions import Fraction

from tests.scripted import Table, clause, ruling
from tussle.bout.walk import legal_actions

PIN = "holds=A:B:grapple,A:B:pin"
BEAST = {"weapons": [{"name": "bite", "dice": "d8", "natural": True, "hands": 0}], "hand": "knife"}


# cphera.pin.pinned


@clause("cphera.pin.pinned", applies=True)
def test_cphera_pin_pinned_applies_no_action_on_or_off_turn() -> None:
    table = Table("cphera", f"{PIN} turn=B", A="", B={"carries": ["knife"]}, C="")
    own = [action for action in legal_actions(table.bout, table.position.stance) if action.by == 1]
    assert [action.verb for action in own] == ["pass"]
    for verb in ("attack:A", "crush:A", "move", "grab:C", "draw", "release"):
        assert str(table.refused(verb)) == f"B cannot {verb.replace(':', ' ')} now: pinned [cphera.pin.pinned]"
    off = Table("cphera", PIN, A="", B="")
    assert off.refused("B> attack:A").clause == "cphera.pin.pinned"


@clause("cphera.pin.pinned", applies=True)
def test_cphera_pin_pinned_applies_agility_denied_to_the_pinner_too() -> None:
    table = Table("cphera(criticals=no)", PIN, A="hand knife", B="agility 6")
    # d20 + 4 against 10 + 1.
    assert table.law("attack:B:knife")["miss"] == Fraction(6, 20)
    table = Table("cphera(criticals=no)", f"{PIN} turn=C", A="", B="agility 6", C="hand club")
    assert table.law("attack:B:club")["miss"] == Fraction(6, 20)


@clause("cphera.pin.pinned", applies=True)
def test_cphera_pin_pinned_applies_the_pinner_may_exploit_it_once_a_round() -> None:
    table = Table("cphera", f"{PIN} turn=B", A="", B="")
    played = table.play("A> attack:B:fists", 10, 3)
    assert "A:ap:6" in played.line
    assert table.refused("A> attack:B").clause == "cphera.ap.open"


@clause("cphera.pin.pinned", applies=False)
def test_cphera_pin_pinned_not_in_a_grapple_without_a_pin() -> None:
    table = Table("cphera", "holds=A:B:grapple turn=B", A="", B="")
    assert table.play("attack:A:fists", 13).facts[-1] == "B misses A."


def test_who_is_pinned_pins_nobody() -> None:
    # C beats A and pins it; A's own pin on B ends, and so does the silence A kept B in.
    table = Table(
        "cphera",
        "holds=A:B:grapple,A:B:pin,A:C:level,B:C:level marks=B:silenced turn=A agenda=round",
        sides=(0, 1, 1),
        A="",
        B="",
        C="",
    )
    played = table.due(10, 1, 20, "pin-A", 20, 1)
    assert played.items("holds") == ("A:B:grapple", "B:C:level", "C:A:grapple", "C:A:pin")
    assert played.items("marks") == ()


# cphera.pin.exposed


@clause("cphera.pin.exposed", applies=True)
def test_cphera_pin_exposed_applies_to_all_others_grapplers_included() -> None:
    table = Table("cphera(criticals=no)", f"{PIN} turn=C", sides=(0, 1, 1), A="", B="", C="hand club")
    assert table.law("attack:A:club", "stay")["miss"] == Fraction(6, 20)
    group = "holds=A:B:grapple,A:B:pin,A:C:level,B:C:level"
    table = Table("cphera(criticals=no)", f"{group} turn=C", sides=(0, 1, 1), A="", B="", C="hand knife")
    assert table.law("attack:A:knife", "stay")["miss"] == Fraction(10, 20)
    # Open to that grappler, so off turn too.
    table = Table("cphera", group, sides=(0, 1, 1), A="", B="", C="hand knife")
    assert table.play("C> attack:A:knife", "stay", 1).items("marks") == ("C:exploited",)


@clause("cphera.pin.exposed", applies=True)
def test_cphera_pin_exposed_applies_breaking_pin_and_grapple_at_any_time() -> None:
    for turn in ("A", "B"):
        table = Table("cphera", f"{PIN} turn={turn} cells=A:1.0,B:1.0", squares="hex 3x3 A@1.1 B@1.0", A="", B="")
        played = table.play("A> leave:s")
        assert (played.items("holds"), played.items("cells")) == ((), ("A:1.1", "B:1.0"))
        assert played.items("budgets") == ("A:ap:8", "B:ap:8")


@clause("cphera.pin.exposed", applies=True)
def test_cphera_pin_exposed_applies_before_a_die_of_what_disturbs_it() -> None:
    table = Table("cphera", f"{PIN} turn=C", sides=(0, 1, 1), A="", B="", C="hand club")
    # It leaves: no longer denied Agility, so 14 to hit.
    played = table.play("attack:A:club", "leave", 9)
    assert played.facts == ("C attacks A.", "A breaks the pin and leaves.", "C misses A.")
    assert played.items("holds") == ()
    assert Table("cphera", f"{PIN} turn=C", sides=(0, 1, 1), A="", B="", C="hand club").play(
        "attack:A:club", "stay", 9, 6
    ).harms == (("A", 9),)


@clause("cphera.pin.exposed", applies=True)
def test_cphera_pin_exposed_applies_to_an_off_turn_attack_which_then_has_no_opening() -> None:
    table = Table("cphera", PIN, sides=(0, 1, 1), A="", B="", C="hand club")
    played = table.play("C> attack:A:club", "leave")
    assert played.facts[-1] == "C cannot strike A any more."
    assert "C:ap:6" in played.line
    joined = Table("cphera", PIN, sides=(0, 1, 1), A="", B="", C="").play("C> join:A", "leave")
    assert joined.facts[-1] == "C cannot get hold of A any more."


@clause("cphera.pin.exposed", applies=True)
def test_cphera_pin_exposed_applies_as_a_refusal_without_a_pin_or_a_free_hex() -> None:
    assert Table("cphera", "holds=A:B:grapple", A="", B="").refused("leave").clause == "cphera.pin.exposed"
    shut = Table("cphera", f"{PIN} cells=A:0.0,B:0.0,C:0.1", squares="hex 1x3 A@0.0 B@0.2 C@0.1", A="", B="", C="")
    assert str(shut.refused("leave")) == "A cannot leave now: no free adjacent hex [cphera.pin.exposed]"


@clause("cphera.pin.exposed", applies=False)
def test_cphera_pin_exposed_not_to_the_pinned_nor_without_a_pin() -> None:
    table = Table("cphera", "holds=A:B:grapple turn=C", A="", B="", C="hand club")
    assert table.play("attack:A:club", 6).facts[-1] == "C misses A."
    group = "holds=A:B:grapple,A:C:level,B:C:level turn=C"
    assert Table("cphera", group, A="", B="", C="").play("attack:A:fists", 13).facts[-1] == "C misses A."


def test_a_crush_of_the_pinner_is_disturbing_too() -> None:
    group = "holds=A:B:grapple,A:B:pin,A:C:level,B:C:level turn=C"
    table = Table("cphera", group, sides=(0, 1, 1), A="", B="", C="")
    played = table.play("crush:A", "leave")
    assert played.facts == ("A breaks the pin and leaves.", "C cannot crush A.")


# cphera.pin.attack


@clause("cphera.pin.attack", applies=True)
def test_cphera_pin_attack_applies_unarmed_or_light_as_normal() -> None:
    table = Table("cphera(criticals=no)", PIN, A=BEAST, B="agility 6")
    assert table.law("attack:B:knife")["miss"] == Fraction(6, 20)
    assert table.law("attack:B:fists")["miss"] == Fraction(6, 20)
    assert table.law("attack:B:bite")["miss"] == Fraction(10, 20)
    heavy = Table("cphera(criticals=no)", PIN, A="hand sword", B="")
    assert heavy.law("attack:B:sword")["miss"] == Fraction(10, 20)


@clause("cphera.pin.attack", applies=False)
def test_cphera_pin_attack_not_on_another_partner() -> None:
    group = "holds=A:B:grapple,A:B:pin,A:C:level,B:C:level"
    table = Table("cphera(criticals=no)", group, A="hand knife", B="", C="")
    assert table.play("attack:C:knife", 13).facts[-1] == "A misses C."
    assert table.play("attack:C:knife", 14, 1).harms == (("C", 4),)


@ruling("cphera", "pinned_weapon")
def test_cphera_ruling_pinned_weapon_at_4_less_or_not_at_all() -> None:
    table = Table("cphera(criticals=no)", PIN, A=BEAST, B="")
    assert table.law("attack:B:bite")["miss"] == Fraction(10, 20)
    table = Table("cphera(pinned_weapon=forbidden)", PIN, A=BEAST, B="")
    assert table.refused("attack:B:bite").clause == "cphera.pin.attack"
    assert {"attack:B:knife", "attack:B:fists"} <= set(table.legal)


# cphera.pin.speech


@clause("cphera.pin.speech", applies=True)
def test_cphera_pin_speech_applies_free() -> None:
    table = Table("cphera", PIN, A="", B="")
    played = table.play("silence:B")
    assert played.items("marks") == ("B:silenced",)
    assert played.items("budgets") == ("A:ap:8", "B:ap:8")
    assert str(table.refused("silence:B")) == "A cannot silence B now: silenced already [cphera.pin.speech]"


@clause("cphera.pin.speech", applies=True)
def test_cphera_pin_speech_applies_as_a_refusal_without_a_pin() -> None:
    assert Table("cphera", "holds=A:B:grapple", A="", B="").refused("silence").clause == "cphera.pin.speech"


@clause("cphera.pin.speech", applies=False)
def test_cphera_pin_speech_not_after_the_pin() -> None:
    table = Table("cphera", f"{PIN} marks=B:silenced", A="", B="")
    assert table.play("leave").items("marks") == ()
