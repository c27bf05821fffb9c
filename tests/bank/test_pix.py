"""Pix codes: read back field by field by another reader, keys of every kind, the CRC; profiles stay private."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import cv2
import numpy as np
import pytest
from bank_bars import pix_decoder
from hypothesis import given
from hypothesis import strategies as st

from assistant.bank.pix import PixError, PixKey, br_code, crc16, pix_key, qr_matrix, qr_svg
from assistant.bank.profiles import FILE, Profile, Profiles, ProfilesDamaged
from assistant.phrases import LANGUAGES, say

KEYS = {
    "529.982.247-25": PixKey("cpf", "52998224725"),
    "52998224725": PixKey("cpf", "52998224725"),
    "11.222.333/0001-81": PixKey("cnpj", "11222333000181"),
    "12.ABC.345/01DE-35": PixKey("cnpj", "12ABC34501DE35"),
    "(11) 91234-5678": PixKey("phone", "+5511912345678"),
    "+55 11 91234-5678": PixKey("phone", "+5511912345678"),
    "(31) 3234-5678": PixKey("phone", "+553132345678"),
    "+351 912 345 678": PixKey("phone", "+351912345678"),
    " Ana.Lima@Exemplo.com.br ": PixKey("email", "ana.lima@exemplo.com.br"),
    "123E4567-e12b-12d1-a456-426655440000": PixKey("random", "123e4567-e12b-12d1-a456-426655440000"),
}


def fields(text: str) -> dict[str, str]:
    """A reader of our own for the tests: fields by number; nothing may be left over."""
    out = {}
    while text:
        number, length, text = text[:2], int(text[2:4]), text[4:]
        assert number not in out and len(text) >= length
        out[number], text = text[:length], text[length:]
    return out


@pytest.mark.parametrize(("text", "key"), KEYS.items())
def test_keys_of_every_kind_are_normalised(text: str, key: PixKey) -> None:
    assert pix_key(text) == key
    assert pix_key(text, key.kind) == key


@pytest.mark.parametrize(
    "text",
    [
        *("", "529.982.247-26", "111.111.111-11", "11.222.333/0001-82", "ana@", "@x.com", "(11) 1234-567", "12345"),
        *("+55 11 81234-56789", "(01) 91234-5678", "123e4567-e12b-12d1-a456-42665544000", "00000000000000", "abc"),
        *("a b@c.de", "(52) 91234-5678"),
    ],
)
def test_what_is_no_key_is_refused_in_words(text: str) -> None:
    with pytest.raises(PixError) as refused:
        pix_key(text)
    assert all(say(lang, f"bank.pix.{refused.value.code}") for lang in LANGUAGES)


def test_eleven_digits_that_may_be_cpf_or_mobile_are_asked() -> None:
    doubtful = next(f"119{n:08d}" for n in range(10**5) if _is(f"119{n:08d}", "cpf"))
    with pytest.raises(PixError) as refused:
        pix_key(doubtful)
    assert refused.value.code == "key_ambiguous"
    assert pix_key(doubtful, "phone").value == f"+55{doubtful}" and pix_key(doubtful, "cpf").value == doubtful


def _is(text: str, kind: str) -> bool:
    try:
        pix_key(text, kind)  # type: ignore[arg-type]
    except PixError:
        return False
    return True


def test_the_manual_s_example() -> None:
    code = br_code(pix_key("123e4567-e12b-12d1-a456-426655440000"), "Fulano de Tal", "BRASILIA")
    assert code == (
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR"
        "5913Fulano de Tal6008BRASILIA62070503***63041D3D"
    )
    assert crc16("123456789") == 0x29B1


@given(
    st.sampled_from(sorted(KEYS)),
    st.text(min_size=1, max_size=60),
    st.one_of(st.none(), st.integers(1, 99_999_999_999)),
)
def test_every_code_reads_back(key: str, name: str, centavos: int | None) -> None:
    try:
        code = br_code(pix_key(key), f"A {name}", "São João del-Rei", centavos, "FALA7")
    except PixError as e:
        assert e.code == "name"
        return
    assert code.isascii() and code[-8:-4] == "6304" and int(code[-4:], 16) == crc16(code[:-4])
    found = fields(code)
    account = fields(found["26"])
    assert account == {"00": "br.gov.bcb.pix", "01": pix_key(key).value}
    assert (found["00"], found["52"], found["53"], found["58"]) == ("01", "0000", "986", "BR")
    assert found["60"] == "Sao Joao del-Re" and 1 <= len(found["59"]) <= 25 and fields(found["62"]) == {"05": "FALA7"}
    if centavos is None:
        assert "54" not in found
    else:
        assert re.fullmatch(r"[0-9]{1,10}\.[0-9]{2}", found["54"]) and int(found["54"].replace(".", "")) == centavos


def test_an_independent_reader_reads_every_kind_of_key_and_checks_the_crc() -> None:
    print(pix_decoder(32, seed=7))


def test_amounts_and_names_that_no_code_holds() -> None:
    key = pix_key("529.982.247-25")
    cases = {"amount": ("Ana", "Rio", 0, "***"), "name": ("愛", "Rio", 1, "***"), "city": ("Ana", " ", 1, "***")}
    cases["txid"] = ("Ana", "Rio", 1, "com espaço")
    for code, (name, city, centavos, txid) in cases.items():
        with pytest.raises(PixError) as refused:
            br_code(key, name, city, centavos, txid)
        assert refused.value.code == code


def test_the_qr_is_read_by_a_camera_s_reader() -> None:
    code = br_code(pix_key("ana@exemplo.com.br"), "Ana Lima", "Rio de Janeiro", 1110)
    modules = np.array(qr_matrix(code), dtype=np.uint8)
    picture = np.kron((1 - modules) * 255, np.ones((6, 6), dtype=np.uint8)).astype(np.uint8)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert text == code
    assert qr_svg(code).count("h1v1h-1z") == int(modules.sum())


def test_profiles_are_private_to_their_owner(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path)
    assert profiles.get("ana") is None and profiles.payment("ana", 1110) is None
    profile = Profile(pix_key("529.982.247-25"), "Ana Lima", "São Paulo")
    profiles.put("ana", profile)
    profiles.put("beto", Profile(pix_key("beto@exemplo.com.br"), "Beto", "Recife"))
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert Profiles(tmp_path).get("ana") == profile
    code = profiles.payment("ana", 1110)
    assert code is not None and fields(code)["54"] == "11.10"
    profiles.forget("ana")
    assert profiles.get("ana") is None and profiles.get("beto") is not None
    with pytest.raises(PixError):
        profiles.put("caio", Profile(profile.key, "", "Rio"))
    assert [p.name for p in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("text", ["", "[]", '{"format": 2, "players": {}}', '{"format": 1, "players": {"a": {}}}'])
def test_a_damaged_file_of_profiles_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(ProfilesDamaged):
        Profiles(tmp_path).get("a")
    if "players" not in text or json.loads(text)["format"] != 1:
        with pytest.raises(ProfilesDamaged):
            Profiles(tmp_path).put("b", Profile(pix_key("b@exemplo.com"), "B", "Rio"))
    assert (tmp_path / FILE).read_text() == text
