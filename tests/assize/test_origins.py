"""Signing in behind TLS on a site that does not know of it: what is refused, and which setting is named where."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from assize import origins
from tests.client import Client
from tests.factory import make_account


@pytest.fixture(autouse=True)
def nothing_refused() -> Iterator[None]:
    origins._refused.clear()
    yield
    origins._refused.clear()


def sign_in(origin: str, **more: Any) -> Any:
    client = Client(enforce_csrf_checks=True)
    token = client.get("/sign-in/").context["csrf_token"]
    form = {"username": "ada", "password": "correct horse", "csrfmiddlewaretoken": str(token)}
    return client.post("/sign-in/", form, headers={"origin": origin} if origin else {}, **more)


@pytest.mark.django_db
def test_page_log_and_readiness_name_the_setting_and_the_origin(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    make_account("ada")
    assert sign_in("http://testserver").status_code == 302
    assert "origin_refused" not in client.get("/readyz").text
    caplog.set_level(logging.WARNING, "assize.origins")
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    answer = sign_in("https://testserver")
    assert answer.status_code == 403
    ready = client.get("/readyz").text
    for place in (answer.text, caplog.text, ready):
        assert "ASSIZE_HTTPS=1" in place
        assert "https://testserver" in place
    assert "another session" not in answer.text


@pytest.mark.django_db
def test_another_site_is_named_and_no_hint_of_readiness(client: Client) -> None:
    make_account("ada")
    answer = sign_in("http://evil.example")
    assert answer.status_code == 403
    assert "http://evil.example" in answer.text
    assert "Host" in answer.text
    assert "evil" not in client.get("/readyz").text


@pytest.mark.django_db
def test_a_form_of_another_session_is_still_called_that() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "ada"})
    assert answer.status_code == 403
    assert "another session" in answer.text
