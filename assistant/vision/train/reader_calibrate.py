"""Fitting of certainty on rendered held-out scenes: ``python -m assistant.vision.train.reader_calibrate``.

No photograph takes part. Every reading of a rendered scene is right or wrong by the scene's own truth; a logistic model
of its evidence, made monotone, says how often such readings are right, and ``sure`` starts where 1 in 500 is wrong.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import FEATURES, features
from assistant.vision.closed import FEATURES as BACK_FEATURES
from assistant.vision.detectors import detector_called
from assistant.vision.detectors.contours import ContourDetector
from assistant.vision.detectors.geometry import iou
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CardQuad, Kind, Sighting, quad_of
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import CardTruth, compose

FIRST_SEED = 50_000_000  # scenes from here on are never trained on
SIZES = ((640, 480), (960, 720), (1280, 720), (1280, 960), (1920, 1080))
WRONG = 1 / 200  # of the readings of stills that are called sure, on rendered scenes
WRONG_LIVE = 1 / 500  # of those at a live table, where nobody looks before a card is taken
Array = NDArray[np.float64]


@dataclass
class Sample:
    """One reading of a face: its evidence as numbers, whether it was right, and whether its scene could prove it."""

    x: Array
    right: bool


def true_quads(truth: tuple[CardTruth, ...], rng: np.random.Generator) -> list[CardQuad]:
    """The scene's truth as an imperfect detector would report it, for fitting before a detector is trained."""
    out = []
    for t in truth:
        height = float(np.linalg.norm(t.quad[3] - t.quad[0]))
        if t.visible_fraction > 0.45:
            quad = t.quad + rng.normal(0, 0.012 * height, (4, 2)) + rng.normal(0, 0.008 * height, 2)
            kind: Kind = "back" if t.card == BACK else "face"
            out.append(CardQuad(kind, quad_of(quad.tolist()), float(rng.uniform(0.5, 0.95))))
        for index in t.visible_indices:
            if t.card != BACK and rng.random() < 0.85:
                noise = rng.normal(0, 0.006 * height, (4, 2))
                out.append(CardQuad("index", quad_of((index + noise).tolist()), float(rng.uniform(0.4, 0.9))))
    return out


def is_right(sighting: Sighting, truth: tuple[CardTruth, ...]) -> bool:
    """Whether the scene holds that card there: the outlines meet, or (outlines err) it lies within a card's height."""
    seen = np.array(sighting.quad, np.float32)
    for t in truth:
        if t.card == sighting.card:
            quad = t.quad.astype(np.float32)
            if iou(seen, quad) > 0.25:
                return True
            away = float(np.linalg.norm(seen.mean(0) - quad.mean(0)))
            if t.card != BACK and away < float(np.linalg.norm(quad[3] - quad[0])):
                return True
    return False


def right_backs(found: list[CardQuad], truth: tuple[CardTruth, ...]) -> list[bool]:
    """Which of the closed cards told are true ones, each true one taken once, by the best-fitting outline first."""
    true = [t.quad.astype(np.float32) for t in truth if t.card == BACK]
    pairs = [(iou(f.corners, q), i, j) for i, f in enumerate(found) for j, q in enumerate(true)]
    used: set[int] = set()
    right = [False] * len(found)
    for fit_, i, j in sorted(pairs, reverse=True):
        if fit_ > 0.5 and not right[i] and j not in used:
            right[i] = True
            used.add(j)
    return right


def collect(folder: Path, detector: str, seeds: range, threads: int = 1) -> tuple[list[Sample], list[Sample]]:
    """Readings of faces, and closed cards, with their truth, over the rendered scenes of ``seeds``."""
    cv2.setNumThreads(threads)
    finder = None if detector == "truth" else detector_called(detector, folder, threads)
    recogniser = Recogniser(finder or ContourDetector(), folder, threads, whole=False)  # the first certainty is fitted
    samples: list[Sample] = []
    backs: list[Sample] = []
    start = time.monotonic()
    for done, seed in enumerate(seeds, 1):
        rng = np.random.default_rng((seed, 3))
        w, h = SIZES[int(rng.integers(len(SIZES)))]
        scene = compose(random_scene(seed, w, h))
        found = finder.detect(scene.image) if finder is not None else true_quads(scene.truth, rng)
        for sighting, evidence in recogniser.examine(scene.image, found):
            if evidence is not None and sighting.card is not None:
                samples.append(Sample(features(evidence), is_right(sighting, scene.truth)))
        right = right_backs([c.found for c in recogniser.last_closed], scene.truth)
        backs += [Sample(c.evidence, ok) for c, ok in zip(recogniser.last_closed, right, strict=True)]
        if done % 50 == 0:
            print(f"{done}/{len(seeds)} scenes, {len(samples)} readings, {time.monotonic() - start:.0f} s", flush=True)
    return samples, backs


def fit(samples: list[Sample]) -> tuple[Array, float]:
    """Weights and bias of a logistic model by Newton's method, lightly regularised."""
    x = np.array([s.x for s in samples])
    y = np.array([s.right for s in samples], np.float64)
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], 1)
    w = np.zeros(z.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        gradient = z.T @ (p - y) + 1e-2 * np.append(w[:-1], 0)
        curve = (z * (p * (1 - p))[:, None]).T @ z + np.diag(np.append(np.full(len(w) - 1, 1e-2), 1e-6))
        step = np.linalg.solve(curve, gradient)
        w -= np.clip(step, -2, 2)
    weights = w[:-1] / spread
    return weights, float(w[-1] - weights @ mean)


def monotone(p: Array, right: Array, least: int = 60) -> list[tuple[float, float]]:
    """Points of a rising curve from the model's probability to the share that was right (pooled neighbours)."""
    order = np.argsort(p)
    blocks = [[float(right[i]), 1.0, float(p[i]), float(p[i])] for i in order]  # right, count, lowest and highest p
    pooled: list[list[float]] = []
    for block in blocks:
        pooled.append(block)
        while len(pooled) > 1 and (
            pooled[-2][0] / pooled[-2][1] >= pooled[-1][0] / pooled[-1][1] or pooled[-2][1] < least
        ):
            last = pooled.pop()
            pooled[-1] = [pooled[-1][0] + last[0], pooled[-1][1] + last[1], pooled[-1][2], last[3]]
    points = [(0.0, 0.0)]
    for good, count, low, high in pooled:
        share = (good + 0.5) / (count + 1.0)
        points.append(((low + high) / 2, max(points[-1][1], share)))
    points.append((1.0, max(points[-1][1], points[-1][1])))
    return [(round(a, 6), round(b, 6)) for a, b in points]


def sure_from(certainty: Array, right: Array, wrong: float = WRONG) -> float:
    """The least certainty from which on the share of wrong readings is at most ``wrong``."""
    order = np.argsort(-certainty)
    bad = np.cumsum(right[order] < 0.5)
    share = bad / np.arange(1, len(order) + 1)
    good = np.flatnonzero(share <= wrong)
    return float(certainty[order[good[-1]]]) if len(good) else 0.999


def error_of(certainty: Array, right: Array, bins: int = 15) -> float:
    """Expected calibration error over equal bins."""
    which = np.clip((certainty * bins).astype(int), 0, bins - 1)
    total = 0.0
    for b in range(bins):
        members = which == b
        if members.any():
            total += abs(float(certainty[members].mean()) - float(right[members].mean())) * float(members.mean())
    return total


def fit_backs(backs: list[Sample]) -> dict[str, Any]:
    """The logistic model of closed cards, and from where on one is told; empty where there are too few."""
    if len(backs) < 100:
        return {}
    weights, bias = fit(backs)
    x = np.array([b.x for b in backs])
    right = np.array([b.right for b in backs])
    p = 1 / (1 + np.exp(-np.clip(x @ weights + bias, -30, 30)))
    least = 0.5  # told where it is likelier than not
    return {
        "features": list(BACK_FEATURES),
        "weights": [*(round(float(w), 6) for w in weights), round(bias, 6)],
        "from": round(least, 4),
        "error": round(error_of(p, right), 4),
        "right": round(float(right.mean()), 4),
        "sure_of_right": round(float((p[right > 0.5] >= least).mean()), 4),
    }


def curve(samples: list[Sample], cut: int) -> tuple[Array, float, list[tuple[float, float]], Array]:
    """Weights, bias and rising curve fitted on the first ``cut`` samples, and the certainty they give to all (N,)."""
    weights, bias = fit(samples[:cut])
    x = np.array([s.x for s in samples])
    right = np.array([s.right for s in samples])
    p = 1 / (1 + np.exp(-np.clip(x @ weights + bias, -30, 30)))
    knots = monotone(p[:cut], right[:cut])
    certainty = np.interp(p, [k[0] for k in knots], [k[1] for k in knots])
    # ties at the curve's flat ends are told apart by the model itself
    fine = 0.999 * certainty + 0.001 * p
    return weights, bias, [(a, round(0.999 * b + 0.001 * a, 6)) for a, b in knots], fine


def calibrate(folder: Path, detector: str, scenes: int, workers: int, keep: Path | None = None) -> dict[str, object]:
    """Fit on two thirds of the readings, prove on the rest, write ``reader.json``; returns the figures."""
    described = folder / "reader.json"
    about = json.loads(described.read_text(encoding="utf-8"))
    if tuple(about.get("calibration", {}).get("features", ())) != FEATURES and about.pop("calibration", None):
        described.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    parts = [range(FIRST_SEED + k, FIRST_SEED + scenes, workers) for k in range(workers)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        answers = list(pool.map(collect, [folder] * workers, [detector] * workers, parts))
    samples = [s for part, _ in answers for s in part]
    backs = [b for _, part in answers for b in part]
    order = np.random.default_rng(1).permutation(len(samples))
    samples = [samples[i] for i in order]
    cut = len(samples) * 2 // 3
    x = np.array([s.x for s in samples])
    right = np.array([s.right for s in samples])
    weights, bias, knots, fine = curve(samples, cut)
    threshold = sure_from(fine, right)
    held, held_right = fine[cut:], right[cut:]
    sure = held >= threshold
    back_x = np.array([b.x for b in backs]).reshape(-1, len(BACK_FEATURES))
    true_back = np.array([b.right for b in backs], bool)
    if keep is not None:
        np.savez(keep, x=x, right=right, back_x=back_x, true_back=true_back)
    figures: dict[str, object] = {
        "scenes": scenes,
        "readings": len(samples),
        "detector": detector,
        "held_out_error": round(error_of(held, held_right), 4),
        "held_out_right": round(float(held_right.mean()), 4),
        "held_out_sure": round(float(sure.mean()), 4),
        "held_out_sure_wrong": round(float((held_right[sure] < 0.5).mean()) if sure.any() else 0.0, 5),
        "backs": len(backs),
    }
    closed = fit_backs(backs)
    about["calibration"] = {
        "features": list(FEATURES),
        "weights": [round(float(w), 6) for w in weights],
        "bias": round(bias, 6),
        "knots": [list(k) for k in knots],
        "sure_from": round(threshold, 6),
        "live_from": round(sure_from(fine, right, WRONG_LIVE), 6),
        "back_from": closed.pop("from") if closed else 0.6,
        "live_back_from": 0.6,
        "fitted_on": figures,
    }
    if closed:
        about["calibration"]["backs"] = closed
    described.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return figures


def main(argv: list[str] | None = None) -> int:
    """Run the fit from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--detector", default="yolo", help="yolo, contours, or truth (the scenes' own quads)")
    parser.add_argument("--keep", type=Path, help="npz file for the collected evidence")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(argv)
    print(calibrate(args.models, args.detector, args.scenes, args.workers, args.keep))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
