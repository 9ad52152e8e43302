"""The sweep in compiled code: the program of a graph laid out in arrays, for `solve_kernel` to walk over.

Only the values that other cells ask for are kept; what else is asked of a cell is found again when it is asked.
A cell that the compiled code cannot settle is solved by the plain sweep, and it goes on from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from tussle.analysis.bodies import Cell
from tussle.analysis.graph import kids_of
from tussle.analysis.solve_arrays import Cells, Floats, room
from tussle.analysis.solve_kernel import sweep
from tussle.analysis.solve_layout import Harmed, Layout, wholes
from tussle.analysis.solve_sweep import PASSES, Sweep
from tussle.errors import Uncovered

__all__ = ["FastSweep"]

ROOM = 2**30
"""So many bytes a table may take."""
REMEMBERED = 2**25
"""So many values of cells that were asked for again are kept."""


class FastSweep(Sweep):
    """The values of a graph without a horizon, in every cell, found by compiled code.

    Raises:
        Uncovered: there are too many values, or they need more memory than they may take.
    """

    def _make_ready(self) -> None:
        program = self.program
        targets = {program.named(kid) for number in program.harms for kid in kids_of(self.graph.nodes[number])}
        columns = sorted({number for number in targets | {program.named(self.graph.root)} if number >= 0})
        if self.cells * len(columns) * 8 > ROOM:
            raise Uncovered(
                f"{len(self.graph.stances):,} stances with {self.cells:,} combinations of harm each need "
                f"{self.cells * len(columns) * 8 / 2**30:.1f} GiB, more than {ROOM / 2**30:g}: give the fighters fewer "
                "hits, ask for a goal within some rounds, or simulate"
            )
        self._columns = {number: place for place, number in enumerate(columns)}
        self._layout = Layout(program)
        self._table = np.zeros(self.cells * len(columns))
        self._fast_errors = np.zeros(self.cells)
        self._errors = self._fast_errors  # type: ignore[assignment]  # the plain sweep reads and writes it as a list
        self._code = self._layout.code(columns)
        reads = [self._read_rows(number) for number in program.reads]
        harmed = Harmed(program, self.bodies, self.strides, self._columns)
        self._harms_laid, alike = harmed.arrays(self._layout.slots, reads)
        self._cells_laid = self._lay_cells(alike)
        self._work = room(self._code, self._harms_laid, self._layout.size, len(self.bodies))
        self._by_plain: set[int] = set()
        self._found: dict[int, Floats] = {}

    def run(self) -> None:
        """Solve every cell, those that harm leads to first. It is done once already; again gives the same."""
        last = self.cells - 1
        self._work.ready[:] = 0
        self._work.counts[:] = 0
        while last >= 0:
            stopped = self._sweep(last, 0)
            if stopped < 0:
                break
            self._settle_plainly(stopped)
            last = stopped - 1
        self.passes, self.endless = int(self._work.counts[0]), self.endless or bool(self._work.counts[1])

    def _sweep(self, first: int, last: int) -> int:
        return int(
            sweep(
                self._code,
                self._harms_laid,
                self._cells_laid,
                self._work,
                self._table,
                self._fast_errors,
                (first, last, PASSES),
            )
        )

    def _settle_plainly(self, index: int) -> None:
        """Solve a cell as the plain sweep does, on the same table."""
        if not self._tables:
            table = self._table.reshape(self.cells, len(self._columns))
            self._tables = {
                number: table[:, self._columns[number]] if number in self._columns else defaultdict(float)
                for number in self.program.kept
            }
            self._prepare()
        self._solve_at(index)
        self._by_plain.add(index)

    def value(self, node: int, cell: Cell) -> float:
        """The value of any node in a cell, found again where it was not kept."""
        number = self.program.named(node)
        if number < 0:
            return float(number == -2)
        index = self.index_of(cell)
        if number in self._columns:
            return float(self._table[index * len(self._columns) + self._columns[number]])
        if index not in self._by_plain and index not in self._found:
            self._find(index)
        if index in self._found and number in self._layout.slots:
            return float(self._found[index][self._layout.slots[number] // 3])
        if index in self._by_plain and number in self._tables:
            return float(self._tables[number][index])
        return self.worth(node, cell)

    def _find(self, index: int) -> None:
        """Find the values of all nodes in a cell again."""
        if len(self._found) * len(self._work.values) > REMEMBERED:
            self._found.clear()
        values, width = self._work.values, len(self._columns)
        values[: self._layout.given] = 0.0  # a cell in which nothing goes on is worth nothing
        kept, error = self._table[index * width : (index + 1) * width].copy(), self._fast_errors[index]
        if self._sweep(index, index) < 0:
            self._found[index] = values[::3].copy()
        else:
            self._settle_plainly(index)
        # What was told of the cell stays as it was, to the last digit.
        self._table[index * width : (index + 1) * width], self._fast_errors[index] = kept, error

    def _lay_cells(self, alike: Sequence[Sequence[int]]) -> Cells:
        sizes = [len(body.rows) for body in self.bodies]
        return Cells(
            sizes=wholes(sizes),
            strides=wholes(self.strides),
            first=wholes([0, *accumulate(sizes)][:-1]),
            live=wholes(live for body in self.bodies for live in body.live),
            alike=wholes(number for each in alike for number in each),
        )
