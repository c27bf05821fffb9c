"""Detectors by name; the one place where a name becomes a detector."""

from __future__ import annotations

from pathlib import Path

from assistant.vision.detectors.base import Detector

NAMES = ("yolo", "contours", "replay:FILE", "FILE.pt")


def known(name: str) -> bool:
    """Whether a name means a detector: one of the built-in ones, a record to replay, or a network of one's own."""
    return name in ("yolo", "contours") or (name.startswith("replay:") and len(name) > 7) or name.endswith(".pt")


def detector_called(name: str, folder: Path | None = None, threads: int = 0) -> Detector:
    """The detector of a name, weights from ``folder`` or where they usually are.

    Raises ValueError for an unknown name, RecordError or CannotRun (both ValueErrors) for a file that will not do.
    """
    if not known(name):
        raise ValueError(f"{name!r} is no detector; there are: {', '.join(NAMES)}")
    if name == "yolo":
        from assistant.vision.detectors.yolo import YoloDetector

        return YoloDetector(folder, threads=threads)
    if name == "contours":
        from assistant.vision.detectors.contours import ContourDetector

        return ContourDetector()
    if name.startswith("replay:"):
        from assistant.vision.detectors.replay import ReplayDetector

        return ReplayDetector(Path(name[7:]))
    from assistant.vision.detectors.ultra import UltralyticsDetector

    return UltralyticsDetector(Path(name), threads=threads)
