"""Every byte a table sends, to whom and when; and every way in which a card could stand in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from assistant.engine.cards import FULL_DECK
from assistant.engine.hand import HandState
from assistant.engine.names import card_name

SUITS = {
    "c": ("♣", "clubs", r"\\u2663", "%E2%99%A3"),
    "d": ("♦", "diams", r"\\u2666", "%E2%99%A6"),
    "h": ("♥", "hearts", r"\\u2665", "%E2%99%A5"),
    "s": ("♠", "spades", r"\\u2660", "%E2%99%A0"),
}
RANK = r"(?:10|[2-9TJQKA])"
SIGN = (
    "|".join(re.escape(form) for forms in SUITS.values() for form in (forms[0], forms[3]))
    + "|"
    + "|".join([*(forms[2] for forms in SUITS.values()), *(f"&{forms[1]};" for forms in SUITS.values())])
)
OPEN, CLOSE = r"(?<=[\"'\[(,=:])\s?", r"\s?(?=[\"'\]),;&])"
NAMES = {card_name(c, lang).lower(): c for c in FULL_DECK for lang in ("pt-BR", "en")}
WORDS = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
# a bare code stands in quotes, brackets or commas: "As três" is Portuguese; signs and names count anywhere
MENTION = re.compile(
    rf"{OPEN}(?P<code>{RANK}[cdhs]|[cdhs]{RANK}|Jk){CLOSE}"
    rf"|(?P<rank>{RANK})(?P<sign>{SIGN})|(?P<sign2>{SIGN})(?P<rank2>{RANK})|(?P<name>{WORDS})",
    re.IGNORECASE,
)


def _suit(sign: str) -> str:
    low = sign.lower()
    for suit, (mark, entity, escape, encoded) in SUITS.items():
        if low in (mark, f"&{entity};", escape.replace("\\\\", "\\"), encoded.lower()):
            return suit
    raise ValueError(sign)


def card_of(found: re.Match[str]) -> str:
    """The card that a mention names, as facts write it."""
    if found["name"]:
        return NAMES[found["name"].lower()]
    if found["code"]:
        code = found["code"]
        if code.lower() == "jk":
            return "Jk"
        rank, suit = (
            (code[:-1], code[-1]) if code[-1].lower() in SUITS and code[0].lower() not in SUITS else (code[1:], code[0])
        )
    else:
        rank, suit = found["rank"] or found["rank2"], _suit(found["sign"] or found["sign2"])
    return ("T" if rank == "10" else rank.upper()) + suit.lower()


def named(text: str, cards: frozenset[str]) -> list[str]:
    """Where a text names one of these cards, in whatever way of writing."""
    return [text[max(0, m.start() - 60) : m.end() + 30] for m in MENTION.finditer(text) if card_of(m) in cards]


def open_now(hand: HandState | None) -> frozenset[str]:
    """Every face that has lain open in the present hand."""
    if hand is None:
        return frozenset()
    core = hand.core
    held = [c.card for cards in (*core.cards.values(), core.centre) for c in cards if c.card is not None]
    return frozenset([*held, *core.gone, *(face for _, _, face in core.fallen)])


@dataclass
class Recorder:
    """ASGI: passes everything on and looks at what goes out, with what was secret at that moment."""

    app: Any
    secret: Callable[[], frozenset[str]]
    sent: int = 0
    messages: int = 0
    hits: list[str] = field(default_factory=list)
    paths: set[str] = field(default_factory=set)

    @property
    def state(self) -> Any:
        """The application's own state, which the server asks for."""
        return self.app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Look at every message of an answer: headers and body."""

        async def look(message: Any) -> None:
            self.look(scope.get("path", ""), message)
            await send(message)

        await self.app(scope, receive, look if scope["type"] == "http" else send)

    def look(self, path: str, message: Any) -> None:
        """Search one message for every card that nobody may know now."""
        if path.startswith("/static/"):  # the pages' own words, the same in every hand
            return
        data = message.get("body", b"") + b" ".join(k + b": " + v for k, v in message.get("headers", ()))
        self.sent += len(data)
        self.messages += 1
        self.paths.add(path)
        for where in named(data.decode("utf-8", "replace"), self.secret()):
            self.hits.append(f"{path}: …{where}…")
