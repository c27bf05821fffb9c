"""Who may do what: tokens, seats, the host's yes, codes, PIN; a right of one seat is no right of another."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from tiny_table import SECRET, TinyTable
from web_kit import Phone, go, host_of, seated, tap

from assistant.web.app import create_app
from assistant.web.config import WebConfig
from assistant.web.context import Web


def test_joining_is_one_request_and_the_cookie_is_the_identity(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        phone = await seated(app)
        assert table.places["3"].name == "Caio" and table.places["3"].stack == 200
        cookie = phone.http.cookies.jar
        assert all(c.has_nonstandard_attr("HttpOnly") for c in cookie)
        state = (await phone.get("/api/state")).json()
        assert state["you"] == "3" and state["role"] == "player" and state["host"] is None
        assert (await phone.get("/")).headers["location"] == "/play"
        again = await phone.post("/api/join", {"name": "Caio", "seat": "3", "cacifes": 1})
        assert again.status_code == 409, "one phone, one seat"

    go(story())


def test_the_cookie_is_signed_httponly_lax_and_in_no_address(app: FastAPI) -> None:
    async def story() -> None:
        answer = await Phone(app).post("/api/join", {"name": "Caio", "seat": "3"})
        header = answer.headers["set-cookie"]
        assert "HttpOnly" in header and "SameSite=lax" in header
        assert header.split("=", 1)[1].split(";")[0].encode() not in answer.content

    go(story())


def test_the_seat_survives_a_restart_of_the_server(app: FastAPI, table: TinyTable, config: WebConfig) -> None:
    async def story() -> None:
        phone = await seated(app)
        later = Phone(create_app(table, config))
        later.http.cookies = phone.http.cookies
        assert (await later.get("/api/state")).json()["you"] == "3"

    go(story())


def test_a_taken_seat_is_not_given_by_its_name(app: FastAPI) -> None:
    async def story() -> None:
        answer = await Phone(app).post("/api/join", {"name": "Ana", "seat": "1"})
        assert answer.status_code == 409 and answer.json()["code"] == "seat_taken"
        assert "set-cookie" not in answer.headers

    go(story())


@pytest.mark.parametrize("path", ["/api/state", "/api/stream", "/api/me", "/picture/doubt-3"])
def test_without_a_token_there_is_no_state(app: FastAPI, path: str) -> None:
    async def story() -> None:
        for role in ("player", "host", "screen"):
            answer = await Phone(app).get(path, params={"as": role})
            assert answer.status_code == 401 and answer.json() == {"error": "token"}
        assert (await Phone(app).get("/play")).headers["location"] == "/"

    go(story())


def test_forged_and_foreign_tokens_get_401_and_no_state(app: FastAPI, table: TinyTable, tmp_path: Any) -> None:
    async def story() -> None:
        phone = await seated(app)
        web: Web = app.state.web
        name, value = next((c.name, c.value or "") for c in phone.http.cookies.jar)
        for forged in (value[:-1] + ("A" if value[-1] != "A" else "B"), "x" + value, value.split(".")[0], "a.b"):
            thief = Phone(app)
            thief.http.cookies.set(name, forged)
            assert (await thief.get("/api/state")).status_code == 401
            assert (await thief.post("/api/tap", tap("x", "mesa"))).status_code == 401
        thief = Phone(app)
        thief.http.cookies.set(web.phones.cookie("host"), value)
        assert (await thief.get("/api/state?as=host")).status_code == 401
        assert (await thief.post("/api/host", tap("start_hand", ""))).status_code == 401
        elsewhere = Phone(create_app(TinyTable(), WebConfig(tmp_path / "other", ("192.168.1.7",))))
        elsewhere.http.cookies.set(name, value)
        assert (await elsewhere.get("/api/state")).status_code == 401

    go(story())


def test_a_player_is_no_host_and_a_screen_is_nobody(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        player = await seated(app)
        for path, body in (
            ("/api/host", tap("start_hand", "")),
            ("/api/tap?as=host", tap("x", "mesa")),
            ("/api/phones/allow", {"id": "x"}),
            ("/api/phones/revoke", {"id": "x"}),
            ("/api/pin/renew", {}),
        ):
            assert (await player.post(path, body)).status_code == 401
        assert table.orders == [] and table.hand == 0
        host = await host_of(app)
        screen = Phone(app)
        await screen.post("/api/ask", {"role": "screen"})
        asking = (await host.get("/api/state?as=host")).json()["phones"]["asking"]
        assert (await screen.get("/api/state?as=screen")).status_code == 403, "not before the host says yes"
        assert (await host.post("/api/phones/allow", {"id": asking[0]["id"]})).status_code == 200
        state = (await screen.get("/api/state?as=screen")).json()
        assert state["you"] is None and state["choice"] is None and state["host"] is None
        table.deal()
        refused = await screen.post("/api/tap?as=screen", tap("1.2.1.4", "mesa"))
        assert refused.status_code == 409 and table.places["2"].word == ""

    go(story())


def test_one_seats_token_cannot_answer_for_another(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        caio = await seated(app)
        table.deal()  # Bia's ace speaks first
        decision = table.view.__self__._choice("2").decision  # type: ignore[attr-defined]
        answer = await caio.post("/api/tap", tap(decision, "mesa"))
        assert answer.status_code == 409 and answer.json()["code"] == "stale"
        assert table.places["2"].word == ""
        assert (await caio.get("/api/state")).json()["choice"] is None

    go(story())


def test_a_seat_is_taken_back_by_its_code_once_and_the_old_phone_is_out(app: FastAPI) -> None:
    async def story() -> None:
        old = await seated(app)
        code = (await old.get("/api/me")).json()["code"]
        new = Phone(app, host="mesa.local:8770")  # the server's address changed: no cookie
        assert (await new.post("/api/take", {"seat": "3", "code": f"{code[:3]} {code[3:]}"})).status_code == 200
        assert (await new.get("/api/state")).json()["you"] == "3"
        assert (await old.get("/api/state")).status_code == 401
        assert (await Phone(app).post("/api/take", {"seat": "3", "code": code})).status_code == 403, "used up"

    go(story())


def test_guessing_a_code_is_stopped_after_five_tries_wherever_they_come_from(app: FastAPI) -> None:
    async def story() -> None:
        phone = await seated(app)
        code = (await phone.get("/api/me")).json()["code"]
        wrong = f"{(int(code) + 1) % 1_000_000:06d}"
        tries = [
            (await Phone(app, peer=f"192.168.1.{n}").post("/api/take", {"seat": "3", "code": wrong})).status_code
            for n in range(100, 105)
        ]
        assert tries == [403] * 5
        last = await Phone(app, peer="192.168.1.200").post("/api/take", {"seat": "3", "code": code})
        assert last.status_code == 429

    go(story())


def test_a_second_phone_needs_the_hosts_yes(app: FastAPI) -> None:
    async def story() -> None:
        first, host = await seated(app), await host_of(app)
        second = Phone(app, peer="192.168.1.41")
        asked = await second.post("/api/ask", {"role": "player", "seat": "3", "name": "Caio"})
        assert asked.status_code == 202
        assert (await second.get("/api/asked")).json()["status"] == "waiting"
        assert (await second.get("/api/state")).status_code == 403
        assert (await second.get("/play")).headers["location"] == "/"
        request = (await host.get("/api/state?as=host")).json()["phones"]["asking"][0]
        assert request["number"] == asked.json()["number"] and request["seat"] == "3"
        assert (await host.post("/api/phones/allow", {"id": request["id"]})).status_code == 200
        assert (await second.get("/api/state")).json()["you"] == "3"
        assert (await first.get("/api/state")).status_code == 401

    go(story())


def test_the_host_can_refuse_and_can_switch_a_phone_off(app: FastAPI) -> None:
    async def story() -> None:
        first, host = await seated(app), await host_of(app)
        second = Phone(app)
        await second.post("/api/ask", {"role": "player", "seat": "3"})
        phones = (await host.get("/api/state?as=host")).json()["phones"]
        await host.post("/api/phones/revoke", {"id": phones["asking"][0]["id"]})
        assert (await second.get("/api/asked")).json() == {"status": "no"}
        mine = next(p for p in phones["let_in"] if p["seat"] == "3")
        await host.post("/api/phones/revoke", {"id": mine["id"]})
        assert (await first.get("/api/state")).status_code == 401

    go(story())


def test_who_leaves_the_table_loses_the_right_even_when_another_sits_down(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        phone = await seated(app)
        table.places["3"].name = "Edu"
        table.touch()
        assert (await phone.get("/api/state")).status_code == 401

    go(story())


def test_who_changes_places_takes_his_phone_along_and_his_old_code_opens_nothing(
    app: FastAPI, table: TinyTable
) -> None:
    async def story() -> None:
        caio = await seated(app)
        code = (await caio.get("/api/me")).json()["code"]
        ana = Phone(app, peer="192.168.1.60")
        host = await host_of(app)
        await ana.post("/api/ask", {"role": "player", "seat": "1", "name": "Ana"})
        asking = (await host.get("/api/state?as=host")).json()["phones"]["asking"]
        await host.post("/api/phones/allow", {"id": asking[0]["id"]})
        table.swap("1", "3")
        assert (await caio.get("/api/state")).json()["you"] == "1"
        assert (await ana.get("/api/state")).json()["you"] == "3"
        thief = await Phone(app, peer="192.168.1.61").post("/api/take", {"seat": "3", "code": code})
        assert thief.status_code == 403
        mine = (await caio.get("/api/me")).json()
        assert mine["seat"] == "1" and mine["name"] == "Caio" and mine["code"] != code
        new = Phone(app, peer="192.168.1.62")
        assert (await new.post("/api/take", {"seat": "1", "code": mine["code"]})).status_code == 200

    go(story())


def test_nobody_asks_for_the_hosts_chair(app: FastAPI) -> None:
    async def story() -> None:
        for body in ({"role": "host"}, {"role": "player"}, {"role": "screen", "seat": "3"}, {"role": "king"}):
            assert (await Phone(app).post("/api/ask", body)).status_code == 422

    go(story())


def test_the_pin_is_locked_after_five_tries_and_a_new_one_comes_from_the_machine_itself(app: FastAPI) -> None:
    async def story() -> None:
        thief = Phone(app, peer="192.168.1.66")
        left = [(await thief.post("/api/pin", {"pin": f"{n:06d}"})).json()["left"] for n in range(5)]
        assert left == [4, 3, 2, 1, 0]
        assert (await thief.post("/api/pin", {"pin": "246810"})).json()["code"] == "locked"
        assert "disabled" in (await thief.get("/host")).text
        machine = Phone(app, host="localhost:8770", peer="127.0.0.1")
        assert 'id="actions"' in (await machine.get("/host")).text, "no PIN on the machine itself"
        new = (await machine.post("/api/pin/renew", {})).json()["pin"]
        assert (await thief.post("/api/pin", {"pin": new})).status_code == 200

    go(story())


@pytest.mark.parametrize(
    ("host", "peer", "headers"),
    [
        ("192.168.1.7:8770", "127.0.0.1", {}),
        ("localhost:8770", "192.168.1.66", {}),
        ("localhost:8770", "127.0.0.1", {"x-forwarded-for": "192.168.1.66"}),
    ],
)
def test_only_a_browser_on_the_machine_itself_is_host_without_a_pin(
    app: FastAPI, host: str, peer: str, headers: dict[str, str]
) -> None:
    async def story() -> None:
        page = await Phone(app, host=host, peer=peer).get("/host", headers=headers)
        assert 'id="pin"' in page.text and "set-cookie" not in page.headers

    go(story())


def test_joining_is_rate_limited_per_address(app: FastAPI) -> None:
    async def story() -> None:
        phone = Phone(app)
        codes = [(await phone.post("/api/join", {"name": "x", "seat": "1"})).status_code for _ in range(14)]
        assert codes == [409] * 12 + [429] * 2
        assert (await Phone(app, peer="192.168.1.77").post("/api/join", {"name": "x", "seat": "1"})).status_code == 409

    go(story())


def test_a_picture_of_a_doubt_is_the_hosts(app: FastAPI) -> None:
    async def story() -> None:
        player, host = await seated(app), await host_of(app)
        assert (await player.get("/picture/doubt-3")).status_code == 404
        shown = await host.get("/picture/doubt-3?as=host")
        assert shown.status_code == 200 and shown.headers["content-type"] == "image/jpeg"
        assert shown.headers["cache-control"] == "no-store"

    go(story())


def test_case_78_no_byte_names_a_closed_card_before_it_is_shown(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        caio, host = await seated(app), await host_of(app)
        table.deal()
        for phone, role in ((caio, "player"), (host, "host"), (caio, "screen")):
            await phone.get(f"/api/state?as={role}")
        await caio.post("/api/tap", tap("nonsense", "mesa"))
        for path in ("/", "/play", "/host", "/api/seats", "/api/me", "/openapi.json", "/nothing"):
            await caio.get(path)
        for phone in (caio, host):
            assert phone.seen and f'"{SECRET}"'.encode() not in phone.seen
        table.end()
        assert f'"{SECRET}"' in (await caio.get("/api/state")).text, "and the search itself finds it once it is shown"

    go(story())


def test_a_view_meant_for_somebody_else_is_not_sent(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        caio = await seated(app)
        table.leak = "player"
        with pytest.raises(RuntimeError, match="host's view"):
            await caio.get("/api/state")

    go(story())


def test_case_75_the_host_puts_another_address_into_the_qr_code(app: FastAPI) -> None:
    async def story() -> None:
        player, host = await seated(app), await host_of(app)
        urls = (await host.get("/api/state?as=host")).json()["phones"]["urls"]
        assert urls == ["http://192.168.1.7:8770/", "http://mesa.local:8770/"]
        before = (await host.get("/qr.svg")).text
        assert (await player.post("/api/address", {"url": urls[1]})).status_code == 401
        assert (await host.post("/api/address", {"url": "http://evil.example/"})).status_code == 404
        assert (await host.post("/api/address", {"url": urls[1]})).status_code == 200
        assert (await host.get("/api/state?as=host")).json()["url"] == urls[1]
        assert (await host.get("/qr.svg")).text != before
        assert "url" not in (await player.get("/api/state")).json()

    go(story())
