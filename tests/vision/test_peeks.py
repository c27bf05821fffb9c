"""A player's peek under the camera is in no picture that leaves recognition (cases 78, 91); the bar is 200 of them."""

from __future__ import annotations

import pytest
from peeks import run


@pytest.mark.slow
def test_no_picture_shows_what_a_player_peeked_at() -> None:
    found = run(20, seed=3)
    assert found.peeks == 20 and found.pictures >= 180
    assert found.readable >= 8, found  # the raw frame, which stays inside, could be read: there was something to hide
    assert found.shown == 0 and found.told == 0, found
