"""Scripts speak the language of their page."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.people.models import Account
from tests.browser.judging import sign_in
from tests.factory import make_account
from tests.languages import all_languages

__all__ = ["all_languages"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_scripts_speak_the_language_of_the_page(
    context: BrowserContext, page: Page, live_server: LiveServer, all_languages: None
) -> None:
    account = make_account("ada")
    Account.objects.filter(pk=account.pk).update(page_language="de", zone="Asia/Tokyo")
    sign_in(context, account, live_server)
    page.goto(f"{live_server}/account/")
    expect(page.get_by_role("button", name="verwenden")).to_be_visible()
    expect(page.get_by_role("link", name="Tasten")).to_be_visible()
