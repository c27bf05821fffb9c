"""The inside of the recognition process: one loop that takes frames and commands in turn."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, cast

import numpy as np

from assistant.vision.belief import TableView
from assistant.vision.capture import CameraState, Capture, Watchdog, look_at
from assistant.vision.detectors.base import Detector
from assistant.vision.evidence import signature
from assistant.vision.eye import Eye
from assistant.vision.layout import Layout
from assistant.vision.records import BACK, CardQuad, Image, Sighting
from assistant.vision.search import Search
from assistant.vision.service import Setup, VisionStats
from assistant.vision.sources import SourceError, make_source
from assistant.vision.sources.base import CameraOptions, Frame, Rotation, oriented
from assistant.vision.sources.virtual import VirtualSource
from assistant.vision.surveying import Survey, survey
from assistant.vision.taught_table import SeatCounter, recogniser_of
from assistant.vision.watching import shot

REPORT_EVERY = 1.0  # seconds between reports of the counts
TOLD_FOR = 2.0  # seconds that a small push is told
CALM_AFTER = 1.0  # seconds of rest after which fewer frames are looked at


def make_detector(setup: Setup) -> Detector:
    """The detector of a setup, loaded; ValueError for an unknown name."""
    if setup.detector == "yolo":
        from assistant.vision.detectors.yolo import YoloDetector

        return YoloDetector(setup.models, threads=setup.threads)
    if setup.detector == "contours":
        from assistant.vision.detectors.contours import ContourDetector

        return ContourDetector()
    raise ValueError(f"unknown detector {setup.detector!r}")


def run(pipe: Connection, setup: Setup) -> None:
    """Serve until told to stop or until the other side is gone; never raises, says "failed" when it cannot begin."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            worker = _Worker(pipe, setup)
        except (OSError, ValueError) as e:
            pipe.send(("failed", str(e)))
            return
        try:
            pipe.send(("ready",))
            worker.loop()
        finally:
            worker.close()


class _Worker:
    def __init__(self, pipe: Connection, setup: Setup) -> None:
        self.pipe = pipe
        if not setup.threads:  # one core is left to the capture and to the other process
            setup = replace(setup, threads=max(1, (os.cpu_count() or 2) - 1))
        self.recogniser = recogniser = recogniser_of(
            make_detector(setup), setup.taught, setup.models, setup.threads, live=True
        )
        self.counter = SeatCounter(recogniser, setup.taught, setup.models, setup.threads)
        self.eye = Eye(setup.layout, recogniser, setup.deck, setup.card_pixels)
        self.eye.expect(setup.expected)
        self.eye.belief.epoch = setup.epoch
        self.told = -1
        self.kept: frozenset[tuple[str, str, int]] = frozenset()  # what the last evidence shows
        self.stopped = False
        self.reported = time.monotonic()
        self.frames_then = 0
        self.virtual: VirtualSource | None = None
        self.capture: Capture | None = None
        self.telling = threading.RLock()  # the capture's thread tells of the camera, the loop of all else
        self.state = CameraState("starting", time.monotonic())  # as told
        self.camera = self.state  # as the watchdog says
        self.pushed: CameraState | None = None  # what is to be told while the camera itself is well
        self.rested = time.monotonic()
        self.turned = _turns(setup.layout)
        if setup.source == "virtual":
            self.virtual = VirtualSource(setup.options, fps=setup.virtual_fps)
            source: Any = self.virtual
        else:
            source = make_source(setup.source, setup.options)
        self.on_demand = self.virtual is not None and setup.virtual_fps <= 0
        if self.on_demand:
            self.watchdog = Watchdog(clocked=False, now=time.monotonic())
        else:
            self.capture = Capture(source, self.camera_says)
            self.capture.start()

    def loop(self) -> None:
        while not self.stopped:
            if self.capture is None:
                if self.pipe.poll(REPORT_EVERY):
                    self.obey(*self.pipe.recv())
                continue
            while self.pipe.poll(0):
                self.obey(*self.pipe.recv())
            frame = self.capture.take(0.1)
            if frame is not None:
                self.take(self.turn(frame))
            if self.state.blind:
                self.tell(self.eye.view(stale=True))
            if frame is not None and not self.capture.state.blind:
                self.settle()
            now = time.monotonic()
            self.rested = self.rested if self.eye.calm and not self.state.blind else now
            self.capture.calm = now - self.rested > CALM_AFTER
            self.report()

    def turn(self, frame: Frame) -> Frame:
        """The frame mirrored and turned as the layout says."""
        if self.turned is None:
            return frame
        return replace(frame, image=oriented(frame.image, self.turned))

    def take(self, frame: Frame) -> None:
        """One frame: concluded from, unless the camera is blind or the zones are in doubt."""
        assert self.capture is not None
        if self.capture.state.blind:
            return
        if self.state.blind:
            self.eye.glance(frame)
        else:
            self.tell(self.eye.feed(frame))

    def settle(self) -> None:
        """See whether the table was pushed; a small push is followed and told for a moment, a big one asked about."""
        push = self.eye.settle()
        now = time.monotonic()
        if push is not None:
            detail = "" if push.millimetres is None else str(round(push.millimetres))
            if push.kind == "back":
                self.pushed = None
            else:
                self.pushed = CameraState("moved" if push.kind == "big" else "knocked", now, detail)
            if push.kind == "small":
                self.send("layout", self.eye.anchor.layout)
        elif self.pushed is not None and self.pushed.code == "knocked" and now - self.pushed.since > TOLD_FOR:
            self.pushed = None
        self.tell_state()

    def obey(self, kind: str, *content: Any) -> None:
        if kind == "stop":
            self.stopped = True
        elif kind == "expect":
            self.eye.expect(content[0])
            self.tell(self.eye.view())
        elif kind == "deck":
            self.eye.belief.deck = content[0]
        elif kind == "layout":
            self.turned = _turns(content[0])
            self.eye.use(content[0])
            self.pushed = None
            self.tell_state()
            self.tell(self.eye.view())
        elif kind == "survey":
            self.send("answer", content[0], self.survey(*content[1:]))
        elif kind == "watch":
            layout = self.eye.anchor.layout if self.state.code != "moved" else self.eye.anchor.follow()
            picture = shot(self.eye, layout, self.state, clear=content[1])
            self.send("answer", content[0], picture)
        elif kind == "forget":
            self.eye.belief.forget()
            self.eye.belief.epoch = content[0]
            self.kept = frozenset()
            self.tell(self.eye.view())
        elif kind == "picture":
            self.send("answer", content[0], self.eye.picture())
        elif kind == "chips":
            self.pipe.send(("answer", content[0], self.eye.chips(self.counter, content[1])))
        elif kind == "evidence":
            self.send("answer", content[0], self.eye.evidence())
        elif kind == "see":
            self.see(*content)

    def see(self, number: int, snapshots: tuple[Any, ...]) -> None:
        """Film on demand; every frame counts, none is dropped."""
        assert self.virtual is not None
        self.virtual.push(snapshots)
        if not self.on_demand:
            self.send("answer", number, self.eye.view())
            return
        view = self.eye.view()
        for _ in snapshots:
            now = time.monotonic()
            try:
                frame: Frame | None = self.virtual.read()
            except SourceError as e:
                state = self.watchdog.lost("dead", now, e.detail)
                frame = None
            else:
                assert frame is not None
                state = self.watchdog.frame(look_at(frame.image), frame.at)
            if state is not None:
                self.camera_says(state)
            blind = self.watchdog.state.blind or frame is None
            if frame is None or blind:
                view = self.eye.view(stale=True)
                continue
            frame = self.turn(frame)
            if self.state.blind:
                self.eye.glance(frame)
                view = self.eye.view(stale=True)
            else:
                view = self.eye.feed(frame)
            self.settle()
        self.tell(view)
        self.report(now=True)
        self.send("answer", number, view)

    def tell(self, view: TableView) -> None:
        if view.version != self.told:
            self.told = view.version
            self.keep(view)
            self.send("view", view)

    def keep(self, view: TableView) -> None:
        """Send the frame ahead of a view that shows a card no kept frame shows: it may decide a fact."""
        seen = signature(view)
        if seen - self.kept and not view.has("stale"):
            self.send("evidence", self.eye.evidence())
        self.kept = seen

    def camera_says(self, state: CameraState) -> None:
        """What the watchdog says is told at once, from whichever thread."""
        with self.telling:
            self.camera = state
            self.tell_state()

    def tell_state(self) -> None:
        """The camera's state, and what was seen of the table while the camera is well; each change said once."""
        with self.telling:
            state = self.pushed if self.pushed is not None and self.camera.code == "ok" else self.camera
            if (state.code, state.detail) != (self.state.code, self.state.detail):
                self.state = state
                self.send("state", state)

    def send(self, *message: object) -> None:
        with self.telling:
            self.pipe.send(message)

    def survey(self, seats: tuple[str, ...], shape: str | None, size: tuple[float, float] | None) -> Survey | None:
        """Look for the table in the last frame, as the camera gives it; None before the first."""
        raw = self.eye.raw
        if raw is None:
            return None
        if self.turned is not None and self.turned.mirror:  # whether it is mirrored is for the survey to find out
            raw = np.ascontiguousarray(raw[:, ::-1])
        found = self.cards(raw)
        mirrored = self.reads_mirrored(raw, found)
        if mirrored:
            raw = np.ascontiguousarray(raw[:, ::-1])
            found = self.cards(raw)
        out = survey(raw, seats, shape=shape, size=size, cards=found)
        if not mirrored or out.layout is None:
            return out
        return replace(out, mirrored=True, layout=replace(out.layout, mirror=True))

    def cards(self, raw: Image) -> list[CardQuad]:
        """The cards of a whole picture, looked for once more at the size that the first look has shown."""
        search = Search(self.recogniser.detector)
        first = search.find(raw, None)
        return search.find(raw, None) if search.card_pixels is not None else first

    def reads_mirrored(self, raw: Image, found: list[CardQuad]) -> bool:
        """Whether cards can be read in the mirror image alone: a camera that shows people themselves."""
        if not any(f.kind == "face" for f in found):
            return False
        plain = _sure(self.recogniser.read(raw, found))
        turned = np.ascontiguousarray(raw[:, ::-1])
        flipped = _sure(self.recogniser.read(turned, self.cards(turned)))
        return flipped > plain + 1 or (plain == 0 and flipped > 0)

    def report(self, *, now: bool = False) -> None:
        passed = time.monotonic() - self.reported
        if passed < REPORT_EVERY and not now:
            return
        c = self.eye.counts
        dropped = self.capture.dropped if self.capture is not None else 0
        fps = (c.frames - self.frames_then) / passed if passed > 0 else 0.0
        self.send("stats", VisionStats(c.frames, dropped, c.looked, c.ms, fps))
        self.reported, self.frames_then = time.monotonic(), c.frames

    def close(self) -> None:
        if self.capture is not None:
            self.capture.stop()


def _turns(layout: Layout) -> CameraOptions | None:
    """What a layout asks to be done to each picture; None for nothing."""
    if not layout.mirror and not layout.rotate:
        return None
    return CameraOptions(mirror=layout.mirror, rotate=cast(Rotation, layout.rotate))


def _sure(seen: list[Sighting]) -> int:
    return sum(s.sure and s.card not in (None, BACK) for s in seen)
