"""Fitting of certainty where whole faces were looked at: ``python -m assistant.vision.train.face_calibrate``.

As `reader_calibrate`, on the readings whose indices leave doubt: half of them from rendered scenes of every kind, half
from virtual tables; no photograph takes part. It is fitted after the index reader's own calibration.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.calibration import WHOLE_FEATURES, whole_features
from assistant.vision.detectors import detector_called
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CARDS, Image
from assistant.vision.sources.virtual import render
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import CardTruth, compose
from assistant.vision.train.reader_calibrate import (
    SIZES,
    Array,
    Sample,
    curve,
    error_of,
    is_right,
    sure_from,
)
from assistant.world import CARD_WIDTH, SMALL, WorldCamera, WorldCard, WorldLight, WorldSnapshot, places

FIRST_SEED = 60_000_000  # scenes from here on are neither trained on nor used for the first calibration
WRONG, WRONG_LIVE = 1 / 200, 1 / 500


def pictures(seeds: range) -> Iterator[tuple[Image, tuple[CardTruth, ...]]]:
    """A random scene and a virtual table with open cards for every seed, each with its truth."""
    for seed in seeds:
        rng = np.random.default_rng((seed, 3))
        scene = compose(random_scene(seed, *SIZES[int(rng.integers(len(SIZES)))]))
        yield scene.image, scene.truth
        table = render(table_of(seed))
        yield table.image, table.truth


def table_of(seed: int) -> WorldSnapshot:
    """A Stick table with all cards dealt: rows laid by hand, half covering each other."""
    rng = np.random.default_rng((seed, 0x7AB))
    seats = tuple(str(i + 1) for i in range(4 + seed % 3))
    codes = rng.permutation(np.array(CARDS))
    cards: list[WorldCard] = []
    for home in places(SMALL, seats):
        step = rng.uniform(0.034, 0.072)
        for place in range(5):
            along = (place - 2) * min(step, (home.room - CARD_WIDTH - 0.03) / 4) + rng.normal(0, 0.003)
            angle = home.angle + rng.normal(0, 7.0 if rng.random() < 0.06 else 2.2) + 180.0 * float(rng.integers(2))
            code = str(codes[len(cards)])
            up = place > 0
            at = home.point(float(along), float(rng.normal(0, 0.004)))
            cards.append(WorldCard(code if up else "", up, at, float(angle), home.seat, place))
    light = WorldLight(gain=float(rng.uniform(0.8, 1.15)), warmth=float(rng.uniform(-0.2, 0.6)))
    ground = str(rng.choice(["felt", "wood", "cloth"]))
    return WorldSnapshot(
        0, SMALL, tuple(cards), light=light, camera=WorldCamera(noise=4.0), table=ground,
        deck_style=int(rng.integers(10_000)), seed=seed,
    )  # fmt: skip


def collect(folder: Path, detector: str, seeds: range) -> list[Sample]:
    """Doubtful readings of faces over the pictures of ``seeds``."""
    cv2.setNumThreads(1)
    recogniser = Recogniser(detector_called(detector, folder, 1), folder, 1, live=True)
    samples = []
    start = time.monotonic()
    for done, (image, truth) in enumerate(pictures(seeds), 1):
        for sighting, evidence in recogniser.examine(image, recogniser.detector.detect(image)):
            if evidence is None or evidence.whole is None or sighting.card in (None, BACK):
                continue
            first = recogniser.calibration.certainty(evidence)
            samples.append(Sample(whole_features(evidence, first), is_right(sighting, truth)))
        if done % 50 == 0:
            print(
                f"{done}/{2 * len(seeds)} pictures, {len(samples)} readings, {time.monotonic() - start:.0f} s",
                flush=True,
            )
    return samples


def calibrate(folder: Path, detector: str, scenes: int, workers: int, keep: Path | None = None) -> dict[str, object]:
    """Fit on two thirds of the readings, prove on the rest, write ``face.json``; returns the figures."""
    described = folder / "face.json"
    about = json.loads(described.read_text(encoding="utf-8"))
    if tuple(about.get("calibration", {}).get("features", ())) != WHOLE_FEATURES and about.pop("calibration", None):
        described.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    parts = [range(FIRST_SEED + k, FIRST_SEED + scenes, workers) for k in range(workers)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        samples = [s for part in pool.map(collect, [folder] * workers, [detector] * workers, parts) for s in part]
    order = np.random.default_rng(1).permutation(len(samples))
    x: Array = np.array([samples[i].x for i in order])
    right: Array = np.array([samples[i].right for i in order], np.float64)
    if keep is not None:
        np.savez(keep, x=x, right=right)
    cut = len(samples) * 2 // 3
    weights, bias, knots, fine = curve([samples[i] for i in order], cut)
    still, live = sure_from(fine, right, WRONG), sure_from(fine, right, WRONG_LIVE)
    figures: dict[str, object] = {
        "scenes": 2 * scenes,
        "readings": len(samples),
        "detector": detector,
        "right": round(float(right.mean()), 4),
        "held_out_error": round(error_of(fine[cut:], right[cut:]), 4),
        "sure": round(float((fine >= still).mean()), 4),
        "sure_wrong": f"stills {int((right[fine >= still] < 0.5).sum())} of {int((fine >= still).sum())}, "
        f"live {int((right[fine >= live] < 0.5).sum())} of {int((fine >= live).sum())}",
    }
    about["calibration"] = {
        "features": list(WHOLE_FEATURES),
        "weights": [round(float(w), 6) for w in weights],
        "bias": round(bias, 6),
        "knots": [list(k) for k in knots],
        "sure_from": round(still, 6),
        "live_from": round(live, 6),
        "fitted_on": figures,
    }
    described.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return figures


def main(argv: list[str] | None = None) -> int:
    """Run the fit from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=500)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--detector", default="yolo")
    parser.add_argument("--keep", type=Path, help="npz file for the collected evidence")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(argv)
    print(calibrate(args.models, args.detector, args.scenes, args.workers, args.keep))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
