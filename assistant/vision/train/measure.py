"""How many cards of photographs a detector finds: `python -m assistant.vision.train.measure PHOTOS [--models DIR]`.

Photographs are for measuring only. A face counts as found where a detection of either side covers its labelled quad
with IoU >= 0.5; precision is told where every card in view is labelled with a quad.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.vision.detectors.geometry import iou
from assistant.vision.detectors.yolo import YoloDetector
from assistant.vision.records import CardQuad, Image

MATCH = 0.5


def photographs(root: Path, only: str | None) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Source, path and label entry of every labelled photograph with cards below `root`."""
    for labels in sorted(root.rglob("labels.json")):
        source = labels.parent.name
        if only is None or only == source:
            for entry in json.loads(labels.read_text()):
                yield source, labels.parent / entry["image"], entry


def score(entry: dict[str, Any], found: list[CardQuad], least: float) -> Counter[str]:
    """Counts of one photograph: labelled, found, and, where that can be told, how many detections are right."""
    told: Counter[str] = Counter()
    cards = [f for f in found if f.kind in ("face", "back") and f.score >= least]
    labelled = [(c["card"], np.array(c["quad"], np.float32)) for c in entry["cards"] if c["quad"]]
    told["faces"] = sum(c["card"] != "back" for c in entry["cards"])
    told["backs"] = sum(c["card"] == "back" for c in entry["cards"])
    told["seen faces"] = sum(c.kind == "face" for c in cards)
    told["seen backs"] = sum(c.kind == "back" for c in cards)
    told["indices"] = sum(f.kind == "index" and f.score >= least for f in found)
    taken: set[int] = set()
    for card, quad in labelled:
        if card == "back":
            continue
        told["quads"] += 1
        best, at = 0.0, -1
        for k, one in enumerate(cards):
            cover = iou(quad, one.corners)
            if k not in taken and cover > best:
                best, at = cover, k
        if best >= MATCH:
            taken.add(at)
            told["found"] += 1
            told["found as face"] += cards[at].kind == "face"
            told["iou"] += round(best * 1000)
    if entry.get("complete") and len(labelled) == len(entry["cards"]):
        told["detections"] = len(cards)
        told["right"] = len(taken)
    return told


def draw(image: Image, found: list[CardQuad], entry: dict[str, Any], least: float) -> Image:
    """A copy with labels in yellow, faces green, backs blue, indices magenta."""
    picture = image.copy()
    thick = max(1, max(image.shape[:2]) // 500)
    for c in entry["cards"]:
        if c["quad"]:
            cv2.polylines(picture, [np.array(c["quad"]).astype(np.int32)], True, (0, 220, 255), thick)
    colours = {"face": (60, 220, 60), "back": (255, 120, 30), "index": (230, 40, 230)}
    for f in found:
        if f.score >= least:
            cv2.polylines(picture, [f.corners.astype(np.int32)], True, colours[f.kind], thick)
            x, y = f.corners[0].astype(int).tolist()
            if f.kind != "index":
                cv2.putText(
                    picture, f"{f.score:.2f}", (x, y), cv2.FONT_HERSHEY_SIMPLEX, thick * 0.4, colours[f.kind], thick
                )
    return picture


def main(argv: list[str]) -> int:
    """Print recall and precision for every source."""
    parser = argparse.ArgumentParser(prog="python -m assistant.vision.train.measure", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--only")
    parser.add_argument("--sizes", type=int, nargs="+", default=[640])
    parser.add_argument("--least", type=float, default=0.35)
    parser.add_argument("--every", type=int, default=1, help="look at every n-th photograph only")
    parser.add_argument("--draw", type=Path, help="a folder for pictures with the findings drawn in")
    args = parser.parse_args(argv)
    detector = YoloDetector(args.models, sizes=tuple(args.sizes), threads=1)
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for number, (source, path, entry) in enumerate(photographs(args.photos, args.only)):
        if number % args.every or not path.exists():
            continue
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        found = detector.detect(image)
        sums[source] += score(entry, found, args.least)
        sums[source]["photos"] += 1
        if args.draw:
            args.draw.mkdir(parents=True, exist_ok=True)
            picture = draw(image, found, entry, args.least)
            scale = min(1.0, 900 / max(picture.shape[:2]))
            cv2.imwrite(
                str(args.draw / f"{source}-{path.stem}.jpg"),
                cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA),
            )
    print(f"{'source':24} photos  recall (of quads)     precision   mean IoU  faces seen/labelled  backs  indices")
    for source, c in sorted(sums.items()):
        recall = f"{c['found'] / c['quads']:.3f} ({c['found']}/{c['quads']})" if c["quads"] else "-"
        precision = f"{c['right'] / c['detections']:.3f}" if c["detections"] else "-"
        cover = f"{c['iou'] / 1000 / c['found']:.3f}" if c["found"] else "-"
        print(
            f"{source:24} {c['photos']:6}  {recall:20}  {precision:9}   {cover:8}  {c['seen faces']:5}/{c['faces']:<5}"
            f"          {c['seen backs']}/{c['backs']}    {c['indices']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
