"""Pix "copia e cola": the static BR Code of a payment, its key checked, its CRC; as text, as QR.

Format: EMV merchant-presented QR code as profiled by the BR Code manual of the Banco Central: fields of two
digits, two digits of length and the value; the last is the CRC-16 (polynomial 1021, start FFFF) of all before it.
Keys come from the player's profile and go nowhere but into the code on the payer's phone.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

import qrcode
from qrcode.constants import ERROR_CORRECT_M

KeyKind = Literal["cpf", "cnpj", "phone", "email", "random"]
KINDS: tuple[KeyKind, ...] = ("cpf", "cnpj", "phone", "email", "random")
MAX_CENTAVOS = 99_999_999_999  # thirteen characters with the point

_EMAIL = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_LINE = re.compile(  # area codes in use (Anatel's numbering plan), then a mobile of nine digits or a land line of eight
    r"(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(9[0-9]{8}|[2-5][0-9]{7})"
)
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class PixError(ValueError):
    """A key, name or amount that no BR Code can hold; ``code`` is a phrase code below "bank.pix"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class PixKey:
    """A key in the form the directory of keys stores it."""

    kind: KeyKind
    value: str


def pix_key(text: str, kind: KeyKind | None = None) -> PixKey:
    """The key as written, normalised and checked; PixError("key_ambiguous") where eleven digits may be CPF or phone."""
    if kind is not None:
        value = _READERS[kind](text)
        if value is None:
            raise PixError(f"key_{kind}")
        return PixKey(kind, value)
    found = [PixKey(k, value) for k in KINDS if (value := _READERS[k](text)) is not None]
    if not found:
        raise PixError("key_unknown")
    if len(found) > 1:
        raise PixError("key_ambiguous")
    return found[0]


def _cpf(text: str) -> str | None:
    written = text.strip()
    if not re.fullmatch(r"[0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", written):
        return None
    digits = re.sub(r"[.-]", "", written)
    return digits if len(set(digits)) > 1 and _checked(digits, 9, 11) else None


def _cnpj(text: str) -> str | None:
    """Twelve digits or (since 2026) capitals and two check digits."""
    written = text.strip().upper()
    if not re.fullmatch(r"[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?[0-9]{2}", written):
        return None
    signs = re.sub(r"[./-]", "", written)
    return signs if len(set(signs)) > 1 and _checked(signs, 12, 9) else None


def _checked(signs: str, body: int, highest: int) -> bool:
    """Both check digits modulo 11, weights from 2 up to ``highest`` and round again from the right."""
    for length in (body, body + 1):
        total = sum((ord(s) - 48) * (2 + n % (highest - 1)) for n, s in enumerate(reversed(signs[:length])))
        if str(0 if total % 11 < 2 else 11 - total % 11) != signs[length]:
            return False
    return True


def _phone(text: str) -> str | None:
    """A Brazilian mobile or land line with its area code, or any number given with its +."""
    written = text.strip()
    if not re.fullmatch(r"\+?[0-9() .-]+", written) or _cpf_shaped(written):
        return None
    digits = re.sub(r"[^0-9]", "", written)
    if written.startswith("+"):
        if digits.startswith("55"):
            return f"+{digits}" if _LINE.fullmatch(digits[2:]) else None
        return f"+{digits}" if 8 <= len(digits) <= 15 else None
    return f"+55{digits}" if _LINE.fullmatch(digits) else None


def _cpf_shaped(written: str) -> bool:
    return re.fullmatch(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", written) is not None


def _email(text: str) -> str | None:
    written = text.strip().lower()
    return written if len(written) <= 77 and _EMAIL.fullmatch(written) else None


def _random(text: str) -> str | None:
    written = text.strip().lower()
    return written if _RANDOM.fullmatch(written) else None


_READERS = {"cpf": _cpf, "cnpj": _cnpj, "phone": _phone, "email": _email, "random": _random}


def br_code(key: PixKey, name: str, city: str, centavos: int | None = None, txid: str = "***") -> str:
    """The text to copy and paste; without ``centavos`` the payer types the amount. Raises PixError."""
    if centavos is not None and not 0 < centavos <= MAX_CENTAVOS:
        raise PixError("amount")
    if not re.fullmatch(r"\*\*\*|[A-Za-z0-9]{1,25}", txid):
        raise PixError("txid")
    receiver, place = _plain(name, 25), _plain(city, 15)
    if not receiver:
        raise PixError("name")
    if not place:
        raise PixError("city")
    amount = "" if centavos is None else _field("54", f"{centavos // 100}.{centavos % 100:02d}")
    body = (
        _field("00", "01")
        + _field("26", _field("00", "br.gov.bcb.pix") + _field("01", key.value))
        + _field("52", "0000")
        + _field("53", "986")
        + amount
        + _field("58", "BR")
        + _field("59", receiver)
        + _field("60", place)
        + _field("62", _field("05", txid))
        + "6304"
    )
    return f"{body}{crc16(body):04X}"


def _field(number: str, value: str) -> str:
    return f"{number}{len(value):02d}{value}"


def _plain(text: str, most: int) -> str:
    """Letters without accents, as every bank reads them, cut to length."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^A-Za-z0-9 .,'&/-]", " ", bare).split())[:most].strip()


def crc16(text: str) -> int:
    """CRC-16 with polynomial 0x1021, start 0xFFFF, of the text's bytes."""
    crc = 0xFFFF
    for byte in text.encode():
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
    return crc


def qr_matrix(text: str) -> list[list[bool]]:
    """Modules of the QR code, true for dark, with its quiet border of four."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(m) for m in row] for row in code.get_matrix()]


def qr_svg(text: str) -> str:
    """The QR code as a self-contained SVG of one path."""
    rows = qr_matrix(text)
    dark = "".join(f"M{x},{y}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on)
    size = len(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{dark}" fill="#000"/></svg>'
    )
