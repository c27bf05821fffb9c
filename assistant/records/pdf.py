"""The report on one A4 page, drawn with ReportLab; suits are drawn as shapes, so that no font is needed for them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfgen.canvas import Canvas

from assistant.phrases import say
from assistant.records.evidence import EvidenceStore

INK, SOFT, LINE, GOLD, RED = (HexColor(c) for c in ("#14181a", "#55605b", "#cfd6d2", "#b8860b", "#b3202c"))
MARGIN = 40.0
WIDE, HIGH = A4
SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"


class Page:
    """A page filled from the top down."""

    def __init__(self, title: str) -> None:
        self.out = io.BytesIO()
        self.canvas = Canvas(self.out, pagesize=A4, invariant=1)
        self.canvas.setTitle(title)
        self.y = HIGH - MARGIN

    def finish(self) -> bytes:
        """The PDF."""
        self.canvas.showPage()
        self.canvas.save()
        return self.out.getvalue()

    def text(
        self,
        words: str,
        size: float = 10,
        font: str = PLAIN,
        colour: Color = INK,
        x: float = MARGIN,
        width: float | None = None,
    ) -> None:
        """A paragraph, wrapped."""
        for line in simpleSplit(words, font, size, width or WIDE - MARGIN - x):
            self.y -= size * 1.28
            self.line(line, x, self.y, size, font, colour)

    def line(self, words: str, x: float, y: float, size: float, font: str = PLAIN, colour: Color = INK) -> float:
        """One line with its suits drawn; returns where it ends."""
        c = self.canvas
        for piece in _pieces(words):
            if piece in SIGNS:
                self.suit(SIGNS[piece], x, y, size * 0.78, RED if SIGNS[piece] in "hd" else colour)
                x += size * 0.82
            else:
                c.setFillColor(colour)
                c.setFont(font, size)
                c.drawString(x, y, piece)
                x += c.stringWidth(piece, font, size)
        return x

    def suit(self, suit: str, x: float, y: float, size: float, colour: Color) -> None:
        """A suit's sign, its lower left corner at (x, y)."""
        c, s = self.canvas, size
        c.setFillColor(colour)
        p = c.beginPath()
        if suit == "d":
            p.moveTo(x + s / 2, y + s)
            for dx, dy in ((0.88, 0.5), (0.5, 0.0), (0.12, 0.5)):
                p.lineTo(x + dx * s, y + dy * s)
            p.close()
        elif suit in "hs":
            up = suit == "h"

            def at(u: float, v: float) -> tuple[float, float]:
                return x + u * s, y + (v if up else 1.0 - v + 0.0) * s

            p.moveTo(*at(0.5, 0.0))
            p.curveTo(*at(-0.15, 0.45), *at(0.05, 1.15), *at(0.5, 0.72))
            p.curveTo(*at(0.95, 1.15), *at(1.15, 0.45), *at(0.5, 0.0))
            p.close()
            if not up:
                p.rect(x + 0.44 * s, y - 0.02 * s, 0.12 * s, 0.4 * s)
        else:
            for u, v in ((0.5, 0.72), (0.24, 0.36), (0.76, 0.36)):
                p.circle(x + u * s, y + v * s, 0.23 * s)
            p.rect(x + 0.44 * s, y - 0.02 * s, 0.12 * s, 0.5 * s)
        c.drawPath(p, stroke=0, fill=1)

    def head(self, words: str) -> None:
        """A section's title with a line under it."""
        self.y -= 8
        self.text(words, 11, BOLD)
        self.canvas.setStrokeColor(LINE)
        self.canvas.line(MARGIN, self.y - 3, WIDE - MARGIN, self.y - 3)
        self.y -= 4

    def image(self, data: bytes, x: float, y: float, width: float, height: float) -> None:
        """A picture in a box, upper left at (x, y), in its own proportions."""
        self.canvas.drawImage(
            ImageReader(io.BytesIO(data)), x, y - height, width, height, preserveAspectRatio=True, anchor="nw"
        )


def _pieces(words: str) -> list[str]:
    out: list[str] = []
    for ch in words:
        if ch in SIGNS or not out or out[-1] in SIGNS:
            out.append(ch)
        else:
            out[-1] += ch
    return out


def _printable(words: str) -> str:
    """Only what the standard fonts can draw; anything else is shown as "?", never silently left out."""
    return "".join(c if c in SIGNS else c.encode("cp1252", "replace").decode("cp1252") for c in words.replace("→", ">"))


def pdf_page(case: Mapping[str, Any], contest: Mapping[str, Any], store: EvidenceStore, lang: str, frame: str) -> bytes:
    """The report of one contest as a PDF of one page."""

    def t(code: str, **params: object) -> str:
        return _printable(say(lang, f"report.{code}", **params))

    page = Page(t("title", table=case["table"], hand=case["hand"]))
    page.text(t("title", table=case["table"], hand=case["hand"]), 17, BOLD)
    made = contest["at"][:16].replace("T", " ") + " UTC"
    page.text(f"{_printable(case['game'])} · {t('made', time=made)}", 9, colour=SOFT)
    page.y -= 4
    page.text(_printable(contest["text"]), 13, BOLD)
    if contest["note"]:
        page.text(f"“{_printable(contest['note'])}”", 9, colour=SOFT)
    page.head(t("resolution"))
    done = contest["resolution"]
    if done is None:
        page.text(t("open"))
    else:
        page.text(_printable(done["text"]), 11, BOLD)
        page.text(_printable("   ".join(done["moves"])))
        page.text(_printable(", ".join(done["by"])), 9, colour=SOFT)
    page.head(t("result"))
    page.text(_printable(case["headline"]), 11, BOLD)
    page.text(_printable(case["reason"]))
    page.head(t("hands"))
    _hands(page, case, contest, store, lang)
    _two_columns(page, case, t)
    if contest["what_if"]:
        page.head(t("what_if"))
        for w in contest["what_if"][:6]:
            page.text(_printable(w["text"]), 8.5)
    page.head(t("seen"))
    data = store.read(frame) if frame else None
    room = page.y - MARGIN - 26
    if data is not None and room > 60:
        high = min(room, 250.0)
        page.image(data, MARGIN, page.y - 4, WIDE - 2 * MARGIN, high)
    elif data is None:
        page.text(t("pruned" if any(c["gone"] for h in case["hands"] for c in h["cards"]) else "no_picture"), 9)
    page.y = MARGIN + 4
    page.text(t("record_line", first=case["first"], last=case["last"], head=case["head"]), 6.5, colour=SOFT)
    return page.finish()


def _hands(page: Page, case: Mapping[str, Any], contest: Mapping[str, Any], store: EvidenceStore, lang: str) -> None:
    """Hand by hand in two columns: name, words, and each card as it was photographed, or drawn."""
    shown: Sequence[Mapping[str, Any]] = [h for h in case["hands"] if h["cards"]]
    column = (WIDE - 2 * MARGIN - 14) / 2
    top = page.y
    for i, hand in enumerate(shown):
        if i % 2 == 0:
            top = page.y
        x = MARGIN + (i % 2) * (column + 14)
        n = max(5, len(hand["cards"]))
        wide = min(44.0, column / n - 3)
        tall = wide * 1.4
        colour = GOLD if hand["winner"] else INK
        page.y = top
        takes = f" - {say(lang, 'report.takes')}" if hand["winner"] else ""  # not by colour alone
        page.text(_printable(hand["name"]) + takes, 10, BOLD, colour, x, column)
        page.text(_printable(hand["words"] or " "), 8.5, x=x, width=column)
        y = page.y - 4
        for j, card in enumerate(hand["cards"]):
            left = x + j * (wide + 3)
            data = store.read(card["crop"]) if card["crop"] else None
            if data is not None:
                page.image(data, left, y, wide, tall)
            page.canvas.setLineWidth(2 if card["fact"] == contest["fact"] else 0.6)
            page.canvas.setStrokeColor(RED if card["fact"] == contest["fact"] else LINE)
            page.canvas.roundRect(left, y - tall, wide, tall, 3, stroke=1, fill=0)
            if data is None:
                page.line(card["text"], left + wide * 0.16, y - tall * 0.58, min(13.0, wide * 0.4), BOLD)
            name = f"{card['was']} > {card['text']}" if card["was"] else card["text"]
            page.line(name, left + 2, y - tall - 8, 7.5, BOLD)
            if card["camera"]:
                page.line(f"{card['certainty'] / 10_000:.1f} %", left + 2, y - tall - 15, 5.5, PLAIN, SOFT)
        page.canvas.setLineWidth(0.6)
        page.y = y - tall - 20
    page.y -= 2


def _two_columns(page: Page, case: Mapping[str, Any], t: Any) -> None:
    """The rules on the left, the ladder with the seats on the right."""
    page.head(t("rules"))
    top, column = page.y, (WIDE - 2 * MARGIN - 14) / 2
    for rule in case["rules"]:
        page.text(_printable(f"{rule['code']}  {rule['text']}"), 8, width=column)
    left = page.y
    page.y = top
    x = MARGIN + column + 14
    for row in case["ladder"]:
        names = f" - {', '.join(row['seats'])}" if row["seats"] else ""
        bold = BOLD if row["seats"] else PLAIN
        page.text(_printable(f"{row['text']}{names}"), 8, bold, GOLD if row["seats"] else SOFT, x, column)
    page.y = min(left, page.y)
