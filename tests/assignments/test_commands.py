"""Assignments changed by hand, by commands."""

import pytest

from assessment.judging.models import Assignment
from assessment.judging.services.questions import finish
from tests import factory
from tests.commands import refusal, run
from tests.judging.scene import assessors, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db


def test_assessors_are_added_and_removed() -> None:
    campaign = factory.make_campaign()
    question = pooled(campaign, ["1"], items=2)[0]
    assessors(campaign, "ada", "bo")
    assert run("add_assessor", "trial", "1", "ada") == "ada was added.\n"
    assert refusal("add_assessor", "trial", "1", "ada").startswith("assignment_exists: ")
    assert refusal("add_assessor", "trial", "1", "eve").startswith("person_unknown: ")
    assert refusal("add_assessor", "trial", "9", "ada").startswith("question_unknown: ")
    assert run("remove_assessor", "trial", "1", "ada") == "ada was removed.\n"
    assert refusal("remove_assessor", "trial", "1", "ada").startswith("assignment_unknown: ")
    assert not Assignment.objects.filter(question=question).exists()


def test_a_finished_question_is_opened_again() -> None:
    campaign = factory.make_campaign()
    question = pooled(campaign, ["1"], items=1)[0]
    (ada,) = assessors(campaign, "ada")
    row = give(question, ada)
    judge(row, items_of(question)[0], "yes")
    assert refusal("reopen_question", "trial", "1", "ada").startswith("assignment_open: ")
    finish(by=ada.account, assignment_id=row.pk)
    assert run("reopen_question", "trial", "1", "ada") == (
        "Question 1 is open again for ada, with all judgments.\n"
    )
    assert Assignment.objects.get(pk=row.pk).finished_at is None
