"""The web room put together: one FastAPI application over one table, and the server that runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from assistant.web import bank as bank_pages
from assistant.web import chair, host, join, pages, records, stream, taps, wire
from assistant.web import eyes as eye_pages
from assistant.web.config import WebConfig
from assistant.web.context import Clock, Web
from assistant.web.port import BankPort, TablePort
from assistant.web.security import Wall


def create_app(
    port: TablePort,
    config: WebConfig,
    clock: Clock | None = None,
    kept: records.RecordsPort | None = None,
    bank: BankPort | None = None,
    eyes: eye_pages.EyesPort | None = None,
) -> FastAPI:
    """The pages of one table, with those of its record where it is ``kept`` its bank's where it has one, and its eyes'.

    Raises SecretsError when the file of keys in ``config.folder`` cannot be read.
    """
    web = Web(port, config, clock or Clock())

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        web.hub.shut()

    app = FastAPI(
        title="Fala o Ás",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json" if config.openapi else None,
    )
    app.state.web = web
    for room in (join, stream, taps, host, chair, pages):
        app.include_router(room.router(web))
    if kept is not None:
        app.include_router(records.router(web, kept))
    if bank is not None:
        app.include_router(bank_pages.router(web, bank))
    if eyes is not None:
        app.include_router(eye_pages.router(web, eyes))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        code = error.detail if error.detail.isidentifier() else "refused"
        return Response(wire.dumps({"error": code}), error.status_code, media_type="application/json")

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> Response:
        return Response(wire.dumps({"error": "shape"}), 422, media_type="application/json")

    app.add_middleware(Wall, names=web.names, scheme=config.scheme)
    return app


class Server(uvicorn.Server):
    """Uvicorn that ends the event streams first: they never end by themselves."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._web: Web = app.state.web

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the program: a Ctrl-C ends the table, and the pages with it, not the pages first."""
        yield

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Close streams, then connections."""
        self._web.hub.shut()
        await super().shutdown(sockets)  # type: ignore[arg-type]


def server(
    app: FastAPI, *, bind: str = "0.0.0.0", port: int = 8770, certificate: tuple[Path, Path] | None = None
) -> Server:
    """A server for the pages that logs no addresses and trusts no proxy; run it with ``await server(...).serve()``.

    ``certificate`` is the PEM file of a chain and that of its key, for https.
    """
    chain, key = certificate or (None, None)
    return Server(
        app,
        uvicorn.Config(
            app,
            host=bind,
            port=port,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
            ssl_certfile=chain,
            ssl_keyfile=key,
        ),
    )
