"""`fala house`: a table's rules as a file: started, edited, checked, printed to be signed (R-070)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.engine.house import HouseRules
from assistant.engine.options import REGISTER
from assistant.house_cli import document_text, house_app, house_file, load_house, new_house, toml_value

run = CliRunner()
VOTED = HouseRules.from_document(
    {
        "name": 'A "velha" \\ mesa do Zé',
        "pingo": 2,
        "until": "23:30",
        "games": ["stick5+stickao", "fechado"],
        "prizes": {"quads": 10},
        "options": {"muck": "losers_may_muck", "check_raise": False, "cannot_open": ["escurante"], "draw_max": 3},
    }
)


def test_a_new_file_holds_the_defaults_with_every_option_explained(tmp_path: Path) -> None:
    for lang in ("pt-BR", "en"):
        path = tmp_path / lang / "quinta.toml"
        made = run.invoke(house_app, ["new", str(path), "--lang", lang])
        assert made.exit_code == 0 and "quinta.toml" in made.output
        assert load_house(path) == HouseRules("quinta")
        text = path.read_text(encoding="utf-8")
        assert all(f"# {name} = " in text for name in REGISTER if name != "pingo")
        again = run.invoke(house_app, ["new", str(path), "--lang", lang])
        assert again.exit_code == 2 and path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_what_is_written_reads_back_and_every_commented_line_may_be_uncommented(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    new_house(path, VOTED, lang)
    assert load_house(path) == VOTED
    text = document_text(HouseRules("Mesa"), lang)
    live = re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)
    rules = HouseRules.from_document(tomllib.loads(live))
    assert rules.options == HouseRules("Mesa").options
    assert rules.until == "02:00" and rules.games and rules.prizes == {"quads": 10}
    shown = set(re.findall(r"^(\w+) = ", live, flags=re.MULTILINE))
    assert set(REGISTER) <= shown


@pytest.mark.parametrize("text", ["plain", 'quo"te', "back\\slash", "tab\tnew\nline\x7f", "emoji 🂡", "\u2028é"])
def test_any_text_survives_the_toml_writer(text: str) -> None:
    assert tomllib.loads(f"x = {toml_value([text, True, 3, None])}") == {"x": [text, True, 3, "none"]}


def test_faults_are_all_named_with_the_file_and_end_with_one(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('name = "x"\npingo = -1\n[options]\nfull_vs_flsh = "by_deck_40"\n', encoding="utf-8")
    got = run.invoke(house_app, ["check", str(path)])
    assert got.exit_code == 1
    assert "bad.toml: pingo: pingo não pode ser -1" in got.output
    assert "seria full_vs_flush?" in got.output
    got = run.invoke(house_app, ["show", str(path), "--lang", "en"])
    assert got.exit_code == 1 and "did you mean full_vs_flush?" in got.output
    bad_name = run.invoke(house_app, ["new", str(tmp_path / "c.toml"), "--name", "x" * 61])
    assert bad_name.exit_code == 1 and not (tmp_path / "c.toml").exists()


def test_what_cannot_be_read_is_said_and_ends_with_two(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ", encoding="utf-8")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe9"')
    for path in (tmp_path / "none.toml", broken, latin, tmp_path):
        got = run.invoke(house_app, ["check", str(path)])
        assert got.exit_code == 2 and str(path) in got.output
    (tmp_path / "file").write_text("", encoding="utf-8")
    got = run.invoke(house_app, ["new", str(tmp_path / "file" / "x.toml")])
    assert got.exit_code == 2


def test_a_table_saves_its_rules_under_a_name_and_signs_the_page(tmp_path: Path) -> None:
    made = run.invoke(house_app, ["new", "quinta", "--name", "Mesa de quinta", "--data", str(tmp_path)])
    path = house_file("quinta", tmp_path)
    assert made.exit_code == 0 and path.is_file() and tmp_path in path.parents
    checked = run.invoke(house_app, ["check", "quinta", "--data", str(tmp_path)])
    assert (checked.exit_code, checked.output) == (
        0,
        "As regras de “Mesa de quinta” servem; 0 diferentes do costume.\n",
    )
    page = run.invoke(
        house_app, ["show", "quinta", "--data", str(tmp_path), "--player", "Ana", "--player", "Zé"]
    ).output
    assert page.startswith("Regras da mesa: Mesa de quinta\n\nCombinamos assim:\n- Cacife: 200 fichas por R$ 50,00")
    assert page.endswith("  Ana\n" + "_" * 32 + "  Zé\n")
