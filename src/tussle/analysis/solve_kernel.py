"""The sweep compiled once for all graphs: one program that walks over flat arrays, whatever game they hold.

The mathematics is that of `solve_sweep`, where it is explained. Three values of each node are carried side by side:
the value, one that is no more than the true one, and one that is no less. So a cell in which the strategies stay as
they were takes one short pass under these and one full pass, which tests them and finds both bounds besides.
"""

from __future__ import annotations

from numba import njit

from tussle.analysis.solve_arrays import GAUGE, LEAST, MEAN, MOST, STAY, Cells, Code, Floats, Harms, Work
from tussle.analysis.solve_chain import SHADE, SINGULAR
from tussle.analysis.solve_sweep import CLOSE, SHRINK, SLACK, WORST

__all__ = ["sweep"]

HERE, UNDER, OVER = range(3)
"""The three values of a slot."""

TRIES = 5
"""So many passes may mend a bound before it is looked for further away."""
SLIP = 4 * SLACK
"""So far from the values a bound is looked for first, times how much slips add up."""
MUCH = 64.0
"""Where bounds were found so many times as far away, it is no sign of where they are in the next cell."""
WIDE = 1e-10
"""Bounds that part by so much in one cell are a sign that the values are not the least."""


@njit(cache=True, error_model="numpy")
def _full(code: Code, harms: Harms, work: Work, knot: int) -> None:  # noqa: PLR0912 - one loop: see below
    """A pass over a knot, the values of its cut being given: three values for each node, and the place taken."""
    # What a tuple holds is taken out before the loop: in it, each look would count references, as would a call.
    v, choice, sort, first, kids, weights = work.values, work.choice, code.sort, code.first, code.kids, code.weights
    down, up, place = code.down, code.up, code.place
    harm, stay, stay_at, gauge = work.harm, harms.stay, work.stay_at, work.gauge
    work.counts[0] += 1
    for node in range(code.knots[knot], code.knots[knot + 1]):
        begin, end, slot = first[node], first[node + 1], 3 * node
        if sort[node] == MEAN:
            here = under = over = top = 0.0
            for e in range(begin, end):
                kid, weight = kids[e], weights[e]
                here += weight * v[kid]
                under += weight * v[kid + UNDER]
                over += weight * v[kid + OVER]
                top = max(top, v[kid + OVER])
            # A mean is no more than the most of its parts: so what only goes round in circles does not creep up.
            v[slot], v[slot + UNDER], v[slot + OVER] = here, under * down[node], min(top, over * up[node])
        elif sort[node] == STAY:
            here, under, over = harm[place[node], HERE], harm[place[node], UNDER], harm[place[node], OVER]
            shift = stay_at[place[node]] - begin
            for e in range(begin, end):
                kid, weight = kids[e], stay[e + shift]
                here += weight * v[kid]
                under += weight * v[kid + UNDER]
                over += weight * v[kid + OVER]
            v[slot], v[slot + UNDER], v[slot + OVER] = here, under * down[node], min(1.0, over * up[node])
        elif sort[node] == GAUGE:
            kid = kids[begin + gauge[place[node]]]
            v[slot], v[slot + UNDER], v[slot + OVER] = v[kid], v[kid + UNDER], v[kid + OVER]
        else:
            taken = begin
            kid = kids[begin]
            here, under, over = v[kid], v[kid + UNDER], v[kid + OVER]
            if sort[node] == MOST:
                for e in range(begin + 1, end):
                    kid = kids[e]
                    if v[kid] > here:
                        here, taken = v[kid], e
                    under, over = max(under, v[kid + UNDER]), max(over, v[kid + OVER])
            else:
                for e in range(begin + 1, end):
                    kid = kids[e]
                    if v[kid] < here:
                        here, taken = v[kid], e
                    under, over = min(under, v[kid + UNDER]), min(over, v[kid + OVER])
            v[slot], v[slot + UNDER], v[slot + OVER] = here, under, over
            choice[node] = taken


@njit(cache=True, error_model="numpy")
def _find_used(code: Code, work: Work, knot: int) -> None:
    """Take the choices of the last pass, and find the nodes that are met under them."""
    begin, end = code.knots[knot], code.knots[knot + 1]
    taken, choice, met, sort, first, kids = work.taken, work.choice, work.met, code.sort, code.first, code.kids
    only, place, used = work.only, code.place, work.used
    for node in range(begin, end):
        met[node] = 0
    for j in range(code.cuts[knot], code.cuts[knot + 1]):
        met[code.cut[j] // 3] = 1
    for node in range(end - 1, begin - 1, -1):
        taken[node] = choice[node]
        only[node] = -1
        if sort[node] == MOST or sort[node] == LEAST:
            only[node] = taken[node]
        elif sort[node] == GAUGE:
            only[node] = first[node] + work.gauge[place[node]]
        if met[node]:
            for e in range(first[node], first[node + 1]):
                kid = kids[e] // 3
                if begin <= kid < end and (only[node] < 0 or only[node] == e):
                    met[kid] = 1
    many = 0
    for node in range(begin, end):
        if met[node]:
            used[begin + many] = node
            many += 1
    work.many[knot] = many


@njit(cache=True, error_model="numpy")
def _find_slopes(code: Code, harms: Harms, work: Work, knot: int) -> None:
    """How each of the cut leans on each under the strategies taken: the matrix `square`."""
    begin, end = code.knots[knot], code.knots[knot + 1]
    cuts, given = code.cuts[knot], code.given[code.cuts[knot]] // 3
    size = code.cuts[knot + 1] - cuts
    met, slopes, used, only, first, kids, sort = (
        work.met,
        work.slopes,
        work.used,
        work.only,
        code.first,
        code.kids,
        code.sort,
    )
    for k in range(begin, begin + work.many[knot]):
        node = used[k]
        for j in range(size):
            slopes[node - begin, j] = 0.0
        met[node] = 0  # from here on: whether it leans on the cut
        for e in range(first[node], first[node + 1]):
            kid, weight = kids[e] // 3, code.weights[e]
            if only[node] >= 0 and only[node] != e:
                continue
            if sort[node] == STAY:
                weight = harms.stay[work.stay_at[code.place[node]] + e - first[node]]
            if given <= kid < given + size:
                slopes[node - begin, kid - given] += weight * SHADE
                met[node] = 1
            elif begin <= kid < end and weight and met[kid]:
                met[node] = 1
                for j in range(size):
                    slopes[node - begin, j] += weight * slopes[kid - begin, j]
    for i in range(size):
        for j in range(size):
            work.square[i, j] = slopes[code.cut[cuts + i] // 3 - begin, j]


@njit(cache=True, error_model="numpy")
def _short(code: Code, harms: Harms, work: Work, knot: int) -> None:
    """What comes into each of the cut from elsewhere, under the strategies taken; then what each is worth."""
    v, used, only, first, kids, weights = work.values, work.used, work.only, code.first, code.kids, code.weights
    cuts, cuts_end = code.cuts[knot], code.cuts[knot + 1]
    for j in range(cuts, cuts_end):
        v[code.given[j]] = 0.0
    begin = code.knots[knot]
    for k in range(begin, begin + work.many[knot]):
        node = used[k]
        value = 0.0
        if only[node] >= 0:
            value = v[kids[only[node]]]
        elif code.sort[node] == STAY:
            place = code.place[node]
            value = work.harm[place, HERE]
            shift = work.stay_at[place] - first[node]
            for e in range(first[node], first[node + 1]):
                value += harms.stay[e + shift] * v[kids[e]]
        else:
            for e in range(first[node], first[node + 1]):
                value += weights[e] * v[kids[e]]
        v[3 * node] = value
    size = cuts_end - cuts
    for i in range(size):
        value = 0.0
        for j in range(size):
            value += work.inverse[code.squares[knot] + i * size + j] * v[code.cut[cuts + j]]
        work.came[cuts + i] = value


@njit(cache=True, error_model="numpy")
def _invert(code: Code, work: Work, knot: int) -> bool:
    """Put each of the cut in place of what it stands for in all others. Whether some only kept itself up: nothing."""
    size = code.cuts[knot + 1] - code.cuts[knot]
    square = work.square
    begin = code.squares[knot]
    inverse = work.inverse
    singular = False
    for i in range(size):
        for j in range(size):
            inverse[begin + i * size + j] = 1.0 if i == j else 0.0
    for j in range(size):
        own = 1 - square[j, j]
        square[j, j] = 0.0
        if own < SINGULAR:
            singular = True
        scale = 0.0 if own < SINGULAR else 1 / own
        for i in range(size):
            square[j, i] *= scale
            inverse[begin + j * size + i] *= scale
        for i in range(size):
            weight = square[i, j]
            if i != j and weight:
                square[i, j] = 0.0
                for k in range(size):
                    square[i, k] += weight * square[j, k]
                    inverse[begin + i * size + k] += weight * inverse[begin + j * size + k]
    for i in range(size):
        spread = 0.0
        for j in range(size):
            spread += inverse[begin + i * size + j]
        work.spread[code.cuts[knot] + i] = max(1.0, spread)
    return singular


@njit(cache=True, error_model="numpy")
def _agree(code: Code, work: Work, knot: int) -> bool:
    """Whether a pass chose as it was taken, wherever that leads; or gave back the very values."""
    same = True
    begin = code.knots[knot]
    for k in range(begin, begin + work.many[knot]):
        node = work.used[k]
        decides = code.sort[node] == MOST or code.sort[node] == LEAST
        if decides and work.choice[node] != work.taken[node]:
            same = False
            break
    if same:
        return True
    for j in range(code.cuts[knot], code.cuts[knot + 1]):
        if abs(work.values[code.cut[j]] - work.came[j]) > CLOSE:
            return False
    return True


@njit(cache=True, error_model="numpy")
def _settle(code: Code, harms: Harms, work: Work, knot: int, error: float, passes: int) -> bool:
    """The least values of the cut that a pass gives back. False where strategies go round in a circle."""
    v = work.values
    cuts, cuts_end = code.cuts[knot], code.cuts[knot + 1]
    singular = work.ready[knot] == 2
    if not work.ready[knot]:
        for j in range(cuts, cuts_end):
            for part in range(3):
                v[code.given[j] + part] = work.came[j] * SHADE
        _full(code, harms, work, knot)
    for _ in range(passes):
        if not work.ready[knot]:
            _find_used(code, work, knot)
            _find_slopes(code, harms, work, knot)
            singular = _invert(code, work, knot)
            work.ready[knot] = 2 if singular else 1
        _short(code, harms, work, knot)
        for j in range(cuts, cuts_end):
            v[code.given[j]] = work.came[j] * SHADE
            slack = error + SLIP * work.spread[j]
            v[code.given[j] + UNDER] = work.below[j] = max(0.0, work.came[j] - slack)
            v[code.given[j] + OVER] = work.above[j] = min(1.0, work.came[j] + slack)
        _full(code, harms, work, knot)
        if _agree(code, work, knot):
            if singular:
                work.counts[1] = 1
            return True
        work.ready[knot] = 0
    return False


@njit(cache=True, error_model="numpy")
def _hold(code: Code, work: Work, knot: int) -> tuple[bool, bool]:
    """Whether a pass from the lower bounds, shrunk, gives no less; and from the upper ones no more."""
    below_holds = above_holds = True
    for j in range(code.cuts[knot], code.cuts[knot + 1]):
        low, slot = work.below[j], code.cut[j]
        if low > 0.0 and low > work.values[slot + UNDER] * SHRINK:
            below_holds = False
        if work.above[j] < work.values[slot + OVER]:
            above_holds = False
    return below_holds, above_holds


@njit(cache=True, error_model="numpy")
def _certify(code: Code, harms: Harms, work: Work, knot: int, error: float) -> float:
    """Bounds of the cut that hold, and the error with them; −1 where there are none close enough."""
    v = work.values
    cuts, cuts_end = code.cuts[knot], code.cuts[knot + 1]
    slack_below = slack_above = SLIP
    tries_below = tries_above = 0
    while True:
        below_holds, above_holds = _hold(code, work, knot)
        if below_holds and above_holds:
            break
        tries_below += not below_holds
        tries_above += not above_holds
        if tries_below == TRIES:
            slack_below *= 4
        if tries_above == TRIES:
            slack_above *= 4
        if error + max(slack_below, slack_above) >= WORST:
            return -1.0
        for j in range(cuts, cuts_end):
            mended = False
            if not below_holds:
                again = max(0.0, v[code.cut[j] + UNDER] * SHRINK)
                wider = max(0.0, work.came[j] - error - slack_below * work.spread[j])
                mended = again < work.below[j]
                work.below[j] = min(work.below[j], again) if tries_below < TRIES else wider
            if not above_holds:
                again = v[code.cut[j] + OVER]
                wider = min(1.0, work.came[j] + error + slack_above * work.spread[j])
                mended = mended or again > work.above[j]
                work.above[j] = max(work.above[j], again) if tries_above < TRIES else wider
            v[code.given[j] + UNDER], v[code.given[j] + OVER] = work.below[j], work.above[j]
            if mended:
                # In the next cell it is looked for where it was found here: two ways as good may slip differently.
                apart = max(work.came[j] - work.below[j], work.above[j] - work.came[j])
                work.spread[j] = max(work.spread[j], min(MUCH, (apart - error) / SLIP + 0.2))
        tries_below %= TRIES
        tries_above %= TRIES
        _full(code, harms, work, knot)
    found = error
    for j in range(cuts, cuts_end):
        found = max(found, work.came[j] - work.below[j], work.above[j] - work.came[j])
    return found if found < WORST else -1.0


@njit(cache=True, error_model="numpy")
def _enter(code: Code, harms: Harms, cells: Cells, work: Work, table: Floats, index: int, error: float) -> bool:
    """Make ready for a cell: its rows, and what harms are worth beyond it. Whether the game can go on there."""
    same = True
    for who in range(len(cells.sizes)):
        row = index // cells.strides[who] % cells.sizes[who]
        work.cell[who] = row
        if not cells.live[cells.first[who] + row]:
            return False
    for who in range(len(cells.sizes)):
        alike = cells.alike[cells.first[who] + work.cell[who]]
        if alike != work.alike[who]:
            work.alike[who] = alike
            same = False
    if not same:
        for knot in range(len(code.shaky)):
            if code.shaky[knot] and work.ready[knot]:
                work.ready[knot] = 0
    for place in range(len(harms.gauged)):
        work.gauge[place] = harms.reads[harms.gauge_row[place] + work.cell[harms.gauged[place]]]
    base = index * len(code.columns)
    first, steps, weights, v = harms.first, harms.steps, harms.weights, work.values
    for place in range(len(harms.fighter)):
        row = harms.row[place] + work.cell[harms.fighter[place]]
        work.stay_at[place] = harms.stays[row]
        value = harms.sure[row]
        for e in range(first[row], first[row + 1]):
            value += weights[e] * table[base + steps[e]]
        off, rounding = harms.leaves[row] * error, harms.rounding[row]
        under, over = max(0.0, value - off) * (1 - rounding), min(1.0, (value + off) * (1 + rounding))
        slot = harms.slot[place]
        if slot >= 0:
            v[slot], v[slot + UNDER], v[slot + OVER] = value, under, over
        else:
            work.harm[place, HERE], work.harm[place, UNDER], work.harm[place, OVER] = value, under, over
    return True


@njit(cache=True, error_model="numpy")
def _solve(code: Code, harms: Harms, work: Work, error: float, passes: int) -> float:
    """The values of a cell, and how far they may be from the true ones; −1 where it cannot be settled."""
    for knot in range(len(code.shaky)):
        if code.cuts[knot] == code.cuts[knot + 1]:
            _full(code, harms, work, knot)
            continue
        found = -1.0
        if _settle(code, harms, work, knot, error, passes):
            found = _certify(code, harms, work, knot, error)
        if found < 0.0 or found > error + WIDE:
            # The strategies of the cell before led astray: once more, from nothing up.
            work.ready[knot] = 0
            work.came[code.cuts[knot] : code.cuts[knot + 1]] = 0.0
            if not _settle(code, harms, work, knot, error, passes):
                return -1.0
            found = _certify(code, harms, work, knot, error)
            if found < 0.0:
                return -1.0
        error = found
    for slot in code.watched:
        v = work.values
        error = max(error, v[slot] - v[slot + UNDER], v[slot + OVER] - v[slot])
    return error


@njit(cache=True, error_model="numpy")
def sweep(
    code: Code,
    harms: Harms,
    cells: Cells,
    work: Work,
    table: Floats,
    errors: Floats,
    span: tuple[int, int, int],
) -> int:
    """The values of the cells from one down to another, in the table.

    Args:
        span: the first cell, the last, and how many strategies are tried in a knot.

    Returns:
        The cell that could not be settled, or −1.
    """
    for index in range(span[0], span[1] - 1, -1):
        error = 0.0
        for who in range(len(cells.sizes)):
            if index // cells.strides[who] % cells.sizes[who] + 1 < cells.sizes[who]:
                error = max(error, errors[index + cells.strides[who]])
        if _enter(code, harms, cells, work, table, index, error):
            error = _solve(code, harms, work, error, span[2])
            if error < 0.0:
                work.ready[:] = 0
                return index
            for column in range(len(code.columns)):
                table[index * len(code.columns) + column] = work.values[code.columns[column]]
        errors[index] = error
    return -1
