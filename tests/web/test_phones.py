"""Tokens, seat codes and the PIN: random, hashed at rest, in a file of one user, alive after a restart."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from web_kit import Clocks

from assistant.web.limits import Door, Limiter
from assistant.web.phones import Phones, SecretsError


def open_phones(folder: Path, clock: Clocks | None = None) -> Phones:
    """The phones of one table."""
    return Phones(folder, clock or Clocks(), days=60)


def test_a_cookie_is_known_again_after_a_restart(tmp_path: Path) -> None:
    cookie, phone = open_phones(tmp_path).issue("player", "3", "Caio")
    again = open_phones(tmp_path).read("player", cookie)
    assert again == phone and again.seat == "3"


def test_the_file_is_this_users_alone_and_holds_no_token(tmp_path: Path) -> None:
    phones = open_phones(tmp_path / "web")
    cookie, _ = phones.issue("host", None)
    file = tmp_path / "web" / "phones.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "web").stat().st_mode) == 0o700
    assert cookie.split(".")[0] not in file.read_text()
    assert phones.code("3", "p3") not in file.read_text()


def test_forged_foreign_and_expired_cookies_are_nobody(tmp_path: Path) -> None:
    clock = Clocks()
    phones = open_phones(tmp_path / "a", clock)
    cookie, _ = phones.issue("player", "3", "Caio")
    token, signature = cookie.split(".")
    forged = signature[:-1] + ("y" if signature.endswith("x") else "x")
    for bad in (None, "", ".", token, f"{token}.", f"{token}x.{signature}", f"{token}.{forged}", "é.ü"):
        assert phones.read("player", bad) is None
    assert phones.read("host", cookie) is None, "a player's cookie under the host's name"
    assert open_phones(tmp_path / "b").read("player", cookie) is None, "another table's cookie"
    clock.at += 60 * 86_400 + 1
    assert phones.read("player", cookie) is None


def test_a_phone_that_asks_has_no_right_until_the_host_says_yes_and_then_takes_the_seat_over(tmp_path: Path) -> None:
    phones = open_phones(tmp_path)
    old, _ = phones.issue("player", "3", "Caio")
    new, asking = phones.issue("player", "3", "celular do Caio", granted=False)
    read = phones.read("player", new)
    assert read is not None and not read.granted
    assert phones.grant(asking.id, {"1": "Ana"}) is None, "nobody sits there any more"
    granted = phones.grant(asking.id, {"3": "Caio"})
    assert granted is not None and granted.person == "Caio"
    assert phones.read("player", old) is None
    assert phones.read("player", new) == granted


def test_a_request_nobody_answers_lapses(tmp_path: Path) -> None:
    clock = Clocks()
    phones = open_phones(tmp_path, clock)
    cookie, asking = phones.issue("screen", None, granted=False)
    clock.at += 601
    assert phones.read("screen", cookie) is None
    assert phones.asking() == [] and phones.grant(asking.id, {}) is None


def test_a_seat_code_fits_its_seat_and_dies_with_its_use(tmp_path: Path) -> None:
    phones = open_phones(tmp_path)
    code = phones.code("3", "p3")
    assert len(code) == 6 and code.isdigit()
    assert phones.code_fits("3", "p3", code) and open_phones(tmp_path).code_fits("3", "p3", code)
    assert phones.code("4", "p3") != code
    assert phones.code("3", "p4") != code, "whoever sits there later has digits of his own"
    phones.renew_code("3")
    assert not phones.code_fits("3", "p3", code)


def test_a_spoilt_file_says_so_instead_of_starting_anew(tmp_path: Path) -> None:
    open_phones(tmp_path)
    (tmp_path / "phones.json").write_text("{")
    with pytest.raises(SecretsError, match=r"phones\.json"):
        open_phones(tmp_path)


def test_five_wrong_pins_lock_an_address_and_only_a_new_pin_opens_again() -> None:
    door = Door("246810")
    assert [door.open("a", "000000") for _ in range(5)] == [False] * 5
    assert door.locked("a") and not door.open("a", "246810")
    assert door.open("b", "246810"), "a guest cannot lock the host out"
    new = door.renew()
    assert door.open("a", new)


def test_fifteen_wrong_pins_from_anywhere_lock_everybody() -> None:
    door = Door("246810")
    for n in range(15):
        door.open(f"10.0.0.{n}", "000000")
    assert door.locked("10.0.0.99") and not door.open("10.0.0.99", "246810")


def test_a_limiter_forgets_with_time() -> None:
    clock = Clocks()
    limiter = Limiter(2, 10, clock)
    assert [limiter.allow("x") for _ in range(3)] == [True, True, False]
    assert limiter.allow("y")
    clock.at += 10.1
    assert limiter.allow("x")
