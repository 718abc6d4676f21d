"""A checked file is found again after its page was left: among the imports, until it is stored, discarded or too old."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from tests import factory
from tests.client import Client

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
