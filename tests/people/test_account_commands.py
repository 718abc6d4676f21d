"""Accounts by commands: made, listed, closed, opened, with links and tokens."""

import pytest

from assessment.people.models import Account
from tests.client import Client
from tests.commands import outcome, refusal, run
from tests.factory import make_account

pytestmark = pytest.mark.django_db


def test_an_account_is_made_with_a_link_to_set_its_password(client: Client) -> None:
    made = outcome("create_account", "ada", "--display-name", "Ada Wells", "--language", "EN")
    assert made["link"] in made["sentence"]
    assert client.get(made["link"], follow=True).status_code == 200
    account = Account.objects.get(username="ada")
    assert (account.display_name, account.languages, account.is_superuser) == ("Ada Wells", ["EN"], False)
    assert refusal("create_account", "ADA").startswith("username_taken: ")
    assert refusal("create_account", "a b").startswith("username_invalid: ")


def test_accounts_are_closed_and_opened(client: Client) -> None:
    make_account("ada")
    assert run("close_account", "ada") == "ada is closed.\n"
    assert not client.login(username="ada", password="correct horse")
    assert run("open_account", "ada") == "ada is open.\n"
    assert client.login(username="ada", password="correct horse")
    assert refusal("close_account", "bo").startswith("account_unknown: ")


def test_the_page_says_what_the_command_says(client: Client) -> None:
    client.force_login(make_account("olga", site_admin=True))
    ada = make_account("ada")
    page = client.post(f"/accounts/{ada.pk}/open/", {"open": "0"}, follow=True).content.decode()
    run("open_account", "ada")
    assert run("close_account", "ada").strip() in page


def test_accounts_are_listed() -> None:
    make_account("olga", site_admin=True)
    make_account("ada", display_name="Ada Wells")
    run("close_account", "ada")
    assert run("accounts") == "ada (Ada Wells): closed\nolga: open, admin\n2 accounts.\n"
    assert outcome("accounts")["accounts"][1]["admin"] is True


def test_links_and_tokens(client: Client) -> None:
    make_account("ada")
    link = outcome("password_link", "ada")["link"]
    assert client.get(link, follow=True).status_code == 200
    token = outcome("api_token", "ada")["token"]
    asked = client.get("/api/v1/campaigns/", headers={"authorization": f"Token {token}"})
    assert asked.status_code == 200
    run("api_token", "ada")
    assert client.get("/api/v1/campaigns/", headers={"authorization": f"Token {token}"}).status_code == 401
    assert refusal("api_token", "bo").startswith("account_unknown: ")
