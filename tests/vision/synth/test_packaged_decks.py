"""Packaged sheets: none where they are missing; the corner finder is right on cards whose truth is known."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.synth import svg_decks
from assistant.vision.synth.deck import draw_deck


def test_a_machine_without_the_packages_has_no_packaged_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg_decks, "FOLDER", tmp_path / "none")
    assert svg_decks.packaged_decks(tmp_path / "cache") == ()


@pytest.mark.parametrize("name", ["7c", "2s", "5h", "9d"])
def test_corner_indices_are_found_where_they_were_drawn(name: str) -> None:
    card = draw_deck(28, height=340, wide_fonts=False).faces[name]
    found = svg_decks.corner_quads(card.image)
    assert len(found) == 2
    for quad, true in zip(found, card.indices, strict=False):
        box, drawn = (cv2.boundingRect((np.array(q) * 1000).astype(np.int32)) for q in (quad, true))
        left, top = max(box[0], drawn[0]), max(box[1], drawn[1])
        right, low = min(box[0] + box[2], drawn[0] + drawn[2]), min(box[1] + box[3], drawn[1] + drawn[3])
        common = max(0, right - left) * max(0, low - top)
        assert common / (box[2] * box[3] + drawn[2] * drawn[3] - common) > 0.6


def test_a_blank_card_has_no_corner_indices() -> None:
    blank = np.full((340, 240, 4), 250, np.uint8)
    assert svg_decks.corner_quads(blank) == ()
