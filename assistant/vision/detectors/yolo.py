"""The default detector: an oriented-box YOLO, at two sizes whose findings are fused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.detectors.geometry import thin_out
from assistant.vision.records import CardQuad, Image, Kind, quad_of
from assistant.vision.runtime import load_network
from assistant.vision.weights import Weights, WeightsError, find_weights

STRIDE = 32
SIZES = (640, 320)  # long sides in pixels: the first for tables, the second for close-ups
# A score below this is no detection. The reader proves faces and indices, so they may be weak; nobody proves a back.
LEAST: dict[Kind, float] = {"face": 0.25, "back": 0.35, "index": 0.25}
STILL: dict[Kind, float] = LEAST | {"index": 0.08}  # a still has time: the reader hears of weaker indices too
# IoU above which two are one; so high that overlapped cards survive.
LIMIT: dict[str, float] = {"face": 0.72, "back": 0.75, "index": 0.4}


class YoloDetector:
    """Faces, backs and visible corner indices as oriented boxes; ``sizes``: the long sides it looks at, in pixels."""

    name = "yolo"

    def __init__(
        self, folder: Path | None = None, sizes: tuple[int, ...] = SIZES, threads: int = 0, engine: str | None = None
    ) -> None:
        self.weights: Weights = find_weights("detector", folder)
        kinds = tuple(str(k) for k in self.weights.about.get("classes", ()))
        if not kinds or not set(kinds) <= {"face", "back", "index"}:
            raise WeightsError(f"{self.weights.path.name} names classes {kinds}; face, back and index are known")
        self.kinds = cast(tuple[Kind, ...], kinds)
        self.network = load_network(self.weights.path, threads, engine)
        fixed = self.network.shape[2:]
        self.fixed = (fixed[0], fixed[1]) if fixed[0] is not None and fixed[1] is not None else None
        self.sizes = sizes if self.fixed is None else (max(self.fixed),)

    def detect(self, image: Image) -> list[CardQuad]:
        """Everything found at any of the sizes, in pixels of ``image``, best first."""
        found: list[CardQuad] = []
        for size in self.sizes:
            if size == self.sizes[0] or size < max(image.shape[:2]):
                found += self.look(image, size, STILL)
        return thin_out(found, LIMIT)

    def look(self, image: Image, size: int, least: dict[Kind, float] | None = None) -> list[CardQuad]:
        """What one pass at one size finds from the scores in ``least`` (LEAST) on, each thing once."""
        h, w = image.shape[:2]
        k = size / max(h, w)
        if self.fixed is not None:
            k = min(self.fixed[0] / h, self.fixed[1] / w)
        nh, nw = max(1, round(h * k)), max(1, round(w * k))
        if self.fixed is not None:
            ph, pw = self.fixed
        else:
            ph, pw = -(-nh // STRIDE) * STRIDE, -(-nw // STRIDE) * STRIDE
        small = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        top, left = (ph - nh) // 2, (pw - nw) // 2
        framed = np.full((ph, pw, 3), 114, np.uint8)
        framed[top : top + nh, left : left + nw] = small
        blob = np.ascontiguousarray(framed[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255.0
        out = self.network.run(blob, ("output0",))[0][0]
        return self._decode(out, (w / nw, h / nh), (left, top), least or LEAST)

    def _decode(
        self, out: NDArray[Any], grow: tuple[float, float], pad: tuple[int, int], wanted: dict[Kind, float]
    ) -> list[CardQuad]:
        """Rows of (cx, cy, w, h, a score a class, angle) in network pixels, as quads of the picture."""
        rows = out.T if out.shape[0] == 5 + len(self.kinds) else out
        scores = rows[:, 4 : 4 + len(self.kinds)]
        best = scores.argmax(1)
        score = scores[np.arange(len(rows)), best]
        least = np.array([wanted[k] for k in self.kinds])[best]
        keep = np.flatnonzero(score >= least)
        keep = keep[np.argsort(-score[keep])][:400]
        found = []
        for i in keep:
            cx, cy, w, h = (float(v) for v in rows[i, :4])
            angle = float(rows[i, -1])
            c, s = np.cos(angle), np.sin(angle)
            along, down = np.array([c, s]) * w / 2, np.array([-s, c]) * h / 2
            middle = np.array([cx - pad[0], cy - pad[1]])
            quad = middle + np.array([-along - down, along - down, along + down, -along + down])
            found.append(CardQuad(self.kinds[int(best[i])], quad_of(quad * grow), float(score[i])))
        return thin_out(found, LIMIT)
