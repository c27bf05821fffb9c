"""Going on with the detector's scores alone: features are computed once a picture, only the class branches learn.

A twentieth of the work of a whole step, for a machine without a GPU: boxes stay as they are, what changes is which of
them are believed. Each picture is seen in one augmented form, many times; new ones are taken in all the while.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch

from assistant.vision.train.batches import make_batch
from assistant.vision.train.detector import Average, build_model, load_weights, save_checkpoint
from assistant.vision.train.store import SIZE, Shelf


@dataclass(frozen=True)
class HeadRecipe:
    """What decides the outcome beside scenes and the network it starts from."""

    minutes: float = 40.0
    size: int = 416
    batch: int = 16
    rate: float = 1e-3
    last_rate: float = 0.02
    decay: float = 0.01
    seed: int = 11
    tiled: float = 0.12
    stored: int = SIZE
    a_picture: int = 24  # times that each picture is learned from, about
    most: int = 3000  # pictures held in memory (0.6 MB each)


@dataclass
class _Held:
    """One picture: what the neck made of it (half precision, one tensor a level) and the score wanted at each place."""

    features: list[torch.Tensor]
    wanted: torch.Tensor


class _Cache:
    """Runs the frozen network over fresh batches and keeps features and targets."""

    def __init__(self, model: Any, shelf: Shelf, recipe: HeadRecipe) -> None:
        self.model, self.shelf, self.recipe = model, shelf, recipe
        self.loss: Any = model.init_criterion()
        self.held: list[_Held] = []
        self.number = 0
        self.head: Any = model.model[-1]

    @torch.no_grad()  # type: ignore[untyped-decorator, unused-ignore]
    def grow(self) -> None:
        """Take in one more batch of pictures."""
        r = self.recipe
        if self.number % 4 == 0:
            self.shelf.refresh()
        rng = np.random.default_rng((r.seed, self.number))
        made = make_batch(self.shelf.examples, rng, r.batch, r.size, r.stored, r.tiled)
        self.number += 1
        kept: list[list[torch.Tensor]] = []
        hook = self.head.register_forward_pre_hook(lambda _, given: kept.append([f.clone() for f in given[0]]))
        images = torch.from_numpy(made.images).float().div_(255).to(memory_format=torch.channels_last)
        self.model.eval()
        self.head.training = True  # raw answers, its layers still in eval
        try:
            raw = self.model(images)
        finally:
            self.head.training = False
            hook.remove()
        wanted = self._wanted(raw, made.classes, made.boxes, made.owners)
        for i in range(r.batch):
            self.held.append(_Held([f[i].half() for f in kept[0]], wanted[i].half()))

    def _wanted(self, raw: Any, classes: Any, boxes: Any, owners: Any) -> torch.Tensor:
        """The scores that Ultralytics' task-aligned assignment asks for, (batch, places, classes)."""
        caught: list[torch.Tensor] = []
        hook = self.loss.assigner.register_forward_hook(lambda _m, _i, out: caught.append(out[2]))
        batch = {
            "cls": torch.from_numpy(classes), "bboxes": torch.from_numpy(boxes),
            "batch_idx": torch.from_numpy(owners).float(),
        }  # fmt: skip
        try:
            self.loss({k: v if not isinstance(v, tuple) else list(v) for k, v in raw.items()}, batch)
        finally:
            hook.remove()
        return caught[0].float()

    def draw(self, rng: np.random.Generator) -> tuple[list[torch.Tensor], torch.Tensor]:
        """Features of each level (batch, channels, h, w) and wanted scores of some held pictures."""
        some = [self.held[int(i)] for i in rng.integers(len(self.held), size=self.recipe.batch)]
        levels = [torch.stack([h.features[k] for h in some]).float() for k in range(len(some[0].features))]
        return levels, torch.stack([h.wanted for h in some]).float()


def train_head(folder: Path, out: Path, recipe: HeadRecipe, start: Path, *, quiet: bool = False) -> Path:
    """Teach the class branches of the network in `start` for the minutes and return `out`/last.ckpt.

    Raises ValueError where the folder holds no scenes.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(recipe.seed)
    shelf = Shelf(folder)
    if not shelf.refresh():
        raise ValueError(f"no scenes in {folder}: draw some first")
    model = build_model().to(memory_format=torch.channels_last)
    held = load_weights(start, torch.device("cpu"))
    model.load_state_dict(held.get("average", held["model"]))
    for p in model.parameters():
        p.requires_grad_(False)
    cache = _Cache(model, shelf, recipe)
    branches = cache.head.cv3
    learned = list(branches.parameters())
    optimiser = torch.optim.AdamW(learned, lr=recipe.rate, weight_decay=recipe.decay)
    average: Average | None = None
    rng = np.random.default_rng((recipe.seed, 0x4EAD))
    began = shown = time.monotonic()
    steps, total, count = 0, 0.0, 0

    base = f"{start.name}, SHA-256 {sha256(start.read_bytes()).hexdigest()[:16]}…; its boxes kept"

    def save(spent: float) -> None:
        state = {
            "steps": steps, "spent": spent, "seen": steps * recipe.batch, "scenes": len(shelf.examples),
            "pictures": len(cache.held), "base": base,
            "recipe": asdict(recipe) | {"what": "class branches only"},
        }  # fmt: skip
        save_checkpoint(out / "last.ckpt", model, average or Average(model), optimiser, state)
        (out / "run.json").write_text(json.dumps(state, indent=1) + "\n")

    while (spent := time.monotonic() - began) < recipe.minutes * 60:
        if len(cache.held) < recipe.most and steps * recipe.batch >= recipe.a_picture * (len(cache.held) - 64):
            for p in learned:
                p.requires_grad_(False)
            cache.grow()
        for p in learned:
            p.requires_grad_(True)
        branches.train()
        fall = 0.5 * (1 + math.cos(math.pi * min(1.0, spent / (recipe.minutes * 60))))
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * (recipe.last_rate + (1 - recipe.last_rate) * fall) * min(1.0, (steps + 1) / 40)
        levels, wanted = cache.draw(rng)
        scores = torch.cat([b(f).flatten(2) for b, f in zip(branches, levels, strict=True)], 2).permute(0, 2, 1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scores, wanted, reduction="sum")
        loss = loss / max(1.0, float(wanted.sum()))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 10.0)
        optimiser.step()
        average = average or Average(model)
        average.update(model)
        steps, total, count = steps + 1, total + float(loss.detach()), count + 1
        if steps % 200 == 0:
            save(spent)
        if not quiet and time.monotonic() - shown > 30:
            left = recipe.minutes - (time.monotonic() - began) / 60
            told = f"{left:5.1f} min left · step {steps} · {len(cache.held)} pictures of {len(shelf.examples)} scenes"
            print(f"{told} · class loss {total / count:.4f}", flush=True)
            shown, total, count = time.monotonic(), 0.0, 0
    save(time.monotonic() - began)
    return out / "last.ckpt"
