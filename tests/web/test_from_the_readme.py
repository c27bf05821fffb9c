"""The README's own steps, by its own commands: a camera, its place, its table, the phones, the first "Fala o …"."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect
from walk_kit import picture, sit_down, start

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))

from rendered_tables import Laid, LaidCard, camera
from rendered_tables import picture as photograph

from assistant.vision.records import Image
from assistant.vision.synth.tables import corners_seen

FRAME = (1920, 1080)
AT_FIRST = Laid("rectangle", (1000.0, 640.0), FRAME, 1.4, (0.5, 0.48), "felt", "parquet", camera(10, 20), 2.0, seed=8)
HUNG_ANEW = replace(AT_FIRST, middle=(0.51, 0.5), camera=camera(8, 200), turn=-3.0)
EVENING = np.array([0.74, 0.9, 1.04])  # the lamp is on: less blue
# One card after another, as the carteador at place 1 gives them: one closed and one open before each of the three.
DEALT = (
    LaidCard("back", -415, -70, 92), LaidCard("back", 415, -70, 268), LaidCard("back", -70, 234, 1),
    LaidCard("9c", -415, 30, 89), LaidCard("Kd", 415, 30, 271), LaidCard("As", 30, 234, 359),
)  # fmt: skip


class Director:
    """Plays the camera's film: each scene stands until the next one is called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        tables = [AT_FIRST, *(replace(HUNG_ANEW, cards=DEALT[:n]) for n in range(len(DEALT) + 1))]
        scenes = [self._scene(n, photograph(t), evening=n > 0) for n, t in enumerate(tables)]
        script = {"fps": 10, "scenes": [{"pictures": [], "rest": names, "mark": 0} for names in scenes]}
        (folder / "film.json").write_text(json.dumps(script), encoding="utf-8")

    def _scene(self, number: int, image: Image, *, evening: bool) -> list[str]:
        names = []
        for k in range(3):
            noise = np.random.default_rng((number, k)).normal(0, 1.5, image.shape)
            lit = image * EVENING if evening else image.astype(np.float64)
            names.append(f"{number}-{k}.jpg")
            cv2.imwrite(str(self.folder / names[-1]), np.clip(lit + noise, 0, 255).astype(np.uint8))
        return names

    def cue(self, scene: int) -> None:
        """On with the film."""
        (self.folder / "cue").write_text(str(scene))


def fala(data: Path, *words: str) -> list[str]:
    """A command as a person types it, in an account that holds nothing else."""
    return [sys.executable, "-u", "-m", "assistant", *words, "--data", str(data)]


def run(data: Path, *words: str) -> str:
    """A command that ends by itself; what it printed."""
    home = {"PATH": "/usr/bin:/bin", "COLUMNS": "300", "HOME": str(data)}
    done = subprocess.run(fala(data, *words), capture_output=True, text=True, env=home, timeout=300, check=False)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Callable[[Path], str]]:
    """`fala play --camera …` as a process of its own; called with the film it tells the address."""
    runs: list[subprocess.Popen[str]] = []

    def go(film: Path) -> str:
        command = fala(tmp_path, "play", "--camera", str(film), "--game", "stick5", "--seats", "3", "--port", "0")
        home = {"PATH": "/usr/bin:/bin", "COLUMNS": "300", "HOME": str(tmp_path), "OMP_NUM_THREADS": "1"}
        out = subprocess.PIPE
        table = subprocess.Popen(
            [*command, "--address", "127.0.0.1", "--silent"], stdout=out, stderr=subprocess.STDOUT, text=True, env=home
        )
        runs.append(table)
        assert table.stdout is not None
        said = ""
        for line in table.stdout:
            said += line
            url = re.search(r"http://127\.0\.0\.1:\d+", said)
            if url:
                return url[0]
        pytest.fail(said[-3000:])

    yield go
    for table in runs:
        table.send_signal(signal.SIGINT)
        rest, _ = table.communicate(timeout=60)
        assert "Traceback" not in rest, rest[-3000:]


def corners(data: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The table's corners as they were kept, pixels."""
    kept = json.loads((data / "tables" / "mesa" / "layout.json").read_text(encoding="utf-8"))
    return np.array(kept["corners"]) * FRAME


@pytest.mark.slow
@pytest.mark.timeout(900)  # a minute; a loaded machine is slow, not wrong
def test_from_the_readme_to_the_first_fala(
    tmp_path: Path, playing: Callable[[Path], str], phone: Callable[..., Page]
) -> None:
    film = Director(tmp_path / "film")
    film.cue(0)

    # --- "fala doctor": is this computer fit for it?
    assert "câmera" in run(tmp_path, "doctor", "--camera", str(film.folder)).lower()

    # --- "fala calibrate": the table is found by itself; then somebody knocks the stand, and it gets dark
    found = run(tmp_path, "calibrate", "--camera", str(film.folder), "--seats", "3", "--size", "100x64", "--headless")
    assert "Mesa achada" in found
    assert np.abs(corners(tmp_path) - corners_seen(AT_FIRST)).max() < 9
    film.cue(1)
    run(tmp_path, "calibrate", "--camera", str(film.folder), "--seats", "3", "--size", "100x64", "--headless")
    assert np.abs(corners(tmp_path) - corners_seen(HUNG_ANEW)).max() < 9

    # --- "fala play": three phones scan the code; on the computer itself the host needs no PIN
    url = playing(film.folder)
    phones = [phone(), phone(), phone()]
    for page, name, seat in zip(phones, ("Ana", "Beto", "Caio"), "123", strict=True):
        sit_down(page, url, name, seat)
    host = phone(1280, 800)
    host.goto(f"{url}/host")
    expect(host.locator("#people")).to_contain_text("Caio")
    start(host, "Stick de cinco cartas")

    # --- Ana gives the cards, one by one; every one is on the phones before the next
    for n, laid in enumerate(DEALT, 1):
        film.cue(1 + n)
        seat = "231"[(n - 1) % 3]
        cards = host.locator(f".seat[data-seat='{seat}'] .card")
        expect(cards).to_have_count(1 + (n - 1) // 3, timeout=60_000)
        if laid.code != "back":
            expect(cards.last).to_have_accessible_name(re.compile(r"(Nove|Rei|Ás) de"), timeout=60_000)

    # --- the first word of the evening
    for page in phones:
        expect(page.locator("#headline")).to_contain_text("Fala o Ás", timeout=60_000)
    picture(phones[0], "first-fala")
    picture(host, "first-fala-host")
