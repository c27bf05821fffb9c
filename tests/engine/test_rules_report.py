"""Every rule outside the bank's is named by a test, and no test names a rule that does not exist."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_rule_outside_the_bank_is_named_by_a_test() -> None:
    spec = importlib.util.spec_from_file_location("rules_report", ROOT / "tools" / "rules_report.py")
    assert spec is not None and spec.loader is not None
    report = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(report)
    found = report.collect(ROOT / "tests")
    known = set(report.rules())
    assert len(known) == 155
    assert [n for n in sorted(known) if not found[n] and n not in report.BANK] == []
    assert [n for n in found if n not in known] == []
    assert report.named_in("R-106 to R-109, test_R_114_x") == {106, 107, 108, 109, 114}
