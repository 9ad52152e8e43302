"""Run proofs: `python -m prove NAME`, `--all` or `--list`; exits with 1 when anything comes out short."""

import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from prove import Figure, OutOfTime, clock
from tools import programs


def figures(name: str, options: Namespace) -> Iterator[Figure]:
    """The figures of one proof and then its control, both within one budget."""
    proof = programs.load("prove", name)
    clock.wind(options.minutes)
    if not options.control:
        for figure in proof.run(options.size / 100, programs.workplace("prove", name, options)):
            yield figure
            clock.check(f"up to: {figure.name}")
    yield control(proof.control(options.size / 100, programs.workplace("prove", name, options, "control")))


def control(planted: Iterator[Figure]) -> Figure:
    """Whether the planted fault was found; the first figure that falls short shows it."""
    for figure in planted:
        if not figure.ok:
            return Figure("control", "fault found", "must be found", ok=True)
        clock.check("in the control")
    return Figure("control", "fault missed", "must be found", ok=False)


def prove(name: str, options: Namespace) -> bool:
    """Run one proof, print its figures as they come, and tell whether all of them are good."""
    print(f"# {name}", file=sys.stderr)
    good = True
    try:
        for figure in figures(name, options):
            print(figure, flush=True)
            good &= figure.ok
    except OutOfTime as reached:
        print(Figure("out of time (run again to go on)", reached, f"{options.minutes:g} minutes", ok=False))
        return False
    except Exception:  # noqa: BLE001 - one broken proof must not hide the others
        traceback.print_exc()
        print(Figure("program", "broken", "must finish", ok=False))
        return False
    return good


def main() -> int:
    """Run the proofs that the command line names; 1 if any came out short."""
    parser = ArgumentParser("prove", description="Hold the engine to what it promises.")
    parser.add_argument("--control", action="store_true", help="only show that a planted fault is found")
    parser.add_argument("--minutes", type=float, default=9, help="budget of each program")
    names, options = programs.choose(parser, "prove")
    short = [name for name in names if not prove(name, options)]
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
