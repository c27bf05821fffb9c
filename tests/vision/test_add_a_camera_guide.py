"""The guide for adding a camera is true: its worked example is read from the page and gives frames."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from assistant.phrases import LANGUAGES, catalogue
from assistant.vision.sources.base import CameraOptions, SourceError

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-camera.md"


@pytest.fixture
def snapshots() -> Iterator[str]:
    """A network camera that answers each request with the next picture."""
    taken = iter(range(20, 240, 20))

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            picture = cv2.imencode(".jpg", np.full((60, 80, 3), next(taken), np.uint8))[1].tobytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(picture)))
            self.end_headers()
            self.wfile.write(picture)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Camera) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/picture.jpg"
        server.shutdown()
        thread.join()


def test_the_worked_example_of_the_guide_reads_a_camera_of_still_pictures(snapshots: str) -> None:
    found = re.search(r"```python\n(# assistant/vision/sources/.*?)```", GUIDE.read_text("utf-8"), re.S)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    source = names["SnapSource"](snapshots, CameraOptions(rotate=90))
    source.open()
    first, second = source.read(), source.read()
    assert (first.number, second.number) == (2, 3) and second.at >= first.at
    assert first.image.shape == (80, 60, 3) and second.image.mean() > first.image.mean()
    source.close()
    gone = names["SnapSource"](snapshots.rsplit(":", 1)[0] + ":9/none.jpg")
    with pytest.raises(SourceError) as lost:
        gone.open()
    assert all(f"doctor.camera_error.{lost.value.code}" in catalogue(lang) for lang in LANGUAGES)
