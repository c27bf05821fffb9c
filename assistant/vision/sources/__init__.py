"""Cameras, one file per kind; ``make_source`` finds the kind from what was written after ``--camera``."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from assistant.vision.sources.base import CameraOptions, Frame, Source, SourceError

__all__ = ["CameraOptions", "Frame", "Source", "SourceError", "asked", "make_source"]


def make_source(spec: str, options: CameraOptions | None = None, *, paced: bool = True) -> Source:
    """The camera that a word names; SourceError "unknown" otherwise.

    "0" or "/dev/video0" is a device, "rtsp://…" or "http://…" a stream, "picamera" or "picamera:1" a Raspberry Pi's
    camera, "virtual" the virtual table, anything else a video file, a picture or a folder of pictures. Only the kind
    that is asked for is imported. ``paced`` plays videos and folders in their own time. Size, rate and locks follow a
    device's name: "0?size=3840x2160&fps=15&exposure=-6&focus=30".
    """
    spec = spec.strip()
    device = re.fullmatch(r"(?:/dev/video)?(\d+)(?:\?(.*))?", spec)
    if device:
        from assistant.vision.sources.usb import UsbSource

        return UsbSource(int(device.group(1)), asked(device.group(2), options))
    if re.match(r"(?i)(rtsps?|https?|rtmp)://", spec):
        from assistant.vision.sources.stream import StreamSource

        return StreamSource(spec, options)
    pi = re.fullmatch(r"picamera(?::(\d+))?(?:\?(.*))?", spec)
    if pi:
        from assistant.vision.sources.picamera import PiCameraSource

        return PiCameraSource(int(pi.group(1) or 0), asked(pi.group(2), options))
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


def asked(query: str | None, options: CameraOptions | None) -> CameraOptions | None:
    """The options with what a camera's name asks for; raises SourceError "unknown" for a word or value it cannot be."""
    if not query:
        return options
    out = options or CameraOptions()
    for part in query.split("&"):
        key, _, value = part.partition("=")
        try:
            if key == "size":
                wide, _, high = value.lower().partition("x")
                out = replace(out, width=int(wide), height=int(high))
            elif key == "fps":
                out = replace(out, fps=int(value))
            elif key == "exposure":
                out = replace(out, exposure=float(value))
            elif key == "focus":
                out = replace(out, focus=float(value))
            else:
                raise SourceError("unknown", part)
        except ValueError as e:
            raise SourceError("unknown", part) from e
    return out


def _folder(path: Path, options: CameraOptions | None, paced: bool) -> Source:
    from assistant.vision.sources.folder import FolderSource

    return FolderSource(path, options, fps=10.0 if paced else 0.0)
