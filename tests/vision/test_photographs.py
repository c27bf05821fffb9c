"""Real photographs, where they lie beside the checkout: a few of each source, through the scoring tool's own rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from assistant.vision.detectors import detector_called
from assistant.vision.evaluate import Tally, expected_error, plot, reliability, table, tally
from assistant.vision.labelled import Label, LabelledPhoto, labelled
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Sighting
from assistant.vision.stills import open_still

PHOTOS = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "photos"
QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not beside this checkout")
@pytest.mark.parametrize("source", ["epfl-poker-table", "green-felt-hands", "blackjack-tracker"])
def test_photographs_of_tables(source: str) -> None:
    recogniser = Recogniser(detector_called("yolo", threads=1), threads=1)
    total = Tally()
    for photo in list(labelled(PHOTOS, source))[::5]:
        total.add(tally(photo, recogniser.look(open_still(photo.path))))
    assert total.rate("right") >= 0.8, table({source: total})
    assert total.wrong <= 1, table({source: total})


def test_a_tally_counts_as_the_scoring_tool_does() -> None:
    photo = LabelledPhoto("x", Path("x.jpg"), tuple(Label(c, None) for c in ("As", "Kd", "back")), True)
    seen = [
        Sighting("As", QUAD, 0.99, True),
        Sighting("Kh", QUAD, 0.99, True),
        Sighting("back", QUAD, 0.9, True),
        Sighting(None, QUAD, 0.1),
    ]
    t = tally(photo, seen)
    assert (t.faces, t.right, t.wrong, t.asked, t.backs_found, t.whole) == (2, 1, 1, 1, 1, 0)
    assert (t.rank, t.suit, t.card) == (2, 1, 1)
    assert Counter(c.card for c in photo.cards)["back"] == t.backs


def test_reliability_is_measured_in_bins() -> None:
    pairs = [(0.95, True)] * 95 + [(0.95, False)] * 5 + [(0.3, False)] * 10
    assert expected_error(pairs) == pytest.approx(0.3 * 10 / 110, abs=1e-6)
    assert [n for _, _, n in reliability(pairs)] == [10, 100]
    assert plot(pairs).shape == (640, 640, 3)
