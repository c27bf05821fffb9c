"""The host's lists that are too long for every event: house rules, what goes over a game; and how phones trust us."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from assistant.web import wire
from assistant.web.context import Web

_Game = Annotated[str, Query(max_length=60)]


def router(web: Web) -> APIRouter:
    """Rules and variations for the host; the authority of our certificate for anybody who asks."""
    api = APIRouter()

    @api.get("/api/rules")
    async def rules(request: Request) -> Response:
        to, phone = web.recipient(request, "host")
        web.limit(web.pulls, phone.key)
        found = [asdict(r) for r in web.port.rules(to.language)]
        return Response(wire.dumps({"rules": found}), media_type="application/json")

    @api.get("/api/variations")
    async def variations(request: Request, game: _Game) -> Response:
        to, phone = web.recipient(request, "host")
        web.limit(web.pulls, phone.key)
        found = [asdict(o) for o in web.port.variations(game, to.language)]
        return Response(wire.dumps({"variations": found}), media_type="application/json")

    @api.get("/authority.crt", include_in_schema=False)
    async def authority() -> Response:
        if web.config.authority is None:
            raise HTTPException(404, "unknown")
        return Response(web.config.authority, media_type="application/x-x509-ca-cert")

    return api
