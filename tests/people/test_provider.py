"""Signing in at the provider of the site: linked by hand, joined by invitation, and every spoilt answer refused."""

import html
import re
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.management import CommandError, call_command

from assessment.people.models import Account, Event, LinkedIdentity
from assessment.people.selectors import one_time_codes
from assessment.people.services.accounts import invite
from assessment.people.services.provider import asking, identities
from assessment.people.services.second_step import begin_second_step, confirm_second_step
from tests.client import Client
from tests.factory import make_account, make_campaign
from tests.people.provider import CLIENT, FakeProvider, key_of, provider_running

pytestmark = pytest.mark.django_db
BACK = "/sign-in/provider/back/?"
PASSWORD = {"password": "correct horse"}


@pytest.fixture
def provider(settings: LazySettings) -> Iterator[FakeProvider]:
    cache.clear()
    with provider_running() as found:
        settings.OIDC = found.settings()
        yield found
    asking._kept.clear()


def sent_to(answer: Any) -> str:
    """Where a page sends its reader on."""
    assert answer.status_code == 200, answer.content.decode()
    return html.unescape(
        re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', answer.content.decode())[0]
    )


def sign_in(client: Client, provider: FakeProvider, subject: str = "person 1", **more: Any) -> Any:
    """Press the button, sign in there, come back."""
    address = sent_to(client.post("/sign-in/provider/", {"next": "/account/"}))
    return client.get(BACK + provider.answer_to(address, subject, **more))


def linked(name: str, provider: FakeProvider, subject: str = "person 1", **more: Any) -> Account:
    account = make_account(name, **more)
    LinkedIdentity.objects.create(account=account, issuer=provider.issuer, subject=subject)
    return account


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.mark.both_databases
def test_an_account_is_linked_by_hand_and_signs_in(provider: FakeProvider, settings: LazySettings) -> None:
    account, client, elsewhere = make_account("ada"), Client(), Client()
    unknown = sign_in(elsewhere, provider)
    assert (unknown.status_code, LinkedIdentity.objects.count()) == (403, 0)
    assert "no account here is linked to it" in unknown.content.decode()
    client.force_login(account)
    assert client.post("/account/linked/", {"act": "link", "password": "wrong"}).status_code == 422
    address = sent_to(client.post("/account/linked/", {"act": "link", **PASSWORD}))
    answer = provider.answer_to(address, email="a@example.org", email_verified=True)
    assert elsewhere.get(BACK + answer).status_code == 403  # another browser's
    assert client.get(BACK + answer).headers["Location"] == "/account/linked/"
    assert "a@example.org" in client.get("/account/linked/").content.decode()
    assert client.get(BACK + answer).status_code == 403  # a second time
    other = Client()
    other.force_login(make_account("bo"))
    address = sent_to(other.post("/account/linked/", {"act": "link", **PASSWORD}))
    assert other.get(BACK + provider.answer_to(address)).status_code == 422  # the identity is ada's

    page = elsewhere.get("/sign-in/?next=/account/").content.decode()
    assert "Sign in with Campus" in page
    assert 'name="password"' in page
    assert sign_in(elsewhere, provider).headers["Location"] == "/account/"
    assert is_in(elsewhere)
    assert "browsers" in elsewhere.get("/account/").content.decode()
    out = html.unescape(elsewhere.post("/sign-out/").content.decode())
    assert f"{provider.issuer}/end?client_id={CLIENT}&post_logout_redirect_uri=" in out
    assert not is_in(elsewhere)
    assert client.post("/account/linked/", {"act": "unlink", **PASSWORD}).status_code == 302
    assert sign_in(elsewhere, provider).status_code == 403
    assert Event.objects.filter(verb__in=("account:linked", "account:unlinked")).count() == 2
    LinkedIdentity.objects.create(account=account, issuer=provider.issuer, subject="person 1")
    assert sign_in(elsewhere, provider).status_code == 302
    call_command("unlink_identity", "ada", stdout=StringIO())
    assert not is_in(elsewhere)
    with pytest.raises(CommandError, match="ada is not linked"):
        call_command("unlink_identity", "ada")
    client.force_login(account)
    settings.OIDC = None
    assert "Campus" not in Client().get("/sign-in/").content.decode()
    for address in ("/account/linked/", BACK):
        assert client.get(address).status_code == 404
    assert Client().post("/sign-in/provider/").status_code == 404


@pytest.mark.both_databases
def test_two_accounts_that_link_one_identity_at_once_are_told(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither sees the other's link before both store."""
    linked("ada", provider)
    client = Client()
    client.force_login(make_account("bo"))
    address = sent_to(client.post("/account/linked/", {"act": "link", **PASSWORD}))
    monkeypatch.setattr(identities, "linked_account", lambda person: None)
    answer = client.get(BACK + provider.answer_to(address))
    assert answer.status_code == 422
    assert "already linked" in answer.content.decode()
    assert LinkedIdentity.objects.count() == 1


SPOILT: dict[str, dict[str, Any]] = {
    "nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "audience": {"aud": "another"},
    "audiences": {"aud": [CLIENT, "another"]},
    "client": {"azp": "another"},
    "issuer": {"iss": "https://elsewhere.example"},
    "expired": {"exp": 1_000_000_000},
    "no expiry": {"exp": None},
    "not yet": {"nbf": 9_000_000_000},
    "subject": {"sub": ""},
    "no subject": {"sub": None},
}


@pytest.mark.parametrize(
    "how",
    [
        *SPOILT,
        "unsigned",
        "by a secret",
        "by another key",
        "unknown key",
        "state",
        "error",
        "code",
        "garbled",
    ],
)
def test_a_spoilt_answer_signs_nobody_in(provider: FakeProvider, how: str) -> None:
    linked("ada", provider)
    client = Client()
    address = sent_to(client.post("/sign-in/provider/"))
    answer = provider.answer_to(address)
    provider.spoilt = SPOILT.get(how, {})
    match how:
        case "unsigned":
            provider.key, provider.algorithm = None, "none"
        case "by a secret":
            provider.key, provider.algorithm = "a secret of two, and as long as one has to be", "HS256"
        case "by another key":
            provider.key = key_of("others")
        case "unknown key":
            asking.key_set(again=False)
            provider.key_id = "second"
        case "state":
            answer = answer.replace("state=", "state=x")
        case "error":
            answer = f"error=access_denied&{answer}"
        case "code":
            answer = answer.replace("code=", "code=x")
        case "garbled":
            provider.spoilt = {"sub": ["person 1"]}
    refused = client.get(BACK + answer)
    assert refused.status_code == 403
    assert "Not signed in" in refused.content.decode()
    assert not is_in(client)
    provider.spoilt, provider.algorithm, provider.key_id = {}, "RS256", "first"


def test_keys_change_and_a_provider_may_be_away(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked("ada", provider)
    assert is_in_after(sign_in(Client(), provider))
    provider.key_id = "second"
    assert sign_in(Client(), provider).status_code == 403  # looked for a moment ago
    monkeypatch.setattr(asking, "AGAIN_SECONDS", -1)
    assert is_in_after(sign_in(Client(), provider))
    assert provider.requests.count("/.well-known/openid-configuration") == 1
    asking._kept.clear()
    for status, expected in ((500, 503), (404, 403), (302, 403)):
        provider.status = status
        page = Client().post("/sign-in/provider/")
        assert page.status_code == expected
        assert "nobody was signed in" in page.content.decode()
    provider.status = 200
    for end in ("issuer", "token_endpoint"):
        provider.offer = {end: "http://elsewhere.example/"}
        asking._kept.clear()
        assert Client().post("/sign-in/provider/").status_code == 403
    asking._kept.clear()
    monkeypatch.setattr(asking, "site_provider", lambda: provider.settings(issuer="http://127.0.0.1:1"))
    assert Client().post("/sign-in/provider/").status_code == 503


def is_in_after(answer: Any) -> bool:
    return bool(answer.status_code == 302 and answer.headers["Location"] == "/account/")


@pytest.mark.both_databases
def test_an_invitation_makes_an_account_without_a_password(
    provider: FakeProvider, settings: LazySettings
) -> None:
    settings.PASSWORDS = False
    make_account("taken")
    campaign = make_campaign()
    path = invite(campaign=campaign, name="Ada", roles=["assessor"], by=None)
    client = Client()
    page = client.get(path).content.decode()
    assert "Join with Campus" in page
    assert 'name="password"' not in page
    assert client.post(path, {"username": "ada", **PASSWORD}).status_code == 422
    assert "is taken" in client.post(path, {"join": "1", "username": "taken"}).content.decode()
    address = sent_to(client.post(path, {"join": "1", "username": "ada"}))
    assert client.get(BACK + provider.answer_to(address)).headers["Location"] == "/"
    ada = Account.objects.get(username="ada")
    assert not ada.has_usable_password()
    assert [member.role_names() for member in ada.memberships.all()] == [["assessor"]]
    second = invite(campaign=make_campaign("second"), name="Ada", roles=["assessor"], by=None)
    other = Client()
    address = sent_to(other.post(second, {"join": "1", "username": "somebody"}))
    other.get(BACK + provider.answer_to(address))
    assert ada.memberships.count() == 2  # the account of the identity, whatever name was typed

    assert Client().post("/sign-in/", {"username": "taken", **PASSWORD}).headers["Location"] == "/sign-in/"
    assert 'name="password"' not in Client().get("/sign-in/").content.decode()
    assert Client().get("/password/").status_code == 302
    for page, form in (
        ("second-step", {"act": "begin"}),
        ("linked", {"act": "unlink"}),
        ("data/remove", {"confirm": "ada"}),
    ):
        assert client.post(f"/account/{page}/", form).status_code == 422  # an open session proves nothing
    for proved_at, status in ((None, 403), (1_000_000_000, 403), (int(time.time()), 302)):
        address = sent_to(
            client.post("/sign-in/provider/", {"purpose": "again", "next": "/account/second-step/"})
        )
        assert "prompt=login" in address
        assert client.get(BACK + provider.answer_to(address, auth_time=proved_at)).status_code == status
    assert client.post("/account/linked/", {"act": "unlink"}).status_code == 422  # the only way in
    assert client.post("/account/second-step/", {"act": "begin"}).status_code == 302
    assert client.post("/account/data/remove/", {"confirm": "ada"}).status_code == 302
    assert LinkedIdentity.objects.count() == 0
    assert sign_in(Client(), provider).status_code == 403


@pytest.mark.both_databases
def test_the_second_step_is_asked_unless_the_provider_did(
    provider: FakeProvider, settings: LazySettings
) -> None:
    account = linked("ada", provider, site_admin=True)
    settings.REQUIRE_SECOND_STEP = "admins"
    settings.OIDC = provider.settings(second_step=("mfa", "gold"))
    client = Client()
    sign_in(client, provider)
    assert client.get("/account/").headers["Location"] == "/account/second-step/"
    sign_in(client, provider, amr=["pwd", "mfa"])
    assert is_in(client)
    begun = begin_second_step(account=account)
    account.refresh_from_db()
    now = one_time_codes.step_at(time.time())
    code = one_time_codes.code_of(account.second_step.secret, now)
    confirm_second_step(account=account, begun_as=begun.pk, code=code)
    weak: list[dict[str, Any]] = [{"amr": ["pwd"]}, {"acr": "bronze"}, {"amr": "mfa"}]
    for claims in weak:
        client = Client()
        assert "Code that the app shows" in sign_in(client, provider, **claims).content.decode()
        assert not is_in(client)
    code = one_time_codes.code_of(account.second_step.secret, now + 1)
    assert client.post("/sign-in/code/", {"code": code, "next": "/account/"}).status_code == 302
    assert is_in(client)
    assert is_in_after(sign_in(Client(), provider, acr="gold"))
    settings.OIDC = provider.settings()
    assert "Code that the app shows" in sign_in(Client(), provider, acr="gold").content.decode()


@pytest.mark.both_databases
def test_an_address_links_only_where_the_site_trusts_it(
    provider: FakeProvider, settings: LazySettings
) -> None:
    make_account("ada", email="ada@example.org")
    proved: dict[str, Any] = {"email": "Ada@example.org", "email_verified": True}
    assert sign_in(Client(), provider, **proved).status_code == 403
    settings.OIDC = provider.settings(trusts_email=True)
    for claims in ({"email": "ada@example.org"}, {**proved, "email_verified": "true"}):
        assert sign_in(Client(), provider, **claims).status_code == 403
    double = make_account("double", email="ada@example.org")
    assert sign_in(Client(), provider, **proved).status_code == 403
    double.delete()
    assert is_in_after(sign_in(Client(), provider, **proved))
    assert sign_in(Client(), provider, "person 2", **proved).status_code == 403
    make_account("root", email="root@example.org", site_admin=True)
    assert (
        sign_in(Client(), provider, "person 3", email="root@example.org", email_verified=True).status_code
        == 403
    )
    Account.objects.filter(username="ada").update(is_active=False)
    closed = sign_in(Client(), provider)
    assert (closed.status_code, "This account is closed" in closed.content.decode()) == (403, True)
