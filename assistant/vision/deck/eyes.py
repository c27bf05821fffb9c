"""What the reader's network sees in an index before it names it: an embedding in which prints can be compared.

It is taken from the same weights the reader uses, whatever their training: the graph is given two more outputs, the
inputs of its last layers, when it is loaded. A taught deck keeps pictures and never embeddings, so new weights only
mean that they are computed anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from assistant.vision.reader import CHUNK
from assistant.vision.weights import WeightsError, find_weights

HEADS = ("rank", "suit")
# Field numbers of ONNX' protocol buffers: ModelProto.graph, GraphProto.node and .output, NodeProto, ValueInfoProto.
_GRAPH, _NODE, _OUTPUT, _INPUTS, _OUTPUTS, _NAME, _TYPE = 7, 1, 12, 1, 2, 1, 2


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _fields(data: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The length-delimited fields of one message; numbers and fixed fields are passed over."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 2:
            size, at = _varint(data, at)
            yield key >> 3, data[at : at + size]
            at += size
        elif kind == 0:
            _, at = _varint(data, at)
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise WeightsError(f"wire type {kind} in a model file")


def _message(field: int, content: bytes) -> bytes:
    def number(value: int) -> bytes:
        out = bytearray()
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        return bytes([*out, value])

    return number(field << 3 | 2) + number(len(content)) + content


def with_embeddings(model: bytes) -> tuple[bytes, list[str]]:
    """The model with the inputs of its last layers as outputs too, and their names; WeightsError where it has none.

    Two `graph` messages in one file are read as one: what is appended adds to what is there.
    """
    names: dict[str, str] = {}
    for field, graph in _fields(memoryview(model)):
        if field != _GRAPH:
            continue
        for inner, node in _fields(graph):
            if inner != _NODE:
                continue
            entries = [(f, bytes(v).decode("utf-8", "replace")) for f, v in _fields(node) if f in (_INPUTS, _OUTPUTS)]
            for head in HEADS:
                if (_OUTPUTS, head) in entries:
                    names[head] = next(v for f, v in entries if f == _INPUTS)
    if set(names) != set(HEADS):
        raise WeightsError("the reader's weights have no last layers for rank and suit")
    wanted = [names[h] for h in HEADS]
    floats = _message(_TYPE, _message(1, b"\x08\x01"))  # a tensor of float32, its shape left open
    added = b"".join(_message(_OUTPUT, _message(_NAME, n.encode()) + floats) for n in wanted)
    return model + _message(_GRAPH, added), wanted


class IndexEyes:
    """The network up to its last layers; ``threads`` 0 leaves their number to onnxruntime."""

    def __init__(self, folder: Path | None = None, threads: int = 0) -> None:
        model, self.outputs = with_embeddings(find_weights("reader", folder).path.read_bytes())
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self.session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def embed(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Embeddings for rank and for suit, (N, D) each, of (N, 96, 56, 3) BGR crops."""
        ranks, suits = [], []
        for i in range(0, len(crops), CHUNK):
            batch = np.ascontiguousarray(crops[i : i + CHUNK].transpose(0, 3, 1, 2), np.float32) / 255.0
            rank, suit = cast(list[NDArray[Any]], self.session.run(self.outputs, {"crops": batch}))
            ranks.append(rank.astype(np.float32))
            suits.append(suit.astype(np.float32))
        return np.concatenate(ranks), np.concatenate(suits)
