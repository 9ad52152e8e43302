"""Proofs: programs that hold the engine to what it promises, at a size no test has time for.

A proof is a module here (see `tools.programs`) whose `run` yields figures. It also has `control(size, work)`,
the same measurement with a fault planted, which must come out short: a proof that cannot see the fault proves
nothing.
"""

from typing import NamedTuple

from tools.programs import Journal, OutOfTime, clock, line

__all__ = ["Figure", "Journal", "OutOfTime", "clock"]


class Figure(NamedTuple):
    """One measured figure, the bound it must keep, in words or signs, and whether it does.

    A bound that is an amount of work shrinks with the size, so a sound program is `ok` at every size.
    """

    name: str
    figure: object
    bound: str
    ok: bool

    def __str__(self) -> str:
        """The line that is printed, thousands set apart."""
        figure = f"{self.figure:,}" if isinstance(self.figure, int) else str(self.figure)
        return line(self.name, [figure, self.bound], ok=self.ok)
