"""A night as one PNG to send to the group: results, payments, stacks over time, biggest pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from assistant.bank.chart import Chart, colour_of, stacks_chart
from assistant.bank.export import BIGGEST, hands_text, players_of, when, winners_text
from assistant.bank.money import brl
from assistant.bank.night import Night
from assistant.phrases import say

WIDTH, MARGIN, ROW = 900, 36, 38
INK, SOFT, RULE = (28, 28, 28), (110, 110, 110), (221, 221, 221)  # BGR
UP, DOWN = (79, 112, 0), (10, 64, 179)


def as_png(night: Night, lang: str) -> bytes:
    """The picture, 900 pixels wide and as tall as the night needs."""
    players = players_of(night)
    chart = stacks_chart(night, players, WIDTH - 2 * MARGIN, 330)
    pots = night.pots[:BIGGEST]
    height = 150 + ROW * (len(players) + 1) + 30
    height += ROW * (len(night.payments) + 1) + 30 if night.payments else 0
    height += 420 if chart is not None else 0
    height += ROW * (len(pots) + 1) + 30 if pots else 0
    sheet = _Sheet(height)

    def t(code: str, **params: object) -> str:
        return say(lang, f"bank.page.{code}", **params)

    sheet.text(t("title", table=night.table, number=night.number), MARGIN, 34, bold=True)
    sheet.down(36)
    sheet.text(f"{when(night, lang)} · {hands_text(night, lang)}", MARGIN, 18, SOFT)
    sheet.down(30)
    if not night.settled:
        sheet.text(t("open"), MARGIN, 18, DOWN)
    sheet.down(30)
    sheet.text(t("results"), MARGIN, 22, bold=True)
    sheet.down(ROW)
    for player in players:
        spent = sum(p.centavos for p in night.purchases if p.player == player)
        result = night.results_centavos.get(player, 0)
        sheet.dot(colour_of(players, player))
        sheet.text(night.name(player), MARGIN + 28, 20, limit=400)
        sheet.text(f"{t('bought')}: {brl(spent)}", 640, 18, SOFT, right=True)
        sheet.text(
            brl(result, sign=True), WIDTH - MARGIN, 20, UP if result > 0 else DOWN if result else INK, right=True
        )
        sheet.rule()
    if night.payments:
        sheet.section(t("payments"))
        for payer, receiver, centavos in night.payments:
            done = f" · {t('paid')}" if (payer, receiver, centavos) in night.paid else ""
            sheet.text(f"{night.name(payer)} → {night.name(receiver)}{done}", MARGIN, 20, limit=600)
            sheet.text(brl(centavos), WIDTH - MARGIN, 20, right=True)
            sheet.rule()
    if chart is not None:
        sheet.section(t("stacks"))
        sheet.chart(chart, players)
    if pots:
        sheet.section(t("pots"))
        for pot in pots:
            sheet.text(f"{t('hand')} {pot.hand}: {winners_text(night, pot.won)}", MARGIN, 20, limit=640)
            sheet.text(str(pot.chips), WIDTH - MARGIN, 20, right=True)
            sheet.rule()
    return sheet.png()


class _Sheet:
    """A white sheet written from top to bottom."""

    def __init__(self, height: int) -> None:
        self._picture = np.full((height, WIDTH, 3), 255, np.uint8)
        self._font: Any = cv2.FontFace("sans")
        self._y = MARGIN + 18

    def down(self, pixels: int) -> None:
        self._y += pixels

    def section(self, title: str) -> None:
        self._y += 30
        self.text(title, MARGIN, 22, bold=True)
        self._y += ROW

    def _width(self, text: str, size: int) -> int:
        box = cv2.getTextSize((WIDTH * 4, 100), text, (0, 0), self._font, size, 400)
        return int(box[2])

    def text(
        self,
        text: str,
        x: int,
        size: int,
        ink: tuple[int, int, int] = INK,
        *,
        bold: bool = False,
        right: bool = False,
        limit: int = WIDTH - 2 * MARGIN,
        y: int | None = None,
    ) -> None:
        """Write on the present line (or at ``y``), from ``x`` or up to it; too long a text ends in an ellipsis."""
        shown = text
        while len(shown) > 1 and self._width(shown, size) > limit:
            shown = shown[:-2].rstrip() + "…"
        at = x - self._width(shown, size) if right else x
        line = self._y if y is None else y
        cv2.putText(self._picture, shown, (at, line), ink, self._font, size, 700 if bold else 400)

    def dot(self, colour: str) -> None:
        cv2.circle(self._picture, (MARGIN + 9, self._y - 7), 8, _bgr(colour), -1, cv2.LINE_AA)

    def rule(self) -> None:
        cv2.line(self._picture, (MARGIN, self._y + 11), (WIDTH - MARGIN, self._y + 11), RULE, 1)
        self._y += ROW

    def chart(self, chart: Chart, players: Sequence[str]) -> None:
        top = self._y - 20
        left, _, right, bottom = chart.frame
        for mark in chart.chips:
            y = top + mark.place
            cv2.line(self._picture, (MARGIN + left, y), (MARGIN + right, y), RULE, 1)
            self.text(mark.label, MARGIN + left - 8, 15, SOFT, right=True, y=y + 5)
        for mark in chart.hands:
            half = self._width(mark.label, 15) // 2
            self.text(mark.label, MARGIN + mark.place - half, 15, SOFT, y=top + bottom + 20)
        for player, points in chart.lines.items():
            line = np.array([(MARGIN + x, top + y) for x, y in points], np.int32)
            colour = _bgr(colour_of(players, player))
            cv2.polylines(self._picture, [line], False, colour, 2, cv2.LINE_AA)
            cv2.circle(self._picture, tuple(int(n) for n in line[-1]), 5, colour, -1, cv2.LINE_AA)
        self._y += 350

    def png(self) -> bytes:
        ok, data = cv2.imencode(".png", self._picture)
        if not ok:
            raise RuntimeError("the picture could not be encoded")
        return bytes(data.tobytes())


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return blue, green, red
