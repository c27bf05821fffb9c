"""The one-page report of a contest, to be shared: HTML in one file, and PDF; the same content, pictures inside."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from typing import Any

from assistant.phrases import say
from assistant.records.evidence import EvidenceStore
from assistant.records.pdf import pdf_page

CSS = """
:root{--ink:#14181a;--soft:#55605b;--line:#cfd6d2;--gold:#b8860b;--red:#b3202c}
*{box-sizing:border-box}body{margin:0 auto;max-width:52rem;padding:1.2rem;font:15px/1.4 system-ui,sans-serif;
color:var(--ink);background:#fff}h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:1rem 0 .3rem;
border-bottom:1px solid var(--line)}p{margin:.2rem 0}.soft{color:var(--soft)}.big{font-size:1.2rem;font-weight:700}
.hands{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.7rem}
.hand{border:1px solid var(--line);
border-radius:10px;padding:.6rem}.hand.win{border:2px solid var(--gold)}.cards{display:flex;gap:.35rem;flex-wrap:wrap}
figure{margin:0;text-align:center;font-size:.75rem;max-width:5.4rem}figure img{width:5.2rem;border-radius:5px;
border:1px solid var(--line)}.plain{display:inline-block;width:3.4rem;line-height:4.6rem;border:1px solid var(--line);
border-radius:6px;font-weight:700;font-size:1.2rem}.red{color:var(--red)}.asked{outline:3px solid var(--red)}
.frame{width:100%;border-radius:8px;border:1px solid var(--line)}ol,ul{margin:.2rem 0;padding-left:1.3rem}
.ladder{columns:2;max-width:34rem}.mine{font-weight:700}code{font-size:.75rem;word-break:break-all}
@media print{body{padding:0}}
"""


def contested(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The contest of a case with one contest."""
    found: Mapping[str, Any] = case["contests"][0]
    return found


def deciding_frame(case: Mapping[str, Any]) -> str:
    """The name of the frame that shows what is contested: the card's own, or the last of the hand; "" without one."""
    fact = contested(case)["fact"]
    for hand in case["hands"]:
        for card in hand["cards"]:
            if card["fact"] == fact and card["frame"]:
                return str(card["frame"])
    return str(case["frames"][-1]["frame"]) if case["frames"] else ""


def report_html(case: Mapping[str, Any], store: EvidenceStore, lang: str) -> bytes:
    """The report as one HTML file without scripts; pictures are inside it."""
    contest = contested(case)
    title = say(lang, "report.title", table=case["table"], hand=case["hand"])
    parts = [
        f"<h1>{_e(title)}</h1>",
        f'<p class="soft">{_e(case["game"])} · {_e(say(lang, "report.made", time=_time(contest["at"])))}</p>',
        f'<p class="big">{_e(contest["text"])}</p>',
        f'<p class="soft">“{_e(contest["note"])}”</p>' if contest["note"] else "",
        _section(lang, "resolution", _resolution(contest, lang)),
        _section(lang, "result", f'<p class="big">{_e(case["headline"])}</p><p>{_e(case["reason"])}</p>'),
        _section(lang, "hands", _hands(case, store, lang)),
        _section(lang, "rules", _rules(case)),
        _section(lang, "ladder", _ladder(case)),
        _section(lang, "what_if", _what_if(contest)) if contest["what_if"] else "",
        _section(lang, "seen", _frame(case, store, lang)),
        f"<h2>{_e(say(lang, 'report.record'))}</h2><p><code>"
        f"{_e(say(lang, 'report.record_line', first=case['first'], last=case['last'], head=case['head']))}</code></p>",
    ]
    body = "\n".join(p for p in parts if p)
    page = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{_e(title)}</title>'
        f"<style>{CSS}</style></head><body>{body}</body></html>"
    )
    return page.encode()


def report_pdf(case: Mapping[str, Any], store: EvidenceStore, lang: str) -> bytes:
    """The report as a PDF of one A4 page."""
    return pdf_page(case, contested(case), store, lang, deciding_frame(case))


def _e(text: object) -> str:
    return html.escape(str(text))


def _time(at: str) -> str:
    return at[:16].replace("T", " ") + " UTC"


def _section(lang: str, code: str, body: str) -> str:
    return f"<h2>{_e(say(lang, f'report.{code}'))}</h2>{body}"


def image(store: EvidenceStore, name: str) -> str:
    """A picture as a data address, "" when it is gone."""
    data = store.read(name) if name else None
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode()}" if data is not None else ""


def _resolution(contest: Mapping[str, Any], lang: str) -> str:
    done = contest["resolution"]
    if done is None:
        return f"<p>{_e(say(lang, 'report.open'))}</p>"
    moves = "".join(f"<li>{_e(m)}</li>" for m in done["moves"])
    by = ", ".join(done["by"])
    return f'<p class="mine">{_e(done["text"])}</p><ul>{moves}</ul><p class="soft">{_e(by)}</p>'


def _hands(case: Mapping[str, Any], store: EvidenceStore, lang: str) -> str:
    asked = contested(case)["fact"]
    out = []
    for hand in case["hands"]:
        cards = []
        for card in hand["cards"]:
            red = " red" if card["code"][-1] in "hd" else ""
            mark = " asked" if card["fact"] == asked else ""
            data = image(store, card["crop"])
            face = (
                f'<img class="{mark}" src="{data}" alt="{_e(card["text"])}">'
                if data
                else f'<span class="plain{red}{mark}">{_e(card["text"])}</span>'
            )
            cards.append(f"<figure>{face}<figcaption>{_e(card['text'])}<br>{_e(card['how'])}</figcaption></figure>")
        win = " win" if hand["winner"] else ""
        takes = f" — {_e(say(lang, 'report.takes'))}" if win else ""
        out.append(
            f'<div class="hand{win}"><p class="mine">{_e(hand["name"])}{takes}</p><p>{_e(hand["words"])}</p>'
            f'<div class="cards">{"".join(cards)}</div></div>'
        )
    return f'<div class="hands">{"".join(out)}</div>'


def _rules(case: Mapping[str, Any]) -> str:
    lines = "".join(f"<li><b>{_e(r['code'])}</b> {_e(r['text'])}</li>" for r in case["rules"])
    return f"<ul>{lines}</ul>"


def _ladder(case: Mapping[str, Any]) -> str:
    lines = []
    for row in case["ladder"]:
        names = f" — {', '.join(row['seats'])}" if row["seats"] else ""
        mine = ' class="mine"' if row["seats"] else ""
        lines.append(f"<li{mine}>{_e(row['text'])}{_e(names)}</li>")
    return f'<ol class="ladder">{"".join(lines)}</ol>'


def _what_if(contest: Mapping[str, Any]) -> str:
    return "<ul>" + "".join(f"<li>{_e(w['text'])}</li>" for w in contest["what_if"]) + "</ul>"


def _frame(case: Mapping[str, Any], store: EvidenceStore, lang: str) -> str:
    data = image(store, deciding_frame(case))
    if not data:
        gone = any(c["gone"] for h in case["hands"] for c in h["cards"])
        return f"<p>{_e(say(lang, 'report.pruned' if gone else 'report.no_picture'))}</p>"
    return f'<img class="frame" src="{data}" alt="">'
