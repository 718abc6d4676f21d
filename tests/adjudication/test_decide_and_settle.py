"""Decisions and settled classes share a row: whoever writes one at the same moment never loses the other."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import uuid4

import pytest

from assessment.adjudication.services import adjudicate, settle
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, AnswerClass, ChangeKind
from assessment.people.models import Account
from assessment.shared.errors import Conflict
from tests import factory
from tests.bring import bring
from tests.judging.history import changes
from tests.judging.scene import assessors, at_once, give, items_of, judge

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
ROUNDS = 25
HEADER = b"qid,docid,passage,answer,grade,ground,overruled,adjudicator,note\r\n"


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign("comet", "series2004", settings={"judges": 2})


@pytest.fixture
def question(campaign: Campaign) -> Question:
    """A list whose answers two assessors judge differently, with two classes."""
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    factory.make_items(question, *((f"D{number}", f"ship {number}") for number in range(3)))
    ada, ben = (give(question, member) for member in assessors(campaign, "ada", "ben"))
    for item in items_of(question):
        judge(ada, item, "correct")
        judge(ben, item, "incorrect")
    for name in ("aster", "gull"):
        AnswerClass.objects.create(question=question, name=name, text=name, origin="development")
    return question


@pytest.fixture
def boss(campaign: Campaign) -> Account:
    return factory.make_member(campaign, "olga", "organizer", "adjudicator")


def _do(actions: Sequence[Callable[[], object]], number: int) -> object:
    return actions[number]()


def test_a_decision_and_a_settling_at_once_both_last(question: Question, boss: Account) -> None:
    item = items_of(question)[0]
    classes = list(AnswerClass.objects.order_by("pk"))
    for number in range(ROUNDS):
        named, grade = classes[number % 2], ("incorrect", "correct")[number % 2]
        actions: list[Callable[[], object]] = [
            partial(adjudicate.decide, item=item, grade=grade, ground="inconsistent", by=boss),
            partial(
                settle.settle_classes,
                question=question,
                by=boss,
                client_id=uuid4(),
                items={item.pk: named.uid},
            ),
        ]
        outcomes = at_once(partial(_do, actions), times=2)
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        row = Adjudication.objects.get(item=item)
        assert (row.grade, row.answer_class) == (grade, named), number
    assert len(changes(ChangeKind.DECISION)) == ROUNDS


def test_an_import_of_decisions_and_a_settling_at_once_both_last(question: Question, boss: Account) -> None:
    items = items_of(question)
    named = AnswerClass.objects.get(name="aster")
    data = HEADER + b"".join(
        f"1.2,{item.docid},,{item.answer},correct,inconsistent,0,zoe,\r\n".encode() for item in items
    )
    backwards = {item.pk: named.uid for item in reversed(items)}
    actions: list[Callable[[], object]] = [
        partial(bring, "decisions", question.campaign, data),
        partial(settle.settle_classes, question=question, by=boss, client_id=uuid4(), items=backwards),
    ]
    outcomes = at_once(partial(_do, actions), times=2)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    rows = Adjudication.objects.values_list("grade", "answer_class__name")
    assert set(rows) == {("correct", "aster")}


def test_of_two_decisions_at_once_the_second_is_told(question: Question, boss: Account) -> None:
    item = items_of(question)[0]
    outcomes = at_once(
        lambda number: adjudicate.decide(
            item=item, grade=("correct", "incorrect")[number], ground="inconsistent", by=boss, seen=0
        ),
        times=2,
    )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(refused, Conflict)
    assert refused.code == "decision_changed"
    (kept,) = [outcome for outcome in outcomes if isinstance(outcome, Adjudication)]
    assert Adjudication.objects.get(item=item).grade == kept.grade
