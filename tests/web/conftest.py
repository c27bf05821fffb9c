"""What the pages' tests share: a tiny table, an application over it, a running server, and a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import chromium, phone
from fastapi import FastAPI
from tiny_table import TinyTable
from web_kit import Live

from assistant.web.app import create_app
from assistant.web.config import WebConfig

__all__ = ["app", "chromium", "config", "live", "phone", "run", "table"]


@pytest.fixture
def table() -> TinyTable:
    """Three people at four seats."""
    return TinyTable()


@pytest.fixture
def config(tmp_path: Path) -> WebConfig:
    """Settings as on a home network."""
    return WebConfig(tmp_path / "secrets", ("192.168.1.7", "mesa.local"), pin="246810")


@pytest.fixture
def app(table: TinyTable, config: WebConfig) -> FastAPI:
    """The pages over the tiny table."""
    return create_app(table, config)


@pytest.fixture
def run() -> Callable[[Any], Any]:
    """Run one coroutine on a loop of its own."""
    return asyncio.run


@pytest.fixture
def live(table: TinyTable, tmp_path: Path) -> Iterator[Live]:
    """The pages on a real port of this machine."""
    running = Live(table, tmp_path / "secrets")
    yield running
    running.stop()
