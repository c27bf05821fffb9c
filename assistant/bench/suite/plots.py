"""Two plots as SVG: a figure's bars beside its aim, and the line of what it was in earlier runs."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

WIDE = 320
BAR, GAP = 12, 6
LINE_HIGH, EDGE = 74, 8


def bars(values: Sequence[tuple[str, float]], aim: float | None, says: str) -> Markup:
    """Horizontal bars from 0, (class, value) each, all to one scale; the aim is a line across them."""
    most = max([v for _, v in values] + ([aim] if aim else []), default=0.0)
    scale = (WIDE - 2) / (most * 1.05) if most > 0 else 0.0
    high = len(values) * (BAR + GAP) + GAP
    parts = [f'<rect class="track" x="0" y="0" width="{WIDE}" height="{high}" rx="3"/>']
    for k, (kind, value) in enumerate(values):
        y = GAP + k * (BAR + GAP)
        parts.append(
            f'<rect class="{escape(kind)}" x="0" y="{y}" width="{max(2.0, value * scale):.1f}" height="{BAR}" rx="2"/>'
        )
    if aim:
        parts.append(f'<line class="aim" x1="{aim * scale:.1f}" x2="{aim * scale:.1f}" y1="0" y2="{high}"/>')
    return _svg("bars", high, says, parts)


def line(values: Sequence[float], aim: float | None, kind: str, says: str) -> Markup:
    """Runs from left to right, the last one marked; from 0 upwards, the aim dashed where it is within reach."""
    most = max(values)
    shown_aim = aim if aim and aim <= most * 3 else None
    top = max(most, shown_aim or 0.0) * 1.1 or 1.0

    def y(value: float) -> float:
        return LINE_HIGH - EDGE - value / top * (LINE_HIGH - 2 * EDGE)

    step = (WIDE - 2 * EDGE) / max(1, len(values) - 1)
    points = [(EDGE + k * step, y(v)) for k, v in enumerate(values)]
    parts = [f'<line class="ground" x1="{EDGE}" x2="{WIDE - EDGE}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>']
    if shown_aim:
        parts.append(
            f'<line class="aim dashed" x1="{EDGE}" x2="{WIDE - EDGE}" y1="{y(shown_aim):.1f}" y2="{y(shown_aim):.1f}"/>'
        )
    drawn = " ".join(f"{x:.1f},{at:.1f}" for x, at in points)
    parts.append(f'<polyline class="run" points="{drawn}"/>')
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{at:.1f}" r="2.5"/>' for x, at in points[:-1]]
    x, at = points[-1]
    parts.append(f'<circle class="last {escape(kind)}" cx="{x:.1f}" cy="{at:.1f}" r="5"/>')
    return _svg("line", LINE_HIGH, says, parts)


def _svg(kind: str, high: int, says: str, parts: Sequence[str]) -> Markup:
    head = f'<svg class="{kind}" viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(says)}">'
    return Markup(head + "".join(parts) + "</svg>")
