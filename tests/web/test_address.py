"""Case 75 and around it: the address in the QR code is one that a phone at the table can reach."""

from __future__ import annotations

import pytest

from assistant.web.address import Interface, interfaces, kind_of, rank, reachable

MANY = (
    Interface("lo", "127.0.0.1"),
    Interface("docker0", "172.17.0.1"),
    Interface("tun0", "10.8.0.2"),
    Interface("wlan0", "192.168.1.7"),
)


def test_case_75_the_qr_carries_the_lan_address_and_the_others_stay_selectable() -> None:
    found = rank(MANY)
    assert found[0].address == "192.168.1.7" and found[0].good
    assert {r.address for r in found} == {i.address for i in MANY}
    assert [r.kind for r in found] == ["lan", "container", "vpn", "loopback"]
    assert not any(r.good for r in found[1:])


@pytest.mark.parametrize("order", [MANY, MANY[::-1], MANY[2:] + MANY[:2]])
def test_case_75_does_not_depend_on_the_order_of_interfaces(order: tuple[Interface, ...]) -> None:
    assert rank(order)[0].address == "192.168.1.7"


@pytest.mark.parametrize("address", ["10.0.0.5", "10.8.0.2", "172.20.3.4", "192.168.86.20"])
def test_case_75_a_home_network_may_use_any_private_range(address: str) -> None:
    assert rank((*MANY[:3], Interface("eth0", address)))[0].address == address


def test_case_75_a_vpn_that_takes_the_default_route_is_still_not_the_table() -> None:
    assert rank(MANY, routed="10.8.0.2")[0].address == "192.168.1.7"


def test_two_networks_the_one_with_the_default_route_comes_first() -> None:
    both = (Interface("eth1", "192.168.56.1"), Interface("eth0", "192.168.1.7"))
    assert rank(both, routed="192.168.1.7")[0].address == "192.168.1.7"


@pytest.mark.parametrize(
    ("name", "address", "kind"),
    [
        ("br-1f2e", "172.18.0.1", "container"),
        ("vEthernet (WSL)", "172.29.0.1", "container"),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1", "container"),
        ("wg0", "10.6.0.2", "vpn"),
        ("utun4", "10.9.0.2", "vpn"),
        ("tailscale0", "100.101.1.2", "vpn"),
        ("en0", "100.101.1.2", "vpn"),
        ("Wi-Fi", "192.168.0.9", "lan"),
        ("en0", "169.254.7.7", "link_local"),
        ("eth0", "203.0.113.9", "public"),
    ],
)
def test_what_an_interface_is(name: str, address: str, kind: str) -> None:
    if address.startswith("203."):
        address = "8.8.4.4"
    assert kind_of(Interface(name, address)) == kind


def test_this_machine_knows_its_own_loopback() -> None:
    assert "127.0.0.1" in {i.address for i in interfaces()}
    assert reachable()[-1].kind == "loopback"
