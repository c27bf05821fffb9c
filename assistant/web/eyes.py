"""What the camera sees, for the host alone: the watch page, and the page where table, seats and zones are set up."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from assistant.phrases import LANGUAGES, say
from assistant.web import wire
from assistant.web.context import Web
from assistant.web.pages import page_words, templates

_MODULES = ("dom", "net", "words", "eye")


class EyesPort(Protocol):
    """The camera as the web room sees it; every coroutine runs on the session's loop."""

    async def watch(self, lang: str, *, clear: bool) -> tuple[bytes, dict[str, Any]] | None:
        """The newest frame as a JPEG with what is to be drawn over it; None without a camera or before its first frame.

        ``clear`` asks for the bare table, which is granted only while no hand is under way.
        """

    def layout(self) -> dict[str, Any] | None:
        """Seats and zones as they hold now, as plain JSON."""

    async def survey(
        self, seats: int, shape: str | None, size: tuple[float, float] | None, lang: str
    ) -> dict[str, Any]:
        """Look for the table: what was found, in values and words, and the layout that would follow."""

    async def save(self, layout: dict[str, Any], lang: str) -> dict[str, Any]:
        """Take a layout into use and keep it; whether that was done, and what is to be said of it."""

    def sheet(self, lang: str) -> bytes:
        """The four corner markers to print, as PDF."""


class SurveyBody(BaseModel):
    """What the host knows of the table; millimetres."""

    model_config = ConfigDict(extra="forbid")
    seats: Annotated[int, Field(ge=2, le=10)]
    shape: Literal["round", "rectangle"] | None = None
    size: tuple[Annotated[float, Field(ge=300, le=5000)], Annotated[float, Field(ge=300, le=5000)]] | None = None


class LayoutBody(BaseModel):
    """Seats and zones as JSON; the camera's own room says what is wrong with them."""

    model_config = ConfigDict(extra="forbid")
    layout: dict[str, Any]


def router(web: Web, eyes: EyesPort) -> APIRouter:
    """Pages and their data; nobody but the host gets past any of them."""
    api = APIRouter(include_in_schema=False)
    env = templates()
    last: dict[str, tuple[int, bytes]] = {}  # of each host's screen: the frame its picture was promised for

    def page(request: Request, name: str) -> Response:
        lang = web.language(request)

        def draw(page: str, **more: Any) -> HTMLResponse:
            text = env.get_template(f"{page}.html").render(
                t=lambda code, **params: say(lang, f"web.{code}", **params),
                lang=lang,
                languages=LANGUAGES,
                build=web.assets.build,
                page=page,
                modules=_MODULES[:3] if page == "pin" else _MODULES,
                words=page_words(lang, page),
                **more,
            )
            return HTMLResponse(text)

        if web.phone(request, "host") is not None:
            return draw(name)
        if web.at_machine(request):
            token, _ = web.phones.issue("host", None)
            response = draw(name)
            web.give(response, "host", token)
            return response
        return draw("pin", locked=web.door.locked(web.address(request)))

    @api.get("/watch")
    async def watch(request: Request) -> Response:
        return page(request, "watch")

    @api.get("/calibrate")
    async def calibrate(request: Request) -> Response:
        return page(request, "calibrate")

    @api.get("/api/eye")
    async def eye(request: Request, clear: bool = False) -> Response:
        to, phone = web.recipient(request, "host")
        web.limit(web.pulls, phone.key)
        got = await eyes.watch(to.language, clear=clear)
        if got is None:
            return _json({"ok": False})
        jpeg, data = got
        last[phone.key] = (int(data["frame"]), jpeg)
        return _json({"ok": True, **data})

    @api.get("/api/eye/picture/{frame}")
    async def picture(request: Request, frame: int) -> Response:
        _, phone = web.recipient(request, "host")
        kept = last.get(phone.key)
        if kept is None or kept[0] != frame:
            raise HTTPException(404, "unknown")
        return Response(kept[1], media_type="image/jpeg")

    @api.get("/api/eye/layout")
    async def layout(request: Request) -> Response:
        web.recipient(request, "host")
        return _json({"layout": eyes.layout()})

    @api.post("/api/eye/survey")
    async def survey(request: Request, body: SurveyBody) -> Response:
        to, phone = web.recipient(request, "host")
        web.limit(web.taps, phone.key)
        return _json(await eyes.survey(body.seats, body.shape, body.size, to.language))

    @api.post("/api/eye/layout")
    async def save(request: Request, body: LayoutBody) -> Response:
        to, phone = web.recipient(request, "host")
        web.limit(web.taps, phone.key)
        done = await eyes.save(body.layout, to.language)
        return _json(done, 200 if done["ok"] else 409)

    @api.get("/api/eye/corners.pdf")
    async def sheet(request: Request) -> Response:
        to, _ = web.recipient(request, "host")
        return Response(eyes.sheet(to.language), media_type="application/pdf")

    return api


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return Response(wire.dumps(data), status, media_type="application/json")
