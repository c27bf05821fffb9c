"""Recognition in its own process, for real: rendered tables in, views out; killed, restarted, ended without remains."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.virtual.world import World, deck_from
from assistant.vision.belief import Expectation
from assistant.vision.capture import CameraState
from assistant.vision.layout import default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.service import Setup, VisionError, VisionService
from assistant.vision.worker import make_detector
from assistant.world import Geometry

SEATS = ("1", "2")
TINY = Geometry("tiny", 0.70, 0.52, (1034, 768), "rectangle")  # the cards as large as on the small table
LAYOUT = default_layout(SEATS, TINY)
DECK = deck_from("7")


def world(seed: int = 3) -> World:
    return World(SEATS, DECK, seed=seed, geometry=TINY, table="felt")


def wait_for(truth: Callable[[], bool]) -> None:
    """Wait until something is so; the test's own time limit ends it otherwise."""
    while not truth():
        time.sleep(0.05)


@pytest.fixture(scope="module")
def service() -> Iterator[VisionService]:
    with VisionService(Setup("virtual", LAYOUT, deck=frozenset(DECK))) as s:
        yield s


@pytest.fixture
def fresh(service: VisionService) -> VisionService:
    service.forget()
    service.expect_faces(None)
    return service


def test_cards_dealt_before_two_seats_are_read_at_their_seats(fresh: VisionService) -> None:
    w = world()
    fresh.see_soon(w.film()).result()
    dealt = {seat: w.deal(seat, up=True) for seat in SEATS}
    view = fresh.see_soon(w.film(4)).result()
    assert {seat: view.faces(seat) for seat in SEATS} == {seat: (code,) for seat, code in dealt.items()}
    assert view.world == w.version and view == fresh.latest()
    again = asyncio.run(_see(fresh, w))
    assert again.faces("1") == (dealt["1"],)


async def _see(service: VisionService, w: World) -> object:
    return await service.see(w.film())


def test_case_91_no_picture_and_no_view_shows_what_the_hand_does_not_expect(fresh: VisionService) -> None:
    fresh.expect_faces({"1": Expectation(1), "2": Expectation(0)})
    w = world(5)
    fresh.see_soon(w.film()).result()
    open_card = w.deal("1", up=True)
    secret = w.deal("2", up=True)  # nobody expects it there: a card that slipped
    view = fresh.see_soon(w.film(4)).result()
    assert view.faces("1") == (open_card,) and view.faces("2") == ()
    assert all(secret not in (c.card, c.guess) for cards in view.zones.values() for c in cards)
    jpeg = asyncio.run(fresh.picture())
    assert jpeg is not None
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    x, y = (LAYOUT.pixels("deck", (shown.shape[1], shown.shape[0])).mean(0)).astype(int)
    assert shown[y - 3 : y + 3, x - 3 : x + 3].max() < 40, "the deck is black"
    read = Recogniser(make_detector(Setup("virtual", LAYOUT))).look(np.asarray(shown, np.uint8))
    labels = [s.card for s in read if s.sure and s.card != "back"]
    assert labels == [open_card], "read again, the picture holds the open card and nothing else"


def test_a_killed_process_is_started_again_and_goes_on(tmp_path: Path) -> None:
    states: list[CameraState] = []
    with VisionService(Setup("virtual", LAYOUT, deck=frozenset(DECK)), on_state=states.append) as s:
        w = world()
        s.see_soon(w.film(1)).result()
        first = s.pid
        assert first is not None
        pending = s.see_soon(w.film(3))
        os.kill(first, signal.SIGKILL)
        with pytest.raises(VisionError):
            pending.result()
        wait_for(lambda: s.pid != first and s.pid is not None)
        w.deal("1", up=True)
        view = s.see_soon(w.film(4)).result()
        assert view.faces("1") == tuple(c for c, _ in w.truth()["1"])
        assert "dead" in [c.code for c in states]
        last = s.pid
    assert last is not None
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)
    with pytest.raises(VisionError):
        s.see_soon(w.film(1)).result()


def test_what_was_filmed_before_a_hand_began_is_told_apart(fresh: VisionService) -> None:
    w = world()
    w.deal("1", up=True)
    before = fresh.see_soon(w.film(4))
    fresh.forget()
    after = fresh.see_soon(w.film(2))
    assert before.result(30).epoch == fresh.epoch - 1
    assert after.result(30).epoch == fresh.epoch


def test_an_answer_that_comes_too_late_silences_nothing(fresh: VisionService) -> None:
    """Evidence of a typed card is waited for a moment only; the camera must go on when its answer is late."""
    w = world()
    for _ in range(3):
        fresh.see_soon(w.film(2))
        late = fresh._ask("evidence")
        assert late.cancel()
    w.deal("1", up=True)
    view = fresh.see_soon(w.film(4)).result(30)
    assert view.faces("1") == tuple(c for c, _ in w.truth()["1"])


def test_a_process_killed_while_it_is_asked_for_a_picture_is_started_again(fresh: VisionService) -> None:
    first = fresh.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: fresh.pid not in (first, None))
    for _ in range(3):  # the new process is loading: whoever asks does not wait for it
        fresh._ask("evidence").cancel()
    w = world()
    w.deal("2", up=True)
    assert fresh.see_soon(w.film(4)).result(60).faces("2") == tuple(c for c, _ in w.truth()["2"])


def test_without_weights_it_says_so_instead_of_starting(tmp_path: Path) -> None:
    s = VisionService(Setup("virtual", LAYOUT, models=tmp_path))
    with pytest.raises(VisionError, match=r"\S"):
        s.start()
    assert s.pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(s.pid, 0)


def test_the_child_ends_when_its_parent_is_gone() -> None:
    script = (
        "import os\n"
        "from assistant.vision.layout import default_layout\n"
        "from assistant.vision.service import Setup, VisionService\n"
        "if __name__ == '__main__':\n"
        "    s = VisionService(Setup('virtual', default_layout(('1', '2'))))\n"
        "    s.start()\n"
        "    print(s.pid, flush=True)\n"
        "    os._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    child = int(done.stdout.split()[0])

    def ended() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        return Path(f"/proc/{child}/stat").read_text(encoding="utf-8").split(") ")[1][0] == "Z"

    wait_for(ended)


def test_a_camera_that_fails_is_named_and_its_view_is_stale() -> None:
    named = threading.Event()
    well = threading.Event()
    codes: list[str] = []

    def note(state: CameraState) -> None:
        codes.append(state.code)
        (named if state.blind else well).set()

    setup = Setup("virtual", LAYOUT, virtual_fps=4.0)
    with VisionService(setup, on_state=note) as s:
        w = world()
        s.see_soon([w.snapshot()])
        assert well.wait(60)
        well.clear()
        w.camera_fault("frozen")
        s.see_soon([w.snapshot()])
        assert named.wait(60)
        wait_for(lambda: (v := s.latest()) is not None and v.has("stale"))
        w.camera_fault("")
        s.see_soon([w.snapshot()])
        assert well.wait(60)
        wait_for(lambda: (v := s.latest()) is not None and not v.has("stale"))
    assert "frozen" in codes and codes[0] == "ok"
