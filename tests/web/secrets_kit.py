"""Every byte a table sends, to whom and when; and every way in which a card could stand in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from assistant.engine.cards import FULL_DECK
from assistant.engine.hand import HandState
from assistant.engine.names import card_name

MARKS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
SIGNS = {
    **MARKS,
    **{f"&{name};": suit for name, suit in (("clubs", "c"), ("diams", "d"), ("hearts", "h"), ("spades", "s"))},
    **{f"\\u{ord(mark):04x}": suit for mark, suit in MARKS.items()},
    **{quote(mark).lower(): suit for mark, suit in MARKS.items()},
}
RANK = "(?:10|[2-9tjqka])"
# a bare code stands in quotes, brackets or commas: "As três" is Portuguese; signs and names count anywhere
CODE = re.compile(rf"[\"'\[(,=:]\s?({RANK}[cdhs]|[cdhs]{RANK}|jk)\s?(?=[\"'\]),;&])")
SIGN = re.compile("|".join(map(re.escape, SIGNS)))
BEFORE, BEHIND = re.compile(f"({RANK})$"), re.compile(RANK)
NAMES = {card_name(c, lang).lower(): c for c in FULL_DECK for lang in ("pt-BR", "en")}
SPOKEN = re.compile("(?: de | of )(?:" + "|".join(sorted({n.rsplit(" ", 1)[1] for n in NAMES})) + ")")
WORD = re.compile(r"[^\W\d_]+$")


def _card(rank: str, suit: str) -> str:
    """A card as facts write it."""
    return ("T" if rank == "10" else rank.upper()) + suit


def _coded(code: str) -> str:
    if code == "jk":
        return "Jk"
    return _card(code[:-1], code[-1]) if code[-1] in "cdhs" else _card(code[1:], code[0])


def mentions(text: str) -> Iterator[tuple[str, int]]:
    """Every card that a text names, in whatever way of writing, with where; each way is a quick search of its own."""
    low = text.lower()
    for m in CODE.finditer(low):
        yield _coded(m[1]), m.start()
    for m in SIGN.finditer(low):
        rank = BEFORE.search(low, max(0, m.start() - 2), m.start()) or BEHIND.match(low, m.end())
        if rank is not None:
            yield _card(rank[0], SIGNS[m[0]]), m.start()
    for m in SPOKEN.finditer(low):
        word = WORD.search(low, max(0, m.start() - 12), m.start())
        card = NAMES.get(word[0] + m[0]) if word is not None else None
        if card is not None:
            yield card, m.start()


def named(text: str, cards: frozenset[str]) -> list[str]:
    """Where a text names one of these cards."""
    return [text[max(0, at - 60) : at + 40] for card, at in mentions(text) if card in cards]


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
        if any(k == b"content-encoding" for k, _ in message.get("headers", ())):
            self.hits.append(f"{path}: packed, and so not searched")
        data = message.get("body", b"") + b" ".join(k + b": " + v for k, v in message.get("headers", ()))
        self.sent += len(data)
        self.messages += 1
        self.paths.add(path)
        for where in named(data.decode("utf-8", "replace"), self.secret()):
            self.hits.append(f"{path}: …{where}…")
