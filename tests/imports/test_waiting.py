"""A checked file is found again after its page was left: among the imports, until it is stored, discarded or too old."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from tests import factory
from tests.client import Client
from tests.submissions import scene

PAGE, IMPORTS = "/campaigns/trial/teams/import/", "/campaigns/trial/imports/"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    return client


def check(client: Client, name: str = "teams.csv", data: bytes = b"team,members\nlake,\n") -> Job:
    client.post(PAGE, {"file": SimpleUploadedFile(name, data), "text": ""})
    return Job.objects.latest("pk")


def waiting(client: Client) -> str:
    page = client.get(IMPORTS).content.decode()
    _, found, rest = page.partition("Waiting for your yes")
    return rest.partition("</section>")[0] if found else ""


def test_a_checked_file_waits_until_it_is_stored(olga: Client) -> None:
    assert not waiting(olga)
    job = check(olga)
    shown = waiting(olga)
    assert "teams.csv" in shown
    assert "1 new team" in shown
    assert f"{PAGE}?job={job.pk}" in shown
    olga.post(f"{PAGE}{job.pk}/import/")
    assert not waiting(olga)


def test_a_discarded_file_waits_no_longer_and_another_does(olga: Client) -> None:
    first, second = check(olga), check(olga, "more.csv", b"team,members\ntern,\n")
    olga.post(f"{PAGE}{first.pk}/discard/")
    shown = waiting(olga)
    assert "more.csv" in shown
    assert "teams.csv" not in shown
    assert f"?job={second.pk}" in shown


def test_a_file_in_which_something_is_wrong_does_not_wait(olga: Client) -> None:
    check(olga, data=b"team,members\nlake,nobody\n")
    assert not waiting(olga)


def test_neither_does_one_of_another_campaign_or_of_people(olga: Client) -> None:
    factory.make_campaign("other")
    check(olga)
    Job.objects.update(campaign=Campaign.objects.get(slug="other"))
    assert not waiting(olga)
    people = SimpleUploadedFile("people.csv", b"name,email\nAda,ada@example.org\n")
    olga.post("/campaigns/trial/people/import/", {"file": people, "text": ""})
    assert not waiting(olga)


def test_names_that_are_no_names_stay_text(olga: Client) -> None:
    check(olga, "<img src=x>\u202e" + "x" * 300 + ".csv")
    shown = waiting(olga)
    assert ".csv" in shown
    assert "<img" not in shown
    assert "\u202e" not in shown


@pytest.mark.both_databases
def test_the_board_tells_of_files_that_wait_without_asking_more(
    campaign: Campaign, olga: Client, django_assert_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as before:
        assert "waits for your yes" not in olga.get("/campaigns/trial/").text
    number = len(before)
    first, second = check(olga), check(olga, "more.csv", b"team,members\ntern,\n")
    olga.post(PAGE, {"again": second.pk})  # the same file once more
    with django_assert_num_queries(number):
        page = olga.get("/campaigns/trial/").text
    assert f'<b>Imports</b> <a href="{IMPORTS}">2 checked files wait for your yes.</a>' in page
    olga.post(f"{PAGE}{first.pk}/import/")
    assert "1 checked file waits for your yes." in olga.get("/campaigns/trial/").text
    busy = {"kind": second.kind, "campaign": campaign, "arguments": second.arguments}
    Job.objects.create(**busy)  # at work with it
    assert "for your yes" not in olga.get("/campaigns/trial/").text
    assert not waiting(olga)
    Job.objects.active().delete()
    assert "more.csv" in waiting(olga)
    factory.make_member(campaign, "jude", "adjudicator")
    assert "for your yes" not in scene.client_of("jude").get("/campaigns/trial/").text
