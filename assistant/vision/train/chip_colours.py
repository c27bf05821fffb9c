"""Training of the chips' colour names: what `describe` says of rendered chips, and two layers that learn the name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from assistant.vision.chips.colour import NAMES, cut_chip, describe, white_of
from assistant.vision.chips.finder import Ellipse
from assistant.vision.synth.chips import COLOURS
from assistant.vision.train.chip_store import ChipExample, read_chunk

IN_VIEW = 0.22
WRONG = 0.01  # at most this share of the held-out chips that are called sure may be misnamed


def ellipse_of(box: NDArray[np.float32], rng: np.random.Generator | None = None) -> Ellipse:
    """The ellipse in a box; with a generator, as inexact as the finder would see it."""
    (x, y), (w, h), turn = cv2.minAreaRect(box)
    a, b, angle = (w / 2, h / 2, np.deg2rad(turn)) if w >= h else (h / 2, w / 2, np.deg2rad(turn + 90))
    if rng is not None:
        x, y = x + float(rng.normal(0, 0.05)) * a, y + float(rng.normal(0, 0.05)) * a
        k = float(np.exp(rng.normal(0, 0.05)))
        a, b = a * k, min(a, b * float(np.exp(rng.normal(0, 0.03)))) * k
    return Ellipse(float(x), float(y), max(2.0, float(a)), max(1.5, float(b)), float(angle))


def described(one: ChipExample, rng: np.random.Generator) -> Iterator[tuple[NDArray[np.float32], int]]:
    """Every chip of a scene in view, as (description, number in COLOURS); papers are the scene's cards, some unseen."""
    picture = cv2.imdecode(one.jpeg, cv2.IMREAD_COLOR)
    assert picture is not None
    image = np.asarray(picture, np.uint8)
    cards = [c for c in one.cards if rng.random() < 0.8]
    white = white_of(image, cards if rng.random() < 0.8 else ())
    keep = np.flatnonzero(one.visible >= IN_VIEW)
    found = [ellipse_of(one.boxes[i], rng) for i in keep]
    for i, e in zip(keep, found, strict=True):
        if e.b < 5:
            continue
        yield describe(cut_chip(image, e, found), white), int(one.colours[i])


def gather(folder: Path, seed: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Descriptions and colours of all chips in the chunks of a folder."""
    xs, ys = [], []
    for path in sorted(folder.glob("chunk-*.npz")):
        for n, one in enumerate(read_chunk(path)):
            for x, y in described(one, np.random.default_rng((seed, int(path.stem.split("-")[1]), n))):
                xs.append(x)
                ys.append(y)
    return np.stack(xs), np.array(ys, np.int64)


def fit(
    x: NDArray[np.float32], y: NDArray[np.int64], held: tuple[NDArray[np.float32], NDArray[np.int64]],
    path: Path, epochs: int = 40, seed: int = 3,
) -> dict[str, float]:  # fmt: skip
    """Train, find temperature and sure threshold on the held-out chips, write `path`; returns what it measured."""
    assert tuple(NAMES) == tuple(COLOURS)
    torch.manual_seed(seed)
    mean, spread = x.mean(0), x.std(0) + 0.02
    net = nn.Sequential(
        nn.Linear(x.shape[1], 128), nn.ReLU(), nn.Dropout(0.15), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10)
    )
    xs, ys = torch.from_numpy((x - mean) / spread), torch.from_numpy(y)
    hx, hy = torch.from_numpy((held[0] - mean) / spread), torch.from_numpy(held[1])
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    steps = epochs * (len(xs) // 256)
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(epochs):
        net.train()
        for part in torch.randperm(len(xs)).split(256):
            if len(part) < 256:
                continue
            noisy = xs[part] + 0.15 * torch.randn_like(xs[part])
            loss = nn.functional.cross_entropy(net(noisy), ys[part], label_smoothing=0.03)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
    net.eval()
    with torch.no_grad():
        logits = net(hx)
        right = logits.argmax(1) == hy
        heats = np.linspace(0.4, 2.0, 33)
        heat = float(min(heats, key=lambda t: float(nn.functional.cross_entropy(logits / t, hy))))
        top = torch.softmax(logits / heat, 1).max(1).values.numpy()
    order = np.argsort(-top)
    wrong = np.cumsum(~right.numpy()[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(wrong <= WRONG)
    sure_from = float(top[order[good[-1]]]) if len(good) else 1.0
    sure_from = max(0.5, sure_from)
    layers = [m for m in net if isinstance(m, nn.Linear)]
    weights = {}
    for k, m in enumerate(layers):
        weights[f"w{k}"] = m.weight.detach().numpy().T.astype(np.float16)
        weights[f"b{k}"] = m.bias.detach().numpy().astype(np.float32)
    np.savez_compressed(
        path, mean=mean, spread=spread, heat=np.float32(heat), sure_from=np.float32(sure_from), **weights
    )
    confused: dict[str, int] = {}
    for a, b in zip(hy.numpy()[~right.numpy()], logits.argmax(1).numpy()[~right.numpy()], strict=True):
        key = f"{COLOURS[a]} as {COLOURS[b]}"
        confused[key] = confused.get(key, 0) + 1
    print(sorted(confused.items(), key=lambda kv: -kv[1])[:12])
    return {"chips": len(x), "held": len(hy), "right": float(right.float().mean()), "sure_from": sure_from,
            "sure": float((top >= sure_from).mean())}  # fmt: skip
