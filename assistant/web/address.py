"""Which of this machine's addresses a phone on the same Wi-Fi can reach: not loopback, not Docker's, not a VPN's."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import ifaddr

Kind = Literal["lan", "public", "container", "vpn", "link_local", "loopback"]

_CONTAINER = re.compile(
    r"^(docker|br-|veth|virbr|lxc|lxd|cni|flannel|cali|podman|vmnet|vboxnet|vnet|kube|incus)|vethernet|virtualbox|vmware|hyper-v",
    re.IGNORECASE,
)
_VPN = re.compile(
    r"^(tun|tap|wg|utun|ppp|ipsec|zt|tailscale|nordlynx|proton|mullvad|gpd|cscotun|warp)|vpn|wireguard|tailscale|zerotier",
    re.IGNORECASE,
)
_WIRELESS = re.compile(r"^(wl|wifi|ath|ap\d)|wi-?fi|wireless", re.IGNORECASE)
_CARRIER = ipaddress.ip_network("100.64.0.0/10")  # Tailscale and carriers: no phone at the table is in it
_RANK: dict[Kind, int] = {"lan": 0, "public": 1, "link_local": 2, "container": 3, "vpn": 4, "loopback": 5}


@dataclass(frozen=True)
class Interface:
    """One IPv4 address of this machine and the interface that has it."""

    name: str
    address: str


@dataclass(frozen=True)
class Reachable:
    """An address with what it is; ``good`` when a phone at the table should be able to open it."""

    address: str
    name: str
    kind: Kind

    @property
    def good(self) -> bool:
        """Whether it may stand in the QR code without being chosen by hand."""
        return self.kind in ("lan", "public")


def kind_of(interface: Interface) -> Kind:
    """What an interface is, by its address and then by its name."""
    ip = ipaddress.ip_address(interface.address)
    if ip.is_loopback:
        return "loopback"
    if ip.is_link_local:
        return "link_local"
    if _VPN.search(interface.name) or ip in _CARRIER:
        return "vpn"
    if _CONTAINER.search(interface.name):
        return "container"
    return "lan" if ip.is_private else "public"


def rank(interfaces: Iterable[Interface], routed: str | None = None) -> tuple[Reachable, ...]:
    """All addresses, the one for the QR code first: a LAN's, that of the default route, wireless before wired."""

    def key(item: tuple[int, Interface]) -> tuple[int, bool, bool, int]:
        order, i = item
        return _RANK[kind_of(i)], i.address != routed, not _WIRELESS.search(i.name), order

    found = sorted(enumerate(interfaces), key=key)
    return tuple(Reachable(i.address, i.name, kind_of(i)) for _, i in found)


def interfaces() -> tuple[Interface, ...]:
    """Every IPv4 address this machine has now."""
    return tuple(
        Interface(adapter.nice_name, ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    )


def routed_address() -> str | None:
    """The address this machine would speak from to the outside; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737): UDP only asks the routing table
        except OSError:
            return None
        return str(s.getsockname()[0])


def reachable() -> tuple[Reachable, ...]:
    """This machine's addresses, the one for the QR code first."""
    return rank(interfaces(), routed_address())
