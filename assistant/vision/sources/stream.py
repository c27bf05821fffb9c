"""A network camera over RTSP or HTTP, for example a phone's camera app."""

from __future__ import annotations

import re

import cv2
import numpy as np

from assistant.vision.sources.base import CameraOptions, Frame, SourceError, Stamper

OPEN_MS, READ_MS = 5000, 3000  # how long the stream may take to start, and to give the next picture


class StreamSource:
    """A stream by its address; passwords in the address appear in no message."""

    clocked = True

    def __init__(self, url: str, options: CameraOptions | None = None) -> None:
        self._url = url
        self.name = without_password(url)
        self._stamper = Stamper(options)
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Connect; raises SourceError "unreachable"."""
        self.close()
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
        capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise SourceError("unreachable", self.name)
        self._capture = capture

    def read(self) -> Frame | None:
        """The next frame; raises SourceError "gone" when the stream breaks."""
        if self._capture is None:
            raise SourceError("closed", self.name)
        ok, image = self._capture.read()
        if not ok or image is None:
            raise SourceError("gone", self.name)
        return self._stamper.frame(np.asarray(image, np.uint8))

    def skip(self) -> bool:
        """Wait for the next frame and let it pass without unpacking it; False when the device does not answer."""
        return self._capture is not None and self._capture.grab()

    def close(self) -> None:
        """Hang up."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def without_password(url: str) -> str:
    """The address with user and password left out."""
    return re.sub(r"//[^/@]*@", "//", url)
