"""`fala eval` counts a labelled folder, spoils it on request, and draws its reliability."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.measuring import run_eval
from assistant.vision.spoil import SPOILS
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = draw_deck(0, height=400, wide_fonts=False)
    root = tmp_path_factory.mktemp("labelled")
    (root / "drawn" / "images").mkdir(parents=True)
    items = [card_item(deck.faces[c], c, (200 + 250 * i, 240), 8.0 * i, 200) for i, c in enumerate(["Ks", "4h", "9c"])]
    done = compose(Scene(900, 480, surface("felt", 900, 480, np.random.default_rng(2)), tuple(items), seed=1))
    (root / "drawn" / "images" / "a.png").write_bytes(cv2.imencode(".png", done.image)[1].tobytes())
    cards = [{"card": t.card, "box": None, "quad": t.quad.tolist()} for t in done.truth]
    entry = {"image": "images/a.png", "width": 900, "height": 480, "cards": cards, "chips": None, "complete": True}
    (root / "drawn" / "labels.json").write_text(json.dumps([entry]))
    return root


def test_rates_of_a_folder(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    curve = tmp_path / "curve.png"
    assert run_eval(folder, json_out=True, plot_to=curve) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["drawn"]["faces"] == figures["ALL"]["faces"] == 3
    assert figures["drawn"]["rank_rate"] == figures["drawn"]["suit_rate"] == 1.0
    assert figures["drawn"]["pairs"] == 3
    assert cv2.imread(str(curve)).shape == (640, 640, 3)


@pytest.mark.parametrize("spoiled", sorted(SPOILS))
def test_spoiled_copies_are_never_sure_and_wrong(
    folder: Path, spoiled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_eval(folder, json_out=True, spoiled=spoiled) == 0
    assert json.loads(capsys.readouterr().out)["drawn"]["wrong"] == 0


def test_the_baseline_is_printed_the_same_way(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_eval(folder, detector="contours", lang="en") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["source", "drawn", "ALL"]


def test_what_cannot_be_measured_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_eval(tmp_path, lang="pt-BR") == 2
    assert run_eval(tmp_path, spoiled="fire", lang="pt-BR") == 2
    assert run_eval(tmp_path, detector="magic", lang="pt-BR") == 2
    assert len(capsys.readouterr().err.splitlines()) == 3
