"""What a page costs a phone: bytes over the wire as the browser counts them, hosts asked, and seconds on a slow line.

Run by hand for the seconds: `PYTHONPATH=tests python tests/web/weigh.py` (slow 4G: 150 ms a round trip, 1.6 Mbit/s).
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from browser_kit import launched
from house_kit import LiveHouse
from playwright.sync_api import Page

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
MOST_BYTES = 60 * 1024
MOST_SECONDS = 1.0
READY = """
(() => {
  const look = () => {
    const el = document.querySelector("READY");
    if (el && el.getClientRects().length) window.readyAt ??= performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""  # the frame in which it is first drawn


@dataclass
class Weight:
    """One page load: bytes received (headers included), requests, the hosts they went to, seconds to readiness."""

    bytes: int = 0
    requests: int = 0
    hosts: set[str] = field(default_factory=set)
    seconds: float = 0.0


def weigh(page: Page, url: str, ready: str, *, slow: bool = False) -> Weight:
    """Load a page with an empty cache until ``ready`` can be seen; its event stream is not waited for."""
    found = Weight()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW_4G)

    def asked(event: dict[str, object]) -> None:
        found.requests += 1
        address = event["request"]["url"]  # type: ignore[index]
        found.hosts.add(urlsplit(str(address)).netloc)

    line.on("Network.requestWillBeSent", asked)
    line.on("Network.dataReceived", lambda e: setattr(found, "bytes", found.bytes + e["encodedDataLength"]))
    line.on(
        "Network.responseReceived", lambda e: setattr(found, "bytes", found.bytes + e["response"]["encodedDataLength"])
    )
    page.add_init_script(READY.replace("READY", ready))
    page.goto(url, wait_until="commit")
    page.locator(ready).first.wait_for(state="visible")
    page.wait_for_function("() => window.readyAt")
    found.seconds = page.evaluate("() => window.readyAt / 1000")
    if slow:
        line.send(
            "Network.emulateNetworkConditions",
            {**SLOW_4G, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )
    page.wait_for_timeout(300)
    line.detach()
    return found


def main() -> int:
    """Print bytes and seconds of the join page and of the player's page; 1 when one is over the bar."""
    over = False
    with tempfile.TemporaryDirectory() as folder, LiveHouse(Path(folder)) as house, launched() as browser:
        for slow in (False, True):
            context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
            page = context.new_page()
            first = weigh(page, f"{house.url}/", "#sit", slow=slow)
            page.fill("#name", "Zélia")
            page.click(f".seat-pick[data-seat='{2 if slow else 1}']")
            page.click("#sit")
            page.locator(".seat.mine").wait_for()
            second = weigh(page, f"{house.url}/play", ".seat.mine", slow=slow)
            for name, w in (("join", first), ("play", second)):
                over |= w.bytes > MOST_BYTES or (slow and w.seconds > MOST_SECONDS)
                print(
                    f"{name}{' on slow 4G' if slow else ''}: {w.bytes} bytes, {w.requests} requests, {w.seconds:.2f} s"
                )
            context.close()
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
