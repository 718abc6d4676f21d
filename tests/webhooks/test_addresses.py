"""Where messages go: to places of the open net alone, and to the very address that was checked."""

import socket
import threading
from contextlib import suppress
from ipaddress import ip_network
from typing import Any

import pytest

from assessment.shared.errors import Refused
from assessment.webhooks.models import Failure
from assessment.webhooks.services import post as posting
from assessment.webhooks.services.addresses import checked_address
from assessment.webhooks.services.post import Answer, post
from tests.webhooks.receiver import Receiver

PRIVATE = (
    *("127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "169.254.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1"),
    *("192.0.2.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::"),
    *("2001:0:7f00:1::", "fe80::1", "fe80::1%lo", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1"),
    *("2001:db8::1", "3fff::1", "100::1"),
)
PUBLIC = ("1.1.1.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::")
WRITTEN_ODDLY = (
    *(
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "localhost",
        "a.localhost",
        "db.internal",
        "intranet",
    ),
    *("metadata.google.internal", "printer.local", "１２７.0.0.1"),
)
NO_ADDRESS = (
    *("", "hook", "//example.org/x", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x"),
    *(
        "https://me:word@example.org/",
        "https://example.org@10.0.0.1/",
        "https://example.org/#x",
        "https://a b/",
    ),
    *("https://example.org:99999/", "https://example.org:0/", "https://example.org/\r\nHost: x"),
    *(
        "https://example.org/" + "a" * 500,
        "https://[::1",
        "https://example..org/",
        "https://" + "a" * 64 + ".org/",
    ),
)


@pytest.mark.parametrize("host", [*PRIVATE, *WRITTEN_ODDLY])
def test_what_is_not_public_cannot_be_added(host: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_address(f"https://[{host}]/hook" if ":" in host else f"https://{host}/hook")
    assert refused.value.code in ("webhook_not_public", "webhook_address")


@pytest.mark.parametrize("address", NO_ADDRESS)
def test_what_is_no_address_cannot_be_added(address: str) -> None:
    with pytest.raises(Refused):
        checked_address(address)


def test_https_alone_unless_a_setting_says_otherwise(settings: Any) -> None:
    with pytest.raises(Refused, match="https://"):
        checked_address("http://example.org/hook")
    settings.WEBHOOK_HTTP = True
    assert checked_address(" http://Example.org:8080/a b?x=ü ".replace(" b", "b")) == (
        "http://example.org:8080/ab?x=%C3%BC"
    )
    assert checked_address("https://bücher.example/") == "https://xn--bcher-kva.example/"
    for address in PUBLIC:
        assert checked_address(f"https://[{address}]/" if ":" in address else f"https://{address}/")


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_to_what_is_not_public_is_not_connected_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for found in ([address], ["1.1.1.1", address]):  # one among public ones is enough
        monkeypatch.setattr(posting, "looked_up", lambda host, port, found=found: found)
        monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
        assert post("https://hook.example.org/", b"{}", {}) == Answer(failure=Failure.ADDRESS)


def test_a_name_is_looked_up_once_and_the_checked_address_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, reached = [], []

    def lookup(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        address = "1.1.1.1" if len(asked) == 1 else "127.0.0.1"  # a name that is bound anew meanwhile
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(place: Any, **_: Any) -> Any:
        reached.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert post("https://hook.example.org/", b"{}", {}).failure == Failure.CONNECTION
    assert (asked, reached) == (["hook.example.org"], [("1.1.1.1", 443)])


def test_networks_can_be_allowed_and_are_no_longer_once_the_setting_is_gone(
    receiver: Receiver, settings: Any
) -> None:
    headers = {"webhook-id": "msg_1"}
    assert post(receiver.url, b"{}", headers).status == 204
    settings.WEBHOOK_NETWORKS = [ip_network("10.0.0.0/8")]
    assert post(receiver.url, b"{}", headers).failure == Failure.ADDRESS
    settings.WEBHOOK_NETWORKS, settings.WEBHOOK_HTTP = [ip_network("127.0.0.0/8")], False
    assert post(receiver.url, b"{}", headers).failure == Failure.ADDRESS
    assert len(receiver.got) == 1


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.statuses = [307]
    answer = post(receiver.url, b"{}", {"webhook-id": "msg_1"})
    assert (answer.status, answer.is_taken, len(receiver.got)) == (307, False, 1)


def test_who_speaks_no_tls_gets_nothing(receiver: Receiver) -> None:
    answer = post(receiver.url.replace("http://", "https://"), b"{}", {"webhook-id": "msg_1"})
    assert (answer.status, answer.failure, receiver.got) == (None, Failure.CONNECTION, [])


def test_who_shakes_hands_letter_by_letter_is_hung_up_on(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.5)
    ended = threading.Event()

    def drip(server: socket.socket) -> None:
        link, _ = server.accept()
        link.settimeout(0.05)
        with suppress(OSError):
            link.sendall(b"\x16\x03\x03\x40\x00")  # a record of 16,384 bytes begins
            while not ended.is_set():
                link.sendall(b"\x00")
                with suppress(TimeoutError):
                    link.recv(4096)
        link.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=[server], daemon=True)
        thread.start()
        answer = post(f"https://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        ended.set()
        thread.join()
    assert answer == Answer(failure=Failure.TIME)
