"""Organizers' programs and everybody's work: moved and given back, finished, checked, experts asked, files' people removed."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.people.models import Member
from tests.api.asking import client_of, done, send_json
from tests.assignments.test_experts import room
from tests.factory import make_campaign, make_member
from tests.imports.test_patterns import lamps
from tests.judging.annotating import AnnotationRoom
from tests.judging.scene import assessors, give, items_of, judge, pooled

assert lamps, room  # fixtures
AT = "/api/v1/campaigns/trial/"
pytestmark = pytest.mark.django_db


def test_all_of_somebodys_work_is_moved_and_given_back() -> None:
    campaign = make_campaign(settings={"judges": 1})
    ada, *_ = assessors(campaign, "ada", "ben", "cy")
    questions = pooled(campaign, ["1", "2", "3", "4"])
    for question in questions:
        give(question, ada)
    olga = client_of(make_member(campaign, "olga", "organizer"))
    member = Member.objects.get(campaign=campaign, name="ada").pk
    work = f"{AT}people/{member}/work/"
    before = olga.get(work).json()
    assert (before["questions"], before["moves"]) == (4, [])
    assert send_json(olga, work, {"do": "handed_over", "to": ["zoe"]}).status_code == 400
    asked: dict[str, Any] = {"do": "handed_over", "to": ["ben"], "questions": ["1", "2"]}
    shown = send_json(olga, work, {**asked, "check_only": True})
    assert (shown.status_code, shown.json()["shares"][0]["questions"], shown.json()["job"]) == (200, 2, None)
    stale = send_json(olga, work, {**asked, "seen": "another"})
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert done(olga, send_json(olga, work, {**asked, "seen": shown.json()["seen"]}))["state"] == "done"
    after = olga.get(work).json()
    assert (after["questions"], after["set_aside"], after["moves"][0]["questions"]) == (2, 2, 2)
    back = f"{AT}moves/{after['moves'][0]['id']}/undo/"
    assert client_of(make_member(campaign, "dan", "assessor")).post(back).status_code == 404
    assert done(olga, olga.post(back))["state"] == "done"
    assert olga.get(work).json()["questions"] == 4
    assert olga.post(back).json()["code"] == "given_back"
    voter = olga.get(f"{AT}work/").json()[0]["id"]
    none_due = send_json(olga, f"{AT}work/{voter}/", {"relieved": True}, "patch")
    assert (none_due.status_code, none_due.json()["code"]) == (422, "no_votes_due")


def test_judged_questions_are_finished_and_assessors_checked() -> None:
    campaign = make_campaign(settings={"judges": 1})
    (ada,) = assessors(campaign, "ada")
    (question,) = pooled(campaign, ["1"])
    assignment = give(question, ada)
    olga = client_of(make_member(campaign, "olga", "organizer"))
    nothing = done(olga, send_json(olga, f"{AT}finishing/", {}))
    assert nothing["error"]["code"] == "nothing_to_finish"
    for item in items_of(question):
        judge(assignment, item, "yes")
    assert done(olga, send_json(olga, f"{AT}finishing/", {"nothing_found": False}))["state"] == "done"
    assignment.refresh_from_db()
    assert assignment.finished_at
    assert olga.get(f"{AT}checks/").json() == {"at": None, "alarms": []}
    assert "nothing unusual" in done(olga, olga.post(f"{AT}checks/"))["sentence"]
    assert olga.get(f"{AT}checks/").json()["at"]
    assert client_of(make_member(campaign, "dan", "assessor")).get(f"{AT}checks/").status_code == 404
    assert olga.get(f"{AT}experts/").status_code == 404


def test_experts_are_asked_for_annotators_answers(room: AnnotationRoom) -> None:
    olga = client_of(Member.objects.get(campaign=room.campaign, name="olga").account)  # type: ignore[arg-type]  # she has one
    at = f"/api/v1/campaigns/{room.campaign.slug}/experts/"
    assert (olga.get(at).json()["answers"], olga.get(at).json()["experts"]) == (2, [])
    assert send_json(olga, at, {"experts": ["zoe"]}).status_code == 400
    asked = send_json(olga, at, {"experts": ["gil", "hana"]}).json()
    assert (asked["pooled"], [one["name"] for one in asked["experts"]]) == (2, ["gil", "hana"])


def test_what_came_under_somebodys_name_is_taken_back(lamps: Campaign, tmp_path: Path) -> None:
    olga = client_of(make_member(lamps, "olga", "organizer"))
    file = tmp_path / "judged.csv"
    file.write_text(
        "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n1,HN-1,,Ada Dunn,bob,no,,,\n"
    )
    call_command("import_judgments", "lamps", str(file), "--new")
    bob = Member.objects.get(campaign=lamps, name="bob")
    at = f"/api/v1/campaigns/lamps/people/{bob.pk}/imported-judgments/undo/"
    assert send_json(olga, at, {}).status_code == 400
    assert done(olga, send_json(olga, at, {"reason": "a slip"}))["state"] == "done"
    assert not bob.judgments.exclude(grade="").exists()
