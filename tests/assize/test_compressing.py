"""Pages are sent compressed to browsers that take it, and read the same; downloads are sent as they are."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client  # that of the tests reads what it gets as text

from assize.middleware import CompressTexts

TEXT = b"<p>A lamp of the harbour.</p>" * 200


def sent(
    kind: str = "text/html; charset=utf-8", accepted: str = "gzip, br", status: int = 200
) -> HttpResponse:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accepted
    response = HttpResponse(TEXT, kind, status)
    assert CompressTexts(lambda _: response).process_response(request, response) is response
    return response


@pytest.mark.parametrize(
    "kind", ["text/html; charset=utf-8", "application/json", "text/css", "text/javascript"]
)
def test_texts_are_compressed(kind: str) -> None:
    response = sent(kind)
    assert response["Content-Encoding"] == "gzip"
    assert int(response["Content-Length"]) == len(response.content) < len(TEXT) / 10
    assert gzip.decompress(response.content) == TEXT
    assert response["Vary"] == "Accept-Encoding"


def test_others_are_sent_as_they_are() -> None:
    assert sent(accepted="").content == TEXT
    assert sent(accepted="")["Vary"] == "Accept-Encoding"
    assert sent("application/zip").content == TEXT
    assert sent("text/csv").content == TEXT
    assert sent("text/css", status=206).content == TEXT  # a part of a file, which nobody could unpack


def test_the_length_hides_what_a_page_repeats() -> None:
    assert len({len(sent().content) for _ in range(50)}) > 10


@pytest.mark.django_db
def test_the_site_sends_its_pages_so() -> None:
    response = Client().get("/sign-in/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert b"Sign in" in gzip.decompress(response.content)
