"""Sitting down: a free seat at once, one's own by its code, anybody's by the host's yes; and the table's screen."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from assistant.views import Role
from assistant.web import wire
from assistant.web.context import Web
from assistant.web.port import Recipient
from assistant.web.stream import AsQuery

_Seat = Annotated[str, Field(min_length=1, max_length=8)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class JoinBody(_Body):
    """Name, seat, and how many cacifes to buy."""

    name: Annotated[str, Field(max_length=80)]
    seat: _Seat
    cacifes: Annotated[int, Field(ge=1, le=10)] = 1


class TakeBody(_Body):
    """A seat and its six digits."""

    seat: _Seat
    code: Annotated[str, Field(max_length=12)]


class AskBody(_Body):
    """What a phone or a screen asks the host for."""

    role: Role = "player"
    seat: _Seat | None = None
    name: Annotated[str, Field(max_length=80)] = ""


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return Response(wire.dumps(data), status, media_type="application/json")


def seats(web: Web) -> list[dict[str, Any]]:
    """The seats for the join page: free or whose, and whether that person's phone is here.

    A scripted player's seat is free to take: whoever sits down there plays on with its chips.
    """
    view = web.port.view(Recipient("screen"))
    robots = view.extra.get("robots", ())
    return [
        {"seat": s.seat, "name": None if s.seat in robots else s.name, "connected": s.connected} for s in view.seats
    ]


def router(web: Web) -> APIRouter:
    """Joining, taking back, asking, and what became of the asking."""
    api = APIRouter(prefix="/api")

    @api.get("/seats")
    async def free_seats(request: Request) -> Response:
        web.limit(web.pulls, web.address(request))
        return _json({"seats": seats(web)})

    @api.post("/join")
    async def join(request: Request, body: JoinBody) -> Response:
        web.limit_joins(request)
        own = web.phone(request, "player")
        if own is not None and own.granted:
            raise HTTPException(409, "seated_already")
        result = await web.port.join(body.name, body.seat, body.cacifes, web.language(request))
        if not result.ok:
            return _json({"ok": False, "code": result.code, "text": result.text}, 409)
        seat = result.seat or body.seat
        web.hub.bump()
        web.phones.revoke_seat(seat)
        web.phones.renew_code(seat)
        token, _ = web.phones.issue("player", seat, body.name[:24], web.owners()[seat])
        response = _json({"ok": True, "code": result.code, "text": result.text, "seat": seat})
        web.give(response, "player", token)
        web.hub.bump()
        return response

    @api.post("/take")
    async def take(request: Request, body: TakeBody) -> Response:
        web.limit_joins(request)
        person = web.owners().get(body.seat)
        if person is None:
            return _json({"ok": False, "code": "seat_free"}, 409)
        web.limit(web.codes, body.seat)
        digits = "".join(c for c in body.code if c.isdigit())
        if not web.phones.code_fits(body.seat, person, digits):
            return _json({"ok": False, "code": "wrong_code"}, 403)
        web.phones.revoke_seat(body.seat)
        web.phones.renew_code(body.seat)
        token, _ = web.phones.issue("player", body.seat, web.name_at(body.seat), person)
        response = _json({"ok": True, "code": "seated", "seat": body.seat})
        web.give(response, "player", token)
        web.hub.bump()
        return response

    @api.post("/ask")
    async def ask(request: Request, body: AskBody) -> Response:
        web.limit_joins(request)
        if body.role == "host" or (body.role == "player") != (body.seat is not None):
            raise HTTPException(422, "shape")
        if body.role == "player" and body.seat not in web.owners():
            return _json({"ok": False, "code": "seat_free"}, 409)
        own = web.phone(request, body.role)
        if own is not None and own.granted:
            raise HTTPException(409, "seated_already")
        if own is not None:
            web.phones.revoke(own.id)
        token, phone = web.phones.issue(body.role, body.seat, body.name[:24], granted=False)
        response = _json({"ok": True, "code": "asked", "number": phone.number}, 202)
        web.give(response, body.role, token)
        web.hub.bump()
        return response

    @api.get("/asked")
    async def asked(request: Request, role: AsQuery = "player") -> Response:
        web.limit(web.pulls, web.address(request))
        phone = web.phone(request, role)
        if phone is None:
            return _json({"status": "no"})
        return _json({"status": "yes" if phone.granted else "waiting", "number": phone.number})

    @api.get("/me")
    async def me(request: Request) -> Response:
        to, phone = web.recipient(request, "player")
        return _json(
            {"seat": to.seat, "name": web.name_at(to.seat or ""), "code": web.phones.code(to.seat or "", phone.person)}
        )

    return api
