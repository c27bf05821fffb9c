"""`fala bank correct`: the night's book by numbers, and an entry deleted, put right or made to stand again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from assistant.bank import report
from assistant.bank.corrections import bare, changed, moves, refusal
from assistant.bank.money import MoneyError, parse_brl
from assistant.bank_cli import (
    LANG,
    REFUSED,
    UNUSABLE,
    DataOption,
    DbOption,
    Desk,
    JsonOption,
    LangOption,
    Stop,
    TableOption,
    bank_app,
    help_of,
    open_desk,
)
from assistant.facts import Corrected, encode_payload
from assistant.phrases import say

__all__ = ["bank_app"]


@bank_app.command(help=help_of("correct"))
def correct(
    entry: Annotated[int | None, typer.Argument(help=help_of("entry"))] = None,
    void: Annotated[bool, typer.Option("--void", help=help_of("void"))] = False,
    restore: Annotated[bool, typer.Option("--restore", help=help_of("restore"))] = False,
    number: Annotated[int | None, typer.Option("--number", help=help_of("number"))] = None,
    money: Annotated[str | None, typer.Option("--money", help=help_of("money"))] = None,
    table: TableOption = None,
    data: DataOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
    lang: LangOption = LANG,
) -> None:
    with open_desk(data, db, table, as_json, lang) as d:
        if entry is None:
            _book(d)
            return
        if sum((void, restore, number is not None, money is not None)) != 1:
            raise Stop("one_way", say(d.lang, "bank.cli.one_way"), UNUSABLE)
        facts = list(d.log.read())
        books = d.books()
        if books.seq != (facts[-1].seq if facts else 0):
            raise Stop("moved", say(d.lang, "bank.cli.moved"), REFUSED)
        new = None
        if restore:
            new = next((bare(f.payload) for f in facts if f.seq == entry), None)
        elif not void:
            new = d.taken(changed(books, facts, entry, number=number, money=_centavos(d, money)))
        said = Corrected(entry, None if new is None else encode_payload(new), ("host",))
        d.taken(refusal(books, facts, said))
        (fact,) = d.write([said], books.seq)
        found = [m for m in moves([*facts, fact]) if m.fact.seq == entry]
        (told,) = report.moves_json(found, books.state.names, d.lang)
        d.say({"correction": fact.seq, **told}, lambda: iter([_line(d, told)]))


def _centavos(d: Desk, money: str | None) -> int | None:
    if money is None:
        return None
    try:
        return parse_brl(money)
    except MoneyError as e:
        raise Stop(e.code, say(d.lang, f"bank.money.{e.code}"), UNUSABLE) from e


def _book(d: Desk) -> None:
    night, names = d.night(), d.books().state.names
    told = report.moves_json(moves(list(d.log.read()), night.first), names, d.lang)

    def lines() -> Iterator[str]:
        for line in told:
            yield _line(d, line)

    d.say({"book": told}, lines)


def _line(d: Desk, told: dict[str, object]) -> str:
    return say(d.lang, f"bank.cli.line_entry_{told['state']}", seq=told["fact"], text=told["text"], now=told["now"])
