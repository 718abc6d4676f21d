"""The search of the collection beside what somebody judges, and nuggets that have their document from it."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from assessment.campaigns.models import KeptSearch, State
from assessment.judging.models import Assignment, Nugget
from documents.models import Collection
from documents.search.indexes import build
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(tmp_path: Path, settings: Settings) -> Assignment:
    """A question of nuggets whose assessors may search while judging."""
    settings.DATA_DIR = tmp_path / "data"
    import_records(tmp_path / "wire", record("AP-1", "The lamp was brass."), record("AP-2", "A mill."))
    build(Collection.visible.get())
    campaign = make_campaign(
        "comet", "series2004", collection_slug="wire", state=State.OPEN, search_judging=True
    )
    (question,) = make_questions(campaign, "1.4", type="OTHER", series="1")
    make_items(question, ("AP-2", "it had a mill"))
    return make_assignment(question, make_member(campaign, "ada", "assessor"))


def client_of(assignment: Assignment) -> Client:
    client = Client()
    assert assignment.member.account
    client.force_login(assignment.member.account)
    return client


def write(client: Client, assignment: Assignment, **more: object) -> UUID:
    uid = uuid4()
    said = {"uid": uid, "client_id": uuid4(), "text": "brass", "vote": "vital", **more}
    client.post(f"/judge/{assignment.pk}/nuggets/write/", said)
    return uid


def test_an_assessor_searches_where_the_setting_of_the_stage_lets_them(other: Assignment) -> None:
    client, address = client_of(other), f"/judge/{other.pk}/search/"
    assert address in client.get(f"/judge/{other.pk}/").content.decode()
    page = client.get(address, {"q": "lamp", "document": "AP-1"})
    assert f'href="/judge/{other.pk}/?docid=AP-1"' in page.content.decode()
    assert page["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in page["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in client.get(f"/judge/{other.pk}/")["Content-Security-Policy"]
    kept = KeptSearch.objects.get()
    assert (kept.stage, kept.opened[0]["document"]) == ("open", "AP-1")
    other.question.campaign.search_judging = False
    other.question.campaign.save()
    assert client.get(address).status_code == 404
    assert address not in client.get(f"/judge/{other.pk}/").content.decode()


def test_nobody_searches_beside_the_question_of_somebody_else(other: Assignment) -> None:
    client = Client()
    client.force_login(make_member(other.question.campaign, "bea", "assessor"))
    assert client.get(f"/judge/{other.pk}/search/").status_code == 404


def test_who_votes_is_offered_no_nugget(other: Assignment) -> None:
    voter = make_assignment(other.question, make_member(other.question.campaign, "bea", "assessor"))
    voter.stage = "votes"
    voter.save()
    page = client_of(voter).get(f"/judge/{voter.pk}/search/", {"q": "lamp", "document": "AP-1"})
    assert "AP-1" in page.content.decode()
    assert "?docid=" not in page.content.decode()


def test_a_nugget_has_the_document_that_it_was_found_in(other: Assignment) -> None:
    client, item = client_of(other), other.question.pool_items.get().pk
    page = client.get(f"/judge/{other.pk}/", {"docid": "AP-1", "text": "brass"}).content.decode()
    assert '<input type="hidden" name="docid" value="AP-1">' in page
    uid = write(client, other, docid="AP-1", item=item)
    nugget = Nugget.objects.get(uid=uid)
    assert (nugget.docid, nugget.matches.count()) == ("AP-1", 0), "the answer in focus does not hold it"
    assert "found in AP-1" in client.get(f"/judge/{other.pk}/").content.decode()

    client.post(f"/judge/{other.pk}/nuggets/undo/", {"client_id": uuid4()})
    assert not Nugget.objects.current().exists()
    client.post(f"/judge/{other.pk}/nuggets/restore/", {"client_id": uuid4(), "uid": uid})
    assert Nugget.objects.current().get().docid == "AP-1"


@pytest.mark.parametrize("docid", ["AP 1", "x" * 300])
def test_what_can_be_no_document_is_refused_with_all_that_was_typed(other: Assignment, docid: str) -> None:
    said = {"uid": uuid4(), "client_id": uuid4(), "text": "brass", "vote": "vital", "docid": docid}
    answer = client_of(other).post(f"/judge/{other.pk}/nuggets/write/", said)
    assert answer.status_code == 422
    assert 'value="brass"' in answer.content.decode()
    assert not Nugget.objects.exists()
