"""`fala calibrate` as its user meets it: the table found, corners and zones dragged by thumb and by mouse, and kept."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from web_kit import shoot

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))

from rendered_tables import FRAME, Laid, LaidCard, camera, filmed

from assistant.vision.synth.tables import corners_seen

TABLE = Laid(
    "rectangle", (1000.0, 640.0), FRAME, 0.98, (0.5, 0.48), "felt", "parquet", camera(18, 20), 3.0,
    (LaidCard("As", -300, 230), LaidCard("7d", 300, -230, 180)), seed=8,
)  # fmt: skip


@pytest.fixture
def page_and_file(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address that `fala calibrate` prints, and the layout it keeps."""
    film = filmed(TABLE, tmp_path / "film")
    command = [sys.executable, "-u", "-m", "assistant", "calibrate", "--camera", str(film), "--seats", "4"]
    run = subprocess.Popen(
        [*command, "--port", "0", "--address", "127.0.0.1", "--data", str(tmp_path), "--lang", "pt-BR"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "300", "OMP_NUM_THREADS": "1"},
    )
    assert run.stdout is not None
    seen = []
    try:
        for line in run.stdout:
            seen.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+/calibrate", line)
            if found:
                yield found[0], tmp_path / "tables" / "mesa" / "layout.json"
                break
        else:
            pytest.fail("".join(seen)[-3000:])
        run.send_signal(signal.SIGTERM)
        rest, _ = run.communicate(timeout=60)
        assert run.returncode in (0, 1), rest[-3000:]
        assert "Mesa achada pela borda" in "".join(seen)
    finally:
        run.kill()
        run.wait()
        run.stdout.close()


def centre(page: Page, selector: str) -> tuple[float, float]:
    """Where a drawn thing is on the screen, read in one go: the page may draw it anew at any moment."""
    x, y = page.evaluate(
        "s => { const b = document.querySelector(s).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; }",
        selector,
    )
    return float(x), float(y)


def corners(file: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(json.loads(file.read_text(encoding="utf-8"))["corners"]) * FRAME


def test_the_table_is_found_and_zones_are_dragged_by_mouse_and_by_thumb(
    page_and_file: tuple[str, Path], phone: Callable[..., Page]
) -> None:
    url, file = page_and_file
    assert np.abs(corners(file) - corners_seen(TABLE)).max() < 6, "found by itself, before anybody looks"

    wide = phone(1280, 800)
    wide.goto(url)
    expect(wide.locator("circle.corner")).to_have_count(4, timeout=60_000)
    expect(wide.locator("#status")).to_contain_text("vendo a mesa")
    expect(wide.locator("polygon.seat")).to_have_count(4)
    wide.wait_for_function("document.querySelector('#live-picture').naturalWidth > 0")
    shoot(wide, "calibrate-wide")
    before = corners(file)
    x, y = centre(wide, "circle.grip[data-grip='corner:1']")
    wide.mouse.move(x, y)
    wide.mouse.down()
    wide.mouse.move(x + 15, y - 12, steps=4)
    wide.mouse.up()
    wide.locator("#save").click()
    expect(wide.locator("#save")).to_have_text("Guardado")
    expect(wide.locator("#verdict")).to_contain_text("Guardado")
    moved = corners(file) - before
    assert moved[1][0] > 10 and moved[1][1] < -8 and np.abs(moved[[0, 2, 3]]).max() < 1

    small = phone()
    small.goto(url)
    expect(small.locator("circle.corner")).to_have_count(4, timeout=60_000)
    small.locator("polygon.seat[data-zone='3']").tap()
    expect(small.locator("#zone-title")).to_contain_text("3")
    shoot(small, "calibrate-phone-zone")
    x, y = centre(small, "polygon.seat[data-zone='3']")
    areas = json.loads(file.read_text(encoding="utf-8"))["areas"]
    thumb(small, x, y, 0, 14)
    small.locator("#done-zone").tap()
    small.locator("#more").tap()
    expect(small.locator("polygon.seat")).to_have_count(5, timeout=60_000)
    small.locator("#undo").tap()
    expect(small.locator("polygon.seat")).to_have_count(4)
    small.locator("polygon.seat[data-zone='3']").tap()
    thumb(small, x, y, 0, 14)
    small.locator("#done-zone").tap()
    small.locator("#save").tap()
    expect(small.locator("#save")).to_have_text("Guardado")
    small.wait_for_timeout(300)
    shoot(small, "calibrate-phone")
    after = json.loads(file.read_text(encoding="utf-8"))["areas"]
    down = np.array(after["3"]) - np.array(areas["3"])
    assert down[:, 1].min() > 0.02 and np.abs(down[:, 0]).max() < 0.02
    assert after["1"] == areas["1"]

    small.goto(url.replace("calibrate", "watch"))
    expect(small.locator("polygon.card.sure")).to_have_count(2, timeout=60_000)
    shoot(small, "watch-phone")
    wide.goto(url.replace("calibrate", "watch"))
    expect(wide.locator("polygon.card.sure")).to_have_count(2, timeout=60_000)
    expect(wide.locator("#seats")).to_contain_text("A♠")
    expect(wide.locator("#rate")).to_contain_text("1280×720")
    shoot(wide, "watch-wide")


def thumb(page: Page, x: float, y: float, dx: float, dy: float) -> None:
    """A finger pressed, dragged and lifted, as the browser's own touch events."""
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0), ("touchEnd", None)):
        points = [] if at is None else [{"x": x + dx * at, "y": y + dy * at}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()
