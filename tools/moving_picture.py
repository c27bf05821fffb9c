#!/usr/bin/env python3
"""Draws docs/img/hand.webp: a hand of Stick at the virtual table as the recogniser reads it, beside a player's phone.

usage: moving_picture.py [--seed N] [--out FILE]   (needs the dev extra and Debian's chromium)
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import random
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image
from playwright.async_api import Page, async_playwright

from assistant.camera import Camera
from assistant.engine.cards import deck_cards
from assistant.play import FULL_LOW, House, attach_camera, open_house, seat_names, serve
from assistant.robots import Robots
from assistant.session import Opening
from assistant.virtual.disturbances import QUIET
from assistant.virtual.world import World
from assistant.virtual_eyes import CameraEyes
from assistant.virtual_people import Pace, VirtualPeople
from assistant.vision.drawing import drawn
from assistant.vision.layout import default_layout
from assistant.vision.records import Sighting, quad_of
from assistant.vision.service import Setup
from assistant.vision.sources.virtual import render
from assistant.vision.tableview import TableView
from assistant.world import WorldSnapshot

HEIGHT = 430
GAP = 12
CARD_MS, WORD_MS, LAST_MS = 450, 1100, 4000
ME = "1"
MOST = 1_500_000  # bytes


@dataclass(frozen=True)
class Moment:
    """The table and the phone at one moment, and for how long it is shown."""

    table: WorldSnapshot
    view: TableView | None
    phone: bytes
    ms: int


class Filmed(CameraEyes):
    """The real recogniser; after each look what it believes is kept and the phone is photographed."""

    def __init__(self, camera: Camera, world: World, page: Page) -> None:
        super().__init__(camera, world)
        self.camera, self.world, self.page = camera, world, page
        self.view: TableView | None = None
        self.moments: list[Moment] = []

    async def look(self) -> None:
        """Look, then keep the moment."""
        self.view = await self.camera.film(self.world.film(3))
        await self.keep(CARD_MS)

    async def keep(self, ms: int) -> None:
        """Keep table and phone as they are now."""
        await asyncio.sleep(0.4)  # the page draws
        self.moments.append(Moment(self.world.snapshot(), self.view, await self.page.screenshot(), ms))


async def play(house: House, page: Page, seed: int) -> list[Moment]:
    """One hand: three scripted phones, and this one, which a calm player holds."""
    session = house.session
    seats = session.state.seats
    world = World(seats, deck_cards(FULL_LOW, 0), seed=seed, disturbances=QUIET)
    setup = Setup("virtual", default_layout(seats), deck=frozenset(deck_cards(FULL_LOW, 0)), threads=1)
    eyes = Filmed(await attach_camera(house, setup), world, page)
    await page.goto(house.config.urls()[0])
    await page.fill("#name", "Ana")
    await page.click(f".seat-pick[data-seat='{ME}']")
    await page.click("#sit")
    await page.wait_for_selector(".seat.mine")
    robots = Robots(house, random.Random(f"film {seed}"), 0.0)
    people = VirtualPeople(session, world, eyes, Pace.fast(), hosts=True, thinking=robots.owe)
    people.limit = 1
    await robots.join(["Ana", "Beto", "Caio", "Dora"])
    tasks = [asyncio.create_task(robots.run()), asyncio.create_task(_answer(page, eyes))]
    try:
        await people.run(1)
        await eyes.keep(LAST_MS)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await robots.close()
    return eyes.moments


async def _answer(page: Page, eyes: Filmed) -> None:
    """Whenever the phone asks: keep the question, then stay in."""
    while True:
        await page.wait_for_selector("#choice:not([hidden]):not(.locked):not(.busy) .choice", timeout=0)
        await eyes.keep(WORD_MS)
        buttons = page.locator("#choice button:enabled")
        words = await buttons.all_inner_texts()
        calm = (i for wish in ("Mesa", "Cubro", "Passo") for i, w in enumerate(words) if w.startswith(wish))
        with contextlib.suppress(Exception):  # the question went away meanwhile
            await buttons.nth(next(calm, 0)).click(timeout=2000)


def pictures(moments: list[Moment]) -> list[Image.Image]:
    """Each moment as one picture: the table with what the camera believes, and the phone."""
    layout = default_layout(seat_names(4))
    out = []
    for moment in moments:
        seen = layout.blacken(render(moment.table).image)
        table = _scaled(drawn(seen, _sightings(moment.view, seen.shape[1], seen.shape[0])))
        phone = _scaled(cv2.imdecode(np.frombuffer(moment.phone, np.uint8), cv2.IMREAD_COLOR))
        gap = np.full((HEIGHT, GAP, 3), 255, np.uint8)
        out.append(Image.fromarray(cv2.cvtColor(np.hstack([table, gap, phone]), cv2.COLOR_BGR2RGB)))
    return out


def _sightings(view: TableView | None, width: int, height: int) -> list[Sighting]:
    """The believed cards of the seats as sightings in pixels."""
    out = []
    for zone, cards in (view.zones if view else {}).items():
        for card in cards if zone in seat_names(4) else ():
            quad = quad_of([(x * width, y * height) for x, y in card.quad])
            out.append(Sighting(card.card, quad, card.certainty, card.sure))
    return out


def _scaled(image: cv2.typing.MatLike | None) -> cv2.typing.MatLike:
    assert image is not None
    return cv2.resize(image, (round(image.shape[1] * HEIGHT / image.shape[0]), HEIGHT), interpolation=cv2.INTER_AREA)


def encode(frames: list[Image.Image], ms: list[int]) -> bytes:
    """An animated WebP, as good as its size allows."""
    for quality in (70, 60, 50, 40, 30):
        file = io.BytesIO()
        frames[0].save(
            file, "WEBP", save_all=True, append_images=frames[1:], duration=ms, loop=0, quality=quality, method=6
        )
        if file.tell() <= MOST:
            break
    return file.getvalue()


async def film(seed: int) -> list[Moment]:
    """Play the hand in a folder that goes away."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    opening = Opening("filme", seat_names(4), "stick5")
    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_house(opening, data=Path(folder), port=0, address="127.0.0.1", hurry=1000) as house,
            async_playwright() as browsers,
        ):
            await serve(house)
            browser = await browsers.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            phone = {"width": 390, "height": 844}
            context = await browser.new_context(viewport=phone, device_scale_factor=1.0, locale="pt-BR")  # type: ignore[arg-type]
            moments = await play(house, await context.new_page(), seed)
            await browser.close()
    return moments


def main() -> None:
    """Film, draw, write."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs" / "img" / "hand.webp")
    a = ap.parse_args()
    moments = asyncio.run(film(a.seed))
    data = encode(pictures(moments), [m.ms for m in moments])
    a.out.write_bytes(data)
    print(f"{a.out}: {len(moments)} pictures, {len(data)} bytes")


if __name__ == "__main__":  # the recogniser's process imports this file again
    main()
