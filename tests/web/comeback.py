"""How long a phone takes back to its seat after reload, sleep, a cut wire and a line that swallows everything.

Run by hand: `PYTHONPATH=tests python tests/web/comeback.py 20`. Each time the table changes meanwhile, and the clock
stops when the phone shows that change with its own seat; the bar is 2 s.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from browser_kit import launched
from cut_wire import CutWire
from house_kit import LiveHouse
from playwright.sync_api import Page

MOST_SECONDS = 2.0
SHOWS = """(paused) => document.querySelector(".seat.mine .name") && !document.body.classList.contains("lost")
  && document.getElementById("headline").textContent.includes("pausa") === paused"""


class Phone:
    """A phone at seat 1 behind a wire of its own."""

    def __init__(self, page: Page, house: LiveHouse, wire: CutWire) -> None:
        self.page, self.house, self.wire = page, house, wire
        self.paused = False
        self.line = page.context.new_cdp_session(page)
        page.goto(f"http://127.0.0.1:{wire.port}/")
        page.fill("#name", "Zélia")
        page.click(".seat-pick[data-seat='1']")
        page.click("#sit")
        page.locator(".seat.mine").wait_for()

    def change(self) -> None:
        """Something happens at the table."""
        self.paused = not self.paused
        self.house.host("pause" if self.paused else "resume")

    def back(self, began: float) -> float:
        """Seconds from ``began`` until the page shows the table as it is."""
        self.page.wait_for_function(SHOWS, arg=self.paused, polling=20, timeout=30_000)
        return time.monotonic() - began

    def reload(self, away: float) -> float:
        """The page is loaded anew."""
        self.change()
        began = time.monotonic()
        self.page.reload(wait_until="commit")
        return self.back(began)

    def sleep(self, away: float) -> float:
        """The phone sleeps, its connections die unheard, it wakes: browsers say so by visibilitychange."""
        self.line.send("Page.setWebLifecycleState", {"state": "frozen"})
        self.wire.cut()
        self.change()
        self.page.wait_for_timeout(1000 * away)
        self.wire.mend()
        began = time.monotonic()
        self.line.send("Page.setWebLifecycleState", {"state": "active"})
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        return self.back(began)

    def cut(self, away: float) -> float:
        """Every connection is reset and new ones are refused for a while; nothing tells the browser when that ends."""
        self.wire.cut()
        self.change()
        self.page.wait_for_timeout(1000 * away)
        self.wire.mend()
        return self.back(time.monotonic())

    def dead(self, away: float) -> float:
        """Connections stay open and nothing passes through them; new ones work, and the phone wakes."""
        self.wire.swallow()
        self.change()
        self.page.wait_for_timeout(1000 * away)
        began = time.monotonic()
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        return self.back(began)

    def swallowed(self, away: float) -> float:
        """Connections stay open and nothing passes, as when the Wi-Fi is lost; it comes back with its event."""
        self.page.context.set_offline(True)
        self.change()
        self.page.wait_for_timeout(1000 * away)
        self.page.context.set_offline(False)
        return self.back(time.monotonic())


def main(times: int) -> int:
    """Print median and worst of each way; 1 when one took longer than the bar."""
    late = False
    with tempfile.TemporaryDirectory() as folder, LiveHouse(Path(folder)) as house, launched() as browser:
        size = {"width": 390, "height": 844}
        context = browser.new_context(viewport=size, is_mobile=True, has_touch=True, locale="pt-BR")  # type: ignore[arg-type]
        phone = Phone(context.new_page(), house, CutWire(house.house.config.port))
        ways: tuple[Callable[[float], float], ...] = (phone.reload, phone.sleep, phone.cut, phone.dead, phone.swallowed)
        for way in ways:
            took = [way((0.3, 2.0, 5.0)[n % 3]) for n in range(times)]
            late |= max(took) > MOST_SECONDS
            print(f"{way.__name__}: {times} times, median {statistics.median(took):.2f} s, worst {max(took):.2f} s")
    return int(late)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
