"""One stack measured closely: its seams followed chip by chip, each chip then told from the face above or the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.stack_search import Run, edges, evened
from assistant.vision.records import Image

PACE = 16.0  # px a chip is thick in the picture that is measured
THICK = 0.085  # a chip's height over its width
MORE = 3  # chips looked for beyond either end
COLUMNS = np.linspace(-0.9, 0.9, 19)
ARC = np.sqrt(1 - COLUMNS**2)
BOW = float(ARC.mean())  # an arc's mean level, in sags below its ends
ROUNDS, DRAWS = 5, 160
ALIVE, SIDED = 0.38, 0.4  # what a seam (in the run's own) and a side must be for a run to be followed on
Field = NDArray[np.float32]
Values = NDArray[np.float64]
PLACE, END = 16, 44


@dataclass(frozen=True)
class Measured:
    """Seams (n + 1, 2) from the foot up in px of the picture.

    ``places`` (n, PLACE) tells of each place of a chip, between two seams; ``tops`` and ``feet`` (n - 1, END) of each
    inner seam as the rim of the topmost chip, and as the foot of the stack.
    """

    seams: Values
    places: Values
    tops: Values
    feet: Values
    wide: float
    sag: float
    pace: float

    def box(self, first: int, last: int) -> tuple[float, float, float, float]:
        """The box of the chips ``first`` to ``last`` (places, both counted), x0, y0, x1, y1."""
        part = self.seams[first : last + 2]
        return (
            float(part[:, 0].min() - self.wide / 2), float(part[-1, 1] - self.sag),
            float(part[:, 0].max() + self.wide / 2), float(part[0, 1] + self.sag),
        )  # fmt: skip


class _Close:
    """The surroundings of a run in a picture in which a chip is PACE px thick."""

    def __init__(self, image: Image, run: Run) -> None:
        k = PACE / run.pace
        reach = 0.95 * run.wide
        self.x0 = max(0, int(run.x - reach))
        x1 = min(image.shape[1], int(run.x + reach) + 1)
        part = image[:, self.x0 : x1]
        shape = cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR
        self.picture = np.asarray(cv2.resize(part, None, fx=k, fy=k, interpolation=shape), np.uint8)
        self.k = k
        lying, standing = (evened(f, 81) for f in edges(self.picture, 1.0))
        self.lying = cv2.blur(lying, (7, 3))
        self.slope = _slopes(self.picture)
        self.standing = cv2.blur(standing, (5, 5))
        lab = cv2.cvtColor(cv2.GaussianBlur(self.picture, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
        self.lab = lab.astype(np.float32)

    def at(self, field: NDArray[Any], x: Any, y: Any) -> NDArray[np.float32]:
        """The field at points of any shape; what lies outside is as its border."""
        xi = np.clip(np.rint(x), 0, field.shape[1] - 1).astype(np.int64)
        yi = np.clip(np.rint(y), 0, field.shape[0] - 1).astype(np.int64)
        return np.asarray(field[yi, xi], np.float32)

    def seam(self, x: Any, y: Any, wide: Any, sag: Any, pace: Any) -> Values:
        """How much of a seam each arc is: edges along it, less those half a chip above and below."""
        x, y = np.asarray(x)[..., None], np.asarray(y)[..., None]
        wide, sag, half = (np.asarray(v)[..., None] for v in (wide, sag, np.asarray(pace) / 2))
        across, down = x + COLUMNS * wide / 2, y + ARC * sag
        lean = -2 * sag / wide * COLUMNS / ARC
        tall = np.sqrt(1 + lean * lean)
        seen = []
        for d in (0 * half, -half, half):
            g = self.at(self.slope, across, down + d)
            with_it, along_it = (g[..., 1] - lean * g[..., 0]) / tall, (g[..., 0] + lean * g[..., 1]) / tall
            seen.append(np.clip(np.abs(with_it) - 0.5 * np.abs(along_it), 0, 1.6).mean(-1))
        return np.asarray(seen[0] - 0.5 * (seen[1] + seen[2]), np.float64)

    def sides(self, x: Values, y: Values, wide: float, pace: float) -> Values:
        """How much of a side is left and right of a chip with its lower arc's ends at (x, y): (..., 2)."""
        x, y = np.asarray(x)[..., None, None], np.asarray(y)[..., None, None]
        rows = y - np.linspace(0.2, 0.8, 5)[:, None] * pace
        slips = np.linspace(-0.025, 0.025, 5) * wide
        out = [self.at(self.standing, x + s * wide / 2 + slips, rows).max(-1).mean(-1) for s in (-1, 1)]
        return np.asarray(np.stack(out, -1), np.float64)


def _slopes(image: Image) -> Field:
    """The steepest channel's slope at each pixel (H, W, 2), over the usual strength around."""
    soft = cv2.GaussianBlur(image, (0, 0), 1.2).astype(np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    which = (across**2 + down**2).argmax(2)[..., None]
    slope = np.concatenate([np.take_along_axis(f, which, 2) for f in (across, down)], 2)
    strength = np.sqrt(cv2.blur((slope**2).sum(2), (81, 81)))
    return np.asarray(slope / (strength + 6)[..., None], np.float32)


def measure(image: Image, run: Run) -> Measured | None:
    """The seams about a run, followed from its middle to both ends and MORE chips beyond."""
    close = _Close(image, run)
    start = run.scaled(close.k)
    x, wide, sag, pace, foot, chips = _fitted(close, start.x - close.x0 * close.k, start)
    if chips < 2:
        return None
    seams = _followed(close, x, wide, sag, pace, foot, chips)
    x = 0.0
    for spread in (0.25, 0.06, 0.03):
        aside, wide = _widened(close, seams + np.array([x, 0.0]), wide, sag, pace)
        x += aside
        bent = _bent(close, seams + np.array([x, 0.0]), wide, sag, pace, spread)
        seams, sag = seams + np.array([0.0, (sag - bent) * BOW]), bent
    middle = seams[len(seams) // 2]
    below = len(seams) // 2 - MORE
    seams = _followed(close, middle[0] + x, wide, sag, pace, middle[1] + below * pace, chips)
    places = _places(close, seams, wide, sag, pace)
    tops, feet = _ends(close, seams, places, wide, sag, pace)
    back = np.array([(sx / close.k + close.x0, sy / close.k) for sx, sy in seams])
    return Measured(back, places, tops, feet, wide / close.k, sag / close.k, pace / close.k)


def _fitted(close: _Close, x: float, run: Run) -> tuple[float, float, float, float, float, int]:
    """x, width, sag, pace and foot moved to where the run's seams and sides are clearest; and its number of chips."""
    chips = round((run.foot - run.top) / run.pace)
    rng = np.random.default_rng(7)
    best = np.array([x, run.wide, run.sag, run.pace, run.foot])
    spread = np.array([0.03 * run.wide, 0.05 * run.wide, 0.025 * run.wide, 0.02 * run.pace, 0.25 * run.pace])
    steps = np.arange(chips + 1)
    for _ in range(ROUNDS):
        draws = best + rng.normal(0, 1, (DRAWS, 5)) * spread
        draws[0] = best
        draws[:, 2] = np.clip(draws[:, 2], 0.02 * run.wide, 0.26 * run.wide)
        xs = np.repeat(draws[:, :1], chips + 1, 1)
        ys = draws[:, 4:5] - draws[:, 3:4] * steps
        worth = close.seam(xs, ys, draws[:, 1:2], draws[:, 2:3], draws[:, 3:4]).mean(1)
        left, right = (
            close.at(close.standing, xs + s * draws[:, 1:2] / 2, ys - draws[:, 3:4] / 2).mean(1) for s in (-1, 1)
        )
        worth = worth + 0.3 * np.minimum(left, right)
        best = draws[int(worth.argmax())]
        spread = spread * 0.55
    return float(best[0]), float(best[1]), float(best[2]), float(best[3]), float(best[4]), chips


def _followed(close: _Close, x: float, wide: float, sag: float, pace: float, foot: float, chips: int) -> Values:
    """The seams from MORE below the foot to MORE above the top, each sought a chip's thickness from the one before.

    Beyond the run it goes on as long as what comes is as clear as the run's own seams.
    """
    middle = chips // 2
    seams = {middle: _near(close, (x, foot - middle * pace), wide, sag, pace, 0.2)}
    clear: list[float] = []
    for step, last in ((1, chips), (-1, 0)):
        at, gap, drift, beyond, k = seams[middle], pace, 0.0, 0, middle
        while beyond < MORE and 0 <= at[1] < close.picture.shape[0]:
            k += step
            here = _near(close, (at[0] + drift, at[1] - step * gap), wide, sag, pace, 0.22)
            worth = float(close.seam(np.array(here[0]), np.array(here[1]), wide, sag, pace))
            inner = step * (last - k) >= 0
            if inner:
                clear.append(worth)
            alive = inner or (
                beyond <= 1 and worth > ALIVE * float(np.median(clear)) and _sided(close, here, wide, pace)
            )
            beyond = 0 if alive else beyond + 1
            if alive:  # beyond the ends the last pace is kept
                gap = 0.7 * gap + 0.3 * abs(here[1] - at[1])
                drift = 0.7 * drift + 0.3 * (here[0] - at[0])
            at = seams[k] = here
    return np.array([seams[k] for k in sorted(seams)])


def _sided(close: _Close, at: tuple[float, float], wide: float, pace: float) -> bool:
    return float(close.sides(np.array(at[0]), np.array(at[1]), wide, pace).min()) > SIDED


def _widened(close: _Close, seams: Values, wide: float, sag: float, pace: float) -> tuple[float, float]:
    """By how much the middle is off, and the width: where chips end on either side, and their seams with them."""
    grow = np.linspace(0.8, 1.3, 41)
    inner = seams[MORE:-MORE]
    x, y = inner[:, 0], inner[:, 1]
    half = grow[:, None] * wide / 2
    ends = []
    for s in (-1, 1):
        across = x + s * half
        shown = np.sort(close.at(close.standing, across, np.broadcast_to(y - pace / 2, across.shape)), 1)
        line = shown[:, len(x) // 4 :].mean(1) * 0.5
        for share, sign in ((0.88, 1), (0.95, 1), (1.06, -1), (1.12, -1)):
            bow = sag * np.sqrt(max(0.0, 1 - share**2))
            there = x + s * share * half, np.broadcast_to(y + bow, across.shape)
            line = line + sign * 0.35 * np.minimum(close.at(close.lying, *there), 1.6).mean(1)
        line = line - 0.25 * np.abs(pace / (2 * half[:, 0] * np.sqrt(max(0.1, 1 - (2 * sag / wide) ** 2))) / THICK - 1)
        best = int(line.argmax())
        near = slice(max(0, best - 4), best + 5)  # the edge itself, and not the middle of what may be it
        edge = cv2.GaussianBlur(shown.mean(1).astype(np.float32)[None], (0, 0), 0.8)[0][near]
        ends.append(s * float(half[near, 0][int(edge.argmax())]))
    return (ends[0] + ends[1]) / 2, ends[1] - ends[0]


def _bent(close: _Close, seams: Values, wide: float, sag: float, pace: float, spread: float) -> float:
    """The sag within ``spread`` widths at which the run's seams are clearest, each free to move a little."""
    inner = seams[MORE:-MORE]
    sags = np.unique(np.clip(np.linspace(sag / wide - spread, sag / wide + spread, 17), 0.02, 0.25)) * wide
    dx, dy = (g.ravel()[:, None] for g in np.meshgrid(np.array([-0.02, 0.0, 0.02]) * wide, np.linspace(-4, 4, 7)))
    each = sags[:, None, None]
    levels = inner[:, 1] + (sag - each) * BOW + dy
    worth = close.seam(inner[:, 0] + dx, levels, wide, each, pace).max(1)
    return float(sags[int(np.mean(worth, 1).argmax())])


def _near(
    close: _Close, guess: tuple[float, float], wide: float, sag: float, pace: float, reach: float
) -> tuple[float, float]:
    """The clearest seam near a guess."""
    dx, dy = np.meshgrid(np.linspace(-0.03, 0.03, 7) * wide, np.linspace(-reach, reach, 9) * pace)
    xs, ys = guess[0] + dx.ravel(), guess[1] + dy.ravel()
    worth = close.seam(xs, ys, wide, sag, pace)
    worth = worth + 0.15 * close.sides(xs, ys, wide, pace).min(-1)
    worth = worth - 0.25 * (dx.ravel() / (0.03 * wide)) ** 2 * 0.2 - 0.25 * (dy.ravel() / (reach * pace)) ** 2
    best = int(worth.argmax())
    return float(xs[best]), float(ys[best])


def _places(close: _Close, seams: Values, wide: float, sag: float, pace: float) -> Values:
    """What speaks for a chip between each two seams (n, PLACE)."""
    xs, ys = seams[:, 0], seams[:, 1]
    clear = close.seam(xs, ys, wide, sag, pace)
    n = len(seams) - 1
    sides = close.sides(xs[:-1], ys[:-1], wide, pace)
    usual = float(np.median(np.sort(clear)[n // 3 :])) + 0.05
    core = np.sort(sides.min(1))[n // 3 :]
    usual_side = float(np.median(core)) + 0.05
    steps, rough, dark = [], [], []
    for k in range(n):
        x, y = xs[k], ys[k]
        rows = y - np.linspace(0.3, 0.7, 4)[:, None] * pace
        step = []
        for s in (-1, 1):
            inside = close.at(close.lab, x + s * np.linspace(0.8, 0.95, 4) * wide / 2, rows)
            outside = close.at(close.lab, x + s * np.linspace(1.06, 1.2, 4) * wide / 2, rows)
            step.append(float(np.linalg.norm(inside.mean((0, 1)) - outside.mean((0, 1)))))
        steps.append(sorted(step))
        wall = close.at(close.lab, x + COLUMNS * wide / 2, rows + ARC * sag)[..., 0]
        rough.append(float(np.abs(np.diff(wall, axis=0)).mean()))
        seam_at = close.at(close.lab, xs[k + 1] + COLUMNS * wide / 2, ys[k + 1] + ARC * sag)[..., 0]
        under = close.at(close.lab, x + COLUMNS * wide / 2, y + ARC * sag)[..., 0]
        light = float(wall.mean()) + 8
        dark.append(((light - float(seam_at.mean())) / light, (light - float(under.mean())) / light))
    low, high = np.array(steps)[:, 0], np.array(steps)[:, 1]
    gaps = -np.diff(ys) / pace
    up, down = clear[1:], clear[:-1]
    pairs = np.array(dark)
    return np.stack(
        [
            up, down, up / usual, down / usual, sides.min(1), sides.max(1), sides.min(1) / usual_side,
            np.log(low + 1), np.log(high + 1), low / (float(np.median(low)) + 4), np.log(np.array(rough) + 1),
            pairs[:, 0], pairs[:, 1], np.abs(gaps - 1), np.minimum(up, down) / usual, np.ones(n),
        ],
        1,
    )  # fmt: skip


def _ends(close: _Close, seams: Values, places: Values, wide: float, sag: float, pace: float) -> tuple[Values, Values]:
    """What speaks for each inner seam as the topmost rim, and as the foot."""
    xs, ys = seams[:, 0], seams[:, 1]
    tries = np.linspace(-0.2, 0.2, 5) * pace
    rears = np.stack([close.seam(xs, ys + d, wide, -sag, pace) for d in tries]).max(0)  # the face's far rim
    plain = [[_strip(close, x, y + d * pace, wide, sag) for d in (-0.5, 0.5)] for x, y in seams]
    tone = np.array([[s.mean(0) for s in both] for both in plain])  # (seams, 2, Lab): above and below each
    grain = np.log(np.array([[s.std(0).mean() for s in both] for both in plain]) + 1)
    jump = np.linalg.norm(tone[:, 0] - tone[:, 1], axis=1)
    usual = float(np.median(jump)) + 3
    tops, feet = [], []
    for j in range(1, len(seams) - 1):
        below, above = places[j - 1, :-1], places[j, :-1]
        light = (tone[j, 0, 0] - tone[j, 1, 0]) / 20
        seam = np.array([np.log(jump[j] + 1), jump[j] / usual, light, *grain[j]])
        rear = np.array([rears[j], rears[j] - rears[j - 1], rears[j] - rears[j + 1]])
        around = np.array([_beside(close, xs[j], ys[j] + d * pace, wide, sag) for d in (-0.5, 0.5)]) / 10
        lens = np.array([min(2.0, sag / pace), rears[j] * min(2.0, sag / pace), abs(light)])
        last = np.array([*seam, *rear, *around, *lens])
        tops.append(np.concatenate([below, below - above, last, [1.0]]))
        feet.append(np.concatenate([above, above - below, last, [1.0]]))
    return np.array(tops), np.array(feet)


def _strip(close: _Close, x: float, y: float, wide: float, sag: float) -> Values:
    """Colours along an arc (columns, Lab)."""
    rows = y + ARC * sag + np.linspace(-2, 2, 3)[:, None]
    seen = close.at(close.lab, np.broadcast_to(x + COLUMNS * wide / 2, rows.shape), rows)
    return np.asarray(seen.mean(0), np.float64)


def _beside(close: _Close, x: float, y: float, wide: float, sag: float) -> float:
    """How far an arc's colours at its ends are from what lies just outside of it, the less different side."""
    out = []
    for s in (-1, 1):
        inside, outside = (
            close.at(close.lab, x + s * np.linspace(a, b, 4) * wide / 2, np.full(4, y)).mean(0)
            for a, b in ((0.82, 0.95), (1.06, 1.22))
        )
        out.append(float(np.linalg.norm(inside - outside)))
    return min(out)
