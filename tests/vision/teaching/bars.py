"""The long proofs beside the tests: programs that the tests run at a tenth of their size."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def bar(name: str) -> ModuleType:
    """A long proof that lies beside the tests as a program of its own."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
