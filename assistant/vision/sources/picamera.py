"""The Raspberry Pi camera through picamera2, which comes with the Pi's own system and not from PyPI."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from assistant.vision.sources.base import CameraOptions, Frame, SourceError, Stamper


class PiCameraSource:
    """Camera ``index`` of a Raspberry Pi; exposure in microseconds and focus in dioptres are locked when given."""

    clocked = True

    def __init__(self, index: int = 0, options: CameraOptions | None = None) -> None:
        self.name = f"picamera:{index}"
        self._index = index
        self._options = options or CameraOptions()
        self._stamper = Stamper(self._options)
        self._camera: Any = None

    def open(self) -> None:
        """Start the camera; raises SourceError "no_picamera2" without the library, "busy" where it will not start."""
        self.close()
        try:
            library = importlib.import_module("picamera2")
        except ImportError as e:
            raise SourceError("no_picamera2", self.name) from e
        o = self._options
        try:
            camera = library.Picamera2(self._index)
            size = (o.width or 1920, o.height or 1080)
            # what the library calls RGB888 lies in memory as blue, green, red: OpenCV's order
            camera.configure(camera.create_video_configuration(main={"size": size, "format": "RGB888"}))
            camera.set_controls(controls(o))
            camera.start()
        except (RuntimeError, IndexError, OSError) as e:
            raise SourceError("busy", self.name) from e
        self._camera = camera

    def read(self) -> Frame | None:
        """The next frame; raises SourceError "gone" when the camera stops."""
        if self._camera is None:
            raise SourceError("closed", self.name)
        try:
            image = self._camera.capture_array("main")
        except (RuntimeError, OSError) as e:
            raise SourceError("gone", self.name) from e
        return self._stamper.frame(np.ascontiguousarray(image[:, :, :3], dtype=np.uint8))

    def close(self) -> None:
        """Stop the camera."""
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def controls(options: CameraOptions) -> dict[str, Any]:
    """The options in libcamera's words."""
    out: dict[str, Any] = {}
    if options.fps:
        out["FrameRate"] = float(options.fps)
    if options.exposure is not None:
        out |= {"AeEnable": False, "ExposureTime": int(options.exposure)}
    if options.focus is not None:
        out |= {"AfMode": 0, "LensPosition": float(options.focus)}
    return out
