"""Capture and watchdog: drop-oldest, counted, and every trouble named once (cases 51, 55, 57)."""

from __future__ import annotations

import threading

import cv2
import numpy as np

from assistant.vision.capture import CameraState, Capture, Look, Watchdog, look_at
from assistant.vision.records import Image
from assistant.vision.sources.base import Frame, SourceError, Stamper


def table(seed: int, *, noise: float = 2.0, blur: float = 0.0, level: float = 1.0) -> Image:
    """A picture with edges, noise of its own, and faults on demand."""
    rng = np.random.default_rng(seed)
    image = np.full((360, 640, 3), 110, np.float64)
    for i in range(40):
        x, y = 15 * i + 5, (37 * i) % 300
        cv2.rectangle(image, (x, y), (x + 30, y + 45), (235.0, 235.0, 235.0), -1)
        cv2.putText(image.astype(np.uint8), "8", (x, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    image += rng.normal(0, noise, image.shape)
    out = np.clip(image * level, 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), blur), np.uint8) if blur else out


class Film:
    """Feeds looks to a watchdog by a clock of its own and notes what it says."""

    def __init__(self, *, clocked: bool = True) -> None:
        self.now = 100.0
        self.dog = Watchdog(clocked=clocked, now=self.now)
        self.said: list[tuple[str, float]] = []

    def note(self, state: CameraState | None) -> None:
        if state is not None:
            self.said.append((state.code, self.now))

    def show(self, looks: list[Look], fps: float = 15.0) -> None:
        for look in looks:
            self.now += 1 / fps
            self.note(self.dog.frame(look, self.now))

    def wait(self, seconds: float) -> None:
        for _ in range(int(seconds / 0.1)):
            self.now += 0.1
            self.note(self.dog.silence(self.now))

    @property
    def codes(self) -> list[str]:
        return [code for code, _ in self.said]


GOOD = [look_at(table(i)) for i in range(12)]


def good(seconds: float, fps: float = 15.0) -> list[Look]:
    return [GOOD[i % len(GOOD)] for i in range(int(seconds * fps))]


def test_a_working_camera_is_said_to_be_well_once() -> None:
    film = Film()
    film.show(good(6))
    assert film.codes == ["ok"]


def test_case_55_identical_frames_for_two_seconds_are_a_frozen_camera() -> None:
    film = Film()
    film.show(good(3))
    frozen_at = film.now
    film.show([GOOD[0]] * 60)
    assert film.codes == ["ok", "frozen"]
    assert film.said[-1][1] - frozen_at <= 2.0
    film.show(good(2))
    assert film.codes == ["ok", "frozen", "ok"]


def test_a_folder_of_pictures_is_never_frozen() -> None:
    film = Film(clocked=False)
    film.show([GOOD[0]] * 200)
    assert film.codes == ["ok"]


def test_no_frames_for_two_seconds_are_a_dead_camera() -> None:
    film = Film()
    film.show(good(2))
    film.wait(3.0)
    assert film.codes == ["ok", "dead"]
    film.show(good(2))
    assert film.codes == ["ok", "dead", "ok"]


def test_a_camera_may_take_its_time_to_start() -> None:
    film = Film()
    film.wait(5.0)
    assert film.codes == []
    film.wait(6.0)
    assert film.codes == ["dead"]


def test_darkness_noise_and_blur_are_named_within_two_seconds_and_pass() -> None:
    for code, bad in (
        ("black", [look_at(table(i, level=0.02)) for i in range(6)]),
        ("noisy", [look_at(table(i, noise=60)) for i in range(6)]),
        ("blurred", [look_at(table(i, blur=6, noise=1)) for i in range(6)]),
    ):
        film = Film()
        film.show(good(3))
        began = film.now
        film.show(bad * 5)
        assert film.codes == ["ok", code], code
        assert film.said[-1][1] - began <= 2.0
        film.show(good(2))
        assert film.codes == ["ok", code, "ok"]


def test_a_passing_flash_is_not_worth_a_word() -> None:
    film = Film()
    film.show(good(2))
    film.show([look_at(table(1, level=0.02))] * 3)
    film.show(good(2))
    assert film.codes == ["ok"]


def test_a_slow_camera_and_another_resolution_are_named() -> None:
    film = Film()
    film.show(good(4, fps=20), fps=20)
    began = film.now
    film.show(good(4, fps=5), fps=5)
    assert film.codes == ["ok", "slow"] and film.said[-1][1] - began <= 2.0
    other = Film()
    other.show(good(2))
    small = [look_at(np.ascontiguousarray(table(i)[:180, :320])) for i in range(5)]
    other.show(small)
    assert other.codes == ["ok", "resized"]


class Scripted:
    """A source that plays a list: pictures, or errors to raise; a gate lets the test go first."""

    name = "scripted"
    clocked = True

    def __init__(self, plays: list[list[Image | SourceError]]) -> None:
        self.plays = plays
        self.opened = 0
        self.closed = 0
        self.go = threading.Semaphore(0)
        self._stamper = Stamper()
        self._now: list[Image | SourceError] = []

    def open(self) -> None:
        if self.opened >= len(self.plays):
            raise SourceError("not_found")
        self._now = list(self.plays[self.opened])
        self.opened += 1

    def read(self) -> Frame | None:
        if not self._now:
            return None
        assert self.go.acquire(timeout=10)
        item = self._now.pop(0)
        if isinstance(item, SourceError):
            raise item
        return self._stamper.frame(item)

    def close(self) -> None:
        self.closed += 1


def test_only_the_newest_frame_is_kept_and_the_others_are_counted() -> None:
    source = Scripted([[table(i) for i in range(5)]])
    capture = Capture(source, lambda state: None)
    capture.start()
    source.go.release(5)
    assert capture.ended.wait(10)
    frame = capture.take(1.0)
    assert frame is not None and frame.number == 5
    assert capture.dropped == 4
    assert capture.take(0.01) is None
    capture.stop()
    assert source.closed >= 1


def test_a_lost_device_is_said_once_and_opened_again() -> None:
    states: list[str] = []
    source = Scripted([[table(1), SourceError("gone")], [table(2)]])
    capture = Capture(source, lambda state: states.append(state.code))
    capture.start()
    source.go.release(10)
    assert capture.ended.wait(20)
    capture.stop()
    assert source.opened == 2
    assert states == ["ok", "dead", "ended"] or states == ["ok", "dead", "ok", "ended"]
