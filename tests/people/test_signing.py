"""Signing in and out, and what happens to fields that arrive after the session ended."""

import html
import re
import socket
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.utils import translation

from assessment.people.models import Account
from assize.environment import site_url
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member

pytestmark = pytest.mark.django_db

ACCOUNT_FORM = {"display_name": "Ada Novak", "email": "", "languages": ["en", "de"]}


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    cache.clear()


def test_signing_in_leads_to_the_page_that_was_asked_for(client: Client) -> None:
    make_account("ada")
    asked = client.get("/account/")
    assert asked.status_code == 302
    assert asked["Location"] == "/sign-in/?next=/account/"
    form = {"username": "ada", "password": "correct horse", "next": "/account/"}
    assert client.post("/sign-in/", form)["Location"] == "/account/"
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("target", ["https://elsewhere.test/", "//elsewhere.test", "javascript:alert(1)"])
def test_signing_in_never_leads_to_another_site(client: Client, target: str) -> None:
    make_account("ada")
    answer = client.post("/sign-in/", {"username": "ada", "password": "correct horse", "next": target})
    assert answer["Location"] == "/"


def test_a_wrong_password_and_a_closed_account_are_refused(client: Client) -> None:
    account = make_account("ada")
    wrong = client.post("/sign-in/", {"username": "ada", "password": "wrong"})
    assert wrong.status_code == 422
    assert "User name or password is wrong" in wrong.content.decode()
    Account.objects.filter(pk=account.pk).update(is_active=False)
    assert client.post("/sign-in/", {"username": "ada", "password": "correct horse"}).status_code == 422


def test_a_late_answer_to_an_ended_session_signs_nobody_out_again(client: Client) -> None:
    make_account("ada")
    form = {"username": "ada", "password": "correct horse"}
    client.post("/sign-in/", form)
    Session.objects.all().delete()
    ended = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post("/sign-in/", form)
    late = Client()
    late.cookies[settings.SESSION_COOKIE_NAME] = ended
    for answer in (late.get("/account/"), late.post("/judge/1/save/", {}, headers={"X-Assize-Fetch": "1"})):
        assert answer.status_code in (302, 401)
        assert settings.SESSION_COOKIE_NAME not in answer.cookies  # the browser's is another by now
    out = client.post("/sign-out/")
    assert out.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 0


def test_after_ten_tries_the_name_has_to_wait(client: Client) -> None:
    make_account("ada")
    for _ in range(10):
        client.post("/sign-in/", {"username": "ada", "password": "wrong"})
    locked = client.post("/sign-in/", {"username": "ada", "password": "correct horse"})
    assert locked.status_code == 422
    assert "Too many attempts" in locked.content.decode()


def _hidden_fields(page: str) -> dict[str, str]:
    pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in pairs}


def test_fields_posted_after_the_session_ended_come_back_after_signing_in(client: Client) -> None:
    account = make_account("ada")
    lost = client.post("/account/", ACCOUNT_FORM)
    assert lost.status_code == 401
    assert "What you entered is kept" in lost.content.decode()
    carried = _hidden_fields(lost.content.decode())["carried"]
    resumed = client.post("/sign-in/", {"username": "ada", "password": "correct horse", "carried": carried})
    page = resumed.content.decode()
    assert 'action="/account/"' in page
    assert "Ada Novak" in page
    client.post("/account/", ACCOUNT_FORM)
    account.refresh_from_db()
    assert (account.display_name, account.languages) == ("Ada Novak", ["en", "de"])


def test_kept_fields_that_somebody_forged_are_ignored(client: Client) -> None:
    make_account("ada")
    forged = {"username": "ada", "password": "correct horse", "carried": "eyJwYXRoIjoiLyJ9:forged"}
    assert client.post("/sign-in/", forged)["Location"] == "/"


def test_a_fetch_without_a_session_is_told_so_in_json(client: Client) -> None:
    answer = client.post("/account/", ACCOUNT_FORM, headers={"X-Assize-Fetch": "1"})
    assert answer.status_code == 401
    assert answer.json()["code"] == "signed_out"


def test_signing_out_ends_the_session(client: Client) -> None:
    client.force_login(make_account("ada"))
    assert client.get("/sign-out/").status_code == 405
    answer = client.post("/sign-out/")
    assert answer["Clear-Site-Data"] == '"cache"'  # and not the storage, where judgments may wait to be saved
    assert client.get("/account/").status_code == 302


def test_pages_of_people_are_never_cached(client: Client) -> None:
    client.force_login(make_account("ada"))
    assert "no-store" in client.get("/account/")["Cache-Control"]


def test_the_password_can_be_changed(client: Client) -> None:
    client.force_login(make_account("ada"))
    form = {
        "old_password": "correct horse",
        "new_password1": "battery staple 9",
        "new_password2": "battery staple 9",
    }
    assert client.post("/account/password/", form).status_code == 302
    client.post("/sign-out/")
    assert client.post("/sign-in/", {"username": "ada", "password": "battery staple 9"}).status_code == 302


def test_who_is_signed_in_guesses_the_password_no_faster(client: Client) -> None:
    client.force_login(make_account("ada"))
    new = {"new_password1": "battery staple 9", "new_password2": "battery staple 9"}
    answers = [client.post("/account/password/", {"old_password": f"guess {n}", **new}) for n in range(11)]
    assert "Too many attempts" not in answers[9].content.decode()
    assert "Too many attempts" in answers[10].content.decode()
    right = client.post("/account/password/", {"old_password": "correct horse", **new})
    assert "Too many attempts" in right.content.decode()
    assert Account.objects.get().check_password("correct horse")


def test_guesses_on_djangos_own_pages_are_counted_too(client: Client) -> None:
    client.force_login(make_account("root", site_admin=True))
    new = {"new_password1": "battery staple 9", "new_password2": "battery staple 9"}
    for guess in ("wrong", "correct horse"):
        answer = client.post("/admin/password_change/", {"old_password": guess, **new})
        assert (answer.status_code, answer["Location"]) == (302, "/account/password/")
    assert Account.objects.get().check_password("correct horse")


def test_after_too_many_tries_nothing_tells_whether_a_password_is_right(client: Client) -> None:
    client.force_login(make_account("ada", email="ada@mail.test"))
    form = {**ACCOUNT_FORM, "email": "other@mail.test"}
    for number in range(10):
        client.post("/account/", {**form, "password": f"guess {number}"})
    wrong, right = (client.post("/account/", {**form, "password": one}) for one in ("x", "correct horse"))
    assert "Too many attempts" in right.text
    token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    assert token.sub("", wrong.text) == token.sub("", right.text)


def test_another_mail_address_takes_the_password(client: Client) -> None:
    """Else whoever finds a browser open has a link for a new password sent to themselves."""
    client.force_login(make_account("ada", email="ada@mail.test"))
    form = ACCOUNT_FORM | {"email": "eve@mail.test"}
    asked = client.post("/account/", form)
    assert asked.status_code == 422
    assert 'name="password"' in asked.content.decode()
    assert "Confirm who you are" in asked.content.decode()
    wrong = client.post("/account/", form | {"password": "a guess"})
    assert (wrong.status_code, "The password is wrong" in wrong.content.decode()) == (422, True)
    assert Account.objects.get().email == "ada@mail.test"
    assert client.post("/account/", form | {"password": "correct horse"}).status_code == 302
    assert Account.objects.get().email == "eve@mail.test"
    assert client.post("/account/", form | {"display_name": "Ada"}).status_code == 302  # without a password


def test_without_mail_the_lost_password_page_says_whom_to_ask(client: Client) -> None:
    assert "Ask one of its admins" in client.get("/password/").content.decode()


def test_password_links_are_not_mailed_without_end(client: Client, settings: Any) -> None:
    settings.MAIL_URL = "smtp://mail.test"
    make_account("ada", email="ada@mail.test")
    make_account("ben", email="ben@mail.test")
    answers = [client.post("/password/", {"username": name}) for name in ["ada", "Ada "] * 3 + ["ada"]]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert "Too many requests" in answers[-1].content.decode()
    mailed = len(mail.outbox)
    assert 0 < mailed <= 5
    unknown = [client.post("/password/", {"username": "nobody"}).status_code for _ in range(6)]
    assert unknown == [200] * 5 + [429]  # the same as for an account that exists
    assert client.post("/password/", {"username": "ben"}).status_code == 200
    assert len(mail.outbox) == mailed + 1


def test_a_password_link_is_mailed_in_the_language_of_the_account(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_URL = "smtp://mail.test"
    make_account("ada", email="ada@mail.test")
    Account.objects.update(page_language="fr")
    make_account("ben", email="ben@mail.test")
    said = "assessment.people.views.mail.say"
    monkeypatch.setattr(said, lambda text: f"{translation.get_language()}: {text}")
    for name in ("ada", "ben"):
        client.post("/password/", {"username": name})
    assert [one.subject for one in mail.outbox] == ["fr: New password", "en: New password"]
    assert str(mail.outbox[0].body).startswith("fr: Set a new password with this link:")


def test_a_mail_server_that_refuses_or_hangs_leaves_the_link_to_hand_over(
    client: Client, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    assert 0 < settings.EMAIL_TIMEOUT <= 10
    settings.MAIL_URL, settings.EMAIL_TIMEOUT = "smtp://mail.test", 0.1
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    make_account("ada", email="ada@mail.test")
    client.force_login(make_account("root", site_admin=True))
    made = {"username": "ben", "email": "ben@mail.test"}
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and never says a word
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        page = client.post("/accounts/", made, follow=True).content.decode()
        assert (
            client.post("/password/", {"username": "ada"}).status_code == 200
        )  # as where nobody has the name
    assert "The mail to ben@mail.test could not be sent." in page
    path = re.search(r'http://testserver(/password/[^<"\s]+)', page)
    assert path
    assert client.get(path[1], follow=True).status_code == 200
    assert "A link was not mailed: SMTPServerDisconnected" in caplog.text
    assert "mail.test" not in caplog.text


def test_a_mailed_link_leads_to_the_site_whatever_host_was_asked_for(client: Client, settings: Any) -> None:
    settings.MAIL_URL, settings.SITE_URL = "smtp://mail.test", "https://assize.test"
    make_account("ada", email="ada@mail.test")
    client.post("/password/", {"username": "ada"}, HTTP_HOST="127.0.0.1:6666")
    assert "https://assize.test/password/" in mail.outbox[0].body
    assert "6666" not in mail.outbox[0].body


@pytest.mark.parametrize(
    ("given", "host", "https", "address"),
    [
        ("https://judge.test/", "assize.test", True, "https://judge.test"),
        ("", "assize.test", True, "https://assize.test"),
        ("", ".assize.test", True, "http://127.0.0.1:8000"),
        ("", "assize.test", False, "http://127.0.0.1:8000"),
    ],
)
def test_the_address_of_the_site(
    monkeypatch: pytest.MonkeyPatch, given: str, host: str, https: bool, address: str
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.setenv("ASSIZE_SITE_URL", given)
    assert site_url(host, https=https) == address


def test_one_place_does_not_ask_for_everybody(client: Client, settings: Any) -> None:
    settings.MAIL_URL = "smtp://mail.test"
    make_account("ada", email="ada@mail.test")
    for number in range(30):
        assert client.post("/password/", {"username": f"guess{number}"}).status_code == 200
    assert client.post("/password/", {"username": "ada"}).status_code == 429
    assert client.post("/password/", {"username": "ada"}, REMOTE_ADDR="10.0.0.9").status_code == 200
    assert len(mail.outbox) == 1


def test_everybody_may_open_the_health_page(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_a_role_in_one_campaign_is_none_in_another(client: Client) -> None:
    one, other = make_campaign("one"), make_campaign("other")
    client.force_login(make_member(one, "olga", "organizer"))
    assert client.get(f"/campaigns/{one.slug}/people/").status_code == 200
    assert client.get(f"/campaigns/{other.slug}/people/").status_code == 404
