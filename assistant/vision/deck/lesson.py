"""A lesson: pictures in which each card is shown once become a taught deck, or a refusal that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import Evidence
from assistant.vision.deck.assign import assign
from assistant.vision.deck.eyes import IndexEyes
from assistant.vision.deck.look import MARGIN, TALL, WIDE, face_likeness, framed, inked, print_likeness, softness
from assistant.vision.deck.match import FACE, RANK, SECOND, SUIT, Matcher
from assistant.vision.deck.outline import Outliner, lone_outline
from assistant.vision.deck.taught import DeckError, TaughtDeck
from assistant.vision.detectors.contours import ContourDetector
from assistant.vision.detectors.geometry import iou, overlap
from assistant.vision.quality import why
from assistant.vision.reader import NAMES
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, JOKER, RANKS, SUITS, CardQuad, Corners, Image, Sighting, quad_of
from assistant.vision.rectify import Pyramid, area, sides

CERTAIN = 0.75  # a name the reader gives with less is asked about
SOFT = 0.038  # of a card's height: wider edges are blur, in whichever direction
PAPER = 0.6  # share of bare paper below which an odd card's picture is its back
DIM = 0.2  # paper darker than this (1 is white) is shown with more noise than print
BLURRED = 0.15  # share of cards too soft, dark or small to learn from that spoils a lesson
# Log-likelihood between two cards: below the first they are one print, below the second they are close.
TWINS, NEAR = 1.2, 7.0
TWIN_PRINT = 0.825  # likeness of the least alike places from which two pictures show one print
OTHER_BACK = 0.55  # likeness below which two backs are of two decks
OTHER_PRINT, MIXED = (
    0.5,
    0.3,
)  # likeness of one rank's print in two suits, and the share of unlike ones, of a mixed deck
BACK_SEEN = 0.5  # score of a back in a lesson, where somebody shows it on purpose
PLAIN = "23456789"
SMALL = 90  # px a card must be tall to be learnt


@dataclass(frozen=True)
class Shown:
    """One card of the lesson: the picture it is in, its number there, the sighting and the cut-out card."""

    path: Path
    number: int
    sighting: Sighting
    evidence: Evidence
    picture: Image


@dataclass(frozen=True)
class Lesson:
    """What was learnt: the deck, how many cards in how many pictures, and the pairs that are nearly alike."""

    deck: TaughtDeck
    cards: int
    pictures: int


def deck_names(lowest: str = "2", jokers: int = 0) -> tuple[str, ...]:
    """The cards of a deck from ``lowest`` to the ace, and one joker where the deck has any."""
    ranks = RANKS[RANKS.index(lowest) :]
    return (*(r + s for s in SUITS for r in ranks), *((JOKER,) if jokers else ()))


def learn(
    pictures: Sequence[tuple[Path, Image]],
    recogniser: Recogniser,
    eyes: IndexEyes,
    *,
    wanted: Sequence[str] = deck_names(),
    order: Sequence[str] | None = None,
    said: Mapping[int, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Lesson:
    """The deck of a lesson; DeckError with the reason where nothing can be learnt, and then nothing is.

    ``order`` names the cards as they come (pictures as given, rows from the top, each from the left); without it the
    reader names them, and ``said`` names by number (from 1) those it could not.
    """
    shown: list[Shown] = []
    backs: list[Image] = []
    for n, (path, image) in enumerate(pictures):
        cards, closed = _cards(path, image, recogniser, len(shown))
        if not cards and not closed:
            raise DeckError("lesson_no_cards", path=path.name)
        shown += cards
        backs += closed
        if progress is not None:
            progress(n + 1, len(pictures))
    if not shown:
        raise DeckError("lesson_only_backs")
    _legible(shown)
    names = _names(shown, wanted, order, said or {})
    missing = [w for w in wanted if w not in names]
    if missing:
        raise DeckError("lesson_missing", cards=missing)
    cut_out = dict(zip(names, (s.picture for s in shown), strict=True))
    _one_print(cut_out)
    kept = _one_back(backs)
    close = _confusable(Matcher(TaughtDeck(cut_out), eyes))
    deck = TaughtDeck(cut_out, kept, tuple(close))
    return Lesson(deck, len(shown), len(pictures))


def shown_in(path: Path, image: Image, recogniser: Recogniser, before: int = 0) -> list[Shown]:
    """The cards of one picture, numbered after ``before`` others in the order of reading."""
    return _cards(path, image, recogniser, before)[0]


def _cards(path: Path, image: Image, recogniser: Recogniser, before: int) -> tuple[list[Shown], list[Image]]:
    pyramid = Pyramid(image)
    found_here = recogniser.detector.detect(image)
    seen = recogniser.examine(image, found_here)
    if not any(s.confidence >= BACK_SEEN or e is not None for s, e in seen):
        lone = _lone_card(image, found_here)
        if lone is not None and lone.kind == "back":
            return [], [framed(pyramid, Outliner(image).best(lone.corners))]
        seen = recogniser.examine(image, [lone] if lone is not None else [])
    faces = [(s, e) for s, e in seen if e is not None and not e.lone]
    outliner = Outliner(image)
    found = [(s, e, outliner.best(np.array(s.quad, np.float32))) for s, e in _without_panels(faces)]
    found = _once(found)
    quads = [q for _, _, q in found]
    for i, q in enumerate(quads):
        if any(overlap(q, other) > 0.08 * min(area(q), area(other)) for other in quads[:i]):
            raise DeckError("lesson_overlap", path=path.name)
    tall = float(np.median([sides(q)[1] for q in quads])) if quads else 0.0
    if quads and tall < SMALL:
        raise DeckError("lesson_small", path=path.name, pixels=round(tall), needs=SMALL)
    cards: list[Shown] = []
    for i in _reading_order([q.mean(0) for q in quads], tall):
        s, e, quad = found[i]
        cards.append(Shown(path, before + len(cards) + 1, s, e, framed(pyramid, quad)))
    lying = [s for s, _ in seen if s.card == BACK and s.confidence >= BACK_SEEN]
    closed = [framed(pyramid, outliner.best(np.array(s.quad, np.float32))) for s in lying]
    return cards, closed


def _lone_card(image: Image, found: Sequence[CardQuad]) -> CardQuad | None:
    """A card of an odd print, by its outline alone; which side it is the detector's doubtful boxes may tell."""
    by_edges = ContourDetector().detect(image)[:1]
    if by_edges:
        quad, kind = by_edges[0].corners, by_edges[0].kind
    else:
        alone = lone_outline(image)
        if alone is None:
            return None
        quad, kind = alone, "back" if _paper(framed(Pyramid(image), alone)) < PAPER else "face"
    told = [f for f in found if f.kind != "index" and iou(f.corners, quad) > 0.3]
    return CardQuad(told[0].kind if told else kind, quad_of(quad.tolist()), 0.9)


def _paper(picture: Image) -> float:
    """The share of a framed card that is pale and hardly coloured."""
    hsv = cv2.cvtColor(picture[MARGIN:-MARGIN, MARGIN:-MARGIN], cv2.COLOR_BGR2HSV).astype(np.float32)
    light = float(np.percentile(hsv[..., 2], 95))
    return float(((hsv[..., 2] > 0.72 * light) & (hsv[..., 1] < 80)).mean())


def _without_panels(faces: list[tuple[Sighting, Evidence]]) -> list[tuple[Sighting, Evidence]]:
    """Faces that are no part of a larger one: a court's panel looks like a card of its own."""
    kept: list[tuple[Sighting, Evidence]] = []
    for s, e in sorted(faces, key=lambda f: -area(np.array(f[0].quad, np.float32))):
        q = np.array(s.quad, np.float32)
        if not any(overlap(q, np.array(o.quad, np.float32)) > 0.65 * area(q) for o, _ in kept):
            kept.append((s, e))
    return kept


def _once(found: list[tuple[Sighting, Evidence, Corners]]) -> list[tuple[Sighting, Evidence, Corners]]:
    """Each card once: guesses that come to one outline are one card, and the surest reading of it stays."""
    kept: list[tuple[Sighting, Evidence, Corners]] = []
    for one in sorted(found, key=lambda f: -f[0].confidence):
        if not any(iou(one[2], other[2]) > 0.5 for other in kept):
            kept.append(one)
    return kept


def _reading_order(centres: Sequence[NDArray[np.float32]], tall: float) -> list[int]:
    """Rows from the top, each from the left; a row's cards are at most half a card higher or lower than its mean."""
    left = sorted(range(len(centres)), key=lambda i: float(centres[i][1]))
    rows: list[list[int]] = []
    for i in left:
        near = [r for r in rows if abs(float(centres[i][1]) - float(np.mean([centres[j][1] for j in r]))) < 0.5 * tall]
        if near:
            near[-1].append(i)
        else:
            rows.append([i])
    return [i for r in rows for i in sorted(r, key=lambda i: float(centres[i][0]))]


def _legible(shown: Sequence[Shown]) -> None:
    bad: dict[str, list[Shown]] = {}
    for s in shown:
        doubt = why(s.evidence.quality).code
        if softness(s.picture) > SOFT:
            doubt = "blur"
        if s.evidence.quality.light < DIM:
            doubt = "dark"
        if doubt in ("blur", "dark", "glare"):
            bad.setdefault(doubt, []).append(s)
    for code, some in bad.items():
        if len(some) > max(0, int(BLURRED * len(shown))):
            raise DeckError(f"lesson_{code}", path=some[0].path.name, cards=len(some), of=len(shown))


def _names(
    shown: Sequence[Shown], wanted: Sequence[str], order: Sequence[str] | None, said: Mapping[int, str]
) -> list[str]:
    unknown = [n for n in (*(order or ()), *said.values()) if n not in NAMES]
    if unknown:
        raise DeckError("lesson_no_such_card", card=unknown[0])
    for number in said:
        if not 1 <= number <= len(shown):
            raise DeckError("lesson_no_such_number", number=number, cards=len(shown))
    if order is not None:
        if len(order) != len(shown):
            raise DeckError("lesson_count", seen=len(shown), named=len(order))
        if len(set(order)) < len(order):
            raise DeckError("lesson_named_twice", card=next(n for n in order if list(order).count(n) > 1))
        against = [
            (s, name)
            for s, name in zip(shown, order, strict=True)
            if s.sighting.sure and s.sighting.card != name and (s.sighting.card or "")[0] in PLAIN and name[0] in PLAIN
        ]
        plain = sum(1 for name in order if name[0] in PLAIN)
        if len(against) > max(1, plain // 4):  # a slip is the reader's; a card left out makes all after it wrong
            s, name = against[0]
            raise DeckError("lesson_contradicts", number=s.number, path=s.path.name, seen=s.sighting.card, named=name)
        return list(order)
    if len(shown) > len(wanted):
        twice = _twice(shown)
        if twice:
            raise DeckError("lesson_twice", card=twice[0], one=twice[1], other=twice[2])
        raise DeckError("lesson_too_many", seen=len(shown), cards=len(wanted))
    belief = np.array([[float(s.evidence.belief.cards[NAMES.index(w)]) for w in wanted] for s in shown])
    for number, name in said.items():
        if name not in wanted:
            raise DeckError("lesson_no_such_card", card=name)
        belief[number - 1] = 0.0
        belief[number - 1, list(wanted).index(name)] = 1.0
    twice = _twice(shown, said)
    if twice:
        raise DeckError("lesson_twice", card=twice[0], one=twice[1], other=twice[2])
    chosen = assign(-np.log(belief + 1e-4))
    doubtful = [s.number for i, s in enumerate(shown) if belief[i, chosen[i]] < CERTAIN and s.number not in said]
    if doubtful:
        guesses = {s.number: wanted[chosen[i]] for i, s in enumerate(shown) if s.number in doubtful}
        raise DeckError("lesson_asks", numbers=doubtful, guesses=guesses)
    return [wanted[c] for c in chosen]


def _twice(shown: Sequence[Shown], said: Mapping[int, str] | None = None) -> tuple[str, int, int] | None:
    first: dict[str, int] = {}
    for s in shown:
        name = (said or {}).get(s.number) or (s.sighting.card if s.sighting.sure else None)
        if name is not None:
            if name in first:
                return name, first[name], s.number
            first[name] = s.number
    return None


def _confusable(matcher: Matcher) -> list[tuple[str, str]]:
    """Pairs that are nearly alike; DeckError where two cards of the lesson are one print."""
    close = []
    for i, j, far in _pairs(matcher):
        one, other = matcher.names[i], matcher.names[j]
        if far < TWINS and _one_and_the_same(matcher.deck.pictures[one], matcher.deck.pictures[other]):
            raise DeckError("lesson_alike", one=one, other=other)
        if far < NEAR:
            close.append((one, other))
    return close


def _one_and_the_same(one: Image, other: Image) -> bool:
    """Whether two cards are one print, either way up: the reader's eyes take tiny indices for alike."""
    return max(print_likeness(one, other), print_likeness(np.ascontiguousarray(one[::-1, ::-1]), other)) > TWIN_PRINT


def _pairs(matcher: Matcher) -> Iterator[tuple[int, int, float]]:
    """All pairs and how far apart they are: the logarithm of how much likelier the right one of the two would be.

    How well a print is known again is told from a card's own two indices, which are the same print.
    """
    n = len(matcher.names)
    faces = np.stack(
        [
            np.maximum(face_likeness(k.blocks, matcher.blocks), face_likeness(k.turned().blocks, matcher.blocks))
            for k in matcher.looks
        ]
    )
    parts = []
    for weight, rows in ((RANK, matcher.ranks), (SUIT, matcher.suits)):
        alike = (rows @ rows.T).reshape(n, 2, n, 2)
        own = np.minimum(0.95, alike[np.arange(n), 0, np.arange(n), 1])
        between = np.sort(alike.transpose(0, 2, 1, 3).reshape(n, n, 4), -1)[..., -2:].mean(-1)
        parts.append(weight * (1 + SECOND) * np.clip(np.maximum(own[:, None], own[None]) - between, 0, None))
    far = FACE * np.clip(0.985 - faces, 0, None) + parts[0] + parts[1]
    for i in range(n):
        for j in range(i):
            yield i, j, float(min(far[i, j], far[j, i]))


def _one_print(pictures: Mapping[str, Image]) -> None:
    """One rank is printed alike in every suit of a deck; where much is not, two decks were mixed."""
    prints = {n: _rank_print(p) for n, p in pictures.items()}
    unlike, pairs = 0, 0
    for rank in RANKS:
        mine = [prints[rank + s] for s in SUITS if rank + s in prints]
        for i, a in enumerate(mine):
            for b in mine[:i]:
                pairs += 1
                unlike += bool(cv2.matchTemplate(b, a[4:-4, 4:-4], cv2.TM_CCOEFF_NORMED).max() < OTHER_PRINT)
    if pairs >= 12 and unlike > MIXED * pairs:
        raise DeckError("lesson_two_decks")


def _rank_print(picture: Image) -> NDArray[np.float32]:
    """The ink of a framed card's rank, 38 x 28 px."""
    x1, y1 = MARGIN + round(0.24 * WIDE), MARGIN + round(0.21 * TALL)
    dark = inked(picture[MARGIN - 6 : y1, MARGIN - 6 : x1])[..., 0]
    return np.asarray(cv2.resize(dark, (28, 38), interpolation=cv2.INTER_AREA), np.float32)


def back_likeness(one: Image, other: Image) -> float:
    """How alike two backs are, either way up, colours included, -1..1."""
    a, b = (_plain(p) for p in (one, other))
    return max(_correlation(a, b), _correlation(np.ascontiguousarray(a[::-1, ::-1]), b))


def _plain(picture: Image) -> NDArray[np.float32]:
    plain = cv2.resize(picture[20:-20, 20:-20], (40, 56), interpolation=cv2.INTER_AREA).astype(np.float32)
    small = cv2.GaussianBlur(plain, (0, 0), 1.2)
    return np.asarray(small / max(1.0, float(np.percentile(small, 95))), np.float32)


def _correlation(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Colour first (means of the channels), then the print where it is coarse enough to be seen, a slip allowed."""
    tone = float(np.abs(a.mean((0, 1)) - b.mean((0, 1))).max())
    part = np.ascontiguousarray(a[3:-3, 3:-3])
    seen = min(1.0, float(min(part.std((0, 1)).max(), b.std((0, 1)).max())) / 0.12)
    both = float(cv2.matchTemplate(b, part, cv2.TM_CCOEFF_NORMED).max())
    return 1 - 3.0 * tone - (0.15 + 0.4 * seen) * (1 - max(0.0, both))


def _one_back(backs: Sequence[Image]) -> tuple[Image, ...]:
    for other in backs[1:]:
        if back_likeness(backs[0], other) < OTHER_BACK:
            raise DeckError("lesson_two_backs")
    return tuple(backs[:1])
