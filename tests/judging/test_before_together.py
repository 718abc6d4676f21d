"""Lists of judgments over several questions of a series, while their person takes the end of one of them back."""

from collections.abc import Iterator
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.many import Judged, record_judgments
from assessment.judging.services.questions import finish
from assessment.judging.services.reopening import undo_finish
from assessment.shared.errors import AssizeError
from tests import factory
from tests.judging.scene import at_once
from tests.judging.test_before import Linked, linked, room

__all__ = ("linked", "room")
pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
ROUNDS = 8


def list_of_ada(scene: Linked, qid: str) -> Assignment:
    """A further list of the series, which she has not begun."""
    (made,) = factory.make_questions(scene.campaign, qid, type="LIST")
    Question.objects.filter(pk=made.pk).update(series=scene.first.series)
    factory.make_items(made, ("DOC-1", "one"))
    return factory.make_assignment(Question.objects.get(pk=made.pk), scene.ada)


def wrong(*rows: Assignment) -> list[Judged]:
    """That the first answer to each of some questions is wrong, as a program says it of what it has read just now."""
    found = []
    for line, row in enumerate(rows, 1):
        item = row.question.pool_items.order_by("pk")[0].pk
        seen = Judgment.objects.filter(item=item, member=row.member).values_list("changes", flat=True).first()
        found.append(Judged(line, row.pk, item, {"grade": "incorrect"}, seen or 0, uuid4()))
    return found


def at_the_same_time(scene: Linked, sent: list[Judged], opened: Assignment) -> Iterator[str]:
    """The list and the taking back at once: what each was refused for, "" where it was done. Nothing else may happen."""
    acts = (
        partial(record_judgments, by=scene.ada, campaign=scene.campaign, judged=sent),
        partial(undo_finish, by=scene.ada, assignment_id=opened.pk),
    )
    for outcome in at_once(lambda number: acts[number](), 2):
        if isinstance(outcome, Exception):
            assert isinstance(outcome, AssizeError), repr(outcome)
            yield next((one.code for one in getattr(outcome, "problems", ())), outcome.code)
        else:
            yield ""


def test_a_list_over_both_and_the_end_of_the_first(room: Linked) -> None:
    """What was sent again of the first stands, and either the list is stored or its end is taken back, never both."""
    names: dict[int, UUID] = {item.pk: uuid4() for item in room.first.pool_items.all()}
    sent = [
        Judged(line, room.mine.pk, item, {"grade": "correct"}, 0, name)
        for line, (item, name) in enumerate(names.items(), 1)
    ]
    record_judgments(by=room.ada, campaign=room.campaign, judged=sent)
    for number in range(ROUNDS):
        finish(by=room.ada, assignment_id=room.mine.pk)
        Assignment.objects.filter(pk=room.mine.pk).update(finished_at=timezone.now())
        following = list_of_ada(room, f"1.{number + 10}")
        (more,) = wrong(following)
        refused = tuple(at_the_same_time(room, [*sent, more._replace(line=len(sent) + 1)], room.mine))
        assert refused in (("question_not_open", ""), ("", "finish_followed"))
        assert Judgment.objects.filter(item__question=following.question).exists() == (not refused[0])
        if refused[0]:
            following.delete()


def test_a_list_over_two_that_follow_and_the_end_of_the_second(room: Linked) -> None:
    """Neither waits for the other for ever, whichever of the two the list comes to first."""
    for item in room.first.pool_items.all():
        record_judgments(
            by=room.ada,
            campaign=room.campaign,
            judged=[Judged(1, room.mine.pk, item.pk, {"grade": "correct"}, 0, uuid4())],
        )
    finish(by=room.ada, assignment_id=room.mine.pk)
    first, second = list_of_ada(room, "1.10"), list_of_ada(room, "1.11")
    record_judgments(by=room.ada, campaign=room.campaign, judged=wrong(first, second))
    for _ in range(ROUNDS):
        Assignment.objects.filter(pk=second.pk).update(finished_at=timezone.now())
        refused = tuple(at_the_same_time(room, wrong(first, second), second))
        assert refused in (("question_finished", ""), ("", ""))
