"""The bank of one running table: every act that a phone may ask for, done on the session's loop.

Whatever is asked becomes facts, also what is only open: a restart in the middle of a vote forgets no answer.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant import people
from assistant.bank import corrections, desk
from assistant.bank.counts import last_counts
from assistant.bank.export import as_csv, as_page
from assistant.bank.money import MoneyError, parse_brl
from assistant.bank.night import Night, nights
from assistant.bank.offers import ChipCounter, CountOffer, Keep, offer
from assistant.bank.pix import KINDS, PixError, pix_key
from assistant.bank.profiles import Profile, Profiles, ProfilesDamaged
from assistant.bank.report import refusal_text
from assistant.bank.settle import closing
from assistant.bank.state import BooksState
from assistant.banking import ending
from assistant.banking import view as views
from assistant.banking.pending import Pending
from assistant.banking.votes import Vote
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import (
    HOUSE,
    Corrected,
    CountDropped,
    CountingAsked,
    CountOffered,
    Fact,
    Payload,
    TransferPaid,
    VoteAnswered,
    VoteDropped,
    VotePut,
    encode_payload,
)
from assistant.phrases import say
from assistant.views import BankTap, Tap, TapResult
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

Kept = Callable[[str], bytes | None]
Make = Callable[[], Sequence[Payload] | Refusal]
HOST_ACTS = frozenset(
    {"chips", "prizes", "cacife", "closing", "settle", "difference", "pot", "drop_vote", "undo", "new_night"}
)


class Bank:
    """What is asked of the bank, and what stands open at it."""

    def __init__(self, session: Session, profiles: Profiles) -> None:
        self.session = session
        self.profiles = profiles
        self.counter: ChipCounter | None = None
        self._keep: Keep | None = None
        self._kept: Kept = lambda name: None
        self._pending = Pending()
        self._read = 0  # entries of the session that were folded already
        self._nights: tuple[int, tuple[Night, ...]] = (-1, ())
        session.whispers["bank"] = lambda to: views.whisper(self, to)
        for fact in session.facts:
            self._fold(fact)
        session.listen(lambda before, fact, after: self._fold(fact))

    def _fold(self, fact: Fact) -> None:
        lines = []
        entries = self.session.entries
        while self._read < len(entries) and entries[self._read][0] <= fact.seq:
            lines.append(entries[self._read][1])
            self._read += 1
        self._pending.fold(fact, lines)

    def use_pictures(self, kept: Kept) -> None:
        """Where pictures of counts are found again by name, also those from before a restart."""
        self._kept = kept

    def use_counter(self, counter: ChipCounter, keep: Keep) -> None:
        """Count stacks by camera from now on; ``keep`` stores the picture that shows them and names it."""
        self.counter, self._keep = counter, keep

    @property
    def closing(self) -> bool:
        """Whether the host asked everybody to count."""
        return self._pending.closing

    @property
    def vote(self) -> Vote | None:
        """What the table is voting on."""
        return self._pending.vote

    @property
    def offers(self) -> Mapping[str, CountOffer]:
        """Counts by camera that nobody took yet, by seat."""
        return self._pending.offers

    @property
    def books(self) -> BooksState:
        """The books now."""
        return self.session.books.state

    # --- what people see -------------------------------------------------------------------------------------------

    def view(self, to: Recipient) -> dict[str, Any]:
        """Everything the bank's sheet of this recipient draws; see `assistant.banking.view`."""
        return views.bank_view(self, to)

    def code(self, to: Recipient, payment: int) -> str | None:
        """The Pix code of a payment still open, for who pays, who receives and the host; None for others."""
        return ending.code_of(self, to, payment)

    def picture(self, to: Recipient, seat: str) -> bytes | None:
        """The picture behind a camera's offer, for that seat and the host."""
        found = self.offers.get(seat)
        if found is None or not (to.role == "host" or (to.role == "player" and to.seat == seat)):
            return None
        return self._kept(found.picture) if found.picture else None

    async def night(self, form: str, number: int | None, lang: str) -> bytes | None:
        """A night as "csv", "html" or "png" (the last one without number); None when there is none."""
        return await asyncio.to_thread(self._night, form, number, lang, list(self.session.facts))

    def _night(self, form: str, number: int | None, lang: str, facts: list[Fact]) -> bytes | None:
        seq = facts[-1].seq if facts else 0
        if self._nights[0] != seq:
            self._nights = (seq, nights(facts))
        found = self._nights[1]
        if not found or (number is not None and not 1 <= number <= len(found)):
            return None
        night = found[-1 if number is None else number - 1]
        if form == "png":
            from assistant.bank.picture import as_png  # OpenCV: only when a picture is wanted

            return as_png(night, lang)
        return (as_csv(night) if form == "csv" else as_page(night, lang)).encode()

    # --- what people ask -------------------------------------------------------------------------------------------

    async def tap(self, to: Recipient, tap: BankTap) -> TapResult:
        """Do what was asked; every answer says in words what happened or why not."""
        lang = to.language
        if to.role not in ("player", "host") or (to.role != "host" and tap.act in HOST_ACTS):
            return self._no("no_right", lang)
        seat = tap.seat or to.seat or ""
        if to.role == "player" and seat != to.seat:
            return self._no("no_right", lang)
        match tap.act:
            case "camera":
                return await self._camera(to, seat, tap)
            case "camera_drop":
                offered = self.offers.get(seat)
                if offered is None:
                    return self._no("offer_gone", lang)
                return await self._write(CountDropped(offered.id), to, tap)
            case "camera_accept":
                return await self._accept(to, seat, tap)
            case "closing":
                return await self._write(CountingAsked(bool(tap.number)), to, tap)
            case "difference" | "pot":
                return await self._propose(to, tap)
            case "drop_vote":
                if self.vote is None:
                    return self._no("no_vote", lang)
                return await self._write(VoteDropped(self.vote.id), to, tap, "vote_dropped")
            case "agree":
                return await self._agree(to, seat, tap)
            case "fix":  # number = the fact, text = void, restore or change; amounts["number"] or money = what it was
                return await self._fixed(to, tap)
            case "leave":
                return await people.see_off(self.session, seat, self._tap(tap), self._source(to), lang)
        make = self._maker(to, seat, tap)
        if make is None:
            return self._no("unknown", lang)
        return await self._propose_facts(make, to, tap)

    def _maker(self, to: Recipient, seat: str, tap: BankTap) -> Make | None:
        """How the facts of an act are made when the journal is free; None for an act that does not exist."""
        books = self.session.books
        player = books.state.seats.get(seat, "")

        def one(answer: Payload | Refusal) -> Sequence[Payload] | Refusal:
            return answer if isinstance(answer, Refusal) else (answer,)

        match tap.act:
            case "buy":  # number = cacifes, amounts["chips"] = what the phone showed
                return lambda: one(self._bought(seat, tap))
            case "answer":  # number = the purchase, text = yes or no
                return lambda: one(desk.answer_purchase(books.state, tap.number or 0, player, tap.text == "yes"))
            case "undo":  # number = the purchase
                return lambda: self._undone(tap.number or 0)
            case "count":  # number = chips, or amounts = pieces by colour
                return lambda: one(desk.count(books.state, seat, tap.number, tap.amounts))
            case "claim":
                return lambda: self._claimed()
            case "expense":  # who = the payer, "house", or payer:receiver; text = what, money, amounts = who shares it
                return lambda: one(self._expense(tap))
            case "received":  # who = payer:receiver
                return lambda: one(self._received(to, tap))
            case "chips":  # amounts = what a piece of each colour is worth
                return lambda: one(desk.agree_chips(books.state, tap.amounts))
            case "prizes":
                return lambda: one(desk.agree_prizes(books.state, tap.amounts))
            case "settle":
                return lambda: closing(books.state, last_counts(books.state))
            case "cacife":  # number = chips, money = what they cost
                return lambda: self._cacife(tap)
            case "new_night":
                return lambda: people.new_night(self.session)
        return None

    async def _write(self, fact: Payload, to: Recipient, tap: BankTap, code: str = "", **more: Any) -> TapResult:
        """Record one fact that no rule stands against, and answer with a sentence."""
        result = await self._propose_facts(lambda: (fact,), to, tap, **more)
        return replace(result, text=say(to.language, f"banking.{code}")) if result.ok and code else result

    async def _propose_facts(self, make: Make, to: Recipient, tap: BankTap, **more: Any) -> TapResult:
        outcome = await self.session.propose_made(make, source=self._source(to), tap=tap.id, **more)
        return self.session.result(outcome, to.language)

    def _bought(self, seat: str, tap: BankTap) -> Payload | Refusal:
        bought = desk.buy(self.books, seat, tap.number)
        wanted = tap.amounts.get("chips")
        if isinstance(bought, Refusal) or wanted is None or wanted == bought.chips:
            return bought
        allowed = Allowed("cacifes", bought.cacifes, bought.cacifes)
        return Refusal("price_changed", {"chips": bought.chips}, (allowed,), "R-196")

    def _cacife(self, tap: BankTap) -> Sequence[Payload] | Refusal:
        try:
            return people.set_cacife(self.session, tap.number or 0, parse_brl(tap.money))
        except MoneyError as e:
            return Refusal(f"money_{e.code}", {}, (Allowed("money", low=0),), "R-191")

    def _undone(self, fact: int) -> Sequence[Payload] | Refusal:
        refusal = desk.undo_purchase(self.books, fact)
        return refusal if refusal is not None else (Corrected(fact, None, ("host",)),)

    async def _fixed(self, to: Recipient, tap: BankTap) -> TapResult:
        """Correct what stands in the night's book; by the host, a payment marked as received also by its receiver."""
        seq = tap.number or 0
        facts = self.session.facts
        written = facts[seq - 1].payload if 1 <= seq <= len(facts) else None
        own = self.books.seats.get(to.seat or "")
        if to.role != "host" and not (isinstance(written, TransferPaid) and written.receiver == own):
            return self._no("no_right", to.language)

        def make() -> Sequence[Payload] | Refusal:
            new: Payload | Refusal | None = None
            if tap.text == "restore":
                new = None if written is None else corrections.bare(written)
            elif tap.text != "void":
                new = self._amended(seq, tap)
            if isinstance(new, Refusal):
                return new
            return (Corrected(seq, None if new is None else encode_payload(new), (self._source(to),)),)

        result = await self._propose_facts(make, to, tap)
        return replace(result, text=say(to.language, "banking.fix_done")) if result.ok else result

    def _amended(self, seq: int, tap: BankTap) -> Payload | Refusal:
        money = None
        if tap.money.strip():
            try:
                money = parse_brl(tap.money)
            except MoneyError as e:
                return Refusal(f"money_{e.code}", {}, (Allowed("money", low=1),), "R-190")
        facts = self.session.facts
        return corrections.changed(self.session.books, facts, seq, number=tap.amounts.get("number"), money=money)

    def _claimed(self) -> Sequence[Payload] | Refusal:
        paid = views.claim(self)
        return (paid,) if paid is not None else Refusal("no_prize", {}, desk.NOTHING, "R-200")

    def _expense(self, tap: BankTap) -> Payload | Refusal:
        """An expense in equal parts, or a deal between two (who = payer:receiver)."""
        try:
            centavos = parse_brl(tap.money)
        except MoneyError as e:
            return Refusal(f"money_{e.code}", {}, (Allowed("money", low=1),), "R-190")
        payer, _, receiver = (tap.who or HOUSE).partition(":")
        if receiver:
            return desk.side_deal(self.books, tap.text, payer, receiver, centavos)
        return desk.expense(self.books, tap.text, payer, centavos, tuple(tap.amounts))

    def _received(self, to: Recipient, tap: BankTap) -> Payload | Refusal:
        payer, _, receiver = tap.who.partition(":")
        own = self.books.seats.get(to.seat or "")
        if to.role != "host" and own != receiver:
            return Refusal("not_receiver", {}, desk.NOTHING, "R-213")
        return desk.received(self.books, payer, receiver, ending.open_payments(self))

    async def set_profile(self, to: Recipient, kind: str, key: str, name: str, city: str) -> TapResult:
        """Keep where this player is paid, or forget it when the key is empty; never a fact, never in a log."""
        player = self.books.seats.get(to.seat or "")
        if to.role != "player" or player is None:
            return self._no("no_profile", to.language)
        try:
            if key.strip():
                known = next((k for k in KINDS if k == kind), None)
                profile = Profile(pix_key(key, known), " ".join(name.split()), " ".join(city.split()))
                await asyncio.to_thread(self.profiles.put, player, profile)
            else:
                await asyncio.to_thread(self.profiles.forget, player)
        except PixError as e:
            return TapResult(False, e.code, say(to.language, f"bank.pix.{e.code}"), seq=self.session.state.seq)
        except ProfilesDamaged:
            return self._no("profile_damaged", to.language)
        except OSError:
            return self._no("profile_disk", to.language)
        return await self._said("profile_saved" if key.strip() else "profile_forgotten", to.language)

    # --- a count by camera -----------------------------------------------------------------------------------------

    async def _camera(self, to: Recipient, seat: str, tap: BankTap) -> TapResult:
        """Look at a stack and put what was seen to the table; between hands only, cards may lie there otherwise."""
        lang, player = to.language, self.books.seats.get(seat)
        if self.counter is None or self._keep is None or player is None:
            return self._no("no_camera", lang)
        if self.session.state.in_hand:
            return self._no("camera_in_hand", lang)
        seen = await self.counter.count_stack(seat)
        name = "" if seen.picture is None else await self._keep(seen.picture)
        made = offer(secrets.token_hex(8), seat, self.books.values, seen, name)
        if isinstance(made, Refusal):
            return self._refused(made, lang)
        offered = CountOffered(made.id, seat, player, made.chips, dict(made.pieces), made.doubtful, made.problem)
        return await self._write(offered, to, tap, pictures=(name,) if name else (), certainty=made.certainty)

    async def _accept(self, to: Recipient, seat: str, tap: BankTap) -> TapResult:
        """One tap makes a sure offer a count, with its picture; whoever moved a chip meanwhile makes it stale."""
        found = self.offers.get(seat)
        if found is None or found.id != tap.text:
            return self._no("offer_gone", to.language)
        if not found.sure:
            return self._no("offer_doubtful", to.language)

        def make() -> Sequence[Payload] | Refusal:
            counted = (
                desk.count(self.books, seat, None, found.pieces) if found.pieces else desk.count(self.books, seat, 0)
            )
            return counted if isinstance(counted, Refusal) else (counted,)

        pictures = (found.picture,) if found.picture else ()
        return await self._propose_facts(make, to, tap, pictures=pictures, certainty=found.certainty)

    # --- what only host and majority may do ------------------------------------------------------------------------

    async def _propose(self, to: Recipient, tap: BankTap) -> TapResult:
        """The host puts a difference (named account, shares) or a pot left over to the vote (R-210, R-214)."""
        vote = Vote(secrets.token_hex(8), tap.act, tap.text.strip()[:40], dict(tap.amounts))
        refusal = vote.refusal(self.books, last_counts(self.books))
        if refusal is not None:
            return self._refused(refusal, to.language)
        return await self._write(VotePut(vote.id, vote.kind, vote.name, dict(vote.shares)), to, tap, "vote_put")

    async def _agree(self, to: Recipient, seat: str, tap: BankTap) -> TapResult:
        """A seat's yes or no; the host answers only for seats without a phone. With a majority it is booked."""
        lang = to.language
        if self.vote is None or self.vote.id != tap.who or seat not in self.books.seats:
            return self._no("no_vote", lang)
        if to.role == "host" and self.session.connected(seat):
            return self._no("own_phone", lang)
        fallen: list[Refusal] = []

        def make() -> Sequence[Payload] | Refusal:
            """The answer, and what follows from it: what the table agreed on, or the end of a vote that is moot."""
            vote, yes = self.vote, tap.text == "yes"
            fallen.clear()
            if vote is None or vote.id != tap.who:
                return Refusal("no_vote", {}, desk.NOTHING, "R-214")
            answer = VoteAnswered(vote.id, seat, yes)
            booked = vote.answered(seat, yes).booked(self.books, last_counts(self.books))
            if not isinstance(booked, Refusal):
                return (answer, booked)
            fallen.append(booked)
            return (answer,) if booked.code == "needs_majority" else (answer, VoteDropped(vote.id))

        result = await self._propose_facts(make, to, tap)
        if not result.ok or not fallen:
            return result
        if fallen[0].code == "needs_majority":
            return replace(result, text=say(lang, "banking.vote_taken", **fallen[0].params))
        return self._refused(fallen[0], lang)

    # --- answers ---------------------------------------------------------------------------------------------------

    def _source(self, to: Recipient) -> str:
        return "host" if to.role == "host" else f"seat:{to.seat}"

    def _tap(self, tap: BankTap) -> Tap:
        return Tap(tap.id, tap.act, 0, tap.text)

    async def _said(self, code: str, lang: str) -> TapResult:
        await self.session.publish()
        return TapResult(True, "taken", say(lang, f"banking.{code}"), seq=self.session.state.seq)

    def _no(self, code: str, lang: str) -> TapResult:
        return TapResult(False, code, say(lang, f"banking.no.{code}"), seq=self.session.state.seq)

    def _refused(self, refusal: Refusal, lang: str) -> TapResult:
        return TapResult(False, refusal.code, refusal_text(refusal, lang), seq=self.session.state.seq)
