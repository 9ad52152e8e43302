"""Run benchmarks: `python -m bench NAME`, `--all` or `--list`; only a broken program fails, never seconds."""

import sys
import traceback
from argparse import ArgumentParser, Namespace

from bench import Row
from tools import programs


def bench(name: str, options: Namespace) -> bool:
    """Run one benchmark, print its rows as they come, and tell whether it ran to its end."""
    print(f"# {name}", file=sys.stderr)
    try:
        work = programs.workplace("bench", name, options)
        for row in programs.load("bench", name).run(options.size / 100, work):
            print(row, flush=True)
    except Exception:  # noqa: BLE001 - one broken benchmark must not hide the others
        traceback.print_exc()
        return False
    return True


def main() -> int:
    """Run the benchmarks that the command line names; 1 if any broke."""
    parser = ArgumentParser("bench", description="Time the engine beside its peers.")
    names, options = programs.choose(parser, "bench")
    if names:
        print(programs.line("# name", Row._fields[1:-1], ok=True).removesuffix("  ok"), file=sys.stderr)
    broken = [name for name in names if not bench(name, options)]
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
