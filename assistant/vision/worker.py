"""The inside of the recognition process: one loop that takes frames and commands in turn."""

from __future__ import annotations

import contextlib
import signal
import time
from multiprocessing.connection import Connection
from typing import Any

from assistant.vision.belief import TableView
from assistant.vision.capture import CameraState, Capture, Watchdog, look_at
from assistant.vision.detectors.base import Detector
from assistant.vision.evidence import signature
from assistant.vision.eye import Eye
from assistant.vision.recogniser import Recogniser
from assistant.vision.service import Setup, VisionStats
from assistant.vision.sources import SourceError, make_source
from assistant.vision.sources.base import Frame
from assistant.vision.sources.virtual import VirtualSource

REPORT_EVERY = 1.0  # seconds between reports of the counts


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
        recogniser = Recogniser(make_detector(setup), setup.models, setup.threads, live=True)
        self.eye = Eye(setup.layout, recogniser, setup.deck, setup.card_pixels)
        self.eye.expect(setup.expected)
        self.told = -1
        self.kept: frozenset[tuple[str, str, int]] = frozenset()  # what the last evidence shows
        self.stopped = False
        self.reported = time.monotonic()
        self.frames_then = 0
        self.virtual: VirtualSource | None = None
        self.capture: Capture | None = None
        self.states: list[CameraState] = []
        if setup.source == "virtual":
            self.virtual = VirtualSource(setup.options, fps=setup.virtual_fps)
            source: Any = self.virtual
        else:
            source = make_source(setup.source, setup.options)
        self.on_demand = self.virtual is not None and setup.virtual_fps <= 0
        if self.on_demand:
            self.watchdog = Watchdog(clocked=False, now=time.monotonic())
        else:
            self.capture = Capture(source, self.states.append)
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
            self.tell_states()
            if frame is not None and not self.capture.state.blind:
                self.tell(self.eye.feed(frame))
            elif self.capture.state.blind:
                self.tell(self.eye.view(stale=True))
            self.report()

    def obey(self, kind: str, *content: Any) -> None:
        if kind == "stop":
            self.stopped = True
        elif kind == "expect":
            self.eye.expect(content[0])
            self.tell(self.eye.view())
        elif kind == "deck":
            self.eye.belief.deck = content[0]
        elif kind == "layout":
            self.eye.belief.layout = content[0]
        elif kind == "forget":
            self.eye.belief.forget()
            self.kept = frozenset()
            self.tell(self.eye.view())
        elif kind == "picture":
            self.pipe.send(("answer", content[0], self.eye.picture()))
        elif kind == "evidence":
            self.pipe.send(("answer", content[0], self.eye.evidence()))
        elif kind == "see":
            self.see(*content)

    def see(self, number: int, snapshots: tuple[Any, ...]) -> None:
        """Film on demand; every frame counts, none is dropped."""
        assert self.virtual is not None
        self.virtual.push(snapshots)
        if not self.on_demand:
            self.pipe.send(("answer", number, self.eye.view()))
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
                self.pipe.send(("state", state))
            blind = self.watchdog.state.blind or frame is None
            view = self.eye.view(stale=True) if blind or frame is None else self.eye.feed(frame)
        self.tell(view)
        self.report(now=True)
        self.pipe.send(("answer", number, view))

    def tell(self, view: TableView) -> None:
        if view.version != self.told:
            self.told = view.version
            self.keep(view)
            self.pipe.send(("view", view))

    def keep(self, view: TableView) -> None:
        """Send the frame ahead of a view that shows a card no kept frame shows: it may decide a fact."""
        seen = signature(view)
        if seen - self.kept and not view.has("stale"):
            self.pipe.send(("evidence", self.eye.evidence()))
        self.kept = seen

    def tell_states(self) -> None:
        while self.states:
            self.pipe.send(("state", self.states.pop(0)))

    def report(self, *, now: bool = False) -> None:
        passed = time.monotonic() - self.reported
        if passed < REPORT_EVERY and not now:
            return
        c = self.eye.counts
        dropped = self.capture.dropped if self.capture is not None else 0
        fps = (c.frames - self.frames_then) / passed if passed > 0 else 0.0
        self.pipe.send(("stats", VisionStats(c.frames, dropped, c.looked, c.ms, fps)))
        self.reported, self.frames_then = time.monotonic(), c.frames

    def close(self) -> None:
        if self.capture is not None:
            self.capture.stop()
