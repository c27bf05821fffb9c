"""`fala bank status|buy|count|settle|export|check|club`: the bank without a browser; also as one line of JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.bank import desk, report
from assistant.bank.counts import last_counts
from assistant.bank.export import as_csv, as_page
from assistant.bank.ledger import BooksFold
from assistant.bank.money import brl
from assistant.bank.night import Night, anonymous, nights
from assistant.bank.settle import closing, settlement
from assistant.config import data_folder
from assistant.engine.refusal import Refusal
from assistant.facts import CacifeBought, ChipsCounted, Fact, Payload
from assistant.journal import Draft, JournalMoved, StorageUnavailable, Store, TableLog
from assistant.phrases import language, say
from assistant.storage import database_of

LANG = language(next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))
REFUSED, UNUSABLE = 1, 2  # exit codes


def help_of(code: str) -> str:
    return say(LANG, f"bank.cli.{code}")


bank_app = typer.Typer(
    name="bank", help=help_of("bank"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)
DataOption = Annotated[Path | None, typer.Option("--data", help=help_of("data"))]
DbOption = Annotated[str | None, typer.Option("--db", help=help_of("db"))]
TableOption = Annotated[str | None, typer.Option("--table", help=help_of("table"))]
JsonOption = Annotated[bool, typer.Option("--json", help=help_of("json"))]
LangOption = Annotated[str, typer.Option("--lang", help=help_of("lang"))]


class Stop(Exception):
    """The command ends here with a sentence and an exit code."""

    def __init__(self, code: str, text: str, status: int, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code, self.text, self.status, self.more = code, text, status, dict(more or {})


@dataclass
class Desk:
    """An open table of an open database, and how to answer."""

    store: Store
    log: TableLog
    lang: str
    as_json: bool

    def books(self) -> BooksFold:
        """The books now."""
        return self.log.books()

    def night(self, number: int | None = None) -> Night:
        """The night with this number, the last one without; Stop when there is none."""
        found = nights(self.log.read())
        if not found or (number is not None and not 1 <= number <= len(found)):
            raise Stop("no_night", say(self.lang, "bank.no.no_night"), REFUSED)
        return found[-1 if number is None else number - 1]

    def write(self, payloads: Sequence[Payload], seen: int) -> tuple[Fact, ...]:
        """Record what the banker did, unless something happened since fact ``seen``, which he judged by."""
        try:
            return self.log.append([Draft(p, "host") for p in payloads], datetime.now(UTC), expect=seen)
        except JournalMoved as e:
            raise Stop("moved", say(self.lang, "bank.cli.moved"), REFUSED, {"head": e.head}) from e

    def player(self, text: str) -> str:
        """The player meant by an identity or a name, whatever its capitals; Stop when that is nobody or two."""
        state = self.books().state
        known = {p for a in state.balances if (p := a.partition(":")[2])} | set(state.names)
        if text in known:
            return text
        named = [p for p, name in state.names.items() if name.casefold() == text.casefold()]
        if len(named) != 1:
            raise Stop("who", say(self.lang, "bank.no.who", text=text), REFUSED)
        return named[0]

    def taken(self, answer: Any) -> Any:
        """The answer unless it is a refusal, which stops the command with its words."""
        if isinstance(answer, Refusal):
            raise Stop(
                answer.code, report.refusal_text(answer, self.lang), REFUSED, report.refusal_json(answer, self.lang)
            )
        return answer

    def say(self, answer: Mapping[str, Any], lines: Callable[[], Iterator[str]]) -> None:
        """Print one line of JSON, or the lines for people."""
        if self.as_json:
            print(json.dumps({"ok": True, **answer}, ensure_ascii=False))
        else:
            for line in lines():
                print(line)


@contextmanager
def open_desk(data: Path | None, db: str | None, table: str | None, as_json: bool, lang: str) -> Iterator[Desk]:
    lang = language(lang)
    try:
        with Store.open(db or database_of(data_folder(data))) as store:
            names = store.tables()
            name = table or (names[0] if len(names) == 1 else "mesa")
            if name not in names:
                raise Stop("no_table", say(lang, "bank.no.no_table", table=name), UNUSABLE)
            yield Desk(store, store.table(name), lang, as_json)
    except StorageUnavailable as e:
        _stop(Stop(e.code, say(lang, e.phrase), UNUSABLE), as_json)
    except Stop as e:
        _stop(e, as_json)


def _stop(stop: Stop, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"ok": False, "code": stop.code, "text": stop.text, **stop.more}, ensure_ascii=False))
    else:
        print(stop.text, file=sys.stderr)
    raise typer.Exit(stop.status)


def _pairs(items: Sequence[str], lang: str) -> dict[str, int]:
    out = {}
    for item in items:
        name, sign, number = item.rpartition("=")
        if not sign or not name or not number.lstrip("-").isascii() or not number.lstrip("-").isdigit():
            raise Stop("bad_pair", say(lang, "bank.cli.bad_pair", text=item), UNUSABLE)
        out[name] = int(number)
    return out


@bank_app.command(help=help_of("status"))
def status(
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        night = d.night()
        answer = report.status(d.books().state, night, d.log.entries(), d.lang)

        def lines() -> Iterator[str]:
            money = brl(answer["chip_centavos"])
            yield say(
                d.lang, "bank.cli.line_night", table=night.table, number=night.number, hands=night.hands, money=money
            )
            for p in answer["players"]:
                result = brl(p["result_centavos"], sign=True)
                yield say(
                    d.lang, "bank.cli.line_player", name=p["name"], bought=p["bought"], stack=p["stack"], result=result
                )
            if answer["pot"]:
                yield say(d.lang, "bank.cli.line_pot", pot=answer["pot"])
            for m in answer["mismatches"]:
                yield say(d.lang, "bank.cli.line_window", name=night.name(m["player"]), **_window(m))
                for x in m["movements"]:
                    yield say(d.lang, "bank.cli.line_movement", seq=x["fact"], chips=f"{x['chips']:+d}")
            yield from _payment_lines(d, night, night.open_payments)
            yield from (f["text"] for f in answer["faults"])

        d.say(answer, lines)


def _window(m: Mapping[str, Any]) -> dict[str, Any]:
    return {"chips": f"{m['chips']:+d}", "after": m["after"], "until": m["until"]}


def _payment_lines(d: Desk, night: Night, payments: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    for payer, receiver, n in payments:
        names = {"payer": night.name(payer), "receiver": night.name(receiver)}
        yield say(d.lang, "bank.cli.line_payment", money=brl(n), **names)


@bank_app.command(help=help_of("buy"))
def buy(
    seat: Annotated[str, typer.Argument(help=help_of("seat"))],
    cacifes: Annotated[int | None, typer.Argument(help=help_of("cacifes"))] = None,
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        books = d.books()
        state = books.state
        payload: CacifeBought = d.taken(desk.buy(state, seat, cacifes))
        (fact,) = d.write([payload], books.seq)
        name = state.names.get(payload.player, payload.player)
        d.say(
            {"fact": fact.seq, **asdict(payload)},
            lambda: iter(
                [
                    say(
                        d.lang,
                        "bank.cli.line_bought",
                        name=name,
                        cacifes=payload.cacifes,
                        chips=payload.chips,
                        money=brl(payload.centavos),
                    )
                ]
            ),
        )


@bank_app.command(help=help_of("count"))
def count(
    seat: Annotated[str, typer.Argument(help=help_of("seat"))],
    chips: Annotated[int | None, typer.Argument(help=help_of("chips"))] = None,
    pieces: Annotated[list[str] | None, typer.Option("--piece", help=help_of("piece"))] = None,
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        before = d.books()
        payload: ChipsCounted = d.taken(desk.count(before.state, seat, chips, _pairs(pieces or [], d.lang)))
        (fact,) = d.write([payload], before.seq)
        state = d.books().state
        made = state.counts[-1]
        found = report.status(state, d.night(), d.log.entries(), d.lang)["mismatches"]
        here = [m for m in found if m["until"] == fact.seq]
        gap = made.counted - made.books
        name = state.names.get(made.player, made.player)

        def lines() -> Iterator[str]:
            code = "line_count_good" if made.good else "line_count_bad"
            numbers = {"counted": made.counted, "books": made.books, "difference": f"{gap:+d}"}
            yield say(d.lang, f"bank.cli.{code}", name=name, **numbers)
            for m in here:
                yield say(d.lang, "bank.cli.line_window", name=name, **_window(m))
                for x in m["movements"]:
                    yield say(d.lang, "bank.cli.line_movement", seq=x["fact"], chips=f"{x['chips']:+d}")

        answer = {"fact": fact.seq, "player": made.player, "counted": made.counted, "books": made.books}
        d.say({**answer, "difference": gap, "mismatches": here}, lines)


@bank_app.command(help=help_of("settle"))
def settle(
    finals: Annotated[list[str] | None, typer.Option("--final", help=help_of("final"))] = None,
    received: Annotated[list[str] | None, typer.Option("--received", help=help_of("received"))] = None,
    pot: Annotated[bool, typer.Option("--share-pot", help=help_of("share_pot"))] = False,
    book: Annotated[str | None, typer.Option("--book", help=help_of("book"))] = None,
    shares: Annotated[list[str] | None, typer.Option("--share", help=help_of("share"))] = None,
    agreed: Annotated[list[str] | None, typer.Option("--agreed", help=help_of("agreed"))] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help=help_of("dry"))] = False,
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        if received:
            _received(d, received)
            return
        if pot:
            before = d.books()
            shared = d.taken(desk.share_pot(before.state, agreed or []))
            d.write([shared], before.seq)
            d.say({"shares": shared.shares}, lambda: _share_lines(d, shared.shares))
            return
        if d.night().settled:
            raise Stop("settled", say(d.lang, "bank.no.settled"), REFUSED)
        counted = {d.player(p): n for p, n in _pairs(finals or [], d.lang).items()}
        before = d.books()
        state = before.state
        counted = {**last_counts(state), **counted}
        writing: list[Payload] = []
        if book is not None or shares:
            borne = {d.player(p): n for p, n in _pairs(shares or [], d.lang).items()}
            booked = d.taken(desk.book_difference(state, counted, book or "", borne, agreed or []))
            writing.append(booked)
            after = before.copy()
            after.apply(Fact(after.seq + 1, booked, "", "host"))
            state = after.state
        found = settlement(state, counted)
        answer = report.settlement_json(found, d.lang)
        if found.refusal is not None:
            text = report.refusal_text(report.named(found.refusal, state.names), d.lang)
            raise Stop(found.refusal.code, text, REFUSED, {**answer, "text": text})
        written: tuple[Fact, ...] = ()
        if not dry:
            written = d.write([*writing, *d.taken(closing(state, counted))], before.seq)
        night = d.night()

        def lines() -> Iterator[str]:
            if not found.transfers:
                yield say(d.lang, "bank.cli.line_nothing")
            yield from _payment_lines(d, night, found.transfers)

        d.say({**answer, "facts": [f.seq for f in written], "dry_run": dry}, lines)


def _share_lines(d: Desk, shares: Mapping[str, int]) -> Iterator[str]:
    names = d.books().state.names
    for player, chips in shares.items():
        yield say(d.lang, "bank.cli.line_share", name=names.get(player, player), chips=chips)


def _received(d: Desk, items: Sequence[str]) -> None:
    lines, paid = [], []
    for item in items:
        payer, _, receiver = item.partition(":")
        books, night = d.books(), d.night()
        payload = d.taken(desk.received(books.state, d.player(payer), d.player(receiver), night.open_payments))
        d.write([payload], books.seq)
        names = {"payer": night.name(payload.payer), "receiver": night.name(payload.receiver)}
        lines.append(say(d.lang, "bank.cli.line_received", money=brl(payload.centavos), **names))
        paid.append((payload.payer, payload.receiver, payload.centavos))
    left = d.night().open_payments
    answer = {"received": report.payments_json(paid), "open_payments": report.payments_json(left)}
    d.say(answer, lambda: iter(lines))


@bank_app.command(help=help_of("export"))
def export(
    form: Annotated[str, typer.Option("--format", help=help_of("format"))] = "csv",
    out: Annotated[Path | None, typer.Option("--out", help=help_of("out"))] = None,
    number: Annotated[int | None, typer.Option("--night", help=help_of("night"))] = None,
    no_names: Annotated[bool, typer.Option("--anonymous", help=help_of("anonymous"))] = False,
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        if form not in ("csv", "html", "png"):
            raise Stop("bad_format", say(d.lang, "bank.cli.bad_format", text=form), UNUSABLE)
        if out is None and (form == "png" or as_json):
            raise Stop("needs_out", say(d.lang, "bank.cli.needs_out"), UNUSABLE)
        night = d.night(number)
        night = anonymous(night) if no_names else night
        made = _made(form, night, d.lang)
        if out is None:
            sys.stdout.buffer.write(made)
            sys.stdout.buffer.flush()
            return
        try:
            out.write_bytes(made)
        except OSError as e:
            raise Stop("not_written", say(d.lang, "bank.cli.not_written", path=out, why=e.strerror), UNUSABLE) from e
        written = say(d.lang, "bank.cli.line_written", path=out)
        d.say({"path": str(out), "format": form, "bytes": len(made)}, lambda: iter([written]))


def _made(form: str, night: Night, lang: str) -> bytes:
    if form == "png":
        from assistant.bank.picture import as_png  # OpenCV: only when a picture is wanted

        return as_png(night, lang)
    return (as_csv(night) if form == "csv" else as_page(night, lang)).encode()


@bank_app.command(help=help_of("check"))
def check(
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        chain = d.log.verify()
        if not chain.intact:
            more = {"fact": chain.first_bad, "why": chain.why}
            raise Stop("broken", say(d.lang, "bank.cli.line_broken", seq=chain.first_bad, why=chain.why), REFUSED, more)
        found = d.log.check_books()
        wrong = sorted({*found.differing, *found.unbalanced})
        if wrong:
            text = say(d.lang, "bank.cli.line_differs", facts=", ".join(map(str, wrong)))
            raise Stop("differs", text, REFUSED, {"facts": wrong})
        sound = say(d.lang, "bank.cli.line_sound", facts=found.facts, lines=found.lines)
        d.say({"facts": found.facts, "lines": found.lines, "head": asdict(chain.head)}, lambda: iter([sound]))


@bank_app.command(help=help_of("club"))
def club(data: DataOption = None, db: DbOption = None, as_json: JsonOption = False, lang: LangOption = LANG) -> None:
    tongue = language(lang)
    try:
        with Store.open(db or database_of(data_folder(data))) as store:
            names = {p.player: p.name for p in store.people()}
            answer = {"tables": list(store.tables()), **report.club(store.totals(), names)}
    except StorageUnavailable as e:
        _stop(Stop(e.code, say(tongue, e.phrase), UNUSABLE), as_json)
    if as_json:
        print(json.dumps({"ok": True, **answer}, ensure_ascii=False))
        return
    for p in answer["players"]:
        money = brl(p["cash_centavos"] + p["owed_centavos"], sign=True)
        print(say(tongue, "bank.cli.line_club", player=p["name"], money=money, stack=p["stack"]))
