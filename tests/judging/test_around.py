"""Sentences within the answers that they are of: whole, marked, of no named run, and as text whatever stands in them."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign, Question, Series
from assessment.judging.models import Assignment
from assessment.judging.selectors.around import LONGEST, around
from assessment.submissions.models import PoolItem, Response, Run, Team
from documents.services import import_collection
from scoring.records import item_key
from tests import factory
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.documents.test_segments import segment
from tests.judging.scene import judge

pytestmark = pytest.mark.django_db
SHARED = "The light | **was** lit <b>in</b> 1843."
RUNS = {
    "secretA1": ("Sailors feared the rocks.", SHARED, "It burned whale oil."),
    "secretB1": (SHARED, "Mira Dunn kept it."),
    "secretC1": ("Nothing is known.",),
}
SEGMENT = "doc_1#2_7"


class Topic:
    """A topic of three tasks with three runs; its support is ada's to judge."""

    def __init__(self, folder: Path) -> None:
        import_collection(make_folder(folder, {"a.jsonl": segment()}), slug="segs", format="segments")
        self.campaign: Campaign = factory.make_campaign("halden", "rag", collection_slug="segs")
        series = Series.objects.create(campaign=self.campaign, key="7/topic", position=1, target="the light")
        made = [
            self._question(series, qid, kind) for qid, kind in (("7", "NUGGETS"), ("7/support", "SUPPORT"))
        ]
        self.whole, self.support = made
        sentences = sorted({one for said in RUNS.values() for one in said})
        self.items = factory.make_items(self.support, *((SEGMENT, one) for one in sentences))
        for run_id, said in RUNS.items():
            self.answer(run_id, *said)
        self.row = factory.make_assignment(self.support, factory.make_account("ada"))

    def _question(self, series: Series, qid: str, kind: str) -> Question:
        (question,) = factory.make_questions(self.campaign, qid, type=kind)
        Question.objects.filter(pk=question.pk).update(series=series)
        return Question.objects.get(pk=question.pk)

    def answer(self, run_id: str, *said: str, **fields: Any) -> None:
        team = Team.objects.create(campaign=self.campaign, name=run_id[:-1])
        named = {"run_key": run_id.lower(), "sha256": run_id, "responses_count": 0, "pooled": True} | fields
        run = Run.objects.create(campaign=self.campaign, team=team, run_id=run_id, **named)
        whole = "\n".join(said)
        rows = [(self.whole, "", whole, 1), *((self.support, SEGMENT, one, 1) for one in said)]
        Response.objects.bulk_create(
            Response(
                run=run,
                question=question,
                line=line,
                rank=rank,
                docid=docid,
                answer=answer,
                key=item_key(question.qid, docid, "", answer),
            )
            for line, (question, docid, answer, rank) in enumerate(rows, 1)
        )

    def item(self, sentence: str) -> PoolItem:
        return next(item for item in self.items if item.answer == sentence)


@pytest.fixture
def topic(tmp_path: Path) -> Topic:
    return Topic(tmp_path)


def client_of(row: Assignment) -> Client:
    client = Client()
    assert row.member.account
    client.force_login(row.member.account)
    return client


def beside(topic: Topic, sentence: str) -> Any:
    address = f"/judge/{topic.row.pk}/document/?item={topic.item(sentence).pk}"
    return client_of(topic.row).get(address).json()["around"]


def page_of(topic: Topic, sentence: str) -> str:
    return client_of(topic.row).get(f"/judge/{topic.row.pk}/?item={topic.item(sentence).pk}").content.decode()


def test_a_sentence_stands_marked_in_its_answer(topic: Topic) -> None:
    page = page_of(topic, "It burned whale oil.")
    assert "<mark>It burned whale oil.</mark>" in page
    assert "Sailors feared the rocks. The light | **was** lit &lt;b&gt;in&lt;/b&gt; 1843." in page
    assert "secret" not in page
    assert beside(topic, "Nothing is known.") == [["", ""]]


def test_an_equal_sentence_is_shown_in_each_of_its_answers(topic: Topic) -> None:
    found = beside(topic, SHARED)
    assert sorted(found) == [
        ["", "\nMira Dunn kept it."],
        ["Sailors feared the rocks.\n", "\nIt burned whale oil."],
    ]
    assert found == beside(topic, SHARED)
    page = page_of(topic, SHARED)
    assert "Also in 1 other answer" in page
    assert page.count("<mark>The light | **was** lit &lt;b&gt;in&lt;/b&gt; 1843.</mark>") == 2
    assert "<b>in</b>" not in page


def test_the_segment_stands_beside_and_is_not_looked_through_for_the_sentence(topic: Topic) -> None:
    answered = (
        client_of(topic.row).get(f"/judge/{topic.row.pk}/document/?item={topic.item(SHARED).pk}").json()
    )
    assert (answered["docid"], answered["notice"]) == (SEGMENT, "")


@pytest.mark.parametrize("fields", [{"pooled": False}, {"state": "withdrawn"}])
def test_runs_that_are_not_judged_are_not_shown(topic: Topic, fields: dict[str, Any]) -> None:
    topic.answer("secretD1", SHARED, "Canary.", **fields)
    assert "Canary" not in page_of(topic, SHARED)
    assert len(beside(topic, SHARED)) == 2


def test_a_sentence_of_no_known_answer_stands_alone(topic: Topic) -> None:
    Response.objects.filter(question=topic.whole).delete()
    assert beside(topic, SHARED) == []
    assert "<mark>The light" in page_of(topic, SHARED)


def test_adjudicators_see_it_too(topic: Topic) -> None:
    other = factory.make_assignment(topic.support, factory.make_account("ben"))
    item = topic.item(SHARED)
    judge(topic.row, item, "full_support")
    judge(other, item, "no_support")
    zoe = Client()
    zoe.force_login(factory.make_member(topic.campaign, "zoe", "adjudicator"))
    page = zoe.get(f"/campaigns/halden/adjudicate/7/support/?item={item.pk}").content.decode()
    assert page.count("<mark>The light | **was** lit &lt;b&gt;in&lt;/b&gt; 1843.</mark>") == 2
    assert ("Also in 1 other answer" in page, "secret" in page) == (True, False)


def test_statements_do_not_grow_with_the_runs(topic: Topic) -> None:
    def statements() -> int:
        client = client_of(topic.row)
        with CaptureQueriesContext(connection) as caught:
            client.get(f"/judge/{topic.row.pk}/?item={topic.item(SHARED).pk}")
        return len(caught)

    statements()
    before = statements()
    for number in range(10):
        topic.answer(f"secretE{number}x", SHARED, f"More {number}.")
    assert statements() == before
    assert len(beside(topic, SHARED)) == 10


@pytest.mark.parametrize(
    ("sentence", "whole", "found"),
    [
        ("b", "a\nb\nc", ("a\n", "\nc")),
        ("b", "ab\nb", ("ab\n", "")),  # the line, and not what stands in another
        ("b", "abc", ("a", "c")),
        ("| x |\n| y |", "t\n| x |\n| y |\nz", ("t\n", "\nz")),
        ("b", "a", None),
        ("", "a\n\nb", None),
        ("b", "x" * LONGEST + "yb", ("…" + "x" * (LONGEST - 1) + "y", "")),
        ("b", "b" + "x" * LONGEST + "y", ("", "x" * LONGEST + "…")),
    ],
)
def test_what_stands_around_a_sentence(sentence: str, whole: str, found: tuple[str, str] | None) -> None:
    assert around(sentence, whole) == found
