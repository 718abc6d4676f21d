"""What somebody reads when a request fails: a calm page of the site, and nothing of its insides."""

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from assessment.people.models import Account
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member

pytestmark = pytest.mark.django_db


def _is_calm(page: str) -> bool:
    return "Assize</a>" in page and "Traceback" not in page and "<style" not in page


def test_an_address_that_does_not_exist(client: Client) -> None:
    client.force_login(make_account("ada"))
    for path in ("/nowhere/", "/campaigns/nowhere/", "/judge/1/"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()
        assert _is_calm(answer.content.decode())
        assert path not in answer.content.decode()


def test_what_is_not_there_looks_like_what_is_not_shown(client: Client) -> None:
    make_campaign("unseen")
    client.force_login(make_account("sam"))
    pages = [client.get(f"/campaigns/{slug}/").content.decode() for slug in ("unseen", "absent")]
    assert "unseen" not in pages[0].lower()
    assert len(pages[0]) == len(pages[1])


def test_a_form_of_another_site_or_of_a_former_session(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_account("ada"))
    answer = strict.post("/account/", {"display_name": "Eve"})
    assert answer.status_code == 403
    assert "Nothing was stored" in answer.content.decode()
    assert "go back" in answer.content.decode().lower()
    assert _is_calm(answer.content.decode())


def test_a_failure_of_the_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("assessment.home.views.first_page", fail)
    client.force_login(make_account("ada"))
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "secret inside" not in answer.content.decode()
    assert "Nothing stored before is lost" in answer.content.decode()
    assert _is_calm(answer.content.decode())


def test_an_unknown_host_and_a_form_too_large_are_bad_requests(client: Client, settings: Settings) -> None:
    unknown = client.get("/sign-in/", headers={"host": "evil.test"})
    assert unknown.status_code == 400
    assert "evil.test" not in unknown.content.decode()
    client.force_login(make_account("ada"))
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    large = client.post(
        "/account/", {"display_name": "x" * 2000}, content_type="application/x-www-form-urlencoded"
    )
    assert large.status_code in (400, 413)
    for answer in (unknown, large):
        assert "could not be read" in answer.content.decode()
        assert _is_calm(answer.content.decode())


@pytest.mark.parametrize(
    "path", ["/sign-in/", "/nowhere/", "/password/", "/api/v1/campaigns/", "/healthz", "/admin/login/"]
)
def test_every_answer_bears_the_headers(client: Client, path: str) -> None:
    headers = client.get(path, follow=True).headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_an_address_that_takes_a_form_alone_shows_a_page_when_it_is_opened(client: Client) -> None:
    """As a browser does that reloads the page of a refused upload."""
    for address in ("/campaigns/trial/drop/", "/accounts/1/open/"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
        assert "This address only takes a form" in answer.content.decode()
        assert _is_calm(answer.content.decode())
    assert client.put("/campaigns/trial/drop/").content == b""


def test_a_refusal_that_no_page_expected_says_why(client: Client) -> None:
    """A form that was opened before its campaign was archived."""
    campaign = make_campaign("harbour")
    make_member(campaign, "olga", "organizer")
    client.force_login(Account.objects.get(username="olga"))
    call_command("archive", "harbour")
    for headers in ({}, {"X-Assize-Fetch": "1"}):
        answer = client.post("/campaigns/harbour/results/compare/", headers=headers)
        assert answer.status_code == 422
        assert "was archived on" in answer.content.decode()
    assert answer.json()["code"] == "archived"
    for referer, is_way_back in (
        ("http://testserver/campaigns/harbour/results/", True),
        ("http://elsewhere.test/", False),
        ("javascript:alert(1)", False),
    ):
        page = client.post(
            "/campaigns/harbour/results/compare/", headers={"Referer": referer}
        ).content.decode()
        assert (f'href="{referer}"' in page) is is_way_back
        assert _is_calm(page)
