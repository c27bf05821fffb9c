"""Training of the card detector from scratch: Ultralytics' yolo11n-obb and its loss in a loop that suits two CPU cores.

Three classes: `face` and `back` as whole cards (covered parts too), `index` as open corner indices. Time is the budget:
the learning rate falls to its end within `minutes` of wall clock, however fast the machine is.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import queue
import threading
import time
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from assistant.vision.train.batches import Batch, make_batch
from assistant.vision.train.precision import half_is_fast
from assistant.vision.train.store import CLASSES, SIZE, Shelf

BASE = "yolo11n-obb.yaml"


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the outcome beside the scenes."""

    minutes: float = 95.0
    size: int = 416
    batch: int = 16
    rate: float = 2e-3
    last_rate: float = 0.01
    decay: float = 0.01
    warm_up: int = 150
    seed: int = 7
    tiled: float = 0.15
    stored: int = SIZE


class Average:
    """Exponential moving average of the weights, slow to forget once training is under way."""

    def __init__(self, model: torch.nn.Module, updates: int = 0) -> None:
        self.model = deepcopy(model).eval()
        self.updates = updates
        for p in self.model.parameters():
            p.requires_grad_(False)

    @torch.no_grad()  # type: ignore[untyped-decorator, unused-ignore]
    def update(self, model: torch.nn.Module) -> None:
        """Take one step towards the model's weights."""
        self.updates += 1
        keep = 0.9992 * (1 - math.exp(-self.updates / 300))
        fresh = model.state_dict()
        for name, value in self.model.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(keep).add_(fresh[name].detach(), alpha=1 - keep)
            else:
                value.copy_(fresh[name])


def build_model() -> Any:
    """A fresh yolo11n-obb with our three classes and Ultralytics' default gains."""
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import OBBModel

    model: Any = OBBModel(BASE, ch=3, nc=len(CLASSES), verbose=False)
    model.args = get_cfg()
    model.names = dict(enumerate(CLASSES))
    return model


def _optimiser(model: torch.nn.Module, recipe: Recipe) -> torch.optim.AdamW:
    decayed = [p for p in model.parameters() if p.ndim > 1 and p.requires_grad]
    plain = [p for p in model.parameters() if p.ndim <= 1 and p.requires_grad]
    groups: list[dict[str, Any]] = [
        {"params": decayed, "weight_decay": recipe.decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=recipe.rate, betas=(0.9, 0.999))


class _Feeder(threading.Thread):
    """Prepares batches while the network works on the one before."""

    def __init__(self, shelf: Shelf, recipe: Recipe, start: int) -> None:
        super().__init__(daemon=True)
        self.shelf, self.recipe, self.number = shelf, recipe, start
        self.ready: queue.Queue[Batch] = queue.Queue(maxsize=3)
        self.halt = threading.Event()

    def run(self) -> None:
        r = self.recipe
        cv2.setNumThreads(1)  # the network needs the cores
        while not self.halt.is_set():
            if self.number % 25 == 0:
                self.shelf.refresh()
            rng = np.random.default_rng((r.seed, self.number))
            made = make_batch(self.shelf.examples, rng, r.batch, r.size, r.stored, r.tiled)
            self.number += 1
            while not self.halt.is_set():
                try:
                    self.ready.put(made, timeout=1)
                    break
                except queue.Full:
                    continue


def _as_tensors(made: Batch, device: torch.device) -> dict[str, torch.Tensor]:
    images = torch.from_numpy(made.images).to(device, non_blocking=True).float().div_(255)
    return {
        "img": images.to(memory_format=torch.channels_last),
        "cls": torch.from_numpy(made.classes).to(device),
        "bboxes": torch.from_numpy(made.boxes).to(device),
        "batch_idx": torch.from_numpy(made.owners).to(device).float(),
    }


def _loss(
    model: Any, criterion: Any, batch: dict[str, torch.Tensor], device: torch.device
) -> tuple[torch.Tensor, dict[str, float]]:
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=half_is_fast(device)):
        raw = model(batch["img"])
    answer = {k: [f.float() for f in v] if isinstance(v, (list, tuple)) else v.float() for k, v in raw.items()}
    total, parts = criterion(answer, batch)
    return total.sum(), {k: float(v) for k, v in parts.items()}


def save_checkpoint(
    path: Path, model: Any, average: Average, optimiser: torch.optim.Optimizer, state: dict[str, Any]
) -> None:
    """Write everything needed to go on, whole or not at all."""
    part = path.with_suffix(".part")
    torch.save(
        {"model": model.state_dict(), "average": average.model.state_dict(), "updates": average.updates,
         "optimiser": optimiser.state_dict(), "state": state},
        part,
    )  # fmt: skip
    part.replace(path)


def load_weights(path: Path, device: torch.device) -> dict[str, Any]:
    """A checkpoint's content: all of `save_checkpoint`'s, or only `model` of a stripped one in Ultralytics' form."""
    try:
        held: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        return held
    except pickle.UnpicklingError:
        from ultralytics import YOLO

        stripped: Any = YOLO(str(path), task="obb").model
        return {"model": stripped.float().state_dict()}


def train(folder: Path, out: Path, recipe: Recipe, resume: Path | None = None, *, quiet: bool = False) -> Path:
    """Train on the chunks in `folder` until the minutes are over and return the last checkpoint, `out`/last.ckpt.

    A full checkpoint goes on where it stopped; a stripped one gives its weights to a fresh schedule. Raises ValueError
    where the folder holds no scenes.
    """
    out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(recipe.seed)
    shelf = Shelf(folder)
    if not shelf.refresh():
        raise ValueError(f"no scenes in {folder}: draw some first")
    model = build_model().to(device).to(memory_format=torch.channels_last)
    held = load_weights(resume, device) if resume else None
    if held:
        model.load_state_dict(held["model"])
    average = Average(model, held.get("updates", 0) if held else 0)
    optimiser = _optimiser(model, recipe)
    steps, spent, seen = 0, 0.0, 0
    if held and "optimiser" in held:
        average.model.load_state_dict(held["average"])
        optimiser.load_state_dict(held["optimiser"])
        steps, spent, seen = held["state"]["steps"], held["state"]["spent"], held["state"]["seen"]
    criterion = model.init_criterion()
    model.train()
    feeder = _Feeder(shelf, recipe, steps)
    feeder.start()
    began, shown, saved = time.monotonic(), 0.0, time.monotonic()
    sums: dict[str, float] = {}
    count = 0
    last = out / "last.ckpt"

    def state() -> dict[str, Any]:
        return {"steps": steps, "spent": spent, "seen": seen, "scenes": len(shelf.examples), "recipe": asdict(recipe)}

    try:
        base = spent
        while spent < recipe.minutes * 60:
            part = min(1.0, spent / (recipe.minutes * 60))
            fall = recipe.last_rate + (1 - recipe.last_rate) * 0.5 * (1 + math.cos(math.pi * part))
            warm = min(1.0, (steps + 1) / recipe.warm_up)
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * fall * warm
            batch = _as_tensors(feeder.ready.get(timeout=300), device)
            loss, parts = _loss(model, criterion, batch, device)
            if not torch.isfinite(loss):
                raise FloatingPointError(f"the loss is {float(loss)} at step {steps}")
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimiser.step()
            average.update(model)
            steps, seen, count = steps + 1, seen + recipe.batch, count + 1
            for k, v in parts.items():
                sums[k] = sums.get(k, 0.0) + v
            now = time.monotonic()
            spent = base + now - began
            if not quiet and now - shown > 20:
                left = max(0.0, recipe.minutes * 60 - spent)
                told = " ".join(f"{k.replace('_loss', '')} {v / count:.3f}" for k, v in sums.items())
                pace = seen / max(spent, 1e-6)
                print(
                    f"{spent / 60:5.1f} min, {left / 60:5.1f} left · step {steps} · {len(shelf.examples)} scenes · "
                    f"{pace:.1f} img/s · {told}",
                    flush=True,
                )
                shown, sums, count = now, {}, 0
            if now - saved > 180:
                save_checkpoint(last, model, average, optimiser, state())
                saved = now
    finally:
        feeder.halt.set()
        feeder.join(timeout=10)
    save_checkpoint(last, model, average, optimiser, state())
    (out / "run.json").write_text(
        json.dumps(state() | {"cores": os.cpu_count(), "device": device.type}, indent=1) + "\n"
    )
    return last
