"""Detectors by name; the one place where a name becomes a detector."""

from __future__ import annotations

from pathlib import Path

from assistant.vision.detectors.base import Detector

NAMES = ("yolo", "contours")


def detector_called(name: str, folder: Path | None = None, threads: int = 0) -> Detector:
    """The detector of a name, weights from ``folder`` or where they usually are; ValueError for an unknown name."""
    if name == "yolo":
        from assistant.vision.detectors.yolo import YoloDetector

        return YoloDetector(folder, threads=threads)
    if name == "contours":
        from assistant.vision.detectors.contours import ContourDetector

        return ContourDetector()
    raise ValueError(f"{name!r} is no detector; there are: {', '.join(NAMES)}")
