"""Contests at the running table: who may contest, what the host proposes, who agrees, and the facts that follow."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

from assistant.engine.cards import CardError, parse_card
from assistant.facts import (
    Contested,
    ContestProposed,
    ContestResolved,
    ContestVoted,
    Fact,
    Payload,
)
from assistant.facts.disputes import OUTCOMES, SUBJECTS
from assistant.phrases import say
from assistant.records.case import case_of
from assistant.records.contests import Contest, ContestFold
from assistant.records.evidence import EvidenceStore
from assistant.records.hands import HandRecord, hand_of
from assistant.records.inquiry import NoWayOut, Resolution, resolve
from assistant.records.report import report_html, report_pdf
from assistant.session import Session
from assistant.table import TableState
from assistant.views import TapResult
from assistant.web.port import Recipient


class Disputes:
    """The contests of one running table; every change goes through the session's journal."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        self._session = session
        self._store = store
        self._fold = ContestFold()
        for fact in session.facts:
            self._fold.apply(fact)
        session.listen(self._told)

    def _told(self, before: TableState, fact: Fact, after: TableState) -> None:
        self._fold.apply(fact)

    # --- what is seen ----------------------------------------------------------------------------------------------

    async def case(self, to: Recipient, number: int | None) -> dict[str, Any] | None:
        """A hand as its contest page shows it (the last one where none is named); None where there is none."""
        hand = self._hand(number)
        if hand is None:
            return None
        contests = self._fold.of_hand(hand.number)
        out = await asyncio.to_thread(case_of, hand, contests, self._store, to.language)
        votes = self._majority()
        for shown, contest in zip(out["contests"], contests, strict=True):
            shown["need"] = self._needs(contest, to.language)
            shown["enough"] = len(contest.agreed) >= votes or not votes
        out["role"], out["you"] = to.role, to.seat
        out["in_hand"] = self._session.state.in_hand
        out["open"] = [{"id": c.id, "hand": c.hand} for c in self._fold.contests if c.open]
        out["numbers"] = self._numbers()
        out["may"] = to.role != "screen" and not hand.settled
        return out

    def open_contests(self) -> tuple[Contest, ...]:
        """Those that nobody resolved yet."""
        return tuple(c for c in self._fold.contests if c.open)

    def picture(self, name: str) -> bytes | None:
        """A kept frame or card; everything kept is such that the whole table may see it."""
        return self._store.read(name)

    async def report(self, to: Recipient, contest: str, kind: str) -> bytes | None:
        """The one-page report of a contest as "html" or "pdf"; None for an unknown contest."""
        known = self._fold.get(contest)
        hand = self._hand(known.hand) if known is not None else None
        if known is None or hand is None:
            return None
        case = case_of(hand, (known,), self._store, to.language)
        make = report_pdf if kind == "pdf" else report_html
        return await asyncio.to_thread(make, case, self._store, to.language)

    # --- what is done ----------------------------------------------------------------------------------------------

    async def contest(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """Somebody contests a hand: subject, fact and a note."""
        lang = to.language
        hand = self._hand(body.get("hand"))
        subject, fact = str(body.get("subject", "")), body.get("fact")
        if to.role == "screen":
            return self._no("not_yours", lang)
        if hand is None:
            return self._no("no_hand", lang)
        if hand.settled:
            return self._no("settled", lang)
        if subject not in SUBJECTS or (fact is not None and hand.fact(int(fact)) is None):
            return self._no("bad_request", lang)
        by = to.seat if to.role == "player" and to.seat is not None else "host"
        payload = Contested(
            contest=secrets.token_hex(6),
            hand=hand.number,
            subject=subject,
            by=by,
            fact=int(fact) if fact is not None else None,
            note=" ".join(str(body.get("note", "")).split())[:200],
        )
        done = await self._write(to, payload, tap=tap)
        return TapResult(True, payload.contest, say(lang, "contest.opened"), seq=done.seq) if done.ok else done

    async def propose(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """The host proposes a way out; what cannot be carried out is refused with the reason."""
        lang = to.language
        if to.role != "host":
            return self._no("host_only", lang)
        found = self._open(body.get("contest"))
        if found is None:
            return self._no("no_contest", lang)
        contest, hand = found
        try:
            card = parse_card(str(body["card"])) if body.get("card") else None
        except CardError:
            return self._no("no_such_card", lang)
        outcome = str(body.get("outcome", ""))
        if outcome not in OUTCOMES:
            return self._no("unknown_outcome", lang)
        fact = body.get("fact", contest.fact)
        payout = body.get("payout")
        proposal = ContestProposed(
            contest=contest.id,
            outcome=outcome,
            fact=int(fact) if fact is not None and outcome in ("card", "amount") else None,
            card=card if outcome == "card" else None,
            amount=int(body["amount"]) if outcome == "amount" and body.get("amount") is not None else None,
            payout={str(s): int(n) for s, n in payout.items()} if outcome == "split" and payout else None,
            reason=say(lang, "contest.corrected_note", hand=hand.number) if outcome == "void" else "",
        )
        try:
            self._carried_out(hand, proposal, ("host",), lang)
        except NoWayOut as e:
            return self._no(e.code, lang, **e.params)
        return await self._write(to, proposal, tap=tap)

    async def vote(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """A phone says yes or no to what stands proposed."""
        lang = to.language
        found = self._open(body.get("contest"))
        if found is None:
            return self._no("no_contest", lang)
        contest, _ = found
        if to.role != "player" or to.seat not in self._session.state.players:
            return self._no("not_yours", lang)
        if contest.proposal is None or int(body.get("seen", contest.proposed_seq)) != contest.proposed_seq:
            return self._no("nothing_proposed", lang)
        return await self._write(to, ContestVoted(contest.id, str(to.seat), bool(body.get("agrees"))), tap=tap)

    async def resolve(self, to: Recipient, body: Mapping[str, Any], tap: str) -> TapResult:
        """The host carries out what is proposed, once enough agree; corrections and resolution are one transaction."""
        lang = to.language
        if to.role != "host":
            return self._no("host_only", lang)
        found = self._open(body.get("contest"))
        if found is None:
            return self._no("no_contest", lang)
        contest, hand = found
        proposal = contest.proposal
        if proposal is None:
            return self._no("nothing_proposed", lang)
        need = self._majority()
        if len(contest.agreed) < need:
            return self._no("no_majority", lang, yes=len(contest.agreed), need=need)
        by = ("host", *contest.agreed)
        try:
            way = self._carried_out(hand, proposal, by, lang)
        except NoWayOut as e:
            return self._no(e.code, lang, **e.params)
        resolved = ContestResolved(
            contest=contest.id,
            outcome=proposal.outcome,
            confirmed_by=by,
            corrections=way.corrections,
            before=dict(way.before),
            after=dict(way.payout) if way.payout is not None else None,
        )
        return await self._write(to, *way.payloads, resolved, tap=tap, hand=hand.number)

    def _carried_out(self, hand: HandRecord, p: ContestProposed, by: tuple[str, ...], lang: str) -> Resolution:
        """What would be written; raises NoWayOut where cards, chips or people no longer allow it."""
        way = resolve(
            hand.folding,
            p.outcome,
            fact=p.fact,
            card=p.card,
            amount=p.amount,
            payout=p.payout,
            reason=p.reason,
            by=by,
        )
        state = self._session.state
        if way.payloads and state.in_hand and state.hand_number != hand.number:
            raise NoWayOut("in_hand")
        after = way.payout or {}
        now = {person.player: seat for seat, person in state.players.items()}
        books = self._session.books.copy()
        for i, payload in enumerate(way.payloads, 1):
            books.apply(Fact(state.seq + i, payload, "", "host", hand=hand.number))
        for seat, person in hand.people.items():
            if way.before.get(seat, 0) == after.get(seat, 0) or not way.payloads:
                continue
            if way.before and person.player not in now:
                raise NoWayOut("has_left", name=hand.name(seat))
            if books.balances.get(f"stack:{person.player}", 0) < 0:
                raise NoWayOut("no_chips", name=hand.name(seat))
        return way

    # --- helpers ---------------------------------------------------------------------------------------------------

    def _numbers(self) -> list[int]:
        state = self._session.state
        return [n for n in (*state.past, state.hand_number) if n and n not in self._fold.settled_hands]

    def _hand(self, number: Any) -> HandRecord | None:
        wanted = self._session.state.hand_number if number is None else int(number)
        return hand_of(self._session.facts, wanted)

    def _open(self, contest: Any) -> tuple[Contest, HandRecord] | None:
        known = self._fold.get(str(contest))
        hand = self._hand(known.hand) if known is not None and known.open else None
        return (known, hand) if known is not None and hand is not None else None

    def _majority(self) -> int:
        """How many phones must agree besides the host: none, or more than half of the people at the table."""
        state = self._session.state
        if state.options.get("contest_vote", "host") != "majority":
            return 0
        people = [s for s in state.players if s not in self._session.robots]
        return len(people) // 2 + 1

    def _needs(self, contest: Contest, lang: str) -> str:
        need = self._majority()
        if not need:
            return say(lang, "contest.need_host")
        people = len([s for s in self._session.state.players if s not in self._session.robots])
        return say(lang, "contest.need_majority", need=need, phones=people, yes=len(contest.agreed))

    def _no(self, code: str, lang: str, **params: str | int) -> TapResult:
        return TapResult(False, code, say(lang, f"contest_no.{code}", **params), seq=self._session.state.seq)

    async def _write(self, to: Recipient, *payloads: Payload, tap: str, hand: int | None = None) -> TapResult:
        source = f"seat:{to.seat}" if to.role == "player" else "host"
        outcome = await self._session.propose(*payloads, source=source, tap=tap, hand=hand)
        return self._session.result(outcome, to.language)
