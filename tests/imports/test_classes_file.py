"""Answer classes that come with the judgments of a file."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.judging.models import (
    AnswerClass,
    Assignment,
    Change,
    Judgment,
    Origin,
)
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
    call_command("import_judgments", "trial", file, "--new", "--replace")


def refusal(file: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(CommandError):
        take(file)
    return capsys.readouterr().err


def classes() -> set[tuple[str, str, str, str]]:
    """Answer, name and label of its class, and whose class it is."""
    rows = Judgment.objects.exclude(answer_class=None)
    columns = ("answer_class__name", "answer_class__text", "answer_class__member__name")
    return {
        (answer, name, label, assessor or "")
        for answer, name, label, assessor in rows.values_list("item__answer", *columns)
    }


def test_classes_of_a_file_are_the_assessors_own_or_known_ones(question: Question, write: Write) -> None:
    AnswerClass.objects.create(question=question, name="1", text="First", origin=Origin.DEVELOPMENT)
    take(write((0, "ann", "correct", "1"), (1, "ann", "correct", "Cape"), (2, "bo", "correct", "Cape")))
    assert classes() == {
        ("answer 0", "1", "First", ""),
        ("answer 1", "Cape", "Cape", "ann"),
        ("answer 2", "Cape", "Cape", "bo"),
    }
    assert AnswerClass.objects.count() == 3


def test_the_first_of_a_list_question_is_its_primary_assessor(question: Question, write: Write) -> None:
    take(write((0, "bo", "correct", "1"), (0, "ann", "incorrect", ""), (1, "bo", "incorrect", "")))
    primary = Assignment.objects.filter(question=question).values_list("member__name", "primary")
    assert dict(primary) == {"bo": True, "ann": False}


def test_a_row_without_a_class_leaves_the_class_and_another_class_is_kept_as_history(
    question: Question, write: Write
) -> None:
    take(write((0, "ann", "correct", "Cape")))
    take(write((0, "ann", "correct", "")))
    assert {name for _, name, *_ in classes()} == {"Cape"}
    take(write((0, "ann", "correct", "Point")))
    assert {name for _, name, *_ in classes()} == {"Point"}
    uids = {name: str(uid) for name, uid in AnswerClass.objects.values_list("name", "uid")}
    change, item = Change.objects.latest("pk"), str(question.pool_items.get(answer="answer 0").pk)
    assert change.before["classes"] == {item: uids["Cape"]}
    assert change.after["classes"] == {item: uids["Point"]}


@pytest.mark.both_databases
def test_no_file_puts_a_persons_answer_into_another_class(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    take(write((0, "ann", "correct", "Cape"), (1, "ann", "correct", "")))
    Member.objects.filter(name="ann").update(account=factory.make_account("ann"))
    output = refusal(write((0, "ann", "correct", "Point")), capsys)
    assert "judgments.csv:2: judgment_contradicts: ann put this item into another class" in output
    take(write((1, "ann", "correct", "Cape")))
    assert {answer for answer, *_ in classes()} == {"answer 0", "answer 1"}
    assert Account.objects.count() == 1


def test_every_class_that_cannot_be_is_listed_and_nothing_is_stored(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    AnswerClass.objects.create(
        question=question, name="7", text="Old", origin=Origin.DEVELOPMENT, removed=True
    )
    output = refusal(
        write(
            (0, "ann", "inexact", "Cape"),
            (1, "ann", "correct", "C" * 65),
            (2, "ann", "correct", "7"),
            (3, "ann", "correct", "Cape"),
        ),
        capsys,
    )
    for error in ("2: class_not_correct", "3: class_name", "4: class_merged"):
        assert f"judgments.csv:{error}" in output
    assert "judgments.csv:5" not in output
    assert not Judgment.objects.exists()
    assert AnswerClass.objects.count() == 1


def test_answers_to_a_question_that_is_no_list_have_no_class(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    (question,) = factory.make_questions(campaign, "1.1", type="FACTOID", series="1")
    factory.make_items(question, ("DOC-0", "answer 0"))
    output = refusal(write((0, "ann", "correct", "1"), qid="1.1"), capsys)
    assert "judgments.csv:2: class_of_no_list: Question 1.1 is no list question" in output


def known(question: Question, *labels: str) -> None:
    for number, label in enumerate(labels, 1):
        AnswerClass.objects.create(question=question, name=str(number), text=label, origin=Origin.DEVELOPMENT)


def test_a_class_is_found_by_its_label_and_it_is_said(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    known(question, "China", "Viet Nam")
    take(
        write(
            (0, "ann", "correct", "China"),
            (1, "ann", "correct", "  viet   NAM"),
            (2, "ann", "correct", "Peru"),
        )
    )
    assert {(answer, name) for answer, name, *_ in classes()} == {
        ("answer 0", "1"),
        ("answer 1", "2"),
        ("answer 2", "Peru"),
    }
    output = capsys.readouterr().out
    assert "Answer classes found by label: 1.2 “  viet   NAM” → 2, 1.2 “China” → 1." in output
    assert "New answer classes: 1.2 “Peru” (ann)." in output


def test_two_spellings_make_one_new_class(question: Question, write: Write) -> None:
    take(write((0, "ann", "correct", "Peru"), (1, "ann", "correct", "PERU"), (2, "bo", "correct", "peru")))
    assert {(name, label, assessor) for _, name, label, assessor in classes()} == {
        ("Peru", "Peru", "ann"),
        ("Peru", "Peru", "bo"),
    }


def test_ids_go_first_and_a_label_that_is_an_id_is_noted(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    known(question, "2", "7")
    take(write((0, "ann", "correct", "2")))
    assert classes() == {("answer 0", "2", "7", "")}
    assert (
        "“2” was read as the id of the class “7”, and it is the label of 1, too." in capsys.readouterr().out
    )


def test_a_label_of_two_classes_is_refused_and_both_are_warned_of(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    known(question, "China", "CHINA", "Peru")
    output = refusal(write((0, "ann", "correct", "china")), capsys)
    assert "2: class_ambiguous: Question 1.2 has several answer classes called “china”: 1, 2." in output
    take(write((0, "ann", "correct", "Peru")))
    assert "Question 1.2 has 2 answer classes labelled “CHINA” (1, 2)." in capsys.readouterr().out


@pytest.mark.both_databases
def test_the_label_of_a_merged_answer_makes_no_new_class(
    question: Question, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    known(question, "China")
    AnswerClass.objects.update(removed=True)
    assert "class_merged" in refusal(write((0, "ann", "correct", "china")), capsys)


def test_another_assessors_class_is_the_same_answer(question: Question, write: Write) -> None:
    ann = Member.objects.create(campaign=question.campaign, name="ann")
    row = AnswerClass.objects.create(question=question, name="k1", text="Cape Town", member=ann)
    take(write((0, "ann", "correct", "k1")))
    assert Judgment.objects.get().answer_class == row
    take(write((1, "bo", "correct", "cape town")))
    assert ("answer 1", "k1", "Cape Town", "bo") in classes()


def test_who_comes_back_with_a_file_is_not_the_second_primary_assessor(
    question: Question, write: Write
) -> None:
    file = write((0, "bo", "correct", "1"))
    take(file)
    number = str(FileImport.objects.of_judgments().get().number)
    call_command("take_back_judgments", "trial", "--import", number, "--reason", "a slip")
    factory.give(question, Member.objects.create(campaign=question.campaign, name="cy"), primary=True)
    take(file)
    rows = Assignment.objects.counting().select_related("member")
    assert {row.member.name: row.role for row in rows} == {"bo": "judge", "cy": "primary"}


def test_a_class_that_was_taken_back_is_not_found_again(question: Question, write: Write) -> None:
    take(write((0, "ann", "correct", "China")))
    number = str(FileImport.objects.of_judgments().get().number)
    call_command("take_back_judgments", "trial", "--import", number, "--reason", "a slip")
    known(question, "China")
    take(write((0, "ann", "correct", "China")))
    assert classes() == {("answer 0", "1", "China", "")}
