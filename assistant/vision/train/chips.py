"""Training of the chip finder: a small head on the card detector's features, which are computed once and kept.

The head says for each cell of 8 px whether a chip's centre lies there, and what its ellipse is: offset of the centre,
log of the mean radius, and log(long/short) turned by twice the angle, which has no jump where a chip is round.
"""

from __future__ import annotations

import json
import math
import os
import platform
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import onnx  # type: ignore[import-not-found, unused-ignore]
import onnxruntime as ort
import torch
from numpy.typing import NDArray
from torch import nn

from assistant.vision.train.chip_store import ChipExample, read_chunk
from assistant.vision.train.export import halve, sha256

TAPS = {
    "/model.4/cv2/act/Mul_output_0": 128, "/model.6/cv2/act/Mul_output_0": 128,
    "/model.10/cv2/act/Mul_output_0": 256, "/model.16/cv2/act/Mul_output_0": 64,
}  # fmt: skip
CELL, SIZE, WIDE = 8, 320, 48
IN_VIEW, DOUBTFUL = 0.22, 0.1  # shares of a disc: from the first a chip is asked for, below the second it is none
Features = list[NDArray[np.float16]]


def cut_detector(source: Path, path: Path) -> Path:
    """The detector's graph up to the features the head reads, as a file of its own."""
    onnx.utils.extract_model(str(source), str(path), ["images"], list(TAPS))
    return path


def _varied(one: ChipExample, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The scene turned by quarters, scaled, shifted and recoloured, and its boxes with it."""
    picture = cv2.imdecode(one.jpeg, cv2.IMREAD_COLOR)
    assert picture is not None
    source = picture.shape[0]
    a, k = math.radians(90 * int(rng.integers(4))), float(np.exp(rng.uniform(-0.4, 0.4))) * SIZE / source
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    m = np.array([[k * math.cos(a) * mirror, -k * math.sin(a)], [k * math.sin(a) * mirror, k * math.cos(a)]])
    slack = abs(k * source - SIZE) / 2
    shift = SIZE / 2 + rng.uniform(-slack, slack, 2) - m @ np.array([source / 2, source / 2])
    warp = np.column_stack([m, shift]).astype(np.float32)
    laid = cv2.warpAffine(picture, warp, (SIZE, SIZE), flags=cv2.INTER_AREA, borderValue=(114, 114, 114))
    hsv = cv2.cvtColor(laid, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.6, 1.3), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.7, 1.25), 0, 255)
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.uint8), one.boxes @ warp[:, :2].T + warp[
        :, 2
    ]


def ellipses(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Boxes (n, 4, 2) as (n, 5): centre, log mean radius, and log(long/short) times cos and sin of twice the angle."""
    out = np.zeros((len(boxes), 5), np.float32)
    for i, box in enumerate(boxes):
        along, down = (box[1] - box[0]) / 2, (box[2] - box[1]) / 2
        a, b = max(1e-3, float(np.hypot(*along))), max(1e-3, float(np.hypot(*down)))
        turn, k = 2 * math.atan2(float(along[1]), float(along[0])), math.log(a / b)
        out[i] = (*box.mean(0), math.log(math.sqrt(a * b)), k * math.cos(turn), k * math.sin(turn))
    return out


def extract(folder: Path, taps: Path, out: Path, seed: int, variants: int = 1) -> Iterator[Path]:
    """For each chunk of scenes a file with features (float16) and ellipses, so that the head alone is trained."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(taps), options, providers=["CPUExecutionProvider"])
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("chunk-*.npz")):
        target = out / path.name
        if target.exists():
            continue
        features: list[Features] = []
        truths: list[NDArray[np.float32]] = []
        for n, one in enumerate(read_chunk(path) * variants):
            picture, boxes = _varied(one, np.random.default_rng((seed, int(path.stem.split("-")[1]), n)))
            blob = np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255
            got = cast(list[NDArray[Any]], session.run(list(TAPS), {"images": blob}))
            features.append([f[0].astype(np.float16) for f in got])
            truths.append(np.column_stack([ellipses(boxes), one.visible]).reshape(-1, 6).astype(np.float32))
        part = out / f"part-{os.getpid()}.npz"
        np.savez(
            part,
            counts=np.array([len(t) for t in truths]),
            truth=np.concatenate(truths),
            **cast(Any, {f"f{k}": np.stack([f[k] for f in features]) for k in range(len(TAPS))}),
        )
        part.replace(target)
        yield target


class Head(nn.Module):
    """Features in, (B, 6, H/8, W/8) out: logit of a centre, offset in cells, log radius in cells, and the ellipse."""

    def __init__(self) -> None:
        super().__init__()
        self.lateral = nn.ModuleList([nn.Conv2d(c, WIDE, 1) for c in TAPS.values()])
        self.scale = nn.ParameterList([nn.Parameter(torch.ones(1, c, 1, 1)) for c in TAPS.values()])
        self.norm = nn.BatchNorm2d(WIDE)
        self.body = nn.Sequential(
            nn.Conv2d(WIDE, WIDE, 3, padding=1, bias=False), nn.BatchNorm2d(WIDE), nn.ReLU(),
            nn.Conv2d(WIDE, WIDE, 3, padding=2, dilation=2, groups=4, bias=False), nn.BatchNorm2d(WIDE), nn.ReLU(),
            nn.Conv2d(WIDE, WIDE, 3, padding=1, bias=False), nn.BatchNorm2d(WIDE), nn.ReLU(),
        )  # fmt: skip
        self.out = nn.Conv2d(WIDE, 6, 1)
        nn.init.constant_(self.out.bias, 0.0)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def forward(self, f0: torch.Tensor, f1: torch.Tensor, f2: torch.Tensor, f3: torch.Tensor) -> torch.Tensor:
        """The four feature maps, strides 8, 16, 32 and 8."""
        up = nn.functional.interpolate
        x = self.lateral[0](f0 * self.scale[0]) + self.lateral[3](f3 * self.scale[3])
        x = x + up(self.lateral[1](f1 * self.scale[1]), scale_factor=2.0, mode="bilinear", align_corners=False)
        x = x + up(self.lateral[2](f2 * self.scale[2]), scale_factor=4.0, mode="bilinear", align_corners=False)
        return cast(torch.Tensor, self.out(self.body(torch.relu(self.norm(x)))))


def targets(truth: NDArray[np.float32], cells: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the head should say, (6, cells, cells), and weights (2, cells, cells) for the centre and for the ellipse."""
    want = np.zeros((6, cells, cells), np.float32)
    weight = np.zeros((2, cells, cells), np.float32)
    weight[0] = 1
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32)
    nearest = np.full((cells, cells), 1e9, np.float32)
    for cx, cy, log_r, c2, s2, seen in truth:
        u, v = cx / CELL - 0.5, cy / CELL - 0.5
        radius = math.exp(log_r) / CELL
        if seen < DOUBTFUL or not (-0.5 <= u < cells - 0.5 and -0.5 <= v < cells - 0.5):
            continue
        away = (x - u) ** 2 + (y - v) ** 2
        if seen < IN_VIEW or radius < 0.6:
            weight[0][away < (0.6 * radius) ** 2 + 1] = 0
            continue
        sigma = max(0.55, 0.14 * radius)
        want[0] = np.maximum(want[0], np.exp(-away / (2 * sigma * sigma)))
        i, j = min(cells - 1, max(0, round(v))), min(cells - 1, max(0, round(u)))
        want[0, i, j] = 1
        near = (away < max(1.5, 0.12 * radius * radius)) & (away < nearest)
        nearest[near] = away[near]
        weight[1][near] = 1
        for k, value in enumerate((u - x, v - y, np.float32(math.log(radius)), c2, s2)):
            want[k + 1][near] = value[near] if isinstance(value, np.ndarray) and value.ndim else value
    return want, weight


def loss_of(said: torch.Tensor, want: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, float, float]:
    """CenterNet's focal loss for centres, and L1 for ellipses."""
    p = torch.sigmoid(said[:, 0]).clamp(1e-5, 1 - 1e-5)
    t, w = want[:, 0], weight[:, 0]
    centre = t >= 0.999
    good = -((1 - p) ** 2) * p.log() * centre
    bad = -((1 - t) ** 4) * p**2 * (1 - p).log() * (~centre) * w
    count = centre.sum().clamp(min=1)
    heat = (good.sum() + bad.sum()) / count
    ellipse = ((said[:, 1:] - want[:, 1:]).abs() * weight[:, 1:2]).sum() / weight[:, 1].sum().clamp(min=1)
    return heat + ellipse, float(heat.detach()), float(ellipse.detach())


def train(
    folders: Sequence[Path],
    out: Path,
    minutes: float,
    *,
    start: Path | None = None,
    batch: int = 16,
    rate: float = 3e-3,
    seed: int = 5,
) -> Path:
    """Train the head for `minutes` on feature files (new ones are taken in as they appear); returns `out`/head.pt.

    `start` is a head.pt to go on from with a fresh schedule.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    head = Head()
    before: dict[str, Any] = {"steps": 0, "minutes": 0.0}
    if start is not None:
        held_head = torch.load(start, weights_only=True)
        head.load_state_dict(held_head["head"])
        before = held_head["state"]
    head = head.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=0.01)
    began = shown = time.monotonic()
    spent, steps, sums = 0.0, 0, np.zeros(3)
    seen_files: set[str] = set()
    shelf: list[dict[str, Any]] = []
    order: list[tuple[int, int]] = []
    while spent < minutes * 60:
        if len(order) < batch:
            for path in sorted(p for folder in folders for p in folder.glob("chunk-*.npz")):
                if str(path) not in seen_files:
                    seen_files.add(str(path))
                    with np.load(path) as f:
                        held = {k: f[k] for k in f.files}
                    held["truth"] = np.split(held["truth"], np.cumsum(held["counts"])[:-1])
                    made = [targets(t, SIZE // CELL) for t in held["truth"]]
                    held["want"] = np.stack([m[0] for m in made]).astype(np.float16)
                    held["weight"] = np.stack([m[1] for m in made]).astype(np.float16)
                    shelf.append(held)
            order = [(i, j) for i, s in enumerate(shelf) for j in range(len(s["counts"]))]
            rng.shuffle(order)
        mine, order = order[:batch], order[batch:]
        maps = [torch.from_numpy(np.stack([shelf[i][f"f{k}"][j] for i, j in mine])).float() for k in range(len(TAPS))]
        want = torch.from_numpy(np.stack([shelf[i]["want"][j] for i, j in mine])).float()
        weight = torch.from_numpy(np.stack([shelf[i]["weight"][j] for i, j in mine])).float()
        part = spent / (minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (steps + 1) / 50) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))
        head.train()
        loss, heat, ellipse = loss_of(head(*maps), want, weight)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), 5.0)
        optimiser.step()
        steps, sums = steps + 1, sums + np.array([1, heat, ellipse])
        now = time.monotonic()
        spent = now - began
        if now - shown > 20:
            told = f"centre {sums[1] / sums[0]:.3f} ellipse {sums[2] / sums[0]:.3f}"
            print(
                f"{spent / 60:5.1f} min · {steps} · {len(shelf)} chunks · {steps * batch / spent:.1f}/s · {told}",
                flush=True,
            )
            shown, sums = now, np.zeros(3)
            _save(head, out, steps + before["steps"], spent + 60 * before["minutes"], batch, rate, len(shelf))
    return _save(head, out, steps + before["steps"], spent + 60 * before["minutes"], batch, rate, len(shelf))


def _save(head: Head, out: Path, steps: int, spent: float, batch: int, rate: float, chunks: int) -> Path:
    state = {"steps": steps, "minutes": round(spent / 60, 1), "batch": batch, "rate": rate, "scenes": 32 * chunks}
    torch.save({"head": head.state_dict(), "state": state}, out / "head.part")
    (out / "head.part").replace(out / "head.pt")
    return out / "head.pt"


def export(head_file: Path, taps: Path, to: Path) -> Path:
    """Write `to`/chips.onnx (features and head in one graph) and chips.json; returns the ONNX file's path."""
    held = torch.load(head_file, weights_only=True)
    head = Head()
    head.load_state_dict(held["head"])
    head.eval()
    blank = [torch.zeros(1, c, 320 // s, 320 // s) for c, s in zip(TAPS.values(), (8, 16, 32, 8), strict=True)]
    part, path = to / "head.onnx", to / "chips.onnx"
    to.mkdir(parents=True, exist_ok=True)
    names = [f"f{k}" for k in range(len(TAPS))]
    torch.onnx.export(
        head, tuple(blank), str(part), opset_version=17, dynamo=False, input_names=names, output_names=["chips"],
        dynamic_axes={n: {0: "b", 2: f"h{n}", 3: f"w{n}"} for n in [*names, "chips"]},
    )  # fmt: skip
    below, above = onnx.load(str(taps)), onnx.load(str(part))
    above = onnx.compose.add_prefix(above, "head_", rename_inputs=True, rename_outputs=False)
    above.ir_version = below.ir_version
    whole = onnx.compose.merge_models(
        below, above, io_map=[(t, f"head_f{k}") for k, t in enumerate(TAPS)], outputs=["chips"]
    )
    onnx.save(whole, str(path))
    part.unlink()
    halve(path)
    about = {
        "file": path.name, "sha256": sha256(path), "classes": ["chip"], "cell": CELL,
        "input": {"name": "images", "layout": "NCHW RGB 0..1", "height": "multiple of 32", "width": "multiple of 32"},
        "output": "(B, 6, H/8, W/8): logit of a centre, its offset in cells (x, y), log of the mean radius in cells, "
        "log(long/short) times cos and sin of twice the long axis' angle",
        "base": "the card detector's layers 0 to 16, frozen, and a head trained on their features",
        "recipe": held["state"],
        "machine": f"{os.cpu_count()} CPU cores, {platform.machine()}, torch {torch.__version__}",
        "licence": "AGPL-3.0",
    }  # fmt: skip
    (to / "chips.json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n")
    return path
