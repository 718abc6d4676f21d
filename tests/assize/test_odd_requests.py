"""Requests that no browser sends of a page of ours: each is refused by a page, in one line of the log."""

import logging
from io import StringIO

import pytest
from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory

from assize.encodings import without_unknown
from assize.logs import TextLines
from tests.client import Client


class Asked:
    """An answer of the application as a server asks for it."""

    def __init__(self, method: str, address: str, form: str) -> None:
        environ = RequestFactory().generic(method, address, b"a=b").environ | {"CONTENT_TYPE": form}
        self.status = ""
        self.text = b"".join(without_unknown(get_wsgi_application())(environ, self._begin)).decode()

    def _begin(self, status: str, headers: object) -> None:
        self.status = status


@pytest.mark.django_db
@pytest.mark.parametrize(
    "named",
    [
        "charset=zlib",
        "charset=rot13",
        "charset=punycode",
        "charset=idna",
        "charset=utf-16",
        "charset*=foo''x",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_in_no_encoding_of_text_is_refused_by_a_page(method: str, named: str) -> None:
    answer = Asked(method, "/sign-in/?a=b", f"application/x-www-form-urlencoded; {named}")
    assert answer.status.startswith("400 ")
    assert "<html" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["", "text/plain; charset=UTF-8", "text/plain; charset=iso-8859-1", "a; b"])
def test_what_browsers_and_programs_name_is_read(form: str) -> None:
    assert Asked("GET", "/sign-in/?a=b", form).status.startswith("200 ")


@pytest.mark.django_db
def test_a_wrong_host_is_one_line_that_names_it_and_the_setting() -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextLines("{levelname} {message}", style="{"))
    logging.getLogger("django").addHandler(handler)
    try:
        answer = Client().get("/sign-in/", headers={"host": "evil.example\x1b[2J"})
    finally:
        logging.getLogger("django").removeHandler(handler)
    assert answer.status_code == 400
    (line,) = [line for line in stream.getvalue().splitlines() if "host" in line]
    assert line.startswith('WARNING A request was for the host "evil.example\\x1b[2J".')
    assert "ASSIZE_ALLOWED_HOSTS" in line
    assert len(stream.getvalue().splitlines()) <= 2
