"""The web room put together: one FastAPI application over one table, and the server that runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from assistant.web import host, join, pages, stream, taps, wire
from assistant.web.config import WebConfig
from assistant.web.context import Clock, Web
from assistant.web.port import TablePort
from assistant.web.security import Wall, host_name


def create_app(port: TablePort, config: WebConfig, clock: Clock | None = None) -> FastAPI:
    """The pages of one table; raises SecretsError when the file of keys in ``config.folder`` cannot be read."""
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
    for room in (join, stream, taps, host, pages):
        app.include_router(room.router(web))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        code = error.detail if error.detail.isidentifier() else "refused"
        return Response(wire.dumps({"error": code}), error.status_code, media_type="application/json")

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> Response:
        return Response(wire.dumps({"error": "shape"}), 422, media_type="application/json")

    names = {host_name(a if ":" not in a else f"[{a}]") for a in config.addresses}
    app.add_middleware(Wall, names=frozenset(n for n in names if n))
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


def server(app: FastAPI, *, bind: str = "0.0.0.0", port: int = 8770) -> Server:
    """A server for the pages that logs no addresses and trusts no proxy; run it with ``await server(...).serve()``."""
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
        ),
    )
