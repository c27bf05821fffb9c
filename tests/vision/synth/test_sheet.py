"""The sheet to look at is written whole, or refused with a reason."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from assistant.vision.synth.sheet import write_sheet


def test_a_sheet_holds_its_scenes_in_a_square(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    write_sheet(3, 20, path, width=96, height=64)
    sheet = cv2.imread(str(path))
    assert sheet is not None
    assert sheet.shape == (128, 192, 3)


def test_no_scenes_and_no_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one"):
        write_sheet(0, 1, tmp_path / "sheet.png")
    with pytest.raises(ValueError, match="cannot write"):
        write_sheet(1, 1, tmp_path / "nowhere" / "sheet.png", width=64, height=64)
