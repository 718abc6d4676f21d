"""The command `disputes`, and how freezing tells what is undecided: counts by question first, then a list that is cut."""

import json
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from assessment.adjudication.services.adjudicate import decide
from assessment.campaigns.models import Campaign, Question
from tests import factory
from tests.judging.scene import assessors, give, items_of, judge, pooled
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[list[Question]]:
    """Two questions, one with 60 disputed items, one with two; two against one for "no", but for the last."""
    with kept():
        campaign = factory.make_campaign()
        questions = [*pooled(campaign, ["1"], items=60), *pooled(campaign, ["2"], items=2)]
        people = assessors(campaign, "ada", "bo", "cy")
        for question in questions:
            for person, grade in zip(people, ("no", "yes", "no"), strict=True):
                row = give(question, person)
                for item in items_of(question):
                    judge(row, item, grade)
        decide(item=items_of(questions[1])[0], grade="no", ground="opinion", by=None)
        yield questions


@pytest.fixture
def questions(db: None, built: list[Question]) -> list[Question]:
    return as_built(built)


def test_questions_are_counted_first_and_the_list_is_cut(
    questions: list[Question], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("disputes", "trial")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "question 1: 60 open of 60, 60 with a clear majority",
        "question 2: 1 open of 2, 1 with a clear majority",
        "1 DOC-0 “answer 0”: no, yes, no; open",
    ]
    assert lines[-2:] == [
        "… and 11 more; with --all all are listed.",
        "61 of 62 disputed items of 2 questions are open.",
    ]
    assert len(lines) == 2 + 50 + 2
    call_command("disputes", "trial", "--all")
    assert len(capsys.readouterr().out.splitlines()) == 2 + 61 + 1
    call_command("disputes", "trial", "--question", "2", "--decided")
    assert capsys.readouterr().out.splitlines()[1] == "2 DOC-0 “answer 0”: no, yes, no; decided “no”"


def test_programs_get_all_of_it(questions: list[Question], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("disputes", "trial", "--json")
    told = json.loads(capsys.readouterr().out)
    assert len(told["items"]) == 61
    assert told["items"][0]["grades"] == ["no", "yes", "no"]
    assert [(row["qid"], row["open"], row["clear"]) for row in told["questions"]] == [
        ("1", 60, 60),
        ("2", 1, 1),
    ]


def test_freezing_sums_disputes_up_before_it_lists_them(
    questions: list[Question], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="undecided"):
        call_command("freeze_qrels", "trial", "--rule", "adjudicated")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("61 items of 2 questions: 1 (60), 2 (1). The command `disputes`")
    assert len(lines) == 52
    assert lines[-1].startswith("… and 11 more")


def test_an_unknown_question_is_told(questions: list[Question]) -> None:
    with pytest.raises(CommandError, match="question_unknown"):
        call_command("disputes", "trial", "--question", "9")


@pytest.mark.both_databases
def test_no_dispute_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    campaign: Campaign = factory.make_campaign("quiet")
    call_command("disputes", campaign.slug)
    assert capsys.readouterr().out == "0 of 0 disputed items of 0 questions are open.\n"


@pytest.mark.both_databases
def test_a_single_decision_is_withdrawn(
    questions: list[Question], capsys: pytest.CaptureFixture[str]
) -> None:
    item = items_of(questions[1])[0]
    named = (item.docid, item.answer)
    with pytest.raises(CommandError, match="item_unknown"):
        call_command("withdraw_decision", "trial", "2", item.docid, item.answer.upper())
    call_command("withdraw_decision", "trial", "2", *named)
    assert "is withdrawn; the item is open again." in capsys.readouterr().out
    call_command("disputes", "trial", "--question", "2")
    assert capsys.readouterr().out.splitlines()[-1].startswith("2 of 2 disputed items")
    with pytest.raises(CommandError, match="not_decided"):
        call_command("withdraw_decision", "trial", "2", *named)
