"""Write a golden record for every rule set that has none of its version yet: `python -m tools.golden`."""

from __future__ import annotations

import json
from pathlib import Path

from tussle.bout.bout import make_bout
from tussle.bout.loading import available, load
from tussle.bout.notation import position_text
from tussle.play.policies import policy
from tussle.play.record import record_text
from tussle.play.session import Session, machine_dice

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "records"


def main() -> None:
    """Play with a fixed seed, with an undo, an event and an amend in the middle."""
    ends_file = GOLDEN / "ends.json"
    ends: dict[str, str] = json.loads(ends_file.read_text()) if ends_file.exists() else {}
    for name in available():
        rules = load(name)
        file = f"{name}-{rules.version}.txt"
        if file in ends:
            continue
        fighters = [(known, rules.house[known]) for known, _ in zip(rules.house, range(4), strict=False)]
        bout = make_bout(rules, fighters, (0, 1, 0, 1)[: len(fighters)])
        session = Session(bout, seed=20, answerers=[machine_dice, *(policy("random", known) for known in bout.names)])
        session.play(30)
        session.event(f'bonus {bout.names[0]} +2 "bless" on=all for 3')
        session.undo()
        session.event(f'bonus {bout.names[0]} +1 "aid" on=all for 3')
        session.play(10)
        place = next(place for place, entry in enumerate(session.entries) if len(entry.faces) == 1)
        session.amend(place, (1,))
        session.play(20)
        (GOLDEN / file).write_text(record_text(session))
        ends[file] = position_text(session.bout, session.position)
        print(f"wrote {file}")
    ends_file.write_text(json.dumps(ends, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
