"""A folder of pictures as a camera: each picture stands for some frames, then the next one."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.sources.base import CameraOptions, Clock, Frame, SourceError, Stamper

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class FolderSource:
    """The pictures of a folder (or one picture) in the order of their names, each shown ``repeat`` times."""

    clocked = False

    def __init__(
        self,
        path: Path,
        options: CameraOptions | None = None,
        *,
        repeat: int = 3,
        fps: float = 10.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self.name = path.name
        self._path = path
        self._repeat = repeat
        self._period = 1 / fps if fps > 0 else 0.0
        self._stamper = Stamper(options, clock)
        self._files: list[Path] = []
        self._next = 0
        self._image: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]] | None = None

    def open(self) -> None:
        """List the pictures; raises SourceError "not_found" or "empty_folder"."""
        if self._path.is_file():
            self._files = [self._path]
        elif self._path.is_dir():
            self._files = sorted(f for f in self._path.iterdir() if f.suffix.lower() in SUFFIXES)
        else:
            raise SourceError("not_found", str(self._path))
        if not self._files:
            raise SourceError("empty_folder", self.name)
        self._next = 0

    @property
    def showing(self) -> Path | None:
        """The picture of the last frame."""
        return self._image[0] if self._image else None

    def read(self) -> Frame | None:
        """The next frame; None after the last picture; a file that is no picture raises SourceError "no_picture"."""
        if not self._files:
            raise SourceError("closed", self.name)
        index, turn = divmod(self._next, self._repeat)
        if index >= len(self._files):
            return None
        if self._period:
            time.sleep(self._period)
        path = self._files[index]
        if self._image is None or self._image[0] != path:
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is None:
                self._next = (index + 1) * self._repeat
                raise SourceError("no_picture", path.name)
            self._image = (path, np.asarray(image, np.uint8))
        self._next += 1
        return self._stamper.frame(self._image[1], last=turn == self._repeat - 1)

    def close(self) -> None:
        """Forget the list."""
        self._files = []
