"""The command `adjudicate`: a whole file of decisions, or none and every problem with its line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.adjudication.services.adjudicate import withdraw_decision
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, ChangeKind
from assessment.people.models import Member
from assessment.shared.errors import FileRefused
from tests import factory
from tests.bring import bring
from tests.judging.history import changes, said_in
from tests.judging.scene import assessors, give, items_of, judge, pooled

HEADER = "qid,docid,passage,answer,grade,ground,overruled,adjudicator,note"
Decide = Callable[..., None]


@pytest.fixture
def question(db: None) -> Question:
    """Question 1 of TREC-8 with five items; the first three are disputed, two against one, for "no"."""
    campaign = factory.make_campaign()
    (question,) = pooled(campaign, ["1"], items=5)
    people = assessors(campaign, "ada", "bo", "cy")
    for person, grade in zip(people, ("no", "yes", "no"), strict=True):
        row = give(question, person)
        for n, item in enumerate(items_of(question)):
            judge(row, item, grade if n < 3 else "no")
    return question


@pytest.fixture
def campaign(question: Question) -> Campaign:
    return question.campaign


@pytest.fixture
def adjudicate(tmp_path: Path) -> Decide:
    """Runs the command on these lines."""

    def run(*lines: str) -> None:
        file = tmp_path / "adjudications.csv"
        file.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
        call_command("adjudicate", "trial", str(file))

    return run


def test_a_file_of_decisions_is_stored(
    campaign: Campaign, adjudicate: Decide, capsys: pytest.CaptureFixture[str]
) -> None:
    adjudicate(
        '1,DOC-0,,answer 0,no,opinion,0,voorhees,"a matter, of taste"',
        "1,DOC-1,,answer 1,yes,misapplied,1,voorhees,",
    )
    assert capsys.readouterr().out == "Stored 2 decisions. New people, without an account: voorhees.\n"
    rows = Adjudication.objects.order_by("item__docid").values_list(
        "grade", "ground", "overruled", "note", "changes"
    )
    assert list(rows) == [
        ("no", "opinion", False, "a matter, of taste", 1),
        ("yes", "misapplied", True, "", 1),
    ]
    voorhees = Member.objects.get(campaign=campaign, name="voorhees")
    assert voorhees.account is None
    assert [role.role for role in voorhees.roles.all()] == ["adjudicator"]


def test_a_changed_row_keeps_the_former(adjudicate: Decide, question: Question) -> None:
    adjudicate("1,DOC-0,,answer 0,no,opinion,0,voorhees,")
    adjudicate("1,DOC-0,,answer 0,yes,inconsistent,1,tice,see the others")
    row = Adjudication.objects.get()
    assert (row.grade, row.changes, row.member and row.member.name) == ("yes", 2, "tice")
    assert [said_in(change.before)["grade"] for change in changes(ChangeKind.DECISION)] == ["", "no"]


def test_two_decisions_on_an_item_in_one_line_are_told(
    question: Question, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"qid": "1", "docid": "DOC-0", "answer": "answer 0", "ground": "opinion", "adjudicator": "voorhees"}
    file = tmp_path / "adjudications.json"
    file.write_text(json.dumps([{**row, "grade": grade} for grade in ("no", "yes")]))
    with pytest.raises(CommandError, match="No decision was stored"):
        call_command("adjudicate", "trial", str(file))
    assert "duplicate_item" in capsys.readouterr().err


def test_an_assessor_named_as_adjudicator_gets_no_new_role(adjudicate: Decide, campaign: Campaign) -> None:
    adjudicate("1,DOC-0,,answer 0,no,opinion,0,ada,")
    ada = Member.objects.get(campaign=campaign, name="ada")
    assert [role.role for role in ada.roles.all()] == ["assessor"]


def test_every_problem_is_listed_and_nothing_stored(
    adjudicate: Decide, capsys: pytest.CaptureFixture[str], question: Question
) -> None:
    with pytest.raises(CommandError, match=r"No decision was stored\. Fix the file") as failed:
        adjudicate(
            "1,DOC-0,,answer 0,no,opinion,0,voorhees,",
            "9,DOC-0,,answer 0,no,opinion,0,voorhees,",
            "1,DOC-0,,Answer 0,no,opinion,0,voorhees,",
            "1,DOC-4,,answer 4,no,opinion,0,voorhees,",
            "1,DOC-1,,answer 1,maybe,misapplied,1,voorhees,",
            "1,DOC-1,,answer 1,yes,taste,1,voorhees,",
            "1,DOC-0,,answer 0,yes,misapplied,1,voorhees,",
            "1,DOC-2,,answer 2,yes,misapplied,0,voorhees,",
            "1,DOC-2,,answer 2",
        )
    assert failed.value.returncode == 1
    listed = [line.split(": ")[:2] for line in capsys.readouterr().err.splitlines()]
    assert listed == [
        ["adjudications.csv:3", "question_unknown"],
        ["adjudications.csv:4", "item_unknown"],
        ["adjudications.csv:5", "not_disputed"],
        ["adjudications.csv:6", "grade_not_on_scale"],
        ["adjudications.csv:7", "cell"],
        ["adjudications.csv:8", "duplicate_item"],
        ["adjudications.csv:9", "overruled_contradicts"],
        ["adjudications.csv:10", "columns"],
    ]
    assert not Adjudication.objects.exists()
    assert not Member.objects.filter(name="voorhees").exists()


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("1,DOC-0,,answer 0,yes,opinion,1,voorhees,", "opinion_keeps_majority"),
        ("1,DOC-0,,answer 0,no,misapplied,1,voorhees,", "overruled_contradicts"),
        ("1,DOC-0,,answer 0,no,opinion,2,voorhees,", "cell"),
        ("1,DOC-0,x,answer 0,no,opinion,0,voorhees,", "item_unknown"),
    ],
)
def test_a_row_against_the_rules_is_refused(campaign: Campaign, row: str, code: str) -> None:
    with pytest.raises(FileRefused) as refused:
        bring("decisions", campaign, f"{HEADER}\n{row}\n".encode())
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(2, code)]


def test_a_missing_file_or_campaign_is_told(campaign: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="file_unreadable"):
        call_command("adjudicate", "trial", str(tmp_path / "none.csv"))
    (tmp_path / "some.csv").write_text(HEADER)
    with pytest.raises(CommandError, match="campaign_unknown"):
        call_command("adjudicate", "nowhere", str(tmp_path / "some.csv"))


def test_a_file_of_decisions_is_undone_but_for_what_was_changed_since(
    adjudicate: Decide, campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    adjudicate("1,DOC-0,,answer 0,no,opinion,0,voorhees,")
    adjudicate(
        "1,DOC-0,,answer 0,yes,inconsistent,1,tice,",
        "1,DOC-1,,answer 1,yes,misapplied,1,tice,",
        "1,DOC-2,,answer 2,yes,misapplied,1,tice,",
    )
    withdraw_decision(item=items_of(question)[2], by=None)
    call_command("undo_import", "trial", "2", "--reason", "wrong file")
    assert capsys.readouterr().out.endswith("Undid 2 decisions. 1 was changed since and stays.\n")
    rows = Adjudication.objects.order_by("item__docid").values_list("grade", "changes")
    assert list(rows) == [("no", 3), ("", 2), ("", 2)]
    assert "1 DOC-2 “answer 2”: withdrawn" in campaign.imports.get(number=2).outcome
    newest = [change.is_undo for change in changes(ChangeKind.DECISION)][-2:]
    assert newest == [True, True]
    with pytest.raises(CommandError, match="already been undone"):
        call_command("undo_import", "trial", "2", "--reason", "wrong file")
    adjudicate("1,DOC-1,,answer 1,yes,misapplied,1,tice,")
    call_command("undo_import", "trial", "3", "--reason", "wrong file")
    call_command("undo_import", "trial", "1", "--reason", "wrong file")
    assert set(Adjudication.objects.values_list("grade", flat=True)) == {""}
