"""What the tests of assignment and adjudication start from."""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from uuid import uuid4

from django.db import connections

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.submissions.models import PoolItem
from tests import factory

TOGETHER = 20
give = factory.give


def assessors(campaign: Campaign, *names: str) -> list[Member]:
    """People of the campaign who judge, without accounts."""
    return [ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None) for name in names]


def pooled(campaign: Campaign, qids: Sequence[str], items: int = 3, series: str = "") -> list[Question]:
    """Questions with so many pool items each."""
    kind = "FACTOID" if campaign.track.series_rules else "factoid"
    questions = factory.make_questions(campaign, *qids, type=kind, series=series)
    for question in questions:
        factory.make_items(question, *((f"DOC-{n}", f"answer {n}") for n in range(items)))
    return questions


def judge(assignment: Assignment, item: PoolItem, grade: str, note: str | None = None) -> None:
    """A judgment as the assessor would save it."""
    row = Judgment.objects.filter(item=item, member=assignment.member).first()
    record_judgment(
        by=None,
        assignment_id=assignment.pk,
        item_id=item.pk,
        seen=row.changes if row else 0,
        client_id=uuid4(),
        grade=grade,
        note=note,
    )


def items_of(question: Question) -> list[PoolItem]:
    """The question's pool in order."""
    return list(question.pool_items.order_by("docid", "answer", "pk"))


def who_has(question: Question) -> set[str]:
    """The names of those who judge a question now."""
    rows = Assignment.objects.counting().filter(question=question)
    return set(rows.values_list("member__name", flat=True))


def at_once(action: Callable[[int], object], times: int = TOGETHER) -> list[object]:
    """Do it in so many threads that start together; what each returned or raised, in their order."""
    barrier, outcomes = Barrier(times), dict[int, object]()

    def work(number: int) -> None:
        try:
            barrier.wait()
            outcomes[number] = action(number)
        except Exception as error:
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=work, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[number] for number in range(times)]
