"""The list of studies, and the form of a new one: what it asks, and what it refuses."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Adjudication
from assessment.people.models import Event
from assessment.studies.models import Study, StudyPart
from tests.client import Client
from tests.factory import make_campaign, make_questions
from tests.query_counts import QueryCount
from tests.scenes import Kept, as_built
from tests.studies.scene import FIELDS, address, golden, made, signed_in

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/studies/"


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        yield golden("trec8_small")


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    return signed_in(campaign, "organizer")


def words(response: Any) -> str:
    """The page's words, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


def test_a_page_without_studies_says_what_to_do(organizer: Client) -> None:
    page = organizer.get(START)
    assert "No study yet" in words(page)
    assert 'value="100003"' in page.text
    assert [name in page.text for name in ("alpha1", "beta1", "late1")] == [True] * 3


def test_a_study_is_started_shown_and_listed(organizer: Client, campaign: Campaign) -> None:
    response = organizer.post(START, FIELDS, follow=True)
    assert response.redirect_chain[-1][0] == f"{START}1/"
    assert "Study 1: 3 runs studied with seed 1." in words(response)
    made(campaign, seed=5, exclude=("late1",))
    page = words(organizer.get(START))
    assert page.index("2 Reliability, seed 5, without late1") < page.index("1 Reliability, seed 1 ")
    assert "some-organizer" in page
    assert "command" in page
    verbs = Event.objects.filter(campaign=campaign, verb="study:made").order_by("pk")
    assert [(event.subject, str(event.account or "")) for event in verbs] == [
        ("study 1", "some-organizer"),
        ("study 2", ""),
    ]


def test_a_campaign_without_runs_is_studied_too(client: Client) -> None:
    campaign = make_campaign("bare")
    make_questions(campaign, "1", type="factoid")
    organizer = signed_in(campaign, "organizer")
    page = words(organizer.post(address(campaign), FIELDS, follow=True))
    assert "There are no runs to compare." in page
    assert "No study yet" not in words(organizer.get(address(campaign)))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"samples": "9"}, "greater than or equal to 10"),
        ({"samples": "1000001"}, "less than or equal to 1000000"),
        ({"samples": ""}, "This field is required"),
        ({"samples": "many"}, "Enter a whole number"),
        ({"samples": "1e3"}, "Enter a whole number"),
        ({"trials": "0"}, "greater than or equal to 1"),
        ({"trials": "1001"}, "less than or equal to 1000"),
        ({"resamples": "99"}, "greater than or equal to 100"),
        ({"resamples": "100001"}, "less than or equal to 100000"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"seed": str(10**15)}, "less than or equal to"),
        ({"seed": ""}, "This field is required"),
        ({"seed": "x"}, "Enter a whole number"),
        ({"rule": "best"}, "best is not one of the available choices"),
        ({"rule": "random:1"}, "random:1 is not one of the available choices"),
        ({"binning": "third"}, "third is not one of the available choices"),
        ({"exclude": "nosuch"}, "nosuch is not one of the available choices"),
        ({"exclude": ["late1", "LATE1"]}, "LATE1 is not one of the available choices"),
    ],
)
def test_a_bad_value_is_asked_for_again_and_nothing_is_stored(
    organizer: Client, fields: dict[str, Any], sentence: str
) -> None:
    response = organizer.post(START, {**FIELDS, **fields})
    assert response.status_code == 422
    assert sentence in words(response)
    assert "<details open>" in response.text
    assert not Study.objects.exists()
    assert not StudyPart.objects.exists()
    assert not Job.objects.exists()


def test_an_empty_form_names_each_field_that_it_needs(organizer: Client) -> None:
    response = organizer.post(START, {})
    assert response.status_code == 422
    assert words(response).count("This field is required.") == len(FIELDS)


def test_an_undecided_dispute_is_refused_with_its_questions(organizer: Client, campaign: Campaign) -> None:
    Adjudication.objects.filter(item__question__qid="2").delete()
    response = organizer.post(START, FIELDS)
    assert response.status_code == 422
    page = words(response)
    assert "Not studied: 1 disputed item has no decision." in page
    assert "Question 2 : 1 item" in page
    assert "/campaigns/trec8_small/adjudicate/2/" in response.text
    assert not Study.objects.exists()
    assert not StudyPart.objects.exists()
    assert not Event.objects.filter(verb="study:made").exists()


def test_a_study_by_a_rule_that_can_be_followed_says_why_others_cannot(
    organizer: Client, campaign: Campaign
) -> None:
    Adjudication.objects.filter(item__question__qid="2").delete()
    assert organizer.post(START, {**FIELDS, "rule": "union"}).status_code == 302
    assert "1 item has no grade that more than half gave" in words(organizer.get(f"{START}1/assessors/"))


def test_a_run_that_was_withdrawn_since_is_refused_by_the_job(
    organizer: Client, settings: Settings, campaign: Campaign
) -> None:
    settings.JOBS_INLINE = False  # and no worker runs
    assert organizer.post(START, {**FIELDS, "exclude": "late1"}).status_code == 302
    job = Job.objects.get()
    job.arguments["options"]["exclude"] = ["gone1"]
    job.save()
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.error["message"] == "There is no run gone1 to leave out. Nothing was studied."
    assert not Study.objects.exists()


def test_a_study_that_takes_longer_than_a_moment_is_shown_in_place(
    organizer: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False  # and no worker runs
    answer = organizer.post(START, FIELDS)
    job = Job.objects.get()
    assert answer["Location"] == f"{START}?job={job.pk}"
    assert organizer.post(START, FIELDS)["Location"] == answer["Location"]
    assert "waiting for its turn" in organizer.get(answer["Location"]).text
    run_job(job.pk, heartbeat=False)
    page = organizer.get(answer["Location"])
    assert "Study 1: 3 runs studied with seed 1." in page.text
    assert f'href="{START}1/"' in page.text


def test_the_list_takes_few_queries(organizer: Client, campaign: Campaign, query_count: QueryCount) -> None:
    for seed in range(1, 4):
        made(campaign, seed=seed)
    with query_count("studies"):
        organizer.get(START)
