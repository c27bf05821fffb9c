"""Where the weights are: the one function that finds them, in a wheel or in a checkout, and checks what it found."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parents[1]


class WeightsError(RuntimeError):
    """Weights that are missing, or are not the ones their description names."""


@dataclass(frozen=True)
class Weights:
    """A model file and its description (``models/NAME.json``: sha256, classes, recipe, calibration)."""

    path: Path
    about: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes of the model file."""
        return self.path.stat().st_size


def models_folder() -> Path:
    """The folder with the weights: ``assistant/_models`` in a wheel, else ``models`` of the checkout."""
    packed = _PACKAGE / "_models"
    return packed if packed.is_dir() else _PACKAGE.parent / "models"


def find_weights(name: str, folder: Path | None = None) -> Weights:
    """The ONNX weights called ``name``; raises WeightsError if missing, or if their SHA-256 is not the stated one."""
    folder = folder or models_folder()
    path, described = folder / f"{name}.onnx", folder / f"{name}.json"
    for file in (path, described):
        if not file.is_file():
            raise WeightsError(f"{file} is missing")
    try:
        about = json.loads(described.read_text(encoding="utf-8"))
        stated = str(about["sha256"])
    except (ValueError, KeyError, TypeError) as e:
        raise WeightsError(f"{described} does not describe weights: {e}") from e
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != stated:
        raise WeightsError(f"{path} has SHA-256 {found}, but {described.name} states {stated}")
    return Weights(path, about)
