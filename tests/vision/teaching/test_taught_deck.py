"""A deck the reader never saw: learnt from pictures of its cards, kept whole or not at all, matched, checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assistant.vision.deck.assign import assign
from assistant.vision.deck.check import DeckCheck
from assistant.vision.deck.eyes import IndexEyes, with_embeddings
from assistant.vision.deck.lesson import _confusable, _one_back, _one_print, deck_names, learn
from assistant.vision.deck.look import FACE_QUAD, MARGIN, TALL, WIDE, framed
from assistant.vision.deck.match import Matcher
from assistant.vision.deck.taught import DeckError, TaughtDeck, load, store
from assistant.vision.detectors import detector_called
from assistant.vision.reader import IndexReader
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import CARDS, Image, Sighting
from assistant.vision.rectify import Pyramid
from assistant.vision.synth.odd import odd_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def kept_picture(kind: str, name: str, seed: int = 21) -> Image:
    """A card as a lesson keeps it: drawn, laid on felt, photographed from above and cut out exactly."""
    card = odd_deck(kind, seed, 300).faces[name] if name != "back" else odd_deck(kind, seed, 300).back
    table = surface("felt", 320, 400, np.random.default_rng(1))
    rendered = compose(Scene(320, 400, table, (card_item(card, name, (160, 200), 0.0, 300),), seed=len(name)))
    return framed(Pyramid(rendered.image), rendered.truth[0].quad.astype(np.float32))


@pytest.fixture(scope="module")
def eyes() -> IndexEyes:
    return IndexEyes(threads=1)


@pytest.fixture(scope="module")
def courts() -> TaughtDeck:
    names = [r + s for s in "sh" for r in "9TJQKA"]
    return TaughtDeck({n: kept_picture("vdr", n) for n in names}, (kept_picture("vdr", "back"),))


def test_the_readers_last_features_are_had_without_another_library(eyes: IndexEyes) -> None:
    rank, suit = eyes.embed(np.zeros((3, 96, 56, 3), np.uint8))
    assert len(rank) == len(suit) == 3 and rank.shape[1] == suit.shape[1] > 50


def test_a_file_without_heads_is_refused() -> None:
    from assistant.vision.weights import WeightsError

    with pytest.raises(WeightsError):
        with_embeddings(b"")


def test_valet_dame_and_roi_are_told_apart_in_other_light_and_upside_down(courts: TaughtDeck, eyes: IndexEyes) -> None:
    matcher = Matcher(courts, eyes, IndexReader(threads=1))
    for name in ("Js", "Qs", "Ks", "Jh", "Qh", "Kh"):
        picture = (courts.pictures[name].astype(np.float32) * (0.55, 0.7, 0.8)).astype(np.uint8)
        if name[0] == "Q":
            picture = np.ascontiguousarray(picture[::-1, ::-1])
        match = matcher.match(matcher.see(Pyramid(picture), [FACE_QUAD + np.float32(1.5)]))
        assert matcher.names[match.best] == name


def test_a_taught_deck_is_kept_and_read_back(courts: TaughtDeck, tmp_path: Path) -> None:
    assert load(tmp_path) is None
    store(courts, tmp_path)
    again = load(tmp_path)
    assert again is not None and again.names == courts.names and len(again.backs) == 1
    assert all((again.pictures[n] == courts.pictures[n]).all() for n in courts.names)
    assert [p.name for p in tmp_path.iterdir()] == ["deck"]  # nothing half, nothing left over


def test_a_damaged_deck_is_refused_and_said(courts: TaughtDeck, tmp_path: Path) -> None:
    store(courts, tmp_path)
    (tmp_path / "deck" / "Ks.png").write_bytes(b"no picture")
    with pytest.raises(DeckError) as e:
        load(tmp_path)
    assert e.value.code == "deck_file"


def test_power_lost_between_the_two_renames_keeps_the_old_deck(courts: TaughtDeck, tmp_path: Path) -> None:
    store(courts, tmp_path)
    (tmp_path / "deck").rename(tmp_path / ".deck.old")
    again = load(tmp_path)
    assert again is not None and again.names == courts.names


def test_two_cards_of_one_print_are_refused_by_name(courts: TaughtDeck, eyes: IndexEyes) -> None:
    pictures = dict(courts.pictures) | {"8s": courts.pictures["9s"]}
    with pytest.raises(DeckError) as e:
        _confusable(Matcher(TaughtDeck(pictures), eyes))
    assert e.value.code == "lesson_alike" and {e.value.params["one"], e.value.params["other"]} == {"8s", "9s"}


def test_two_decks_mixed_are_refused_by_their_print() -> None:
    names = [r + s for s in "shdc" for r in "23456"]
    one = {n: kept_picture("one-colour", n, 14) for n in names}
    _one_print(one)
    mixed = {n: (p if i % 2 else kept_picture("tiny", n, 13)) for i, (n, p) in enumerate(one.items())}
    with pytest.raises(DeckError) as e:
        _one_print(mixed)
    assert e.value.code == "lesson_two_decks"


def test_two_backs_are_refused() -> None:
    one, other = kept_picture("vdr", "back", 21), kept_picture("vdr", "back", 22)
    assert len(_one_back([one, one])) == 1
    with pytest.raises(DeckError) as e:
        _one_back([one, other])
    assert e.value.code == "lesson_two_backs"


def test_a_picture_without_cards_is_named_and_nothing_is_learnt(eyes: IndexEyes) -> None:
    blank = surface("felt", 480, 360, np.random.default_rng(3))
    with pytest.raises(DeckError) as e:
        learn([(Path("empty.jpg"), blank)], Recogniser(detector_called("yolo", threads=1), threads=1), eyes)
    assert e.value.code == "lesson_no_cards" and e.value.params["path"] == "empty.jpg"


def test_a_card_shown_twice_while_teaching_is_named(eyes: IndexEyes) -> None:
    card = odd_deck("worn", 31, 400).faces["7h"]
    table = surface("plain", 900, 600, np.random.default_rng(5))
    items = (card_item(card, "7h", (250, 300), 0.0, 400), card_item(card, "7h", (650, 300), 0.0, 400))
    image = compose(Scene(900, 600, table, items)).image
    with pytest.raises(DeckError) as e:
        learn([(Path("two.jpg"), image)], Recogniser(detector_called("yolo", threads=1), threads=1), eyes)
    assert e.value.code in ("lesson_twice", "lesson_asks")


def test_each_column_is_given_once_and_at_the_least_cost() -> None:
    rng = np.random.default_rng(4)
    for n in (1, 4, 7):
        cost = rng.uniform(0, 1, (n, n + 2))
        chosen = assign(cost)
        assert len(set(chosen)) == n
        tried = [sum(cost[i, p] for i, p in enumerate(rng.permutation(n + 2)[:n])) for _ in range(300)]
        assert sum(cost[i, j] for i, j in enumerate(chosen)) <= min(tried) + 1e-9
    with pytest.raises(ValueError, match="rows"):
        assign(np.zeros((3, 2)))


def sighting(card: str | None, sure: bool = True, possible: tuple[str, ...] = ()) -> Sighting:
    return Sighting(card, SQUARE, 0.99, sure, possible=possible)


@pytest.mark.parametrize("seed", range(40))
def test_every_single_fault_of_a_deck_is_found_or_asked(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = [str(n) for n in rng.permutation(CARDS)]
    fault = ("missing", "double")[seed % 2]
    seen = [sighting(n) for n in names]
    if fault == "missing":
        gone = seen.pop(0).card
    else:
        gone = names[1]
        seen[0] = sighting(gone)
    for i in rng.choice(len(seen), 3, replace=False):
        if rng.random() < 0.5:
            seen[i] = sighting(None, False)
    check = DeckCheck(deck_names())
    for part in np.array_split(np.array(range(len(seen))), 4):
        check.add([seen[i] for i in part])
    assert not check.complete
    assert gone in (*check.missing, *check.double) or check.doubtful


def test_a_right_deck_is_right() -> None:
    check = DeckCheck(deck_names("7"))
    check.add([sighting(n) for n in deck_names("7")])
    assert check.complete and not check.asks


def test_a_card_of_another_back_is_seen() -> None:
    deck, foreign = odd_deck("vdr", 21, 200), odd_deck("vdr", 22, 200)
    table = surface("felt", 900, 400, np.random.default_rng(2))
    spots = [(120 + 160 * i, 200) for i in range(5)]
    backs = [deck.back, deck.back, foreign.back, deck.back, deck.back]
    items = tuple(card_item(b, "back", spot, 0.0, 200) for b, spot in zip(backs, spots, strict=True))
    rendered = compose(Scene(900, 400, table, items))
    seen = [Sighting("back", t.as_quad, 0.95, True) for t in rendered.truth]
    check = DeckCheck(deck_names())
    check.pictures = 1
    check.add_backs(rendered.image, seen, ())
    assert check.backs == 5 and check.odd_backs == [1]
    known = DeckCheck(deck_names())
    known.pictures = 1
    taught = framed(Pyramid(rendered.image), rendered.truth[0].quad.astype(np.float32))
    known.add_backs(rendered.image, seen, (taught,))
    assert known.odd_backs == [1]


def test_what_is_kept_of_a_card_has_one_size() -> None:
    assert kept_picture("tiny", "As").shape == (TALL + 2 * MARGIN, WIDE + 2 * MARGIN, 3)
