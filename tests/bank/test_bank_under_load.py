"""The running table under load and on a full disk; two tables of a club as two programs on one PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from bank_postgres import Server
from bank_table_bars import phones
from small_disk import on_a_small_disk

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from house_kit import Wire


def test_case_89_eight_phones_at_once_while_a_reader_exports(where: str, tmp_path: Path) -> None:
    print(phones(tmp_path / "house", where, 8, 100, 7))


FULL = """
    import asyncio, os, secrets, sys
    from pathlib import Path
    from sqlalchemy import event
    from assistant.journal import Store
    from assistant.session import Opening, Session
    from assistant.views import Tap
    from assistant.web.port import Recipient
    folder, how = Path(sys.argv[1]), sys.argv[2]

    def limit(room):  # on the size of a file, where no small disk may be mounted
        import resource
        size = max(f.stat().st_size for f in folder.iterdir()) + room if room else resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    HOST = Recipient("host")

    async def main():
        with Store.open(folder / "fala.db") as store:
            read_only = [False]

            @event.listens_for(store.engine, "connect")
            def connected(dbapi, record):
                if read_only[0]:
                    dbapi.execute("PRAGMA query_only = ON")

            session = Session(store.table("t"), Opening("t", ("1", "2"), "stick5"))
            assert (await session.open()).ok
            for seat, name in (("1", "Ana"), ("2", "Beto")):
                assert (await session.join(name, seat, 1, "pt-BR")).ok
            async def host(decision, value=""):
                return await session.host(Tap(secrets.token_hex(8), decision, 0, value))
            assert (await host("start_hand")).ok and (await host("closed_dealt")).ok
            hand = session.state.hand
            for seat, card in zip([e.seat for e in hand.expected_cards], ("As", "Kd")):
                assert (await host(f"card:{seat}", card)).ok
            choice = session.state.hand.choices[0]
            before = session.view(HOST)
            acknowledged = session.state.seq
            tap = Tap("the-same-tap-again", choice.decision, 0, "aposto", 10)
            for trouble in ("full", "read_only") if how == "disk" else ("full",):
                if trouble == "full" and how == "limit":
                    limit(8192)
                elif trouble == "full":
                    fill = open(folder / "ballast", "wb", buffering=0)
                    try:
                        while True:
                            fill.write(b"x" * 4096)
                    except OSError:
                        pass
                    fill.close()
                else:
                    read_only[0] = True  # SQLite refuses with the code of a read-only file
                    store.engine.dispose()
                said = []
                for _ in range(300):  # what still fits into the pages that the database owns already is taken
                    result = await session.tap(Recipient("player", choice.seat), tap)
                    if not result.ok:
                        said.append(result)
                        break
                    tap = Tap(secrets.token_hex(8), session.state.hand.choices[0].decision, 0, "cubro")
                    acknowledged = session.state.seq
                    break
                if not said:
                    for n in range(4000):
                        outcome = await session.propose(*[noted(n)] * 20, source="host")
                        if not outcome.ok:
                            said.append(outcome.storage)
                            break
                        acknowledged = session.state.seq
                assert said, "it was all taken"
                view = session.view(HOST)
                assert view.hand == before.hand and view.seats[0].cards == before.seats[0].cards  # still on screen
                told = [d.text for d in view.devices if not d.ok]
                assert told and ("banco de dados" in told[0] or "disco" in told[0]), told
                text = said[0].text if hasattr(said[0], "text") else said[0]
                print(trouble, getattr(said[0], "code", said[0]), text)
                if trouble == "full" and how == "limit":
                    limit(0)
                elif trouble == "full":
                    os.unlink(folder / "ballast")
                else:
                    read_only[0] = False
                    store.engine.dispose()
                choice = session.state.hand.choices[0]
                words = {o.value for o in choice.options}
                to = Recipient("player", choice.seat)
                tap = Tap(secrets.token_hex(8), choice.decision, 0, "cubro" if "cubro" in words else "mesa")
                result = await session.tap(to, tap)
                assert result.ok, result  # it goes on when there is room again
                assert not [d for d in session.view(HOST).devices if not d.ok]
                acknowledged = session.state.seq
                if trouble == "full" and how == "disk":
                    hand = session.state.hand
                    for seat in [e.seat for e in hand.expected_cards]:
                        assert (await host(f"card:{seat}", {"1": "Ah", "2": "Kh"}[seat])).ok
                    before = session.view(HOST)
                    choice = session.state.hand.choices[0]
                    tap = Tap("another-same-tap", choice.decision, 0, "mesa")
                    acknowledged = session.state.seq
            books, chain = session.check()
            assert books.sound and chain.intact and session.state.seq == acknowledged
        with Store.open(folder / "fala.db") as store:
            log = store.table("t")
            assert log.head.seq == acknowledged and log.verify().intact

    def noted(n):
        from assistant.facts import DeviceChanged
        return DeviceChanged("camera", "ok")

    asyncio.run(main())
"""


def test_a_full_and_a_read_only_disk_under_the_running_table(tmp_path: Path) -> None:
    """On a small tmpfs where this account may mount one (else nothing smaller than the real disk can be filled)."""
    assert on_a_small_disk(FULL, tmp_path, "2m", 0, "limit").startswith("full disk_")


@pytest.fixture
def club(postgresql: Server, tmp_path: Path) -> list[str]:
    """Addresses of two tables, each a program of its own, on one PostgreSQL."""
    url = postgresql.new_database()
    programs = []
    for table in ("a", "b"):
        command = [sys.executable, "-u", "-m", "assistant", "play", "--table", table, "--seats", "3", "--silent"]
        programs.append(
            subprocess.Popen(
                [*command, "--port", "0", "--address", "127.0.0.1", "--data", str(tmp_path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "FALA_DATABASE_URL": url, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
        )
    try:
        yield [url, *(_address(p) for p in programs)]
        for program in programs:
            program.send_signal(signal.SIGTERM)
            rest, _ = program.communicate(timeout=60)
            assert program.returncode == 0, rest[-2000:]
    finally:
        for program in programs:
            program.kill()
            program.wait()
            if program.stdout is not None:
                program.stdout.close()


def _address(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    seen = []
    for line in program.stdout:
        seen.append(line)
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            return found[0]
    pytest.fail("".join(seen)[-3000:])


def test_two_tables_of_a_club_as_two_programs_on_one_postgresql(club: list[str]) -> None:
    url, a, b = club
    ana, beto, caio = Wire(a), Wire(a), Wire(b)
    try:
        ana.join("Ana", "1")
        beto.join("Beto", "2")
        caio.join("Caio", "1")
        assert ana.bank("leave", seat="1").status_code == 200
        again = Wire(b)
        again.join("Ana", "2")  # the same person at the other table
        assert again.state()["me"] == next(p["player"] for p in beto.state()["people"] if p["name"] == "Ana")
        other = Wire(b)
        other.join("Beto", "3")  # another Beto: ours still sits at the first table
        assert other.state()["me"] != beto.state()["me"]
        command = [sys.executable, "-m", "assistant", "bank", "club", "--db", url, "--json"]
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout)
        assert told["tables"] == ["a", "b"] and told["chips_out"] == 800
        mine = next(p for p in told["players"] if p["player"] == again.state()["me"])
        assert mine["name"] == "Ana"
        assert mine["stack"] == 200 and mine["cash_centavos"] == -5000  # one person over both tables, one bank
        for phone in (again, other):
            phone.close()
    finally:
        for phone in (ana, beto, caio):
            phone.close()


PLAY = [sys.executable, "-u", "-m", "assistant", "play", "--silent", "--port", "0", "--address", "127.0.0.1"]


def started(folder: Path) -> tuple[subprocess.Popen[str], str, str]:
    """`fala play` as a program of its own: the process, its address, the host's PIN."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "LANG": "pt_BR.UTF-8"}
    env.pop("FALA_DATABASE_URL", None)
    env.pop("JOURNAL_STREAM", None)
    program = subprocess.Popen(
        [*PLAY, "--seats", "3", "--data", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
    )
    assert program.stdout is not None
    seen = ""
    for line in program.stdout:
        seen += line
        found = re.search(r"(http://127\.0\.0\.1:\d+)/host.*?(\d{3} ?\d{3})", seen, re.DOTALL)
        if found:
            return program, found[1], found[2]
    pytest.fail(seen[-3000:])


def end(program: subprocess.Popen[str]) -> None:
    """SIGKILL."""
    program.kill()
    program.wait()
    if program.stdout is not None:
        program.stdout.close()


def test_a_vote_under_way_outlives_the_table_being_killed(tmp_path: Path) -> None:
    program, url, pin = started(tmp_path)
    try:
        phones = [Wire(url) for _ in range(3)]
        for phone, name, seat in zip(phones, ("Ana", "Beto", "Caio"), "123", strict=True):
            phone.join(name, seat)
            assert phone.bank("count", number=190 if seat == "1" else 200).status_code == 200
        host = Wire(url)
        assert host.http.post("/api/pin", json={"pin": pin}).status_code == 200
        for act in ({"act": "closing", "number": 1}, {"act": "difference", "text": "sumiu"}):
            answer = host.http.post("/api/bank?as=host", json={"id": secrets.token_hex(8), **act})
            assert answer.status_code == 200, answer.text
        vote = phones[0].state()["end"]["vote"]
        assert phones[0].bank("agree", who=vote["id"], text="yes").status_code == 200
        assert phones[1].bank("agree", who=vote["id"], text="no").status_code == 200
        end(program)
        cookies = [p.http.cookies for p in phones]
        program, url, _ = started(tmp_path)
        again = [Wire(url) for _ in cookies]
        for phone, kept in zip(again, cookies, strict=True):
            phone.http.cookies = kept
        sheets = [p.state() for p in again]
        assert [s["end"]["vote"]["mine"] for s in sheets] == [True, False, None] and sheets[0]["closing"]
        assert sheets[0]["end"]["vote"] | {"mine": None} == sheets[2]["end"]["vote"]
        assert again[2].bank("agree", who=vote["id"], text="yes").status_code == 200  # two of three
        sheet = again[2].state()
        assert sheet["end"]["vote"] is None and sheet["end"]["refusal"] is None
        assert next(p for p in sheet["people"] if p["name"] == "Ana")["stack"] == 190
        for phone in (*phones, *again, host):
            phone.close()
    finally:
        end(program)
