"""Answers whose documents are not here are refused when they are assigned, not found out while they are judged."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.services.assign import assign
from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.shared.errors import Refused
from documents.services import import_collection, import_ids
from tests import factory
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.documents.test_segments import segment
from tests.judging.scene import assessors

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Two questions; of one, two documents are missing."""
    folder = make_folder(tmp_path / "segs", {"a.jsonl": segment("a#1") + segment("a#2")})
    import_collection(folder, slug="segs", format="segments")
    made = factory.make_campaign(collection_slug="segs", settings={"judges": 1})
    whole, lacking = factory.make_questions(made, "1", "2", type="factoid")
    factory.make_items(whole, ("a#1", "one"), ("a#2", "two"))
    factory.make_items(lacking, ("a#1", "one"), ("b#9", "two"), ("b#10", "three"))
    assessors(made, "ann")
    return made


def test_all_documents_that_are_missing_are_named_and_nothing_is_assigned(campaign: Campaign) -> None:
    with pytest.raises(Refused) as refused:
        assign(campaign=campaign, by=None)
    assert (refused.value.code, refused.value.details) == ("texts_missing", ["b#10", "b#9"])
    with pytest.raises(CommandError, match="lacks 2 documents of the pools: b#10, b#9"):
        call_command("assign", campaign.slug, stdout=StringIO())
    olga = factory.make_member(campaign, "olga", "organizer")
    asked = send_json(client_of(olga), f"/api/v1/campaigns/{campaign.slug}/work/", {})
    assert (asked.status_code, asked.json()["details"]) == (422, ["b#10", "b#9"])
    page = Client()
    page.force_login(olga)
    shown = page.post(
        f"/campaigns/{campaign.slug}/assign/", {"judges": "1", "seed": "1", "assessors": ["ann"]}, follow=True
    ).content.decode()
    assert "b#10" in shown
    assert not Assignment.objects.exists()


def test_a_question_whose_documents_are_here_is_given_by_hand(campaign: Campaign) -> None:
    (ann,) = assessors(campaign, "ann")
    whole, lacking = campaign.questions.in_order()
    add_assessor(question=whole, member=ann, by=None)
    with pytest.raises(Refused, match="lacks 2 documents"):
        add_assessor(question=lacking, member=ann, by=None)
    assert Assignment.objects.get().question == whole


def test_once_they_are_imported_all_is_assigned(campaign: Campaign, tmp_path: Path) -> None:
    more = segment("b#9") + segment("b#10")
    import_collection(make_folder(tmp_path / "segs", {"b.jsonl": more}), slug="segs", format="segments")
    assert assign(campaign=campaign, by=None).added == 2


def test_of_ids_alone_people_read_their_own_copies(campaign: Campaign, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("a#1\na#2\n", encoding="utf-8")
    import_ids(ids, slug="listed")
    Campaign.objects.filter(pk=campaign.pk).update(collection_slug="listed")
    assert assign(campaign=Campaign.objects.get(), by=None).added == 2
