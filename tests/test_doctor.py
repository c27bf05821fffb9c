"""`fala doctor` says of each part that it is well, or what to do."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.doctor import computer, eyes
from assistant.doctor.finding import Finding
from assistant.doctor.machine import dealer
from assistant.doctor.run import DoctorSettings, run_doctor
from assistant.play import virtual_world
from assistant.vision.sources.virtual import render
from assistant.web.address import Reachable


def codes(found: list[Finding]) -> list[tuple[str, str]]:
    return [(f.level, f.code.removeprefix("doctor.")) for f in found]


def say_all(found: list[Finding]) -> None:
    """Every line has its words in both languages."""
    for f in found:
        assert all(f.sentence(lang) for lang in ("pt-BR", "en"))


def picture(path: Path, width: int, gain: float = 1.0) -> Path:
    """A photograph of a virtual table with three open cards, ``width`` pixels across."""
    world = virtual_world(("1", "2", "3"), 5)
    for seat in world.seats:
        world.deal(seat, up=True)
    image = cv2.resize(render(world.snapshot()).image, (width, round(width * 9 / 16)), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), np.clip(image * gain, 0, 255).astype(np.uint8))
    return path


def test_a_new_computer_is_ready_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run_doctor(DoctorSettings(dealer="none", port=0, data=tmp_path / "new", as_json=True))
    parts = json.loads(capsys.readouterr().out)
    assert list(parts) == ["program", "camera", "network", "dealer", "disk", "clock", "voice"]
    assert status == any(line["level"] == "bad" for lines in parts.values() for line in lines)
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    assert run_doctor(DoctorSettings(dealer="robo", data=tmp_path)) == 2


def test_indices_too_small_to_read_say_how_much_nearer(tmp_path: Path) -> None:
    picture(tmp_path / "near.png", 1920)
    picture(tmp_path / "far.png", 900)
    near = eyes.camera(str(tmp_path / "near.png"), tmp_path, "pt-BR")
    far = eyes.camera(str(tmp_path / "far.png"), tmp_path, "pt-BR")
    assert ("ok", "index_enough") in codes(near) or ("ok", "index_good") in codes(near)
    assert ("bad", "index_small") in codes(far)
    assert "mais perto" in next(f for f in far if f.code.endswith("index_small")).sentence("pt-BR")
    say_all(near + far)


def test_a_dark_table_asks_for_a_lamp(tmp_path: Path) -> None:
    dark = cv2.imread(str(picture(tmp_path / "dark.png", 1280, gain=0.12)))
    assert codes(eyes.light(dark)) == [("bad", "light_dim")]
    assert codes(eyes.light(np.full((90, 160, 3), 255, np.uint8))) == [("bad", "light_glare")]


def test_cameras_that_are_not_there_say_what_to_do(tmp_path: Path) -> None:
    for spec in ("/dev/video93", "nobody knows", str(tmp_path)):
        found = eyes.camera(spec, tmp_path, "pt-BR")
        assert [f.level for f in found] == ["bad"] and found[0].sentence("pt-BR")


def test_every_reason_a_camera_gives_has_words() -> None:
    import re

    from assistant.phrases import catalogue
    from assistant.vision import sources

    folder = Path(sources.__file__).parent
    given = {c for p in folder.glob("*.py") for c in re.findall(r'SourceError\(\s*"(\w+)"', p.read_text("utf-8"))}
    assert given and {f"doctor.camera_error.{c}" for c in given} <= set(catalogue("pt-BR"))


def test_a_port_in_use_and_a_network_no_phone_reaches(tmp_path: Path) -> None:
    with socket.socket() as s:
        s.bind(("", 0))
        s.listen()
        taken = s.getsockname()[1]
        found = computer.network(taken, "", None, None, [Reachable("192.168.1.7", "wlan0", "lan")])
        assert codes(found) == [("ok", "address"), ("bad", "port_taken")]
    alone = computer.network(0, "", None, None, [Reachable("127.0.0.1", "lo", "loopback")])
    assert codes(alone) == [("bad", "no_network")]
    assert codes(computer.network(0, "", None, "10.9.9.9", [])) == [("bad", "address_unknown")]
    say_all(found + alone)


def test_disk_clock_and_voice(tmp_path: Path) -> None:
    assert codes(computer.disk(tmp_path, free=10_000_000))[0] == ("bad", "disk_full")
    assert codes(computer.disk(tmp_path, free=1_000_000_000))[0] == ("note", "disk_low")
    tmp_path.chmod(0o755)
    assert ("note", "folder_open") in codes(computer.disk(tmp_path))
    now = 1_800_000_000.0
    assert codes(computer.clock(None, lambda: 1000.0, True)) == [("bad", "clock_unset")]
    assert codes(computer.clock("2035-01-01T00:00:00+00:00", lambda: now, True)) == [("bad", "clock_behind")]
    assert codes(computer.clock(None, lambda: now, False)) == [("note", "clock_alone")]
    assert codes(computer.clock(None, lambda: now, True)) == [("ok", "clock")]
    assert codes(computer.voice("http://x/", ("espeak-ng",))) == [("ok", "voice")]
    assert codes(computer.voice("http://x/", ())) == [("note", "voice_browser")]


def test_the_emulated_board_is_examined_without_moving() -> None:
    found = dealer("sim")
    said = [f.sentence("pt-BR") for f in found]
    assert any(s.startswith("Porta /dev/") for s in said)
    assert "A máquina responde (programa 1, protocolo 1)." in said and "Tampa fechada." in said
    assert not any(f.level == "bad" for f in found)
    gone = dealer("/dev/ttyDOESNOTEXIST")
    assert [f.level for f in gone] == ["bad"] and "cabo" in gone[0].sentence("pt-BR")
