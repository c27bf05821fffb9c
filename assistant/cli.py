"""The command `fala`: one line per command, no logic of its own; heavy rooms are opened only when used."""

from __future__ import annotations

import os
import sys
from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from assistant.cli_care import add_care
from assistant.cli_eyes import add_eyes
from assistant.cli_measure import add_measures
from assistant.cli_teach import add_teaching
from assistant.cli_teach import words as teaching_words
from assistant.phrases import language, say

LANG = language(next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))


def _help(code: str) -> str:
    return say(LANG, f"cli.{code}")


app = typer.Typer(
    name="fala",
    help=_help("fala"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(help=_help("play"))
def play(
    camera: Annotated[str | None, typer.Option(help=_help("play_camera"))] = None,
    game: Annotated[str, typer.Option(help=_help("play_game"))] = "stick5",
    seats: Annotated[int | None, typer.Option(min=2, max=10, help=_help("play_seats"))] = None,
    table: Annotated[str, typer.Option(help=_help("play_table"))] = "mesa",
    layout: Annotated[Path | None, typer.Option(help=_help("play_layout"))] = None,
    deck: Annotated[str | None, typer.Option(help=_help("play_deck"))] = None,
    port: Annotated[int, typer.Option(help=_help("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=_help("play_address"))] = None,
    pingo: Annotated[int, typer.Option(min=0, help=_help("play_pingo"))] = 1,
    cacife: Annotated[int, typer.Option(min=1, help=_help("play_cacife"))] = 200,
    cacife_money: Annotated[str | None, typer.Option(help=_help("play_cacife_money"))] = None,
    wifi: Annotated[str | None, typer.Option(help=_help("play_wifi"))] = None,
    tls: Annotated[bool, typer.Option("--tls", help=_help("play_tls"))] = False,
    silent: Annotated[bool, typer.Option("--silent", help=_help("play_silent"))] = False,
    dealer: Annotated[str, typer.Option(help=_help("play_dealer"))] = "none",
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
    lang: Annotated[str, typer.Option(help=_help("lang"))] = LANG,
) -> None:
    from assistant.play import PlaySettings, run_play

    raise typer.Exit(
        run_play(
            PlaySettings(
                camera=camera,
                game=game,
                seats=seats,
                table=table,
                layout=layout,
                deck=deck,
                port=port,
                address=address,
                pingo=pingo,
                cacife=cacife,
                cacife_money=cacife_money,
                data=data,
                language=language(lang),
                wifi=wifi,
                tls=tls,
                voice=not silent,
                dealer=dealer,
            )
        )
    )


@app.command(help=_help("pin"))
def pin(
    table: Annotated[str, typer.Option(help=_help("play_table"))] = "mesa",
    new: Annotated[bool, typer.Option("--new", help=_help("pin_new"))] = False,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
    lang: Annotated[str, typer.Option(help=_help("lang"))] = LANG,
) -> None:
    from assistant.running import run_pin

    raise typer.Exit(run_pin(table, data=data, new=new, lang=language(lang)))


@app.command(help=_help("seats"))
def seats(
    print_to: Annotated[Path, typer.Option("--print", help=_help("seats_print"))],
    table: Annotated[str, typer.Option(help=_help("play_table"))] = "mesa",
    count: Annotated[int | None, typer.Option("--seats", min=2, max=10, help=_help("play_seats"))] = None,
    port: Annotated[int, typer.Option(help=_help("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=_help("play_address"))] = None,
    wifi: Annotated[str | None, typer.Option(help=_help("play_wifi"))] = None,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
    lang: Annotated[str, typer.Option(help=_help("lang"))] = LANG,
) -> None:
    from assistant.seats_cli import run_seats

    raise typer.Exit(
        run_seats(
            print_to,
            table=table,
            seats=count,
            port=port,
            address=address,
            wifi=wifi,
            data=data,
            lang=language(lang),
        )
    )


@app.command(help=_help("demo"))
def demo(
    game: Annotated[str, typer.Option(help=_help("play_game"))] = "stick5",
    seats: Annotated[int, typer.Option(min=2, max=6, help=_help("play_seats"))] = 4,
    hands: Annotated[int, typer.Option(min=0, help=_help("demo_hands"))] = 0,
    seed: Annotated[int | None, typer.Option(help=_help("demo_seed"))] = None,
    fast: Annotated[bool, typer.Option("--fast", help=_help("demo_fast"))] = False,
    eyes: Annotated[str, typer.Option(help=_help("demo_eyes"))] = "camera",
    option: Annotated[list[str] | None, typer.Option(help=_help("demo_option"))] = None,
    dealer: Annotated[str, typer.Option(help=_help("demo_dealer"))] = "none",
    headless: Annotated[bool, typer.Option("--headless", help=_help("demo_headless"))] = False,
    port: Annotated[int, typer.Option(help=_help("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=_help("play_address"))] = None,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
    lang: Annotated[str, typer.Option(help=_help("lang"))] = LANG,
) -> None:
    from assistant.demo import DemoSettings, run_demo

    raise typer.Exit(
        run_demo(
            DemoSettings(
                game=game,
                seats=seats,
                hands=hands,
                seed=seed,
                fast=fast,
                headless=headless,
                port=port,
                address=address,
                data=data,
                language=language(lang),
                eyes=eyes,
                options=tuple(option or ()),
                dealer=dealer,
            )
        )
    )


@app.command(help=_help("read"))
def read(
    photos: Annotated[list[Path], typer.Argument(help=_help("read_photos"))],
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
    draw: Annotated[Path | None, typer.Option(help=_help("read_draw"))] = None,
    detector: Annotated[str, typer.Option(help=_help("read_detector"))] = "yolo",
    deck: Annotated[str | None, typer.Option(help=_help("play_deck"))] = None,
    record: Annotated[Path | None, typer.Option(help=_help("read_record"))] = None,
    table: Annotated[str | None, typer.Option(help=teaching_words("read_table"))] = None,
    stack: Annotated[bool, typer.Option("--stack", help=teaching_words("read_stack"))] = False,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
) -> None:
    if stack or table is not None:
        from assistant.teach_cli import run_read_table

        raise typer.Exit(
            run_read_table(
                photos,
                table=table,
                data=data,
                stack=stack,
                json_out=json,
                draw=draw,
                detector=detector,
                deck=deck,
                lang=LANG,
            )
        )
    from assistant.vision.reading import run_read

    code = run_read(photos, json_out=json, draw=draw, detector=detector, deck=deck, record=record, lang=LANG)
    raise typer.Exit(code)


@app.command(help=_help("speak"))
def speak(
    photo: Annotated[list[Path], typer.Argument(help=_help("read_photos"))],
    layout: Annotated[Path, typer.Option(help=_help("play_layout"))],
    game: Annotated[str, typer.Option(help=_help("play_game"))] = "stick5",
    deck: Annotated[str | None, typer.Option(help=_help("play_deck"))] = None,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
) -> None:
    from assistant.speak_cli import run_speak

    raise typer.Exit(run_speak(photo, layout=layout, game=game, deck=deck, json_out=json, lang=LANG))


@app.command(help=_help("judge"))
def judge(
    photo: Annotated[list[Path], typer.Argument(help=_help("read_photos"))],
    game: Annotated[str, typer.Option(help=_help("play_game"))] = "stick5",
    layout: Annotated[Path | None, typer.Option(help=_help("judge_layout"))] = None,
    deck: Annotated[str | None, typer.Option(help=_help("play_deck"))] = None,
    variation: Annotated[list[str] | None, typer.Option(help=_help("games_variation"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=_help("judge_option"))] = None,
    each: Annotated[bool, typer.Option("--each", help=_help("judge_each"))] = False,
    answers: Annotated[list[str] | None, typer.Option("--say", help=_help("judge_say"))] = None,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
) -> None:
    from assistant.judge_cli import run_judge

    raise typer.Exit(
        run_judge(
            photo,
            game=game,
            layout=layout,
            deck=deck,
            variations=variation or (),
            options=option or (),
            each=each,
            said=answers or (),
            json_out=json,
            lang=LANG,
            ask=input if sys.stdin.isatty() and not json else None,
        )
    )


@app.command(help=_help("export"))
def export(
    table: Annotated[str, typer.Argument(help=_help("play_table"))],
    format: Annotated[str, typer.Option(help=_help("export_format"))] = "phhs",
    night: Annotated[int | None, typer.Option(help=_help("export_night"))] = None,
    hand: Annotated[int | None, typer.Option(help=_help("export_hand"))] = None,
    out: Annotated[Path | None, typer.Option(help=_help("export_out"))] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help=_help("export_anonymous"))] = False,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
) -> None:
    from assistant.export_cli import run_export

    raise typer.Exit(
        run_export(table, form=format, night=night, hand=hand, out=out, anonymous=anonymous, data=data, lang=LANG)
    )


@app.command("check-export", help=_help("check_export"))
def check_export(files: Annotated[list[Path], typer.Argument(help=_help("check_files"))]) -> None:
    from assistant.export_cli import run_check_export

    raise typer.Exit(run_check_export(files, lang=LANG))


@app.command(help=_help("stats"))
def stats(
    table: Annotated[str, typer.Argument(help=_help("play_table"))],
    night: Annotated[int | None, typer.Option(help=_help("export_night"))] = None,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
) -> None:
    from assistant.stats_cli import run_stats

    raise typer.Exit(run_stats(table, night=night, json_out=json, data=data, lang=LANG))


@app.command(help=_help("synth"))
def synth(
    n: Annotated[int, typer.Option(min=1, help=_help("synth_n"))] = 16,
    sheet: Annotated[Path, typer.Option(help=_help("synth_sheet"))] = Path("sheet.png"),
    seed: Annotated[int, typer.Option(help=_help("demo_seed"))] = 0,
) -> None:
    from assistant.vision.synth.sheet import write_sheet

    write_sheet(n, seed, sheet)


@app.command(help=_help("rank"))
def rank(
    hands: Annotated[list[str], typer.Argument(help=_help("rank_hands"))],
    ladder: Annotated[str | None, typer.Option(help=_help("rank_ladder"))] = None,
    deck: Annotated[str, typer.Option(help=_help("play_deck"))] = "2",
    option: Annotated[list[str] | None, typer.Option(help=_help("rank_option"))] = None,
    wild: Annotated[list[str] | None, typer.Option(help=_help("rank_wild"))] = None,
    low: Annotated[bool, typer.Option("--low", help=_help("rank_low"))] = False,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
) -> None:
    from assistant.rank_cli import run_rank

    raise typer.Exit(
        run_rank(
            hands, ladder=ladder, deck=deck, options=option or (), wild=wild or (), low=low, as_json=json, lang=LANG
        )
    )


@app.command("check-vectors", help=_help("vectors"))
def vectors(folder: Annotated[Path, typer.Argument(help=_help("vectors_folder"))]) -> None:
    from assistant.vectors import check_vectors

    raise typer.Exit(check_vectors(folder))


@app.command(help=_help("verify"))
def verify(
    table: Annotated[str, typer.Argument(help=_help("play_table"))],
    head: Annotated[list[str] | None, typer.Option(help=_help("verify_head"))] = None,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
) -> None:
    from assistant.verify_cli import run_verify

    raise typer.Exit(run_verify(table, data=data, heads=head or (), lang=LANG))


@app.command(help=_help("erase"))
def erase(
    table: Annotated[str, typer.Argument(help=_help("play_table"))],
    night: Annotated[int, typer.Option(min=1, help=_help("erase_night"))],
    yes: Annotated[bool, typer.Option("--yes", help=_help("yes"))] = False,
    data: Annotated[Path | None, typer.Option(help=_help("data"))] = None,
) -> None:
    from assistant.verify_cli import run_erase

    raise typer.Exit(run_erase(table, night, data=data, yes=yes, lang=LANG))


@app.command(help=_help("games"))
def games(
    game: Annotated[str | None, typer.Argument(help=_help("play_game"))] = None,
    explain: Annotated[bool, typer.Option("--explain", help=_help("games_explain"))] = False,
    players: Annotated[int, typer.Option(min=2, max=10, help=_help("games_players"))] = 4,
    variation: Annotated[list[str] | None, typer.Option(help=_help("games_variation"))] = None,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
) -> None:
    from assistant import games_cli

    if game is not None or explain:
        typer.echo(games_cli.explain(game or "", players, variations=variation or (), lang=LANG))
    elif json:
        typer.echo(dumps(games_cli.as_json(), ensure_ascii=False, indent=1))
    else:
        typer.echo(games_cli.games_text(LANG))


@app.command(help=_help("deal"))
def deal(
    sim: Annotated[bool, typer.Option("--sim", help=_help("deal_sim"))] = False,
    players: Annotated[int, typer.Option(min=2, max=10, help=_help("games_players"))] = 5,
    game: Annotated[str, typer.Option(help=_help("play_game"))] = "stick5",
    seed: Annotated[int | None, typer.Option(help=_help("demo_seed"))] = None,
    fault: Annotated[list[str] | None, typer.Option(help=_help("deal_fault"))] = None,
) -> None:
    from assistant.deal_cli import run_deal

    if not sim:
        typer.echo(say(LANG, "cli.deal_only_sim"), err=True)
        raise typer.Exit(2)
    raise typer.Exit(run_deal(game=game, players=players, seed=seed, faults=tuple(fault or ()), lang=LANG))


bench_app = typer.Typer(help=_help("bench"), no_args_is_help=True)
app.add_typer(bench_app, name="bench")


@bench_app.command("engine", help=_help("bench_engine"))
def bench_engine(
    hands: Annotated[int, typer.Option(min=1000)] = 1_000_000,
    folds: Annotated[int, typer.Option(min=1)] = 200,
) -> None:
    from assistant.bench.engine import run_bench_engine

    raise typer.Exit(run_bench_engine(hands=hands, folds=folds, lang=LANG))


@bench_app.command("phones", help=_help("bench_phones"))
def bench_phones(
    taps: Annotated[int, typer.Option(min=10, help=_help("bench_phones_taps"))] = 100,
    json: Annotated[bool, typer.Option("--json", help=_help("json"))] = False,
) -> None:
    from assistant.bench.phones import run_bench_phones

    raise typer.Exit(run_bench_phones(taps=taps, json_out=json, lang=LANG))


add_eyes(app, bench_app)
add_measures(app, bench_app)
add_care(app)
add_teaching(app)


def main() -> None:
    """Entry point of the command."""
    if len(sys.argv) < 2 or sys.argv[1] in ("bank", "house", "-h", "--help"):  # the bank's libraries are slow to open
        from assistant.bank_fix_cli import bank_app
        from assistant.house_cli import house_app

        app.add_typer(bank_app, name="bank")
        app.add_typer(house_app, name="house", help=_help("house"))
    app()
