"""The worked example of docs/cphera.md, played as it is printed there."""

from __future__ import annotations

import re
from pathlib import Path

from tussle.bout.bout import make_bout
from tussle.bout.loading import load
from tussle.bout.notation import parse_map
from tussle.play.policies import script
from tussle.play.session import Session

PAGE = (Path(__file__).parents[3] / "docs" / "cphera.md").read_text(encoding="utf-8")


def block(word: str) -> list[str]:
    found = re.search(rf"^```{word}\n(.*?)\n```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1].splitlines()


def test_the_worked_example_is_played_as_it_is_printed() -> None:
    rules, names = load("cphera"), ["Hild", "Pell", "Grosh"]
    plan = parse_map("hex 5x4 Hild@1.1 Pell@3.2 Grosh@2.1", names)
    bout = make_bout(rules, [(name, rules.house[name]) for name in names], (0, 0, 1), plan)
    session = Session(bout, seed=1, answerers=[script(block("script"))])
    session.play()
    assert session.over
    assert [str(line) for line in session.transcript] == block("transcript")
