"""Money in and out as people write it, shares that add up, and never a float (cases 84 and 85)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assistant
from assistant.bank.money import MoneyError, brl, parse_brl, split

WRITTEN = {
    "R$ 11,10": 1110,
    "11,10": 1110,
    "11.10": 1110,
    "1.110,00": 111000,
    "1,110.00": 111000,
    "1.110": 111000,
    "12.345.678,9": 1234567890,
    "1 110,00": 111000,
    "11": 1100,
    "11,1": 1110,
    "11.1": 1110,
    "0,05": 5,
    ",50": 50,
    "R$11,10": 1110,
    "r$ 50": 5000,
    "R$\u00a050,00": 5000,
    "50 reais": 5000,
    "1 real": 100,
    "+5": 500,
    "0": 0,
    "00,00": 0,
    "5,8": 580,
}
REFUSED = {
    "": "no_amount",
    "R$": "no_amount",
    "abc": "no_amount",
    "11,": "no_amount",
    "11,10,20": "no_amount",
    "1.10.000": "no_amount",
    "1,110": "ambiguous",
    "11.1000": "ambiguous",
    "0.1234": "ambiguous",
    "-5": "negative",
    "R$ -5": "negative",
    "--5": "no_amount",
    "1e3": "no_amount",
    "١١": "no_amount",
    "11 10": "no_amount",
    "inf": "no_amount",
    "9" * 13: "too_much",
}


@pytest.mark.parametrize(("text", "centavos"), WRITTEN.items())
def test_case_85_money_as_people_write_it(text: str, centavos: int) -> None:
    assert parse_brl(text) == centavos


@pytest.mark.parametrize(("text", "code"), REFUSED.items())
def test_what_could_be_read_two_ways_or_none_is_refused(text: str, code: str) -> None:
    with pytest.raises(MoneyError) as refused:
        parse_brl(text)
    assert refused.value.code == code


def test_money_on_screen() -> None:
    assert [brl(n) for n in (1110, 0, 5, -123456789, 100000)] == [
        "R$ 11,10",
        "R$ 0,00",
        "R$ 0,05",
        "-R$ 1.234.567,89",
        "R$ 1.000,00",
    ]
    assert brl(500, sign=True) == "+R$ 5,00" and brl(0, sign=True) == "R$ 0,00"
    assert parse_brl("11,10") - parse_brl("5,20") == 590


@given(st.integers(-(10**14) + 1, 10**14 - 1))
def test_what_is_shown_reads_back(centavos: int) -> None:
    assert parse_brl(brl(centavos), negative=True) == centavos


def test_case_84_a_hundred_centavos_among_three() -> None:
    assert list(split(100, ["a", "b", "c"]).values()) == [34, 33, 33]


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_shares_add_up_and_differ_by_at_most_one(total: int, parties: int) -> None:
    shares = split(total, [str(n) for n in range(parties)])
    assert sum(shares.values()) == total and max(shares.values()) - min(shares.values()) <= 1


def sources() -> list[Path]:
    """Every file of the house that touches money or chips."""
    house = Path(assistant.__file__).parent
    alone = ["journal", "storage", "chain", "bank_cli"]
    return [
        *sorted([*(house / "bank").rglob("*.py"), *(house / "facts").rglob("*.py")]),
        *(house / f"{n}.py" for n in alone),
    ]


@pytest.mark.parametrize("path", sources(), ids=lambda p: p.name)
def test_never_a_float_where_money_is(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            sides = (node.left, node.right)  # a path: one side is a text or names a folder
            named = [n.id for s in sides for n in ast.walk(s) if isinstance(n, ast.Name)]
            text = any(isinstance(s, ast.Constant) and isinstance(s.value, str) for s in sides)
            assert text or {"folder", "Path"} & set(named), f"{where}: a division"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("float", "round"), where
