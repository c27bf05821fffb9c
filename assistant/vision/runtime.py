"""Running the networks' ONNX files: by OpenVINO where it is installed, else by onnxruntime."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

ENGINES = ("onnxruntime", "openvino")
Blob = NDArray[np.float32]


class Network(Protocol):
    """A loaded network with one input."""

    engine: str
    shape: tuple[int | None, ...]  # of the input; None where any size will do

    def run(self, blob: Blob, outputs: tuple[str, ...]) -> list[NDArray[Any]]:
        """The named outputs for one input of float32."""
        ...


def best_engine() -> str:
    """OpenVINO where it is installed, onnxruntime otherwise."""
    return "openvino" if find_spec("openvino") is not None else "onnxruntime"


def load_network(path: Path, threads: int = 0, engine: str | None = None) -> Network:
    """The network of an ONNX file; ``threads`` 0: as the engine likes; ValueError: unknown engine."""
    engine = engine or best_engine()
    if engine == "openvino":
        return OpenVinoNetwork(path, threads)
    if engine == "onnxruntime":
        return OrtNetwork(path, threads)
    raise ValueError(f"{engine!r} runs no network; there are: {', '.join(ENGINES)}")


class OrtNetwork:
    """onnxruntime on the CPU."""

    engine = "onnxruntime"

    def __init__(self, path: Path, threads: int = 0) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # it would keep a core from the rest
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        entry = self._session.get_inputs()[0]
        self._input = str(entry.name)
        self.shape = tuple(int(v) if isinstance(v, int) else None for v in entry.shape)

    def run(self, blob: Blob, outputs: tuple[str, ...]) -> list[NDArray[Any]]:
        """The named outputs for one input of float32."""
        return cast(list[NDArray[Any]], self._session.run(list(outputs), {self._input: blob}))


class OpenVinoNetwork:
    """OpenVINO on the CPU, in full precision: half of it would move certainties that were calibrated."""

    engine = "openvino"

    def __init__(self, path: Path, threads: int = 0) -> None:
        import openvino  # type: ignore[import-not-found, unused-ignore]

        settings: dict[str, Any] = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"}
        if threads:
            settings["INFERENCE_NUM_THREADS"] = threads
        core: Any = openvino.Core()
        self._compiled: Any = core.compile_model(core.read_model(str(path)), "CPU", settings)
        sizes = self._compiled.inputs[0].get_partial_shape()
        self.shape = tuple(int(d.get_length()) if d.is_static else None for d in sizes)
        self._request: Any = self._compiled.create_infer_request()

    def run(self, blob: Blob, outputs: tuple[str, ...]) -> list[NDArray[Any]]:
        """The named outputs for one input of float32."""
        self._request.infer([np.ascontiguousarray(blob)])
        return [np.array(self._request.get_tensor(name).data) for name in outputs]
