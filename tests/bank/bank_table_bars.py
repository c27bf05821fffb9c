"""Eight phones at one running table, betting, buying and counting through its own pages while a reader exports."""

from __future__ import annotations

import csv
import io
import random
import secrets
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from house_kit import LiveHouse, Wire, tapped

from assistant.engine.cards import deck_cards
from assistant.web.port import Recipient

ACCEPTED = (200, 409)  # taken, or refused in words


class PhoneHand:
    """One person with a phone: answers when asked, otherwise now and then buys, counts or notes an expense."""

    def __init__(self, house: LiveHouse, seat: str, rng: random.Random, stop: threading.Event) -> None:
        self.seat, self._rng, self._stop = seat, rng, stop
        self.wire = Wire(house.url)
        self.said: Counter[str] = Counter()
        self.errors: list[str] = []
        self.thread = threading.Thread(target=self._run, name=f"phone-{seat}")

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._step()
        except Exception as e:
            self.errors.append(repr(e))

    def _step(self) -> None:
        got = self.wire.http.get("/api/state?as=player")
        if got.status_code != 200:
            self.errors.append(f"state {got.status_code} {got.text[:100]}")
            return
        view = got.json()
        if view["your_turn"]:
            self._answer(view)
        elif self._rng.random() < 0.4:
            self._bank(view)

    def _answer(self, view: dict[str, Any]) -> None:
        choice = view["choice"]
        option = self._rng.choice([o for o in choice["options"] for _ in range(1 if o["value"] == "saio" else 3)])
        amount = option["amount"]
        if option["min"] is not None:
            amount = self._rng.choice([option["min"], option["min"], option["max"]])
        body = {"id": secrets.token_hex(8), "decision": choice["decision"], "seen": view["seq"]}
        self._post("/api/tap?as=player", {**body, "value": option["value"], "amount": amount}, "word")

    def _bank(self, view: dict[str, Any]) -> None:
        me = next(s for s in view["seats"] if s["seat"] == self.seat)
        what = self._rng.choice(["buy", "count", "count", "expense"])
        body: dict[str, Any] = {"id": secrets.token_hex(8), "act": what}
        if what == "buy":
            body["number"] = 1
        elif what == "count":
            body["number"] = me["stack"]
        else:
            sheet = self.wire.state()
            body |= {"who": sheet["me"], "text": "cerveja", "money": f"{self._rng.randrange(1, 99)},{self.seat}0"}
            body["amounts"] = {p["player"]: 1 for p in sheet["people"] if p["seat"]}
        self._post("/api/bank?as=player", body, what)

    def _post(self, path: str, body: dict[str, Any], what: str) -> None:
        for _ in range(self._rng.choice([1, 1, 2])):  # now and then the same tap travels twice
            answer = self.wire.http.post(path, json=body)
            if answer.status_code not in ACCEPTED:
                self.errors.append(f"{what} {answer.status_code} {answer.text[:100]}")
            self.said[f"{what} {'taken' if answer.status_code == 200 else 'refused'}"] += 1


def phones(folder: Path, where: str | None, phones: int, facts: int, seed: int) -> str:
    """At least ``facts`` facts by so many phones at once: no error, no gap, books that balance; says what was done."""
    print(f"phones={phones} facts={facts} seed={seed}")
    rng = random.Random(seed)
    stop = threading.Event()
    exported = [0]
    wrong: list[str] = []
    with LiveHouse(folder, phones, where, hurry=1000, cacife_chips=40, cacife_centavos=2000) as house:
        hands = [PhoneHand(house, str(n + 1), random.Random(f"{seed}/{n}"), stop) for n in range(phones)]
        for hand in hands:
            hand.wire.join(f"Pessoa {hand.seat}", hand.seat)

        def export() -> None:
            """A reader that keeps exporting: every sheet whole, every export's sums right."""
            while not stop.is_set():
                for form in ("csv", "html"):
                    answer = hands[0].wire.http.get(f"/night.{form}?as=player")
                    if answer.status_code != 200:
                        wrong.append(f"export {answer.status_code}")
                rows = list(csv.DictReader(io.StringIO(hands[0].wire.http.get("/night.csv?as=player").text)))
                bought = [int(r["seq"]) for r in rows if r["kind"] == "purchase"]
                if len(bought) < phones or bought != sorted(set(bought)):
                    wrong.append(f"purchases {bought}")
                exported[0] += 1

        reader = threading.Thread(target=export)
        for thread in (*(h.thread for h in hands), reader):
            thread.start()
        try:
            _host(house, rng, facts)
        finally:
            stop.set()
            for thread in (*(h.thread for h in hands), reader):
                thread.join()
            for hand in hands:
                hand.wire.close()
        session = house.house.session
        written = house.look(lambda: list(session.facts))
        assert [f.seq for f in written] == list(range(1, len(written) + 1)), "a gap"
        taps = [f.tap for f in written if f.tap]
        assert len(taps) == len(set(taps)), "a tap twice"
        errors = [e for h in hands for e in h.errors] + wrong
        assert not errors, errors[:5]
        books, chain = house.look(session.check)
        assert books.sound and chain.intact, books
        stored = house.look(lambda: [f.seq for f in session._log.read()])
        assert stored == [f.seq for f in written]
        faults = house.look(lambda: list(session.books.faults))
        assert not faults, faults
        said = sum((h.said for h in hands), Counter())
    return f"{len(written)} facts, {exported[0]} exports, {dict(sorted(said.items()))}"


def _host(house: LiveHouse, rng: random.Random, facts: int) -> None:
    """Start hands, lay cards, confirm verdicts, until enough is written; a phone may change things meanwhile."""
    session = house.house.session
    deck: list[str] = []
    to = Recipient("host")
    while house.look(lambda: session.state.seq) < facts:
        state = house.look(lambda: session.state)
        hand = state.hand
        if hand is None or hand.over:
            if len(state.ready_seats()) >= 2:
                house.do(session.host(tapped("start_hand", "")))
                deck = []
            continue
        if not deck:
            known = {c.card for cards in hand.cards.values() for c in cards}
            deck = [c for c in deck_cards(hand.started.deck_low, 0) if c not in known]
            rng.shuffle(deck)
        if hand.verdict is not None:
            house.do(session.host(tapped("confirm_verdict", "")))
        elif any(not e.up and e.turn_place is None for e in hand.expected_cards):
            house.do(session.host(tapped("closed_dealt", "")))
        elif hand.expected_cards:
            house.do(session.host(tapped(f"card:{hand.expected_cards[0].seat}", deck.pop())))
        else:
            house.look(lambda: session.view(to))
