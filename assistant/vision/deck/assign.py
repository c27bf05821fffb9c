"""The one-to-one choice that costs least: which of the shown cards is which."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def assign(cost: NDArray[np.float64]) -> list[int]:
    """For each row (n) the column (m, at least n) it gets, each column once, at the least cost altogether.

    The Hungarian method by shortest augmenting paths. ValueError where there are more rows than columns.
    """
    n, m = cost.shape
    if n > m:
        raise ValueError(f"{n} rows cannot have {m} columns each once")
    rows, columns = np.zeros(n + 1), np.zeros(m + 1)
    owner = np.zeros(m + 1, np.int64)
    for i in range(1, n + 1):
        owner[0] = i
        at = 0
        least, before = np.full(m + 1, np.inf), np.zeros(m + 1, np.int64)
        done = np.zeros(m + 1, np.bool_)
        while True:
            done[at] = True
            row = owner[at]
            free = np.flatnonzero(~done[1:]) + 1
            slack = cost[row - 1, free - 1] - rows[row] - columns[free]
            better = slack < least[free]
            least[free[better]], before[free[better]] = slack[better], at
            nearest = int(free[np.argmin(least[free])])
            step = least[nearest]
            rows[owner[done]] += step
            columns[done] -= step
            least[free] -= step
            at = nearest
            if owner[at] == 0:
                break
        while at:
            owner[at] = owner[before[at]]
            at = int(before[at])
    out = [-1] * n
    for j in range(1, m + 1):
        if owner[j]:
            out[owner[j] - 1] = j - 1
    return out
