"""Own-drawn decks: every seed another design, the same seed always the same cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CARDS, JOKER, Quad
from assistant.vision.synth.aces import draw_ace, draw_joker
from assistant.vision.synth.backs import draw_back
from assistant.vision.synth.courts import court_panel
from assistant.vision.synth.glyphs import letters, sized, suit_mask
from assistant.vision.synth.odd_backs import draw_odd_back
from assistant.vision.synth.paint import Picture, line, stamp
from assistant.vision.synth.style import DeckStyle, random_style

PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0, -1), (0, 1)),
    "3": ((0, -1), (0, 0), (0, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    "6": ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
    "7": ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5)),
    "8": ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5), (0, 0.5)),
    "9": ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1), (0, 0)),
    "T": ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1), (0, -0.67), (0, 0.67)),
}


@dataclass(frozen=True)
class DrawnCard:
    """One side of a card: BGRA picture (alpha = its rounded corners) and where its corner indices are.

    Each index is four points in fractions of (width, height), clockwise from the glyphs' own top-left as read upright.
    """

    image: NDArray[np.uint8]
    indices: tuple[Quad, ...]


@dataclass(frozen=True)
class DrawnDeck:
    """A whole design: faces by name ("As" … "Kc", "joker") and the back."""

    name: str
    faces: Mapping[str, DrawnCard]
    back: DrawnCard


class _Faces(Mapping[str, DrawnCard]):
    """Faces drawn when first asked for: a scene uses a dozen of the 53."""

    def __init__(self, style: DeckStyle, width: int, height: int) -> None:
        self._style, self._size = style, (width, height)
        self._drawn: dict[str, DrawnCard] = {}

    def __getitem__(self, name: str) -> DrawnCard:
        if name not in self._drawn:
            if name != JOKER and name not in CARDS:
                raise KeyError(name)
            self._drawn[name] = _draw_face(name, self._style, *self._size)
        return self._drawn[name]

    def __iter__(self) -> Iterator[str]:
        yield from (*CARDS, JOKER)

    def __len__(self) -> int:
        return len(CARDS) + 1


def draw_deck(seed: int, *, height: int = 560, wide_fonts: bool = True) -> DrawnDeck:
    """The deck of a seed, `height` px tall; without `wide_fonts` only the bundled fonts and the classical backs."""
    return deck_of(random_style(seed, wide_fonts=wide_fonts), height, odd_backs=wide_fonts)


def deck_of(style: DeckStyle, height: int = 560, name: str | None = None, *, odd_backs: bool = False) -> DrawnDeck:
    """The deck of a design, `height` px tall; with `odd_backs` more than half of the designs have an unusual back."""
    width = round(height * style.aspect)
    odd = np.random.default_rng((style.seed, 0x0DD))
    if odd_backs and odd.random() < 0.6:
        back = draw_odd_back(style, width, height, odd)
    else:
        back = draw_back(style, width, height)
    faces = _Faces(style, width, height)
    return DrawnDeck(name or f"drawn-{style.seed}", faces, DrawnCard(cut(back, style, style.seed + 1), ()))


def cut(face: Picture, style: DeckStyle, salt: int) -> NDArray[np.uint8]:
    """The face with a printed edge and rounded (or cut) corners as alpha: (H, W, 4) BGRA."""
    high, wide = face.shape[:2]
    radius = style.corner * high
    alpha = np.zeros((high, wide), np.uint8)
    if style.chamfer:
        c = radius * 2.2
        shape = np.array([(c, 0), (wide, 0), (wide, high - c), (wide - c, high), (0, high), (0, c)], np.float64)
        cv2.fillPoly(alpha, [np.round(shape * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    else:
        r = round(radius)
        cv2.rectangle(alpha, (r, 0), (wide - 1 - r, high - 1), (255,), -1)
        cv2.rectangle(alpha, (0, r), (wide - 1, high - 1 - r), (255,), -1)
        for x in (r, wide - 1 - r):
            for y in (r, high - 1 - r):
                cv2.circle(alpha, (x, y), r, (255,), -1, cv2.LINE_AA)
    if style.edge:
        rim = max(1, round(style.edge * high))
        ring = cv2.subtract(alpha, cv2.erode(alpha, np.ones((2 * rim + 1, 2 * rim + 1), np.uint8), borderValue=(0,)))
        stamp(face, (ring * 0.35).astype(np.uint8), 0, 0, (90, 90, 90))
    grain = np.random.default_rng((style.seed, salt, 0x9A)).normal(0, 1.4, (high // 2 + 1, wide // 2 + 1))
    rough = np.asarray(cv2.resize(grain.astype(np.float32), (wide, high)))
    whole = np.clip(face.astype(np.float32) + rough[..., None], 0, 255).astype(np.uint8)
    return np.dstack([whole, alpha])


def _draw_face(name: str, style: DeckStyle, width: int, height: int) -> DrawnCard:
    face: Picture = np.empty((height, width, 3), np.uint8)
    face[:] = style.paper
    if style.frame:
        m = style.frame * height
        box = [(m, m), (width - m, m), (width - m, height - m), (m, height - m)]
        line(face, box, style.frame_ink, max(1, height / 220), closed=True)
    rank, suit = (JOKER, "s") if name == JOKER else (name[0], name[1])
    block = _index_block(rank, suit, style, height)
    if rank == JOKER:
        draw_joker(face, style)
    elif rank == "A":
        draw_ace(face, suit, style)
    elif rank in PIPS:
        _draw_pips(face, rank, suit, style, block.shape[1] + style.margin_x * height)
    else:
        _draw_court(face, rank, suit, style, block.shape[1] + style.margin_x * height)
    indices = _draw_indices(face, block, style, suit if rank != JOKER else None)
    return DrawnCard(cut(face, style, CARDS.index(name) + 2 if name != JOKER else 60), indices)


def _index_block(rank: str, suit: str, style: DeckStyle, height: int) -> NDArray[np.uint8]:
    """Coverage of rank and suit together, as printed in one corner."""
    tall = max(6, round(style.rank_height * height))
    if rank == JOKER:
        small = max(5, round(tall * 0.42))
        marks = [letters(style.font, c, small, stroke=style.rank_stroke) for c in "JOKER"]
        wide, gap = max(m.shape[1] for m in marks), max(1, small // 6)
        block = np.zeros((len(marks) * (small + gap) - gap, wide), np.uint8)
        for k, m in enumerate(marks):
            x = (wide - m.shape[1]) // 2
            block[k * (small + gap) : k * (small + gap) + small, x : x + m.shape[1]] = m
        return block
    text = style.names.get(rank) or (style.ten if rank == "T" else rank)
    glyph = letters(style.font, text, tall, stroke=style.rank_stroke)
    limit = tall * (1.12 if len(text) == 2 else 0.95)
    glyph = sized(glyph, max(3, round(min(glyph.shape[1] * style.rank_width, limit))), tall)
    size = max(5, round(tall * style.suit_ratio))
    mark = suit_mask(suit, style.index_suits, max(4, round(size * (0.86 if suit == "d" else 0.96))), size)
    gap = max(1, round(tall * style.suit_gap))
    if style.suit_beside:
        block = np.zeros((tall, glyph.shape[1] + gap + mark.shape[1]), np.uint8)
        block[:, : glyph.shape[1]] = glyph
        block[: mark.shape[0], glyph.shape[1] + gap :] = mark
        return block
    wide = max(glyph.shape[1], mark.shape[1])
    block = np.zeros((tall + gap + size, wide), np.uint8)
    x = (wide - glyph.shape[1]) // 2
    block[:tall, x : x + glyph.shape[1]] = glyph
    x = (wide - mark.shape[1]) // 2
    block[tall + gap :, x : x + mark.shape[1]] = mark
    return block


def _draw_indices(face: Picture, block: NDArray[np.uint8], style: DeckStyle, suit: str | None) -> tuple[Quad, ...]:
    high, wide = face.shape[:2]
    h, w = block.shape
    ink = style.inks[suit] if suit else style.palette[0]
    column = max(w, round(style.rank_height * high * 0.8))
    x, y = round(style.margin_x * high + (column - w) / 2), round(style.margin_y * high)
    spots = [(x, y, False), (wide - x - w, high - y - h, True)]
    if style.four_index:
        spots += [(wide - x - w, y, False), (x, high - y - h, True)]
    quads: list[Quad] = []
    pad = 0.06 * h
    for left, top, turned in spots:
        ground = face[max(0, top - 2) : top + h + 2, max(0, left - 2) : left + w + 2]
        if style.four_index:
            ground[:] = style.paper
        stamp(face, block[::-1, ::-1] if turned else block, left, top, ink)
        x0, y0 = max(0.0, (left - pad) / wide), max(0.0, (top - pad) / high)
        x1, y1 = min(1.0, (left + w + pad) / wide), min(1.0, (top + h + pad) / high)
        quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        quads.append((quad[2], quad[3], quad[0], quad[1]) if turned else quad)
    return tuple(quads)


def _draw_pips(face: Picture, rank: str, suit: str, style: DeckStyle, taken: float) -> None:
    high, wide = face.shape[:2]
    size = round(style.pip * high * (0.9 if rank in "9T" else 1.0))
    mark = suit_mask(suit, style.suits, round(size * 0.92), size)
    room = wide / 2 - taken - mark.shape[1] / 2 - 0.01 * wide
    reach_x = float(np.clip(room, 0.11 * wide, 0.21 * wide)) * style.pip_spread
    reach_y = (0.5 - 0.13) * high - mark.shape[0] / 2 + 0.03 * high
    if style.rank_height > 0.125 and room < 0.11 * wide:
        reach_y = min(reach_y, (0.5 - style.margin_y - style.rank_height * 0.55) * high)
    for px, py in PIPS[rank]:
        x, y = wide / 2 + px * reach_x, high / 2 + py * reach_y
        left, top = round(x - mark.shape[1] / 2), round(y - mark.shape[0] / 2)
        stamp(face, mark[::-1, ::-1] if py > 0.01 else mark, left, top, style.inks[suit])


def _draw_court(face: Picture, rank: str, suit: str, style: DeckStyle, taken: float) -> None:
    high, wide = face.shape[:2]
    m_x = round(min(max(taken + 0.01 * wide, 0.12 * wide), (0.14 + 0.04 * (style.seed % 3) / 2) * wide))
    m_y = round(max(0.06 * high, style.frame * high + 0.02 * high))
    panel = court_panel(rank, suit, style, wide - 2 * m_x, high - 2 * m_y)
    face[m_y : high - m_y, m_x : wide - m_x] = panel
    if style.court_frame:
        box = [(m_x, m_y), (wide - m_x, m_y), (wide - m_x, high - m_y), (m_x, high - m_y)]
        line(face, box, style.frame_ink, max(1, high / 280), closed=True)
    if taken > m_x + 0.01 * wide:
        deep = round((style.margin_y + style.rank_height * (1.25 + style.suit_gap + style.suit_ratio)) * high)
        over = round(taken + 0.02 * wide)
        if not style.suit_beside:
            face[m_y:deep, m_x:over] = style.paper
            face[high - deep : high - m_y, wide - over : wide - m_x] = style.paper
