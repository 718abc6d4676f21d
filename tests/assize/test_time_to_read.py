"""What somebody sends is read within a time, whatever page or program takes it; who keeps a thread long is named."""

import logging
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from assessment.submissions.models import Run
from tests.client import Client
from tests.factory import make_campaign, make_member, make_questions

SAID = "Reading what was sent took too long"


@pytest.fixture
def campaign(db: None) -> Campaign:
    """An open campaign of series, which takes every kind of file."""
    campaign = make_campaign(track="series2004", state=State.OPEN)
    make_questions(campaign, "1.1", "1.2", series="1")
    return campaign


@pytest.fixture
def olga(campaign: Campaign, client: Client) -> Client:
    """An organizer."""
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


RUN = {"team": "lake", "run_id": "lake1", "priority": "1", "automatic": "on", "scope": "all"}
PAGES: list[tuple[str, str, dict[str, str]]] = [
    ("submit/", "file", {**RUN, "action": "submit"}),
    ("submit/", "file", {**RUN, "action": "check"}),
    ("submit/", "file", {**RUN, "action": "report"}),
]
PROGRAMS: list[tuple[str, dict[str, str]]] = [
    ("runs/", {"team": "lake", "check_only": "true"}),
    ("runs/", {"team": "lake"}),
    ("training/files/", {}),
    ("imports/", {"kind": "people", "check_only": "true"}),
    ("imports/", {"kind": "teams", "check_only": "true"}),
    ("imports/", {"kind": "questions", "check_only": "true"}),
    ("imports/", {"kind": "questions"}),
    ("imports/", {"kind": "document_lists", "check_only": "true"}),
]


def upload() -> SimpleUploadedFile:
    return SimpleUploadedFile("file.txt", b"name,email\r\n1.1 lake1 NIL\n1.2 lake1 NIL\n")


@pytest.mark.parametrize(("page", "field", "fields"), PAGES)
def test_a_page_that_reads_a_file_for_too_long_says_so(
    olga: Client, settings: Any, page: str, field: str, fields: dict[str, str]
) -> None:
    settings.READING_SECONDS = 0.0
    answer = olga.post(f"/campaigns/trial/{page}", {**fields, field: upload()})
    assert answer.status_code == 413
    assert SAID in answer.text
    assert not Run.objects.exists()


@pytest.mark.parametrize(("address", "fields"), PROGRAMS)
def test_a_program_hears_the_same(olga: Client, settings: Any, address: str, fields: dict[str, str]) -> None:
    settings.READING_SECONDS = 0.0
    answer = olga.post(f"/api/v1/campaigns/trial/{address}", {**fields, "file": upload()})
    assert answer.status_code == 413
    assert answer.json()["code"] == "reading_too_long"
    assert answer.json()["remedy"]
    assert not Run.objects.exists()


def test_a_request_that_keeps_a_thread_long_is_named_with_view_and_account(
    olga: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "assize.requests")
    olga.get("/campaigns/trial/runs/")
    assert not caplog.messages
    monkeypatch.setattr("assize.logs.SLOW", 0.0)
    olga.get("/campaigns/trial/runs/")
    olga.logout()
    olga.get("/sign-in/?secret=1")
    named, nobody = caplog.messages
    assert named.startswith("GET submissions:runs took ")
    assert named.endswith(f"account {Account.objects.get(username='olga').pk}.")
    assert nobody.endswith("nobody who is signed in.")
    assert "secret" not in nobody
