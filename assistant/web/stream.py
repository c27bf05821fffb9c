"""Live state: pulled on every connect, pushed as server-sent events that carry version numbers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from assistant.views import Role
from assistant.web import wire
from assistant.web.context import As, Web
from assistant.web.hub import Stream
from assistant.web.phones import Phone
from assistant.web.port import Recipient

PING_SECONDS = 10.0
AsQuery = Annotated[As, Query(alias="as")]


class Here(BaseModel):
    """A phone's "I still listen"."""

    stream: str = Field(max_length=40)


def router(web: Web) -> APIRouter:
    """State, stream and the phone's sign of life."""
    api = APIRouter(prefix="/api")

    @api.get("/state")
    async def state(request: Request, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        return Response(web.state(to), media_type="application/json")

    @api.get("/stream")
    async def stream(request: Request, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        return StreamingResponse(
            _events(web, request, role, to, phone),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    @api.post("/here")
    async def here(request: Request, body: Here, role: AsQuery = "player") -> Response:
        _, phone = web.recipient(request, role)
        if not web.hub.hear(body.stream, phone.key):
            raise HTTPException(410, "stream_gone")
        return Response(status_code=204)

    return api


async def _events(web: Web, request: Request, role: Role, to: Recipient, phone: Phone) -> AsyncIterator[bytes]:
    """Each event is the newest state, so a slow phone skips what it missed; ends when the token is revoked."""
    stream = Stream(secrets.token_hex(8), phone.key, to.seat, web.clock.steady())
    web.hub.open(stream)
    ended = asyncio.ensure_future(stream.ended.wait())
    try:
        hello = wire.dumps({"stream": stream.id, "boot": web.boot})
        yield b"retry: 1000\nevent: hello\ndata: " + hello + b"\n\n"
        seen = 0
        while web.hub.alive(stream):
            phone_now = web.phone(request, role)
            if phone_now is None:
                yield b"event: gone\ndata: {}\n\n"
                return
            if phone_now.seat != to.seat:  # he changed places: the phone connects again, as whom it now is
                return
            if web.hub.revision != seen:
                seen = web.hub.revision
                yield b"id: %d\nevent: state\ndata: %b\n\n" % (seen, web.streamed(to))
            else:
                yield b"event: ping\ndata: {}\n\n"
            waiting = asyncio.ensure_future(web.hub.wait(seen, PING_SECONDS))
            await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
    finally:
        ended.cancel()
        web.hub.close(stream)
