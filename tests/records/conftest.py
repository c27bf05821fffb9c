"""What the tests of the record's pages share: a running table, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import chromium, phone
from record_kit import LiveNight

__all__ = ["chromium", "live", "phone"]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveNight]:
    """A table with three people and its pages on a real port."""
    running = LiveNight(tmp_path)
    yield running
    running.stop()
