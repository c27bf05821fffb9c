"""The pages themselves, the files they load, the QR code and the pictures of doubts."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from assistant.phrases import LANGUAGES, catalogue, say
from assistant.web import qr
from assistant.web.context import Web
from assistant.web.join import seats
from assistant.web.port import Recipient
from assistant.web.stream import AsQuery

_BANK = ("bank", "banktools", "banking", "chips", "closing")
_MODULES: dict[str, tuple[str, ...]] = {  # what a page's script imports, so that the browser fetches it all at once
    "join": ("dom", "net", "words"),
    "pin": ("dom", "net", "words"),
    "wait": ("dom", "net", "words"),
    "play": ("dom", "net", "words", "alerts", "cards", "choice", "page", "seats", "showdown"),  # the bank's come later
    "host": (
        "dom",
        "net",
        "words",
        "alerts",
        "cards",
        "choice",
        "page",
        "seats",
        "showdown",
        "cardpad",
        "buttons",
        "chair",
        "devices",
        *_BANK,
    ),
    "trust": ("dom", "net", "words"),
    "table": ("dom", "net", "words", "alerts", "cards", "page", "seats", "showdown"),
}
BACK = ("/", "/play", "/host", "/table", "/trust", "/contest", "/replay", "/stats", "/judge")  # pages with a language
_PICTURE = re.compile(r"^[A-Za-z0-9_-]{1,80}(\.jpg)?$")


def page_words(lang: str, page: str) -> str:
    """The sentences a page's scripts need, as JSON that is safe inside a data block."""
    wanted = ("web.all.", f"web.{page}.")
    found = {k.split(".", 2)[2]: v for k, v in catalogue(lang).items() if k.startswith(wanted)}
    if page in ("play", "host"):
        found |= {k.removeprefix("web."): v for k, v in catalogue(lang).items() if k.startswith("web.bank.")}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def templates() -> Environment:
    """The pages' templates: everything escaped, an unknown name an error."""
    return Environment(
        loader=PackageLoader("assistant.web", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _money(centavos: int, lang: str) -> str:
    whole, cents = divmod(centavos, 100)
    return f"R$ {whole},{cents:02d}" if lang == "pt-BR" else f"R$ {whole}.{cents:02d}"


def router(web: Web) -> APIRouter:
    """Join page, player, host, the table's screen, and everything they load."""
    pages = APIRouter(include_in_schema=False)
    env = templates()

    def draw(request: Request, page: str, status: int = 200, **more: Any) -> HTMLResponse:
        lang = web.language(request)
        text = env.get_template(f"{page}.html").render(
            t=lambda code, **params: say(lang, f"web.{code}", **params),
            lang=lang,
            languages=LANGUAGES,
            build=web.assets.build,
            page=page,
            modules=_MODULES[page],
            words=page_words(lang, page),
            **more,
        )
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(text, status)
        packed = gzip.compress(text.encode(), 6, mtime=0)  # no secret stands in a page: its size tells nothing
        return HTMLResponse(packed, status, {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})

    @pages.get("/")
    async def front(request: Request) -> Response:
        phone = web.phone(request, "player")
        if phone is not None and phone.granted:
            return RedirectResponse("/play", 303)
        view = web.port.view(Recipient("screen", language=web.language(request)))
        chips = view.extra.get("cacife_chips")
        cents = view.extra.get("cacife_centavos")
        return draw(
            request,
            "join",
            seats=seats(web),
            table=view.table,
            game=view.game,
            chips=chips,
            money=_money(cents, web.language(request)) if cents else "",
        )

    @pages.get("/play")
    async def play(request: Request) -> Response:
        phone = web.phone(request, "player")
        if phone is None or not phone.granted:
            return RedirectResponse("/", 303)
        to = Recipient("player", phone.seat, web.language(request))
        return draw(request, "play", state=web.state(to).decode().replace("<", "\\u003c"))

    @pages.get("/host")
    async def host(request: Request) -> Response:
        if web.phone(request, "host") is not None:
            return draw(request, "host")
        if web.at_machine(request):
            token, _ = web.phones.issue("host", None)
            response = draw(request, "host")
            web.give(response, "host", token)
            return response
        return draw(request, "pin", locked=web.door.locked(web.address(request)))

    @pages.get("/table")
    async def table(request: Request) -> Response:
        phone = web.phone(request, "screen")
        shown: dict[str, Any] = {"url": next(iter(web.urls()), ""), "wifi": web.config.wifi}
        if phone is not None and phone.granted:
            return draw(request, "table", **shown)
        if web.at_machine(request):
            token, _ = web.phones.issue("screen", None)
            response = draw(request, "table", **shown)
            web.give(response, "screen", token)
            return response
        return draw(request, "wait", number=phone.number if phone else "")

    @pages.get("/trust")
    async def trust(request: Request) -> Response:
        if web.config.authority is None:
            raise HTTPException(404, "unknown")
        return draw(request, "trust", fingerprint=web.config.fingerprint)

    @pages.get("/language/{lang}")
    async def language(request: Request, lang: str, back: str = "/") -> Response:
        if lang not in LANGUAGES or back not in BACK:
            raise HTTPException(404, "unknown")
        response = RedirectResponse(back, 303)
        response.set_cookie("fala_lang", lang, max_age=365 * 86_400, httponly=True, samesite="lax")
        return response

    @pages.get("/static/{build}/{name}")
    async def static(request: Request, build: str, name: str) -> Response:
        asset = web.assets.get(name)
        if asset is None:
            raise HTTPException(404, "unknown")
        fresh = build == web.assets.build
        headers = {"Cache-Control": "public, max-age=31536000, immutable" if fresh else "no-store"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return Response(asset.gzipped, headers=headers, media_type=asset.type)
        return Response(asset.plain, headers=headers, media_type=asset.type)

    @pages.get("/favicon.ico")
    async def favicon() -> Response:
        asset = web.assets.get("icon.svg")
        assert asset is not None
        return Response(asset.plain, media_type=asset.type)

    @pages.get("/qr.{kind}")
    async def code(kind: str, n: int = 0) -> Response:
        urls = web.urls()
        if not 0 <= n < len(urls):
            raise HTTPException(404, "unknown")
        if kind == "svg":
            return Response(qr.svg(urls[n]), media_type="image/svg+xml")
        if kind == "png":
            return Response(qr.png(urls[n]), media_type="image/png")
        raise HTTPException(404, "unknown")

    @pages.get("/picture/{name}")
    async def picture(request: Request, name: str, role: AsQuery = "player") -> Response:
        to, _ = web.recipient(request, role)
        data = web.port.picture(to, name) if _PICTURE.match(name) else None
        if data is None:
            raise HTTPException(404, "unknown")
        return Response(data, media_type="image/jpeg")

    return pages
