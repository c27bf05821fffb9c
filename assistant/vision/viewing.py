"""Views of a finite camera, one after another in this process: of a folder one a picture, of others each change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from assistant.vision.detectors import detector_called
from assistant.vision.eye import Eye
from assistant.vision.layout import Layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.sources import SourceError, make_source
from assistant.vision.sources.base import CameraOptions, Rotation, oriented
from assistant.vision.sources.folder import FolderSource
from assistant.vision.tableview import TableView

REPEAT = 5  # frames that a picture of a folder stands for: enough for a belief


def views_of(source: str, layout: Layout, *, threads: int = 0) -> Iterator[tuple[str, TableView]]:
    """Name and view of each picture of a folder, or of each change in another source; SourceError if it will not open.

    A folder's pictures are different tables: each is looked at afresh. A file that is no picture is passed over.
    """
    recogniser = Recogniser(detector_called("yolo", threads=threads), threads=threads, live=True)
    path = Path(source).expanduser()
    camera = make_source(source, paced=False)
    folder = isinstance(camera, FolderSource)
    if folder:
        camera = FolderSource(path, repeat=REPEAT, fps=0)
    options = CameraOptions(mirror=layout.mirror, rotate=_rotation(layout.rotate))
    eye = Eye(layout, recogniser)
    camera.open()
    told: object = None
    try:
        while True:
            try:
                frame = camera.read()
            except SourceError as e:
                if e.code != "no_picture":
                    raise
                continue
            if frame is None:
                return
            view = eye.feed(replace(frame, image=oriented(frame.image, options)))
            if isinstance(camera, FolderSource):
                if frame.last and camera.showing is not None:
                    yield str(camera.showing), view
                    eye = Eye(layout, recogniser)
            elif view.still and (view.zones, view.problems) != told:
                told = (view.zones, view.problems)
                yield f"{frame.number}", view
    finally:
        camera.close()


def _rotation(degrees: int) -> Rotation:
    turns: dict[int, Rotation] = {0: 0, 90: 90, 180: 180, 270: 270}
    return turns[degrees]
