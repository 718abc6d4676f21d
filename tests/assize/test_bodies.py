"""How much the server takes of whom: over connections to it, with no more of a body than is needed to be refused."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from waitress.adjustments import Adjustments

from assessment.people.models import ApiToken
from assessment.people.services.tokens import make_token, revoke_token
from assize import bodies
from assize.signed_in import SessionStore
from assize.uploads import takes_files
from tests.client import Client
from tests.factory import make_account

MB = 1024 * 1024
UPLOAD = "/campaigns/trial/submit/"
JUDGING = "/api/v1/campaigns/trial/judgments/"


def received(head: str, body: bytes = b"", announced: int | None = None) -> bodies.Parser:
    """A request as far as the server reads it."""
    parser = bodies.Parser(Adjustments(max_request_body_size=bodies.LARGEST))
    length = "" if announced is None else f"Content-Length: {announced}\r\n"
    data = f"{head}Host: localhost\r\n{length}\r\n".encode() + body
    while data and not parser.completed:
        data = data[parser.received(data) :]
    kept = parser.body_rcv.getbuf() if parser.body_rcv else ()
    parser.kept = len(kept)
    parser.close()
    return parser


def is_refused(parser: bodies.Parser) -> bool:
    return parser.completed and isinstance(parser.error, bodies.TooLarge)


@pytest.fixture(autouse=True)
def one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's own connection stays, as Django's test client has it."""
    monkeypatch.setattr(bodies, "close_old_connections", lambda: None)


@pytest.fixture
def cookie(db: None) -> str:
    """The header of somebody who is signed in."""
    account = make_account()
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.save()
    return f"Cookie: a=b; {settings.SESSION_COOKIE_NAME}={session.session_key}\r\n"


@pytest.fixture
def token(db: None) -> str:
    """The header of a program."""
    account = make_account("bot")
    _, words = make_token(account=account, by=account)
    return f"Authorization: Bearer {words}\r\n"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/sign-in/", "/nowhere/", "/%ff", UPLOAD, JUDGING, "/api/v1/campaigns/trial/runs/"]
)
@pytest.mark.parametrize("head", ["", "Cookie: sessionid=guessed\r\n", "Authorization: Token guessed\r\n"])
def test_nobody_without_an_account_has_a_large_body_kept(path: str, head: str) -> None:
    post = f"POST {path} HTTP/1.1\r\n{head}"
    huge = received(post, announced=bodies.LARGEST)
    assert is_refused(huge)
    large = received(post, b"x" * 3 * MB, announced=3 * MB)
    assert is_refused(large)
    assert large.kept == 0
    asked_first = received(f"{post}Expect: 100-continue\r\n", announced=3 * MB)
    assert is_refused(asked_first)
    assert not asked_first.expect_continue
    chunk = b"100000\r\n" + b"x" * MB + b"\r\n"
    chunked = received(f"{post}Transfer-Encoding: chunked\r\n", chunk * 2)
    assert is_refused(chunked)
    assert chunked.kept <= 2 * MB
    small = received(post, b"x" * MB, announced=MB)
    assert small.completed
    assert small.kept == MB
    assert not small.error


def test_whoever_is_signed_in_sends_files_where_files_are_taken(cookie: str) -> None:
    assert not received(f"POST {UPLOAD} HTTP/1.1\r\n{cookie}", announced=900 * MB).completed
    assert is_refused(received(f"POST /sign-in/ HTTP/1.1\r\n{cookie}", announced=900 * MB))
    Session.objects.all().delete()
    assert is_refused(received(f"POST {UPLOAD} HTTP/1.1\r\n{cookie}", announced=900 * MB))


def test_a_program_sends_files_and_long_lists(token: str) -> None:
    runs = f"POST /api/v1/campaigns/trial/runs/ HTTP/1.1\r\n{token}"
    assert not received(runs, announced=900 * MB).completed
    assert not received(f"POST {JUDGING} HTTP/1.1\r\n{token}", announced=30 * MB).completed
    refused = received(f"POST {JUDGING} HTTP/1.1\r\n{token}", announced=900 * MB)
    assert is_refused(refused)
    status, headers, body = refused.error.to_response()
    assert (status, headers) == (
        "413 Request Entity Too Large",
        [("Content-Type", "application/problem+json")],
    )
    assert json.loads(body)["code"] == "body_too_large"
    revoke_token(token=ApiToken.objects.get(), by=None)
    assert is_refused(received(runs, announced=900 * MB))


def test_a_file_sent_to_an_address_that_takes_none_is_dropped(client: Client, db: None) -> None:
    client.force_login(make_account())
    request = client.post("/account/", {"file": SimpleUploadedFile("a", b"x" * 100)}).wsgi_request
    assert not request.FILES


def examples(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """An address for each pattern."""
    for found in patterns:
        address = before + re.sub(r"<int:\w+>", "7", str(found.pattern)).replace("^", "")
        if isinstance(found, URLResolver):
            yield from examples(found.url_patterns, address)
        elif "(?P" not in address:
            yield re.sub(r"<[\w:]+>", "trial", address)


def test_the_proxy_keeps_no_large_body_either_and_lets_files_through() -> None:
    """The page of the proxy names the addresses that take files, and passes their bodies on as they come."""
    page = Path("docs/deployment.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"location ~ (\S+) \{([^}]*)\}", page)
    files, ways = re.compile(block[0]), block[1]
    assert "client_max_body_size 1g;" in ways
    assert "proxy_request_buffering off;" in ways
    assert "client_max_body_size 3m;" in page
    found = [address for address in examples(get_resolver().url_patterns) if not address.startswith("/admin")]
    assert len(found) > 300
    for address in found:
        wants = takes_files(resolve(address)) or address.startswith("/api/")
        assert bool(files.search(address)) is wants, address
