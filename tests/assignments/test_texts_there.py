"""Answers whose documents are not here are refused when they are assigned, not found out while they are judged."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.assignments.services.assign import assign
from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.pooled_documents import missing_in
from assessment.judging.models import Assignment
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from documents.services import import_collection, import_ids
from documents.uses import used_docids
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


def test_documents_that_left_the_pools_are_not_needed(campaign: Campaign) -> None:
    """Taking their answers out of the pools is what the refusal tells to do."""
    assert missing_in(campaign, "segs") == (4, 2)
    PoolItem.objects.filter(docid__startswith="b#").update(left_at=timezone.now())
    assert missing_in(campaign, "segs") == (2, 0)
    assert used_docids("segs") == {"a#1", "a#2"}
    assert assign(campaign=campaign, by=None).added == 2


def test_what_is_assigned_already_holds_up_nothing_else(campaign: Campaign) -> None:
    (ann,) = assessors(campaign, "ann")
    _, lacking = campaign.questions.in_order()
    factory.give(lacking, ann)
    assert assign(campaign=campaign, by=None).added == 1


def test_a_table_of_assignments_names_what_is_missing_at_its_line(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "plan.csv"
    table.write_text("qid,assessor\n1,ann\n2,ann\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Nothing was assigned"):
        call_command("import_file", campaign.slug, "assignments", str(table))
    said = capsys.readouterr().err
    assert ("lacks 2 documents of the pools: b#10, b#9" in said, "plan.csv:3" in said) == (True, True)
    assert not Assignment.objects.exists()
    table.write_text("qid,assessor\n1,ann\n", encoding="utf-8")
    call_command("import_file", campaign.slug, "assignments", str(table), stdout=StringIO())
    assert Assignment.objects.get().question.qid == "1"


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
