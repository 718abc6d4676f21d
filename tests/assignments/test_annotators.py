"""Questions without a pool: assigned, annotated, handed over, finished, and on the board, from an empty campaign on."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command

from assessment.assignments.selectors.assign import assign_page, unit_page
from assessment.assignments.services.assign import assign
from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor, reopen
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.questions import edit_question
from assessment.home.selectors.work import my_work
from assessment.judging.models import Assignment
from assessment.judging.services.annotation_answers import Step, StepAnswer
from assessment.judging.services.annotations import annotate
from assessment.judging.services.counters import recount
from assessment.judging.services.questions import finish
from assessment.people.models import Member
from assessment.results.selectors.flags import doubts, finished
from assessment.shared.errors import Refused
from assessment.submissions import services as submissions
from assessment.submissions.selectors.taking_out import Cut
from assessment.submissions.services.unpooling import unpool
from tests.client import Client
from tests.factory import give, make_account, make_items, make_member
from tests.judging.annotating import QIDS, import_pages

pytestmark = pytest.mark.django_db
NAMES = ("ada", "ben", "cleo")


@pytest.fixture
def campaign(tmp_path: Path, db: None) -> Campaign:
    """Made by the commands that people use: three questions with their pages, two annotators each."""
    import_pages(tmp_path / "pages")
    call_command("create_campaign", "comets", "--title", "Comets", "--track", "nq", "--collection", "pages")
    lines = [json.dumps({"example_id": int(qid), "question_text": f"what is {qid}"}) for qid in QIDS]
    (tmp_path / "questions.jsonl").write_text("\n".join([*lines, ""]))
    call_command("import_questions", "comets", str(tmp_path / "questions.jsonl"))
    made = Campaign.objects.get(slug="comets")
    Campaign.objects.filter(pk=made.pk).update(settings={**made.settings, "judges": 2})
    for name in NAMES:
        make_member(made, name, "assessor")
    return Campaign.objects.get(pk=made.pk)


def say(row: Assignment, *steps: tuple[Step, StepAnswer]) -> None:
    """Steps that somebody decides, one after another."""
    version = row.annotation.version if hasattr(row, "annotation") else 0
    for seen, (step, answer) in enumerate(steps, version):
        annotate(by=None, assignment_id=row.pk, client_id=uuid4(), seen=seen, step=step, answer=answer)


def bad(row: Assignment) -> None:
    """The shortest annotation, and finished."""
    say(row, ("question", StepAnswer(question="bad")))
    finish(by=None, assignment_id=row.pk)


def of(question: Question, name: str) -> Assignment:
    return Assignment.objects.get(question=question, member__name=name)


def holders(question: Question) -> set[str]:
    rows = Assignment.objects.counting().filter(question=question)
    return set(rows.values_list("member__name", flat=True))


def test_every_question_gets_its_annotators_without_a_pool(campaign: Campaign) -> None:
    assert not assign_page(campaign).unpooled.total
    assert assign_page(campaign).understaffed.total == 3
    assert str(assign(campaign=campaign, by=None)).startswith("Made 6 assignments on 3 questions")
    assert set(Assignment.objects.values_list("stage", "primary")) == {("annotation", False)}
    page = assign_page(campaign)
    assert [row.items for row in page.rows] == [1, 1, 1]
    assert [(load.items, load.questions) for load in page.loads] == [(2, 2)] * 3
    assert not page.understaffed.total
    assert str(assign(campaign=campaign, by=None)).startswith("Nothing to assign")


def test_dropped_questions_get_nobody(campaign: Campaign) -> None:
    campaign.questions.update(drop_reason="broken")
    with pytest.raises(Refused, match="no questions to assign"):
        assign(campaign=campaign, by=None)


def test_experts_come_on_top_and_judge_the_pool(campaign: Campaign) -> None:
    question = campaign.questions.get(qid="72")
    expert = give(question, Member.objects.get(name="ada"), stage="experts")
    assert Assignment.objects.select_related("question__pool").get(pk=expert.pk).pool_size == 0
    assign(campaign=campaign, by=None)
    assert holders(question) == {"ada", "ben", "cleo"}
    make_items(question, ("72", "x"), ("72", "y"))
    assert Assignment.objects.get(pk=expert.pk).pool_size == 2
    assert of(question, "ben").pool_size == 1
    ada, ben, _ = assign_page(campaign).loads
    assert (ada.items - ada.questions, ben.items - ben.questions) == (1, 0)


def test_my_work_says_how_far_somebody_is(campaign: Campaign) -> None:
    assign(campaign=campaign, by=None, assessors=["ada", "ben"])
    account = Member.objects.get(name="ada").account
    assert account

    def states() -> list[str]:
        (work,) = my_work(account)
        return [duty.state for duty in work.duties]

    rows = [of(question, "ada") for question in campaign.questions.in_order()]
    assert states() == ["waiting"] * 3
    bad(rows[0])
    say(rows[1], ("question", StepAnswer(question="good")))
    say(rows[2], ("question", StepAnswer(question="bad")))
    assert states() == ["done", "begun", "begun"]
    (work,) = my_work(account)
    assert (work.judged, work.items, work.finished, work.what_is_done) == (2, 3, 1, "pages annotated")
    client = Client()
    client.force_login(account)
    page = client.get("/").text
    assert "2 of 3" in page
    assert "pages annotated" in page
    assert "ready to finish" in page


def test_handing_over_keeps_the_annotation_and_starts_afresh(campaign: Campaign) -> None:
    question = campaign.questions.get(qid="72")
    ada, ben = (Member.objects.get(name=name) for name in ("ada", "ben"))
    (row,) = add_assessor(question=question, member=ada, by=None)
    say(row, ("question", StepAnswer(question="good")))
    with pytest.raises(Refused, match="has begun"):
        remove_assessor(assignment=row, by=None)
    (part,) = unit_page(campaign, question).people
    assert part.begun
    (theirs,) = hand_over(assignment=row, to=ben, by=None)
    assert (theirs.role, theirs.pool_size, hasattr(theirs, "annotation")) == ("judge", 1, False)
    with pytest.raises(Refused, match="was handed over to ben"):
        say(row, ("question", StepAnswer(question="bad")))
    bad(theirs)
    (back,) = hand_over(assignment=of(question, "ben"), to=ada, by=None)
    assert (back.pk, back.judged, back.annotation.question) == (row.pk, 0, "good")
    assert not recount(campaign=campaign, by=None)


def test_who_has_not_begun_can_be_removed(campaign: Campaign) -> None:
    question = campaign.questions.get(qid="72")
    (row,) = add_assessor(question=question, member=Member.objects.get(name="ada"), by=None)
    assert remove_assessor(assignment=row, by=None) == 1
    assert not holders(question)


def test_a_finished_annotation_can_be_opened_again(campaign: Campaign) -> None:
    assign(campaign=campaign, by=None)
    row = Assignment.objects.order_by("pk")[0]
    bad(row)
    with pytest.raises(Refused, match="is finished"):
        say(Assignment.objects.get(pk=row.pk), ("question", StepAnswer(question="good")))
    reopen(assignment=row, by=None)
    say(Assignment.objects.get(pk=row.pk), ("question", StepAnswer(question="good")))
    assert Assignment.objects.get(pk=row.pk).judged == 0


def test_a_counter_is_counted_anew(campaign: Campaign) -> None:
    assign(campaign=campaign, by=None)
    row = Assignment.objects.order_by("pk")[0]
    say(row, ("question", StepAnswer(question="good")), ("long", StepAnswer(candidate=-1)))
    Assignment.objects.update(judged=0)
    (wrong,) = recount(campaign=campaign, by=None, fix=True)
    assert (wrong.stored, wrong.counted) == (0, 1)
    assert Assignment.objects.get(pk=row.pk).judged == 1


def steps(page: str) -> list[tuple[str, str]]:
    """The steps of the board with their states."""
    listed = page.split('<ol class="steps"')[1].split("</ol>")[0]
    return re.findall(r'<li class="(\w+)".*?<b>(\w+)</b>', listed, re.DOTALL)


def test_the_board_from_the_first_step_to_the_last_annotation(campaign: Campaign) -> None:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))

    def shown() -> dict[str, str]:
        return {name: state for state, name in steps(client.get("/campaigns/comets/").text)}

    names = [
        "Questions",
        "Collection",
        "Guidelines",
        "People",
        "Runs",
        "Assign",
        "Annotate",
        "Score",
        "Release",
    ]
    assert list(shown()) == names
    assert list(shown().values())[:6] == ["done", "done", "todo", "done", "todo", "now"]
    assign(campaign=campaign, by=None)
    assert (shown()["Assign"], shown()["Annotate"]) == ("done", "now")
    for row in Assignment.objects.order_by("pk"):
        bad(row)
    assert (shown()["Annotate"], shown()["Score"]) == ("done", "now")
    questions = campaign.questions.filter(finished(campaign))
    assert questions.count() == 3
    (doubt,) = doubts(campaign, flagged=["72"])
    assert (doubt.done, doubt.found_none) == (True, 0)
    for address in ("assign/", "assign/question/72/", "questions/72/", "questions/", "people/"):
        assert client.get(f"/campaigns/comets/{address}").status_code == 200, address
    assert "Pool</a>" not in client.get("/campaigns/comets/").text
    assert "<dt>Runs</dt>" in client.get("/").text


def test_runs_are_not_pooled(campaign: Campaign) -> None:
    with pytest.raises(Refused, match="Runs of comets are not pooled") as refusal:
        submissions.pool(by=None, campaign=campaign)
    assert refusal.value.code == "runs_not_pooled"
    with pytest.raises(Refused, match="Nothing in the pool of comets is") as refusal:
        unpool(by=None, campaign=campaign, cut=Cut(round=1), reason="a slip")
    assert refusal.value.code == "nothing_to_take_out"


def test_a_question_is_frozen_once_it_is_assigned(campaign: Campaign) -> None:
    question = campaign.questions.get(qid="72")
    edit_question(question=question, by=None, text="who found it")
    assert not question.corrections.exists()
    add_assessor(question=question, member=Member.objects.get(name="ada"), by=None)
    with pytest.raises(Refused):
        edit_question(question=question, by=None, text="who found the comet")
    edit_question(question=question, by=None, text="who found the comet", reason="plainer")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/comets/questions/72/").text
    assert "People were given this question to annotate" in page
    assert "plainer" in page
    client.force_login(Member.objects.get(name="ada").account or make_account("nobody"))
    row = of(question, "ada")
    assert "plainer" in client.get(f"/judge/{row.pk}/").text
