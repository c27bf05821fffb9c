"""From a training checkpoint to what the product loads: ONNX, a stripped half-precision checkpoint, their facts."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from pathlib import Path
from typing import Any

import numpy as np
import torch

from assistant.vision.train.detector import build_model, load_weights
from assistant.vision.train.store import CLASSES


def averaged_model(checkpoint: Path) -> tuple[Any, dict[str, Any]]:
    """The averaged network of a full checkpoint, in float32 for inference, and the state of its training."""
    held = load_weights(checkpoint, torch.device("cpu"))
    model = build_model()
    model.load_state_dict(held["average"])
    return model.float().eval(), dict(held["state"])


def write_onnx(model: Any, path: Path, size: int = 640) -> None:
    """Export with free batch, height and width (multiples of 32); output (B, 4 + classes + 1, N).

    Rows are cx, cy, w, h in input px, a score for each class, and the angle in radians.
    """
    model = model.fuse(verbose=False) if hasattr(model, "fuse") else model
    head = model.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    blank = torch.zeros(1, 3, size, size // 32 * 24 + 32)
    with torch.no_grad():
        model(blank)
        torch.onnx.export(
            model, (blank,), str(path), opset_version=17, dynamo=False,
            input_names=["images"], output_names=["output0"],
            dynamic_axes={"images": {0: "batch", 2: "height", 3: "width"}, "output0": {0: "batch", 2: "anchors"}},
        )  # fmt: skip


def halve(path: Path) -> None:
    """Store the file's large weights in half precision, behind casts that the runtime folds away: half the size."""
    import onnx  # type: ignore[import-not-found, unused-ignore]
    from onnx import numpy_helper  # type: ignore[import-not-found, unused-ignore]

    held = onnx.load(str(path))
    graph = held.graph
    casts = []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size > 512:
            small = numpy_helper.from_array(values.astype(np.float16), weight.name + "_half")
            casts.append(onnx.helper.make_node("Cast", [small.name], [weight.name], to=onnx.TensorProto.FLOAT))
            graph.initializer.remove(weight)
            graph.initializer.append(small)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(held)
    onnx.save(held, str(path))


def write_stripped(model: Any, path: Path, state: dict[str, Any]) -> None:
    """Half-precision weights without the optimiser, in the form Ultralytics' YOLO(path) loads and fine-tunes."""
    empty = dict.fromkeys(("ema", "optimizer", "updates", "best_fitness", "date"))
    told = {"task": "obb", "imgsz": state["recipe"]["size"]}
    held = empty | {"model": model.half(), "epoch": -1, "train_args": told, "version": "8.4"}
    torch.save(held, path)


def sha256(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check(path: Path) -> None:
    """Run the exported file once at two shapes; raises RuntimeError where it does not give what it should."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for high, wide in ((384, 640), (320, 320)):
        (out,) = session.run(None, {"images": np.zeros((1, 3, high, wide), np.float32)})
        cells = sum((high // s) * (wide // s) for s in (8, 16, 32))
        if out.shape != (1, 5 + len(CLASSES), cells) or not np.isfinite(out).all():
            raise RuntimeError(f"{path} gives {out.shape} for {high} x {wide}")


def export(checkpoint: Path, to: Path) -> Path:
    """Write `to`/detector.onnx, .pt and .json from a full checkpoint and return the ONNX file's path."""
    to.mkdir(parents=True, exist_ok=True)
    model, state = averaged_model(checkpoint)
    stripped, onnx = to / "detector.pt", to / "detector.onnx"
    write_stripped(model, stripped, state)
    write_onnx(averaged_model(checkpoint)[0], onnx)
    halve(onnx)
    check(onnx)
    about = {
        "file": onnx.name,
        "sha256": sha256(onnx),
        "checkpoint": {"file": stripped.name, "sha256": sha256(stripped)},
        "classes": list(CLASSES),
        "input": {
            "name": "images",
            "layout": "NCHW RGB 0..1",
            "height": "any multiple of 32",
            "width": "any multiple of 32",
        },
        "output": "(B, 4 + classes + 1, N): cx, cy, w, h in input pixels, class scores, angle in radians",
        "sizes": [640, 416, 320],
        "base": state.get("base", "yolo11n-obb.yaml, from scratch"),
        "recipe": state["recipe"],
        "scenes": state["scenes"],
        "passes": state["seen"],
        "steps": state["steps"],
        "minutes": round(state["spent"] / 60, 1),
        "machine": f"{os.cpu_count()} CPU cores, {platform.machine()}, torch {torch.__version__}",
        "licence": "AGPL-3.0",
    }
    (to / "detector.json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n")
    return onnx
