"""Who sits down, who leaves, and how a new night begins: the table's people and the bank's rules for them."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.bank import desk, rules
from assistant.bank.report import refusal_text
from assistant.bank.state import BooksState
from assistant.engine.refusal import Refusal
from assistant.facts import ChipsAgreed, Payload, PlayerSeated, TableOpened
from assistant.phrases import say
from assistant.views import Tap, TapResult
from assistant.web.port import JoinResult

if TYPE_CHECKING:
    from assistant.session import Session

NAME_LENGTH = 24


async def identity(session: Session, name: str) -> str:
    """Who that is in the books: somebody known by this name who sits nowhere now, otherwise a new person."""
    known = [p for p in await asyncio.to_thread(session.known) if p.name.casefold() == name.casefold()]
    free = [p for p in known if p.table is None]
    return free[0].player if len(known) == 1 and free else secrets.token_hex(8)


def tidy(name: str) -> str:
    """A name as written on the screens: one line, no more than 24 letters."""
    return " ".join(name.split())[:NAME_LENGTH]


async def join(session: Session, name: str, seat: str, cacifes: int, lang: str) -> JoinResult:
    """Seat a person; before the night's first hand the first cacifes are sold with it (R-191).

    Who comes later sits down at once and buys on his own phone between two hands what the others hold on average,
    since that is another price than the one at the door (R-196, R-197).
    """
    name = tidy(name)
    state = session.state
    if not name:
        return JoinResult(False, "name_empty", say(lang, "table.name_empty"))
    if seat not in state.seats:
        return JoinResult(False, "no_such_seat", say(lang, "table.no_such_seat", seat=seat))
    if seat in session.robots:  # a person takes a scripted player's place, chips and all
        session.robots.discard(seat)
        player = state.players[seat].player
        outcome = await session.propose(PlayerSeated(seat=seat, player=player, name=name), source=f"seat:{seat}")
        return _joined(session, outcome.ok, name, seat, player, lang) or _refused(session, outcome, lang)
    player = await identity(session, name)

    def sit() -> tuple[Payload, ...] | Refusal:
        if seat in session.state.players:
            return Refusal("seat_taken", {"seat": seat})
        seated = PlayerSeated(seat=seat, player=player, name=name)
        books = session.books.state.copy()
        books.seats[seat] = player
        if books.hand is not None or books.settled or books.balance(f"stack:{player}"):
            return (seated,)
        first = desk.buy(books, seat, max(1, cacifes))
        return first if isinstance(first, Refusal) else (seated, first)

    outcome = await session.propose_made(sit, source=f"seat:{seat}")
    if outcome.refusal is not None and outcome.refusal.code == "seat_taken":
        return JoinResult(False, "seat_taken", say(lang, "table.seat_taken", seat=seat))
    return _joined(session, outcome.ok, name, seat, player, lang) or _refused(session, outcome, lang)


def _joined(session: Session, ok: bool, name: str, seat: str, player: str, lang: str) -> JoinResult | None:
    text = say(lang, "table.seated", name=name, seat=seat)
    return JoinResult(True, "seated", text, seat, player) if ok else None


def _refused(session: Session, outcome: object, lang: str) -> JoinResult:
    from assistant.session import Outcome

    assert isinstance(outcome, Outcome)
    return JoinResult(False, "refused", session.words(outcome, lang))


async def sell(session: Session, seat: str, cacifes: int | None, tap: Tap, lang: str) -> TapResult:
    """The host sells to somebody: the player's own phone asks him whether that is right (R-191 to R-197)."""

    def make() -> tuple[Payload, ...] | Refusal:
        sold = desk.buy(session.books.state, seat, cacifes)
        return sold if isinstance(sold, Refusal) else (sold,)

    return session.result(await session.propose_made(make, source="host", tap=tap.id), lang)


async def see_off(session: Session, seat: str, tap: Tap, source: str, lang: str) -> TapResult:
    """Somebody leaves with his chips paid for; what the house has against it is said, and holds nobody (R-195)."""
    objections: list[Refusal] = []

    def make() -> tuple[Payload, ...] | Refusal:
        found = desk.leave(session.books.state, seat)
        if isinstance(found, Refusal):
            return found
        facts, objection = found
        objections[:] = [objection] if objection is not None else []
        return facts

    result = session.result(await session.propose_made(make, source=source, tap=tap.id), lang)
    if result.ok and objections:
        return replace(result, text=refusal_text(objections[0], lang))
    return result


def new_night(session: Session) -> tuple[Payload, ...] | Refusal:
    """A new night at a settled table with the same people at their places; everybody buys anew (R-190)."""
    if not session.books.state.settled:
        return Refusal("not_settled", rule="R-213")
    return set_cacife(session, session.state.cacife_chips, session.state.cacife_centavos)


def set_cacife(session: Session, chips: int, centavos: int) -> tuple[Payload, ...] | Refusal:
    """The night begins (anew) with this cacife: before anything is sold in it, or when the last one is settled (R-191).

    A chip is worth a whole number of centavos; the table's colours are divided over the cacife anew.
    """
    state, books = session.state, session.books.state
    if books.opened is None:
        return Refusal("no_night", {}, desk.NOTHING, "R-190")
    value = rules.chip_value(chips, centavos)
    if isinstance(value, Refusal):
        return value
    if not books.settled and not before_sales(books):
        return Refusal("cacife_sold", {}, desk.NOTHING, "R-191")
    opened = TableOpened(state.name, state.seats, chips, centavos, dict(books.opened.options))
    people = tuple(PlayerSeated(seat, p.player, p.name) for seat, p in state.players.items())
    pieces = rules.propose_pieces(books.values, chips)
    agreed = (ChipsAgreed(dict(books.values), pieces),) if pieces else ()
    return (opened, *people, *agreed)


def before_sales(books: BooksState) -> bool:
    """Whether nothing was sold or played in this night and no chip is on the table."""
    return not books.playing and not books.purchases and not books.of("stack") and not books.balance("pot")
