"""Which phone is whose: random tokens in signed cookies, kept on disk only as hashes, in a file of this user alone."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from assistant.views import Role

_FILE = "phones.json"
_ASKING_SECONDS = 600  # a request the host does not answer lapses


class SecretsError(RuntimeError):
    """The file of keys cannot be read or is not one of ours."""


@dataclass(frozen=True)
class Phone:
    """One browser: what it may do here; ``key`` is the hash of its token, ``number`` what it shows while it waits."""

    key: str
    role: Role
    seat: str | None
    granted: bool
    number: str
    name: str  # as the phone gave it, for the host's lists
    at: int  # UTC seconds when it was let in, or asked
    person: str = ""  # key of the person who sits there; the right is his and goes with him

    @property
    def id(self) -> str:
        """A short name for the host's lists; gives no right."""
        return self.key[:12]


class Phones:
    """The phones of one table; every change is on disk before it is answered."""

    def __init__(self, folder: Path, now: Callable[[], float], days: int) -> None:
        self._path, self._now, self._days = folder / _FILE, now, days
        self._phones: dict[str, Phone] = {}
        self._turns: dict[str, int] = {}  # how often a seat's code was renewed
        if self._path.exists():
            self._load()
        else:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._key, self.table = secrets.token_bytes(32), secrets.token_hex(3)
            self._save()

    # --- tokens ----------------------------------------------------------------------------------------------------

    def cookie(self, role: Role) -> str:
        """The cookie's name: one per table and role, because cookies do not tell ports apart."""
        return f"fala_{self.table}_{role}"

    def issue(
        self, role: Role, seat: str | None, name: str = "", person: str = "", *, granted: bool = True
    ) -> tuple[str, Phone]:
        """A new token for the cookie and the phone it stands for."""
        token = secrets.token_urlsafe(32)
        number = f"{secrets.randbelow(10_000):04d}"
        phone = Phone(_hash(token), role, seat, granted, number, name, int(self._now()), person)
        self._phones[phone.key] = phone
        self._save()
        return f"{token}.{self._sign(role, token)}", phone

    def read(self, role: Role, cookie: str | None) -> Phone | None:
        """The phone of a cookie; None for a missing, forged, revoked or expired one."""
        token, dot, signature = (cookie or "").rpartition(".")
        if not dot or not hmac.compare_digest(signature.encode(), self._sign(role, token).encode()):
            return None
        phone = self._phones.get(_hash(token))
        if phone is None or phone.role != role:
            return None
        life = self._days * 86_400 if phone.granted else _ASKING_SECONDS
        return phone if self._now() - phone.at < life else None

    def grant(self, id: str, owners: Mapping[str, str]) -> Phone | None:
        """The host's yes: this phone gets what it asked for, and its seat is taken from the phone that had it.

        ``owners`` names who sits where; a seat that nobody has any more cannot be granted.
        """
        phone = next((p for p in self.asking() if p.id == id), None)
        if phone is None or (phone.seat is not None and phone.seat not in owners):
            return None
        if phone.seat is not None:
            self.revoke_seat(phone.seat)
            phone = replace(phone, person=owners[phone.seat])
        phone = replace(phone, granted=True, at=int(self._now()))
        self._phones[phone.key] = phone
        self._save()
        return phone

    def revoke(self, id: str) -> bool:
        """Forget a phone (or refuse one that asks); True when there was one."""
        keys = [k for k, p in self._phones.items() if p.id == id]
        for k in keys:
            del self._phones[k]
        if keys:
            self._save()
        return bool(keys)

    def revoke_seat(self, seat: str) -> None:
        """Forget every phone that holds a seat."""
        self._phones = {k: p for k, p in self._phones.items() if not (p.granted and p.seat == seat)}
        self._save()

    def move(self, phone: Phone, seat: str) -> Phone:
        """The same phone at the seat its person changed to."""
        moved = self._phones[phone.key] = replace(phone, seat=seat)
        self._save()
        return moved

    def asking(self) -> list[Phone]:
        """The phones that wait for the host's yes, oldest first."""
        since = self._now() - _ASKING_SECONDS
        return sorted((p for p in self._phones.values() if not p.granted and p.at > since), key=lambda p: p.at)

    def let_in(self) -> list[Phone]:
        """Every phone with a right, oldest first."""
        return sorted((p for p in self._phones.values() if p.granted), key=lambda p: p.at)

    # --- seat codes ------------------------------------------------------------------------------------------------

    def code(self, seat: str, person: str) -> str:
        """The six digits with which the person at a seat takes it back on a phone without its cookie."""
        message = f"seat-code {seat} {self._turns.get(seat, 0)} {person}".encode()
        digest = hmac.new(self._key, message, hashlib.sha256).digest()
        return f"{int.from_bytes(digest[:8], 'big') % 1_000_000:06d}"

    def code_fits(self, seat: str, person: str, code: str) -> bool:
        """Whether these are the digits of the person at the seat."""
        return hmac.compare_digest(code.encode(), self.code(seat, person).encode())

    def renew_code(self, seat: str) -> None:
        """New digits for a seat: after use, and when another person sits down."""
        self._turns[seat] = self._turns.get(seat, 0) + 1
        self._save()

    # --- disk ------------------------------------------------------------------------------------------------------

    def _sign(self, role: Role, token: str) -> str:
        digest = hmac.new(self._key, f"{role} {token}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def _load(self) -> None:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            self._key, self.table = bytes.fromhex(data["key"]), str(data["table"])
            self._turns = {str(k): int(v) for k, v in data["turns"].items()}
            self._phones = {p["key"]: Phone(**p) for p in data["phones"]}
        except (OSError, ValueError, KeyError, TypeError) as e:
            raise SecretsError(f"{self._path.name}: {e}") from e
        self._path.chmod(0o600)

    def _save(self) -> None:
        since = self._now()
        self._phones = {k: p for k, p in self._phones.items() if p.granted or since - p.at < _ASKING_SECONDS}
        data = {
            "version": 1,
            "key": self._key.hex(),
            "table": self.table,
            "turns": self._turns,
            "phones": [asdict(p) for p in self._phones.values()],
        }
        new = self._path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as f:
            json.dump(data, f)
            f.flush()
            os.fsync(f.fileno())
        new.replace(self._path)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
