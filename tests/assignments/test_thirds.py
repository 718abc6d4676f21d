"""A third assessor judges only the answers on which those who judged a question differ, and is not told why."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.adjudication.services.adjudicate import decide
from assessment.assignments.selectors.thirds import third_stage
from assessment.assignments.services import thirds
from assessment.assignments.services.balance import AssignmentPlan, make_plan
from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor, reopen
from assessment.assignments.services.thirds import Asked, ask_thirds, keep_as_thirds
from assessment.campaigns.models import Question
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import AssignedItem, Assignment
from assessment.judging.services.counters import recount, refresh_work
from assessment.judging.services.judgments import record_judgment, undo
from assessment.judging.services.questions import finish
from assessment.judging.services.reopening import undo_finish
from assessment.notices.models import Notice
from assessment.people.models import Account, Event, Member
from assessment.results.services.bundle_import import import_folder
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from scoring.__main__ import main
from scoring.bundle import read
from scoring.stages import Stage
from tests import factory
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.judging.room import Room
from tests.judging.scene import at_once

pytestmark = pytest.mark.django_db
ADA = ("correct", "unsupported", "inexact")
BEN = ("correct", "correct", "unsupported")  # differs on the second and the third


class Thirds(Room):
    """Ada and ben have judged three answers and differ on two; cy, dee and an organizer are there."""

    def __init__(self, ada: Sequence[str] = ADA, ben: Sequence[str] = BEN, **fields: Any) -> None:
        super().__init__(**fields)
        self.cy, self.dee = (factory.make_member(self.campaign, name, "assessor") for name in ("cy", "dee"))
        self.olga = factory.make_member(self.campaign, "olga", "organizer")
        for number, grades in enumerate(zip(ada, ben, strict=True)):
            for name, grade in zip(("ada", "ben"), grades, strict=True):
                self.judge(number, grade, by=name)
        for account, row in ((self.ada, self.mine), (self.ben, self.theirs)):
            finish(by=account, assignment_id=row.pk)

    def ask(self, *names: str, **fields: Any) -> Asked:
        return ask_thirds(campaign=self.campaign, by=None, assessors=names or None, **fields)

    def member(self, name: str) -> Member:
        return Member.objects.get(campaign=self.campaign, name=name)

    def work(self, name: str) -> Assignment:
        rows = Assignment.objects.select_related("question__campaign", "question__pool", "member__account")
        return rows.get(member__name=name, question=self.question)

    def say(self, name: str, number: int, grade: str, seen: int = 0) -> None:
        row = self.work(name)
        record_judgment(
            by=row.member.account,
            assignment_id=row.pk,
            item_id=self.items[number].pk,
            grade=grade,
            seen=seen,
            client_id=uuid4(),
        )

    def given(self, name: str) -> list[int]:
        """The places of the answers that somebody was given."""
        rows = AssignedItem.objects.filter(assignment__member__name=name)
        pks = [item.pk for item in self.items]
        return sorted(pks.index(pk) for pk in rows.values_list("item", flat=True))

    def opinion(self, number: int) -> tuple[bool, str]:
        item = PoolItem.objects.get(pk=self.items[number].pk)
        return item.disputed, item.majority


@pytest.fixture
def room() -> Thirds:
    return Thirds()


def browser(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


# Asking


def test_the_command_gives_exactly_what_is_judged_differently_to_somebody_who_did_not_judge(
    room: Thirds, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("assign", "trial", "--third", "--assessors", "ada,ben,cy")
    assert "Gave 2 answers of 1 question to cy (seed 1)." in capsys.readouterr().out
    assert room.given("cy") == [1, 2]
    row = room.work("cy")
    assert (row.role, row.pool_size, row.judged, row.state) == ("third", 2, 0, "open")
    call_command("assign", "trial", "--third")
    assert "Nothing to assign" in capsys.readouterr().out
    assert Event.objects.get(verb="assignment:third").data["to"] == ["cy"]


def test_the_page_shows_what_is_ready_and_asks(room: Thirds) -> None:
    olga, address = browser(room.olga), "/campaigns/trial/assign/third/"
    assert address in olga.get("/campaigns/trial/assign/").text
    page = olga.get(address).text
    assert "What is 1.1?" in page
    assert '<td class="r">2</td>' in page
    sent = olga.post(address, {"assessors": ["dee"], "questions": "1.1", "seed": 3}, follow=True).text
    assert "Gave 2 answers of 1 question to dee (seed 3)." in sent
    assert "0 of 2" in sent
    assert "Nothing to assign now" in sent
    wrong = olga.post(address, {"assessors": ["dee"], "questions": "9.9", "seed": 3})
    assert wrong.status_code == 422
    assert "There is nothing to judge in question 9.9. Nothing was assigned." in wrong.text


def test_programs_ask_too(room: Thirds) -> None:
    olga, address = client_of(room.olga), "/api/v1/campaigns/trial/third-assessors/"
    assert olga.get(address).json() == {
        "ready": [{"qid": "1.1", "answers": 2}],
        "waiting": 0,
        "people": [],
        "of_files": [],
    }
    answer = send_json(olga, address, {"assessors": ["cy"]}).json()
    cy = {"name": "cy", "questions": 1, "done": 0, "items": 2, "judged": 0}
    assert answer == {"ready": [], "waiting": 0, "people": [cy], "of_files": []}
    assert send_json(olga, address, {"assessors": ["zoe"]}).json()["code"] == "assessor_unknown"
    [work] = [row for row in olga.get("/api/v1/campaigns/trial/work/").json() if row["assessor"] == "cy"]
    assert work["role"] == "third"


def test_no_question_is_given_before_everybody_has_finished_it(room: Thirds) -> None:
    reopen(assignment=room.work("ada"), by=None)
    assert room.ask().items == 0
    with pytest.raises(Refused, match=r"1 question is not finished by at least 2 assessors: 1\.1"):
        room.ask(questions=["1.1"])
    page = browser(room.olga).get("/campaigns/trial/assign/third/").text
    assert "1 more question has answers judged differently" in page


@pytest.mark.parametrize("act", ["opened", "agreed", "decided"])
def test_what_judges_and_adjudicators_do_while_it_is_planned_is_seen(
    room: Thirds, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    def agree() -> None:
        undo_finish(by=room.ada, assignment_id=room.mine.pk)
        room.say("ada", 1, "correct", seen=1)
        finish(by=room.ada, assignment_id=room.mine.pk)

    acts: dict[str, Callable[[], object]] = {
        "opened": lambda: undo_finish(by=room.ada, assignment_id=room.mine.pk),
        "agreed": agree,
        "decided": lambda: decide(item=room.items[1], grade="inexact", ground="opinion", by=None),
    }

    def plan_and_act(*of: Any) -> AssignmentPlan:
        monkeypatch.undo()  # once
        plan = make_plan(*of)
        acts[act]()
        return plan

    monkeypatch.setattr(thirds, "make_plan", plan_and_act)
    left = [] if act == "opened" else [2]
    assert (room.ask("cy").items, room.given("cy")) == (len(left), left)


def test_where_nobody_is_left_nothing_is_assigned(room: Thirds) -> None:
    with pytest.raises(Refused, match="Nobody is left for 1 question who did not judge it"):
        room.ask("ada", "ben")
    with pytest.raises(CommandError, match="Not among the assessors"):
        call_command("assign", "trial", "--third", "--assessors", "zoe")
    assert not AssignedItem.objects.exists()


def test_one_judge_alone_is_too_few() -> None:
    room = Thirds()
    call_command("relieve", "trial", "--assessor", "ben", "--all")
    assert room.ask().items == 0


def test_what_is_decided_or_has_a_majority_is_not_asked_for(room: Thirds) -> None:
    decide(item=PoolItem.objects.get(pk=room.items[2].pk), grade="inexact", ground="opinion", by=None)
    assert room.ask("cy").items == 1
    room.say("cy", 1, "correct")
    assert (room.given("cy"), room.opinion(1)) == ([1], (True, "correct"))
    call_command("relieve", "trial", "--assessor", "ada", "--all")
    assert room.ask("dee").items == 0


def test_balance_spreads_questions_over_those_who_have_least_to_do() -> None:
    room = Thirds()
    others = factory.make_questions(room.campaign, "2.1", "3.1")
    for question in others:
        items = factory.make_items(question, ("A-1", f"first of {question.qid}"))
        for account, grade in ((room.ada, "correct"), (room.ben, "unsupported")):
            row = factory.make_assignment(question, account)
            record_judgment(
                by=account, assignment_id=row.pk, item_id=items[0].pk, grade=grade, seen=0, client_id=uuid4()
            )
            finish(by=account, assignment_id=row.pk, no_answer_found=grade != "correct")
    assert room.ask("cy", "dee").people == ("cy", "dee")
    mine = Assignment.objects.filter(stage="third").values_list("member__name", "asked")
    assert sorted(mine) == [("cy", 2), ("dee", 1), ("dee", 1)]


# Judging


def test_a_third_sees_and_judges_only_what_was_given(room: Thirds) -> None:
    room.ask("cy")
    row, cy, program = room.work("cy"), browser(room.cy), client_of(room.cy)
    page = cy.get(f"/judge/{row.pk}/", follow=True).text
    assert [answer in page for answer in ("Halden", "the comet", "Rehn")] == [False, True, True]
    assert "0</span> of 2" in page
    [mine] = program.get("/api/v1/campaigns/trial/assignments/").json()
    assert (mine["role"], mine["items"], mine["judged"]) == ("judge", 2, 0)
    items = program.get(f"/api/v1/campaigns/trial/assignments/{row.pk}/items/").json()
    assert [one["answer"] for one in items] == ["the comet", "Rehn"]
    assert (
        program.get(
            f"/api/v1/campaigns/trial/assignments/{row.pk}/items/{room.items[0].pk}/document/"
        ).status_code
        == 404
    )
    assert cy.get(f"/judge/{row.pk}/document/?item={room.items[0].pk}").status_code == 404
    with pytest.raises(Refused, match="not in the pool"):
        room.say("cy", 0, "correct")
    many = {"judgments": [{"assignment": row.pk, "item": room.items[0].pk, "grade": "correct"}]}
    assert send_json(program, "/api/v1/campaigns/trial/judgments/", many).status_code == 422


def test_progress_ends_when_what_was_given_is_judged(room: Thirds) -> None:
    room.ask("cy")
    row = room.work("cy")
    room.say("cy", 1, "correct")
    with pytest.raises(Refused, match="1 answer is not judged yet"):
        finish(by=room.cy, assignment_id=row.pk)
    room.say("cy", 2, "unsupported")
    finish(by=room.cy, assignment_id=row.pk)
    assert room.work("cy").is_done
    assert "finished" in browser(room.cy).get("/").text.lower()
    assert recount(campaign=room.campaign, by=None) == []
    assert (room.opinion(1), room.opinion(2)) == ((True, "correct"), (True, "unsupported"))
    page = browser(room.olga).get("/campaigns/trial/progress/").text
    assert "cy" in page


def test_undo_takes_back_what_a_third_said(room: Thirds) -> None:
    room.ask("cy")
    room.say("cy", 1, "correct")
    undo(by=room.cy, assignment_id=room.work("cy").pk, client_id=uuid4())
    assert (room.work("cy").judged, room.opinion(1)) == (0, (True, ""))


# What comes after


def test_new_differences_go_to_the_third_there_is_and_what_was_given_stays(room: Thirds) -> None:
    room.ask("cy")
    for number in (1, 2):
        room.say("cy", number, "correct")
    finish(by=room.cy, assignment_id=room.work("cy").pk)
    reopen(assignment=room.work("ada"), by=None)
    room.say("ada", 0, "inexact", seen=1)
    room.say("ada", 1, "correct", seen=1)
    finish(by=room.ada, assignment_id=room.mine.pk)
    assert (room.opinion(1), room.given("cy")) == (
        (False, ""),
        [1, 2],
    )  # no longer differing, and still judged
    assert room.work("cy").is_done
    assert room.ask().people == ("cy",)
    row = room.work("cy")
    assert (room.given("cy"), row.judged, row.pool_size, row.is_done) == ([0, 1, 2], 2, 3, False)


def test_a_third_who_had_finished_is_told_of_what_comes_to_it_and_finishes_again(room: Thirds) -> None:
    Account.objects.filter(username="cy").update(email="cy@example.org")
    room.ask("cy")
    for number in (1, 2):
        room.say("cy", number, "correct")
    finish(by=room.cy, assignment_id=room.work("cy").pk)
    reopen(assignment=room.work("ada"), by=None)
    room.say("ada", 0, "inexact", seen=1)
    room.say("ada", 1, "correct", seen=1)
    finish(by=room.ada, assignment_id=room.mine.pk)
    told = Notice.objects.filter(account=room.cy, text__startswith="You have 1 question to judge")
    assert told.count() == 1
    assert room.ask().people == ("cy",)
    assert told.count() == 2
    room.say("cy", 0, "inexact")
    assert room.work("cy").state == "open"
    finish(by=room.cy, assignment_id=room.work("cy").pk)
    assert room.work("cy").is_done


def test_a_pool_that_grows_adds_nothing_to_a_third(room: Thirds) -> None:
    room.ask("cy")
    factory.make_items(room.question, ("C-1", "late"))
    assert (room.work("cy").pool_size, room.work("ada").is_done) == (2, False)
    assert room.ask().items == 0


def test_items_that_leave_the_pool_are_due_no_more(room: Thirds) -> None:
    room.ask("cy")
    PoolItem.objects.filter(pk=room.items[1].pk).update(left_at=timezone.now())
    refresh_work(Assignment.objects.filter(question=room.question))
    assert room.work("cy").pool_size == 1
    assert {one.counter for one in recount(campaign=room.campaign, by=None)} == {"items"}  # the pool's alone


def test_what_a_third_has_is_handed_over_with_its_items(room: Thirds) -> None:
    room.ask("cy")
    room.say("cy", 1, "correct")
    [row] = hand_over(assignment=room.work("cy"), to=room.member("dee"), by=None)
    assert (row.stage, room.given("dee"), room.work("dee").asked) == ("third", [1, 2], 2)
    assert room.opinion(1) == (True, "")  # cy's word is set aside
    hand_over(assignment=room.work("dee"), to=room.member("cy"), by=None)
    assert (room.work("cy").judged, room.work("cy").asked, room.opinion(1)) == (1, 2, (True, "correct"))


def test_nobody_who_judged_a_question_takes_over_as_its_third(room: Thirds) -> None:
    hand_over(assignment=room.work("ben"), to=room.member("dee"), by=None)
    for number, grade in enumerate(BEN):
        room.say("dee", number, grade)
    finish(by=room.dee, assignment_id=room.work("dee").pk)
    room.ask("cy")
    with pytest.raises(Refused, match=r"ben judged question 1\.1 before"):
        hand_over(assignment=room.work("cy"), to=room.member("ben"), by=None)


def test_a_third_is_relieved_and_another_asked(room: Thirds) -> None:
    room.ask("cy")
    olga = browser(room.olga)
    address = f"/campaigns/trial/assign/person/{room.member('cy').pk}/"
    call_command("relieve", "trial", "--assessor", "cy")
    assert olga.get(address).status_code == 200
    assert room.work("cy").handed_over_at is not None
    assert "no longer needed" in browser(room.cy).get("/").text
    assert room.ask().people == ("dee",)
    assert room.given("dee") == [1, 2]


def test_nobody_who_was_a_third_of_a_question_gets_it_whole(
    room: Thirds, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    room.ask("cy")
    call_command("relieve", "trial", "--assessor", "cy")
    olga, address = browser(room.olga), "/campaigns/trial/assign/question/1.1/"
    assert [one.name for one in olga.get(address).context["unit"].free] == ["dee"]
    why = "cy was a third assessor of question 1.1"
    refused = olga.post(f"{address}add/", {"member": room.member("cy").pk})
    assert (refused.status_code, why in refused.text) == (422, True)
    (tmp_path / "plan.csv").write_text("qid,assessor\n1.1,cy\n")
    with pytest.raises(CommandError, match="Nothing was assigned"):
        call_command("import_file", "trial", "assignments", str(tmp_path / "plan.csv"))
    assert why in capsys.readouterr().err
    assert room.work("cy").handed_over_at is not None


def test_a_third_counts_as_nobody_whom_the_question_is_to_have(room: Thirds) -> None:
    room.ask("cy")
    page = browser(room.olga).get("/campaigns/trial/assign/").text
    assert page.count("finished") >= 2
    assert "third assessor" in browser(room.olga).get("/campaigns/trial/assign/question/1.1/").text
    with pytest.raises(Refused, match="cy has series 1 already"):
        add_assessor(question=room.question, member=room.member("cy"), by=None)


def test_dropped_questions_are_not_asked_for(room: Thirds) -> None:
    call_command("drop", "trial", "1.1", "--reason", "ambiguous")
    assert room.ask().items == 0


# By the setting


def finished_again(room: Thirds, django_capture_on_commit_callbacks: Any) -> list[Job]:
    """The jobs that are asked for when ada finishes once more, done."""
    reopen(assignment=room.work("ada"), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        finish(by=room.ada, assignment_id=room.mine.pk)
    jobs = list(Job.objects.filter(kind="assignments.third"))
    for job in jobs:
        run_job(job.pk, heartbeat=False)
        job.refresh_from_db()
    return jobs


def test_by_a_setting_thirds_are_asked_when_the_last_judge_finishes(
    room: Thirds, django_capture_on_commit_callbacks: Any
) -> None:
    assert finished_again(room, django_capture_on_commit_callbacks) == []
    call_command("settings", "trial", "third_assessors=true")
    [job] = finished_again(room, django_capture_on_commit_callbacks)
    assert (job.asked_by, job.outcome) == (None, "Gave 2 answers of 1 question to dee (seed 1).")
    assert finished_again(room, django_capture_on_commit_callbacks) == [job]  # nothing is left to ask for
    assert browser(room.ada).get(f"/campaigns/trial/jobs/{job.pk}/").status_code == 404


def test_by_the_setting_nobody_is_asked_while_somebody_judges(
    room: Thirds, django_capture_on_commit_callbacks: Any
) -> None:
    call_command("settings", "trial", "third_assessors=true")
    reopen(assignment=room.work("ben"), by=None)
    assert finished_again(room, django_capture_on_commit_callbacks) == []


@pytest.mark.parametrize("how", ["removed", "relieved"])
def test_by_the_setting_thirds_are_asked_when_the_last_who_judges_judges_no_more(
    room: Thirds, how: str, django_capture_on_commit_callbacks: Any
) -> None:
    call_command("settings", "trial", "third_assessors=true")
    question = room.mine.question
    add_assessor(question=question, member=room.member("cy"), by=None)
    assert finished_again(room, django_capture_on_commit_callbacks) == []
    with django_capture_on_commit_callbacks(execute=True):
        if how == "removed":
            remove_assessor(assignment=room.work("cy"), by=None)
        else:
            call_command("relieve", "trial", "--assessor", "cy")
    jobs = list(Job.objects.filter(kind="assignments.third"))
    assert [job.arguments["question"] for job in jobs] == [question.pk]


def test_a_question_that_is_opened_before_its_job_begins_is_left(
    room: Thirds, django_capture_on_commit_callbacks: Any
) -> None:
    call_command("settings", "trial", "third_assessors=true")
    reopen(assignment=room.work("ada"), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        finish(by=room.ada, assignment_id=room.mine.pk)
    reopen(assignment=room.work("ada"), by=None)
    run_job(Job.objects.get(kind="assignments.third").pk, heartbeat=False)
    assert not AssignedItem.objects.exists()


# From files


@pytest.mark.both_databases
def test_people_of_a_file_can_be_kept_as_thirds(room: Thirds, tmp_path: Path) -> None:
    bring_judgments(tmp_path, "A-1,,the comet,eve")
    olga, address = browser(room.olga), "/campaigns/trial/assign/third/"
    page = olga.get(address)
    assert page.context["page"].of_files == ["eve"]
    assert "1 question" in olga.post(address, {"from_files": "eve"}, follow=True).text
    assert "No judgments of ada came from a file" in olga.post(address, {"from_files": "ada"}).text
    row = room.work("eve")
    assert (row.role, row.asked, row.judged, room.given("eve")) == ("third", 1, 1, [1])
    assert row.is_done_of(row.asked)
    assert (room.work("ada").role, room.opinion(1)) == ("judge", (True, "correct"))  # ada judged here
    bring_judgments(tmp_path, "B-1,,Rehn,eve")
    assert (room.work("eve").asked, room.work("eve").judged, room.given("eve")) == (2, 2, [1, 2])
    assert recount(campaign=room.campaign, by=None) == []


COLUMNS = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at,kind"


def bring_judgments(folder: Path, *rows: str) -> None:
    """Import rows "docid,passage,answer,assessor" that are judged correct."""
    file = folder / "judgments.csv"
    said = (f"1.1,{row},correct,,,2026-02-01T00:00:00Z,human" for row in rows)
    file.write_text("\n".join([COLUMNS, *said]) + "\n")
    call_command("import_judgments", "trial", str(file), "--new")


def take_back(number: int) -> None:
    call_command("undo_import", "trial", str(number), "--reason", "a slip")


@pytest.mark.both_databases
def test_what_only_a_file_gave_a_third_is_due_no_more_when_it_is_taken_back(
    room: Thirds, tmp_path: Path
) -> None:
    bring_judgments(tmp_path, "A-1,,the comet,eve")
    keep_as_thirds(campaign=room.campaign, names=["eve"], by=None)
    bring_judgments(tmp_path, "B-1,,Rehn,eve")
    take_back(2)
    row = room.work("eve")
    assert (row.asked, row.judged, room.given("eve"), row.state) == (1, 1, [1], "done")
    take_back(1)
    row = room.work("eve")
    assert (row.asked, row.judged, room.given("eve"), row.state) == (0, 0, [], "handed_over")
    assert recount(campaign=room.campaign, by=None) == []
    assert room.ask("cy").items == 2
    bring_judgments(tmp_path, "A-1,,the comet,eve")
    row = room.work("eve")
    assert (row.role, row.asked, row.judged, room.given("eve")) == ("third", 1, 1, [1])
    assert row.state == "done"
    finished = Event.objects.filter(verb="question:finished", data__assessor="eve")
    assert [event.subject for event in finished] == ["1.1"]


@pytest.mark.both_databases
def test_what_the_organizer_opened_is_closed_by_no_file(room: Thirds, tmp_path: Path) -> None:
    bring_judgments(tmp_path, "A-1,,the comet,cy")
    keep_as_thirds(campaign=room.campaign, names=["cy"], by=None)
    assert room.work("cy").state == "done"
    reopen(assignment=room.work("cy"), by=None)
    bring_judgments(tmp_path, "B-1,,Rehn,cy")
    row = room.work("cy")
    assert (row.asked, row.judged, row.finished_at) == (2, 2, None)
    take_back(2)
    row = room.work("cy")
    assert (row.asked, row.judged, row.finished_at) == (1, 1, None)


def test_what_a_third_was_asked_stays_when_a_file_is_taken_back(room: Thirds, tmp_path: Path) -> None:
    room.ask("cy")
    bring_judgments(tmp_path, "A-1,,Halden,cy", "A-1,,the comet,cy")
    assert room.given("cy") == [0, 1, 2]
    take_back(1)
    row = room.work("cy")
    assert (row.asked, row.judged, room.given("cy"), row.state) == (2, 0, [1, 2], "open")
    assert recount(campaign=room.campaign, by=None) == []


def test_people_of_files_become_thirds_step_by_step_each_row_read_once(
    room: Thirds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = factory.make_questions(room.campaign, *(f"2.{n}" for n in range(6)), series="2")
    for question in questions:
        factory.make_items(question, ("A-1", question.qid))
        for account in (room.ada, room.ben):
            factory.make_assignment(question, account)
    said = (f"{one.qid},A-1,,{one.qid},eve,correct,,,2026-02-01T00:00:00Z,human" for one in questions)
    file = tmp_path / "judgments.csv"
    file.write_text("\n".join([COLUMNS, *said]) + "\n")
    call_command("import_judgments", "trial", str(file), "--new")
    monkeypatch.setattr(Pace, "rows", property(lambda pace: 1, lambda pace, rows: None), raising=False)
    looked: list[str] = []

    def look(question: Question) -> Stage | None:
        looked.append(question.qid)
        return third_stage(question)

    monkeypatch.setattr(thirds, "third_stage", look)
    assert keep_as_thirds(campaign=room.campaign, names=["eve"], by=None).questions == 6
    assert len(looked) <= 2 * len(questions)
    assert Event.objects.filter(verb="assignment:third").count() == 6


# With others


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_organizers_who_ask_at_once_give_each_answer_once(transactional_db: None) -> None:
    room = Thirds()
    outcomes = at_once(lambda number: room.ask(("cy", "dee")[number % 2]), times=6)
    assert sorted(one.items for one in outcomes if isinstance(one, Asked)) == [0, 0, 0, 0, 0, 2]
    assert AssignedItem.objects.count() == 2
    assert recount(campaign=room.campaign, by=None) == []


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_judge_who_changes_their_word_while_a_third_is_asked_harms_nothing(transactional_db: None) -> None:
    room = Thirds()
    reopen(assignment=room.work("ada"), by=None)
    room.say("ada", 0, "correct", seen=1)
    Assignment.objects.filter(pk=room.mine.pk).update(finished_at=timezone.now())
    acts: list[Callable[[], object]] = [
        lambda: room.ask("cy"),
        lambda: reopen(assignment=room.work("ada"), by=None),
        lambda: room.say("ben", 1, "unsupported", seen=1),
    ]
    outcomes = at_once(lambda number: acts[number](), times=3)
    assert all(isinstance(one, (Asked, Refused, type(None))) for one in outcomes)
    assert recount(campaign=room.campaign, by=None) == []


def test_a_bundle_keeps_what_was_given_and_scores_alike_without_a_site(
    room: Thirds, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export", "trial", str(tmp_path / "before"))
    assert not (tmp_path / "before" / "assigned_items.csv").exists()
    room.ask("cy")
    room.say("cy", 1, "correct")
    out = tmp_path / "out"
    call_command("export", "trial", str(out))
    given = list(csv.DictReader((out / "assigned_items.csv").read_text().splitlines()))
    assert [(row["answer"], row["assessor"]) for row in given] == [("the comet", "cy"), ("Rehn", "cy")]
    again = import_folder(folder=out, slug="again", by=None).campaign
    row = Assignment.objects.select_related("question__campaign").get(question__campaign=again, stage="third")
    assert (row.role, row.asked, row.judged) == ("third", 2, 1)
    call_command("export", "again", str(tmp_path / "back"))
    for name in ("assignments.csv", "assigned_items.csv", "judgments.csv"):
        assert (tmp_path / "back" / name).read_bytes() == (out / name).read_bytes()
    capsys.readouterr()
    for rule in ("random:1", "union"):
        call_command("score", "trial", "--rule", rule, "--json", "-")
        by_site = json.loads(capsys.readouterr().out)
        assert main(["score", str(out), "--rule", rule, "--json", "-"]) == 0
        assert json.loads(capsys.readouterr().out)["inputs_sha256"] == by_site["inputs_sha256"]


def test_a_bundle_that_gives_items_to_somebody_else_is_refused(room: Thirds, tmp_path: Path) -> None:
    room.ask("cy")
    out = tmp_path / "out"
    call_command("export", "trial", str(out))
    (out / "MANIFEST.sha256").unlink()
    table = out / "assigned_items.csv"
    table.write_text(table.read_text().replace("Rehn,cy", "Rehn,ben"))
    _, problems = read(out)
    assert [(one.file, one.line, one.code) for one in problems] == [
        ("assigned_items.csv", 3, "contradiction")
    ]
    assert '"ben" is not a third assessor of question "1.1"' in problems[0].message
