"""What every page shares: the table, the phones, the limits, and who is asking."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast

from fastapi import HTTPException, Request, Response

from assistant.phrases import language as known_language
from assistant.views import Role
from assistant.web import wire
from assistant.web.assets import Assets
from assistant.web.config import WebConfig, bracket
from assistant.web.hub import Hub
from assistant.web.limits import Door, Limiter
from assistant.web.phones import Phone, Phones
from assistant.web.port import Recipient, TablePort
from assistant.web.security import LOOPBACK, host_name, is_loopback

As = Literal["player", "host", "screen"]


@dataclass(frozen=True)
class Clock:
    """Wall time in UTC seconds, and a time that never jumps."""

    now: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


class Web:
    """One running table's pages."""

    def __init__(self, port: TablePort, config: WebConfig, clock: Clock) -> None:
        self.port, self.config, self.clock = port, config, clock
        self.phones = Phones(config.folder, clock.now, config.token_days)
        self.hub = Hub(port, clock.steady)
        self.door = Door(config.pin)
        self.assets = Assets()
        self._owners: tuple[int, dict[str, str]] | None = None  # as of a revision
        self._drawn: tuple[int, dict[Recipient, bytes]] = (0, {})
        self.addresses = config.addresses  # as they are now: a router may give this machine another
        self.local_names: tuple[str, ...] = ()  # told to the network, like "fala.local"
        self.spoken = False  # this machine says aloud what a screen would say
        self.chosen: str | None = None  # the address the host put into the QR code
        self.boot = secrets.token_hex(4)  # tells a phone that version numbers began again
        steady = clock.steady
        self.joins = Limiter(12, 60, steady)  # an address: joining, asking, the PIN
        self.codes = Limiter(5, 600, steady)  # a seat: tries of its code
        self.taps = Limiter(40 * config.hurry, 10, steady)  # a phone
        self.pulls = Limiter(150 * config.hurry, 10, steady)  # a phone: states and streams

    # --- who asks --------------------------------------------------------------------------------------------------

    def phone(self, request: Request, role: Role) -> Phone | None:
        """The phone behind a request in one role, let in or still asking; a seat nobody has is nobody's."""
        phone = self.phones.read(role, request.cookies.get(self.phones.cookie(role)))
        if phone is None or not phone.granted or phone.seat is None:
            return phone
        if self.owners().get(phone.seat) == phone.person:
            return phone
        elsewhere = next((seat for seat, person in self.owners().items() if person == phone.person), None)
        if elsewhere is not None:  # he changed places, and his phone with him
            return self.phones.move(phone, elsewhere)
        self.phones.revoke(phone.id)  # he left, and perhaps somebody else sits there
        return None

    def owners(self) -> dict[str, str]:
        """Who sits where, as keys of persons."""
        if self._owners is None or self._owners[0] != self.hub.revision or not self.hub.follows:
            self._owners = (self.hub.revision, dict(self.port.owners()))
        return self._owners[1]

    def name_at(self, seat: str) -> str:
        """The name of the person at a seat, "" where nobody sits."""
        view = self.port.view(Recipient("screen"))
        return next((s.name or "" for s in view.seats if s.seat == seat), "")

    def recipient(self, request: Request, role: Role) -> tuple[Recipient, Phone]:
        """Who is asking; 401 without a good token, 403 while the host has not said yes."""
        phone = self.phone(request, role)
        if phone is None:
            raise HTTPException(401, "token")
        if not phone.granted:
            raise HTTPException(403, "waiting")
        return Recipient(role, phone.seat, self.language(request)), phone

    def language(self, request: Request) -> str:
        """The phone's own choice, else its browser's."""
        chosen = request.cookies.get("fala_lang")
        return known_language(chosen or request.headers.get("accept-language") or self.config.language)

    def at_machine(self, request: Request) -> bool:
        """Whether the browser runs on this machine itself, asked by a local name and not through a proxy."""
        if not self.config.loopback_host or not is_loopback(self.address(request)):
            return False
        if any(h in request.headers for h in ("x-forwarded-for", "forwarded", "via")):
            return False
        return host_name(request.headers.get("host", "")) in LOOPBACK

    def address(self, request: Request) -> str:
        """The peer's address."""
        return request.client.host if request.client else ""

    def limit_joins(self, request: Request) -> None:
        """429 for an address that asks to come in too often; programs on this machine may."""
        if not (self.config.loopback_host and is_loopback(self.address(request))):
            self.limit(self.joins, self.address(request))

    def limit(self, limiter: Limiter, key: object) -> None:
        """429 when somebody tries too often."""
        if not limiter.allow(cast(Any, key)):
            raise HTTPException(429, "too_often")

    def give(self, response: Response, role: Role, token: str) -> None:
        """Put a token into the phone's cookie."""
        response.set_cookie(
            self.phones.cookie(role),
            token,
            max_age=self.config.token_days * 86_400,
            httponly=True,
            samesite="lax",
            secure=self.config.scheme == "https",
        )

    # --- what they get ---------------------------------------------------------------------------------------------

    def urls(self) -> tuple[str, ...]:
        """The addresses for the QR code: the one the host chose, the table's own, then the rest."""
        now = self.config.urls((*self.addresses, *self.local_names))
        first = (self.chosen, self.port.view(Recipient("screen")).join_url)
        return tuple(dict.fromkeys(u for u in (*first, *now) if u))

    def names(self) -> frozenset[str]:
        """The names and addresses this table answers to."""
        found = {host_name(bracket(a)) for a in (*self.addresses, *self.local_names)}
        return frozenset(n for n in found if n)

    def moved(self, addresses: tuple[str, ...]) -> None:
        """This machine has other addresses now: the QR code changes; what the host chose stays while it is one."""
        if addresses == self.addresses:
            return
        self.addresses = addresses
        if self.chosen not in self.config.urls(addresses):
            self.chosen = None
        self.hub.bump()

    def state(self, to: Recipient) -> bytes:
        """The whole state for a recipient, as JSON."""
        more: dict[str, Any] = {"boot": self.boot, "rev": self.hub.revision, "now": self.clock.now()}
        if to.role != "player":
            more["url"] = next(iter(self.urls()), "")
            more["spoken"] = self.spoken
        if to.role == "host":
            more["phones"] = {
                "asking": [self._phone(p) for p in self.phones.asking()],
                "let_in": [self._phone(p) for p in self.phones.let_in()],
                "urls": self.urls(),
            }
        return wire.state(self.port.view(to), to, more)

    def streamed(self, to: Recipient) -> bytes:
        """The same for streams, drawn once for all phones that see the same; at most one turn of the loop old."""
        if self._drawn[0] != self.hub.revision:
            self._drawn = (self.hub.revision, {})
        known = self._drawn[1].get(to)
        if known is None:
            known = self._drawn[1][to] = self.state(to)
        return known

    def _phone(self, p: Phone) -> dict[str, Any]:
        return {"id": p.id, "role": p.role, "seat": p.seat, "number": p.number, "name": p.name, "at": p.at,
                "here": self.hub.listens(p.key)}  # fmt: skip
