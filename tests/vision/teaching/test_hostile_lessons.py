"""Lessons that must teach nothing: each is refused with its reason in the player's language, and what stood stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.phrases import say
from assistant.teach_cli import run_teach
from assistant.vision.records import BACK, Image
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.deck import DrawnCard
from assistant.vision.synth.light import Light
from assistant.vision.synth.odd import odd_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

ORDER = ["Ks", "Kh", "Kd", "Kc", "As", "Ah", "Ad", "Ac"]  # the deck of these lessons: kings and aces
DECK, OTHER = odd_deck("worn", 31, 360), odd_deck("tiny", 13, 360)
Laid = list[tuple[DrawnCard, str]]


def cards(names: Sequence[str] = ORDER) -> Laid:
    return [(DECK.back if n == BACK else DECK.faces[n], n) for n in names]


def photo(
    laid: Laid, tall: float = 300.0, step: float = 280.0, camera: Camera | None = None, level: float = 0.95
) -> Image:
    """Cards in two rows of four under a webcam."""
    w, h = 1280, 960
    table = surface("felt", w, h, np.random.default_rng(4))
    across = 4 if len(laid) <= 8 else 5
    spots = [(w / 2 + step * (k % across - (across - 1) / 2), 250 + 440 * (k // across)) for k in range(len(laid))]
    items = tuple(
        card_item(c, n, at, 2.0 * (k % 3 - 1), tall) for k, ((c, n), at) in enumerate(zip(laid, spots, strict=True))
    )
    return compose(Scene(w, h, table, items, camera or Camera(noise=2, jpeg=88), Light(level=level), 3)).image


def twice() -> Image:
    return photo([*cards()[:7], cards(["Ks"])[0]])


def mixed() -> Image:
    return photo([(OTHER.faces[n], n) if k % 2 else one for k, (one, n) in enumerate(zip(cards(), ORDER, strict=True))])


def identical() -> Image:
    return photo([(DECK.faces["Ks"], n) if n == "Kh" else one for one, n in zip(cards(), ORDER, strict=True)])


def two_backs() -> Image:
    return photo([*cards()[:8], (DECK.back, BACK), (OTHER.back, BACK)], 270.0, 235.0)


CASES: dict[str, tuple[Callable[[], Image], str | None, tuple[str, ...]]] = {
    "a picture without a card": (lambda: photo([]), None, ("lesson_no_cards",)),
    "only backs": (lambda: photo(cards([BACK] * 4)), None, ("lesson_only_backs",)),
    "a blurred lesson": (lambda: photo(cards(), camera=Camera(motion=15, jpeg=80)), " ".join(ORDER), ("lesson_blur",)),
    "a lesson in the dark": (lambda: photo(cards(), level=0.16), " ".join(ORDER), ("lesson_dark",)),
    "a lesson from too far": (lambda: photo(cards(), 72.0, 130.0), " ".join(ORDER), ("lesson_small",)),
    "cards over each other": (lambda: photo(cards(), step=150.0), " ".join(ORDER), ("lesson_overlap",)),
    "the same card shown twice": (twice, None, ("lesson_twice",)),
    "two decks mixed": (mixed, " ".join(ORDER), ("lesson_two_decks",)),
    "a deck with two identical cards": (identical, " ".join(ORDER), ("lesson_alike",)),
    "a card left out of the order": (lambda: photo(cards()), " ".join(ORDER[:-1]), ("lesson_count",)),
    "a card named twice": (lambda: photo(cards()), "Ks Ks " + " ".join(ORDER[2:]), ("lesson_named_twice",)),
    "a card that is not shown": (lambda: photo(cards()[:7]), " ".join(ORDER[:7]), ("lesson_missing",)),
    "two backs": (two_backs, " ".join(ORDER), ("lesson_two_backs",)),
}  # fmt: skip


def everything(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def teach(photos: Sequence[Path], data: Path, order: str | None, lang: str) -> int:
    return run_teach(photos, table="t", data=data, deck="K", order=order, named=(), draw=None, lang=lang)


def reasons(lang: str, codes: Sequence[str]) -> list[str]:
    """The unchanging words of each phrase, longest piece between its placeholders."""
    out = []
    for code in codes:
        blank = say(
            lang,
            f"teach.{code}",
            **dict.fromkeys(
                ("path", "cards", "of", "card", "one", "other", "pixels", "needs", "seen", "named", "number"), "\0"
            ),
        )
        out.append(max(blank.split("\0"), key=len).strip())
    return out


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with a deck that was taught properly."""
    data = tmp_path_factory.mktemp("table")
    cv2.imwrite(str(data / "good.png"), photo(cards()))
    assert teach([data / "good.png"], data, " ".join(ORDER), "en") == 0
    return data


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_lesson_is_refused_with_its_reason_and_changes_nothing(
    name: str, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, order, codes = CASES[name]
    cv2.imwrite(str(tmp_path / "lesson.png"), make())
    before = everything(table / "tables")
    lang = ("pt-BR", "en")[len(name) % 2]
    assert teach([tmp_path / "lesson.png"], table, order, lang) == 1
    said = capsys.readouterr().err
    assert any(reason in said for reason in reasons(lang, codes)), said
    assert say(lang, "teach.nothing_kept") in said
    assert everything(table / "tables") == before


def test_a_file_that_is_no_picture_teaches_nothing(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lesson.jpg").write_text("no picture")
    before = everything(table / "tables")
    assert teach([tmp_path / "lesson.jpg"], table, None, "pt-BR") == 2
    assert "lesson.jpg" in capsys.readouterr().err and everything(table / "tables") == before
