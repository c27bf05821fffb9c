"""`fala bench eye`: milliseconds a 1080p frame for detector and reader, on every engine that is installed.

Three kinds of frame are shown to the table's own pipeline, cards laid by the renderer: nothing changed, one card came,
thirteen cards came. The aims are for onnxruntime on two cores.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.phrases import say
from assistant.vision.detectors import detector_called
from assistant.vision.detectors.ultra import UltralyticsDetector
from assistant.vision.detectors.yolo import YoloDetector
from assistant.vision.eye import Eye
from assistant.vision.layout import Layout
from assistant.vision.reader import IndexReader
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import CARDS, Image
from assistant.vision.rectify import CROP_H, CROP_W
from assistant.vision.runtime import ENGINES, best_engine
from assistant.vision.sources.base import Frame
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Item, Scene, card_item, compose
from assistant.vision.synth.surfaces import surface
from assistant.vision.weights import models_folder

WIDE, HIGH, TALL = 1920, 1080, 130
AIMS = {"nothing": 25.0, "one": 70.0, "thirteen": 200.0}  # ms, median
WIDTHS = (1280, 1920, 3840)  # pixels
CROPS = 4  # of one card: two corners, through two outlines
DETECTOR_SIZE = 640
Times = dict[str, list[float]]


def measured(work: Callable[[], object], rounds: int) -> list[float]:
    """Milliseconds of each round, two rounds before them not counted."""
    for _ in range(2):
        work()
    out = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        out.append((time.perf_counter() - began) * 1000)
    return out


def table_with(cards: int, seed: int = 5) -> Image:
    """A felt table at 1080p with so many open cards on it, always in the same places, (1080, 1920, 3) BGR."""
    deck = draw_deck(0, height=400, wide_fonts=False)
    ground = surface("felt", WIDE, HIGH, np.random.default_rng(seed))
    items: list[Item] = []
    for k in range(cards):
        at = (260 + 230 * (k % 7), 300 + 260 * (k // 7))
        name = CARDS[(7 * k + 3) % 52]
        items.append(card_item(deck.faces[name], name, at, float(11 * k % 360), TALL))
    return compose(Scene(WIDE, HIGH, ground, tuple(items), seed=seed)).image


def engines() -> list[str]:
    """The engines that run the ONNX files here."""
    return [e for e in ENGINES if e == "onnxruntime" or find_spec(e) is not None]


def parts(rounds: int, threads: int) -> Times:
    """Detector (one pass at 640 px) and reader (one card's four crops) on each engine, and on torch where it is."""
    image = table_with(13)
    crops = np.random.default_rng(0).integers(0, 256, (CROPS, CROP_H, CROP_W, 3), np.uint8)
    out: Times = {}
    for engine in engines():
        detector = YoloDetector(threads=threads, engine=engine)
        out[f"detector {engine}"] = measured(lambda d=detector: d.look(image, DETECTOR_SIZE), rounds)  # type: ignore[misc]
        reader = IndexReader(threads=threads, engine=engine)
        out[f"reader {engine}"] = measured(lambda r=reader: r.read(crops), rounds)  # type: ignore[misc]
    if find_spec("ultralytics") is not None:
        own = UltralyticsDetector(models_folder() / "detector.pt", threads=threads)
        out["detector torch"] = measured(lambda: own.look(image, DETECTOR_SIZE), rounds)
    return out


def frames(rounds: int, threads: int) -> Times:
    """Whole frames through the table's pipeline: the frame in which the change has come to rest is the one timed."""
    pictures = {n: table_with(n) for n in (0, 12, 13)}
    out: Times = {"nothing": [], "one": [], "thirteen": []}
    halves = {
        "S1": ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)),
        "S2": ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)),
    }
    layout = Layout(("S1", "S2"), "S1", halves)
    recogniser = Recogniser(YoloDetector(threads=threads), threads=threads, live=True)
    for _ in range(rounds):
        for kind, before, after in (("one", 12, 13), ("thirteen", 0, 13)):
            eye = Eye(layout, recogniser, card_pixels=float(TALL))
            number = 0

            def feed(picture: NDArray[np.uint8], eye: Eye = eye) -> tuple[float, bool]:
                nonlocal number
                number += 1
                looked, at = eye.counts.looked, number / 30
                began = time.perf_counter()
                eye.feed(Frame(picture, number, at, at))
                return (time.perf_counter() - began) * 1000, eye.counts.looked > looked

            for _ in range(6):
                feed(pictures[before])
            took = [feed(pictures[after]) for _ in range(3)]
            out[kind] += [max(ms for ms, _ in took)]
            rest = [feed(pictures[after]) for _ in range(6)]
            out["nothing"] += [ms for ms, looked in rest[3:] if not looked]
    return out


def looks(rounds: int, threads: int) -> dict[str, Times]:
    """Milliseconds of one look at a still of thirteen cards, by detector and by the width of the picture in pixels."""
    still = table_with(13)
    out: dict[str, Times] = {}
    for name in ("yolo", "contours"):
        recogniser = Recogniser(detector_called(name, threads=threads), threads=threads)
        out[name] = {}
        for width in WIDTHS:
            shrink = cv2.INTER_AREA if width < WIDE else cv2.INTER_CUBIC
            picture = np.asarray(cv2.resize(still, (width, width * HIGH // WIDE), interpolation=shrink), np.uint8)
            out[name][str(width)] = measured(lambda r=recogniser, p=picture: r.look(p), rounds)  # type: ignore[misc]
    return out


def median_p95(ms: Sequence[float]) -> tuple[float, float]:
    """Milliseconds: half are below the first, 95 % below the second."""
    return float(np.median(ms)), float(np.percentile(ms, 95))


def run_bench_eye(*, rounds: int, threads: int, json_out: bool = False, lang: str = "pt-BR") -> int:
    """Print what was measured, each aim met or by how much not; 0 where all are met, 1 where one is not."""
    cv2.setNumThreads(threads)
    pieces, whole = parts(rounds, threads), frames(max(3, rounds // 3), threads)
    met = all(median_p95(whole[kind])[0] <= aim for kind, aim in AIMS.items())
    if json_out:
        told = {
            name: dict(zip(("median", "p95"), median_p95(ms), strict=True)) for name, ms in (pieces | whole).items()
        }
        print(json.dumps({"threads": threads, "engine": best_engine(), "ms": told, "met": met}))
        return 0 if met else 1
    for name, ms in pieces.items():
        p50, p95 = median_p95(ms)
        print(say(lang, "eye.bench_part", what=name, p50=f"{p50:.1f}", p95=f"{p95:.1f}"))
    for kind, aim in AIMS.items():
        p50, p95 = median_p95(whole[kind])
        code = "eye.bench_met" if p50 <= aim else "eye.bench_missed"
        what = say(lang, f"eye.bench_{kind}")
        print(say(lang, code, what=what, p50=f"{p50:.1f}", p95=f"{p95:.1f}", aim=round(aim), over=f"{p50 - aim:.0f}"))
    return 0 if met else 1
