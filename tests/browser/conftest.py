"""What the tests in a real browser share: addresses relative to the live server, and no complaint left unheard."""

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.axe import violations, violations_in_both
from tests.browser.waiting import PATIENCE
from tests.failures import told_of_browser
from tests.late import LATE, answers_come_late

# Playwright keeps an event loop in the thread of the tests, in which Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server: LiveServer) -> dict[str, Any]:
    """Lets `page.goto("/sign-in/")` reach the live server."""
    site = {"base_url": live_server.url, "locale": "en-GB"}
    still = {"reduced_motion": "reduce"}  # what is clicked stands where it was seen
    return {**browser_context_args, **site, **still}


@pytest.fixture(scope="session", autouse=True)
def pace() -> Iterator[None]:
    """How quick the site is: as it is, or late where that is asked for."""
    with answers_come_late() if LATE else nullcontext():
        yield


@pytest.fixture
def new_context(
    site_at_rest: None, new_context: Callable[..., BrowserContext]
) -> Callable[..., BrowserContext]:
    """Opens a further browser, as of another person; it is closed before the site is asked whether it rests."""

    def opened(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    return opened


@pytest.fixture
def complaints() -> list[str]:
    """What a test's page did wrong. A test that wants it so takes it out."""
    return []


@pytest.fixture(autouse=True)
def quiet(
    page: Page, live_server: LiveServer, complaints: list[str], request: pytest.FixtureRequest
) -> Iterator[None]:
    """Fails a test whose page broke the content policy, raised an error in a script or called another server."""

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def see(url: str) -> None:
        if url.startswith("http") and not url.startswith(live_server.url):
            complaints.append(f"called {url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: see(request.url))
    yield
    for name, text in told_of_browser(request.node) if complaints else ():
        request.node.add_report_section("teardown", name, text)
    assert complaints == []


@pytest.fixture
def assert_accessible(page: Page) -> Callable[[], None]:
    """A call that fails with every violation axe finds on the page as it stands."""

    def check() -> None:
        assert violations(page) == []

    return check


@pytest.fixture
def assert_accessible_in_both(page: Page) -> Callable[[], None]:
    """The same in the scheme that the page has, and for its colours in the other one, which it has from then on."""

    def check() -> None:
        assert violations_in_both(page) == []

    return check
