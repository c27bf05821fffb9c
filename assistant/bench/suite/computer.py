"""The machine that was measured, in words that another person can compare with theirs."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import assistant

BUSY = 0.5  # processes a core from which the machine had something else to do


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.lower().startswith(("model name", "hardware", "model\t")):
                name = line.partition(":")[2].strip()
                if name and not name.isdigit():
                    return name
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no such book
        return ""
    return f"{pages / 2**30:.1f} GiB"


def _system() -> str:
    try:
        named = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.platform(terse=True)
    return f"{named}, {platform.system()} {platform.release().partition('-')[0]}"


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _commit() -> str:
    """The commit of the checkout that runs, with "+" where files differ from it; empty for an installed package."""
    root = Path(assistant.__file__).resolve().parents[1]
    if not (root / ".git").exists():
        return ""
    try:
        head, changed = (
            subprocess.run(["git", *a], cwd=root, capture_output=True, text=True, check=True, timeout=20).stdout.strip()
            for a in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return head + ("+" if changed else "")


def busy() -> float:
    """Processes that wanted a core in the last minute, for each core; 0 where the system does not say."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except (AttributeError, OSError):
        return 0.0


def describe() -> dict[str, str]:
    """Processor, cores, memory, system, Python, libraries, commit, load when asked; what is not known is left out."""
    found = {
        "cpu": _cpu(),
        "cores": str(os.cpu_count() or ""),
        "memory": _memory(),
        "system": _system(),
        "python": platform.python_version(),
        "opencv": _installed("opencv-python"),
        "onnxruntime": _installed("onnxruntime"),
        "openvino": _installed("openvino"),
        "numpy": _installed("numpy"),
        "fala": assistant.__version__,
        "commit": _commit(),
        "busy": f"{100 * busy():.0f} %",
    }
    return {k: v for k, v in found.items() if v}
