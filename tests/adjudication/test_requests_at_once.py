"""Twenty requests at the same moment, as browsers send them: one wins, the others are told, nothing is lost."""

from collections import Counter

import pytest
from django.http import HttpResponse
from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment
from tests import factory
from tests.client import Client
from tests.judging.scene import TOGETHER, assessors, at_once, give, items_of, judge, pooled, who_has

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def clients(campaign: Campaign) -> list[Client]:
    """Browsers in which an organizer is signed in."""
    olga = factory.make_member(campaign, "olga", "organizer")
    browsers = [Client() for _ in range(TOGETHER)]
    for browser in browsers:
        browser.force_login(olga)
    return browsers


def statuses(
    clients: list[Client], name: str, arguments: list[str], fields: list[dict[str, object]]
) -> Counter[int]:
    address = reverse(f"judging:{name}", args=["trial", *arguments])
    answers = at_once(lambda n: clients[n].post(address, fields[n]))
    assert all(isinstance(answer, HttpResponse) for answer in answers), answers
    return Counter(answer.status_code for answer in answers)  # type: ignore[attr-defined]  # checked above


def test_automatic_assignment(campaign: Campaign, clients: list[Client]) -> None:
    assessors(campaign, "ada", "bo", "cy", "dee", "eve")
    questions = pooled(campaign, ["1", "2", "3"])
    names = ["ada", "bo", "cy", "dee", "eve"]
    fields: list[dict[str, object]] = [{"judges": 3, "seed": n, "assessors": names} for n in range(TOGETHER)]
    assert statuses(clients, "assign", [], fields) == {302: TOGETHER}
    assert [len(who_has(question)) for question in questions] == [3, 3, 3]


def test_hand_over(campaign: Campaign, clients: list[Client]) -> None:
    (holder,) = assessors(campaign, "holder")
    takers = assessors(campaign, *(f"taker {n:02}" for n in range(TOGETHER)))
    (question,) = pooled(campaign, ["1"])
    row = give(question, holder)
    judge(row, items_of(question)[0], "yes")
    fields: list[dict[str, object]] = [{"assignment": row.pk, "member": taker.pk} for taker in takers]
    assert statuses(clients, "assign-hand-over", [], fields) == {302: 1, 422: TOGETHER - 1}
    assert Assignment.objects.counting().count() == 1
    assert row.judgments.get().grade == "yes"


def test_decisions(campaign: Campaign, clients: list[Client]) -> None:
    (question,) = pooled(campaign, ["1"], items=1)
    (item,) = items_of(question)
    for member, grade in zip(assessors(campaign, "ada", "bo", "cy"), ("no", "yes", "no"), strict=True):
        judge(give(question, member), item, grade)
    fields: list[dict[str, object]] = [
        {"item": item.pk, "seen": 0, "accept": "no", "note": f"note {n}"} for n in range(TOGETHER)
    ]
    assert statuses(clients, "decide", ["1"], fields) == {302: 1, 409: TOGETHER - 1}
    assert Adjudication.objects.get().changes == 1
