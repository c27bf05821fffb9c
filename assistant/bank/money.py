"""Money as people write it, in and out; inside only whole centavos."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_DIGITS = 12  # a thousand million reais is no home game, and fits every column
_SYMBOL = re.compile(r"^([-−+]?)\s*(?:R\$|r\$|BRL)?\s*([-−]?)\s*(.*?)\s*(?:reais|real)?$", re.ASCII)
_GROUPED = {  # thousands sign → groups of three, then at most two digits after the other sign
    ".": re.compile(r"^([0-9]{1,3}(?:\.[0-9]{3})+)(?:,([0-9]{1,2}))?$"),
    ",": re.compile(r"^([0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]{1,2})$"),
    " ": re.compile(r"^([0-9]{1,3}(?: [0-9]{3})+)(?:[.,]([0-9]{1,2}))?$"),
}
_SIMPLE = re.compile(r"^([0-9]*)(?:[.,]([0-9]{1,2}))?$")


class MoneyError(ValueError):
    """A text that is no amount of money without doubt; ``code`` is a phrase code below "bank.money"."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text!r}")
        self.code = code
        self.text = text


def brl(centavos: int, sign: bool = False) -> str:
    """ "R$ 1.234,50" for 123450; a minus in front when negative, a plus when asked for and positive."""
    reais, rest = divmod(abs(centavos), 100)
    front = "-" if centavos < 0 else "+" if sign and centavos > 0 else ""
    return f"{front}R$ {reais:,}".replace(",", ".") + f",{rest:02d}"


def parse_brl(text: str, negative: bool = False) -> int:
    """Centavos for "R$ 11,10", "11,10", "11.10", "11", "1.110,00", "1,110.00", "1.110" (thousands); raises MoneyError.

    A comma with three digits behind it ("1,110") could be either and is refused.
    """
    cleaned = text.replace("\u00a0", " ").replace("\u202f", " ").strip()
    found = _SYMBOL.match(cleaned)
    if found is None:
        raise MoneyError("no_amount", text)
    first, second, number = found.groups()
    minus = (first + second).replace("−", "-")
    if minus not in ("", "+", "-"):
        raise MoneyError("no_amount", text)
    if minus == "-" and not negative:
        raise MoneyError("negative", text)
    centavos = _number(number, text)
    return -centavos if minus == "-" else centavos


def _number(number: str, text: str) -> int:
    for thousands, pattern in _GROUPED.items():
        grouped = pattern.match(number)
        if grouped is not None:
            return _centavos(grouped[1].replace(thousands, ""), grouped[2], text)
    simple = _SIMPLE.match(number)
    if simple is not None and (simple[1] or simple[2]):
        return _centavos(simple[1], simple[2], text)
    if re.fullmatch(r"[0-9]+[.,][0-9]{3,}", number):
        raise MoneyError("ambiguous", text)
    raise MoneyError("no_amount", text)


def _centavos(reais: str, rest: str | None, text: str) -> int:
    if len(reais) > MAX_DIGITS:
        raise MoneyError("too_much", text)
    return int(reais or "0") * 100 + int((rest or "0").ljust(2, "0"))


def split(total: int, parties: Sequence[str]) -> dict[str, int]:
    """``total`` in equal whole parts, what is left over one by one from the first party on: 100 / 3 is 34, 33, 33."""
    if not parties:
        raise ValueError("nobody to share among")
    part, over = divmod(total, len(parties))
    return {party: part + (1 if n < over else 0) for n, party in enumerate(parties)}
