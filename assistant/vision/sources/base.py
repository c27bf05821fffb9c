"""What every camera has in common: opened, read frame by frame, closed; each frame stamped when it was taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import cv2

from assistant.vision.records import Image

Clock = Callable[[], float]
Rotation = Literal[0, 90, 180, 270]


class SourceError(OSError):
    """A camera that cannot be opened or read; ``code`` is a phrase of ``doctor.camera_error``, ``detail`` fills it."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True)
class Frame:
    """One picture (BGR) with its number in the source, when it was taken (monotonic and UTC, seconds), and its world.

    ``world`` is the version of the virtual table it shows, None for real cameras; ``last`` marks the last frame of a
    burst that was asked for.
    """

    image: Image
    number: int
    at: float
    wall: float
    world: int | None = None
    last: bool = False


@dataclass(frozen=True)
class CameraOptions:
    """What is asked of a camera; None leaves the device's own choice. Exposure and focus are locked when given."""

    width: int | None = 1920
    height: int | None = 1080
    fps: int | None = None
    exposure: float | None = None
    focus: float | None = None
    mirror: bool = False
    rotate: Rotation = 0


class Source(Protocol):
    """A camera. ``clocked`` sources take pictures by their own clock: only there do identical frames mean frozen.

    A source may also have ``skip() -> bool``: wait for a frame and let it pass, which costs less than reading it.
    """

    name: str
    clocked: bool

    def open(self) -> None:
        """Make ready; raises SourceError."""

    def read(self) -> Frame | None:
        """The next frame, waiting for it; None at the end of a finite source; SourceError when the device is gone."""

    def close(self) -> None:
        """Let the device go; may be called at any time, also twice."""


class Stamper:
    """Numbers frames and stamps them with the two clocks."""

    def __init__(self, options: CameraOptions | None = None, clock: Clock = time.monotonic) -> None:
        self._options = options or CameraOptions()
        self._clock = clock
        self._number = 0

    def frame(self, image: Image, world: int | None = None, *, last: bool = False) -> Frame:
        """The picture, turned and mirrored as asked, as the next frame."""
        self._number += 1
        return Frame(oriented(image, self._options), self._number, self._clock(), time.time(), world, last)


_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def oriented(image: Image, options: CameraOptions) -> Image:
    """The picture mirrored (a mirrored image shows no readable index) and turned clockwise, as the options say."""
    if options.mirror:
        image = cv2.flip(image, 1).astype(image.dtype, copy=False)
    if options.rotate:
        image = cv2.rotate(image, _TURNS[options.rotate]).astype(image.dtype, copy=False)
    return image
