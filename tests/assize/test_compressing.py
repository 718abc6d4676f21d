"""Pages are sent compressed to browsers that take it, and read the same."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client  # that of the tests reads what it gets as text

from assize.compressing import SMALLEST, compress_pages, packed

TEXT = b"<p>A lamp of the harbour.</p>" * 200


def sent(body: bytes, kind: str = "text/html; charset=utf-8", accepted: str = "gzip, br") -> HttpResponse:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accepted
    return compress_pages(lambda _: HttpResponse(body, kind))(request)


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json"])
def test_texts_are_compressed(kind: str) -> None:
    response = sent(TEXT, kind)
    assert response["Content-Encoding"] == "gzip"
    assert int(response["Content-Length"]) == len(response.content) < len(TEXT) / 10
    assert gzip.decompress(response.content) == TEXT
    assert response["Vary"] == "Accept-Encoding"


def test_others_are_sent_as_they_are() -> None:
    assert sent(TEXT, accepted="").content == TEXT
    assert sent(TEXT, accepted="")["Vary"] == "Accept-Encoding"
    assert sent(TEXT[: SMALLEST - 1]).content == TEXT[: SMALLEST - 1]
    assert sent(TEXT, "image/png").content == TEXT
    packed_already = HttpResponse(TEXT, headers={"Content-Encoding": "br"})
    assert compress_pages(lambda _: packed_already)(HttpRequest()).content == TEXT


def test_the_length_hides_what_a_page_repeats() -> None:
    assert len({len(packed(TEXT)) for _ in range(50)}) > 10
    assert gzip.decompress(packed(b"")) == b""


@pytest.mark.django_db
def test_the_site_sends_its_pages_so() -> None:
    response = Client().get("/sign-in/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert b"Sign in" in gzip.decompress(response.content)
