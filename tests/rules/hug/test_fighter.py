"""A fighter of `hug` as it comes from outside: what single fields cannot say."""

import json
from typing import Any

import pytest

from tussle.bout.fighter import fighter_json, read_fighter
from tussle.bout.loading import load
from tussle.errors import Unreadable

RULES = load("hug")
AXE = {"name": "axe", "dice": "d10"}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"weapons": [{"name": "club", "dice": "d10"}]}, "the fighter's weapon 'club' has a name that is taken"),
        ({"weapons": [AXE, AXE]}, "the fighter's weapon 'axe' has a name that is taken: choose another"),
        ({"weapons": [{"name": "no", "dice": "d10"}]}, "the fighter's weapon 'no' has a name that is taken"),
        ({"weapons": [{"name": "unarmed", "dice": "d10"}]}, "the fighter's weapon 'unarmed' has a name that is taken"),
        ({"weapons": [{"name": "axe\n", "dice": "d10"}]}, "at weapons[0].name"),
        ({"weapons": [{"name": "axe", "dice": "d10\n"}]}, "at weapons[0].dice"),
        ({"weapons": [{"name": "axe", "dice": "0d10"}]}, "'0d10' is out of range"),
        ({"hand": "axe"}, "the fighter holds or carries 'axe', which is no weapon: dagger, knife, club"),
        ({"carries": ["axe"], "weapons": [{"name": "pike", "dice": "d10"}]}, "broad_sword, bow, pike"),
        ({"hand": "club", "carries": ["club"]}, "the fighter holds or carries 'club' twice: name it once"),
        ({"spells": [{"name": "burn"}, {"name": "burn"}]}, "the fighter knows the spell 'burn' twice: name it once"),
        ({"spells": [{"name": "burn", "dice": "d6\n"}]}, "at spells[0].dice"),
        ({"spells": [{"name": "burn", "dice": "d0"}]}, "'d0' is out of range"),
        ({"defences": {"reflex": 3}}, "the fighter's defences name reflex, which has a field of its own"),
    ],
)
def test_a_fighter_that_cannot_be_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_fighter(RULES, {"name": "Bob", **fields})
    assert sentence in str(refusal.value)


def test_a_fighter_may_have_weapons_and_spells_of_its_own() -> None:
    form = {
        "name": "Bob",
        "hand": "axe",
        "carries": ["club"],
        "weapons": [AXE],
        "spells": [{"name": "burn", "dice": "d6"}, {"name": "doze", "bonus": 3, "against": "will"}],
        "defences": {"will": 2},
    }
    assert json.loads(json.dumps(fighter_json(*read_fighter(RULES, form)))) == form


@pytest.mark.parametrize("name", RULES.house)
def test_every_house_fighter_can_be(name: str) -> None:
    assert read_fighter(RULES, fighter_json(name, RULES.house[name])) == (name, RULES.house[name])
