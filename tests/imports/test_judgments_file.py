"""Judgments that come as a file, by the command; and assignment by the command, before and after."""

import csv
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.judging.models import Assignment, Judgment
from assessment.people.models import Member
from tests import factory
from tests.judging.scene import assessors, give, pooled, who_has

pytestmark = pytest.mark.django_db
COLUMNS = [
    "qid",
    "docid",
    "passage",
    "answer",
    "assessor",
    "grade",
    "answer_class",
    "note",
    "judged_at",
    "kind",
]


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign(settings={"judges": 2})


@pytest.fixture
def question(campaign: Campaign) -> Question:
    (question,) = pooled(campaign, ["1"], items=2)
    return question


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(*rows: tuple[str, str, str], kind: str = "human", qid: str = "1") -> str:
        path = tmp_path / "judgments.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(COLUMNS)
            for number, assessor, grade in rows:
                answer = (qid, f"DOC-{number}", "", f"answer {number}")
                table.writerow([*answer, assessor, grade, "", "", "2026-02-01T00:00:00Z", kind])
        return str(path)

    return write


def said(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    call_command(*arguments, **options)
    return capsys.readouterr().out.strip()


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    with pytest.raises(CommandError) as caught:
        call_command(*arguments, **options)
    return capsys.readouterr().err + str(caught.value)


@pytest.mark.both_databases
def test_a_correct_answer_from_a_file_takes_back_that_none_was_found(
    campaign: Campaign, question: Question, write: Any
) -> None:
    (ada,) = assessors(campaign, "ada")
    mine = give(question, ada)
    Assignment.objects.filter(pk=mine.pk).update(no_answer_found=True)
    call_command("import_judgments", campaign.slug, write(("0", "ada", "no")))
    mine.refresh_from_db()
    assert mine.no_answer_found
    call_command("import_judgments", campaign.slug, write(("1", "ada", "yes")))
    mine.refresh_from_db()
    assert not mine.no_answer_found


def test_unknown_assessors_join_without_an_account_and_are_assigned(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    factory.make_account("ann")
    file = write(("0", "ann", "yes"), ("1", "ann", "no"))
    assert said(capsys, "import_judgments", "trial", "--new", file) == (
        "Stored 2 judgments of 1 assessor. New, without an account and given no work: ann."
    )
    ann = Member.objects.get(campaign=campaign, name="ann")
    assert ann.account is None
    assert who_has(question) == {"ann"}
    again = said(capsys, "import_judgments", "trial", "--new", file)
    assert again.startswith(
        "Stored 0 judgments of 1 assessor. 2 were there already. This file was imported on"
    )
    assert again.endswith("nothing new. Nothing changed, so no import was made.")
    assert campaign.imports.count() == FileImport.objects.of_judgments().count() == 1


@pytest.mark.both_databases
def test_a_file_whose_work_was_set_aside_counts_again(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(("0", "ann", "yes"), ("1", "ann", "no"))
    said(capsys, "import_judgments", "trial", "--new", file)
    call_command("take_back_judgments", "trial", "--assessor", "ann", "--reason", "a slip")
    capsys.readouterr()
    assert who_has(question) == set()
    assert said(capsys, "import_judgments", "trial", "--new", file).startswith("Stored 2 judgments")
    Assignment.objects.update(handed_over_at=timezone.now())
    assert "so no import" not in said(capsys, "import_judgments", "trial", "--new", file)
    assert who_has(question) == {"ann"}


def test_every_fault_is_listed_and_nothing_is_stored(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(("0", "ann", "yes"), ("0", "ann", "no"), ("1", "bo", "perhaps"), ("7", "bo", "no"))
    output = refusal(capsys, "import_judgments", "trial", "--new", file)
    for place in ("3: duplicate_judgment", "4: grade_not_on_scale", "5: item_unknown"):
        assert f"judgments.csv:{place}" in output
    assert not Judgment.ever.exists()
    assert not Member.objects.exists()


def test_a_machine_has_no_role_and_takes_nobodys_place(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assessors(campaign, "ann", "bo")
    file = write(("0", "bot", "yes"), ("1", "bot", "no"))
    call_command("import_judgments", "trial", "--new", file, machine="2.1")
    judgment = Judgment.ever.order_by("pk")[0]
    assert (judgment.kind, judgment.version) == ("machine", "2.1")
    assert not judgment.member.roles.exists()
    assert who_has(question) == set()
    call_command("assign", "trial")
    assert who_has(question) == {"ann", "bo"}
    assert "too few" in refusal(capsys, "assign", "trial", judges=3)


def test_a_table_calls_whoever_judged_as_the_file_did(
    campaign: Campaign, question: Question, write: Any, tmp_path: Path
) -> None:
    for name, kind in (("ann", "human"), ("bot", "machine"), ("gold", "automatic")):
        call_command(
            "import_judgments", "trial", "--new", write(("0", name, "yes"), ("1", name, "no"), kind=kind)
        )
    assert Judgment.objects.count() == 2
    assert Judgment.programs.count() == 4
    call_command("export", "trial", str(tmp_path / "out"))
    with (tmp_path / "out" / "judgments.csv").open(encoding="utf-8", newline="") as table:
        kinds = {(row["assessor"], row["kind"]) for row in csv.DictReader(table)}
    assert kinds == {("ann", "human"), ("bot", "machine"), ("gold", "automatic")}


def test_machines_and_people_do_not_share_a_name(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assessors(campaign, "ann")
    output = refusal(capsys, "import_judgments", "trial", "--new", write(("0", "ann", "yes")), machine="2")
    assert "judgments.csv:2: assessor_kind: The name ann is that of a person" in output
    call_command("import_judgments", "trial", "--new", write(("0", "bot", "yes")), machine="2")
    output = refusal(capsys, "import_judgments", "trial", "--new", write(("1", "bot", "yes")))
    assert "judgments.csv:2: assessor_kind: The name bot is that of a machine" in output
    assert Judgment.ever.count() == 1


def test_a_machine_enters_no_dispute(campaign: Campaign, question: Question, write: Any) -> None:
    call_command("import_judgments", "trial", "--new", write(("0", "ann", "yes")))
    call_command("import_judgments", "trial", "--new", write(("0", "bot", "no")), machine="2")
    assert not question.pool_items.filter(disputed=True).exists()
    call_command("import_judgments", "trial", "--new", write(("0", "bo", "no")))
    assert question.pool_items.filter(disputed=True).count() == 1


def test_assign_lets_new_names_join(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    output = said(capsys, "assign", "trial", assessors="ann,bo", seed=3)
    assert output == (
        "Made 2 assignments on 1 question, up to 2 assessors per question (seed 3). "
        "New to the campaign, without an account: ann, bo."
    )
    call_command("import_judgments", "trial", "--new", write(("0", "ann", "yes"), ("0", "bo", "yes")))
    assert who_has(question) == {"ann", "bo"}
    assert Assignment.objects.count() == 2


def test_a_slip_in_a_name_makes_nobody_an_assessor(
    campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    assessors(campaign, "ann", "bo")
    output = refusal(capsys, "assign", "trial", assessors="ann,bob")
    assert "Not among the assessors of this campaign: bob." in output
    assert "--new" in output
    assert who_has(question) == set()
    output = said(capsys, "assign", "trial", "--new", assessors="ann,cy")
    assert "New to the campaign, without an account: cy." in output
    assert who_has(question) == {"ann", "cy"}


def test_assign_does_not_take_an_account_for_a_new_name(
    campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    factory.make_account("ann")
    assert "assessor_unknown" in refusal(capsys, "assign", "trial", assessors="ann,bo")
    assert "too_few_assessors" in refusal(capsys, "assign", "trial", assessors="cy")
    assert not Member.objects.exists()


def test_assign_without_assessors_says_where_they_come_from(
    campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    output = refusal(capsys, "assign", "trial")
    assert output.startswith("too_few_assessors: The campaign has no assessors.")
    assert "--assessors" in output


def test_a_file_does_not_change_what_is_stored_unasked(tmp_path: Path) -> None:
    campaign = factory.make_campaign()
    pooled(campaign, ["1"])
    file = tmp_path / "judgments.csv"
    head = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n"
    file.write_text(f"{head}1,DOC-0,,answer 0,zoe,no,,,\n")
    call_command("import_judgments", "trial", str(file), "--new")
    file.write_text(f"{head}1,DOC-0,,answer 0,zoe,yes,,,\n1,DOC-1,,answer 1,zoe,yes,,,\n")
    with pytest.raises(CommandError, match="1 judgment in the file differs from the one stored"):
        call_command("import_judgments", "trial", str(file))
    assert list(Judgment.ever.values_list("item__docid", "grade")) == [("DOC-0", "no")]
    call_command("import_judgments", "trial", str(file), "--replace")
    found = Judgment.ever.order_by("item__docid").values_list("item__docid", "grade")
    assert list(found) == [("DOC-0", "yes"), ("DOC-1", "yes")]


@pytest.mark.parametrize(
    ("moment", "said_of_it"),
    [
        ("2999-01-01T00:00:00Z", "lies in the future"),
        ("0001-01-01T00:00:00+14:00", "is not a time"),
        ("9999-12-31T23:59:59-12:00", "is not a time"),
    ],
)
def test_a_judgment_of_no_possible_time_is_refused_in_its_line(
    campaign: Campaign,
    question: Question,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    moment: str,
    said_of_it: str,
) -> None:
    path = tmp_path / "judgments.csv"
    cells = "1,DOC-{},,answer {},ada,yes,,,{},human\n"
    text = f"{','.join(COLUMNS)}\n" + cells.format(0, 0, "2026-02-01") + cells.format(1, 1, moment)
    path.write_text(text)
    assessors(campaign, "ada")
    refused = refusal(capsys, "import_judgments", campaign.slug, str(path))
    assert f"{path.name}:3: cell:" in refused
    assert said_of_it in refused
    assert not Judgment.ever.exists()


def test_a_clock_that_is_a_little_ahead_is_believed(
    campaign: Campaign, question: Question, tmp_path: Path
) -> None:
    ahead = timezone.now() + timedelta(hours=23)
    path = tmp_path / "judgments.csv"
    path.write_text(f"{','.join(COLUMNS)}\n1,DOC-0,,answer 0,ada,yes,,,{ahead.isoformat()},human\n")
    assessors(campaign, "ada")
    call_command("import_judgments", campaign.slug, str(path))
    assert Judgment.ever.get().judged_at == ahead
