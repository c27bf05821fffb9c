"""What a player tells the bank to be paid: Pix key, name, city. A private file, never a fact, log or export."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant.bank.pix import KINDS, KeyKind, PixError, PixKey, br_code, pix_key

FILE = "profiles.json"


class ProfilesDamaged(ValueError):
    """The file of profiles cannot be read; it is left as it is."""


@dataclass(frozen=True)
class Profile:
    """Where a player wants to be paid."""

    key: PixKey
    name: str
    city: str


class Profiles:
    """Profiles by player, in one file that only its owner can read; written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def _load(self) -> dict[str, dict[str, str]]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as e:
            raise ProfilesDamaged(self._path.name) from e
        if not isinstance(data, dict) or data.get("format") != 1 or not isinstance(data.get("players"), dict):
            raise ProfilesDamaged(self._path.name)
        return dict(data["players"])

    def get(self, player: str) -> Profile | None:
        """A player's profile, None when he gave none; raises ProfilesDamaged."""
        found = self._load().get(player)
        if found is None:
            return None
        try:
            return Profile(pix_key(found["value"], _kind(found["kind"])), found["name"], found["city"])
        except (KeyError, PixError) as e:
            raise ProfilesDamaged(self._path.name) from e

    def put(self, player: str, profile: Profile) -> None:
        """Keep a profile; raises PixError when no code can be made of it."""
        br_code(profile.key, profile.name, profile.city)
        self._save({**self._load(), player: {**asdict(profile.key), "name": profile.name, "city": profile.city}})

    def forget(self, player: str) -> None:
        """Remove a profile, if there is one."""
        self._save({p: v for p, v in self._load().items() if p != player})

    def _save(self, players: dict[str, dict[str, str]]) -> None:
        text = json.dumps({"format": 1, "players": players}, ensure_ascii=False, indent=1, sort_keys=True)
        handle, temporary = tempfile.mkstemp(dir=self._path.parent, prefix=".profiles-")  # readable by the owner alone
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as f:
                f.write(text)
                f.flush()
                os.fsync(f.fileno())
            Path(temporary).replace(self._path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def payment(self, receiver: str, centavos: int) -> str | None:
        """The code with which somebody pays this player, None when he gave no key."""
        profile = self.get(receiver)
        return None if profile is None else br_code(profile.key, profile.name, profile.city, centavos)


def _kind(text: str) -> KeyKind:
    for kind in KINDS:
        if kind == text:
            return kind
    raise PixError("key_unknown")
