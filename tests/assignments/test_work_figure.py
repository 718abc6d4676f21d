"""The figure of the page People: what each has finished and what is open, by the same rule as the page Progress."""

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db
HOME = "/campaigns/trial/"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(state=State.CLOSED)


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def rows(client: Client) -> list[str]:
    return client.get(f"{HOME}figures/people-work.csv").text.splitlines()


@pytest.mark.both_databases
def test_it_counts_what_is_finished_and_what_is_open(
    campaign: Campaign, olga: Client, query_count: QueryCount
) -> None:
    assert 'id="figure-people-work"' not in olga.get(f"{HOME}people/").text
    assert olga.get(f"{HOME}figures/people-work.csv").status_code == 404
    questions = make_questions(campaign, "1", "2", "3", type="factoid")
    for question in questions:
        make_items(question, ("D-1", "a"), ("D-2", "b"))
    ada, ben = (make_member(campaign, name, "assessor") for name in ("ada", "ben"))
    given = [make_assignment(question, ada) for question in questions]
    make_assignment(questions[0], ben)
    Assignment.objects.filter(pk=given[0].pk).update(judged=2, finished_at=timezone.now())
    Assignment.objects.filter(pk=given[1].pk).update(
        judged=1, finished_at=timezone.now()
    )  # the pool has grown since
    with query_count("people with work"):
        page = olga.get(f"{HOME}people/").text
    assert 'id="figure-people-work"' in page
    assert rows(olga) == ["Assessor,finished,open", "ada,1,2", "ben,0,1"]
    Assignment.objects.filter(pk=given[2].pk).update(handed_over_at=timezone.now())
    campaign.questions.filter(pk=questions[1].pk).update(drop_reason="odd")
    assert rows(olga) == ["Assessor,finished,open", "ben,0,1", "ada,1,0"]


@pytest.mark.parametrize("role", ["adjudicator", "assessor", "participant"])
def test_it_is_for_whoever_manages_people(campaign: Campaign, role: str) -> None:
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, ("D-1", "a"), ("D-2", "b"))
    make_assignment(question, make_member(campaign, "ada", "assessor"))
    client = Client()
    client.force_login(make_member(campaign, "somebody", role))
    for form in ("csv", "svg"):
        assert client.get(f"{HOME}figures/people-work.{form}").status_code == 404


def test_strangers_see_nothing_of_it(campaign: Campaign) -> None:
    client = Client()
    client.force_login(make_account("eve"))
    assert client.get(f"{HOME}figures/people-work.csv").status_code == 404
