"""The second step of signing in: set up, asked for, never taken twice, and away again."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.people.models import Account, Event, RecoveryCode, SecondStep
from assessment.people.selectors import one_time_codes
from assessment.people.services.second_step import begin_second_step, confirm_second_step
from assessment.people.services.throttle import ATTEMPTS
from assessment.people.services.tokens import make_token
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member

pytestmark = pytest.mark.django_db
PASSWORD = {"password": "correct horse"}
NOON = 1_900_000_010.0
PAGE = "/account/second-step/"


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def code(self, account: Account) -> str:
        """What the app on the phone shows."""
        return one_time_codes.code_of(account.second_step.secret, one_time_codes.step_at(self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(time, "time", lambda: clock.now)
    cache.clear()
    yield clock
    cache.clear()


@pytest.fixture
def ada(clock: Clock) -> Account:
    """Somebody with a second step in force, whose last code was taken a minute ago."""
    account = make_account("ada")
    begun = begin_second_step(account=account)
    account.refresh_from_db()
    confirm_second_step(account=account, begun_as=begun.pk, code=clock.code(account))
    clock.now += 90
    return account


def password_given(next_page: str = "/account/") -> Client:
    client = Client()
    answer = client.post(f"/sign-in/?next={next_page}", {"username": "ada", "next": next_page, **PASSWORD})
    assert "Code that the app shows" in answer.content.decode()
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # 12345678901234567890, appendix B
    assert one_time_codes.code_of(secret, one_time_codes.step_at(seconds), digits=8) == code


@pytest.mark.both_databases
def test_it_is_set_up_and_asked_for(clock: Clock) -> None:
    account = make_account("ada")
    client, other = Client(), Client()
    client.force_login(account)
    other.force_login(account)
    assert client.post(PAGE, {"act": "begin", "password": "wrong"}).status_code == 422
    page = client.post(PAGE, {"act": "begin", **PASSWORD}, follow=True).content.decode()
    account.refresh_from_db()
    assert f"otpauth://totp/Assize%3Aada%20%28testserver%29?secret={account.second_step.secret}" in page
    assert account.second_step.secret[:4] in page
    assert re.search(r'<div class="qr"[^>]*><svg [^>]*viewBox="[^"]+"[^>]*><path ', page)
    assert "style=" not in page  # which the policy of contents would not let in
    assert Client().post("/sign-in/", {"username": "ada", **PASSWORD}).status_code == 302  # not yet in force
    assert client.post(PAGE, {"act": "confirm", "code": "000000"}).status_code == 422
    page = client.post(PAGE, {"act": "confirm", "code": clock.code(account)}).content.decode()
    codes = re.findall(r'<li dir="ltr">([a-z2-7]{5}-[a-z2-7]{5})</li>', page)
    assert len(set(codes)) == 10
    assert codes[0] not in client.get(PAGE).content.decode()
    assert not RecoveryCode.objects.filter(code_hash__contains=codes[0][:5]).exists()
    assert is_in(client)
    assert not is_in(other)

    clock.now += 60
    client = password_given()
    assert not is_in(client)
    code = clock.code(account)
    answer = client.post("/sign-in/code/", {"code": f" {code[:3]} {code[3:]}", "next": "/account/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/")
    assert is_in(client)
    again = password_given()
    assert again.post("/sign-in/code/", {"code": code}).status_code == 422  # a code that somebody saw
    clock.now -= 30
    before = again.post("/sign-in/code/", {"code": clock.code(account)})
    assert before.status_code == 422
    clock.now -= 6_000  # the clock was ahead, and is set right
    late = password_given()
    assert late.post("/sign-in/code/", {"code": clock.code(account)}).status_code == 302
    clock.now += 6_000
    again = password_given()
    assert again.post("/sign-in/code/", {"code": codes[0].upper()}).status_code == 302
    assert password_given().post("/sign-in/code/", {"code": codes[0]}).status_code == 422
    assert "Recovery codes left: <b>9</b>" in again.get(PAGE).content.decode()
    assert Event.objects.filter(verb="account:recovery_code_used").count() == 1


@pytest.mark.both_databases
def test_a_key_that_was_left_on_the_page_is_nobody_elses(clock: Clock) -> None:
    account, client = make_account("ada"), Client()
    client.force_login(account)
    client.post(PAGE, {"act": "begin", **PASSWORD})
    secret = account.second_step.secret
    assert secret[:4] in client.get(PAGE).content.decode()
    SecondStep.objects.update(made_at=timezone.now() - timedelta(minutes=31))
    assert secret[:4] not in client.get(PAGE).content.decode()
    late = client.post(PAGE, {"act": "confirm", "code": clock.code(account)})
    assert (late.status_code, "too long ago" in late.content.decode()) == (422, True)
    client.post(PAGE, {"act": "begin", **PASSWORD})
    account.refresh_from_db()
    assert account.second_step.secret != secret
    assert client.post(PAGE, {"act": "confirm", "code": clock.code(account)}).status_code == 200


def test_the_password_alone_opens_nothing(ada: Account, clock: Clock) -> None:
    client = password_given()
    for address in ("/account/", "/", PAGE, "/account/token/", "/account/data/file/"):
        assert "/sign-in/" in client.get(address).headers["Location"]
    assert client.get("/api/v1/campaigns/").status_code in {401, 403}
    assert Client().get("/sign-in/code/").headers["Location"] == "/sign-in/"
    clock.now += 601
    assert client.post("/sign-in/code/", {"code": clock.code(ada)}).headers["Location"] == "/sign-in/"
    client = password_given()
    ada.set_password("another horse")
    ada.save()
    assert client.post("/sign-in/code/", {"code": clock.code(ada)}).headers["Location"] == "/sign-in/"
    assert not is_in(client)
    token = make_token(account=ada, by=ada).token
    answer = Client().get("/api/v1/campaigns/", headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200


def test_guessing_is_slowed_wherever_it_comes_from(ada: Account, clock: Clock) -> None:
    for place in range(ATTEMPTS):
        client = password_given()
        client.defaults["REMOTE_ADDR"] = f"192.0.2.{place}"
        assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 422
    client = password_given()
    answer = client.post("/sign-in/code/", {"code": clock.code(ada)})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    assert not is_in(client)


@pytest.mark.both_databases
def test_what_was_typed_comes_through_both_steps(ada: Account, clock: Clock) -> None:
    page = Client().post("/account/keys/", {"answers.later": "y"}).content.decode()
    carried = re.search(r'name="carried" value="([^"]+)"', page)
    assert carried
    client = Client()
    client.post("/sign-in/", {"username": "ada", "carried": carried[1], **PASSWORD})
    page = client.post("/sign-in/code/", {"code": clock.code(ada), "carried": carried[1]}).content.decode()
    assert "answers.later" in page


def test_it_is_removed_with_the_password_or_by_command(ada: Account, clock: Clock) -> None:
    client = password_given()
    client.post("/sign-in/code/", {"code": clock.code(ada)})
    assert client.post(PAGE, {"act": "remove", "password": "wrong"}).status_code == 422
    page = client.post(PAGE, {"act": "codes", **PASSWORD}).content.decode()
    assert page.count('<li dir="ltr">') == 10
    assert client.post(PAGE, {"act": "remove", **PASSWORD}).status_code == 302
    assert not SecondStep.objects.exists()
    with pytest.raises(CommandError, match="password alone"):
        call_command("reset_second_step", "ada")
    begun = begin_second_step(account=ada)
    ada = Account.objects.get(pk=ada.pk)
    confirm_second_step(account=ada, begun_as=begun.pk, code=clock.code(ada))
    out = StringIO()
    call_command("reset_second_step", "ada", stdout=out)
    assert "signs in with the password alone" in out.getvalue()
    assert Client().post("/sign-in/", {"username": "ada", **PASSWORD}).status_code == 302


def test_what_was_begun_is_shown_to_the_session_alone_in_which_the_password_was_given(clock: Clock) -> None:
    account = make_account("ada")
    client, other = Client(), Client()
    client.force_login(account)
    other.force_login(account)
    client.post(PAGE, {"act": "begin", **PASSWORD})
    account.refresh_from_db()
    secret = account.second_step.secret
    assert secret in client.get(PAGE).content.decode()
    assert secret not in other.get(PAGE).content.decode()
    assert other.post(PAGE, {"act": "confirm", "code": clock.code(account)}).status_code == 422
    assert client.post(PAGE, {"act": "confirm", "code": clock.code(account)}).status_code == 200


def test_after_a_reset_nobody_waits_for_the_tries_before_it(ada: Account, clock: Clock) -> None:
    client = password_given()
    for _ in range(11):
        locked = client.post("/sign-in/code/", {"code": "000000"})
    assert locked.status_code == 429
    call_command("reset_second_step", "ada", stdout=StringIO())
    begun = begin_second_step(account=Account.objects.get(pk=ada.pk))
    fresh = Account.objects.get(pk=ada.pk)
    confirm_second_step(account=fresh, begun_as=begun.pk, code=clock.code(fresh))
    clock.now += 60
    client = password_given()
    client.post("/sign-in/code/", {"code": clock.code(fresh)})
    assert is_in(client)


def test_a_site_can_require_it(clock: Clock, settings: LazySettings) -> None:
    campaign = make_campaign()
    root, olga = make_account("root", site_admin=True), make_member(campaign, "olga", "organizer")
    ann = make_member(campaign, "ann", "assessor")

    def held_up(account: Account) -> bool:
        client = Client()
        client.force_login(account)
        return client.get("/account/").headers.get("Location") == PAGE

    assert [held_up(one) for one in (root, olga, ann)] == [False, False, False]
    settings.REQUIRE_SECOND_STEP = "admins"
    assert [held_up(one) for one in (root, olga, ann)] == [True, False, False]
    settings.REQUIRE_SECOND_STEP = "organizers"
    assert [held_up(one) for one in (root, olga, ann)] == [True, True, False]
    client = Client()
    client.force_login(olga)
    assert client.get("/api/v1/campaigns/").json()["code"] == "second_step_needed"
    token = make_token(account=olga, by=olga).token
    headers = {"Authorization": f"Token {token}"}
    assert Client().get("/api/v1/campaigns/", headers=headers).status_code == 200
    assert "Set it up to go on" in " ".join(client.get(PAGE).content.decode().split())
    client.post(PAGE, {"act": "begin", **PASSWORD})
    olga.refresh_from_db()
    assert client.post(PAGE, {"act": "confirm", "code": clock.code(olga)}).status_code == 200
    assert is_in(client)
    assert client.post(PAGE, {"act": "remove", **PASSWORD}).status_code == 422
    assert SecondStep.objects.filter(account=olga).exists()
