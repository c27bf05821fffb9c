"""Pictures of the record's pages, kept for people to look at."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

ARTIFACTS = Path(__file__).parents[2] / "artifacts" / "records"


def shoot(page: Page, name: str, *, whole: bool = True) -> None:
    """Keep a picture of the page."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(ARTIFACTS / f"{name}.png"), full_page=whole)
