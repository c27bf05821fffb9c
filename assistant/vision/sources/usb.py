"""A USB or built-in camera through OpenCV: V4L2 on Linux, DirectShow on Windows, AVFoundation on macOS."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.sources.base import CameraOptions, Frame, SourceError, Stamper

BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}
_MANUAL_EXPOSURE = {"linux": 1.0, "win32": 0.25, "darwin": 0.0}  # what each back end calls "manual"
_FAILURES = 5  # empty reads in a row before the device counts as gone


class UsbSource:
    """Device ``index``, asked for MJPG (raw 1080p does not fit USB 2) and for fixed exposure and focus where given."""

    clocked = True

    def __init__(self, index: int, options: CameraOptions | None = None, platform: str = sys.platform) -> None:
        self.name = str(index)
        self._index = index
        self._options = options or CameraOptions()
        self._platform = platform
        self._stamper = Stamper(self._options)
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Open the device; raises SourceError "not_found" or "busy"."""
        self.close()
        if self._platform == "linux" and not Path(f"/dev/video{self._index}").exists():
            raise SourceError("not_found", f"/dev/video{self._index}")
        capture = cv2.VideoCapture(self._index, BACKENDS.get(self._platform, cv2.CAP_ANY))
        if not capture.isOpened():
            capture.release()
            raise SourceError("busy", self.name)
        for prop, value in settings(self._options, self._platform):
            capture.set(prop, value)
        self._capture = capture

    def read(self) -> Frame | None:
        """The next frame; raises SourceError "gone" when the device stops answering (case 55)."""
        if self._capture is None:
            raise SourceError("closed", self.name)
        for _ in range(_FAILURES):
            ok, image = self._capture.read()
            if ok and image is not None and image.size:
                return self._stamper.frame(np.asarray(image, np.uint8))
        raise SourceError("gone", self.name)

    def skip(self) -> bool:
        """Wait for the next frame and let it pass without unpacking it; False when the device does not answer."""
        return self._capture is not None and self._capture.grab()

    def close(self) -> None:
        """Release the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def settings(options: CameraOptions, platform: str) -> list[tuple[int, float]]:
    """What to ask of the device, in the order in which drivers accept it: format, size, rate, then locks."""
    out: list[tuple[int, float]] = [(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))]
    if options.width and options.height:
        out += [(cv2.CAP_PROP_FRAME_WIDTH, options.width), (cv2.CAP_PROP_FRAME_HEIGHT, options.height)]
    if options.fps:
        out.append((cv2.CAP_PROP_FPS, options.fps))
    out.append((cv2.CAP_PROP_BUFFERSIZE, 1))  # the newest picture, not one from the driver's queue
    if options.exposure is not None:
        out += [(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE.get(platform, 0.25))]
        out += [(cv2.CAP_PROP_EXPOSURE, options.exposure)]
    if options.focus is not None:
        out += [(cv2.CAP_PROP_AUTOFOCUS, 0), (cv2.CAP_PROP_FOCUS, options.focus)]
    return out
