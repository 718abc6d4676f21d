"""Guessing passwords: slow from one place for one name, whatever else is tried meanwhile, and at every door."""

import subprocess
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from assessment.people.models import Account
from assessment.shared.places import place_of
from tests.client import Client
from tests.factory import make_account
from tests.users import users_python

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    cache.clear()


def _try(client: Client, name: str = "ada", password: str = "wrong", **more: Any) -> str:
    return client.post("/sign-in/", {"username": name, "password": password}, **more).content.decode()


def test_the_lock_holds_while_hundreds_of_other_names_are_tried(client: Client) -> None:
    make_account("ada")
    for _ in range(10):
        _try(client)
    for number in range(700):
        cache.add(f"sign-in:noise-{number}", 1, 600)
    assert "Too many attempts" in _try(client, password="correct horse")


def test_the_name_counts_however_it_is_written(client: Client) -> None:
    make_account("ada")
    for name in ("ada", " ada", "ADA", "ada ", "Ada") * 2:
        _try(client, name)
    assert "Too many attempts" in _try(client, password="correct horse")


def test_signing_in_forgets_the_failed_tries_of_the_name(client: Client) -> None:
    make_account("ada")
    for _ in range(9):
        _try(client)
    assert client.post("/sign-in/", {"username": "ada", "password": "correct horse"}).status_code == 302
    for _ in range(9):
        _try(Client())
    assert client.post("/sign-in/", {"username": "ada", "password": "correct horse"}).status_code == 302


def test_all_processes_count_together(settings: Settings) -> None:
    """The name under which tries are counted does not depend on the process."""
    code = "from assessment.people.services.throttle import key_of; print(key_of('ada', '10.0.0.1'))"
    runs = [
        subprocess.run(
            [str(users_python()), "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=settings.BASE_DIR,
        )
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout != ""


def test_the_site_administration_has_no_door_of_its_own(client: Client) -> None:
    account = make_account("root", site_admin=True)
    asked = client.get("/admin/")
    assert asked.status_code == 302
    for _ in range(10):
        client.post(
            "/admin/login/", {"username": "root", "password": "wrong", "next": "/admin/"}, follow=True
        )
        _try(client, "root")
    answer = client.post(
        "/admin/login/", {"username": "root", "password": "correct horse", "next": "/admin/"}
    )
    assert "_auth_user_id" not in client.session
    assert answer.status_code in (302, 405)
    assert Account.objects.get(pk=account.pk).last_login is None


def test_the_answer_does_not_tell_whether_the_account_exists(client: Client) -> None:
    closed = make_account("cleo")
    make_account("ada")
    Account.objects.filter(pk=closed.pk).update(is_active=False)

    def result(name: str, password: str) -> str:
        return (
            _try(Client(), name, password)
            .replace(name, "NAME")
            .split("<main")[1]
            .split("csrfmiddlewaretoken")[0]
        )

    wrong = result("ada", "wrong")
    assert wrong == result("nobody", "wrong") == result("cleo", "wrong") == result("cleo", "correct horse")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "place"),
    [
        (0, "203.0.113.7", "10.0.0.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (2, "198.51.100.1, 203.0.113.7 ,10.0.0.2", "203.0.113.7"),
        (2, "203.0.113.7", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "unknown", "10.0.0.1"),
        (1, "203.0.113.7:4711", "203.0.113.7"),
        (1, "[2001:db8::0:1]:4711", "2001:db8::1"),
        (1, "2001:DB8::1", "2001:db8::1"),
    ],
)
def test_a_place_is_what_the_outermost_trusted_proxy_saw(
    settings: Settings, proxies: int, forwarded: str, place: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": forwarded})
    assert place_of(request) == place


def test_people_behind_a_proxy_do_not_lock_each_other_out(client: Client, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    make_account("ada")

    def sign_in(place: str, password: str) -> str:
        invented = f"192.0.2.{len(seen)}, {place}"
        seen.append(invented)
        return _try(Client(), password=password, headers={"X-Forwarded-For": invented})

    seen: list[str] = []
    for _ in range(10):
        sign_in("203.0.113.7", "wrong")
    assert "Too many attempts" in sign_in("203.0.113.7", "correct horse")
    assert "Too many attempts" not in sign_in("203.0.113.8", "correct horse")
