"""The host's own doors: the PIN, saying yes to phones and screens, and passing on what he decides about the hand."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from assistant.web import wire
from assistant.web.context import Web
from assistant.web.taps import TapBody, answer


class PinBody(BaseModel):
    """Six digits."""

    model_config = ConfigDict(extra="forbid")
    pin: Annotated[str, Field(max_length=12)]


class PhoneBody(BaseModel):
    """A phone or screen on the host's lists."""

    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, Field(max_length=64)]


class AddressBody(BaseModel):
    """One of this machine's addresses, for the QR code."""

    model_config = ConfigDict(extra="forbid")
    url: Annotated[str, Field(max_length=300)]


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return Response(wire.dumps(data), status, media_type="application/json")


def router(web: Web) -> APIRouter:
    """PIN, phones, host's words."""
    api = APIRouter(prefix="/api")

    @api.post("/pin")
    async def pin(request: Request, body: PinBody) -> Response:
        address = web.address(request)
        web.limit_joins(request)
        digits = "".join(c for c in body.pin if c.isdigit())
        if web.door.open(address, digits):
            token, _ = web.phones.issue("host", None)
            response = _json({"ok": True})
            web.give(response, "host", token)
            return response
        left = web.door.left(address)
        return _json({"ok": False, "code": "wrong_pin" if left else "locked", "left": left}, 403)

    @api.post("/host")
    async def host(request: Request, body: TapBody) -> Response:
        _, phone = web.recipient(request, "host")
        web.limit(web.taps, phone.key)
        return answer(await web.port.host(body.tap()))

    @api.post("/phones/allow")
    async def allow(request: Request, body: PhoneBody) -> Response:
        web.recipient(request, "host")
        if web.phones.grant(body.id, web.owners()) is None:
            raise HTTPException(404, "unknown_phone")
        web.hub.bump()
        return _json({"ok": True})

    @api.post("/phones/revoke")
    async def revoke(request: Request, body: PhoneBody) -> Response:
        web.recipient(request, "host")
        if not web.phones.revoke(body.id):
            raise HTTPException(404, "unknown_phone")
        web.hub.bump()
        return _json({"ok": True})

    @api.post("/address")
    async def address(request: Request, body: AddressBody) -> Response:
        web.recipient(request, "host")
        if body.url not in web.urls():
            raise HTTPException(404, "unknown_address")
        web.chosen = body.url
        web.hub.bump()
        return _json({"ok": True})

    @api.post("/pin/renew")
    async def renew(request: Request) -> Response:
        web.recipient(request, "host")
        return _json({"ok": True, "pin": web.door.renew()})

    return api
