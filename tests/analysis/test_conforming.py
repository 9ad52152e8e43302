"""Every rule set that can be loaded conforms, on either side of its rulings."""

import pytest

from tussle.analysis.conform import conform
from tussle.bout.loading import available, load


@pytest.mark.parametrize("name", available())
def test_every_rule_set_conforms(name: str) -> None:
    assert conform(name) == []


@pytest.mark.parametrize("name", available())
def test_every_rule_set_conforms_on_the_other_side_of_its_rulings(name: str) -> None:
    other = [
        f'{ruling}="{what.alternatives[0]}"' for ruling, (what, _) in load(name).rulings.items() if what.alternatives
    ]
    assert conform(f"{name}({','.join(other)})", bouts=6) == []
