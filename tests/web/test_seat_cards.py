"""Seat cards on paper: every code leads to its seat, in a file a home printer takes, and gives no right."""

from __future__ import annotations

import asyncio
from pathlib import Path

import cv2
import pytest
from fastapi import FastAPI
from tiny_table import TinyTable
from web_kit import Phone

from assistant.seats_cli import run_seats
from assistant.web.seat_cards import COLUMNS, MARGIN, PAGE, ROWS


def test_each_cards_code_reads_as_the_address_with_its_seat(tmp_path: Path) -> None:
    file = tmp_path / "cards.png"
    asked = {"table": "sexta", "port": 8770, "address": "192.168.1.7", "wifi": "Casa da Vó", "data": tmp_path}
    assert run_seats(file, seats=10, lang="pt-BR", **asked) == 0  # type: ignore[arg-type]
    page = cv2.imread(str(file))
    assert page is not None and page.shape[:2] == (PAGE[1], PAGE[0])
    wide, high = (PAGE[0] - 2 * MARGIN) // COLUMNS, (PAGE[1] - 2 * MARGIN) // ROWS
    read = []
    for n in range(10):
        x, y = MARGIN + n % COLUMNS * wide, MARGIN + n // COLUMNS * high
        read.append(cv2.QRCodeDetector().detectAndDecode(page[y : y + high, x : x + wide])[0])
    assert read == [f"http://192.168.1.7:8770/?seat={n}" for n in range(1, 11)]


def test_pdf_and_what_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"table": "t", "seats": 4, "port": 1, "address": "192.168.1.7", "wifi": "", "data": tmp_path, "lang": "en"}
    assert run_seats(tmp_path / "cards.pdf", **asked) == 0  # type: ignore[arg-type]
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert run_seats(tmp_path / "cards.doc", **asked) == 2  # type: ignore[arg-type]
    assert run_seats(tmp_path / "no" / "cards.pdf", **asked) == 2  # type: ignore[arg-type]
    told = capsys.readouterr().err
    assert ".pdf or .png" in told and "Could not write" in told


def test_a_seat_card_opens_the_door_and_nothing_more(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        phone = Phone(app)
        page = await phone.get("/?seat=1")
        assert page.status_code == 200 and "set-cookie" not in page.headers
        assert (await phone.get("/api/state")).status_code == 401

    asyncio.run(story())
