"""Answer classes that come with the judgments of a file."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Assignment, Change, Judgment, Origin
from assessment.people.models import Account, Member
from scoring.formats.tables import TABLES
from tests import factory

pytestmark = pytest.mark.django_db
Row = tuple[int, str, str, str]  # number of the answer, assessor, grade, class
Write = Callable[..., str]


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign(track="series2004", settings={"judges": 2})


@pytest.fixture
def question(campaign: Campaign) -> Question:
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    factory.make_items(question, *((f"DOC-{number}", f"answer {number}") for number in range(4)))
    return question


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*rows: Row, qid: str = "1.2") -> str:
        path = tmp_path / "judgments.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(TABLES["judgments"][:-2])
            for number, assessor, grade, answer_class in rows:
                item = (qid, f"DOC-{number}", "", f"answer {number}")
                table.writerow([*item, assessor, grade, answer_class, "", "2026-02-01T00:00:00Z"])
        return str(path)

    return write


def take(file: str) -> None:
    call_command("import_judgments", "trial", file, "--new")


def refusal(file: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(CommandError):
        take(file)
    return capsys.readouterr().err


def classes() -> set[tuple[str, str, str, str]]:
    """Answer, name and label of its class, and whose class it is."""
    rows = Judgment.objects.exclude(answer_class=None)
    columns = ("answer_class__name", "answer_class__label", "answer_class__member__name")
    return {
        (answer, name, label, maker or "")
        for answer, name, label, maker in rows.values_list("item__answer", *columns)
    }


def test_classes_of_a_file_are_the_assessors_own_or_known_ones(question: Question, write: Write) -> None:
    AnswerClass.objects.create(question=question, name="1", label="First", origin=Origin.DEVELOPMENT)
    take(write((0, "ann", "correct", "1"), (1, "ann", "correct", "Cape"), (2, "bo", "correct", "Cape")))
    assert classes() == {
        ("answer 0", "1", "First", ""),
        ("answer 1", "Cape", "Cape", "ann"),
        ("answer 2", "Cape", "Cape", "bo"),
    }
    assert AnswerClass.objects.count() == 3


def test_the_first_of_a_list_question_is_its_primary_assessor(question: Question, write: Write) -> None:
    take(write((0, "bo", "correct", "1"), (0, "ann", "incorrect", ""), (1, "bo", "incorrect", "")))
    roles = Assignment.objects.filter(question=question).values_list("member__name", "role")
    assert dict(roles) == {"bo": "primary", "ann": "judge"}


def test_the_same_file_again_changes_nothing(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write((0, "ann", "correct", "Cape"), (1, "ann", "correct", ""))
    take(file)
    take(file)
    assert "Stored 0 judgments of 1 assessor. 2 were there already." in capsys.readouterr().out
    assert AnswerClass.objects.count() == 1


def test_a_row_without_a_class_leaves_the_class_and_another_class_is_kept_as_history(
    question: Question, write: Write
) -> None:
    take(write((0, "ann", "correct", "Cape")))
    take(write((0, "ann", "correct", "")))
    assert {name for _, name, *_ in classes()} == {"Cape"}
    take(write((0, "ann", "correct", "Point")))
    assert {name for _, name, *_ in classes()} == {"Point"}
    uids = {name: str(uid) for name, uid in AnswerClass.objects.values_list("name", "uid")}
    change, item = Change.objects.get(), str(question.pool_items.get(answer="answer 0").pk)
    assert change.before == {"classes": {item: uids["Cape"]}}
    assert change.after == {"classes": {item: uids["Point"]}}


def test_no_file_puts_a_persons_answer_into_another_class(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    take(write((0, "ann", "correct", "Cape"), (1, "ann", "correct", "")))
    Member.objects.filter(name="ann").update(account=factory.make_account("ann"))
    told = refusal(write((0, "ann", "correct", "Point")), capsys)
    assert "judgments.csv:2: judgment_contradicts: ann put this item into another class" in told
    take(write((1, "ann", "correct", "Cape")))
    assert {answer for answer, *_ in classes()} == {"answer 0", "answer 1"}
    assert Account.objects.count() == 1


def test_every_class_that_cannot_be_is_listed_and_nothing_is_stored(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    AnswerClass.objects.create(
        question=question, name="7", label="Old", origin=Origin.DEVELOPMENT, removed=True
    )
    told = refusal(
        write(
            (0, "ann", "inexact", "Cape"),
            (1, "ann", "correct", "C" * 65),
            (2, "ann", "correct", "7"),
            (3, "ann", "correct", "Cape"),
        ),
        capsys,
    )
    for fault in ("2: class_not_correct", "3: class_name", "4: class_merged"):
        assert f"judgments.csv:{fault}" in told
    assert "judgments.csv:5" not in told
    assert not Judgment.objects.exists()
    assert AnswerClass.objects.count() == 1


def test_answers_to_a_question_that_is_no_list_have_no_class(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    (question,) = factory.make_questions(campaign, "1.1", type="FACTOID", series="1")
    factory.make_items(question, ("DOC-0", "answer 0"))
    told = refusal(write((0, "ann", "correct", "1"), qid="1.1"), capsys)
    assert "judgments.csv:2: class_of_no_list: Question 1.1 is no list question" in told
