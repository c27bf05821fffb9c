"""The replayer's bar: a 6-hour night of 5,000 facts and 1,500 frames refolds in at most 1 s and opens in at most 2 s.

`PYTHONPATH=tests python tests/records/long_night.py` measures both, the second in Chromium, and storage.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from browser_kit import launched
from night_facts import NightFacts

from assistant.facts import CardDealt, CardTurned
from assistant.records.evidence import CardRead, EvidenceStore
from assistant.records.hands import HandRecord, hands_of
from assistant.records.replay import index, replay, replay_html, shots_of

QUAD = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))


def night(facts: int, frames: int, folder: Path) -> tuple[NightFacts, EvidenceStore]:
    """A night with a kept frame at every third fact or so; each frame as detailed as a table's picture."""
    made, store = NightFacts(6), EvidenceStore(folder)
    while len(made.facts) < facts:
        made.play()
    made.facts = made.facts[:facts]
    rng = np.random.default_rng(1)
    scene = cv2.GaussianBlur(rng.integers(40, 210, (900, 1600, 3), np.uint8), (0, 0), 2.5)
    shown = [i for i, f in enumerate(made.facts) if isinstance(f.payload, CardDealt | CardTurned)][:frames]
    for i in shown:
        frame = np.asarray(np.roll(scene, i * 7 % 1600, 1), np.uint8)
        cv2.putText(frame, str(i), (60, 120), cv2.FONT_HERSHEY_SIMPLEX, 3, (255, 255, 255), 6)
        data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()
        crop = cv2.imencode(".jpg", frame[:224, :160])[1].tobytes()
        names = store.keep(data, [(CardRead("1", "As", 998_000, True, QUAD), crop)])
        fact = made.facts[i]
        made.facts[i] = type(fact)(**{**fact.__dict__, "pictures": names})
    return made, store


def measure(facts: int = 5000, frames: int = 1500) -> dict[str, float]:
    """Seconds and megabytes; ``opens`` in a real browser when there is one."""
    out: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        made, store = night(facts, frames, Path(place) / "evidence")
        out["facts"], out["pictures"] = len(made.facts), sum(bool(f.pictures) for f in made.facts)
        began = time.process_time()
        hands = [HandRecord(h.number, h.facts, h.people) for h in hands_of(made.facts)]
        assert all(h.state is not None for h in hands)
        out["refold_s"] = time.process_time() - began
        began = time.process_time()
        index(hands, "pt-BR")
        replay(hands[-1], "pt-BR", shots_of(store))
        out["page_data_s"] = time.process_time() - began
        out["evidence_mb"] = store.used() / 1e6
        began = time.process_time()
        file = Path(place) / "night.html"
        file.write_text(replay_html(hands, store, "pt-BR"), encoding="utf-8")
        out["file_made_s"], out["file_mb"] = time.process_time() - began, file.stat().st_size / 1e6
        out |= opened(file)
    return out


def opened(file: Path) -> dict[str, float]:
    """How long Chromium takes from opening the file to the first step drawn."""
    with launched() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        began = time.perf_counter()
        page.goto(file.as_uri(), wait_until="commit", timeout=120_000)
        page.wait_for_selector(".rp-seat", timeout=120_000)
        took = time.perf_counter() - began
        page.keyboard.press("End")
        page.wait_for_selector(".rp-photo:not([hidden])", timeout=120_000)
    return {"opens_s": took}


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    some = int(sys.argv[2]) if len(sys.argv) > 2 else 1500
    for name, value in measure(many, some).items():
        print(f"{name}: {value:.2f}")
