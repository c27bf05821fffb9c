"""Both databases for the tests of the bank: a SQLite file and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bank_postgres import Server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A running server; fails with the name of the package where its programs are missing."""
    server = Server("fsync=off")  # its data are thrown away; the tests that kill a server start their own
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "fala.db")
    fresh: Callable[[], str] = request.getfixturevalue("postgresql").new_database
    return fresh()
