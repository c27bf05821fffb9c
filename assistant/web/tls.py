"""Certificates made on this machine: an authority of this table alone, and a certificate for the addresses it has.

The authority may vouch for nothing but private addresses and ".local" names: a phone that trusts it risks little.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
DAYS = 397  # what phones accept at most
PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")


@dataclass(frozen=True)
class Certificate:
    """Files of a certificate chain, its key, and the authority for phones (DER), with the authority's fingerprint."""

    chain: Path
    key: Path
    authority: bytes
    fingerprint: str  # SHA-256 in hex, pairs parted by colons


def certificate(folder: Path, names: Iterable[str], now: dt.datetime) -> Certificate:
    """A certificate for these addresses and names, signed by the authority in ``folder``, which is made if absent."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    authority, signer = _authority(folder, now)
    key = ec.generate_private_key(ec.SECP256R1())
    leaf = (
        x509.CertificateBuilder()
        .subject_name(_name("Fala o As"))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_san(n) for n in dict.fromkeys((*names, "localhost"))]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
        .sign(signer, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    chain_file, key_file = folder / "chain.pem", folder / "key.pem"
    _write(chain_file, leaf.public_bytes(pem) + authority.public_bytes(pem))
    _write(key_file, _key_bytes(key))
    digest = authority.fingerprint(hashes.SHA256()).hex(":").upper()
    return Certificate(chain_file, key_file, authority.public_bytes(serialization.Encoding.DER), digest)


def _authority(folder: Path, now: dt.datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    cert_file, key_file = folder / "authority.pem", folder / "authority-key.pem"
    if cert_file.exists() and key_file.exists():
        known = x509.load_pem_x509_certificate(cert_file.read_bytes())
        signer = serialization.load_pem_private_key(key_file.read_bytes(), None)
        if isinstance(signer, ec.EllipticCurvePrivateKey) and known.not_valid_after_utc > now + dt.timedelta(days=DAYS):
            return known, signer
    signer = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"Fala o As, mesa {os.urandom(3).hex()}")
    permitted = [x509.DNSName("local"), x509.DNSName("localhost")]
    networks = [x509.IPAddress(ipaddress.ip_network(n)) for n in PRIVATE]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(signer.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .add_extension(x509.NameConstraints([*permitted, *networks], None), True)
        .add_extension(
            x509.KeyUsage(False, False, False, False, False, True, True, encipher_only=False, decipher_only=False), True
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(signer.public_key()), False)
        .sign(signer, hashes.SHA256())
    )
    _write(key_file, _key_bytes(signer))
    _write(cert_file, made.public_bytes(serialization.Encoding.PEM))
    return made, signer


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _san(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
