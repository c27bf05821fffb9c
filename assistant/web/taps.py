"""Taps: a player's answer to the question put to his seat, or the host's on behalf of a seat."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from assistant.views import Tap, TapResult
from assistant.web import wire
from assistant.web.context import Web
from assistant.web.stream import AsQuery

CHIPS = 10_000_000  # no table has more; keeps silly numbers out of the engine


class TapBody(BaseModel):
    """One tap as a phone sends it; ``seen`` is the number of the last fact it had drawn."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    decision: Annotated[str, Field(max_length=200)]
    seen: Annotated[int, Field(ge=0, le=2**53)]
    value: Annotated[str, Field(max_length=100)]
    amount: Annotated[int, Field(ge=0, le=CHIPS)] | None = None
    places: Annotated[tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(max_length=20)] = ()

    def tap(self) -> Tap:
        """The same as a view record."""
        return Tap(self.id, self.decision, self.seen, self.value, self.amount, self.places)


def answer(result: TapResult) -> Response:
    """200 when it counts, 409 with the words and what would be allowed when it does not."""
    return Response(wire.dumps(asdict(result)), 200 if result.ok else 409, media_type="application/json")


def router(web: Web) -> APIRouter:
    """The one address every seat's taps go to."""
    api = APIRouter(prefix="/api")

    @api.post("/tap")
    async def tap(request: Request, body: TapBody, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        if to.role == "screen":
            return answer(TapResult(False, "no_right", ""))
        return answer(await web.port.tap(to, body.tap()))

    return api
