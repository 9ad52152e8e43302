"""The picture of who holds whom."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from tussle.surfaces.web.picture import WIDTH, _round


@pytest.mark.parametrize("count", range(1, 13))
def test_no_two_discs_touch_and_none_is_cut_off(count: int) -> None:
    discs = _round(count)
    assert len(discs) == count
    for (x, y, r), (other_x, other_y, other_r) in combinations(discs, 2):
        assert hypot(x - other_x, y - other_y) > r + other_r + 4
    assert all(r <= x <= WIDTH - r and 4 + r <= y <= 216 - r for x, y, r in discs)
