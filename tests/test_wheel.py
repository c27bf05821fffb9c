"""What a stranger installs: the wheel in an empty environment, away from the checkout, plays and opens its pages."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None, seconds: float = 500) -> str:
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def stranger(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, dict[str, str]]]:
    """The command `fala` in an environment that holds nothing else, a home, and the environment's variables."""
    home = tmp_path_factory.mktemp("stranger")
    venv.create(home / "env", with_pip=True)
    folder = home / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    run(folder / "python", "-m", "pip", "install", "-q", wheel, cwd=home)
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "FALA", "VIRTUAL_ENV", "XDG_"))}
    yield folder / "fala", home, {**keep, "HOME": str(home), "LANG": "pt_BR.UTF-8", "LC_ALL": ""}


def test_weights_templates_phrases_and_migrations_are_inside(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    wanted = [
        f"assistant/{p.relative_to(ROOT / 'assistant').as_posix()}"
        for part in ("phrases", "migrations", "web", "vision/synth/fonts")
        for p in (ROOT / "assistant" / part).rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    ]
    wanted += [f"assistant/_models/{p.name}" for p in (ROOT / "models").glob("*.onnx")]
    assert not set(wanted) - set(names)
    assert not [n for n in names if n.endswith(".pt") or n.startswith("tests/")]


def test_it_plays_a_hand_away_from_the_checkout(stranger: tuple[Path, Path, dict[str, str]]) -> None:
    fala, home, env = stranger
    where = "import assistant; print(assistant.__file__)"
    assert str(home) in run(fala.with_name("python"), "-c", where, cwd=home, env=env)
    out = run(fala, "demo", "--hands", "1", "--fast", "--headless", "--seed", "7", cwd=home, env=env)
    assert "★" in out and "1 mão(s) jogada(s)" in out
    assert "stick5" in run(fala, "games", cwd=home, env=env)


def test_its_pages_open_and_its_doctor_is_content(stranger: tuple[Path, Path, dict[str, str]]) -> None:
    fala, home, env = stranger
    with socket.socket() as s:
        s.bind(("", 0))
        port = s.getsockname()[1]
    table = subprocess.Popen(
        [str(fala), "play", "--port", str(port), "--silent"],
        cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                page = httpx.get(url, follow_redirects=True, trust_env=False)
                break
            except httpx.TransportError:
                assert table.poll() is None, table.stdout.read() if table.stdout else ""
                time.sleep(0.1)
        assert page.status_code == 200 and "<html" in page.text
        assert httpx.get(f"{url}/table", trust_env=False, follow_redirects=True).status_code == 200
        run(fala, "backup", home / "night.zip", cwd=home, env=env)
        run(fala, "restore", home / "night.zip", "--data", home / "other", cwd=home, env=env)
    finally:
        table.send_signal(signal.SIGINT)
        out, _ = table.communicate(timeout=60)
    assert table.returncode == 0, out
    assert "pesos de leitura inteiros" in run_doctor(fala, home, env).lower()


def run_doctor(fala: Path, home: Path, env: dict[str, str]) -> str:
    """What the doctor prints, whatever it finds of this machine's network."""
    done = subprocess.run(
        [str(fala), "doctor", "--port", "0"],
        cwd=home,
        env=env,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout
