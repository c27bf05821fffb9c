"""Four printed squares at the table's edge: the sheet to print, and the table's plane found from them in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pil
from PIL import ImageDraw, ImageFont

from assistant.vision.records import Image

Points = NDArray[np.float64]

SIDE = 60.0  # millimetres of a marker's black square
PAPER = 8.0  # millimetres of white paper around it
IDS = (0, 1, 2, 3)
DPI = 300
A4 = (210.0, 297.0)
_WORDS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@dataclass(frozen=True)
class Marker:
    """One marker seen: its number and its four corners in pixels, clockwise from its own upper left, (4, 2)."""

    id: int
    corners: Points

    @property
    def centre(self) -> Points:
        """Its middle in pixels."""
        return np.asarray(self.corners.mean(0), np.float64)


def find_markers(image: Image) -> tuple[list[Marker], bool]:
    """The markers 0 to 3 in a BGR picture, and whether the picture is mirrored.

    Of a mirrored picture only the mirror image shows them, and their corners are given in that.
    """
    seen = _detect(image)
    if len(seen) >= 2:
        return seen, False
    mirrored = _detect(np.ascontiguousarray(image[:, ::-1]))
    return (mirrored, True) if len(mirrored) > len(seen) else (seen, False)


def _detect(image: Image) -> list[Marker]:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(_WORDS, how).detectMarkers(image)
    if ids is None:
        return []
    out = {int(i): Marker(int(i), np.asarray(c, np.float64).reshape(4, 2)) for i, c in zip(ids, corners, strict=True)}
    return [out[i] for i in IDS if i in out]


def plane(markers: list[Marker]) -> NDArray[np.float64]:
    """The 3 × 3 map from pixels to millimetres on the table, by making every marker the square that it is.

    At least one marker is needed; with more, far ones correct what near ones leave uncertain.
    """
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float64)
    first = markers[0]
    to = cv2.getPerspectiveTransform(first.corners.astype(np.float32), square.astype(np.float32)).astype(np.float64)
    if len(markers) == 1:
        return to
    scale = np.array([1e-2, 1e-2, 1.0, 1e-2, 1e-2, 1.0, 1e-6, 1e-6])
    start = to / to[2, 2]

    def wrong(step: Points) -> Points:
        m = (start.ravel()[:8] + step * scale).tolist()
        flat = np.array([*m, 1.0]).reshape(3, 3)
        out = []
        for marker in markers:
            p = cv2.perspectiveTransform(marker.corners[None], flat)[0]
            lengths = [math.dist(p[i], p[(i + 1) % 4]) - SIDE for i in range(4)]
            across = [(math.dist(p[i], p[i + 2]) - SIDE * math.sqrt(2)) / math.sqrt(2) for i in range(2)]
            out += lengths + across
        held = cv2.perspectiveTransform(first.corners[None], flat)[0][:2]
        out += list((held - square[:2]).ravel())  # the plane may not wander while it is bent
        return np.array(out)

    step, damp = np.zeros(8), 1.0
    now = wrong(step)
    for _ in range(60):
        slope = np.array([(wrong(step + 1e-4 * e) - now) / 1e-4 for e in np.eye(8)]).T
        normal = slope.T @ slope
        move = np.linalg.solve(normal + damp * np.diag(np.diag(normal) + 1e-9), -slope.T @ now)
        tried = wrong(step + move)
        if tried @ tried < now @ now:
            done = float(now @ now - tried @ tried) < 1e-9
            step, now, damp = step + move, tried, damp / 4
            if done:
                break
        else:
            damp *= 6
            if damp > 1e12:
                break
    return np.array([*(start.ravel()[:8] + step * scale), 1.0]).reshape(3, 3)


def table_of(markers: list[Marker], shape: str) -> tuple[Points, tuple[float, float]]:
    """The corners in pixels of the table with a marker in each corner (of a round one's square), and its size in mm.

    The papers, cut out along the grey line, lie flush with the table's edge. Corners go clockwise in the picture from
    the upper left.
    """
    to = plane(markers)
    flat = [cv2.perspectiveTransform(m.corners[None], to)[0] for m in markers]
    middle = np.mean([f.mean(0) for f in flat], 0)
    rim = np.array([max(f, key=lambda p: float(np.hypot(*(p - middle)))) for f in flat])
    back = np.asarray(np.linalg.inv(to), np.float64)
    if shape == "round":
        paper = [f.mean(0) + (f - f.mean(0)) * (SIDE + 2 * PAPER) / SIDE for f in flat]
        centre, radius = _circle(np.array([max(p, key=lambda c: float(np.hypot(*(c - middle)))) for p in paper]))
        upright = _turned_as_seen(back, centre, radius)
        corners = cv2.perspectiveTransform(upright[None], back)[0]
        return np.asarray(corners, np.float64), (2 * radius, 2 * radius)
    seen = cv2.perspectiveTransform(rim[None], back)[0]
    order = _clockwise(seen)
    rim = _widened(rim[order], PAPER)
    seen = cv2.perspectiveTransform(rim[None], back)[0]
    sides = [math.dist(rim[i], rim[(i + 1) % 4]) for i in range(4)]
    return np.asarray(seen, np.float64), ((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2)


def _widened(quad: Points, by: float) -> Points:
    """A quad with each corner pushed outward along both its sides."""
    before, after = quad - np.roll(quad, 1, 0), quad - np.roll(quad, -1, 0)
    unit = [v / np.linalg.norm(v, axis=1, keepdims=True) for v in (before, after)]
    return np.asarray(quad + by * (unit[0] + unit[1]), np.float64)


def _circle(points: Points) -> tuple[Points, float]:
    rows = np.column_stack([2 * points, np.ones(len(points))])
    x, y, c = np.linalg.lstsq(rows, (points**2).sum(1), rcond=None)[0]
    return np.array([x, y]), float(np.sqrt(c + x * x + y * y))


def _turned_as_seen(back: NDArray[np.float64], centre: Points, radius: float) -> Points:
    """The square around a circle, turned so that its lower side is what the picture shows below."""
    angles = np.linspace(0, 2 * np.pi, 360, endpoint=False)
    ring = centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    seen = cv2.perspectiveTransform(ring[None], back)[0]
    low = float(angles[int(np.argmax(seen[:, 1]))])
    down = np.array([np.cos(low), np.sin(low)])
    right = np.array([down[1], -down[0]])
    tried = cv2.perspectiveTransform((centre + radius * np.array([right, -right]))[None], back)[0]
    if tried[0, 0] < tried[1, 0]:
        right = -right
    return np.asarray(centre + radius * np.array([-right - down, right - down, right + down, down - right]), np.float64)


def _clockwise(points: Points) -> list[int]:
    """The order of four points clockwise in the picture from the upper left one."""
    around = np.argsort(np.arctan2(*(points - points.mean(0)).T[::-1]))
    start = int(np.argmin(points[around].sum(1)))
    return [int(around[(start + k) % 4]) for k in range(4)]


def sheet(words: tuple[str, str, str]) -> Pil.Image:
    """One A4 page with the four markers to cut out, a ruler to check the printer by, and words: title, how, ruler."""

    def px(mm: float) -> int:
        return round(mm / 25.4 * DPI)

    page = Pil.new("L", (px(A4[0]), px(A4[1])), 255)
    pen = ImageDraw.Draw(page)
    title, how, ruler = words
    large, small = (ImageFont.load_default(px(mm)) for mm in (7.0, 4.2))
    pen.text((px(20), px(14)), title, font=large, fill=0)
    for n, line in enumerate(how.split("|")):
        pen.text((px(20), px(25 + 6 * n)), line, font=small, fill=0)
    for i in IDS:
        x, y = 30 + 80 * (i % 2), 62 + 92 * (i // 2)
        art = cv2.aruco.generateImageMarker(_WORDS, i, px(SIDE))
        page.paste(Pil.fromarray(art), (px(x), px(y)))
        edge = (px(x - PAPER), px(y - PAPER), px(x + SIDE + PAPER), px(y + SIDE + PAPER))
        pen.rectangle(edge, outline=150, width=2)
        pen.text((px(x), px(y + SIDE + 1.5)), str(i + 1), font=small, fill=120)
    y0 = px(262)
    pen.line((px(30), y0, px(130), y0), fill=0, width=px(0.4))
    for mm in range(0, 101, 10):
        pen.line((px(30 + mm), y0 - px(2.5), px(30 + mm), y0 + px(2.5)), fill=0, width=px(0.3))
    pen.text((px(30), y0 + px(4)), ruler, font=small, fill=0)
    return page


def write_sheet(path: Path, words: tuple[str, str, str]) -> None:
    """Write the page as the PDF or picture that the file's ending names; ValueError for another ending, OSError too."""
    if path.suffix.lower() not in (".pdf", ".png"):
        raise ValueError(path.suffix)
    sheet(words).save(path, resolution=DPI) if path.suffix.lower() == ".pdf" else sheet(words).save(
        path, dpi=(DPI, DPI)
    )
