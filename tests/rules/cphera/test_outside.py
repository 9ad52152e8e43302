"""Outsiders: the clause of chapter `outside`."""

from __future__ import annotations

from tests.scripted import Table, clause


@clause("cphera.outside.menu", applies=True)
def test_cphera_outside_menu_applies_to_who_is_in_no_grapple() -> None:
    caster = {"hand": "club", "spells": [{"name": "hush"}]}
    table = Table("cphera", "marks=A:prone", squares="hex 4x4 A@1.1 B@1.0 C@1.2", A=caster, B="", C="")
    verbs = {token.partition(":")[0] for token in table.legal}
    assert verbs == {"attack", "cast", "grab", "grapple", "move", "shift", "stand", "pass"}
    joined = Table("cphera", "holds=B:C:grapple", A="carries club", B="", C="")
    assert {"join:B", "join:C", "draw:club"} <= set(joined.legal)
    for verb in ("crush", "use-weapon"):
        assert str(table.refused(verb)) == f"A cannot {verb} now: in no grapple [cphera.outside.menu]"
    assert table.refused("disarm:B").clause == "cphera.outside.menu"
    free = Table("cphera", squares="hex 4x4 A@1.1 B@1.0", A="", B="")
    assert free.play("shift:s").facts == ("A steps s.",)


@clause("cphera.outside.menu", applies=True)
def test_cphera_outside_menu_applies_hexes_need_a_map() -> None:
    table = Table("cphera", A="", B="")
    for verb in ("move", "shift"):
        expected = f"A cannot {verb} now: there is no map to move on [cphera.outside.menu]"
        assert str(table.refused(verb)) == expected


@clause("cphera.outside.menu", applies=True)
def test_cphera_outside_menu_applies_to_standing_up_and_passing() -> None:
    table = Table("cphera", "marks=A:prone budgets=A:ap:8", A="", B="")
    assert table.play("stand").items("marks") == ()
    assert table.refused("stand").clause == "cphera.outside.menu"
    assert table.play("pass").items("turn") == ("B",)
    assert str(table.refused("A> pass")) == "A cannot pass now: not its turn [cphera.outside.menu]"


@clause("cphera.outside.menu", applies=True)
def test_cphera_outside_menu_applies_a_hit_on_the_way_stops_the_step() -> None:
    table = Table("cphera", squares="hex 4x4 A@1.1 B@1.0", A="", B="hand club")
    played = table.play("move:s", "attack-club", 19, 1)
    assert played.facts[-1] == "A is hit, and what it was doing fails."
    assert played.items("cells") == ("A:1.1", "B:1.0")
    assert table.play("move:s", "attack-club", 1).items("cells") == ("A:1.2", "B:1.0")
    down = Table("cphera", "marks=A:prone", A="", B="hand club").play("stand", "attack-club", 19, 1)
    assert down.items("marks") == ("A:prone",)


@clause("cphera.outside.menu", applies=False)
def test_cphera_outside_menu_not_in_a_grapple() -> None:
    table = Table("cphera", "holds=A:B:grapple marks=A:prone", A="carries knife", B="")
    assert not {"shift", "stand", "grab", "grapple", "join"} & {token.partition(":")[0] for token in table.legal}
    assert table.play("crush:B", 1, 20).facts == ("A cannot crush B.",)


def test_a_turn_ends_by_itself_when_no_point_can_be_spent() -> None:
    table = Table("cphera", "budgets=A:ap:4,B:ap:8", A="hand club", B="")
    assert table.play("attack:B:club", 1).items("turn") == ("B",)
    # Not while somebody else could still act in it.
    table = Table("cphera", "budgets=A:ap:4,B:ap:8 holds=B:C:grab", A="hand club", B="", C="")
    assert table.play("attack:B:club", 1).items("turn") == ("A",)


def test_nothing_can_be_done_and_the_turn_is_passed() -> None:
    table = Table("cphera", "holds=A:B:grapple,A:B:pin turn=B", A="", B="")
    assert "pass" in table.legal
