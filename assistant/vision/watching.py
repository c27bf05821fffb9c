"""What the host may watch: the live picture with the cards as believed, their places, zones, doubts and frame rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from assistant.vision.capture import CameraState
from assistant.vision.evidence import jpeg
from assistant.vision.layout import Layout
from assistant.vision.tableview import TableView

if TYPE_CHECKING:  # the main process draws no pictures and loads no networks
    from assistant.vision.eye import Eye

WIDE = 1280  # pixels of a watched picture


@dataclass(frozen=True)
class Shot:
    """One watched frame: a JPEG with deck and closed hands black, and everything to be drawn over it.

    ``clear`` pictures show the table as it is; others are a mosaic but for the cards that the hand knows to be open.
    """

    jpeg: bytes
    clear: bool
    frame: int
    size: tuple[int, int]  # of the camera's picture
    view: TableView
    layout: Layout  # as set up, in fractions of the picture or of the table
    state: CameraState


def shot(eye: Eye, layout: Layout, state: CameraState, *, clear: bool) -> Shot | None:
    """The last frame for the host; None before the first. ``clear`` is granted only while no hand is under way."""
    image = eye.masked
    if image is None:
        return None
    clear = clear and not eye.belief.expected
    shown = image if clear else eye.shown(image)
    h, w = shown.shape[:2]
    if w > WIDE:
        shown = np.asarray(cv2.resize(shown, (WIDE, round(h * WIDE / w)), interpolation=cv2.INTER_AREA), np.uint8)
    view = eye.view(stale=state.blind)
    return Shot(jpeg(shown, 72), clear, view.frame, (w, h), view, layout, state)


def as_json(s: Shot) -> dict[str, Any]:
    """Plain values for a page: cards with their places in fractions of the picture, problems, zones."""
    seen = s.layout.in_picture()
    return {
        "frame": s.frame,
        "clear": s.clear,
        "pixels": list(s.size),
        "still": s.view.still,
        "cards": [
            {
                "zone": zone,
                "card": c.card if c.sure else None,
                "guess": None if c.sure else c.guess,
                "sure": c.sure,
                "covered": c.covered,
                "reason": c.reason,
                "certainty": c.certainty,
                "quad": [list(p) for p in c.quad],
            }
            for zone, cards in sorted(s.view.zones.items())
            for c in cards
        ],
        "problems": [
            {"code": p.code, "zone": p.zone, "card": p.card}
            for p in sorted(s.view.problems, key=lambda p: (p.code, p.zone or ""))
        ],
        "zones": {name: [list(p) for p in polygon] for name, polygon in seen.areas.items()},
        "masked": list(seen.masked),
        "seats": list(seen.seats),
        "state": s.state.code,
    }
