"""A view as the bytes a phone gets, with a second look at what must not be in them."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from assistant.views import CardView, ScreenView
from assistant.web.port import Recipient


class LeakError(RuntimeError):
    """The table offered a recipient something that is not theirs; nothing was sent."""


def checked(view: ScreenView, to: Recipient) -> ScreenView:
    """The same view without any face of a closed card; raises LeakError when it is somebody else's view.

    The projection is the table's; this is the belt to its braces.
    """
    if view.role != to.role or (to.role == "player" and view.you != to.seat):
        raise LeakError("a view for somebody else")
    if view.host is not None and to.role != "host":
        raise LeakError("the host's view for somebody else")
    if view.choice is not None and view.choice.seat != to.seat:
        raise LeakError("a choice of another seat")
    seats = tuple(replace(s, cards=tuple(_closed(c) for c in s.cards)) for s in view.seats)
    return replace(view, seats=seats)


def _closed(card: CardView) -> CardView:
    return card if card.up or card.code is None else replace(card, code=None)


def dumps(data: Any) -> bytes:
    """JSON on one line, as an event's data wants it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def state(view: ScreenView, to: Recipient, more: dict[str, Any]) -> bytes:
    """The whole state for one recipient, with what the pages themselves add."""
    return dumps({**asdict(checked(view, to)), **more})
