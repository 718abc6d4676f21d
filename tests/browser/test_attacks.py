"""Attack documents in a real browser: none runs a script, reaches another origin, or takes the page along."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from documents.links import document_url
from documents.remote.setting import SETTINGS, Remote
from documents.services import import_collection
from tests.documents.attacks.ammunition import our_sanitiser, some_attacks, without_scripts
from tests.documents.attacks.shooting import shoot_bare, shoot_served
from tests.documents.attacks.tables import JS, SCRIPT, URL, attacks
from tests.documents.helpers import make_folder
from tests.factory import make_reader

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture
def quiet() -> None:
    """The attacks break the content policy on purpose; what counts here is what they achieve."""


def test_there_are_enough_attacks() -> None:
    assert len(attacks()) >= 300


def test_attacks_achieve_nothing_even_without_sandbox_and_policy(page: Page) -> None:
    assert shoot_bare(page, some_attacks(), our_sanitiser) == {}


def test_the_attacks_would_hit_a_sanitiser_that_only_removes_scripts(page: Page) -> None:
    found = shoot_bare(page, some_attacks(), without_scripts)
    achieved = {what.split()[0] for all_ in found.values() for what in all_}
    assert len(found) >= 10
    assert achieved >= {"ran", "asked"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("remote", SETTINGS)
def test_attacks_achieve_nothing_as_they_are_served(
    page: Page, live_server: LiveServer, tmp_path: Path, remote: Remote
) -> None:
    addresses = served(some_attacks(), tmp_path, remote)
    # Opened alone, where the policy is all that holds them, is each of them with one of the settings.
    alone = slice(SETTINGS.index(remote), None, len(SETTINGS))
    pictures = remote == "live"
    assert shoot_served(page, live_server.url, addresses, pictures, "allow-scripts", alone) == {}


# A click hits nothing in a frame that is loaded and not drawn yet, as now and then on a busy machine.
TRIES = 10


def test_of_several_frames_those_that_achieve_something_are_named(
    page: Page, live_server: LiveServer
) -> None:
    """As it is where neither a sanitiser nor a policy holds them."""
    planted = {
        "harmless": "<p>a",
        "runs": SCRIPT,
        "asks": f"<img src='{URL}'>",
        "runs when clicked": f"<body onclick={JS}><p style='height: 300px'>a",
        "is silent": "<p>b",
    }
    home = f"{live_server.url}/planted/"
    pages = {f"{home}{number}": body for number, body in enumerate(planted.values())}
    page.route(
        home + "*", lambda route: route.fulfill(body=pages[route.request.url], content_type="text/html")
    )
    addresses = list(zip(planted, pages, strict=True))
    for _ in range(TRIES):
        found = shoot_served(page, live_server.url, addresses, sandbox="allow-scripts", alone=slice(0))
        if "runs when clicked" in found:
            break
    assert list(found) == ["runs", "asks", "runs when clicked"]
    assert found["asks"] == [f"asked for {URL}"]
    assert set(found["runs"]) == set(found["runs when clicked"]) == {"ran a script"}


def served(chosen: list[tuple[str, bytes]], folder: Path, remote: Remote = "off") -> list[tuple[str, str]]:
    """The attacks' names and addresses, once they are a collection."""
    files = {f"a{number}.html": data for number, (_, data) in enumerate(chosen)}
    import_collection(make_folder(folder, files), slug="attacks", format="html")
    reader = make_reader("attacks").as_reader
    return [
        (name, document_url("attacks", f"a{n}", reader=reader, answer="a", remote=remote, keys=True))
        for n, (name, _) in enumerate(chosen)
    ]
