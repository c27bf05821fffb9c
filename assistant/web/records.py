"""Pages of the record: a contested hand with pictures and report; replays, the night in numbers, a cold verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Protocol

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from assistant.phrases import LANGUAGES, say
from assistant.views import Role, TapResult
from assistant.web import wire
from assistant.web.context import Web
from assistant.web.pages import page_words, templates
from assistant.web.port import Recipient
from assistant.web.stream import AsQuery
from assistant.web.taps import CHIPS, answer

Chips = Annotated[int, Field(ge=0, le=CHIPS)]
_MODULES = {
    "contest": ("dom", "net", "words", "alerts", "cards", "page"),
    "replay": ("dom", "net", "words", "alerts", "replaycore"),
    "stats": ("dom", "net", "words", "alerts"),
    "judge": ("dom", "words", "alerts", "cards", "cardpad"),
}
_HASH = re.compile(r"^[0-9a-f]{64}$")
_ID = re.compile(r"^[0-9a-f]{12}$")
REPORT_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
REPLAY_CSP = REPORT_CSP + "; script-src 'unsafe-inline'"


class RecordsPort(Protocol):
    """The record as the web room sees it."""

    async def case(self, to: Recipient, number: int | None) -> dict[str, Any] | None:
        """A hand as its contest page shows it; None where there is none."""

    async def report(self, to: Recipient, contest: str, kind: str) -> bytes | None:
        """The report of a contest as "html" or "pdf"."""

    def picture(self, name: str) -> bytes | None:
        """A kept picture by its SHA-256."""

    async def contest(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """Somebody contests a hand."""

    async def propose(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """The host proposes a way out."""

    async def vote(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """A phone agrees or not."""

    async def resolve(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """The host carries it out."""

    async def replay(self, to: Recipient, number: int | None) -> dict[str, Any] | None:
        """A hand fact by fact."""

    async def replay_file(self, to: Recipient, number: int | None) -> bytes | None:
        """One hand, or all of the night, as one self-contained HTML file."""

    async def stats(self, to: Recipient, night: int | None) -> dict[str, Any]:
        """The night in numbers."""

    def judge_games(self, lang: str) -> list[dict[str, str]]:
        """The games that a photograph alone decides."""

    async def judge(self, to: Recipient, photo: bytes, game: str, case: str) -> dict[str, Any]:
        """The verdict of a photograph, or what must be asked; with ``case``, of one more of that showdown."""

    async def judge_answer(self, to: Recipient, case: str, ask: str, value: str) -> dict[str, Any]:
        """What follows from the answer to a question of a photographed showdown."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class ContestBody(_Body):
    """What is contested."""

    hand: Annotated[int, Field(ge=1)]
    subject: Annotated[str, Field(max_length=20)]
    fact: Annotated[int, Field(ge=1)] | None = None
    note: Annotated[str, Field(max_length=200)] = ""


class ProposeBody(_Body):
    """A way out."""

    contest: Annotated[str, Field(max_length=40)]
    outcome: Literal["keep", "card", "amount", "split", "void"]
    fact: Annotated[int, Field(ge=1)] | None = None
    card: Annotated[str, Field(max_length=3)] | None = None
    amount: Chips | None = None
    payout: Annotated[dict[str, Chips], Field(max_length=10)] | None = None


class VoteBody(_Body):
    """Yes or no to what was seen proposed."""

    contest: Annotated[str, Field(max_length=40)]
    agrees: bool
    seen: Annotated[int, Field(ge=0)]


class AnswerBody(BaseModel):
    """An answer about a photographed showdown."""

    model_config = ConfigDict(extra="forbid")
    case: Annotated[str, Field(max_length=40)]
    ask: Annotated[str, Field(max_length=40)]
    value: Annotated[str, Field(max_length=10)]


class ResolveBody(_Body):
    """Carry out what is proposed."""

    contest: Annotated[str, Field(max_length=40)]


def router(web: Web, records: RecordsPort) -> APIRouter:
    """Everything about the record."""
    api = APIRouter(include_in_schema=False)
    env = templates()

    def draw(request: Request, page: str, back: str, **more: Any) -> HTMLResponse:
        lang = web.language(request)
        text = env.get_template(f"{page}.html").render(
            t=lambda code, **params: say(lang, f"web.{code}", **params),
            lang=lang,
            languages=LANGUAGES,
            build=web.assets.build,
            page=page,
            modules=_MODULES[page],
            words=page_words(lang, page),
            back=back,
            **more,
        )
        return HTMLResponse(text)

    def role_of(request: Request, wanted: str | None) -> Role | None:
        """The role a page is opened in: the one asked for, else the first the browser has."""
        order: tuple[Role, ...] = ("player", "host", "screen")
        for role in [r for r in order if r == wanted] or order:
            phone = web.phone(request, role)
            if phone is not None and phone.granted:
                return role
        return None

    def page(name: str) -> Any:
        async def show(request: Request) -> Response:
            role = role_of(request, request.query_params.get("as"))
            if role is None:
                return RedirectResponse("/host" if request.query_params.get("as") == "host" else "/", 303)
            back = {"player": "/play", "host": "/host", "screen": "/table"}[role]
            more = {"games": records.judge_games(web.language(request))} if name == "judge" else {}
            return draw(request, name, back, role=role, **more)

        return show

    for name in _MODULES:
        api.add_api_route(f"/{name}", page(name), methods=["GET"])

    def json(data: Any) -> Response:
        return Response(wire.dumps(data), media_type="application/json")

    @api.get("/api/records/case")
    async def case(request: Request, role: AsQuery = "player", hand: int | None = None) -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        found = await records.case(to, hand)
        if found is None:
            raise HTTPException(404, "no_hand")
        return json(found)

    @api.post("/api/records/contest")
    async def contest(request: Request, body: ContestBody, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return answer(await records.contest(to, body.model_dump(), body.id))

    @api.post("/api/records/propose")
    async def propose(request: Request, body: ProposeBody, role: AsQuery = "host") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return answer(await records.propose(to, body.model_dump(exclude_none=True), body.id))

    @api.post("/api/records/vote")
    async def vote(request: Request, body: VoteBody, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return answer(await records.vote(to, body.model_dump(), body.id))

    @api.post("/api/records/resolve")
    async def resolve(request: Request, body: ResolveBody, role: AsQuery = "host") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return answer(await records.resolve(to, body.model_dump(), body.id))

    @api.get("/evidence/{name}.jpg")
    async def evidence(request: Request, name: str, role: AsQuery = "player") -> Response:
        web.recipient(request, role)
        data = records.picture(name) if _HASH.match(name) else None
        if data is None:
            raise HTTPException(404, "unknown")
        headers = {"Cache-Control": "private, max-age=86400, immutable"}  # named by what it holds
        return Response(data, media_type="image/jpeg", headers=headers)

    @api.get("/report/{name}.{kind}")
    async def report(request: Request, name: str, kind: str, role: AsQuery = "player") -> Response:
        to, _ = web.recipient(request, role)
        data = await records.report(to, name, kind) if _ID.match(name) and kind in ("html", "pdf") else None
        if data is None:
            raise HTTPException(404, "unknown")
        headers = {"Content-Security-Policy": REPORT_CSP}
        if kind == "pdf":
            headers["Content-Disposition"] = f'inline; filename="contest-{name}.pdf"'
        return Response(data, media_type="application/pdf" if kind == "pdf" else "text/html", headers=headers)

    @api.get("/api/records/replay")
    async def replay(request: Request, role: AsQuery = "player", hand: int | None = None) -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        found = await records.replay(to, hand)
        if found is None:
            raise HTTPException(404, "no_hand")
        return json(found)

    @api.get("/replay.html")
    async def replay_file(request: Request, role: AsQuery = "player", hand: int | None = None) -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        data = await records.replay_file(to, hand)
        if data is None:
            raise HTTPException(404, "no_hand")
        name = f"replay-{hand}.html" if hand else "replay.html"
        headers = {"Content-Security-Policy": REPLAY_CSP, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="text/html; charset=utf-8", headers=headers)

    @api.get("/api/records/stats")
    async def stats(request: Request, role: AsQuery = "player", night: int | None = None) -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.pulls, phone.key)
        return json(await records.stats(to, night))

    @api.post("/api/records/judge")
    async def judge(request: Request, game: str = "stick5", case: str = "", role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return json(await records.judge(to, await request.body(), game, case))

    @api.post("/api/records/judge/answer")
    async def judge_answer(request: Request, body: AnswerBody, role: AsQuery = "player") -> Response:
        to, phone = web.recipient(request, role)
        web.limit(web.taps, phone.key)
        return json(await records.judge_answer(to, body.case, body.ask, body.value))

    return api
