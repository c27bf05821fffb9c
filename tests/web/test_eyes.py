"""The camera's pages are the host's alone, and a blind camera stands at the top of his screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect
from tiny_table import TinyTable
from web_kit import Live, Phone, go, host_of, seated, shoot

from assistant.views import DeviceView
from assistant.web.app import create_app
from assistant.web.config import WebConfig


class Eyes:
    """What the pages ask of a camera, noted; its picture is one byte that no page may show to a player."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def watch(self, lang: str, *, clear: bool) -> tuple[bytes, dict[str, Any]] | None:
        """One frame."""
        self.asked.append(clear)
        return b"JPEG-SECRET", {"frame": 7, "pixels": [16, 9]}

    def layout(self) -> dict[str, Any] | None:
        """A layout nobody else may read."""
        return {"seats_clockwise": ["1", "2"]}

    async def survey(
        self, seats: int, shape: str | None, size: tuple[float, float] | None, lang: str
    ) -> dict[str, Any]:
        """A survey."""
        self.asked.append((seats, shape, size))
        return {"good": "well", "lines": ["x"], "layout": None}

    async def save(self, layout: dict[str, Any], lang: str) -> dict[str, Any]:
        """A faulty layout is refused in words."""
        self.asked.append(layout)
        return {"ok": "seats_clockwise" in layout, "text": "Assim não serve"}

    def sheet(self, lang: str) -> bytes:
        """A page."""
        return b"%PDF-"


@pytest.fixture
def eyes() -> Eyes:
    """A camera."""
    return Eyes()


@pytest.fixture
def seeing(table: TinyTable, config: WebConfig, eyes: Eyes) -> FastAPI:
    """The pages with a camera."""
    return create_app(table, config, eyes=eyes)


PATHS = ("/api/eye", "/api/eye?as=host", "/api/eye/picture/7", "/api/eye/layout", "/api/eye/corners.pdf")


def test_no_player_and_no_stranger_sees_the_camera(seeing: FastAPI, eyes: Eyes) -> None:
    async def story() -> None:
        host = await host_of(seeing)
        assert (await host.get("/api/eye")).json()["ok"]
        player, stranger = await seated(seeing), Phone(seeing)
        for who in (player, stranger):
            for path in PATHS:
                assert (await who.get(path)).status_code in (401, 403), path
            for path, body in (("survey", {"seats": 4}), ("layout", {"layout": {}})):
                assert (await who.post(f"/api/eye/{path}", body)).status_code in (401, 403)
            for page in ("/watch", "/calibrate"):
                text = (await who.get(page)).text
                assert 'id="pin"' in text and "live-picture" not in text
            assert b"JPEG-SECRET" not in who.seen

    go(story())
    assert eyes.asked == [False], "the camera was asked by the host alone"


def test_the_host_gets_the_picture_of_the_frame_he_was_told_of(seeing: FastAPI, eyes: Eyes) -> None:
    async def story() -> None:
        host = await host_of(seeing)
        assert (await host.get("/api/eye/picture/7")).status_code == 404
        assert (await host.get("/api/eye?clear=1")).json()["frame"] == 7
        assert (await host.get("/api/eye/picture/7")).content == b"JPEG-SECRET"
        assert (await host.get("/api/eye/picture/6")).status_code == 404
        assert (await host.get("/watch")).status_code == 200
        assert "live-picture" in (await host.get("/calibrate")).text

    go(story())
    assert eyes.asked == [True]


def test_a_survey_and_a_layout_of_a_silly_shape_are_refused(seeing: FastAPI, eyes: Eyes) -> None:
    async def story() -> None:
        host = await host_of(seeing)
        for body in ({"seats": 1}, {"seats": 11}, {"seats": 4, "shape": "oval"}, {"seats": 4, "size": [10, 10]}):
            assert (await host.post("/api/eye/survey", body)).status_code == 422
        good = {"seats": 6, "shape": "round", "size": [1200, 1200]}
        assert (await host.post("/api/eye/survey", good)).status_code == 200
        refused = await host.post("/api/eye/layout", {"layout": {"nothing": 1}})
        assert refused.status_code == 409 and refused.json()["text"] == "Assim não serve"
        assert (await host.post("/api/eye/layout", {"layout": {"seats_clockwise": ["1", "2"]}})).json()["ok"]

    go(story())
    assert (6, "round", (1200.0, 1200.0)) in eyes.asked


def test_layout_files_may_be_large_but_not_endless(seeing: FastAPI, tmp_path: Path) -> None:
    async def story() -> None:
        host = await host_of(seeing)
        ten = {str(i): [[0.1, 0.2]] * 14 for i in range(24)}
        assert len(json.dumps(ten)) < 16_000
        assert (await host.post("/api/eye/layout", {"layout": ten | {"seats_clockwise": []}})).status_code == 200
        huge = {str(i): [[0.123456, 0.2]] * 60 for i in range(60)}
        assert (await host.post("/api/eye/layout", {"layout": huge})).status_code == 413

    go(story())


def test_a_blind_camera_is_said_at_the_top_of_the_hosts_screen(live: Live, phone: Callable[..., Page]) -> None:
    page = phone()
    page.goto(f"{live.url}/host")
    page.locator("#pin").fill("246810")
    page.locator("button.go").click()
    page.wait_for_url("**/host")
    expect(page.locator("#trouble")).to_be_hidden()
    now = live.web.clock.now()
    view = live.table.view
    blind = (DeviceView("câmera", False, "a câmera vê tudo preto", now - 4),)
    live.table.view = lambda to: replace(view(to), devices=blind)  # type: ignore[method-assign]
    live.do(live.table.touch)
    expect(page.locator("#trouble")).to_contain_text("Câmera cega há")
    expect(page.locator("#trouble")).to_contain_text("A câmera vê tudo preto")
    shoot(page, "host-blind-camera")
    live.table.view = view  # type: ignore[method-assign]
    live.do(live.table.touch)
    expect(page.locator("#trouble")).to_be_hidden()
