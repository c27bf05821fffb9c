"""`fala rank`: hands on the command line, with words (R-020 to R-052)."""

from __future__ import annotations

import json

from assistant.rank_cli import option_value, options_from, run_rank


def run(*hands: str, **more: object) -> tuple[int, list[str]]:
    lines: list[str] = []
    return run_rank(hands, say=lines.append, **more), lines  # type: ignore[arg-type]


def test_hands_are_listed_from_the_winners_down_with_ties() -> None:
    code, lines = run("Kc Kh 9d 8s 7c", "As Ad 9c 9h Kd", "Ac Ah 9s 9d Kh", ladder="pairs_only", deck="7")
    assert code == 0
    assert lines[0] == "escada: quads > full > trips > two_pair > pair > high"
    assert [line[:6] for line in lines[1:]] == ["1= [2]", "1= [3]", "2  [1]"]
    assert "dois pares: Ases e Noves, com Rei" in lines[1]
    assert run("As Ad Ah Ac Jk")[1][0].startswith("escada: five > ")


def test_low_wild_and_options_are_honoured_in_english_too() -> None:
    code, lines = run("2s 2d 9h 9s Qc", "8c 8h 9d 9c Tc", options=["two_pair_tiebreak=kicker_first"], lang="en")
    assert (code, lines[1][:6]) == (0, "1  [1]")
    code, lines = run("7s 5d 4h 3s 2c", "As Kd Qh Js 9c", low=True)
    assert lines[1][:6] == "1  [1]"
    code, lines = run("3s 3d 8h 8c Ks", wild=["3"], as_json=True)
    record = json.loads(lines[0])[0][0]
    assert (record["category"], record["name_pt"], record["name_en"]) == ("quads", "Quadra de Oitos", "Four Eights")
    assert len(record["cards"]) == len(record["plays"]) == 5


def test_what_is_no_hand_or_no_option_is_said_and_ends_with_two() -> None:
    assert run("2s 3d", deck="7") == (2, ["Dois de Espadas: carta fora do baralho"])
    assert run()[0] == 2
    assert run("As", options=["full_vs_flush"]) == (2, ["'full_vs_flush': escreva nome=valor"])
    code, lines = run("As", options=["full_vs_flush=often"])
    assert code == 2 and "by_deck_40" in lines[0]
    assert run("As", ladder="ladder")[0] == 2


def test_option_values_are_meant_as_written() -> None:
    assert [option_value(w) for w in ("true", "False", "none", "12", "latest")] == [True, False, None, 12, "latest"]


def test_none_is_a_word_where_the_option_has_it_so() -> None:
    assert options_from(None, ["opener=progressive", "opener_ceiling=none"]).opener_ceiling == "none"
