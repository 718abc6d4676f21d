"""Finishing the questions of a topic of cited answers: in none is an answer sought that may not be found."""

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.judging.services.questions import finish
from assessment.shared.errors import Refused
from tests import factory
from tests.api.asking import client_of as program_of
from tests.judging.scene import judge
from tests.judging.test_around import Topic, client_of, topic

__all__ = ("topic",)
pytestmark = pytest.mark.django_db


def relevance_of(scene: Topic) -> Assignment:
    """Segments of the topic to be judged by whoever judges its sentences."""
    assert scene.support.series
    question = scene._question(scene.support.series, "7/relevance", "RELEVANCE")
    factory.make_items(question, ("doc_1#2_7", ""))
    assert scene.row.member.account
    return factory.make_assignment(question, scene.row.member.account)


def test_segments_and_sentences_are_finished_without_saying_that_no_answer_was_found(topic: Topic) -> None:
    """Though nothing is relevant, and nothing supported."""
    for row, grade in ((relevance_of(topic), "0"), (topic.row, "no_support")):
        for item in row.question.pool_items.all():
            judge(row, item, grade)
        page = client_of(row).get(f"/judge/{row.pk}/", follow=True).content.decode()
        assert "Finish the question" in page
        assert 'name="no_answer_found"' not in page
        assert row.member.account
        with pytest.raises(Refused, match="No answer is sought in question 7/") as refused:
            finish(by=row.member.account, assignment_id=row.pk, no_answer_found=True)
        assert refused.value.code == "nothing_sought"
        address = f"/api/v1/campaigns/halden/assignments/{row.pk}/finish/"
        answered = program_of(row.member.account).post(address, {}, content_type="application/json")
        assert answered.status_code == 200, answered.content


def test_of_a_sentence_nobody_is_told_that_it_is_not_found_in_the_segment(topic: Topic) -> None:
    item = topic.item("Nothing is known.").pk
    client = client_of(topic.row)
    assert client.get(f"/judge/{topic.row.pk}/document/?item={item}").json()["notice"] == ""
    assert "occurs in this document" not in client.get(f"/judge/{topic.row.pk}/?item={item}").content.decode()


def test_a_sentence_may_be_graded_as_contradicted_where_the_campaign_says_so(topic: Topic) -> None:
    """A grade with a key of its own on the page, and for programs; elsewhere there is none."""
    relevance = relevance_of(topic)
    for item in relevance.question.pool_items.all():
        judge(relevance, item, "1")
    finish(by=relevance.member.account, assignment_id=relevance.pk)
    address = f"/api/v1/campaigns/halden/assignments/{topic.row.pk}/"
    assert topic.row.member.account
    program = program_of(topic.row.member.account)
    assert program.get(address).json()["grades"] == ["full_support", "partial_support", "no_support"]
    with pytest.raises(Refused):
        judge(topic.row, topic.items[0], "contradicts")
    Campaign.objects.filter(pk=topic.campaign.pk).update(settings={"contradicts": "yes"})
    assert program.get(address).json()["grades"][-1] == "contradicts"
    page = client_of(topic.row).get(f"/judge/{topic.row.pk}/", follow=True).content.decode()
    assert 'value="contradicts"' in page
    sent = {"judgments": [{"assignment": topic.row.pk, "item": topic.items[0].pk, "grade": "contradicts"}]}
    answered = program.post("/api/v1/campaigns/halden/judgments/", sent, content_type="application/json")
    assert answered.status_code == 200, answered.content
