"""The bank's sheet: what it shows and takes, the Pix code of a payment, the key of a player, the night to keep."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from assistant.views import BankTap
from assistant.web import qr, wire
from assistant.web.context import Web
from assistant.web.port import BankPort
from assistant.web.stream import AsQuery
from assistant.web.taps import CHIPS, answer

_Name = Annotated[str, Field(max_length=60)]
NIGHT_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_TYPES = {"html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8", "png": "image/png"}


class BankBody(BaseModel):
    """One act as a phone sends it; amounts are chips, pieces or shares by name."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    act: Annotated[str, Field(max_length=30, pattern=r"^[a-z_]+$")]
    seat: Annotated[str, Field(max_length=8)] = ""
    who: Annotated[str, Field(max_length=80)] = ""
    number: Annotated[int, Field(ge=0, le=2**53)] | None = None
    text: Annotated[str, Field(max_length=80)] = ""
    money: Annotated[str, Field(max_length=30)] = ""
    amounts: Annotated[dict[_Name, Annotated[int, Field(ge=-CHIPS, le=CHIPS)]], Field(max_length=20)] = {}

    def tap(self) -> BankTap:
        """The same as a view record."""
        return BankTap(self.id, self.act, self.seat, self.who, self.number, self.text, self.money, self.amounts)


class ProfileBody(BaseModel):
    """A Pix key with the name and city of its owner; an empty key removes it."""

    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=10)] = ""
    key: Annotated[str, Field(max_length=90)] = ""
    name: Annotated[str, Field(max_length=60)] = ""
    city: Annotated[str, Field(max_length=40)] = ""


def _unbroken(data: bytes) -> bytes:
    """Amounts that no line break separates from their sign."""
    return data.replace(b"R$ ", "R$\u00a0".encode())


def router(web: Web, bank: BankPort) -> APIRouter:
    """State, acts, codes, the profile and the night."""
    api = APIRouter()

    def _json(data: Any) -> Response:
        return Response(wire.dumps(data), media_type="application/json")

    @api.get("/api/bank")
    async def state(request: Request, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        return Response(_unbroken(wire.dumps(bank.view(to))), media_type="application/json")

    @api.post("/api/bank")
    async def act(request: Request, body: BankBody, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return answer(await bank.tap(to, body.tap()))

    @api.post("/api/profile")
    async def profile(request: Request, body: ProfileBody) -> Response:
        to, phone = web.recipient(request, "player")
        web.limit(web.taps, phone.key)
        return answer(await bank.set_profile(to, body.kind, body.key, body.name, body.city))

    @api.get("/api/bank/qr/{payment}")
    async def code(request: Request, payment: int, role: AsQuery = "player") -> Response:
        to, _ = web.recipient(request, role)
        text = bank.code(to, payment)
        if text is None:
            raise HTTPException(404, "unknown")
        return Response(qr.svg(text), media_type="image/svg+xml")

    @api.get("/api/bank/picture/{seat}")
    async def picture(request: Request, seat: str, role: AsQuery = "player") -> Response:
        to, _ = web.recipient(request, role)
        data = bank.picture(to, seat)
        if data is None:
            raise HTTPException(404, "unknown")
        return Response(data, media_type="image/jpeg")

    @api.get("/night.{form}")
    async def night(request: Request, form: str, n: int | None = None, role: AsQuery = "player") -> Response:
        _, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        made = await bank.night(form, n, web.language(request)) if form in _TYPES else None
        if made is None:
            raise HTTPException(404, "unknown")
        headers = {"Content-Security-Policy": NIGHT_CSP} if form == "html" else {}
        if form == "csv":
            headers["Content-Disposition"] = 'attachment; filename="noite.csv"'
        return Response(made, media_type=_TYPES[form], headers=headers)

    return api
