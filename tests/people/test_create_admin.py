"""The first admin, made without a browser and without the demo."""

import io

import pytest
from django.core.management import CommandError, call_command

from assessment.people.models import Account, Event
from tests.client import Client

pytestmark = pytest.mark.django_db


def make(monkeypatch: pytest.MonkeyPatch, name: str, typed: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    said = io.StringIO()
    call_command("create_admin", name, stdout=said)
    return said.getvalue()


def test_the_admin_signs_in_and_manages_the_site(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    assert "Made the admin olga" in make(monkeypatch, "olga", "plain horse battery\n")
    answer = client.post("/sign-in/", {"username": "olga", "password": "plain horse battery"})
    assert answer.status_code == 302
    assert client.get("/admin/").status_code == 200
    assert Event.objects.filter(verb="account:created", subject="olga").exists()


@pytest.mark.parametrize(
    ("name", "typed", "code"),
    [
        ("ada", "password\n", "password_weak"),
        ("ada", "", "password_weak"),
        ("OLGA", "plain horse x\n", "taken"),
        ("", "plain horse battery\n", "cannot be a user name"),
        ("o lga", "plain horse battery\n", "cannot be a user name"),
    ],
)
def test_a_weak_password_or_a_taken_name_makes_no_account(
    monkeypatch: pytest.MonkeyPatch, name: str, typed: str, code: str
) -> None:
    make(monkeypatch, "olga", "plain horse battery\n")
    with pytest.raises(CommandError, match=code):
        make(monkeypatch, name, typed)
    assert Account.objects.count() == 1
