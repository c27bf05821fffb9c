"""What makes one deck look unlike another: colours, font, index and pip sizes, drawn from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from assistant.vision.synth.glyphs import SuitStyle, bundled_fonts, random_suit_style, system_fonts
from assistant.vision.synth.paint import Colour

CourtKind = Literal["english", "modern", "letter", "weave", "portrait", "shadow"]
AceKind = Literal["plain", "large", "ornate"]

POKER, BRIDGE = 63.5 / 88.9, 57.1 / 88.9


@dataclass(frozen=True)
class DeckStyle:
    """Every choice of one design; lengths are fractions of the card's height unless said otherwise."""

    seed: int
    aspect: float
    corner: float
    chamfer: bool
    paper: Colour
    edge: float
    inks: dict[str, Colour]
    font: str
    rank_height: float
    rank_width: float
    rank_stroke: float
    suit_ratio: float
    suit_gap: float
    suit_beside: bool
    margin_x: float
    margin_y: float
    four_index: bool
    ten: str
    suits: SuitStyle
    index_suits: SuitStyle
    pip: float
    pip_spread: float
    frame: float
    frame_ink: Colour
    court: CourtKind
    court_frame: bool
    palette: tuple[Colour, ...]
    aces: AceKind
    all_aces_ornate: bool
    names: Mapping[str, str] = field(default_factory=dict)  # what the index says where it is not the rank itself


def _near(rng: np.random.Generator, colour: Colour, spread: int) -> Colour:
    b, g, r = (int(np.clip(c + rng.integers(-spread, spread + 1), 0, 255)) for c in colour)
    return (b, g, r)


def _paper(rng: np.random.Generator) -> Colour:
    mood = rng.random()
    if mood < 0.7:
        v = int(rng.integers(238, 256))
        return (v - int(rng.integers(0, 8)), v - int(rng.integers(0, 4)), v)
    if mood < 0.92:
        return _near(rng, (222, 238, 246), 8)
    return _near(rng, (170, 208, 228), 16)


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    black = _near(rng, (26, 24, 24), 22)
    reds: tuple[Colour, ...] = ((30, 20, 200), (45, 40, 225), (30, 15, 160), (60, 70, 235))
    red = _near(rng, reds[int(rng.integers(len(reds)))], 16)
    inks = {"s": black, "c": black, "h": red, "d": red}
    mood = rng.random()
    if mood < 0.1:
        inks |= {"c": _near(rng, (50, 120, 20), 18), "d": _near(rng, (200, 90, 20), 24)}
    elif mood < 0.13:
        inks |= {"c": _near(rng, (50, 110, 20), 18), "d": _near(rng, (20, 130, 240), 12)}
    return inks


def _palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    mood = rng.random()
    if mood < 0.55:
        base: list[Colour] = [(40, 30, 205), (40, 200, 245), (30, 28, 30), (160, 70, 30)]
    elif mood < 0.75:
        base = [(140, 60, 30), (30, 30, 200), (60, 205, 245), (200, 150, 60)]
    elif mood < 0.9:
        base = [(60, 110, 40), (40, 40, 180), (70, 180, 230), (40, 50, 90)]
    else:
        v = int(rng.integers(20, 90))
        base = [(v, v, v), (170, 170, 170), (30, 30, 160), (90, 90, 90)]
    order = rng.permutation(len(base))
    return tuple(_near(rng, base[int(i)], 22) for i in order)


def _font(rng: np.random.Generator, wide: bool) -> str:
    fonts = system_fonts() if wide and rng.random() < 0.8 else ()
    fonts = fonts or bundled_fonts()
    return fonts[int(rng.integers(len(fonts)))]


def random_style(seed: int, *, wide_fonts: bool) -> DeckStyle:
    """A deck's design from its seed; `wide_fonts` adds the fonts this machine has to the bundled ones."""
    rng = np.random.default_rng((seed, 0xDEC))
    u = rng.uniform
    size = rng.choice(["small", "standard", "jumbo", "magnum"], p=[0.12, 0.5, 0.28, 0.1])
    low, high = {"small": (0.062, 0.08), "standard": (0.085, 0.115), "jumbo": (0.13, 0.18), "magnum": (0.19, 0.24)}[
        size
    ]
    suits = random_suit_style(rng)
    courts: list[CourtKind] = ["english", "modern", "letter", "weave", "portrait", "shadow"]
    framed = rng.random() < 0.16
    blue: Colour = (170, 80, 30)
    return DeckStyle(
        seed=seed,
        aspect=POKER if rng.random() < 0.7 else BRIDGE,
        corner=u(0.03, 0.055),
        chamfer=bool(rng.random() < 0.04),
        paper=_paper(rng),
        edge=float(rng.choice([0.0, 0.003, 0.005])),
        inks=_inks(rng),
        font=_font(rng, wide_fonts),
        rank_height=u(low, high),
        rank_width=u(0.72, 1.12),
        rank_stroke=float(rng.choice([0.0, 0.0, 0.02, 0.05])),
        suit_ratio=u(0.6, 0.95) if size in ("small", "standard") else u(0.5, 0.85),
        suit_gap=u(0.1, 0.3),
        suit_beside=bool(size == "magnum" and rng.random() < 0.4),
        margin_x=u(0.018, 0.045) if not framed else u(0.045, 0.06),
        margin_y=u(0.02, 0.05) if not framed else u(0.045, 0.065),
        four_index=bool(size != "magnum" and rng.random() < 0.14),
        ten="T" if rng.random() < 0.02 else "10",
        suits=suits,
        index_suits=suits if rng.random() < 0.6 else random_suit_style(rng),
        pip=u(0.13, 0.19),
        pip_spread=u(0.84, 1.04),
        frame=u(0.028, 0.042) if framed else 0.0,
        frame_ink=_near(rng, blue if rng.random() < 0.5 else (40, 40, 40), 25),
        court=courts[int(rng.choice(len(courts), p=[0.5, 0.16, 0.08, 0.12, 0.08, 0.06]))],
        court_frame=bool(rng.random() < 0.75),
        palette=_palette(rng),
        aces=("plain", "large", "ornate")[int(rng.choice(3, p=[0.3, 0.2, 0.5]))],
        all_aces_ornate=bool(rng.random() < 0.15),
    )
