"""A night to keep or share: CSV for spreadsheets, one self-contained page. No Pix key is ever in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from html import escape

from assistant.bank.chart import colour_of, stacks_chart
from assistant.bank.money import brl
from assistant.bank.night import Night, Shared
from assistant.facts import HOUSE
from assistant.phrases import say

BIGGEST = 5  # pots shown


def players_of(night: Night) -> tuple[str, ...]:
    """Everybody with something in the night's books, best result first."""
    seen = dict.fromkeys([p.player for p in night.purchases])
    seen |= dict.fromkeys(night.results_centavos)
    return tuple(sorted(seen, key=lambda p: (-night.results_centavos.get(p, 0), night.name(p), p)))


def as_csv(night: Night) -> str:
    """Every row of the night as kind, sequence number, time, hand, player, other, chips, centavos (RFC 4180, UTF-8)."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerow(["kind", "seq", "at", "hand", "player", "other", "chips", "centavos"])
    for p in night.purchases:
        write.writerow(["purchase", p.seq, p.at, _or(p.hand), _cell(night, p.player), p.source, p.chips, p.centavos])
    for c in night.counts:
        write.writerow(["count", c.seq, c.at, _or(c.hand), _cell(night, c.player), c.books, c.counted, ""])
    for money in night.shared:
        for player, centavos in money.owe.items():
            who = [_cell(night, player), _cell(night, money.payer)]
            write.writerow([money.kind, money.seq, money.at, "", *who, "", centavos])
    for m in night.mistakes:
        numbers = ["" if n is None else n for n in (m.chips, m.centavos)]
        write.writerow(["corrected", m.seq, m.at, "", _cell(night, m.player), m.by, *numbers])
    for point in night.stacks:
        for player, chips in sorted(point.stacks.items()):
            write.writerow(["stack", point.seq, point.at, _or(point.hand), _cell(night, player), "", chips, ""])
    for pot in night.pots:
        for player, chips in sorted(pot.won.items()):
            write.writerow(["pot", "", "", pot.hand, _cell(night, player), pot.chips, chips, ""])
    for player, chips in night.prizes.items():
        write.writerow(["prizes", "", "", "", _cell(night, player), "", -chips, ""])
    for player in players_of(night):
        centavos = night.results_centavos.get(player, 0)
        write.writerow(["result", "", "", "", _cell(night, player), "", "", centavos])
    for payer, receiver, centavos in night.payments:
        kind = "paid" if (payer, receiver, centavos) in night.paid else "payment"
        write.writerow([kind, "", "", "", _cell(night, payer), _cell(night, receiver), "", centavos])
    return out.getvalue()


def _or(value: int | None) -> str:
    return "" if value is None else str(value)


def _cell(night: Night, player: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    name = night.name(player)
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:46rem;padding:1.2rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}
p.when{color:#666;margin:0}table{border-collapse:collapse;width:100%}
td,th{padding:.35rem .5rem;border-bottom:1px solid #ddd;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.up{color:#00704f}.down{color:#b3400a}.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:50%}
svg{width:100%;height:auto;background:#fff;border-radius:.4rem}
svg text{font:13px system-ui,sans-serif;fill:#444}.warn{border-left:4px solid #d55e00;padding:.3rem .8rem}
@media (prefers-color-scheme:dark){body{background:#171717;color:#eee}td,th{border-color:#3a3a3a}p.when{color:#aaa}
.up{color:#4cd3a5}.down{color:#ff9f70}}
@media (max-width:600px){body{padding:.8rem}td,th{padding:.35rem .3rem}svg text{font-size:24px}}
@media print{body{max-width:none}}
"""


def as_page(night: Night, lang: str) -> str:
    """The night as one HTML file that needs nothing else; prints on one or two sheets."""
    players = players_of(night)

    def t(code: str, **params: object) -> str:
        return escape(say(lang, f"bank.page.{code}", **params))

    body = [
        f"<h1>{t('title', table=night.table, number=night.number)}</h1>",
        f'<p class="when">{escape(when(night, lang))} · {hands_text(night, lang)} · '
        f"{t('chip', money=brl(night.chip_centavos))}</p>",
    ]
    if not night.settled:
        body.append(f'<p class="warn">{t("open")}</p>')
    body.append(_results(night, players, t("results"), [t("player"), t("bought"), t("cacifes"), t("result")]))
    payments = [
        [escape(night.name(a)), escape(night.name(b)), _money(n), t("paid") if (a, b, n) in night.paid else ""]
        for a, b, n in night.payments
    ]
    if payments:
        body.append(_table(t("payments"), [t("payer"), t("receiver"), t("amount"), ""], payments, (2,)))
    body.append(_chart(night, players, t("stacks"), t("hand_axis")))
    pots = [[str(p.hand), str(p.chips), escape(winners_text(night, p.won))] for p in night.pots[:BIGGEST]]
    if pots:
        body.append(_table(t("pots"), [t("hand"), t("chips"), t("taken_by")], pots, (0, 1)))
    bought = [
        [
            _clock(p.at),
            "" if p.hand is None else str(p.hand),
            escape(night.name(p.player)),
            str(p.cacifes),
            brl(p.centavos),
        ]
        for p in night.purchases
    ]
    head = [t("time"), t("hand"), t("player"), t("cacifes"), t("amount")]
    body.append(_table(t("purchases"), head, bought, (1, 3, 4)))
    prizes = [[escape(night.name(p)), str(-n)] for p, n in night.prizes.items()]
    if prizes:
        body.append(_table(t("prizes"), [t("player"), t("chips")], prizes, (1,)))
    if night.shared:
        rows = [
            [_clock(m.at), escape(m.what) or t(m.kind), _named(night, m.payer, lang), _owed(night, m, lang)]
            for m in night.shared
        ]
        body.append(_table(t("shared"), [t("time"), t("what"), t("paid_by"), t("owe")], rows, ()))
    if night.mistakes:
        rows = []
        for m in night.mistakes:
            now = t("void") if m.void else _amount(m.now_chips, m.now_centavos)
            what = [_clock(m.at), t(f"kind.{m.kind}"), _named(night, m.player, lang)]
            rows.append([*what, _amount(m.chips, m.centavos), now])
        head = [t("time"), t("what"), t("player"), t("written"), t("stands")]
        body.append(_table(t("mistakes"), head, rows, ()))
    title = t("title", table=night.table, number=night.number)
    page = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )
    return page.replace("R$ ", "R$\u00a0")  # no line break separates an amount from its sign


def _named(night: Night, party: str, lang: str) -> str:
    return escape(say(lang, "banking.house") if party == HOUSE else night.name(party) if party else "")


def _owed(night: Night, money: Shared, lang: str) -> str:
    """Who owes how much of it, his own share left out."""
    return ", ".join(f"{_named(night, p, lang)} {brl(n)}" for p, n in money.owe.items() if p != money.payer)


def _amount(chips: int | None, centavos: int | None) -> str:
    """Chips and money, as far as there are any."""
    return " · ".join(x for x in ("" if chips is None else str(chips), "" if centavos is None else brl(centavos)) if x)


def when(night: Night, lang: str) -> str:
    """Day and hours of a night by this machine's clock, as "30/11/2026 20:15 – 23:40"."""
    begun, ended = local(night.begun), local(night.ended)
    day = "%Y-%m-%d %H:%M" if lang == "en" else "%d/%m/%Y %H:%M"
    return f"{begun:{day}} – {ended:{'%H:%M' if ended.date() == begun.date() else day}}"


def local(at: str) -> datetime:
    """A moment (UTC, ISO 8601) by the clock of this machine, which stands at the table."""
    return datetime.fromisoformat(at).astimezone()


def hands_text(night: Night, lang: str) -> str:
    """How many hands were played, in words."""
    return escape(say(lang, f"bank.page.{'hand_one' if night.hands == 1 else 'hands'}", hands=night.hands))


def winners_text(night: Night, won: Mapping[str, int]) -> str:
    """Who took a pot and how much, largest first."""
    return ", ".join(f"{night.name(p)} {n}" for p, n in sorted(won.items(), key=lambda s: (-s[1], s[0])))


def _clock(at: str) -> str:
    return f"{local(at):%H:%M}"


def _money(centavos: int, sign: bool = False) -> str:
    kind = "up" if centavos > 0 else "down" if centavos < 0 else ""
    return f'<span class="{kind}">{brl(centavos, sign=True)}</span>' if sign and kind else brl(centavos)


def _results(night: Night, players: Sequence[str], title: str, head: Sequence[str]) -> str:
    bought = night.bought
    rows = []
    for player in players:
        cacifes = sum(p.cacifes for p in night.purchases if p.player == player)
        dot = f'<span class="dot" style="background:{colour_of(players, player)}"></span> '
        result = _money(night.results_centavos.get(player, 0), sign=True)
        rows.append([dot + escape(night.name(player)), str(bought.get(player, 0)), str(cacifes), result])
    return _table(title, head, rows, (1, 2, 3))


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int]) -> str:
    def cell(tag: str, n: int, text: str) -> str:
        return f'<{tag} class="n">{text}</{tag}>' if n in numbers else f"<{tag}>{text}</{tag}>"

    first = "".join(cell("th", n, text) for n, text in enumerate(head))
    body = "".join("<tr>" + "".join(cell("td", n, text) for n, text in enumerate(row)) + "</tr>" for row in rows)
    return f"<h2>{title}</h2><table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def _chart(night: Night, players: Sequence[str], title: str, axis: str) -> str:
    width, height = 720, 340
    chart = stacks_chart(night, players, width, height)
    if chart is None:
        return ""
    left, _, right, bottom = chart.frame
    parts = [f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{title}">']
    for mark in chart.chips:
        parts.append(f'<path d="M{left},{mark.place}H{right}" stroke="#e3e3e3"/>')
        parts.append(f'<text x="{left - 8}" y="{mark.place + 4}" text-anchor="end">{mark.label}</text>')
    for mark in chart.hands:
        parts.append(f'<text x="{mark.place}" y="{bottom + 26}" text-anchor="middle">{mark.label}</text>')
    parts.append(f'<text x="{left - 8}" y="{bottom + 26}" text-anchor="end">{axis}</text>')
    for player, points in chart.lines.items():
        path = " ".join(f"{x},{y}" for x, y in points)
        colour = colour_of(players, player)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        x, y = points[-1]
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>')
    return f"<h2>{title}</h2>{''.join(parts)}</svg>"
