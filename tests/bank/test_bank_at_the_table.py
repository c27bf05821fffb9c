"""The bank through the running session: one truth for stacks, rules in words, camera counts, votes, keys."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from sat_table import CHIPS, HOST, Table, at_table

from assistant.bank.offers import PileSeen, StackSeen
from assistant.bank.pix import br_code, pix_key
from assistant.bank.profiles import FILE, Profiles
from assistant.banking import Bank
from assistant.facts import CardTurned, Corrected, PotAwarded
from assistant.records.evidence import EvidenceStore
from assistant.session import Session
from assistant.views import Tap
from assistant.web.port import Recipient


def test_the_phone_shows_what_the_books_say_in_a_hand_and_between_hands(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        assert t.stacks() == {"1": 200, "2": 200, "3": 200, "4": 0}
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        await t.word("aposto", 20)
        assert t.stacks()["1"] == 200 - 1 - 20 and t.session.books.state.balance("pot") == 23
        await t.all_leave_but("1", 20)
        await t.host("confirm_verdict")
        assert t.stacks() == {"1": 202, "2": 199, "3": 199, "4": 0}
        bought = t.session.books.state.purchases[1]
        assert (await t.ask("undo", number=bought.seq)).code == "chips_gone"
        assert (await t.ask("expense", "1", who=t.person("Ana")["player"], text="pizza", money="90,00",
                            amounts={p["player"]: 1 for p in t.view()["people"]})).ok  # fmt: skip
        assert t.stacks()["1"] == 202 and t.person("Ana")["result"] == "+R$ 60,50"
        assert "pizza: Ana pagou R$ 90,00, dividido por 3" in t.view("2")["shared"][0]["text"]
        assert not t.view()["faults"]

    at_table(story, tmp_path)


def test_a_purchase_that_was_corrected_is_off_every_phone(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.host("seat:4", "Dora")
        assert t.stacks()["4"] == 200
        bought = t.session.books.state.purchases[-1]
        assert (await t.ask("undo", number=bought.seq)).ok
        assert t.stacks()["4"] == 0 and [p["name"] for p in t.view()["purchases"]] == ["Caio", "Beto", "Ana"]
        assert t.session.fact(bought.seq).payload == t.session.facts[bought.seq - 1].payload  # it stays on record
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        assert t.hand.seats == ("1", "2", "3") or "4" not in t.hand.seats

    at_table(story, tmp_path)


def test_a_corrected_verdict_posts_the_reversal_and_the_right_entries_and_both_stay_visible(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        cards = iter(["Ad", "Kh", "9c", "Jc", "9d", "8d", "Th", "Qs", "Jd"])
        while t.hand.verdict is None:
            if t.hand.choices:
                await t.word("mesa")
            elif t.hand.expected_cards[0].turn_place is None:
                await t.host(f"card:{t.hand.expected_cards[0].seat}", next(cards))
            else:
                turned = {"1": "8c", "2": "8h", "3": "Ts"}
                await t.host(f"card:{t.hand.expected_cards[0].seat}", turned[t.hand.expected_cards[0].seat])
        await t.host("confirm_verdict")
        winner = max(t.stacks(), key=lambda s: t.stacks()[s])
        assert t.stacks()["1"] == 202 and winner == "1"  # a pair of aces
        seq = t.session.state.seq
        turned = next(n for n, p in t.session.state.hand_facts if isinstance(p, CardTurned) and p.seat == "2")
        await t.host(f"correct:{turned}", "Kc")  # the camera was wrong: his closed card was the third king
        corrected = t.session.facts[-1]
        assert isinstance(corrected.payload, Corrected) and corrected.seq == seq + 1
        posted = {line.account: line.amount for s, line in t.session.entries if s == corrected.seq}
        ana = t.person("Ana")["player"]
        assert posted == {f"stack:{ana}": -3, "pot": 3}  # the reversal
        assert t.hand.verdict is not None and not t.hand.over
        await t.host("confirm_verdict")
        beto = t.person("Beto")["player"]
        posted = {line.account: line.amount for s, line in t.session.entries if s == t.session.state.seq}
        assert posted == {f"stack:{beto}": 3, "pot": -3}  # the right entries
        assert t.stacks() == {"1": 199, "2": 202, "3": 199, "4": 0}
        awards = [f for f in t.session.facts if isinstance(f.payload, PotAwarded)]
        assert len(awards) == 2 and not t.view()["faults"]
        assert t.session.entries == list(t.store.table("t").entries())

    at_table(story, tmp_path)


def test_r_193_r_194_why_not_is_said_in_words(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        refused = await t.ask("buy", "2", number=1)
        assert not refused.ok and refused.text.startswith("Agora não: a mão ainda não acabou")
        await t.all_leave_but("1", 10)
        await t.host("confirm_verdict")
        refused = await t.ask("buy", "2", number=1)
        assert "Só compra quem está acabando" in refused.text
        assert "Só compra quem" in t.view("2")["buy"]["2"]["why"]
        assert (await t.ask("buy", "2", seat="1", number=1)).code == "no_right"
        assert (await t.ask("settle", "2")).code == "no_right"

    at_table(story, tmp_path)


def test_r_196_a_newcomer_buys_the_average_and_no_other_price_than_the_one_shown(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.quick_hand("1")
        assert (await t.session.join("Dora", "4", 1, "pt-BR")).ok
        assert t.stacks()["4"] == 0 and t.session.view(Recipient("player", "4")).extra["bank"]["prompt"]
        (offer,) = t.view("4")["buy"]["4"]["offers"]
        assert offer == {"cacifes": 1, "chips": 200, "money": "R$ 50,00"}
        changed = await t.ask("buy", "4", number=1, amounts={"chips": 400})
        assert changed.code == "price_changed" and "200" in changed.text
        assert (await t.ask("buy", "4", number=2)).code == "newcomer"
        assert (await t.ask("buy", "4", id="the-same-tap", number=1, amounts={"chips": 200})).ok
        again = await t.ask("buy", "4", id="the-same-tap", number=1, amounts={"chips": 200})
        assert again.ok and t.stacks()["4"] == 200

    at_table(story, tmp_path)


def test_case_88_a_sale_by_the_host_is_answered_on_the_own_phone(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        assert (await t.session.host(Tap("leave-one-seat", "leave:3", 0, ""))).ok
        assert (await t.session.join("Caio", "3", 1, "pt-BR")).ok
        caio = t.session.books.state.seats["3"]
        assert caio in {p.player for p in t.store.people()} and len(t.store.people()) == 3  # he is the same person
        await t.quick_hand("1")
        assert (await t.session.join("Dora", "4", 1, "pt-BR")).ok
        await t.host("buy:4")
        (asked,) = t.view("4")["confirm"]
        assert asked["text"] == "comprei 1 cacife: R$ 50,00" and asked["hand"] == 1
        assert t.view("1")["confirm"] == []
        assert (await t.ask("answer", "1", number=asked["fact"], text="yes")).code == "no_purchase"
        assert (await t.ask("answer", "4", number=asked["fact"], text="no")).ok
        assert t.view()["purchases"][0]["by"] == "no" and t.session.view(HOST).extra["bank"]["waiting"]
        assert (await t.ask("answer", "4", number=asked["fact"], text="yes")).ok
        assert t.view()["purchases"][0]["by"] == "yes"

    at_table(story, tmp_path)


class Recorded:
    """A counter that gives back what a camera made of recorded pictures."""

    def __init__(self, *seen: StackSeen) -> None:
        self.seen = list(seen)

    async def count_stack(self, seat: str) -> StackSeen:
        return self.seen.pop(0)


def picture() -> bytes:
    """A stack as a picture: discs of two colours on felt."""
    image = np.full((240, 320, 3), (60, 90, 40), np.uint8)
    for n in range(5):
        cv2.circle(image, (40 + 55 * n, 80), 24, (40, 40, 190), -1)
        cv2.circle(image, (40 + 55 * n, 170), 24, (230, 235, 240), -1)
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_a_camera_s_count_is_taken_by_one_tap_with_its_picture_or_doubted(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        kept: dict[str, bytes] = {}

        async def keep(data: bytes) -> str:
            name = f"{len(kept):064x}"
            kept[name] = data
            return name

        assert (await t.ask("camera", "1")).code == "no_camera"
        assert (await t.ask("chips", amounts=CHIPS)).ok
        shown = t.session.view(Recipient("player", "1")).extra["chips"]  # amounts are laid with the table's own chips
        assert shown == [["white", 1], ["red", 5], ["blue", 10], ["green", 25]]
        shot = picture()
        t.bank.use_pictures(kept.get)
        t.bank.use_counter(
            Recorded(
                StackSeen((PileSeen("green", 7, 999_000), PileSeen("red", 5, 871_000)), shot),
                StackSeen(problem="covered"),
                StackSeen((PileSeen("green", 7, 999_000), PileSeen("red", 5, 998_000)), shot),
            ),
            keep,
        )
        assert (await t.ask("camera", "1")).ok
        doubt = t.view("1")["offers"]["1"]
        assert not doubt["sure"] and "vermelhas" in doubt["text"] and "Espalhe" in doubt["text"]
        assert (await t.ask("camera_accept", "1", text=doubt["id"])).code == "offer_doubtful"
        assert (await t.ask("camera", "1")).ok and "coberta" in t.view("1")["offers"]["1"]["text"]
        assert (await t.ask("camera", "1")).ok
        offer = t.view("1")["offers"]["1"]
        assert offer["chips"] == 200 and offer["sure"] and t.view("2")["offers"] == {}
        assert t.bank.picture(Recipient("player", "1"), "1") == shot == t.bank.picture(HOST, "1")
        assert t.bank.picture(Recipient("player", "2"), "1") is None
        assert (await t.ask("camera_accept", "1", text=offer["id"])).ok
        fact = t.session.facts[-1]
        assert fact.kind == "chips_counted" and len(fact.pictures) == 1 and kept[fact.pictures[0]] == shot
        assert fact.certainty == 998_000 and t.person("Ana")["count"]["off"] == 0
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        assert (await t.ask("camera", "1")).code == "camera_in_hand"

    at_table(story, tmp_path)


def restarted(t: Table, pictures: EvidenceStore) -> Bank:
    """The bank of a program that was started again on the same database and pictures."""
    bank = Bank(Session(t.store.table("t"), t.session.opening), Profiles(t.folder))
    bank.use_pictures(pictures.read)
    return bank


def test_a_camera_s_offer_outlives_a_restart_until_chips_move(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        pictures = EvidenceStore(tmp_path / "evidence")

        async def keep(data: bytes) -> str:
            return pictures.put(data)

        assert (await t.ask("chips", amounts=CHIPS)).ok
        seen = StackSeen((PileSeen("green", 7, 999_000), PileSeen("red", 5, 998_000)), picture())
        t.bank.use_pictures(pictures.read)
        t.bank.use_counter(Recorded(seen, seen, seen), keep)
        assert (await t.ask("camera", "1")).ok and (await t.ask("camera", "2")).ok
        bank = restarted(t, pictures)
        assert bank.offers == t.bank.offers and set(bank.offers) == {"1", "2"}
        assert bank.picture(HOST, "1") == picture()
        assert (await t.ask("camera_drop", "2")).ok and set(restarted(t, pictures).offers) == {"1"}
        await t.quick_hand("1")  # the stack is another one now: what the camera saw is no count of it
        assert t.bank.offers == {} == restarted(t, pictures).offers
        assert (await t.ask("camera", "1")).ok
        offered = restarted(t, pictures).offers["1"]
        assert (await t.ask("camera_accept", "1", text=offered.id)).ok and t.bank.offers == {}

    at_table(story, tmp_path)


def test_a_mismatch_is_placed_between_two_counts_with_what_moved_in_between(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.quick_hand("1")
        assert (await t.ask("count", "2", number=199)).ok
        await t.quick_hand("1")
        await t.quick_hand("2")
        assert (await t.ask("count", "2", number=190)).ok
        (window,) = t.view("3")["windows"]
        assert window["text"] == "Beto: faltam 10 fichas" and window["after"]["hand"] == 1
        assert window["until"]["hand"] == 3 and window["after"]["good"]
        assert [(m["text"], m["chips"]) for m in window["moves"]] == [("mão 2", -1), ("mão 3", 2)]
        assert (await t.ask("count", "2", number=200)).ok
        assert t.view()["windows"][0]["right_again"]

    at_table(story, tmp_path)


def test_r_200_prizes_are_claimed_with_one_tap_after_the_hand(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        assert (await t.ask("prizes", amounts={"quads": 30, "full": 10})).ok
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        down = {"1": "Ah", "2": "8h", "3": "Ts"}
        cards = {"1": iter(["Ad", "Ac", "9d"]), "2": iter(["Kh", "Jc", "8d"]), "3": iter(["9c", "Qs", "Jd"])}
        while t.hand.verdict is None:
            if t.hand.choices:
                await t.word("mesa")
            else:
                wanted = t.hand.expected_cards[0]
                card = next(cards[wanted.seat]) if wanted.turn_place is None else down[wanted.seat]
                await t.host(f"card:{wanted.seat}", card)
        assert t.view()["prizes"]["claims"] == []
        await t.host("confirm_verdict")
        (claim,) = t.view("2")["prizes"]["claims"]
        assert claim == "Ana: quadra. Cada um paga 30 fichas; são 60."
        assert (await t.ask("claim", "1")).ok
        assert t.stacks() == {"1": 262, "2": 169, "3": 169, "4": 0}
        assert (await t.ask("claim", "2")).code == "no_prize"  # once a hand
        paid = t.session.state.seq
        assert t.view()["prizes"]["off"] == ""
        turned = next(n for n, p in t.session.state.hand_facts if isinstance(p, CardTurned) and p.seat == "1")
        await t.host(f"correct:{turned}", "Kc")  # three aces, no four: the camera was wrong; they win all the same
        assert "livro da noite" in t.view("3")["prizes"]["off"]
        assert (await t.ask("fix", number=paid, text="void")).ok
        assert t.stacks() == {"1": 202, "2": 199, "3": 199, "4": 0}
        assert t.view()["prizes"]["off"] == "" and (await t.ask("claim", "1")).code == "no_prize"

    at_table(story, tmp_path)


def test_r_214_a_difference_blocks_until_recounted_or_booked_by_host_and_majority(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.quick_hand("1")
        assert (await t.ask("settle")).code == "count_missing"
        for seat, chips in (("1", 192), ("2", 199), ("3", 199)):
            assert (await t.ask("count", seat, number=chips)).ok
        refused = await t.ask("settle")
        assert refused.code == "count_differs" and "recontar" in refused.text and "Ana" in t.view()["end"]["refusal"]
        assert (await t.ask("agree", "1", who="none", text="yes")).code == "no_vote"
        players = {p["name"]: p["player"] for p in t.view()["people"]}
        bad = await t.ask("difference", text="sumiu", amounts={players["Ana"]: 99})
        assert bad.code == "shares_differ"
        assert (await t.ask("difference", text="sumiu", amounts={players["Ana"]: 4})).ok
        vote = t.view("1")["end"]["vote"]
        assert "“sumiu”" in vote["text"] and "Ana +4" in vote["text"] and vote["need"] == 2
        assert (await t.ask("agree", "1", who=vote["id"], text="yes")).ok
        assert t.stacks()["1"] == 202  # one is no majority
        t.session.presence("2", True)
        assert (await t.ask("agree", None, seat="2", who=vote["id"], text="yes")).code == "own_phone"
        assert (await t.ask("agree", "2", who=vote["id"], text="no")).ok
        assert (await t.ask("agree", None, seat="3", who=vote["id"], text="yes")).ok  # without a phone: the host
        assert t.stacks()["1"] == 192 and t.view()["end"]["refusal"] is None
        assert (await t.ask("settle")).ok
        paid = t.view()["end"]["payments"]
        assert sum(1 for p in paid if "sumiu" in (p["from"], p["to"])) >= 1
        assert not t.view()["faults"]

    at_table(story, tmp_path)


def test_the_key_is_nowhere_but_on_the_phones_of_who_pays_and_who_receives(tmp_path: Path) -> None:
    key, email = "+5511912345678", "beto@exemplo.com.br"

    async def story(t: Table) -> None:
        bad = await t.bank.set_profile(Recipient("player", "2"), "cpf", "111.111.111-11", "Beto", "Santos")
        assert not bad.ok and "CPF não confere" in bad.text
        saved = await t.bank.set_profile(Recipient("player", "2"), "", "(11) 91234-5678", "Beto Souza", "Santos")
        assert saved.ok and t.view("2")["profile"]["key"] == "•••5678" and t.view("1")["profile"] == {}
        assert (await t.bank.set_profile(HOST, "", email, "x", "y")).code == "no_profile"
        await t.quick_hand("2")
        for seat, chips in t.stacks().items():
            if chips:
                assert (await t.ask("count", seat, number=chips)).ok
        assert (await t.ask("settle")).ok
        payments = t.view("1")["end"]["payments"]
        mine = next(p for p in payments if p["mine"] == "pay")
        assert mine["code"] == br_code(pix_key(key), "Beto Souza", "Santos", 25) and not mine["may_mark"]
        assert (await t.ask("received", "1", who=f"{mine['payer']}:{mine['receiver']}")).code == "not_receiver"
        other = next(p for p in t.view("3")["end"]["payments"] if p["payer"] == mine["payer"])
        assert other["code"] is None and t.bank.code(Recipient("player", "3"), mine["n"]) is None
        assert t.bank.code(Recipient("screen"), mine["n"]) is None
        assert (await t.ask("received", "2", who=f"{mine['payer']}:{mine['receiver']}")).ok
        assert next(p for p in t.view("1")["end"]["payments"] if p["n"] == mine["n"])["paid"]
        for text in (await t.bank.night("csv", None, "en"), await t.bank.night("html", None, "pt-BR")):
            assert text is not None and b"91234" not in text
        assert await t.bank.night("png", None, "pt-BR") and await t.bank.night("csv", 7, "en") is None

    at_table(story, tmp_path)
    for file in tmp_path.iterdir():
        assert (b"91234" in file.read_bytes()) == (file.name == FILE), file
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_new_night_keeps_the_people_and_begins_at_zero(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        assert (await t.ask("new_night")).code == "not_settled"
        await t.quick_hand("2")
        for seat, chips in t.stacks().items():
            if chips:
                assert (await t.ask("count", seat, number=chips)).ok
        assert (await t.ask("settle")).ok
        assert t.session.view(HOST).phase == "closed" and (await t.ask("buy", "1")).code == "settled"
        people = dict(t.session.books.state.seats)
        assert (await t.ask("new_night")).ok
        assert t.session.books.state.seats == people and set(t.stacks().values()) == {0}
        assert t.session.state.carry == 0 and not t.view()["faults"]
        assert (await t.ask("buy", "1", number=1)).ok and t.stacks()["1"] == 200
        owed = t.session.books.state.of("owed")
        assert sum(owed.values()) == 0 and owed  # the first night's payments still stand
        assert len(t.store.people()) == 3

    at_table(story, tmp_path)


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_every_sheet_is_in_both_languages(tmp_path: Path, lang: str) -> None:
    async def story(t: Table) -> None:
        await t.quick_hand("2")
        assert (await t.ask("count", "1", number=7)).ok and (await t.ask("closing", number=1)).ok
        view = t.bank.view(Recipient("player", "1", lang))
        words = str([view["cacife"]["text"], view["windows"], view["buy"], view["end"]["refusal"]])
        assert ("Buy-in" in words and "missing" in words) == (lang == "en")

    at_table(story, tmp_path)


def test_r_191_the_host_sets_the_cacife_before_anything_is_sold_or_with_another_night(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        refused = await t.ask("cacife", number=100, money="20,00")
        assert refused.code == "cacife_sold" and not t.view()["cacife"]["may"]
        await t.quick_hand("2")
        for seat, chips in t.stacks().items():
            if chips:
                assert (await t.ask("count", seat, number=chips)).ok
        assert (await t.ask("settle")).ok and t.view()["cacife"]["may"]
        refused = await t.ask("cacife", number=300, money="50,00")
        assert refused.code == "chip_value" and "R$ 48,00 / R$ 51,00" in refused.text and "R$ 50,00" in refused.text
        assert "250" in refused.text  # or another number of chips
        assert (await t.ask("cacife", number=100, money="20 reais e pouco")).code == "money_no_amount"
        assert (await t.ask("cacife", "1", number=100, money="20,00")).code == "no_right"
        assert (await t.ask("chips", amounts=CHIPS)).ok
        assert (await t.ask("cacife", number=100, money="20,00")).ok
        assert t.session.books.state.pieces and t.view()["cacife"]["text"].startswith("Cacife: 100 fichas por R$ 20,00")
        assert (await t.ask("cacife", number=100, money="10,00")).ok  # nothing is sold yet: agreed anew
        assert (await t.ask("buy", "1", number=1)).ok and t.stacks()["1"] == 100
        assert t.person("Ana")["money"] == "R$ 10,00" and not t.view()["cacife"]["may"]
        csv = await t.bank.night("csv", 2, "en")
        assert csv is not None and b"purchase" in csv and await t.bank.night("csv", 3, "en") is None
        assert not t.view()["faults"]

    at_table(story, tmp_path)
