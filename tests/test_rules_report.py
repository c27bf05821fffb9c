"""The report of `make rules-report`: every rule outside the bank's is named by a test, and the report would notice."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def report() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_report", ROOT / "tools" / "rules_report.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_outside_the_banks_has_a_test_and_no_test_names_a_rule_of_no_book(
    report: ModuleType,
) -> None:
    known, found = report.rules(), report.collect(ROOT / "tests")
    assert len(known) == 155 and list(known) == sorted(known)
    assert [n for n in known if not found[n] and n not in report.BANK] == []
    assert sorted(set(found) - set(known)) == []


def test_a_rule_is_named_by_name_text_vector_or_range(report: ModuleType, tmp_path: Path) -> None:
    assert report.named_in("R-100 and R_101, R-106 to R-108, not R-1090") == {100, 101, 106, 107, 108}
    (tmp_path / "vectors").mkdir()
    (tmp_path / "vectors" / "x.json").write_text('{"vectors": [{"id": "X-1", "rules": ["R-040"]}]}', encoding="utf-8")
    (tmp_path / "test_x.py").write_text(
        '"""R-001 in the head counts for nothing."""\n\n\ndef test_r020_r021_x() -> None:\n    """R-022."""\n',
        encoding="utf-8",
    )
    vars(report)["ROOT"] = tmp_path
    try:
        found = report.collect(tmp_path)
    finally:
        vars(report)["ROOT"] = ROOT
    assert {n for n, names in found.items() if names} == {20, 21, 22, 40}


@pytest.mark.parametrize("line", ["R-1 short", "R-001", "R-001 twice\nR-001 twice", "nonsense"])
def test_a_list_of_rules_that_is_none_is_refused(report: ModuleType, tmp_path: Path, line: str) -> None:
    book = tmp_path / "rules.txt"
    book.write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"rules\.txt"):
        report.rules(book)
