"""Keys and pictures are files of one user; no secret is ever written to a log, an error or a service's terminal."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from rich.console import Console

from assistant.play import banner, open_house, serve, tell
from assistant.records.evidence import EvidenceStore
from assistant.services import Services, tls_certificate
from assistant.session import Opening

PASSWORD = "hunter2-do-not-print"


def modes(folder: Path) -> dict[str, int]:
    """The permissions of every file under a folder."""
    return {str(p.relative_to(folder)): stat.S_IMODE(p.stat().st_mode) for p in folder.rglob("*") if p.is_file()}


def test_keys_and_evidence_are_readable_by_their_user_alone(tmp_path: Path) -> None:
    old = os.umask(0)  # even where the account's own mask would let everybody read
    try:

        async def go() -> None:
            async with open_house(
                Opening("t", ("1", "2"), "stick5"), data=tmp_path / "d", port=0, address=None
            ) as house:
                await house.session.join("Ana", "1", 1, "pt-BR")
                EvidenceStore(house.folder / "evidence").put(b"a frame")
                tls_certificate(house.folder, "t", ("192.168.1.7",))
                async with httpx.AsyncClient(
                    transport=httpx.ASGITransport(app=house.app), base_url=house.config.urls()[0]
                ) as phone:
                    await phone.get("/")
                services = Services(house, None, voice=False)
                assert services.speaker is None
                found = modes(house.folder)
                assert any("evidence" in name for name in found) and any("phones" in name for name in found)
                secret = {n: m for n, m in found.items() if not n.endswith(("layout.json", ".crt", ".cer"))}
                assert {n: oct(m) for n, m in secret.items() if m & 0o077} == {}
            assert stat.S_IMODE((tmp_path / "d").stat().st_mode) == 0o700

        asyncio.run(go())
    finally:
        os.umask(old)


def test_no_secret_reaches_a_log_or_the_terminal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:12345")  # as under systemd: everything printed stays in the system's log
    caplog.set_level(logging.DEBUG)
    screen = io.StringIO()
    secrets: list[str] = []

    async def go() -> None:
        async with open_house(Opening("t", ("1", "2"), "stick5"), data=tmp_path, port=0, address="127.0.0.1") as house:
            console = Console(file=screen, width=200)
            tell(house.session, console, "pt-BR")
            await serve(house)
            banner(house, console)
            url = f"http://127.0.0.1:{house.config.port}"
            async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, trust_env=False) as phone:
                await phone.post("/api/join", json={"name": "Ana", "seat": "1", "cacifes": 1})
                await phone.get("/api/state")
                secrets.extend(phone.cookies.values())
            async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, trust_env=False) as host:
                await host.post("/api/pin", json={"pin": house.config.pin})
                await host.post("/api/pin", json={"pin": "000000"})
                secrets.extend(host.cookies.values())
            secrets.append(house.config.pin)
            secrets.append(json.loads((house.folder / "web" / "phones.json").read_text("utf-8"))["key"])

    asyncio.run(go())
    out = capfd.readouterr()
    ours = [
        r.getMessage() for r in caplog.records if not r.name.startswith(("httpcore", "httpx"))
    ]  # not the phones' own
    written = "\n".join([screen.getvalue(), *ours, out.out, out.err])
    assert "fala pin" in screen.getvalue() and len(secrets) >= 3
    assert [s for s in secrets if s and s in written] == []
    signatures = {part for s in secrets for part in s.split(".") if len(part) > 12}
    assert [s for s in signatures if s in written] == []


@pytest.mark.parametrize("command", [["verify", "mesa"], ["doctor", "--dealer", "none"], ["backup", "x.zip"]])
def test_the_databases_password_is_in_no_message(tmp_path: Path, command: list[str]) -> None:
    url = f"postgresql://fala:{PASSWORD}@127.0.0.1:1/fala"
    done = subprocess.run(
        [sys.executable, "-m", "assistant", *command, "--data", str(tmp_path)],
        capture_output=True, text=True, timeout=100, check=False, cwd=tmp_path,
        env={**os.environ, "FALA_DATABASE_URL": url, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
