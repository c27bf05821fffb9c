"""The one loop: a sighting, a tap or a host's word becomes a fact if the engine agrees, then everybody is told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from assistant import choosing, hosting_table, people, projection
from assistant.asking import Asking, TableMachine
from assistant.bank import corrections
from assistant.bank.ledger import BooksFold
from assistant.bank.state import Line
from assistant.engine.choices import Choice
from assistant.engine.hand import HAND_FACTS, HandState, fold, start_hand
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, ORDERS_ID, build
from assistant.facts import (
    Acted,
    Asked,
    CardDealt,
    CardTurned,
    ChipsCounted,
    Chosen,
    Contested,
    Corrected,
    CountOffered,
    DeviceChanged,
    Fact,
    HandStarted,
    Payload,
    Seat,
    TableOpened,
    encode_payload,
)
from assistant.journal import BookCheck, Draft, JournalMoved, Person, StorageUnavailable, TableLog, Verification
from assistant.leaving import Leaving
from assistant.narrator import narrate, refusal_text
from assistant.next_hand import next_hand
from assistant.phrases import DEFAULT, LANGUAGES, say
from assistant.reconcile import Doubt, SeenZone, held_in_hand, reconcile
from assistant.table import TableState, apply, with_books
from assistant.turn_clock import TurnClock
from assistant.views import DeviceView, OptionView, RuleView, ScreenView, Tap, TapResult
from assistant.web.port import JoinResult, Recipient

Listener = Callable[[TableState, Fact, TableState], None]
MOVED_TRIES = 3
PRIZES = "premiacao"  # the variation of a table that has agreed on prizes
# facts that name the frame that decided them
PICTURED = (CardDealt, CardTurned, Corrected, Contested, ChipsCounted, CountOffered)
SHOWS_A_FACE = (CardTurned, Corrected, Contested)  # of these a fresh frame is kept when a person enters them


@dataclass(frozen=True)
class Opening:
    """What a new table starts with; an existing one keeps what it was opened with."""

    table: str
    seats: tuple[Seat, ...]
    game: str
    pingo: int = 1
    cacife_chips: int = 200
    cacife_centavos: int = 5000
    smallest_chip: int = 1
    deck: str | None = None
    options: Mapping[str, Any] | None = None
    language: str = DEFAULT


@dataclass(frozen=True)
class Outcome:
    """What became of a proposal: the facts written, or why not."""

    facts: tuple[Fact, ...] = ()
    refusal: Refusal | None = None
    storage: str | None = None  # phrase code when the journal could not be written

    @property
    def ok(self) -> bool:
        """Whether the facts are on disk."""
        return self.refusal is None and self.storage is None


class Session:
    """One table, live; every method runs on one asyncio loop, and only this class appends facts."""

    def __init__(self, log: TableLog, opening: Opening, *, clock: Callable[[], datetime] | None = None) -> None:
        self._log = log
        self.opening = opening
        self._clock = clock or (lambda: datetime.now(UTC))
        self._lock = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._listeners: list[Listener] = []
        self._presence: Counter[Seat] = Counter()
        self.facts: list[Fact] = []
        self.books = BooksFold()
        self.known: Callable[[], Sequence[Person]] = tuple  # everybody who ever sat at a table of this database
        self.whispers: dict[str, Callable[[Recipient], Any]] = {}  # more for a recipient's screen, by name
        self.entries: list[tuple[int, Line]] = []  # as the journal wrote them: number of the fact, line
        self.robots: set[Seat] = set()  # scripted players, whose seats a person may take over
        self.language = opening.language
        self._taps: dict[str, Fact] = {}
        self._asked: set[tuple[int, str]] = set()
        self._story: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
        self.state = TableState()
        for fact in log.read():
            self._take(fact)
        self.version = 1
        self.game = opening.game
        self.devices: dict[str, DeviceView] = {}
        self.doubts: dict[str, Doubt] = {}
        self.extras: dict[str, Callable[[], Any]] = {}  # what other parts of the house add to every screen
        self.join_url: str | None = None
        self.turn_since: str | None = None
        self.turn_clock = TurnClock(self)
        self.asking = Asking(self)  # what devices ask of people
        self.leaving = Leaving(self)
        self.machine: TableMachine | None = None  # the dealer machine, where there is one
        self._pictures: Callable[[str], bytes | None] = lambda name: None
        self._evidence: Callable[[], Awaitable[tuple[str, ...]]] = _no_evidence

    # --- life ------------------------------------------------------------------------------------------------------

    async def open(self) -> Outcome:
        """Write the table's first fact if it has none; an existing night goes on where it was."""
        o = self.opening
        options = {"smallest_chip": o.smallest_chip, "pingo": o.pingo, **(o.options or {})}
        first = TableOpened(o.table, o.seats, o.cacife_chips, o.cacife_centavos, options)
        return Outcome() if self.facts else await self.propose(first, source="table")

    def listen(self, listener: Listener) -> None:
        """Call ``listener(before, fact, after)`` after each fact, on the loop."""
        self._listeners.append(listener)

    def use_pictures(self, pictures: Callable[[str], bytes | None]) -> None:
        """Where pictures of doubts come from."""
        self._pictures = pictures

    def use_evidence(self, evidence: Callable[[], Awaitable[tuple[str, ...]]]) -> None:
        """Where the names of a fresh frame come from, for facts that people enter."""
        self._evidence = evidence

    async def publish(self) -> None:
        """Tell every screen that something changed."""
        async with self._changed:
            self.version += 1
            self._changed.notify_all()

    # --- facts -----------------------------------------------------------------------------------------------------

    async def propose(self, *payloads: Payload, source: str, **more: Any) -> Outcome:
        """Ask the engine, then write all payloads or none; raises nothing: a refusal or a full disk is an Outcome.

        ``pictures`` are the names of the frame that decided, ``hand`` the hand meant where it is not the present one.
        """
        if source != "camera" and any(isinstance(p, SHOWS_A_FACE) for p in payloads):
            more.setdefault("pictures", await self._evidence())
        return await self.propose_made(lambda: payloads, source=source, **more)

    async def propose_made(
        self,
        make: Callable[[], Sequence[Payload] | Refusal],
        *,
        source: str,
        tap: str | None = None,
        certainty: int = 1_000_000,
        pictures: Sequence[str] = (),
        hand: int | None = None,
    ) -> Outcome:
        """The same with payloads made when the journal is free: two taps at once never spend the same room."""
        async with self._lock:
            for attempt in range(MOVED_TRIES):
                if tap is not None and tap in self._taps:  # its answer was lost, or it travelled twice
                    return Outcome(facts=(self._taps[tap],))
                payloads = make()
                refusal = payloads if isinstance(payloads, Refusal) else self._refusal(payloads)
                if isinstance(payloads, Refusal) or refusal is not None:
                    return Outcome(refusal=refusal)
                drafts = self._drafts(payloads, source, tap, certainty, tuple(pictures), hand)
                try:
                    written = await asyncio.to_thread(self._log.append, drafts, self._clock(), self.state.seq)
                    break
                except JournalMoved:  # `fala bank`, or facts of a commit whose answer was lost: read on, ask again
                    if attempt == MOVED_TRIES - 1:
                        return Outcome(storage="locked")
                    await self._catch_up()
                except StorageUnavailable as e:
                    self.devices["disk"] = DeviceView("disk", False, "disk")
                    await self.publish()
                    return Outcome(storage=e.code)
            self.devices.pop("disk", None)
            for fact in written:
                self._tell(fact)
        await self.publish()
        return Outcome(facts=written)

    def _drafts(
        self,
        payloads: Sequence[Payload],
        source: str,
        tap: str | None,
        certainty: int,
        pictures: tuple[str, ...],
        meant: int | None,
    ) -> list[Draft]:
        number = self.state.hand_number if meant is None else meant
        drafts = []
        for p in payloads:
            number = p.number if isinstance(p, HandStarted) else number
            banks = isinstance(p, Corrected) and self._is_banked(p.fact)
            hand = number if number and _belongs_to_hand(p) and not banks else None
            shown = pictures if isinstance(p, PICTURED) else ()
            drafts.append(Draft(p, source, hand, certainty, tap, shown))
            tap = None  # a tap names one fact
        return drafts

    async def _catch_up(self) -> None:
        """Fold what others wrote to this table's journal since the last fact known here."""
        for fact in await asyncio.to_thread(lambda: list(self._log.read(self.state.seq))):
            self._tell(fact)

    def _tell(self, fact: Fact) -> None:
        before = self._take(fact)
        for listener in self._listeners:
            listener(before, fact, self.state)

    def _take(self, fact: Fact) -> TableState:
        """Fold one written fact; returns the state before it."""
        self.entries.extend((fact.seq, line) for line in self.books.apply(fact))
        before, self.state = self.state, with_books(apply(self.state, fact), self.books.state)
        self.facts.append(fact)
        if fact.tap is not None:
            self._taps[fact.tap] = fact
        if _speaking(before) != _speaking(self.state):
            self.turn_since = fact.at
        for lang, lines in self._story.items():
            if isinstance(fact.payload, HandStarted):
                lines.clear()
            lines.extend(narrate(before, fact, self.state, lang))
        return before

    def _refusal(self, payloads: Sequence[Payload]) -> Refusal | None:
        hand = self.state.hand
        for p in payloads:
            if isinstance(p, HandStarted):
                if self.state.in_hand:
                    return Refusal("hand_in_progress")
                started = start_hand(p)
                if isinstance(started, Refusal):
                    return started
                hand = started
            elif isinstance(p, Corrected):
                refusal = self._correction_refusal(p)
                if refusal is not None:
                    return refusal
            elif _belongs_to_hand(p) and not isinstance(p, Asked):
                if hand is None or hand.over:
                    return Refusal("no_hand")
                after = hand.apply(p)
                if isinstance(after, Refusal):
                    return after
                hand = after
        return None

    def _correction_refusal(self, p: Corrected) -> Refusal | None:
        if self._is_banked(p.fact):
            return corrections.refusal(self.books, self.facts, p)
        facts = self.state.hand_facts
        if not any(seq == p.fact for seq, _ in facts):  # of a hand before, where a contest was resolved
            facts = next((old for old in self.state.past.values() if any(s == p.fact for s, _ in old)), ())
        if not facts or (facts is not self.state.hand_facts and self.state.in_hand):
            return Refusal("correction_not_in_hand", {"fact": p.fact})
        first = facts[0][0]
        if p.fact == first:
            return Refusal("correction_first_fact", {"fact": p.fact})
        return None

    def _is_banked(self, seq: int) -> bool:
        return 1 <= seq <= len(self.facts) and isinstance(self.facts[seq - 1].payload, corrections.BANKED)

    # --- the camera ------------------------------------------------------------------------------------------------

    async def see(self, zones: Mapping[Seat, SeenZone], pictures: Sequence[str] = ()) -> None:
        """One table view: what agrees with the hand is taken by itself, what does not becomes a question.

        ``pictures`` name the frame behind the view, as facts do.
        """
        number = self.state.hand_number
        if self.machine is not None:
            self.machine.saw(zones)
            if not await self.machine.settled() or self.state.hand_number != number:
                return  # while a card came, another hand may have begun: what lay there was the last one's
        for _ in range(4):  # a view may hold two deals at once (closed, then open)
            hand = self.state.hand
            if hand is None or hand.over or self.state.paused:
                await self._set_doubts(())
                return
            found = reconcile(hand, zones)
            payloads = found.payloads or held_in_hand(hand, zones)
            if self.machine is not None and self.machine.deals:
                payloads = tuple(p for p in payloads if not isinstance(p, CardDealt) or p.up)
            if payloads:
                outcome = await self.propose(*payloads, source="camera", certainty=998_000, pictures=pictures)
                if outcome.ok:
                    continue
                if outcome.refusal is not None and len(payloads) > 1:  # one bad card does not hold the others back
                    for p in payloads:
                        await self.propose(p, source="camera", certainty=998_000, pictures=pictures)
            await self._set_doubts(found.doubts)
            return

    async def _set_doubts(self, doubts: Sequence[Doubt]) -> None:
        new = {d.key: d for d in doubts}
        if new == self.doubts:
            return
        for key, doubt in new.items():
            asked = (self.state.hand_number, key)
            if asked not in self._asked:  # a doubt that comes and goes is one question
                self._asked.add(asked)
                if self.state.hand_number:
                    await self.propose(Asked(question=key, seat=doubt.seat, code=doubt.code), source="camera")
        self.doubts = new
        await self.publish()

    def show_device(self, name: str, state: str) -> None:
        """A device that is well from the start: shown, but no event of the night."""
        self.devices[name] = DeviceView(name, True, state)

    async def device(self, name: str, ok: bool, state: str, since: float | None = None) -> None:
        """A camera or dealer changed state; said once per change and recorded. ``since``: see DeviceView."""
        was = self.devices.get(name)
        if was is not None and was.ok == ok and was.text == state:
            return
        self.devices[name] = DeviceView(name, ok, state, since)
        await self.propose(DeviceChanged(device=name, state=state), source="table")

    # --- what the pages ask (TablePort) ---------------------------------------------------------------------------

    def view(self, to: Recipient) -> ScreenView:
        """The present state as this recipient may see it."""
        return projection.screen(self, to)

    async def changed(self, version: int) -> int:
        """Wait until the version differs; returns the new one."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.version != version)
            return self.version

    def connected(self, seat: Seat) -> bool:
        """Whether a phone of this seat is listening."""
        return self._presence[seat] > 0

    def presence(self, seat: str, connected: bool) -> None:
        """A phone of this seat opened or lost its stream."""
        before = self.connected(seat)
        if connected and not before:
            self.turn_clock.returned(seat)
        self._presence[seat] = max(0, self._presence[seat] + (1 if connected else -1))
        if before != self.connected(seat):
            asyncio.get_running_loop().create_task(self.publish())

    def owners(self) -> Mapping[str, str]:
        """Who sits where, as a key that is one person's alone."""
        return {seat: f"{p.player}/{p.name}" for seat, p in self.state.players.items()}

    def rules(self, lang: str) -> tuple[RuleView, ...]:
        """Every house rule in words, for the host."""
        return hosting_table.rules(self, lang)

    def variations(self, game: str, lang: str) -> tuple[OptionView, ...]:
        """What may be laid over a game for one hand."""
        return hosting_table.variations(game, lang)

    def picture(self, to: Recipient, name: str) -> bytes | None:
        """A JPEG of a doubt, for the host alone."""
        return self._pictures(name) if to.role == "host" else None

    async def join(self, name: str, seat: str, cacifes: int, language: str) -> JoinResult:
        """Seat a person; see `assistant.people` for what is sold with it."""
        return await people.join(self, name, seat, cacifes, language)

    async def tap(self, to: Recipient, tap: Tap) -> TapResult:
        """A player's answer to the choice put to him; stale only when the decision changed, taken once per id."""
        lang = to.language
        known = self._taps.get(tap.id)
        if known is not None:
            return TapResult(True, "again", say(lang, "table.tap_again"), seq=known.seq)
        if self.state.paused:
            return TapResult(False, "paused", say(lang, "table.paused_tap"), seq=self.state.seq)
        choice = choosing.choice_for(self, to, tap.decision)
        if choice is None:
            now = choosing.own_choice(self, to)
            text = say(lang, "table.stale_call", amount=now.to_call) if now else say(lang, "table.stale")
            allowed = tuple(o.value for o in now.options) if now else ()
            return TapResult(False, "stale", text, allowed, self.state.seq)
        payload = _answer(choice, tap)
        who = f"seat:{choice.seat}" if to.role == "player" else "host"
        return self.result(await self.propose(payload, source=who, tap=tap.id), lang)

    async def host(self, tap: Tap) -> TapResult:
        """A host's word; see `assistant.hosting` for the list."""
        from assistant.hosting import host_action

        known = self._taps.get(tap.id)
        if known is not None:
            return TapResult(True, "again", say("pt-BR", "table.tap_again"), seq=known.seq)
        return await host_action(self, tap)

    def result(self, outcome: Outcome, lang: str) -> TapResult:
        """An outcome as the answer to a tap, in words."""
        if outcome.ok:
            return TapResult(True, "taken", "", seq=self.state.seq)
        code = outcome.refusal.code if outcome.refusal else (outcome.storage or "refused")
        allowed = tuple(a.what for a in outcome.refusal.allowed) if outcome.refusal else ()
        return TapResult(False, code, self.words(outcome, lang), allowed, self.state.seq)

    def words(self, outcome: Outcome, lang: str) -> str:
        if outcome.refusal is not None:
            return refusal_text(outcome.refusal, lang)
        return say(lang, f"storage.{outcome.storage}")

    # --- hands -------------------------------------------------------------------------------------------------------

    def next_hand(
        self, game: str | None = None, variations: Sequence[str] = (), *, practice: bool = False
    ) -> HandStarted | Refusal:
        """The fact that would start the next hand, or why none can begin; "stick5+leilao" is a game and a variation."""
        game, *more = (game or self.game).split("+")
        over = (*more, *variations)
        if self.books.state.prizes and not practice and PRIZES not in over:  # where the game can be played for them
            prized = next_hand(self.state, game, (*over, PRIZES), self.opening.deck)
            if not isinstance(prized, Refusal):
                return prized
        return next_hand(self.state, game, over, self.opening.deck, practice=practice)

    def story(self, lang: str) -> tuple[str, ...]:
        """The present (or last) hand in words so far."""
        return tuple(self._story[lang])

    def fact(self, seq: int) -> Fact:
        """The fact of that number; raises KeyError."""
        if not 1 <= seq <= len(self.facts):
            raise KeyError(seq)
        return self.facts[seq - 1]

    def games(self, lang: str) -> tuple[OptionView, ...]:
        """Every game the host may start, as options."""
        orders = build(ORDERS_ID)  # "quem dá manda": people look for it among the games
        every = (*GAMES.values(), *(() if isinstance(orders, Refusal) else (orders,)))
        return tuple(OptionView(v.id, v.name_en if lang == "en" else v.name_pt) for v in every)

    def game_name(self, lang: str) -> str:
        """The name of the table's usual game."""
        game, *more = self.game.split("+")
        variant = build(game, more)
        if isinstance(variant, Refusal):
            return self.game
        return variant.name_en if lang == "en" else variant.name_pt

    def check(self) -> tuple[BookCheck, Verification]:
        """Books rebuilt from the journal against books written, and the chain verified."""
        return self._log.check_books(), self._log.verify()

    def refolded(self, correction: Corrected) -> Refusal | None:
        """Why the present hand would not have allowed what a correction says; None when it would."""
        refusals = dict(fold((*self.state.hand_facts, (self.state.seq + 1, correction))).misfits)
        return refusals.get(correction.fact)

    def correction(self, seq: int, payload: Payload | None, by: str) -> Corrected:
        """The fact that replaces fact ``seq`` by ``payload`` (or voids it)."""
        return Corrected(fact=seq, payload=encode_payload(payload) if payload else None, confirmed_by=(by,))


async def _no_evidence() -> tuple[str, ...]:
    return ()


def _belongs_to_hand(p: Payload) -> bool:
    return isinstance(p, (*HAND_FACTS, HandStarted, Corrected, Asked))


def _speaking(state: TableState) -> tuple[str, ...]:
    hand: HandState | None = state.hand
    return tuple(c.seat for c in hand.choices) if hand else ()


def _answer(choice: Choice, tap: Tap) -> Payload:
    """The fact a tap proposes: a betting word, or the answer to another kind of choice."""
    if choice.kind == "act":
        return Acted(seat=choice.seat, verb=tap.value, amount=tap.amount)
    value: Any = tap.value
    if choice.kind == "pick_cards":
        value = list(tap.places)
    elif choice.kind in ("number", "secret_amount"):
        value = tap.amount
    elif choice.kind == "yes_no":
        value = tap.value == "yes"
    elif choice.kind == "ready":
        value = True
    return Chosen(seat=choice.seat, choice=choice.kind, value=value)


__all__ = ["Opening", "Outcome", "Session"]
