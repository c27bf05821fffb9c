"""A hand-made table for the pages' tests: one betting round with real rules of its own, no engine and no mocks.

Four seats, every player has two open cards and one closed; the highest first card speaks. Who is asked may check, bet,
cover or leave; when all stand level the host confirms and the next hand can start. Enough to be wrong about.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import cv2
import numpy as np

from assistant.views import (
    CardView,
    ChoiceView,
    DeviceView,
    HostView,
    OptionView,
    PotView,
    QuestionView,
    RuleView,
    ScreenView,
    SeatView,
    ShownHandView,
    Tap,
    TapResult,
    VerdictView,
)
from assistant.web.port import JoinResult, Recipient

SECRET = "9d"  # the face of every closed card on this table: no byte sent may name it before the showdown
OPEN = {"1": ("Kh", "Tc"), "2": ("As", "7d"), "3": ("Qd", "Qs"), "4": ("Js", "8h")}


DOUBT = cv2.imencode(".jpg", np.full((160, 400, 3), (60, 110, 70), np.uint8))[1].tobytes()  # bare felt


@dataclass
class Place:
    """One seat."""

    name: str | None = None
    stack: int = 0
    staked: int = 0
    folded: bool = False
    spoke: bool = False
    word: str = ""
    open: list[str] = field(default_factory=list)


class TinyTable:
    """A TablePort whose hand is small enough to check by eye."""

    def __init__(self, names: tuple[str | None, ...] = ("Ana", "Bia", None, "Davi")) -> None:
        self.places = {str(i): Place(n, 200 if n else 0) for i, n in enumerate(names, 1)}
        self.here: dict[str, int] = dict.fromkeys(self.places, 0)
        self.seq, self.version, self.hand = 1, 1, 0
        self.turn: str | None = None
        self.since = datetime.now(UTC).isoformat()
        self.level = self.pot = 0
        self.done: dict[str, TapResult] = {}
        self.orders: list[Tap] = []
        self.log: list[str] = ["Mesa “Sexta” aberta."]
        self.verdict: VerdictView | None = None
        self.waiting: tuple[str, ...] = ()
        self.asked: QuestionView | None = None
        self.other: ChoiceView | None = None  # a question of another kind than betting
        self.keys: dict[str, str] = {}  # of persons who changed places
        self.pingo = 1
        self.leak: str | None = None  # a role to which the table wrongly offers the host's view
        self._waiters: set[asyncio.Event] = set()

    # --- TablePort -------------------------------------------------------------------------------------------------

    def view(self, to: Recipient) -> ScreenView:
        """What this recipient sees."""
        choice = self._choice(to.seat) if to.role == "player" and to.seat else None
        names = {s: p.name or s for s, p in self.places.items()}
        phase = "verdict" if self.verdict else "betting" if self.turn else "between" if self.hand else "lobby"
        if self.verdict:
            headline, why = self.verdict.headline, self.verdict.reason
        elif self.turn:
            first = self._first()
            headline, why = f"Fala o Ás — {names[first]}", f"{names[first]} tem a carta aberta mais alta."
        else:
            headline, why = "Esperando jogadores", f"{self._seated()} na mesa; com dois já dá para jogar"
        return ScreenView(
            seq=self.seq,
            version=self.version,
            role=to.role,
            language=to.language,
            table="Sexta",
            phase=phase,
            headline=headline,
            subline=why,
            game="Stick de Cinco",
            hand=self.hand or None,
            pot=self.pot,
            seats=tuple(self._seat(s) for s in self.places),
            you=to.seat,
            your_turn=choice is not None,
            choice=choice,
            verdict=self.verdict,
            questions=(self.asked,) if self.asked else (),
            devices=(DeviceView("câmera", True, "funcionando"), DeviceView("disco", True, "funcionando")),
            log=tuple(self.log),
            since=self.since if self.turn else None,
            host=self._host() if to.role == "host" or self.leak == to.role else None,
            extra={
                "cacife_chips": 200,
                "cacife_centavos": 5000,
                "chips": [["white", 1], ["red", 5], ["blue", 10], ["green", 25]],
            },
        )

    async def changed(self, version: int) -> int:
        """The version once it is another."""
        while self.version == version:
            waiter = asyncio.Event()
            self._waiters.add(waiter)
            try:
                await waiter.wait()
            finally:
                self._waiters.discard(waiter)
        return self.version

    async def join(self, name: str, seat: str, cacifes: int, language: str) -> JoinResult:
        """A seat for a name."""
        place = self.places.get(seat)
        if not name.strip():
            return JoinResult(False, "name_empty", "Escreva um nome.")
        if place is None or place.name is not None:
            return JoinResult(False, "seat_taken", f"O lugar {seat} já tem dono.")
        place.name, place.stack = name.strip(), 200 * cacifes
        self._happened(f"{place.name} senta no lugar {seat}.")
        return JoinResult(True, "seated", f"{place.name}, seu lugar é o {seat}.", seat, f"p{seat}")

    async def tap(self, to: Recipient, tap: Tap) -> TapResult:
        """One word of the betting, once per id and only while its question stands."""
        if tap.id in self.done:
            return TapResult(True, "again", "Já estava anotado.", seq=self.seq)
        if self.other is not None and to.role == "player" and tap.decision == self.other.decision:
            self.orders.append(tap)
            self.other = None
            self._happened("Escolha feita.")
            return self._remember(tap)
        seat = self.turn if to.role == "host" else to.seat
        choice = self._choice(seat) if seat else None
        if seat is None or choice is None or choice.decision != tap.decision:
            now = choice.to_call if choice else 0
            text = f"A mesa mudou: agora são {now} para cobrir. Toque outra vez." if choice else "Não é a vez."
            return TapResult(False, "stale", text, tuple(o.value for o in choice.options) if choice else (), self.seq)
        place, owed = self.places[seat], choice.to_call
        option = next((o for o in choice.options if o.value == tap.value), None)
        if option is None:
            return TapResult(False, "not_allowed", "Isso não cabe agora.", tuple(o.value for o in choice.options))
        if option.min is not None and not (tap.amount and option.min <= tap.amount <= (option.max or 0)):
            return TapResult(False, "amount", f"De {option.min} a {option.max}.", (tap.value,))
        paid = {"cubro": owed, "aposto": tap.amount or 0, "repico": owed + (tap.amount or 0)}.get(tap.value, 0)
        place.stack, place.staked = place.stack - paid, place.staked + paid
        self.pot += paid
        place.spoke, place.folded = True, tap.value == "saio"
        if place.staked > self.level:
            self.level = place.staked
            for other in self.places.values():
                other.spoke = other is place
        place.word = f"{tap.value} {tap.amount}" if tap.amount else tap.value
        self._happened(f"{place.name}: {place.word}")
        self._next(seat)
        return self._remember(tap)

    async def host(self, tap: Tap) -> TapResult:
        """Start, confirm, cards, answers, undo."""
        self.orders.append(tap)
        verb, _, target = tap.decision.partition(":")
        if verb == "start_hand" and not self.turn:
            self.deal()
        elif verb == "confirm_verdict" and self.verdict:
            self.verdict = None
            self._happened("Fichas entregues.")
        elif verb == "card" and target in self.places:
            cards, at = self.places[target].open, tap.places[0] if tap.places else len(self.places[target].open)
            self.places[target].open = [*cards[:at], tap.value, *cards[at + 1 :]]
            self.waiting = tuple(s for s in self.waiting if s != target)
            self._happened(f"{self.places[target].name} recebe {tap.value}")
        elif verb == "answer_question" and self.asked and self.asked.id == target:
            self.asked = None
            self._happened(f"Resposta: {tap.value}")
        elif verb in ("undo", "void_hand"):
            self._happened("Desfeito.")
        else:
            return TapResult(False, "nothing", "Não há o que fazer agora.", seq=self.seq)
        return TapResult(True, "taken", "", seq=self.seq)

    def presence(self, seat: str, connected: bool) -> None:
        """Count the phones of a seat."""
        self.here[seat] += 1 if connected else -1
        self.touch()

    def owners(self) -> dict[str, str]:
        """Who sits where."""
        return {s: self.keys.get(s, f"p{s}") + f"/{p.name}" for s, p in self.places.items() if p.name}

    def rules(self, lang: str) -> tuple[RuleView, ...]:
        """Two rules of the house."""
        yes_no = (OptionView("off", "Sem relógio."), OptionView("on", "Com relógio."))
        return (
            RuleView("clock", "Relógio", "Relógio", "off", "Sem relógio.", yes_no, None, True),
            RuleView("pingo", "Apostas", "Pingo", str(self.pingo), f"O pingo é {self.pingo}.", (), 0, True),
        )

    def variations(self, game: str, lang: str) -> tuple[OptionView, ...]:
        """What goes over a game."""
        return (OptionView("chicago", "Chicago"), OptionView("miseria", "Miséria")) if game == "stickao" else ()

    def picture(self, to: Recipient, name: str) -> bytes | None:
        """One tiny JPEG for the host."""
        return DOUBT if to.role == "host" and name == "doubt-3" else None

    # --- for the tests ---------------------------------------------------------------------------------------------

    def deal(self, cards: int = 2) -> None:
        """Start a hand with everybody seated, each with so many open cards."""
        self.hand, self.pot, self.level, self.verdict = self.hand + 1, 0, 1, None
        for seat, p in self.places.items():
            p.folded, p.spoke, p.word, p.open = False, False, "", self._cards(seat, cards) if p.name else []
            p.staked = 1 if p.name else 0
            p.stack -= p.staked
            self.pot += p.staked
        self.turn = self._first()
        self._happened(f"── Mão {self.hand} · Stick de Cinco ──")

    def end(self) -> None:
        """Everybody level: the verdict."""
        self.turn = None
        hands = tuple(
            ShownHandView(
                s,
                p.name or s,
                tuple(CardView(c, True, best=i < 5) for i, c in enumerate([*p.open, "Ac", SECRET, "7s", "Kd"])),
                words,
                winner=s == "2",
            )
            for (s, p), words in zip(
                ((s, p) for s, p in self.places.items() if p.name and not p.folded),
                itertools.cycle(("Rei alto", "par de Ases, com Nove e Sete", "par de Damas", "Ás alto")),
                strict=False,
            )
        )
        self.verdict = VerdictView(
            f"Bia leva o montão: {self.pot}",
            "Par de Ases vence par de Damas.",
            "R-042",
            (PotView(self.pot, ("2",), {"2": self.pot}, "maior jogo"),),
            hands,
            False,
        )
        self._happened("Virem as cartas.")

    def speak(self, value: str, amount: int | None = None) -> None:
        """The seat whose turn it is says a word, without a phone."""
        choice = self._choice(self.turn) if self.turn else None
        assert choice is not None
        owed = choice.to_call if value == "cubro" else amount
        tap = Tap(f"spoken-{self.seq}", choice.decision, self.seq, value, owed)
        asyncio.get_running_loop().create_task(self.tap(Recipient("host"), tap))

    def skip(self) -> None:
        """Let everybody up to seat 3 cover."""
        if self.turn and self.turn != "3":
            self.speak("cubro")

    def raise_quietly(self) -> None:
        """Somebody puts in 20 more and no screen is told."""
        self.level, self.pot = self.level + 20, self.pot + 20

    def swap(self, a: str, b: str) -> None:
        """Two people change places."""
        keys = {s: self.keys.get(s, f"p{s}") for s in (a, b)}
        self.keys |= {a: keys[b], b: keys[a]}
        self.places[a], self.places[b] = self.places[b], self.places[a]
        self.touch()

    def put(self, **fields: Any) -> None:
        """Change fields and publish."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.touch()

    def touch(self) -> None:
        """Publish without a fact."""
        self.version += 1
        for waiter in self._waiters:
            waiter.set()

    # --- inside ----------------------------------------------------------------------------------------------------

    def _remember(self, tap: Tap) -> TapResult:
        self.done[tap.id] = TapResult(True, "taken", "", seq=self.seq)
        return self.done[tap.id]

    def _happened(self, line: str) -> None:
        self.seq += 1
        self.since = datetime.now(UTC).isoformat()
        self.log.append(line)
        self.touch()

    def _seated(self) -> int:
        return sum(p.name is not None for p in self.places.values())

    def _cards(self, seat: str, count: int) -> list[str]:
        more = [r + "shdc"[int(seat) % 4] for r in "7869TJQK"]
        return [*OPEN.get(seat, ()), *more][:count]

    def _first(self) -> str:
        rank = "23456789TJQKA".index
        return max(
            (s for s, p in self.places.items() if p.name and not p.folded),
            key=lambda s: rank(OPEN.get(s, ("7h",))[0][0]),
        )

    def _next(self, seat: str) -> None:
        order = list(self.places)
        at = order.index(seat)
        left = [s for s in order[at + 1 :] + order[: at + 1] if self.places[s].name and not self.places[s].folded]
        self.turn = next((s for s in left if not self.places[s].spoke), None)
        if self.turn is None or len(left) == 1:
            self.end()

    def _seat(self, seat: str) -> SeatView:
        p = self.places[seat]
        up = tuple(CardView(c, True, best=self.verdict is not None and seat == "2") for c in p.open)
        shut = (CardView(SECRET, False),) if p.open else ()  # the pages must drop this face by themselves
        return SeatView(
            seat, p.name, p.stack, p.staked, shut + up, bool(p.open), p.folded, p.name is not None and p.stack == 0,
            seat == "4" and self.hand > 0, self.turn == seat, self.here[seat] > 0, p.word,
        )  # fmt: skip

    def _choice(self, seat: str) -> ChoiceView | None:
        if self.other is not None and self.other.seat == seat:
            return self.other
        if seat != self.turn:
            return None
        p = self.places[seat]
        owed = self.level - p.staked
        chips = (5, 10, 20)
        if owed:
            words = (
                OptionView("cubro", f"Cubro {owed}", amount=owed),
                OptionView("repico", "Repico", min=1, max=p.stack - owed, presets=chips),
                OptionView("saio", "Saio", danger=True),
            )
        else:
            words = (
                OptionView("mesa", "Mesa"),
                OptionView("aposto", "Aposto", min=1, max=p.stack, presets=chips),
                OptionView("saio", "Saio", danger=True),
            )
        why = "Fala a maior carta aberta; depois segue pela esquerda."
        prompt = f"{owed} para cobrir" if owed else "Sua palavra?"
        return ChoiceView(f"{self.hand}.{seat}.{self.level}.{self.pot}", seat, "act", prompt, why, words, owed)

    def _host(self) -> HostView:
        choice = self._choice(self.turn) if self.turn else None
        actions = [OptionView("void_hand", "Anular a mão", danger=True)] if self.turn else []
        if self.verdict:
            actions.insert(0, OptionView("confirm_verdict", f"Confirmar: {self.verdict.headline}"))
        if not self.turn and not self.verdict:
            actions.append(OptionView("start_hand", "Começar a mão"))
        games = (OptionView("stick5", "Stick de Cinco"), OptionView("stickao", "Stickão"))
        asked = (self.asked,) if self.asked else ()
        undo = tuple(reversed(self.log[1:][-4:]))
        return HostView((choice,) if choice else (), asked, undo, tuple(actions), games, (), self.waiting)
