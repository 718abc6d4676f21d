"""Which places are of the open network, and connections to places that were looked up and checked before.

A connection goes to the very address that was checked: a name that leads elsewhere a moment later leads nowhere.
"""

import ipaddress
import socket
import ssl
from collections.abc import Collection, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Network = IPv4Network | IPv6Network
_UNICAST = IPv6Network("2000::/3")  # of IPv6, all that is given out for the open network
_NAT64 = IPv6Network("64:ff9b::/96")  # leads to the IPv4 address in its last four bytes
# What Python's list (of some versions) leaves out: special uses, and an address that looks like any other, yet answers
# within one provider's network, with the secrets of its machines.
_CLOSED_V4 = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")))
_CLOSED_V6 = IPv6Network("3fff::/20")


def is_public(address: str) -> bool:
    """Whether an address in numbers is one of the open network, and so is the IPv4 address that it may carry."""
    if "%" in address:  # of one interface of this machine
        return False
    found = ipaddress.ip_address(address)
    if isinstance(found, IPv4Address):
        return _is_public_v4(found)
    if carried := _carried(found):
        return _is_public_v4(carried)
    return found in _UNICAST and found.is_global and found not in _CLOSED_V6


def _is_public_v4(address: IPv4Address) -> bool:
    is_open = address.is_global and not address.is_multicast
    return is_open and not any(address in network for network in _CLOSED_V4)


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to; None where it leads to itself."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def is_in(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address in numbers is in one of the networks; one that carries an IPv4 address counts as that too."""
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return any(one in network for network in networks for one in (found, mapped) if one is not None)


def looked_up(host: str, port: int) -> list[str]:
    """Every address of a host, best first, in numbers. OSError where it has none."""
    found = (str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return list(dict.fromkeys(found))


def connected(address: str, port: int, *, tls_for: str, seconds: float) -> socket.socket:
    """A connection to an address in numbers; with `tls_for` an encrypted one, on which hands have still to be shaken."""
    link = socket.create_connection((address, port), timeout=seconds)
    if not tls_for:
        return link
    context = ssl.create_default_context()
    return context.wrap_socket(link, server_hostname=tls_for, do_handshake_on_connect=False)


def shake_hands(link: socket.socket) -> None:
    """Agree on the encryption, with a valid certificate of the host; OSError where there is none.

    Letter by letter this can take as long as the other side likes: whoever calls it hangs up at the end of a time.
    """
    if isinstance(link, ssl.SSLSocket):
        link.do_handshake()


def refused_of(addresses: Collection[str], allowed: Iterable[Network]) -> list[str]:
    """Those that are neither public nor in an allowed network."""
    networks = list(allowed)
    return [one for one in addresses if not (is_public(one) or is_in(one, networks))]
