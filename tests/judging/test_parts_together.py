"""Classes and nuggets changed by several at once: nothing is lost, nothing overwritten, everybody is told."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from assessment.judging.models import (
    AnswerClass,
    Assignment,
    Change,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.judging.services import classes, nuggets
from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.parts.part import ChangeConflict
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.judging.test_together import together

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
TIMES = 8


@pytest.fixture
def assignments(transactional_db: None) -> tuple[Assignment, Assignment]:
    """Two assessors who both mark nuggets and write them: neither is the primary."""
    (question,) = make_questions(make_campaign("comet", "series2004"), "1.4", type="OTHER", series="1")
    make_items(question, *((f"D{number}", f"its lamp {number}") for number in range(TIMES)))
    ada, ben = (make_assignment(question, make_account(name)) for name in ("ada", "ben"))
    Nugget.objects.create(question=question, name="1", text="its lamp", position=1)
    return ada, ben


def reword(row: Assignment, text: str) -> Callable[[], ChangeResult]:
    return lambda: nuggets.reword_nugget(
        by=None,
        assignment_id=row.pk,
        client_id=uuid4(),
        uid=Nugget.objects.get().uid,
        text=text,
        seen="its lamp",
    )


def mark(row: Assignment, item: int, uid: UUID, client_id: UUID | None = None) -> Callable[[], ChangeResult]:
    return lambda: nuggets.mark_nuggets(
        by=None, assignment_id=row.pk, client_id=client_id or uuid4(), item_id=item, uids=[uid], seen=[]
    )


def test_of_many_edits_of_one_nugget_one_stands_and_the_others_are_told(
    assignments: tuple[Assignment, Assignment],
) -> None:
    result = together(*(reword(assignments[number % 2], f"lamp {number}") for number in range(TIMES)))
    stored = Nugget.objects.get().text
    assert not [x for x in result if not isinstance(x, (ChangeConflict, tuple))], result
    conflicts = [error for error in result if isinstance(error, ChangeConflict)]
    assert len(conflicts) == TIMES - 1
    assert {text for error in conflicts for text in error.stored["texts"].values()} == {stored}
    wanted = {text for error in conflicts for text in error.wanted["texts"].values()}
    assert wanted | {stored} == {f"lamp {number}" for number in range(TIMES)}
    assert Change.objects.count() == 1


def test_a_nugget_removed_while_others_mark_it_keeps_every_mark(
    assignments: tuple[Assignment, Assignment],
) -> None:
    nugget, items = (
        Nugget.objects.get(),
        list(assignments[0].question.pool_items.values_list("pk", flat=True)),
    )
    uid = nugget.uid

    def remove() -> ChangeResult:
        return nuggets.remove_nugget(by=None, assignment_id=assignments[0].pk, client_id=uuid4(), uid=uid)

    result = together(remove, *(mark(assignments[1], item, uid) for item in items))
    assert not [error for error in result if isinstance(error, Exception)]
    assert NuggetMatch.objects.count() == Reading.objects.count() == TIMES
    nuggets.restore_nugget(by=None, assignment_id=assignments[0].pk, client_id=uuid4(), uid=uid)
    assignments[1].refresh_from_db()
    assert assignments[1].judged == TIMES


def test_nuggets_written_at_once_get_names_and_places_of_their_own(
    assignments: tuple[Assignment, Assignment],
) -> None:
    def write(number: int) -> Callable[[], ChangeResult]:
        return lambda: nuggets.write_nugget(
            by=None,
            assignment_id=assignments[number % 2].pk,
            client_id=uuid4(),
            uid=uuid4(),
            text=f"n {number}",
            vote="okay",
        )

    result = together(*(write(number) for number in range(TIMES)))
    assert not [error for error in result if isinstance(error, Exception)]
    assert sorted(Nugget.objects.values_list("name", flat=True)) == sorted(map(str, range(1, TIMES + 2)))
    assert sorted(Nugget.objects.values_list("position", flat=True)) == list(range(1, TIMES + 2))


def test_one_mark_sent_many_times_is_one_change(assignments: tuple[Assignment, Assignment]) -> None:
    item, name = assignments[0].question.pool_items.values_list("pk", flat=True)[0], uuid4()
    result = together(*(mark(assignments[0], item, Nugget.objects.get().uid, name) for _ in range(TIMES)))
    assert not [error for error in result if isinstance(error, Exception)]
    assert Change.objects.count() == NuggetMatch.objects.count() == 1


def test_votes_of_several_at_once(assignments: tuple[Assignment, Assignment]) -> None:
    uid = Nugget.objects.get().uid

    def vote(row: Assignment, word: str) -> Callable[[], ChangeResult]:
        return lambda: nuggets.vote_on_nugget(
            by=None, assignment_id=row.pk, client_id=uuid4(), uid=uid, vote=word, seen="its lamp"
        )

    result = together(*(vote(row, word) for row in assignments for word in ("vital", "okay")))
    assert not [error for error in result if isinstance(error, Exception)]
    assert NuggetVote.objects.count() == 2


def test_windows_that_put_one_answer_into_classes(transactional_db: None) -> None:
    (question,) = make_questions(make_campaign("comet", "series2004"), "1.2", type="LIST", series="1")
    (item,) = make_items(question, ("D1", "Aster"))
    row = make_assignment(question, make_account("ada"))
    record_judgment(
        by=None, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
    )

    def put() -> ChangeResult:
        return classes.put_into_class(
            by=None, assignment_id=row.pk, client_id=uuid4(), items={item.pk: None}, uid=uuid4()
        )

    result = together(*(put for _ in range(TIMES)))
    assert len([error for error in result if isinstance(error, ChangeConflict)]) == TIMES - 1
    assert AnswerClass.objects.filter(judgments__isnull=False).count() == 1
