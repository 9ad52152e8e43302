"""An agenda that the rules could not have made is refused with how it is written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scripted import Table
from tussle.errors import Unreadable

FIGHTERS: dict[str, Any] = {
    "A": {"hand": "club", "spells": [{"name": "spark", "bonus": 1}], "movement": 3},
    "B": "",
    "C": "",
}


@pytest.mark.parametrize(
    "item",
    [
        "initiative:A",
        "opportunity:A",
        "opportunity:A:A",
        "opportunity:A:B:#x",
        "contest:A:B",
        "contest:A:B:#wrestling",
        "contest:#athletics:A:B",
        "strike:A",
        "strike:A:B",
        "strike:A:B:#whip",
        "strike:A:B:#club:#careful",
        "strike:A:B:#club:#x",
        "spell:B:A:#spark",
        "spell:A:B:#spark:#careful",
        "haul:A:B:#1:#first",
        "stride:A:#1:#first",
        "end:A:B",
        "end:#x",
    ],
)
def test_an_item_that_cannot_be_due_is_refused(item: str) -> None:
    with pytest.raises(Unreadable, match="cannot be due so: write"):
        Table("hug", f"agenda={item}", **FIGHTERS)


@pytest.mark.parametrize("item", ["stride:A:#4:#first", "stride:A:#0:#next", "stride:A:#x:#first", "stride:A:#1:#last"])
def test_so_many_squares_cannot_be_left(item: str) -> None:
    with pytest.raises(Unreadable, match="cannot be due so: write stride"):
        Table("hug", f"agenda={item}", squares="4x4 A@0.0 B@1.0 C@2.0", **FIGHTERS)


@pytest.mark.parametrize(
    "item",
    [
        "opportunity:B:A,contest:A:B:#athletics",
        "strike:A:B:#club",
        "strike:A:B:#unarmed",
        "spell:A:B:#spark",
        "end:A",
    ],
)
def test_an_item_that_can_be_due_is_kept(item: str) -> None:
    assert f"agenda={item}" in Table("hug", f"agenda={item}", **FIGHTERS).line


def test_care_is_kept_where_somebody_else_may_be_hit() -> None:
    table = Table("hug", "holds=B:C:hug agenda=strike:A:B:#club:#careful", **FIGHTERS)
    assert table.line.endswith("agenda=strike:A:B:#club:#careful")


def test_steps_are_kept_on_a_map() -> None:
    for item in ("stride:A:#3:#first", "stride:A:#1:#next"):
        assert item in Table("hug", f"agenda={item}", squares="4x4 A@0.0 B@1.0 C@2.0", **FIGHTERS).line


def test_a_drag_without_a_map_says_so() -> None:
    played = Table("hug", "holds=A:B:hug", A="", B="").play("drag:B:athletics", "let")
    assert played.facts == ("A moves B: there is no map to say where.",)


def test_where_nobody_can_do_anything_each_is_left_with_passing_in_turn() -> None:
    table = Table("hug", squares="3x1 A@0.0 B@2.0 #1.0", A="", B="")
    for name in ("A", "B", "A"):
        assert table.legal == ("pass",)
        assert f"turn={name} " in table.line
        table.play("pass")
