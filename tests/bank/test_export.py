"""A night as CSV, page and picture: sums that agree with the books, no key, no name where none is wanted."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import cv2
import numpy as np
import pytest
from night_maker import MemoryTable, memory_night
from test_ledger import table, uncalled

from assistant.bank.chart import stacks_chart, step_for
from assistant.bank.export import as_csv, as_page, players_of
from assistant.bank.night import Night, anonymous, nights
from assistant.bank.picture import as_png
from assistant.bank.settle import closing
from assistant.engine.refusal import Refusal
from assistant.facts import (
    CacifeBought,
    Corrected,
    ExpenseShared,
    NightSettled,
    PlayerSeated,
    SideDeal,
    TableOpened,
    encode_payload,
)


@pytest.fixture(scope="module")
def played() -> MemoryTable:
    """A night of twenty hands by four people, settled."""
    found = (memory_night(f"export:{n}", 20, (4, 4)) for n in range(50))
    return next(t for t in found if t.books.state.settled and t.books.state.chip_centavos)


@pytest.fixture(scope="module")
def night(played: MemoryTable) -> Night:
    return nights(played.facts)[0]


def test_the_night_adds_up(night: Night, played: MemoryTable) -> None:
    assert night.settled and night.hands == 20 and night.open_payments == ()
    assert sum(night.results_centavos.values()) == 0
    assert sum(night.bought.values()) == sum(p.chips for p in night.purchases) > 0
    assert all(p.chips == sum(p.won.values()) for p in night.pots)
    assert [p.chips for p in night.pots] == sorted((p.chips for p in night.pots), reverse=True)
    for point in night.stacks:
        assert all(n >= 0 for n in point.stacks.values())


def test_csv_says_what_the_books_say(night: Night) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(night))))
    bought = sum(int(r["chips"]) for r in rows if r["kind"] == "purchase")
    assert bought == sum(night.bought.values())
    assert sum(int(r["centavos"]) for r in rows if r["kind"] == "result") == 0
    assert {r["kind"] for r in rows} >= {"purchase", "stack", "result", "paid", "pot"}


def test_a_name_is_no_formula_and_no_markup() -> None:
    t = table(2)
    t.write(PlayerSeated("1", "ana", '=cmd|"<b>x</b>'), None)
    night = nights(t.facts)[0]
    cells = [r["player"] for r in csv.DictReader(io.StringIO(as_csv(night)))]
    assert "'=cmd|\"<b>x</b>" in cells and not any(c.startswith("=") for c in cells)
    page = as_page(night, "pt-BR")
    assert "<b>x" not in page and "&lt;b&gt;x" in page


class _Balanced(HTMLParser):
    """Complains when a tag is not closed in order."""

    VOID = frozenset({"meta", "path", "rect", "polyline", "circle", "br", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_the_page_stands_alone(night: Night, lang: str) -> None:
    page = as_page(night, lang)
    reader = _Balanced()
    reader.feed(page)
    assert reader.open == []
    assert not re.search(r"(src|href)=|https?://(?!www\.w3\.org)|<script", page)
    for player in players_of(night):
        assert night.name(player) in page
    assert page.count("<polyline") == len(players_of(night))


def test_the_picture_is_a_picture(night: Night) -> None:
    picture = cv2.imdecode(np.frombuffer(as_png(night, "pt-BR"), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape[1] == 900 and picture.shape[0] > 600
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50 and (picture[-20:] == 255).all()


def test_an_anonymous_night_names_nobody(night: Night) -> None:
    hidden = anonymous(night)
    for text in (as_csv(hidden), as_page(hidden, "en")):
        assert "Jogador" not in text and not re.search(r"\bp[0-9]+\b", text) and "P1" in text
    assert sorted(hidden.results_centavos.values()) == sorted(night.results_centavos.values())


def test_an_open_night_says_so_and_a_correction_is_in_effect() -> None:
    t = table(3)
    uncalled(t)
    t.write(Corrected(3, None, ("ana",)), None)  # ana's cacife was never bought
    night = nights(t.facts)[0]
    assert not night.settled and [p.player for p in night.purchases] == ["beto", "caio"]
    assert "ainda não foi acertada" in as_page(night, "pt-BR")
    assert as_png(night, "en")


def test_expenses_deals_and_what_was_written_wrong_are_in_it_too() -> None:
    t = table(3)
    pizza = t.write(ExpenseShared("<pizza>", "ana", {"ana": 1000, "beto": 1000}), None).seq
    t.write(SideDeal("aposta", "ana", "caio", 700), None)
    t.write(
        Corrected(pizza, encode_payload(ExpenseShared("<pizza>", "ana", {"ana": 100, "beto": 100})), ("host",)), None
    )
    t.write(Corrected(7, None, ("host",)), None)  # caio's cacife was never bought
    night = nights(t.facts)[0]
    rows = list(csv.DictReader(io.StringIO(as_csv(night))))
    kinds = {k: [(r["player"], r["other"], r["chips"], r["centavos"]) for r in rows if r["kind"] == k] for k in KINDS}
    assert kinds["expense"] == [("Ana", "Ana", "", "100"), ("Beto", "Ana", "", "100")]
    assert kinds["deal"] == [("Ana", "Caio", "", "700")]
    assert kinds["corrected"] == [("Caio", "11", "100", "5000"), ("Ana", "10", "", "2000")]
    page = as_page(night, "pt-BR").replace("\u00a0", " ")
    assert "&lt;pizza&gt;" in page and "Beto R$ 1,00" in page and "Ana R$ 7,00" in page
    wrong = page[page.index("Corrigido na noite") :]
    assert "R$ 20,00" in wrong and "R$ 2,00" in wrong and "100 · R$ 50,00" in wrong and "nada" in wrong
    assert "Ana" not in as_page(anonymous(night), "en") and "pizza" not in as_page(anonymous(night), "en")


KINDS = ("expense", "deal", "corrected")


def test_two_nights_of_one_table_are_two() -> None:
    t = table(2)
    facts = closing(t.books.state, {"ana": 80, "beto": 120})
    assert not isinstance(facts, Refusal)
    for fact in facts:
        t.write(fact, None)
    t.write(TableOpened("mesa", ("1", "2"), 50, 5000), None)
    t.write(PlayerSeated("1", "ana", "Ana"), None)
    t.write(CacifeBought("1", "ana", 1, 50, 5000), None)
    first, second = nights(t.facts)
    assert isinstance(facts[-1], NightSettled) and first.open_payments == (("ana", "beto", 1000),)
    assert first.settled and not second.settled and second.number == 2
    assert first.chip_centavos == 50 and second.chip_centavos == 100
    assert [p.player for p in second.purchases] == ["ana"] and second.first == first.last + 1


def test_an_empty_night_has_no_chart() -> None:
    t = MemoryTable()
    t.write(TableOpened("mesa", ("1",), 100, 5000), None)
    night = nights(t.facts)[0]
    assert stacks_chart(night, (), 700, 300) is None and "<svg" not in as_page(night, "en") and as_png(night, "en")
    assert [step_for(n, 5) for n in (1, 5, 6, 23, 101, 999)] == [1, 1, 2, 5, 50, 200]
