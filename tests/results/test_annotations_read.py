"""Annotations as scoring and exports read them."""

import pytest

from assessment.judging.models import PageAnnotation
from assessment.people.services.accounts import ensure_member
from assessment.results.selectors.annotations import load_annotations
from assessment.results.selectors.chosen import Chosen
from scoring.annotations import AnnotatedExample, Label, PageSpan
from tests.factory import give, make_campaign, make_questions

pytestmark = pytest.mark.django_db


def test_annotations_come_by_question_and_annotator_with_ids_that_stay() -> None:
    campaign = make_campaign("pages", "nq")
    questions = make_questions(campaign, "9", "-10", "7", type="question")
    people = [
        ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None) for name in ("cy", "bo")
    ]
    rows = [give(question, member) for question in questions for member in people]
    long = [10, 90, 3, 20]
    PageAnnotation.objects.create(
        assignment=rows[0], question="good", candidate=2, long=long, kind="paragraph", short=[[12, 20, 4, 6]]
    )
    PageAnnotation.objects.create(assignment=rows[1], question="good", seconds_question=4)
    PageAnnotation.objects.create(
        assignment=rows[2], question="bad", reason="opinion", annotation_id="6782080525527814293"
    )
    PageAnnotation.objects.create(assignment=rows[4])  # opened and nothing said, or undone
    read = load_annotations(Chosen(campaign), {question.pk: question.qid for question in questions})
    assert [(example.example_id, [one.annotator for one in example.annotations]) for example in read] == [
        ("-10", ["cy"]),
        ("9", ["bo", "cy"]),
    ]
    bad, begun, whole = read[0].annotations[0], *read[1].annotations
    assert (bad.annotation_id, bad.reason, bad.complete) == ("6782080525527814293", "opinion", True)
    assert (begun.complete, begun.label, begun.candidate, begun.seconds) == (False, Label(), -1, (4, 0, 0))
    assert whole.label == Label(PageSpan(*long), (PageSpan(12, 20, 4, 6),))
    ids = {one.annotation_id for one in read[1].annotations}
    assert len(ids) == 2
    assert all(0 < int(one) < 1 << 63 for one in ids)
    some = Chosen(campaign, [questions[0].pk])
    assert load_annotations(some, {questions[0].pk: "9"}) == (AnnotatedExample("9", read[1].annotations),)
