"""`fala eval`: the eye measured on labelled photographs, spoiled copies of them, and rendered tables without cards."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import cv2

from assistant.phrases import language, say
from assistant.vision.detectors.replay import RecordError
from assistant.vision.evaluate import Tally, evaluate, expected_error, plot, table
from assistant.vision.reading import opened
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK
from assistant.vision.spoil import SPOILS
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import compose

EMPTY_SEED = 70_000_000  # rendered tables from here on are never trained on


def false_cards(recogniser: Recogniser, tables: int, size: tuple[int, int] = (1280, 720)) -> tuple[int, int]:
    """Sure faces and sure backs seen on rendered tables without a card."""
    faces = backs = 0
    for seed in range(EMPTY_SEED, EMPTY_SEED + tables):
        for s in recogniser.look(compose(random_scene(seed, *size, empty=True)).image):
            faces += s.sure and s.card != BACK
            backs += s.sure and s.card == BACK
    return faces, backs


def run_eval(
    folder: Path,
    *,
    only: str | None = None,
    detector: str = "yolo",
    spoiled: str | None = None,
    plot_to: Path | None = None,
    empty: int = 0,
    json_out: bool = False,
    lang: str | None = None,
) -> int:
    """Print rates per source (and the reliability curve to a file); 2 where an option or a file is not right."""
    lang = language(lang or next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))
    if spoiled is not None and spoiled not in SPOILS:
        return _complain(say(lang, "eye.bad_spoil", name=spoiled, names=", ".join(SPOILS)))
    recogniser = opened(detector, lang)
    if recogniser is None:
        return 2
    try:
        tallies = evaluate(folder, recogniser, only, SPOILS[spoiled] if spoiled else None)
    except RecordError as e:
        return _complain(say(lang, f"eye.{e.code}", path=e.path, line=e.at))
    if not tallies:
        return _complain(say(lang, "eye.no_labels", path=folder))
    everything = Tally()
    for t in tallies.values():
        everything.add(t)
    if json_out:
        print(json.dumps({name: _figures(t) for name, t in [*sorted(tallies.items()), ("ALL", everything)]}))
    else:
        print(table(tallies))
    if empty:
        faces, backs = false_cards(recogniser, empty)
        print(say(lang, "eye.empty_tables", n=empty, faces=faces, backs=backs))
    if plot_to is not None:
        done, data = cv2.imencode(plot_to.suffix or ".png", plot(everything.pairs))
        if not done:
            return _complain(say(lang, "eye.not_written", path=plot_to))
        plot_to.write_bytes(data.tobytes())
    return 0


def _figures(t: Tally) -> dict[str, float]:
    out: dict[str, float] = {k: v for k, v in vars(t).items() if k != "pairs"}
    out |= {f"{name}_rate": round(t.rate(name), 4) for name in ("rank", "suit", "card", "right")}
    return out | {"ece": round(expected_error(t.pairs), 4), "pairs": len(t.pairs)}


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2
