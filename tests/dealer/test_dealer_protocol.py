"""The protocol is written once: header and table do not drift, and every word of it has its sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.dealer import protocol_table as table
from assistant.dealer.dealing import HANDS_ON
from assistant.dealer.frame import Frame, Reader, crc16, decode, encode
from assistant.dealer.records import event_of
from assistant.phrases import catalogue

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def test_header_and_table_are_what_the_protocol_file_makes() -> None:
    command = [sys.executable, FIRMWARE / "generate.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_crc_has_the_published_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(st.integers(0, 65535), st.lists(st.integers(0, 65535), max_size=3))
def test_a_frame_reads_as_it_was_written(number: int, words: list[int]) -> None:
    body = " ".join([f">{number}", "DEAL", *map(str, words)])
    assert decode(encode(body).rstrip(b"\n")) == Frame(">", number, ("DEAL", *map(str, words)))


@given(st.binary(max_size=300))
def test_any_bytes_at_the_reader_give_whole_frames_or_nothing(data: bytes) -> None:
    reader = Reader()
    for frame in reader.take(data):
        assert frame.mark in "<!->+"
    assert len(reader.rest) <= reader.limit


@pytest.mark.parametrize("bit", range(8))
def test_one_wrong_bit_anywhere_is_noticed(bit: int) -> None:
    good = encode("!7 OUT 12 3 18").rstrip(b"\n")
    for at in range(len(good)):
        bad = good[:at] + bytes([good[at] ^ (1 << bit)]) + good[at + 1 :]
        assert decode(bad) is None


def test_reader_skips_words_for_people_and_survives_an_endless_line() -> None:
    reader = Reader()
    assert reader.take(b"# IDLE NONE 0 0*1234\n") == []
    assert reader.take(b"x" * 1000) == []
    assert reader.take(b"y\n" + encode("-CRC")) == [Frame("-", 0, ("CRC",))]
    assert reader.damaged == 1


def test_every_event_of_the_protocol_has_a_record() -> None:
    sample = {"cause": "POWER", "fault": "JAM"}
    for name, fields in table.EVENTS.items():
        assert event_of(name, tuple(sample.get(f, "1") for f in fields)) is not None, name
        assert event_of(name, ()) is None
    assert event_of("OUT", ("1", "x", "2")) is None
    assert event_of("DANCE", ("1",)) is None


def test_every_fault_that_needs_hands_has_a_question_in_words() -> None:
    words = catalogue("pt-BR")
    for code in {*HANDS_ON.values(), "double", "gate", "unsure", "again", "fault", "two_seen", "wrong_seat", "missing"}:
        assert f"dealer.ask.{code}" in words


def test_limits_of_commands_are_kept_before_anything_is_sent() -> None:
    for verb, (_, limits, _) in table.COMMANDS.items():
        body = " ".join([">65535", verb, *(str(high) for _, high in limits)])
        assert len(body) + 5 <= table.MAX_HOST_LINE
