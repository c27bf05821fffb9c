"""Build hook: the weights that play needs go into the wheel with what describes them; what training needs does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ModelsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Every ``models/*.onnx`` with its JSON and its card becomes ``assistant/_models``; a checkout reads its own."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel is built."""
        if version == "editable":
            return
        weights = sorted(Path(self.root, "models").glob("*.onnx"))
        if not weights:
            raise FileNotFoundError("models/*.onnx: a wheel without weights reads no card")
        for path in weights:
            for file in (path, path.with_suffix(".json"), path.with_suffix(".md")):
                if file.is_file():
                    build_data["force_include"][str(file)] = f"assistant/_models/{file.name}"
        for path in sorted(Path(self.root, "models").glob("*.npz")):
            build_data["force_include"][str(path)] = f"assistant/_models/{path.name}"
