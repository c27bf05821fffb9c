"""Earlier runs in the same folder, and which figures have slid since."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from assistant.bench.suite.records import Figure, NotARun, Run

SLIDE = 0.20
LAST = 5  # runs whose median a figure is held against, so that neither one lucky run nor a slow slide misleads
POINTS = 1.0  # percentage points that a share must lose at least


@dataclass(frozen=True)
class History:
    """Runs of the same machine and size before this one, oldest first; others are counted, unreadable files named."""

    runs: tuple[Run, ...] = ()
    others: int = 0
    unreadable: tuple[str, ...] = ()

    def points(self, bench: str, key: str) -> list[tuple[str, float]]:
        """(when, value) of one figure, oldest first."""
        found = [(run.at, run.figures().get((bench, key))) for run in self.runs]
        return [(at, f.value) for at, f in found if f is not None and f.value is not None]


@dataclass(frozen=True)
class Slide:
    """A figure that got worse than the median ``before``; ``percent`` is None for shares and where it was 0 before."""

    bench: str
    figure: Figure
    before: float
    percent: float | None
    runs: int


def same_kind(a: Run, b: Run) -> bool:
    """Whether two runs can be compared: the same processor, as many cores, the same size."""
    return a.quick == b.quick and all(a.machine.get(k) == b.machine.get(k) for k in ("cpu", "cores"))


def history(folder: Path, now: Run, own: str) -> History:
    """The runs kept in ``folder`` that are older than ``now``; ``own`` is the name of its own file."""
    runs: list[Run] = []
    others, unreadable = 0, []
    for path in sorted(folder.glob("*.json")):
        if path.name == own:
            continue
        try:
            run = Run.from_json(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, NotARun):
            unreadable.append(path.name)
            continue
        if run.at >= now.at or not same_kind(run, now):
            others += 1
        else:
            runs.append(run)
    return History(tuple(sorted(runs, key=lambda r: r.at)), others, tuple(unreadable))


def worse(figure: Figure, before: float) -> bool:
    """Whether a figure is more than 20 % worse than ``before``; of a share, whether so much more is not right."""
    now = figure.value
    if now is None:
        return False
    if not figure.more:
        return now > before * (1 + SLIDE)
    if figure.unit == "percent":
        lost, lost_before = 100 - now, 100 - before
        return lost > lost_before * (1 + SLIDE) and lost - lost_before >= POINTS
    return now < before * (1 - SLIDE)


def slides(now: Run, before: History) -> list[Slide]:
    """Figures more than 20 % worse than the median of up to five runs before."""
    out = []
    for (bench, key), figure in now.figures().items():
        values = [v for _, v in before.points(bench, key)][-LAST:]
        if not values or figure.value is None:
            continue
        usual = median(values)
        if worse(figure, usual):
            relative = usual and figure.unit != "percent"
            percent = 100 * abs(figure.value - usual) / usual if relative else None
            out.append(Slide(bench, figure, usual, percent, len(values)))
    return out
