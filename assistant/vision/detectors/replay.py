"""Recorded findings instead of a network: the same pictures give the same places, to repeat what was seen.

A record is JSON lines: {"picture": fingerprint, "found": [{"kind": "face", "quad": [[x, y] * 4], "score": 0.9}, ...]}.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import cast, get_args

from assistant.vision.detectors.base import Detector
from assistant.vision.records import CardQuad, Image, Kind, quad_of


class RecordError(ValueError):
    """A record that cannot be used, or that does not hold a picture; ``code`` and ``at`` name the phrase to say."""

    def __init__(self, code: str, path: Path, at: str = "") -> None:
        super().__init__(f"{path}: {code} {at}".rstrip())
        self.code, self.path, self.at = code, path, at


def fingerprint(image: Image) -> str:
    """What a picture is known by in a record: a hash of its size and pixels."""
    shape = "x".join(str(n) for n in image.shape)
    return hashlib.sha256(shape.encode() + image.tobytes()).hexdigest()[:32]


class ReplayDetector:
    """Gives what was recorded for each picture; raises RecordError for a file that is no record, or a new picture."""

    name = "replay"

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found: dict[str, list[CardQuad]] = {}
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            raise RecordError("record_unreadable", path) from None
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                self._found[str(entry["picture"])] = [_found(f) for f in entry["found"]]
            except (ValueError, KeyError, TypeError):
                raise RecordError("record_line", path, str(number)) from None

    def detect(self, image: Image) -> list[CardQuad]:
        """What was found in this very picture when it was recorded."""
        found = self._found.get(fingerprint(image))
        if found is None:
            raise RecordError("record_lacks", self.path)
        return list(found)


class Recorder:
    """Another detector whose findings are written down as they come, a line a picture."""

    def __init__(self, detector: Detector, path: Path) -> None:
        self.detector, self.path = detector, path
        path.write_text("", encoding="utf-8")

    @property
    def name(self) -> str:
        """The name of the detector that is recorded."""
        return self.detector.name

    def detect(self, image: Image) -> list[CardQuad]:
        """What the detector finds; raises OSError where it cannot be written."""
        found = self.detector.detect(image)
        told = [{"kind": f.kind, "quad": f.quad, "score": round(f.score, 6)} for f in found]
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"picture": fingerprint(image), "found": told}) + "\n")
        return found


def _found(raw: dict[str, object]) -> CardQuad:
    kind = raw["kind"]
    if kind not in get_args(Kind):
        raise ValueError(kind)
    score = float(cast(float, raw["score"]))
    if not 0 <= score <= 1:
        raise ValueError(score)
    return CardQuad(cast(Kind, kind), quad_of(cast(list[list[float]], raw["quad"])), score)
