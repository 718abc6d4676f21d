"""Where teams register, they read Acquis and Europarl by the licence too: paragraphs, found by a search, before any topics."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from documents.models import Collection
from documents.search.indexes import build
from tests.client import Client
from tests.submissions import scene
from tests.submissions.tongues import campaign_in_tongues, people_of

PAGE = "/campaigns/tongues/search/"
ACQUIS, EUROPARL = "jrc31936R0002-en.xml", "EP_CRE-19370208-EN_clean.xml"
CASES = [
    (ACQUIS, "herring", "Having regard to the Charter of the Coast"),
    (EUROPARL, "mole", "Nine members are not here"),
]


@pytest.fixture
def ann(db: None, tmp_path: Path, settings: Settings) -> Client:
    """A participant of a team without topics yet, in a campaign whose texts have a licence."""
    settings.DATA_DIR = tmp_path / "data"
    call_command("import_collection", str(site.BASE_DIR / "collections" / "coast-council"))
    build(Collection.visible.get())
    people_of(campaign_in_tongues(collection_slug="coast-council", search_for_teams=True))
    return scene.client_of("ann")


def accept(client: Client) -> None:
    seen = client.get(PAGE, {"q": "herring"}).context["licence"].sha256
    answer = client.post("/campaigns/tongues/accept-licence/", {"seen": seen, "search": ""})
    assert (answer.status_code, answer["Location"]) == (302, PAGE)


def address_of(client: Client, docid: str, words: str) -> str:
    page = client.get(PAGE, {"q": words, "document": docid})
    found = re.search(r'data-src="([^"]+)"', page.content.decode())
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize(("docid", "words", "paragraph"), CASES)
def test_paragraphs_are_read_once_the_licence_is_accepted(
    ann: Client, docid: str, words: str, paragraph: str
) -> None:
    assert not address_of(ann, docid, words)
    accept(ann)
    address = address_of(ann, docid, words)
    assert address
    text = ann.get(address).content.decode()
    assert paragraph in text
    assert scene.client_of("tom").get(address).status_code == 403


def test_they_are_gone_with_the_right(ann: Client) -> None:
    accept(ann)
    address = address_of(ann, ACQUIS, "herring")
    assert ann.get(address).status_code == 200
    Campaign.objects.update(search_for_teams=False)
    assert ann.get(address).status_code == 403
    assert ann.get(PAGE).status_code == 404
