"""The settings of one table as a validated document; an unknown key is an error that names its line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

APP = "fala-o-as"


class ConfigError(ValueError):
    """A settings file that cannot be used; the text says which line and what would be right."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Table(_Section):
    """Who plays what, and for how much."""

    name: str = "mesa"
    seats: Annotated[int, Field(ge=2, le=10)] = 4
    game: str = "stick5"
    cacife_chips: Annotated[int, Field(gt=0)] = 200
    cacife_centavos: Annotated[int, Field(ge=0)] = 5000
    pingo: Annotated[int, Field(ge=0)] = 1
    smallest_chip: Annotated[int, Field(gt=0)] = 1
    options: dict[str, Any] = Field(default_factory=dict)


class Camera(_Section):
    """Where pictures come from: a device number, a video, an address, a folder, or "virtual"."""

    source: str | None = None
    layout: str | None = None


class Web(_Section):
    """Where phones connect."""

    port: Annotated[int, Field(ge=0, le=65535)] = 8770
    address: str | None = None


class Speech(_Section):
    """How the table speaks."""

    language: Literal["pt-BR", "en"] = "pt-BR"


class Config(_Section):
    """One table's settings, a section each."""

    table: Table = Table()
    camera: Camera = Camera()
    web: Web = Web()
    speech: Speech = Speech()


def data_folder(given: Path | None) -> Path:
    """The folder that holds everything of the tables: the given one, or the user's own data folder."""
    folder = given or Path(platformdirs.user_data_dir(APP, appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # names, accounts and pictures are nobody else's business
    return folder


def _line_of(text: str, location: tuple[int | str, ...]) -> int | None:
    """The line of a key: inside its section if it has one."""
    section, key = (str(location[0]), str(location[-1])) if location else ("", "")
    inside = len(location) < 2
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            inside = bare.strip("[] ").split(".")[0] == section
            if inside and len(location) == 1:
                return number
        elif inside and bare.split("=")[0].strip().strip('"') == key:
            return number
    return None


def load(path: Path) -> Config:
    """Read and check a settings file (TOML); raises ConfigError naming file, line and key."""
    text = path.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise ConfigError(f"{path.name}: {e}") from e
    try:
        return Config.model_validate(data)
    except ValidationError as e:
        first = e.errors()[0]
        where = tuple(first["loc"])
        line = _line_of(text, where)
        at = f"{path.name}:{line}" if line else path.name
        raise ConfigError(f"{at}: {'.'.join(str(p) for p in where)}: {first['msg']}") from e
