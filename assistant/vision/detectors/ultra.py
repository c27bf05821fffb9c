"""Somebody's own YOLO, run by Ultralytics itself: any oriented-box `.pt` whose classes are face, back and index."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from assistant.vision.detectors.geometry import thin_out
from assistant.vision.detectors.yolo import LEAST, LIMIT, SIZES
from assistant.vision.records import CardQuad, Image, Kind, quad_of

KINDS = ("face", "back", "index")


class CannotRun(ValueError):
    """A network that cannot be run here; ``code`` and ``classes`` name the phrase to say."""

    def __init__(self, code: str, path: Path, classes: str = "") -> None:
        super().__init__(f"{path}: {code} {classes}".rstrip())
        self.code, self.path, self.classes = code, path, classes


class UltralyticsDetector:
    """Faces, backs and indices of a `.pt` file; raises CannotRun without the extra `train`, or for other classes."""

    name = "ultralytics"

    def __init__(self, path: Path, sizes: tuple[int, ...] = SIZES, threads: int = 0) -> None:
        if not path.is_file():
            raise CannotRun("network_missing", path)
        if find_spec("ultralytics") is None:
            raise CannotRun("network_needs_extra", path)
        import torch
        from ultralytics import YOLO

        if threads:
            torch.set_num_threads(threads)
        try:
            self.model: Any = YOLO(str(path), task="obb")
            names = dict(self.model.names)
        except Exception as e:  # a file of any content may be given, and the library raises whatever it meets
            raise CannotRun("network_unreadable", path, type(e).__name__) from e
        if self.model.task != "obb" or not set(names.values()) <= set(KINDS):
            raise CannotRun("network_classes", path, ", ".join(str(n) for n in names.values()))
        self.kinds = {int(k): cast(Kind, v) for k, v in names.items()}
        self.sizes = sizes

    def detect(self, image: Image) -> list[CardQuad]:
        """Everything found at any of the sizes, in pixels of ``image``, best first."""
        found: list[CardQuad] = []
        for size in self.sizes:
            if size == self.sizes[0] or size < max(image.shape[:2]):
                found += self.look(image, size)
        return thin_out(found, LIMIT)

    def look(self, image: Image, size: int) -> list[CardQuad]:
        """What one pass at one size finds; overlapped cards survive, near-duplicates of one go."""
        least = min(LEAST.values())
        answer = self.model.predict(image, imgsz=size, conf=least, iou=0.9, max_det=400, verbose=False)[0]
        out = []
        boxes = answer.obb
        quads, scores, kinds = (t.cpu().numpy() for t in (boxes.xyxyxyxy, boxes.conf, boxes.cls))
        for quad, score, number in zip(quads, scores, kinds, strict=True):
            kind = self.kinds[int(number)]
            if score >= LEAST[kind]:
                out.append(CardQuad(kind, quad_of(quad.reshape(4, 2).tolist()), float(score)))
        return thin_out(out, LIMIT)
