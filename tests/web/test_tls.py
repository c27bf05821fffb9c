"""https with a certificate of our own: a phone that trusts the table's authority trusts the table, and nobody else."""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from tiny_table import TinyTable

from assistant.web.app import create_app, server
from assistant.web.config import WebConfig
from assistant.web.tls import Certificate, certificate

NOW = dt.datetime.now(dt.UTC)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[str, Certificate]]:
    """A running table on https, its address and certificate."""
    made = certificate(tmp_path / "tls", ("127.0.0.1", "192.168.1.7", "fala.local"), NOW)
    config = WebConfig(
        tmp_path / "web", ("127.0.0.1",), scheme="https", authority=made.authority, fingerprint=made.fingerprint
    )
    running = server(create_app(TinyTable(), config), bind="127.0.0.1", port=0, certificate=(made.chain, made.key))
    thread = threading.Thread(target=lambda: asyncio.run(running.serve()))
    thread.start()
    while not running.started:
        assert thread.is_alive()
    port = running.servers[0].sockets[0].getsockname()[1]
    yield f"https://127.0.0.1:{port}", made
    running.should_exit = True
    thread.join(20)


def trusting(made: Certificate, folder: Path) -> ssl.SSLContext:
    """A phone that installed the authority it was given."""
    authority = folder / "installed.pem"
    authority.write_text(ssl.DER_cert_to_PEM_cert(made.authority))
    return ssl.create_default_context(cafile=str(authority))


def test_a_phone_that_installed_the_authority_joins_and_its_cookie_never_travels_in_clear(
    table: tuple[str, Certificate], tmp_path: Path
) -> None:
    url, made = table
    with pytest.raises(httpx.ConnectError, match="certificate"):
        httpx.get(url)
    with httpx.Client(base_url=url, verify=trusting(made, tmp_path), headers={"Origin": url}) as phone:
        page = phone.get("/trust")
        assert made.fingerprint in page.text and 'href="/authority.crt"' in page.text
        fetched = phone.get("/authority.crt")
        assert fetched.content == made.authority
        assert fetched.headers["content-type"] == "application/x-x509-ca-cert"
        joined = phone.post("/api/join", json={"name": "Caio", "seat": "3"})
        assert joined.status_code == 200 and "Secure" in joined.headers["set-cookie"]
        refused = phone.post("/api/join", json={}, headers={"Origin": url.replace("https", "http")})
        assert refused.status_code == 403


def test_the_authority_may_vouch_for_homes_only_and_stays_the_same(tmp_path: Path) -> None:
    first = certificate(tmp_path, ("192.168.1.7",), NOW)
    moved = certificate(tmp_path, ("192.168.1.99", "fala.local"), NOW)
    assert moved.authority == first.authority, "phones that trust the table trust it at its new address"
    for name in ("authority-key.pem", "key.pem"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    authority = x509.load_der_x509_certificate(first.authority)
    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints)
    names = {str(n.value) for n in allowed.value.permitted_subtrees or ()}
    assert allowed.critical and "192.168.0.0/16" in names and "local" in names and not {"", "0.0.0.0/0"} & names
    leaf = x509.load_pem_x509_certificate(moved.chain.read_bytes())
    assert (leaf.not_valid_after_utc - leaf.not_valid_before_utc).days <= 398, "phones refuse longer ones"


def test_a_certificate_for_a_bank_under_this_authority_is_refused(tmp_path: Path) -> None:
    made = certificate(tmp_path / "tls", ("bank.example",), NOW)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.chain, made.key)
    client = trusting(made, tmp_path)
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    there = context.wrap_bio(outgoing, incoming, server_side=True)
    here = client.wrap_bio(incoming, outgoing, server_hostname="bank.example")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        for _ in range(4):
            for side in (here, there):
                try:
                    side.do_handshake()
                except ssl.SSLWantReadError:
                    continue


def test_without_https_there_is_nothing_to_trust(tmp_path: Path) -> None:
    async def story() -> None:
        transport = httpx.ASGITransport(app=create_app(TinyTable(), WebConfig(tmp_path, ("192.168.1.7",))))
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.7") as phone:
            assert (await phone.get("/trust")).status_code == 404
            assert (await phone.get("/authority.crt")).status_code == 404

    asyncio.run(story())
