"""Training of the readers from drawn cards only: ``python -m assistant.vision.train reader --minutes 25``.

``--what face`` trains the reader of whole cards; it may start from the index reader's weights, which see alike.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import multiprocessing as mp
import os
import platform
import queue
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from assistant.vision.train.face_crops import FaceMaker
from assistant.vision.train.precision import half_is_fast
from assistant.vision.train.reader_crops import CropMaker
from assistant.vision.train.reader_faces import FaceSet, face_set
from assistant.vision.train.reader_net import RANK_CLASSES, SUIT_CLASSES, Reader

HELD_OUT = 1_000_000  # deck seeds from here on are for validation and never trained on
UNREADABLE = {"guyenne-classic"}  # packaged decks whose courts show no index
MAKERS = {"reader": CropMaker, "face": FaceMaker}  # what is read → who draws it; also the name of the weights
Batch = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]


def draw_pool(folder: Path, decks: int, first: int = 0) -> list[Path]:
    """Draw the decks that the folder lacks (seeds ``first``…) and return the files of those asked for."""
    from assistant.vision.synth.deck import draw_deck

    out = []
    for seed in range(first, first + decks):
        path = folder / f"drawn-{seed:07d}.npz"
        if not path.exists():
            face_set(path.stem, draw_deck(seed, height=420)).save(folder)
            print(f"\rdrawing decks {seed - first + 1}/{decks}", end="", flush=True)
        out.append(path)
    print()
    return out


def packaged_pool(folder: Path) -> list[Path]:
    """Cut the SVG decks this machine has installed (none is fine) and return their files."""
    from assistant.vision.synth.svg_decks import packaged_decks

    out = []
    for deck in packaged_decks(folder.parent / "decks"):
        if deck.name in UNREADABLE:
            continue
        path = folder / f"svg-{deck.name}.npz"
        if not path.exists():
            face_set(path.stem, deck).save(folder)
        out.append(path)
    return out


def folder_pool(folder: Path, root: Path) -> list[Path]:
    """Draw the decks that lie under ``root`` as one SVG file a card and return their files."""
    from assistant.vision.train.reader_svg import decks_in

    out = []
    for deck in decks_in(root):
        path = folder / f"svg-{deck.name}.npz"
        if not path.exists():
            face_set(path.stem, deck).save(folder)
        out.append(path)
    return out


def _feed(what: str, paths: list[str], weights: list[int], seed: int, size: int, out: mp.Queue[Batch]) -> None:
    import cv2

    cv2.setNumThreads(1)
    if hasattr(os, "nice"):
        os.nice(5)  # a crop may be used several times; a training step waits for nobody
    decks = [FaceSet.load(Path(p)) for p, w in zip(paths, weights, strict=True) for _ in range(w)]
    maker = MAKERS[what](decks, seed)
    while True:
        out.put(maker.batch(size))


class Pool:
    """A ring of the newest crops, refilled by processes of their own, drawn from at random."""

    def __init__(self, what: str, paths: list[tuple[Path, int]], seed: int, capacity: int, feeders: int) -> None:
        self.crops = np.empty((capacity, *MAKERS[what].shape, 3), np.uint8)
        self.ranks = np.empty(capacity, np.int64)
        self.suits = np.empty(capacity, np.int64)
        self.filled = self.made = self.at = 0
        self.rng = np.random.default_rng(seed)
        context = mp.get_context("spawn")
        self.queue: mp.Queue[Batch] = context.Queue(8)
        files, weights = [str(p) for p, _ in paths], [w for _, w in paths]
        self.feeders = [
            context.Process(target=_feed, args=(what, files, weights, seed * 1000 + k, 256, self.queue), daemon=True)
            for k in range(feeders)
        ]
        for feeder in self.feeders:
            feeder.start()

    def refill(self, least: int = 0) -> None:
        """Take in what is ready; wait until at least ``least`` crops were ever made."""
        while True:
            try:
                crops, ranks, suits = self.queue.get(timeout=0.5 if self.made < least else 0.0)
            except queue.Empty:
                if self.made >= least:
                    return
                continue
            n = len(ranks)
            where = (self.at + np.arange(n)) % len(self.ranks)
            self.crops[where], self.ranks[where], self.suits[where] = crops, ranks, suits
            self.at = (self.at + n) % len(self.ranks)
            self.filled = min(len(self.ranks), self.filled + n)
            self.made += n
            if self.made >= least and self.queue.empty():
                return

    def draw(self, n: int) -> Batch:
        """``n`` random crops of the ring."""
        i = self.rng.integers(self.filled, size=n)
        return self.crops[i], self.ranks[i], self.suits[i]

    def close(self) -> None:
        """End the feeding processes."""
        for feeder in self.feeders:
            feeder.terminate()
            feeder.join()


def to_tensor(crops: NDArray[np.uint8], device: torch.device) -> Tensor:
    """(N, 96, 56, 3) bytes to (N, 3, 96, 56) in 0..1, channels last."""
    x = torch.from_numpy(np.ascontiguousarray(crops)).to(device).permute(0, 3, 1, 2).float() / 255
    return x.contiguous(memory_format=torch.channels_last)


def validate(model: Reader, held_out: Batch, device: torch.device) -> dict[str, float]:
    """Accuracy of rank, suit and both over held-out crops that hold a card, and of "none" over those that do not."""
    model.eval()
    crops, ranks, suits = held_out
    found_r, found_s = [], []
    for i in range(0, len(ranks), 512):
        with torch.no_grad():
            r, s = model(to_tensor(crops[i : i + 512], device))
        found_r.append(r.argmax(1).cpu().numpy())
        found_s.append(s.argmax(1).cpu().numpy())
    fr, fs = np.concatenate(found_r), np.concatenate(found_s)
    card = (ranks >= 0) & (ranks < 13) & (suits >= 0) & (suits < 4)
    none = (ranks == 14) & (suits == 4)
    model.train()
    return {
        "rank": float((fr == ranks)[card].mean()),
        "suit": float((fs == suits)[card].mean()),
        "card": float(((fr == ranks) & (fs == suits))[card].mean()),
        "none": float((fr == 14)[none].mean()),
        "joker": float((fr == 13)[ranks == 13].mean()) if (ranks == 13).any() else 1.0,
    }


def train_reader(args: argparse.Namespace) -> Path:
    """Train, validate and export the reader; returns the ONNX file. ``args``: see ``options``."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    cache = Path(args.cache)
    paths = [(p, 1) for p in draw_pool(cache, args.decks)]
    packaged = packaged_pool(cache) if args.svg else []
    paths += [(p, args.svg_weight) for p in packaged]
    if args.svg_folder:
        more = folder_pool(cache, Path(args.svg_folder))
        paths += [(p, 2 * args.svg_weight) for p in more]
        packaged += more
    checks = [FaceSet.load(p) for p in draw_pool(cache, args.held_out, HELD_OUT)]
    held_out = MAKERS[args.what](checks, 99).batch(args.check)
    print(f"{len(paths)} decks, {len(packaged)} of them packaged; validation on {len(checks)} others")
    pool = Pool(args.what, paths, args.seed, args.ring, args.feeders)
    model = Reader().to(device).to(memory_format=torch.channels_last)
    if args.resume:
        model.load_state_dict(torch.load(args.resume, map_location=device, weights_only=True), strict=True)
    average = copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(ignore_index=-1)
    try:
        pool.refill(min(args.ring // 4, 4_000))
        started, step, said = time.monotonic(), 0, 0.0
        model.train()
        while (spent := time.monotonic() - started) < args.minutes * 60:
            done = spent / (args.minutes * 60)
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
            pool.refill()
            crops, ranks, suits = pool.draw(args.batch)
            x = to_tensor(crops, device)
            gain = 1 + 0.12 * torch.randn(len(x), 3, 1, 1, device=device)
            x = torch.roll(x, (int(pool.rng.integers(-2, 3)), int(pool.rng.integers(-2, 3))), (2, 3))
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=half_is_fast(device)):
                r, s = model((x * gain).clamp(0, 1))
            loss = loss_of(r.float(), torch.from_numpy(ranks).to(device))
            loss = loss + loss_of(s.float(), torch.from_numpy(suits).to(device))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimiser.step()
            step += 1
            blend(average, model, min(0.998, step / (step + 20.0)))
            if spent - said > 20:
                said = spent
                left = args.minutes - spent / 60
                print(f"step {step} loss {loss.item():.3f} made {pool.made} left {left:.1f} min", flush=True)
                save(model, args)
    finally:
        pool.close()
    final = average
    refresh_norms(final, pool, device)
    figures = validate(final, held_out, device)
    print(figures)
    recipe = {
        "crops": pool.made,
        "passes": step * args.batch,
        "minutes": args.minutes,
        "seed": args.seed,
        "drawn_decks": args.decks,
        "packaged_decks": sorted(p.stem for p in packaged),
        "resumed": bool(args.resume),
        "torch": torch.__version__,
        "machine": f"{platform.machine()}, {device.type}, {args.threads} threads",
    }
    return export(final, Path(args.out), recipe, figures, args.what)


def blend(average: Reader, model: Reader, keep: float) -> None:
    """One step of the running average of the weights; early ones are soon forgotten."""
    with torch.no_grad():
        for a, b in zip(average.parameters(), model.parameters(), strict=True):
            a.lerp_(b, 1 - keep)


def refresh_norms(model: Reader, pool: Pool, device: torch.device) -> None:
    """Batch statistics of the averaged weights, which the running average does not hold."""
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    model.train()
    for _ in range(40):
        with torch.no_grad():
            model(to_tensor(pool.draw(256)[0], device))
    model.eval()


def save(model: nn.Module, args: argparse.Namespace) -> Path:
    """A checkpoint to resume from, in ``args.cache``."""
    path = Path(args.cache) / f"{args.what}-last.pt"
    torch.save(model.state_dict(), path)
    return path


def export(
    model: Reader, folder: Path, recipe: dict[str, Any], figures: dict[str, float], what: str = "reader"
) -> Path:
    """``WHAT.onnx`` (any number of crops), its description, and a half-precision checkpoint for fine-tuning."""
    folder.mkdir(parents=True, exist_ok=True)
    model = model.float().cpu().eval()
    halves = {k: v.half() if v.is_floating_point() else v for k, v in model.state_dict().items()}
    high, wide = MAKERS[what].shape
    torch.save(halves, folder / f"{what}.pt")
    path = folder / f"{what}.onnx"
    torch.onnx.export(
        model,
        (torch.zeros(2, 3, high, wide),),
        str(path),
        input_names=["crops"],
        output_names=["rank", "suit"],
        dynamic_axes={"crops": {0: "n"}, "rank": {0: "n"}, "suit": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    described = folder / f"{what}.json"
    old = json.loads(described.read_text(encoding="utf-8")) if described.exists() else {}
    about = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "input": [high, wide],
        "ranks": list(RANK_CLASSES),
        "suits": list(SUIT_CLASSES),
        "recipe": recipe,
        "validation": figures,
    }
    if "calibration" in old:
        about["calibration"] = old["calibration"]
    described.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def options(parser: argparse.ArgumentParser) -> None:
    """The options of ``train reader``."""
    parser.add_argument("--what", choices=sorted(MAKERS), default="reader")
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--feeders", type=int, default=1)
    parser.add_argument("--decks", type=int, default=240)
    parser.add_argument("--held-out", type=int, default=16)
    parser.add_argument("--check", type=int, default=4000, help="crops of the validation")
    parser.add_argument("--ring", type=int, default=60_000)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--svg", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--svg-weight", type=int, default=3)
    parser.add_argument("--svg-folder", help="decks as one SVG file a card, in folders below this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", help="checkpoint to go on from")
    parser.add_argument("--cache", default="datasets/reader")
    parser.add_argument("--out", default="models")


def main(argv: list[str] | None = None) -> int:
    """Run the training from the command line."""
    parser = argparse.ArgumentParser(prog="python -m assistant.vision.train reader", description=__doc__)
    options(parser)
    train_reader(parser.parse_args(argv))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
