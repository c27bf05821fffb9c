"""How often somebody may try: sliding windows kept in memory, and the door with the host's PIN."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable, Hashable

from assistant.web.config import new_pin

_MOST_KEYS = 4096


class Limiter:
    """At most ``most`` tries a key in ``seconds``; ``clock`` is monotonic seconds."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._tries: dict[Hashable, deque[float]] = {}

    def allow(self, key: Hashable) -> bool:
        """Count a try and say whether it is within the limit; tries refused are not counted."""
        now = self._clock()
        tries = self._tries.setdefault(key, deque())
        while tries and tries[0] <= now - self._seconds:
            tries.popleft()
        if len(tries) >= self._most:
            return False
        tries.append(now)
        if len(self._tries) > _MOST_KEYS:
            self._tries = {k: t for k, t in self._tries.items() if t and t[-1] > now - self._seconds}
        return True


class Door:
    """The host's PIN: five wrong tries lock an address out, fifteen lock everybody out, until there is a new PIN."""

    PER_ADDRESS = 5
    ALTOGETHER = 15

    def __init__(self, pin: str, renewed: Callable[[str], None] = lambda pin: None) -> None:
        self._pin = pin
        self.renewed = renewed  # called with each new PIN
        self._wrong: dict[str, int] = {}

    def locked(self, address: str) -> bool:
        """Whether this address may not try any more."""
        return self._wrong.get(address, 0) >= self.PER_ADDRESS or sum(self._wrong.values()) >= self.ALTOGETHER

    def left(self, address: str) -> int:
        """How many tries remain to this address."""
        return max(0, self.PER_ADDRESS - self._wrong.get(address, 0)) if not self.locked(address) else 0

    def open(self, address: str, pin: str) -> bool:
        """Whether the PIN is right; a wrong one is counted, and a locked address never gets in."""
        if self.locked(address):
            return False
        if hmac.compare_digest(pin.encode(), self._pin.encode()):
            self._wrong.pop(address, None)
            return True
        self._wrong[address] = self._wrong.get(address, 0) + 1
        return False

    def renew(self) -> str:
        """A new PIN, with all locks off."""
        self._pin = new_pin()
        self._wrong.clear()
        self.renewed(self._pin)
        return self._pin
