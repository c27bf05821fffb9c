"""The reader of whole faces: pips and letters of a card as far as it is open, for where the indices leave doubt."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from assistant.vision.reader import CropReading, readings_from
from assistant.vision.records import Corners
from assistant.vision.rectify import Pyramid, sides
from assistant.vision.weights import Weights, find_weights

FACE_W, FACE_H = 88, 120  # pixels of a picture of a whole card
MARGIN = 4  # of them around the card, for an outline that is a little wrong
FRAME = np.array(
    [[MARGIN, MARGIN], [FACE_W - MARGIN, MARGIN], [FACE_W - MARGIN, FACE_H - MARGIN], [MARGIN, FACE_H - MARGIN]],
    np.float32,
)
CHUNK = 32


class FaceReader:
    """The network, loaded once; raises WeightsError where its weights are missing or not those it was measured with."""

    def __init__(self, folder: Path | None = None, threads: int = 0) -> None:
        self.weights: Weights = find_weights("face", folder)
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # as for the other networks
        self.session = ort.InferenceSession(str(self.weights.path), options, providers=["CPUExecutionProvider"])

    def read(self, pyramid: Pyramid, quads: list[Corners]) -> list[CropReading]:
        """One reading for each card outline (4, 2), its first corner the top left of the card as it is read."""
        pictures = np.empty((len(quads), FACE_H, FACE_W, 3), np.uint8)
        for i, quad in enumerate(quads):
            matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), FRAME), np.float64)
            pictures[i] = pyramid.warp(matrix, (FACE_W, FACE_H), sides(quad)[1] / (FACE_H - 2 * MARGIN))
        return self.read_pictures(pictures)

    def read_pictures(self, pictures: NDArray[np.uint8]) -> list[CropReading]:
        """One reading for each of the (N, 120, 88, 3) BGR pictures."""
        out: list[CropReading] = []
        for i in range(0, len(pictures), CHUNK):
            batch = np.ascontiguousarray(pictures[i : i + CHUNK].transpose(0, 3, 1, 2), np.float32) / 255.0
            rank, suit = (cast(NDArray[Any], a) for a in self.session.run(["rank", "suit"], {"crops": batch}))
            out += readings_from(rank, suit)
        return out
