"""Own-drawn court figures: half a figure, turned about the middle, in several manners."""

from __future__ import annotations

import math

import cv2
import numpy as np

from assistant.vision.synth.glyphs import letters, sized, suit_mask
from assistant.vision.synth.paint import Colour, Picture, disc, line, mixed, polygon, shade, stamp
from assistant.vision.synth.style import DeckStyle

BLACK: Colour = (25, 22, 22)


def court_panel(rank: str, suit: str, style: DeckStyle, width: int, height: int) -> Picture:
    """The whole picture inside a court's frame, (height, width, 3) BGR."""
    rng = np.random.default_rng((style.seed, ord(rank), ord(suit), 0xC0))
    if style.court == "portrait":
        panel = _ground(style, width, height, rng)
        _figure(panel, rank, suit, style, rng, whole=True)
        return panel
    half = _ground(style, width, (height + 1) // 2, rng)
    if style.court == "letter":
        _letter(half, rank, suit, style)
    elif style.court == "shadow":
        _shadow(half, rank, suit, style, rng)
    else:
        _figure(half, rank, suit, style, rng, whole=False)
    panel = np.zeros((height, width, 3), np.uint8)
    panel[: half.shape[0]] = half
    turned = half[::-1, ::-1]
    panel[height - half.shape[0] :] = turned
    if style.court in ("english", "modern"):
        slope = float(rng.uniform(-0.35, 0.35)) * width / 2
        low = height / 2 + slope
        lower = np.zeros((height, width), np.uint8)
        polygon(lower[..., None], [(0, low), (width, height - low), (width, height), (0, height)], (255, 0, 0))
        mirrored = panel[::-1, ::-1].copy()
        upper = panel.copy()
        upper[: half.shape[0]] = half
        cover = lower[..., None].astype(np.float32) / 255
        panel = (upper * (1 - cover) + mirrored * cover).astype(np.uint8)
        line(panel, [(0, low), (width, height - low)], BLACK, max(1, width / 120))
    return panel


def _ground(style: DeckStyle, width: int, height: int, rng: np.random.Generator) -> Picture:
    panel = np.empty((height, width, 3), np.uint8)
    tint = style.paper if rng.random() < 0.8 else mixed(style.paper, style.palette[1], 0.3)
    panel[:] = tint
    return panel


def _pattern(size: int, style: DeckStyle, rng: np.random.Generator) -> Picture:
    """A square of cloth: stripes, diamonds, scales, dots or checks in the deck's colours."""
    cloth = np.empty((size, size, 3), np.uint8)
    colours = [style.palette[int(i)] for i in rng.permutation(len(style.palette))]
    cloth[:] = colours[0]
    step = max(4, int(size * rng.uniform(0.07, 0.16)))
    manner = int(rng.integers(5))
    if manner == 0:
        for i, x in enumerate(range(-size, size, step)):
            tone = colours[1 + i % 2]
            polygon(cloth, [(x, 0), (x + step * 0.55, 0), (x + step * 0.55 + size, size), (x + size, size)], tone)
    else:
        for j, y in enumerate(range(0, size + step, step)):
            for i, x in enumerate(range(0, size + step, step)):
                tone = colours[1 + (i + j) % 2]
                if manner == 1:
                    polygon(cloth, [(x, y - step / 2), (x + step / 2, y), (x, y + step / 2), (x - step / 2, y)], tone)
                elif manner == 2:
                    disc(cloth, x + (j % 2) * step / 2, y, step * 0.32, tone)
                elif manner == 3:
                    disc(cloth, x + (j % 2) * step / 2, y, step * 0.5, tone)
                    disc(cloth, x + (j % 2) * step / 2, y, step * 0.5, BLACK, 1)
                elif (i + j) % 2:
                    cloth[y : y + step, x : x + step] = tone
    return cloth


def _through(panel: Picture, points: list[tuple[float, float]], cloth: Picture, thick: float) -> None:
    """Fill a polygon of the panel with a pattern and outline it."""
    mask = np.zeros(panel.shape[:2], np.uint8)
    spots = np.round(np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(mask, [spots], (255,), cv2.LINE_AA, 4)
    tile = np.tile(cloth, (panel.shape[0] // cloth.shape[0] + 1, panel.shape[1] // cloth.shape[1] + 1, 1))
    where = mask > 127
    panel[where] = tile[: panel.shape[0], : panel.shape[1]][where]
    line(panel, points, BLACK, thick, closed=True)


def _figure(panel: Picture, rank: str, suit: str, style: DeckStyle, rng: np.random.Generator, *, whole: bool) -> None:
    high, wide = panel.shape[:2]
    unit = wide / 2 if not whole else wide / 1.7
    thick = max(1.0, unit / 60)
    centre = wide / 2 + float(rng.uniform(-0.06, 0.06)) * wide
    head_y = high * (0.42 if not whole else 0.24) + float(rng.uniform(-0.03, 0.03)) * high
    face = unit * float(rng.uniform(0.21, 0.27))
    dense = style.court in ("english", "weave")
    _robe(panel, centre, head_y + face, style, rng, thick, dense)
    _hair(panel, centre, head_y, face, rank, style, rng, thick)
    skin = (200, 224, 246) if style.court != "weave" else style.paper
    cv2.ellipse(
        panel,
        (round(centre), round(head_y)),
        (round(face * 0.78), round(face * 1.05)),
        0,
        0,
        360,
        skin,
        -1,
        cv2.LINE_AA,
    )
    cv2.ellipse(
        panel,
        (round(centre), round(head_y)),
        (round(face * 0.78), round(face * 1.05)),
        0,
        0,
        360,
        BLACK,
        round(thick),
        cv2.LINE_AA,
    )
    _features(panel, centre, head_y, face, rank, style, rng, thick)
    _hat(panel, centre, head_y - face * 0.72, face, rank, style, rng, thick)
    _prop(panel, centre, head_y, unit, rank, style, rng, thick)
    size = unit * float(rng.uniform(0.26, 0.4))
    left = rng.random() < 0.75
    mark = suit_mask(suit, style.suits, round(size * 0.9), round(size))
    x = round(wide * 0.03) if left else round(wide * 0.97 - size * 0.9)
    stamp(panel, mark, x, round(high * 0.04), style.inks[suit])


def _robe(
    panel: Picture, centre: float, top: float, style: DeckStyle, rng: np.random.Generator, thick: float, dense: bool
) -> None:
    high, wide = panel.shape[:2]
    wing = wide * float(rng.uniform(0.42, 0.62))
    fall = top + (high - top) * float(rng.uniform(0.25, 0.6))
    body = [(centre - wing * 0.35, top - high * 0.05), (centre + wing * 0.35, top - high * 0.05)]
    body += [
        (centre + wing, fall),
        (centre + wing * 1.05, high + 2),
        (centre - wing * 1.05, high + 2),
        (centre - wing, fall),
    ]
    size = max(16, wide // 2)
    _through(panel, body, _pattern(size, style, rng) if dense else _plain(size, style, 0), thick)
    sash = wide * float(rng.uniform(0.08, 0.18))
    _through(
        panel,
        [(centre - sash, top), (centre + sash, top), (centre + sash * 1.3, high + 2), (centre - sash * 1.3, high + 2)],
        _pattern(size, style, rng) if dense else _plain(size, style, 1),
        thick,
    )
    for side in (-1, 1):
        sleeve = [(centre + side * sash * 1.2, top + high * 0.05), (centre + side * wing * 0.95, fall)]
        sleeve += [(centre + side * wing * 0.8, high + 2), (centre + side * sash * 2.0, high + 2)]
        _through(panel, sleeve, _pattern(size, style, rng) if dense else _plain(size, style, 2), thick)
    collar = [(centre - wing * 0.4, top - high * 0.05), (centre + wing * 0.4, top - high * 0.05)]
    collar += [(centre + wing * 0.25, top + high * 0.1), (centre - wing * 0.25, top + high * 0.1)]
    _through(panel, collar, _plain(size, style, 3), thick)


def _plain(size: int, style: DeckStyle, which: int) -> Picture:
    cloth = np.empty((size, size, 3), np.uint8)
    cloth[:] = style.palette[which % len(style.palette)]
    return cloth


def _hair(
    panel: Picture, x: float, y: float, face: float, rank: str, style: DeckStyle, rng: np.random.Generator, thick: float
) -> None:
    tone = (60, 190, 235) if rng.random() < 0.6 else style.palette[2]
    drop = {"Q": 1.5, "K": 1.05, "J": 1.2}[rank] * float(rng.uniform(0.85, 1.2))
    for side in (-1, 1):
        curl = [(x + side * face * 0.3, y - face), (x + side * face * 1.15, y - face * 0.7)]
        curl += [(x + side * face * 1.3, y + face * drop), (x + side * face * 0.7, y + face * drop * 1.05)]
        polygon(panel, curl, tone)
        line(panel, curl, BLACK, thick, closed=True)
        for k in range(3):
            line(
                panel,
                [
                    (x + side * face * (0.7 + 0.18 * k), y - face * 0.6),
                    (x + side * face * (0.8 + 0.18 * k), y + face * drop),
                ],
                BLACK,
                thick * 0.6,
            )


def _features(
    panel: Picture, x: float, y: float, face: float, rank: str, style: DeckStyle, rng: np.random.Generator, thick: float
) -> None:
    look = float(rng.uniform(-0.2, 0.2)) * face
    for side in (-1, 1):
        ex = x + side * face * 0.32 + look
        line(panel, [(ex - face * 0.18, y - face * 0.28), (ex + face * 0.18, y - face * 0.3)], BLACK, thick)
        disc(panel, ex, y - face * 0.12, max(1.0, face * 0.09), BLACK)
    line(
        panel,
        [
            (x + look, y - face * 0.2),
            (x + look - face * 0.1, y + face * 0.22),
            (x + look + face * 0.06, y + face * 0.24),
        ],
        BLACK,
        thick,
    )
    line(
        panel,
        [(x - face * 0.2 + look, y + face * 0.5), (x + face * 0.2 + look, y + face * 0.5)],
        (40, 30, 170),
        thick * 1.6,
    )
    if rank == "K":
        beard = [
            (x - face * 0.75, y + face * 0.3),
            (x - face * 0.2, y + face * 0.62),
            (x + face * 0.2, y + face * 0.62),
        ]
        beard += [
            (x + face * 0.75, y + face * 0.3),
            (x + face * 0.5, y + face * 1.3),
            (x, y + face * 1.6),
            (x - face * 0.5, y + face * 1.3),
        ]
        polygon(panel, beard, mixed(style.paper, style.palette[1], float(rng.uniform(0, 0.6))))
        line(panel, beard, BLACK, thick, closed=True)
        for k in (-0.3, 0.0, 0.3):
            line(panel, [(x + face * k, y + face * 0.7), (x + face * k * 0.8, y + face * 1.3)], BLACK, thick * 0.7)


def _hat(
    panel: Picture, x: float, y: float, face: float, rank: str, style: DeckStyle, rng: np.random.Generator, thick: float
) -> None:
    gold: Colour = (50, 195, 240)
    tone = gold if rng.random() < 0.7 else style.palette[0]
    if rank == "J":
        cap = [(x - face * 1.2, y + face * 0.1), (x - face * 0.9, y - face * 0.55), (x + face * 0.9, y - face * 0.6)]
        cap += [(x + face * 1.25, y + face * 0.05)]
        polygon(panel, cap, style.palette[0])
        line(panel, cap, BLACK, thick, closed=True)
        plume = [(x + face * 0.8, y - face * 0.4), (x + face * 1.6, y - face * 0.9), (x + face * 1.7, y + face * 0.2)]
        line(panel, plume, style.palette[3], thick * 2.5)
        return
    spikes = 3 if rank == "Q" else 5
    tall = face * (0.75 if rank == "Q" else 1.0)
    crown = [(x - face * 0.85, y + face * 0.15)]
    for k in range(spikes):
        at = -0.85 + 1.7 * k / (spikes - 1)
        crown.append((x + face * at * 1.12, y - tall))
        if k < spikes - 1:
            crown.append((x + face * (at + 0.85 / (spikes - 1)), y - tall * 0.35))
    crown.append((x + face * 0.85, y + face * 0.15))
    polygon(panel, crown, tone)
    line(panel, crown, BLACK, thick, closed=True)
    for k in range(spikes):
        at = -0.85 + 1.7 * k / (spikes - 1)
        disc(panel, x + face * at * 1.12, y - tall, face * 0.12, style.palette[1])
    line(panel, [(x - face * 0.85, y), (x + face * 0.85, y)], style.palette[2], thick * 2)


def _prop(
    panel: Picture, x: float, y: float, unit: float, rank: str, style: DeckStyle, rng: np.random.Generator, thick: float
) -> None:
    side = -1 if rng.random() < 0.5 else 1
    at = x + side * unit * float(rng.uniform(0.6, 0.8))
    if rank == "Q":
        line(panel, [(at, y + unit * 0.6), (at, y + unit * 0.1)], (60, 130, 40), thick * 1.5)
        for k in range(6):
            a = k * math.pi / 3
            disc(panel, at + math.cos(a) * unit * 0.08, y + math.sin(a) * unit * 0.08, unit * 0.06, style.palette[0])
        disc(panel, at, y, unit * 0.05, (50, 200, 240))
        return
    long = unit * (0.9 if rank == "K" else 0.75)
    line(panel, [(at, y + long), (at, y - long * 0.7)], shade((190, 180, 170), 1.0), thick * 4)
    line(panel, [(at - thick * 2, y + long), (at - thick * 2, y - long * 0.7)], BLACK, thick)
    line(panel, [(at + thick * 2, y + long), (at + thick * 2, y - long * 0.7)], BLACK, thick)
    if rank == "K":
        line(panel, [(at - unit * 0.14, y + long * 0.4), (at + unit * 0.14, y + long * 0.4)], (40, 180, 230), thick * 3)
    else:
        blade = [(at, y - long * 0.8), (at + unit * 0.16, y - long * 0.5), (at, y - long * 0.3)]
        polygon(panel, blade, style.palette[1])
        line(panel, blade, BLACK, thick, closed=True)


def _letter(panel: Picture, rank: str, suit: str, style: DeckStyle) -> None:
    high, wide = panel.shape[:2]
    glyph = letters(style.font, rank, max(8, round(high * 0.62)))
    if glyph.shape[1] > wide * 0.8:
        glyph = sized(glyph, round(wide * 0.8), glyph.shape[0])
    stamp(panel, glyph, (wide - glyph.shape[1]) // 2, round(high * 0.12), style.inks[suit])
    mark = suit_mask(suit, style.suits, max(4, round(wide * 0.18)), max(4, round(wide * 0.2)))
    stamp(panel, mark, (wide - mark.shape[1]) // 2, round(high * 0.78), style.inks[suit])


def _shadow(panel: Picture, rank: str, suit: str, style: DeckStyle, rng: np.random.Generator) -> None:
    high, wide = panel.shape[:2]
    x, y, face = wide / 2, high * 0.5, wide * 0.13
    ink = style.inks[suit]
    polygon(panel, [(x - face, y), (x + face, y), (x + wide * 0.4, high), (x - wide * 0.4, high)], ink)
    disc(panel, x, y - face * 0.3, face * 1.1, ink)
    _hat(panel, x, y - face, face * 1.1, rank, style, rng, max(1.0, wide / 110))
    mark = suit_mask(suit, style.suits, max(4, round(wide * 0.16)), max(4, round(wide * 0.18)))
    stamp(panel, mark, round(x - mark.shape[1] / 2), round(high * 0.78), style.paper)
