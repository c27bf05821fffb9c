"""The bank on phones: two buy, play a hand, count and settle; a difference is recounted and voted; codes are paid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from house_kit import LiveHouse, tapped
from playwright.sync_api import Page, expect
from web_kit import shoot

from assistant.web.port import Recipient


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LiveHouse]:
    """A table of four seats whose chips are agreed."""
    with LiveHouse(tmp_path) as house:
        assert house.ask("chips", amounts={"white": 1, "red": 5, "blue": 10, "green": 25}).ok
        yield house


def sit(house: LiveHouse, page: Page, name: str, seat: str) -> Page:
    """A person sits down and buys the first cacife at the door."""
    page.goto(f"{house.url}/")
    page.fill("#name", name)
    page.click(f".seat-pick[data-seat='{seat}']")
    page.click("#sit")
    expect(page.locator("#bank-open")).to_be_visible()
    return page


def bank(page: Page) -> None:
    """Open the bank's sheet."""
    page.click("#bank-open")
    expect(page.locator("#bank .books")).to_be_visible()


def twice(page: Page, name: str | re.Pattern[str]) -> None:
    """A button that asks for a second tap."""
    button = page.locator("#bank").get_by_role("button", name=name).first
    button.click()
    page.locator("#bank .act.armed").click()


def count(page: Page, opener: str, **pieces: int) -> None:
    """Count on the pad, by typing how many of each colour."""
    page.locator("#bank").get_by_role("button", name=opener).first.click()
    for colour, n in pieces.items():
        page.locator(f".count-row[data-colour={colour}] input").fill(str(n))
    page.locator(".count-foot .go").click()


def test_two_phones_buy_play_a_hand_count_and_settle(house: LiveHouse, phone: Callable[..., Page]) -> None:
    ana, beto = sit(house, phone(), "Ana", "1"), sit(house, phone(), "Beto", "2")
    host = phone(1280, 800)
    house.host("start_hand")
    house.finish_hand("2", bet=199)
    assert house.stacks()["2"] == 201
    bank(ana)
    shoot(ana, "bank-player")
    expect(ana.locator("[data-part=mine]")).to_contain_text("Só compra quem está acabando")  # R-193, in words

    # each gives a Pix key: it is in no fact
    ana.locator("[data-part=profile] summary").click()
    ana.get_by_label("Chave", exact=True).fill("ana.lima@exemplo.com.br")
    ana.get_by_label("Seu nome no banco").fill("Ana Lima")
    ana.get_by_label("Sua cidade").fill("São Paulo")
    ana.locator("[data-part=profile]").get_by_role("button", name="Guardar").click()
    expect(ana.locator("[data-part=profile]")).to_contain_text("a•••@exemplo.com.br")
    beto.click("#bank-open")
    beto.locator("[data-part=profile] summary").click()
    beto.get_by_label("Chave", exact=True).fill("(11) 91234-5678")
    beto.get_by_label("Seu nome no banco").fill("Beto Souza")
    beto.get_by_label("Sua cidade").fill("Santos")
    beto.locator("[data-part=profile]").get_by_role("button", name="Guardar").click()
    expect(beto.locator("[data-part=profile]")).to_contain_text("•••5678")

    # the end of the night: everybody counts
    host.goto(f"{house.url}/host")
    bank(host)
    shoot(host, "bank-host")
    host.get_by_role("button", name="Encerrar: todos contam").click()
    expect(host.locator("[data-part=end]")).to_contain_text("Falta: Ana, Beto")
    expect(ana.locator("[data-part=end]")).to_contain_text("Falta: Ana, Beto")
    count(ana, "Contar minhas fichas", green=7, red=4, white=3)
    shoot(ana, "bank-counted-wrong")
    expect(ana.locator(".bank-notice")).to_contain_text("a diferença é de -1")
    expect(ana.locator("[data-part=windows]")).to_contain_text("Ana: falta 1 ficha")
    beto.locator("#bank").get_by_role("button", name="Contar minhas fichas").click()
    beto.locator(".count-row[data-colour=green] .piece").click()
    for _ in range(7):
        beto.locator(".count-row[data-colour=green] .step").nth(1).click()
    expect(beto.locator(".count-total")).to_contain_text("= 200")
    beto.locator(".count-row[data-colour=white] .piece").click()
    shoot(beto, "bank-pad")
    beto.locator(".count-foot .go").click()
    expect(beto.locator(".bank-notice")).to_contain_text("Confere com os livros")
    expect(host.locator("[data-part=end]")).to_contain_text("Recontem primeiro")
    expect(host.get_by_role("button", name="Acertar a noite")).to_have_count(0)
    shoot(host, "bank-host-difference")
    count(ana, "Contar minhas fichas", green=7, red=4, white=4)
    expect(ana.locator(".bank-notice")).to_contain_text("Confere com os livros")
    expect(host.locator("[data-part=end]")).to_contain_text("Ana paga R$ 0,25 a Beto")
    twice(host, "Acertar a noite")

    # the payment: code and QR for who pays, marked by who receives
    pay = ana.locator("[data-part=pay]")
    expect(pay).to_contain_text("Você paga R$ 0,25 a Beto")
    code = pay.locator("textarea.pix").input_value()
    assert code.startswith("000201") and "+5511912345678" in code and "BETO SOUZA" in code.upper()
    expect(pay.locator("img.pix-qr")).to_be_visible()
    pay.get_by_role("button", name="Copiar o código").click()
    expect(pay).to_contain_text("Copiado")
    pay.scroll_into_view_if_needed()
    shoot(ana, "bank-pay")
    twice(beto, "Recebi")
    expect(pay).to_contain_text("recebido ✓")
    shoot(beto, "bank-received")

    assert house.house.session.check()[0].sound
    journal = house.look(lambda: [repr(f) for f in house.house.session.facts])
    assert not any("91234" in f or "exemplo" in f for f in journal)
    for form in ("html", "csv"):
        text = house.do(house.house.bank.night(form, None, "pt-BR")).decode()
        assert "91234" not in text and "exemplo" not in text and "Ana" in text
    page = ana.context.new_page()
    page.goto(f"{house.url}/night.html?as=player")
    expect(page.locator("svg polyline").first).to_be_attached()
    shoot(page, "night-phone")
    host.goto(f"{house.url}/night.html?as=host")
    shoot(host, "night-wide")


def test_a_purchase_written_down_by_the_host_is_confirmed_on_the_own_phone(
    house: LiveHouse, phone: Callable[..., Page]
) -> None:
    ana, beto = sit(house, phone(), "Ana", "1"), sit(house, phone(), "Beto", "2")
    house.host("start_hand")
    expect(beto.locator("#bank-open")).to_be_visible()
    house.finish_hand("1", bet=10)
    caio = phone()
    caio.goto(f"{house.url}/")
    caio.fill("#name", "Caio")
    caio.click(".seat-pick[data-seat='3']")
    caio.click("#sit")
    expect(caio.locator("#bank-prompt")).to_contain_text("Compre seu cacife")
    assert house.stacks()["3"] == 0  # the average is another price than the one at the door: he confirms it himself
    caio.click("#bank-prompt")
    expect(caio.locator("[data-part=mine]")).to_contain_text("média das pilhas dos outros")
    caio.locator("[data-part=mine]").get_by_role("button", name="1 cacife · 200 fichas · R$ 50,00").click()
    shoot(caio, "bank-confirm")
    caio.locator("#bank .act.armed").click()
    expect(caio.locator(".bank-notice")).to_contain_text("comprei 1 cacife: R$ 50,00")
    expect(caio.locator(".bank-notice")).to_contain_text("depois da mão 1")
    assert house.stacks()["3"] == 200

    host = phone(1280, 800)
    host.goto(f"{house.url}/host")
    bank(host)
    house.host("start_hand")
    host.locator("[data-part=people] summary", has_text="Vender a Ana").click()
    expect(host.locator("[data-part=people]")).to_contain_text("a mão ainda não acabou")
    house.finish_hand("3", bet=10)
    lose_everything(house)
    expect(beto.locator("#bank-prompt")).to_contain_text("sem fichas")
    host.locator("[data-part=people] summary", has_text="Vender a Beto").click()
    twice(host, "1 cacife · 200 fichas · R$ 50,00")
    expect(beto.locator("#bank-prompt")).to_contain_text("confirme")
    beto.click("#bank-prompt")
    expect(beto.locator("[data-part=confirm]")).to_contain_text("comprei 1 cacife: R$ 50,00")
    shoot(beto, "bank-asked")
    twice(beto, "Não comprei")
    expect(host.locator("[data-part=history]")).to_contain_text("Beto diz que não comprou")
    host.locator("[data-part=history]").scroll_into_view_if_needed()
    shoot(host, "bank-history")
    twice(host, "Desfazer a compra")
    expect(host.locator("[data-part=history]")).not_to_contain_text("diz que não comprou")
    assert house.stacks()["2"] == 0 and house.house.session.check()[0].sound
    ana.close()


def lose_everything(house: LiveHouse) -> None:
    """Seat 2 goes all in against seat 3 and loses."""
    session = house.house.session
    cards = {"1": "9c", "2": "Kd", "3": "As"}
    more = {"2": iter(["Qd", "Jc", "9d", "8c"]), "3": iter(["Ah", "Ad", "Tc", "Ac"])}
    house.host("start_hand")
    house.host("closed_dealt")
    while (hand := session.state.hand) is not None and hand.verdict is None:
        if hand.expected_cards:
            seat = hand.expected_cards[0].seat
            house.host(f"card:{seat}", cards.pop(seat, None) or next(more[seat]))
            continue
        choice = hand.choices[0]
        words = {o.value for o in choice.options}
        option = next((o for o in choice.options if o.value == "aposto"), None)
        if choice.seat == "1":
            word, amount = ("saio" if choice.to_call else "mesa"), None
        elif choice.seat == "2" and option is not None:
            word, amount = "aposto", option.max
        else:
            word, amount = ("cubro" if "cubro" in words else "mesa"), None
        house.do(session.tap(Recipient("host"), tapped(choice.decision, word, amount)))
    house.host("confirm_verdict")
    assert house.stacks()["2"] == 0


def test_a_difference_that_stays_is_booked_by_host_and_majority(house: LiveHouse, phone: Callable[..., Page]) -> None:
    ana, beto = sit(house, phone(), "Ana", "1"), sit(house, phone(), "Beto", "2")
    house.do(house.house.session.join("Caio", "3", 1, "pt-BR"))  # without a phone
    house.play_hand("2", bet=10)
    host = phone(390, 844)
    host.goto(f"{house.url}/host")
    bank(host)
    host.get_by_role("button", name="Encerrar: todos contam").click()
    for seat, chips in (("1", 189), ("2", 202), ("3", 199)):
        assert house.ask("count", seat=seat, number=chips).ok
    expect(host.locator("[data-part=end]")).to_contain_text("difere dos livros em -10 fichas")
    host.locator("[data-part=end] summary").click()
    host.get_by_label("Nome da conta").fill("sumiu")
    host.get_by_role("button", name="Dividir por igual").click()
    shoot(host, "bank-booking")
    host.get_by_role("button", name="Pôr em votação").click()
    ana.click("#bank-prompt")
    expect(ana.locator("[data-part=vote]")).to_contain_text("“sumiu”")
    ana.get_by_role("button", name="Concordo", exact=True).click()
    expect(host.locator("[data-part=vote]")).to_contain_text("Concordam: Ana. Precisa de 2.")
    shoot(ana, "bank-vote")
    beto.click("#bank-prompt")
    beto.get_by_role("button", name="Não concordo").click()
    assert house.stacks()["1"] == 199  # nothing is booked without a majority
    expect(host.locator("[data-part=vote]")).to_contain_text("Responder por Caio (sem telefone)")
    host.locator("[data-part=vote]").get_by_role("button", name="Concordo", exact=True).click()
    expect(host.locator("[data-part=end]")).to_contain_text("Todos contados")
    assert house.stacks()["1"] == 189
    twice(host, "Acertar a noite")
    expect(host.locator("[data-part=pay]")).to_contain_text("paga")
    books = house.house.session.books
    assert not books.faults and sum(books.state.of("owed").values()) == 0
    twice(host, "Começar outra noite")
    expect(ana.locator("#bank-prompt")).to_contain_text("Compre seu cacife")

    # nothing is sold yet: what a cacife is may be agreed, and a mistake in the book is put right, struck out
    host.locator("[data-part=cacife] summary").click()
    host.get_by_label("Fichas no cacife").fill("300")
    host.locator("[data-part=cacife]").get_by_role("button", name="Combinado").click()
    expect(host.locator(".bank-notice")).to_contain_text("cacife de R$ 48,00 / R$ 51,00")
    host.get_by_label("Fichas no cacife").fill("100")
    host.get_by_label("Custa (R$)").fill("20")
    shoot(host, "bank-cacife")
    host.locator("[data-part=cacife]").get_by_role("button", name="Combinado").click()
    expect(ana.locator("[data-part=mine]")).to_contain_text("Cacife: 100 fichas por R$ 20,00")
    for seat in ("1", "2"):
        assert house.ask("buy", seat=seat, number=2).ok
    assert house.ask("count", seat="1", number=20).ok
    expect(host.locator("[data-part=windows]")).to_contain_text("Ana: faltam 180 fichas")
    book = host.locator("[data-part=book]")
    book.locator("summary").first.click()
    book.locator("summary", has_text="Corrigir").first.click()
    book.get_by_label("Quantas fichas foram").first.fill("200")
    shoot(host, "bank-fix")
    twice(host, "Corrigir")
    expect(book.locator("s")).to_contain_text("contagem de Ana: 20 fichas")
    expect(host.locator("[data-part=windows]")).to_be_empty()
    ana.locator("[data-part=book] summary").click()
    expect(ana.locator("[data-part=book] s")).to_contain_text("contagem de Ana: 20 fichas")
    expect(ana.locator("[data-part=book]")).to_contain_text("contagem de Ana: 200 fichas")
    expect(ana.locator("[data-part=book] button")).to_have_count(0)
    shoot(ana, "bank-book")
