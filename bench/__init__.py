"""Benchmarks: our time beside a peer's, measured in one run, and the ratio we mean to keep.

A benchmark is a module here (see `tools.programs`) whose `run` yields rows. Seconds depend on the machine and
on who else uses it, so a row that falls short is printed, and fails nothing.
"""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tools.programs import line

__all__ = ["Row", "against", "paired", "within"]

SAMPLE = 0.002  # seconds: a sample shorter than this measures the clock


class Row(NamedTuple):
    """One line of the table; a row without a peer has a dash for it."""

    name: str
    ours: str
    peer: str
    ratio: str
    goal: str
    ok: bool

    def __str__(self) -> str:
        return line(self.name, [self.ours, self.peer, self.ratio, self.goal], ok=self.ok)


def against(name: str, ours: float, peer: float, goal: float) -> Row:
    """A row that means to be at least `goal` times as fast as the peer; both times in seconds."""
    ratio = peer / ours
    return Row(name, spoken(ours), spoken(peer), f"{ratio:,.3g} ×", f"≥ {goal:g} ×", ok=ratio >= goal)


def within(name: str, ours: float, goal: float) -> Row:
    """A row that nobody else can be measured on, which means to stay within `goal` seconds."""
    return Row(name, spoken(ours), "—", "—", f"≤ {spoken(goal)}", ok=ours <= goal)


def paired(ours: Callable[[], object], peer: Callable[[], object], repeats: int = 21) -> tuple[float, float]:
    """The median seconds of one call of each, sampled in turn so that both meet the same weather."""
    both = [(call, _calls(call)) for call in (ours, peer)]
    samples = [[_sample(call, calls) / calls for call, calls in both] for _ in range(repeats)]
    our_times, peer_times = zip(*samples, strict=True)
    return statistics.median(our_times), statistics.median(peer_times)


def spoken(seconds: float) -> str:
    """Seconds in the unit that a person would use."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _calls(call: Callable[[], object]) -> int:
    """How many calls make a sample long enough to measure."""
    calls = 1
    while _seconds(call, calls) < SAMPLE:
        calls *= 2
    return calls


def _sample(call: Callable[[], object], calls: int) -> float:
    gc.collect()  # so that nobody pays for the other's garbage
    return _seconds(call, calls)


def _seconds(call: Callable[[], object], calls: int) -> float:
    begun = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - begun
