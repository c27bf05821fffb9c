"""Cameras, one file per kind; ``make_source`` finds the kind from what was written after ``--camera``."""

from __future__ import annotations

import re
from pathlib import Path

from assistant.vision.sources.base import CameraOptions, Frame, Source, SourceError

__all__ = ["CameraOptions", "Frame", "Source", "SourceError", "make_source"]


def make_source(spec: str, options: CameraOptions | None = None, *, paced: bool = True) -> Source:
    """The camera that a word names; SourceError "unknown" otherwise.

    "0" or "/dev/video0" is a device, "rtsp://…" or "http://…" a stream, "picamera" or "picamera:1" a Raspberry Pi's
    camera, "virtual" the virtual table, anything else a video file, a picture or a folder of pictures. Only the kind
    that is asked for is imported. ``paced`` plays videos and folders in their own time.
    """
    spec = spec.strip()
    device = re.fullmatch(r"(?:/dev/video)?(\d+)", spec)
    if device:
        from assistant.vision.sources.usb import UsbSource

        return UsbSource(int(device.group(1)), options)
    if re.match(r"(?i)(rtsps?|https?|rtmp)://", spec):
        from assistant.vision.sources.stream import StreamSource

        return StreamSource(spec, options)
    pi = re.fullmatch(r"picamera(?::(\d+))?", spec)
    if pi:
        from assistant.vision.sources.picamera import PiCameraSource

        return PiCameraSource(int(pi.group(1) or 0), options)
    if spec == "virtual":
        from assistant.vision.sources.virtual import VirtualSource

        return VirtualSource(options)
    path = Path(spec).expanduser()
    if (path / "film.json").is_file():
        from assistant.vision.sources.film import FilmSource

        return FilmSource(path, options)
    if path.is_dir():
        return _folder(path, options, paced)
    if path.is_file():
        from assistant.vision.sources import folder, video

        if path.suffix.lower() in video.SUFFIXES:
            return video.VideoSource(path, options, paced=paced)
        if path.suffix.lower() in folder.SUFFIXES:
            return _folder(path, options, paced)
    raise SourceError("unknown", spec)


def _folder(path: Path, options: CameraOptions | None, paced: bool) -> Source:
    from assistant.vision.sources.folder import FolderSource

    return FolderSource(path, options, fps=10.0 if paced else 0.0)
