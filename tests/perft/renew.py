"""Write counts and digests of a perft file afresh, when a rule has changed on purpose: renew.py hug."""

import json
import sys
from pathlib import Path

from tussle.analysis.perft import perft
from tussle.bout.notation import parse_position, read_bout


def renew(path: Path) -> None:
    """Keep what each case asks, and replace what it answers."""
    cases = json.loads(path.read_text())
    for case in cases:
        bout = read_bout(case["bout"])
        found = [perft(bout, parse_position(bout, case["position"]), depth) for depth in range(1, case["depth"] + 1)]
        case["counts"] = [each.count for each in found]
        case["rows"], case["digest"] = found[-1].rows, found[-1].digest
    path.write_text(json.dumps(cases, indent=1) + "\n")


if __name__ == "__main__":
    renew(Path(__file__).parent / f"{sys.argv[1]}.json")
