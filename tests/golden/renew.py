"""Write what a rule set says in playouts afresh, for a change that is meant: `python -m tests.golden.renew hug`."""

import json
import sys

from tests.golden.played import FOLDER, PLAYOUTS, digest, fields, fighter_digest, sayings
from tussle.bout.loading import load


def renew(name: str) -> None:
    """Play all playouts, and keep their digests, their sayings, the tables and the house fighters."""
    said = set().union(*(sayings(name, seed) for seed in range(PLAYOUTS)))
    kept = {"digests": [digest(name, seed) for seed in range(PLAYOUTS)], "tables": fields(name)}
    kept["house"] = {who: fighter_digest(name, who) for who in load(name).house}
    (FOLDER / f"{name}.txt").write_text("\n".join(sorted(said)) + "\n")
    (FOLDER / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    renew(sys.argv[1])
