"""Where an account is signed in: listed on its page, ended there or by a command, and by nobody else."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command

from assessment.people.models import Account, Event, SignedInBrowser
from assessment.people.selectors.sessions import browser_named, signed_in_browsers
from assessment.people.services.accounts import make_password_link, set_account_open
from tests.client import Client
from tests.factory import make_account

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
)
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1"
EDGE = f"{CHROME} Edg/140.0"
PASSWORD = "plain horse battery"


@pytest.fixture
def ada() -> Account:
    account = make_account("ada")
    account.set_password(PASSWORD)
    account.save()
    return account


def signed_in(browser: str, name: str = "ada", password: str = PASSWORD) -> Client:
    """A browser in which somebody has signed in by the form."""
    client = Client(headers={"user-agent": browser})
    answer = client.post("/sign-in/", {"username": name, "password": password})
    assert answer.status_code == 302, answer.content
    return client


def is_in(client: Client) -> bool:
    return bool(client.get("/account/").status_code == 200)


def end(client: Client, browser: Any) -> int:
    return int(client.post("/account/sessions/end/", {"browser": str(browser)}).status_code)


def test_the_page_lists_where_one_is_signed_in(ada: Account) -> None:
    client = signed_in(FIREFOX)
    signed_in(CHROME)
    signed_in("curl/8.0")
    page = client.get("/account/").content.decode()
    assert "Firefox, Linux" in page
    assert "Chrome, Windows" in page
    assert "Unknown browser" in page
    assert page.count("this browser") == 1
    assert page.count("Sign out there") == 2


def test_one_of_them_is_ended_and_the_others_stay(ada: Account) -> None:
    one, other, third = signed_in(FIREFOX), signed_in(CHROME), signed_in(SAFARI)
    wanted = signed_in_browsers(ada).get(name="Chrome, Windows")
    assert end(one, wanted.pk) == 302
    assert [is_in(client) for client in (one, other, third)] == [True, False, True]
    assert Event.objects.filter(verb="account:signed_out", account=ada).count() == 1
    assert end(one, wanted.pk) == 404


def test_all_others_are_ended_those_too_that_are_listed_nowhere(ada: Account) -> None:
    one, other, earlier = signed_in(FIREFOX), signed_in(CHROME), signed_in(SAFARI)
    SignedInBrowser.objects.filter(name__startswith="Safari").delete()  # begun under an earlier version
    ben = Client()
    ben.force_login(make_account("ben"))
    assert end(one, "others") == 302
    assert [is_in(client) for client in (one, other, earlier, ben)] == [True, False, False, True]
    assert [browser.name for browser in signed_in_browsers(ada)] == ["Firefox, Linux"]
    assert end(one, "others") == 302  # nothing is left to end


def test_nobody_ends_or_sees_those_of_somebody_else(ada: Account) -> None:
    mine = signed_in(FIREFOX)
    ben = Client()
    ben.force_login(make_account("ben"))
    for browser in (signed_in_browsers(ada).get().pk, 0, "x", "9" * 30):
        assert end(ben, browser) == 404
    assert is_in(mine)
    assert "Firefox" not in ben.get("/account/").content.decode()


def test_a_session_that_is_over_is_not_listed_and_forgotten_at_the_next(ada: Account) -> None:
    signed_in(FIREFOX).post("/sign-out/")
    assert not signed_in_browsers(ada).exists()
    Session.objects.all().delete()
    signed_in(CHROME)
    assert [browser.name for browser in SignedInBrowser.objects.all()] == ["Chrome, Windows"]


def test_a_new_password_ends_the_other_sessions(ada: Account) -> None:
    one, other = signed_in(FIREFOX), signed_in(CHROME)
    new = "quite another horse"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert one.post("/account/password/", sent).status_code == 302
    assert [is_in(one), is_in(other)] == [True, False]
    assert [browser.name for browser in signed_in_browsers(ada)] == ["Firefox, Linux"]


def test_a_password_by_link_ends_all(ada: Account) -> None:
    one = signed_in(FIREFOX)
    ada.refresh_from_db()  # a link hangs on the last sign-in
    link, client = make_password_link(account=ada, by=None), Client()
    form = client.get(link, follow=True).redirect_chain[-1][0]
    new = "quite another horse"
    assert client.post(form, {"new_password1": new, "new_password2": new}).status_code == 302
    assert not is_in(one)
    assert not signed_in_browsers(ada).exists()


def test_closing_an_account_ends_all_for_good(ada: Account) -> None:
    browser = signed_in(FIREFOX)
    set_account_open(account=ada, is_open=False, by=None)
    assert not is_in(browser)
    set_account_open(account=ada, is_open=True, by=None)
    assert not is_in(browser)


def test_the_command_ends_all(ada: Account) -> None:
    one, other, out = signed_in(FIREFOX), signed_in(CHROME), StringIO()
    call_command("end_sessions", "ada", stdout=out)
    assert out.getvalue() == "Ended 2 sessions of ada.\n"
    assert not is_in(one)
    assert not is_in(other)


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (CHROME, "Chrome, Windows"),
        (EDGE, "Edge, Windows"),
        (SAFARI, "Safari, iOS"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_browsers_have_names_that_people_know(sent: str, name: str) -> None:
    assert browser_named(sent) == name
